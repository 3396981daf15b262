"""The soak's checks of a new turn accept every sound game and find what a turn left behind."""

from __future__ import annotations

import pytest

from quarriors.engine import arrange, queries
from quarriors.engine.ids import flag
from quarriors.engine.queries import EventNumbers
from quarriors.testing import Play, Position, check_state
from tests.soak_watch import abilities_worked, check_turn

MYSTIC, COIN = "Mighty Quake Dragon Mystic", "Basic Quiddity"


def begin_turn(face: str) -> tuple[Play, list[EventNumbers]]:
    """Seat 1's turn begins; a Mystic with a lock is locked, as there is nothing else to do (11.1).

    Events are those since the last decision of the turn before.
    """
    play = (
        Position(edition="original", sets=["base", "quest_of_the_qladiator"])
        .ready(0, "Assistant@C1:1/2", "Shaping Cantrip@S")
        .bag(0, *[COIN] * 6)
        .bag(1, MYSTIC, *[COIN] * 5)
        .draws(MYSTIC, *[COIN] * 5)
        .rolls(f"{MYSTIC}@{face}", *[f"{COIN}@Q1"] * 5)
        .start("clean-up")
    )
    assert play.options == ["retire Shaping Cantrip [S]", "pass"]
    play.game.take_events()
    play.game.apply(play.decision.options[1])
    return play, play.game.take_events()


@pytest.mark.rule("15.2")
@pytest.mark.ability("Mighty Quake Dragon Mystic", 0)
@pytest.mark.ability("Shaping Cantrip", 0)
@pytest.mark.parametrize("answer", ["react Shaping Cantrip", "pass"])
def test_a_creature_can_be_destroyed_before_the_first_decision_of_a_turn(answer: str) -> None:
    """It is marked as destroyed while its owner is asked (15.2 c), and no longer after that."""
    play, events = begin_turn("K")
    assert (play.active, play.turn, play.kind, play.seat) == (1, 2, "react", 0)
    die = play.die(0, "ready", "Assistant")
    assert queries.flags_of(play.state, die) & flag.DYING
    assert abilities_worked(events)
    check_turn(play.state, under_way=True)
    play.do(answer)
    assert ("Assistant" in play.dice(0, "ready")) == (answer != "pass")
    assert not queries.flags_of(play.state, die) & flag.DYING


def test_a_flag_of_the_turn_before_is_found() -> None:
    play, events = begin_turn("C2:2/4")
    assert (play.active, play.turn, play.seat) == (1, 2, 1)
    assert not abilities_worked(events)
    check_turn(play.state)
    arrange.set_flags(play.state, play.die(0, "ready", "Assistant"), flag.ABILITY_USED)
    with pytest.raises(AssertionError, match="Assistant in ready has flags 64 of another turn"):
        check_turn(play.state)


@pytest.mark.parametrize(
    ("flag", "complaint"),
    [
        (flag.DYING, "Assistant is marked as destroyed"),
        (flag.DAMAGED, "Assistant is marked as attacking or damaged outside a battle"),
    ],
)
def test_marks_of_a_destruction_or_battle_that_is_over_are_found_at_any_decision(
    flag: int, complaint: str
) -> None:
    play, _ = begin_turn("K")
    play.do("pass")
    check_state(play.state)
    arrange.set_flags(play.state, play.die(0, "used", "Assistant"), flag)
    with pytest.raises(AssertionError, match=complaint):
        check_state(play.state)
