"""Steps of a destruction: positions of frame.DESTROY."""

from __future__ import annotations

from typing import Final

WOULD: Final = 0
WINDOW: Final = 1
MARK: Final = 2
AFTER: Final = 3
PLACE: Final = 4
