"""A table in memory: the script that every form plays, and what the caller has to run."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from typing import Any

from quarriors.engine.rng import Dealer
from quarriors.table.codec import encode
from quarriors.table.entries import (
    Admitted,
    Answered,
    Called,
    Entry,
    Flagged,
    GaveBack,
    Leave,
    Ordered,
    Sit,
    Started,
    StoodIn,
    Undone,
)
from quarriors.table.memory import Client, MemoryTable
from quarriors.table.messages import Answer, Chair, Clock, Hint, Replace, Say, Setup
from quarriors.table.table_header import new_head
from quarriors.table.tokens import token_hash

from .helpers import KEY, NAMES, TOKENS, fingerprint, setup_of
from .script import BOT_LUCK, SEED, play

START = 1000.0


class Memory:
    """The form of the script that has no server."""

    def __init__(self) -> None:
        self.clock = START
        self.people: list[Client] = []

    def made(self, setup: Setup, seed: int) -> MemoryTable:
        head = new_head(KEY, START, setup, seed, token_hash(TOKENS[0]))
        self.table = MemoryTable(head, lambda: self.clock, lambda: BOT_LUCK)
        return self.table

    async def open(self, setup: Setup, seed: int, name: str) -> int:
        self.made(setup, seed)
        return await self.sit(name)

    async def sit(self, name: str, seat: int | None = None) -> int:
        token = TOKENS[NAMES.index(name)]
        self.table.sit(name, token, seat)
        self.people.append(self.table.connect(token))
        return len(self.people) - 1

    async def send(self, person: int, message: str) -> None:
        self.clock += 1.0
        self.table.receive(self.people[person], message)

    async def messages(self, person: int) -> Sequence[bytes]:
        self.table.run()
        return self.people[person].take()

    async def entries(self) -> Sequence[Entry]:
        return [row.entry for row in self.table.entries]


def test_the_script_is_played_in_memory() -> None:
    form = Memory()
    played = asyncio.run(play(form))
    kinds = {type(entry) for entry in played.entries}
    assert kinds >= {Sit, Leave, Admitted, Started, Ordered, Answered, Undone, Called}
    assert {e.by for e in played.entries if isinstance(e, Answered)} == {"player", "bot", "order"}
    assert form.table.table.stage == "over"
    told = played.messages["Anna"][-2]
    assert (told["type"], told["stage"], told["seed"]) == ("table", "over", str(SEED))


def test_the_script_gives_the_same_entries_and_messages_again() -> None:
    assert asyncio.run(play(Memory())) == asyncio.run(play(Memory()))


def test_a_table_is_opened_again_from_its_entries() -> None:
    form = Memory()
    asyncio.run(play(form))
    old = form.table
    half = old.entries[: len(old.entries) // 2]
    again = MemoryTable(old.table.head, lambda: form.clock, lambda: BOT_LUCK, half)
    for row in old.entries[len(half) :]:
        again.table.fold(row.seq, row.entry, row.at)
    assert fingerprint(again.table) == fingerprint(old.table)


# --- one game of two people ---


def two(clock: Clock | None = None, **values: object) -> tuple[Memory, Client, Client]:
    """A game that has begun, and its players' clients."""
    form = Memory()
    table = form.made(setup_of(2, clock=clock or Clock(), **values), 7)
    for name, token in zip(NAMES[:2], TOKENS[:2], strict=True):
        table.sit(name, token)
    return form, table.connect(TOKENS[0]), table.connect(TOKENS[1])


def sent(client: Client) -> list[dict[str, Any]]:
    return [json.loads(data) for data in client.take()]


def test_malformed_messages_are_refused_in_the_readers_language() -> None:
    form, anna, _ = two()
    anna.take()
    for wrong in ("{", "[]", '{"type":"fly"}', '{"type":"answer","state":1}', b"\xff"):
        form.table.receive(anna, wrong)
    found = sent(anna)
    assert {one["code"] for one in found} == {"malformed"}
    assert "option is missing" in found[3]["text"]
    italian = form.table.connect(TOKENS[0], "it")
    italian.take()
    form.table.receive(italian, "{")
    assert sent(italian)[0]["text"] != found[0]["text"]


def test_time_runs_by_the_clock_of_the_caller() -> None:
    form, anna, bruno = two(Clock("game", 60, 0))
    seat = form.table.table.deciding
    due = form.table.run()
    assert due == START + 60.0
    form.clock = START + 59.0
    assert form.table.run() == due
    form.clock = START + 60.0
    form.table.run(most=1)
    assert form.table.entries[-1].entry == Flagged(seat if seat is not None else -1)
    assert sent(anna)[-1]["type"] == sent(bruno)[-1]["type"] == "table"
    form.table.run(most=1)
    assert form.table.entries[-1].entry.by == "bot"  # type: ignore[union-attr]


def test_a_bot_plays_for_an_absent_player_until_they_return() -> None:
    form, anna, bruno = two()
    form.table.disconnect(bruno)
    form.clock += form.table.table.head.setup.grace
    form.table.receive(anna, encode(Replace(1, "random")))
    assert form.table.entries[-1].entry == StoodIn(1, "random")
    form.table.connect(TOKENS[1])
    assert form.table.entries[-1].entry == GaveBack(1)


def test_watchers_look_and_cannot_act() -> None:
    form, anna, _ = two()
    watcher = form.table.connect()
    (table,) = sent(watcher)
    assert (table["type"], table["me"], table["prompt"]) == ("table", None, None)
    form.table.receive(watcher, encode(Answer(table["state"], 1)))
    form.table.receive(watcher, encode(Say("Hello")))
    assert [one["code"] for one in sent(watcher)] == ["not_yours", "not_yours"]
    form.table.receive(anna, encode(Say("Hello")))
    (chat,) = sent(watcher)
    assert chat["line"]["text"] == "Hello"


def test_bots_alone_play_to_the_end() -> None:
    head = new_head(KEY, START, Setup((Chair("bot", "greedy"),) * 2, goal=3), 3, "")
    luck = Dealer(1, "bots")
    table = MemoryTable(head, lambda: START, lambda: luck.below(1 << 20))
    watcher = table.connect()
    assert table.run() is None
    assert sent(watcher)[-1]["stage"] == "over"


def test_a_bot_gives_advice_to_the_player_who_decides() -> None:
    form, *clients = two()
    seat = form.table.table.deciding
    state = form.table.table.state
    assert seat is not None
    for client in clients:
        client.take()
        form.table.receive(client, encode(Hint(state, "greedy")))
    (advice,) = sent(clients[seat])
    assert (advice["type"], advice["state"], advice["bot"]) == ("advice", state, "greedy")
    assert advice["lines"][0]["text"]
    (refused,) = sent(clients[1 - seat])
    assert (refused["code"], refused["to"]) == ("not_yours", "hint")
