"""Whom an aura touches."""

from __future__ import annotations

from typing import Final

NOBODY_ELSE: Final = 0  # the modifier is about the die itself
COMPANIONS: Final = 1  # its owner's other creatures in the same area (12.7)
ALL_MINE: Final = 2  # its owner's creatures, wherever they are
ALL_FOES: Final = 3  # its owner's opponents and their creatures
EVERYBODY: Final = 4
ATTACKERS: Final = 5  # creatures that attack its owner's creatures in its area
DEFENDERS: Final = 6  # creatures that defend against an attack it takes part in
PARTY: Final = 7  # the carrier of an attached die and its companions
