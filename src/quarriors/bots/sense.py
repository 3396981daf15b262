"""What the thinking bots have in common: luck of their own, and a position to think about.

A `Thinker` has no more than that. A `Weigher` gives every option a value and takes the best one;
each kind only says how it comes by the values.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

from quarriors.bots.base import Explanation, Seat
from quarriors.bots.brain.die_value import die_values
from quarriors.bots.brain.evaluation import Workspace
from quarriors.bots.explain import explain_values
from quarriors.engine import queries
from quarriors.engine.game import Decision, Option
from quarriors.engine.queries import State
from quarriors.engine.rng import derived


class Thinker:
    """A bot that thinks; its luck follows from its seed."""

    def __init__(self, seat: int, seed: int, name: str) -> None:
        self._luck = derived(seed, f"{name}/{seat}") % 1_000_000_007
        self._asked = 0
        self._work: Workspace | None = None

    def __getstate__(self) -> dict[str, Any]:
        """What a copy needs; the workspace is made again."""
        return {**self.__dict__, "_work": None}

    @property
    def luck(self) -> int:
        """Other luck for every decision; asking why does not change it."""
        return self._luck + 10_007 * self._asked

    def look(self, seat: Seat) -> tuple[State, Workspace]:
        """A reseeded copy of the position to think about, and what it is evaluated with."""
        game = seat.branch(self._luck)
        players = game.setup.players
        if self._work is None or len(self._work.values) != players:
            self._work = Workspace(die_values(game.setup.catalog), players)
        return queries.state(game), self._work


class Weigher(Thinker, ABC):
    """A bot that gives every option a value."""

    def decide(self, seat: Seat, decision: Decision, /) -> Option:
        """The option of the highest value; the first of several alike."""
        values = self.values(seat, self.luck)
        self._asked += 1
        return decision.options[_best(values)]

    def explain(self, seat: Seat, decision: Decision, /) -> Explanation:
        """The best options with what they are worth in Glory."""
        return explain_values(seat, decision, self.values(seat, self.luck))

    @abstractmethod
    def values(self, seat: Seat, luck: int) -> Sequence[float]:
        """What each option of the decision is worth in Glory."""


def _best(values: Sequence[float]) -> int:
    return max(range(len(values)), key=lambda index: values[index])
