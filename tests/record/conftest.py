"""Games to write down: played by a seeded chooser, finished and unfinished."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest

import quarriors as q
from quarriors.engine.rng import Dealer

Record = dict[str, Any]


def play(game: q.Game, seed: int, most: int = 100_000) -> q.Game:
    """Answer at random, at most this many times."""
    dealer = Dealer(seed, "test")
    for _ in range(most):
        if game.over:
            break
        options = game.decision.options
        game.apply(options[dealer.below(len(options))])
    return game


@pytest.fixture(scope="session")
def finished() -> Record:
    """The record of a whole game of two."""
    return play(q.new_game(q.Rules(players=2), seed=3), 3).record()


@pytest.fixture(scope="session")
def unfinished() -> Record:
    """The record of a game that is still going on."""
    return play(q.new_game(q.Rules(players=3, edition="original"), seed=4), 4, 40).record()


@pytest.fixture
def edited(finished: Record) -> Callable[[Callable[[Record], None]], Record]:
    """The finished record after one change."""

    def edit(change: Callable[[Record], None]) -> Record:
        record: Record = copy.deepcopy(finished)
        change(record)
        return json.loads(json.dumps(record))  # type: ignore[no-any-return]

    return edit
