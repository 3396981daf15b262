"""A long seed seeds every turn anew: dice that were seen tell nothing about those to come."""

from __future__ import annotations

import pickle

import pytest

import quarriors as q
from quarriors.engine import queries
from quarriors.engine.rng import LONG, seeded
from quarriors.game import Game
from quarriors.record.replay import verify

SEEDS = [LONG, LONG * LONG + 12345, -LONG]


def played(seed: int, decisions: int = 60) -> Game:
    game = q.new_game(q.Rules(players=2), seed=seed)
    for number in range(decisions):
        if game.over:
            break
        options = game.decision.options
        game.apply(options[number % len(options)])
    return game


@pytest.mark.parametrize("seed", SEEDS)
def test_the_second_turn_draws_by_its_own_key(seed: int) -> None:
    """With other luck in the first turn, the second is rolled from the same generator state."""

    def second(luck: int | None) -> int:
        game = q.new_game(q.Rules(players=2), seed=seed, log=True)
        if luck is not None:
            queries.set_generator(queries.state(game), seeded(luck))
        while game.turn == 1:
            game.apply(game.decision.options[-1])
        return int(queries.generator(queries.state(game)))

    # Both draw six dice from a bag of the same twelve: as many random numbers, so the same state.
    assert second(None) == second(7) == second(8)


def test_a_short_seed_is_one_stream() -> None:
    game = played(LONG - 1)
    assert queries.turn_seed(queries.state(game)) == 0


@pytest.mark.parametrize("seed", SEEDS)
def test_long_seeds_go_through_copies_pickles_and_records(seed: int) -> None:
    game = played(seed)
    games = [game, game.clone(), pickle.loads(pickle.dumps(game))]
    for number in range(40):
        if game.over:
            break
        code = game.decision.options[number % len(game.decision.options)].code
        for one in games:
            one.apply(code)
        assert len({str(queries.wire(one)) for one in games}) == 1
    assert [queries.turn_seed(queries.state(one)) for one in games] == [seed] * 3
    assert game.turn > 3
    record = game.record()
    assert record["seed"] == seed
    assert verify(record).decisions == len(game.answers)


def test_a_branch_does_not_know_the_key() -> None:
    game = played(LONG * 7)
    assert queries.turn_seed(queries.state(game.branch(3))) == 0
    tried = game.clone()
    tried.playout(5)
    assert queries.turn_seed(queries.state(tried)) == 0
