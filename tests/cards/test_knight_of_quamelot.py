"""The Knights of Quamelot: Squires, duels and Immunity.

Faces of the die: Q1, Q2 twice, C1:3/4, C2:5/6*, C3:6/8**.
"""

from __future__ import annotations

import pytest

from quarriors.engine import queries
from quarriors.testing import Play, Position
from tests.cards.common import settled

SETS = ["base", "quartifacts"]
HUNT = "Hunt for Exqualibur"
COINS = ["Basic Quiddity"] * 6
KNIGHT = "Knight of Quamelot"
STRONG = "Strong Knight of Quamelot"
MIGHTY = "Mighty Knight of Quamelot"
FACES = ["C1:3/4", "C2:5/6*", "C3:6/8**"]


def _on_quest(play: Play, seat: int, name: str) -> tuple[int, int]:
    die = play.die(seat, "quest", name)
    return int(queries.attack(play.state, die, -1)), int(queries.defense(play.state, die))


# --- Knight of Quamelot: stronger for every Squire ----------------------------------------------


@pytest.mark.ability("Knight of Quamelot", 0)
@pytest.mark.parametrize("squires", [0, 1, 3])
@pytest.mark.parametrize("face", FACES)
def test_a_knight_is_stronger_for_each_squire_with_it(face: str, squires: int) -> None:
    """Assistants do not count, nor do the opponent's Squires."""
    play = (
        Position(sets=SETS)
        .ready(0, f"{KNIGHT}@{face}", "Assistant@C1:1/2", *["Squire@C0:0/1"] * squires)
        .ready(1, "Squire@C0:1/2")
        .start("capture")
    )
    assert play.attack(0, KNIGHT) == int(face[3]) + squires
    assert play.defense(0, KNIGHT) == int(face[5]) + squires
    assert (play.attack(0, "Assistant"), play.defense(0, "Assistant")) == (1, 2)


@pytest.mark.ability("Knight of Quamelot", 0)
def test_a_squire_in_another_area_does_not_accompany_the_knight() -> None:
    """12.7: on the quest two, at home one; a Squire in the Active Pool is no creature."""
    play = (
        Position(sets=SETS)
        .quest(0, HUNT, f"{KNIGHT}@C1:3/4", "Squire@C0:0/1", "Squire@C0:1/2")
        .ready(0, f"{KNIGHT}@C1:3/4", "Squire@C0:0/1")
        .active(0, "Squire@C0:0/1")
        .start("capture")
    )
    assert _on_quest(play, 0, KNIGHT) == (5, 6)
    assert (play.attack(0, KNIGHT), play.defense(0, KNIGHT)) == (4, 5)


@pytest.mark.ability("Knight of Quamelot", 0)
def test_a_squire_that_falls_takes_its_bonus_with_it() -> None:
    """15.4: 6 damage; the Squire (1) first, then 5 against 4."""
    play = (
        Position(sets=SETS)
        .ready(0, "Mighty Quake Dragon@C2:6/6*")
        .ready(1, f"{KNIGHT}@C1:3/4", "Squire@C0:0/1")
        .start("attack")
    )
    play.do("pass", "defend Squire")
    assert play.dice(1, "used") == [KNIGHT, "Squire"]


# --- Knight, two bursts: a Glory more -----------------------------------------------------------


@pytest.mark.ability("Knight of Quamelot", 1)
@pytest.mark.parametrize(("face", "glory"), [("C1:3/4", 3), ("C2:5/6*", 3), ("C3:6/8**", 4)])
def test_a_knight_with_two_bursts_earns_one_more_glory(face: str, glory: int) -> None:
    """When it scores; others earn what they earn."""
    play = Position(sets=SETS).ready(0, f"{KNIGHT}@{face}", "Assistant@C1:1/2").start("score")
    assert play.glory == (glory + 1, 0)


@pytest.mark.ability("Knight of Quamelot", 2)
@pytest.mark.parametrize(
    ("party", "glory"),
    [
        ([f"{KNIGHT}@C2:5/6*"], 3),
        ([f"{KNIGHT}@C3:6/8**"], 4),
        ([f"{KNIGHT}@C3:6/8**", f"{KNIGHT}@C3:6/8**"], 5),
    ],
)
def test_knights_with_two_bursts_bring_glory_from_a_quest(party: list[str], glory: int) -> None:
    """Each of them, on top of the quest's 3."""
    play = (
        Position(sets=SETS).quest(0, HUNT, *party).bag(0, *COINS).rolls(f"{HUNT}@Q3").start("score")
    )
    play.do("pass")
    assert play.glory == (glory, 0)
    assert settled(play)


@pytest.mark.ability("Knight of Quamelot", 1)
@pytest.mark.ability("Knight of Quamelot", 2)
def test_a_knight_that_comes_home_in_vain_earns_nothing() -> None:
    """Tri-Clops Skull asks for 3: here level 2 and no more."""
    quest = "Hunt for Tri-Clops Skull"
    play = (
        Position(players=3, sets=SETS).quest(0, quest, f"{KNIGHT}@C2:5/6*").bag(0, *COINS)
    ).start("score")
    assert play.glory == (0, 0, 0)
    assert play.kind == "capture"


# --- Strong Knight: the duel --------------------------------------------------------------------


@pytest.mark.ability("Strong Knight of Quamelot", 0)
@pytest.mark.parametrize("face", FACES)
def test_the_attacker_names_the_first_defender(face: str) -> None:
    """Before the defender chooses; the rest is theirs."""
    play = (
        Position(sets=SETS)
        .ready(0, f"{STRONG}@{face}")
        .ready(1, "Questing Wizard@C3:4/8**", "Assistant@C1:1/2", "Scavenging Goblin@C1:2/2")
        .start("attack")
    )
    play.do("pass")
    assert (play.seat, play.decision.card) == (0, STRONG)
    assert set(play.options) == {
        "force Questing Wizard [C3:4/8**] in seat 1's ready",
        "force Assistant [C1:1/2] in seat 1's ready",
        "force Scavenging Goblin [C1:2/2] in seat 1's ready",
    }
    play.do("force Questing Wizard")  # 9 with its burst: it holds, and nobody falls
    assert play.kind == "capture"
    assert len(play.dice(1, "ready")) == 3
    assert settled(play)


@pytest.mark.ability("Strong Knight of Quamelot", 0)
def test_after_the_first_defender_the_others_are_chosen_as_usual() -> None:
    """6 damage: the Assistant first (2), then 4 against whom its owner likes."""
    play = (
        Position(sets=SETS)
        .ready(0, f"{STRONG}@C3:6/8**")
        .ready(1, "Deathdealer@C2:4/4", "Assistant@C1:1/2", "Warrior of the Quay@C2:3/4")
        .start("attack")
    )
    play.do("pass", "force Assistant")
    assert play.seat == 1
    assert set(play.options) == {
        "defend Deathdealer [C2:4/4] against 4",
        "defend Warrior of the Quay [C2:3/4] against 4",
    }


@pytest.mark.ability("Strong Knight of Quamelot", 0)
def test_two_strong_knights_have_one_choice_for_each_side() -> None:
    """One pick against seat 1, one against seat 2."""
    play = (
        Position(players=3, sets=SETS)
        .ready(0, f"{STRONG}@C1:3/4", f"{STRONG}@C2:5/6*")
        .ready(1, "Questing Wizard@C3:4/8**", "Assistant@C1:1/2")
        .ready(2, "Questing Wizard@C3:4/8**", "Scavenging Goblin@C1:2/2")
        .start("attack")
    )
    play.do("pass")
    picks = []
    while play.kind in ("order", "effect"):
        if play.kind == "effect":
            picks.append(play.options[0].split(" in ")[1])
            play.do("force Questing Wizard")
        else:
            play.do(play.options[0])
    assert picks == ["seat 1's ready", "seat 2's ready"]
    assert play.dice(1, "used") == []  # 8 against 9
    assert play.dice(2, "used") == []


@pytest.mark.ability("Strong Knight of Quamelot", 0)
@pytest.mark.rule("12.7")
def test_in_a_challenge_the_duel_is_on_the_quest_and_for_both_sides() -> None:
    """Creatures at home cannot be named; a challenged Knight attacks as well."""
    play = (
        Position(sets=SETS)
        .ready(0, f"{STRONG}@C1:3/4")
        .quest(1, HUNT, "Deathdealer@C2:4/4", "Squire@C0:0/1")
        .ready(1, "Assistant@C1:1/2")
        .start("attack")
    )
    play.do("quest")
    assert set(play.options) == {
        "force Deathdealer [C2:4/4] in seat 1's quest",
        "force Squire [C0:0/1] in seat 1's quest",
    }
    play.do("force Deathdealer")  # 3 against 4
    assert play.dice(1, "quest") == ["Deathdealer", "Squire"]
    assert play.glory == (0, 0)

    held = (
        Position(sets=SETS)
        .quest(1, HUNT, f"{STRONG}@C1:3/4")
        .ready(0, "Warrior of the Quay@C2:3/4", "Deathdealer@C1:3/2")
        .start("attack")
    )
    held.do("quest", "venture Warrior", "venture Deathdealer")
    assert set(held.options) == {
        "force Warrior of the Quay [C2:3/4] in seat 0's quest",
        "force Deathdealer [C1:3/2] in seat 0's quest",
    }
    held.do("force Warrior")
    assert held.seat == 0  # 3 are not enough for the Warrior's 4
    assert held.dice(0, "quest") == ["Deathdealer", "Warrior of the Quay"]


@pytest.mark.ability("Strong Knight of Quamelot", 0)
def test_two_strong_knights_have_one_choice_in_a_challenge_too() -> None:
    """9 in all against a Defender of 12: it holds, and nobody else is named."""
    play = (
        Position(sets=SETS)
        .ready(0, f"{STRONG}@C1:3/4", f"{STRONG}@C3:6/8**")
        .quest(1, HUNT, "Defender of the Pale@C3:2/8**", "Squire@C0:0/1")
        .attached(1, "Life Cantrip@S", 1, "Defender of the Pale")
        .start("attack")
    )
    play.do("quest", f"venture {STRONG} [C1:3/4]", f"venture {STRONG} [C3:6/8**]")
    play.do(play.options[0], "force Defender of the Pale")  # whose choice it is, and the choice
    assert play.kind == "capture"
    assert play.dice(1, "quest") == ["Defender of the Pale", "Squire"]
    assert settled(play)


@pytest.mark.ability("Strong Knight of Quamelot", 0)
def test_an_immune_creature_cannot_be_named() -> None:
    """10.5: a quartifact makes the Deathdealer immune."""
    play = (
        Position(sets=SETS)
        .ready(0, f"{STRONG}@C1:3/4")
        .ready(1, "Assistant@C1:1/2", "Deathdealer@C1:3/2")
        .attached(1, "Expedition for Exqualibur@QF:Scabbard of Quamelot", 1, "Deathdealer")
        .start("attack")
    )
    play.do("pass")
    assert play.kind == "capture"  # the Assistant is the only one and takes the blow
    assert play.dice(1, "used") == ["Assistant"]


@pytest.mark.ability("Strong Knight of Quamelot", 1)
@pytest.mark.ability("Strong Knight of Quamelot", 2)
@pytest.mark.parametrize(
    ("edition", "defenses"), [("qultimate", [4, 7, 10]), ("original-it", [4, 7, 11])]
)
def test_a_strong_knight_defends_better_with_bursts(edition: str, defenses: list[int]) -> None:
    """+1 and +2; the Italian book adds them up on two bursts (1.4)."""
    for face, defense in zip(FACES, defenses, strict=True):
        play = Position(sets=SETS, edition=edition).ready(0, f"{STRONG}@{face}").start("capture")
        assert play.defense(0, STRONG) == defense
        assert play.attack(0, STRONG) == int(face[3])


# --- Mighty Knight: Immunity --------------------------------------------------------------------


@pytest.mark.ability("Mighty Knight of Quamelot", 0)
@pytest.mark.ability("Mighty Knight of Quamelot", 1)
@pytest.mark.parametrize("face", FACES)
def test_companions_are_immune_and_on_a_burst_the_knight_too(face: str) -> None:
    """A Death Incantation may choose neither; the Knight only on C1."""
    play = (
        Position(players=3, sets=SETS)
        .ready(0, "Death Incantation@S**")
        .ready(1, f"{MIGHTY}@{face}", "Assistant@C1:1/2")
        .quest(1, "Hunt for Holy Quail", "Squire@C0:0/1")
        .ready(2, "Assistant@C1:1/2")
        .start("ready")
    )
    play.do("cast Death Incantation")
    if face == "C1:3/4":
        assert set(play.options) == {
            f"destroy {MIGHTY} [{face}] in seat 1's ready",
            "destroy Assistant [C1:1/2] in seat 2's ready",
        }
    else:
        assert play.dice(2, "used") == ["Assistant"]  # nobody else could be chosen


@pytest.mark.ability("Mighty Knight of Quamelot", 0)
def test_two_mighty_knights_shield_each_other_but_not_those_elsewhere() -> None:
    """On a quest the Squire beside it is immune, the Assistant at home is not."""
    play = (
        Position(sets=SETS)
        .ready(0, "Misdirection Spell@S*")
        .quest(1, HUNT, f"{MIGHTY}@C1:3/4", f"{MIGHTY}@C1:3/4", "Squire@C0:0/1")
        .ready(1, "Assistant@C1:1/2", "Deathdealer@C1:3/2")
        .start("ready")
    )
    play.do("cast Misdirection Spell")
    assert set(play.options) == {
        "discard Assistant [C1:1/2] in seat 1's ready",
        "discard Deathdealer [C1:3/2] in seat 1's ready",
    }


@pytest.mark.ability("Mighty Knight of Quamelot", 0)
@pytest.mark.ability("Mighty Knight of Quamelot", 1)
def test_plain_damage_and_its_owners_spells_reach_an_immune_creature() -> None:
    """10.5: an attack destroys it; its owner may attach a spell to it."""
    attacked = (
        Position(sets=SETS)
        .ready(0, "Quake Dragon@C2:6/6*")
        .ready(1, f"{MIGHTY}@C2:5/6*", "Assistant@C1:1/2")
        .start("attack")
    )
    attacked.do("pass")
    assert attacked.kind == "defend"  # the Assistant was not shaken to death
    attacked.do(f"defend {MIGHTY}")
    assert attacked.dice(1, "ready") == ["Assistant"]
    own = (
        Position(sets=SETS)
        .ready(0, f"{MIGHTY}@C2:5/6*", "Assistant@C1:1/2", "Life Cantrip@S")
        .start("ready")
    )
    own.do("cast Life Cantrip", "attach Assistant")
    assert own.defense(0, "Assistant") == 6


@pytest.mark.ability("Mighty Knight of Quamelot", 0)
def test_the_shield_falls_with_the_knight() -> None:
    """Once it is gone a companion can be chosen again."""
    play = (
        Position(sets=SETS)
        .ready(0, "Death Incantation@S*", "Death Incantation@S*")
        .ready(1, f"{MIGHTY}@C1:3/4", "Assistant@C1:1/2")
        .start("ready")
    )
    play.do("cast Death Incantation")
    assert play.dice(1, "ready") == ["Assistant"]
    play.do("cast Death Incantation")
    assert play.dice(1, "ready") == []
