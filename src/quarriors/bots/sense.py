"""What the thinking bots have in common: luck of their own, and a position to think about.

A `Thinker` has no more than that. A `Weigher` gives every option a value and takes the best one;
each kind only says how it comes by the values.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

from quarriors.bots.base import Explanation, Seat
from quarriors.bots.brain.judge import Mind
from quarriors.bots.brain.worth import scale
from quarriors.bots.explain import explain_values
from quarriors.engine.game import Decision, Option
from quarriors.engine.luck import derived
from quarriors.engine.state import State


class Thinker:
    """A bot that thinks; its luck is its own and told by the seed."""

    def __init__(self, seat: int, seed: int, name: str) -> None:
        self._luck = derived(seed, f"{name}/{seat}") % 1_000_000_007
        self._asked = 0
        self._mind: Mind | None = None

    def __getstate__(self) -> dict[str, Any]:
        """What a copy needs; the mind is only room to work in, and made again."""
        return {**self.__dict__, "_mind": None}

    @property
    def luck(self) -> int:
        """Other luck for every decision; asking why does not change it."""
        return self._luck + 10_007 * self._asked

    def look(self, seat: Seat) -> tuple[State, Mind]:
        """A reseeded copy of the position to think about, and what it is judged by."""
        state = seat.branch(self._luck)._state
        if self._mind is None or len(self._mind.values) != state.table.players:
            self._mind = Mind(scale(state.table.catalog), state.table.players)
        return state, self._mind


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
