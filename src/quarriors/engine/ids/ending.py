"""Why a game is over."""

from __future__ import annotations

from typing import Final

RUNNING: Final = 0
BY_GLORY: Final = 1  # 9.1
BY_EMPTY_CARDS: Final = 2  # 9.2
BY_ROUND_LIMIT: Final = 3  # 15.9
BY_EXCESS: Final = 4  # 15.24
NAMES: Final = ["running", "glory", "empty-cards", "round-limit", "excess"]
