"""The Oblation spells: a die or a creature of one's own is given up for something.

Faces of the die: Q1, Q2 twice, S three times; no burst.
"""

from __future__ import annotations

import pytest

from quarriors.testing import Position
from tests.cards.common import in_all_editions, in_new_editions, in_old_editions, pile, settled

SETS = ["base", "quarmageddon"]
CANTRIP = "Oblation Cantrip"
CHARM = "Oblation Charm"
INCANTATION = "Oblation Incantation"
SPELL = "Oblation Spell"


# --- Oblation Cantrip: a dear creature die for Glory --------------------------------------------


@pytest.mark.ability("Oblation Cantrip", 0)
@pytest.mark.parametrize(
    ("name", "glory"),
    [("Warrior of the Quay", 1), ("Defender of the Pale", 1), ("Questing Wizard", 2)],
)
@in_all_editions
def test_a_creature_die_of_cost_four_or_more_is_culled_for_glory(
    name: str, glory: int, edition: str
) -> None:
    """4 and 5 are worth 1, 7 is worth 2."""
    play = (
        Position(sets=SETS, edition=edition)
        .ready(0, f"{CANTRIP}@S")
        .active(0, "Basic Quiddity@Q1")
        .used(0, name, "Assistant")
        .start("ready")
    )
    play.do(f"cast {CANTRIP}")
    assert play.glory == (glory, 0)
    assert play.left(name) == 5
    assert "Assistant" in play.dice(0, "used")
    assert CANTRIP in play.dice(0, pile(edition))
    assert settled(play)


@pytest.mark.ability("Oblation Cantrip", 0)
@pytest.mark.parametrize(("name", "glory"), [("Strong Deathdealer", 1), ("Strong Lord", 2)])
def test_six_is_still_worth_one_and_eight_two(name: str, glory: int) -> None:
    """Around the boundary of 7."""
    full = name if name == "Strong Deathdealer" else "Strong Lord of the Quarry"
    play = Position(sets=SETS).ready(0, f"{CANTRIP}@S").used(0, full).start("ready")
    play.do(f"cast {CANTRIP}")
    assert play.glory == (glory, 0)


@pytest.mark.ability("Oblation Cantrip", 0)
def test_the_caster_chooses_among_such_dice_only() -> None:
    """No spell dice (Portal and Death Spell are none of it), none of 3, nobody else's."""
    play = (
        Position(sets=SETS)
        .ready(0, f"{CANTRIP}@S")
        .used(0, "Warrior of the Quay", "Questing Wizard", "Deathdealer", "Portal", "Death Spell")
        .used(1, "Quake Dragon")
        .start("ready")
    )
    play.do(f"cast {CANTRIP}")
    assert set(play.options) == {
        "cull-die Warrior of the Quay in seat 0's used",
        "cull-die Questing Wizard in seat 0's used",
    }
    play.do("cull-die Warrior")
    assert play.glory == (1, 0)
    assert play.dice(0, "used") == ["Death Spell", "Deathdealer", "Portal", "Questing Wizard"]
    assert play.dice(1, "used") == ["Quake Dragon"]


@pytest.mark.ability("Oblation Cantrip", 0)
@pytest.mark.rule("15.6")
def test_without_such_a_die_the_cantrip_cannot_be_cast() -> None:
    """A Deathdealer costs 3; a Dragon in the Spent Pile is out of reach."""
    play = (
        Position(sets=SETS)
        .ready(0, f"{CANTRIP}@S")
        .active(0, "Basic Quiddity@Q1")
        .used(0, "Deathdealer", "Death Spell")
        .spent(0, "Quake Dragon")
        .start("ready")
    )
    assert play.kind != "ready"


# --- Oblation Charm: a creature for quiddity ----------------------------------------------------


@pytest.mark.ability("Oblation Charm", 0)
@pytest.mark.parametrize(
    ("creature", "cost"), [("Assistant@C1:1/2", 1), ("Heavenly Seraph@C3:7/7*", 7)]
)
@in_all_editions
def test_a_creature_of_ones_own_is_destroyed_for_quiddity(
    creature: str, cost: int, edition: str
) -> None:
    """As much as its card costs; Immunity does not keep off its owner's spell (10.5)."""
    play = (
        Position(sets=SETS, edition=edition)
        .ready(0, f"{CHARM}@S", creature)
        .active(0, "Basic Quiddity@Q1")
        .ready(1, "Witching Hag@C2:4/5")
        .start("ready")
    )
    play.do(f"cast {CHARM}")
    assert play.pool == cost
    assert play.dice(0, "ready") == []
    assert creature.partition("@")[0] in play.dice(0, "used")
    assert play.dice(1, "ready") == ["Witching Hag"]
    assert CHARM in play.dice(0, pile(edition))
    assert settled(play)


@pytest.mark.ability("Oblation Charm", 0)
def test_the_caster_chooses_an_unlocked_creature_and_the_quiddity_is_gone_after_the_turn() -> None:
    """Only one's own, no locked one, no spell."""
    play = (
        Position(sets=[*SETS, "quest_of_the_qladiator"])
        .ready(0, f"{CHARM}@S", "Witching Hag@C2:4/5", "Assistant@C1:1/2", "Life Charm@S")
        .locked(0, "Frost Howler")
        .ready(1, "Deathdealer@C1:3/2")
        .start("ready")
    )
    play.do(f"cast {CHARM}")
    assert set(play.options) == {
        "destroy Witching Hag [C2:4/5] in seat 0's ready",
        "destroy Assistant [C1:1/2] in seat 0's ready",
    }
    play.do("destroy Witching Hag")
    assert play.pool == 5
    assert play.dice(0, "ready") == ["Assistant", "Frost Howler", "Life Charm"]
    while play.seat == 0:
        play.do("pass")
    assert play.pool == 0


@pytest.mark.ability("Oblation Charm", 0)
def test_in_phase_four_it_pays_for_a_capture() -> None:
    """Any phase of one's turn but the first: a creature that has attacked is given up."""
    play = (
        Position(sets=SETS, wilds=["Defender of the Pale"])
        .ready(0, f"{CHARM}@S", "Witching Hag@C2:4/5")
        .start("capture")
    )
    assert "capture Defender of the Pale for 5" not in play.options
    play.do(f"cast {CHARM}")
    play.do("capture Defender of the Pale for 5")
    assert "Defender of the Pale" in play.dice(0, "used")


@pytest.mark.ability("Oblation Charm", 0)
@pytest.mark.rule("15.6")
def test_without_an_unlocked_creature_the_charm_cannot_be_cast() -> None:
    """The locked Howler and the opponent's Hag do not count."""
    play = (
        Position(sets=[*SETS, "quest_of_the_qladiator"])
        .ready(0, f"{CHARM}@S")
        .active(0, "Basic Quiddity@Q1")
        .locked(0, "Frost Howler")
        .ready(1, "Witching Hag@C2:4/5")
        .start("ready")
    )
    assert f"cast {CHARM} [S]" not in play.options


@pytest.mark.ability("Oblation Charm", 0)
def test_the_creatures_own_when_destroyed_ability_still_works() -> None:
    """A Mighty Troll rolls a creature face and comes back; the quiddity is gained all the same."""
    play = (
        Position(sets=SETS)
        .ready(0, f"{CHARM}@S", "Mighty Troll Behemoth@C2:5/3")
        .active(0, "Basic Quiddity@Q1")
        .rolls("Mighty Troll Behemoth@C3:6/6")
        .start("ready")
    )
    play.do(f"cast {CHARM}")
    assert play.pool == 6
    assert play.faces(0, "ready") == ["Mighty Troll Behemoth@C3:6/6"]
    assert settled(play)


# --- Oblation Incantation: a spell die for a lost creature --------------------------------------


@pytest.mark.ability("Oblation Incantation", 0)
@in_all_editions
def test_when_a_creature_was_destroyed_a_spell_die_of_another_class_is_captured(
    edition: str,
) -> None:
    """Death Charm (5) and Life Charm (3), not Oblation (2), no creature, no Portal."""
    play = (
        Position(sets=SETS, wilds=["Death Charm", "Life Charm"], edition=edition)
        .ready(0, "Witching Hag@C2:4/5")
        .ready(1, "Warrior of the Quay@C1:2/3", f"{INCANTATION}@S")
        .start("attack")
    )
    assert (play.seat, play.kind) == (1, "react")
    assert set(play.options) == {f"react {INCANTATION} [S]", "pass"}
    play.do(f"react {INCANTATION}")
    assert set(play.options) == {"take Death Charm in the wilds", "take Life Charm in the wilds"}
    play.do("take Death Charm")
    assert play.left("Death Charm") == 4
    gone = sorted(play.dice(1, "used") + play.dice(1, "spent"))
    assert gone == ["Death Charm", INCANTATION, "Warrior of the Quay"]
    assert "Death Charm" in play.dice(1, "used")
    assert INCANTATION in play.dice(1, pile(edition))
    assert play.kind == "capture"
    assert settled(play)


@pytest.mark.ability("Oblation Incantation", 0)
@pytest.mark.parametrize(("name", "offered"), [("Death Incantation", True), ("Death Spell", False)])
def test_the_limit_is_a_cost_of_five(name: str, offered: bool) -> None:
    """5 can be had, 6 cannot; with nothing to be had it is not offered (15.6)."""
    play = (
        Position(sets=SETS, wilds=[name, "Victory Incantation"])
        .ready(0, "Witching Hag@C2:4/5")
        .active(0, "Basic Quiddity@Q1")
        .ready(1, "Warrior of the Quay@C1:2/3", f"{INCANTATION}@S")
        .start("attack")
    )
    assert play.kind == ("react" if offered else "capture")
    if offered:
        play.do(f"react {INCANTATION}")
        assert play.left(name) == 4
    assert play.left("Victory Incantation") == 5


@pytest.mark.ability("Oblation Incantation", 0)
def test_it_may_be_kept_for_another_time() -> None:
    """Passed: it stays readied, and is offered at the next loss."""
    play = (
        Position(sets=SETS, wilds=["Life Charm"])
        .ready(0, "Witching Hag@C2:4/5", "Assistant@C1:1/2")
        .ready(1, "Warrior of the Quay@C1:2/3", "Scavenging Goblin@C1:2/2", f"{INCANTATION}@S")
        .start("attack")
    )
    play.do("defend Warrior of the Quay", "pass")
    assert play.dice(1, "ready") == [INCANTATION, "Scavenging Goblin"]
    assert play.kind == "react"
    play.do("pass")
    assert play.dice(1, "ready") == [INCANTATION]
    assert play.left("Life Charm") == 5


@pytest.mark.ability("Oblation Incantation", 0)
@pytest.mark.rule("10.3")
def test_only_for_ones_own_creature_and_in_an_opponents_turn() -> None:
    """Seat 2's loss is not seat 1's; a creature one destroys in one's own turn does not count."""
    others = (
        Position(players=3, sets=SETS, wilds=["Life Charm"])
        .ready(0, "Witching Hag@C2:4/5")
        .active(0, "Basic Quiddity@Q1")
        .ready(1, f"{INCANTATION}@S")
        .ready(2, "Warrior of the Quay@C1:2/3")
        .start("attack")
    )
    assert others.kind == "capture"
    assert others.dice(2, "used") == ["Warrior of the Quay"]
    own = (
        Position(sets=SETS, wilds=["Life Charm"])
        .ready(0, f"{INCANTATION}@S", "Death Incantation@S**", "Warrior of the Quay@C1:2/3")
        .active(0, "Basic Quiddity@Q1")
        .start("ready")
    )
    assert f"cast {INCANTATION} [S]" not in own.options
    own.do("cast Death Incantation")
    assert own.dice(0, "used") == ["Warrior of the Quay"]
    assert own.kind == "capture"
    assert own.dice(0, "ready") == [INCANTATION]


@pytest.mark.ability("Oblation Incantation", 0)
def test_a_creature_destroyed_by_a_spell_counts_too() -> None:
    """Whatever destroyed it."""
    play = (
        Position(sets=SETS, wilds=["Life Charm"])
        .ready(0, "Death Incantation@S**")
        .active(0, "Basic Quiddity@Q1")
        .ready(1, "Warrior of the Quay@C1:2/3", f"{INCANTATION}@S")
        .start("ready")
    )
    play.do("cast Death Incantation", f"react {INCANTATION}", "take Life Charm")
    assert "Life Charm" in play.dice(1, "used")
    assert settled(play)


@pytest.mark.ability("Oblation Incantation", 0)
@pytest.mark.rule("6.5")
def test_a_creature_that_comes_back_was_destroyed_all_the_same() -> None:
    """A Mighty Troll rolls a creature face; the Incantation may be cast."""
    play = (
        Position(sets=SETS, wilds=["Life Charm"])
        .ready(0, "Witching Hag@C2:4/5")
        .ready(1, "Mighty Troll Behemoth@C2:5/3", f"{INCANTATION}@S")
        .rolls("Mighty Troll Behemoth@C3:6/6")
        .start("attack")
    )
    assert play.kind == "react"
    play.do(f"react {INCANTATION}", "take Life Charm")
    assert "Life Charm" in play.dice(1, "used")
    assert play.faces(1, "ready") == ["Mighty Troll Behemoth@C3:6/6"]
    assert settled(play)


# --- Oblation Spell: a creature for two dice ----------------------------------------------------


@pytest.mark.ability("Oblation Spell", 0)
@in_new_editions
def test_a_creature_is_destroyed_and_two_dice_are_drawn_and_rolled(edition: str) -> None:
    """In phase 2, which goes on with them; the opponent's creature is left alone."""
    play = (
        Position(sets=SETS, edition=edition)
        .ready(0, f"{SPELL}@S", "Witching Hag@C2:4/5", "Assistant@C1:1/2")
        .bag(0, "Scavenging Goblin", "Basic Quiddity", "Portal")
        .draws("Scavenging Goblin", "Basic Quiddity")
        .rolls("Scavenging Goblin@C1:2/2", "Basic Quiddity@Q1")
        .ready(1, "Deathdealer@C1:3/2")
        .start("ready")
    )
    play.do(f"cast {SPELL}")
    assert set(play.options) == {
        "destroy Witching Hag [C2:4/5] in seat 0's ready",
        "destroy Assistant [C1:1/2] in seat 0's ready",
    }
    play.do("destroy Assistant")
    assert play.faces(0, "active") == ["Basic Quiddity@Q1", "Scavenging Goblin@C1:2/2"]
    assert play.dice(0, "used") == ["Assistant"]
    assert play.dice(0, "spent") == [SPELL]
    assert play.dice(0, "bag") == ["Portal"]
    assert settled(play)
    play.do("summon Scavenging Goblin")
    assert play.dice(0, "ready") == ["Scavenging Goblin", "Witching Hag"]


@pytest.mark.ability("Oblation Spell", 0)
@in_old_editions
def test_in_the_2011_books_the_dice_drawn_can_only_be_spent(edition: str) -> None:
    """Readying and summoning come after all rolling there (section 0)."""
    play = (
        Position(sets=SETS, edition=edition)
        .ready(0, f"{SPELL}@S", "Assistant@C1:1/2")
        .bag(0, "Scavenging Goblin", "Basic Quiddity")
        .draws("Scavenging Goblin", "Basic Quiddity")
        .rolls("Scavenging Goblin@C1:2/2", "Basic Quiddity@Q1")
        .start("ready")
    )
    play.do(f"cast {SPELL}")
    assert play.kind != "ready"
    assert play.dice(0, "used") == sorted(["Assistant", SPELL])


@pytest.mark.ability("Oblation Spell", 0)
def test_the_destroyed_creature_itself_may_be_drawn() -> None:
    """It is in the Used Pile before the draw, and an empty bag is refilled from there (3.4)."""
    play = (
        Position(sets=SETS)
        .ready(0, f"{SPELL}@S", "Assistant@C1:1/2")
        .rolls("Assistant@C1:1/2")
        .start("ready")
    )
    play.do(f"cast {SPELL}")
    assert play.faces(0, "active") == ["Assistant@C1:1/2"]  # one is all there was
    assert play.dice(0, "spent") == [SPELL]


@pytest.mark.ability("Oblation Spell", 0)
def test_an_immediate_effect_of_the_dice_drawn_can_be_used() -> None:
    """5.4: they were just rolled."""
    play = (
        Position(sets=SETS)
        .ready(0, f"{SPELL}@S", "Assistant@C1:1/2")
        .bag(0, "Portal", "Basic Quiddity", "Basic Quiddity")
        .draws("Portal", "Basic Quiddity")
        .rolls("Portal@W1", "Basic Quiddity@Q1")
        .start("ready")
    )
    play.do(f"cast {SPELL}")
    assert play.kind == "immediate"
    assert set(play.options) == {"draw Portal [W1] 1", "pass"}


@pytest.mark.ability("Oblation Spell", 0)
@pytest.mark.parametrize(
    ("phase", "castable"), [("ready", True), ("attack", False), ("capture", False)]
)
def test_only_in_phase_two(phase: str, castable: bool) -> None:
    """Not before the attack and not when capturing."""
    play = (
        Position(sets=SETS)
        .ready(0, f"{SPELL}@S", "Witching Hag@C2:4/5")
        .active(0, "Basic Quiddity@Q1")
        .bag(0, "Portal")
        .start(phase)
    )
    assert play.kind == ("ready" if castable else "capture")
    assert (f"cast {SPELL} [S]" in play.options) is castable


@pytest.mark.ability("Oblation Spell", 0)
@pytest.mark.rule("15.6")
def test_without_an_unlocked_creature_the_spell_cannot_be_cast() -> None:
    """The locked Howler does not count."""
    play = (
        Position(sets=[*SETS, "quest_of_the_qladiator"])
        .ready(0, f"{SPELL}@S")
        .active(0, "Basic Quiddity@Q1")
        .locked(0, "Frost Howler")
        .ready(1, "Witching Hag@C2:4/5")
        .bag(0, "Portal")
        .start("ready")
    )
    assert f"cast {SPELL} [S]" not in play.options
