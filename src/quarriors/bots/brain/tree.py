"""Search over decisions with chance: a tree of answers, played with ever new luck.

Open loop: a node stands for the answers that led to it, whatever the dice were; every pass through
the tree draws and rolls anew. So one tree holds for all luck, needs no copies of states, and can be
kept from one decision to the next.
"""

from __future__ import annotations

from math import exp, log, sqrt
from time import perf_counter
from typing import Final

from mypy_extensions import i64

from quarriors.bots.brain.chances import chances
from quarriors.bots.brain.judge import Mind, lead
from quarriors.bots.brain.quick import quick_playout, weigh
from quarriors.bots.brain.think import branch, decider
from quarriors.engine.core import answer
from quarriors.engine.state import State

DEEPEST: Final = 40


class Node:
    """What is known about the answers that lead here."""

    def __init__(self, code: int, prior: float) -> None:
        self.code: int = code
        self.prior: float = prior  # how sensible the answer looks
        self.visits: int = 0
        self.total: float = 0.0  # of the rewards, for the seat that gave the answer
        self.children: list[Node] = []

    @property
    def mean(self) -> float:
        """The average reward of all passes through this node."""
        return self.total / float(self.visits) if self.visits else 0.0

    def copy(self) -> Node:
        """The same tree again, to grow another way."""
        copied = Node(self.code, self.prior)
        copied.visits = self.visits
        copied.total = self.total
        copied.children = [node.copy() for node in self.children]
        return copied

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return (_node, (self.code, self.prior, self.visits, self.total, self.children))

    def child(self, code: int) -> Node | None:
        """The node that an answer leads to, if it was looked at."""
        for node in self.children:
            if node.code == code:
                return node
        return None


def _node(code: int, prior: float, visits: int, total: float, children: list[Node]) -> Node:
    """A pickled node again."""
    node = Node(code, prior)
    node.visits = visits
    node.total = total
    node.children = children
    return node


def search(
    s: State, root: Node, mind: Mind, seed: int, seconds: float, passes: int, rounds: int
) -> int:
    """Grow the tree until the time or the number of passes is used up; how many were made.

    `rounds` is how many rounds a pass is played on by habit before the position is judged.
    """
    started = perf_counter()
    until = s.turn + rounds * s.table.players
    made = 0
    luck = branch(s, seed).rng
    while made < passes:
        tried = s.clone()
        tried.rng = luck
        _pass(tried, root, mind, until)
        luck = tried.rng  # the next pass goes on with luck where this one ended
        made += 1
        if seconds > 0.0 and perf_counter() - started >= seconds:
            break
    return made


def _pass(s: State, root: Node, mind: Mind, until: i64) -> None:
    """Down the tree by promise, on by habit, and back up with what came of it."""
    node = root
    path: list[Node] = []
    seats: list[int] = []
    while not s.over and s.turn < until and len(path) < DEEPEST:
        seat = decider(s)
        chosen = _select(s, node, mind)
        path.append(chosen)
        seats.append(int(seat))
        answer(s, chosen.code)
        node = chosen
        if chosen.visits == 0:
            break
    quick_playout(s, mind.scale, until)
    chances(s, mind)
    for at in range(len(path)):
        ahead = lead(s, seats[at], mind.values, 1.0)
        path[at].visits += 1
        path[at].total += 1.0 / (1.0 + exp(-ahead))
    root.visits += 1


def _select(s: State, node: Node, mind: Mind) -> Node:
    """The child to look into: by what came of it, how sure that is, and how sensible it looks.

    One that was never looked into counts like the average of its siblings, so that a node with
    many children is not gone through child by child before the good ones are looked into again.
    """
    w = mind.weights
    best = -1.0e9
    found: Node | None = None
    root = sqrt(log(float(node.visits + 1)))
    spread = w.explore * root
    seen = 0
    total = 0.0
    highest = -1.0e9
    children: list[Node] = []
    for code in s.options:
        child = node.child(code)
        if child is None:
            child = Node(code, weigh(s, mind.scale, code))
            node.children.append(child)
        children.append(child)
        seen += child.visits
        total += child.total
        if child.prior > highest:
            highest = child.prior
    usual = total / float(seen) if seen else 0.5
    for child in children:
        if child.visits:
            visits = float(child.visits)
            value = child.total / visits + spread / sqrt(visits)
        else:
            value = usual + spread * w.fresh - w.trust * (highest - child.prior)
        if value > best:
            best = value
            found = child
    assert found is not None, "a decision has options"
    return found
