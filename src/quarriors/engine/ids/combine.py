"""How a modifier combines with what was there before (15.5)."""

from __future__ import annotations

from typing import Final

SET: Final = 0
ADD: Final = 1
CAP: Final = 2
BEST: Final = 3  # added once, however many there are
