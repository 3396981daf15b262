"""Steps of a turn: positions of frame.TURN."""

from __future__ import annotations

from typing import Final

BEGIN: Final = 0
DRAW: Final = 1
IMMEDIATE: Final = 2
READY: Final = 3
CAST: Final = 4  # spells and abilities at will before the attack
AFTER_ATTACK: Final = 5
CAPTURE: Final = 6
CLEAN_UP: Final = 7
SCORE_FIRST: Final = 8  # creatures or the quest: the player chooses (12.4)
ATTACK: Final = 9
BETWEEN_BATTLES: Final = 10  # one of attack and challenge is over, the other to come (15.22)
BATTLES_OVER: Final = 11
SPELLS_FIRST: Final = 12  # spells before anything scores, by the 2011 books (15.23)
