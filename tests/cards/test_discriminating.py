"""The Discriminating spells: the dearest die, cheap creatures' Glory, cheap dice, cheap creatures.

Faces of the die: Q1, Q2, W2, S three times; no burst.
"""

from __future__ import annotations

import pytest

from quarriors.testing import Position
from tests.cards.common import in_all_editions, pile, settled

SETS = ["base", "quarmageddon"]
CANTRIP = "Discriminating Cantrip"
CHARM = "Discriminating Charm"
INCANTATION = "Discriminating Incantation"
SPELL = "Discriminating Spell"


# --- Discriminating Cantrip: every opponent culls the dearest die -------------------------------


@pytest.mark.ability("Discriminating Cantrip", 0)
@in_all_editions
def test_every_opponent_culls_the_dearest_die_of_their_used_pile(edition: str) -> None:
    """Back to its card; the caster's own pile is left alone, and so are other places."""
    play = (
        Position(players=3, sets=SETS, edition=edition)
        .ready(0, f"{CANTRIP}@S")
        .active(0, "Basic Quiddity@Q1")
        .used(0, "Quake Dragon")
        .used(1, "Quake Dragon", "Witching Hag", "Basic Quiddity")
        .bag(1, "Mighty Heavenly Seraph")
        .spent(1, "Mighty Heavenly Seraph")
        .used(2, "Assistant")
        .start("ready")
    )
    play.do(f"cast {CANTRIP}")
    assert play.dice(1, "used") == ["Basic Quiddity", "Witching Hag"]
    assert play.dice(2, "used") == []
    assert play.left("Quake Dragon") == 4
    assert "Quake Dragon" in play.dice(0, "used")
    assert play.dice(1, "bag") == ["Mighty Heavenly Seraph"]
    assert play.dice(1, "spent") == ["Mighty Heavenly Seraph"]
    assert CANTRIP in play.dice(0, pile(edition))
    assert settled(play)


@pytest.mark.ability("Discriminating Cantrip", 0)
def test_between_equal_costs_the_opponent_chooses() -> None:
    """Two cost 5, one 4; of the others nothing is offered, and there is no "no"."""
    play = (
        Position(sets=SETS)
        .ready(0, f"{CANTRIP}@S")
        .used(1, "Witching Hag", "Defender of the Pale", "Portal", "Basic Quiddity")
        .start("ready")
    )
    play.do(f"cast {CANTRIP}")
    assert play.seat == 1
    assert set(play.options) == {
        "cull-die Witching Hag in seat 1's used",
        "cull-die Defender of the Pale in seat 1's used",
    }
    play.do("cull-die Defender")
    assert play.dice(1, "used") == ["Basic Quiddity", "Portal", "Witching Hag"]
    assert play.left("Defender of the Pale") == 5
    assert settled(play)


@pytest.mark.ability("Discriminating Cantrip", 0)
def test_an_empty_used_pile_is_passed_over() -> None:
    """Seat 1 has nothing there; a pile of quiddity (cost 0) loses one of them."""
    play = (
        Position(players=3, sets=SETS)
        .ready(0, f"{CANTRIP}@S")
        .used(2, "Basic Quiddity", "Basic Quiddity")
        .start("ready")
    )
    play.do(f"cast {CANTRIP}")
    assert play.dice(2, "used") == ["Basic Quiddity"]
    assert settled(play)


@pytest.mark.ability("Discriminating Cantrip", 0)
@pytest.mark.rule("15.6")
def test_if_all_used_piles_of_opponents_are_empty_it_cannot_be_cast() -> None:
    """It would do nothing; the caster's own pile does not count."""
    play = (
        Position(sets=SETS)
        .ready(0, f"{CANTRIP}@S")
        .active(0, "Basic Quiddity@Q1")
        .used(0, "Witching Hag")
        .start("ready")
    )
    assert play.kind != "ready"


@pytest.mark.ability("Discriminating Cantrip", 0)
@pytest.mark.rule("14.1")
def test_corrupted_quiddity_without_a_cost_counts_as_zero() -> None:
    """An Assistant (1) is dearer; alone it is culled itself."""
    sets = [*SETS, "rise_of_the_demons"]
    dearer = (
        Position(sets=sets)
        .ready(0, f"{CANTRIP}@S")
        .used(1, "Corrupted Quiddity", "Assistant")
        .start("ready")
    )
    dearer.do(f"cast {CANTRIP}")
    assert dearer.dice(1, "used") == ["Corrupted Quiddity"]
    alone = (
        Position(sets=sets).ready(0, f"{CANTRIP}@S").used(1, "Corrupted Quiddity").start("ready")
    )
    alone.do(f"cast {CANTRIP}")
    assert alone.dice(1, "used") == []


# --- Discriminating Charm: cheap creatures' Glory once more -------------------------------------


@pytest.mark.ability("Discriminating Charm", 0)
def test_creatures_that_cost_three_or_less_earn_their_printed_glory_again() -> None:
    """Goblin (2) and Assistant (1, its bonus 2 left out) again; the Warrior (4) not."""
    play = (
        Position(sets=SETS)
        .ready(0, "Scavenging Goblin@C1:2/2", "Assistant@C1:1/2", "Warrior of the Quay@C1:2/3")
        .attached(0, "Victory Cantrip@S", 0, "Assistant")
        .ready(0, f"{CHARM}@S")
        .bag(0, *(["Basic Quiddity"] * 6))
        .start("score")
    )
    assert play.glory == (7, 0)  # 2 + 1 + 2 + 2
    play.do("pass")
    assert play.kind == "ready"
    play.do(f"cast {CHARM}")
    assert play.glory == (10, 0)
    assert play.dice(0, "spent") == [CHARM]
    assert settled(play)


@pytest.mark.ability("Discriminating Charm", 0)
@pytest.mark.rule("15.6")
@pytest.mark.parametrize(
    ("scorer", "castable"), [("Deathdealer@C1:3/2", True), ("Strong Ghostly Spirit@C1:2/2", False)]
)
def test_the_boundary_is_a_cost_of_three(scorer: str, castable: bool) -> None:
    """Deathdealer costs 3, a Strong Spirit 4; with no such scorer it cannot be cast."""
    play = (
        Position(sets=SETS)
        .ready(0, scorer, f"{CHARM}@S")
        .bag(0, *(["Basic Quiddity"] * 6))
        .start("score")
    )
    play.do("pass")
    assert (f"cast {CHARM} [S]" in play.options) is castable
    if castable:
        play.do(f"cast {CHARM}")
        assert play.glory == (4, 0)


@pytest.mark.ability("Discriminating Charm", 0)
@pytest.mark.rule("4.5")
def test_it_is_not_offered_in_phase_one_or_when_nothing_scored() -> None:
    """A creature that merely lies there has not scored; what scored last turn does not count."""
    play = (
        Position(sets=SETS)
        .ready(0, "Scavenging Goblin@C1:2/2", f"{CHARM}@S")
        .active(0, "Basic Quiddity@Q1")
        .start("ready")
    )
    assert f"cast {CHARM} [S]" not in play.options
    scoring = Position(sets=SETS).ready(0, "Scavenging Goblin@C1:2/2", f"{CHARM}@S").start("score")
    assert scoring.kind == "cull"
    assert all(not option.startswith("cast") for option in scoring.options)


@pytest.mark.ability("Discriminating Charm", 0)
@pytest.mark.parametrize("keep", [False, True])
def test_a_culled_scorer_counts_but_only_in_the_turn_in_which_it_scored(keep: bool) -> None:
    """Kept for the next turn, in which nothing scores, the Charm cannot be cast."""
    play = (
        Position(sets=SETS)
        .ready(0, "Scavenging Goblin@C1:2/2", f"{CHARM}@S")
        .bag(0, *(["Basic Quiddity"] * 6))
        .bag(1, *(["Basic Quiddity"] * 6))
        .start("score")
    )
    play.rolls(*(["Basic Quiddity@Q1"] * 18))
    play.do("cull Scavenging Goblin")
    if not keep:
        play.do(f"cast {CHARM}")
        assert play.glory == (4, 0)
        return
    play.do("pass", "pass", "pass", "pass")  # phases 2 to 4, and the spell stays
    assert play.seat == 1
    play.do("pass")
    assert (play.seat, play.kind) == (0, "capture")
    assert play.dice(0, "ready") == [CHARM]
    assert f"cast {CHARM} [S]" not in play.options


@pytest.mark.ability("Discriminating Charm", 0)
def test_it_can_win_the_game() -> None:
    """Glory is earned at once (9.1)."""
    play = (
        Position(sets=SETS)
        .glory(0, 16)
        .ready(0, "Scavenging Goblin@C1:2/2", f"{CHARM}@S")
        .bag(0, *(["Basic Quiddity"] * 6))
        .start("score")
    )
    play.do("pass", f"cast {CHARM}")
    assert play.over
    assert play.glory == (20, 0)


@pytest.mark.ability("Discriminating Charm", 0)
@pytest.mark.rule("4.6")
@pytest.mark.parametrize(("answer", "castable"), [("score", True), ("keep", False)])
def test_under_expert_culling_only_what_earned_its_glory_counts(
    answer: str, castable: bool
) -> None:
    """Earn it "once more": a kept Goblin has earned nothing."""
    play = (
        Position(sets=SETS, variants=["expert_culling"])
        .ready(0, "Scavenging Goblin@C1:2/2", f"{CHARM}@S")
        .bag(0, *(["Basic Quiddity"] * 6))
        .start("score")
    )
    play.do(f"{answer} Scavenging Goblin")
    assert (f"cast {CHARM} [S]" in play.options) is castable


# --- Discriminating Incantation: a cheap die of one's own ---------------------------------------


@pytest.mark.ability("Discriminating Incantation", 0)
@in_all_editions
def test_a_die_of_cost_one_or_less_is_culled_from_the_casters_used_pile(edition: str) -> None:
    """Quiddity (0) and Assistants (1), not an Imp (2); nobody else's."""
    play = (
        Position(sets=SETS, edition=edition)
        .ready(0, f"{INCANTATION}@S")
        .used(0, "Basic Quiddity", "Basic Quiddity", "Assistant", "Mischievous Imp")
        .used(1, "Assistant")
        .start("ready")
    )
    play.do(f"cast {INCANTATION}")
    assert set(play.options) == {
        "cull-die Basic Quiddity in seat 0's used",
        "cull-die Assistant in seat 0's used",
    }
    play.do("cull-die Assistant")
    assert play.dice(0, "used").count("Assistant") == 0
    assert play.dice(0, "used").count("Basic Quiddity") == 2
    assert play.dice(1, "used") == ["Assistant"]
    assert play.left("Assistant") == 9
    assert INCANTATION in play.dice(0, pile(edition))
    assert settled(play)


@pytest.mark.ability("Discriminating Incantation", 0)
@pytest.mark.rule("15.6")
def test_without_such_a_die_it_cannot_be_cast() -> None:
    """Only dearer ones there; cheap ones elsewhere do not count."""
    play = (
        Position(sets=SETS)
        .ready(0, f"{INCANTATION}@S")
        .active(0, "Basic Quiddity@Q1")
        .spent(0, "Assistant")
        .used(0, "Mischievous Imp")
        .start("ready")
    )
    assert play.kind != "ready"


# --- Discriminating Spell: a cheap creature is destroyed ----------------------------------------


@pytest.mark.ability("Discriminating Spell", 0)
def test_an_opponents_creature_of_cost_three_or_less_is_destroyed() -> None:
    """Of any level; not one of 4, not one's own."""
    play = (
        Position(players=3, sets=SETS)
        .ready(0, f"{SPELL}@S", "Assistant@C1:1/2")
        .active(0, "Basic Quiddity@Q1")
        .ready(1, "Deathdealer@C2:4/4", "Warrior of the Quay@C1:2/3", "Assistant@C1:1/2")
        .ready(2, "Scavenging Goblin@C1:2/2", "Witching Hag@C2:4/5")
        .start("ready")
    )
    play.do(f"cast {SPELL}")
    assert set(play.options) == {
        "destroy Deathdealer [C2:4/4] in seat 1's ready",
        "destroy Assistant [C1:1/2] in seat 1's ready",
        "destroy Scavenging Goblin [C1:2/2] in seat 2's ready",
    }
    play.do("destroy Deathdealer")
    assert play.dice(1, "used") == ["Deathdealer"]
    assert play.dice(1, "ready") == ["Assistant", "Warrior of the Quay"]
    assert play.dice(0, "spent") == [SPELL]
    assert settled(play)


@pytest.mark.ability("Discriminating Spell", 0)
@pytest.mark.rule("10.5")
@pytest.mark.parametrize(("face", "castable"), [("C1:1/3*", False), ("C2:2/4", True)])
def test_immunity_protects_from_it(face: str, castable: bool) -> None:
    """A Mighty Gnome on its burst covers the Goblin too: nobody is left to choose."""
    play = (
        Position(sets=SETS)
        .ready(0, f"{SPELL}@S")
        .active(0, "Basic Quiddity@Q1")
        .ready(1, f"Mighty Gnome Barbarian@{face}", "Scavenging Goblin@C1:2/2")
        .start("ready")
    )
    assert (f"cast {SPELL} [S]" in play.options) is castable


@pytest.mark.ability("Discriminating Spell", 0)
@pytest.mark.rule("11.4")
def test_a_locked_creature_of_such_a_class_is_unlocked_by_it() -> None:
    """It goes to its owner's Used Pile and was not destroyed."""
    play = (
        Position(sets=[*SETS, "quest_of_the_qladiator"])
        .ready(0, f"{SPELL}@S")
        .active(0, "Basic Quiddity@Q1")
        .ready(1, "Scavenging Goblin@C1:2/2")
        .locked(1, "Poison Dart Frog")
        .start("ready")
    )
    play.do(f"cast {SPELL}", "destroy Poison Dart Frog")
    assert play.dice(1, "used") == ["Poison Dart Frog"]
    assert play.dice(1, "ready") == ["Scavenging Goblin"]
    assert play.happened("destroy") == []


@pytest.mark.ability("Discriminating Spell", 0)
def test_when_destroyed_abilities_answer_it() -> None:
    """A Mighty Goblin on its burst draws its two dice."""
    play = (
        Position(sets=SETS)
        .ready(0, f"{SPELL}@S")
        .active(0, "Basic Quiddity@Q1")
        .ready(1, "Mighty Scavenging Goblin@C1:2/2*")
        .bag(1, "Portal", "Portal")
        .start("ready")
    )
    play.do(f"cast {SPELL}")
    assert play.dice(1, "used") == ["Mighty Scavenging Goblin"]
    assert play.dice(1, "active") == ["Portal", "Portal"]
    assert settled(play)
