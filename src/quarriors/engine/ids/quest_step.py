"""Steps of looking whether a quest is completed: positions of frame.QUEST_CHECK."""

from __future__ import annotations

from typing import Final

LEVELS: Final = 0
EXPERT_CULL: Final = 1  # which of those who completed it are culled, by expert culling (12.8)
CULL: Final = 2
GLORY: Final = 3
TAKE_DIE: Final = 4
ROLLED: Final = 5
RESOLVE_DIE: Final = 6
RETURN_DIE: Final = 7
OVER: Final = 8
