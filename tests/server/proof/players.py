"""Script players: they play through real websockets, come back by themselves, and remember.

What a player was told is checked at once against what it was told before, across every lost
connection; all of it is kept for `evidence.py`, which compares it with the database afterwards.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import random
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from quarriors.table.messages import VERSION
from tests.server.proof.servers import address

PACE = 0.055  # seconds between two messages of one player: the server's limit is 20 a second
LATER = 0.2  # seconds before connecting again
OPENING = 10.0
LARGEST = 2**24
EXPECTED = ("stale", "storage", "too_fast")  # refusals that a player of good will may get
CALLING = ("not_now", "illegal")  # and for calling time: it was called already, or on a bot

NULL = b"null"

_split = msgspec.json.Decoder(dict[str, msgspec.Raw]).decode


def digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def merged(before: dict[str, msgspec.Raw], view: bytes) -> dict[str, msgspec.Raw]:
    """The view after an update, whose own view has only what changed."""
    return {**before, **_split(view)}


def joined(keys: dict[str, msgspec.Raw]) -> bytes:
    """A view put together again, byte for byte as the server would tell it whole."""
    return b"{%s}" % b",".join(b'"%s":%s' % (key.encode(), bytes(keys[key])) for key in keys)


def seen_from(view: bytes, seat: int | None) -> str:
    """The digest of a view, which begins with the seat it is seen from, without that seat."""
    start = b'{"seat":%s,' % msgspec.json.encode(seat)
    assert view.startswith(start), view[:20]
    return digest(view[len(start) :])


@dataclass
class Tally:
    """What all players of a trial have seen, for the test, which decides when to strike."""

    acknowledged: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    sentences: set[str] = field(default_factory=set)  # of refusals for trouble with the database
    lost: int = 0  # connections
    go: asyncio.Event = field(default_factory=asyncio.Event)  # while it is not set, nobody answers
    blow: Callable[[], None] | None = None  # struck in the moment of an acknowledgement,
    blow_after: int = 0  # of this one, or the next

    def acknowledge(self) -> None:
        """One more answer is acknowledged; a test that waits for that strikes at once."""
        self.acknowledged += 1
        if self.blow is not None and self.acknowledged >= self.blow_after:
            blow, self.blow = self.blow, None
            blow()


@dataclass(frozen=True)
class Sent:
    """An answer that was sent: the state it was for, and the number of the option."""

    state: int
    option: int


class Player:
    """One seat of one table, or a watcher, until the game is over."""

    def __init__(
        self,
        number: int,
        table: str,
        seat: int | None,
        token: str,
        where: Callable[[int], str],
        tally: Tally,
        *,
        seed: int,
        language: str = "en",
        pace: float = PACE,
    ) -> None:
        self.table = table
        self.seat = seat
        self.token = token
        self.language = language
        self.losses = 0
        self.over = False
        self.seed = ""  # told at the end
        self.number = f"{seed % 2**64:016x}{number:016x}"  # added to the dice
        self.added = False
        self.commitment = ""
        self.state = -1
        # What evidence is made of: digests by state of views and prompts as they came, byte for
        # byte, and what was acknowledged.
        self.views: dict[int, str] = {}
        self._view: dict[str, msgspec.Raw] = {}
        self.prompts: dict[int, str] = {}
        self.acknowledged: list[Sent] = []
        self.undone: list[int] = []  # states in which our undo was acknowledged
        self.called: dict[int, float] = {}  # by state, until when time was called
        self.said: list[str] = []
        self.heard: list[str] = []
        self.log: list[dict[str, Any]] = []
        self._number = number
        self._where = where
        self._tally = tally
        self._pace = pace
        self._chance = random.Random(f"player/{seed}/{number}")
        self._orders: dict[str, Any] | None = None
        self._wanted: dict[str, Any] | None = self._wishes()
        self._prompt: dict[str, Any] | None = None
        self._can_undo = False
        self._flight: deque[Sent] = deque()
        self._undoing = -1
        self._line: ClientConnection | None = None

    def _wishes(self) -> dict[str, Any] | None:
        """Standing orders for one player in three: then the server answers for them at times."""
        if self.seat is None or self._chance.random() > 1 / 3:
            return None
        defend = self._chance.choice(["weakest", "strongest", "cheapest"])
        return {"defend": defend, "reactions": "ask", "pass_alone": True, "away": False}

    # --- connections -----------------------------------------------------------------------------

    async def play(self) -> None:
        """Until the game is over; lost connections are opened again."""
        while not self.over:
            url = self._where(self.losses)
            # The server may be gone, or on its way back.
            with contextlib.suppress(OSError, TimeoutError, InvalidHandshake, ConnectionClosed):
                if url:
                    await self._sit(url)
            if not self.over:
                self.losses += 1
                self._tally.lost += 1
                await asyncio.sleep(LATER)

    async def _sit(self, url: str) -> None:
        async with connect(
            "ws" + url.removeprefix("http") + "/ws",
            additional_headers=address(self._number),
            open_timeout=OPENING,
            max_size=LARGEST,
            compression=None,
            proxy=None,
        ) as line:
            self._line = line
            # Of what was under way nothing is known: it may be written, or may not.
            self._flight.clear()
            self._undoing = -1
            await self._send(
                type="hello",
                table=self.table,
                token=self.token,
                language=self.language,
                version=VERSION,
            )
            async for raw in line:
                await self._hear(raw if isinstance(raw, bytes) else raw.encode())
                if self.over:
                    return

    async def _send(self, **message: Any) -> None:
        assert self._line is not None, "it is connected"
        await self._line.send(json.dumps(message))

    # --- what is told ----------------------------------------------------------------------------

    async def _hear(self, raw: bytes) -> None:
        parts = _split(raw)
        view = bytes(parts.pop("view", NULL))
        asked = bytes(parts.pop("prompt", NULL))
        message = {key: msgspec.json.decode(value) for key, value in parts.items()}
        kind = message["type"]
        if kind == "table":
            self._see_table(message)
            await self._add_number(message)
            self._see_game(message, view, asked)
            await self._act()
        elif kind == "update":
            assert message["since"] == self.state, "the view is told from another state"
            self._see_update(message)
            self._see_game(message, view, asked)
            await self._act()
        elif kind == "refused":
            await self._see_refusal(message)
        elif kind == "chat":
            self.heard.append(message["line"]["text"])
        else:
            assert kind in ("people", "closing"), message

    async def _add_number(self, message: dict[str, Any]) -> None:
        """What this seat adds to the dice; once written it is never gone or another."""
        if self.seat is None:
            return
        there = message["numbers"][self.seat]
        assert there in ("", self.number), "another number"
        assert there or not self.added, "a number is gone"
        self.added = bool(there)
        if not there and message["stage"] == "waiting":
            await self._send(type="number", number=self.number)

    def _see_table(self, message: dict[str, Any]) -> None:
        """The whole table, which must go on from where this player was."""
        assert message["me"] == self.seat, message["me"]
        assert message["table"] == self.table
        self.commitment = self.commitment or message["commitment"]
        assert message["commitment"] == self.commitment, "another seed"
        assert message["state"] >= self.state, "something acknowledged is gone"
        if message["state"] == self.state and self.log:
            assert message["log"] == self.log, "another log of the same state"
        chat = [line["text"] for line in message["chat"]]
        assert set(self.heard) <= set(chat), "a line of chat is gone"
        if self.seat is not None:
            if self._orders is not None and self._orders == self._wanted:
                assert message["orders"] == self._orders, "orders are gone"
            self._orders = message["orders"]
        self.log = message["log"]
        if message["stage"] == "over":
            self.over = True
            self.seed = message["seed"]
        else:
            assert message["seed"] == "", "the seed is told too early"

    def _see_update(self, message: dict[str, Any]) -> None:
        """The game went on: by our answer, or by somebody else's."""
        assert message["state"] > self.state, "an update goes back"
        if message["undone"] and self._undoing == self.state:
            self.undone.append(self._undoing)
            self._undoing = -1
        mine = message["by"] == "player" and not message["undone"] and self._prompt is not None
        if mine and self._flight and self._flight[0].state == self.state:
            self.acknowledged.append(self._flight.popleft())
            self._tally.acknowledge()
        del self.log[message["log_from"] - 1 :]
        assert len(self.log) == message["log_from"] - 1, "lines of the log are missing"
        self.log += message["log"]

    def _see_game(self, message: dict[str, Any], view: bytes, asked: bytes) -> None:
        """View and prompt: the same for the same state, from any process, however often."""
        state = self.state = message["state"]
        if message["times"]["kind"] == "call":
            until = message["times"]["until"]
            assert self.called.setdefault(state, until) == until, "called time has moved"
        else:
            assert state not in self.called, "called time is gone"
        self._can_undo = message["can_undo"]
        if view != NULL:
            whole = message["type"] == "table"
            self._view = merged({} if whole else self._view, view)
            self._keep(self.views, state, seen_from(joined(self._view), self.seat))
        self._prompt = msgspec.json.decode(asked)
        if self._prompt is not None:
            self._keep(self.prompts, state, digest(asked))
            assert message["waiting_for"] == self.seat, "asked out of turn"
        elif self.seat is not None and message["waiting_for"] == self.seat:
            # What standing orders answer is not asked.
            assert self._wanted is not None, "the prompt is missing"

    def _keep(self, where: dict[int, str], state: int, found: str) -> None:
        assert where.setdefault(state, found) == found, f"state {state} was told in two ways"

    async def _see_refusal(self, message: dict[str, Any]) -> None:
        """Our answer was late or could not be written: if it is still our turn, again."""
        code = message["code"]
        self._tally.refused[code] += 1
        if message["to"] == "hello" and code in ("storage", "not_now"):
            return  # they hang up now
        undo = message["to"] == "undo"
        if message["to"] == "call" and code in CALLING:
            return
        if message["to"] == "number" and code == "not_now":
            return  # on a busy machine: the server has waited for it long enough, and begun
        late = code == "not_now" and message["to"] in ("undo", "orders")
        assert code in EXPECTED or late, message
        assert len(message["text"]) > 10, message
        if code == "storage":
            self._tally.sentences.add(message["text"])
            await asyncio.sleep(LATER)
        if undo:
            self._undoing = -1
            self._can_undo = False
            await self._act()
        elif message["to"] == "answer" and self._flight:
            if self._flight.popleft().state == self.state and not self._flight:
                await self._act()
        elif late:
            self._wanted = None
        elif code == "too_fast":  # it does not say which message; all have been answered by now
            await asyncio.sleep(1.0)
            self._flight.clear()
            self._undoing = -1
            await self._act()

    # --- what is done ----------------------------------------------------------------------------

    async def _act(self) -> None:
        """Answer what is asked; now and then say something, change orders, or think again."""
        if self.over or self.seat is None or self._undoing == self.state:
            return
        if self._wanted is not None and self._orders != self._wanted:
            await asyncio.sleep(self._pace)
            await self._send(type="orders", **self._wanted)
        if self._chance.random() < 0.01:
            self.said.append(f"{self.table} {self.seat} {len(self.said)}")
            await self._send(type="say", text=self.said[-1])
        if self._prompt is None and self._chance.random() < 0.02:
            await self._send(type="call", state=self.state)
        if self._can_undo and self._chance.random() < 0.1:
            await asyncio.sleep(self._pace)
            self._undoing = self.state
            await self._send(type="undo", state=self.state)
            return
        if self._prompt is None or any(one.state == self.state for one in self._flight):
            return
        await asyncio.sleep(self._pace * self._chance.uniform(1.0, 1.5))
        await self._tally.go.wait()
        sent = Sent(self.state, self._chance.choice(self._prompt["options"])["number"])
        # Some people click twice: the second time must be refused, and change nothing.
        for _ in range(2 if self._chance.random() < 0.05 else 1):
            self._flight.append(sent)
            await self._send(type="answer", state=sent.state, option=sent.option)
