"""Whose dice a filter means, seen from the controller of the ability."""

from __future__ import annotations

from typing import Final

ME: Final = 0
OPPONENT: Final = 1  # the one opponent the effect is dealing with
OPPONENTS: Final = 2
ANYBODY: Final = 3
