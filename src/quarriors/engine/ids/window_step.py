"""Steps of a window for reactions: positions of frame.WINDOW."""

from __future__ import annotations

from typing import Final

ASK: Final = 0
RESOLVED: Final = 1
