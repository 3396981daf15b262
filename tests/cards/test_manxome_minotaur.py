"""The Manxome Minotaurs: sacrifices, a toll on their quest, revenge, and Glory for losses.

Faces of the die: Q1, Q2, Q3, C1:5/3, C2:7/5*, C3:9/6**.
"""

from __future__ import annotations

import pytest

from quarriors.testing import Play, Position
from tests.cards.common import settled

SETS = ["base", "quartifacts"]
HUNT = "Hunt for Exqualibur"
PLAIN = "Manxome Minotaur"
STRONG = "Strong Manxome Minotaur"
MIGHTY = "Mighty Manxome Minotaur"
FACES = ["C1:5/3", "C2:7/5*", "C3:9/6**"]
SHIELD = "Expedition for Exqualibur@QF:Scabbard of Quamelot"  # +2 defense and Immunity


def _totals(play: Play) -> dict[int, int]:
    return {event[4]: event[5] for event in play.happened("total")}


# --- Manxome Minotaur: +2 attack in a challenge -------------------------------------------------


@pytest.mark.ability("Manxome Minotaur", 0)
@pytest.mark.parametrize("face", FACES)
def test_a_minotaur_challenges_with_two_more_attack(face: str) -> None:
    """Against the party of the quest; the other side's total is what it is."""
    play = (
        Position(sets=SETS)
        .ready(0, f"{PLAIN}@{face}")
        .quest(1, HUNT, "Questing Wizard@C3:4/8**")
        .start("attack")
    )
    play.do("quest")
    assert _totals(play) == {1: int(face[3]) + 2, 0: 4}


@pytest.mark.ability("Manxome Minotaur", 0)
def test_in_an_attack_and_when_it_is_challenged_it_has_what_its_die_says() -> None:
    """Only challenging counts."""
    attack = (
        Position(sets=SETS)
        .ready(0, f"{PLAIN}@C1:5/3")
        .ready(1, "Questing Wizard@C3:4/8**")
        .start("attack")
    )
    attack.do("pass")
    assert _totals(attack) == {1: 5}
    held = (
        Position(sets=SETS)
        .quest(1, HUNT, f"{PLAIN}@C1:5/3")
        .ready(0, "Questing Wizard@C1:2/5")
        .start("attack")
    )
    held.do("quest")
    assert _totals(held) == {1: 2, 0: 5}


# --- Manxome Minotaur, bursts: they destroy one of their own ------------------------------------


@pytest.mark.ability("Manxome Minotaur", 1)
@pytest.mark.ability("Manxome Minotaur", 2)
@pytest.mark.parametrize(
    ("face", "victims"),
    [
        ("C1:5/3", []),
        ("C2:7/5*", ["Assistant [C1:1/2]", "Squire [C0:0/1]"]),
        ("C3:9/6**", ["Assistant [C1:1/2]", "Squire [C0:0/1]", "Warrior of the Quay [C2:3/4]"]),
    ],
)
def test_whoever_is_attacked_destroys_a_small_creature_of_their_own_choice(
    face: str, victims: list[str]
) -> None:
    """Before defenders are chosen, and without using up any damage; level 3 is safe."""
    play = (
        Position(sets=SETS)
        .ready(0, f"{PLAIN}@{face}")
        .ready(1, "Assistant@C1:1/2", "Squire@C0:0/1", "Warrior of the Quay@C2:3/4")
        .ready(1, "Questing Wizard@C3:4/8**")
        .start("attack")
    )
    play.do("pass")
    assert play.seat == 1
    if victims:
        assert play.decision.card == PLAIN
        assert set(play.options) == {f"destroy {victim} in seat 1's ready" for victim in victims}
        play.do("destroy Squire")
        assert play.dice(1, "used") == ["Squire"]
    assert play.kind == "defend"
    assert f"defend Questing Wizard [C3:4/8**] against {face[3]}" in play.options


@pytest.mark.ability("Manxome Minotaur", 1)
@pytest.mark.parametrize("edition", ["original", "original-it", "revised", "qultimate"])
def test_every_opponent_has_to_and_in_no_edition_twice(edition: str) -> None:
    """Seat 1 has one small creature, seat 2 none; two bursts destroy one, not two."""
    play = (
        Position(players=3, sets=SETS, edition=edition)
        .ready(0, f"{PLAIN}@C3:9/6**")
        .ready(1, "Assistant@C1:1/2", "Questing Wizard@C3:4/8**")
        .ready(2, "Questing Wizard@C3:4/8**")
        .start("attack")
    )
    play.do("pass")
    assert play.dice(1, "used") == ["Assistant", "Questing Wizard"]  # 9 against 8 and its burst
    assert play.dice(2, "used") == ["Questing Wizard"]
    assert len(play.happened("destroy")) == 3


@pytest.mark.ability("Manxome Minotaur", 1)
def test_in_a_challenge_only_the_party_counts_and_the_challenger_gains_the_glory() -> None:
    """1 Glory for the sacrifice, 1 for the creature that falls; who is at home is safe."""
    play = (
        Position(sets=SETS)
        .ready(0, f"{PLAIN}@C2:7/5*")
        .quest(1, HUNT, "Squire@C0:0/1", "Deathdealer@C2:4/4")
        .ready(1, "Assistant@C1:1/2")
        .start("attack")
    )
    play.do("quest", "yes")
    assert play.glory == (2, 0)
    assert play.dice(1, "used") == ["Deathdealer", "Squire"]
    assert play.dice(1, "ready") == ["Assistant"]
    assert play.dice(0, "quest") == [PLAIN]
    # Both totals are known before anybody is destroyed: 4 of the Deathdealer, 0 of the Squire.
    assert _totals(play) == {1: 9, 0: 4}
    assert settled(play)


@pytest.mark.ability("Manxome Minotaur", 1)
@pytest.mark.ability("Manxome Minotaur", 2)
@pytest.mark.parametrize("face", ["C2:7/5*", "C3:9/6**"])
def test_an_immune_creature_is_not_destroyed_this_way(face: str) -> None:
    """10.5: the Minotaur's ability does not affect it, though its owner chooses."""
    play = (
        Position(sets=SETS)
        .ready(0, f"{PLAIN}@{face}")
        .ready(1, "Deathdealer@C1:3/2", "Questing Wizard@C3:4/8**")
        .attached(1, SHIELD, 1, "Deathdealer")
        .start("attack")
    )
    play.do("pass")
    assert (play.seat, play.kind) == (1, "defend")
    assert play.happened("destroy") == []


@pytest.mark.ability("Manxome Minotaur", 1)
def test_the_owner_of_the_minotaur_destroys_nothing_of_their_own() -> None:
    """Nor does a Minotaur that is attacked do anything."""
    play = (
        Position(sets=SETS)
        .ready(0, "Assistant@C1:1/2", "Squire@C0:0/1")
        .ready(1, f"{PLAIN}@C2:7/5*")
        .start("attack")
    )
    play.do("pass")
    assert play.kind == "capture"
    assert play.dice(0, "ready") == ["Assistant", "Squire"]


# --- Strong Minotaur: a toll --------------------------------------------------------------------


@pytest.mark.ability("Strong Manxome Minotaur", 0)
@pytest.mark.parametrize("face", FACES)
def test_challenging_the_quest_of_a_strong_minotaur_costs_two_quiddity(face: str) -> None:
    """Once, however many creatures go."""
    play = (
        Position(sets=SETS)
        .quest(1, HUNT, f"{STRONG}@{face}")
        .ready(0, "Warrior of the Quay@C1:2/3", "Deathdealer@C1:3/2")
        .active(0, *["Basic Quiddity@Q1"] * 3)
        .start("attack")
    )
    assert set(play.options) == {f"quest {HUNT} against seat 1 for 2", "pass"}
    play.do("quest", "venture Warrior", "venture Deathdealer")
    assert len(play.dice(0, "spent")) == 2
    assert play.dice(0, "active") == ["Basic Quiddity"]


@pytest.mark.ability("Strong Manxome Minotaur", 0)
def test_who_cannot_pay_cannot_challenge_and_starting_a_quest_is_free() -> None:
    """1 quiddity is too little; an empty quest, or a Minotaur at home, asks for nothing."""
    position = Position(sets=SETS, wilds=[HUNT]).ready(0, "Warrior of the Quay@C1:2/3")
    poor = position.active(0, "Basic Quiddity@Q1").quest(1, HUNT, f"{STRONG}@C1:5/3")
    assert poor.start("attack").kind == "capture"
    home = (
        Position(sets=SETS, wilds=[HUNT])
        .ready(0, "Warrior of the Quay@C1:2/3")
        .ready(1, f"{STRONG}@C1:5/3")
        .start("attack")
    )
    assert set(home.options) == {f"quest {HUNT}", "pass"}
    other = (
        Position(sets=SETS)
        .ready(0, "Warrior of the Quay@C1:2/3")
        .quest(1, HUNT, "Squire@C0:0/1")
        .ready(1, f"{STRONG}@C1:5/3")
        .start("attack")
    )
    assert set(other.options) == {f"quest {HUNT} against seat 1 for 0", "pass"}


# --- Strong Minotaur, bursts: revenge -----------------------------------------------------------


@pytest.mark.ability("Strong Manxome Minotaur", 1)
@pytest.mark.ability("Strong Manxome Minotaur", 2)
@pytest.mark.parametrize(
    ("face", "victims"),
    [
        ("C1:5/3", []),
        ("C2:7/5*", ["Assistant [C1:1/2]"]),
        ("C3:9/6**", ["Assistant [C1:1/2]", "Devotee of the Holy Query [C2:2/4]"]),
    ],
)
def test_after_an_attack_a_strong_minotaur_may_destroy_a_small_attacker(
    face: str, victims: list[str]
) -> None:
    """Level 1, or 2 with two bursts, never 3; the spell lying there is no creature."""
    play = (
        Position(sets=SETS)
        .ready(0, "Assistant@C1:1/2", "Devotee of the Holy Query@C2:2/4", "Life Cantrip@S")
        .ready(0, "Strong Questing Wizard@C3:4/8**")
        .ready(1, f"{STRONG}@{face}", "Defender of the Pale@C3:2/8**")
        .start("attack")
    )
    play.do("pass", "pass", "defend Defender of the Pale")  # 7 against 8
    if not victims:
        assert (play.seat, play.kind) == (0, "capture")
        assert len(play.dice(0, "ready")) == 4
        return
    assert (play.seat, play.decision.card) == (1, STRONG)
    assert set(play.options) == {
        *(f"destroy {victim} in seat 0's ready" for victim in victims),
        "no",
    }
    play.do("destroy Assistant")
    assert play.dice(0, "used") == ["Assistant"]
    assert play.kind == "capture"
    assert settled(play)


@pytest.mark.ability("Strong Manxome Minotaur", 1)
def test_the_revenge_changes_no_total_and_may_be_declined() -> None:
    """Seat 2 faces all 4 before anybody falls."""
    play = (
        Position(players=3, sets=SETS)
        .ready(0, "Assistant@C1:1/2", "Deathdealer@C1:3/2")
        .ready(1, f"{STRONG}@C2:7/5*")
        .ready(2, "Warrior of the Quay@C2:3/4")
        .start("attack")
    )
    play.do("pass")
    assert play.dice(2, "used") == ["Warrior of the Quay"]
    assert set(play.options) == {
        "destroy Assistant [C1:1/2] in seat 0's ready",
        "destroy Deathdealer [C1:3/2] in seat 0's ready",
        "no",
    }
    play.do("no")
    assert play.dice(0, "ready") == ["Assistant", "Deathdealer"]


@pytest.mark.ability("Strong Manxome Minotaur", 1)
def test_a_strong_minotaur_that_falls_takes_no_revenge() -> None:
    """It has to be there still."""
    play = (
        Position(sets=SETS)
        .ready(0, "Assistant@C1:1/2", "Mighty Quake Dragon@C2:6/6*")
        .ready(1, f"{STRONG}@C2:7/5*")
        .start("attack")
    )
    play.do("pass")
    assert play.kind == "capture"
    assert play.dice(1, "used") == [STRONG]
    assert play.dice(0, "ready") == ["Assistant", "Mighty Quake Dragon"]


@pytest.mark.ability("Strong Manxome Minotaur", 1)
@pytest.mark.ability("Strong Manxome Minotaur", 2)
def test_after_a_challenge_against_it_a_challenger_may_fall_but_not_the_other_way_round() -> None:
    """The Wizard (8) holds the Minotaur's 7, then the Devotee of level 1 may fall."""
    play = (
        Position(sets=SETS)
        .quest(1, HUNT, f"{STRONG}@C2:7/5*")
        .ready(0, "Devotee of the Holy Query@C1:0/3", "Questing Wizard@C3:4/8**")
        .active(0, "Basic Quiddity@Q2")
        .start("attack")
    )
    play.do("quest", "venture Devotee", "venture Questing", "defend Questing Wizard")
    assert (play.seat, play.decision.card) == (1, STRONG)
    assert set(play.options) == {
        "destroy Devotee of the Holy Query [C1:0/3] in seat 0's quest",
        "no",
    }
    play.do("destroy Devotee")
    assert play.dice(0, "used") == ["Devotee of the Holy Query", "Questing Wizard"]
    assert play.dice(1, "quest") == [STRONG]
    assert play.glory == (0, 0)

    own = (
        Position(sets=SETS)
        .ready(0, f"{STRONG}@C3:9/6**")
        .quest(1, HUNT, "Squire@C0:0/1", "Defender of the Pale@C3:2/8**")
        .attached(1, "Life Cantrip@S", 1, "Defender of the Pale")
        .start("attack")
    )
    own.do("quest", "defend Defender of the Pale")  # 9 against 12
    assert own.kind == "capture"  # the Minotaur lives, the Squire is small, nobody is asked
    assert own.dice(1, "quest") == ["Defender of the Pale", "Squire"]
    assert own.dice(0, "used") == [STRONG]


@pytest.mark.ability("Strong Manxome Minotaur", 1)
def test_who_went_on_a_quest_took_no_part_in_the_attack() -> None:
    """The Squire is small enough, but was elsewhere."""
    play = (
        Position(sets=SETS)
        .ready(0, "Squire@C0:0/1", "Devotee of the Holy Query@C1:0/3", "Assistant@C1:1/2")
        .ready(1, f"{STRONG}@C2:7/5*")
        .start("attack")
    )
    play.do("quest", "venture Squire", "pass")
    assert play.seat == 1
    assert set(play.options) == {
        "destroy Devotee of the Holy Query [C1:0/3] in seat 0's ready",
        "destroy Assistant [C1:1/2] in seat 0's ready",
        "no",
    }


# --- Mighty Minotaur: Glory for losses ----------------------------------------------------------


@pytest.mark.ability("Mighty Manxome Minotaur", 0)
def test_a_mighty_minotaur_gains_a_glory_for_each_opponent_who_loses_a_creature() -> None:
    """Seat 1 loses two, seat 2 one, seat 3 none: 2 Glory."""
    play = (
        Position(players=4, sets=SETS)
        .ready(0, f"{MIGHTY}@C1:5/3")
        .ready(1, "Assistant@C1:1/2", "Deathdealer@C1:3/2")
        .ready(2, "Assistant@C1:1/2")
        .ready(3, "Questing Wizard@C3:4/8**")
        .start("attack")
    )
    play.do("pass", "defend Assistant")
    assert play.kind == "capture"
    assert play.glory == (2, 0, 0, 0)
    assert play.dice(1, "ready") == []
    assert settled(play)


@pytest.mark.ability("Mighty Manxome Minotaur", 0)
def test_in_a_challenge_its_glory_comes_on_top_once() -> None:
    """Two fall: 2 for the challenge and 1 for the opponent."""
    play = (
        Position(sets=SETS)
        .ready(0, f"{MIGHTY}@C2:7/5*")
        .quest(1, HUNT, "Squire@C0:0/1", "Deathdealer@C2:4/4")
        .start("attack")
    )
    play.do("quest", "defend Squire", "no")
    assert play.glory == (3, 0)
    assert play.dice(0, "used") == [MIGHTY]


@pytest.mark.ability("Mighty Manxome Minotaur", 0)
def test_both_an_attack_and_a_challenge_against_one_opponent_count_where_it_takes_part() -> None:
    """The Goblin's attack kills an Assistant; the Minotaur's challenge a Squire: 1 for each."""
    play = (
        Position(sets=SETS)
        .ready(0, f"{MIGHTY}@C1:5/3", "Scavenging Goblin@C1:2/2")
        .quest(1, HUNT, "Squire@C0:0/1")
        .ready(1, "Assistant@C1:1/2")
        .start("attack")
    )
    play.do("quest", f"venture {MIGHTY}", "pass", "first creatures", "no")
    assert play.dice(1, "used") == ["Assistant", "Squire"]
    assert play.glory == (2, 0)  # challenge and Minotaur; nothing for the attack


@pytest.mark.ability("Mighty Manxome Minotaur", 0)
def test_nothing_for_spells_for_attacks_without_it_or_in_other_players_turns() -> None:
    """A spell before the attack; the Minotaur's quest challenged by another player."""
    spell = (
        Position(sets=SETS)
        .ready(0, f"{MIGHTY}@C1:5/3", "Death Incantation@S*")
        .ready(1, "Assistant@C1:1/2")
        .start("ready")
    )
    spell.do("cast Death Incantation", "destroy Assistant", "pass")
    assert spell.glory == (0, 0)
    held = (
        Position(sets=SETS)
        .quest(1, HUNT, f"{MIGHTY}@C1:5/3")
        .ready(0, "Assistant@C1:1/2", "Scavenging Goblin@C1:2/2")
        .start("attack")
    )
    held.do("quest")
    assert held.dice(0, "used") == ["Scavenging Goblin"]
    assert held.glory == (0, 0)
    home = (
        Position(sets=SETS)
        .ready(0, f"{MIGHTY}@C1:5/3", "Scavenging Goblin@C1:2/2")
        .quest(1, HUNT, "Squire@C0:0/1")
        .start("attack")
    )
    home.do("quest", "venture Scavenging Goblin", "pass", "no")
    assert home.glory == (1, 0)  # the challenge alone: the Minotaur was not there


@pytest.mark.ability("Mighty Manxome Minotaur", 1)
@pytest.mark.ability("Mighty Manxome Minotaur", 2)
@pytest.mark.parametrize(
    ("edition", "expected"),
    [
        ("qultimate", [(5, 3), (8, 5), (11, 7)]),
        ("original-it", [(5, 3), (8, 5), (12, 7)]),  # 1.4: both lines on two bursts
    ],
)
def test_a_mighty_minotaur_is_stronger_with_bursts(
    edition: str, expected: list[tuple[int, int]]
) -> None:
    """+1 attack; +2 attack and +1 defense."""
    for face, numbers in zip(FACES, expected, strict=True):
        play = (
            Position(sets=SETS, edition=edition)
            .ready(0, f"{MIGHTY}@{face}", "Assistant@C1:1/2")
            .start("capture")
        )
        assert (play.attack(0, MIGHTY), play.defense(0, MIGHTY)) == numbers
        assert (play.attack(0, "Assistant"), play.defense(0, "Assistant")) == (1, 2)
