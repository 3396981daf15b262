"""Section 5: phase 2, drawing, immediate effects, readying, summoning, quiddity."""

from __future__ import annotations

import pytest

from quarriors.engine.catalog import Catalog
from quarriors.testing import Position

OLD = ["original", "original-it"]
NEW = ["revised", "qultimate"]

# --- 5.1 -------------------------------------------------------------------------------------


@pytest.mark.rule("5.1")
@pytest.mark.parametrize("edition", OLD + NEW)
def test_six_dice_are_drawn_and_the_whole_active_pool_is_rolled(edition: str) -> None:
    play = (
        Position(edition=edition)
        .active(0, "Scavenging Goblin@C1:2/2")  # waited there
        .bag(0, *["Basic Quiddity"] * 9)
        .ready(0, "Life Charm@S")
        .start("score")
    )
    assert len(play.dice(0, "active")) == 7
    assert len(play.dice(0, "bag")) == 3
    assert len(play.happened("roll")) == 7
    assert len(play.happened("draw")) == 6


# --- 5.2 -------------------------------------------------------------------------------------


@pytest.mark.rule("5.2")
def test_immediate_effects_come_one_at_a_time_in_any_order() -> None:
    position = (
        Position()
        .active(0, "Portal@W1", "Assistant@R*", "Quake Dragon@Q3|R", "Growth Cantrip@S")
        .bag(0, "Basic Quiddity", "Basic Quiddity")
    )
    play = position.start("immediate")
    assert set(play.options) == {
        "draw Portal [W1] 1",
        "use Assistant [R*]",
        "re-roll Quake Dragon [Q3|R]",
        "use Growth Cantrip [S]",
        "pass",
    }
    play.rolls("Basic Quiddity@Q1")
    play.do("draw Portal")
    assert set(play.options) == {
        "use Assistant [R*]",
        "re-roll Quake Dragon [Q3|R]",
        "use Growth Cantrip [S]",
        "pass",
    }
    other = position.start("immediate")
    other.do("use Growth Cantrip")
    assert set(other.options) == {
        "draw Portal [W1] 1",
        "use Assistant [R*]",
        "re-roll Quake Dragon [Q3|R]",
        "pass",
    }


@pytest.mark.rule("5.2")
@pytest.mark.rule("10.4")
def test_immediate_effects_are_optional_and_gone_after_a_pass() -> None:
    """None of the dice can go to the Ready Area afterwards, and only quiddity is of use."""
    play = (
        Position()
        .active(0, "Portal@W1", "Assistant@R*", "Quake Dragon@Q3|R", "Growth Cantrip@S")
        .bag(0, "Basic Quiddity", "Basic Quiddity")
        .start("immediate")
    )
    play.do("pass")
    # Nothing that is left can be used: on to the captures.
    assert (play.kind, play.at_hand) == ("capture", 3)
    assert play.dice(0, "active") == ["Assistant", "Growth Cantrip", "Portal", "Quake Dragon"]


@pytest.mark.rule("5.2")
def test_a_re_roll_face_re_rolls_as_often_as_it_shows_up_without_being_spent() -> None:
    play = Position().active(0, "Quake Dragon@Q3|R").start("immediate")
    play.rolls("Quake Dragon@Q3|R", "Quake Dragon@Q3|R", "Quake Dragon@Q2")
    for _ in range(3):
        assert set(play.options) == {"re-roll Quake Dragon [Q3|R]", "pass"}
        play.do("re-roll Quake Dragon")
        assert play.dice(0, "active") == ["Quake Dragon"]
    assert play.kind == "capture"
    assert play.faces(0, "active") == ["Quake Dragon@Q2"]


@pytest.mark.rule("5.2")
@pytest.mark.parametrize("edition", OLD + NEW)
def test_the_die_is_spent_before_its_draw_happens(edition: str) -> None:
    """Where it lies by then decides whether a refill of the bag takes it along."""
    play = Position(edition=edition).active(0, "Portal@W2").bag(0, "Assistant").start("immediate")
    play.rolls("Assistant@Q1", "Portal@W1")
    play.do("draw Portal")
    if edition in OLD:
        assert play.faces(0, "active") == ["Assistant@Q1", "Portal@W1"]
    else:
        assert play.faces(0, "active") == ["Assistant@Q1"]
        assert play.dice(0, "spent") == ["Portal"]


@pytest.mark.rule("5.2")
def test_dice_rolled_by_an_immediate_effect_may_be_used_at_once() -> None:
    play = (
        Position()
        .active(0, "Portal@W1")
        .bag(0, "Portal", "Assistant", "Assistant")
        .start("immediate")
    )
    play.draws("Portal", "Assistant", "Assistant")
    play.rolls("Portal@W2", "Assistant@Q1", "Assistant@R*")
    play.do("draw Portal")
    assert set(play.options) == {"draw Portal [W2] 2", "pass"}
    play.do("draw Portal")
    assert set(play.options) == {"use Assistant [R*]", "pass"}


# --- 5.3 -------------------------------------------------------------------------------------


@pytest.mark.rule("5.3")
def test_a_spell_is_readied_free_and_only_with_its_icon_up() -> None:
    play = (
        Position()
        .active(0, "Growth Charm@S", "Growth Charm@Q1", "Life Charm@S", "Death Charm@S**")
        .start("ready")
    )
    assert set(play.options) == {
        "ready Growth Charm [S]",
        "ready Life Charm [S]",
        "ready Death Charm [S**]",
        "pass",
    }
    play.do("ready Growth Charm", "ready Death Charm")
    assert play.faces(0, "ready") == ["Death Charm@S**", "Growth Charm@S"]
    assert play.pool == 0
    assert play.dice(0, "spent") == []


# --- 5.4 -------------------------------------------------------------------------------------


@pytest.mark.rule("5.4")
@pytest.mark.parametrize(("face", "level"), [("C1:4/4", 1), ("C2:6/6*", 2), ("C3:8/7**", 3)])
@pytest.mark.parametrize("quiddity", [0, 1, 2, 3, 4])
def test_a_summons_costs_the_level(face: str, level: int, quiddity: int) -> None:
    play = (
        Position()
        .active(0, f"Quake Dragon@{face}", *["Basic Quiddity@Q1"] * quiddity)
        .ready(0, "Growth Charm@S")
        .start("ready")
    )
    summon = f"summon Quake Dragon [{face}] for {level}"
    assert (summon in play.options) == (quiddity >= level)
    if quiddity >= level:
        play.do(summon)
        assert "Quake Dragon" in play.dice(0, "ready")
        assert play.dice(0, "spent") == ["Basic Quiddity"] * level
        assert play.dice(0, "active") == ["Basic Quiddity"] * (quiddity - level)


@pytest.mark.rule("5.4")
def test_any_number_of_creatures_in_any_order() -> None:
    play = (
        Position()
        .active(0, "Scavenging Goblin@C1:2/2*", "Ghostly Spirit@C2:3/3", "Assistant@C1:1/2")
        .active(0, "Basic Quiddity@Q1", "Portal@Q1", "Witching Hag@Q1")
        .start("ready")
    )
    play.do("summon Assistant", "summon Scavenging Goblin", "summon Ghostly Spirit")
    # 1 + 1 + 2 for 3 dice of 1 quiddity and the 1 the goblin brought when it was summoned.
    assert play.dice(0, "ready") == ["Assistant", "Ghostly Spirit", "Scavenging Goblin"]
    assert play.pool == 0
    assert play.dice(0, "active") == []


@pytest.mark.rule("5.4")
def test_what_the_summons_brings_comes_too_late_to_pay_for_it() -> None:
    """The goblin's quiddity is gained when it has been summoned, so 0 quiddity is not enough."""
    play = (
        Position().active(0, "Scavenging Goblin@C1:2/2*").ready(0, "Growth Charm@S").start("ready")
    )
    assert set(play.options) == {"cast Growth Charm [S]", "pass"}


@pytest.mark.rule("5.4")
def test_reductions_never_bring_a_summons_below_nothing(made_up: Catalog) -> None:
    """Open Door of an opponent takes 3 off: levels 1 and 3 cost 0, and nothing is paid back."""
    play = (
        Position(catalog=made_up)
        .ready(1, "Open Door@C1:1/1")
        .active(0, "Scavenging Goblin@C1:2/2", "Quake Dragon@C3:8/7**", "Basic Quiddity@Q1")
        .start("ready")
    )
    assert set(play.options) == {
        "summon Scavenging Goblin [C1:2/2] for 0",
        "summon Quake Dragon [C3:8/7**] for 0",
        "pass",
    }
    play.do("summon Scavenging Goblin", "summon Quake Dragon")
    assert play.pool == 0
    assert play.dice(0, "active") == ["Basic Quiddity"]


@pytest.mark.rule("5.4")
@pytest.mark.parametrize("edition", NEW)
def test_a_summon_that_rolls_opens_immediates_for_the_new_dice_only(
    edition: str, made_up: Catalog
) -> None:
    """The Portal that was passed over before stays as it is; the new Assistant may be used."""
    play = (
        Position(edition=edition, catalog=made_up)
        .active(0, "Piper@C1:1/1", "Basic Quiddity@Q1", "Portal@W1")
        .bag(0, *["Assistant"] * 4)
        .start("immediate")
    )
    assert set(play.options) == {"draw Portal [W1] 1", "pass"}
    play.do("pass")
    play.rolls("Assistant@R*", "Assistant@Q1", "Assistant@Q1")
    play.do("summon Piper")
    assert set(play.options) == {"use Assistant [R*]", "pass"}


# --- 5.5 -------------------------------------------------------------------------------------


@pytest.mark.rule("5.5")
def test_quiddity_comes_from_dice_spells_and_abilities_and_adds_up() -> None:
    play = (
        Position()
        .active(0, "Basic Quiddity@Q2", "Scavenging Goblin@C1:2/2*", "Portal@Q1")
        .ready(0, "Growth Charm@S")
        .start("ready")
    )
    play.do("cast Growth Charm")
    assert (play.pool, play.at_hand) == (3, 6)
    play.do("summon Scavenging Goblin")
    assert (play.pool, play.at_hand) == (3, 6)  # 1 paid, 1 gained


@pytest.mark.rule("5.5")
def test_unspent_quiddity_is_lost_at_the_end_of_the_turn() -> None:
    play = (
        Position()
        .ready(0, "Growth Charm@S", "Life Charm@S")
        .active(1, "Basic Quiddity@Q1")
        .ready(1, "Growth Charm@S")
        .start("ready")
    )
    play.do("cast Growth Charm")
    assert (play.kind, play.pool) == ("capture", 3)
    play.do("pass")
    assert (play.kind, play.pool) == ("clean-up", 3)
    play.do("pass")  # the clean-up
    assert play.game.active == 1
    assert play.pool == 0


@pytest.mark.rule("5.5")
def test_quiddity_gained_in_another_players_turn_is_lost(made_up: Catalog) -> None:
    """Seat 1's Hag gains 1 for the goblin it destroys: in seat 0's turn it can use none of it."""
    play = (
        Position(catalog=made_up)
        .ready(0, "Growth Charm@S", "Scavenging Goblin@C1:2/2")
        .ready(1, "Witching Hag@C1:3/3", "Lightning@S")
        .bag(1, *["Basic Quiddity"] * 6)
        .start("ready")
    )
    play.do("cast Growth Charm", "react Lightning")
    assert play.dice(0, "used") == ["Scavenging Goblin"]
    assert play.pool == 3  # seat 0's own, not a die of quiddity more
    play.rolls(*["Basic Quiddity@Q1"] * 6)
    play.do("pass")
    assert play.game.active == 1
    assert play.pool == 0


# --- 5.6 -------------------------------------------------------------------------------------


@pytest.mark.rule("5.6")
@pytest.mark.rule("10.1")
@pytest.mark.parametrize("phase", ["ready", "attack", "capture"])
def test_a_readied_spell_may_be_cast_in_phases_two_to_four(phase: str) -> None:
    play = (
        Position()
        .ready(0, "Growth Charm@S", "Quake Dragon@C1:4/4")
        .ready(1, "Devotee of the Holy Query@C2:2/4")
        .start(phase)
    )
    assert play.kind == phase
    assert "cast Growth Charm [S]" in play.options
    play.do("cast Growth Charm")
    assert play.pool == 3


@pytest.mark.rule("5.6")
@pytest.mark.parametrize("phase", ["score", "immediate"])
def test_readied_spells_are_cast_between_immediates_but_not_in_phase_one(phase: str) -> None:
    play = (
        Position()
        .ready(0, "Growth Charm@S", "Assistant@C1:1/2")
        .active(0, "Quake Dragon@Q3|R")
        .start(phase)
    )
    assert ("cast Growth Charm [S]" in play.options) is (phase == "immediate")  # 15.22
    assert play.kind == ("cull" if phase == "score" else "immediate")
