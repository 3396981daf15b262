"""What a program does that may reach dice which somebody has spent (15.1), as bits."""

from __future__ import annotations

from typing import Final

DRAW: Final = 1
ROLL: Final = 2  # into the Active Pool, or once more there
SCORE: Final = 4  # in the middle of a turn
PAY: Final = 8  # quiddity
