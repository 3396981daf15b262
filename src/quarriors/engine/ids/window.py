"""Windows in which a reaction or an ability at will may be used (15.2), as bits."""

from __future__ import annotations

from typing import Final

ON_ATTACK: Final = 1  # (a) the total is known, no defender chosen
ON_DYING: Final = 2  # (b) a creature is about to be destroyed
ON_DESTROYED: Final = 4  # (c) a creature was destroyed
ON_PHASE_END: Final = 8  # (d) the active player ends phase 2
ON_ATTACK_END: Final = 16  # (d) the active player ends the attack phase
OWN_TURN: Final = 32  # at will in one's own turn, phases 2 to 4
IN_CAPTURE: Final = 64  # at will in phase 4 of one's own turn
ON_CAST: Final = 128  # (e) a spell was cast and its targets are chosen
