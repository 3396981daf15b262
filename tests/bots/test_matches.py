"""Every bot against every other: games end, seeds fix them, and nobody sees the dice to come."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from quarriors.bots import Seat, ask
from quarriors.bots.base import Explainer
from quarriors.bots.rivals import RIVALS
from quarriors.engine import queries
from quarriors.engine.rng import Dealer
from quarriors.engine.rules import Rules
from quarriors.game import Game, new_game
from tests.extent import daily, interpreted

from .helpers import OURS, SETS, SPECS, bots_for, played, short

PAIRS = list(combinations(SPECS, 2))


def by_turns(things: list[Any]) -> list[Any]:
    """Each thing with all sets and with few; with one of both where `interpreted` wants less."""
    return [
        (*thing, SETS[(at + more) % len(SETS)])
        for at, thing in enumerate(things)
        for more in range(interpreted(1, len(SETS)))
    ]


@pytest.mark.parametrize(("one", "other", "sets"), by_turns(PAIRS))
def test_every_bot_plays_against_every_other(one: str, other: str, sets: list[str]) -> None:
    for seed in range(daily(1, 2)):
        order = (one, other) if seed == 0 else (other, one)
        game = played(short(2, sets, 40 + seed), *order)
        assert game.result is not None
        assert game.result.winners


@pytest.mark.parametrize(("spec", "sets"), by_turns([(spec,) for spec in SPECS]))
def test_every_bot_plays_at_a_full_table(spec: str, sets: list[str]) -> None:
    game = played(short(4, sets, 7), spec, "random", spec, "random")
    assert game.result is not None


@pytest.mark.parametrize("spec", SPECS)
def test_the_seed_fixes_a_bots_game(spec: str) -> None:
    first = played(short(2, ["all"], 11), spec, spec)
    again = played(short(2, ["all"], 11), spec, spec)
    assert list(first.answers) == list(again.answers)


@pytest.mark.parametrize("sets", SETS, ids=lambda sets: sets[0])
@pytest.mark.parametrize("spec", SPECS)
def test_a_choice_does_not_change_with_what_a_bot_may_not_see(spec: str, sets: list[str]) -> None:
    """The generator of the live game, its origin, its answers, scripted dice: all secret."""
    choices = 0
    games = daily(1, 3)
    for seed in range(games):
        game = new_game(Rules(2, sets=sets), 60 + seed)
        dealer = Dealer(seed, "moves")
        for _ in range(30):
            game.apply(game.decision.options[dealer.below(len(game.decision.options))])
        for _ in range(4):
            answers = {ask(bots_for(twin, spec, spec)[twin.decision.seat], twin).code
                       for twin in twins(game)}  # fmt: skip
            assert len(answers) == 1
            choices += 1
            game.apply(answers.pop())
    assert choices == 4 * games


def twins(game: Game) -> list[Game]:
    """The same position with other secrets."""
    found = [game.clone()]
    for seed in (1, 2, 3):
        other = game.clone()
        queries.reseed(other, seed, "another fate")
        found.append(other)
    scripted = game.clone()
    queries.script_rolls(queries.state(scripted), [0] * 6)
    found.append(scripted)
    orphan = game.branch(99)
    found.append(orphan)
    return found


@pytest.mark.parametrize("spec", SPECS)
def test_asking_why_changes_nothing(spec: str) -> None:
    asked = interpreted(20, 40)
    silent = played(short(2, ["base"], 21), spec, "random", most=asked)
    game = short(2, ["base"], 21)
    bots = bots_for(game, spec, "random")
    for _ in range(asked):
        if game.over:
            break
        bot = bots[game.decision.seat]
        seat = Seat(game, game.decision.seat)
        before = queries.wire(seat.branch(0))
        assert isinstance(bot, Explainer), "every bot of ours says why"
        told = bot.explain(seat, seat.decision)
        assert 1 <= len(told.choices) <= 3
        assert len({choice.option for choice in told.choices}) == len(told.choices)
        assert queries.wire(seat.branch(0)) == before
        answer = ask(bot, game)
        assert told.choices[0].option == answer or spec in RIVALS, "only rivals slip"
        game.apply(answer)
    assert list(game.answers) == list(silent.answers)


@pytest.mark.parametrize("spec", [spec for spec in SPECS if spec != "random"])
def test_every_bot_beats_chance(spec: str) -> None:
    won = 0.0
    for seed in range(6):
        order = (spec, "random") if seed % 2 == 0 else ("random", spec)
        result = played(new_game(Rules(2, goal=8), seed), *order).result
        assert result is not None
        if seed % 2 in result.winners:
            won += 1 / len(result.winners)
    assert won >= 4


def test_all_bots_of_the_package_are_played_here() -> None:
    assert {"random", "giants", "swarm", "engine"} <= set(OURS)
    assert [spec.split(":")[0] for spec in SPECS] == OURS
