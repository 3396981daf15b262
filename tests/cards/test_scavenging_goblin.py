"""The Scavenging Goblins: quiddity on summoning, defense in a crowd, dice on destruction.

Faces of the die: Q1, Q1, C1:2/2 twice, C1:2/2* twice.
"""

from __future__ import annotations

import pytest

from quarriors.testing import Play, Position

EDITIONS = ["original", "original-it", "revised", "qultimate"]
MIGHTY = "Mighty Scavenging Goblin"


def totals(play: Play) -> dict[int, int]:
    """The attack total that was announced against each seat."""
    return {event[4]: event[5] for event in play.happened("total")}


# --- Scavenging Goblin: 1 quiddity when summoned ------------------------------------------------


@pytest.mark.ability("Scavenging Goblin", 0)
@pytest.mark.example("A")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("face", "gained"), [("C1:2/2*", 1), ("C1:2/2", 0)])
def test_a_goblin_summoned_with_its_burst_gives_one_quiddity(
    face: str, gained: int, edition: str
) -> None:
    """The face without the burst gives nothing; either is worth 2 Glory when it scores."""
    play = (
        Position(edition=edition)
        .active(0, f"Scavenging Goblin@{face}", "Basic Quiddity@Q1", "Scavenging Goblin@Q1")
        .start("ready")
    )
    assert set(play.options) == {f"summon Scavenging Goblin [{face}] for 1", "pass"}
    play.do("summon Scavenging Goblin")
    assert play.pool == gained
    assert play.faces(0, "ready") == [f"Scavenging Goblin@{face}"]
    scoring = Position(edition=edition).ready(0, f"Scavenging Goblin@{face}").start("score")
    assert scoring.glory == (2, 0)


@pytest.mark.ability("Scavenging Goblin", 0)
def test_the_goblins_quiddity_cannot_pay_for_the_goblin_itself() -> None:
    """It is gained when the Goblin has been summoned."""
    play = Position().active(0, "Scavenging Goblin@C1:2/2*", "Life Charm@S").start("ready")
    assert set(play.options) == {"ready Life Charm [S]", "pass"}


@pytest.mark.ability("Scavenging Goblin", 0)
def test_the_goblins_quiddity_pays_for_the_next_summon_and_the_next() -> None:
    """Three Goblins and one die of quiddity: each pays for the one after it."""
    play = (
        Position()
        .active(0, *["Scavenging Goblin@C1:2/2*"] * 3, "Basic Quiddity@Q1")
        .ready(1, "Questing Wizard@C2:3/6")
        .start("ready")
    )
    play.do("summon Scavenging Goblin", "summon Scavenging Goblin", "summon Scavenging Goblin")
    assert totals(play) == {1: 6}
    assert play.kind == "capture"
    assert play.pool == 1
    assert play.dice(0, "ready") == ["Scavenging Goblin"] * 3


@pytest.mark.ability("Scavenging Goblin", 0)
@pytest.mark.rule("5.5")
def test_the_goblins_quiddity_can_pay_for_a_capture_and_is_lost_after_the_turn() -> None:
    """1 quiddity is an Assistant."""
    position = Position().active(0, "Scavenging Goblin@C1:2/2*", "Basic Quiddity@Q1")
    play = position.start("ready")
    play.do("summon Scavenging Goblin")
    assert play.kind == "capture"
    assert set(play.options) == {
        "capture Basic Quiddity for 0",
        "capture Assistant for 1",
        "pass",
    }
    play.do("capture Assistant")
    assert play.dice(0, "used") == ["Assistant", "Basic Quiddity"]

    unused = position.start("ready")
    unused.do("summon Scavenging Goblin", "pass")
    assert (unused.seat, unused.pool) == (1, 0)
    assert set(unused.options) == {"capture Basic Quiddity for 0", "pass"}


@pytest.mark.ability("Scavenging Goblin", 0)
def test_a_goblin_that_is_saved_gives_no_quiddity() -> None:
    """Ruling: only a paid summoning counts, not a return to the Ready Area."""
    play = (
        Position()
        .ready(0, "Deathdealer@C1:3/2")
        .ready(1, "Scavenging Goblin@C1:2/2*", "Shaping Cantrip@S")
        .start("attack")
    )
    play.do("react Shaping Cantrip")
    assert play.dice(1, "ready") == ["Scavenging Goblin"]
    assert play.pool == 0
    assert play.happened("quiddity") == []


# --- Strong Scavenging Goblin: defense for company ----------------------------------------------


@pytest.mark.ability("Strong Scavenging Goblin", 0)
@pytest.mark.parametrize(
    ("face", "others", "defense"),
    [
        ("C1:2/2*", [], 2),
        ("C1:2/2*", ["Assistant@C1:1/2"], 3),
        ("C1:2/2*", ["Assistant@C1:1/2", "Quake Dragon@C1:4/4", "Life Charm@S"], 4),
        ("C1:2/2", ["Assistant@C1:1/2", "Quake Dragon@C1:4/4"], 2),
    ],
)
def test_strong_goblin_has_one_more_defense_for_each_other_own_creature(
    face: str, others: list[str], defense: int
) -> None:
    """With its burst; spells, opponents' creatures and dice elsewhere do not count."""
    play = (
        Position()
        .ready(0, f"Strong Scavenging Goblin@{face}", *others)
        .active(0, "Assistant@C1:1/2")
        .ready(1, "Questing Wizard@C1:2/5", "Ghostly Spirit@C1:2/2")
        .start("capture")
    )
    assert play.defense(0, "Strong Scavenging Goblin") == defense
    assert play.attack(0, "Strong Scavenging Goblin") == 2


@pytest.mark.ability("Strong Scavenging Goblin", 0)
def test_strong_goblins_count_each_other_with_or_without_bursts() -> None:
    """The one with the burst has +2, the others count but gain nothing."""
    play = (
        Position()
        .ready(0, "Strong Scavenging Goblin@C1:2/2*", *["Strong Scavenging Goblin@C1:2/2"] * 2)
        .start("capture")
    )
    assert play.defense(0, "Strong Scavenging Goblin") == 4


@pytest.mark.ability("Strong Scavenging Goblin", 0)
@pytest.mark.rule("15.4")
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_bonus_shrinks_in_mid_battle_as_companions_fall(edition: str) -> None:
    """Ruling: 2 + 2 at first, 2 + 1 once the Assistant is gone, so 5 is enough for both."""
    play = (
        Position(edition=edition)
        .ready(0, "Deathdealer@C1:3/2", "Warrior of the Quay@C1:2/3")
        .ready(1, "Strong Scavenging Goblin@C1:2/2*", "Assistant@C1:1/2")
        .ready(1, "Questing Wizard@C2:3/6")
        .start("attack")
    )
    assert totals(play) == {1: 5}
    assert play.defense(1, "Strong Scavenging Goblin") == 4
    play.do("defend Assistant")  # 3 left
    assert play.defense(1, "Strong Scavenging Goblin") == 3
    assert set(play.options) == {
        "defend Strong Scavenging Goblin [C1:2/2*] against 3",
        "defend Questing Wizard [C2:3/6] against 3",
    }
    play.do("defend Strong Scavenging Goblin")
    assert play.dice(1, "ready") == ["Questing Wizard"]
    assert play.dice(1, "used") == ["Assistant", "Strong Scavenging Goblin"]


@pytest.mark.ability("Strong Scavenging Goblin", 0)
def test_strong_goblin_named_first_holds_with_its_whole_bonus() -> None:
    """The same attack of 3 against 4: nobody falls."""
    play = (
        Position()
        .ready(0, "Deathdealer@C1:3/2")
        .ready(1, "Strong Scavenging Goblin@C1:2/2*", "Assistant@C1:1/2", "Assistant@C1:1/2")
        .start("attack")
    )
    play.do("defend Strong Scavenging Goblin")
    assert play.kind == "capture"
    assert play.dice(1, "ready") == ["Assistant", "Assistant", "Strong Scavenging Goblin"]


# --- Mighty Scavenging Goblin: two dice when destroyed ------------------------------------------


@pytest.mark.ability("Mighty Scavenging Goblin", 0)
@pytest.mark.rule("3.6")
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_destroyed_mighty_goblin_draws_two_dice_for_the_next_turn(edition: str) -> None:
    """They wait unrolled; in the next turn six more are drawn and eight are rolled."""
    play = (
        Position(edition=edition)
        .ready(0, "Deathdealer@C1:3/2", "Death Cantrip@S*")
        .ready(1, f"{MIGHTY}@C1:2/2*")
        .bag(1, "Portal", "Assistant", *["Basic Quiddity"] * 6)
        .bag(0, "Portal")
        .start("attack")
    )
    play.draws("Portal", "Assistant")
    play.do("pass")
    assert play.kind == "capture"
    assert play.dice(1, "active") == ["Assistant", "Portal"]
    assert play.dice(1, "used") == [MIGHTY]
    assert play.happened("roll") == []
    assert play.dice(0, "bag") == ["Portal"]
    play.rolls("Portal@Q1", "Assistant@Q1", *["Basic Quiddity@Q1"] * 6)
    play.do("pass", "pass")  # capture, and seat 0's Cantrip stays
    assert play.seat == 1
    assert len(play.happened("roll")) == 8
    assert len(play.dice(1, "active")) == 8
    assert play.dice(1, "used") == [MIGHTY]


@pytest.mark.ability("Mighty Scavenging Goblin", 0)
def test_a_mighty_goblin_without_its_burst_draws_nothing() -> None:
    """The negative case."""
    play = (
        Position()
        .ready(0, "Deathdealer@C1:3/2")
        .ready(1, f"{MIGHTY}@C1:2/2")
        .bag(1, "Portal", "Portal")
        .start("attack")
    )
    assert play.kind == "capture"
    assert play.dice(1, "active") == []
    assert play.dice(1, "used") == [MIGHTY]


@pytest.mark.ability("Mighty Scavenging Goblin", 0)
@pytest.mark.rule("3.4")
def test_the_goblin_reaches_the_used_pile_first_and_may_be_drawn_itself() -> None:
    """Ruling: with an empty bag it goes into the refill."""
    play = (
        Position()
        .ready(0, "Deathdealer@C1:3/2", "Death Cantrip@S*")
        .ready(1, f"{MIGHTY}@C1:2/2*")
        .used(1, "Assistant", "Portal")
        .start("attack")
    )
    play.draws(MIGHTY, "Assistant")
    play.do("pass")
    assert play.dice(1, "active") == ["Assistant", MIGHTY]
    assert play.dice(1, "bag") == ["Portal"]
    assert play.dice(1, "used") == []


@pytest.mark.ability("Mighty Scavenging Goblin", 0)
def test_with_one_die_to_draw_it_draws_one_and_itself() -> None:
    """Two owed, one in the bag: the refill has the Goblin alone."""
    play = (
        Position()
        .ready(0, "Deathdealer@C1:3/2")
        .ready(1, f"{MIGHTY}@C1:2/2*")
        .bag(1, "Portal")
        .start("attack")
    )
    assert play.kind == "capture"
    assert play.dice(1, "active") == [MIGHTY, "Portal"]
    assert (play.dice(1, "bag"), play.dice(1, "used")) == ([], [])


@pytest.mark.ability("Mighty Scavenging Goblin", 0)
@pytest.mark.rule("6.5")
def test_a_saved_mighty_goblin_draws_all_the_same() -> None:
    """When-destroyed abilities happen even if the creature is then saved."""
    play = (
        Position()
        .ready(0, "Deathdealer@C1:3/2")
        .ready(1, f"{MIGHTY}@C1:2/2*", "Shaping Cantrip@S")
        .bag(1, "Portal", "Portal", "Portal")
        .start("attack")
    )
    play.do("react Shaping Cantrip")
    assert play.kind == "capture"
    assert play.faces(1, "ready") == [f"{MIGHTY}@C1:2/2*"]
    assert play.dice(1, "active") == ["Portal", "Portal"]
    assert play.dice(1, "bag") == ["Portal"]


@pytest.mark.ability("Mighty Scavenging Goblin", 0)
def test_a_scoring_mighty_goblin_draws_nothing() -> None:
    """Only destruction sets it off."""
    play = Position().ready(0, f"{MIGHTY}@C1:2/2*").bag(0, "Portal").start("score")
    assert (play.kind, play.glory) == ("cull", (2, 0))
    assert play.dice(0, "active") == []


@pytest.mark.ability("Mighty Scavenging Goblin", 0)
def test_dice_drawn_in_ones_own_turn_are_no_use_before_they_are_rolled() -> None:
    """They are rolled in the next turn; the face they happened to lie on means nothing (3.6)."""
    play = (
        Position()
        .ready(0, f"{MIGHTY}@C1:2/2*", "Death Incantation@S*")
        .active(0, "Portal@Q1")
        .bag(0, "Basic Quiddity@Q2", "Warrior of the Quay@C1:2/3")
        .start("ready")
    )
    play.do("cast Death Incantation")
    assert play.dice(0, "active") == ["Basic Quiddity", "Portal", "Warrior of the Quay"]
    assert play.kind != "ready"
    assert set(play.options) == {
        "capture Basic Quiddity for 0",
        "capture Assistant for 1",
        "pass",
    }
