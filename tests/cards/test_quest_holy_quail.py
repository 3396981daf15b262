"""The four Holy Quail quests (level 1, 2 Glory): their dice, prizes and quartifacts.

Faces of the quest die: Q2, W1, BONUS, QF:Holy Quail twice, QF:Holy Quill.
"""

from __future__ import annotations

import pytest

from quarriors.engine import queries
from quarriors.testing import Play, Position
from tests.cards.common import settled

SETS = ["base", "quartifacts"]
EVERYTHING = ["base", "rise_of_the_demons", "quest_of_the_qladiator", "quartifacts"]
COINS = ["Basic Quiddity"] * 8
HUNT, SEARCH = "Hunt for Holy Quail", "Search for Holy Quail"
EXPEDITION, QUEST = "Expedition for Holy Quail", "Quest for Holy Quail"
CORRUPTED = "Corrupted Quiddity"


def _position(quest: str) -> Position:
    """Seat 0 has a Warrior on the quest; three players."""
    sets = EVERYTHING if quest == EXPEDITION else SETS
    return Position(3, sets=sets).quest(0, quest, "Warrior of the Quay@C1:2/3").bag(0, *COINS)


def _done(position: Position, quest: str, face: str) -> Play:
    """The quest is completed without a cull, and its die shows that face."""
    play = position.rolls(f"{quest}@{face}").start("score")
    play.do("pass")
    assert play.glory[0] == 2
    return play


def _carrier(quest: str, quartifact: str, creature: str = "Deathdealer@C2:4/4") -> Position:
    """Seat 1 has a creature with the quartifact in its Ready Area."""
    sets = EVERYTHING if quest == EXPEDITION else SETS
    name = creature.partition("@")[0]
    return (
        Position(3, sets=sets).ready(1, creature).attached(1, f"{quest}@QF:{quartifact}", 1, name)
    )


def _equip(quest: str, quartifact: str, position: Position) -> Play:
    """Seat 0 summons an Assistant and gives it the quartifact."""
    play = (
        position.ready(0, f"{quest}@QF:{quartifact}")
        .active(0, "Assistant@C1:1/2", "Basic Quiddity@Q1", "Basic Quiddity@Q1")
        .start("ready")
    )
    play.do("summon Assistant", "equip Assistant")
    return play


# --- the die ------------------------------------------------------------------------------------


@pytest.mark.ability("Hunt for Holy Quail", 0)
@pytest.mark.ability("Search for Holy Quail", 0)
@pytest.mark.ability("Expedition for Holy Quail", 0)
@pytest.mark.ability("Quest for Holy Quail", 0)
@pytest.mark.parametrize("quest", [HUNT, SEARCH, EXPEDITION, QUEST])
def test_the_quiddity_face_gives_two_for_this_turn(quest: str) -> None:
    """The die goes back; no die is drawn by it."""
    play = _done(_position(quest), quest, "Q2")
    assert play.pool == 2
    assert play.left(quest) == 2
    assert len(play.dice(0, "active")) == 6
    assert settled(play)


@pytest.mark.ability("Hunt for Holy Quail", 1)
@pytest.mark.ability("Search for Holy Quail", 1)
@pytest.mark.ability("Expedition for Holy Quail", 1)
@pytest.mark.ability("Quest for Holy Quail", 1)
@pytest.mark.parametrize("quest", [HUNT, SEARCH, EXPEDITION, QUEST])
def test_the_draw_face_brings_one_die_that_is_rolled_in_phase_two(quest: str) -> None:
    """Seven are rolled together; the quest die goes back."""
    play = _done(_position(quest), quest, "W1")
    assert len(play.dice(0, "active")) == 7
    assert play.pool == 0
    assert play.left(quest) == 2
    assert len([event for event in play.happened("roll") if event[2] == 0]) >= 7
    assert settled(play)


@pytest.mark.ability("Hunt for Holy Quail", 3)
@pytest.mark.ability("Hunt for Holy Quail", 4)
@pytest.mark.ability("Search for Holy Quail", 3)
@pytest.mark.ability("Search for Holy Quail", 4)
@pytest.mark.ability("Expedition for Holy Quail", 3)
@pytest.mark.ability("Expedition for Holy Quail", 4)
@pytest.mark.ability("Quest for Holy Quail", 3)
@pytest.mark.ability("Quest for Holy Quail", 4)
@pytest.mark.parametrize("quest", [HUNT, SEARCH, EXPEDITION, QUEST])
@pytest.mark.parametrize("quartifact", ["Holy Quail", "Holy Quill"])
def test_a_quartifact_waits_in_the_ready_area_without_any_power(
    quest: str, quartifact: str
) -> None:
    """12.6: it neither attacks nor scores nor changes a number."""
    play = _done(_position(quest), quest, f"QF:{quartifact}")
    assert play.faces(0, "ready") == [f"{quest}@QF:{quartifact}"]
    assert play.left(quest) == 1
    lying = (
        Position(3, sets=SETS)
        .ready(0, f"{quest}@QF:{quartifact}", "Assistant@C1:1/2")
        .start("capture")
    )
    assert lying.defense(0, "Assistant") == 2
    assert not any("equip" in option for option in lying.options)


# --- Hunt ---------------------------------------------------------------------------------------


@pytest.mark.ability("Hunt for Holy Quail", 2)
@pytest.mark.parametrize("culls", [0, 1, 2])
def test_hunt_lets_cull_up_to_two_dice_besides_the_one_for_the_quest(culls: int) -> None:
    """Declined at once, after one, or both; a third is not offered."""
    position = _position(HUNT).used(0, "Assistant", "Portal", "Portal")
    play = position.rolls(f"{HUNT}@BONUS").start("score")
    play.do("cull Warrior of the Quay")  # the cull for the quest
    assert set(play.options) == {
        "cull-die Assistant in seat 0's used",
        "cull-die Portal in seat 0's used",
        "no",
    }
    for _ in range(culls):
        play.do("cull-die Portal")
    if culls < 2:
        play.do("no")
    assert play.dice(0, "used") == sorted(["Assistant", *["Portal"] * (2 - culls)])
    assert play.left(HUNT) == 2
    assert settled(play)


@pytest.mark.ability("Hunt for Holy Quail", 3)
def test_hunts_quail_gives_its_carrier_two_defense() -> None:
    """Nobody else; 5 damage is held, 6 is not."""
    for attack, falls in (("C1:5/3", False), ("C2:7/5*", True)):
        play = (
            _carrier(HUNT, "Holy Quail")
            .ready(2, "Assistant@C1:1/2")
            .ready(0, f"Strong Manxome Minotaur@{attack}")
            .start("attack")
        )
        assert play.defense(1, "Deathdealer") == 6
        assert play.attack(1, "Deathdealer") == 4
        play.do("pass")
        assert play.dice(1, "ready") == ([] if falls else ["Deathdealer"])
        assert play.left(HUNT) == (2 if falls else 1)


@pytest.mark.ability("Hunt for Holy Quail", 4)
def test_hunts_quill_gives_a_glory_when_its_carrier_scores_or_completes_a_quest() -> None:
    """The Assistant's 1 and 1; the quest's 2 and 1; the die goes back both times."""
    scoring = _carrier(HUNT, "Holy Quill", "Assistant@C1:1/2").start("score", active=1)
    assert scoring.glory == (0, 2, 0)
    assert scoring.left(HUNT) == 2
    questing = (
        Position(3, sets=SETS)
        .quest(0, HUNT, "Deathdealer@C2:4/4", "Squire@C0:0/1")
        .attached(0, f"{HUNT}@QF:Holy Quill", 0, "Deathdealer")
        .bag(0, *COINS)
        .rolls(f"{HUNT}@Q2")
        .start("score")
    )
    questing.do("pass")
    assert questing.glory == (3, 0, 0)
    assert questing.left(HUNT) == 2
    assert settled(questing)


@pytest.mark.ability("Hunt for Holy Quail", 4)
def test_hunts_quill_gives_nothing_when_another_scores_or_the_carrier_falls() -> None:
    """Only its carrier; destroyed it earns nothing, and the quill returns."""
    other = _carrier(HUNT, "Holy Quill").ready(0, "Assistant@C1:1/2").start("score")
    assert other.glory == (1, 0, 0)
    falls = _carrier(HUNT, "Holy Quill").ready(0, "Mighty Quake Dragon@C2:6/6*").start("attack")
    falls.do("pass")
    assert falls.glory == (0, 0, 0)
    assert falls.left(HUNT) == 2


# --- Search -------------------------------------------------------------------------------------


@pytest.mark.ability("Search for Holy Quail", 2)
@pytest.mark.parametrize("takes", [True, False])
def test_search_moves_a_spell_die_to_the_active_pool(takes: bool) -> None:
    """Rolled in phase 2 with the six; only spell dice are offered."""
    position = _position(SEARCH).used(0, "Life Cantrip", "Portal", "Assistant")
    play = _done(position, SEARCH, "BONUS")
    assert set(play.options) == {"fetch Life Cantrip in seat 0's used", "no"}
    play.do("fetch" if takes else "no")
    while play.kind == "immediate":
        play.do("pass")
    assert len(play.dice(0, "active")) == (7 if takes else 6)
    assert ("Life Cantrip" in play.dice(0, "active")) == takes
    assert play.left(SEARCH) == 2


@pytest.mark.ability("Search for Holy Quail", 2)
def test_search_without_a_spell_die_gives_nothing() -> None:
    """15.6: nobody is asked."""
    play = _done(_position(SEARCH).used(0, "Portal"), SEARCH, "BONUS")
    assert play.dice(0, "used") == ["Portal", "Warrior of the Quay"]
    assert play.left(SEARCH) == 2


@pytest.mark.ability("Search for Holy Quail", 3)
def test_searchs_quail_goes_back_instead_of_its_carrier_once() -> None:
    """6 damage: the carrier uses up 4, stays, takes no more; 2 hit the Assistant."""
    play = (
        _carrier(SEARCH, "Holy Quail")
        .ready(1, "Assistant@C1:1/2")
        .ready(0, "Mighty Quake Dragon@C2:6/6*")
        .start("attack")
    )
    play.do("pass", "defend Deathdealer")
    assert play.kind == "capture"
    assert play.dice(1, "ready") == ["Deathdealer"]
    assert play.dice(1, "used") == ["Assistant"]
    assert play.left(SEARCH) == 2
    assert len(play.happened("destroy")) == 1
    assert settled(play)


@pytest.mark.ability("Search for Holy Quail", 3)
def test_searchs_quail_saves_from_a_spell_too_but_not_twice_and_nobody_else() -> None:
    """The second Incantation destroys the Deathdealer."""
    play = (
        _carrier(SEARCH, "Holy Quail")
        .ready(1, "Assistant@C1:1/2")
        .ready(0, *["Death Incantation@S**"] * 3)
        .start("ready")
    )
    play.do("cast", "destroy Deathdealer")
    assert play.dice(1, "ready") == ["Assistant", "Deathdealer"]
    assert play.left(SEARCH) == 2
    play.do("cast", "destroy Deathdealer")
    assert play.dice(1, "ready") == ["Assistant"]


@pytest.mark.ability("Search for Holy Quail", 3)
def test_in_a_challenge_the_carrier_stays_on_the_quest() -> None:
    """It was not destroyed: no Glory for the challenger."""
    play = (
        Position(3, sets=SETS)
        .quest(1, SEARCH, "Deathdealer@C2:4/4")
        .attached(1, f"{SEARCH}@QF:Holy Quail", 1, "Deathdealer")
        .ready(0, "Mighty Quake Dragon@C2:6/6*")
        .start("attack")
    )
    play.do(next(text for text in play.options if SEARCH in text))
    assert play.dice(1, "quest") == ["Deathdealer"]
    assert play.glory == (0, 0, 0)
    assert play.left(SEARCH) == 2
    assert play.dice(0, "used") == ["Mighty Quake Dragon"]


@pytest.mark.ability("Search for Holy Quail", 4)
@pytest.mark.parametrize("edition", ["original", "qultimate"])
def test_searchs_quill_sends_the_first_spell_cast_into_the_bag(edition: str) -> None:
    """The second goes where spells go."""
    play = (
        Position(3, sets=SETS, edition=edition)
        .ready(0, "Deathdealer@C2:4/4", "Death Cantrip@S*", "Death Cantrip@S*")
        .attached(0, f"{SEARCH}@QF:Holy Quill", 0, "Deathdealer")
        .active(0, "Basic Quiddity@Q1")
        .start("ready")
    )
    play.do("cast")
    assert play.dice(0, "bag") == ["Death Cantrip"]
    play.do("cast")
    assert play.dice(0, "bag") == ["Death Cantrip"]
    assert play.dice(0, "used" if edition == "original" else "spent") == ["Death Cantrip"]
    assert play.attack(0, "Deathdealer") == 8


@pytest.mark.ability("Search for Holy Quail", 4)
def test_searchs_quill_sends_an_attached_spell_into_the_bag_when_it_leaves() -> None:
    """First cast: attached; a second one attached goes to the Used Pile."""
    play = (
        Position(3, sets=SETS)
        .ready(0, "Deathdealer@C2:4/4", "Life Cantrip@S", "Life Cantrip@S")
        .attached(0, f"{SEARCH}@QF:Holy Quill", 0, "Deathdealer")
        .ready(1, "Death Incantation@S**")
        .bag(1, *COINS)
        .start("ready")
    )
    play.do("cast", "cast", "pass", "pass")
    while play.seat == 0:
        play.do("pass")
    assert play.seat == 1
    play.do("cast Death Incantation")
    assert play.dice(0, "bag") == ["Life Cantrip"]
    assert play.dice(0, "used") == ["Deathdealer", "Life Cantrip"]
    assert play.left(SEARCH) == 2


@pytest.mark.ability("Search for Holy Quail", 4)
def test_searchs_quill_does_nothing_for_opponents_or_unattached() -> None:
    """Seat 0 casts; seat 1 has the quill at work, seat 0 has one that nobody carries."""
    play = (
        _carrier(SEARCH, "Holy Quill")
        .ready(0, f"{SEARCH}@QF:Holy Quill", "Assistant@C1:1/2", "Death Cantrip@S*")
        .active(0, "Basic Quiddity@Q1")
        .start("ready")
    )
    play.do("cast")
    assert play.dice(0, "bag") == []
    assert play.dice(0, "spent") == ["Death Cantrip"]


# --- Expedition ---------------------------------------------------------------------------------


@pytest.mark.ability("Expedition for Holy Quail", 2)
def test_expedition_gives_back_a_corrupted_die_or_hands_one_out() -> None:
    """The choice is its player's."""
    back = _done(_position(EXPEDITION).used(0, CORRUPTED, CORRUPTED), EXPEDITION, "BONUS")
    left = back.left(CORRUPTED)
    assert len(back.options) == 2
    back.do(back.options[0])
    assert back.dice(0, "used").count(CORRUPTED) == 1
    assert back.left(CORRUPTED) == left + 1
    assert back.left(EXPEDITION) == 2

    out = _done(_position(EXPEDITION).used(0, CORRUPTED), EXPEDITION, "BONUS")
    left = out.left(CORRUPTED)
    out.do(out.options[1])
    assert (out.kind, set(out.options)) == ("player", {"player 1", "player 2"})
    out.do("player 2")
    assert out.dice(2, "used") == [CORRUPTED]
    assert out.dice(1, "used") == []
    assert CORRUPTED in out.dice(0, "used")
    assert out.left(CORRUPTED) == left - 1


@pytest.mark.ability("Expedition for Holy Quail", 2)
@pytest.mark.parametrize("left", [1, 0])
def test_expedition_without_a_corrupted_die_of_ones_own_only_hands_out(left: int) -> None:
    """If any is left in the Wilds."""
    play = _done(_position(EXPEDITION).left(CORRUPTED, left), EXPEDITION, "BONUS")
    assert play.kind == "player"
    play.do("player 1")
    assert play.dice(1, "used") == [CORRUPTED] * left
    assert play.left(CORRUPTED) == 0


@pytest.mark.ability("Expedition for Holy Quail", 3)
def test_expeditions_quail_makes_its_carrier_immune() -> None:
    """Not its companions; and damage still counts."""
    play = (
        _carrier(EXPEDITION, "Holy Quail")
        .ready(1, "Assistant@C1:1/2", "Scavenging Goblin@C1:2/2")
        .ready(0, "Death Incantation@S**", "Mighty Quake Dragon@C2:6/6*")
        .start("ready")
    )
    play.do("cast")
    assert set(play.options) == {
        "destroy Mighty Quake Dragon [C2:6/6*] in seat 0's ready",
        "destroy Assistant [C1:1/2] in seat 1's ready",
        "destroy Scavenging Goblin [C1:2/2] in seat 1's ready",
    }
    play.do("destroy Assistant", "pass")
    assert "defend Deathdealer [C2:4/4] against 6" in play.options


@pytest.mark.ability("Expedition for Holy Quail", 4)
def test_expeditions_quill_may_unlock_a_locked_die_of_anybody() -> None:
    """For nothing: to the Spent Pile in one's own turn, to the Used Pile of another."""
    position = Position(3, sets=EVERYTHING).locked(0, "Quaxos' Eye").locked(1, "Pink Eye Cyclops")
    play = _equip(EXPEDITION, "Holy Quill", position)
    assert len(play.options) == 3
    assert "no" in play.options
    play.do(next(text for text in play.options if "Cyclops" in text))
    assert play.dice(1, "ready") == []
    assert play.dice(1, "used") == ["Pink Eye Cyclops"]
    assert "Quaxos' Eye" in play.dice(0, "ready")
    assert play.dice(0, "active") == ["Basic Quiddity"]  # nothing was paid
    assert settled(play)


@pytest.mark.ability("Expedition for Holy Quail", 4)
def test_expeditions_quill_may_leave_it_locked_and_with_nothing_locked_is_silent() -> None:
    """A real no; and 15.6."""
    position = Position(3, sets=EVERYTHING).locked(1, "Pink Eye Cyclops")
    play = _equip(EXPEDITION, "Holy Quill", position)
    play.do("no")
    assert play.dice(1, "ready") == ["Pink Eye Cyclops"]
    silent = _equip(EXPEDITION, "Holy Quill", Position(3, sets=EVERYTHING))
    assert silent.kind == "capture"
    assert silent.dice(0, "attached") == [EXPEDITION]


# --- Quest --------------------------------------------------------------------------------------


@pytest.mark.ability("Quest for Holy Quail", 2)
def test_quest_gives_a_die_of_cost_three_or_less_for_nothing() -> None:
    """Into the Used Pile; the capture of phase 4 is left."""
    position = Position(3, sets=SETS, wilds=["Ancient Guide", "Deathdealer", "Quixotic Minstrel"])
    position.quest(0, QUEST, "Warrior of the Quay@C1:2/3").bag(0, *COINS)
    play = _done(position, QUEST, "BONUS")
    assert "take Ancient Guide in the wilds" in play.options  # 2
    assert "take Deathdealer in the wilds" in play.options  # 3
    assert "take Quixotic Minstrel in the wilds" not in play.options  # 4
    assert f"take {QUEST} in the wilds" not in play.options
    play.do("take Deathdealer")
    assert play.dice(0, "used") == ["Deathdealer", "Warrior of the Quay"]
    assert play.left("Deathdealer") == 4
    assert play.captures == 1
    assert "capture Deathdealer for 3" in play.options


@pytest.mark.ability("Quest for Holy Quail", 2)
def test_quests_prize_may_be_left() -> None:
    """A real no."""
    play = _done(_position(QUEST), QUEST, "BONUS")
    play.do("no")
    assert play.dice(0, "used") == ["Warrior of the Quay"]
    assert play.left(QUEST) == 2


@pytest.mark.ability("Quest for Holy Quail", 3)
@pytest.mark.parametrize(("carries", "done"), [(True, True), (False, False)])
def test_quests_quail_gives_a_defense_and_a_level(carries: bool, done: bool) -> None:
    """A Squire of level 0 completes a quest of level 1 with it."""
    position = Position(3, sets=SETS, wilds=[QUEST]).quest(0, QUEST, "Squire@C0:0/1").bag(0, *COINS)
    if carries:
        position.attached(0, f"{QUEST}@QF:Holy Quail", 0, "Squire")
        play = position.start("capture")
        die = play.die(0, "quest", "Squire")
        assert queries.defense(play.state, die) == 2
    play = position.rolls(*([f"{QUEST}@Q2"] if done else [])).start("score")
    told = play.happened("quest-done" if done else "quest-failed")
    assert [event[5] for event in told] == [1 if done else 0]
    if done:
        play.do("pass")
    assert play.glory == ((2, 0, 0) if done else (0, 0, 0))
    assert play.left(QUEST) == 2
    assert settled(play)


@pytest.mark.ability("Quest for Holy Quail", 4)
def test_quests_quill_gives_two_quiddity_when_it_is_attached() -> None:
    """Once, and only then."""
    play = _equip(QUEST, "Holy Quill", Position(3, sets=SETS))
    assert play.pool == 2
    lying = (
        Position(3, sets=SETS)
        .ready(0, f"{QUEST}@QF:Holy Quill")
        .active(0, "Assistant@C1:1/2", "Basic Quiddity@Q1")
        .start("ready")
    )
    lying.do("summon Assistant")
    assert lying.pool == 0
