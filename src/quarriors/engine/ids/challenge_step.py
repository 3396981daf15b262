"""Steps of a challenge: positions of frame.CHALLENGE."""

from __future__ import annotations

from typing import Final

DECLARE: Final = 0
COUNT: Final = 1
REACT: Final = 2  # from here on the totals are counted
RESOLVED: Final = 3  # a reaction was used: whatever it changed, changes the totals
DEFEND: Final = 4
LEAVE: Final = 5
OVER: Final = 6
AFTER: Final = 7
START: Final = 8
