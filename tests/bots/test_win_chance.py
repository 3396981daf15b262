"""The chance of winning that people are shown: sums to 1, and right for the player to move."""

from __future__ import annotations

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

from quarriors.bots.chance import FITTED, chances, said
from quarriors.engine import queries
from quarriors.engine.rules import Rules
from quarriors.game import new_game

from .helpers import played, short

TOOL = Path(__file__).parents[2] / "tools" / "fit_chance.py"
GAMES = 12


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    spec = spec_from_file_location("fit_chance", TOOL)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("players", [2, 3, 4])
def test_chances_sum_to_one_and_favour_the_player_to_move(players: int) -> None:
    game = new_game(Rules(players), 5)
    found = chances(queries.state(game))
    assert sum(found) == pytest.approx(1)
    first = found.pop(game.active)
    assert all(first > other for other in found)
    for small_draw in (False, True):
        assert said([0.3] * players, 1, 0.5, small_draw)[1] > 1 / players


def test_a_game_that_is_over_is_certain() -> None:
    game = played(short(3, ["base"], 4), "random", "random", "random")
    assert game.result is not None
    found = chances(queries.state(game))
    assert [seat for seat, chance in enumerate(found) if chance] == list(game.result.winners)


def test_the_player_to_move_wins_as_often_as_said(
    tool: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever moves wins about half of the positions of a game for two, so few games tell."""
    monkeypatch.setattr(tool, "MIX", ("bruno", "isolde"))
    games = [tool.played(2, "base" if number % 2 else "all", number) for number in range(GAMES)]
    moments = [(moment, game.won) for game in games for moment in game.moments]
    won = sum(shares[moment.active] for moment, shares in moments) / len(moments)

    def mean() -> float:
        values = (
            said(one.odds, one.active, one.gone, one.small_draw)[one.active] for one, _ in moments
        )
        return float(sum(values) / len(moments))

    assert mean() == pytest.approx(won, abs=0.03)
    for key in ((2, False), (2, True)):
        early, late, _, _ = FITTED[key]
        monkeypatch.setitem(FITTED, key, (early, late, 0.0, 0.0))
    assert mean() < won - 0.04


def test_the_error_is_measured_in_points(tool: ModuleType) -> None:
    even = tool.Moment((0.0, 0.0), 0, 0.0)
    chance = said(even.odds, even.active, even.gone, even.small_draw)[0]
    games = [tool.Played((even,), (1.0, 0.0))] * 3 + [tool.Played((even,), (0.0, 1.0))]
    assert tool.calibration_error(games) == pytest.approx(100 * abs(0.75 - chance))
