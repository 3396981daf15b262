"""Large Quiddity dice: aside, rolled every turn, spent, and aside again (13.1 to 13.3)."""

from __future__ import annotations

import pytest

from quarriors.engine import queries
from quarriors.engine.faces import DARK_QUIDDITY, LIGHT_QUIDDITY
from quarriors.engine.ids import phase
from quarriors.testing import Position
from tests.cards.common import in_all_editions, pile, settled

LARGE = "Large Quiddity"


def table(edition: str = "qultimate", players: int = 2) -> Position:
    """A table with the plain cards of the set."""
    return Position(
        players,
        edition=edition,
        sets=["light_vs_dark"],
        wilds=["Lesser Herald", "Black Cat", "Light Cantrip", "Dark Cantrip"],
    )


@pytest.mark.rule("13.2")
@in_all_editions
def test_two_large_dice_join_the_roll_and_are_set_aside_again(edition: str) -> None:
    """Spent or not, they end the turn where they began it, and never in the Used Pile."""
    play = (
        table(edition)
        .bag(0, "Black Cat", "Lesser Herald", "Black Cat")
        .draws("Black Cat", "Lesser Herald")
        .rolls(f"{LARGE}@Q3", f"{LARGE}@D2", "Black Cat@D1", "Lesser Herald@L1")
        .start("score")
    )
    assert play.faces(0, "active") == [
        "Black Cat@D1",
        f"{LARGE}@D2",
        f"{LARGE}@Q3",
        "Lesser Herald@L1",
    ]
    assert play.dice(0, "aside") == []
    play.do(f"spend {LARGE} [Q3]")
    place = "spent" if pile(edition) == "spent" else "aside"
    assert play.dice(0, place) == [LARGE]
    while play.seat == 0:
        play.do("pass")
    assert play.dice(0, "aside") == [LARGE, LARGE]
    assert play.dice(0, "used") == ["Black Cat", "Lesser Herald"]
    assert play.dice(0, "bag") == ["Black Cat"]


@pytest.mark.rule("13.5")
@pytest.mark.parametrize(
    ("face", "pool", "light", "dark"),
    [("Q2", 2, 0, 0), ("Q3", 3, 0, 0), ("L1", 1, 1, 0), ("L2", 2, 2, 0), ("D1", 1, 0, 1)],
)
def test_each_face_gives_its_quiddity(face: str, pool: int, light: int, dark: int) -> None:
    """Plain, light or dark."""
    play = table().active(0, f"{LARGE}@{face}", f"{LARGE}@D2").start("ready")
    assert play.at_hand == pool + 2
    assert queries.energy_available(play.state, LIGHT_QUIDDITY) == light
    assert queries.energy_available(play.state, DARK_QUIDDITY) == dark + 2


@pytest.mark.rule("13.3")
@pytest.mark.parametrize(("turn", "drawn"), [(1, 2), (2, 2), (3, 3), (4, 3)])
def test_two_dice_are_drawn_in_the_first_two_turns_and_three_later(turn: int, drawn: int) -> None:
    """Of each player: the first four turns of a game of two, and the fifth."""
    play = table().bag(0, *["Black Cat"] * 5).start("score")
    while play.turn < 2 * turn - 1 or play.seat != 0 or queries.phase_of(play.state) < phase.ROLL:
        play.do("pass")
    assert len(play.dice(0, "active")) == drawn + 2


@pytest.mark.rule("13.2")
def test_a_large_die_can_be_rolled_again() -> None:
    """Re-rolls are the one effect that reaches it."""
    play = (
        table()
        .active(0, f"{LARGE}@L1", f"{LARGE}@Q2", "Lesser Herald@L1")
        .rolls(f"{LARGE}@Q3")
        .start("ready")
    )
    play.do("spend Lesser Herald", "anchor Lesser Herald")
    assert set(play.options) == {
        f"re-roll-die {LARGE} [L1] in seat 0's active",
        f"re-roll-die {LARGE} [Q2] in seat 0's active",
    }
    play.do(f"re-roll-die {LARGE} [Q2]")
    assert play.faces(0, "active") == [f"{LARGE}@L1", f"{LARGE}@Q3"]
    assert settled(play)


@pytest.mark.rule("13.1")
@pytest.mark.rule("7.2")
def test_large_dice_cannot_be_captured() -> None:
    """Not even if one were left over on a card: there is no quarry of that name."""
    play = table().active(0, f"{LARGE}@Q3", f"{LARGE}@Q3").start("capture")
    assert not any(LARGE in option for option in play.options)
    assert "capture Lesser Herald for 3" in play.options
