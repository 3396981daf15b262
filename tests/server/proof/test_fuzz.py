"""Every message of the protocol, wrong in every way: it is refused, and nothing changes."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Callable, Coroutine, Iterator
from contextlib import AsyncExitStack, closing, suppress
from pathlib import Path
from typing import Any, TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed

from quarriors.server.settings import Settings
from quarriors.table.messages import (
    VERSION,
    AddNumber,
    Admit,
    Answer,
    AnswerUndo,
    AskUndo,
    Begin,
    Call,
    Fill,
    Free,
    GiveBack,
    Hello,
    Hint,
    Orders,
    Ping,
    Replace,
    Say,
    SetChat,
    Undo,
    WithdrawUndo,
)
from tests.server.proof.shapes import KINDS, ill_formed, readable, rubbish, well_formed
from tests.server.web.helpers import Running, Talk, quick, running

# The server runs in a thread of this process and draws numbers for its pings whenever it likes,
# which Hypothesis takes for a strategy that does so.
pytestmark = pytest.mark.filterwarnings("ignore:Do not use the `random` module")

CODES = {
    "malformed", "stale", "illegal", "not_yours", "not_host", "not_now", "too_fast", "too_long",
    "no_table", "bad_token", "version", "storage", "off",
}  # fmt: skip
WHO = ("host", "guest", "watcher")
STAGES = ("waiting", "playing", "over")
T = TypeVar("T")

short = settings(max_examples=25)


class Hall:
    """A server with a table in every stage, and at each a host, a guest and a watcher."""

    def __init__(self, there: Running, database: Path, runner: asyncio.Runner) -> None:
        self.there = there
        self.lines: dict[tuple[str, str], Talk] = {}
        self.tables: dict[str, str] = {}
        self.tokens: dict[tuple[str, str], str] = {}
        self._database = database
        self._runner = runner
        self._pings = 0

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        return self._runner.run(work)

    async def enter(self, stack: AsyncExitStack) -> None:
        """Make the tables and sit down; the finished game is played to its end first."""
        for stage in STAGES:
            seats: list[dict[str, Any]] = [{}, {}, {}] if stage == "waiting" else [{}, {}]
            host = self.there.make_table(seats=seats, goal=1)
            guest = self.there.join(host["table"])
            table = self.tables[stage] = host["table"]
            if stage == "over":
                async with (
                    self.there.seat(table, host["token"]) as one,
                    self.there.seat(table, guest["token"]) as two,
                ):
                    await asyncio.gather(one.play(1), two.play(2))
            for who, token in (("host", host["token"]), ("guest", guest["token"]), ("watcher", "")):
                self.tokens[stage, who] = token
                line = await stack.enter_async_context(self.there.seat(table, token))
                self.lines[stage, who] = line

    def stored(self) -> list[tuple[Any, ...]]:
        """All that the database holds of tables and what was said at them."""
        with closing(sqlite3.connect(self._database)) as database:
            return [
                *database.execute("SELECT table_id, count(*), max(seq) FROM entries GROUP BY 1"),
                *database.execute("SELECT count(*), max(id) FROM chat"),
                *database.execute("SELECT count(*) FROM tables"),
            ]

    async def ask(self, stage: str, who: str, data: str | bytes) -> list[dict[str, Any]]:
        """Send what must be refused, and hear all that is said until a ping after it is answered.

        Hints are answered when they are ready, which may be after that.
        """
        line = self.lines[stage, who]
        self._pings += 1
        await line.line.send(data)
        await line.send(type="ping", at=float(self._pings))
        heard: list[dict[str, Any]] = []
        answered = False
        while not (answered and any(one["type"] == "refused" for one in heard)):
            message = await line.next()
            if message["type"] == "pong" and message["at"] == self._pings:
                answered = True
            else:
                heard.append(message)
        return heard

    def state(self, stage: str) -> int:
        return int(self.lines[stage, "host"].table["state"])

    def asked(self, stage: str, who: str) -> bool:
        return self.lines[stage, who].table["prompt"] is not None


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    database = tmp_path_factory.mktemp("fuzz") / "tables.sqlite"
    patient = quick(database=str(database), mistakes=10**6)
    with running(patient) as there, asyncio.Runner() as runner:
        stack = AsyncExitStack()
        hall = Hall(there, database, runner)
        runner.run(hall.enter(stack))
        yield hall
        runner.run(stack.aclose())


def refused(heard: list[dict[str, Any]]) -> list[str]:
    """The codes of refusals among what was heard, each of which has a sentence."""
    found = [message for message in heard if message["type"] == "refused"]
    for message in found:
        assert message["code"] in CODES, message
        assert message["text"].strip(), message
        assert "Traceback" not in message["text"], message
    return [message["code"] for message in found]


def may_be_obeyed(hall: Hall, stage: str, who: str, message: Any) -> bool:
    """Whether a readable message could be right, so that nothing is proved by sending it."""
    seated = who != "watcher"
    now = getattr(message, "state", None) == hall.state(stage)
    if isinstance(message, Ping):
        return True
    if isinstance(message, Say):
        return seated
    if isinstance(message, Orders):
        return seated and stage != "over"
    if isinstance(message, (Answer, Hint)):
        return now and hall.asked(stage, who)
    if isinstance(message, (Call, Undo, AskUndo)):
        return now and seated and stage == "playing"
    if isinstance(message, AddNumber):
        return seated and stage == "waiting"
    if isinstance(message, (Fill, Free, Admit)):
        return who == "host" and stage == "waiting"
    if isinstance(message, SetChat):
        return who == "host"
    if isinstance(message, AnswerUndo | WithdrawUndo):
        return False  # nobody has asked
    if isinstance(message, GiveBack | Replace | Begin | Hello):
        return False  # nobody is replaced, seats are free, and one hello is enough
    raise AssertionError(f"the protocol has a new message: {message}")


def check_refused(hall: Hall, stage: str, who: str, data: str | bytes) -> None:
    message = readable(data)
    if message is not None and may_be_obeyed(hall, stage, who, message):
        return
    before = hall.stored()
    heard = hall.run(hall.ask(stage, who, data))
    codes = refused(heard)
    assert len(codes) == 1, (data, heard)
    if message is None:
        assert codes[0] in ("malformed", "too_long"), (data, heard)
    assert not [one for one in heard if one["type"] in ("table", "update", "chat")], heard
    assert hall.stored() == before, data


@pytest.mark.parametrize("kind", KINDS)
def test_messages_that_are_wrong(hall: Hall, kind: str) -> None:
    where = st.tuples(st.sampled_from(STAGES), st.sampled_from(WHO))

    @short
    @given(where, ill_formed(kind))
    def shape(place: tuple[str, str], data: str) -> None:
        check_refused(hall, *place, data)

    @short
    @given(where, well_formed(kind))
    def sense(place: tuple[str, str], data: str) -> None:
        check_refused(hall, *place, data)

    shape()
    sense()


def test_rubbish(hall: Hall) -> None:
    @settings(short, max_examples=60)
    @given(st.sampled_from(STAGES), st.sampled_from(WHO), rubbish)
    def throw(stage: str, who: str, data: str | bytes) -> None:
        check_refused(hall, stage, who, data)

    throw()


def _to_decide(hall: Hall) -> tuple[str, str]:
    """Whose turn it is in the game that is played, and whose it is not."""
    names = ("host", "guest")
    return names if hall.asked("playing", "host") else names[::-1]


def test_answers_nearly_right(hall: Hall) -> None:
    """The right message from the wrong one, of another state, or with an option too many."""
    turn, other = _to_decide(hall)
    state = hall.state("playing")
    options = len(hall.lines["playing", turn].table["prompt"]["options"])

    def answer(state: int, option: int) -> str:
        return json.dumps({"type": "answer", "state": state, "option": option})

    wrong: list[tuple[str, str, str]] = [
        *((other, answer(state, n), "not_yours") for n in range(-1, options + 2)),
        *(("watcher", answer(state, n), "not_yours") for n in range(-1, options + 2)),
        *((turn, answer(state, n), "illegal") for n in (-(2**63), -1, 0, options + 1, 2**63 - 1)),
        *((turn, answer(n, 1), "stale") for n in (-1, 0, state - 1, state + 1, 2**63 - 1)),
    ]
    before = hall.stored()
    for who, data, code in wrong:
        assert refused(hall.run(hall.ask("playing", who, data))) == [code], (who, data)
    for stage in ("waiting", "over"):
        for who in WHO:
            data = answer(hall.state(stage), 1)
            codes = refused(hall.run(hall.ask(stage, who, data)))
            assert codes in (["not_now"], ["not_yours"]), (stage, who)
    assert hall.stored() == before


@pytest.mark.parametrize("size", [16_385, 65_000])
def test_long_messages_are_told_so(hall: Hall, size: int) -> None:
    start = '{"type":"say","text":"'
    for data in (start + "x" * (size - len(start) - 2) + '"}', " " * size, "’" * (size // 3 + 1)):
        before = hall.stored()
        assert refused(hall.run(hall.ask("playing", "host", data))) == ["too_long"]
        assert hall.stored() == before


async def _bye(line: Talk) -> tuple[list[dict[str, Any]], int]:
    """All that is said until the server hangs up, and the code of that."""
    heard = []
    try:
        while True:
            heard.append(await line.next())
    except ConnectionClosed as error:
        return heard, 0 if error.rcvd is None else error.rcvd.code


def _abuses() -> list[tuple[str, Callable[[Talk], Coroutine[Any, Any, None]], set[int]]]:
    async def huge(line: Talk) -> None:
        await line.line.send("x" * 2_000_000)

    async def no_text(line: Talk) -> None:
        await line.line.send(b"\xff\xfe\xfd", text=True)

    async def again_and_again(line: Talk) -> None:
        for _ in range(60):
            await line.line.send("{")

    async def flood(line: Talk) -> None:
        for _ in range(200):
            await line.send(type="ping")

    return [
        ("huge", huge, {1009}),
        ("no text", no_text, {1007}),
        ("again and again", again_and_again, {1008}),
        ("flood", flood, {1008}),
    ]


def test_abuse_ends_the_connection_and_nothing_else(tmp_path: Path) -> None:
    database = tmp_path / "tables.sqlite"
    with running(Settings(port=0, database=str(database))) as there:
        host = there.make_table()
        there.join(host["table"])

        async def abuse(
            way: Callable[[Talk], Coroutine[Any, Any, None]],
        ) -> tuple[dict[str, Any], list[dict[str, Any]], int]:
            async with there.seat(host["table"], host["token"]) as line:
                with suppress(ConnectionClosed):  # they need not hear it out
                    await way(line)
                return line.table, *await _bye(line)

        seen = []
        for name, way, codes in _abuses():
            table, heard, code = asyncio.run(abuse(way))
            assert code in codes, (name, code)
            assert {"table", "update"}.isdisjoint(one["type"] for one in heard), name
            seen.append((table["state"], table["prompt"], table["log"]))
        assert all(one == seen[0] for one in seen)


def test_a_wrong_hello_is_turned_away(hall: Hall) -> None:
    """The first message decides who somebody is; whatever is wrong with it, nobody gets in."""
    token = hall.tokens["playing", "host"]
    right = {"type": "hello", "table": hall.tables["playing"], "token": token, "version": VERSION}

    async def knock(data: str | bytes) -> tuple[list[dict[str, Any]], int]:
        async with hall.there.socket() as line:
            await line.line.send(data)
            return await _bye(line)

    @short
    @given(st.one_of(ill_formed("hello"), well_formed("hello"), well_formed("answer"), rubbish))
    def wrong(data: str | bytes) -> None:
        before = hall.stored()
        heard, code = hall.run(knock(data))
        assert len(heard) == 1
        assert len(refused(heard)) == 1
        assert code in (1008, 1013)
        assert hall.stored() == before

    wrong()
    for change in (
        {"version": VERSION + 1},
        {"table": "x" * 16},
        {"token": "x" * 32},
        {"token": token[1:]},
    ):
        heard, code = hall.run(knock(json.dumps({**right, **change})))
        assert refused(heard)[0] in ("version", "no_table", "bad_token"), change
        assert code == 1008
