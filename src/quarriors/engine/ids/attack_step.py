"""Steps of an attack: positions of frame.ATTACK."""

from __future__ import annotations

from typing import Final

DECLARE: Final = 0
COUNT: Final = 1
NEXT: Final = 2
DEFEND: Final = 3
OVER: Final = 4
