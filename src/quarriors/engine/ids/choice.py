"""Kinds of decisions."""

from __future__ import annotations

from typing import Final

SCORE_OR_KEEP: Final = 0
CULL: Final = 1
IMMEDIATE: Final = 2
READY: Final = 3
ATTACK: Final = 4
DEFEND: Final = 5
CAPTURE: Final = 6
CLEAN_UP: Final = 7
REACT: Final = 8
ORDER: Final = 9
EFFECT: Final = 10
MAY: Final = 11
SEND: Final = 12
QUEST: Final = 13  # which quest to go to, if any
PARTY: Final = 14  # who goes
FIRST: Final = 15  # what comes first
SEIZE: Final = 16  # whose quest die
START: Final = 17  # whether to start the quest that was won
PUT_BACK: Final = 18  # which of the dice drawn
PLAYER: Final = 19
CAST: Final = 20  # spells in phase 1, by the 2011 books (15.23)
NAMES: Final = [
    "score-or-keep", "cull", "immediate", "ready", "attack", "defend", "capture", "clean-up",
    "react", "order", "effect", "may", "send", "quest", "party", "first", "seize", "start",
    "put-back", "player", "cast",
]  # fmt: skip
