"""Looking ahead: every option tried (greedy), a whole turn tried (planner).

Both work on reseeded copies, so the dice they see are not the dice to come.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from quarriors.bots.brain.judge import Mind, judge
from quarriors.engine.core import answer
from quarriors.engine.luck import seeded
from quarriors.engine.state import State

NOTHING: Final = -1000000.0


def branch(s: State, seed: int) -> State:
    """A copy with luck of its own."""
    copied = s.clone()
    copied.rng = seeded(seed, "brain")
    copied.draw_script = []
    copied.roll_script = []
    return copied


def decider(s: State) -> i64:
    """Who has to decide."""
    from quarriors.engine.words import CHALLENGE, F_CONTROLLER, FRAME, TURN  # pragma: no cover

    base = len(s.stack) - FRAME
    program = s.stack[base]
    if program == TURN:
        return s.active
    if program == CHALLENGE:
        from quarriors.engine.quests import speaker

        return speaker(s)
    return s.stack[base + F_CONTROLLER]


def option_values(s: State, seat: i64, mind: Mind, seed: int, samples: int) -> list[float]:
    """How good the position is after each option, averaged over some luck."""
    values: list[float] = []
    for code in s.options:
        total = 0.0
        for sample in range(samples):
            tried = branch(s, seed + sample)
            answer(tried, code)
            total += judge(tried, seat, mind)
        values.append(total / float(samples))
    return values
