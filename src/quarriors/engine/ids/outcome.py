"""What became of a destruction."""

from __future__ import annotations

from typing import Final

UNDECIDED: Final = 0
SAVED: Final = 1  # what became of a destruction: it happened, but the creature stays
PREVENTED: Final = 2  # or it did not happen
