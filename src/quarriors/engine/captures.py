"""Captures that cost nothing, and the end of the game by empty cards (section 7)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from quarriors.engine.dice import put
from quarriors.engine.ids import ending, log
from quarriors.engine.state import State

EMPTY_CARDS: Final = 4  # empty creature cards that end the game (7.3)


def capture_free(s: State, seat: i64, die: i64, where: i64) -> None:
    """A capture that costs nothing and uses up no capture of phase 4; it can end the game.

    What capturing the die allows on top is for the turn of the player who captures.
    """
    put(s, die, seat, where)
    if seat == s.active:
        s.captured += 1
        s.captures += s.setup.more_captures[s.setup.slot[die]]
    if s.logging:
        s.note(log.CAPTURE, 701, seat, die, 0, where)
    check_empty(s)


def check_empty(s: State) -> None:
    """Four empty creature cards end the game right after a capture (7.3, 15.12)."""
    empty: i64 = 0
    for slot in range(len(s.wilds_left)):
        if s.wilds_left[slot] == 0 and s.setup.is_creature_card[slot]:
            empty += 1
    if empty >= EMPTY_CARDS and not s.over:
        s.over = ending.BY_EMPTY_CARDS
        if s.logging:
            s.note(log.OVER, 902, -1, -1, ending.BY_EMPTY_CARDS, empty)
