"""The bot that plans its whole turn before it gives an answer.

For every option it looks for the best way to go on until its turn is over: what to summon against
what to capture, what to roll again, what to cull, whom to offer in defense; with sampled dice. What
the plan cannot see, such as what a card is good for later, the learned policy adds to it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from quarriors.bots.base import Parameter, Seat
from quarriors.bots.brain.lookahead import plan_values
from quarriors.bots.sense import Weigher


class PlannerBot(Weigher):
    """Plans to the end of its turn; `nodes` positions an option, up to `samples` of luck each."""

    point: ClassVar[float] = 0.3
    parameters: ClassVar[tuple[Parameter, ...]] = (
        Parameter("nodes", 30, least=1, most=100_000),
        Parameter("samples", 2, least=1, most=64),
    )

    def __init__(self, seat: int, seed: int, *, nodes: int = 30, samples: int = 2) -> None:
        super().__init__(seat, seed, "planner-bot")
        self._nodes = nodes
        self._samples = samples

    def values(self, seat: Seat, luck: int) -> Sequence[float]:
        """How good the position can be at the end of the turn after each option."""
        state, work = self.look(seat)
        return plan_values(state, seat.number, work, luck, self._samples, self._nodes)
