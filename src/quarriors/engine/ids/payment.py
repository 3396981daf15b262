"""Groups of dice that pay: those of one group are spent before those of another (15.1)."""

from __future__ import annotations

from typing import Final

NONE: Final = -1  # cannot be spent for quiddity
PLAIN: Final = 0  # the quiddity is all that the face is good for
LIGHT: Final = 1  # as `faces.LIGHT_QUIDDITY`
DARK: Final = 2  # as `faces.DARK_QUIDDITY`
USEFUL: Final = 3  # plain quiddity, but the face has another use
LIGHT_OR_DARK: Final = 4  # either of the two
