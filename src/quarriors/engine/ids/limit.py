"""What stands for "no limit" where a bound is asked for.

These numbers are written down in the facts of cards, of which the catalogue makes its hash, and
records name that hash: they never change.
"""

from __future__ import annotations

from typing import Final

ANY: Final = 99  # the highest level, defense or cost of a filter
NO_UPPER: Final = 999  # of a number, a condition, and of what caps attack or Glory
NO_LOWER: Final = -999  # of a number
