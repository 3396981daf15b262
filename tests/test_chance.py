"""Draws, rolls and shuffles are fair: chi-square over at least 100,000 of each, on fixed seeds.

The statistic must lie between the 0.1 % and the 99.9 % point of its distribution: too far from
even is a loaded die, too close to even is no chance at all. Seeds are fixed, so a test that passes
once passes always; it fails if somebody changes the generator for a worse one.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise, permutations
from math import comb

import pytest

import quarriors as q
from quarriors.engine import queries
from quarriors.engine.dice import draw, put, roll
from quarriors.engine.ids import log, place
from quarriors.engine.queries import State
from quarriors.engine.rng import A1, A2, M1, M2, Dealer, below, seeded
from quarriors.testing import Position
from tests.extent import interpreted

# Degrees of freedom: the points below which chi-square lies in 0.1 % and in 99.9 % of all cases.
BOUNDS = {
    1: (0.0, 10.828),
    2: (0.0020, 13.816),
    3: (0.0243, 16.266),
    4: (0.0908, 18.467),
    5: (0.2102, 20.515),
    6: (0.3811, 22.458),
    11: (1.8339, 31.264),
    23: (7.5292, 49.728),
    35: (14.6878, 66.619),
    99: (61.1365, 148.230),
}
SPAN = 1073741788  # how many values one step of the generator can give


def chi_square(counts: Sequence[int], weights: Sequence[float]) -> float:
    """How far counts are from what the weights promise."""
    total = sum(counts)
    whole = sum(weights)
    expected = [total * weight / whole for weight in weights]
    return sum((c - e) ** 2 / e for c, e in zip(counts, expected, strict=True))


def assert_fair(counts: Sequence[int], weights: Sequence[float] | None = None) -> None:
    """The counts are what chance would give."""
    found = chi_square(counts, [1.0] * len(counts) if weights is None else weights)
    low, high = BOUNDS[len(counts) - 1]
    assert low <= found <= high, f"chi-square {found:.2f} is not within {low} to {high}: {counts}"


def state_of(seed: int) -> State:
    """The state of a new game."""
    return queries.state(q.new_game(q.Rules(2), seed=seed))


def full_bag(seed: int) -> State:
    """A real state with all twelve dice of seat 0 in its bag."""
    s = state_of(seed)
    for where in range(place.ACTIVE, place.ZONES + 1):
        for die in queries.dice_list(s, 0, where):
            put(s, die, 0, place.BAG)
    assert len(queries.dice_list(s, 0, place.BAG)) == 12
    return s


def drawn(s: State, count: int) -> list[int]:
    """The dice that seat 0 draws: the last ones of its Active Pool."""
    came = draw(s, 0, count)
    return queries.dice_list(s, 0, place.ACTIVE)[-came:]


def six_faced(seed: int) -> State:
    """A real state with two dice in a pool none of whose sides read the same."""
    pool = Position(2, seed=seed).active(0, "Questing Wizard@Q2", "Quake Dragon@Q1")
    s = pool.start("ready").state
    for die in queries.dice_list(s, 0, place.ACTIVE):
        faces = s.setup.cards[s.setup.slot[die]].design.faces
        assert len({face.notation for face in faces}) == 6
    return s


# --- the yardstick itself ----------------------------------------------------------------------


def test_a_slightly_loaded_die_and_a_too_even_one_are_both_found_out() -> None:
    """The measure can fail: one face 3 % too often, and counts without any scatter."""
    with pytest.raises(AssertionError, match="chi-square"):
        assert_fair([20_600, 19_880, 19_880, 19_880, 19_880, 19_880])
    with pytest.raises(AssertionError, match="chi-square"):
        assert_fair([20_000, 20_001, 20_000, 19_999, 20_000, 20_000])
    assert_fair([20_100, 19_900, 20_050, 19_950, 20_150, 19_850])


# --- draws -------------------------------------------------------------------------------------


@pytest.mark.rule("3.4")
def test_each_die_in_a_bag_is_as_likely_as_any_other() -> None:
    """120,000 draws of one die from a bag of twelve; 11 degrees of freedom."""
    s = full_bag(1)
    dice = sorted(queries.dice_list(s, 0, place.BAG))
    counts = Counter[int]()
    for _ in range(120_000):
        (die,) = drawn(s, 1)
        counts[die] += 1
        put(s, die, 0, place.BAG)
    assert sorted(counts) == dice
    assert_fair([counts[die] for die in dice])


@pytest.mark.rule("3.4")
@pytest.mark.rule("5.1")
def test_a_hand_of_six_has_as_many_assistants_as_chance_gives() -> None:
    """20,000 hands, 120,000 draws: hypergeometric, 4 of 12; 4 degrees of freedom."""
    s = full_bag(2)
    slot = s.setup.class_slot["Assistant"]
    counts = [0] * 5
    together = Counter[int]()
    for _ in range(20_000):
        hand = drawn(s, 6)
        assert len(set(hand)) == 6
        counts[sum(s.setup.slot[die] == slot for die in hand)] += 1
        together.update(hand)
        for die in hand:
            put(s, die, 0, place.BAG)
    assert_fair(counts, [comb(4, n) * comb(8, 6 - n) for n in range(5)])
    # within one hand dice exclude each other, which scales the statistic by (12 - 6) / (12 - 1)
    found = chi_square(list(together.values()), [1.0] * 12) * 11 / 6
    low, high = BOUNDS[11]
    assert low <= found <= high


@pytest.mark.rule("3.4")
def test_a_refilled_bag_is_drawn_from_as_evenly() -> None:
    """Eight dice in the bag, four in the Used Pile, ten drawn: two of the four at the end."""
    s = full_bag(3)
    dice = sorted(queries.dice_list(s, 0, place.BAG))
    late = dice[:4]
    counts = Counter[int]()
    for _ in range(12_000):
        for die in late:
            put(s, die, 0, place.USED)
        hand = drawn(s, 10)
        assert set(dice[4:]) <= set(hand)
        counts.update(set(hand) & set(late))
        for die in hand:
            put(s, die, 0, place.BAG)
    assert sum(counts.values()) == 24_000
    pairs = chi_square([counts[die] for die in late], [1.0] * 4) * 3 / 2
    assert pairs <= 16.266  # 99.9 % point at 3 degrees of freedom


# --- rolls -------------------------------------------------------------------------------------


@pytest.mark.rule("3.5")
def test_each_face_comes_up_as_often_as_any_other_and_so_do_pairs() -> None:
    """216,000 rolls of dice with six different faces: 5 degrees of freedom; pairs: 35."""
    s = six_faced(4)
    first, second = queries.dice_list(s, 0, place.ACTIVE)
    faces = Counter[int]()
    pairs = Counter[tuple[int, int]]()
    for _ in range(108_000):
        roll(s, first)
        roll(s, second)
        pairs[queries.face_of(s, first), queries.face_of(s, second)] += 1
        faces.update((queries.face_of(s, first), queries.face_of(s, second)))
    assert sum(faces.values()) == 216_000
    assert sorted(faces) == [0, 1, 2, 3, 4, 5]
    assert_fair([faces[face] for face in range(6)])
    assert_fair([pairs[one, other] for one in range(6) for other in range(6)])


def test_rolls_far_apart_do_not_know_of_each_other() -> None:
    """Each roll with the sixth after it, as one die meets in successive hands; 35."""
    s = six_faced(5)
    die = queries.dice_list(s, 0, place.ACTIVE)[0]
    rolled = []
    for _ in range(120_000):
        roll(s, die)
        rolled.append(queries.face_of(s, die))
    pairs = Counter[tuple[int, int]]()
    for start in range(0, len(rolled), 12):
        pairs.update(zip(rolled[start : start + 6], rolled[start + 6 : start + 12], strict=True))
    assert sum(pairs.values()) == 60_000
    assert_fair([pairs[one, other] for one in range(6) for other in range(6)])


def test_rolls_in_whole_games_are_as_fair_for_every_class() -> None:
    """At least 50,000 rolls as the log of random games tells them, choices made in between.

    Sides of a die that read the same are one result, as often as there are such sides.
    """
    counts: dict[str, Counter[str]] = {}
    sides: dict[str, Counter[str]] = {}
    rolls = 0
    seed = 0
    wanted = interpreted(20_000, 100_000)
    while rolls < wanted:
        # a number of rounds and no Glory goal: luck has no say in when a game ends
        rules = q.Rules(4, round_limit=40, goal=10**6)
        game = q.new_game(rules, seed=seed, log=True)
        game.playout()
        designs = [card.design for card in game.setup.cards]
        for kind, _, _, die, face, _ in game.take_events():
            if kind == log.ROLL:
                design = designs[game.setup.slot[die]]
                notations = [side.notation for side in design.faces]
                sides.setdefault(design.class_name, Counter(notations))
                counts.setdefault(design.class_name, Counter())[notations[face]] += 1
                rolls += 1
        seed += 1
    assert len(counts) == 18  # every class of the set was rolled
    assert counts["Basic Quiddity"].total() > 0.3 * wanted
    for name, found in counts.items():
        assert set(found) == set(sides[name])
        assert_fair([found[side] for side in sides[name]], list(sides[name].values()))


# --- shuffles, ranges, streams -----------------------------------------------------------------


@pytest.mark.rule("2.2")
def test_every_order_of_four_cards_is_as_likely_as_any_other() -> None:
    """120,000 shuffles, 24 orders; 23 degrees of freedom."""
    dealer = Dealer(6, "shuffle")
    counts = Counter[tuple[int, ...]]()
    for _ in range(120_000):
        cards = [0, 1, 2, 3]
        dealer.shuffle(cards)
        counts[tuple(cards)] += 1
    assert_fair([counts[order] for order in permutations(range(4))])


@pytest.mark.rule("2.2")
def test_every_creature_card_of_a_class_lies_in_the_wilds_as_often() -> None:
    """The three Goblins over 1,500 set-ups: the table's own shuffle is fair to cards of a class."""
    counts = Counter[str]()
    classes = Counter[str]()
    for seed in range(1_500):
        table = q.new_game(q.Rules(2), seed=seed).setup
        for card in table.cards:
            classes[card.class_name] += 1
            if card.class_name == "Scavenging Goblin":
                counts[card.type_name] += 1
    assert sorted(counts) == ["", "Mighty", "Strong"]
    found = chi_square(list(counts.values()), [1.0] * 3)
    assert found <= 13.816  # 99.9 % point at 2 degrees of freedom
    spells = [classes[name] for name in ("Death", "Growth", "Life", "Shaping", "Victory")]
    assert sum(spells) == 4_500


@pytest.mark.rule("2.4")
def test_every_seat_begins_as_often() -> None:
    """The first player is chosen at random: 2,000 games of four."""
    counts = Counter(q.new_game(q.Rules(4), seed=seed).active for seed in range(2_000))
    found = chi_square([counts[seat] for seat in range(4)], [1.0] * 4)
    assert found <= 16.266  # 99.9 % point at 3 degrees of freedom


@pytest.mark.parametrize(
    ("n", "cells"),
    [
        pytest.param(7, 7, id="a small prime"),
        pytest.param(100, 100, id="a round number"),
        pytest.param(1_000_003, 100, id="a large prime"),
        pytest.param(SPAN // 3 * 2 + 1, 2, id="just over two thirds of the range"),
        pytest.param(SPAN // 2 + 1, 2, id="just over half of the range"),
        pytest.param(SPAN, 100, id="the whole range"),
    ],
)
def test_a_number_below_n_is_fair_for_awkward_n(n: int, cells: int) -> None:
    """Taken modulo n without drawing again, the lower numbers would come up too often."""
    dealer = Dealer(7, "awkward")
    counts = [0] * cells
    for _ in range(20_000):
        value = dealer.below(n)
        assert 0 <= value < n
        counts[value * cells // n] += 1
    starts = [(n * cell + cells - 1) // cells for cell in range(cells + 1)]
    widths = [end - start for start, end in pairwise(starts)]
    assert sum(widths) == n
    assert_fair(counts, widths)


@pytest.mark.parametrize("stream", ["dice", "branch", "turn/12"])
def test_a_seed_begins_where_sha256_says(stream: str) -> None:
    """The engine reads the digest in its own way, and asks another module for it than hashlib."""
    for seed in (0, 7, -5, 123_456_789, 1 << 63, 10**40):
        digest = hashlib.sha256(f"{stream}/{seed}".encode()).digest()
        first = int.from_bytes(digest[:8], "big") % (M1 - 1) + 1
        second = int.from_bytes(digest[8:16], "big") % (M2 - 1) + 1
        assert seeded(seed, stream) == first * 2**30 + second


def test_below_one_is_always_nought() -> None:
    """The smallest range there is."""
    dealer = Dealer(8, "one")
    assert {dealer.below(1) for _ in range(100)} == {0}


@pytest.mark.parametrize(("modulus", "multiplier"), [(M1, A1), (M2, A2)])
def test_each_part_of_the_generator_visits_all_numbers_before_it_repeats(
    modulus: int, multiplier: int
) -> None:
    """The modulus is prime and the multiplier a primitive root, so the period is the longest."""
    assert factors(modulus) == [modulus]
    for factor in set(factors(modulus - 1)):
        assert pow(multiplier, (modulus - 1) // factor, modulus) != 1


def factors(number: int) -> list[int]:
    """The prime factors, by trial."""
    found = []
    divisor = 2
    while divisor * divisor <= number:
        while number % divisor == 0:
            found.append(divisor)
            number //= divisor
        divisor += 1
    return [*found, number] if number > 1 else found


@pytest.mark.parametrize("n", [0, -6, SPAN + 1, 1 << 40])
def test_a_range_that_the_generator_cannot_fill_is_refused(n: int) -> None:
    """In a process of its own, because what is not refused would be drawn again for ever."""
    code = f"from quarriors.engine.rng import Dealer; Dealer(1, 'x').below({n})"
    paths = os.pathsep.join(path for path in sys.path if path)
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": paths},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 1
    assert "Error" in done.stderr


def test_a_dealer_and_a_state_of_the_same_seed_give_the_same_numbers() -> None:
    """There is one generator, not two that look alike."""
    s = state_of(9)
    queries.set_generator(s, seeded(9, "same"))
    dealer = Dealer(9, "same")
    sizes = [2, 6, 12, 1000, SPAN - 1] * 200
    assert [int(below(s, n)) for n in sizes] == [dealer.below(n) for n in sizes]


def test_streams_of_one_seed_do_not_know_of_each_other() -> None:
    """60,000 pairs from two streams of a seed; 35 degrees of freedom."""
    wilds = Dealer(10, "wilds")
    dice = Dealer(10, "dice")
    pairs = Counter((wilds.below(6), dice.below(6)) for _ in range(60_000))
    assert_fair([pairs[first, second] for first in range(6) for second in range(6)])


def test_seeds_next_to_each_other_do_not_know_of_each_other() -> None:
    """The first two rolls of 36,000 seeds, and the first rolls of neighbours; 35."""
    firsts = []
    within = Counter[tuple[int, int]]()
    for seed in range(36_000):
        dealer = Dealer(seed, "dice")
        pair = (dealer.below(6), dealer.below(6))
        within[pair] += 1
        firsts.append(pair[0])
    between = Counter(zip(firsts[::2], firsts[1::2], strict=True))
    for pairs in (within, between):
        assert_fair([pairs[first, second] for first in range(6) for second in range(6)])


@pytest.mark.rule("2.2")
def test_naming_the_cards_that_chance_would_lay_leaves_the_dice_alone() -> None:
    """The Wilds, the first player and the dice are streams of their own."""
    for seed in range(20):
        dealt = q.new_game(q.Rules(3), seed=seed)
        named = q.new_game(q.Rules(3), seed=seed, wilds=dealt.origin.wilds, first=dealt.active)
        assert queries.wire(named) == queries.wire(dealt)


def test_scripted_rolls_use_up_no_luck_and_a_question_mark_does() -> None:
    """A script replaces chance; "?" hands a roll back to it."""
    play = Position().bag(0, "Assistant", "Assistant").start("ready")
    s = play.state
    (die, other) = drawn(s, 2)
    before = queries.generator(s)
    play.rolls("Assistant@R*", "?")
    roll(s, die)
    assert queries.generator(s) == before
    assert queries.face_of(s, die) == 3
    roll(s, other)
    assert queries.generator(s) != before
