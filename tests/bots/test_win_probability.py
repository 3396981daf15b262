"""The probability of winning: what it goes by, and that the tool fits the numbers in use."""

from __future__ import annotations

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

from quarriors.bots.brain import die_value
from quarriors.bots.brain import win_probability as used
from quarriors.bots.brain.die_value import die_values
from quarriors.bots.brain.evaluation import Workspace
from quarriors.bots.brain.rollout import rollout
from quarriors.bots.brain.win_probability import CERTAIN, win_log_odds
from quarriors.engine import arrange, queries
from quarriors.engine.ids import place
from quarriors.engine.rules import Rules
from quarriors.game import Game, new_game

from .helpers import SETS, played, short

TOOL = Path(__file__).parents[2] / "tools" / "fit_win_probability.py"
TURN = "(has the turn)"  # fitted, so that it does not hide in other numbers; not used


def workspace_for(game: Game) -> Workspace:
    return Workspace(die_values(game.setup.catalog), game.rules.players)


def ahead(game: Game, seat: int = 0) -> float:
    """By how much a seat of two is ahead, in log-odds."""
    work = workspace_for(game)
    win_log_odds(queries.state(game), work)
    return float(work.values[seat] - work.values[1 - seat])


def at_turn(sets: list[str], turn: int, seed: int) -> Game:
    """A game of two at the start of a turn, played so far by habit."""
    game = new_game(Rules(2, sets=sets), seed)
    rollout(queries.state(game), die_values(game.setup.catalog), turn)
    return game


def test_everybody_begins_alike() -> None:
    assert ahead(new_game(Rules(2), 5)) == 0.0


def test_glory_counts_and_counts_more_towards_the_end() -> None:
    game = new_game(Rules(2), 5)
    early, late = game.clone(), game.clone()
    arrange.set_glory(queries.state(early), [1, 0])
    arrange.set_glory(queries.state(late), [18, 17])
    assert 0.0 < ahead(early) < ahead(late)


def test_a_better_collection_counts() -> None:
    game = new_game(Rules(2), 5)
    before = ahead(game)
    cards = game.setup.cards
    dragon = max(range(len(cards)), key=lambda slot: cards[slot].cost)
    arrange.lay_die(queries.state(game), game.setup.first_die[dragon], 0, place.USED, 0)
    assert ahead(game) > before


def test_a_game_that_is_over_is_certain() -> None:
    game = played(short(2, ["base"], 3), "greedy", "random")
    work = workspace_for(game)
    win_log_odds(queries.state(game), work)
    assert game.result is not None
    assert [seat for seat in (0, 1) if work.values[seat] == CERTAIN] == list(game.result.winners)


@pytest.mark.parametrize("sets", SETS, ids=lambda sets: sets[0])
def test_dice_to_come_are_not_looked_at(sets: list[str]) -> None:
    game = at_turn(sets, 9, 4)
    twin = game.clone()
    queries.reseed(twin, 77, "dice")
    assert ahead(game) == ahead(twin)


# --- the tool ------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    spec = spec_from_file_location("fit_win_probability", TOOL)
    assert spec is not None
    assert spec.loader is not None
    found = module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


@pytest.mark.parametrize("sets", [["base"], ["all"]], ids=["base", "all"])
@pytest.mark.parametrize("turn", [1, 6, 13])
def test_the_tool_fits_what_is_used(tool: ModuleType, sets: list[str], turn: int) -> None:
    """Its numbers of a position, times the constants, are the log-odds."""
    rules = Rules(2, sets=sets, modules=[])  # quests are not fitted
    weights = [
        0.0 if name == TURN else getattr(used, name, None) or getattr(die_value, name)
        for name in (*tool.REST, *tool.FACES)
    ]
    for seed in range(3):
        game = new_game(rules, seed)
        rollout(queries.state(game), die_values(game.setup.catalog), turn)
        assert not game.over
        cards = {card.index: tool.card_row(card) for card in game.setup.catalog.cards}
        rows = tool.seat_rows(queries.state(game), workspace_for(game), cards)
        told = [sum(w * x for w, x in zip(weights, row, strict=True)) for row in rows]
        assert told[0] - told[1] == pytest.approx(ahead(game), abs=1e-9)


def test_the_tool_samples_every_turn_of_a_game(tool: ModuleType) -> None:
    found = list(tool.sample(1, 3))
    assert {number for number, _, _ in found} == {0}
    assert len(found) > 8
    assert {len(row) for _, row, _ in found} == {len(tool.REST) + len(tool.FACES)}
    # The two players have the turn by turns, so what is won for one is lost for the other.
    assert {won for _, _, won in found} in ({0.0, 1.0}, {0.5})
