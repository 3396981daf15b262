"""Corrupted Questing Wizard, who passes the taint on, and Corrupted Hag, whose gifts are rolled.

Faces: Wizard Q1+W1, Q2, Q2*, C1:2/5, C2:3/6, C3:4/8**; Hag Q1, Q2, Q2, C1:3/3 twice, C2:4/5.
"""

from __future__ import annotations

import pytest

from quarriors.testing import Position
from tests.cards.common import in_all_editions, pile, settled

SETS = ["base", "rise_of_the_demons"]
TAINTED = "Corrupted Quiddity"
WIZARD = "Corrupted Questing Wizard"
HAG = "Corrupted Witching Hag"
GIVE = "give Corrupted Quiddity in seat 0's used"

# --- Corrupted Questing Wizard: scoring ---------------------------------------------------------


@pytest.mark.ability("Corrupted Questing Wizard", 0)
@pytest.mark.parametrize("face", ["C1:2/5", "C2:3/6"])
def test_wizard_may_move_a_tainted_die_to_each_opponent(face: str) -> None:
    """At most one to each, before culling; nobody loses Glory."""
    play = (
        Position(3, sets=SETS)
        .ready(0, f"{WIZARD}@{face}")
        .used(0, TAINTED, TAINTED, TAINTED)
        .glory(1, 2)
        .glory(2, 2)
        .start("score")
    )
    for opponent in (1, 2):
        assert (play.seat, play.kind, play.decision.card) == (0, "effect", WIZARD)
        assert play.decision.opponent == opponent
        assert play.options == [GIVE, "no"]
        play.do(GIVE)
    assert play.glory == (3, 2, 2)
    assert play.dice(0, "used") == [WIZARD, TAINTED]
    assert play.dice(1, "used") == play.dice(2, "used") == [TAINTED]
    assert play.left(TAINTED) == 7  # they come from the Used Pile, not from the Wilds
    assert play.kind == "cull"
    play.do("pass")
    assert settled(play)


@pytest.mark.ability("Corrupted Questing Wizard", 0)
def test_wizard_may_pass_an_opponent_by() -> None:
    """Each opponent is a choice of its own."""
    play = (
        Position(3, sets=SETS).ready(0, f"{WIZARD}@C1:2/5").used(0, TAINTED, TAINTED).start("score")
    )
    play.do("no", GIVE)
    assert play.dice(0, "used") == [WIZARD, TAINTED]
    assert play.dice(1, "used") == []
    assert play.dice(2, "used") == [TAINTED]


@pytest.mark.ability("Corrupted Questing Wizard", 0)
@pytest.mark.parametrize("dice", [0, 1])
def test_wizard_gives_no_more_than_there_is(dice: int) -> None:
    """With one die the second opponent is out of luck; with none nobody is asked."""
    play = (
        Position(3, sets=SETS)
        .ready(0, f"{WIZARD}@C1:2/5")
        .used(0, *[TAINTED] * dice, "Basic Quiddity")
        .bag(0, TAINTED)
        .start("score")
    )
    if dice:
        play.do(GIVE)
    assert play.kind == "cull"
    assert play.dice(1, "used") == [TAINTED] * dice
    assert play.dice(2, "used") == []
    assert play.dice(0, "bag") == [TAINTED]


@pytest.mark.ability("Corrupted Questing Wizard", 2)
@pytest.mark.rule("4.7")
def test_on_two_bursts_whoever_receives_a_die_also_loses_a_glory() -> None:
    """Seat 1 gets one and loses its only Glory, seat 2 is passed by, seat 3 has none to lose."""
    play = (
        Position(4, sets=SETS)
        .ready(0, f"{WIZARD}@C3:4/8**")
        .used(0, TAINTED, TAINTED)
        .glory(1, 1)
        .glory(2, 2)
        .start("score")
    )
    play.do(GIVE, "no", GIVE)
    assert play.glory == (3, 0, 2, 0)
    assert [play.dice(seat, "used") for seat in (1, 2, 3)] == [[TAINTED], [], [TAINTED]]
    assert play.kind == "cull"


@pytest.mark.ability("Corrupted Questing Wizard", 2)
@in_all_editions
def test_on_two_bursts_each_opponent_is_asked_about_only_once(edition: str) -> None:
    """The line adds the loss to the same gift, in every book."""
    play = (
        Position(sets=SETS, edition=edition)
        .ready(0, f"{WIZARD}@C3:4/8**")
        .used(0, TAINTED, TAINTED)
        .glory(1, 5)
        .start("score")
    )
    play.do(GIVE)
    assert play.glory == (3, 4)
    assert play.dice(1, "used") == [TAINTED]
    assert play.kind == "cull"


@pytest.mark.ability("Corrupted Questing Wizard", 2)
def test_declined_on_two_bursts_nobody_loses_anything() -> None:
    """No die, no loss."""
    play = (
        Position(sets=SETS)
        .ready(0, f"{WIZARD}@C3:4/8**")
        .used(0, TAINTED)
        .glory(1, 5)
        .start("score")
    )
    play.do("no")
    assert play.glory == (3, 5)
    assert play.dice(0, "used") == [WIZARD, TAINTED]


# --- Corrupted Questing Wizard: the burst quiddity face -----------------------------------------


@pytest.mark.ability("Corrupted Questing Wizard", 1)
@in_all_editions
def test_the_burst_face_taints_an_opponent_and_draws(edition: str) -> None:
    """Instead of 2 quiddity: the die is spent, and a die is drawn and rolled."""
    play = (
        Position(3, sets=SETS, edition=edition)
        .active(0, f"{WIZARD}@Q2*")
        .bag(0, "Basic Quiddity")
        .start("immediate")
    )
    assert set(play.options) == {f"use {WIZARD} [Q2*]", "pass"}
    play.do(f"use {WIZARD}")
    assert (play.kind, play.options) == ("player", ["player 1", "player 2"])
    play.rolls("Basic Quiddity@Q2")
    play.do("player 2")
    assert play.pool == 0
    assert play.dice(0, pile(edition)) == [WIZARD]
    assert play.faces(0, "active") == ["Basic Quiddity@Q2"]
    assert play.dice(1, "used") == []
    assert play.dice(2, "used") == [TAINTED]
    assert settled(play)


@pytest.mark.ability("Corrupted Questing Wizard", 1)
def test_the_burst_face_is_worth_its_quiddity_if_it_is_not_used_so() -> None:
    """Declined: 2 quiddity, and nobody is tainted."""
    play = Position(sets=SETS).active(0, f"{WIZARD}@Q2*").start("immediate")
    play.do("pass")
    assert play.at_hand == 2
    assert play.left(TAINTED) == 10


@pytest.mark.ability("Corrupted Questing Wizard", 1)
def test_the_burst_face_draws_even_if_no_tainted_die_is_left_and_the_other_way_round() -> None:
    """Each part as far as possible (15.7)."""
    play = (
        Position(3, sets=SETS)
        .left(TAINTED, 0)
        .active(0, f"{WIZARD}@Q2*")
        .bag(0, "Portal")
        .start("immediate")
    )
    play.rolls("Portal@Q1")
    play.do(f"use {WIZARD}")
    assert play.faces(0, "active") == ["Portal@Q1"]
    play = Position(sets=SETS).active(0, f"{WIZARD}@Q2*").start("immediate")
    play.do(f"use {WIZARD}")
    assert play.dice(1, "used") == [TAINTED]
    assert play.dice(0, "active") == []
    assert play.dice(0, "spent") == [WIZARD]


@pytest.mark.ability("Corrupted Questing Wizard", 1)
@pytest.mark.parametrize("face", ["Q2", "C1:2/5"])
def test_other_faces_have_no_immediate_effect(face: str) -> None:
    """Nothing to use right after the roll."""
    play = Position(sets=SETS).active(0, f"{WIZARD}@{face}", "Basic Quiddity@Q1").start("immediate")
    assert play.kind != "immediate"
    assert play.left(TAINTED) == 10


@pytest.mark.ability("Corrupted Questing Wizard", 1)
def test_the_drawing_face_draws_and_keeps_its_quiddity() -> None:
    """Q1+W1 is what the symbols say: both, and nobody is tainted."""
    play = Position(sets=SETS).active(0, f"{WIZARD}@Q1+W1").bag(0, "Portal").start("immediate")
    play.rolls("Portal@Q1")
    play.do(f"draw {WIZARD}")
    assert play.pool == 1
    assert play.faces(0, "active") == ["Portal@Q1"]
    assert play.left(TAINTED) == 10


# --- Corrupted Witching Hag ---------------------------------------------------------------------


@pytest.mark.ability("Corrupted Witching Hag", 0)
@pytest.mark.rule("3.6")
@pytest.mark.parametrize("face", ["C1:3/3", "C2:4/5"])
def test_hag_lays_a_tainted_die_into_each_opponents_active_pool(face: str) -> None:
    """It is rolled in that opponent's next turn, with 5 dice drawn instead of 6."""
    play = (
        Position(3, sets=SETS)
        .ready(0, f"{HAG}@{face}")
        .bag(1, *["Basic Quiddity"] * 7)
        .start("score")
    )
    assert play.glory == (3, 0, 0)
    assert play.dice(0, "active") == []
    assert play.dice(1, "active") == play.dice(2, "active") == [TAINTED]
    assert play.dice(1, "used") == play.dice(2, "used") == []
    assert play.left(TAINTED) == 8
    play.do(f"cull {HAG}")
    assert play.kind == "capture"
    play.rolls(f"{TAINTED}@Q0", *["Basic Quiddity@Q1"] * 5)
    play.do("pass")
    assert play.seat == 1
    assert play.faces(1, "active") == ["Basic Quiddity@Q1"] * 5 + [f"{TAINTED}@Q0"]
    assert play.dice(1, "bag") == ["Basic Quiddity"] * 2
    assert settled(play)


@pytest.mark.ability("Corrupted Witching Hag", 0)
def test_two_hags_take_two_draws_and_other_waiting_dice_none() -> None:
    """4 drawn, with a Strong Spirit that waits on top of everything."""
    play = (
        Position(sets=SETS)
        .ready(0, HAG, HAG)
        .active(1, "Strong Ghostly Spirit")
        .bag(1, *["Basic Quiddity"] * 7)
        .start("score")
    )
    assert play.dice(1, "active") == [TAINTED, TAINTED, "Strong Ghostly Spirit"]
    play.do(f"cull {HAG}", f"cull {HAG}", "pass")
    assert play.seat == 1
    assert play.dice(1, "bag") == ["Basic Quiddity"] * 3


@pytest.mark.ability("Corrupted Witching Hag", 0)
def test_the_turn_after_that_six_dice_are_drawn_again() -> None:
    """The die is an ordinary one from then on."""
    play = (
        Position(sets=SETS)
        .ready(0, HAG)
        .bag(1, *["Basic Quiddity"] * 13)
        .rolls(f"{TAINTED}@Q0", *["Basic Quiddity@Q1"] * 5)
        .start("score")
    )
    play.do(f"cull {HAG}")
    while play.seat != 1 or play.turn < 4:
        play.do("pass")
    assert play.dice(1, "bag") == ["Basic Quiddity"] * 2  # 13 - 5 - 6


@pytest.mark.ability("Corrupted Witching Hag", 0)
@pytest.mark.parametrize(("left", "got"), [(0, (0, 0)), (1, (1, 0)), (2, (1, 1))])
def test_hag_gives_clockwise_as_long_as_dice_are_left(left: int, got: tuple[int, int]) -> None:
    """An opponent who gets none draws as usual."""
    play = Position(3, sets=SETS).left(TAINTED, left).ready(0, HAG).start("score")
    assert (len(play.dice(1, "active")), len(play.dice(2, "active"))) == got
    assert play.glory == (3, 0, 0)


@pytest.mark.ability("Corrupted Witching Hag", 0)
def test_never_fewer_than_no_dice_are_drawn() -> None:
    """Light vs. Dark draws 2 in the first turns; three Hags leave none of them."""
    play = (
        Position(sets=[*SETS, "light_vs_dark"])
        .ready(0, HAG, HAG, HAG)
        .bag(1, *["Quake Dragon"] * 3)
        .start("score")
    )
    while play.seat == 0:
        play.do("pass")
    assert play.dice(1, "bag") == ["Quake Dragon"] * 3
    assert play.dice(1, "active").count(TAINTED) == 3


@pytest.mark.ability("Corrupted Witching Hag", 0)
def test_a_destroyed_hag_gives_nothing() -> None:
    """Scoring only."""
    play = Position(sets=SETS).ready(0, "Deathdealer@C1:3/2").ready(1, HAG).start("attack")
    assert play.dice(1, "used") == [HAG]
    assert play.left(TAINTED) == 10
