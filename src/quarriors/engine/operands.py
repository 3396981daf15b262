"""What the operands of an operation stand for in the frame of the program that is running."""

from __future__ import annotations

from mypy_extensions import i64

from quarriors.engine.filters import value
from quarriors.engine.ids import offset, operand, register
from quarriors.engine.program import Program
from quarriors.engine.state import State


def named_die(s: State, base: i64, name: i64) -> i64:
    """The die in a register of the frame at `base`, or its source; -1 if the register is empty."""
    if name == operand.SELF:
        return s.stack[base + register.SOURCE]
    return s.stack[base + register.FIRST + name]


def die_operand(s: State, program: Program, base: i64, at: i64) -> i64:
    """The die that the instruction at a position is about."""
    return named_die(s, base, program.code[at + offset.DIE])


def number_operand(s: State, program: Program, base: i64, at: i64) -> i64:
    """What the number of the instruction at a position comes to now."""
    number = program.numbers[program.code[at + offset.NUMBER]]
    stack = s.stack
    controller = stack[base + register.CONTROLLER]
    opponent = stack[base + register.OPPONENT]
    return value(s, number, controller, opponent, stack[base + register.SOURCE])
