"""What cards from packs may cost: a game whose cards do not come to an end is over (15.24).

Our own cards stay far below these limits (the most in the soak: see `docs/packs.md`).
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from quarriors.engine.ids import ending, frame, log, register
from quarriors.engine.state import State

MOST_STEPS: Final = 2000  # steps of frames between two decisions
MOST_OPERATIONS: Final = 1000  # operations of a program before it starts something or asks
HIGHEST_FRAME: Final = 64 * frame.WIDTH  # where in the stack the topmost frame may begin


def give_up(s: State) -> None:
    """End the game without winners, and name the die whose ability was at work last (15.24)."""
    s.over = ending.BY_EXCESS
    at = min(s.top, len(s.stack) - frame.WIDTH)
    while at > 0 and s.stack[at] < frame.FIRST_PROGRAM:
        at -= frame.WIDTH
    if s.logging:
        die: i64 = -1
        if at > 0:
            die = s.stack[at + register.SOURCE]
        s.note(log.OVER, 1524, -1, die, ending.BY_EXCESS, 0)
