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
from gymnasium.vector import AutoresetMode
from numpy.testing import assert_array_equal

from quarriors import CardError, Rules, RulesError
from quarriors.bots.base import BotError
from quarriors.engine import queries
from quarriors.engine.rng import Dealer
from quarriors.envs.core.layout import EncodingError
from quarriors.envs.encoding import ACTIONS
from quarriors.envs.opponents import Pool
from quarriors.envs.single import ID, QuarriorsEnv
from quarriors.envs.vector_env import QuarriorsVectorEnv

from .helpers import ALL, BASE

RULES = {"base": BASE, "all": ALL}


def chosen(env: QuarriorsEnv, dealer: Dealer) -> int:
    legal = np.flatnonzero(env.action_masks())
    return int(legal[dealer.below(len(legal))])


@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize("form", ["compact", "universal", "options", "structured"])
def test_the_check_of_gymnasium(name: str, form: str) -> None:
    """It samples without masks, so most of what it does is illegal."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        env = gymnasium.make(ID, rules=RULES[name], form=form)
        check_env(env.unwrapped, skip_render_check=form != "compact")


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
        ({"seat": 2}, RulesError, "from 0 to 1, .* not 2"),
        ({"opponents": ["random", "greedy"]}, RulesError, "has 1"),
        ({"opponents": "nobody"}, BotError, "nobody"),
        ({"opponents": 5}, RulesError, "the name of a bot, .* not 5"),
        ({"opponents": [None]}, RulesError, "the name of a bot"),
        ({"form": "list"}, EncodingError, "compact, universal"),
        ({"form": None}, EncodingError, "compact, universal"),
        ({"seat": 1.0}, RulesError, "from 0 to 1, .* not 1.0"),
        ({"seat": True}, RulesError, "from 0 to 1, .* not True"),
        ({"seat": "0"}, RulesError, "from 0 to 1, .* not '0'"),
        ({"illegal_reward": "x"}, RulesError, "illegal_reward is a number, not 'x'"),
        ({"illegal_reward": float("nan")}, RulesError, "illegal_reward is a number, not nan"),
        ({"opponents": {"random": -1}}, RulesError, "weights"),
        ({"opponents": {"random": 0}}, RulesError, "weights"),
        ({"opponents": {"nobody": 1}}, BotError, "nobody"),
        ({"reward": "fame"}, RulesError, "one of win, glory"),
        ({"flat": "yes"}, RulesError, "flat is True or False"),
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
    spaces = [QuarriorsEnv(rules, form="universal").action_space for rules in RULES.values()]
    assert spaces == [Discrete(ACTIONS)] * 2


def to_the_end(env: QuarriorsEnv, seed: int | None) -> float:
    """A game at random; all that was earned."""
    env.reset(seed=seed)
    dealer = Dealer(5, "test")
    total, done = 0.0, False
    while not done:
        _, reward, done, _, _ = env.step(chosen(env, dealer))
        total += reward
    return total


class Policy:
    """The first action of the mask, as a policy, and a note of what it was shown."""

    def __init__(self) -> None:
        self.shapes: set[Any] = set()

    def predict(self, seen: Any, action_masks: Any) -> tuple[Any, None]:
        self.shapes.add(seen["observation"].shape)
        return np.array(action_masks.argmax()), None


class FirstOption:
    """A bot that takes the first option."""

    def decide(self, _seat: Any, decision: Any) -> Any:
        return decision.options[0]


def test_opponents_of_all_kinds() -> None:
    policy, called = Policy(), []

    def function(seen: Any, mask: Any) -> int:
        called.append(seen["observation"].shape)
        return int(mask.argmax())

    rules = Rules(players=4, round_limit=3)
    env = QuarriorsEnv(rules, opponents=[policy, function, FirstOption()])
    assert -1 <= to_the_end(env, 2) <= 1
    assert policy.shapes == set(called) == {env.encoder.scale.shape}


def test_a_pool_draws_by_weight() -> None:
    first, second = FirstOption(), FirstOption()
    pool = Pool([(first, 3), (second, 1), ("random", 0)])
    drawn = [pool.draw(Dealer(seed, "test")) for seed in range(400)]
    assert 250 < drawn.count(first) < 350
    assert drawn.count(first) + drawn.count(second) == 400


def test_seats_rotate_or_are_drawn() -> None:
    rules = Rules(players=3, round_limit=1)
    for _ in range(2):  # a seed begins anew
        env = QuarriorsEnv(rules, seat="rotate")
        seats = []
        for game in range(4):
            env.reset(seed=3 if game == 0 else None)
            seats.append(env.seat)
        assert seats == [0, 1, 2, 0]
    env = QuarriorsEnv(rules, seat="random")
    drawn = set()
    for seed in range(20):
        env.reset(seed=seed)
        assert env.game.decision.seat == env.seat
        drawn.add(env.seat)
    assert drawn == {0, 1, 2}


def test_rewards_of_all_kinds() -> None:
    rules = Rules(players=2, round_limit=4)
    earned = {}
    for reward in ("win", "glory"):
        env = QuarriorsEnv(rules, reward=reward)
        earned[reward] = to_the_end(env, 3)
        result = env.game.result
    assert result is not None
    own, other = result.glory
    assert earned["glory"] == pytest.approx((own - other) / 20)

    def hook(game: Any) -> list[float]:
        return [0.125] * 2

    shaped = to_the_end(QuarriorsEnv(rules, reward=hook), 3)
    answers = 0.125 * len(env.game.answers)
    assert 0 < shaped - earned["win"] <= answers
    with pytest.raises(RulesError, match="gives 2 numbers"):
        to_the_end(QuarriorsEnv(rules, reward=lambda _game: [1.0]), 3)


@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_many_environments_as_one(mode: AutoresetMode) -> None:
    rules = Rules(players=2, round_limit=2)
    env = gymnasium.make_vec(
        ID, 3, vectorization_mode="vector_entry_point", autoreset_mode=mode, rules=rules
    )
    assert env.metadata["autoreset_mode"] is mode
    seen, info = env.reset(seed=5)
    ended = 0
    after = np.zeros(3, bool)
    while ended < 4:
        assert env.observation_space.contains(seen)
        assert_array_equal(seen["action_mask"], info["action_mask"])
        seen, rewards, done, cut, info = env.step(info["action_mask"].argmax(axis=1))
        assert not cut.any()
        assert not (after & done).any()
        ended += int(done.sum())
        for at in np.flatnonzero(done).tolist():
            assert rewards[at] in (-1, 0, 1)
            assert info["_result"][at]
            if mode is AutoresetMode.SAME_STEP:
                last = info["final_obs"][at]
                assert env.single_observation_space.contains(last)
                assert last["action_mask"].sum() == 1
                assert info["action_mask"][at].sum() > 1
        if mode is AutoresetMode.NEXT_STEP:
            after = done
        elif mode is AutoresetMode.DISABLED and done.any():
            with pytest.raises(RulesError, match="is over"):
                env.step(np.zeros(3, int))
            seen, info = env.reset(options={"reset_mask": done})


@pytest.mark.parametrize(
    ("settings", "says"),
    [({"num_envs": 0}, "from 1 on"), ({"autoreset_mode": "later"}, "autoreset mode is one of")],
)
def test_bad_settings_of_many_are_refused(settings: dict[str, Any], says: str) -> None:
    with pytest.raises(RulesError, match=says):
        QuarriorsVectorEnv(**settings)
    env = QuarriorsVectorEnv(2, rules=BASE)
    with pytest.raises(RulesError, match="one seed, or 2"):
        env.reset(seed=[1])
    with pytest.raises(RulesError, match="reset_mask has 2 values"):
        env.reset(options={"reset_mask": [False, False]})
