"""Flags of a die, as bits."""

from __future__ import annotations

from typing import Final

FRESH: Final = 1  # just rolled: its immediate effects may still be used (5.2)
LATE: Final = 2  # rolled after the one ready-and-summon of the 2011 books: may only be spent
ATTACKING: Final = 4  # took part when the attack total was counted (6.1)
DAMAGED: Final = 8  # was dealt damage in this attack: takes no more (6.4)
DYING: Final = 16  # destroyed, not yet moved: no target any more, but still there (6.5, 12.7)
SCORING: Final = 32  # belongs to the scoring that is being resolved (4.1)
ABILITY_USED: Final = 64  # used its once-a-turn ability in this turn
CHAINED: Final = 128  # spent in this chain of immediate effects (15.8)
FORFEIT: Final = 256  # expert culling: kept, so it earns nothing (4.6)
UNROLLED: Final = 512  # in the Active Pool of the player whose turn it is, but not rolled (3.6)
CHOSEN: Final = 1024  # marked by an effect that acts on several dice at once
DRAWN: Final = 2048  # drawn by the draw that is being resolved
NEW: Final = 4096  # summoned in this turn (12.6)
FIRST: Final = 8192  # must be named as the first defender
COUNTS_AS_DRAW: Final = 16384  # waits in the Active Pool in place of one of the dice to be drawn
RETURNS_TO_BAG: Final = 32768  # a spell that goes to the bag when it leaves; what sent it there
SAFE: Final = 65536  # was saved in this turn: takes no more damage in it (15.17)
LOCKED_NOW: Final = 131072  # locked in this turn: only another lock can unlock it (15.20)
LIMIT: Final = 262144  # one more than all flags together
