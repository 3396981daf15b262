"""The bot that plays by habit, as rollouts do: no looking ahead, some sense, very fast.

Made for runs of very many games, where `greedy` would take twenty times as long.
"""

from __future__ import annotations

from quarriors.bots.base import Choice, Explanation, Seat
from quarriors.bots.brain.die_value import die_values
from quarriors.bots.brain.rollout import rollout_choice
from quarriors.bots.sense import Thinker
from quarriors.engine import queries
from quarriors.engine.game import Decision, Game, Option
from quarriors.engine.rng import seeded


class HabitBot(Thinker):
    """Takes the option with the greatest weight, and now and then any other."""

    def __init__(self, seat: int, seed: int) -> None:
        super().__init__(seat, seed, "habit-bot")

    def decide(self, seat: Seat, decision: Decision, /) -> Option:
        """The option that habit takes."""
        chosen = self._choice(seat, decision)
        self._asked += 1
        return chosen

    def choose(self, game: Game) -> int:
        """The code of the same, for a caller who plays very many games and makes no copies.

        Habit changes nothing of a position but its luck, which is put back.
        """
        state = queries.state(game)
        luck = queries.generator(state)
        queries.set_generator(state, seeded(self.luck, "branch"))
        code = rollout_choice(state, die_values(game.setup.catalog))
        queries.set_generator(state, luck)
        self._asked += 1
        return int(code)

    def explain(self, seat: Seat, decision: Decision, /) -> Explanation:
        """What it is going to choose; habit compares nothing."""
        parts = {"options": len(decision.options)}
        return Explanation((Choice(self._choice(seat, decision), None, parts),))

    def _choice(self, seat: Seat, decision: Decision) -> Option:
        game = seat.branch(self.luck)
        code = rollout_choice(queries.state(game), die_values(game.setup.catalog))
        return next(option for option in decision.options if option.code == code)
