"""Where a die is (rule 3.1). A die is in exactly one place.

A locked die lies in READY with a lock face up: the Locked Area is part of the Ready Area (11.1),
and no other die with that face ever gets there. Quest dice on their card are in WILDS.
"""

from __future__ import annotations

from typing import Final

WILDS: Final = 0
BAG: Final = 1
ACTIVE: Final = 2
READY: Final = 3
SPENT: Final = 4
USED: Final = 5
ATTACHED: Final = 6
ASIDE: Final = 7
QUEST: Final = 8  # beside a quest card (12.2)
REMOVED: Final = 9
ZONES: Final = 8  # zones a seat, BAG to QUEST
NAMES: Final = [
    "wilds", "bag", "active", "ready", "spent", "used", "attached", "aside", "quest", "removed",
]  # fmt: skip
