"""Phases, split as finely as any book does (2011: six; from 2013 on, 2 and 3 are one)."""

from __future__ import annotations

from typing import Final

SCORE: Final = 1
ROLL: Final = 2
READY: Final = 3
ATTACK: Final = 4
CAPTURE: Final = 5
CLEAN: Final = 6
NAMES: Final = ["", "score", "immediate", "ready", "attack", "capture", "clean-up"]
