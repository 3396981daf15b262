"""Corrupted Deathdealer, gone after one scoring, and Corrupted Devotee, Glory for a tainted die.

Faces: Deathdealer Q1, Q2, Q2, C1:3/2 twice, C2:4/4; Devotee Q1, Q2, C1:0/3 twice, C2:2/4, C2:2/4*.
"""

from __future__ import annotations

import pytest

from quarriors.testing import Position
from tests.cards.common import settled

SETS = ["base", "rise_of_the_demons"]
TAINTED = "Corrupted Quiddity"
DEALER = "Corrupted Deathdealer"
DEVOTEE = "Corrupted Devotee of the Holy Query"

# --- Corrupted Deathdealer ----------------------------------------------------------------------


@pytest.mark.ability("Corrupted Deathdealer", 0)
@pytest.mark.rule("3.8")
@pytest.mark.parametrize("face", ["C1:3/2", "C2:4/4"])
def test_deathdealer_scores_leaves_the_game_and_taints_its_owner(face: str) -> None:
    """4 Glory, and the cull for scoring is still due: even the new die may be culled."""
    play = (
        Position(sets=SETS)
        .ready(0, f"{DEALER}@{face}")
        .attached(0, "Victory Cantrip@S", 0, DEALER)
        .used(0, "Portal")
        .start("score")
    )
    assert play.glory == (6, 0)
    assert play.dice(0, "used") == [TAINTED, "Portal", "Victory Cantrip"]
    assert play.left(DEALER) == 4
    assert len(play.happened("remove")) == 1
    assert set(play.options) == {
        "cull Portal", "cull Victory Cantrip", "cull Corrupted Quiddity", "pass",
    }  # fmt: skip
    play.do("cull Corrupted Quiddity")
    assert play.kind != "cull"
    assert play.left(TAINTED) == 10
    assert play.dice(1, "used") == []


@pytest.mark.ability("Corrupted Deathdealer", 0)
@pytest.mark.parametrize(("left", "gained"), [(0, 0), (1, 1)])
def test_deathdealer_leaves_even_if_no_tainted_die_is_left(left: int, gained: int) -> None:
    """That part is ignored; each of two dealers looks for a die of its own."""
    play = (
        Position(sets=SETS)
        .ready(0, DEALER, DEALER)
        .used(0, "Portal")
        .left(TAINTED, left)
        .start("score")
    )
    assert play.glory == (8, 0)
    assert play.dice(0, "used") == [TAINTED] * gained + ["Portal"]
    assert play.left(DEALER) == 3
    assert len(play.happened("remove")) == 2


@pytest.mark.ability("Corrupted Deathdealer", 0)
def test_a_destroyed_deathdealer_stays_in_the_game() -> None:
    """It goes to the Used Pile like anybody and taints nobody."""
    play = Position(sets=SETS).ready(0, "Witching Hag@C1:3/3").ready(1, DEALER).start("attack")
    assert play.dice(1, "used") == [DEALER]
    assert play.happened("remove") == []
    assert play.left(TAINTED) == 10


@pytest.mark.ability("Corrupted Deathdealer", 0)
def test_with_expert_culling_the_removal_counts_as_culling_it() -> None:
    """4.6: score it and it is gone for good."""
    play = (
        Position(sets=SETS, variants=["expert_culling"])
        .ready(0, DEALER)
        .used(0, "Portal")
        .start("score")
    )
    assert set(play.options) == {
        f"score {DEALER} [C1:3/2] for 4 glory",
        f"keep {DEALER} [C1:3/2]",
    }
    play.rolls(f"{TAINTED}@Q1", "Portal@Q1").draws(TAINTED, "Portal")
    play.do(f"score {DEALER}")
    assert play.glory == (4, 0)
    assert play.left(DEALER) == 4
    assert play.dice(0, "active") == [TAINTED, "Portal"]
    assert settled(play)


@pytest.mark.ability("Corrupted Deathdealer", 0)
def test_with_expert_culling_a_dealer_that_is_kept_earns_nothing_and_stays() -> None:
    """Neither Glory nor removal nor a tainted die."""
    play = (
        Position(sets=SETS, variants=["expert_culling"])
        .ready(0, DEALER)
        .rolls(f"{DEALER}@Q1")
        .start("score")
    )
    play.do(f"keep {DEALER}")
    assert play.glory == (0, 0)
    assert play.dice(0, "active") == [DEALER]
    assert (play.left(DEALER), play.left(TAINTED)) == (4, 10)
    assert play.happened("remove") == []


# --- Corrupted Devotee of the Holy Query --------------------------------------------------------


@pytest.mark.ability("Corrupted Devotee of the Holy Query", 0)
@pytest.mark.parametrize("face", ["C1:0/3", "C2:2/4"])
def test_devotee_may_take_a_tainted_die_for_one_more_glory(face: str) -> None:
    """The die is there before the cull; nobody else is touched."""
    play = Position(3, sets=SETS).ready(0, f"{DEVOTEE}@{face}").start("score")
    assert (play.kind, play.glory) == ("effect", (2, 0, 0))
    assert play.decision.card == DEVOTEE
    assert play.options == ["take Corrupted Quiddity in the wilds", "no"]
    play.do("take Corrupted Quiddity")
    assert play.glory == (3, 0, 0)
    assert set(play.options) == {f"cull {DEVOTEE}", "cull Corrupted Quiddity", "pass"}
    assert play.dice(1, "used") == play.dice(2, "used") == []
    assert play.left(TAINTED) == 9


@pytest.mark.ability("Corrupted Devotee of the Holy Query", 0)
def test_devotee_may_decline() -> None:
    """No die, no more Glory."""
    play = Position(sets=SETS).ready(0, DEVOTEE).start("score")
    play.do("no")
    assert (play.kind, play.glory) == ("cull", (2, 0))
    assert play.dice(0, "used") == [DEVOTEE]
    assert play.left(TAINTED) == 10


@pytest.mark.ability("Corrupted Devotee of the Holy Query", 0)
@pytest.mark.parametrize("left", [0, 1])
def test_devotees_bonus_needs_a_die_that_is_left(left: int) -> None:
    """Of two Devotees the second is not asked once the last die is gone."""
    play = Position(sets=SETS).left(TAINTED, left).ready(0, DEVOTEE, DEVOTEE).start("score")
    if left:
        play.do("take Corrupted Quiddity")
    assert (play.kind, play.glory) == ("cull", (4 + left, 0))
    assert play.left(TAINTED) == 0


@pytest.mark.ability("Corrupted Devotee of the Holy Query", 0)
def test_devotee_that_reaches_the_goal_with_its_bonus_wins_on_the_spot() -> None:
    """9.1: the twentieth Glory comes from the tainted die."""
    play = Position(sets=SETS).ready(0, DEVOTEE).glory(0, 17).start("score")
    assert play.kind == "effect"
    play.do("take Corrupted Quiddity")
    assert play.over
    assert play.glory == (20, 0)


@pytest.mark.ability("Corrupted Devotee of the Holy Query", 0)
@pytest.mark.rule("4.6")
@pytest.mark.parametrize(("answer", "asked"), [("score", True), ("keep", False)])
def test_with_expert_culling_only_a_devotee_that_earned_glory_asks(
    answer: str, asked: bool
) -> None:
    """There is no "1 more" where nothing was earned."""
    play = (
        Position(sets=SETS, variants=["expert_culling"])
        .ready(0, f"{DEVOTEE}@C1:0/3")
        .start("score")
    )
    play.do(answer)
    assert (play.kind == "effect") == asked
    assert play.glory == ((2, 0) if asked else (0, 0))


@pytest.mark.ability("Corrupted Devotee of the Holy Query", 1)
@pytest.mark.rule("15.3")
def test_devotee_on_its_burst_also_taints_one_opponent() -> None:
    """Its owner orders the two abilities and chooses whom."""
    play = Position(3, sets=SETS).ready(0, f"{DEVOTEE}@C2:2/4*").start("score")
    assert play.kind == "order"
    assert len(play.options) == 2
    play.do(f"order {DEVOTEE} [C2:2/4*]", "no")
    assert (play.seat, play.kind) == (0, "player")
    assert play.options == ["player 1", "player 2"]
    play.do("player 1")
    assert play.dice(1, "used") == [TAINTED]
    assert play.dice(2, "used") == []
    assert (play.kind, play.glory) == ("cull", (2, 0, 0))
    assert play.left(TAINTED) == 9
    play.do("pass")
    assert settled(play)


@pytest.mark.ability("Corrupted Devotee of the Holy Query", 0)
@pytest.mark.ability("Corrupted Devotee of the Holy Query", 1)
def test_the_last_die_goes_to_whichever_ability_comes_first() -> None:
    """The opponent is tainted first: the bonus cannot be had any more."""
    play = Position(sets=SETS).left(TAINTED, 1).ready(0, f"{DEVOTEE}@C2:2/4*").start("score")
    play.do(f"order {DEVOTEE} [C2:2/4*] #2")
    assert play.dice(1, "used") == [TAINTED]
    assert (play.kind, play.glory) == ("cull", (2, 0))


@pytest.mark.ability("Corrupted Devotee of the Holy Query", 1)
@pytest.mark.parametrize("face", ["C1:0/3", "C2:2/4"])
def test_devotee_without_the_burst_taints_no_opponent(face: str) -> None:
    """Nobody is asked for a player."""
    play = Position(3, sets=SETS).ready(0, f"{DEVOTEE}@{face}").start("score")
    play.do("no")
    assert play.kind == "cull"
    assert play.left(TAINTED) == 10
