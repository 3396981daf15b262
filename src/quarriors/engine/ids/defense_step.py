"""Steps of one defense: positions of frame.DEFEND."""

from __future__ import annotations

from typing import Final

BEFORE: Final = 0
CHOOSE: Final = 1
NEXT: Final = 2  # somebody has been named already
