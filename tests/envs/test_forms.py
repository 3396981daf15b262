"""The forms: a compact one has a number for everything that can occur, and says the same."""

from __future__ import annotations

from itertools import cycle

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from quarriors import Rules, new_game
from quarriors.engine.rng import Dealer
from quarriors.engine.rules import EDITIONS
from quarriors.engine.sets import ANNOUNCED
from quarriors.envs.core import actions as a
from quarriors.envs.core.form import MOST_OPTIONS, UNIVERSAL
from quarriors.envs.core.play import Play
from quarriors.envs.encoding import mask_of, observe, row_of
from quarriors.envs.forms import OPTION_SCALE, Encoder
from quarriors.game import Game

from .helpers import ALL, BASE, mixed_rules
from .test_observation import with_other_secrets

ALONE = [
    Rules(players=players, edition=edition, sets=sorted({"base", name}), round_limit=8)
    for players, edition, name in zip(
        cycle([2, 3, 4]), cycle(EDITIONS), [*ANNOUNCED.sets, *ANNOUNCED.sets]
    )
]


def check_completeness(rules: Rules, game: Game, dealer: Dealer) -> int:
    """A game at random: no option and no number is missing; how many decisions it had."""
    wishes = {"wilds": list(game.origin.wilds)}
    forms = [Encoder(rules).form, Encoder(rules, wishes).form]
    dropped = [np.setdiff1d(np.arange(UNIVERSAL.size), form.kept_columns) for form in forms]
    kept = [set(form.kept_actions) for form in forms]
    play = Play(game)
    constant = None
    decisions = 0
    while play.actor >= 0:
        numbers = play.numbers
        for known in kept:
            unknown = [number for number in numbers if number not in known]
            assert all(number >= a.AGAIN for number in unknown)
        row = row_of(play, play.actor)
        if constant is None:
            constant = row.copy()
        for columns in dropped:
            assert_array_equal(row[columns], constant[columns])
        decisions += 1
        play.apply(numbers[dealer.below(len(numbers))])
    return decisions


def test_a_compact_form_is_complete() -> None:
    """All sets mixed by all editions, modules and players, and each set with the base alone."""
    decisions = 0
    for seed, rules in enumerate([*list(mixed_rules(6))[::4], *ALONE[::2]]):
        decisions += check_completeness(rules, new_game(rules, seed), Dealer(seed, "test"))
    assert decisions > 400


@pytest.mark.long
def test_a_compact_form_is_complete_in_many_games() -> None:
    for round_limit in (30, 40, 50):
        for seed, rules in enumerate([*mixed_rules(round_limit), *ALONE]):
            start = 1000 * round_limit + seed
            assert check_completeness(rules, new_game(rules, start), Dealer(start, "test"))


def test_a_compact_form_says_the_same() -> None:
    """Its numbers are those of the universal code, in the same order."""
    for rules in (BASE, ALL):
        encoder = Encoder(rules)
        game = new_game(rules, 4)
        compact, universal = encoder.play(game), Play(game)
        dealer = Dealer(4, "test")
        for _ in range(120):
            if compact.actor < 0:
                break
            row = observe(universal, compact.actor)[encoder.form.kept_columns]
            assert_array_equal(encoder.row(compact, compact.actor), row)
            numbers = compact.numbers
            assert mask_of(compact).sum() == len(set(numbers)) == len(numbers)
            for own, other in zip(numbers, universal.numbers, strict=True):
                if other < a.AGAIN:
                    assert encoder.form.kept_actions[own] == other
                assert compact.code(own) == universal.code(other)
            compact.apply(numbers[dealer.below(len(numbers))])
            universal.refresh()
    assert len(encoder.names()) == len(set(encoder.names())) == len(encoder.scale)


def test_a_form_is_small_and_always_the_same() -> None:
    fixed = {"wilds": list(new_game(BASE, 1).origin.wilds)}
    sizes = [(one.actions, len(one.scale)) for one in (Encoder(BASE), Encoder(BASE, fixed))]
    assert sizes == [(619, 697), (217, 384)]
    assert Encoder(BASE).hash == Encoder(Rules(players=2, round_limit=9)).hash
    assert (
        len({Encoder(one, form=f).hash for one in (BASE, ALL) for f in ("compact", "options")}) == 4
    )


def test_actions_are_described() -> None:
    encoder = Encoder(BASE)
    told = [str(encoder.describe(action)) for action in range(encoder.actions)]
    assert len(set(told)) == encoder.actions
    assert told[0] == "pass"
    assert told[-1] == "again time 15"
    assert str(Encoder(BASE, form="options").describe(3)) == "option number 3"


def test_options_beyond_the_last_number_are_on_further_pages() -> None:
    """With room for three options the third number turns the page where there are more."""
    encoder = Encoder(BASE, form="options", most_options=3)
    play = encoder.play(new_game(BASE, 3))
    dealer = Dealer(3, "test")
    turned = 0
    while play.actor >= 0:
        options = play.game.decision.options
        if len(options) > 3:
            found = []
            for _ in range((len(options) + 1) // 2):
                rows = np.frombuffer(play.option_rows(), np.uint8).reshape(3, -1)
                assert_array_equal(rows[:, 0], mask_of(play))
                found += [play.code(number) for number in play.numbers if number < 2]
                play.apply(2)
                turned += 1
            assert found == [option.code for option in options]
        else:
            assert [play.code(number) for number in play.numbers] == [o.code for o in options]
        numbers = [number for number in play.numbers if play.code(number) >= 0]
        play.apply(numbers[dealer.below(len(numbers))])
    assert turned > 20


def test_rows_of_options_and_dice_show_what_may_be_seen() -> None:
    """Other luck and another order of the bag change nothing."""
    encoder = Encoder(ALL, form="structured")
    play = encoder.play(new_game(ALL, 8))
    dealer = Dealer(8, "test")
    most = compared = 0
    while play.actor >= 0:
        most = max(most, len(play.numbers))
        if dealer.below(6) == 0:
            other = encoder.play(with_other_secrets(play.game, dealer))  # type: ignore[arg-type]
            for seat in range(4):
                one, two = encoder.observation(play, seat), encoder.observation(other, seat)
                for name in one:
                    assert_array_equal(one[name], two[name])
            compared += 1
        play.apply(play.numbers[dealer.below(len(play.numbers))])
    assert compared > 10
    assert most <= MOST_OPTIONS
    seen = encoder.observation(play, 0)
    assert not seen["options"].any()
    assert seen["options"].shape == (MOST_OPTIONS, len(OPTION_SCALE))
