"""The Gnome Barbarians: Immunity, a last grudge, Immunity for everybody (10.5).

Faces of the die: Q1, Q2, C1:1/3* twice, C2:2/4 twice; the burst is on the level 1 faces.
"""

from __future__ import annotations

import pytest

from quarriors.testing import Position
from tests.cards.common import settled, totals

SETS = ["base", "quarmageddon"]
PLAIN = "Gnome Barbarian"
STRONG = "Strong Gnome Barbarian"
MIGHTY = "Mighty Gnome Barbarian"
LOCKED = "Frost Howler"


# --- Gnome Barbarian: Immunity on the burst -----------------------------------------------------


@pytest.mark.ability("Gnome Barbarian", 0)
@pytest.mark.example("M")
@pytest.mark.rule("10.5")
@pytest.mark.parametrize(("attack", "falls"), [("C1:4/4", True), ("C3:8/7**", True)])
def test_a_quake_dragon_does_not_destroy_it_before_the_defense(attack: str, falls: bool) -> None:
    """The rulebook's example: though level 1, it is there to be named as a defender."""
    play = (
        Position(sets=SETS)
        .ready(0, f"Quake Dragon@{attack}")
        .ready(1, f"{PLAIN}@C1:1/3*", "Scavenging Goblin@C1:2/2", "Ghostly Spirit@C2:3/3")
        .start("attack")
    )
    assert play.dice(1, "used") == ["Scavenging Goblin"]  # without Immunity: gone
    assert (play.seat, play.kind) == (1, "defend")
    assert len(play.options) == 2
    play.do(f"defend {PLAIN}")
    assert (PLAIN in play.dice(1, "used")) is falls
    assert play.kind == "capture"
    assert settled(play)


@pytest.mark.ability("Gnome Barbarian", 0)
@pytest.mark.rule("10.5")
@pytest.mark.parametrize(("attackers", "falls"), [(2, False), (3, True)])
def test_attack_damage_still_destroys_it(attackers: int, falls: bool) -> None:
    """3 damage and not 2."""
    play = (
        Position(sets=SETS)
        .ready(0, *(["Assistant@C1:1/2"] * attackers))
        .ready(1, f"{PLAIN}@C1:1/3*")
        .start("attack")
    )
    assert totals(play) == [attackers]
    assert play.dice(1, "used") == ([PLAIN] if falls else [])
    assert settled(play)


@pytest.mark.ability("Gnome Barbarian", 0)
@pytest.mark.parametrize(("face", "safe"), [("C1:1/3*", True), ("C2:2/4", False)])
def test_an_opponents_spell_cannot_choose_it_on_the_burst(face: str, safe: bool) -> None:
    """The face without the burst has no Immunity; a companion never has."""
    play = (
        Position(sets=SETS)
        .ready(0, "Death Incantation@S**", "Ghostly Spirit@C2:3/3")
        .ready(1, f"{PLAIN}@{face}", "Witching Hag@C2:4/5")
        .start("ready")
    )
    play.do("cast Death Incantation")
    expected = {
        "destroy Ghostly Spirit [C2:3/3] in seat 0's ready",
        "destroy Witching Hag [C2:4/5] in seat 1's ready",
        f"destroy {PLAIN} [{face}] in seat 1's ready",
    }
    if safe:
        expected.remove(f"destroy {PLAIN} [{face}] in seat 1's ready")
    assert set(play.options) == expected


@pytest.mark.ability("Gnome Barbarian", 0)
@pytest.mark.rule("15.6")
def test_a_spell_with_nobody_else_to_choose_cannot_be_cast() -> None:
    """Only the immune Gnome is there."""
    play = (
        Position(sets=SETS)
        .ready(0, "Death Incantation@S**")
        .active(0, "Basic Quiddity@Q1")
        .ready(1, f"{PLAIN}@C1:1/3*")
        .start("ready")
    )
    assert play.kind != "ready"


@pytest.mark.ability("Gnome Barbarian", 0)
@pytest.mark.rule("10.5")
def test_its_owners_own_effects_reach_it() -> None:
    """Its owner may attach to it and may destroy it."""
    play = (
        Position(sets=SETS)
        .ready(0, f"{PLAIN}@C1:1/3*", "Life Cantrip@S", "Death Incantation@S*")
        .ready(1, "Ghostly Spirit@C2:3/3")
        .start("ready")
    )
    play.do("cast Life Cantrip", f"attach {PLAIN}")
    assert play.defense(0, PLAIN) == 7
    play.do("cast Death Incantation", f"destroy {PLAIN}")
    assert play.dice(0, "used") == [PLAIN, "Life Cantrip"]
    assert play.dice(1, "ready") == ["Ghostly Spirit"]


@pytest.mark.ability("Gnome Barbarian", 0)
@pytest.mark.rule("10.5")
@pytest.mark.parametrize(("face", "attack"), [("C1:1/3*", 1), ("C2:2/4", 0)])
def test_a_strong_quake_dragon_does_not_lower_its_attack(face: str, attack: int) -> None:
    """An opponent's aura does not touch it; the Goblin beside it counts for nothing."""
    play = (
        Position(sets=SETS)
        .ready(0, f"{PLAIN}@{face}", "Scavenging Goblin@C1:2/2")
        .ready(1, "Strong Quake Dragon@C3:8/7**")
        .start("attack")
    )
    assert totals(play) == [attack]
    assert play.dice(1, "ready") == ["Strong Quake Dragon"]


@pytest.mark.ability("Gnome Barbarian", 0)
def test_a_life_incantation_cannot_weaken_it() -> None:
    """A reaction is an opponent's spell too; its own defender can be chosen."""
    play = (
        Position(sets=SETS)
        .ready(0, f"{PLAIN}@C1:1/3*", "Scavenging Goblin@C1:2/2")
        .ready(1, "Life Incantation@S", "Ghostly Spirit@C2:3/3")
        .start("attack")
    )
    play.do("react Life Incantation")
    assert set(play.options) == {
        "weaken Scavenging Goblin [C1:2/2] in seat 0's ready",
        "weaken Ghostly Spirit [C2:3/3] in seat 1's ready",
    }


# --- Strong Gnome Barbarian: the attacker loses a creature as well ------------------------------


@pytest.mark.ability("Strong Gnome Barbarian", 0)
@pytest.mark.example("O")
def test_the_attacker_must_destroy_a_creature_and_the_total_stays() -> None:
    """The book's answer: this defender and the next face the full total all the same."""
    play = (
        Position(players=3, sets=SETS)
        .ready(0, "Witching Hag@C2:4/5", "Ghostly Spirit@C2:3/3")
        .ready(1, f"{STRONG}@C1:1/3*", "Devotee of the Holy Query@C2:2/4")
        .ready(2, "Questing Wizard@C1:2/5", "Mighty Quake Dragon@C2:6/6*")
        .start("attack")
    )
    assert totals(play) == [7, 7]
    play.do(f"defend {STRONG}")
    assert (play.seat, play.kind) == (0, "effect")
    assert play.decision.card == STRONG
    assert set(play.options) == {
        "destroy Witching Hag [C2:4/5] in seat 0's ready",
        "destroy Ghostly Spirit [C2:3/3] in seat 0's ready",
    }
    play.do("destroy Witching Hag")
    assert play.dice(0, "used") == ["Witching Hag"]
    assert play.dice(1, "used") == ["Devotee of the Holy Query", STRONG]  # 7 - 3 = 4
    assert play.seat == 2
    assert set(play.options) == {
        "defend Questing Wizard [C1:2/5] against 7",
        "defend Mighty Quake Dragon [C2:6/6*] against 7",
    }
    play.do("defend Mighty Quake Dragon")
    assert play.dice(2, "used") == ["Mighty Quake Dragon"]  # 6 + 1 by its burst: nothing is left
    assert play.dice(0, "ready") == ["Ghostly Spirit"]
    assert play.kind == "capture"
    assert settled(play)


@pytest.mark.ability("Strong Gnome Barbarian", 0)
def test_without_the_burst_the_attacker_loses_nothing() -> None:
    """The level 2 face falls to 4 like any other."""
    play = (
        Position(sets=SETS)
        .ready(0, "Witching Hag@C2:4/5")
        .ready(1, f"{STRONG}@C2:2/4")
        .start("attack")
    )
    assert play.dice(1, "used") == [STRONG]
    assert play.dice(0, "ready") == ["Witching Hag"]
    assert play.kind == "capture"
    assert settled(play)


@pytest.mark.ability("Strong Gnome Barbarian", 0)
def test_an_attack_that_does_not_destroy_it_costs_nothing() -> None:
    """2 damage against a defense of 3."""
    play = (
        Position(sets=SETS)
        .ready(0, "Scavenging Goblin@C1:2/2")
        .ready(1, f"{STRONG}@C1:1/3*")
        .start("attack")
    )
    assert play.happened("destroy") == []
    assert play.dice(0, "ready") == ["Scavenging Goblin"]


@pytest.mark.ability("Strong Gnome Barbarian", 0)
def test_an_ability_that_destroys_it_in_an_attack_costs_nothing() -> None:
    """A Quake Dragon's breath is not the attack's damage."""
    play = (
        Position(sets=SETS)
        .ready(0, "Quake Dragon@C2:6/6*")
        .ready(1, f"{STRONG}@C1:1/3*", f"{STRONG}@C2:2/4")
        .start("attack")
    )
    assert play.dice(0, "ready") == ["Quake Dragon"]
    assert play.dice(1, "used") == [STRONG, STRONG]  # level 2 without the burst: by damage
    assert play.kind == "capture"


@pytest.mark.ability("Strong Gnome Barbarian", 0)
def test_a_lone_attacker_goes_down_with_it() -> None:
    """Nothing to choose from."""
    play = (
        Position(sets=SETS)
        .ready(0, "Witching Hag@C1:3/3", "Death Incantation@S*")
        .ready(1, f"{STRONG}@C1:1/3*")
        .start("attack")
    )
    play.do("pass")
    assert play.dice(0, "used") == ["Witching Hag"]
    assert play.dice(0, "ready") == ["Death Incantation"]
    assert play.dice(1, "used") == [STRONG]
    assert settled(play)


@pytest.mark.ability("Strong Gnome Barbarian", 0)
def test_a_spell_that_destroys_it_costs_the_caster_nothing() -> None:
    """Only an attack sets it off."""
    play = (
        Position(sets=SETS)
        .ready(0, "Death Incantation@S*", "Witching Hag@C2:4/5")
        .ready(1, f"{STRONG}@C1:1/3*")
        .start("ready")
    )
    play.do("cast Death Incantation", f"destroy {STRONG}")
    assert play.dice(1, "used") == [STRONG]
    assert play.dice(0, "ready") == ["Witching Hag"]
    assert settled(play)


@pytest.mark.ability("Strong Gnome Barbarian", 0)
@pytest.mark.rule("6.5")
def test_it_works_even_if_the_gnome_is_saved() -> None:
    """It was destroyed all the same."""
    play = (
        Position(sets=SETS)
        .ready(0, "Witching Hag@C1:3/3")
        .ready(1, f"{STRONG}@C1:1/3*", "Shaping Cantrip@S")
        .start("attack")
    )
    play.do("react Shaping Cantrip")
    assert play.faces(1, "ready") == [f"{STRONG}@C1:1/3*"]
    assert play.dice(0, "used") == ["Witching Hag"]
    assert settled(play)


@pytest.mark.ability("Strong Gnome Barbarian", 0)
@pytest.mark.rule("10.5")
@pytest.mark.parametrize("others", [[], ["Assistant@C1:1/2"]])
def test_an_immune_creature_of_the_attacker_is_exempt(others: list[str]) -> None:
    """Its owner chooses, but the Gnome destroys: the Assistant falls, the Mighty Seraph never."""
    play = (
        Position(sets=SETS)
        .ready(0, "Mighty Heavenly Seraph@C1:4/4", *others)
        .ready(1, f"{STRONG}@C1:1/3*")
        .start("attack")
    )
    assert play.dice(1, "used") == [STRONG]
    assert play.dice(0, "used") == ["Assistant"] * len(others)
    assert play.dice(0, "ready") == ["Mighty Heavenly Seraph"]


@pytest.mark.ability("Strong Gnome Barbarian", 0)
@pytest.mark.rule("11.3")
def test_a_locked_creature_of_the_attacker_cannot_be_given_up() -> None:
    """Only unlocked creatures; the Howler in the Locked Area stays."""
    play = (
        Position(sets=[*SETS, "quest_of_the_qladiator"])
        .ready(0, "Witching Hag@C1:3/3")
        .locked(0, LOCKED)
        .ready(1, f"{STRONG}@C1:1/3*")
        .start("attack")
    )
    assert play.dice(0, "used") == ["Witching Hag"]
    assert play.dice(0, "ready") == [LOCKED]


@pytest.mark.ability("Strong Gnome Barbarian", 0)
@pytest.mark.rule("12.3")
@pytest.mark.rule("12.7")
def test_a_challenger_must_destroy_a_creature_of_that_challenge() -> None:
    """Challenging is attacking, and nothing at home is touched by it."""
    play = (
        Position(sets=[*SETS, "quartifacts"])
        .quest(1, "Hunt for Exqualibur", f"{STRONG}@C1:1/3*")
        .ready(0, "Witching Hag@C2:4/5", "Deathdealer@C1:3/2", "Assistant@C1:1/2")
        .start("attack")
    )
    play.do("quest Hunt for Exqualibur", "venture Witching Hag", "venture Deathdealer")
    assert (play.seat, play.decision.card) == (0, STRONG)
    assert set(play.options) == {
        "destroy Deathdealer [C1:3/2] in seat 0's quest",
        "destroy Witching Hag [C2:4/5] in seat 0's quest",
    }
    play.do("destroy Deathdealer")
    assert play.dice(0, "used") == ["Deathdealer"]
    assert play.dice(1, "used") == [STRONG]
    assert play.dice(0, "quest") == ["Witching Hag"]
    assert play.dice(0, "ready") == ["Assistant"]
    assert play.glory == (1, 0)  # for the Gnome, not for one's own creature
    assert play.kind == "start"


# --- Mighty Gnome Barbarian: Immunity for all its owner's creatures -----------------------------


@pytest.mark.ability("Mighty Gnome Barbarian", 0)
@pytest.mark.parametrize(("face", "safe"), [("C1:1/3*", True), ("C2:2/4", False)])
def test_every_creature_beside_it_has_immunity_on_its_burst(face: str, safe: bool) -> None:
    """A third player's creature is not covered."""
    play = (
        Position(players=3, sets=SETS)
        .ready(0, "Death Incantation@S**")
        .ready(1, f"{MIGHTY}@{face}", "Witching Hag@C2:4/5")
        .ready(2, "Ghostly Spirit@C2:3/3", "Scavenging Goblin@C1:2/2")
        .start("ready")
    )
    play.do("cast Death Incantation")
    expected = {
        "destroy Ghostly Spirit [C2:3/3] in seat 2's ready",
        "destroy Scavenging Goblin [C1:2/2] in seat 2's ready",
    }
    if not safe:
        expected |= {
            f"destroy {MIGHTY} [{face}] in seat 1's ready",
            "destroy Witching Hag [C2:4/5] in seat 1's ready",
        }
    assert set(play.options) == expected


@pytest.mark.ability("Mighty Gnome Barbarian", 0)
def test_a_quake_dragon_spares_them_all_as_long_as_the_gnome_is_there() -> None:
    """All of level 1, all immune; they defend as usual."""
    play = (
        Position(sets=SETS)
        .ready(0, "Quake Dragon@C1:4/4")
        .ready(1, f"{MIGHTY}@C1:1/3*", "Scavenging Goblin@C1:2/2", "Questing Wizard@C1:2/5")
        .start("attack")
    )
    assert play.happened("destroy") == []
    assert set(play.options) == {
        f"defend {MIGHTY} [C1:1/3*] against 4",
        "defend Scavenging Goblin [C1:2/2] against 4",
        "defend Questing Wizard [C1:2/5] against 4",
    }
    play.do("defend Questing Wizard")  # 5 holds against 4
    assert play.dice(1, "ready") == sorted([MIGHTY, "Questing Wizard", "Scavenging Goblin"])


@pytest.mark.ability("Mighty Gnome Barbarian", 0)
def test_when_it_falls_in_mid_attack_the_others_are_immune_no_more() -> None:
    """A Voodoo Doll's single point destroys the Wizard only after the Gnome is gone."""
    position = (
        Position(sets=SETS)
        .ready(0, "Voodoo Doll@C2:4/3*")
        .ready(1, f"{MIGHTY}@C1:1/3*", "Questing Wizard@C1:2/5")
    )
    first = position.start("attack")
    first.do(f"defend {MIGHTY}")  # 4 - 3 = 1 is left
    assert first.dice(1, "used") == [MIGHTY, "Questing Wizard"]
    assert first.kind == "capture"
    second = position.start("attack")
    second.do("defend Questing Wizard")  # immune: 4 against 5 holds
    assert second.dice(1, "used") == []
    assert second.kind == "capture"
    assert settled(first)
    assert settled(second)


@pytest.mark.ability("Mighty Gnome Barbarian", 0)
def test_its_owners_spells_reach_all_of_them() -> None:
    """Immunity is against opponents only."""
    play = (
        Position(sets=SETS)
        .ready(0, f"{MIGHTY}@C1:1/3*", "Witching Hag@C2:4/5", "Death Incantation@S**")
        .start("ready")
    )
    play.do("cast Death Incantation")
    assert set(play.options) == {
        f"destroy {MIGHTY} [C1:1/3*] in seat 0's ready",
        "destroy Witching Hag [C2:4/5] in seat 0's ready",
    }


@pytest.mark.ability("Mighty Gnome Barbarian", 0)
@pytest.mark.rule("11.3")
@pytest.mark.parametrize(("face", "safe"), [("C1:1/3*", True), ("C2:2/4", False)])
def test_a_locked_creature_beside_it_is_immune_too(face: str, safe: bool) -> None:
    """The Locked Area is part of the Ready Area (11.1)."""
    play = (
        Position(sets=[*SETS, "quest_of_the_qladiator"])
        .ready(0, "Death Incantation@S**", "Scavenging Goblin@C1:2/2")
        .ready(1, f"{MIGHTY}@{face}")
        .locked(1, LOCKED)
        .start("ready")
    )
    play.do("cast Death Incantation")
    chosen = {option for option in play.options if LOCKED in option}
    assert chosen == (set() if safe else {f"destroy {LOCKED} [K] in seat 1's ready"})


@pytest.mark.ability("Mighty Gnome Barbarian", 0)
@pytest.mark.rule("12.7")
@pytest.mark.parametrize("where", ["ready", "quest"])
def test_only_in_the_ready_area_does_it_share_its_immunity(where: str) -> None:
    """On a quest it keeps its own, and a creature that goes with it has none."""
    position = (
        Position(sets=[*SETS, "quartifacts"])
        .ready(0, "Life Cantrip@S", "Scavenging Goblin@C1:2/2")
        .ready(1, "Ghostly Spirit@C2:3/3")
    )
    dice = (f"{MIGHTY}@C1:1/3*", "Witching Hag@C2:4/5")
    if where == "quest":
        position.quest(1, "Hunt for Exqualibur", *dice)
    else:
        position.ready(1, *dice)
    play = position.start("ready")
    play.do("cast Life Cantrip")
    open_to_it = {option for option in play.options if "seat 1" in option}
    assert open_to_it == (
        set()
        if where == "ready"
        else {
            "attach Ghostly Spirit [C2:3/3] in seat 1's ready",
            "attach Witching Hag [C2:4/5] in seat 1's quest",
        }
    )
