"""The PettingZoo environment: PettingZoo's own tests, and what they do not look at."""

from __future__ import annotations

import copy
import pickle
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import cloudpickle
import numpy as np
import pytest
from numpy.testing import assert_array_equal

from quarriors import QuarriorsError, Rules
from quarriors.engine import queries
from quarriors.engine.rng import Dealer
from quarriors.envs import quarriors_aec
from quarriors.envs.core.layout import EncodingError
from quarriors.envs.encoding import ACTIONS, SCHEMA_HASH
from quarriors.envs.render import RenderError
from quarriors.envs.vector import VectorGames

from .helpers import ALL, BASE

with warnings.catch_warnings():  # it imports a game of its own in a way that it calls old
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import api_test, parallel_seed_test, render_test, seed_test

RULES = {"base": BASE, "all": ALL, "three": Rules(players=3, sets=["base", "promos"])}
# Said of every observation with a mask in it but those of PettingZoo's own games, by their names.
ABOUT_DICTS = (
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be",
)


@contextmanager
def nothing_said(*but: str) -> Iterator[None]:
    """Warnings are errors, except for these."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for text in but:
            warnings.filterwarnings("ignore", message=text)
        yield


def chosen(mask: np.ndarray[Any, Any], dealer: Dealer) -> int:
    legal = np.flatnonzero(mask)
    return int(legal[dealer.below(len(legal))])


def played(env: Any, seed: int, most: int = 10**6) -> list[tuple[str, int]]:
    """A game at random, as (agent, action)."""
    env.reset(seed=seed)
    dealer = Dealer(seed, "test")
    done: list[tuple[str, int]] = []
    for agent in env.agent_iter(most):
        _, _, terminated, truncated, info = env.last(observe=False)
        if terminated or truncated:
            env.step(None)
            continue
        action = chosen(info["action_mask"], dealer)
        done.append((agent, action))
        env.step(action)
    return done


@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize("make", [quarriors_aec.env, quarriors_aec.raw_env])
def test_api_of_arrays(name: str, make: Any) -> None:
    """Not one warning: the observation is the bare array, the mask is in the info."""
    with nothing_said():
        api_test(make(rules=RULES[name], flat=True), num_cycles=200)


@pytest.mark.parametrize(
    ("name", "form"),
    [(name, "compact") for name in RULES]
    + [("all", form) for form in ("universal", "options", "structured")],
)
def test_api_of_dicts(name: str, form: str) -> None:
    """The mask in the observation too: nothing is said but that this is a dict."""
    with nothing_said(*ABOUT_DICTS):
        api_test(quarriors_aec.env(rules=RULES[name], form=form), num_cycles=200)


@pytest.mark.parametrize("name", RULES)
def test_seeds(name: str) -> None:
    with nothing_said():
        seed_test(lambda: quarriors_aec.env(rules=RULES[name]), num_cycles=150)


@pytest.mark.parametrize("name", ["base", "all"])
def test_pictures(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    def make(render_mode: str) -> Any:
        return quarriors_aec.env(rules=RULES[name], render_mode=render_mode)

    checks = {"svg": lambda drawn: drawn.startswith("<svg") and drawn.rstrip().endswith("</svg>")}
    with nothing_said():
        render_test(make, custom_tests=checks)
    assert "Glory" in capsys.readouterr().out


def test_an_unknown_render_mode_is_refused() -> None:
    with pytest.raises(RenderError, match="use one of human, ansi, svg, rgb_array"):
        quarriors_aec.env(render_mode="png")


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        ({"sets": ["base"]}, "takes no sets; use wilds"),
        ({"rules": 2}, "a Rules object"),
        ({"exclude": "Quake Dragon"}, "exclude is a list of card names"),
    ],
)
def test_settings_that_no_game_can_have_are_refused_at_once(
    settings: dict[str, Any], says: str
) -> None:
    with pytest.raises(QuarriorsError, match=says):
        quarriors_aec.raw_env(**settings)
    with pytest.raises(QuarriorsError, match=says):
        VectorGames(1, **settings)


@pytest.mark.parametrize("seed", ["x", 1.5])
def test_a_seed_that_is_none_is_refused(seed: int) -> None:
    with pytest.raises(QuarriorsError, match="A seed is a whole number"):
        quarriors_aec.raw_env().reset(seed=seed)


def test_an_unknown_form_is_refused() -> None:
    with pytest.raises(EncodingError, match="use one of compact, universal, options, structured"):
        quarriors_aec.env(form="tensor")


@pytest.mark.parametrize("name", RULES)
def test_masks_are_in_both_places_and_never_empty(name: str) -> None:
    env = quarriors_aec.raw_env(rules=RULES[name])
    env.reset(seed=5)
    dealer = Dealer(5, "test")
    looked = 0
    for agent in env.agent_iter(200):
        observation, _, over, _, info = env.last()
        mask = observation["action_mask"]
        assert mask.dtype == np.int8
        assert mask.shape == (env.encoder.actions,)
        assert_array_equal(mask, info["action_mask"])
        assert mask.any()
        for other in env.agents:
            seen = env.observe(other)["action_mask"]
            assert seen.any()
            assert (seen.sum() == 1) or other == agent
        looked += 1
        env.step(None if over else chosen(mask, dealer))
    assert looked > 100


def test_the_end_of_a_game() -> None:
    """The winners' reward comes to each of them when they are asked for None."""
    env = quarriors_aec.raw_env(rules=BASE)
    played(env, 3, most=0)
    dealer = Dealer(3, "test")
    while not any(env.terminations.values()):
        env.step(chosen(env.infos[env.agent_selection]["action_mask"], dealer))
    result = env.game.result
    assert result is not None
    told = {}
    for agent in env.agent_iter():
        _, reward, terminated, truncated, _ = env.last()
        assert terminated
        assert not truncated
        told[agent] = reward
        env.step(None)
    winner = f"player_{result.winners[0]}"
    assert told == {agent: 1.0 if agent == winner else -1.0 for agent in env.possible_agents}
    assert env.agents == []


def test_the_first_game_of_a_seed_is_the_game_of_that_seed() -> None:
    from quarriors import new_game

    env = quarriors_aec.raw_env(rules=BASE)
    env.reset(seed=7)
    assert queries.wire(env.game) == queries.wire(new_game(BASE, 7))
    env.reset()
    second = env.game.seed
    assert second != 7
    env.reset(seed=7)
    env.reset()
    assert env.game.seed == second


@pytest.mark.parametrize("wrong", [ACTIONS, -1, None, "pass", 1.5])
def test_the_bare_environment_refuses_wrong_actions(wrong: object) -> None:
    env = quarriors_aec.raw_env(rules=BASE)
    env.reset(seed=1)
    before = queries.wire(env.game)
    with pytest.raises(EncodingError):
        env.step(wrong)
    assert queries.wire(env.game) == before


def test_the_wrapped_environment_ends_on_a_wrong_action() -> None:
    env = quarriors_aec.env(rules=BASE)
    env.reset(seed=1)
    observation, *_ = env.last()
    agent = env.agent_selection
    wrong = int(np.flatnonzero(observation["action_mask"] == 0)[0])
    with pytest.warns(UserWarning, match="outside its mask"):
        env.step(wrong)
    assert all(env.terminations.values())
    assert sum(env.rewards.values()) == env.rewards[agent] == -1
    for _ in env.possible_agents:
        assert env.last()[2]
        env.step(None)
    assert env.agents == []
    env.reset(seed=1)
    assert env.agents == env.possible_agents


def test_the_wilds_can_be_chosen() -> None:
    env = quarriors_aec.raw_env(rules=BASE, include=["Strong Witching Hag"], first=1)
    env.reset(seed=2)
    assert "Strong Witching Hag" in [card.name for card in env.game.setup.cards]
    assert env.game.active == 1


@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize("way", ["pickle", "deepcopy", "cloudpickle"])
def test_copies_in_the_middle_of_a_game(name: str, way: str) -> None:
    env = quarriors_aec.env(rules=RULES[name])
    played(env, 11, most=60)
    env.last()
    if way == "pickle":
        other = pickle.loads(pickle.dumps(env))
    elif way == "cloudpickle":
        other = pickle.loads(cloudpickle.dumps(env))
    else:
        other = copy.deepcopy(env)
    dealers = Dealer(1, "test"), Dealer(1, "test")
    for _ in range(80):
        assert env.agent_selection == other.agent_selection
        one, two = env.last(), other.last()
        assert_array_equal(one[0]["observation"], two[0]["observation"])
        assert_array_equal(one[0]["action_mask"], two[0]["action_mask"])
        assert one[1:4] == two[1:4]
        if one[2]:
            break
        env.step(chosen(one[0]["action_mask"], dealers[0]))
        other.step(chosen(two[0]["action_mask"], dealers[1]))


def test_a_copy_is_independent() -> None:
    env = quarriors_aec.raw_env(rules=BASE)
    played(env, 11, most=60)
    other = copy.deepcopy(env)
    before = queries.wire(env.game)
    other.step(chosen(other.infos[other.agent_selection]["action_mask"], Dealer(1, "test")))
    assert queries.wire(env.game) == before
    assert queries.wire(other.game) != before


def test_nothing_happens_before_reset() -> None:
    env = quarriors_aec.raw_env(rules=BASE)
    with pytest.raises(RuntimeError, match="reset"):
        env.observe("player_0")


def test_the_metadata_names_the_encoding() -> None:
    assert quarriors_aec.env(form="universal").metadata["schema_hash"] == SCHEMA_HASH
    env = quarriors_aec.env()
    assert env.metadata["schema_hash"] == env.encoder.hash != SCHEMA_HASH
    assert str(quarriors_aec.raw_env()) == "quarriors_v2"


def test_the_parallel_environment_passes_pettingzoos_tests() -> None:
    with nothing_said(*ABOUT_DICTS, ".*outside its mask"):  # it samples without masks
        parallel_seed_test(lambda: quarriors_aec.parallel_env(rules=BASE), num_cycles=30)
    env = quarriors_aec.parallel_env(rules=BASE)
    observations, _ = env.reset(seed=4)
    dealer = Dealer(4, "test")
    while env.agents:
        actions = {
            agent: chosen(observations[agent]["action_mask"], dealer) for agent in env.agents
        }
        observations, rewards, *_ = env.step(actions)
    assert sorted(rewards.values()) == [-1, 1]
