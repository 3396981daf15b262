"""Card programs in words: one line an operation, with everything that its operands mean.

`quarriors cards NAME --program` prints it. What
operands there are comes from the table in `engine/operations.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import ModuleType

from quarriors.cards.language.filters import QUESTIONS
from quarriors.engine import operations
from quarriors.engine.catalog import ENERGIES, Card
from quarriors.engine.ids import (
    effect,
    event,
    limit,
    operand,
    place,
    quantity,
    verb,
    want,
    whose,
    window,
)
from quarriors.engine.operations import OPERATIONS
from quarriors.engine.program import Condition, Filter, Number, Program, Trigger

_REGISTERS = ("first", "second", "subject", "self", "controller")
_WHOSE = {
    whose.ME: "my",
    whose.OPPONENT: "the opponent's",
    whose.OPPONENTS: "opponents'",
    whose.ANYBODY: "anybody's",
}
_NAME_WIDTH = max(len(operation.name) for operation in OPERATIONS)


def _names(ids: ModuleType, below: int) -> dict[int, str]:
    """The names of a vocabulary by their numbers; of two for one number the first."""
    found: dict[int, str] = {}
    for name, number in vars(ids).items():
        if name.isupper() and isinstance(number, int) and 0 <= number < below:
            found.setdefault(number, name.lower())
    return found


_EVENTS = _names(event, event.COUNT)
_EFFECTS = _names(effect, effect.AGAINST + 1)
_QUANTITIES = _names(quantity, 1 << 6)  # the masks are larger
_WINDOWS = _names(window, 1 << 16)


def program_lines(card: Card, number: int) -> list[str]:
    """The programs of one line of a card, each below the event that starts it."""
    lines: list[str] = []
    for trigger in card.abilities[number].triggers:
        lines.append(trigger_words(trigger))
        lines.extend(f"  {line}" for line in disassembled(trigger.program))
    return lines


def trigger_words(trigger: Trigger) -> str:
    """When a program starts."""
    words = f"on {_EVENTS[int(trigger.event)]}"
    windows = [name for bit, name in _WINDOWS.items() if trigger.windows & bit]
    if windows:
        words += f" in {', '.join(windows)}"
    if trigger.once:
        words += ", once a turn"
    if trigger.condition is not None:
        words += f", if {condition_words(trigger.condition)}"
    return words


def disassembled(program: Program) -> list[str]:
    """A program, one line an operation: its position, its name and its operands by name."""
    lines: list[str] = []
    at = 0
    while at < len(program.code):
        operation = OPERATIONS[program.code[at]]
        operands = [
            f"{expected.name}: {_operand(program, expected.kind, int(program.code[at + offset]))}"
            for offset, expected in enumerate(operation.operands, 1)
        ]
        lines.append(f"{at:3}  {operation.name:{_NAME_WIDTH}}  {'; '.join(operands)}".rstrip())
        at += operation.width
    return lines


def _operand(program: Program, kind: str, value: int) -> str:
    """What an operand means."""
    if kind == operations.JUMP:
        return f"-> {value}"
    if kind == operations.AMOUNT:
        return str(value)
    if kind in (operations.OPTIONAL_FILTER, operations.OPTIONAL_DIE) and value < 0:
        return "none"
    if kind in (operations.FILTER, operations.OPTIONAL_FILTER):
        return filter_words(program.filters[value])
    if kind == operations.NUMBER:
        return number_words(program.numbers[value])
    if kind == operations.CONDITION:
        return condition_words(program.conditions[value])
    return _NAMED[kind][value]


_NAMED: dict[str, Mapping[int, str]] = {
    operations.REGISTER: dict(enumerate(_REGISTERS[: operand.SELF])),
    operations.DIE: dict(enumerate(_REGISTERS[: operand.SEAT])),
    operations.OPTIONAL_DIE: dict(enumerate(_REGISTERS[: operand.SEAT])),
    operations.SUBJECT: dict(enumerate(_REGISTERS)),
    operations.VERB: dict(enumerate(verb.NAMES)),
    operations.PLACE: dict(enumerate(place.NAMES)),
    operations.SIDE: {whose.ME: "me", whose.OPPONENT: "opponent"},
    operations.ENERGY: dict(enumerate(ENERGIES)),
    operations.EFFECT: _EFFECTS,
    operations.FLAG: {0: "no", 1: "yes"},
}


def filter_words(which: Filter) -> str:
    """Which dice a filter means."""
    kind = "dice"
    if which.want & want.IS_CREATURE:
        kind = "creatures"
    elif which.want & want.IS_SPELL:
        kind = "spells"
    spots = [name for number, name in enumerate(place.NAMES) if which.places >> number & 1]
    words = f"{_WHOSE[int(which.whose)]} {kind} in {' or '.join(spots)}"
    asked = [name for name, (bit, _) in QUESTIONS.items() if which.want & bit]
    for detail in (*_kinds(which), *_bounds(which), *asked):
        words += f", {detail}"
    if which.alternative is not None:
        words += f", or {filter_words(which.alternative)}"
    return words


def _kinds(which: Filter) -> list[str]:
    found = []
    if which.class_name:
        found.append(f"class {which.class_name}")
    if which.type_name:
        found.append(f"type {which.type_name}")
    if which.energy:
        found.append(f"energy {ENERGIES[which.energy]}")
    return found


def _bounds(which: Filter) -> list[str]:
    found = []
    if which.min_level > 0:
        found.append(f"level {which.min_level} or more")
    if which.max_level < limit.NO_UPPER:
        found.append(f"level {which.max_level} or less")
    if which.level_register >= 0:
        found.append(f"level of {_REGISTERS[which.level_register]} or less")
    if which.max_defense < limit.NO_UPPER:
        found.append(f"defense {which.max_defense} or less")
    if which.min_cost > 0:
        found.append(f"cost {which.min_cost} or more")
    if which.cost_register >= 0:
        base = f"cost of {_REGISTERS[which.cost_register]}"
        found.append(f"{base} + {which.max_cost} or less")
    elif which.max_cost < limit.NO_UPPER:
        found.append(f"cost {which.max_cost} or less")
    return found


def number_words(number: Number) -> str:
    """How much a number is."""
    if number.times == 0:
        return str(number.constant)
    counted = _QUANTITIES[int(number.kind)]
    if number.which is not None:
        counted = f"{counted} ({filter_words(number.which)})"
    words = counted if number.times == 1 else f"{number.times} x {counted}"
    if number.constant:
        words = f"{number.constant} + {words}"
    if number.least > limit.NO_LOWER:
        words += f", at least {number.least}"
    if number.most < limit.NO_UPPER:
        words += f", at most {number.most}"
    return words


def condition_words(condition: Condition) -> str:
    """What a condition asks."""
    words = number_words(condition.number)
    if condition.least == condition.most:
        words += f" is {condition.least}"
    elif condition.most == limit.NO_UPPER:
        words += f" is {condition.least} or more"
    else:
        words += f" is {condition.least} to {condition.most}"
    if condition.other is not None:
        words += f", or {condition_words(condition.other)}"
    return words
