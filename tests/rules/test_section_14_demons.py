"""Section 14: Corrupted Quiddity; with it the rules that only the demons' cards can show.

Loss of Glory (4.7), removal from the game (3.8), "takes no damage" (6.6), what can never be
captured (7.2).
"""

from __future__ import annotations

import pytest

from quarriors.testing import Position

TAINTED = "Corrupted Quiddity"
SETS = ["base", "rise_of_the_demons"]
EDITIONS = ["original", "original-it", "revised", "qultimate"]


# --- 14.1 ------------------------------------------------------------------------------------


@pytest.mark.rule("14.1")
@pytest.mark.parametrize("edition", EDITIONS)
def test_its_triple_burst_brings_another_one_to_the_used_pile(edition: str) -> None:
    play = (
        Position(sets=SETS, edition=edition)
        .bag(0, TAINTED, *["Basic Quiddity"] * 5)
        .draws(TAINTED)
        .rolls(f"{TAINTED}@***")
        .start("score")
    )
    assert play.dice(0, "used") == [TAINTED]
    assert play.left(TAINTED) == 8
    assert TAINTED in play.dice(0, "active")
    assert not play.happened("capture")  # gained, not captured
    assert len(play.happened("gain")) == 1


@pytest.mark.rule("14.1")
@pytest.mark.parametrize("face", ["Q1", "Q0"])
def test_its_other_faces_bring_nothing(face: str) -> None:
    play = (
        Position(sets=SETS)
        .bag(0, TAINTED, *["Basic Quiddity"] * 5)
        .draws(TAINTED)
        .rolls(f"{TAINTED}@{face}")
        .start("score")
    )
    assert play.dice(0, "used") == []
    assert play.left(TAINTED) == 9
    coins = sum(int(name[-1]) for name in play.faces(0, "active") if TAINTED not in name)
    assert play.at_hand == coins + (1 if face == "Q1" else 0)  # 0 quiddity is nothing (1.3)


@pytest.mark.rule("14.1")
def test_each_roll_of_it_counts_a_re_roll_too() -> None:
    play = Position(sets=SETS).active(0, f"{TAINTED}@Q1", "Assistant@R*").start("immediate")
    play.rolls(f"{TAINTED}@***", "Assistant@Q1")
    play.do("use Assistant", f"re-roll-die {TAINTED}")
    assert play.dice(0, "used") == [TAINTED]


@pytest.mark.rule("14.1")
def test_with_none_left_the_effect_is_ignored() -> None:
    play = (
        Position(sets=SETS)
        .bag(0, TAINTED, *["Basic Quiddity"] * 5)
        .left(TAINTED, 0)
        .draws(TAINTED)
        .rolls(f"{TAINTED}@***")
        .start("score")
    )
    assert play.dice(0, "used") == []
    assert not play.happened("gain")


@pytest.mark.rule("14.1")
@pytest.mark.rule("4.7")
@pytest.mark.parametrize(
    ("left", "gained", "glory"),
    [
        (10, [[], [TAINTED], [TAINTED]], (3, 5, 0)),
        (1, [[], [TAINTED], []], (3, 5, 0)),  # seat 2 would lose 1, but has none
        (0, [[], [], []], (3, 4, 0)),
    ],
)
def test_unless_the_card_says_otherwise(
    left: int, gained: list[list[str]], glory: tuple[int, ...]
) -> None:
    """Corruption Spell: an opponent for whom none is left loses 1 Glory, never below 0."""
    play = (
        Position(3, sets=SETS)
        .ready(0, "Corruption Spell@S", "Growth Charm@S")
        .glory(0, 3)
        .glory(1, 5)
        .left(TAINTED, left)
        .start("ready")
    )
    play.do("cast Corruption Spell")
    assert [play.dice(seat, "used") for seat in range(3)] == gained
    assert play.glory == glory


@pytest.mark.rule("14.1")
@pytest.mark.rule("4.3")
def test_it_can_be_culled_and_is_back_on_its_card() -> None:
    play = Position(sets=SETS).ready(0, "Scavenging Goblin@C1:2/2").used(0, TAINTED).start("score")
    assert play.left(TAINTED) == 9
    play.do(f"cull {TAINTED}")
    assert play.left(TAINTED) == 10


# --- 7.2 -------------------------------------------------------------------------------------


@pytest.mark.rule("7.2")
def test_corrupted_quiddity_can_never_be_captured() -> None:
    play = Position(sets=SETS).active(0, *["Quake Dragon@Q3|R"] * 4).start("capture")
    assert [text for text in play.options if text.startswith("capture")]
    assert not [text for text in play.options if TAINTED in text]


@pytest.mark.rule("7.2")
@pytest.mark.rule("7.3")
def test_nor_for_nothing_and_its_empty_card_does_not_count() -> None:
    """Strong Devotee takes a spell of the Wilds for free, Lord of the Quarry a creature die."""
    play = (
        Position(sets=[*SETS, "quarmageddon"]).ready(0, "Lord of the Quarry@C1:3/3").start("score")
    )
    takes = [text for text in play.options if text.startswith("take")]
    assert takes
    assert not [text for text in takes if TAINTED in text]


# --- 3.8 -------------------------------------------------------------------------------------


@pytest.mark.rule("3.8")
@pytest.mark.rule("3.1")
def test_a_removed_die_is_neither_in_the_wilds_nor_anywhere_else() -> None:
    """Corruption Incantation removes itself; Life Charms and culls cannot reach it any more."""
    play = (
        Position(sets=SETS)
        .ready(0, "Corruption Incantation@S", "Growth Charm@S")
        .ready(1, "Assistant@C1:1/2")
        .start("ready")
    )
    assert play.left("Corruption Incantation") == 4
    play.do("cast Corruption Incantation")
    assert play.left("Corruption Incantation") == 4  # not culled
    for place in ("bag", "active", "ready", "spent", "used", "aside", "attached", "quest"):
        assert "Corruption Incantation" not in play.dice(0, place)
    assert len(play.happened("remove")) == 1
    assert not play.happened("cull")
    assert play.dice(0, "used") == [TAINTED]
    assert play.dice(1, "used") == ["Assistant"]


@pytest.mark.rule("3.8")
@pytest.mark.rule("7.3")
def test_removed_dice_can_leave_a_card_empty_for_good() -> None:
    """Corrupted Deathdealer scores once: it earns its Glory and is gone."""
    play = (
        Position(sets=SETS)
        .ready(0, "Corrupted Deathdealer@C1:3/2")
        .left("Corrupted Deathdealer", 0)
        .start("score")
    )
    assert play.glory[0] > 0
    assert play.left("Corrupted Deathdealer") == 0
    assert play.dice(0, "used") == [TAINTED]


# --- 6.6 -------------------------------------------------------------------------------------


@pytest.mark.rule("6.6")
@pytest.mark.parametrize("edition", EDITIONS)
def test_takes_no_damage_means_it_absorbs_up_to_its_defense_once(edition: str) -> None:
    """6 against a Corrupted Ghostly Spirit of defense 3: 3 are left for the next, and no more."""
    play = (
        Position(sets=SETS, edition=edition)
        .ready(0, "Quake Dragon@C2:6/6*")
        .used(0, TAINTED)
        .ready(1, "Corrupted Ghostly Spirit@C2:3/3", "Devotee of the Holy Query@C2:2/4")
        .start("attack")
    )
    assert set(play.options) == {
        "defend Corrupted Ghostly Spirit [C2:3/3] against 6",
        "defend Devotee of the Holy Query [C2:2/4] against 6",
    }
    play.do("defend Corrupted Ghostly Spirit")
    assert play.kind == "capture"  # the 3 left over do not destroy a defense of 4
    assert play.dice(1, "ready") == ["Corrupted Ghostly Spirit", "Devotee of the Holy Query"]
    assert len(play.happened("absorbs")) == 1


@pytest.mark.rule("6.6")
def test_what_it_cannot_absorb_passes_to_the_next() -> None:
    play = (
        Position(sets=SETS)
        .ready(0, "Quake Dragon@C3:8/7**")
        .used(0, TAINTED)
        .ready(1, "Corrupted Ghostly Spirit@C2:3/3", "Devotee of the Holy Query@C2:2/4")
        .start("attack")
    )
    play.do("defend Corrupted Ghostly Spirit")
    assert play.dice(1, "used") == ["Devotee of the Holy Query"]  # 5 against 4
    assert play.dice(1, "ready") == ["Corrupted Ghostly Spirit"]


@pytest.mark.rule("6.6")
def test_damage_of_others_and_other_destruction_hurt_it_as_usual() -> None:
    play = (
        Position(sets=SETS)
        .ready(0, "Quake Dragon@C2:6/6*")
        .ready(1, "Corrupted Ghostly Spirit@C2:3/3")
        .start("attack")
    )
    assert play.dice(1, "used") == ["Corrupted Ghostly Spirit"]  # the attacker has no such die
    play = (
        Position(sets=SETS)
        .ready(0, "Death Incantation@S**")
        .used(0, TAINTED)
        .ready(1, "Corrupted Ghostly Spirit@C2:3/3")
        .start("ready")
    )
    play.do("cast Death Incantation")
    assert play.dice(1, "used") == ["Corrupted Ghostly Spirit"]  # no damage, but destroyed (6.7)
