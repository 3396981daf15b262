"""The bot that plays by the learned policy alone: no looking ahead, and hardly any time."""

from __future__ import annotations

from quarriors.bots.base import Choice, Explanation, Seat
from quarriors.bots.brain.policy import policy_choice
from quarriors.bots.sense import Thinker
from quarriors.engine import queries
from quarriors.engine.game import Decision, Game, Option


class PolicyBot(Thinker):
    """Takes the option that the policy scores highest."""

    def __init__(self, seat: int, seed: int) -> None:
        super().__init__(seat, seed, "policy-bot")

    def decide(self, seat: Seat, decision: Decision, /) -> Option:
        """The option with the highest score."""
        state, _ = self.look(seat)
        code = policy_choice(state, self.policy(state.setup))
        return next(option for option in decision.options if option.code == code)

    def choose(self, game: Game) -> int:
        """The code of the same, for a caller who plays very many games and makes no copies."""
        return int(policy_choice(queries.state(game), self.policy(game.setup)))

    def explain(self, seat: Seat, decision: Decision, /) -> Explanation:
        """What it is going to choose."""
        parts = {"options": len(decision.options)}
        return Explanation((Choice(self.decide(seat, decision), None, parts),))
