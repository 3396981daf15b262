"""Looking ahead: every option tried once (greedy), a whole turn tried (planner).

Both work on reseeded copies, so the dice they see are not the dice to come.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from quarriors.bots.brain.die_value import card_of
from quarriors.bots.brain.evaluation import Workspace, evaluate, usual_draw
from quarriors.engine import queries
from quarriors.engine.ids import verb
from quarriors.engine.option import die_of, verb_of
from quarriors.engine.queries import State

STREAM: Final = "brain"  # of the luck that positions are tried with
LOWEST: Final = -1000000.0
WIDTH: Final = 3  # options that are looked into at each step of a plan
FIRST_SAMPLES: Final = 2  # samples of luck that every option gets
WASTE: Final = 0.01  # Glory: what spending a die by hand must gain at least


def option_values(s: State, seat: i64, work: Workspace, seed: int, samples: int) -> list[float]:
    """How good the position is after each option, averaged over some luck."""
    values: list[float] = []
    starts = _samples_of_luck(s, seed, samples)
    last = queries.option_count(s) - 1
    for at in range(last + 1):
        code = queries.option_code(s, at)
        total = 0.0
        for start in starts:
            tried = start if at == last else queries.clone(start)  # nobody needs it afterwards
            queries.answer(tried, code)
            total += evaluate(tried, seat, work)
        values.append(total / float(samples) - waste(code))
    return values


def plan_values(
    s: State, seat: i64, work: Workspace, seed: int, samples: int, positions: int
) -> list[float]:
    """The same, but each option is followed by the best continuation of the seat's own turn.

    `positions` is how many may be looked at for one option and one sample of luck. All options are
    compared with the same samples. One sample is enough where a plan rolls no dice; where it does,
    options that fall behind get fewer of them. `work.lines` keeps how the first sample goes on
    after each option, up to where dice are rolled.
    """
    count = queries.option_count(s)
    turn = queries.turn(s)
    work.lines = [[] for _ in range(count)]
    totals = [0.0] * count
    made = [0.0] * count
    left = sensible_options(s, seat, work)
    work.rolled = False
    sample: i64 = 0
    until: i64 = FIRST_SAMPLES
    while sample < samples:
        start = queries.branch(s, seed + sample, STREAM)
        sample += 1
        for at in left:
            tried = queries.clone(start)
            code = queries.option_code(s, at)
            queries.answer(tried, code)
            _note_luck(start, tried, work, turn)
            work.positions_left = positions
            totals[at] += _best_continuation(tried, seat, work, turn) - waste(code)
            made[at] += 1.0
            if sample == 1 and not queries.has_other_luck(start, tried):
                work.lines[at] = work.line
        if not work.rolled:
            break
        if sample == until:
            left = _better_half(left, totals, made)
            until *= 2
    return _means(totals, made)


def sensible_options(s: State, seat: i64, work: Workspace) -> list[i64]:
    """The numbers of the options that are worth a look: no bad die is kept, no good one culled.

    To cull is free. A die that is worth less than the average of the collection only dilutes it,
    and one that is worth more is what the collection lives by; sampled luck would now and then
    say otherwise. Where all dice are drawn every turn, none dilutes the others: then only those
    go that do harm.
    """
    count = queries.option_count(s)
    found: list[i64] = []
    if verb_of(queries.option_code(s, 0)) != verb.CULL:
        found.extend(range(count))
        return found
    setup = s.setup
    values = work.die_values.draw
    total = 0.0
    dice = queries.collection(s, seat)
    for die in dice:
        total += values[card_of(setup, die)]
    mean = total / float(len(dice)) if float(len(dice)) > usual_draw(setup) else 0.0
    for at in range(count):
        code = queries.option_code(s, at)
        if verb_of(code) == verb.CULL and values[card_of(setup, die_of(code))] < mean:
            found.append(at)
    if len(found) == 0:
        for at in range(count):
            if verb_of(queries.option_code(s, at)) != verb.CULL:
                found.append(at)
    return found


def _note_luck(before: State, after: State, work: Workspace, turn: i64) -> None:
    """Remember that dice were rolled before the turn was over."""
    if not work.rolled and queries.turn(after) == turn and queries.has_other_luck(before, after):
        work.rolled = True


def _better_half(numbers: list[i64], totals: list[float], made: list[float]) -> list[i64]:
    """The better half of some options by their means, at least two."""
    keep = (len(numbers) + 1) // 2
    if keep < 2:
        return numbers
    means: list[float] = []
    for at in numbers:
        means.append(totals[at] / made[at])
    found: list[i64] = []
    for _ in range(keep):
        best = _index_of_highest(means)
        means[best] = LOWEST
        found.append(numbers[best])
    return found


def _means(totals: list[float], made: list[float]) -> list[float]:
    """The mean value of each option; one that was not looked at is worth less than all others."""
    lowest = -LOWEST
    for at in range(len(totals)):
        if made[at] > 0.0:
            totals[at] /= made[at]
            if totals[at] < lowest:
                lowest = totals[at]
    for at in range(len(totals)):
        if made[at] == 0.0:
            totals[at] = lowest - WASTE
    return totals


def _samples_of_luck(s: State, seed: int, samples: int) -> list[State]:
    """Copies of a position that differ in the dice to come."""
    return [queries.branch(s, seed + sample, STREAM) for sample in range(samples)]


def waste(code: i64) -> float:
    """To spend a die by hand is hardly ever of use: only if nothing else is as good."""
    return WASTE if verb_of(code) == verb.SPEND else 0.0


def _best_continuation(s: State, seat: i64, work: Workspace, turn: i64) -> float:
    """The value of a position if the seat goes on as well as it can until its turn is over.

    `work.line` is then how it goes on, up to where dice are rolled.
    """
    line: list[int] = []
    work.line = line
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
        _note_luck(s, tried, work, turn)
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
            line = [int(queries.option_code(s, at))]
            if not queries.has_other_luck(s, after[at]):
                line.extend(work.line)
        if work.positions_left <= 0:
            break
    work.line = line
    return best


def _index_of_highest(values: list[float]) -> i64:
    """Where the highest value is, the first of several alike."""
    found: i64 = 0
    for at in range(1, len(values)):
        if values[at] > values[found]:
            found = at
    return found
