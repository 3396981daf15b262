"""The Ancient Guides: levels, re-rolls and dice for quests, and cheaper summons.

Faces of the die: Q1 twice, Q2, C1:1/2, C1:1/2*, C2:2/3*.
"""

from __future__ import annotations

import pytest

from quarriors.engine import queries
from quarriors.testing import Play, Position
from tests.cards.common import settled

SETS = ["base", "quartifacts"]
HUNT = "Hunt for Exqualibur"  # level 2, 3 Glory
SKULL = "Hunt for Tri-Clops Skull"  # level 3, 4 Glory
COINS = ["Basic Quiddity"] * 6


def _returning(*party: str, players: int = 2, quest: str = HUNT) -> Position:
    return Position(players, sets=SETS).quest(0, quest, *party).bag(0, *COINS)


def _defense_on_quest(play: Play, seat: int, name: str) -> int:
    return int(queries.defense(play.state, play.die(seat, "quest", name)))


# --- Ancient Guide: a level for the party -------------------------------------------------------


@pytest.mark.ability("Ancient Guide", 0)
@pytest.mark.parametrize("face", ["C1:1/2", "C1:1/2*"])
def test_a_guide_with_a_companion_counts_one_level_more(face: str) -> None:
    """1 and 0 and the Guide's 1: enough for Exqualibur's 2."""
    play = _returning(f"Ancient Guide@{face}", "Squire@C0:0/1").rolls(f"{HUNT}@Q3").start("score")
    play.do("pass")
    assert [event[5] for event in play.happened("quest-done")] == [2]
    assert play.glory == (3, 0)
    assert play.pool == 3
    assert play.left(HUNT) == 2
    assert settled(play)


@pytest.mark.ability("Ancient Guide", 0)
def test_a_guide_alone_counts_its_own_level_only() -> None:
    """No companion, no help: 1 is not 2."""
    play = _returning("Ancient Guide@C1:1/2*").start("score")
    assert [event[5] for event in play.happened("quest-failed")] == [1]
    assert play.glory == (0, 0)
    assert play.dice(0, "used") == ["Ancient Guide"]
    assert settled(play)


@pytest.mark.ability("Ancient Guide", 0)
@pytest.mark.parametrize(("third", "done"), [("Squire@C0:0/1", True), ("", False)])
def test_several_guides_do_not_add_up(third: str, done: bool) -> None:
    """Two Guides of level 1: 3, and not 4; a Guide in the Ready Area does not help."""
    party = ["Ancient Guide@C1:1/2"] + (["Ancient Guide@C1:1/2*"] if done else [])
    party += [third] if third else []
    play = (
        _returning(*party, players=3, quest=SKULL)
        .ready(0, "Ancient Guide@C2:2/3*")
        .rolls(f"{SKULL}@Q4")
        .start("score")
    )
    play.do("first quest")
    told = play.happened("quest-done" if done else "quest-failed")
    assert [event[5] for event in told] == [3 if done else 1]


@pytest.mark.ability("Ancient Guide", 0)
def test_the_guides_level_counts_for_the_check_only() -> None:
    """It is no higher level for anything else: a spell for level 2 or lower still finds it."""
    play = (
        Position(sets=SETS)
        .quest(1, HUNT, "Ancient Guide@C2:2/3*", "Squire@C0:0/1")
        .ready(0, "Misdirection Spell@S")
        .start("ready")
    )
    play.do("cast Misdirection Spell")
    assert set(play.options) == {
        "discard Ancient Guide [C2:2/3*] in seat 1's quest",
        "discard Squire [C0:0/1] in seat 1's quest",
    }


# --- Ancient Guide, burst: +1 defense for companions --------------------------------------------


@pytest.mark.ability("Ancient Guide", 1)
@pytest.mark.parametrize(("face", "more"), [("C1:1/2", 0), ("C1:1/2*", 1), ("C2:2/3*", 1)])
def test_a_guide_on_a_burst_gives_companions_one_defense(face: str, more: int) -> None:
    """Not itself, not opponents, not those elsewhere; attacks stay."""
    play = (
        Position(sets=SETS)
        .ready(0, f"Ancient Guide@{face}", "Scavenging Goblin@C1:2/2")
        .quest(0, HUNT, "Squire@C0:0/1")
        .ready(1, "Deathdealer@C1:3/2")
        .start("capture")
    )
    assert play.defense(0, "Scavenging Goblin") == 2 + more
    assert play.defense(0, "Ancient Guide") == int(face[5])
    assert play.attack(0, "Scavenging Goblin") == 2
    assert play.defense(1, "Deathdealer") == 2
    assert _defense_on_quest(play, 0, "Squire") == 1


@pytest.mark.ability("Ancient Guide", 1)
def test_on_a_quest_the_guide_protects_those_with_it_and_two_guides_add_up() -> None:
    """Companions are in the same area (12.7)."""
    play = (
        Position(sets=SETS)
        .quest(0, HUNT, "Ancient Guide@C1:1/2*", "Ancient Guide@C2:2/3*", "Squire@C0:0/1")
        .ready(0, "Scavenging Goblin@C1:2/2")
        .start("capture")
    )
    assert _defense_on_quest(play, 0, "Squire") == 3
    assert _defense_on_quest(play, 0, "Ancient Guide") == 3  # 2 and the other's 1
    assert play.defense(0, "Scavenging Goblin") == 2


@pytest.mark.ability("Ancient Guide", 1)
@pytest.mark.rule("15.4")
@pytest.mark.parametrize("guide_first", [True, False])
def test_the_bonus_is_gone_when_the_guide_is(guide_first: bool) -> None:
    """An attack of 5: if the Guide falls first, the Warrior's bonus falls with it."""
    play = (
        Position(sets=SETS)
        .ready(0, "Deathdealer@C1:3/2", "Scavenging Goblin@C1:2/2")
        .ready(1, "Ancient Guide@C1:1/2*", "Warrior of the Quay@C1:2/3")
        .start("attack")
    )
    play.do("pass")
    if guide_first:
        play.do("defend Ancient Guide")  # 5 - 2 = 3 against 3
        assert play.dice(1, "used") == ["Ancient Guide", "Warrior of the Quay"]
    else:
        play.do("defend Warrior of the Quay")  # 3 and 1: 5 - 4 = 1 against 2
        assert play.dice(1, "ready") == ["Ancient Guide"]
        assert play.dice(1, "used") == ["Warrior of the Quay"]


# --- Strong Ancient Guide: the quest die again ---------------------------------------------------


def _strong(*more: str) -> Play:
    play = _returning("Strong Ancient Guide@C2:2/3*", *more).rolls(f"{HUNT}@Q3").start("score")
    play.do("pass")
    return play


@pytest.mark.ability("Strong Ancient Guide", 0)
def test_the_quest_die_may_be_rolled_again_and_the_second_result_stands() -> None:
    """After the Glory, and before the first result gives anything."""
    play = _strong()
    assert (play.kind, play.decision.card) == ("may", "Strong Ancient Guide")
    assert (play.glory, play.pool) == ((3, 0), 0)
    play.rolls(f"{HUNT}@QF:Exqualibur")
    play.do("yes")
    assert play.faces(0, "ready") == [f"{HUNT}@QF:Exqualibur"]
    assert play.pool == 0
    assert settled(play)


@pytest.mark.ability("Strong Ancient Guide", 0)
def test_the_first_result_may_be_kept() -> None:
    """A real no."""
    play = _strong()
    play.do("no")
    assert play.pool == 3
    assert play.left(HUNT) == 2
    assert settled(play)


@pytest.mark.ability("Strong Ancient Guide", 0)
def test_two_strong_guides_may_roll_it_twice_more() -> None:
    """Once each; somebody without the ability adds nothing."""
    play = _strong("Strong Ancient Guide@C1:1/2", "Squire@C0:0/1")
    asked = 0
    while play.kind in ("order", "may"):
        if play.kind == "may":
            asked += 1
            play.rolls(f"{HUNT}@W2" if asked == 2 else f"{HUNT}@Q3")
            play.do("yes")
        else:
            play.do(play.options[0])
    assert asked == 2
    assert play.pool == 0
    assert len(play.dice(0, "active")) == 8  # two by the die, six as always
    assert settled(play)


@pytest.mark.ability("Strong Ancient Guide", 0)
def test_a_strong_guide_whose_quest_fails_or_that_stays_at_home_re_rolls_nothing() -> None:
    """It has to help."""
    failed = _returning("Strong Ancient Guide@C1:1/2").start("score")
    assert failed.kind == "capture"
    home = (
        _returning("Warrior of the Quay@C2:3/4")
        .ready(0, "Strong Ancient Guide@C1:1/2")
        .rolls(f"{HUNT}@Q3")
        .start("score")
    )
    home.do("first quest", "pass", "pass")
    assert home.kind == "capture"
    assert home.pool == 3


@pytest.mark.ability("Strong Ancient Guide", 1)
def test_a_strong_guide_summoned_on_a_burst_may_draw_and_roll_a_die() -> None:
    """Into the Active Pool; immediates are open again (5.4)."""
    play = (
        Position(sets=SETS)
        .active(0, "Strong Ancient Guide@C1:1/2*", "Basic Quiddity@Q1")
        .bag(0, "Portal", "Assistant")
        .draws("Portal")
        .rolls("Portal@Q1")
        .start("ready")
    )
    play.do("summon Strong Ancient Guide")
    assert set(play.options) == {"yes Strong Ancient Guide draws", "no"}
    play.do("yes")
    assert play.faces(0, "active") == ["Portal@Q1"]
    assert play.dice(0, "bag") == ["Assistant"]
    assert settled(play)


@pytest.mark.ability("Strong Ancient Guide", 1)
@pytest.mark.parametrize(("face", "asked"), [("C1:1/2", False), ("C2:2/3*", True)])
def test_the_draw_needs_the_burst_and_may_be_declined(face: str, asked: bool) -> None:
    """Without it nobody is asked."""
    play = (
        Position(sets=SETS)
        .active(0, f"Strong Ancient Guide@{face}", "Basic Quiddity@Q2")
        .bag(0, "Portal")
        .start("ready")
    )
    play.do("summon Strong Ancient Guide")
    assert (play.kind == "may") == asked
    if asked:
        play.do("no")
    assert play.dice(0, "bag") == ["Portal"]
    assert settled(play) or play.kind == "quest"


@pytest.mark.ability("Strong Ancient Guide", 1)
@pytest.mark.rule("15.6")
def test_with_nothing_to_draw_nobody_is_asked() -> None:
    """Bag and Used Pile are empty."""
    play = (
        Position(sets=SETS)
        .active(0, "Strong Ancient Guide@C1:1/2*", "Basic Quiddity@Q1")
        .start("ready")
    )
    play.do("summon Strong Ancient Guide")
    assert play.kind == "quest"


# --- Mighty Ancient Guide: cheaper summons -------------------------------------------------------


@pytest.mark.ability("Mighty Ancient Guide", 0)
def test_creatures_summoned_after_a_mighty_guide_cost_one_less() -> None:
    """Level 2 for 1, level 1 and level 0 for nothing; captures cost what they cost."""
    play = (
        Position(sets=SETS)
        .active(0, "Mighty Ancient Guide@C1:1/2", "Warrior of the Quay@C2:3/4")
        .active(0, "Assistant@C1:1/2", "Squire@C0:0/1", "Basic Quiddity@Q2")
        .start("ready")
    )
    assert "summon Warrior of the Quay [C2:3/4] for 2" in play.options
    play.do("summon Mighty Ancient Guide [C1:1/2] for 1")
    assert {option for option in play.options if option.startswith("summon")} == {
        "summon Warrior of the Quay [C2:3/4] for 1",
        "summon Assistant [C1:1/2] for 0",
        "summon Squire [C0:0/1] for 0",
    }
    play.do("summon Warrior", "summon Assistant", "summon Squire")
    assert play.pool == 0
    play.do("pass")
    assert set(play.options) == {"capture Basic Quiddity for 0", "pass"}


@pytest.mark.ability("Mighty Ancient Guide", 0)
def test_several_mighty_guides_add_up_and_the_cost_never_drops_below_nothing() -> None:
    """The second Guide is free, then level 3 costs 1 and level 1 nothing."""
    play = (
        Position(sets=SETS)
        .active(0, "Mighty Ancient Guide@C1:1/2", "Mighty Ancient Guide@C1:1/2")
        .active(0, "Knight of Quamelot@C3:6/8**", "Assistant@C1:1/2", "Basic Quiddity@Q2")
        .start("ready")
    )
    play.do("summon Mighty Ancient Guide [C1:1/2] for 1")
    assert "summon Mighty Ancient Guide [C1:1/2] for 0" in play.options
    play.do("summon Mighty Ancient Guide")
    assert "summon Knight of Quamelot [C3:6/8**] for 1" in play.options
    assert "summon Assistant [C1:1/2] for 0" in play.options


@pytest.mark.ability("Mighty Ancient Guide", 0)
def test_the_reduction_ends_with_the_turn_and_is_its_owners_alone() -> None:
    """The next player pays in full; so does the owner a turn later."""
    play = (
        Position(sets=SETS)
        .active(0, "Mighty Ancient Guide@C1:1/2*", "Basic Quiddity@Q1")
        .bag(1, "Assistant", "Basic Quiddity")
        .rolls("Assistant@C1:1/2", "Basic Quiddity@Q1")
        .draws("Assistant", "Basic Quiddity")
        .start("ready")
    )
    play.do("summon Mighty Ancient Guide", "pass", "pass")
    assert play.seat == 1
    assert "summon Assistant [C1:1/2] for 1" in play.options
    assert not queries.effects(play.state)


@pytest.mark.ability("Mighty Ancient Guide", 0)
def test_a_mighty_guide_that_lies_in_the_ready_area_already_lowers_nothing() -> None:
    """Only summoning it does."""
    play = (
        Position(sets=SETS)
        .ready(0, "Mighty Ancient Guide@C1:1/2")
        .active(0, "Assistant@C1:1/2", "Basic Quiddity@Q1")
        .start("ready")
    )
    assert "summon Assistant [C1:1/2] for 1" in play.options


# --- Mighty Ancient Guide, burst: an extra die after a quest ------------------------------------


@pytest.mark.ability("Mighty Ancient Guide", 1)
@pytest.mark.parametrize(("die", "dice"), [("Q3", 7), ("W2", 9)])
def test_a_mighty_guide_on_a_burst_brings_a_die_from_its_quest(die: str, dice: int) -> None:
    """On top of the six and of what the quest die gives; all are rolled together."""
    play = (
        _returning("Mighty Ancient Guide@C2:2/3*")
        .bag(0, "Portal", "Portal", "Portal")
        .rolls(f"{HUNT}@{die}")
        .start("score")
    )
    play.do("pass")
    while play.kind == "immediate":
        play.do("pass")
    assert len(play.dice(0, "active")) == dice
    assert play.glory == (3, 0)


@pytest.mark.ability("Mighty Ancient Guide", 1)
def test_without_the_burst_or_without_success_no_die_comes() -> None:
    """Level 1 with a Warrior: completed, six dice; alone: failed, six dice."""
    for party in (
        ["Mighty Ancient Guide@C1:1/2", "Warrior of the Quay@C1:2/3"],
        ["Mighty Ancient Guide@C1:1/2*"],
    ):
        play = _returning(*party).rolls(*[f"{HUNT}@Q3"][: len(party) - 1]).start("score")
        if len(party) == 2:
            play.do("pass")
            assert play.glory == (3, 0)
        assert len(play.dice(0, "active")) == 6
        assert settled(play)
