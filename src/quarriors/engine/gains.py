"""What a player gets or gives up by an ability: quiddity, Glory, captures, culls, dice drawn."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from quarriors.engine.appearance import is_creature
from quarriors.engine.dice import available, gain_energy, gain_glory, gain_quiddity
from quarriors.engine.draws import ROLL_THEM, UNTOUCHED, start_draw
from quarriors.engine.frames import find_frame
from quarriors.engine.ids import flag, frame, log, offset, op, place, register
from quarriors.engine.operands import number_operand
from quarriors.engine.pay import pay
from quarriors.engine.program import Program
from quarriors.engine.score import start_scoring
from quarriors.engine.state import State
from quarriors.engine.vectors import append, vec

# What a negative number cannot take away again.
_NEVER_LESS: Final = (op.QUIDDITY, op.ENERGY, op.PAY, op.DRAW, op.DRAW_ROLL, op.CAPTURES)


def run_gain(s: State, program: Program, base: i64, at: i64) -> None:
    """Carry out an operation of the family GAIN."""
    operation = program.code[at]
    source = s.stack[base + register.SOURCE]
    controller = s.stack[base + register.CONTROLLER]
    if operation == op.SCORE:
        _score_now(s, source, controller)
        return
    amount = number_operand(s, program, base, at)
    if amount < 0 and operation in _NEVER_LESS:
        return
    if operation == op.QUIDDITY:
        gain_quiddity(s, controller, amount)
    elif operation == op.ENERGY:
        gain_energy(s, controller, program.code[at + offset.ENERGY_ENERGY], amount)
    elif operation == op.PAY:
        if amount <= available(s):
            pay(s, amount)
    elif operation == op.GLORY:
        gain_glory(s, controller, amount)
    elif operation == op.LOSE:
        if s.stack[base + register.OPPONENT] >= 0:
            gain_glory(s, s.stack[base + register.OPPONENT], -amount)
    elif operation == op.DRAW:
        start_draw(s, controller, amount, UNTOUCHED, 0)
    elif operation == op.DRAW_ROLL:
        start_draw(s, controller, amount, ROLL_THEM, 0)
    elif operation == op.CAPTURES:
        _allow_captures(s, controller, source, amount)
    elif operation == op.DISCOUNT:
        _cheapen_captures(s, controller, source, amount)
    elif operation == op.CULLS:
        _allow_culls(s, amount)


def _score_now(s: State, die: i64, seat: i64) -> None:
    """Let the creature score; only one in a Ready Area does, also after a challenge (12.4)."""
    if s.place[die] != place.READY or s.flags[die] & (flag.SCORING | flag.DYING):
        return
    if is_creature(s, die):
        start_scoring(s, seat, append(vec[i64](capacity=1), die))


def _allow_captures(s: State, seat: i64, source: i64, amount: i64) -> None:
    """Allow more captures this turn."""
    s.captures += amount
    if s.logging:
        s.note(log.CAPTURES, 701, seat, source, amount, 0)


def _cheapen_captures(s: State, seat: i64, source: i64, amount: i64) -> None:
    """Make every capture of this turn cheaper."""
    s.discount += amount
    if s.logging:
        s.note(log.DISCOUNT, 701, seat, source, amount, 0)


def _allow_culls(s: State, amount: i64) -> None:
    """Allow more culls in the scoring under way, where culls are counted (4.3)."""
    at = find_frame(s, frame.SCORE)
    if at >= 0 and not s.setup.expert_culling and s.setup.culls:
        s.stack[at + register.CULLS_LEFT] += amount
