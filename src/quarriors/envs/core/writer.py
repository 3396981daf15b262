"""One row of small numbers that is written again and again, in a buffer that it may share.

Callers name numbers by their place in the universal row; the writer knows which of them its form
keeps, and where. Numbers that a form leaves out cost a look-up and are not written.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, u8

from quarriors.engine.vectors import vec

MOST: Final = 255  # a number is cut off here


def zeros(count: i64) -> vec[u8]:
    """A buffer of that many bytes."""
    return vec[u8]([u8(0)] * count)


def put_byte(cells: vec[u8], at: i64, value: i64) -> None:
    """Write a number into a cell that is zero; nothing below zero is written."""
    if value > 0:
        if value > MOST:  # no conditional expression: mypyc would make an object of it
            value = MOST
        cells[at] = u8(value)


class Writer:
    """Writes bytes into a buffer from `start` on, and takes back what was not fixed."""

    def __init__(self, column: vec[i64], size: i64, cells: vec[u8], start: i64) -> None:
        self.column: vec[i64] = column  # where each number is kept, -1: nowhere
        self.cells: vec[u8] = cells
        self.start: i64 = start
        self._written: vec[i64] = vec[i64]([0] * size)  # cells that are to be cleared, each once
        self._count: i64 = 0

    def keeps(self, at: i64) -> bool:
        """Whether the form has that number."""
        return self.column[at] >= 0

    def put(self, at: i64, value: i64) -> None:
        """Write a number; nothing below 1 is written."""
        kept = self.column[at]
        if kept < 0 or value <= 0:
            return
        kept += self.start
        if not self.cells[kept]:
            self._written[self._count] = kept
            self._count += 1
        if value > MOST:
            value = MOST
        self.cells[kept] = u8(value)

    def add(self, at: i64, value: i64) -> None:
        """Add to a number."""
        kept = self.column[at]
        if kept < 0 or value <= 0:
            return
        kept += self.start
        there = i64(self.cells[kept])
        if there == 0:
            self._written[self._count] = kept
            self._count += 1
        value += there
        if value > MOST:
            value = MOST
        self.cells[kept] = u8(value)

    def keep(self) -> None:
        """Make what is written now a part of the row that `clear` leaves."""
        self._count = 0

    def clear(self) -> None:
        """Set everything to zero that was written since the last `keep` or `clear`."""
        cells = self.cells
        written = self._written
        for at in range(self._count):
            cells[written[at]] = u8(0)
        self._count = 0
