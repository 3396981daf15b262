"""The bot that searches: a tree over everybody's answers, each pass with other luck.

The tree of one decision is kept for the next if that is one of the answers it had thought about.

Before it searches it plans like the planner, with several samples of luck, for a part of its time.
Search and plan judge by different things and err in different places, so that what both like is
better than what either likes alone: each Glory that an option falls short of in the plan counts
against it in the search (`LEAN`).
"""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter
from typing import ClassVar

from quarriors.bots.base import Explanation, Parameter, Seat
from quarriors.bots.brain.lookahead import plan_values
from quarriors.bots.brain.tree import Node, search
from quarriors.bots.explain import explain_values
from quarriors.bots.sense import Searcher
from quarriors.engine import queries
from quarriors.engine.game import Decision, Option

NODES = 40  # positions a plan looks at for each option and sample of luck
PLAN_SHARE = 0.15  # of the time: no sample of a plan is begun after that
LEAN = 0.03  # of a win: what a Glory in the plan is worth in the search
WORST = 5.0  # Glory: worse than that is only bad
LOOKED_AT = 0.05  # of the passes of the favourite: less is not known well enough to be chosen


class MctsBot(Searcher):
    """Monte Carlo tree search with an estimate of who wins at its leaves, and a plan."""

    name = "mcts-bot"
    parameters: ClassVar[tuple[Parameter, ...]] = (
        *Searcher.parameters,
        Parameter("rounds", 1, least=1, most=20),
        Parameter("plans", 8, least=0, most=64),
    )

    def __init__(self, seat: int, seed: int, **given: int) -> None:
        super().__init__(seat, seed, **given)
        self._kept: Node | None = None  # what was thought about the answer given last

    def decide(self, seat: Seat, decision: Decision, /) -> Option:
        """The option that wins most in the search, as far as the plan agrees."""
        root = self._root(decision)
        planned = self._think(seat, root)
        self._asked += 1
        chosen = favourite(root, decision.options, planned)
        self._kept = root.child(chosen.code)
        return chosen

    def explain(self, seat: Seat, decision: Decision, /) -> Explanation:
        """The options by how often they won in the search."""
        root = self._root(decision).copy()
        planned = self._think(seat, root)
        nodes = [root.child(option.code) for option in decision.options]
        values = [node.mean if node is not None else 0.0 for node in nodes]
        first = favourite(root, decision.options, planned)
        return explain_values(seat, decision, values, first, are_wins=True)

    def _root(self, decision: Decision) -> Node:
        """The tree kept from the last answer, if it leads to these options; else a new one."""
        kept = self._kept
        codes = {option.code for option in decision.options}
        if kept is not None and kept.children and {n.code for n in kept.children} == codes:
            return kept
        return Node(-1, 0.0)

    def _think(self, seat: Seat, root: Node) -> list[float]:
        """Grow the tree; by how many Glory each option falls short in the plan, negative."""
        began = perf_counter()
        state, work = self.look(seat)
        totals = [0.0] * int(queries.option_count(state))
        made = 0
        while made < self.options["plans"]:
            if self._seconds and perf_counter() - began > PLAN_SHARE * self._seconds:
                break
            values = plan_values(state, seat.number, work, self.luck + made, 1, NODES)
            totals = [total + value for total, value in zip(totals, values, strict=True)]
            made += 1
        left = self.seconds_left(began)
        search(state, root, work, self.luck, left, self._passes, self.options["rounds"])
        best = max(totals)
        return [max((total - best) / max(made, 1), -WORST) for total in totals]


def favourite(root: Node, options: Sequence[Option], planned: Sequence[float]) -> Option:
    """What does best in search and plan together, of what was looked into often enough."""
    nodes = [root.child(option.code) for option in options]
    visits = [0 if node is None else int(node.visits) for node in nodes]
    enough = max(1, int(LOOKED_AT * max(visits)))
    best = options[visits.index(max(visits))]
    highest = -1.0e9
    for option, short, node in zip(options, planned, nodes, strict=True):
        if node is None or node.visits < enough:
            continue
        value = node.mean + LEAN * short
        if value > highest:
            best, highest = option, value
    return best
