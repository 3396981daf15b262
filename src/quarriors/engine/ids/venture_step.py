"""Steps of going on a quest: positions of frame.VENTURE."""

from __future__ import annotations

from typing import Final

WHERE: Final = 0
WHO: Final = 1
ORDER: Final = 2  # whether the attack or the challenge comes first
