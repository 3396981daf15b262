"""Clients that mean harm, for tests, `make soak` and `make load`.

A kind of attack is a coroutine that tries once: it connects, does its harm and returns when it has
been stopped or has nothing left to do. `attack` repeats it, with several at a time, until a time is
over. This file needs nothing but Python, so that it can run as a process of its own:

    python tests/server/proof/hostile.py http://127.0.0.1:7733 pong --source 127.0.0.2 --seconds 10

It talks to this machine only, sends at most `MOST` bytes in one try, and pauses between two.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import signal
import socket
import struct
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import asdict, dataclass, field
from ipaddress import ip_address
from urllib.parse import urlsplit

from quarriors.table.messages import VERSION

MOST = 8_000_000  # bytes in one try
PART = 60_000  # bytes at a time
PAUSE = 0.05  # seconds between two tries
PATIENCE = 120.0  # seconds in which a server must have cut a connection that it should cut
TRIES = 2_000  # of one attack
LONGEST = 900.0  # seconds of one attack
TEXT, BINARY, PING, PONG = 1, 2, 9, 10
CONTINUATION = 0
HANDSHAKE = (
    "GET /ws HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: cXVhcnJpb3JzIGhhcm0hIQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


@dataclass
class Toll:
    """What an attack did, and what was done to it."""

    tries: int = 0
    connections: int = 0
    refused: int = 0  # connections that were not let in
    cut: int = 0  # connections that the server ended
    sent: int = 0  # bytes


@dataclass
class Target:
    """A server on this machine, and the address that the harm comes from."""

    url: str
    source: str = "127.0.0.2"
    table: str = ""  # one to watch
    toll: Toll = field(default_factory=Toll)

    def __post_init__(self) -> None:
        assert ip_address(self.host).is_loopback, "attacks are for this machine only"

    @property
    def host(self) -> str:
        return urlsplit(self.url).hostname or ""

    @property
    def port(self) -> int:
        return urlsplit(self.url).port or 80

    @contextlib.asynccontextmanager
    async def line(self, room: int = 0) -> AsyncIterator[Line]:
        """A connection, with so much room for what the server sends; lost ones are counted."""
        raw = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        if room:
            raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, room)
        raw.setblocking(False)
        line: Line | None = None
        try:
            raw.bind((self.source, 0))
            await asyncio.get_running_loop().sock_connect(raw, (self.host, self.port))
            line = Line(self, raw)
            self.toll.connections += 1
            yield line
        except (OSError, EOFError):
            if line is None:
                self.toll.refused += 1
            else:
                self.toll.cut += 1
        finally:
            raw.close()


class Line:
    """One connection, in bytes."""

    def __init__(self, target: Target, raw: socket.socket) -> None:
        self.raw = raw
        self._target = target
        self._loop = asyncio.get_running_loop()

    async def send(self, data: bytes) -> None:
        """Send all of it; `OSError` if the server has cut the line."""
        await self._loop.sock_sendall(self.raw, data)
        self._target.toll.sent += len(data)

    async def receive(self) -> bytes:
        """Some bytes; `EOFError` if there are no more."""
        data = await self._loop.sock_recv(self.raw, 65_536)
        if not data:
            raise EOFError
        return data

    async def wait_for_the_end(self) -> None:
        """Read until the server ends it, which raises."""
        async with asyncio.timeout(PATIENCE):
            while True:
                await self.receive()

    async def upgrade(self) -> None:
        """Become a websocket."""
        await self.send(HANDSHAKE.format(host=f"{self._target.host}:{self._target.port}").encode())
        head = b""
        while b"\r\n\r\n" not in head:
            head += await self.receive()
        if b" 101 " not in head.split(b"\r\n")[0]:
            raise ConnectionRefusedError

    async def stream(self, part: bytes) -> None:
        """Send the same again and again, as much as one try may."""
        for _ in range(MOST // len(part)):
            await self.send(part)

    def vanish(self) -> None:
        """Reset the connection, as a machine does that was switched off and on."""
        self.raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.raw.close()


def frame(code: int, data: bytes = b"", *, final: bool = True) -> bytes:
    """A masked frame; a mask of zeros is as good as another."""
    first = (128 if final else 0) | code
    size = len(data)
    if size < 126:
        return bytes((first, 128 | size, 0, 0, 0, 0)) + data
    if size < 65_536:
        return bytes((first, 254)) + size.to_bytes(2, "big") + bytes(4) + data
    return bytes((first, 255)) + size.to_bytes(8, "big") + bytes(4) + data


def repeated(one: bytes) -> bytes:
    """As many of these as are sent at a time."""
    return one * max(1, PART // len(one))


# --- flooding ------------------------------------------------------------------------------------


def flood(part: bytes, first: bytes = b"") -> Callable[[Target], Awaitable[None]]:
    """A websocket that says no hello and sends one thing without end."""

    async def attempt(target: Target) -> None:
        async with target.line() as line:
            await line.upgrade()
            await line.send(first)
            await line.stream(part)
            await line.wait_for_the_end()

    return attempt


async def greeted(target: Target) -> None:
    """A watcher who was greeted, and then sends what is understood without end."""
    async with target.line() as line:
        await line.upgrade()
        hello = {"type": "hello", "table": target.table or "a" * 16, "version": VERSION}
        await line.send(frame(TEXT, json.dumps(hello).encode()))
        await line.receive()
        await line.stream(repeated(frame(TEXT, b'{"type":"ping"}')))
        await line.wait_for_the_end()


def http_flood(part: bytes, first: bytes = b"") -> Callable[[Target], Awaitable[None]]:
    """An HTTP connection that sends one thing without end."""

    async def attempt(target: Target) -> None:
        async with target.line() as line:
            await line.send(first)
            await line.stream(part)
            await line.wait_for_the_end()

    return attempt


async def many_connections(target: Target) -> None:
    """Open connections as fast as they can be had."""
    async with contextlib.AsyncExitStack() as stack:
        for _ in range(100):
            await stack.enter_async_context(target.line())


# --- silent, half-open, slow ---------------------------------------------------------------------


def together(count: int, one: Callable[[Line], Awaitable[None]], room: int = 0) -> Kind:
    """Many connections that do the same at the same time, and then wait for their end."""

    async def attempt(target: Target) -> None:
        async def run() -> None:
            async with target.line(room) as line:
                await one(line)

        async with asyncio.TaskGroup() as group:
            for _ in range(count):
                group.create_task(run())

    return attempt


async def silent(line: Line) -> None:
    """A websocket that says nothing."""
    await line.upgrade()
    await line.wait_for_the_end()


async def half_open(line: Line) -> None:
    """Half a request, and nothing more."""
    await line.send(b"GET /api/cards HTTP/1.1\r\nHost: localhost\r\nX-")
    await line.wait_for_the_end()


async def slow(line: Line) -> None:
    """A header that comes one byte after the other."""
    await line.send(b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")
    async with asyncio.timeout(PATIENCE):
        while True:
            await line.send(b"x")
            await asyncio.sleep(0.1)


async def unread(line: Line) -> None:
    """Ask for much, and read nothing of it."""
    await line.send(b"GET /api/cards HTTP/1.1\r\nHost: localhost\r\n\r\n" * 8)
    async with asyncio.timeout(PATIENCE):
        while not line.raw.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR):
            await asyncio.sleep(0.05)
    raise ConnectionResetError


# --- lying and disappearing ----------------------------------------------------------------------

LIES: tuple[bytes, ...] = (
    frame(3, b"?"),  # an opcode that nobody has defined
    frame(PING, b"x" * 126),  # a control frame is shorter than that
    b"\x81\x85hello",  # not masked as it says
    bytes((0x81, 255)) + (2**62).to_bytes(8, "big") + bytes(4),  # more than anybody can send
    frame(TEXT, b"\xff\xfe"),
    frame(CONTINUATION, b"of nothing"),
    frame(BINARY, b"\0" * 100),
    frame(TEXT, b'{"type":"hello","table":"aaaaaaaaaaaaaaaa","token":"' + b"x" * 32 + b'"}'),
    frame(TEXT, b'{"type":"hello","table":"' + b"\\u0000" * 16 + b'"}'),
    frame(TEXT, b"[" * 10_000),
)
HTTP_LIES: tuple[bytes, ...] = (
    b"GET /api/tables/%00 HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999\r\n\r\n{",
    b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}GARBAGE\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: evil.example\r\nX-Forwarded-For: 127.0.0.1\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",  # TLS
    b"GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
)


async def lying(target: Target) -> None:
    """Say many things at once that are not true; each ends its connection or is refused."""

    async def tell(lie: bytes, *, websocket: bool) -> None:
        async with target.line() as line:
            if websocket:
                await line.upgrade()
            await line.send(lie)
            await line.wait_for_the_end()

    async with asyncio.TaskGroup() as group:
        for lie in LIES:
            group.create_task(tell(lie, websocket=True))
        for lie in HTTP_LIES:
            group.create_task(tell(lie, websocket=False))


async def disappearing(target: Target) -> None:
    """Go away without a word in the middle of a request, a handshake, a greeting, an answer."""
    greeting = {"type": "hello", "table": target.table or "a" * 16, "version": VERSION}
    hello = frame(TEXT, json.dumps(greeting).encode())
    for number in range(20):
        async with target.line() as line:
            if number % 4 == 0:
                await line.send(b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Le")
            else:
                await line.upgrade()
                await line.send(hello if number % 4 == 1 else hello[:number])
                if number % 4 == 1:
                    await line.receive()
            line.vanish()


Kind = Callable[[Target], Awaitable[None]]
CHUNKED = (
    b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    b"Transfer-Encoding: chunked\r\n\r\n"
)
FLOODS: dict[str, Kind] = {
    "pong": flood(repeated(frame(PONG))),
    "ping": flood(repeated(frame(PING))),
    "continuation": flood(
        repeated(frame(CONTINUATION, final=False)), frame(TEXT, b"x", final=False)
    ),
    "text": flood(repeated(frame(TEXT, b'{"type":"ping"}'))),
    "greeted": greeted,
    "oversized": flood(frame(TEXT, b"x" * 60_000)),
    "binary": flood(repeated(frame(BINARY, b"\0"))),
    "requests": http_flood(repeated(b"GET /api/sets HTTP/1.1\r\nHost: localhost\r\n\r\n")),
    "chunks": http_flood(repeated(b"1\r\n \r\n"), CHUNKED),
    "connections": many_connections,
}
KINDS: dict[str, Kind] = {
    **FLOODS,
    "silent": together(60, silent),
    "half_open": together(200, half_open),
    "slow": together(60, slow),
    "unread": together(60, unread, room=4_096),
    "lying": lying,
    "disappearing": disappearing,
}


async def attack(target: Target, kind: str, seconds: float) -> Toll:
    """Try again and again until the time is over."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            for _ in range(TRIES):
                target.toll.tries += 1
                with contextlib.suppress(TimeoutError):
                    await KINDS[kind](target)
                await asyncio.sleep(PAUSE)
    return target.toll


def has_second_address() -> bool:
    """Whether this machine lets somebody come from another address of its own."""
    with socket.socket() as raw:
        try:
            raw.bind(("127.0.0.2", 0))
        except OSError:
            return False
    return True


ALL = "all"
BEGUN = "begun"


def sources(first: str) -> dict[str, str]:
    """An address for each kind, so that none is refused for what another one did."""
    return {kind: str(ip_address(first) + number) for number, kind in enumerate(KINDS)}


@contextlib.contextmanager
def beside(url: str, table: str = "", first: str = "127.0.0.2") -> Iterator[dict[str, Toll]]:
    """Attacks of all kinds while something else goes on; afterwards what they did."""
    tolls: dict[str, Toll] = {}
    running = subprocess.Popen(
        [
            *(sys.executable, __file__, url, ALL, "--source", first),
            *("--seconds", str(LONGEST), f"--table={table}"),
        ],
        stdout=subprocess.PIPE,
        text=True,
        process_group=0,
    )
    assert running.stdout is not None
    try:
        assert running.stdout.readline().strip() == BEGUN
        yield tolls
        running.send_signal(signal.SIGINT)
        out, _ = running.communicate(timeout=PATIENCE)
        tolls.update({kind: Toll(**toll) for kind, toll in json.loads(out).items()})
    finally:
        running.kill()
        running.wait()


async def _attacks(targets: dict[str, Target], seconds: float) -> None:
    print(BEGUN, flush=True)
    await asyncio.gather(*(attack(target, kind, seconds) for kind, target in targets.items()))


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("url", help="a server on this machine")
    parser.add_argument("kind", choices=[ALL, *KINDS])
    parser.add_argument("--source", default="127.0.0.2", help="where it (the first) comes from")
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--table", default="", help="a table to watch")
    found = parser.parse_args()
    places = sources(found.source) if found.kind == ALL else {found.kind: found.source}
    targets = {kind: Target(found.url, place, found.table) for kind, place in places.items()}
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(_attacks(targets, min(found.seconds, LONGEST)))
    print(json.dumps({kind: asdict(target.toll) for kind, target in targets.items()}), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
