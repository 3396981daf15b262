"""The bot that chooses at random: a yardstick for all others and a patient opponent."""

from __future__ import annotations

from quarriors.bots.base import Choice, Explanation, Seat
from quarriors.engine.game import Decision, Option
from quarriors.engine.rng import Dealer


class RandomBot:
    """Every option is as likely as any other; the seed fixes all its choices."""

    def __init__(self, seat: int, seed: int) -> None:
        self._dealer = Dealer(seed, f"random-bot/{seat}")

    def decide(self, _seat: Seat, decision: Decision, /) -> Option:
        """One of the options."""
        return decision.options[self._dealer.below(len(decision.options))]

    def explain(self, seat: Seat, decision: Decision, /) -> Explanation:
        """What it is going to choose; there is no better reason than chance."""
        rng = self._dealer.rng
        option = self.decide(seat, decision)
        self._dealer.rng = rng  # as if it had not been asked
        return Explanation((Choice(option, None, {"options": len(decision.options)}),))
