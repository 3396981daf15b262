"""Many games in one call: the same games as one by one, ended and begun again in one step."""

from __future__ import annotations

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from numpy.testing import assert_array_equal

from quarriors import Rules, RulesError, new_game
from quarriors.engine.rng import Dealer
from quarriors.envs.core.layout import EncodingError
from quarriors.envs.core.play import Play
from quarriors.envs.encoding import mask_of, observe
from quarriors.envs.vector import VectorGames

from .helpers import ALL

SHORT = Rules(players=3, round_limit=3)


def at_random(games: VectorGames, dealer: Dealer) -> list[int]:
    return [legal[dealer.below(len(legal))] for legal in games.legal()]


def test_rows_are_those_of_single_games() -> None:
    games = VectorGames(5, ALL, seed=8, form="universal")
    alone = [Play(new_game(ALL, play.game.origin.seed)) for play in games.plays]  # type: ignore[attr-defined]
    dealer = Dealer(8, "test")
    for _ in range(40):
        assert_array_equal(games.masks(), np.stack([mask_of(play) for play in alone]))
        assert_array_equal(games.actors, [play.actor for play in alone])
        assert_array_equal(
            games.observations(), np.stack([observe(play, play.actor) for play in alone])
        )
        actions = at_random(games, dealer)
        earned, done = games.step(np.array(actions))
        assert not done.any()
        assert not earned.any()
        for play, action in zip(alone, actions, strict=True):
            play.apply(action)


def test_a_game_that_ends_is_followed_in_the_same_step() -> None:
    games = VectorGames(4, SHORT, seed=1)
    dealer = Dealer(1, "test")
    ended = 0
    for _ in range(400):
        before = [play.game for play in games.plays]
        earned, done = games.step(at_random(games, dealer))
        assert games.masks().any(axis=1).all()
        for at in range(4):
            result = before[at].result
            assert done[at] == (result is not None)
            if result is None:
                assert games.plays[at].game is before[at]
                assert not earned[at].any()
            else:
                ended += 1
                assert games.plays[at].game.turn == 1
                assert earned[at].sum() == pytest.approx(0, abs=1e-6)
                assert set(np.flatnonzero(earned[at] > 0)) <= set(result.winners)
    assert ended > 8
    assert AutoresetMode(games.metadata["autoreset_mode"]) is AutoresetMode.SAME_STEP


def test_the_same_seed_gives_the_same_games() -> None:
    told = []
    for _ in range(2):
        games = VectorGames(3, SHORT, seed=6)
        dealer = Dealer(6, "test")
        rows = []
        for _ in range(120):
            games.step(at_random(games, dealer))
            rows.append(games.masks().argmax(axis=1))
        told.append(np.array(rows))
    assert_array_equal(told[0], told[1])


def test_games_of_one_run_differ() -> None:
    games = VectorGames(6, seed=2)
    seeds = {play.game.origin.seed for play in games.plays}  # type: ignore[attr-defined]
    assert len(seeds) == 6


def test_a_wrong_action_stops_all_of_them() -> None:
    games = VectorGames(2, seed=2)
    before = games.observations().copy()
    good = games.legal()[0][0]
    with pytest.raises(EncodingError, match="isn't possible now"):
        games.step([good, games.encoder.actions - 1])
    assert_array_equal(games.observations(), before)


@pytest.mark.parametrize("actions", [[1], [0.5, 1.0], [[1, 2]], ["pass", "pass"]])
def test_actions_of_the_wrong_shape_are_refused(actions: list[int]) -> None:
    games = VectorGames(2, seed=2)
    with pytest.raises(EncodingError, match="2 whole numbers"):
        games.step(actions)


@pytest.mark.parametrize("count", [0, -1, 1.5, True])
def test_a_count_that_is_none_is_refused(count: int) -> None:
    with pytest.raises(RulesError, match="from 1 on"):
        VectorGames(count)
