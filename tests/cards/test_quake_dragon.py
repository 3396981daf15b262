"""The Quake Dragons: level 1 destroyed, small attackers ignored, defense and Glory by bursts.

Faces of the die: Q1, Q2, Q3|R, C1:4/4, C2:6/6*, C3:8/7**.
"""

from __future__ import annotations

import pytest

from quarriors.testing import Play, Position

EDITIONS = ["original", "original-it", "revised", "qultimate"]
FACES = ["C1:4/4", "C2:6/6*", "C3:8/7**"]


def totals(play: Play) -> dict[int, int]:
    """The attack total that was announced against each seat."""
    return {event[4]: event[5] for event in play.happened("total")}


# --- the die ------------------------------------------------------------------------------------


@pytest.mark.example("C")
@pytest.mark.rule("1.3")
def test_the_line_between_three_quiddity_and_a_re_roll_means_choose_one() -> None:
    """Re-rolled without being spent, as often as it shows up; or spent for 3 later."""
    play = Position().active(0, "Quake Dragon@Q3|R").start("immediate")
    assert set(play.options) == {"re-roll Quake Dragon [Q3|R]", "pass"}
    play.rolls("Quake Dragon@Q3|R")
    play.do("re-roll Quake Dragon")
    assert set(play.options) == {"re-roll Quake Dragon [Q3|R]", "pass"}
    play.do("pass")
    assert (play.kind, play.at_hand) == ("capture", 3)


# --- Quake Dragon: all level 1 creatures are destroyed first ------------------------------------


@pytest.mark.ability("Quake Dragon", 0)
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("face", FACES)
def test_quake_dragon_destroys_every_level_one_creature_before_the_defense(
    face: str, edition: str
) -> None:
    """Of every opponent, whatever their defense; its owner's own are left alone (6.7)."""
    attack = int(face[3])
    play = (
        Position(players=3, edition=edition)
        .ready(0, f"Quake Dragon@{face}", "Assistant@C1:1/2")
        .ready(1, "Scavenging Goblin@C1:2/2", "Questing Wizard@C1:2/5")
        .attached(1, "Life Cantrip@S", 1, "Questing Wizard")
        .ready(1, "Ghostly Spirit@C2:3/3", "Defender of the Pale@C3:2/8**")
        .ready(2, "Assistant@C1:1/2")
        .start("attack")
    )
    assert totals(play) == {1: attack + 1, 2: attack + 1}
    assert (play.seat, play.kind) == (1, "defend")
    assert set(play.options) == {  # the total is whole: nothing was spent on the level 1 ones
        f"defend Ghostly Spirit [C2:3/3] against {attack + 1}",
        f"defend Defender of the Pale [C3:2/8**] against {attack + 1}",
    }
    assert play.dice(1, "used") == ["Life Cantrip", "Questing Wizard", "Scavenging Goblin"]
    assert play.dice(2, "ready") == ["Assistant"]  # its turn comes after seat 1's defense
    if attack < 8:
        play.do("defend Defender of the Pale")  # holds
        assert play.dice(1, "ready") == ["Defender of the Pale", "Ghostly Spirit"]
    else:
        play.do("defend Ghostly Spirit")  # 9 - 3 = 6 against 8
        assert play.dice(1, "ready") == ["Defender of the Pale"]
    assert play.kind == "capture"
    assert play.dice(2, "used") == ["Assistant"]
    assert play.dice(0, "ready") == ["Assistant", "Quake Dragon"]


@pytest.mark.ability("Quake Dragon", 0)
def test_levels_two_and_three_are_not_touched() -> None:
    """One past the boundary: 4 damage holds against defenses of 6 and more."""
    play = (
        Position()
        .ready(0, "Quake Dragon@C1:4/4")
        .ready(1, "Questing Wizard@C2:3/6", "Defender of the Pale@C3:2/8**")
        .start("attack")
    )
    assert play.kind == "capture"
    assert play.dice(1, "ready") == ["Defender of the Pale", "Questing Wizard"]
    assert play.happened("destroy") == []


@pytest.mark.ability("Quake Dragon", 0)
def test_a_quake_dragon_does_nothing_in_other_players_attacks() -> None:
    """Its owner has to attack with it; one in the Active Pool does nothing either."""
    play = (
        Position(players=3)
        .ready(0, "Scavenging Goblin@C1:2/2")
        .active(0, "Quake Dragon@C3:8/7**")
        .ready(1, "Quake Dragon@C1:4/4")
        .ready(2, "Warrior of the Quay@C1:2/3")
        .start("attack")
    )
    assert play.kind == "capture"
    assert play.happened("destroy") == []
    assert play.dice(0, "ready") == ["Scavenging Goblin"]


@pytest.mark.ability("Quake Dragon", 0)
def test_a_quake_dragon_without_attack_still_shakes_the_ground() -> None:
    """A Life Incantation takes its attack, not its ability."""
    play = (
        Position()
        .ready(0, "Quake Dragon@C3:8/7**")
        .ready(1, "Scavenging Goblin@C1:2/2", "Ghostly Spirit@C2:3/3", "Life Incantation@S")
        .start("attack")
    )
    play.do("react Life Incantation", "weaken Quake Dragon")
    assert play.kind == "capture"
    assert play.dice(1, "ready") == ["Ghostly Spirit"]
    assert "Scavenging Goblin" in play.dice(1, "used")


@pytest.mark.ability("Quake Dragon", 0)
@pytest.mark.rule("6.4")
def test_a_level_one_creature_saved_from_the_dragon_takes_no_damage_in_this_attack() -> None:
    """Nor does a second Dragon destroy it again."""
    play = (
        Position()
        .ready(0, "Quake Dragon@C1:4/4", "Quake Dragon@C1:4/4")
        .ready(1, "Scavenging Goblin@C1:2/2", "Shaping Cantrip@S")
        .start("attack")
    )
    assert set(play.options) == {"react Shaping Cantrip [S]", "pass"}
    play.do("react Shaping Cantrip")
    assert play.kind == "capture"
    assert play.dice(1, "ready") == ["Scavenging Goblin"]
    assert len(play.happened("destroy")) == 1


@pytest.mark.ability("Quake Dragon", 0)
def test_when_destroyed_abilities_answer_the_dragon() -> None:
    """A Mighty Goblin draws, a Hag of the Dragon's owner counts each creature."""
    play = (
        Position()
        .ready(0, "Quake Dragon@C1:4/4", "Witching Hag@C1:3/3")
        .ready(1, "Mighty Scavenging Goblin@C1:2/2*", "Assistant@C1:1/2")
        .bag(1, "Portal", "Portal")
        .start("attack")
    )
    assert play.kind == "capture"
    assert play.pool == 2
    assert play.dice(1, "active") == ["Portal", "Portal"]
    assert play.dice(1, "used") == ["Assistant", "Mighty Scavenging Goblin"]


# --- Strong Quake Dragon: small creatures do not attack its owner -------------------------------


@pytest.mark.ability("Strong Quake Dragon", 0)
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("face", FACES)
def test_creatures_of_level_two_or_lower_do_not_attack_its_owner(face: str, edition: str) -> None:
    """Level 3 does; the other player faces them all."""
    play = (
        Position(players=3, edition=edition)
        .ready(0, "Deathdealer@C1:3/2", "Witching Hag@C2:4/5", "Questing Wizard@C3:4/8**")
        .ready(1, f"Strong Quake Dragon@{face}", "Devotee of the Holy Query@C2:2/4")
        .ready(2, "Defender of the Pale@C3:2/8**")
        .start("attack")
    )
    assert totals(play) == {1: 4, 2: 11}
    assert (play.seat, play.kind) == (1, "defend")
    play.do("defend Devotee")
    assert play.dice(1, "ready") == ["Strong Quake Dragon"]
    assert play.dice(2, "ready") == []
    assert play.dice(0, "ready") == ["Deathdealer", "Questing Wizard", "Witching Hag"]


@pytest.mark.ability("Strong Quake Dragon", 0)
def test_a_small_creature_with_bonuses_does_not_attack_its_owner_either() -> None:
    """15.5: what is added comes before what is left out."""
    play = (
        Position(players=3)
        .ready(0, "Deathdealer@C2:4/4", "Strong Warrior of the Quay@C1:2/3")
        .attached(0, "Death Charm@S**", 0, "Deathdealer")
        .ready(1, "Strong Quake Dragon@C1:4/4", "Assistant@C1:1/2")
        .ready(2, "Questing Wizard@C1:2/5")
        .start("attack")
    )
    assert totals(play) == {1: 0, 2: 12}
    assert play.kind == "capture"
    assert play.dice(1, "ready") == ["Assistant", "Strong Quake Dragon"]
    assert play.dice(2, "ready") == []


@pytest.mark.ability("Strong Quake Dragon", 0)
def test_its_owner_attacks_with_small_creatures_as_usual() -> None:
    """It keeps attackers off and hinders nobody else."""
    play = (
        Position()
        .ready(0, "Strong Quake Dragon@C1:4/4", "Deathdealer@C1:3/2")
        .ready(1, "Defender of the Pale@C3:2/8**")
        .start("attack")
    )
    assert totals(play) == {1: 7}


@pytest.mark.ability("Strong Quake Dragon", 0)
@pytest.mark.rule("6.2")
def test_the_total_stays_low_when_the_strong_dragon_falls_first() -> None:
    """The total was counted with it there."""
    play = (
        Position()
        .ready(0, "Defender of the Pale@C3:2/8**", "Questing Wizard@C3:4/8**")
        .ready(0, "Deathdealer@C2:4/4")
        .ready(1, "Strong Quake Dragon@C1:4/4", "Witching Hag@C1:3/3")
        .start("attack")
    )
    assert totals(play) == {1: 6}
    play.do("defend Strong Quake Dragon")
    assert play.kind == "capture"  # 2 left, not 6
    assert play.dice(1, "ready") == ["Witching Hag"]


@pytest.mark.ability("Strong Quake Dragon", 0)
def test_outside_the_ready_area_the_strong_dragon_protects_nobody() -> None:
    """Used Pile and Active Pool do not count."""
    play = (
        Position()
        .ready(0, "Deathdealer@C1:3/2")
        .used(1, "Strong Quake Dragon@C1:4/4")
        .active(1, "Strong Quake Dragon@C1:4/4")
        .ready(1, "Scavenging Goblin@C1:2/2")
        .start("attack")
    )
    assert totals(play) == {1: 3}
    assert play.dice(1, "ready") == []


# --- Mighty Quake Dragon: defense and Glory -----------------------------------------------------


@pytest.mark.ability("Mighty Quake Dragon", 0)
@pytest.mark.ability("Mighty Quake Dragon", 1)
@pytest.mark.rule("1.4")
@pytest.mark.parametrize(
    ("edition", "face", "defense"),
    [
        ("qultimate", "C1:4/4", 4),
        ("qultimate", "C2:6/6*", 7),
        ("qultimate", "C3:8/7**", 9),
        ("revised", "C3:8/7**", 9),
        ("original", "C2:6/6*", 7),
        ("original", "C3:8/7**", 9),
        ("original-it", "C1:4/4", 4),
        ("original-it", "C2:6/6*", 7),
        ("original-it", "C3:8/7**", 10),  # both bursts' standing bonuses, 1 + 2
    ],
)
def test_mighty_dragon_has_more_defense_by_its_bursts(
    edition: str, face: str, defense: int
) -> None:
    """Two bursts are +2 and not +3, but for the Italian book; attack stays as printed."""
    play = (
        Position(edition=edition)
        .ready(0, f"Mighty Quake Dragon@{face}", "Scavenging Goblin@C1:2/2")
        .start("capture")
    )
    assert play.defense(0, "Mighty Quake Dragon") == defense
    assert play.attack(0, "Mighty Quake Dragon") == int(face[3])
    assert play.defense(0, "Scavenging Goblin") == 2


@pytest.mark.ability("Mighty Quake Dragon", 0)
@pytest.mark.parametrize(("more", "falls"), [((), False), (("Assistant@C1:1/2",), True)])
def test_a_single_burst_mighty_dragon_falls_to_seven_and_not_to_six(
    more: tuple[str, ...], falls: bool
) -> None:
    """6 + 1; the attackers are a Hag, a Spirit and perhaps an Assistant."""
    play = (
        Position()
        .ready(0, "Witching Hag@C1:3/3", "Ghostly Spirit@C2:3/3", *more)
        .ready(1, "Mighty Quake Dragon@C2:6/6*")
        .start("attack")
    )
    assert play.dice(1, "ready") == ([] if falls else ["Mighty Quake Dragon"])


@pytest.mark.ability("Mighty Quake Dragon", 1)
@pytest.mark.parametrize(("more", "falls"), [((), False), (("Assistant@C1:1/2",), True)])
def test_a_double_burst_mighty_dragon_falls_to_nine_and_not_to_eight(
    more: tuple[str, ...], falls: bool
) -> None:
    """7 + 2 against 4 + 4 and one more."""
    play = (
        Position()
        .ready(0, "Questing Wizard@C3:4/8**", "Witching Hag@C2:4/5", *more)
        .ready(1, "Mighty Quake Dragon@C3:8/7**")
        .start("attack")
    )
    assert play.dice(1, "ready") == ([] if falls else ["Mighty Quake Dragon"])


@pytest.mark.ability("Mighty Quake Dragon", 2)
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("face", "glory"), [("C1:4/4", 4), ("C2:6/6*", 4), ("C3:8/7**", 6)])
def test_mighty_dragon_earns_two_more_glory_on_its_double_burst(
    face: str, glory: int, edition: str
) -> None:
    """Only there; a companion that scores earns its own."""
    play = (
        Position(edition=edition)
        .ready(0, f"Mighty Quake Dragon@{face}", "Scavenging Goblin@C1:2/2")
        .start("score")
    )
    assert play.glory == (glory + 2, 0)
    assert sorted(event[4] for event in play.happened("score")) == [2, glory]
