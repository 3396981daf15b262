"""The four Tri-Clops Skull quests (level 3, 4 Glory): their dice, prizes and quartifacts.

Faces of the quest die: Q4, W3, BONUS, QF:Tri-Clops Skull, QF:Ruby Eye, QF:Poison Claw.
"""

from __future__ import annotations

import pytest

from quarriors.engine import queries
from quarriors.testing import Play, Position
from tests.cards.common import settled

SETS = ["base", "quartifacts"]
EVERYTHING = ["base", "rise_of_the_demons", "quarmageddon", "quest_of_the_qladiator", "quartifacts"]
COINS = ["Basic Quiddity"] * 10
HUNT, SEARCH = "Hunt for Tri-Clops Skull", "Search for Tri-Clops Skull"
EXPEDITION, QUEST = "Expedition for Tri-Clops Skull", "Quest for Tri-Clops Skull"
SKULL, EYE, CLAW = "Tri-Clops Skull", "Ruby Eye", "Poison Claw"
CORRUPTED = "Corrupted Quiddity"
DEVOTEE = "Devotee of the Holy Query"


def _sets(quest: str) -> list[str]:
    return EVERYTHING if quest == EXPEDITION else SETS


def _position(quest: str) -> Position:
    """Seat 0 is back from the quest with a Wizard of level 3; three players."""
    position = Position(3, sets=_sets(quest)).quest(0, quest, "Strong Questing Wizard@C3:4/8**")
    return position.bag(0, *COINS)


def _done(position: Position, quest: str, face: str) -> Play:
    """The quest is completed without a cull, and its die shows that face."""
    play = position.rolls(f"{quest}@{face}").start("score")
    play.do("pass")
    return play


def _armed(
    quest: str, quartifact: str, creature: str = "Devotee of the Holy Query@C2:2/4", seat: int = 0
) -> Position:
    """A creature with the quartifact in a Ready Area."""
    name = creature.partition("@")[0]
    position = Position(3, sets=_sets(quest)).ready(seat, creature)
    return position.attached(seat, f"{quest}@QF:{quartifact}", seat, name)


def _on_quest(quest: str, quartifact: str, creature: str, seat: int) -> Position:
    """A creature with the quartifact on the quest."""
    name = creature.partition("@")[0]
    position = Position(3, sets=_sets(quest)).quest(seat, quest, creature)
    return position.attached(seat, f"{quest}@QF:{quartifact}", seat, name)


def _equip(quest: str, quartifact: str, position: Position) -> Play:
    """Seat 0 summons an Assistant and gives it the quartifact."""
    play = (
        position.ready(0, f"{quest}@QF:{quartifact}")
        .active(0, "Assistant@C1:1/2", "Basic Quiddity@Q1", "Basic Quiddity@Q1")
        .start("ready")
    )
    play.do("summon Assistant", "equip Assistant")
    return play


def _challenge(play: Play, quest: str) -> None:
    """Go to that quest and not to the other one that three players have."""
    play.do(next(text for text in play.options if text.startswith(f"quest {quest}")))


def _totals(play: Play) -> dict[int, int]:
    return {event[4]: event[5] for event in play.happened("total")}


# --- the die ------------------------------------------------------------------------------------


@pytest.mark.ability("Hunt for Tri-Clops Skull", 0)
@pytest.mark.ability("Search for Tri-Clops Skull", 0)
@pytest.mark.ability("Expedition for Tri-Clops Skull", 0)
@pytest.mark.ability("Quest for Tri-Clops Skull", 0)
@pytest.mark.parametrize("quest", [HUNT, SEARCH, EXPEDITION, QUEST])
def test_the_quiddity_face_gives_four_for_this_turn(quest: str) -> None:
    """The die goes back; no die is drawn by it."""
    play = _done(_position(quest), quest, "Q4")
    assert play.glory == (4, 0, 0)
    assert play.pool == 4
    assert play.left(quest) == 2
    assert len(play.dice(0, "active")) == 6
    assert settled(play)


@pytest.mark.ability("Hunt for Tri-Clops Skull", 1)
@pytest.mark.ability("Search for Tri-Clops Skull", 1)
@pytest.mark.ability("Expedition for Tri-Clops Skull", 1)
@pytest.mark.ability("Quest for Tri-Clops Skull", 1)
@pytest.mark.parametrize("quest", [HUNT, SEARCH, EXPEDITION, QUEST])
def test_the_draw_face_brings_three_dice_that_are_rolled_in_phase_two(quest: str) -> None:
    """Nine are rolled together; the quest die goes back."""
    play = _done(_position(quest), quest, "W3")
    assert len(play.dice(0, "active")) == 9
    assert play.pool == 0
    assert play.left(quest) == 2
    assert settled(play)


@pytest.mark.ability("Hunt for Tri-Clops Skull", 3)
@pytest.mark.ability("Hunt for Tri-Clops Skull", 4)
@pytest.mark.ability("Hunt for Tri-Clops Skull", 5)
@pytest.mark.ability("Search for Tri-Clops Skull", 3)
@pytest.mark.ability("Search for Tri-Clops Skull", 4)
@pytest.mark.ability("Search for Tri-Clops Skull", 5)
@pytest.mark.ability("Expedition for Tri-Clops Skull", 3)
@pytest.mark.ability("Expedition for Tri-Clops Skull", 4)
@pytest.mark.ability("Expedition for Tri-Clops Skull", 5)
@pytest.mark.ability("Quest for Tri-Clops Skull", 3)
@pytest.mark.ability("Quest for Tri-Clops Skull", 4)
@pytest.mark.ability("Quest for Tri-Clops Skull", 5)
@pytest.mark.parametrize("quest", [HUNT, SEARCH, EXPEDITION, QUEST])
@pytest.mark.parametrize("quartifact", [SKULL, EYE, CLAW])
def test_a_quartifact_waits_in_the_ready_area_without_any_power(
    quest: str, quartifact: str
) -> None:
    """12.6: neither for its owner's creatures nor against others."""
    play = _done(_position(quest), quest, f"QF:{quartifact}")
    assert play.faces(0, "ready") == [f"{quest}@QF:{quartifact}"]
    assert play.left(quest) == 1
    lying = (
        Position(3, sets=_sets(quest))
        .ready(0, f"{quest}@QF:{quartifact}", "Deathdealer@C1:3/2")
        .ready(1, "Assistant@C1:1/2", "Defender of the Pale@C3:2/8**")
        .start("attack")
    )
    assert (lying.attack(0, "Deathdealer"), lying.defense(0, "Deathdealer")) == (3, 2)
    lying.do("pass")
    assert set(lying.options) == {
        "defend Assistant [C1:1/2] against 3",
        "defend Defender of the Pale [C3:2/8**] against 3",
    }


# --- Hunt ---------------------------------------------------------------------------------------


@pytest.mark.ability("Hunt for Tri-Clops Skull", 2)
def test_hunts_prize_is_two_glory() -> None:
    """On top of the quest's 4."""
    play = _done(_position(HUNT), HUNT, "BONUS")
    assert play.glory == (6, 0, 0)
    assert play.left(HUNT) == 2
    assert settled(play)


@pytest.mark.ability("Hunt for Tri-Clops Skull", 3)
def test_hunts_skull_keeps_small_attackers_off_its_area() -> None:
    """Levels 0 and 1 add nothing, level 2 does; the other player faces them all."""
    play = (
        _armed(HUNT, SKULL, seat=1)
        .ready(0, "Deathdealer@C1:3/2", "Squire@C0:1/2", "Mighty Warrior of the Quay@C2:3/4")
        .ready(2, "Defender of the Pale@C3:2/8**")
        .start("attack")
    )
    play.do("pass")
    assert _totals(play) == {1: 3, 2: 7}
    assert play.dice(1, "ready") == [DEVOTEE]


@pytest.mark.ability("Hunt for Tri-Clops Skull", 3)
def test_hunts_skull_works_where_its_carrier_is() -> None:
    """On the quest against challengers, and not for creatures at home; its own attack counts."""
    position = _on_quest(HUNT, SKULL, "Ancient Guide@C1:1/2", 1).ready(1, "Assistant@C1:1/2")
    position.ready(0, "Deathdealer@C1:3/2", "Scavenging Goblin@C1:2/2")
    play = position.start("attack")
    _challenge(play, HUNT)
    play.do("venture Deathdealer", "pass", "first quest")
    challenge = [event for event in play.happened("total") if event[1] == 1203]
    assert {event[4]: event[5] for event in challenge} == {1: 0, 0: 1}
    assert play.dice(1, "quest") == ["Ancient Guide"]
    assert play.dice(1, "used") == ["Assistant"]  # at home the Goblin's 2 count


@pytest.mark.ability("Hunt for Tri-Clops Skull", 4)
def test_hunts_eye_gives_two_glory_when_its_carrier_scores_or_completes_a_quest() -> None:
    """The Assistant's 1 and 2; the quest's 4 and 2."""
    scoring = _armed(HUNT, EYE, "Assistant@C1:1/2").ready(0, "Assistant@C1:1/2").start("score")
    assert scoring.glory == (4, 0, 0)  # the other Assistant earns its 1
    assert scoring.left(HUNT) == 2
    position = _on_quest(HUNT, EYE, "Strong Questing Wizard@C3:4/8**", 0).bag(0, *COINS)
    questing = _done(position, HUNT, "Q4")
    assert questing.glory == (6, 0, 0)
    assert questing.left(HUNT) == 2


@pytest.mark.ability("Hunt for Tri-Clops Skull", 4)
def test_hunts_eye_gives_nothing_for_a_failed_quest() -> None:
    """Level 2 of 3; the eye returns."""
    play = _on_quest(HUNT, EYE, "Deathdealer@C2:4/4", 0).bag(0, *COINS).start("score")
    assert play.glory == (0, 0, 0)
    assert play.left(HUNT) == 2


@pytest.mark.ability("Hunt for Tri-Clops Skull", 5)
def test_hunts_claw_takes_an_attacker_along() -> None:
    """+1 attack; its owner chooses, and totals stay: seat 2 faces all 9."""
    play = (
        _armed(HUNT, CLAW, seat=1)
        .ready(0, "Mighty Quake Dragon@C2:6/6*", "Deathdealer@C1:3/2")
        .ready(2, "Defender of the Pale@C3:2/8**")
        .start("attack")
    )
    assert play.attack(1, DEVOTEE) == 3
    play.do("pass")
    assert (play.seat, play.decision.card) == (1, HUNT)
    assert set(play.options) == {
        "destroy Mighty Quake Dragon [C2:6/6*] in seat 0's ready",
        "destroy Deathdealer [C1:3/2] in seat 0's ready",
    }
    play.do("destroy Mighty Quake Dragon")
    assert play.dice(0, "ready") == ["Deathdealer"]
    assert play.dice(2, "used") == ["Defender of the Pale"]
    assert play.left(HUNT) == 2
    assert settled(play)


@pytest.mark.ability("Hunt for Tri-Clops Skull", 5)
@pytest.mark.parametrize("carrier", [0, 1])
def test_hunts_claw_works_on_both_sides_of_a_challenge(carrier: int) -> None:
    """The carrier falls and takes one along; challengers get Glory for what they destroy."""
    if carrier == 1:
        position = _on_quest(HUNT, CLAW, "Squire@C0:0/1", 1).ready(0, "Deathdealer@C2:4/4")
    else:
        position = _armed(HUNT, CLAW, "Squire@C0:0/1").quest(1, HUNT, "Deathdealer@C2:4/4")
    play = position.start("attack")
    _challenge(play, HUNT)
    assert "Squire" in play.dice(carrier, "used")
    assert "Deathdealer" in play.dice(1 - carrier, "used")
    assert play.glory == (1, 0, 0)
    assert play.left(HUNT) == 2
    assert settled(play)


@pytest.mark.ability("Hunt for Tri-Clops Skull", 5)
def test_hunts_claw_does_not_answer_a_spell_or_a_defense_that_holds() -> None:
    """Nobody took part in anything; nobody was destroyed."""
    spell = (
        _armed(HUNT, CLAW, seat=1)
        .ready(0, "Death Incantation@S*", "Deathdealer@C1:3/2")
        .start("ready")
    )
    spell.do("cast", f"destroy {DEVOTEE}")
    assert spell.dice(0, "ready") == ["Deathdealer"]
    held = _armed(HUNT, CLAW, seat=1).ready(0, "Deathdealer@C1:3/2").start("attack")
    held.do("pass")
    assert held.dice(0, "ready") == ["Deathdealer"]
    assert held.left(HUNT) == 1


# --- Search -------------------------------------------------------------------------------------


@pytest.mark.ability("Search for Tri-Clops Skull", 2)
@pytest.mark.parametrize("takes", [True, False])
def test_searchs_prize_is_a_die_of_cost_seven_or_less(takes: bool) -> None:
    """Any die in the Wilds; the capture of phase 4 is left."""
    position = Position(3, sets=SETS, wilds=["Knight of Quamelot", "Manxome Minotaur"])
    position.quest(0, SEARCH, "Strong Questing Wizard@C3:4/8**").bag(0, *COINS)
    play = _done(position, SEARCH, "BONUS")
    assert "take Knight of Quamelot in the wilds" in play.options  # 7
    assert "take Manxome Minotaur in the wilds" not in play.options  # 8
    play.do("take Knight" if takes else "no")
    assert play.left("Knight of Quamelot") == (4 if takes else 5)
    assert ("Knight of Quamelot" in play.dice(0, "used")) == takes
    assert play.captures == 1
    assert play.left(SEARCH) == 2


@pytest.mark.ability("Search for Tri-Clops Skull", 3)
def test_searchs_skull_strengthens_the_carrier_and_its_companions() -> None:
    """+2 attack in its area; not on the quest, not opponents."""
    play = (
        _armed(SEARCH, SKULL)
        .ready(0, "Assistant@C1:1/2")
        .quest(0, SEARCH, "Squire@C0:0/1")
        .ready(1, "Assistant@C1:1/2")
        .start("capture")
    )
    assert play.attack(0, DEVOTEE) == 4
    assert play.attack(0, "Assistant") == 3
    assert play.defense(0, "Assistant") == 2
    assert play.attack(1, "Assistant") == 1
    assert queries.attack(play.state, play.die(0, "quest", "Squire"), -1) == 0


@pytest.mark.ability("Search for Tri-Clops Skull", 4)
def test_searchs_eye_draws_and_rolls_two_dice_when_it_is_attached() -> None:
    """Into the Active Pool at once; what is rolled can be used."""
    position = Position(3, sets=SETS).bag(0, "Portal", "Basic Quiddity", "Assistant")
    position.draws("Portal", "Basic Quiddity").rolls("Portal@Q1", "Basic Quiddity@Q1")
    play = _equip(SEARCH, EYE, position)
    assert play.faces(0, "active") == ["Basic Quiddity@Q1", "Basic Quiddity@Q1", "Portal@Q1"]
    assert play.dice(0, "bag") == ["Assistant"]
    assert settled(play)


@pytest.mark.ability("Search for Tri-Clops Skull", 5)
def test_searchs_claw_weakens_defenders() -> None:
    """-2 defense, never below 1, while the carrier attacks them; not before or after."""
    play = (
        _armed(SEARCH, CLAW)
        .ready(0, "Assistant@C1:1/2", "Assistant@C1:1/2")
        .ready(1, "Strong Questing Wizard@C2:3/6", "Assistant@C1:1/2")
        .start("attack")
    )
    assert play.defense(1, "Strong Questing Wizard") == 6
    play.do("pass")
    assert _totals(play) == {1: 4}
    assert play.defense(1, "Strong Questing Wizard") == 4
    assert play.defense(1, "Assistant") == 1
    assert play.defense(0, "Assistant") == 2
    play.do("defend Strong Questing Wizard")
    assert play.dice(1, "used") == ["Strong Questing Wizard"]
    assert play.defense(1, "Assistant") == 2


@pytest.mark.ability("Search for Tri-Clops Skull", 5)
@pytest.mark.parametrize("carrier", [0, 1])
def test_searchs_claw_works_on_both_sides_of_a_challenge(carrier: int) -> None:
    """Both sides defend (12.7): 2 damage against a Warrior of 4 less 2, which had 3 itself."""
    warrior = "Mighty Warrior of the Quay"
    if carrier == 1:
        position = _on_quest(SEARCH, CLAW, f"{DEVOTEE}@C2:2/4", 1).ready(0, f"{warrior}@C2:3/4")
    else:
        position = _armed(SEARCH, CLAW).quest(1, SEARCH, f"{warrior}@C2:3/4")
    play = position.start("attack")
    _challenge(play, SEARCH)
    if carrier == 0:
        play.do("yes")
    assert play.dice(1 - carrier, "used") == [warrior]
    assert play.dice(carrier, "quest") == [DEVOTEE]
    assert play.glory == ((1, 0, 0) if carrier == 0 else (0, 0, 0))
    assert settled(play)


@pytest.mark.ability("Search for Tri-Clops Skull", 5)
def test_searchs_claw_does_nothing_in_an_attack_without_its_carrier_or_to_the_immune() -> None:
    """The carrier starts a quest; a Knight makes its companion immune."""
    away = (
        _armed(SEARCH, CLAW)
        .ready(0, "Scavenging Goblin@C1:2/2")
        .ready(1, "Strong Witching Hag@C1:3/3")
        .start("attack")
    )
    _challenge(away, SEARCH)
    away.do(f"venture {DEVOTEE}", "pass")
    assert away.dice(1, "ready") == ["Strong Witching Hag"]
    immune = (
        _armed(SEARCH, CLAW)
        .ready(1, "Mighty Knight of Quamelot@C3:6/8**", "Strong Witching Hag@C1:3/3")
        .start("attack")
    )
    immune.do("pass")
    assert immune.kind == "capture"  # 2 against 3 and 8
    assert immune.dice(1, "used") == []


# --- Expedition ---------------------------------------------------------------------------------


@pytest.mark.ability("Expedition for Tri-Clops Skull", 2)
@pytest.mark.parametrize("left", [0, 1, 2])
def test_expeditions_prize_hands_every_opponent_a_corrupted_die(left: int) -> None:
    """Clockwise, while any are left."""
    play = _done(_position(EXPEDITION).left(CORRUPTED, left), EXPEDITION, "BONUS")
    assert play.dice(1, "used") == [CORRUPTED][:left]
    assert play.dice(2, "used") == ([CORRUPTED] if left == 2 else [])
    assert CORRUPTED not in play.dice(0, "used")
    assert play.left(EXPEDITION) == 2
    assert settled(play)


@pytest.mark.ability("Expedition for Tri-Clops Skull", 2)
@pytest.mark.parametrize("unlocked", [0, 1, 2])
def test_expeditions_prize_may_unlock_any_locked_dice_of_opponents(unlocked: int) -> None:
    """One after the other until a no; one's own is not offered."""
    position = (
        _position(EXPEDITION)
        .locked(0, "Quaxos' Eye")
        .locked(1, "Pink Eye Cyclops")
        .locked(2, "Pink Eye Cyclops")
    )
    play = _done(position, EXPEDITION, "BONUS")
    assert len(play.options) == 3
    assert not any("seat 0" in option for option in play.options)
    for seat in range(1, 1 + unlocked):
        play.do(next(text for text in play.options if f"seat {seat}" in text))
    if unlocked < 2:
        play.do("no")
    for seat in (1, 2):
        assert play.dice(seat, "ready") == ([] if seat <= unlocked else ["Pink Eye Cyclops"])
    assert "Quaxos' Eye" in play.dice(0, "ready")


@pytest.mark.ability("Expedition for Tri-Clops Skull", 3)
def test_expeditions_skull_makes_the_carrier_and_its_companions_immune() -> None:
    """Not those on the quest."""
    play = (
        _armed(EXPEDITION, SKULL, seat=1)
        .ready(1, "Assistant@C1:1/2")
        .quest(1, EXPEDITION, "Squire@C0:0/1", "Deathdealer@C2:4/4")
        .ready(0, "Misdirection Spell@S*")
        .start("ready")
    )
    play.do("cast")
    assert set(play.options) == {
        "discard Squire [C0:0/1] in seat 1's quest",
        "discard Deathdealer [C2:4/4] in seat 1's quest",
    }


@pytest.mark.ability("Expedition for Tri-Clops Skull", 4)
@pytest.mark.parametrize("moved", [0, 1, 2])
def test_expeditions_eye_passes_corrupted_dice_on_or_gives_quiddity(moved: int) -> None:
    """Up to two of three, each to an opponent of choice; 2 quiddity for none."""
    position = Position(3, sets=EVERYTHING).used(0, CORRUPTED, CORRUPTED, CORRUPTED, "Portal")
    play = _equip(EXPEDITION, EYE, position)
    for seat in range(1, 1 + moved):
        assert set(play.options) == {f"give {CORRUPTED} in seat 0's used", "no"}
        play.do("give")
        assert set(play.options) == {"player 1", "player 2"}
        play.do(f"player {seat}")
    if moved < 2:
        play.do("no")
    assert play.dice(0, "used").count(CORRUPTED) == 3 - moved
    assert play.dice(1, "used") == ([CORRUPTED] if moved else [])
    assert play.dice(2, "used") == ([CORRUPTED] if moved == 2 else [])
    assert play.pool == (0 if moved else 2)
    assert settled(play)


@pytest.mark.ability("Expedition for Tri-Clops Skull", 4)
def test_expeditions_eye_with_nothing_to_pass_on_gives_quiddity() -> None:
    """Nobody is asked."""
    play = _equip(EXPEDITION, EYE, Position(3, sets=EVERYTHING).used(0, "Portal"))
    assert play.pool == 2
    assert play.kind == "capture"


@pytest.mark.ability("Expedition for Tri-Clops Skull", 5)
def test_expeditions_claw_takes_immunity_away() -> None:
    """+4 attack; those it challenges are no longer immune, those at home are."""
    knight = "Mighty Knight of Quamelot"
    play = (
        _armed(EXPEDITION, CLAW)
        .quest(1, EXPEDITION, f"{knight}@C3:6/8**")
        .ready(1, f"{knight}@C3:6/8**")
        .start("attack")
    )
    mine = play.die(0, "ready", DEVOTEE)
    assert play.attack(0, DEVOTEE) == 6
    assert queries.immune(play.state, play.die(1, "quest", knight), mine)
    _challenge(play, EXPEDITION)
    assert not queries.immune(play.state, play.die(1, "quest", knight), mine)
    assert queries.immune(play.state, play.die(1, "ready", knight), mine)
    play.do("pass")
    assert not queries.effects(play.state)


# --- Quest --------------------------------------------------------------------------------------


@pytest.mark.ability("Quest for Tri-Clops Skull", 2)
def test_quests_prize_takes_a_glory_from_everybody_else() -> None:
    """Never below 0; the player gains 1 on top of the quest's 4."""
    position = _position(QUEST).glory(1, 3)
    play = _done(position, QUEST, "BONUS")
    assert play.glory == (5, 2, 0)
    assert play.left(QUEST) == 2
    assert settled(play)


@pytest.mark.ability("Quest for Tri-Clops Skull", 3)
@pytest.mark.parametrize(
    ("creature", "done"), [("Ancient Guide@C1:1/2", True), ("Squire@C0:0/1", False)]
)
def test_quests_skull_gives_two_defense_and_two_levels(creature: str, done: bool) -> None:
    """A level of 1 becomes 3, a level of 0 does not."""
    position = _on_quest(QUEST, SKULL, creature, 0).bag(0, *COINS)
    look = position.start("capture")
    die = look.die(0, "quest", creature.partition("@")[0])
    assert queries.defense(look.state, die) == int(creature[-1]) + 2
    if done:
        play = _done(position, QUEST, "Q4")
        assert play.glory == (4, 0, 0)
    else:
        play = position.start("score")
        assert play.glory == (0, 0, 0)
    assert play.left(QUEST) == 2
    assert settled(play)


@pytest.mark.ability("Quest for Tri-Clops Skull", 4)
def test_quests_eye_destroys_every_small_creature_that_is_attacked() -> None:
    """Levels 0 and 1 of all opponents before defenders are chosen; not on quests, not mine."""
    play = (
        _armed(QUEST, EYE)
        .ready(0, "Assistant@C1:1/2")
        .ready(1, "Assistant@C1:1/2", "Squire@C0:0/1", "Deathdealer@C2:4/4")
        .ready(2, "Assistant@C1:1/2")
        .quest(1, QUEST, "Squire@C0:0/1")
        .start("attack")
    )
    play.do("pass")
    assert play.dice(1, "ready") == ["Deathdealer"]
    assert play.dice(1, "quest") == ["Squire"]
    assert play.dice(2, "ready") == []
    assert play.dice(0, "ready") == ["Assistant", DEVOTEE]
    assert settled(play)


@pytest.mark.ability("Quest for Tri-Clops Skull", 4)
def test_in_a_challenge_quests_eye_destroys_the_small_ones_of_the_party() -> None:
    """With a Glory for each; the creature at home is safe, and so are challengers."""
    play = (
        _armed(QUEST, EYE)
        .quest(1, QUEST, "Squire@C0:0/1", "Squire@C0:0/1", "Deathdealer@C2:4/4")
        .ready(1, "Assistant@C1:1/2")
        .start("attack")
    )
    _challenge(play, QUEST)
    assert play.glory == (2, 0, 0)
    assert play.dice(1, "quest") == ["Deathdealer"]
    assert play.dice(1, "ready") == ["Assistant"]


@pytest.mark.ability("Quest for Tri-Clops Skull", 5)
def test_quests_claw_destroys_one_creature_of_level_two_or_lower_in_each_area() -> None:
    """Of the attacker's choice, before defenders are chosen; level 3 is safe."""
    play = (
        _armed(QUEST, CLAW)
        .ready(1, "Assistant@C1:1/2", "Deathdealer@C2:4/4", "Defender of the Pale@C3:2/8**")
        .ready(2, "Defender of the Pale@C3:2/8**")
        .start("attack")
    )
    play.do("pass")
    assert (play.seat, play.decision.card) == (0, QUEST)
    assert set(play.options) == {
        "destroy Assistant [C1:1/2] in seat 1's ready",
        "destroy Deathdealer [C2:4/4] in seat 1's ready",
    }
    play.do("destroy Deathdealer")
    assert play.dice(1, "used") == ["Deathdealer"]
    assert (play.seat, play.kind) == (1, "defend")
    play.do("defend Defender of the Pale")
    assert play.dice(2, "ready") == ["Defender of the Pale"]
    assert settled(play)


@pytest.mark.ability("Quest for Tri-Clops Skull", 5)
@pytest.mark.rule("12.7")
def test_quests_claw_does_not_reach_the_immune_and_works_for_who_is_challenged() -> None:
    """10.5; and a carrier that is challenged attacks as well."""
    immune = (
        _armed(QUEST, CLAW)
        .ready(1, "Mighty Knight of Quamelot@C3:6/8**", "Assistant@C1:1/2")
        .start("attack")
    )
    immune.do("pass")
    assert immune.happened("destroy") == []
    assert (immune.seat, immune.kind) == (1, "defend")
    position = _on_quest(QUEST, CLAW, f"{DEVOTEE}@C2:2/4", 1)
    held = position.ready(0, "Deathdealer@C1:3/2", "Scavenging Goblin@C1:2/2").start("attack")
    _challenge(held, QUEST)
    held.do("venture Deathdealer", "venture Scavenging")
    assert _totals(held) == {1: 5, 0: 2}
    assert (held.seat, held.decision.card) == (1, QUEST)
    assert set(held.options) == {
        "destroy Deathdealer [C1:3/2] in seat 0's quest",
        "destroy Scavenging Goblin [C1:2/2] in seat 0's quest",
    }
