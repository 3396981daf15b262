"""Rule 10.5: Immunity, against spells, abilities and quartifacts, but not against damage."""

from __future__ import annotations

import pytest

from quarriors.testing import Position

SETS = ["base", "quarmageddon"]
EDITIONS = ["original", "original-it", "revised", "qultimate"]
GNOME = "Gnome Barbarian@C1:1/3*"  # with the burst: Immunity
PLAIN_GNOME = "Gnome Barbarian@C2:2/4"


@pytest.mark.rule("10.5")
@pytest.mark.parametrize("edition", EDITIONS)
def test_no_opponents_spell_can_choose_it(edition: str) -> None:
    play = (
        Position(sets=SETS, edition=edition)
        .ready(0, "Death Incantation@S**")
        .ready(1, GNOME, PLAIN_GNOME, "Assistant@C1:1/2")
        .start("ready")
    )
    play.do("cast Death Incantation")
    assert set(play.options) == {
        "destroy Gnome Barbarian [C2:2/4] in seat 1's ready",
        "destroy Assistant [C1:1/2] in seat 1's ready",
    }


@pytest.mark.rule("10.5")
@pytest.mark.rule("15.6")
def test_a_spell_that_finds_nobody_else_cannot_be_cast() -> None:
    play = (
        Position(sets=SETS)
        .ready(0, "Death Incantation@S**", "Growth Charm@S")
        .ready(1, GNOME)
        .start("ready")
    )
    assert not [text for text in play.options if text.startswith("cast Death")]


@pytest.mark.rule("10.5")
def test_effects_on_everybody_pass_it_by() -> None:
    """Corruption Incantation destroys all creatures, those of the caster included."""
    play = (
        Position(sets=[*SETS, "rise_of_the_demons"])
        .ready(0, "Corruption Incantation@S", GNOME, "Growth Charm@S")
        .ready(1, GNOME, "Assistant@C1:1/2")
        .start("ready")
    )
    play.do("cast Corruption Incantation")
    assert play.dice(1, "ready") == ["Gnome Barbarian"]
    assert play.dice(1, "used") == ["Assistant"]
    assert "Gnome Barbarian" in play.dice(0, "used")  # one's own effects do reach it


@pytest.mark.rule("10.5")
def test_its_owners_spells_reach_it() -> None:
    play = (
        Position(sets=SETS)
        .ready(0, "Death Incantation@S**", GNOME)
        .ready(1, "Assistant@C1:1/2")
        .start("ready")
    )
    play.do("cast Death Incantation")
    assert "destroy Gnome Barbarian [C1:1/3*] in seat 0's ready" in play.options
    play = (
        Position(sets=SETS)
        .ready(0, GNOME, "Growth Charm@S")
        .attached(0, "Death Charm@S*", 0, "Gnome Barbarian")
        .start("ready")
    )
    assert (play.attack(0, "Gnome Barbarian"), play.defense(0, "Gnome Barbarian")) == (4, 6)


@pytest.mark.rule("10.5")
@pytest.mark.rule("10.2")
def test_an_opponent_cannot_attach_a_spell_to_it() -> None:
    play = (
        Position(sets=SETS)
        .ready(0, "Victory Cantrip@S", "Growth Charm@S")
        .ready(1, GNOME)
        .start("ready")
    )
    assert not [text for text in play.options if text.startswith("cast Victory")]


@pytest.mark.rule("10.5")
@pytest.mark.parametrize(("face", "immune"), [("C1:1/3*", True), ("C2:2/4", False)])
def test_an_attackers_aura_does_not_weaken_it(face: str, immune: bool) -> None:
    """Strong Troll Behemoth takes 1 off the defense of creatures that defend against it."""
    play = (
        Position(sets=SETS)
        .ready(0, "Strong Troll Behemoth@C2:5/3")
        .ready(1, f"Gnome Barbarian@{face}")
        .start("attack")
    )
    (defended,) = play.happened("defend")
    printed = int(face[5])
    assert defended[5] == (printed if immune else printed - 1)


@pytest.mark.rule("10.5")
def test_attack_damage_destroys_it() -> None:
    play = Position(sets=SETS).ready(0, "Witching Hag@C1:3/3").ready(1, GNOME).start("attack")
    assert play.dice(1, "used") == ["Gnome Barbarian"]


@pytest.mark.rule("10.5")
def test_its_attack_is_not_capped_by_an_opponents_creature() -> None:
    """A Mighty Witching Hag makes attackers count for 3 at most, but not those with Immunity."""
    plain = (
        Position(sets=SETS)
        .ready(0, "Lord of the Quarry@C3:8/6")
        .ready(1, "Mighty Witching Hag@C2:4/5")
        .start("attack")
    )
    immune = (
        Position(sets=SETS)
        .ready(0, "Mighty Heavenly Seraph@C2:7/5")
        .ready(1, "Mighty Witching Hag@C2:4/5")
        .start("attack")
    )
    assert plain.happened("total")[0][5] == 3
    assert immune.happened("total")[0][5] == 7


@pytest.mark.rule("10.5")
def test_opponents_quartifacts_do_not_reach_it_either() -> None:
    """Search for Tri-Clops Skull's Poison Claw: defenders against the carrier have -2 defense."""
    for face, defense in [("C1:1/3*", 3), ("C2:2/4", 2)]:
        play = (
            Position(3, sets=[*SETS, "quartifacts"])
            .ready(0, "Quake Dragon@C3:8/7**")
            .attached(0, "Search for Tri-Clops Skull@QF:Poison Claw", 0, "Quake Dragon")
            .ready(1, f"Gnome Barbarian@{face}")
            .start("attack")
        )
        play.do("pass")  # no quest
        (defended,) = play.happened("defend")
        assert defended[5] == defense


@pytest.mark.rule("10.5")
def test_immunity_lasts_while_the_face_with_it_is_up() -> None:
    play = (
        Position(sets=SETS)
        .ready(0, "Death Incantation@S**", "Growth Charm@S")
        .ready(1, PLAIN_GNOME)
        .start("ready")
    )
    play.do("cast Death Incantation")
    assert play.dice(1, "used") == ["Gnome Barbarian"]
