"""The bot that plans, then races the best answers of the plan against each other.

The plan drops what is clearly worse. What is left is played on by habit for some rounds, again and
again with luck that is the same for all answers, and judged by who is likely to win. Race and plan
err in different places, so each Glory that an answer falls short of in the plan counts against it
(`lean`).
"""

from __future__ import annotations

from time import perf_counter
from typing import ClassVar

from quarriors.bots.base import Explanation, Parameter, Seat
from quarriors.bots.brain.lookahead import plan_values, sensible_options
from quarriors.bots.brain.race import Runner, race
from quarriors.bots.explain import explain_values
from quarriors.bots.sense import Searcher
from quarriors.engine.game import Decision, Option

NODES = 40  # positions a plan looks at for each option and sample of luck
SAMPLES = 8  # of luck that a plan is made with
WORST = 5.0  # Glory: what falls short by more in the plan does not race


class MasterBot(Searcher):
    """Races the plan's `width` best answers over `rounds` rounds of the table."""

    lean: float = 0.03  # of a win: what a Glory in the plan is worth in the race
    doubt: float = 120.0  # rollouts: with fewer of them the plan counts more
    name = "master-bot"
    parameters: ClassVar[tuple[Parameter, ...]] = (
        *Searcher.parameters,
        Parameter("rounds", 2, least=1, most=20),
        Parameter("width", 4, least=1, most=64),
    )

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
        runners: list[Runner] = []
        seen: set[float] = set()
        for at in sorted(sensible_options(state, seat.number, work), key=lambda at: -values[at]):
            if values[at] < best - WORST or len(runners) == self.options["width"]:
                break
            if values[at] not in seen:  # as good to the last digit: another order of the same
                seen.add(values[at])
                bonus = self.lean * (values[at] - best)
                code = decision.options[at].code
                runners.append(Runner(code, bonus, self.doubt, work.lines[at]))
        left = self.seconds_left(began)
        turns = self.options["rounds"] * len(work.values)
        won = race(state, seat.number, runners, work, self.luck, left, self._passes, turns)
        return next(one for one in decision.options if one.code == won.code), values
