"""What the thinking bots have in common: luck of their own, and a position to think about.

A `Thinker` has no more than that. A `Weigher` gives every option a value and takes the best one;
each kind only says how it comes by the values. A `Searcher` thinks until its time or its number of
passes is used up.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from time import perf_counter
from typing import Any, ClassVar, Final

from quarriors.bots.base import Explanation, Parameter, Seat
from quarriors.bots.brain.die_value import die_values
from quarriors.bots.brain.evaluation import Workspace
from quarriors.bots.brain.policy import Policy, network_of, policy_scores
from quarriors.bots.explain import explain_values
from quarriors.engine import queries
from quarriors.engine.game import Decision, Option
from quarriors.engine.game_setup import GameSetup
from quarriors.engine.queries import State
from quarriors.engine.rng import derived


class Thinker:
    """A bot that thinks; its luck follows from its seed."""

    def __init__(self, seat: int, seed: int, name: str) -> None:
        self._luck = derived(seed, f"{name}/{seat}") % 1_000_000_007
        self._asked = 0
        self._work: Workspace | None = None
        self._policy: Policy | None = None

    def __getstate__(self) -> dict[str, Any]:
        """What a copy needs; the rooms to work in are made again."""
        return {**self.__dict__, "_work": None, "_policy": None}

    @property
    def luck(self) -> int:
        """Other luck for every decision; asking why does not change it."""
        return self._luck + 10_007 * self._asked

    def look(self, seat: Seat) -> tuple[State, Workspace]:
        """A reseeded copy of the position to think about, and what it is evaluated with."""
        game = seat.branch(self._luck)
        return queries.state(game), self.workspace(game.setup)

    def workspace(self, setup: GameSetup) -> Workspace:
        """What positions are evaluated with; made once for a table."""
        if self._work is None or len(self._work.values) != setup.players:
            self._work = Workspace(die_values(setup.catalog), int(setup.players))
        return self._work

    def policy(self, setup: GameSetup) -> Policy:
        """The learned policy; made once for a catalogue."""
        network = network_of(setup.catalog)
        if self._policy is None or self._policy.network is not network:
            self._policy = Policy(network, int(setup.players))
        return self._policy


MOST_PASSES: Final = 10_000_000


class Searcher(Thinker):
    """A bot limited by time (`ms`), or by passes (`iterations`): the same on every machine.

    The options of a kind are declared once, in `parameters`; `options` has their values.
    """

    name: ClassVar[str]  # of its luck
    parameters: ClassVar[tuple[Parameter, ...]] = (
        Parameter("ms", 200, least=1, most=3_600_000),
        Parameter("iterations", 0, least=0, most=MOST_PASSES),
    )

    def __init__(self, seat: int, seed: int, **given: int) -> None:
        super().__init__(seat, seed, self.name)
        self.options: dict[str, int] = {one.name: int(one.default) for one in self.parameters}
        if unknown := given.keys() - self.options.keys():
            raise TypeError(f"{type(self).__name__} has no option {min(unknown)!r}")
        self.options.update(given)
        self._passes = self.options["iterations"] or MOST_PASSES
        self._seconds = 0.0 if self.options["iterations"] else self.options["ms"] / 1000

    def seconds_left(self, began: float) -> float:
        """How much of the time is left since then, never nothing; 0: passes are counted."""
        return max(self._seconds - (perf_counter() - began), 1e-6) if self._seconds else 0.0


class Weigher(Thinker, ABC):
    """A bot that gives every option a value."""

    point: ClassVar[float] = 0.0  # Glory: what a point of the policy's score counts

    def decide(self, seat: Seat, decision: Decision, /) -> Option:
        """The option that it likes best; the first of several alike."""
        liked = self.liked(seat, self.values(seat, self.luck))
        self._asked += 1
        return decision.options[_best(liked)]

    def explain(self, seat: Seat, decision: Decision, /) -> Explanation:
        """The best options with what they are worth in Glory."""
        values = self.values(seat, self.luck)
        best = decision.options[_best(self.liked(seat, values))]
        return explain_values(seat, decision, values, best)

    def liked(self, seat: Seat, values: Sequence[float]) -> Sequence[float]:
        """What decides between the options: their values and, if asked, what the policy says."""
        if self.point == 0.0:
            return values
        state, _ = self.look(seat)
        scores = policy_scores(state, self.policy(state.setup))
        return [value + self.point * score for value, score in zip(values, scores, strict=True)]

    @abstractmethod
    def values(self, seat: Seat, luck: int) -> Sequence[float]:
        """What each option of the decision is worth in Glory."""


def _best(values: Sequence[float]) -> int:
    return max(range(len(values)), key=lambda index: values[index])
