"""Services on real databases, and clients that play through them as a websocket would."""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
from collections.abc import AsyncIterator, Callable
from typing import Any

import msgspec

from quarriors.server.protocol.codec import decoder
from quarriors.server.sessions import Connection, Joined, TableService
from quarriors.server.settings import Settings
from quarriors.server.store import Store
from quarriors.table.messages import Answer, Chair, Clock, FromServer, Setup

SECONDS = 120.0  # that any test may wait for anything, on a busy machine
QUICK = Settings(
    bot_workers=1, bot_seconds=5.0, look_seconds=0.05, lease_seconds=0.5, number_seconds=0.0
)
# Glory to reach: a small game, for tests that play whole ones; and one that no test sees the end
# of by chance, for those that need it to go on. Seeds are true random numbers.
SHORT = 4
LONG = 20

_to_values = msgspec.json.decode
_of_protocol = decoder(FromServer)


class Time:
    """A clock that a test can put forward."""

    def __init__(self) -> None:
        self.ahead = 0.0

    def __call__(self) -> float:
        return time.time() + self.ahead


@contextlib.asynccontextmanager
async def a_service(
    url: str, settings: Settings = QUICK, now: Callable[[], float] | None = None
) -> AsyncIterator[TableService]:
    """A service on a database, as one process has it."""
    store = await Store.open(url, wall=now or time.time)
    try:
        service = TableService(store, settings, now) if now else TableService(store, settings)
        await service.start()
        try:
            yield service
        finally:
            await service.close()
    finally:
        await store.close()


def people(count: int = 2, goal: int = SHORT, **more: Any) -> Setup:
    """A table for people."""
    return Setup(seats=(Chair(),) * count, goal=goal, **more)


def against(*bots: str, goal: int = SHORT, **more: Any) -> Setup:
    """A table for one person and some bots."""
    return Setup(seats=(Chair(), *(Chair("bot", bot) for bot in bots)), goal=goal, **more)


def among(*bots: str, **more: Any) -> Setup:
    """A table of bots."""
    return Setup(seats=tuple(Chair("bot", bot) for bot in bots), goal=SHORT, **more)


def move_clock(seconds: int) -> Clock:
    """A number of seconds for every move."""
    return Clock("move", seconds)


class Client:
    """The other end of a connection: keeps what it is told, and can play by itself."""

    def __init__(self, luck: int = 1) -> None:
        self.messages: list[dict[str, Any]] = []
        self.closed: tuple[int, str] | None = None
        self.connection: Connection | None = None
        self.state = -1
        self.stage = ""
        self.prompt: dict[str, Any] | None = None
        self.can_undo = False
        self.players: list[dict[str, Any]] = []
        self.refused: list[dict[str, Any]] = []
        self._changed = asyncio.Event()
        self._luck = random.Random(luck)

    # --- what the service calls -------------------------------------------------------------------

    def push(self, data: bytes) -> bool:
        return False  # everything by the long way; the short one is `test_wire.py`'s

    async def send(self, data: bytes) -> None:
        _of_protocol(data)  # every message is one of the protocol
        message = _to_values(data)
        self.messages.append(message)
        kind = message["type"]
        if kind in ("table", "update"):
            if message["state"] < self.state:
                raise AssertionError("told of an older state after a newer one")
            self.state = message["state"]
            self.prompt = message["prompt"]
            self.can_undo = message["can_undo"]
        if kind == "table":
            self.stage = message["stage"]
        elif kind == "update" and message["view"].get("result"):
            self.stage = "over"
        elif kind == "refused":
            self.refused.append(message)
        if kind in ("table", "people"):
            self.players = message["players"]
        self._changed.set()

    async def close(self, code: int, reason: str) -> None:
        self.closed = (code, reason)
        self._changed.set()

    # --- what tests call -------------------------------------------------------------------------

    async def until(self, what: Callable[[Client], Any], seconds: float = SECONDS) -> None:
        """Wait until something is true of this client."""
        async with asyncio.timeout(seconds):
            while not what(self):
                self._changed.clear()
                await self._changed.wait()

    def of_kind(self, *kinds: str) -> list[dict[str, Any]]:
        """All messages of these kinds."""
        return [message for message in self.messages if message["type"] in kinds]

    async def say(self, message: Any) -> None:
        """Send a message to the service."""
        assert self.connection is not None
        await self.connection.receive(message)

    async def leave(self) -> None:
        """Hang up."""
        assert self.connection is not None
        await self.connection.close()

    async def answer(self, option: int | None = None) -> None:
        """Answer the prompt; if nobody says how, summon what there is, or by chance."""
        await self.until(lambda me: me.prompt)
        assert self.prompt is not None
        options = self.prompt["options"]
        summons = [one for one in options if one["verb"] in ("summon", "capture")]
        chosen = self._luck.choice(summons or options)["number"]
        state, refused = self.state, len(self.refused)
        await self.say(Answer(state, option or chosen))
        await self.until(lambda me: me.state > state or len(me.refused) > refused)

    async def play(self, most: int = 10_000) -> int:
        """Answer everything until the game is over, or so often; how often."""
        answers = 0
        while answers < most:
            await self.until(lambda me: me.prompt or me.stage == "over" or me.closed)
            if self.stage == "over" or self.closed:
                break
            await self.answer()
            answers += 1
        return answers


async def sit_down(
    service: TableService, joined: Joined, luck: int = 1, language: str = "en"
) -> Client:
    """A client connected to a seat."""
    return await look_at(service, joined.table, joined.token, luck, language)


async def look_at(
    service: TableService, table_id: str, token: str = "", luck: int = 1, language: str = "en"
) -> Client:
    """A client connected to a table, from the seat of a token or as a watcher."""
    client = Client(luck)
    client.connection = await service.connect(table_id, token, language, client)
    await client.until(lambda me: me.messages)
    return client


async def until(what: Callable[[], Any], seconds: float = SECONDS) -> None:
    """Wait until something is true."""
    async with asyncio.timeout(seconds):
        while not what():
            await asyncio.sleep(0.01)


def check_record(service: TableService, table_id: str) -> None:
    """A finished game, as everybody can check it: its record verifies."""
    from quarriors.record.replay import verify
    from quarriors.table.replay import record

    session = service.sessions[table_id]
    verify(record(session.table))
