"""A race of a few answers: played on again and again with the same luck, the worse half dropped.

Sequential halving: all answers get the same number of rollouts in a round, each rollout with luck
that is the same for all of them; then the worse half is dropped, and the others share the next
round. Luck that is common to all cancels out of the comparison.
"""

from __future__ import annotations

from math import exp
from time import perf_counter
from typing import Final

from mypy_extensions import i64

from quarriors.bots.brain.evaluation import Workspace, lead
from quarriors.bots.brain.lookahead import STREAM
from quarriors.bots.brain.rollout import rollout
from quarriors.bots.brain.win_probability import win_log_odds
from quarriors.engine import queries
from quarriors.engine.queries import State

GLORY: Final = 0.004  # of a win: what a Glory of lead counts where the winner is settled


class Runner:
    """An answer in the race."""

    def __init__(self, code: i64, bonus: float) -> None:
        self.code: i64 = code
        self.bonus: float = bonus  # what else speaks for it, in rewards
        self.total: float = 0.0  # of the rewards
        self.passes: i64 = 0

    @property
    def mean(self) -> float:
        """The average reward of all rollouts."""
        return self.total / float(self.passes) if self.passes > 0 else 0.0

    @property
    def value(self) -> float:
        """What the race goes by."""
        return self.mean + self.bonus


def race(
    s: State,
    seat: i64,
    runners: list[Runner],
    work: Workspace,
    seed: int,
    seconds: float,
    passes: int,
    turns: int,
) -> Runner:
    """The best of some answers; limited by seconds, or by the number of rollouts if these are 0.

    A rollout goes on by habit until `turns` more turns have begun.
    """
    left = runners
    rounds = 0
    while 1 << rounds < len(runners):
        rounds += 1
    luck = queries.branch(s, seed, STREAM)
    until: i64 = queries.turn(s) + turns
    began = perf_counter()
    number = 0
    while len(left) > 1:
        number += 1
        made = 0
        while True:
            following = luck
            for runner in left:
                tried = queries.clone(s)
                queries.take_luck(tried, luck)
                queries.answer(tried, runner.code)
                rollout(tried, work.die_values, until)
                runner.total += reward(tried, seat, work)
                runner.passes += 1
                made += 1
                following = tried
            luck = following
            if seconds > 0.0:
                if perf_counter() - began >= seconds * number / rounds:
                    break
            elif made * rounds >= passes:
                break
        left = _better_half(left)
    return left[0]


def reward(s: State, seat: i64, work: Workspace) -> float:
    """How good the end of a rollout is: who wins, and a little for Glory where that is settled."""
    win_log_odds(s, work)
    ahead = lead(s, seat, work.values, 1.0)
    return 1.0 / (1.0 + exp(-ahead)) + GLORY * float(
        queries.glory_of(s, seat) - most_of_others(s, seat)
    )


def most_of_others(s: State, seat: i64) -> i64:
    """The Glory of the best of the other seats."""
    found: i64 = 0
    for other in range(s.setup.players):
        if other != seat and queries.glory_of(s, other) > found:
            found = queries.glory_of(s, other)
    return found


def _better_half(runners: list[Runner]) -> list[Runner]:
    """The better half of the answers."""
    ranked = sorted(runners, key=_value, reverse=True)
    return ranked[: (len(ranked) + 1) // 2]


def _value(runner: Runner) -> float:
    return runner.value
