"""Steps of a scoring: positions of frame.SCORE."""

from __future__ import annotations

from typing import Final

EXPERT: Final = 0
GLORY: Final = 1
MOVE: Final = 2
CULL: Final = 3
