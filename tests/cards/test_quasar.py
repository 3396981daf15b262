"""The four Quasars: a stronger creature, a dazzled area, a burnt one, and Glory afterwards.

Faces of the die: Q1, Q2, W1, S twice, S*.
"""

from __future__ import annotations

import pytest

from quarriors.engine import queries
from quarriors.testing import Play, Position
from tests.cards.common import settled

SETS = ["base", "quartifacts"]
HUNT = "Hunt for Exqualibur"
QUAIL = "Hunt for Holy Quail"
COINS = ["Basic Quiddity"] * 6
CANTRIP, CHARM = "Quasar Cantrip", "Quasar Charm"
INCANTATION, SPELL = "Quasar Incantation", "Quasar Spell"
SHIELD = "Expedition for Exqualibur@QF:Scabbard of Quamelot"  # +2 defense and Immunity


def _defense_on_quest(play: Play, seat: int, name: str) -> int:
    return int(queries.defense(play.state, play.die(seat, "quest", name)))


# --- Cantrip: attack, and levels for a quest ----------------------------------------------------


@pytest.mark.ability("Quasar Cantrip", 0)
@pytest.mark.ability("Quasar Cantrip", 1)
@pytest.mark.parametrize("edition", ["original", "original-it", "revised", "qultimate"])
@pytest.mark.parametrize(("face", "more"), [("S", 2), ("S*", 3)])
def test_the_carrier_has_more_attack(face: str, more: int, edition: str) -> None:
    """Own creatures only, in every book; +2, on the burst +3 and not +5."""
    play = (
        Position(sets=SETS, edition=edition)
        .ready(0, f"{CANTRIP}@{face}", "Deathdealer@C1:3/2", "Assistant@C1:1/2")
        .ready(1, "Warrior of the Quay@C2:3/4")
        .start("ready")
    )
    play.do("cast")
    assert set(play.options) == {
        "attach Deathdealer [C1:3/2] in seat 0's ready",
        "attach Assistant [C1:1/2] in seat 0's ready",
    }
    play.do("attach Deathdealer")
    assert play.attack(0, "Deathdealer") == 3 + more
    assert play.defense(0, "Deathdealer") == 2
    assert play.attack(0, "Assistant") == 1


@pytest.mark.ability("Quasar Cantrip", 0)
@pytest.mark.ability("Quasar Cantrip", 1)
@pytest.mark.parametrize(
    ("face", "creature", "total"),
    [("S", "Ancient Guide@C1:1/2", 2), ("S*", "Squire@C0:0/1", 2), ("S", "Squire@C0:0/1", 1)],
)
def test_it_counts_for_the_levels_of_a_quest(face: str, creature: str, total: int) -> None:
    """One level more, two on the burst: Exqualibur asks for 2."""
    name = creature.partition("@")[0]
    play = (
        Position(sets=SETS)
        .quest(0, HUNT, creature)
        .attached(0, f"{CANTRIP}@{face}", 0, name)
        .bag(0, *COINS)
        .rolls(*([f"{HUNT}@Q3"] if total == 2 else []))
        .start("score")
    )
    kind = "quest-done" if total == 2 else "quest-failed"
    assert [event[5] for event in play.happened(kind)] == [total]
    if total == 2:
        play.do("pass")
    assert play.dice(0, "used") == sorted([name, CANTRIP])
    assert play.glory == ((3, 0) if total == 2 else (0, 0))
    assert settled(play)


@pytest.mark.ability("Quasar Cantrip", 0)
def test_its_level_counts_for_nothing_else_and_it_goes_along_on_a_quest() -> None:
    """Level 2 or lower finds the Deathdealer of level 2; the spell lies with it on the quest."""
    play = (
        Position(sets=SETS)
        .ready(0, "Deathdealer@C2:4/4")
        .attached(0, f"{CANTRIP}@S*", 0, "Deathdealer")
        .ready(1, "Misdirection Spell@S")
        .bag(1, *COINS)
        .start("attack")
    )
    play.do("quest")
    assert play.dice(0, "quest") == ["Deathdealer"]
    assert play.dice(0, "attached") == [CANTRIP]
    play.do("pass")
    assert play.seat == 1
    play.do("cast Misdirection Spell")
    assert play.dice(0, "bag") == ["Deathdealer"]
    assert play.dice(0, "used") == [CANTRIP]


# --- Charm: less defense in an area -------------------------------------------------------------


def _areas(spell: str) -> Position:
    """Creatures of everybody in the Ready Areas and on the three quests."""
    return (
        Position(players=4, sets=SETS, wilds=[HUNT, QUAIL, "Hunt for Tri-Clops Skull"])
        .ready(0, spell, "Assistant@C1:1/2")
        .active(0, "Basic Quiddity@Q1")
        .ready(1, "Questing Wizard@C2:3/6", "Assistant@C1:1/2")
        .ready(2, "Scavenging Goblin@C1:2/2")
        .quest(2, QUAIL, "Squire@C0:1/2", "Deathdealer@C2:4/4")
        .quest(3, HUNT, "Ancient Guide@C1:1/2")
    )


@pytest.mark.ability("Quasar Charm", 0)
@pytest.mark.ability("Quasar Charm", 1)
@pytest.mark.parametrize(("face", "less"), [("S", 1), ("S*", 2)])
def test_everybody_elses_creatures_in_one_area_have_less_defense(face: str, less: int) -> None:
    """-1, or -2 on the burst; never below 1; other areas are not touched."""
    play = _areas(f"{CHARM}@{face}").active(0, "Assistant@C1:1/2").start("ready")
    play.do("cast")
    assert len(play.options) == 4  # two Ready Areas, two quests; seat 3 has nobody at home
    play.do(next(text for text in play.options if text.endswith("1")))
    assert play.defense(1, "Questing Wizard") == 6 - less
    assert play.defense(1, "Assistant") == max(1, 2 - less)
    assert play.defense(0, "Assistant") == 2
    assert play.defense(2, "Scavenging Goblin") == 2
    assert _defense_on_quest(play, 2, "Deathdealer") == 4
    assert settled(play)


@pytest.mark.ability("Quasar Charm", 0)
def test_a_quest_is_an_area_of_its_own() -> None:
    """Its owner's creatures at home, and other quests, stay as they are."""
    play = _areas(f"{CHARM}@S").start("ready")
    play.do("cast")
    play.do(next(text for text in play.options if QUAIL in text))
    assert _defense_on_quest(play, 2, "Deathdealer") == 3
    assert _defense_on_quest(play, 2, "Squire") == 1
    assert play.defense(2, "Scavenging Goblin") == 2
    assert _defense_on_quest(play, 3, "Ancient Guide") == 2


@pytest.mark.ability("Quasar Charm", 0)
def test_it_lasts_until_the_end_of_the_turn_and_not_on_the_immune() -> None:
    """10.5 for the Deathdealer; afterwards all is as before."""
    play = (
        Position(sets=SETS)
        .ready(0, f"{CHARM}@S*")
        .ready(1, "Questing Wizard@C2:3/6", "Deathdealer@C2:4/4")
        .attached(1, SHIELD, 1, "Deathdealer")
        .start("ready")
    )
    play.do("cast")
    assert play.defense(1, "Questing Wizard") == 4
    assert play.defense(1, "Deathdealer") == 6
    play.do("pass")
    assert not queries.effects(play.state)


@pytest.mark.ability("Quasar Charm", 0)
@pytest.mark.rule("15.6")
def test_with_nobody_elses_creature_anywhere_it_cannot_be_cast() -> None:
    """One's own do not count."""
    play = (
        Position(sets=SETS)
        .ready(0, f"{CHARM}@S", "Assistant@C1:1/2")
        .active(0, "Basic Quiddity@Q1")
        .start("ready")
    )
    assert not any(option.startswith("cast") for option in play.options)


# --- Incantation: the weak are destroyed --------------------------------------------------------


@pytest.mark.ability("Quasar Incantation", 0)
@pytest.mark.ability("Quasar Incantation", 1)
@pytest.mark.parametrize(
    ("face", "left"),
    [
        ("S", ["Deathdealer", "Questing Wizard", "Questing Wizard"]),
        ("S*", ["Questing Wizard"]),
    ],
)
def test_every_weak_creature_of_one_area_is_destroyed(face: str, left: list[str]) -> None:
    """Defense 3 or less, on the burst 5: the boundaries 3, 4, 5 and 6."""
    play = (
        Position(sets=SETS)
        .ready(0, f"{INCANTATION}@{face}", "Assistant@C1:1/2")
        .ready(1, "Strong Witching Hag@C1:3/3", "Deathdealer@C2:4/4", "Questing Wizard@C1:2/5")
        .ready(1, "Questing Wizard@C2:3/6", "Life Cantrip@S")
        .quest(1, HUNT, "Squire@C0:0/1")
        .start("ready")
    )
    play.do("cast")
    play.do(next(text for text in play.options if HUNT not in text))
    assert play.dice(1, "ready") == sorted(["Life Cantrip", *left])
    assert play.dice(1, "quest") == ["Squire"]
    assert play.dice(0, "ready") == ["Assistant"]
    assert play.glory == (0, 0)


@pytest.mark.ability("Quasar Incantation", 0)
def test_all_are_destroyed_at_once_with_the_defense_they_had() -> None:
    """The Guide's +1 makes the Hag 4: it stays, though the Guide falls."""
    play = (
        Position(sets=SETS)
        .ready(0, f"{INCANTATION}@S")
        .ready(1, "Ancient Guide@C1:1/2*", "Strong Witching Hag@C1:3/3")
        .start("ready")
    )
    play.do("cast")
    assert play.dice(1, "ready") == ["Strong Witching Hag"]
    assert play.dice(1, "used") == ["Ancient Guide"]


@pytest.mark.ability("Quasar Incantation", 0)
@pytest.mark.rule("12.2")
def test_a_quest_is_emptied_without_glory_for_anybody() -> None:
    """It is no challenge; the quest can be started afterwards."""
    play = (
        Position(sets=SETS)
        .ready(0, f"{INCANTATION}@S", "Deathdealer@C2:4/4")
        .quest(1, HUNT, "Squire@C0:0/1", "Ancient Guide@C1:1/2")
        .start("ready")
    )
    play.do("cast")
    assert play.dice(1, "used") == ["Ancient Guide", "Squire"]
    assert play.glory == (0, 0)
    assert set(play.options) == {f"quest {HUNT}", "pass"}


@pytest.mark.ability("Quasar Incantation", 1)
def test_it_burns_ones_own_creatures_too() -> None:
    """In phase 4 one's own quest is an area like any other."""
    play = Position(sets=SETS).ready(0, f"{INCANTATION}@S*", "Deathdealer@C2:4/4").start("attack")
    play.do("quest")
    assert play.kind == "capture"
    play.do("cast")
    assert play.dice(0, "quest") == []
    assert "Deathdealer" in play.dice(0, "used")


@pytest.mark.ability("Quasar Incantation", 0)
@pytest.mark.rule("11.4")
def test_a_locked_creature_is_unlocked_by_it() -> None:
    """Its defense is 0, and it may be the only one there; what destroys it unlocks it."""
    play = (
        Position(sets=[*SETS, "quest_of_the_qladiator"])
        .ready(0, f"{INCANTATION}@S")
        .locked(1, "Pink Eye Cyclops")
        .start("ready")
    )
    play.do("cast")
    assert play.dice(1, "ready") == []
    assert play.dice(1, "used") == ["Pink Eye Cyclops"]
    assert play.happened("destroy") == []


@pytest.mark.ability("Quasar Incantation", 1)
def test_an_immune_creature_is_not_burnt() -> None:
    """10.5: defense 5 with the scabbard, and immune."""
    play = (
        Position(sets=SETS)
        .ready(0, f"{INCANTATION}@S*")
        .ready(1, "Strong Witching Hag@C1:3/3", "Assistant@C1:1/2")
        .attached(1, SHIELD, 1, "Strong Witching Hag")
        .start("ready")
    )
    play.do("cast")
    assert play.dice(1, "ready") == ["Strong Witching Hag"]


# --- Spell: Glory after the fighting ------------------------------------------------------------


@pytest.mark.ability("Quasar Spell", 0)
@pytest.mark.ability("Quasar Spell", 1)
@pytest.mark.parametrize(("face", "more"), [("S", 0), ("S*", 1)])
@pytest.mark.parametrize(
    ("ready", "quest", "glory"),
    [
        ([], [], 1),
        (["Assistant@C1:1/2"] * 2, [], 1),
        (["Assistant@C1:1/2"] * 3, [], 2),
        ([], ["Squire@C0:0/1"], 2),
        (["Assistant@C1:1/2"] * 3, ["Squire@C0:0/1"], 2),  # either, not both
    ],
)
def test_it_gives_glory_and_more_for_a_quest_or_a_crowd(
    ready: list[str], quest: list[str], glory: int, face: str, more: int
) -> None:
    """1, or 2; one more on the burst."""
    position = Position(sets=SETS).ready(0, f"{SPELL}@{face}", *ready)
    if quest:
        position.ready(0, *quest)
    play = position.ready(1, "Questing Wizard@C3:4/8**").start("attack")
    if quest:
        play.do("quest")
    play.do("cast")
    assert play.glory == (glory + more, 0)
    assert play.dice(0, "spent") == [SPELL]
    assert settled(play)


@pytest.mark.ability("Quasar Spell", 0)
def test_before_the_attack_is_over_it_cannot_be_cast() -> None:
    """Neither in phase 2 nor before the attack; afterwards it may be kept as well."""
    play = (
        Position(sets=SETS)
        .ready(0, f"{SPELL}@S", "Assistant@C1:1/2")
        .active(0, "Basic Quiddity@Q1")
        .ready(1, "Questing Wizard@C3:4/8**")
        .start("ready")
    )
    assert play.kind != "ready"
    assert play.kind == "capture"  # nothing was asked before the attack
    assert f"cast {SPELL} [S]" in play.options
    play.do("pass")
    assert play.kind == "clean-up"
    assert play.glory == (0, 0)
    assert set(play.options) == {f"retire {SPELL} [S]", "pass"}


@pytest.mark.ability("Quasar Spell", 0)
def test_opponents_creatures_make_no_crowd() -> None:
    """Two of one's own and three of theirs: 1."""
    play = (
        Position(sets=SETS)
        .ready(0, f"{SPELL}@S", "Assistant@C1:1/2", "Assistant@C1:1/2")
        .ready(1, *["Questing Wizard@C3:4/8**"] * 3)
        .quest(1, HUNT, "Squire@C0:0/1")
        .start("attack")
    )
    play.do("cast")
    assert play.glory == (1, 0)
