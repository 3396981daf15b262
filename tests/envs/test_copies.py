"""Games and runners survive pickle, deepcopy and cloudpickle, wherever they stand."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import cloudpickle
import numpy as np
import pytest
from numpy.testing import assert_array_equal

from quarriors import Rules
from quarriors.engine import queries
from quarriors.engine.rng import Dealer
from quarriors.envs.core.play import Play
from quarriors.envs.encoding import mask_of, observe
from quarriors.envs.vector import VectorGames

from .helpers import ALL, BASE, positions

WAYS: dict[str, Callable[[Any], Any]] = {
    "pickle": lambda one: pickle.loads(pickle.dumps(one)),
    "cloudpickle": lambda one: pickle.loads(cloudpickle.dumps(one)),
    "deepcopy": copy.deepcopy,
}


@pytest.mark.parametrize("rules", [BASE, ALL], ids=["base", "all"])
@pytest.mark.parametrize("way", WAYS)
def test_games(rules: Rules, way: str) -> None:
    copied = 0
    for game, play, dealer in positions(rules, 21):
        if dealer.below(30) and not game.over:
            continue
        other = WAYS[way](game)
        assert other is not game
        assert queries.wire(other) == queries.wire(game)
        assert list(other.answers) == list(game.answers)
        assert other.seed == game.seed
        assert other.result == game.result
        if not game.over:
            code = play.code(play.numbers[0])
            ahead = game.clone()
            ahead.apply(code)
            other.apply(code)
            assert queries.wire(other) == queries.wire(ahead)
        copied += 1
    assert copied > 3


@pytest.mark.parametrize("way", WAYS)
def test_plays(way: str) -> None:
    for _, play, dealer in positions(ALL, 22):
        if dealer.below(40):
            continue
        other = WAYS[way](play)
        assert isinstance(other, Play)
        assert other.numbers == play.numbers
        assert_array_equal(mask_of(other), mask_of(play))
        for seat in range(4):
            assert_array_equal(observe(other, seat), observe(play, seat))


@pytest.mark.parametrize("way", WAYS)
def test_runners_of_many_games(way: str) -> None:
    games = VectorGames(3, Rules(round_limit=4), seed=3)
    dealer = Dealer(3, "test")
    for _ in range(30):
        games.step([legal[dealer.below(len(legal))] for legal in games.legal()])
    other = WAYS[way](games)
    for _ in range(150):  # over the ends of games: those that follow are the same, too
        actions = np.array([legal[dealer.below(len(legal))] for legal in games.legal()])
        one, two = games.step(actions), other.step(actions)
        assert_array_equal(one[0], two[0])
        assert_array_equal(one[1], two[1])
        assert_array_equal(games.masks(), other.masks())
