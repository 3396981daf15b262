"""A race of a few answers: played on again and again with the same luck, the worse half dropped.

Sequential halving: all answers get the same number of rollouts in a round, each rollout with luck
that is the same for all of them; then the worse half is dropped, and the others share the next
round. Luck that is common to all cancels out of the comparison. Rollouts are played by the learned
policy, which also judges where they end.
"""

from __future__ import annotations

from time import perf_counter
from typing import Final

from mypy_extensions import i64

from quarriors.bots.brain.lookahead import STREAM
from quarriors.bots.brain.policy import Policy, play_alike, win_chance
from quarriors.engine import queries
from quarriors.engine.queries import State
from quarriors.engine.rng import Dealer

GLORY: Final = 0.004  # of a win: what a Glory of lead counts where the winner is settled
STRIDE: Final = 101  # seeds between two laps


class Runner:
    """An answer in the race."""

    def __init__(self, code: i64, bonus: float, doubt: float) -> None:
        self.code: i64 = code
        self.bonus: float = bonus  # what else speaks for it, in rewards
        self.doubt: float = doubt  # rollouts: with fewer of them the bonus counts more
        self.total: float = 0.0  # of the rewards
        self.chances: float = 0.0  # of winning, in all rollouts
        self.passes: i64 = 0

    @property
    def mean(self) -> float:
        """The average reward of all rollouts."""
        return self.total / float(self.passes) if self.passes > 0 else 0.0

    @property
    def chance(self) -> float | None:
        """The average chance of winning after all rollouts; None if there were none."""
        return self.chances / float(self.passes) if self.passes > 0 else None

    @property
    def value(self) -> float:
        """What the race goes by."""
        return self.mean + self.bonus * (1.0 + self.doubt / float(self.passes + 1))


def race(
    s: State,
    seat: i64,
    runners: list[Runner],
    net: Policy,
    seed: int,
    seconds: float,
    passes: int,
    turns: int,
) -> Runner:
    """The best of some answers; limited by seconds, or by the number of rollouts if these are 0.

    A rollout goes on until `turns` more turns have begun, and is judged there.
    """
    left = runners
    rounds = 0
    while 1 << rounds < len(runners):
        rounds += 1
    until: i64 = queries.turn(s) + turns
    began = perf_counter()
    number = 0
    lap = 0
    while len(left) > 1:
        number += 1
        made = 0
        while True:
            lucks = [Dealer(seed + STRIDE * lap + at, STREAM) for at in range(turns + 1)]
            for runner in left:
                tried = queries.clone(s)
                queries.take_luck(tried, lucks[turns])
                queries.answer(tried, runner.code)
                play_alike(tried, net, until, lucks)
                chance = win_chance(tried, seat, net)
                runner.chances += chance
                runner.total += reward(tried, seat, chance)
                runner.passes += 1
                made += 1
            lap += 1
            if seconds > 0.0:
                if perf_counter() - began >= seconds * number / rounds:
                    break
            elif made * rounds >= passes:
                break
        left = _better_half(left)
    return left[0]


def reward(s: State, seat: i64, chance: float) -> float:
    """How good the end of a rollout is: the chance of winning, and a little for Glory beside it."""
    return chance + GLORY * float(queries.glory_of(s, seat) - most_of_others(s, seat))


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
