"""The four Growth cards: quiddity, and three immediate spells that are never kept (10.4)."""

from __future__ import annotations

import pytest

from quarriors.testing import Position
from tests.cards.common import in_all_editions, in_new_editions, in_old_editions, pile, settled

IMMEDIATE = ["Growth Cantrip", "Growth Incantation", "Growth Spell"]


# --- all three immediate spells ----------------------------------------------------------------


@pytest.mark.ability("Growth Cantrip", 0)
@pytest.mark.ability("Growth Incantation", 0)
@pytest.mark.ability("Growth Spell", 0)
@pytest.mark.rule("10.4")
@in_all_editions
@pytest.mark.parametrize("name", IMMEDIATE)
def test_an_immediate_growth_not_used_after_the_roll_is_never_readied(
    edition: str, name: str
) -> None:
    """Ruling: right after the roll or not at all; it can never be kept for a later turn."""
    play = (
        Position(edition=edition)
        .active(0, f"{name}@S", "Basic Quiddity@Q1")
        .bag(1, "Basic Quiddity")
        .start("immediate")
    )
    assert set(play.options) == {f"use {name} [S]", "pass"}
    play.do("pass")
    assert play.kind != "ready"
    assert play.kind == "capture"
    assert not any(option.startswith(("use", "cast", "ready")) for option in play.options)
    play.rolls("Basic Quiddity@Q1").do("pass")
    assert play.seat == 1
    assert play.pool == 0
    assert play.dice(0, "ready") == []
    assert play.dice(0, "used") == ["Basic Quiddity", name]
    assert settled(play)


@pytest.mark.ability("Growth Cantrip", 0)
@pytest.mark.ability("Growth Incantation", 0)
@pytest.mark.ability("Growth Spell", 0)
@pytest.mark.parametrize("name", IMMEDIATE)
@pytest.mark.parametrize("face", ["Q1", "Q2"])
def test_a_growth_die_that_shows_quiddity_only_pays(name: str, face: str) -> None:
    play = Position().active(0, f"{name}@{face}").bag(0, "Basic Quiddity").start("immediate")
    assert play.kind != "ready"


# --- Growth Cantrip ----------------------------------------------------------------------------


@pytest.mark.ability("Growth Cantrip", 0)
@in_all_editions
def test_growth_cantrip_gives_two_quiddity_and_one_more_capture(edition: str) -> None:
    play = (
        Position(edition=edition)
        .active(0, "Growth Cantrip@S", "Basic Quiddity@Q1")
        .active(1, "Basic Quiddity@Q1")
        .bag(1, "Basic Quiddity")
        .left("Basic Quiddity", 0)
        .start("immediate")
    )
    play.do("use Growth Cantrip")
    assert play.pool == 2
    assert play.dice(0, pile(edition)) == ["Growth Cantrip"]
    assert set(play.options) == {
        "capture Assistant for 1", "capture Deathdealer for 3",
        "capture Devotee of the Holy Query for 3", "capture Ghostly Spirit for 3",
        "capture Growth Cantrip for 3", "capture Life Cantrip for 3", "pass",
    }  # fmt: skip
    play.do("capture Assistant")
    assert set(play.options) == {"capture Assistant for 1", "pass"}  # the second capture
    play.rolls("?", "?").do("capture Assistant")
    assert play.dice(0, "used") == [
        "Assistant", "Assistant", "Basic Quiddity", "Growth Cantrip",
    ]  # fmt: skip
    assert play.seat == 1  # and no third
    assert settled(play)


@pytest.mark.ability("Growth Cantrip", 0)
def test_without_growth_cantrip_there_is_one_capture() -> None:
    play = (
        Position(wilds=["Growth Cantrip"])
        .active(0, "Basic Quiddity@Q2")
        .bag(1, "Basic Quiddity")
        .start("capture")
    )
    play.rolls("Basic Quiddity@Q1").do("capture Assistant")
    assert play.seat == 1


@pytest.mark.ability("Growth Cantrip", 0)
@in_all_editions
def test_three_growth_cantrips_make_four_captures(edition: str) -> None:
    """Ruling: cumulative, up to four captures; the fifth is one too many."""
    play = (
        Position(edition=edition)
        .active(0, *["Growth Cantrip@S"] * 3)
        .bag(1, "Basic Quiddity")
        .start("immediate")
    )
    play.do(*["use Growth Cantrip"] * 3)
    assert play.pool == 6
    play.do("capture Deathdealer", "capture Assistant", "capture Assistant")
    assert "capture Basic Quiddity for 0" in play.options
    play.rolls("Basic Quiddity@Q1").do("capture Basic Quiddity")
    assert play.seat == 1
    assert [name for name in play.dice(0, "used") if name != "Growth Cantrip"] == [
        "Assistant", "Assistant", "Basic Quiddity", "Deathdealer",
    ]  # fmt: skip


@pytest.mark.ability("Growth Cantrip", 0)
def test_growth_cantrip_adds_to_the_two_captures_of_the_advanced_rule() -> None:
    play = (
        Position(variants=["advanced_capture"])
        .active(0, "Growth Cantrip@S")
        .bag(1, "Basic Quiddity")
        .start("immediate")
    )
    play.do("use Growth Cantrip", "capture Assistant", "capture Assistant")
    assert set(play.options) == {"capture Basic Quiddity for 0", "pass"}
    play.rolls("Basic Quiddity@Q1").do("capture Basic Quiddity")
    assert play.seat == 1


@pytest.mark.ability("Growth Cantrip", 0)
def test_the_extra_capture_does_not_last_beyond_the_turn() -> None:
    play = (
        Position()
        .active(0, "Growth Cantrip@S")
        .left("Assistant", 0)
        .bag(1, "Basic Quiddity", "Basic Quiddity")
        .start("immediate")
    )
    play.do("use Growth Cantrip")
    play.rolls("Basic Quiddity@Q1", "Basic Quiddity@Q1").do("pass")
    assert play.seat == 1
    play.do("capture Basic Quiddity")
    assert play.seat == 0  # seat 1 had one capture, as always


# --- Growth Charm ------------------------------------------------------------------------------


@pytest.mark.ability("Growth Charm", 0)
@in_all_editions
@pytest.mark.parametrize("phase", ["ready", "attack", "capture"])
def test_growth_charm_gives_three_quiddity_in_any_phase_after_the_first(
    edition: str, phase: str
) -> None:
    play = (
        Position(edition=edition).ready(0, "Growth Charm", "Scavenging Goblin@C1:2/2").start(phase)
    )
    assert "cast Growth Charm [S]" in play.options
    play.do("cast Growth Charm")
    assert play.pool == 3
    assert play.dice(0, pile(edition)) == ["Growth Charm"]
    assert play.kind == "capture"
    assert "capture Deathdealer for 3" in play.options
    assert "capture Portal for 4" not in play.options
    assert settled(play)


@pytest.mark.ability("Growth Charm", 0)
@in_all_editions
def test_growth_charm_pays_for_a_summon(edition: str) -> None:
    play = (
        Position(edition=edition)
        .active(0, "Growth Charm@S", "Questing Wizard@C3:4/8**")
        .start("ready")
    )
    assert set(play.options) == {"ready Growth Charm [S]", "pass"}
    play.do("ready Growth Charm")
    assert set(play.options) == {"cast Growth Charm [S]", "pass"}
    play.do("cast Growth Charm")
    assert set(play.options) == {"summon Questing Wizard [C3:4/8**] for 3", "pass"}
    play.do("summon Questing Wizard")
    assert play.pool == 0
    assert play.dice(0, "ready") == ["Questing Wizard"]


@pytest.mark.ability("Growth Charm", 0)
@pytest.mark.rule("5.5")
@in_all_editions
def test_growth_charm_is_kept_for_a_later_turn_and_its_quiddity_is_not(edition: str) -> None:
    play = (
        Position(edition=edition)
        .ready(0, "Growth Charm", "Growth Charm")
        .bag(0, "Basic Quiddity")
        .left("Assistant", 0)
        .start("capture")
    )
    play.do("cast Growth Charm")
    assert play.pool == 3
    play.do("pass")
    assert (play.kind, play.seat) == ("clean-up", 0)
    assert set(play.options) == {"retire Growth Charm [S]", "pass"}
    play.do("pass")  # kept
    assert (play.kind, play.seat, play.pool) == ("capture", 1, 0)
    assert set(play.options) == {"capture Basic Quiddity for 0", "pass"}  # not in another's turn
    play.rolls("?", "?", "?").do("pass")
    if play.kind == "cast":  # the 2011 books ask in phase 1 already (15.23)
        play.do("pass")
    assert (play.kind, play.seat, play.pool) == ("ready", 0, 0)
    play.do("cast Growth Charm")
    assert play.pool == 3


@pytest.mark.ability("Growth Charm", 0)
@pytest.mark.rule("4.5")
def test_growth_charm_is_not_cast_in_phase_one() -> None:
    play = Position().ready(0, "Growth Charm", "Scavenging Goblin@C1:2/2").start()
    assert play.kind == "cull"
    assert set(play.options) == {"cull Scavenging Goblin", "pass"}


# --- Growth Incantation ------------------------------------------------------------------------


@pytest.mark.ability("Growth Incantation", 0)
@in_all_editions
def test_growth_incantation_gives_two_quiddity_and_rerolls_two_dice(edition: str) -> None:
    play = (
        Position(edition=edition)
        .active(0, "Growth Incantation@S", "Basic Quiddity@Q1", "Assistant@Q1", "Portal@Q1")
        .active(1, "Basic Quiddity@Q1")
        .ready(0, "Scavenging Goblin@C1:2/2")
        .start("immediate")
    )
    play.do("use Growth Incantation")
    assert play.pool == 2
    assert play.dice(0, pile(edition)) == ["Growth Incantation"]
    dice = {
        "re-roll-die Basic Quiddity [Q1] in seat 0's active",
        "re-roll-die Assistant [Q1] in seat 0's active",
        "re-roll-die Portal [Q1] in seat 0's active",
    }
    assert set(play.options) == dice | {"no"}
    play.do("re-roll-die Assistant")
    assert set(play.options) == dice - {"re-roll-die Assistant [Q1] in seat 0's active"} | {"no"}
    assert not play.happened("roll")  # both are named before either is rolled
    play.rolls("Assistant@C1:1/2", "Basic Quiddity@Q2").do("re-roll-die Basic Quiddity")
    assert play.faces(0, "active") == ["Assistant@C1:1/2", "Basic Quiddity@Q2", "Portal@Q1"]
    assert play.faces(1, "active") == ["Basic Quiddity@Q1"]
    assert play.kind == "ready"  # two, and no third
    assert settled(play)


@pytest.mark.ability("Growth Incantation", 0)
@pytest.mark.rule("15.13")
@pytest.mark.parametrize("how_many", [0, 1])
def test_growth_incantation_may_reroll_fewer_dice(how_many: int) -> None:
    """Ruling: the player picks 0, 1 or 2."""
    play = (
        Position()
        .active(0, "Growth Incantation@S", "Basic Quiddity@Q1", "Basic Quiddity@Q1")
        .start("immediate")
    )
    play.do("use Growth Incantation")
    if how_many:
        play.rolls("Basic Quiddity@Q2").do("re-roll-die Basic Quiddity")
    play.do("no")
    second = "Q2" if how_many else "Q1"
    assert play.faces(0, "active") == ["Basic Quiddity@Q1", f"Basic Quiddity@{second}"]
    assert (play.kind, play.pool) == ("capture", 2)
    assert settled(play)


@pytest.mark.ability("Growth Incantation", 0)
@pytest.mark.rule("15.13")
def test_growth_incantation_does_not_take_the_same_die_twice() -> None:
    play = Position().active(0, "Growth Incantation@S", "Basic Quiddity@Q1").start("immediate")
    play.do("use Growth Incantation")
    play.rolls("Basic Quiddity@Q2")
    play.do("re-roll-die Basic Quiddity")
    assert play.faces(0, "active") == ["Basic Quiddity@Q2"]
    assert play.kind == "capture"


@pytest.mark.ability("Growth Incantation", 0)
def test_growth_incantation_alone_gives_its_quiddity_and_rerolls_nothing() -> None:
    play = Position().active(0, "Growth Incantation@S").start("immediate")
    play.do("use Growth Incantation")
    assert (play.kind, play.pool) == ("capture", 2)


@pytest.mark.ability("Growth Incantation", 0)
@pytest.mark.rule("5.2")
def test_a_die_rerolled_by_growth_incantation_may_be_used_as_rolled() -> None:
    play = (
        Position()
        .active(0, "Growth Incantation@S", "Portal@Q1")
        .bag(0, "Basic Quiddity")
        .start("immediate")
    )
    play.do("use Growth Incantation")
    play.rolls("Portal@W1").do("re-roll-die Portal")
    assert set(play.options) == {"draw Portal [W1] 1", "pass"}


# --- Growth Spell ------------------------------------------------------------------------------


@pytest.mark.ability("Growth Spell", 0)
@in_all_editions
def test_growth_spell_gives_two_quiddity_and_draws_and_rolls_one(edition: str) -> None:
    play = (
        Position(edition=edition)
        .active(0, "Growth Spell@S", "Basic Quiddity@Q1")
        .bag(0, "Assistant", "Basic Quiddity")
        .bag(1, "Basic Quiddity")
        .start("immediate")
    )
    play.draws("Assistant").rolls("Assistant@Q1").do("use Growth Spell")
    assert play.pool == 2
    assert play.faces(0, "active") == ["Assistant@Q1", "Basic Quiddity@Q1"]
    assert play.dice(0, "bag") == ["Basic Quiddity"]
    assert play.dice(0, pile(edition)) == ["Growth Spell"]
    assert play.dice(1, "bag") == ["Basic Quiddity"]
    assert play.kind == "capture"
    assert settled(play)


@pytest.mark.ability("Growth Spell", 0)
@in_all_editions
def test_a_die_drawn_by_growth_spell_may_itself_draw(edition: str) -> None:
    """Official FAQ: the drawn die may show a draw-and-roll face and be used."""
    play = (
        Position(edition=edition)
        .active(0, "Growth Spell@S")
        .bag(0, "Portal", "Basic Quiddity")
        .start("immediate")
    )
    play.draws("Portal").rolls("Portal@W1").do("use Growth Spell")
    assert set(play.options) == {"draw Portal [W1] 1", "pass"}
    play.draws("Basic Quiddity").rolls("Basic Quiddity@Q2").do("draw Portal")
    assert play.faces(0, "active") == ["Basic Quiddity@Q2"]
    assert play.pool == 2
    assert settled(play)


@pytest.mark.ability("Growth Spell", 0)
@in_new_editions
def test_growth_spell_is_spent_before_it_draws_and_does_not_come_back(edition: str) -> None:
    play = Position(edition=edition).active(0, "Growth Spell@S").start("immediate")
    play.do("use Growth Spell")  # nothing to draw: the 2 quiddity stay
    assert (play.kind, play.pool) == ("capture", 2)
    assert play.dice(0, "spent") == ["Growth Spell"]
    assert play.dice(0, "active") == play.dice(0, "bag") == []


@pytest.mark.ability("Growth Spell", 0)
@pytest.mark.rule("3.7")
@in_old_editions
def test_in_2011_growth_spell_lies_in_the_used_pile_when_it_draws(edition: str) -> None:
    play = (
        Position(edition=edition)
        .active(0, "Growth Spell@S")
        .used(0, "Basic Quiddity")
        .start("immediate")
    )
    play.draws("Growth Spell").rolls("Growth Spell@Q1").do("use Growth Spell")
    assert play.pool == 2
    assert play.faces(0, "active") == ["Growth Spell@Q1"]
    assert play.dice(0, "bag") == ["Basic Quiddity"]
