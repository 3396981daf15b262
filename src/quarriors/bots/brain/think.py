"""Looking ahead: every option tried once (greedy), a whole turn tried (planner).

Both work on reseeded copies, so the dice they see are not the dice to come.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from quarriors.bots.brain.judge import Mind, judge
from quarriors.engine.challenge import speaker
from quarriors.engine.core import answer
from quarriors.engine.luck import seeded
from quarriors.engine.state import State
from quarriors.engine.words import CHALLENGE, DO_SPEND, F_CONTROLLER, FRAME, TURN

LOWEST: Final = -1000000.0
WIDTH: Final = 3  # options that are looked into at each step of a plan


def branch(s: State, seed: int) -> State:
    """A copy with luck of its own."""
    copied = s.clone()
    copied.rng = seeded(seed, "brain")
    copied.draw_script = []
    copied.roll_script = []
    return copied


def decider(s: State) -> i64:
    """Who has to decide."""
    base = len(s.stack) - FRAME
    program = s.stack[base]
    if program == TURN:
        return s.active
    return speaker(s) if program == CHALLENGE else s.stack[base + F_CONTROLLER]


def option_values(s: State, seat: i64, mind: Mind, seed: int, samples: int) -> list[float]:
    """How good the position is after each option, averaged over some luck."""
    values: list[float] = []
    starts = [branch(s, seed + sample) for sample in range(samples)]
    for code in s.options:
        total = 0.0
        for start in starts:
            tried = start.clone()
            answer(tried, code)
            total += judge(tried, seat, mind)
        values.append(total / float(samples) - _waste(code))
    return values


def _waste(code: i64) -> float:
    """To spend a die by hand is hardly ever of use: only if nothing else is as good."""
    return 0.01 if code & 63 == DO_SPEND else 0.0


def plan_values(
    s: State, seat: i64, mind: Mind, seed: int, samples: int, nodes: int
) -> list[float]:
    """The same, but each option is followed by the best continuation of the seat's own turn.

    `nodes` is how many positions may be looked at for one option and one sample of luck.
    """
    values: list[float] = []
    starts = [branch(s, seed + sample) for sample in range(samples)]
    for code in s.options:
        total = 0.0
        for start in starts:
            tried = start.clone()
            answer(tried, code)
            budget = [nodes]
            total += _best(tried, seat, mind, s.turn, budget)
        values.append(total / float(samples) - _waste(code))
    return values


def _best(s: State, seat: i64, mind: Mind, turn: i64, budget: list[int]) -> float:
    """The value of a position if the seat goes on as well as it can until its turn is over."""
    if s.over or s.turn != turn or decider(s) != seat or budget[0] <= 0:
        return judge(s, seat, mind)
    codes = s.options
    values: list[float] = []
    after: list[State] = []
    for code in codes:
        tried = s.clone()
        answer(tried, code)
        budget[0] -= 1
        values.append(judge(tried, seat, mind))
        after.append(tried)
    best = LOWEST
    for _ in range(WIDTH if len(codes) > WIDTH else len(codes)):
        at = 0
        for index in range(len(values)):
            if values[index] > values[at]:
                at = index
        if values[at] <= LOWEST:
            break
        values[at] = LOWEST
        value = _best(after[at], seat, mind, turn, budget)
        if value > best:
            best = value
        if budget[0] <= 0:
            break
    return best
