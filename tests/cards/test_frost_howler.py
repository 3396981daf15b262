"""The Frost Howlers: locked they slow opponents down, as creatures they take the edge off attacks.

Faces of the die: Q1, Q2, K, C1:4/4, C2:5/6, C3:6/7*; one creature face bears the burst.
"""

from __future__ import annotations

import pytest

from quarriors.engine import queries
from quarriors.engine.ids import effect
from quarriors.testing import Position
from tests.cards.common import in_all_editions, settled, totals

SETS = ("base", "quest_of_the_qladiator")
IMMUNE = "Strong Qladiator@C3:7/6**"


def table(players: int = 2, edition: str = "qultimate") -> Position:
    return Position(players, edition=edition, sets=SETS)


# --- Frost Howler: opponents pay more -----------------------------------------------------------


@pytest.mark.ability("Frost Howler", 0)
@in_all_editions
def test_frost_howler_locked_makes_every_summons_of_opponents_cost_one_more(edition: str) -> None:
    """A Warrior of level 2 costs 3, an Assistant 2; each of them anew."""
    play = (
        table(3, edition)
        .locked(1, "Frost Howler")
        .active(0, "Assistant@C1:1/2", "Warrior of the Quay@C2:3/4", *["Basic Quiddity@Q1"] * 5)
        .start("ready")
    )
    assert set(play.options) == {
        "summon Assistant [C1:1/2] for 2",
        "summon Warrior of the Quay [C2:3/4] for 3",
        "unlock Frost Howler [K] with seat 1",
        "pass",
    }
    play.do("summon Assistant", "summon Warrior of the Quay")
    assert play.dice(0, "active") == []
    assert play.dice(0, "ready") == ["Assistant", "Warrior of the Quay"]
    assert play.faces(1, "ready") == ["Frost Howler@K"]
    assert settled(play)


@pytest.mark.ability("Frost Howler", 0)
@pytest.mark.parametrize(("quiddity", "enough"), [("Q1", False), ("Q2", True)])
def test_one_quiddity_is_no_longer_enough_for_level_one(quiddity: str, enough: bool) -> None:
    """The boundary: the price is 2, not 1."""
    play = (
        table()
        .locked(1, "Frost Howler")
        .active(0, "Assistant@C1:1/2", f"Basic Quiddity@{quiddity}")
        .start("ready")
    )
    assert ("summon Assistant [C1:1/2] for 2" in play.options) is enough
    assert not any(text.startswith("summon") and text.endswith("for 1") for text in play.options)


@pytest.mark.ability("Frost Howler", 0)
def test_its_owner_and_locking_cost_nothing_more() -> None:
    """Its owner summons at the usual price; an opponent locks without paying (not a summons)."""
    own = (
        table()
        .locked(0, "Frost Howler")
        .active(0, "Assistant@C1:1/2", "Basic Quiddity@Q1")
        .start("ready")
    )
    assert "summon Assistant [C1:1/2] for 1" in own.options

    lock = table().locked(1, "Frost Howler").active(0, "Quaxos' Eye@K").start("ready")
    assert set(lock.options) == {
        "lock Quaxos' Eye [K] with seat 0",
        "lock Quaxos' Eye [K] with seat 1",
    }
    lock.do("lock Quaxos' Eye [K] with seat 0")
    assert lock.faces(0, "ready") == ["Quaxos' Eye@K"]


@pytest.mark.ability("Frost Howler", 0)
@pytest.mark.parametrize("place", ["creature", "unlocked"])
def test_there_is_no_surcharge_unless_it_is_locked(place: str) -> None:
    """Neither as a creature nor after it was bought off."""
    position = table().active(0, "Assistant@C1:1/2", "Basic Quiddity@Q1", "Basic Quiddity@Q2")
    if place == "creature":
        play = position.ready(1, "Frost Howler@C3:6/7*").start("ready")
    else:
        play = position.locked(1, "Frost Howler").start("ready")
        assert "summon Assistant [C1:1/2] for 2" in play.options
        play.do("unlock Frost Howler")
        assert play.dice(1, "used") == ["Frost Howler"]
    assert "summon Assistant [C1:1/2] for 1" in play.options


# --- Frost Howler: attackers count for less -----------------------------------------------------


@pytest.mark.ability("Frost Howler", 1)
@pytest.mark.ability("Frost Howler", 2)
@in_all_editions
@pytest.mark.parametrize(("face", "total"), [("C1:4/4", 4), ("C2:5/6", 4), ("C3:6/7*", 2)])
def test_each_attacker_adds_one_less_or_with_the_burst_two_less(
    face: str, total: int, edition: str
) -> None:
    """4 + 2 + 1: 3 + 1 + 0 without the burst, 2 + 0 + 0 (not below 0) with it; others face 7."""
    play = (
        table(3, edition)
        .ready(0, "Witching Hag@C2:4/5", "Scavenging Goblin@C1:2/2", "Assistant@C1:1/2")
        .ready(1, f"Frost Howler@{face}")
        .ready(2, "Defender of the Pale@C3:2/8**")
        .start("attack")
    )
    assert totals(play) == [total, 7]
    assert play.dice(1, "ready") == ([] if face == "C1:4/4" else ["Frost Howler"])
    assert play.dice(2, "ready") == ["Defender of the Pale"]
    assert play.kind == "capture"
    assert settled(play)


@pytest.mark.ability("Frost Howler", 1)
@pytest.mark.ability("Frost Howler", 2)
@pytest.mark.parametrize(("face", "total"), [("C2:5/6", 8), ("C3:6/7*", 7)])
def test_immune_attackers_add_all_they_have(face: str, total: int) -> None:
    """The Qladiator's 7 stay whole, the Goblin's 2 do not."""
    play = (
        table()
        .ready(0, IMMUNE, "Scavenging Goblin@C1:2/2")
        .ready(1, f"Frost Howler@{face}")
        .start("attack")
    )
    assert totals(play) == [total]
    assert play.attack(0, "Strong Qladiator", 1) == 7
    assert play.dice(1, "used") == ["Frost Howler"]


@pytest.mark.ability("Frost Howler", 1)
def test_two_frost_howlers_add_up_and_its_owners_attack_is_whole() -> None:
    """Two take two off; in its owner's own attack nothing is missing."""
    play = (
        table()
        .ready(0, "Witching Hag@C2:4/5")
        .ready(1, "Frost Howler@C1:4/4", "Frost Howler@C2:5/6")
        .start("attack")
    )
    assert totals(play) == [2]
    assert play.dice(1, "ready") == ["Frost Howler", "Frost Howler"]

    own = (
        table()
        .ready(0, "Frost Howler@C1:4/4", "Assistant@C1:1/2")
        .ready(1, "Defender of the Pale@C3:2/8**")
        .start("attack")
    )
    assert totals(own) == [5]


@pytest.mark.ability("Frost Howler", 1)
@pytest.mark.ability("Frost Howler", 2)
def test_a_locked_frost_howler_does_not_weaken_attackers() -> None:
    """The locked line works on the lock face, the others on the creature faces."""
    play = (
        table()
        .ready(0, "Witching Hag@C2:4/5")
        .locked(1, "Frost Howler")
        .ready(1, "Defender of the Pale@C2:2/6*")
        .start("attack")
    )
    assert totals(play) == [4]


@pytest.mark.ability("Frost Howler", 1)
def test_what_a_frost_howler_took_off_stays_off_once_it_has_fallen() -> None:
    """The total is counted before anybody falls: 7 less 2 are 5, and 1 is left for the Goblin."""
    play = (
        table()
        .ready(0, "Witching Hag@C2:4/5", "Ghostly Spirit@C2:3/3")
        .ready(1, "Frost Howler@C1:4/4", "Scavenging Goblin@C1:2/2")
        .start("attack")
    )
    assert totals(play) == [5]
    play.do("defend Frost Howler")
    assert play.dice(1, "used") == ["Frost Howler"]
    assert play.dice(1, "ready") == ["Scavenging Goblin"]


@pytest.mark.ability("Frost Howler", 1)
@pytest.mark.ability("Strong Frost Howler", 1)
@pytest.mark.rule("12.3")
@pytest.mark.parametrize("name", ["Frost Howler", "Strong Frost Howler"])
def test_on_a_quest_it_does_not_weaken_challengers(name: str) -> None:
    """It has to be in the Ready Area: a Hag of level 1 challenges with all of her 3."""
    play = (
        Position(sets=(*SETS, "quartifacts"))
        .ready(0, "Witching Hag@C1:3/3")
        .quest(1, "Hunt for Exqualibur", f"{name}@C1:4/4")
        .start("attack")
    )
    play.do("quest Hunt for Exqualibur")
    assert totals(play) == [3, 4]
    assert play.dice(1, "quest") == [name]
    assert play.dice(0, "used") == ["Witching Hag"]


# --- Strong Frost Howler ------------------------------------------------------------------------


@pytest.mark.ability("Strong Frost Howler", 0)
@pytest.mark.parametrize("holder", [0, 1, 2])
def test_while_it_is_locked_nobody_casts_reaction_spells(holder: int) -> None:
    """Not the holder either: the Life Spell stays where it is and the Goblin falls."""
    play = (
        table(3)
        .ready(0, "Witching Hag@C2:4/5")
        .ready(1, "Scavenging Goblin@C1:2/2", "Life Spell@S")
        .locked(holder, "Strong Frost Howler")
        .start("attack")
    )
    assert play.kind == "capture"
    assert play.happened("cast") == []
    assert play.dice(1, "used") == ["Scavenging Goblin"]
    assert "Life Spell" in play.dice(1, "ready")


@pytest.mark.ability("Strong Frost Howler", 0)
@pytest.mark.parametrize("face", ["C1:4/4", "C3:6/7*"])
def test_as_a_creature_it_leaves_reactions_alone(face: str) -> None:
    """Only while it is locked."""
    play = (
        table(3)
        .ready(0, "Witching Hag@C2:4/5")
        .ready(1, "Scavenging Goblin@C1:2/2", "Life Spell@S")
        .ready(2, f"Strong Frost Howler@{face}")
        .start("attack")
    )
    assert (play.seat, set(play.options)) == (1, {"react Life Spell [S]", "pass"})


@pytest.mark.ability("Strong Frost Howler", 0)
def test_other_spells_and_abilities_at_will_are_not_forbidden() -> None:
    """A Death Cantrip is cast as ever, and a Strong Ooze may still copy in another's attack."""
    play = (
        table()
        .ready(0, "Witching Hag@C2:4/5", "Death Cantrip@S*")
        .ready(1, "Strong Primordial Ooze@C2:?/?")
        .locked(1, "Strong Frost Howler")
        .start("attack")
    )
    play.do("cast Death Cantrip")
    assert set(play.options) == {"switch Strong Primordial Ooze [C2:?/?]", "pass"}
    assert totals(play) == [6]


@pytest.mark.ability("Strong Frost Howler", 1)
@in_all_editions
@pytest.mark.parametrize("face", ["C1:4/4", "C2:5/6", "C3:6/7*"])
def test_level_one_creatures_add_nothing_against_its_owner(face: str, edition: str) -> None:
    """Level 2 and all that attacks the other players counts in full."""
    play = (
        table(3, edition)
        .ready(0, "Scavenging Goblin@C1:2/2", "Deathdealer@C1:3/2", "Ghostly Spirit@C2:3/3")
        .ready(1, f"Strong Frost Howler@{face}")
        .ready(2, "Defender of the Pale@C3:2/8**")
        .start("attack")
    )
    assert totals(play) == [3, 8]
    assert play.dice(1, "ready") == ["Strong Frost Howler"]
    assert play.dice(2, "used") == ["Defender of the Pale"]
    assert settled(play)


@pytest.mark.ability("Strong Frost Howler", 1)
def test_bonuses_do_not_help_level_one_creatures_but_immunity_does() -> None:
    """A Death Charm's +3 is capped with the rest (15.5); an immune Gnome's 1 counts."""
    play = (
        Position(sets=("base", "quarmageddon", "quest_of_the_qladiator"))
        .ready(0, "Scavenging Goblin@C1:2/2", "Gnome Barbarian@C1:1/3*", "Gnome Barbarian@C2:2/4")
        .attached(0, "Death Charm@S*", 0, "Scavenging Goblin")
        .ready(1, "Strong Frost Howler@C1:4/4")
        .start("attack")
    )
    assert totals(play) == [1 + 2]
    assert play.attack(0, "Scavenging Goblin", 1) == 0
    assert play.attack(0, "Scavenging Goblin") == 5


@pytest.mark.ability("Strong Frost Howler", 1)
def test_a_locked_strong_frost_howler_lets_level_one_through() -> None:
    play = (
        table()
        .ready(0, "Scavenging Goblin@C1:2/2")
        .locked(1, "Strong Frost Howler")
        .ready(1, "Witching Hag@C1:3/3")
        .start("attack")
    )
    assert totals(play) == [2]


@pytest.mark.ability("Strong Frost Howler", 2)
@pytest.mark.rule("10.5")
@pytest.mark.parametrize(
    ("face", "reached"), [("C1:4/4", True), ("C2:5/6", True), ("C3:6/7*", False)]
)
def test_on_its_burst_no_spell_of_an_opponent_reaches_it(face: str, reached: bool) -> None:
    play = (
        table()
        .ready(0, "Death Incantation@S**")
        .ready(1, f"Strong Frost Howler@{face}", "Assistant@C1:1/2", "Witching Hag@C1:3/3")
        .start("ready")
    )
    play.do("cast Death Incantation")
    wanted = {
        f"destroy Strong Frost Howler [{face}] in seat 1's ready",
        "destroy Assistant [C1:1/2] in seat 1's ready",
        "destroy Witching Hag [C1:3/3] in seat 1's ready",
    }
    if not reached:
        wanted.remove(f"destroy Strong Frost Howler [{face}] in seat 1's ready")
    assert set(play.options) == wanted


@pytest.mark.ability("Strong Frost Howler", 2)
@pytest.mark.rule("10.5")
def test_immunity_helps_neither_against_damage_nor_against_its_owners_spells() -> None:
    """7 attack of level 3 fell it; its owner's Incantation may choose it."""
    attacked = (
        table()
        .ready(0, "Quake Dragon@C3:8/7**")
        .ready(1, "Strong Frost Howler@C3:6/7*")
        .start("attack")
    )
    assert attacked.dice(1, "used") == ["Strong Frost Howler"]

    own = (
        table()
        .ready(0, "Death Incantation@S**", "Strong Frost Howler@C3:6/7*", "Assistant@C1:1/2")
        .start("ready")
    )
    own.do("cast Death Incantation")
    assert "destroy Strong Frost Howler [C3:6/7*] in seat 0's ready" in own.options


# --- Mighty Frost Howler: locked ----------------------------------------------------------------


@pytest.mark.ability("Mighty Frost Howler", 0)
@in_all_editions
def test_its_holder_may_make_one_attacker_add_nothing_against_anybody(edition: str) -> None:
    """Before the totals: 4 + 2 become 2 for both defenders, in this attack only."""
    play = (
        table(3, edition)
        .ready(0, "Witching Hag@C2:4/5", "Scavenging Goblin@C1:2/2")
        .ready(1, "Deathdealer@C2:4/4")
        .ready(2, "Warrior of the Quay@C2:3/4")
        .locked(2, "Mighty Frost Howler")
        .start("attack")
    )
    assert play.seat == 2
    assert totals(play) == []
    assert set(play.options) == {
        "weaken Witching Hag [C2:4/5] in seat 0's ready",
        "weaken Scavenging Goblin [C1:2/2] in seat 0's ready",
        "no",
    }
    play.do("weaken Witching Hag")
    assert totals(play) == [2, 2]
    assert play.dice(1, "ready") == ["Deathdealer"]
    assert play.dice(2, "ready") == ["Mighty Frost Howler", "Warrior of the Quay"]
    assert settled(play)
    play.do("pass")
    assert play.attack(0, "Witching Hag") == 4


@pytest.mark.ability("Mighty Frost Howler", 0)
def test_the_holder_may_decline_and_need_not_defend() -> None:
    """The holder has no creature and is asked all the same; a no leaves the total whole."""
    play = (
        table(3)
        .ready(0, "Witching Hag@C2:4/5")
        .ready(1, "Deathdealer@C2:4/4")
        .locked(2, "Mighty Frost Howler")
        .start("attack")
    )
    assert play.seat == 2
    play.do("no")
    assert totals(play) == [4]
    assert play.dice(1, "used") == ["Deathdealer"]


@pytest.mark.ability("Mighty Frost Howler", 0)
@pytest.mark.parametrize("where", ["immune", "own", "creature"])
def test_immune_attackers_own_attacks_and_other_faces_are_out_of_its_reach(where: str) -> None:
    position = table()
    if where == "immune":
        position.ready(0, IMMUNE).locked(1, "Mighty Frost Howler").ready(1, "Assistant@C1:1/2")
    elif where == "own":
        position.ready(0, "Witching Hag@C2:4/5").locked(0, "Mighty Frost Howler")
        position.ready(1, "Assistant@C1:1/2")
    else:
        position.ready(0, "Witching Hag@C2:4/5").ready(1, "Mighty Frost Howler@C1:4/4")
    play = position.start("attack")
    assert play.kind == "capture"
    assert totals(play) == [7 if where == "immune" else 4]
    assert settled(play)


@pytest.mark.ability("Mighty Frost Howler", 0)
def test_a_bonus_does_not_bring_the_attack_back() -> None:
    """Strong Warrior's +1 for others is capped as well (15.5): 2 are left of 6 + 2."""
    play = (
        table()
        .ready(0, "Witching Hag@C2:4/5", "Strong Warrior of the Quay@C1:2/3")
        .ready(1, "Defender of the Pale@C3:2/8**")
        .locked(1, "Mighty Frost Howler")
        .start("attack")
    )
    play.do("weaken Witching Hag")
    assert totals(play) == [2]


# --- Mighty Frost Howler: summoned --------------------------------------------------------------


def summoning(face: str) -> Position:
    level = int(face[1])
    return (
        table(3)
        .active(0, f"Mighty Frost Howler@{face}", *["Basic Quiddity@Q1"] * level)
        .ready(1, "Witching Hag@C2:4/5", "Questing Wizard@C3:4/8**")
        .ready(2, "Scavenging Goblin@C1:2/2", IMMUNE)
    )


CHOICE = {
    "weaken Witching Hag [C2:4/5] in seat 1's ready",
    "weaken Questing Wizard [C3:4/8**] in seat 1's ready",
    "weaken Scavenging Goblin [C1:2/2] in seat 2's ready",
    "no",
}


@pytest.mark.ability("Mighty Frost Howler", 1)
@pytest.mark.parametrize("face", ["C1:4/4", "C2:5/6"])
def test_summoned_without_the_burst_it_takes_one_creatures_attack_until_its_next_turn(
    face: str,
) -> None:
    """It lasts through the others' turns and ends when its owner's turn begins."""
    play = (
        table()
        .active(0, f"Mighty Frost Howler@{face}", *["Basic Quiddity@Q1"] * int(face[1]))
        .ready(1, "Questing Wizard@C3:4/8**", "Defender of the Pale@C3:2/8**")
        .start("ready")
    )
    play.do("summon Mighty Frost Howler")
    assert set(play.options) == {
        "weaken Questing Wizard [C3:4/8**] in seat 1's ready",
        "weaken Defender of the Pale [C3:2/8**] in seat 1's ready",
        "no",
    }
    play.do("weaken Questing Wizard")
    assert play.dice(1, "ready") == ["Defender of the Pale", "Questing Wizard"]
    assert (play.attack(1, "Questing Wizard"), play.attack(1, "Defender of the Pale")) == (0, 2)
    assert settled(play)


@pytest.mark.ability("Mighty Frost Howler", 1)
def test_the_zero_ends_when_its_owners_next_turn_begins() -> None:
    """A locked creature may be chosen (11.3): it does not score, so the effect can be watched."""
    play = (
        table()
        .active(0, "Mighty Frost Howler@C1:4/4", "Basic Quiddity@Q1")
        .locked(1, "Quaxos' Eye")
        .start("ready")
    )
    play.do("summon Mighty Frost Howler", "weaken Quaxos' Eye", "pass")
    assert play.active == 1
    ((kind, die, amount, _),) = queries.effects(play.state)
    assert (kind, die, amount) == (effect.ATTACK_CAP, play.die(1, "ready", "Quaxos' Eye"), 0)
    play.do("pass")
    assert play.active == 0
    assert queries.effects(play.state) == []


@pytest.mark.ability("Mighty Frost Howler", 1)
def test_the_zero_lasts_through_other_players_turns() -> None:
    """Chosen in seat 0's turn, the Goblin of seat 2 still has no attack in seat 1's."""
    play = summoning("C1:4/4").start("ready")
    play.do("summon Mighty Frost Howler")
    assert set(play.options) == CHOICE
    play.do("weaken Scavenging Goblin", "defend Strong Qladiator", "pass")
    assert play.active == 1
    assert play.attack(2, "Scavenging Goblin") == 0


@pytest.mark.ability("Mighty Frost Howler", 1)
@pytest.mark.ability("Mighty Frost Howler", 2)
@pytest.mark.parametrize("face", ["C1:4/4", "C3:6/7*"])
def test_choosing_nobody_changes_nothing(face: str) -> None:
    play = summoning(face).start("ready")
    play.do("summon Mighty Frost Howler")
    assert set(play.options) == CHOICE
    play.do("no")
    assert play.happened("destroy") == []
    assert play.attack(1, "Witching Hag") == 4


@pytest.mark.ability("Mighty Frost Howler", 2)
@pytest.mark.parametrize(
    ("chosen", "falls"),
    [("Scavenging Goblin", True), ("Witching Hag", True), ("Questing Wizard", False)],
)
def test_with_the_burst_level_two_and_lower_is_destroyed_instead(chosen: str, falls: bool) -> None:
    """The boundary is level 2: a Wizard of level 3 only loses its attack."""
    play = summoning("C3:6/7*").start("ready")
    play.do("summon Mighty Frost Howler", f"weaken {chosen}")
    seat = 2 if chosen == "Scavenging Goblin" else 1
    assert (chosen in play.dice(seat, "used")) is falls
    assert (chosen in play.dice(seat, "ready")) is not falls
    if not falls:
        assert play.attack(1, "Questing Wizard") == 0
    assert len(play.happened("destroy")) == int(falls)
    assert len(play.happened("effect")) == int(not falls)


@pytest.mark.ability("Mighty Frost Howler", 2)
@pytest.mark.rule("11.3")
def test_a_locked_creature_is_level_zero_and_so_is_unlocked() -> None:
    """Abilities reach it; what would destroy it unlocks it, to its owner's Used Pile."""
    play = (
        table()
        .active(0, "Mighty Frost Howler@C3:6/7*", *["Basic Quiddity@Q1"] * 3)
        .locked(1, "Quaxos' Eye")
        .start("ready")
    )
    play.do("summon Mighty Frost Howler")
    assert set(play.options) == {"weaken Quaxos' Eye [K] in seat 1's ready", "no"}
    play.do("weaken Quaxos' Eye")
    assert play.dice(1, "used") == ["Quaxos' Eye"]
    assert play.happened("destroy") == []
