"""Analyses of finished games, worked out between other things: one decision at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from quarriors.bots.analysis import Analysis, Loss, finished, judge, passes_for, summed_up
from quarriors.table.replay import record
from quarriors.table.table import LiveTable

KEPT = 8  # analyses that are remembered
# An interpreter in a browser is some twenty times as slow as a compiled engine: fewer rollouts of
# each answer, and what is not done after this many seconds of work is left out, as on a server.
PASSES = 8
LONGEST = 180.0


class Work:
    """The analysis of one game, as far as it is."""

    def __init__(self, table: LiveTable) -> None:
        self.record: dict[str, Any] = record(table)
        game = finished(self.record)
        self._decisions = len(game.answers)
        passes = min(PASSES, passes_for(game))
        self._judged: Iterator[Loss | None] = judge(self.record, 0, self._decisions, passes)
        self._losses: list[Loss] = []
        self._looked_at = 0
        self._spent = 0.0
        self.analysis: Analysis | None = None

    @property
    def progress(self) -> float:
        """How far it is, from 0 to 1."""
        return self._looked_at / max(self._decisions, 1)

    def go_on(self, now: Callable[[], float]) -> None:
        """Look at the next decision; after the last one, sum up."""
        began = now()
        if self._looked_at < self._decisions and self._spent < LONGEST:
            loss = next(self._judged)
            self._looked_at += 1
            if loss is not None:
                self._losses.append(loss)
            self._spent += now() - began
        else:
            self.analysis = summed_up(self.record, self._losses, self._looked_at)


class Analyses:
    """The analyses that a page has asked for."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._works: dict[str, Work] = {}  # by game

    def find(self, table: LiveTable) -> Work:
        """The analysis of a finished game, done or under way; the first to ask begins it."""
        key = f"{table.id}/{table.seq}"
        if key not in self._works:
            self._works[key] = Work(table)
            while len(self._works) > KEPT:
                del self._works[next(iter(self._works))]
        return self._works[key]

    def work(self) -> bool:
        """Do one piece of work, if there is any."""
        for work in self._works.values():
            if work.analysis is None:
                work.go_on(self._now)
                return True
        return False
