"""Operands that name a die or a seat: the registers 0 and 1 of the program's frame, and these."""

from __future__ import annotations

from typing import Final

SUBJECT: Final = 2  # the register that holds the die the event is about
SELF: Final = 3  # the "register" that means the source die itself
SEAT: Final = 4  # the "register" that means the controller's seat
