"""The bot that searches: a tree over everybody's answers, each pass with other luck.

Limited by time (`ms`) or by passes (`iterations`, which makes it the same on every machine). The
tree of one decision is kept for the next if that is one of the answers it had thought about.
"""

from __future__ import annotations

from typing import ClassVar

from quarriors.bots.base import Explanation, Parameter, Seat
from quarriors.bots.brain.tree import Node, search
from quarriors.bots.explain import explain_values
from quarriors.bots.sense import Thinker
from quarriors.engine.game import Decision, Option

MOST_PASSES = 10_000_000


class MctsBot(Thinker):
    """Monte Carlo tree search with the judgement of the others at its leaves."""

    parameters: ClassVar[tuple[Parameter, ...]] = (
        Parameter("ms", 200, least=1, most=3_600_000),
        Parameter("iterations", 0, least=0, most=MOST_PASSES),
        Parameter("rounds", 1, least=1, most=20),
    )

    def __init__(
        self, seat: int, seed: int, *, ms: int = 200, iterations: int = 0, rounds: int = 1
    ) -> None:
        super().__init__(seat, seed, "mcts-bot")
        self._seconds = 0.0 if iterations else ms / 1000
        self._passes = iterations or MOST_PASSES
        self._rounds = rounds
        self._kept: Node | None = None  # what was thought about the answer given last

    def decide(self, seat: Seat, decision: Decision, /) -> Option:
        """The option that was looked into most."""
        root = self._grow(seat, self.luck, self._root(decision))
        self._asked += 1
        chosen = max(decision.options, key=lambda option: _visits(root, option))
        self._kept = root.child(chosen.code)
        return chosen

    def explain(self, seat: Seat, decision: Decision, /) -> Explanation:
        """The options by how often they won in the search, as shares of 1."""
        root = self._grow(seat, self.luck, self._root(decision).copy())
        nodes = [root.child(option.code) for option in decision.options]
        values = [node.mean if node is not None else 0.0 for node in nodes]
        first = max(decision.options, key=lambda option: _visits(root, option))
        return explain_values(seat, decision, values, first)

    def _root(self, decision: Decision) -> Node:
        """The tree kept from the last answer, if it leads to these options; else a new one."""
        kept = self._kept
        codes = {option.code for option in decision.options}
        if kept is not None and kept.children and {n.code for n in kept.children} == codes:
            return kept
        return Node(-1, 0.0)

    def _grow(self, seat: Seat, luck: int, root: Node) -> Node:
        state, mind = self.look(seat)
        search(state, root, mind, luck, self._seconds, self._passes, self._rounds)
        return root


def _visits(root: Node, option: Option) -> int:
    node = root.child(option.code)
    return 0 if node is None else node.visits
