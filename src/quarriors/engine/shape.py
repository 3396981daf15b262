"""How many dice lie on each card, and so which die is which: alike in very many games.

The dice are numbered card by card. Games whose cards have equally many dice share one shape.
"""

from __future__ import annotations

from mypy_extensions import i64

from quarriors.engine.ids import verb
from quarriors.engine.option import option
from quarriors.engine.vectors import append, vec


class Shape:
    """The columns that follow from how many dice each card has."""

    def __init__(self, counts: tuple[int, ...]) -> None:
        dice: i64 = sum(counts)
        self.slot: vec[i64] = vec[i64](capacity=dice)  # of each die
        self.first_die: vec[i64] = vec[i64](capacity=len(counts))  # of each slot
        self.last_die: vec[i64] = vec[i64](capacity=len(counts))  # one past
        self.capture_code: vec[i64] = vec[i64](capacity=len(counts))  # without the price
        self.nothing: vec[i64] = vec[i64]([-1] * dice)  # no carrier, no copy of any die
        for slot, count in enumerate(counts):
            first: i64 = len(self.slot)
            last = first + count
            self.first_die = append(self.first_die, first)
            self.last_die = append(self.last_die, last)
            # All dice on a card are alike: its first die stands for all of them.
            capture = option(verb.CAPTURE, first, -1, -1, 0)
            self.capture_code = append(self.capture_code, capture)
            while len(self.slot) < last:
                self.slot = append(self.slot, slot)
