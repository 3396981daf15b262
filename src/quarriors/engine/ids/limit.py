"""The bounds of what sets none: nothing that is counted lies beyond them."""

from __future__ import annotations

from typing import Final

NO_UPPER: Final = (1 << 62) - 1
NO_LOWER: Final = -NO_UPPER
