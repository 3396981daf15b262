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

from quarriors.bots.brain.evaluation import Workspace, lead
from quarriors.bots.brain.lookahead import STREAM
from quarriors.bots.brain.rollout import option_weight, rollout
from quarriors.bots.brain.win_probability import win_log_odds
from quarriors.engine import queries
from quarriors.engine.queries import State
from quarriors.engine.vectors import append, vec

DEEPEST: Final = 40  # decisions of a pass that are kept in the tree
LOWEST: Final = -1.0e9
UNKNOWN: Final = 0.5  # the reward to be expected where nothing has been looked into yet


class Node:
    """What is known about the answers that lead here."""

    def __init__(self, code: i64, prior: float) -> None:
        self.code: i64 = code
        self.prior: float = prior  # how sensible the answer looks
        self.visits: i64 = 0
        self.total: float = 0.0  # of the rewards, for the seat that gave the answer
        self.children: list[Node] = []

    @property
    def mean(self) -> float:
        """The average reward of all passes through this node."""
        return self.total / float(self.visits) if self.visits > 0 else 0.0

    def copy(self) -> Node:
        """The same tree again, to grow another way."""
        copied = Node(self.code, self.prior)
        copied.visits = self.visits
        copied.total = self.total
        copied.children = [node.copy() for node in self.children]
        return copied

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return (_node, (int(self.code), self.prior, int(self.visits), self.total, self.children))

    def child(self, code: i64) -> Node | None:
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
    s: State, root: Node, work: Workspace, seed: int, seconds: float, passes: int, rounds: int
) -> int:
    """Grow the tree until the time or the number of passes is used up; how many were made.

    `rounds` is how many rounds a pass is played on by habit before the position is evaluated.
    """
    started = perf_counter()
    until: i64 = queries.turn(s) + rounds * s.setup.players
    made = 0
    luck = queries.branch(s, seed, STREAM)
    while made < passes:
        tried = queries.clone(s)
        queries.take_luck(tried, luck)
        _pass(tried, root, work, until)
        luck = tried  # the next pass goes on with luck where this one ended
        made += 1
        if seconds > 0.0 and perf_counter() - started >= seconds:
            break
    return made


def _pass(s: State, root: Node, work: Workspace, until: i64) -> None:
    """Down the tree by promise, on by habit, and back up with what came of it."""
    node = root
    path: list[Node] = []
    seats = vec[i64](capacity=DEEPEST)
    while not queries.is_over(s) and queries.turn(s) < until and len(path) < DEEPEST:
        seats = append(seats, queries.decider(s))
        chosen = _select(s, node, work)
        path.append(chosen)
        queries.answer(s, chosen.code)
        node = chosen
        if chosen.visits == 0:
            break
    rollout(s, work.die_values, until)
    win_log_odds(s, work)
    for at in range(len(path)):
        ahead = lead(s, seats[at], work.values, 1.0)
        path[at].visits += 1
        path[at].total += 1.0 / (1.0 + exp(-ahead))
    root.visits += 1


def _select(s: State, node: Node, work: Workspace) -> Node:
    """The child to look into: by what came of it, how sure that is, and how sensible it looks.

    One that was never looked into counts like the average of its siblings, so that a node with
    many children is not gone through child by child before the good ones are looked into again.
    """
    w = work.weights
    best = LOWEST
    found: Node | None = None
    root = sqrt(log(float(node.visits + 1)))
    spread = w.explore * root
    children = _children(s, node, work)
    usual = _mean_reward(children)
    highest = LOWEST
    for child in children:
        if child.prior > highest:
            highest = child.prior
    for child in children:
        if child.visits > 0:
            visits = float(child.visits)
            value = child.total / visits + spread / sqrt(visits)
        else:
            value = usual + spread * w.fresh - w.trust * (highest - child.prior)
        if value > best:
            best = value
            found = child
    assert found is not None, "a decision has options"
    return found


def _children(s: State, node: Node, work: Workspace) -> list[Node]:
    """The children that the options of a position lead to, in their order; new ones are made."""
    found: list[Node] = []
    for at in range(queries.option_count(s)):
        code = queries.option_code(s, at)
        child = node.child(code)
        if child is None:
            child = Node(code, option_weight(s, work.die_values, code))
            node.children.append(child)
        found.append(child)
    return found


def _mean_reward(nodes: list[Node]) -> float:
    """The average reward of all passes through these nodes."""
    visits: i64 = 0
    total = 0.0
    for node in nodes:
        visits += node.visits
        total += node.total
    return total / float(visits) if visits > 0 else UNKNOWN
