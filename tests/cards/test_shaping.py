"""The four Shaping cards: saving, raising, trading up and breaking spells."""

from __future__ import annotations

import subprocess
import sys

import pytest

from quarriors.testing import Position
from tests.cards.common import OLD, in_all_editions, in_new_editions, pile, settled

# --- the die -----------------------------------------------------------------------------------


def test_a_shaping_die_may_draw_two_and_is_spent_for_it() -> None:
    play = (
        Position()
        .active(0, "Shaping Charm@W2")
        .bag(0, "Basic Quiddity", "Assistant")
        .start("immediate")
    )
    assert set(play.options) == {"draw Shaping Charm [W2] 2", "pass"}
    play.rolls("?", "?").do("draw Shaping Charm")
    assert play.dice(0, "active") == ["Assistant", "Basic Quiddity"]
    assert play.dice(0, "spent") == ["Shaping Charm"]


# --- Shaping Cantrip ---------------------------------------------------------------------------


@pytest.mark.ability("Shaping Cantrip", 0)
@pytest.mark.rule("6.5")
@in_all_editions
def test_shaping_cantrip_keeps_a_destroyed_creature_with_its_face(edition: str) -> None:
    play = (
        Position(3, edition=edition)
        .ready(0, "Strong Quake Dragon@C2:6/6*")
        .ready(1, "Shaping Cantrip", "Devotee of the Holy Query@C2:2/4", "Witching Hag@C1:3/3")
        .ready(2, "Scavenging Goblin@C1:2/2")
        .start("attack")
    )
    play.do("defend Devotee of the Holy Query")
    assert (play.kind, play.seat) == ("react", 1)
    assert set(play.options) == {"react Shaping Cantrip [S]", "pass"}
    play.do("react Shaping Cantrip")
    assert play.faces(1, "ready") == ["Devotee of the Holy Query@C2:2/4", "Witching Hag@C1:3/3"]
    assert play.dice(1, pile(edition)) == ["Shaping Cantrip"]
    assert play.dice(2, "used") == ["Scavenging Goblin"]  # a bystander is not saved
    assert (play.kind, play.seat) == ("capture", 0)  # 2 are left and do not fell the Hag
    assert settled(play)


@pytest.mark.ability("Shaping Cantrip", 0)
@pytest.mark.rule("6.4")
@in_all_editions
def test_a_creature_saved_by_shaping_cantrip_takes_no_more_damage(edition: str) -> None:
    """Official FAQ: damage left over is lost."""
    play = (
        Position(edition=edition)
        .ready(0, "Strong Quake Dragon@C3:8/7**")
        .ready(1, "Shaping Cantrip", "Scavenging Goblin@C1:2/2")
        .start("attack")
    )
    play.do("react Shaping Cantrip")  # 6 of 8 are left over
    assert play.dice(1, "ready") == ["Scavenging Goblin"]
    assert (play.kind, play.seat) == ("capture", 0)
    assert settled(play)


@pytest.mark.ability("Shaping Cantrip", 0)
@in_all_editions
def test_the_damage_left_over_still_hits_the_other_creatures(edition: str) -> None:
    play = (
        Position(edition=edition)
        .ready(0, "Strong Quake Dragon@C3:8/7**")
        .ready(1, "Shaping Cantrip", "Scavenging Goblin@C1:2/2", "Witching Hag@C1:3/3")
        .start("attack")
    )
    play.do("defend Scavenging Goblin", "react Shaping Cantrip")
    assert play.dice(1, "ready") == ["Scavenging Goblin"]
    assert play.dice(1, "used") == sorted(
        ["Witching Hag"] + (["Shaping Cantrip"] if edition in OLD else [])
    )


@pytest.mark.ability("Shaping Cantrip", 0)
@pytest.mark.rule("15.2")
def test_shaping_cantrip_is_not_offered_when_the_creature_holds_or_is_anothers() -> None:
    play = (
        Position(3)
        .ready(0, "Deathdealer@C1:3/2")
        .ready(1, "Shaping Cantrip", "Witching Hag@C2:4/5")
        .ready(2, "Scavenging Goblin@C1:2/2")
        .start("attack")
    )
    assert (play.kind, play.seat) == ("capture", 0)
    assert play.dice(2, "used") == ["Scavenging Goblin"]
    assert play.dice(1, "ready") == ["Shaping Cantrip", "Witching Hag"]


@pytest.mark.ability("Shaping Cantrip", 0)
@pytest.mark.rule("15.2")
def test_a_second_shaping_cantrip_is_not_offered_for_a_creature_that_is_saved() -> None:
    """It could do nothing: the creature stays already."""
    play = (
        Position()
        .ready(0, "Deathdealer@C1:3/2")
        .ready(1, "Shaping Cantrip", "Shaping Cantrip", "Scavenging Goblin@C1:2/2")
        .start("attack")
    )
    play.do("react Shaping Cantrip")
    assert (play.kind, play.seat) == ("capture", 0)
    assert play.dice(1, "ready") == ["Scavenging Goblin", "Shaping Cantrip"]


@pytest.mark.ability("Shaping Cantrip", 0)
def test_two_shaping_cantrips_save_two_creatures() -> None:
    play = (
        Position()
        .ready(0, "Strong Quake Dragon@C2:6/6*")
        .ready(1, "Shaping Cantrip", "Shaping Cantrip", "Scavenging Goblin", "Assistant@C1:1/2")
        .start("attack")
    )
    play.do("defend Scavenging Goblin", "react Shaping Cantrip", "react Shaping Cantrip")
    assert play.dice(1, "ready") == ["Assistant", "Scavenging Goblin"]
    assert play.dice(1, "spent") == ["Shaping Cantrip", "Shaping Cantrip"]
    assert play.kind == "capture"


@pytest.mark.ability("Shaping Cantrip", 0)
@in_all_editions
@pytest.mark.rule("15.17")
def test_who_is_saved_from_a_spell_takes_no_damage_in_that_turn_from_2013_on(edition: str) -> None:
    """A Death Incantation is no battle: in the 2011 books the creature can still be attacked."""
    play = (
        Position(edition=edition)
        .ready(0, "Death Incantation@S**", "Deathdealer@C1:3/2")
        .ready(1, "Shaping Cantrip", "Witching Hag@C1:3/3")
        .start("ready")
    )
    play.do("cast Death Incantation", "destroy Witching Hag")
    assert (play.kind, play.seat) == ("react", 1)
    play.do("react Shaping Cantrip")
    assert (play.kind, play.seat) == ("capture", 0)
    assert ("Witching Hag" in play.dice(1, "used")) == edition.startswith("original")


@pytest.mark.ability("Shaping Cantrip", 0)
@pytest.mark.rule("6.5")
@in_all_editions
def test_what_the_destruction_sets_off_happens_though_the_creature_is_saved(edition: str) -> None:
    """2018 rulebook: here the Mighty Goblin's two dice and the Witching Hag's quiddity."""
    play = (
        Position(edition=edition)
        .ready(0, "Witching Hag@C1:3/3")
        .ready(1, "Shaping Cantrip", "Mighty Scavenging Goblin@C1:2/2*")
        .bag(1, "Basic Quiddity", "Basic Quiddity", "Basic Quiddity")
        .start("attack")
    )
    play.do("react Shaping Cantrip")
    assert play.pool == 1
    assert play.dice(1, "active") == ["Basic Quiddity"] * 2
    assert play.dice(1, "ready") == ["Mighty Scavenging Goblin"]
    assert play.kind == "capture"
    assert settled(play)


@pytest.mark.ability("Shaping Cantrip", 0)
def test_shaping_cantrip_replaces_the_place_a_creature_would_go_to() -> None:
    play = (
        Position()
        .ready(0, "Deathdealer@C1:3/2")
        .ready(1, "Shaping Cantrip", "Strong Ghostly Spirit@C1:2/2")
        .start("attack")
    )
    play.do("react Shaping Cantrip")
    assert play.dice(1, "ready") == ["Strong Ghostly Spirit"]
    assert play.dice(1, "active") == []


@pytest.mark.ability("Shaping Cantrip", 0)
@pytest.mark.rule("15.2")
@pytest.mark.parametrize("returns", [True, False])
def test_shaping_cantrip_is_asked_for_once_the_creature_is_destroyed(returns: bool) -> None:
    """Window (c), not (b): a Ghostly Spirit that returns by itself needs no Cantrip."""
    play = (
        Position()
        .ready(0, "Deathdealer@C1:3/2")
        .ready(1, "Shaping Cantrip", "Ghostly Spirit@C1:2/2")
        .used(1, "Basic Quiddity")
        .start("attack")
    )
    assert set(play.options) == {"cull-die Basic Quiddity in seat 1's used", "no"}
    play.do("cull-die Basic Quiddity" if returns else "no")
    if not returns:
        assert set(play.options) == {"react Shaping Cantrip [S]", "pass"}
        play.do("react Shaping Cantrip")
    assert play.dice(1, "ready") == ["Ghostly Spirit"] + ["Shaping Cantrip"] * returns
    assert (play.kind, play.seat) == ("capture", 0)


@pytest.mark.ability("Shaping Cantrip", 0)
@pytest.mark.rule("10.3")
@in_all_editions
def test_shaping_cantrip_is_never_cast_in_its_owners_turn(edition: str) -> None:
    play = (
        Position(edition=edition)
        .ready(0, "Shaping Cantrip", "Death Incantation@S*", "Scavenging Goblin@C1:2/2")
        .start("ready")
    )
    assert set(play.options) == {"cast Death Incantation [S*]", "pass"}
    play.do("cast Death Incantation")
    assert play.kind == "capture"
    assert set(play.options) == {"capture Basic Quiddity for 0", "pass"}
    assert "Scavenging Goblin" in play.dice(0, "used")
    assert play.dice(0, "ready") == ["Shaping Cantrip"]


HANGING = """
from quarriors.testing import Position
play = (
    Position()
    .ready(0, "Strong Quake Dragon@C2:6/6*")
    .ready(1, "Shaping Cantrip", "Ghostly Spirit@C1:2/2", "Primordial Ooze")
    .used(1, "Basic Quiddity")
    .start("attack")
)
play.game.apply(play._option("defend Ghostly Spirit"))
play.game.apply(play._option("cull-die Basic Quiddity"))
play.game.apply(play._option("react Shaping Cantrip"))
print(play.kind, play.dice(1, "ready"), play.dice(1, "used"))
"""


@pytest.mark.ability("Shaping Cantrip", 0)
@pytest.mark.rule("6.4")
def test_an_ooze_saved_in_a_battle_is_doomed_again_only_after_it() -> None:
    """It cannot be destroyed again in this battle; when that is over its own card destroys it.

    The Ghostly Spirit culls its owner's last Basic Quiddity, so the Ooze is destroyed in the
    middle of the attack and saved. Played in a process of its own, so that an engine that goes
    round in circles fails the test and does not hang it.
    """
    done = subprocess.run(
        [sys.executable, "-c", HANGING], capture_output=True, text=True, timeout=120, check=False
    )
    assert done.stderr == ""
    assert done.stdout == "capture ['Ghostly Spirit'] ['Primordial Ooze']\n"


# --- Shaping Charm -----------------------------------------------------------------------------


@pytest.mark.ability("Shaping Charm", 0)
@in_all_editions
@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Quake Dragon@C1:4/4", "Quake Dragon@C2:6/6*"),
        ("Quake Dragon@C2:6/6*", "Quake Dragon@C3:8/7**"),
        ("Quake Dragon@C3:8/7**", "Quake Dragon@C3:8/7**"),  # the top level stays
        ("Devotee of the Holy Query@2", "Devotee of the Holy Query@C2:2/4"),
        ("Devotee of the Holy Query@3", "Devotee of the Holy Query@C2:2/4"),
        ("Devotee of the Holy Query@C2:2/4", "Devotee of the Holy Query@C2:2/4"),  # never sideways
        ("Deathdealer@3", "Deathdealer@C2:4/4"),  # past the second face of level 1
        ("Scavenging Goblin@C1:2/2", "Scavenging Goblin@C1:2/2"),  # not even to the burst
        ("Assistant@C1:1/2", "Assistant@C1:1/2"),
    ],
)
def test_shaping_charm_turns_a_creature_to_its_next_higher_level(
    edition: str, before: str, after: str
) -> None:
    """Rotation: the next face to the right with a higher level, never one of the same."""
    play = Position(edition=edition).ready(0, "Shaping Charm", before).start("capture")
    play.do("cast Shaping Charm")
    assert play.faces(0, "ready") == [after]
    assert play.dice(0, pile(edition)) == ["Shaping Charm"]
    assert settled(play)


@pytest.mark.ability("Shaping Charm", 0)
def test_shaping_charm_turns_all_own_creatures_and_nobody_elses() -> None:
    play = (
        Position()
        .ready(0, "Shaping Charm", "Quake Dragon@C1:4/4", "Witching Hag@C1:3/3")
        .ready(1, "Quake Dragon@C1:4/4")
        .active(0, "Deathdealer@C1:3/2", "Basic Quiddity@Q1")
        .start("ready")
    )
    play.do("cast Shaping Charm")
    assert play.faces(0, "ready") == ["Quake Dragon@C2:6/6*", "Witching Hag@C2:4/5"]
    assert play.faces(1, "ready") == ["Quake Dragon@C1:4/4"]
    assert play.faces(0, "active") == ["Basic Quiddity@Q1", "Deathdealer@C1:3/2"]
    play.do("summon Deathdealer")  # too late for this one
    assert "Deathdealer@C1:3/2" in play.faces(0, "ready")


@pytest.mark.ability("Shaping Charm", 0)
@pytest.mark.parametrize("phase", ["ready", "attack", "capture"])
def test_shaping_charm_may_be_cast_in_any_phase_after_the_first(phase: str) -> None:
    play = (
        Position()
        .ready(0, "Shaping Charm", "Strong Quake Dragon@C1:4/4")
        .ready(1, "Defender of the Pale@C2:2/6*")
        .start(phase)
    )
    play.do("cast Shaping Charm")
    assert play.faces(0, "ready") == ["Strong Quake Dragon@C2:6/6*"]
    assert play.dice(1, "used") == ([] if phase == "capture" else ["Defender of the Pale"])


@pytest.mark.ability("Shaping Charm", 0)
@pytest.mark.rule("15.6")
def test_shaping_charm_cannot_be_cast_without_an_own_creature() -> None:
    play = Position().ready(0, "Shaping Charm").ready(1, "Quake Dragon@C1:4/4").start("capture")
    assert set(play.options) == {"capture Basic Quiddity for 0", "pass"}


@pytest.mark.ability("Shaping Charm", 0)
def test_shaping_charm_does_not_raise_a_copy() -> None:
    """Unofficial FAQ: a Strong Primordial Ooze copy has no die of its own to turn."""
    play = (
        Position()
        .active(0, "Strong Primordial Ooze@C2:?/?", "Basic Quiddity@Q2")
        .ready(0, "Shaping Charm")
        .ready(1, "Strong Quake Dragon@C2:6/6*")
        .start("ready")
    )
    play.do("summon Strong Primordial Ooze")
    assert (play.attack(0, "Strong Primordial Ooze"), play.options[0]) == (
        6, "cast Shaping Charm [S]",
    )  # fmt: skip
    play.do("cast Shaping Charm")
    assert play.attack(0, "Strong Primordial Ooze") == 6
    assert play.faces(0, "ready") == ["Strong Primordial Ooze@C2:?/?"]


@pytest.mark.ability("Shaping Charm", 0)
@pytest.mark.rule("4.5")
def test_shaping_charm_is_not_cast_in_phase_one() -> None:
    play = Position().ready(0, "Shaping Charm", "Quake Dragon@C1:4/4").start()
    assert set(play.options) == {"cull Quake Dragon", "pass"}


# --- Shaping Incantation -----------------------------------------------------------------------


@pytest.mark.ability("Shaping Incantation", 0)
@in_all_editions
def test_shaping_incantation_trades_a_die_for_one_costing_up_to_three_more(edition: str) -> None:
    play = (
        Position(edition=edition)
        .ready(0, "Witching Hag@C1:3/3", "Scavenging Goblin@C1:2/2")
        .attached(0, "Shaping Incantation", 0, "Witching Hag")
        .used(0, "Assistant")
        .used(1, "Portal")
        .bag(0, *["Basic Quiddity"] * 6)
        .left("Basic Quiddity", 0)
        .start()
    )
    assert play.kind == "effect"
    assert (play.decision.card, play.decision.ability) == ("Shaping Incantation", 0)
    assert set(play.options) == {  # itself too: it lies in the Used Pile by now
        "cull-die Assistant in seat 0's used",
        "cull-die Witching Hag in seat 0's used",
        "cull-die Scavenging Goblin in seat 0's used",
        "cull-die Shaping Incantation in seat 0's used",
        "no",
    }
    play.do("cull-die Assistant")
    assert set(play.options) == {  # up to 1 + 3 = 4; the Hag for 5 is one too dear
        "take Assistant in the wilds",
        "take Portal in the wilds",
        "take Scavenging Goblin in the wilds",
        "take Shaping Incantation in the wilds",
        "take Deathdealer in the wilds",
        "take Devotee of the Holy Query in the wilds",
        "take Ghostly Spirit in the wilds",
        "take Death Cantrip in the wilds",
        "take Growth Cantrip in the wilds",
    }
    play.do("take Portal")
    assert play.dice(0, "used") == [
        "Portal", "Scavenging Goblin", "Shaping Incantation", "Witching Hag",
    ]  # fmt: skip
    assert play.dice(1, "used") == ["Portal"]
    assert play.kind == "cull"  # the two culls of the two scorers are still to come (4.4)
    play.rolls(*["Basic Quiddity@Q1"] * 6).do("pass")
    assert "capture Assistant for 1" in play.options  # and so is the capture of phase 4


@pytest.mark.ability("Shaping Incantation", 0)
@in_all_editions
def test_shaping_incantation_may_be_declined(edition: str) -> None:
    play = (
        Position(edition=edition)
        .ready(0, "Witching Hag@C1:3/3")
        .attached(0, "Shaping Incantation", 0, "Witching Hag")
        .start()
    )
    play.do("no")
    assert set(play.options) == {"cull Witching Hag", "cull Shaping Incantation", "pass"}
    assert play.glory == (3, 0)


@pytest.mark.ability("Shaping Incantation", 0)
def test_shaping_incantation_may_be_the_die_that_is_culled() -> None:
    """Unofficial FAQ; it costs 4, so a die of up to 7 may be taken."""
    play = (
        Position(wilds=["Strong Primordial Ooze", "Quake Dragon"])
        .ready(0, "Witching Hag@C1:3/3")
        .attached(0, "Shaping Incantation", 0, "Witching Hag")
        .start()
    )
    play.do("cull-die Shaping Incantation")
    assert play.left("Shaping Incantation") == 5
    assert "take Strong Primordial Ooze in the wilds" in play.options  # 7
    assert "take Quake Dragon in the wilds" not in play.options  # 8
    play.do("take Strong Primordial Ooze")
    assert play.dice(0, "used") == ["Strong Primordial Ooze", "Witching Hag"]


@pytest.mark.ability("Shaping Incantation", 0)
def test_a_creature_that_scores_without_shaping_incantation_trades_nothing() -> None:
    play = Position().ready(0, "Witching Hag@C1:3/3", "Shaping Incantation").start()
    assert play.kind == "cull"
    assert set(play.options) == {"cull Witching Hag", "pass"}


@pytest.mark.ability("Shaping Incantation", 0)
def test_two_shaping_incantations_on_one_creature_trade_twice() -> None:
    play = (
        Position()
        .ready(0, "Witching Hag@C1:3/3")
        .attached(0, "Shaping Incantation", 0, "Witching Hag")
        .attached(0, "Shaping Incantation", 0, "Witching Hag")
        .start()
    )
    play.do("cull-die Shaping Incantation", "take Portal")
    assert play.decision.card == "Shaping Incantation"
    play.do("cull-die Shaping Incantation", "take Portal")
    assert play.dice(0, "used") == ["Portal", "Portal", "Witching Hag"]
    assert play.kind == "cull"


@pytest.mark.ability("Shaping Incantation", 0)
@in_new_editions
def test_shaping_incantation_works_for_whoever_controls_its_carrier(edition: str) -> None:
    """Attached by another player: the trade is the scorer's, the spell goes home (4.2)."""
    play = (
        Position(edition=edition)
        .ready(0, "Witching Hag@C1:3/3")
        .attached(1, "Shaping Incantation", 0, "Witching Hag")
        .used(1, "Assistant")
        .start()
    )
    assert play.seat == 0
    assert set(play.options) == {"cull-die Witching Hag in seat 0's used", "no"}
    assert play.dice(1, "used") == ["Assistant", "Shaping Incantation"]


@pytest.mark.ability("Shaping Incantation", 0)
@pytest.mark.rule("7.3")
@pytest.mark.rule("15.12")
@in_all_editions
@pytest.mark.parametrize("last", ["Deathdealer", "Portal"])
def test_the_free_capture_of_shaping_incantation_may_end_the_game(edition: str, last: str) -> None:
    """Ruling: check for four empty creature cards; a basic card does not count."""
    position = (
        Position(edition=edition)
        .ready(0, "Witching Hag@C1:3/3")
        .attached(0, "Shaping Incantation", 0, "Witching Hag")
        .used(0, "Assistant")
        .left("Devotee of the Holy Query", 0)
        .left("Ghostly Spirit", 0)
        .left("Defender of the Pale", 0)
        .left(last, 1)
        .glory(1, 2)
    )
    play = position.start()
    play.do("cull-die Assistant", f"take {last}")
    assert play.left(last) == 0
    if last == "Portal":
        assert not play.over
        return
    assert play.over
    assert play.game.result is not None
    assert (play.game.result.winners, play.game.result.rule) == ((0,), "9.2")
    assert play.glory == (3, 2)


@pytest.mark.ability("Shaping Incantation", 0)
@pytest.mark.rule("15.12")
def test_a_card_refilled_by_the_trades_own_cull_is_not_empty() -> None:
    play = (
        Position()
        .ready(0, "Witching Hag@C1:3/3")
        .attached(0, "Shaping Incantation", 0, "Witching Hag")
        .left("Witching Hag", 0)
        .left("Devotee of the Holy Query", 0)
        .left("Ghostly Spirit", 0)
        .left("Deathdealer", 1)
        .start()
    )
    play.do("cull-die Witching Hag", "take Deathdealer")
    assert play.left("Witching Hag") == 1
    assert not play.over


@pytest.mark.ability("Shaping Incantation", 0)
@pytest.mark.rule("10.2")
@in_all_editions
def test_shaping_incantation_is_attached_to_own_creatures_or_from_2013_to_any(
    edition: str,
) -> None:
    play = (
        Position(edition=edition)
        .ready(0, "Shaping Incantation", "Scavenging Goblin@C1:2/2", "Assistant@C1:1/2")
        .ready(1, "Witching Hag@C1:3/3")
        .start("capture")
    )
    play.do("cast Shaping Incantation")
    own = {
        "attach Scavenging Goblin [C1:2/2] in seat 0's ready",
        "attach Assistant [C1:1/2] in seat 0's ready",
    }
    any_ = {"attach Witching Hag [C1:3/3] in seat 1's ready"}
    assert set(play.options) == (own if edition in OLD else own | any_)
    play.do("attach Assistant")
    assert play.dice(0, "attached") == ["Shaping Incantation"]


@pytest.mark.ability("Shaping Incantation", 0)
def test_shaping_incantation_lost_with_its_carrier_trades_nothing() -> None:
    play = (
        Position()
        .ready(0, "Deathdealer@C1:3/2")
        .ready(1, "Scavenging Goblin@C1:2/2")
        .attached(1, "Shaping Incantation", 1, "Scavenging Goblin")
        .start("attack")
    )
    assert play.kind == "capture"
    assert play.dice(1, "used") == ["Scavenging Goblin", "Shaping Incantation"]


# --- Shaping Spell -----------------------------------------------------------------------------


@pytest.mark.ability("Shaping Spell", 0)
@in_all_editions
def test_shaping_spell_destroys_any_spell_attached_or_not(edition: str) -> None:
    play = (
        Position(3, edition=edition)
        .ready(0, "Shaping Spell", "Victory Incantation", "Scavenging Goblin@C1:2/2")
        .ready(1, "Victory Incantation", "Witching Hag@C2:4/5")
        .attached(2, "Death Charm@S*", 1, "Witching Hag")
        .attached(0, "Death Charm@S*", 0, "Scavenging Goblin")
        .start("capture")
    )
    play.do("cast Shaping Spell")
    assert set(play.options) == {
        "destroy Victory Incantation [S] in seat 0's ready",
        "destroy Victory Incantation [S] in seat 1's ready",
        "destroy Death Charm [S*] in seat 0's attached",
        "destroy Death Charm [S*] in seat 2's attached",
    }
    play.do("destroy Death Charm [S*] in seat 2's attached")
    assert play.dice(2, "used") == ["Death Charm"]  # its owner's
    assert play.dice(2, "attached") == []
    assert (play.attack(1, "Witching Hag"), play.defense(1, "Witching Hag")) == (4, 5)
    assert play.dice(0, "attached") == ["Death Charm"]
    assert play.dice(1, "ready") == ["Victory Incantation", "Witching Hag"]
    assert play.dice(0, pile(edition)) == ["Shaping Spell"]
    assert settled(play)


@pytest.mark.ability("Shaping Spell", 0)
@in_all_editions
def test_a_reaction_chosen_by_shaping_spell_is_gone_before_it_can_be_cast(edition: str) -> None:
    play = (
        Position(edition=edition)
        .ready(0, "Shaping Spell", "Deathdealer@C2:4/4")
        .ready(1, "Life Spell", "Scavenging Goblin@C1:2/2")
        .start("ready")
    )
    play.do("cast Shaping Spell")  # one spell to choose; nobody is asked for a reaction
    assert (play.kind, play.seat) == ("capture", 0)
    assert play.dice(1, "used") == ["Life Spell", "Scavenging Goblin"]


@pytest.mark.ability("Shaping Spell", 0)
@pytest.mark.rule("15.6")
def test_shaping_spell_cannot_be_cast_when_it_is_the_only_spell() -> None:
    """It is spent when it is cast, so it is no target of itself and would do nothing."""
    play = (
        Position()
        .ready(0, "Shaping Spell", "Scavenging Goblin")
        .ready(1, "Scavenging Goblin")
        .used(1, "Victory Incantation")
        .start("capture")
    )
    assert set(play.options) == {"capture Basic Quiddity for 0", "pass"}


@pytest.mark.ability("Shaping Spell", 0)
def test_shaping_spell_may_choose_another_shaping_spell() -> None:
    play = Position().ready(0, "Shaping Spell").ready(1, "Shaping Spell").start("capture")
    play.do("cast Shaping Spell")
    assert play.dice(0, "spent") == ["Shaping Spell"]
    assert play.dice(1, "used") == ["Shaping Spell"]


@pytest.mark.ability("Shaping Spell", 0)
def test_shaping_spell_reaches_a_spell_attached_to_an_untargetable_creature() -> None:
    """Opponents cannot choose the Mighty Devotee; the spell it carries they can."""
    play = (
        Position()
        .ready(0, "Shaping Spell")
        .ready(1, "Mighty Devotee of the Holy Query@C2:2/4*")
        .attached(1, "Death Charm@S*", 1, "Mighty Devotee of the Holy Query")
        .start("capture")
    )
    assert play.defense(1, "Mighty Devotee of the Holy Query") == 10
    play.do("cast Shaping Spell")
    assert play.defense(1, "Mighty Devotee of the Holy Query") == 7


@pytest.mark.ability("Shaping Spell", 0)
@pytest.mark.rule("4.5")
def test_shaping_spell_is_not_cast_in_phase_one() -> None:
    play = (
        Position()
        .ready(0, "Shaping Spell", "Witching Hag@C1:3/3")
        .ready(1, "Victory Incantation")
        .start()
    )
    assert set(play.options) == {"cull Witching Hag", "pass"}
