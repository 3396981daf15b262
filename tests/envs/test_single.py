"""The Gymnasium environment: Gymnasium's own check, and what it does not look at."""

from __future__ import annotations

import copy
import pickle
import warnings
from typing import Any

import cloudpickle
import gymnasium
import numpy as np
import pytest
from gymnasium.spaces import Discrete
from gymnasium.utils.env_checker import check_env
from numpy.testing import assert_array_equal

from quarriors import CardError, Rules, RulesError
from quarriors.bots.base import BotError
from quarriors.engine import queries
from quarriors.engine.rng import Dealer
from quarriors.envs.core.layout import EncodingError
from quarriors.envs.encoding import ACTIONS
from quarriors.envs.single import ID, QuarriorsEnv

from .helpers import ALL, BASE

RULES = {"base": BASE, "all": ALL}


def chosen(env: QuarriorsEnv, dealer: Dealer) -> int:
    legal = np.flatnonzero(env.action_masks())
    return int(legal[dealer.below(len(legal))])


@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize("form", ["dict", "blocks", "array"])
def test_the_check_of_gymnasium(name: str, form: str) -> None:
    """It samples without masks, so most of what it does is illegal."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        env = gymnasium.make(ID, rules=RULES[name], form=form)
        check_env(env.unwrapped, skip_render_check=form != "dict")


@pytest.mark.parametrize("opponents", ["random", ["greedy", "swarm", "random"]])
def test_a_whole_game(opponents: Any) -> None:
    rules = Rules(players=4, round_limit=6)
    env = QuarriorsEnv(rules, seat=2, opponents=opponents)
    observation, info = env.reset(seed=4)
    dealer = Dealer(4, "test")
    steps, terminated = 0, False
    while not terminated:
        assert_array_equal(observation["action_mask"], info["action_mask"])
        assert env.observation_space.contains(observation)
        assert env.game.decision.seat == 2
        observation, reward, terminated, truncated, info = env.step(chosen(env, dealer))
        assert not truncated
        assert terminated or reward == 0
        steps += 1
    assert steps > 10
    result = env.game.result
    assert result is not None
    assert info["result"]["winners"] == list(result.winners)
    assert (reward > 0) == (2 in result.winners)
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(0)


def test_an_illegal_action_costs_and_ends_the_episode() -> None:
    env = QuarriorsEnv(BASE, illegal_reward=-0.25)
    env.reset(seed=1)
    before = queries.wire(env.game)
    wrong = int(np.flatnonzero(env.action_masks() == 0)[0])
    _, reward, terminated, truncated, info = env.step(wrong)
    assert (reward, terminated, truncated) == (-0.25, True, False)
    assert info["illegal_action"] == wrong
    assert queries.wire(env.game) == before
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(wrong)


def test_strict_raises() -> None:
    env = QuarriorsEnv(BASE, strict=True)
    env.reset(seed=1)
    wrong = int(np.flatnonzero(env.action_masks() == 0)[0])
    with pytest.raises(EncodingError, match="isn't possible now"):
        env.step(wrong)
    _, _, terminated, truncated, _ = env.step(int(np.flatnonzero(env.action_masks())[0]))
    assert not terminated
    assert not truncated


def test_the_same_seed_is_the_same_episode_with_bots_that_think() -> None:
    told = []
    for _ in range(2):
        env = QuarriorsEnv(Rules(round_limit=6), opponents="greedy")
        env.reset(seed=9)
        dealer = Dealer(9, "test")
        done = False
        while not done:
            _, _, done, _, _ = env.step(chosen(env, dealer))
        told.append(list(env.game.answers))
    assert told[0] == told[1]
    assert len(told[0]) > 20


@pytest.mark.parametrize("way", ["pickle", "deepcopy", "cloudpickle"])
def test_copies_go_on_alike(way: str) -> None:
    env = QuarriorsEnv(ALL, opponents="greedy")
    env.reset(seed=3)
    dealer = Dealer(3, "test")
    for _ in range(10):
        env.step(chosen(env, dealer))
    if way == "pickle":
        other = pickle.loads(pickle.dumps(env))
    elif way == "cloudpickle":
        other = pickle.loads(cloudpickle.dumps(env))
    else:
        other = copy.deepcopy(env)
    for _ in range(10):
        action = chosen(env, dealer)
        one, two = env.step(action), other.step(action)
        assert_array_equal(one[0]["observation"], two[0]["observation"])
        assert one[1:4] == two[1:4]
        if one[2]:
            break


@pytest.mark.parametrize(
    ("settings", "error", "says"),
    [
        ({"seat": 2}, RulesError, "from 0 to 1, not 2"),
        ({"opponents": ["random", "greedy"]}, RulesError, "has 1"),
        ({"opponents": "nobody"}, BotError, "nobody"),
        ({"opponents": 5}, RulesError, "the name of a bot, such as 'random', not 5"),
        ({"opponents": [None]}, RulesError, "the name of a bot"),
        ({"form": "list"}, EncodingError, "dict, blocks, array"),
        ({"form": None}, EncodingError, "dict, blocks, array"),
        ({"seat": 1.0}, RulesError, "from 0 to 1, not 1.0"),
        ({"seat": True}, RulesError, "from 0 to 1, not True"),
        ({"seat": "0"}, RulesError, "from 0 to 1, not '0'"),
        ({"illegal_reward": "x"}, RulesError, "illegal_reward is a number, not 'x'"),
        ({"illegal_reward": float("nan")}, RulesError, "illegal_reward is a number, not nan"),
        ({"strict": 1}, RulesError, "strict is True or False, not 1"),
        ({"rules": "base"}, RulesError, "a Rules object"),
        ({"seed": 5}, RulesError, "takes no seed; use wilds, first, mix"),
        ({"first": 2}, RulesError, "a seat from 0 to 1, not 2"),
        ({"mix": "shaken"}, RulesError, "Unknown mix shaken"),
        ({"wilds": "Quake Dragon"}, CardError, "wilds is a list of card names"),
        ({"include": ["Nobody"]}, CardError, "called 'Nobody'"),
    ],
)
def test_bad_settings_are_refused(settings: Any, error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        QuarriorsEnv(**{"rules": BASE, **settings})


def test_nothing_happens_before_reset() -> None:
    env = QuarriorsEnv(BASE)
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(0)


def test_the_space_never_changes() -> None:
    spaces = [QuarriorsEnv(rules).action_space for rules in RULES.values()]
    assert spaces == [Discrete(ACTIONS)] * 2
