"""A script that plays one table through any form of it, and reads what was written.

The same script runs through a table in memory, and through a server's session on SQLite and on
PostgreSQL. All of them must write the same entries and send the same messages. A form opens its
table with the seed that it is given, and asks bots with `BOT_LUCK`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

from quarriors.engine.rng import Dealer
from quarriors.table.codec import encode
from quarriors.table.entries import Entry, Sit
from quarriors.table.messages import (
    Admit,
    Answer,
    AnswerUndo,
    AskUndo,
    Call,
    Chair,
    Fill,
    Free,
    FromClient,
    Orders,
    Say,
    Setup,
    Undo,
)

SEED = 20_261_121
BOT_LUCK = 0
SETUP = Setup((Chair(), Chair(), Chair(), Chair()), goal=6)
ORDERS = Orders(defend="weakest", reactions="never", pass_alone=True)
MOST_ANSWERS = 2_000  # a game that is not over by then is a fault
UNDO_EVERY = 7  # answers, if they can be taken back
CONSENT_EVERY = 40  # answers until somebody asks to go back across a revealed fact
# Keys of messages that tell the time of day, or what tables and seats are called in a form.
OF_THE_FORM = {"table", "times", "away_since", "at", "now", "begins_by"}


class Form(Protocol):
    """A table in some form; people are known by the number that `open` and `sit` give."""

    async def open(self, setup: Setup, seed: int, name: str) -> int:
        """Make the table; its host sits down and looks at it."""
        ...

    async def sit(self, name: str, seat: int | None = None) -> int:
        """Another person sits down and looks at the table."""
        ...

    async def send(self, person: int, message: str) -> None:
        """A person's client sends JSON."""
        ...

    async def messages(self, person: int) -> Sequence[bytes]:
        """What a person's client was sent since this was last asked.

        Bots and standing orders have acted by then: it is a player's turn, or nobody's.
        """
        ...

    async def entries(self) -> Sequence[Entry]:
        """Everything that was written about the table."""
        ...


@dataclass(frozen=True)
class Played:
    """What came of the script: the entries, and what each person's client was sent, in order."""

    entries: list[Entry]
    messages: dict[str, list[dict[str, Any]]]


class Script:
    """The people of the script, as their clients see the table."""

    def __init__(self, form: Form) -> None:
        self._form = form
        self._names: dict[int, str] = {}
        self._sent: dict[int, list[dict[str, Any]]] = {}
        self._prompts: dict[int, dict[str, Any] | None] = {}
        self.stage = "waiting"
        self.state = 0
        self.can_undo: dict[int, bool] = {}
        self.can_ask: dict[int, bool] = {}

    def know(self, person: int, name: str) -> int:
        """Somebody has sat down."""
        self._names[person] = name
        self._sent[person] = []
        return person

    async def send(self, person: int, message: FromClient) -> None:
        """Send a message and read what everybody is sent because of it."""
        await self._form.send(person, encode(message).decode())
        await self.read()

    async def read(self) -> None:
        """Read what has arrived for everybody."""
        for person in self._names:
            for data in await self._form.messages(person):
                self._take(person, json.loads(data))

    def _take(self, person: int, message: dict[str, Any]) -> None:
        if message["type"] == "people":
            return  # when it arrives depends on the form
        self._sent[person].append(_comparable(message))
        if message["type"] in ("table", "update"):
            self._prompts[person] = message["prompt"]
            self.can_undo[person] = message["can_undo"]
            self.can_ask[person] = message["can_ask_undo"]
            self.state = message["state"]
            self.stage = message.get("stage", self.stage)

    def last(self, person: int) -> dict[str, Any]:
        """The last message that a person's client was sent."""
        return self._sent[person][-1]

    def asked(self) -> tuple[int, dict[str, Any]]:
        """Who has a prompt, and the prompt: there is one."""
        found = [(one, prompt) for one, prompt in self._prompts.items() if prompt is not None]
        assert len(found) == 1, f"{len(found)} people are asked"
        return found[0]

    def result(self, entries: Sequence[Entry]) -> Played:
        """What came of it."""
        by_name = {self._names[person]: sent for person, sent in self._sent.items()}
        return Played([_without_secrets(entry) for entry in entries], by_name)


async def play(form: Form) -> Played:
    """Play the whole script."""
    script = Script(form)
    anna = script.know(await form.open(SETUP, SEED, "Anna"), "Anna")
    bruno = script.know(await form.sit("Bruno", 1), "Bruno")
    await script.read()
    await _gather(script, form, anna, bruno)
    assert script.stage == "playing"
    await script.send(bruno, ORDERS)
    await _play_game(script, anna, bruno)
    await script.send(anna, Answer(script.state, 1))
    assert script.last(anna)["code"] == "not_now"
    return script.result(await form.entries())


async def _gather(script: Script, form: Form, anna: int, bruno: int) -> None:
    """Before the game: what only the host may do, a guest sent away and let in, a bot at last."""
    await script.send(bruno, Fill(2, "greedy"))
    assert script.last(bruno)["code"] == "not_host"
    await script.send(anna, Fill(1, "greedy"))
    assert script.last(anna)["code"] == "not_now"
    await form.sit("Carla", 2)
    await script.read()
    await script.send(anna, Free(2))
    assert script.last(anna)["barred"] == ["Carla"]
    await script.send(anna, Admit())
    await script.send(anna, Say("Good luck!"))
    await script.send(anna, Answer(0, 1))
    assert script.last(anna)["code"] == "not_now"
    await script.send(anna, Fill(2, "greedy"))
    await script.send(anna, Fill(3, "greedy"))


async def _play_game(script: Script, anna: int, bruno: int) -> None:
    """Answers by chance, with some of them taken back, stale ones, and time called once."""
    dealer = Dealer(SEED, "script")
    for number in range(MOST_ANSWERS):
        if script.stage == "over":
            return
        person, prompt = script.asked()
        other = bruno if person == anna else anna
        if number == 3:
            await script.send(other, Call(script.state))
            await script.send(other, Answer(script.state, 1))
            assert script.last(other)["code"] == "not_yours"
        state = script.state
        count = len(prompt["options"])  # the last is to pass, if that is possible
        await script.send(person, Answer(state, 1 + dealer.below(max(1, count - 1))))
        if number % UNDO_EVERY == 0:
            if script.can_undo[person]:
                await script.send(person, Undo(script.state))
            await script.send(person, Answer(state, 1))
            assert script.last(person)["code"] == "stale"
        if number % CONSENT_EVERY == 0 and script.stage == "playing" and script.can_ask[anna]:
            await _go_back(script, anna, bruno, agree=number > CONSENT_EVERY)
    raise AssertionError("the game does not end")


async def _go_back(script: Script, anna: int, bruno: int, *, agree: bool) -> None:
    """Anna would like to choose again with what she has seen, and Bruno says yes or no."""
    await script.send(anna, AskUndo(script.state))
    assert script.last(bruno)["undo_request"]["waits_for"] == [1]
    await script.send(anna, AnswerUndo(True))
    assert script.last(anna)["code"] == "illegal"
    await script.send(bruno, AnswerUndo(agree))
    before, last = script.last(anna)["undone_by_consent"], script.last(anna)["undo_request"]
    assert (before, last is None) == (agree, agree)


def _without_secrets(entry: Entry) -> Entry:
    """An entry without what differs from form to form: tokens, and where they came from."""
    return replace(entry, token_hash="", origin="") if isinstance(entry, Sit) else entry


def _comparable(message: dict[str, Any]) -> dict[str, Any]:
    """A message without what differs from form to form."""
    found: dict[str, Any] = {}
    for key, value in message.items():
        if key in OF_THE_FORM or (key, message["type"]) == ("text", "refused"):
            continue
        if key == "players":
            found[key] = [
                {name: one[name] for name in ("seat", "kind", "name", "bot", "host")}
                for one in value
            ]
        elif key in ("chat", "line"):
            lines = value if isinstance(value, list) else [value]
            found[key] = [(one["number"], one["name"], one["text"]) for one in lines]
        elif key == "undo_request" and value is not None:
            found[key] = {**value, "until": None}
        else:
            found[key] = value
    return found
