"""The OpenSpiel game: OpenSpiel's own simulation, copies, and honest luck."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import cloudpickle
import numpy as np
import pytest
from numpy.testing import assert_array_equal

from quarriors import RulesError
from quarriors.engine.rng import Dealer
from quarriors.envs.core.layout import EncodingError

pyspiel = pytest.importorskip("pyspiel", reason="open_spiel has no wheel for this Python")

from quarriors.envs import openspiel  # noqa: E402 - only where there is OpenSpiel
from quarriors.envs.encoding import observe  # noqa: E402

GAMES = {
    "base": {"players": 2, "round_limit": 8, "seed": 1},
    "all": {"players": 4, "sets": "all", "round_limit": 5, "seed": 2},
}


def after(state: Any, moves: int, dealer: Dealer) -> Any:
    """A number of moves of players and dice, at random."""
    for _ in range(moves):
        if state.is_terminal():
            break
        legal = state.legal_actions()
        state.apply_action(legal[dealer.below(len(legal))])
    return state


def at_a_decision(state: Any, dealer: Dealer) -> Any:
    while state.is_chance_node():
        after(state, 1, dealer)
    return state


@pytest.mark.parametrize("name", GAMES)
def test_the_simulation_of_openspiel(name: str) -> None:
    game = pyspiel.load_game("quarriors", GAMES[name])
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)
    assert game.num_distinct_actions() == game.encoder.actions
    assert game.get_type().chance_mode == pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC


@pytest.mark.parametrize("name", GAMES)
def test_a_game_from_beginning_to_end(name: str) -> None:
    game = pyspiel.load_game("quarriors", GAMES[name])
    state = game.new_initial_state()
    assert state.is_chance_node()
    assert state.returns() == [0.0] * game.num_players()
    after(state, 100_000, Dealer(3, "test"))
    assert state.is_terminal()
    assert sum(state.returns()) == pytest.approx(0)
    assert max(state.returns()) > 0 or state.hand.play.game.result.winners
    assert state.current_player() == pyspiel.PlayerId.TERMINAL


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("way", ["clone", "serialize", "pickle", "cloudpickle", "deepcopy"])
def test_copies_of_states(name: str, way: str) -> None:
    game = pyspiel.load_game("quarriors", GAMES[name])
    dealer = Dealer(4, "test")
    for moves in (0, 1, 30, 7, 60):
        state = after(game.new_initial_state(), moves, dealer)
        ways: dict[str, Callable[[Any], Any]] = {
            "clone": lambda one: one.clone(),
            "serialize": lambda one: game.deserialize_state(one.serialize()),
            "pickle": lambda one: pickle.loads(pickle.dumps(one)),
            "cloudpickle": lambda one: pickle.loads(cloudpickle.dumps(one)),
            "deepcopy": copy.deepcopy,
        }
        other = ways[way](state)
        assert str(other) == str(state)
        assert other.history() == state.history()
        assert other.current_player() == state.current_player()
        assert other.legal_actions() == state.legal_actions()
        before = str(state)
        after(other, 5, dealer)
        assert str(state) == before


@pytest.mark.parametrize("way", ["pickle", "cloudpickle", "deepcopy"])
def test_copies_of_games_have_the_same_luck(way: str) -> None:
    game = pyspiel.load_game("quarriors", GAMES["base"])
    after(game.new_initial_state(), 10, Dealer(1, "test"))
    if way == "pickle":
        other = pickle.loads(pickle.dumps(game))
    elif way == "cloudpickle":
        other = pickle.loads(cloudpickle.dumps(game))
    else:
        other = copy.deepcopy(game)
    one = after(game.new_initial_state(), 60, Dealer(2, "test"))
    two = after(other.new_initial_state(), 60, Dealer(2, "test"))
    assert str(one) == str(two)
    assert one.history() == two.history()


def test_a_seed_fixes_everything() -> None:
    told = []
    for _ in range(2):
        game = pyspiel.load_game("quarriors", GAMES["all"])
        told.append(str(after(game.new_initial_state(), 90, Dealer(5, "test"))))
    assert told[0] == told[1]


def test_copies_do_not_tell_the_dice_to_come() -> None:
    """The same chance node of two copies rolls different dice."""
    game = pyspiel.load_game("quarriors", GAMES["base"])
    dealer = Dealer(6, "test")
    state = at_a_decision(game.new_initial_state(), dealer)
    while not state.is_chance_node():
        after(state, 1, dealer)
    rolled = set()
    for _ in range(8):
        copied = state.clone()
        copied.apply_action(0)
        rolled.add(str(copied))
    assert len(rolled) > 3


def test_an_action_without_dice_is_no_chance() -> None:
    """The same action from two copies leads to the same place."""
    game = pyspiel.load_game("quarriors", GAMES["base"])
    dealer = Dealer(7, "test")
    for _ in range(25):
        state = at_a_decision(game.new_initial_state(), dealer)
        for action in state.legal_actions():
            assert str(state.child(action)) == str(state.child(action))


def test_observations_are_those_of_all_environments() -> None:
    game = pyspiel.load_game("quarriors", {**GAMES["all"], "form": "universal"})
    state = game.new_initial_state()
    assert not any(state.observation_tensor(0))
    at_a_decision(after(state, 40, Dealer(8, "test")), Dealer(8, "test"))
    for player in range(4):
        tensor = np.array(state.observation_tensor(player), np.float32)
        assert_array_equal(tensor, observe(state.hand.play, player))
    observer = game.make_py_observer()
    observer.set_from(state, 1)
    assert observer.dict["seats"].shape == (4, 29)


def test_actions_are_told_in_words() -> None:
    game = pyspiel.load_game("quarriors", GAMES["base"])
    state = game.new_initial_state()
    assert state.action_to_string(pyspiel.PlayerId.CHANCE, 0) == "dice"
    at_a_decision(state, Dealer(9, "test"))
    told = [state.action_to_string(state.current_player(), one) for one in state.legal_actions()]
    assert sorted(told) == sorted(state.hand.play.game.decision.texts)
    described = [str(game.encoder.describe(one)) for one in range(game.num_distinct_actions())]
    summon = described.index("summon creature-1 face 3")
    assert "summon creature-1 face 3" in state.action_to_string(0, summon)


def test_rules_are_parameters() -> None:
    game = pyspiel.load_game(
        "quarriors(players=3,sets=base+promos,variants=expert_culling,edition=revised)"
    )
    assert game.rules.players == 3
    assert game.rules.sets == ("base", "promos")
    assert game.rules.expert_culling
    assert openspiel.rules_of({**openspiel.SETTINGS, "sets": "all", "modules": ""}).modules == ()
    with pytest.raises(RulesError, match="2, 3 or 4 players"):
        openspiel.QuarriorsGame({"players": 5})
    with pytest.raises(EncodingError, match="compact, universal"):
        openspiel.QuarriorsGame({"form": "options"})
