"""The bot with one-step sense: it tries every option and takes the one that leaves it best off."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from quarriors.bots.base import Parameter, Seat
from quarriors.bots.brain.lookahead import option_values
from quarriors.bots.sense import Weigher
from quarriors.engine import queries
from quarriors.engine.game import Game


class GreedyBot(Weigher):
    """Summons, attacks, defends and buys by value, one step ahead."""

    parameters: ClassVar[tuple[Parameter, ...]] = (Parameter("samples", 1, least=1, most=64),)

    def __init__(self, seat: int, seed: int, *, samples: int = 1) -> None:
        super().__init__(seat, seed, "greedy-bot")
        self._samples = samples

    def choose(self, game: Game) -> int:
        """The code of its answer, for a caller who plays very many games and makes no copies.

        Only positions with other luck are looked at, which are made here.
        """
        state = queries.state(game)
        asked, work = int(queries.decider(state)), self.workspace(game.setup)
        values = option_values(state, asked, work, self.luck, self._samples)
        self._asked += 1
        return int(queries.option_code(state, values.index(max(values))))

    def values(self, seat: Seat, luck: int) -> Sequence[float]:
        """How good the position is after each option, averaged over some luck."""
        state, work = self.look(seat)
        return option_values(state, seat.number, work, luck, self._samples)
