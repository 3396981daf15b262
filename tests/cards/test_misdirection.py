"""The four Misdirections: a feint, a stand-in, a blow into the void, a creature sent home.

Faces of the die: Q1, Q2 twice, S twice, S*.
"""

from __future__ import annotations

import pytest

from quarriors.testing import Play, Position
from tests.cards.common import settled

SETS = ["base", "quartifacts"]
HUNT = "Hunt for Exqualibur"
CANTRIP, CHARM = "Misdirection Cantrip", "Misdirection Charm"
INCANTATION, SPELL = "Misdirection Incantation", "Misdirection Spell"
SHIELD = "Expedition for Exqualibur@QF:Scabbard of Quamelot"  # +2 defense and Immunity


def _totals(play: Play) -> dict[int, int]:
    """The last total told against each seat."""
    return {event[4]: event[5] for event in play.happened("total")}


# --- Cantrip: less attack against the caster ----------------------------------------------------


@pytest.mark.ability("Misdirection Cantrip", 0)
@pytest.mark.ability("Misdirection Cantrip", 1)
@pytest.mark.parametrize(("face", "total"), [("S", 5), ("S*", 3)])
def test_one_attacker_counts_for_less_against_the_caster_only(face: str, total: int) -> None:
    """6 and 2 are 8; -3, or -5 on the burst, not -8. The other player faces all 8."""
    play = (
        Position(players=3, sets=SETS)
        .ready(0, "Mighty Quake Dragon@C2:6/6*", "Scavenging Goblin@C1:2/2")
        .ready(1, f"{CANTRIP}@{face}", "Defender of the Pale@C3:2/8**")
        .ready(2, "Defender of the Pale@C3:2/8**")
        .start("attack")
    )
    play.do("pass")
    assert (play.seat, set(play.options)) == (1, {f"react {CANTRIP} [{face}]", "pass"})
    play.do("react")
    assert set(play.options) == {
        "weaken Mighty Quake Dragon [C2:6/6*] in seat 0's ready",
        "weaken Scavenging Goblin [C1:2/2] in seat 0's ready",
    }
    play.do("weaken Mighty Quake Dragon")
    assert _totals(play) == {1: total, 2: 8}
    assert play.dice(1, "ready") == ["Defender of the Pale"]
    assert play.dice(2, "used") == ["Defender of the Pale"]
    assert settled(play)


@pytest.mark.ability("Misdirection Cantrip", 0)
def test_an_attack_never_drops_below_nothing() -> None:
    """The Goblin's 2 less 3 are 0, not -1."""
    play = (
        Position(sets=SETS)
        .ready(0, "Warrior of the Quay@C2:3/4", "Scavenging Goblin@C1:2/2")
        .ready(1, f"{CANTRIP}@S", "Strong Witching Hag@C1:3/3")
        .start("attack")
    )
    play.do("pass", "react", "weaken Scavenging Goblin")
    assert _totals(play) == {1: 6}  # the Warrior has 3 more against a single creature
    assert play.dice(1, "used") == ["Strong Witching Hag"]


@pytest.mark.ability("Misdirection Cantrip", 0)
def test_who_has_no_creature_at_home_is_not_attacked_and_may_let_it_be() -> None:
    """Nothing is offered to seat 1, who is on a quest; a pass keeps the spell."""
    bare = (
        Position(players=3, sets=SETS)
        .ready(0, "Scavenging Goblin@C1:2/2")
        .ready(1, f"{CANTRIP}@S")
        .quest(1, "Hunt for Holy Quail", "Squire@C0:0/1")
        .ready(2, "Questing Wizard@C2:3/6")
        .start("attack")
    )
    bare.do("pass")
    assert bare.kind == "capture"
    kept = (
        Position(sets=SETS)
        .ready(0, "Scavenging Goblin@C1:2/2")
        .ready(1, f"{CANTRIP}@S", "Assistant@C1:1/2")
        .start("attack")
    )
    kept.do("pass", "pass")
    assert kept.dice(1, "ready") == [CANTRIP]
    assert kept.dice(1, "used") == ["Assistant"]


@pytest.mark.ability("Misdirection Cantrip", 0)
@pytest.mark.rule("12.3")
@pytest.mark.parametrize("caster", [0, 1])
def test_in_a_challenge_either_side_may_cast_it(caster: int) -> None:
    """In one's own turn too; against creatures on the quest, not those at home."""
    play = (
        Position(sets=SETS)
        .ready(caster, f"{CANTRIP}@S")
        .ready(0, "Mighty Warrior of the Quay@C2:3/4", "Assistant@C1:1/2")
        .quest(1, HUNT, "Deathdealer@C2:4/4")
        .ready(1, "Questing Wizard@C3:4/8**")
        .start("attack")
    )
    play.do("quest", "first quest")
    assert _totals(play) == {1: 3, 0: 4}
    assert (play.seat, play.kind) == (caster, "react")
    play.do("react")
    assert play.dice(caster, "spent") == [CANTRIP]
    # 4 - 3 against 4, or 4 against 4; the Warrior comes home either way.
    assert len(play.happened("destroy")) == (0 if caster == 0 else 1)
    assert play.dice(0, "used") == ["Mighty Warrior of the Quay"]
    assert play.dice(1, "quest") == ["Deathdealer"]
    assert play.glory == (0, 0)
    assert settled(play)


@pytest.mark.ability("Misdirection Cantrip", 0)
def test_an_immune_attacker_cannot_be_chosen() -> None:
    """With nobody else to choose the Cantrip is not offered (15.6)."""
    play = (
        Position(sets=SETS)
        .ready(0, "Deathdealer@C2:4/4")
        .attached(0, SHIELD, 0, "Deathdealer")
        .ready(1, f"{CANTRIP}@S*", "Questing Wizard@C2:3/6")
        .start("attack")
    )
    play.do("pass")
    assert play.kind == "capture"
    assert play.dice(1, "ready") == [CANTRIP, "Questing Wizard"]


# --- Charm: another is destroyed instead --------------------------------------------------------


def _charm(face: str) -> Position:
    return (
        Position(sets=SETS)
        .ready(0, "Mighty Quake Dragon@C2:6/6*")
        .ready(1, f"{CHARM}@{face}", "Deathdealer@C2:4/4", "Assistant@C1:1/2")
    )


@pytest.mark.ability("Misdirection Charm", 0)
def test_another_creature_in_the_area_is_destroyed_instead() -> None:
    """The Deathdealer uses up 4 of the 6, stays, and takes no more; the Goblin faces 2."""
    play = _charm("S").ready(1, "Scavenging Goblin@C1:2/2").start("attack")
    play.do("pass", "defend Deathdealer")
    assert set(play.options) == {f"react {CHARM} [S]", "pass"}
    play.do("react")
    assert set(play.options) == {
        "destroy Assistant [C1:1/2] in seat 1's ready",
        "destroy Scavenging Goblin [C1:2/2] in seat 1's ready",
    }
    play.do("destroy Assistant")
    assert play.kind == "capture"
    assert play.dice(1, "ready") == ["Deathdealer"]  # 2 left: the Goblin had to defend
    assert play.dice(1, "used") == ["Assistant", "Scavenging Goblin"]
    assert play.dice(1, "spent") == [CHARM]
    assert settled(play)


@pytest.mark.ability("Misdirection Charm", 0)
def test_the_first_is_spared_for_good_and_a_pass_lets_it_fall() -> None:
    """Nobody is left for the second Charm; declined, the Deathdealer falls and 2 go on."""
    play = _charm("S").ready(1, f"{CHARM}@S").start("attack")
    play.do("pass", "defend Deathdealer", "react")
    assert play.kind == "capture"  # the Assistant was the only one left to stand in
    assert play.dice(1, "ready") == ["Deathdealer", CHARM]
    declined = _charm("S").start("attack")
    declined.do("pass", "defend Deathdealer", "pass")
    assert declined.dice(1, "used") == ["Assistant", "Deathdealer"]
    assert declined.dice(1, "ready") == [CHARM]


@pytest.mark.ability("Misdirection Charm", 0)
def test_a_second_charm_cannot_name_whom_the_first_has_saved() -> None:
    """11 damage: Deathdealer and Warrior are saved, Assistant and Goblin fall for them."""
    warrior = "Mighty Warrior of the Quay"
    play = (
        Position(sets=SETS)
        .ready(0, "Mighty Manxome Minotaur@C3:9/6**")
        .ready(1, f"{CHARM}@S", f"{CHARM}@S", "Deathdealer@C2:4/4", f"{warrior}@C2:3/4")
        .ready(1, "Assistant@C1:1/2", "Scavenging Goblin@C1:2/2")
        .start("attack")
    )
    play.do("pass", "defend Deathdealer", "react", "destroy Assistant")
    play.do(f"defend {warrior}", "react")  # the Goblin is the only one that can stand in
    assert play.kind == "capture"
    assert play.dice(1, "ready") == ["Deathdealer", warrior]
    assert play.dice(1, "used") == ["Assistant", "Scavenging Goblin"]


@pytest.mark.ability("Misdirection Charm", 0)
@pytest.mark.ability("Misdirection Charm", 1)
@pytest.mark.parametrize(("face", "offered"), [("S", False), ("S*", True)])
def test_on_the_burst_the_stand_in_may_be_in_another_area(face: str, offered: bool) -> None:
    """A lone Deathdealer at home, a Squire on the quest."""
    play = (
        Position(sets=SETS)
        .ready(0, "Mighty Quake Dragon@C2:6/6*")
        .ready(1, f"{CHARM}@{face}", "Deathdealer@C2:4/4")
        .quest(1, HUNT, "Squire@C0:0/1")
        .start("attack")
    )
    play.do("pass")
    assert (play.kind == "react") == offered
    if offered:
        play.do("react")
        assert play.dice(1, "ready") == ["Deathdealer"]
        assert play.dice(1, "quest") == []
    else:
        assert play.dice(1, "ready") == [CHARM]
        assert play.dice(1, "quest") == ["Squire"]


@pytest.mark.ability("Misdirection Charm", 1)
def test_the_burst_still_allows_a_stand_in_from_the_same_area() -> None:
    """It "may also" be elsewhere."""
    play = _charm("S*").quest(1, HUNT, "Squire@C0:0/1").start("attack")
    play.do("pass", "defend Deathdealer", "react")
    assert set(play.options) == {
        "destroy Assistant [C1:1/2] in seat 1's ready",
        "destroy Squire [C0:0/1] in seat 1's quest",
    }


@pytest.mark.ability("Misdirection Charm", 0)
def test_it_answers_damage_only() -> None:
    """Not the Quake Dragon's tremor, nor a spell."""
    play = (
        Position(sets=SETS)
        .ready(0, "Quake Dragon@C1:4/4")
        .ready(1, f"{CHARM}@S", "Assistant@C1:1/2", "Questing Wizard@C2:3/6")
        .start("attack")
    )
    play.do("pass")
    assert play.kind == "capture"
    assert play.dice(1, "used") == ["Assistant"]
    assert CHARM in play.dice(1, "ready")


@pytest.mark.ability("Misdirection Charm", 0)
@pytest.mark.rule("12.3")
def test_in_a_challenge_the_stand_in_gives_the_challenger_its_glory() -> None:
    """The Squire falls instead of the Deathdealer, which stays on the quest."""
    play = (
        Position(sets=SETS)
        .ready(0, "Mighty Quake Dragon@C2:6/6*")
        .quest(1, HUNT, "Deathdealer@C2:4/4", "Squire@C0:0/1")
        .ready(1, f"{CHARM}@S", "Assistant@C1:1/2")
        .start("attack")
    )
    play.do("quest", "defend Deathdealer", "react")
    assert play.glory == (1, 0)
    assert play.dice(1, "quest") == ["Deathdealer"]
    assert play.dice(1, "ready") == ["Assistant"]
    assert play.dice(0, "used") == ["Mighty Quake Dragon"]
    assert settled(play)


@pytest.mark.ability("Misdirection Charm", 0)
def test_the_challenger_may_cast_it_in_their_own_turn() -> None:
    """4 damage against the Devotee; the Squire falls for it."""
    play = (
        Position(sets=SETS)
        .ready(0, f"{CHARM}@S", "Devotee of the Holy Query@C2:2/4", "Squire@C0:0/1")
        .quest(1, HUNT, "Deathdealer@C2:4/4")
        .start("attack")
    )
    play.do("quest", "venture Devotee", "venture Squire", "defend Devotee")
    assert (play.seat, play.kind) == (0, "react")
    play.do("react")
    assert play.glory == (0, 0)
    assert [event[3] for event in play.happened("destroy")] == [play.die(0, "used", "Squire")]
    assert len(play.happened("prevent")) == 1
    assert settled(play)


# --- Incantation: the damage becomes 0 ----------------------------------------------------------


@pytest.mark.ability("Misdirection Incantation", 0)
def test_the_damage_against_the_caster_becomes_nothing() -> None:
    """Seat 2 defends as usual."""
    play = (
        Position(players=3, sets=SETS)
        .ready(0, "Mighty Quake Dragon@C2:6/6*")
        .ready(1, f"{INCANTATION}@S", "Assistant@C1:1/2")
        .ready(2, "Assistant@C1:1/2")
        .start("attack")
    )
    play.do("pass", "react")
    assert play.kind == "capture"
    assert play.dice(1, "ready") == ["Assistant"]
    assert play.dice(2, "used") == ["Assistant"]
    assert play.dice(0, "ready") == ["Mighty Quake Dragon"]  # nothing comes back without the burst
    assert settled(play)


@pytest.mark.ability("Misdirection Incantation", 0)
@pytest.mark.ability("Misdirection Incantation", 1)
def test_it_may_be_kept_and_is_offered_only_to_those_who_are_attacked() -> None:
    """A pass; and a caster without creatures."""
    kept = (
        Position(sets=SETS)
        .ready(0, "Deathdealer@C1:3/2")
        .ready(1, f"{INCANTATION}@S", "Assistant@C1:1/2")
        .start("attack")
    )
    kept.do("pass", "pass")
    assert kept.dice(1, "used") == ["Assistant"]
    for face in ("S", "S*"):
        bare = (
            Position(players=3, sets=SETS)
            .ready(0, "Deathdealer@C1:3/2")
            .ready(1, f"{INCANTATION}@{face}")
            .ready(2, "Questing Wizard@C2:3/6")
            .start("attack")
        )
        bare.do("pass")
        assert bare.kind == "capture"


@pytest.mark.ability("Misdirection Incantation", 1)
@pytest.mark.parametrize(
    ("attackers", "falls"),
    [
        (["Deathdealer@C1:3/2"], []),  # 3: half is 1
        (["Deathdealer@C1:3/2", "Assistant@C1:1/2"], ["Assistant"]),  # 4: half is 2
        (["Deathdealer@C2:4/4", "Assistant@C1:1/2"], ["Assistant"]),  # 5: half is 2
    ],
)
def test_on_the_burst_half_of_it_comes_back(attackers: list[str], falls: list[str]) -> None:
    """Rounded down; the attacker chooses defenders as usual, and nobody gains Glory."""
    play = (
        Position(sets=SETS)
        .ready(0, *attackers)
        .ready(1, f"{INCANTATION}@S*", "Assistant@C1:1/2")
        .start("attack")
    )
    play.do("pass", "react")
    if play.kind == "defend":
        assert play.seat == 0
        play.do("defend Assistant")
    assert play.kind == "capture"
    assert play.dice(0, "used") == falls
    assert play.dice(1, "ready") == ["Assistant"]
    assert play.glory == (0, 0)
    assert settled(play)


@pytest.mark.ability("Misdirection Incantation", 1)
@pytest.mark.rule("6.2")
def test_an_attacker_that_falls_so_is_out_of_the_total_for_everybody() -> None:
    """8 against seat 1, 4 come back: the Deathdealer falls, seat 2 faces 4."""
    play = (
        Position(players=3, sets=SETS)
        .ready(0, "Deathdealer@C2:4/4", "Warrior of the Quay@C2:3/4", "Assistant@C1:1/2")
        .ready(1, f"{INCANTATION}@S*", "Assistant@C1:1/2", "Scavenging Goblin@C1:2/2")
        .ready(2, "Questing Wizard@C1:2/5", "Questing Wizard@C1:2/5")
        .start("attack")
    )
    play.do("pass", "react", "defend Deathdealer")
    assert play.kind == "capture"
    assert _totals(play)[2] == 4
    assert len(play.dice(2, "ready")) == 2
    assert play.dice(0, "used") == ["Deathdealer"]


@pytest.mark.ability("Misdirection Incantation", 1)
@pytest.mark.parametrize("caster", [0, 1])
def test_in_a_challenge_nobody_gains_glory_for_what_comes_back(caster: int) -> None:
    """Both sides have 4 attack: 2 come back and hit a Squire, 4 hit who is left over there."""
    play = (
        Position(sets=SETS)
        .ready(caster, f"{INCANTATION}@S*")
        .ready(0, "Deathdealer@C1:3/2", "Squire@C0:1/2")
        .quest(1, HUNT, "Deathdealer@C1:3/2", "Squire@C0:1/2")
        .start("attack")
    )
    play.do("quest", "venture Deathdealer", "venture Squire", "react")
    assert (play.seat, play.kind) == (1 - caster, "defend")
    assert "defend Squire [C0:1/2] against 2" in play.options
    play.do("defend Squire")
    if caster == 0:
        assert play.kind == "start"  # the quest is won: the Deathdealer fell to the challenge
        play.do("no")
    assert len(play.happened("destroy")) == 2
    assert play.glory == ((1, 0) if caster == 0 else (0, 0))
    assert play.dice(1, "quest") == ([] if caster == 0 else ["Deathdealer", "Squire"])
    assert settled(play)


# --- Spell: into the bag ------------------------------------------------------------------------


@pytest.mark.ability("Misdirection Spell", 0)
@pytest.mark.ability("Misdirection Spell", 1)
@pytest.mark.parametrize("face", ["S", "S*"])
def test_a_creature_goes_back_into_its_owners_bag(face: str) -> None:
    """Level 2 or lower, on the burst any; opponents' Ready Areas and quests."""
    play = (
        Position(players=3, sets=SETS)
        .ready(0, f"{SPELL}@{face}", "Assistant@C1:1/2")
        .ready(1, "Questing Wizard@C3:4/8**", "Deathdealer@C2:4/4", "Life Cantrip@S")
        .quest(2, "Hunt for Holy Quail", "Squire@C0:0/1")
        .start("ready")
    )
    play.do("cast")
    expected = {
        "discard Deathdealer [C2:4/4] in seat 1's ready",
        "discard Squire [C0:0/1] in seat 2's quest",
    }
    if face == "S*":
        expected.add("discard Questing Wizard [C3:4/8**] in seat 1's ready")
    assert set(play.options) == expected
    play.do("discard Deathdealer")
    assert play.dice(1, "bag") == ["Deathdealer"]
    assert play.dice(1, "used") == []
    assert play.happened("destroy") == []
    assert play.dice(0, "spent") == [SPELL]
    assert settled(play)


@pytest.mark.ability("Misdirection Spell", 0)
def test_its_spells_go_to_their_owners_used_piles_and_a_quartifact_to_its_card() -> None:
    """Each where it belongs; no ability of a destroyed creature answers."""
    play = (
        Position(sets=SETS)
        .ready(0, f"{SPELL}@S")
        .ready(1, "Mighty Scavenging Goblin@C1:2/2*")
        .attached(0, "Life Cantrip@S", 1, "Mighty Scavenging Goblin")
        .attached(1, f"{HUNT}@QF:Exqualibur", 1, "Mighty Scavenging Goblin")
        .bag(1, "Portal")
        .start("ready")
    )
    play.do("cast")
    assert play.dice(1, "bag") == ["Mighty Scavenging Goblin", "Portal"]
    assert play.dice(0, "used") == ["Life Cantrip"]
    assert play.left(HUNT) == 2
    assert play.dice(1, "active") == []


@pytest.mark.ability("Misdirection Spell", 0)
@pytest.mark.rule("11.3")
def test_a_locked_creature_can_be_sent_home() -> None:
    """Its level is 0, and spells reach it."""
    play = (
        Position(sets=[*SETS, "quest_of_the_qladiator"])
        .ready(0, f"{SPELL}@S")
        .locked(1, "Pink Eye Cyclops")
        .start("ready")
    )
    play.do("cast")
    assert play.dice(1, "bag") == ["Pink Eye Cyclops"]
    assert play.dice(1, "ready") == []


@pytest.mark.ability("Misdirection Spell", 1)
def test_an_immune_creature_or_nobody_at_all_means_that_it_cannot_be_cast() -> None:
    """15.6, 10.5: only an immune creature there."""
    play = (
        Position(sets=SETS)
        .ready(0, f"{SPELL}@S*")
        .active(0, "Basic Quiddity@Q1")
        .ready(1, "Deathdealer@C2:4/4")
        .attached(1, SHIELD, 1, "Deathdealer")
        .start("ready")
    )
    assert play.kind != "ready"


@pytest.mark.ability("Misdirection Spell", 0)
@pytest.mark.rule("12.2")
def test_a_quest_whose_last_creature_is_sent_home_can_be_started() -> None:
    """Nobody is left to challenge."""
    play = (
        Position(sets=SETS)
        .ready(0, f"{SPELL}@S", "Deathdealer@C2:4/4")
        .quest(1, HUNT, "Squire@C0:0/1")
        .start("ready")
    )
    play.do("cast")
    assert play.dice(1, "bag") == ["Squire"]
    assert play.kind == "quest"
    assert set(play.options) == {f"quest {HUNT}", "pass"}
    play.do(f"quest {HUNT}")
    assert play.dice(0, "quest") == ["Deathdealer"]
    assert play.kind == "capture"
