"""A request to go back across a revealed fact, as a table keeps it; `consent` has its commands."""

from __future__ import annotations

from typing import Literal

from quarriors.table.values import value


@value()
class OpenUndo:
    """A request to go back across a revealed fact (`consent`), or the last one of this state."""

    seat: int
    answers: int  # how many stand if all agree
    round: int  # of the answer that would be taken back
    state: int  # in which it was made
    until: float
    agreed: tuple[int, ...] = ()
    closed: Literal["", "refused", "withdrawn", "late"] = ""
    refused_by: int = -1
