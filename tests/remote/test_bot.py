"""A bot at a seat of a server: positions become games, refusals are not the end."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from typing import Any, cast

import pytest

from quarriors import Rules, new_game
from quarriors.cards.load import default_catalog
from quarriors.engine import queries
from quarriors.engine.setup import is_basic
from quarriors.game import Game
from quarriors.remote import bot as bots
from quarriors.remote import calls
from quarriors.remote.address import Address
from quarriors.remote.bot import RemoteBot, game_of
from quarriors.remote.connection import Connection, Happened, Lost
from quarriors.remote.errors import RemoteError, Told, told
from quarriors.server.web.shapes import Position
from quarriors.table.messages import (
    Answer,
    FromClient,
    OptionShown,
    Prompt,
    Refused,
    Table,
    Times,
    Update,
)

from .helpers import for_people

ID = "abcdefghijklmnop"


def position_of(game: Game, state: int = 1) -> Position:
    """What the server tells of a game; the generator is not in it."""
    wilds = tuple(card.name for card in game.setup.cards if not is_basic(card))
    return Position(
        state, game.decision.seat, default_catalog().hash, game.rules.to_dict(), wilds,
        queries.open_wire(queries.state(game)),
    )  # fmt: skip


@pytest.mark.parametrize(
    "rules",
    [Rules(), Rules(4, "original"), Rules(3, sets=["base", "quartifacts", "light_vs_dark"])],
)
def test_a_position_is_a_game_again(rules: Rules) -> None:
    game = new_game(rules, seed=7)
    for turn in range(60):
        if game.over:
            break
        copy = game_of(position_of(game))
        assert copy.observe(0) == game.observe(0)
        assert [one.code for one in copy.decision.options] == [
            one.code for one in game.decision.options
        ]
        options = game.decision.options
        game.apply(options[turn % len(options)])


def test_positions_of_other_cards_are_refused() -> None:
    found = position_of(new_game(seed=1))
    other = Position(1, 0, "another hash", found.rules, found.wilds, found.wire)
    broken = Position(1, 0, found.cards, found.rules, found.wilds, [[1, 2, 3]])
    unknown = Position(1, 0, found.cards, found.rules, ("No Such Card",), found.wire)
    for position in (other, broken, unknown):
        with pytest.raises(RemoteError) as refused:
            game_of(position)
        assert refused.value.code == "other_cards"


class Line:
    """A connection that brings these messages, waiting for an answer where it says so."""

    def __init__(self, *events: Happened | None) -> None:
        self.address = Address("http://host:7733", ID)
        self.token = "token"
        self.language = "en"
        self.sent: list[FromClient] = []
        self._events = events
        self._answered = asyncio.Event()

    async def send(self, message: FromClient) -> bool:
        self.sent.append(message)
        self._answered.set()
        return True

    async def events(self) -> AsyncGenerator[Happened, None]:
        for event in self._events:
            if event is None:
                await asyncio.wait_for(self._answered.wait(), 60)
                self._answered.clear()
            else:
                yield event
        await asyncio.sleep(60)


def the_prompt(game: Game) -> Prompt:
    options = tuple(
        OptionShown(number, str(option), option.verb)
        for number, option in enumerate(game.decision.options, 10)
    )
    return Prompt(game.decision.kind, "?", options)


def a_table(game: Game, state: int, stage: str = "playing", *, asked: bool = True) -> Table:
    values: dict[str, Any] = {
        "prompt": the_prompt(game) if asked else None, "waiting_for": None, "log": (), "chat": (),
        "times": Times("none"),
    }  # fmt: skip
    setup = for_people(2)
    return Table(ID, state, stage, 0, False, setup, (), "", game.observe(0), **values)  # type: ignore[arg-type]


def an_update(game: Game, state: int) -> Update:
    return Update(state, game.observe(0), (), (), the_prompt(game), 0, Times("none"))


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "_PAUSE", 0.0)
    monkeypatch.setattr(bots, "_RETRY", 0.0)


def play(monkeypatch: pytest.MonkeyPatch, answers: list[object], *events: Happened | None) -> Any:
    """Let a bot play against a line; `answers` are positions, or errors, in turn."""

    async def position(*_: object) -> Position:
        found = answers.pop(0) if len(answers) > 1 else answers[0]
        if isinstance(found, Exception):
            raise found
        assert isinstance(found, Position)
        return found

    monkeypatch.setattr(calls, "position", position)
    told_to_people: list[str] = []

    async def go() -> tuple[Table, Line, list[str]]:
        line = Line(*events)
        player = RemoteBot(
            cast(Connection, line), "random", 0, lambda key, **_: told_to_people.append(key)
        )
        return await player.run(), line, told_to_people

    return asyncio.run(go())


@pytest.mark.usefixtures("quick")
def test_every_prompt_gets_one_answer_with_its_state(monkeypatch: pytest.MonkeyPatch) -> None:
    game = new_game(seed=3, first=0)
    over = a_table(game, 9, "over", asked=False)
    end, line, _ = play(
        monkeypatch,
        [position_of(game, 4), position_of(game, 5)],
        a_table(game, 4), None, an_update(game, 5), None, over,
    )  # fmt: skip
    assert end == over
    assert [answer.state for answer in line.sent] == [4, 5]
    count = len(game.decision.options)
    assert all(10 <= answer.option < 10 + count for answer in line.sent)


@pytest.mark.usefixtures("quick")
def test_a_server_in_trouble_is_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    game = new_game(seed=3, first=0)
    over = a_table(game, 9, "over", asked=False)
    answers = [
        RemoteError("unreachable", server="host", why="down"),
        told("too_fast", "Slower."),
        position_of(game, 3),  # of a process that is a step behind
        position_of(game, 4),
    ]
    _, line, _ = play(monkeypatch, list(answers), a_table(game, 4), None, over)
    assert [type(answer) for answer in line.sent] == [Answer]


@pytest.mark.usefixtures("quick")
def test_a_refused_answer_is_given_again_but_not_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    game = new_game(seed=3, first=0)
    over = a_table(game, 9, "over", asked=False)
    slower = Refused("too_fast", "Slower.")
    _, line, said = play(
        monkeypatch, [position_of(game, 4)], a_table(game, 4), None, slower, None, over
    )
    assert len(line.sent) == 2
    assert "say.words" in said
    illegal = Refused("illegal", "No.", "answer")
    with pytest.raises(Told, match=r"No\."):
        play(monkeypatch, [position_of(game, 4)], a_table(game, 4), *[None, illegal] * 20)


@pytest.mark.usefixtures("quick")
def test_after_a_lost_connection_the_prompt_is_answered_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = new_game(seed=3, first=0)
    over = a_table(game, 9, "over", asked=False)
    _, line, said = play(
        monkeypatch, [position_of(game, 4)], a_table(game, 4), Lost(0.1, 1), Lost(0.1, 2),
        a_table(game, 4), None, over,
    )  # fmt: skip
    assert len(line.sent) == 1
    assert said.count("say.lost") == 1


@pytest.mark.usefixtures("quick")
def test_a_token_that_is_worth_nothing_ends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    game = new_game(seed=3, first=0)
    with pytest.raises(Told, match="Not you"):
        play(monkeypatch, [told("bad_token", "Not you.")], a_table(game, 4), None)
