"""The strongest bot: it races the answers that the learned policy likes against each other.

The policy scores all options. Where it has no doubt, its first choice is the answer. Otherwise
those that it likes best are played on by the policy for some rounds, again and again with luck that
is the same for all answers, and judged by who is likely to win. Policy and race err in different
places, so what the policy likes less has to do better in the race (`lean`).
"""

from __future__ import annotations

from time import perf_counter
from typing import ClassVar

from quarriors.bots.base import Explanation, Parameter, Seat
from quarriors.bots.brain.policy import policy_scores
from quarriors.bots.brain.race import Runner, race
from quarriors.bots.explain import explain_values
from quarriors.bots.sense import Searcher
from quarriors.engine.game import Decision, Option


class MasterBot(Searcher):
    """Races the policy's `width` best answers over `rounds` rounds of the table."""

    lean: float = 0.003  # of a win: what a point of the policy's score is worth in the race
    doubt: float = 200.0  # rollouts: with fewer of them the policy counts more
    worst: float = 5.0  # points: what the policy likes less by more does not race
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
        """The options of the race by their chance of winning; the others have none."""
        best, values = self._think(seat, decision)
        return explain_values(seat, decision, values, best, are_wins=True)

    def _think(self, seat: Seat, decision: Decision) -> tuple[Option, list[float | None]]:
        """The winner of the race, and each option's chance of winning if it was played on."""
        began = perf_counter()
        state, work = self.look(seat)
        net = self.policy(state.setup)
        scores = policy_scores(state, net)
        best = max(scores)
        runners: dict[int, Runner] = {}
        for at in sorted(range(len(scores)), key=lambda at: -scores[at]):
            if scores[at] < best - self.worst or len(runners) == self.options["width"]:
                break
            bonus = self.lean * (scores[at] - best)
            runners[at] = Runner(decision.options[at].code, bonus, self.doubt)
        left = self.seconds_left(began)
        turns = self.options["rounds"] * len(work.values)
        runs = list(runners.values())
        won = race(state, seat.number, runs, net, self.luck, left, self._passes, turns)
        values = [runners[at].chance if at in runners else None for at in range(len(scores))]
        return next(one for one in decision.options if one.code == won.code), values
