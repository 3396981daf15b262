"""Counters of `benchmarks/faults.py` in a few whole games, and play where a game is lost."""

from __future__ import annotations

import sys
from collections import Counter
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

from quarriors.bots.base import ask
from quarriors.bots.brain.die_value import die_values
from quarriors.bots.brain.evaluation import Workspace, evaluate
from quarriors.bots.brain.policy import Policy, network_of, win_chance
from quarriors.bots.brain.race import reward
from quarriors.bots.brain.rollout import option_weight
from quarriors.bots.registry import make_bot
from quarriors.engine import arrange, queries
from quarriors.engine.rules import Rules
from quarriors.game import Game, new_game

SCRIPT = Path(__file__).resolve().parents[2] / "benchmarks" / "faults.py"
GAMES = 2
FIRST = {"base": 4, "all": 5}  # seeds of games with Portals and quartifacts
QUICK = "planner:nodes=8:samples=2"  # the same habits at a part of the time


@cache
def script() -> ModuleType:
    spec = spec_from_file_location("faults", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules["faults"] = module
    spec.loader.exec_module(module)
    return module


@cache
def counted(sets: str) -> Counter[str]:
    found: Counter[str] = script().count([sets], QUICK, 2, GAMES, FIRST[sets])
    return found


def test_no_free_cull_is_declined_and_captures_are_kept() -> None:
    found = counted("base")
    assert found["culls"] >= 2 * GAMES, "the games have culls to decline"
    assert found["declined"] == 0
    assert found["culled captures"] == 0


@pytest.mark.parametrize("sets", ["base", "all"])
def test_hardly_an_answer_changes_nothing(sets: str) -> None:
    assert counted(sets)["no change"] <= GAMES


def test_quests_and_quartifacts_are_used() -> None:
    found = counted("all")
    assert 0 < found["quests"] <= found["quest offers"]
    assert 0 < found["equipped"] <= found["equip offers"]


@pytest.mark.parametrize("sets", ["base", "all"])
def test_what_pays_is_captured(sets: str) -> None:
    found = counted(sets)
    assert found["passed"] <= GAMES
    assert found["portals"] >= found["portals pay"] / 2
    assert sets != "base" or found["portals"], "the games have Portals to buy"


def test_spells_are_captured() -> None:
    bought = 0
    for seed in range(12):
        game = new_game(Rules(2, sets=("all",)), seed)
        bots = [make_bot("policy", seat, seed) for seat in range(2)]
        while not game.over:
            answer = ask(bots[game.decision.seat], game)
            if answer.verb == "capture" and answer.die is not None:
                bought += game.setup.cards[game.setup.slot[answer.die]].kind == "spell"
            game.apply(answer)
    assert bought >= 2


def test_in_lost_games_creatures_are_still_summoned() -> None:
    found = counted("all")
    assert found["lost"] > 0
    assert found["idle"] <= found["lost"] / 5


def test_portals_are_mostly_bought_where_a_draw_of_nothing_else_brings_more() -> None:
    offered = bought = 0
    for seed in range(400):
        game = new_game(Rules(2), seed)
        values = die_values(game.setup.catalog)
        while game.decision.kind != "capture":
            best = max(
                game.decision.options,
                key=lambda one: option_weight(queries.state(game), values, one.code),
            )
            game.apply(best)
        s = queries.state(game)
        worth = {
            option.code: (s.setup.cards[s.setup.slot[option.die]], option)
            for option in game.decision.options
            if option.verb == "capture" and option.die is not None
        }
        ranked = sorted(worth.values(), key=lambda pair: -values.draw[pair[0].index])
        if not ranked or ranked[0][0].name != "Portal":
            continue
        answer = ask(make_bot(QUICK, game.decision.seat, 1), game)
        offered += 1
        bought += answer == ranked[0][1]
    assert offered
    assert bought >= 0.75 * offered


def lost(glory: int, *, players: int = 2, over: bool = False) -> Game:
    """A game in which seat 1 has won, or is about to, and seat 0 has so much Glory."""
    game = new_game(Rules(players), 5)
    s = queries.state(game)
    goal = s.setup.goal
    arrange.set_glory(s, [glory, goal if over else goal - 1, *([2] * (players - 2))])
    return game


@pytest.mark.parametrize("players", [2, 4])
def test_where_the_game_is_lost_bots_try_for_more_glory(players: int) -> None:
    poor, rich = lost(1, players=players), lost(4, players=players)
    work = Workspace(die_values(poor.setup.catalog), players)
    net = Policy(network_of(poor.setup.catalog), players)
    values = [evaluate(queries.state(game), 0, work) for game in (poor, rich)]
    assert values[0] < values[1]
    rewards = [
        reward(s, 0, win_chance(s, 0, net)) for s in (queries.state(poor), queries.state(rich))
    ]
    assert rewards[0] < rewards[1]
