"""Looking ahead: every option tried once (greedy), a whole turn tried (planner).

Both work on reseeded copies, so the dice they see are not the dice to come.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from quarriors.bots.brain.evaluation import Workspace, evaluate
from quarriors.engine import queries
from quarriors.engine.ids import verb
from quarriors.engine.option import verb_of
from quarriors.engine.queries import State

STREAM: Final = "brain"  # of the luck that positions are tried with
LOWEST: Final = -1000000.0
WIDTH: Final = 3  # options that are looked into at each step of a plan
WASTE: Final = 0.01  # Glory: what spending a die by hand must gain at least


def option_values(s: State, seat: i64, work: Workspace, seed: int, samples: int) -> list[float]:
    """How good the position is after each option, averaged over some luck."""
    values: list[float] = []
    starts = _samples_of_luck(s, seed, samples)
    for at in range(queries.option_count(s)):
        code = queries.option_code(s, at)
        total = 0.0
        for start in starts:
            tried = queries.clone(start)
            queries.answer(tried, code)
            total += evaluate(tried, seat, work)
        values.append(total / float(samples) - _waste(code))
    return values


def plan_values(
    s: State, seat: i64, work: Workspace, seed: int, samples: int, positions: int
) -> list[float]:
    """The same, but each option is followed by the best continuation of the seat's own turn.

    `positions` is how many may be looked at for one option and one sample of luck.
    """
    values: list[float] = []
    starts = _samples_of_luck(s, seed, samples)
    turn = queries.turn(s)
    for at in range(queries.option_count(s)):
        code = queries.option_code(s, at)
        total = 0.0
        for start in starts:
            tried = queries.clone(start)
            queries.answer(tried, code)
            work.positions_left = positions
            total += _best_continuation(tried, seat, work, turn)
        values.append(total / float(samples) - _waste(code))
    return values


def _samples_of_luck(s: State, seed: int, samples: int) -> list[State]:
    """Copies of a position that differ in the dice to come."""
    return [queries.branch(s, seed + sample, STREAM) for sample in range(samples)]


def _waste(code: i64) -> float:
    """To spend a die by hand is hardly ever of use: only if nothing else is as good."""
    return WASTE if verb_of(code) == verb.SPEND else 0.0


def _best_continuation(s: State, seat: i64, work: Workspace, turn: i64) -> float:
    """The value of a position if the seat goes on as well as it can until its turn is over."""
    if (
        queries.is_over(s)
        or queries.turn(s) != turn
        or queries.decider(s) != seat
        or work.positions_left <= 0
    ):
        return evaluate(s, seat, work)
    values: list[float] = []
    after: list[State] = []
    count = queries.option_count(s)
    for at in range(count):
        tried = queries.clone(s)
        queries.answer(tried, queries.option_code(s, at))
        work.positions_left -= 1
        values.append(evaluate(tried, seat, work))
        after.append(tried)
    best = LOWEST
    if count > WIDTH:
        count = WIDTH
    for _ in range(count):
        at = _index_of_highest(values)
        if values[at] <= LOWEST:
            break
        values[at] = LOWEST
        value = _best_continuation(after[at], seat, work, turn)
        if value > best:
            best = value
        if work.positions_left <= 0:
            break
    return best


def _index_of_highest(values: list[float]) -> i64:
    """Where the highest value is, the first of several alike."""
    found: i64 = 0
    for at in range(1, len(values)):
        if values[at] > values[found]:
            found = at
    return found
