"""What happened in this turn, as bits of the state's `turn_flags`."""

from __future__ import annotations

from typing import Final

LOCKED: Final = 1  # one's own lock of the turn is used (11.1)
ANCHORED: Final = 2  # the anchored spell of the turn is used (13.6)
CHALLENGE: Final = 4  # the creatures sent to a quest have to challenge somebody
ATTACK_FIRST: Final = 8  # before the challenge
BATTLE_OVER: Final = 16  # attack, start of quests and challenge are over
SAVED: Final = 32  # a creature was saved in this turn (15.17)
ATTACK: Final = 64  # there is somebody to attack, and somebody to attack with
