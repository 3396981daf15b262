"""Observations show what `observe` shows, and nothing else."""

from __future__ import annotations

import numpy as np
from numpy.testing import assert_array_equal

from quarriors import Game, new_game
from quarriors.engine import arrange, queries
from quarriors.engine.ids import place
from quarriors.engine.rng import Dealer, seeded
from quarriors.envs.core.features import FEATURES
from quarriors.envs.core.play import Play
from quarriors.envs.encoding import HIGH, SCALE, blocks, field, mask_of, observe, row_of
from quarriors.envs.fields import BLOCKS
from quarriors.view.observe import observe as see

from .helpers import ALL, BASE, mixed_rules, positions
from .reference import reference_row

SHOWN = (place.ACTIVE, place.READY, place.QUEST, place.ATTACHED)  # where dice show their faces


def test_the_blocks_cover_the_row() -> None:
    at = 0
    for block in BLOCKS:
        assert block.start == at
        at += block.size
        end = 0
        for part in block.fields:
            assert part.start == end
            end += part.size
        assert end == block.shape[-1]
    assert at == FEATURES == len(SCALE)


def test_everything_follows_from_what_a_seat_may_see() -> None:
    """The row made from `observe` alone is the same, in games of all kinds, for all seats."""
    compared = 0
    for seed, rules in enumerate(mixed_rules(round_limit=10)):
        for game, play, dealer in positions(rules, 400 + seed):
            if dealer.below(12) and not game.over:
                continue
            seat = dealer.below(rules.players)
            fast = row_of(play, seat)
            assert_array_equal(fast, reference_row(see(game, seat)))
            compared += 1
    assert compared > 300


def with_other_secrets(game: Game, dealer: Dealer) -> Game:
    """The same game to all who look at it: other luck, another order of what has none."""
    state = queries.from_wire(game.setup, queries.wire(game))
    queries.set_generator(state, seeded(dealer.below(1 << 20), "other"))
    for seat in range(game.setup.players):
        bag = queries.dice_list(state, seat, place.BAG)
        dealer.shuffle(bag)
        arrange.reorder(state, seat, place.BAG, bag)
    for die in range(len(game.setup.slot)):
        where = queries.place_of(state, die)
        hidden = where not in SHOWN or queries.is_unrolled(state, die)
        if hidden and where != place.WILDS and not queries.is_locked(state, die):
            arrange.set_face(state, die, dealer.below(6))
    return Game(state, None, [], 0, False)


def test_what_may_not_be_seen_changes_nothing() -> None:
    compared = 0
    for seed, rules in enumerate((BASE, ALL, *list(mixed_rules(10))[::7])):
        for game, play, dealer in positions(rules, 900 + seed):
            if game.over or dealer.below(10):
                continue
            other = Play(with_other_secrets(game, dealer))
            assert_array_equal(mask_of(other), mask_of(play))
            for seat in range(rules.players):
                assert_array_equal(observe(other, seat), observe(play, seat))
            compared += 1
    assert compared > 80


def test_seats_are_turned() -> None:
    """Everybody comes first in their own observation."""
    *_, (game, play, _) = positions(ALL, 2)
    for seat in range(4):
        told = field(observe(play, seat), "seats", "glory")[:, 0] * 25
        turned = [game.glory[(seat + near) % 4] for near in range(4)]
        assert_array_equal(np.rint(told), turned)


def test_values_lie_within_the_space_and_vary() -> None:
    rows = [observe(play, play.actor) for _, play, _ in positions(BASE, 4) if play.actor >= 0]
    whole = np.array(rows)
    assert whole.dtype == np.float32
    assert (whole >= 0).all()
    assert (whole <= HIGH).all()
    assert (whole.max(axis=0) > whole.min(axis=0)).sum() > 100


def test_blocks_are_views_of_the_row() -> None:
    play = Play(new_game(BASE, 1))
    row = observe(play, 0)
    for name, part in blocks(row).items():
        assert np.shares_memory(part, row), name
    assert sum(part.size for part in blocks(row).values()) == row.size


def test_a_card_is_named_by_its_number() -> None:
    game = new_game(ALL, 6)
    play = Play(game)
    numbers = np.rint(field(observe(play, 0), "cards", "card")[:, 0] * 256).astype(int) - 1
    for lane, slot in enumerate(play.layout.slot_of_lane):
        assert numbers[lane] == (-1 if slot < 0 else game.setup.cards[slot].index)


def test_two_looks_share_nothing() -> None:
    """Learners keep observations: none may change afterwards."""
    play = Play(new_game(BASE, 1))
    first, mask = observe(play, 0), mask_of(play)
    kept, kept_mask = first.copy(), mask.copy()
    play.apply(play.numbers[0])
    second = observe(play, 0)
    assert not np.shares_memory(first, second)
    assert_array_equal(first, kept)
    assert_array_equal(mask, kept_mask)
    assert first.flags.writeable
    assert mask.flags.writeable
