"""The four Exqualibur quests (level 2, 3 Glory): their dice, prizes and quartifacts.

Faces of the quest die: Q3, W2, BONUS, QF:Exqualibur twice, QF:Scabbard of Quamelot.
"""

from __future__ import annotations

import pytest

from quarriors.engine import queries
from quarriors.testing import Play, Position
from tests.cards.common import settled

SETS = ["base", "quartifacts"]
EVERYTHING = ["base", "rise_of_the_demons", "quarmageddon", "quartifacts"]
COINS = ["Basic Quiddity"] * 9
HUNT, SEARCH = "Hunt for Exqualibur", "Search for Exqualibur"
EXPEDITION, QUEST = "Expedition for Exqualibur", "Quest for Exqualibur"
BLADE, SHEATH = "Exqualibur", "Scabbard of Quamelot"
CORRUPTED = "Corrupted Quiddity"


def _position(quest: str, *party: str, players: int = 2) -> Position:
    """Seat 0 is back from the quest."""
    sets = EVERYTHING if quest == EXPEDITION else SETS
    party = party or ("Mighty Warrior of the Quay@C2:3/4",)
    return Position(players, sets=sets).quest(0, quest, *party).bag(0, *COINS)


def _done(position: Position, quest: str, face: str) -> Play:
    """The quest is completed without a cull, and its die shows that face."""
    play = position.rolls(f"{quest}@{face}").start("score")
    play.do("pass")
    return play


def _armed(
    quest: str, quartifact: str, creature: str = "Devotee of the Holy Query@C2:2/4", seat: int = 0
) -> Position:
    """A creature with the quartifact in a Ready Area."""
    sets = EVERYTHING if quest == EXPEDITION else SETS
    name = creature.partition("@")[0]
    position = Position(2, sets=sets).ready(seat, creature)
    return position.attached(seat, f"{quest}@QF:{quartifact}", seat, name)


def _totals(play: Play) -> dict[int, int]:
    return {event[4]: event[5] for event in play.happened("total")}


# --- the die ------------------------------------------------------------------------------------


@pytest.mark.ability("Hunt for Exqualibur", 0)
@pytest.mark.ability("Search for Exqualibur", 0)
@pytest.mark.ability("Expedition for Exqualibur", 0)
@pytest.mark.ability("Quest for Exqualibur", 0)
@pytest.mark.parametrize("quest", [HUNT, SEARCH, EXPEDITION, QUEST])
def test_the_quiddity_face_gives_three_for_this_turn(quest: str) -> None:
    """The die goes back; no die is drawn by it."""
    play = _done(_position(quest), quest, "Q3")
    assert play.glory == (3, 0)
    assert play.pool == 3
    assert play.left(quest) == 2
    assert len(play.dice(0, "active")) == 6
    assert settled(play)


@pytest.mark.ability("Hunt for Exqualibur", 1)
@pytest.mark.ability("Search for Exqualibur", 1)
@pytest.mark.ability("Expedition for Exqualibur", 1)
@pytest.mark.ability("Quest for Exqualibur", 1)
@pytest.mark.parametrize("quest", [HUNT, SEARCH, EXPEDITION, QUEST])
def test_the_draw_face_brings_two_dice_that_are_rolled_in_phase_two(quest: str) -> None:
    """Eight are rolled together; the quest die goes back."""
    play = _done(_position(quest), quest, "W2")
    assert len(play.dice(0, "active")) == 8
    assert play.pool == 0
    assert play.left(quest) == 2
    assert settled(play)


@pytest.mark.ability("Hunt for Exqualibur", 3)
@pytest.mark.ability("Hunt for Exqualibur", 4)
@pytest.mark.ability("Search for Exqualibur", 3)
@pytest.mark.ability("Search for Exqualibur", 4)
@pytest.mark.ability("Expedition for Exqualibur", 3)
@pytest.mark.ability("Expedition for Exqualibur", 4)
@pytest.mark.ability("Quest for Exqualibur", 3)
@pytest.mark.ability("Quest for Exqualibur", 4)
@pytest.mark.parametrize("quest", [HUNT, SEARCH, EXPEDITION, QUEST])
@pytest.mark.parametrize("quartifact", [BLADE, SHEATH])
def test_a_quartifact_waits_in_the_ready_area_without_any_power(
    quest: str, quartifact: str
) -> None:
    """12.6: and another one that comes sends it back."""
    play = _done(_position(quest), quest, f"QF:{quartifact}")
    assert play.faces(0, "ready") == [f"{quest}@QF:{quartifact}"]
    assert play.left(quest) == 1
    lying = (
        Position(sets=SETS)
        .ready(0, f"{quest}@QF:{quartifact}", "Assistant@C1:1/2")
        .start("capture")
    )
    assert (lying.attack(0, "Assistant"), lying.defense(0, "Assistant")) == (1, 2)
    other = BLADE if quartifact == SHEATH else SHEATH
    again = _done(_position(quest).ready(0, f"{quest}@QF:{other}"), quest, f"QF:{quartifact}")
    assert again.faces(0, "ready") == [f"{quest}@QF:{quartifact}"]
    assert again.left(quest) == 1


# --- Hunt ---------------------------------------------------------------------------------------


@pytest.mark.ability("Hunt for Exqualibur", 2)
def test_hunts_prize_is_a_glory() -> None:
    """On top of the quest's 3."""
    play = _done(_position(HUNT), HUNT, "BONUS")
    assert play.glory == (4, 0)
    assert play.left(HUNT) == 2
    assert settled(play)


@pytest.mark.ability("Hunt for Exqualibur", 3)
@pytest.mark.ability("Hunt for Exqualibur", 4)
@pytest.mark.parametrize(("quartifact", "expected"), [(BLADE, (6, 4)), (SHEATH, (2, 8))])
def test_hunts_quartifacts_give_four_attack_or_four_defense(
    quartifact: str, expected: tuple[int, int]
) -> None:
    """To the carrier alone, at home and on a quest."""
    play = _armed(HUNT, quartifact).ready(0, "Assistant@C1:1/2").start("capture")
    name = "Devotee of the Holy Query"
    assert (play.attack(0, name), play.defense(0, name)) == expected
    assert (play.attack(0, "Assistant"), play.defense(0, "Assistant")) == (1, 2)
    away = _armed(HUNT, quartifact).start("attack")
    away.do("quest")
    die = away.die(0, "quest", name)
    assert (queries.attack(away.state, die, -1), queries.defense(away.state, die)) == expected


@pytest.mark.ability("Hunt for Exqualibur", 3)
@pytest.mark.rule("12.6")
def test_the_blade_goes_back_when_its_carrier_scores() -> None:
    """It is there for one turn only."""
    play = _armed(HUNT, BLADE, "Assistant@C1:1/2").start("score")
    assert play.left(HUNT) == 2
    assert play.dice(0, "attached") == []


# --- Search -------------------------------------------------------------------------------------


@pytest.mark.ability("Search for Exqualibur", 2)
def test_searchs_prize_is_a_creature_die_of_cost_five_or_less() -> None:
    """No spell, no dearer one; the capture of phase 4 is left."""
    position = Position(sets=SETS, wilds=["Relic Rustler", "Strong Deathdealer", "Life Cantrip"])
    position.quest(0, SEARCH, "Mighty Warrior of the Quay@C2:3/4").bag(0, *COINS)
    play = _done(position, SEARCH, "BONUS")
    assert "take Relic Rustler in the wilds" in play.options  # 5
    assert "take Squire in the wilds" in play.options  # 3.3: it has creature faces
    for name in ("Strong Deathdealer", "Life Cantrip", "Basic Quiddity", SEARCH):  # 6; no creatures
        assert f"take {name} in the wilds" not in play.options
    play.do("take Relic Rustler")
    assert "Relic Rustler" in play.dice(0, "used")
    assert play.left("Relic Rustler") == 4
    assert play.captures == 1
    assert play.left(SEARCH) == 2


@pytest.mark.ability("Search for Exqualibur", 2)
def test_searchs_prize_may_be_left() -> None:
    """A real no."""
    play = _done(_position(SEARCH), SEARCH, "BONUS")
    play.do("no")
    assert play.dice(0, "used") == ["Mighty Warrior of the Quay"]


@pytest.mark.ability("Search for Exqualibur", 3)
def test_searchs_blade_makes_every_opponent_destroy_a_small_creature() -> None:
    """Level 1 or lower, of their choice, before defenders are chosen; and +1 attack."""
    play = (
        Position(3, sets=SETS)
        .ready(0, "Devotee of the Holy Query@C2:2/4")
        .attached(0, f"{SEARCH}@QF:{BLADE}", 0, "Devotee of the Holy Query")
        .ready(1, "Assistant@C1:1/2", "Squire@C0:0/1", "Deathdealer@C2:4/4")
        .ready(2, "Deathdealer@C2:4/4")
        .start("attack")
    )
    assert play.attack(0, "Devotee of the Holy Query") == 3
    play.do("pass")
    assert (play.seat, play.decision.card) == (1, SEARCH)
    assert set(play.options) == {
        "destroy Assistant [C1:1/2] in seat 1's ready",
        "destroy Squire [C0:0/1] in seat 1's ready",
    }
    play.do("destroy Assistant")
    assert play.dice(1, "used") == ["Assistant"]
    assert set(play.options) == {
        "defend Squire [C0:0/1] against 3",
        "defend Deathdealer [C2:4/4] against 3",
    }
    play.do("defend Deathdealer")
    assert play.dice(2, "ready") == ["Deathdealer"]
    assert settled(play)


@pytest.mark.ability("Search for Exqualibur", 3)
@pytest.mark.rule("12.7")
def test_searchs_blade_works_on_both_sides_of_a_challenge() -> None:
    """The Squire at home is safe; the one on the quest is not, and counts for Glory."""
    play = (
        _armed(SEARCH, BLADE)
        .quest(1, SEARCH, "Squire@C0:0/1", "Deathdealer@C2:4/4")
        .ready(1, "Squire@C0:0/1")
        .start("attack")
    )
    play.do("quest")
    assert play.glory == (1, 0)
    assert play.dice(1, "quest") == ["Deathdealer"]
    assert play.dice(1, "ready") == ["Squire"]
    held = (
        Position(sets=SETS)
        .quest(1, SEARCH, "Deathdealer@C2:4/4")
        .attached(1, f"{SEARCH}@QF:{BLADE}", 1, "Deathdealer")
        .ready(0, "Squire@C0:1/2", "Knight of Quamelot@C2:5/6*")
        .start("attack")
    )
    held.do("quest", "venture Squire", "venture Knight")
    # Both totals are known at once: the Squire is in it, makes the Knight stronger, and falls.
    assert _totals(held) == {1: 7, 0: 5}
    assert held.dice(0, "used") == ["Squire"]
    assert held.glory == (1, 0)
    assert held.kind == "start"  # 7 against the Deathdealer's 4; 5 not enough for the Knight's 7


@pytest.mark.ability("Search for Exqualibur", 4)
@pytest.mark.parametrize("own_turn", [False, True])
def test_searchs_scabbard_sends_the_carrier_to_the_active_pool(own_turn: bool) -> None:
    """In one's own challenge too: unrolled, cleaned up with the rest."""
    if own_turn:
        play = _armed(SEARCH, SHEATH).quest(1, SEARCH, "Knight of Quamelot@C2:5/6*").start("attack")
        play.do("quest")
        assert play.dice(0, "bag") == []
        assert play.dice(0, "active") == ["Devotee of the Holy Query"]
    else:
        play = (
            _armed(SEARCH, SHEATH, seat=1)
            .ready(1, "Assistant@C1:1/2")
            .ready(0, "Mighty Quake Dragon@C2:6/6*")
            .start("attack")
        )
        play.do("pass", "defend Devotee")
        assert play.dice(1, "active") == ["Devotee of the Holy Query"]
        assert play.dice(1, "used") == ["Assistant"]
    assert play.left(SEARCH) == 2
    assert settled(play)


# --- Expedition ---------------------------------------------------------------------------------


@pytest.mark.ability("Expedition for Exqualibur", 2)
@pytest.mark.parametrize("left", [0, 1, 2, 5])
def test_expeditions_prize_hands_out_two_corrupted_dice(left: int) -> None:
    """To one opponent, as many as are left."""
    play = _done(
        Position(4, sets=EVERYTHING)
        .quest(0, EXPEDITION, "Mighty Warrior of the Quay@C2:3/4")
        .bag(0, *COINS)
        .left(CORRUPTED, left),
        EXPEDITION,
        "BONUS",
    )
    assert set(play.options) == {"player 1", "player 2", "player 3"}
    play.do("player 2")
    assert play.dice(2, "used") == [CORRUPTED] * min(2, left)
    assert play.dice(1, "used") == []
    assert play.left(CORRUPTED) == max(0, left - 2)
    assert play.left(EXPEDITION) == 2
    assert settled(play)


@pytest.mark.ability("Expedition for Exqualibur", 3)
@pytest.mark.parametrize("armed", [True, False])
def test_expeditions_blade_takes_immunity_away(armed: bool) -> None:
    """+3 attack; a Quake Dragon's tremor then reaches whom the Knight protects."""
    position = (
        Position(sets=EVERYTHING)
        .ready(0, "Quake Dragon@C1:4/4", "Assistant@C1:1/2")
        .ready(1, "Mighty Knight of Quamelot@C3:6/8**", "Squire@C0:0/1", "Assistant@C1:1/2")
    )
    if armed:
        position.attached(0, f"{EXPEDITION}@QF:{BLADE}", 0, "Assistant")
    play = position.start("attack")
    assert play.attack(0, "Assistant") == (4 if armed else 1)
    play.do("pass")
    if armed:  # 15.3: the attacker orders what happens at the same time
        play.do("order Expedition for Exqualibur")
    assert play.kind == "defend"
    # Only level 1 is shaken: the Squire of level 0 stays in any case.
    shaken = [] if armed else ["Assistant"]
    assert play.dice(1, "ready") == [*shaken, "Mighty Knight of Quamelot", "Squire"]


@pytest.mark.ability("Expedition for Exqualibur", 3)
def test_immunity_comes_back_after_the_turn_and_only_those_attacked_lose_it() -> None:
    """On the quest it stays: that area was not attacked."""
    play = (
        _armed(EXPEDITION, BLADE)
        .ready(1, "Mighty Knight of Quamelot@C3:6/8**")
        .quest(1, EXPEDITION, "Mighty Knight of Quamelot@C3:6/8**")
        .start("attack")
    )
    play.do("pass")
    at_home = play.die(1, "ready", "Mighty Knight of Quamelot")
    away = play.die(1, "quest", "Mighty Knight of Quamelot")
    mine = play.die(0, "ready", "Devotee of the Holy Query")
    assert not queries.immune(play.state, at_home, mine)
    assert queries.immune(play.state, away, mine)
    play.do("pass")
    assert not queries.effects(play.state)


@pytest.mark.ability("Expedition for Exqualibur", 4)
def test_expeditions_scabbard_gives_two_defense_and_immunity() -> None:
    """The carrier alone; its owner may still choose it."""
    play = (
        _armed(EXPEDITION, SHEATH, seat=1)
        .ready(1, "Assistant@C1:1/2")
        .ready(0, "Misdirection Spell@S*")
        .start("ready")
    )
    assert play.defense(1, "Devotee of the Holy Query") == 6
    assert play.defense(1, "Assistant") == 2
    play.do("cast")
    assert play.dice(1, "bag") == ["Assistant"]  # nobody else could be chosen
    own = _armed(EXPEDITION, SHEATH).ready(0, "Life Cantrip@S").start("ready")
    own.do("cast")
    assert own.defense(0, "Devotee of the Holy Query") == 10


# --- Quest --------------------------------------------------------------------------------------


@pytest.mark.ability("Quest for Exqualibur", 2)
def test_quests_prize_makes_captures_two_cheaper_this_turn() -> None:
    """Never below nothing; the next player pays in full."""
    position = Position(sets=SETS, wilds=["Ancient Guide", "Deathdealer", "Relic Rustler"])
    position.quest(0, QUEST, "Mighty Warrior of the Quay@C2:3/4").bag(0, *COINS)
    play = _done(position, QUEST, "BONUS")
    assert {
        "capture Ancient Guide for 0",
        "capture Assistant for 0",
        "capture Deathdealer for 1",
        "capture Relic Rustler for 3",
    } <= set(play.options)
    play.do("pass")
    assert play.seat == 1
    assert "capture Assistant for 0" not in play.options
    assert queries.discount(play.state) == 0


@pytest.mark.ability("Quest for Exqualibur", 3)
def test_quests_blade_earns_a_glory_for_each_creature_destroyed_up_to_two() -> None:
    """+2 attack: 2 + 2 + 6 = 10 destroy three creatures, and 2 Glory are gained."""
    play = (
        _armed(QUEST, BLADE)
        .ready(0, "Mighty Quake Dragon@C2:6/6*")
        .ready(1, *["Scavenging Goblin@C1:2/2"] * 3)
        .start("attack")
    )
    play.do("pass")
    assert _totals(play) == {1: 10}
    assert play.dice(1, "ready") == []
    assert play.glory == (2, 0)
    assert settled(play)


@pytest.mark.ability("Quest for Exqualibur", 3)
def test_quests_blade_counts_in_a_challenge_too_but_only_in_ones_own_turn() -> None:
    """1 for the challenge and 1 for the blade; challenged by another it earns nothing."""
    own = _armed(QUEST, BLADE).quest(1, QUEST, "Squire@C0:0/1").start("attack")
    own.do("quest", "no")
    assert own.glory == (2, 0)
    held = (
        Position(sets=SETS)
        .quest(1, QUEST, "Deathdealer@C2:4/4")
        .attached(1, f"{QUEST}@QF:{BLADE}", 1, "Deathdealer")
        .ready(0, "Scavenging Goblin@C1:2/2")
        .start("attack")
    )
    held.do("quest")
    assert held.dice(0, "used") == ["Scavenging Goblin"]
    assert held.glory == (0, 0)


@pytest.mark.ability("Quest for Exqualibur", 3)
def test_quests_blade_earns_nothing_for_spells_or_fights_without_its_carrier() -> None:
    """A spell in phase 2; an attack while the carrier starts a quest."""
    spell = (
        _armed(QUEST, BLADE)
        .ready(0, "Death Incantation@S*")
        .ready(1, "Assistant@C1:1/2")
        .start("ready")
    )
    spell.do("cast", "destroy Assistant", "pass")
    assert spell.glory == (0, 0)
    away = (
        _armed(QUEST, BLADE)
        .ready(0, "Scavenging Goblin@C1:2/2")
        .ready(1, "Assistant@C1:1/2")
        .start("attack")
    )
    away.do("quest", "venture Devotee", "pass")
    assert away.dice(1, "used") == ["Assistant"]
    assert away.glory == (0, 0)


@pytest.mark.ability("Quest for Exqualibur", 4)
def test_quests_scabbard_protects_the_carrier_and_its_companions() -> None:
    """+2 defense in its area; not on the quest, not opponents."""
    play = (
        _armed(QUEST, SHEATH)
        .ready(0, "Assistant@C1:1/2")
        .quest(0, QUEST, "Squire@C0:0/1")
        .ready(1, "Assistant@C1:1/2")
        .start("capture")
    )
    assert play.defense(0, "Devotee of the Holy Query") == 6
    assert play.defense(0, "Assistant") == 4
    assert play.attack(0, "Assistant") == 1
    assert play.defense(1, "Assistant") == 2
    assert queries.defense(play.state, play.die(0, "quest", "Squire")) == 1
