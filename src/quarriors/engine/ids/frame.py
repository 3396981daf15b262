"""Kinds of frames on the stack."""

from __future__ import annotations

from typing import Final

WIDTH: Final = 8
TURN: Final = 0
SCORE: Final = 1
TRIGGERS: Final = 2
DESTROY: Final = 3
WINDOW: Final = 4
DEFEND: Final = 5
ATTACK: Final = 6
DRAW: Final = 7
VENTURE: Final = 8
CHALLENGE: Final = 9
QUEST_CHECK: Final = 10
REFLECTED: Final = -2  # the "source" of a defense against one's own damage, sent back
FIRST_PROGRAM: Final = 16  # frames of card programs: program id + this
NAMES: Final = [
    "turn", "score", "triggers", "destroy", "window", "defend", "attack", "draw", "venture",
    "challenge", "quest-check",
]  # fmt: skip
