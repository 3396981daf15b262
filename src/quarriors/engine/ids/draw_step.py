"""Steps of drawing several dice as one event: positions of frame.DRAW."""

from __future__ import annotations

from typing import Final

DRAW: Final = 0
PUT_BACK: Final = 1
ROLL: Final = 2
DONE: Final = 3
