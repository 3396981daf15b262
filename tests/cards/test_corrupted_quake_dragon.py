"""Corrupted Quake Dragon, whose victims are tainted, and Corrupted Warrior, strong against them.

Faces: Dragon Q1, Q2, Q3|R, C1:4/4, C2:6/6*, C3:8/7**; Warrior Q1, Q2, Q2, C1:2/3 twice, C2:3/4.
"""

from __future__ import annotations

import pytest

from quarriors.testing import Play, Position
from tests.cards.common import in_all_editions, settled

SETS = ["base", "rise_of_the_demons"]
TAINTED = "Corrupted Quiddity"
DRAGON = "Corrupted Quake Dragon"
WARRIOR = "Corrupted Warrior of the Quay"


def totals(play: Play) -> dict[int, int]:
    """The attack total that was announced against each seat."""
    return {event[4]: event[5] for event in play.happened("total")}


def tainted(play: Play) -> list[int]:
    """How many tainted dice lie in each Used Pile."""
    return [play.dice(seat, "used").count(TAINTED) for seat in range(len(play.glory))]


# --- Corrupted Quake Dragon: those who lose creatures -------------------------------------------


@pytest.mark.ability("Corrupted Quake Dragon", 0)
@in_all_editions
def test_dragon_taints_each_opponent_who_loses_a_creature_once(edition: str) -> None:
    """Seat 1 loses two, seat 2 none, seat 3 one; the attacker gains nothing."""
    play = (
        Position(4, sets=SETS, edition=edition)
        .ready(0, f"{DRAGON}@C1:4/4")
        .ready(1, "Assistant@C1:1/2", "Scavenging Goblin@C1:2/2")
        .ready(2, "Witching Hag@C2:4/5")
        .ready(3, "Assistant@C1:1/2")
        .start("attack")
    )
    play.do("defend Assistant")
    assert play.kind == "capture"
    assert tainted(play) == [0, 1, 0, 1]
    assert play.dice(1, "used") == ["Assistant", TAINTED, "Scavenging Goblin"]
    assert play.dice(2, "ready") == ["Witching Hag"]
    assert play.left(TAINTED) == 8
    assert settled(play)


@pytest.mark.ability("Corrupted Quake Dragon", 0)
@pytest.mark.parametrize(("left", "expected"), [(0, [0, 0, 0]), (1, [1, 0, 0]), (2, [1, 0, 1])])
def test_dragon_taints_clockwise_as_long_as_dice_are_left(left: int, expected: list[int]) -> None:
    """Seat 1 attacks: seat 2 comes first, then seat 0."""
    play = (
        Position(3, sets=SETS)
        .left(TAINTED, left)
        .ready(1, f"{DRAGON}@C2:6/6*")
        .ready(0, "Assistant@C1:1/2")
        .ready(2, "Assistant@C1:1/2")
        .start("attack", active=1)
    )
    assert [tainted(play)[seat] for seat in (2, 1, 0)] == expected


@pytest.mark.ability("Corrupted Quake Dragon", 0)
def test_it_matters_not_whose_attack_was_needed_and_two_dragons_taint_twice() -> None:
    """The Dragon has only to take part; every Dragon does its own."""
    for dragons in (1, 2):
        play = (
            Position(sets=SETS)
            .ready(0, *[f"{DRAGON}@C1:4/4"] * dragons, "Witching Hag@C1:3/3")
            .ready(1, "Assistant@C1:1/2", "Life Incantation@S")
            .start("attack")
        )
        play.do("react Life Incantation", f"weaken {DRAGON}")
        assert play.dice(1, "ready") == []
        assert tainted(play) == [0, dragons]


@pytest.mark.ability("Corrupted Quake Dragon", 0)
@pytest.mark.rule("15.18")
def test_a_creature_that_was_destroyed_and_saved_counts() -> None:
    """A Shaping Cantrip keeps the Goblin, but its player takes the die all the same."""
    play = (
        Position(sets=SETS)
        .ready(0, f"{DRAGON}@C1:4/4")
        .ready(1, "Scavenging Goblin@C1:2/2", "Shaping Cantrip@S")
        .start("attack")
    )
    play.do("react Shaping Cantrip")
    assert play.dice(1, "ready") == ["Scavenging Goblin"]
    assert tainted(play) == [0, 1]
    assert play.left(TAINTED) == 9


@pytest.mark.ability("Corrupted Quake Dragon", 0)
def test_a_creature_lost_to_a_spell_is_not_lost_to_the_attack() -> None:
    """A Death Incantation before the attack: nobody is left to defend."""
    play = (
        Position(sets=SETS)
        .ready(0, f"{DRAGON}@C1:4/4", "Death Incantation@S*")
        .ready(1, "Assistant@C1:1/2", "Questing Wizard@C1:2/5")
        .start("attack")
    )
    play.do("cast Death Incantation", "destroy Assistant")
    assert play.dice(1, "ready") == ["Questing Wizard"]
    assert tainted(play) == [0, 0]


@pytest.mark.ability("Corrupted Quake Dragon", 0)
def test_a_dragon_that_defends_or_waits_taints_nobody() -> None:
    """Neither the defender's Dragon nor one in the Active Pool takes part."""
    play = (
        Position(sets=SETS)
        .ready(0, "Witching Hag@C1:3/3")
        .active(0, f"{DRAGON}@C1:4/4")
        .ready(1, "Assistant@C1:1/2")
        .start("attack")
    )
    assert play.dice(1, "used") == ["Assistant"]
    assert play.left(TAINTED) == 10
    play = (
        Position(3, sets=SETS)
        .ready(0, "Witching Hag@C1:3/3")
        .ready(1, f"{DRAGON}@C1:4/4")
        .ready(2, "Assistant@C1:1/2")
        .start("attack")
    )
    assert play.dice(2, "used") == ["Assistant"]
    assert play.left(TAINTED) == 10


@pytest.mark.ability("Corrupted Quake Dragon", 0)
@pytest.mark.rule("12.3")
@pytest.mark.parametrize("first", ["first quest", "first creatures"])
def test_a_creature_lost_to_a_challenge_is_not_lost_to_the_dragons_attack(first: str) -> None:
    """The Hag challenges and destroys a Goblin; the Dragon's own attack destroys nobody."""
    play = (
        Position(sets=[*SETS, "quartifacts"])
        .ready(0, f"{DRAGON}@C1:4/4", "Witching Hag@C1:3/3")
        .quest(1, "Hunt for Exqualibur", "Scavenging Goblin@C1:2/2")
        .ready(1, "Questing Wizard@C3:4/8**")
        .start("attack")
    )
    play.do("quest Hunt for Exqualibur", "venture Witching Hag", "pass", first, "yes")
    assert play.kind == "capture"
    assert (1, 4) in [(event[4], event[5]) for event in play.happened("total")]
    assert play.dice(1, "used") == ["Scavenging Goblin"]
    assert play.left(TAINTED) == 10


@pytest.mark.ability("Corrupted Quake Dragon", 0)
@pytest.mark.parametrize(
    ("defense", "falls"), [("Ghostly Spirit@C2:3/3", 1), ("Witching Hag@C2:4/5", 0)]
)
def test_the_dragon_has_to_destroy_somebody(defense: str, falls: int) -> None:
    """4 damage against 3 and against 5."""
    play = Position(sets=SETS).ready(0, f"{DRAGON}@C1:4/4").ready(1, defense).start("attack")
    assert tainted(play) == [0, falls]


# --- Corrupted Quake Dragon: scoring ------------------------------------------------------------


@pytest.mark.ability("Corrupted Quake Dragon", 1)
def test_dragon_on_one_burst_taints_one_opponent_when_it_scores() -> None:
    """Its owner's choice; nobody loses Glory."""
    play = (
        Position(3, sets=SETS).ready(0, f"{DRAGON}@C2:6/6*").glory(1, 3).glory(2, 3).start("score")
    )
    assert (play.seat, play.kind, play.options) == (0, "player", ["player 1", "player 2"])
    play.do("player 2")
    assert play.glory == (4, 3, 3)
    assert tainted(play) == [0, 0, 1]
    assert play.kind == "cull"


@pytest.mark.ability("Corrupted Quake Dragon", 2)
@pytest.mark.rule("4.7")
def test_dragon_on_two_bursts_costs_each_opponent_a_glory() -> None:
    """Never below 0; no die is gained."""
    play = (
        Position(4, sets=SETS).ready(0, f"{DRAGON}@C3:8/7**").glory(1, 3).glory(2, 1).start("score")
    )
    assert play.glory == (4, 2, 0, 0)
    assert (play.kind, play.left(TAINTED)) == ("cull", 10)


@pytest.mark.ability("Corrupted Quake Dragon", 1)
@pytest.mark.ability("Corrupted Quake Dragon", 2)
def test_dragon_without_a_burst_only_scores() -> None:
    """4 Glory and a cull."""
    play = Position(3, sets=SETS).ready(0, f"{DRAGON}@C1:4/4").glory(1, 1).start("score")
    assert (play.kind, play.glory) == ("cull", (4, 1, 0))
    assert play.left(TAINTED) == 10


@pytest.mark.ability("Corrupted Quake Dragon", 1)
@pytest.mark.ability("Corrupted Quake Dragon", 2)
@pytest.mark.rule("1.4")
@pytest.mark.parametrize(
    ("edition", "both"),
    [("original", False), ("original-it", True), ("revised", False), ("qultimate", False)],
)
def test_in_the_italian_book_two_bursts_do_both(edition: str, both: bool) -> None:
    """They are different abilities, so the single burst's is not replaced there."""
    play = (
        Position(sets=SETS, edition=edition)
        .ready(0, f"{DRAGON}@C3:8/7**")
        .glory(1, 2)
        .start("score")
    )
    if both:
        assert play.kind == "order"
        play.do(play.options[0])
    assert play.glory == (4, 1)
    assert tainted(play) == [0, int(both)]
    assert play.kind == "cull"


# --- Corrupted Warrior of the Quay --------------------------------------------------------------


@pytest.mark.ability("Corrupted Warrior of the Quay", 0)
@pytest.mark.parametrize(
    ("used", "active", "more"), [(0, 0, 0), (1, 0, 1), (0, 1, 1), (2, 2, 4), (3, 2, 4), (4, 0, 4)]
)
def test_warrior_is_stronger_by_the_defenders_tainted_dice(
    used: int, active: int, more: int
) -> None:
    """Used Pile and Active Pool together, at most 4; bag, Spent Pile and others do not count."""
    play = (
        Position(3, sets=SETS)
        .ready(0, f"{WARRIOR}@C2:3/4", "Assistant@C1:1/2")
        .used(0, TAINTED)
        .ready(1, "Mighty Quake Dragon@C3:8/7**")
        .used(1, *[TAINTED] * used)
        .active(1, *[TAINTED] * active)
        .bag(1, TAINTED)
        .spent(1, TAINTED)
        .ready(2, "Mighty Quake Dragon@C3:8/7**")
        .start("attack")
    )
    assert totals(play) == {1: 4 + more, 2: 4}
    assert play.kind == "capture"
    assert play.attack(0, WARRIOR) == 3  # against nobody
    assert play.defense(0, WARRIOR) == 4


@pytest.mark.ability("Corrupted Warrior of the Quay", 0)
@pytest.mark.parametrize(("dice", "falls"), [(2, False), (3, True)])
def test_the_bonus_destroys_at_the_boundary(dice: int, falls: bool) -> None:
    """2 + 3 against a defense of 5, and one less."""
    play = (
        Position(sets=SETS)
        .ready(0, f"{WARRIOR}@C1:2/3")
        .ready(1, "Questing Wizard@C1:2/5")
        .used(1, *[TAINTED] * dice)
        .start("attack")
    )
    assert play.dice(1, "ready") == ([] if falls else ["Questing Wizard"])
    assert settled(play)


@pytest.mark.ability("Corrupted Warrior of the Quay", 1)
@pytest.mark.parametrize("face", ["C1:2/3", "C2:3/4"])
def test_warrior_taints_one_opponent_when_it_scores(face: str) -> None:
    """Its owner's choice, compulsory."""
    play = Position(3, sets=SETS).ready(0, f"{WARRIOR}@{face}").start("score")
    assert play.glory == (2, 0, 0)
    assert (play.kind, play.options) == ("player", ["player 1", "player 2"])
    play.do("player 1")
    assert tainted(play) == [0, 1, 0]
    assert play.left(TAINTED) == 9
    play.do("pass")
    assert settled(play)


@pytest.mark.ability("Corrupted Warrior of the Quay", 1)
def test_warrior_asks_nobody_when_no_die_is_left_or_it_is_destroyed() -> None:
    """No choice that could not do anything."""
    play = Position(3, sets=SETS).left(TAINTED, 0).ready(0, WARRIOR).start("score")
    assert (play.kind, play.glory) == ("cull", (2, 0, 0))
    assert tainted(play) == [0, 0, 0]
    play = Position(sets=SETS).ready(0, "Witching Hag@C1:3/3").ready(1, WARRIOR).start("attack")
    assert play.dice(1, "used") == [WARRIOR]
    assert play.left(TAINTED) == 10
