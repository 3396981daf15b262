"""The bot that plans, then races the best answers of the plan against each other.

Limited by time (`ms`) or by rollouts (`iterations`, which makes it the same on every machine).
The plan drops what is clearly worse. What is left is played on by habit for some rounds, again and
again with luck that is the same for all answers, and judged by who is likely to win. Race and plan
err in different places, so each Glory that an answer falls short of in the plan counts against it
(`LEAN`).
"""

from __future__ import annotations

from time import perf_counter
from typing import ClassVar

from quarriors.bots.base import Explanation, Parameter, Seat
from quarriors.bots.brain.lookahead import plan_values
from quarriors.bots.brain.race import Runner, race
from quarriors.bots.explain import explain_values
from quarriors.bots.sense import Thinker
from quarriors.engine.game import Decision, Option

MOST_PASSES = 10_000_000
NODES = 40  # positions a plan looks at for each option and sample of luck
SAMPLES = 8  # of luck that a plan is made with
LEAN = 0.03  # of a win: what a Glory in the plan is worth in the race
WORST = 5.0  # Glory: what falls short by more in the plan does not race


class MasterBot(Thinker):
    """Races the plan's `width` best answers over `rounds` rounds of the table."""

    parameters: ClassVar[tuple[Parameter, ...]] = (
        Parameter("ms", 200, least=1, most=3_600_000),
        Parameter("iterations", 0, least=0, most=MOST_PASSES),
        Parameter("rounds", 2, least=1, most=20),
        Parameter("width", 4, least=1, most=64),
    )

    def __init__(
        self,
        seat: int,
        seed: int,
        *,
        ms: int = 200,
        iterations: int = 0,
        rounds: int = 2,
        width: int = 4,
    ) -> None:
        super().__init__(seat, seed, "master-bot")
        self._seconds = 0.0 if iterations else ms / 1000
        self._passes = iterations
        self._rounds = rounds
        self._width = width

    def decide(self, seat: Seat, decision: Decision, /) -> Option:
        """The winner of the race."""
        best, _ = self._think(seat, decision)
        self._asked += 1
        return best

    def explain(self, seat: Seat, decision: Decision, /) -> Explanation:
        """The options by what the plan says in Glory, the winner of the race first."""
        best, values = self._think(seat, decision)
        return explain_values(seat, decision, values, best)

    def _think(self, seat: Seat, decision: Decision) -> tuple[Option, list[float]]:
        """The winner of the race, and what each option is worth in the plan."""
        began = perf_counter()
        state, work = self.look(seat)
        values = plan_values(state, seat.number, work, self.luck, SAMPLES, NODES)
        best = max(values)
        ranked = sorted(range(len(values)), key=lambda at: -values[at])[: self._width]
        runners = [
            Runner(decision.options[at].code, LEAN * (values[at] - best))
            for at in ranked
            if values[at] >= best - WORST
        ]
        left = max(self._seconds - (perf_counter() - began), 1e-6) if self._seconds else 0.0
        turns = self._rounds * len(work.values)
        won = race(state, seat.number, runners, work, self.luck, left, self._passes, turns)
        return next(one for one in decision.options if one.code == won.code), values
