"""Players for the load benchmark: as little work as possible, since the machine is the server's.

Websockets without a library, messages read only as far as a player needs them, no task for a table:
every table is driven by what arrives and by a timer.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import asdict, dataclass, field
from typing import Any, cast
from urllib.parse import urlsplit

import httpx
import msgspec
from machine import cpu_of, family_of, memory_of, processor_times, stolen_since
from msgspec import Struct

STOLEN = 0.03  # of the processor time; a step with more is called disturbed
LATE = 10.0  # seconds after which an answer without its update is lost
HANDSHAKE = (
    "GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: cXVhcnJpb3JzIGxvYWQhIQ==\r\nSec-WebSocket-Version: 13\r\n"
    "X-Forwarded-For: {address}\r\n\r\n"
)
TEXT, CLOSE, PING, PONG = 1, 8, 9, 10


def address(number: int) -> str:
    """An address for every player, from the range that is nobody's."""
    return f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"


# --- websockets -----------------------------------------------------------------------------------


class Choice(Struct):
    number: int
    verb: str = ""
    amount: int = 0


class Asked(Struct):
    options: list[Choice]


class Heard(Struct):
    """What a player reads of a message; the rest is only counted."""

    type: str
    state: int = -1
    stage: str = ""
    waiting_for: int | None = None
    prompt: Asked | None = None
    code: str = ""


_decode = msgspec.json.Decoder(Heard).decode
UPDATE = b'{"type":"update","state":'
NOT_ASKED = b'"prompt":null'


def read(data: bytes) -> Heard:
    """A message as far as a player needs it; of an update that asks nothing only the state."""
    if data.startswith(UPDATE) and NOT_ASKED in data:
        return Heard("update", int(data[len(UPDATE) : data.index(b",", len(UPDATE))]))
    return _decode(data)


def frame(code: int, data: bytes) -> bytes:
    """A masked frame; a mask of zeros is as good as another and costs nothing."""
    size = len(data)
    assert size < 65_536, "clients send little"
    if size < 126:
        return bytes((128 | code, 128 | size, 0, 0, 0, 0)) + data
    return bytes((128 | code, 254)) + size.to_bytes(2, "big") + b"\0\0\0\0" + data


class Line(asyncio.Protocol):
    """One websocket of one player."""

    def __init__(self, hear: Callable[[Heard], None], gone: Callable[[], None]) -> None:
        self.bytes = 0
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._hear = hear
        self._gone = gone
        self._data = bytearray()
        self._transport: asyncio.Transport | None = None
        self._request = b""

    def ask(self, request: bytes) -> None:
        assert self._transport is not None
        self._transport.write(request)

    def send(self, message: bytes) -> None:
        assert self._transport is not None
        self._transport.write(frame(TEXT, message))

    def close(self) -> None:
        self._gone = nothing
        if self._transport is not None and not self._transport.is_closing():
            self._transport.write(frame(CLOSE, b""))
            self._transport.close()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.opened.done():
            self.opened.set_exception(OSError(f"the server hung up: {exc}"))
        self._gone()

    def data_received(self, data: bytes) -> None:
        self._data += data
        self.bytes += len(data)
        if not self.opened.done():
            head, end, rest = bytes(self._data).partition(b"\r\n\r\n")
            if not end:
                return
            if b" 101 " not in head.split(b"\r\n")[0]:
                self.opened.set_exception(OSError(head.split(b"\r\n")[0].decode()))
                return
            self._data = bytearray(rest)
            self.opened.set_result(None)
        self._read()

    def _read(self) -> None:
        data = self._data
        at = 0
        while len(data) >= at + 2:
            code = data[at] & 15
            size = data[at + 1]
            start = at + 2
            if size == 126:
                size, start = int.from_bytes(data[start : start + 2], "big"), start + 2
            elif size == 127:
                size, start = int.from_bytes(data[start : start + 8], "big"), start + 8
            if len(data) < start + size:
                break
            at = start + size
            if code == TEXT:
                self._hear(read(bytes(data[start:at])))
            elif code == PING and self._transport is not None:
                self._transport.write(frame(PONG, bytes(data[start:at])))
        del data[:at]


def nothing() -> None:
    """For a line that we closed ourselves."""


# --- one step ------------------------------------------------------------------------------------


@dataclass
class Step:
    """What was measured at one rate."""

    rate: float  # answers a second and table that were asked for
    seconds: float = 0.0
    answers: int = 0
    trips: list[float] = field(default_factory=list)
    refused: Counter[str] = field(default_factory=Counter)
    lost: int = 0
    dropped: int = 0  # connections
    games: int = 0  # ended and begun anew
    bytes: int = 0
    server_cpu: float = 0.0  # cores, of all processes of the server
    own_cpu: float = 0.0
    memory: float = 0.0  # MB
    stolen: float = 0.0  # share of all processor time that the host gave to others
    disk: list[float] = field(default_factory=list)  # seconds of each write of `disk_probe`
    flood: str = ""  # the kind that was under way
    toll: dict[str, int] = field(default_factory=dict)  # what that did

    def at(self, share: float) -> float:
        """The round trip that so large a share of all stays under, in milliseconds."""
        return _milliseconds(self.trips, share)

    def disk_at(self, share: float) -> float:
        """The same of the writes of `disk_probe`."""
        return _milliseconds(self.disk, share)

    @property
    def disturbed(self) -> bool:
        """Whether the host took so much time that the step says little about the server."""
        return self.stolen > STOLEN

    @property
    def work(self) -> float:
        """Microseconds of the server's processor time for one answer."""
        return 1e6 * self.server_cpu * self.seconds / self.answers if self.answers else 0.0

    def achieved(self, tables: int) -> float:
        return self.answers / self.seconds / tables if self.seconds else 0.0

    def to_dict(self, tables: int) -> dict[str, Any]:
        shown = {**asdict(self), "refused": dict(self.refused), "achieved": self.achieved(tables)}
        shown |= {"work": self.work, "disturbed": self.disturbed}
        del shown["trips"], shown["disk"]
        shares = {"p50": 0.5, "p95": 0.95, "p99": 0.99}
        trips = {name: self.at(share) for name, share in shares.items()}
        disk = {f"disk_{name}": self.disk_at(share) for name, share in shares.items()}
        return {**shown, **trips, **disk}


def _milliseconds(seconds: list[float], share: float) -> float:
    """What so large a share of all times stays under; 0 if there are none."""
    found = sorted(seconds)
    return 1000 * found[min(len(found) - 1, int(share * len(found)))] if found else 0.0


def progress(text: str) -> None:
    """A line that replaces itself on a terminal."""
    if sys.stderr.isatty():
        print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)


# --- tables ---------------------------------------------------------------------------------------


class Load:
    """All tables, their players, and the rate at which they answer."""

    def __init__(self, url: str, tables: int, players: int, seed: int) -> None:
        self.url = url
        self.count = tables
        self.players = players
        self.tables: list[Table] = []
        self.finished: list[tuple[str, int]] = []  # tables and answers of games that are over
        self.step = Step(0.0)
        self.stopping = asyncio.Event()
        self.chance = random.Random(seed)
        self.loop = asyncio.get_running_loop()
        self.http = httpx.AsyncClient(base_url=url, timeout=30.0, trust_env=False)
        self.tasks: set[asyncio.Task[None]] = set()
        self.failures: list[str] = []
        self.past = 0  # bytes that closed lines have received
        self.protocol = 1  # the version that the server speaks
        self._number = 0

    def number(self) -> int:
        self._number += 1
        return self._number

    def begin(self, work: Awaitable[None]) -> None:
        async def run() -> None:
            try:
                await work
            except (OSError, httpx.HTTPError, AssertionError) as error:
                self.failures.append(f"{type(error).__name__}: {error}")

        task = asyncio.create_task(run())
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def open(self) -> None:
        """Set up all tables."""
        self.protocol = (await self.http.get("/healthz")).json()["protocol"]
        gate = asyncio.Semaphore(8)

        async def one() -> None:
            async with gate:
                table = Table(self)
                await table.open()
                self.tables.append(table)
                if sys.stderr.isatty() or len(self.tables) % 50 == 0:
                    progress(f"{len(self.tables)} of {self.count} tables")

        await asyncio.gather(*(one() for _ in range(self.count)))

    async def run(self, rate: float, seconds: float, pid: int | None, told: str) -> Step:
        """Measure one rate."""
        step = self.step = Step(rate)
        for table in self.tables:
            table.go(1.0 / rate)
        server = family_of(pid)
        began, used, own = time.perf_counter(), cpu_of(server), time.process_time()
        before, times = self.received(), processor_times()
        while (passed := time.perf_counter() - began) < seconds and not self.stopping.is_set():
            progress(f"{told}: {passed:.0f} of {seconds:.0f} s, {step.answers} answers")
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.stopping.wait(), min(1.0, seconds - passed))
        step.seconds = time.perf_counter() - began
        step.bytes = self.received() - before
        step.server_cpu = (cpu_of(server) - used) / step.seconds
        step.own_cpu = (time.process_time() - own) / step.seconds
        step.memory = memory_of(server)
        step.stolen = stolen_since(times)
        return step

    def received(self) -> int:
        return self.past + sum(line.bytes for table in self.tables for line in table.lines)

    async def rest(self) -> None:
        """No more answers; those under way get their time, the others are lost."""
        for table in self.tables:
            table.halt()
        until = time.perf_counter() + LATE
        while any(table.waiting for table in self.tables) and time.perf_counter() < until:
            await asyncio.sleep(0.02)
        self.step.lost += sum(table.waiting for table in self.tables)

    async def close(self) -> None:
        if self.tasks:
            await asyncio.wait(self.tasks, timeout=LATE)
        for table in self.tables:
            table.close()
        await self.http.aclose()


class Table:
    """One game after the other, with the same number of players."""

    def __init__(self, load: Load) -> None:
        self.load = load
        self.id = ""
        self.lines: list[Line] = []
        self.state = -1  # that every seat has seen
        self.answers = 0
        self._seen: list[int] = []
        self._asked: tuple[int, int, Asked] | None = None  # seat, state, prompt
        self._sent = 0.0  # when the answer under way was sent
        self._pause = 0.0  # between two answers; 0: none
        self._due = 0.0
        self._timer: asyncio.TimerHandle | None = None
        self._over = False
        self._renewing = False  # the next game is being set up; what the last one says is past

    @property
    def waiting(self) -> bool:
        """Whether an answer is under way."""
        return self._sent > 0.0

    async def open(self) -> None:
        """A new table whose players have all connected; the game has begun."""
        load = self.load
        number = load.number()
        headers = {"X-Forwarded-For": address(1_000_000 + number)}
        setup: dict[str, Any] = {"seats": [{} for _ in range(load.players)]}
        body: dict[str, Any] = {"setup": setup, "name": "Player 1"}
        made = await load.http.post("/api/tables", json=body, headers=headers)
        assert made.status_code == 201, made.text
        self.id = made.json()["table"]
        tokens = [made.json()["token"]]
        for player in range(2, load.players + 1):
            body = {"name": f"Player {player}"}
            joined = await load.http.post(f"/api/tables/{self.id}/join", json=body, headers=headers)
            assert joined.status_code == 200, joined.text
            tokens.append(joined.json()["token"])
        self.state, self.answers, self._asked, self._over = -1, 0, None, False
        self._renewing = False
        self._seen = [-1] * load.players
        self.lines = [
            await connect(load, self.id, token, self._hearer(seat), self._dropped)
            for seat, token in enumerate(tokens)
        ]

    def _hearer(self, seat: int) -> Callable[[Heard], None]:
        return lambda message: self._hear(seat, message)

    def go(self, pause: float) -> None:
        """Answer at this interval from now on; not all tables at the same moment."""
        self._pause = pause
        self._due = self.load.loop.time() + self.load.chance.uniform(0.0, pause)
        self._next()

    def halt(self) -> None:
        self._pause = 0.0
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def close(self) -> None:
        self.halt()
        for line in self.lines:
            line.close()

    def _dropped(self) -> None:
        self.load.step.dropped += 1

    # --- what is told and answered ---------------------------------------------------------------

    def _hear(self, seat: int, message: Heard) -> None:
        if self._renewing:
            return  # every seat is told that it is over
        if message.type == "refused":
            self.load.step.refused[message.code] += 1
            self._sent = 0.0
            self._next()
            return
        if message.type not in ("update", "table"):
            return
        self._seen[seat] = message.state
        if message.prompt is not None:
            self._asked = (seat, message.state, message.prompt)
        if message.stage == "over":
            self._over = True
        if min(self._seen) > self.state:
            self.state = min(self._seen)
            if self._sent:
                self.load.step.trips.append(time.perf_counter() - self._sent)
                self._sent = 0.0
                self.answers += 1
                self.load.step.answers += 1
        if self._over and not self._sent and self._timer is None:
            self._renewing = True
            self.load.finished.append((self.id, self.answers))
            self.load.step.games += 1
            self.load.begin(self._again())
        else:
            self._next()

    async def _again(self) -> None:
        """Another game for another one that has ended."""
        for line in self.lines:
            self.load.past += line.bytes
            line.close()
        self.lines = []
        await self.open()
        self._next()

    def _next(self) -> None:
        """Set the clock for the next answer, if there is one to give."""
        if not self._pause or self._sent or self._timer is not None or self._asked is None:
            return
        if self._asked[1] != self.state or len(self.lines) < self.load.players:
            return
        now = self.load.loop.time()
        self._due = max(self._due + self._pause, now) if self._due < now else self._due
        self._timer = self.load.loop.call_at(self._due, self._answer)

    def _answer(self) -> None:
        self._timer = None
        if self._asked is None or not self._pause:
            return
        seat, state, prompt = self._asked
        self._asked = None
        # The cheaper of two: a player with Quiddity left does something with it more often.
        one, two = (self.load.chance.choice(prompt.options) for _ in range(2))
        option = min(one, two, key=lambda choice: choice.amount)
        self._due += self._pause
        self._sent = time.perf_counter()
        message = b'{"type":"answer","state":%d,"option":%d}' % (state, option.number)
        self.lines[seat].send(message)


async def connect(
    load: Load, table: str, token: str, hear: Callable[[Heard], None], gone: Callable[[], None]
) -> Line:
    """A websocket that has said hello."""
    parts = urlsplit(load.url)
    port = parts.port or (443 if parts.scheme == "https" else 80)
    request = HANDSHAKE.format(path="/ws", host=parts.netloc, address=address(load.number()))
    _, line = await load.loop.create_connection(
        lambda: Line(hear, gone), parts.hostname or "", port, ssl=parts.scheme == "https" or None
    )
    line.ask(request.encode())
    await line.opened
    hello = {"type": "hello", "table": table, "token": token, "version": load.protocol}
    line.send(json.dumps(hello).encode())
    if token and load.protocol > 1:  # else the game would wait for the number
        line.send(json.dumps({"type": "number", "number": f"{load.number():032x}"}).encode())
    return line
