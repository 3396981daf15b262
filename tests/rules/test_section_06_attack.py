"""Section 6: phase 3, the attack."""

from __future__ import annotations

import pytest

from quarriors.engine import queries
from quarriors.engine.catalog import Catalog
from quarriors.engine.ids import place
from quarriors.testing import Play, Position

ALL = ["original", "original-it", "revised", "qultimate"]


def totals(play: Play) -> dict[int, int]:
    """Against whom how much: the defender and the total of every count so far."""
    return {event[4]: event[5] for event in play.happened("total")}


# --- 6.1 -------------------------------------------------------------------------------------


@pytest.mark.rule("6.1")
@pytest.mark.parametrize("edition", ALL)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_all_creatures_attack_all_opponents_with_their_sum(edition: str, players: int) -> None:
    position = Position(players, edition=edition).ready(
        0, "Witching Hag@C1:3/3", "Scavenging Goblin@C1:2/2", "Assistant@C1:1/2", "Life Charm@S"
    )
    for seat in range(1, players):
        position.ready(seat, "Defender of the Pale@C3:2/8**")
    play = position.start("attack")
    assert totals(play) == dict.fromkeys(range(1, players), 6)


@pytest.mark.rule("6.1")
def test_the_total_is_worked_out_for_each_defender() -> None:
    """Warrior of the Quay: +3 against an opponent with exactly one creature."""
    play = (
        Position(4)
        .ready(0, "Warrior of the Quay@C2:3/4", "Scavenging Goblin@C1:2/2")
        .ready(1, "Quake Dragon@C3:8/7**", "Ghostly Spirit@C2:3/3")
        .ready(2, "Quake Dragon@C3:8/7**")
        .start("attack")
    )
    assert totals(play) == {1: 5, 2: 8}


@pytest.mark.rule("6.1")
def test_spells_that_raise_the_attack_can_be_cast_before_it_is_counted() -> None:
    position = (
        Position()
        .ready(0, "Scavenging Goblin@C1:2/2", "Assistant@C1:1/2", "Death Cantrip@S**")
        .ready(1, "Quake Dragon@C3:8/7**")
    )
    play = position.start("attack")
    assert set(play.options) == {"cast Death Cantrip [S**]", "pass"}
    play.do("cast Death Cantrip")
    assert totals(play) == {1: 9}
    assert play.dice(1, "used") == ["Quake Dragon"]
    held = position.start("attack")
    held.do("pass")
    assert totals(held) == {1: 3}
    assert held.dice(1, "ready") == ["Quake Dragon"]


@pytest.mark.rule("6.1")
def test_the_attack_is_not_optional() -> None:
    """No decision stands between the end of phase 2 and the defender's loss."""
    play = (
        Position()
        .ready(0, "Quake Dragon@C1:4/4")
        .ready(1, "Devotee of the Holy Query@C2:2/4")
        .active(0, "Basic Quiddity@Q1")
        .start("ready")
    )
    assert play.dice(1, "used") == ["Devotee of the Holy Query"]


# --- 6.2 -------------------------------------------------------------------------------------


@pytest.mark.rule("6.2")
@pytest.mark.parametrize("edition", ALL)
def test_every_opponent_faces_the_full_total(edition: str) -> None:
    play = (
        Position(4, edition=edition)
        .ready(1, "Quake Dragon@C2:6/6*")
        .ready(2, "Devotee of the Holy Query@C2:2/4")
        .ready(0, "Devotee of the Holy Query@C2:2/4")
        .active(1, "Basic Quiddity@Q1")
        .start("attack", active=1)
    )
    assert totals(play) == {2: 6, 0: 6}  # seat 3 has no creature and does not defend
    assert play.dice(2, "used") == play.dice(0, "used") == ["Devotee of the Holy Query"]


@pytest.mark.rule("6.2")
def test_protection_lowers_the_total_for_that_player_alone() -> None:
    """Mighty Witching Hag: each attacker counts at most 3 against its owner."""
    play = (
        Position(3)
        .ready(0, "Quake Dragon@C2:6/6*", "Ghostly Spirit@C1:2/2")
        .ready(1, "Mighty Witching Hag@C2:4/5")
        .ready(2, "Devotee of the Holy Query@C2:2/4")
        .start("attack")
    )
    assert totals(play) == {1: 5, 2: 8}


@pytest.mark.rule("6.2")
@pytest.mark.parametrize("edition", ALL)
def test_a_spell_that_destroys_an_attacker_in_time_takes_it_out_for_everybody(
    edition: str, made_up: Catalog
) -> None:
    """Lightning of the first defender strikes the dragon: 8 become 2 for both defenders."""
    play = (
        Position(3, edition=edition, catalog=made_up)
        .ready(0, "Quake Dragon@C2:6/6*", "Ghostly Spirit@C1:2/2", "Growth Charm@S")
        .ready(1, "Lightning@S", "Devotee of the Holy Query@C2:2/4")
        .ready(2, "Devotee of the Holy Query@C2:2/4")
        .start("attack")
    )
    play.do("pass")
    assert (play.kind, play.seat) == ("react", 1)
    assert totals(play) == {1: 8, 2: 8}
    play.do("react Lightning")
    assert set(play.options) == {
        "destroy Quake Dragon [C2:6/6*] in seat 0's ready",
        "destroy Ghostly Spirit [C1:2/2] in seat 0's ready",
        "destroy Devotee of the Holy Query [C2:2/4] in seat 2's ready",
    }
    play.do("destroy Quake Dragon")
    assert play.dice(0, "used") == ["Quake Dragon"]
    assert play.dice(1, "ready") == play.dice(2, "ready") == ["Devotee of the Holy Query"]
    assert play.kind == "capture"


@pytest.mark.rule("6.2")
@pytest.mark.parametrize("edition", ALL)
def test_an_ability_that_destroys_an_attacker_afterwards_changes_no_total(
    edition: str, made_up: Catalog
) -> None:
    """The Porcupine takes the dragon with it; 8 less 1 still strike, and 8 the next player."""
    play = (
        Position(3, edition=edition, catalog=made_up)
        .ready(0, "Quake Dragon@C2:6/6*", "Ghostly Spirit@C1:2/2", "Growth Charm@S")
        .ready(1, "Porcupine@C1:1/1", "Questing Wizard@C2:3/6")
        .ready(2, "Questing Wizard@C2:3/6", "Devotee of the Holy Query@C1:0/3")
        .start("attack")
    )
    play.do("pass")
    # The dragon destroys creatures of level 1 before defenders are chosen: the Porcupine.
    assert play.seat == 1
    play.do("destroy Quake Dragon")
    assert play.dice(0, "used") == ["Quake Dragon"]
    # 8 against the wizard of 6: the dragon's share still counts, for seat 2 as well.
    assert play.dice(1, "used") == ["Porcupine", "Questing Wizard"]
    assert (play.kind, play.seat) == ("defend", 2)
    assert set(play.options) == {
        "defend Questing Wizard [C2:3/6] against 8",
        "defend Devotee of the Holy Query [C1:0/3] against 8",
    }
    play.do("defend Questing Wizard")
    assert play.dice(2, "used") == ["Questing Wizard"]
    assert play.dice(2, "ready") == ["Devotee of the Holy Query"]


# --- 6.3 -------------------------------------------------------------------------------------


@pytest.mark.rule("6.3")
@pytest.mark.parametrize(("attacker", "falls"), [("C1:3/3", False), ("C2:4/5", True)])
def test_a_total_below_the_defense_does_nothing_and_an_equal_one_destroys(
    attacker: str, falls: bool
) -> None:
    play = (
        Position()
        .ready(0, f"Witching Hag@{attacker}", "Life Charm@S")
        .ready(1, "Devotee of the Holy Query@C2:2/4")
        .start("attack")
    )
    assert play.dice(1, "used") == (["Devotee of the Holy Query"] if falls else [])
    assert play.dice(1, "ready") == ([] if falls else ["Devotee of the Holy Query"])


@pytest.mark.rule("6.3")
def test_the_defender_picks_one_creature_after_the_other_while_damage_is_left() -> None:
    play = (
        Position()
        .ready(0, "Mighty Quake Dragon@C3:8/7**")
        .ready(1, "Ghostly Spirit@C2:3/3", "Devotee of the Holy Query@C2:2/4", "Assistant@C1:1/2")
        .ready(1, "Deathdealer@C2:4/4")
        .start("attack")
    )
    assert (play.kind, play.seat) == ("defend", 1)
    assert set(play.options) == {
        "defend Ghostly Spirit [C2:3/3] against 8",
        "defend Devotee of the Holy Query [C2:2/4] against 8",
        "defend Assistant [C1:1/2] against 8",
        "defend Deathdealer [C2:4/4] against 8",
    }
    play.do("defend Ghostly Spirit")
    assert set(play.options) == {
        "defend Devotee of the Holy Query [C2:2/4] against 5",
        "defend Assistant [C1:1/2] against 5",
        "defend Deathdealer [C2:4/4] against 5",
    }
    play.do("defend Deathdealer")
    # 1 is left: less than any defense, so nobody else falls.
    assert play.kind == "capture"
    assert play.dice(1, "ready") == ["Assistant", "Devotee of the Holy Query"]
    assert play.dice(1, "used") == ["Deathdealer", "Ghostly Spirit"]


@pytest.mark.rule("6.3")
def test_a_defender_that_holds_ends_that_players_defense() -> None:
    """6 damage: the one of defense 8 holds, and nobody else has to be named."""
    play = (
        Position()
        .ready(0, "Quake Dragon@C2:6/6*")
        .ready(1, "Defender of the Pale@C3:2/8**", "Devotee of the Holy Query@C2:2/4")
        .start("attack")
    )
    play.do("defend Defender of the Pale")
    assert play.kind == "capture"
    assert play.dice(1, "ready") == ["Defender of the Pale", "Devotee of the Holy Query"]


@pytest.mark.rule("6.3")
def test_damage_is_not_split_and_does_not_stay() -> None:
    """Two attacks of 3 on a defense of 4 do nothing, in one turn or in two."""
    play = (
        Position()
        .left("Basic Quiddity", 0)
        .left("Assistant", 0)
        .ready(0, "Witching Hag@C1:3/3", "Life Charm@S")
        .ready(1, "Devotee of the Holy Query@C2:2/4", "Warrior of the Quay@C2:3/4")
        .start("attack")
    )
    assert play.kind == "clean-up"
    assert len(play.dice(1, "ready")) == 2
    assert play.defense(1, "Devotee of the Holy Query") == 4


@pytest.mark.rule("6.3")
def test_leftover_damage_is_lost_and_spells_of_the_destroyed_go_to_their_owners() -> None:
    play = (
        Position(3)
        .ready(0, "Mighty Quake Dragon@C3:8/7**")
        .ready(1, "Ghostly Spirit@C1:2/2")
        .attached(1, "Victory Cantrip@S", 1, "Ghostly Spirit")
        .attached(2, "Death Charm@S*", 1, "Ghostly Spirit")
        .start("attack")
    )
    assert play.dice(1, "used") == ["Ghostly Spirit", "Victory Cantrip"]
    assert play.dice(2, "used") == ["Death Charm"]
    assert queries.dice_at(play.state, place.ATTACHED) == []
    assert play.kind == "capture"


# --- 6.4 -------------------------------------------------------------------------------------


@pytest.mark.rule("6.4")
def test_a_saved_creature_takes_no_more_but_the_others_do() -> None:
    """8 damage: the goblin is saved by a Shaping Cantrip, the 6 left over strike the next."""
    play = (
        Position()
        .ready(0, "Mighty Quake Dragon@C3:8/7**")
        .ready(1, "Scavenging Goblin@C1:2/2", "Devotee of the Holy Query@C2:2/4")
        .ready(1, "Shaping Cantrip@S")
        .start("attack")
    )
    play.do("defend Scavenging Goblin", "react Shaping Cantrip")
    assert play.dice(1, "ready") == ["Scavenging Goblin"]
    assert play.dice(1, "used") == ["Devotee of the Holy Query"]
    assert play.kind == "capture"


@pytest.mark.rule("6.4")
def test_a_returned_creature_can_be_damaged_again_in_the_next_attack() -> None:
    play = (
        Position(3)
        .left("Basic Quiddity", 0)
        .left("Assistant", 0)
        .ready(0, "Quake Dragon@C2:6/6*", "Life Charm@S")
        .ready(2, "Devotee of the Holy Query@C2:2/4", "Shaping Cantrip@S")
        .ready(1, "Growth Charm@S")
        .bag(1, "Quake Dragon", *["Basic Quiddity"] * 5)
        .start("attack")
    )
    play.do("react Shaping Cantrip")
    assert play.dice(2, "ready") == ["Devotee of the Holy Query"]
    play.draws("Quake Dragon", *["Basic Quiddity"] * 5)
    play.rolls("Quake Dragon@C2:6/6*", *["Basic Quiddity@Q1"] * 5)
    play.do("pass")
    assert play.game.active == 1
    play.do("summon Quake Dragon", "pass", "pass")
    assert "Devotee of the Holy Query" in play.dice(2, "used")
    assert play.dice(2, "ready") == []


# --- 6.5 -------------------------------------------------------------------------------------


@pytest.mark.rule("6.5")
@pytest.mark.parametrize(("face", "drawn"), [("C1:2/2*", 2), ("C1:2/2", 0)])
def test_when_destroyed_happens_even_if_the_creature_is_saved(face: str, drawn: int) -> None:
    """Mighty Scavenging Goblin draws two dice though a Shaping Cantrip saves it."""
    play = (
        Position()
        .ready(0, "Witching Hag@C1:3/3")
        .ready(1, f"Mighty Scavenging Goblin@{face}", "Shaping Cantrip@S")
        .bag(1, *["Basic Quiddity"] * 3)
        .start("attack")
    )
    play.do("react Shaping Cantrip")
    assert play.faces(1, "ready") == [f"Mighty Scavenging Goblin@{face}"]  # the same face up
    assert play.dice(1, "active") == ["Basic Quiddity"] * drawn
    # The destroyer's abilities see a destruction, too: the Hag's owner gained 1 quiddity.
    assert play.pool == 1


# --- 6.7 -------------------------------------------------------------------------------------


@pytest.mark.rule("6.7")
def test_destroying_by_an_effect_ignores_defense() -> None:
    play = (
        Position()
        .ready(0, "Death Incantation@S**")
        .ready(1, "Strong Defender of the Pale@C3:2/8**", "Assistant@C1:1/2")
        .attached(1, "Life Cantrip@S", 1, "Strong Defender of the Pale")
        .start("ready")
    )
    assert play.defense(1, "Strong Defender of the Pale") == 12
    play.do("cast Death Incantation", "destroy Strong Defender of the Pale")
    assert play.dice(1, "used") == ["Life Cantrip", "Strong Defender of the Pale"]
    assert play.dice(1, "ready") == ["Assistant"]
