"""The Ghostly Spirits: three ways of not staying destroyed.

Faces of the die: Q1, Q1, Q2, C1:2/2 twice, C2:3/3.
"""

from __future__ import annotations

import pytest

from quarriors.testing import Play, Position

EDITIONS = ["original", "original-it", "revised", "qultimate"]
SET_ASIDE = "Mighty Ghostly Spirit@C2:3/3"  # a die set aside keeps the face it fell with


def totals(play: Play) -> dict[int, int]:
    """The attack total that was announced against each seat."""
    return {event[4]: event[5] for event in play.happened("total")}


# --- Ghostly Spirit: a Basic Quiddity die buys it back ------------------------------------------


@pytest.mark.ability("Ghostly Spirit", 0)
@pytest.mark.rule("6.5")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("face", ["C1:2/2", "C2:3/3"])
def test_a_culled_quiddity_die_returns_the_spirit_with_the_same_face(
    face: str, edition: str
) -> None:
    """Official FAQ: the same level; only Basic Quiddity in the Used Pile can pay."""
    play = (
        Position(edition=edition)
        .ready(0, "Quake Dragon@C2:6/6*")
        .used(0, "Basic Quiddity")
        .ready(1, f"Ghostly Spirit@{face}")
        .used(1, "Basic Quiddity", "Basic Quiddity", "Assistant", "Portal")
        .start("attack")
    )
    wilds = play.left("Basic Quiddity")
    if face == "C2:3/3":  # a Quake Dragon destroys level 1 by itself
        assert totals(play) == {1: 6}
    assert (play.seat, play.kind) == (1, "effect")
    assert set(play.options) == {"cull-die Basic Quiddity in seat 1's used", "no"}
    play.do("cull-die Basic Quiddity")
    assert play.kind == "capture"
    assert play.faces(1, "ready") == [f"Ghostly Spirit@{face}"]
    assert play.dice(1, "used") == ["Assistant", "Basic Quiddity", "Portal"]
    assert play.dice(0, "used") == ["Basic Quiddity"]
    assert play.left("Basic Quiddity") == wilds + 1


@pytest.mark.ability("Ghostly Spirit", 0)
@pytest.mark.rule("15.7")
def test_a_spirit_that_is_not_bought_back_goes_to_the_used_pile() -> None:
    """A real no: nothing is culled."""
    play = (
        Position()
        .ready(0, "Scavenging Goblin@C1:2/2")
        .ready(1, "Ghostly Spirit@C1:2/2")
        .used(1, "Basic Quiddity")
        .start("attack")
    )
    play.do("no")
    assert play.kind == "capture"
    assert play.dice(1, "ready") == []
    assert play.dice(1, "used") == ["Basic Quiddity", "Ghostly Spirit"]
    assert play.happened("cull") == []


@pytest.mark.ability("Ghostly Spirit", 0)
@pytest.mark.rule("15.6")
def test_quiddity_dice_outside_the_used_pile_cannot_buy_it_back() -> None:
    """Not those of the bag, the Active Pool or the Spent Pile, and no other class."""
    play = (
        Position()
        .ready(0, "Scavenging Goblin@C1:2/2")
        .ready(1, "Ghostly Spirit@C1:2/2")
        .bag(1, "Basic Quiddity")
        .active(1, "Basic Quiddity@Q1")
        .spent(1, "Basic Quiddity")
        .used(1, "Assistant@Q1")
        .used(0, "Basic Quiddity")
        .start("attack")
    )
    assert play.kind == "capture"  # not even asked
    assert play.dice(1, "used") == ["Assistant", "Ghostly Spirit"]


@pytest.mark.ability("Ghostly Spirit", 0)
@pytest.mark.rule("6.4")
def test_a_returned_spirit_takes_no_more_damage_and_what_is_left_goes_on() -> None:
    """Official FAQ: safe for this battle, and its ability is not used again in it."""
    play = (
        Position()
        .ready(0, "Quake Dragon@C3:8/7**")
        .ready(1, "Ghostly Spirit@C2:3/3", "Warrior of the Quay@C2:3/4")
        .used(1, "Basic Quiddity", "Basic Quiddity")
        .start("attack")
    )
    assert set(play.options) == {
        "defend Ghostly Spirit [C2:3/3] against 8",
        "defend Warrior of the Quay [C2:3/4] against 8",
    }
    play.do("defend Ghostly Spirit", "cull-die Basic Quiddity")
    # 5 are left: the Warrior (4) falls; 1 is left and the Spirit cannot be named again.
    assert play.kind == "capture"
    assert play.dice(1, "ready") == ["Ghostly Spirit"]
    assert play.dice(1, "used") == ["Basic Quiddity", "Warrior of the Quay"]


@pytest.mark.ability("Ghostly Spirit", 0)
def test_damage_left_over_with_only_a_returned_spirit_there_is_lost() -> None:
    """8 against a lone Spirit: it returns once and the rest is lost."""
    play = (
        Position()
        .ready(0, "Strong Quake Dragon@C3:8/7**")
        .ready(1, "Ghostly Spirit@C1:2/2")
        .used(1, "Basic Quiddity", "Basic Quiddity")
        .start("attack")
    )
    play.do("cull-die Basic Quiddity")
    assert play.kind == "capture"
    assert play.dice(1, "ready") == ["Ghostly Spirit"]
    assert play.dice(1, "used") == ["Basic Quiddity"]


@pytest.mark.ability("Ghostly Spirit", 0)
@pytest.mark.rule("15.17")
@pytest.mark.parametrize(("edition", "again"), [("original", True), ("qultimate", False)])
def test_a_spirit_returned_from_a_spell_takes_no_damage_in_that_turn(
    edition: str, again: bool
) -> None:
    """The 2011 books protect it in one battle only, and a Death Incantation is none."""
    play = (
        Position(edition=edition)
        .ready(0, "Scavenging Goblin@C1:2/2", "Death Incantation@S*")
        .ready(1, "Ghostly Spirit@C1:2/2")
        .used(1, "Basic Quiddity", "Basic Quiddity")
        .start("ready")
    )
    play.do("cast Death Incantation", "destroy Ghostly Spirit", "cull-die Basic Quiddity")
    if again:
        assert (play.seat, play.kind) == (1, "effect")  # destroyed again, by the Goblin's attack
        play.do("cull-die Basic Quiddity")
    assert play.kind == "capture"
    assert play.dice(1, "ready") == ["Ghostly Spirit"]
    assert play.dice(1, "used") == ([] if again else ["Basic Quiddity"])


@pytest.mark.ability("Ghostly Spirit", 0)
def test_a_spirit_destroyed_in_its_owners_turn_may_be_bought_back_too() -> None:
    """The owner is asked, no matter who destroyed it."""
    play = (
        Position()
        .ready(0, "Ghostly Spirit@C1:2/2", "Death Incantation@S*")
        .used(0, "Basic Quiddity")
        .start("ready")
    )
    play.do("cast Death Incantation", "cull-die Basic Quiddity")
    assert play.kind == "capture"
    assert play.dice(0, "ready") == ["Ghostly Spirit"]


@pytest.mark.ability("Ghostly Spirit", 0)
def test_two_spirits_are_bought_back_one_by_one() -> None:
    """With one Basic Quiddity die only the first of them."""
    play = (
        Position()
        .ready(0, "Quake Dragon@C1:4/4")
        .ready(1, "Ghostly Spirit@C1:2/2", "Ghostly Spirit@C1:2/2")
        .used(1, "Basic Quiddity")
        .start("attack")
    )
    play.do("cull-die Basic Quiddity")
    assert play.kind == "capture"
    assert play.dice(1, "ready") == ["Ghostly Spirit"]
    assert play.dice(1, "used") == ["Ghostly Spirit"]


@pytest.mark.ability("Ghostly Spirit", 0)
@pytest.mark.rule("10.2")
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_returned_spirit_comes_back_without_its_attached_spells(edition: str) -> None:
    """All four books: a spell whose creature is destroyed always goes to the Used Pile (6.3)."""
    play = (
        Position(edition=edition)
        .ready(0, "Strong Quake Dragon@C2:6/6*")
        .ready(1, "Ghostly Spirit@C1:2/2")
        .attached(1, "Life Cantrip@S", 1, "Ghostly Spirit")
        .used(1, "Basic Quiddity")
        .start("attack")
    )
    play.do("cull-die Basic Quiddity")
    assert play.kind == "capture"
    assert play.dice(1, "ready") == ["Ghostly Spirit"]
    assert play.dice(1, "attached") == []
    assert play.dice(1, "used") == ["Life Cantrip"]
    assert play.defense(1, "Ghostly Spirit") == 2


# --- Strong Ghostly Spirit: back to the Active Pool ---------------------------------------------


@pytest.mark.ability("Strong Ghostly Spirit", 0)
@pytest.mark.rule("3.6")
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_destroyed_strong_spirit_is_rolled_with_the_next_six(edition: str) -> None:
    """Ruling: still six drawn, and the Spirit on top."""
    play = (
        Position(edition=edition)
        .ready(0, "Deathdealer@C1:3/2")
        .ready(1, "Strong Ghostly Spirit@C2:3/3")
        .bag(1, *["Basic Quiddity"] * 7)
        .start("attack")
    )
    assert play.kind == "capture"
    assert play.dice(1, "active") == ["Strong Ghostly Spirit"]
    assert play.dice(1, "used") == []
    play.draws(*["Basic Quiddity"] * 6)
    play.rolls("Strong Ghostly Spirit@C1:2/2", *["Basic Quiddity@Q1"] * 6)
    play.do("pass")
    assert play.seat == 1
    assert len(play.happened("roll")) == 7
    assert play.faces(1, "active") == ["Basic Quiddity@Q1"] * 6 + ["Strong Ghostly Spirit@C1:2/2"]
    assert play.dice(1, "bag") == ["Basic Quiddity"]
    assert set(play.options) == {"summon Strong Ghostly Spirit [C1:2/2] for 1", "pass"}


@pytest.mark.ability("Strong Ghostly Spirit", 0)
def test_a_strong_spirit_that_holds_stays_where_it_is() -> None:
    """2 against 3: it is not destroyed, and neither is anything else."""
    play = (
        Position()
        .ready(0, "Scavenging Goblin@C1:2/2")
        .ready(1, "Strong Ghostly Spirit@C2:3/3")
        .start("attack")
    )
    assert play.kind == "capture"
    assert play.faces(1, "ready") == ["Strong Ghostly Spirit@C2:3/3"]
    assert play.dice(1, "active") == []


@pytest.mark.ability("Strong Ghostly Spirit", 0)
def test_a_strong_spirit_that_scores_goes_to_the_used_pile() -> None:
    """Only destruction sends it to the Active Pool."""
    play = Position().ready(0, "Strong Ghostly Spirit@C1:2/2").start("score")
    assert (play.kind, play.glory) == ("cull", (2, 0))
    assert play.dice(0, "used") == ["Strong Ghostly Spirit"]
    assert play.dice(0, "active") == []


@pytest.mark.ability("Strong Ghostly Spirit", 0)
def test_spells_attached_to_a_strong_spirit_go_to_the_used_pile() -> None:
    """10.2: they do not follow it."""
    play = (
        Position()
        .ready(0, "Quake Dragon@C2:6/6*")
        .ready(1, "Strong Ghostly Spirit@C1:2/2")
        .attached(1, "Life Cantrip@S", 1, "Strong Ghostly Spirit")
        .start("attack")
    )
    assert play.dice(1, "active") == ["Strong Ghostly Spirit"]
    assert play.dice(1, "used") == ["Life Cantrip"]


@pytest.mark.ability("Strong Ghostly Spirit", 0)
def test_a_strong_spirit_destroyed_in_its_owners_turn_is_of_no_use_unrolled() -> None:
    """It lies in the Active Pool unrolled (3.6) and leaves it at the end of the turn (8.1)."""
    play = (
        Position()
        .ready(0, "Strong Ghostly Spirit@C1:2/2", "Death Incantation@S*")
        .active(0, "Basic Quiddity@Q2")
        .start("ready")
    )
    play.do("cast Death Incantation")
    assert play.dice(0, "active") == ["Basic Quiddity", "Strong Ghostly Spirit"]
    assert play.kind != "ready"
    play.do("pass")
    assert play.seat == 1
    assert play.dice(0, "used") == [
        "Basic Quiddity",
        "Death Incantation",
        "Strong Ghostly Spirit",
    ]


# --- Mighty Ghostly Spirit: set aside until its owner destroys something ------------------------


@pytest.mark.ability("Mighty Ghostly Spirit", 0)
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_destroyed_mighty_spirit_is_set_aside_and_stays_there(edition: str) -> None:
    """It lies in no area: turns pass, nobody draws, culls or chooses it."""
    play = (
        Position(edition=edition)
        .ready(0, "Warrior of the Quay@C2:3/4", "Deathdealer@C1:3/2")
        .ready(1, "Mighty Ghostly Spirit@C2:3/3")
        .start("attack")
    )
    assert play.kind == "capture"
    assert play.dice(1, "aside") == ["Mighty Ghostly Spirit"]
    assert (play.dice(1, "used"), play.dice(1, "active")) == ([], [])
    play.do("pass")
    assert (play.seat, play.kind) == (1, "capture")  # nothing to draw, nothing to score
    assert play.dice(1, "aside") == ["Mighty Ghostly Spirit"]
    play.do("pass")
    # Seat 0's Deathdealer scores and finds no Used Pile to swap with.
    assert (play.seat, play.kind) == (0, "cull")
    assert play.dice(1, "aside") == ["Mighty Ghostly Spirit"]


@pytest.mark.ability("Mighty Ghostly Spirit", 0)
@pytest.mark.parametrize("face", ["C1:2/2", "C2:3/3"])
def test_at_its_owners_next_kill_it_enters_on_a_creature_face(face: str) -> None:
    """Free of charge, without adding to the total, and it scores if it lives."""
    play = (
        Position()
        .aside(0, SET_ASIDE)
        .ready(0, "Warrior of the Quay@C1:2/3", "Death Cantrip@S*")
        .ready(1, "Scavenging Goblin@C1:2/2", "Devotee of the Holy Query@C2:2/4")
        .start("attack")
    )
    play.do("cast Death Cantrip")
    assert totals(play) == {1: 4}
    play.rolls(f"Mighty Ghostly Spirit@{face}")
    play.do("defend Scavenging Goblin")
    # 2 are left, whatever came back: the Devotee (4) stands.
    assert play.kind == "capture"
    assert play.faces(0, "ready") == [
        f"Mighty Ghostly Spirit@{face}",
        "Warrior of the Quay@C1:2/3",
    ]
    assert play.dice(0, "aside") == []
    assert play.dice(1, "ready") == ["Devotee of the Holy Query"]
    assert play.happened("summon") == []
    play.do("pass")  # seat 1: the Devotee scores
    play.draws("Scavenging Goblin", "Devotee of the Holy Query")
    play.rolls("Scavenging Goblin@Q1", "Devotee of the Holy Query@Q1")
    play.do("pass", "pass")  # no cull, nothing summoned, nothing captured
    assert play.seat == 0
    assert play.glory == (4, 2)  # Spirit 2 and Warrior 2


@pytest.mark.ability("Mighty Ghostly Spirit", 0)
@pytest.mark.parametrize("face", ["Q1", "Q2"])
def test_at_its_owners_next_kill_it_goes_to_the_used_pile_on_another_face(face: str) -> None:
    """Its quiddity is not gained."""
    play = (
        Position()
        .aside(0, SET_ASIDE)
        .active(0, "Warrior of the Quay@C1:2/3", "Basic Quiddity@Q1")
        .ready(1, "Scavenging Goblin@C1:2/2")
        .start("ready")
    )
    play.rolls(f"Mighty Ghostly Spirit@{face}")
    play.do("summon Warrior")  # nothing else to do in phase 2: the attack follows
    assert play.kind == "capture"
    assert play.dice(0, "used") == ["Mighty Ghostly Spirit"]
    assert play.dice(0, "aside") == []
    assert play.pool == 0


@pytest.mark.ability("Mighty Ghostly Spirit", 0)
def test_an_attack_that_destroys_nothing_leaves_it_aside() -> None:
    """The negative case."""
    play = (
        Position()
        .aside(0, SET_ASIDE)
        .ready(0, "Scavenging Goblin@C1:2/2")
        .ready(1, "Warrior of the Quay@C1:2/3")
        .start("attack")
    )
    assert play.kind == "capture"
    assert play.dice(0, "aside") == ["Mighty Ghostly Spirit"]
    assert play.happened("roll") == []


@pytest.mark.ability("Mighty Ghostly Spirit", 0)
def test_other_players_kills_do_not_bring_it_back() -> None:
    """The text says "you destroy": seat 2's Spirit and the defender's own stay aside."""
    play = (
        Position(players=3)
        .ready(0, "Warrior of the Quay@C1:2/3")
        .ready(1, "Scavenging Goblin@C1:2/2")
        .aside(1, SET_ASIDE)
        .aside(2, SET_ASIDE)
        .start("attack")
    )
    assert play.dice(1, "used") == ["Scavenging Goblin"]
    assert play.dice(1, "aside") == ["Mighty Ghostly Spirit"]
    assert play.dice(2, "aside") == ["Mighty Ghostly Spirit"]
    assert play.happened("roll") == []


@pytest.mark.ability("Mighty Ghostly Spirit", 0)
def test_a_spirit_back_before_the_attack_takes_part_in_it() -> None:
    """A Death Incantation in phase 2 is a kill too, and the total is counted afterwards."""
    play = (
        Position()
        .aside(0, SET_ASIDE)
        .ready(0, "Death Incantation@S*")
        .ready(1, "Scavenging Goblin@C1:2/2", "Witching Hag@C1:3/3")
        .ready(1, "Mighty Defender of the Pale@C3:2/8**")  # taxes summons, and this is none
        .start("ready")
    )
    play.do("cast Death Incantation")
    play.rolls("Mighty Ghostly Spirit@C2:3/3")
    play.do("destroy Scavenging Goblin")
    assert totals(play) == {1: 3}
    assert set(play.options) == {
        "defend Witching Hag [C1:3/3] against 3",
        "defend Mighty Defender of the Pale [C3:2/8**] against 3",
    }
    play.do("defend Witching Hag")
    assert play.dice(1, "used") == ["Scavenging Goblin", "Witching Hag"]
    assert play.dice(0, "ready") == ["Mighty Ghostly Spirit"]


@pytest.mark.ability("Mighty Ghostly Spirit", 0)
def test_destroying_ones_own_creature_counts_but_not_its_own_destruction() -> None:
    """Any creature; the Spirit that is being set aside is not yet aside."""
    play = (
        Position()
        .aside(0, SET_ASIDE)
        .ready(0, "Mighty Ghostly Spirit@C2:3/3", "Death Incantation@S*")
        .start("ready")
    )
    play.rolls("Mighty Ghostly Spirit@C1:2/2")
    play.do("cast Death Incantation")
    assert play.kind == "capture"
    assert play.faces(0, "ready") == ["Mighty Ghostly Spirit@C1:2/2"]
    assert play.dice(0, "aside") == ["Mighty Ghostly Spirit"]
    assert len(play.happened("roll")) == 1


@pytest.mark.ability("Mighty Ghostly Spirit", 0)
def test_two_spirits_aside_are_both_rolled_at_the_same_kill() -> None:
    """One enters, one does not; the second kill finds nothing aside."""
    play = (
        Position()
        .aside(0, SET_ASIDE, SET_ASIDE)
        .ready(0, "Deathdealer@C2:4/4")
        .ready(1, "Scavenging Goblin@C1:2/2", "Assistant@C1:1/2")
        .start("attack")
    )
    play.rolls("Mighty Ghostly Spirit@C1:2/2", "Mighty Ghostly Spirit@Q1")
    play.do("defend Scavenging Goblin")
    assert play.kind == "capture"
    assert len(play.happened("roll")) == 2
    assert play.dice(0, "ready") == ["Deathdealer", "Mighty Ghostly Spirit"]
    assert play.dice(0, "used") == ["Mighty Ghostly Spirit"]
    assert play.dice(1, "used") == ["Assistant", "Scavenging Goblin"]


@pytest.mark.ability("Mighty Ghostly Spirit", 0)
def test_with_a_life_charm_its_owner_picks_where_it_goes() -> None:
    """Two replacements of one destruction: aside, or the Active Pool."""
    play = (
        Position()
        .ready(0, "Warrior of the Quay@C2:3/4")
        .ready(1, "Mighty Ghostly Spirit@C2:3/3", "Life Charm@S")
        .start("attack")
    )
    play.do("react Life Charm")
    assert (play.seat, play.kind) == (1, "send")
    assert set(play.options) == {
        "send Mighty Ghostly Spirit [C2:3/3] to the aside",
        "send Mighty Ghostly Spirit [C2:3/3] to the active",
    }
    play.do("send Mighty Ghostly Spirit [C2:3/3] to the active")
    assert play.dice(1, "active") == ["Mighty Ghostly Spirit"]
    assert play.dice(1, "aside") == []


@pytest.mark.ability("Mighty Ghostly Spirit", 0)
def test_a_mighty_spirit_that_scores_is_not_set_aside() -> None:
    """Only destruction sets it aside."""
    play = Position().ready(0, "Mighty Ghostly Spirit@C1:2/2").start("score")
    assert (play.kind, play.glory) == ("cull", (2, 0))
    assert play.dice(0, "used") == ["Mighty Ghostly Spirit"]
    assert play.dice(0, "aside") == []
