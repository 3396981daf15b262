"""The Squire: level 0, and another capture for the player who captures it.

Faces of the die: Q1 three times, C0:0/1 twice, C0:1/2.
"""

from __future__ import annotations

import pytest

from quarriors.testing import Play, Position
from tests.cards.common import settled

SETS = ["base", "quartifacts"]


def _shop(*dice: str, variants: tuple[str, ...] = ()) -> Play:
    position = Position(sets=SETS, variants=variants, wilds=["Ancient Guide"])
    return position.active(0, *dice).start("capture")


@pytest.mark.ability("Squire", 0)
def test_capturing_a_squire_allows_one_more_capture_that_is_paid_for() -> None:
    """3 quiddity: a Squire for 1, then nothing dearer than 2."""
    play = _shop("Basic Quiddity@Q1", "Basic Quiddity@Q1", "Basic Quiddity@Q1")
    assert "capture Ancient Guide for 2" in play.options
    assert "capture Deathdealer for 3" in play.options
    play.do("capture Squire for 1")
    assert (play.seat, play.kind) == (0, "capture")
    assert "capture Ancient Guide for 2" in play.options
    assert "capture Deathdealer for 3" not in play.options
    play.do("capture Ancient Guide")
    assert play.seat == 1  # one more, not two
    assert play.left("Squire") == 4
    assert play.left("Ancient Guide") == 4
    assert {"Ancient Guide", "Squire"} <= set(play.dice(0, "used"))
    assert settled(play)


@pytest.mark.ability("Squire", 0)
def test_every_squire_allows_another_capture_as_long_as_quiddity_lasts() -> None:
    """Three in a row for 3, and a culled Basic Quiddity die for nothing at the end."""
    play = _shop("Basic Quiddity@Q1", "Basic Quiddity@Q1", "Basic Quiddity@Q1")
    play.do("capture Squire", "capture Squire", "capture Squire")
    assert play.left("Squire") == 2
    assert set(play.options) == {"capture Basic Quiddity for 0", "pass"}
    play.do("capture Basic Quiddity")
    assert play.seat == 1
    assert play.dice(0, "used").count("Squire") == 3


@pytest.mark.ability("Squire", 0)
def test_the_additional_capture_need_not_be_used() -> None:
    """A pass ends the turn."""
    play = _shop("Basic Quiddity@Q1", "Basic Quiddity@Q1")
    play.do("capture Squire", "pass")
    assert play.seat == 1
    assert play.left("Squire") == 4


@pytest.mark.ability("Squire", 0)
def test_capturing_anything_else_allows_no_more() -> None:
    """An Assistant costs 1 as well, and the turn is over."""
    play = _shop("Basic Quiddity@Q1", "Basic Quiddity@Q1")
    play.do("capture Assistant")
    assert play.seat == 1
    assert play.left("Squire") == 5


@pytest.mark.ability("Squire", 0)
def test_a_squire_comes_on_top_of_the_two_captures_of_the_variant() -> None:
    """Advanced capture: a Squire and two more; the Squire last allows a third as well."""
    play = _shop(*["Basic Quiddity@Q1"] * 4, variants=("advanced_capture",))
    play.do("capture Squire", "capture Assistant", "capture Squire", "capture Assistant")
    assert play.seat == 1
    assert play.dice(0, "used").count("Squire") == 2


@pytest.mark.ability("Squire", 0)
@pytest.mark.rule("12.1")
def test_squires_are_in_the_wilds_only_when_quests_are_played() -> None:
    """Without them nobody is offered one."""
    play = Position(sets=SETS, modules=[]).active(0, "Basic Quiddity@Q1").start("capture")
    assert not any("Squire" in option for option in play.options)
    assert "capture Assistant for 1" in play.options


@pytest.mark.ability("Squire", 0)
@pytest.mark.rule("5.4")
def test_a_squire_is_summoned_for_nothing_and_allows_no_capture_by_that() -> None:
    """Level 0; only a capture allows another."""
    play = Position(sets=SETS).active(0, "Squire@C0:1/2", "Basic Quiddity@Q1").start("ready")
    play.do("summon Squire [C0:1/2] for 0", "pass")
    assert play.dice(0, "ready") == ["Squire"]
    play.do("capture Assistant")
    assert play.seat == 1


@pytest.mark.ability("Squire", 0)
@pytest.mark.rule("12.4")
@pytest.mark.parametrize(("face", "done"), [("C1:1/2", False), ("C2:2/3*", True)])
def test_a_squire_adds_no_level_to_a_quest_but_earns_its_cull(face: str, done: bool) -> None:
    """Exqualibur asks for 2: Strong Guide and two Squires."""
    play = (
        Position(sets=SETS)
        .quest(0, "Hunt for Exqualibur", f"Strong Ancient Guide@{face}")
        .quest(0, "Hunt for Exqualibur", "Squire@C0:0/1", "Squire@C0:1/2")
        .bag(0, *["Basic Quiddity"] * 6)
        .start("score")
    )
    if not done:
        assert play.kind == "capture"
        assert play.glory == (0, 0)
        assert play.dice(0, "used") == ["Squire", "Squire", "Strong Ancient Guide"]
        return
    play.rolls("Hunt for Exqualibur@Q3")
    play.do("cull Squire", "cull Squire", "cull Strong Ancient Guide")
    assert play.left("Squire") == 5
    assert play.glory == (3, 0)
