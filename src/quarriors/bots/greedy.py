"""The bot with one-step sense: it tries every option and takes the one that leaves it best off."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from quarriors.bots.base import Parameter, Seat
from quarriors.bots.brain.lookahead import option_values
from quarriors.bots.sense import Weigher


class GreedyBot(Weigher):
    """Summons, attacks, defends and buys by value, one step ahead."""

    parameters: ClassVar[tuple[Parameter, ...]] = (Parameter("samples", 1, least=1, most=64),)

    def __init__(self, seat: int, seed: int, *, samples: int = 1) -> None:
        super().__init__(seat, seed, "greedy-bot")
        self._samples = samples

    def values(self, seat: Seat, luck: int) -> Sequence[float]:
        """How good the position is after each option, averaged over some luck."""
        state, work = self.look(seat)
        return option_values(state, seat.number, work, luck, self._samples)
