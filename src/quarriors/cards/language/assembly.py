"""The assembler: writes the operations of a program and checks them against their table.

A step of the card language gives operands by name. Those that say where to go on in some case are
left out and filled in by `land`, when the place they lead to is reached.
"""

from __future__ import annotations

from quarriors.cards.language.amounts import Amount, number_of
from quarriors.engine import operations
from quarriors.engine.errors import CatalogError
from quarriors.engine.faces import DARK_QUIDDITY, LIGHT_QUIDDITY
from quarriors.engine.ids import effect, op, operand, place, verb, whose
from quarriors.engine.operations import OPERATIONS, Operand, Operation
from quarriors.engine.program import Condition, Filter, Number, Program

_OPEN = -1  # an operand that says where to go on, until that is known
_NONE = -1  # an optional operand that is left out

# Kinds of operands with a fixed range.
_RANGES = {
    operations.REGISTER: range(operand.SELF),
    operations.DIE: range(operand.SELF + 1),
    operations.SUBJECT: range(operand.SEAT + 1),
    operations.OPTIONAL_DIE: range(_NONE, operand.SELF + 1),
    operations.VERB: range(len(verb.NAMES)),
    operations.PLACE: range(len(place.NAMES)),
    operations.SIDE: (whose.ME, whose.OPPONENT),
    operations.ENERGY: (LIGHT_QUIDDITY, DARK_QUIDDITY),
    operations.EFFECT: range(effect.AGAINST + 1),
    operations.FLAG: (0, 1),
}


class Assembly:
    """A program being written: code with the filters, numbers and conditions it names."""

    def __init__(self) -> None:
        self.code: list[int] = []
        self.filters: list[Filter] = []
        self.numbers: list[Number] = []
        self.conditions: list[Condition] = []
        self.does = 0  # bits of `ids.does`

    @property
    def position(self) -> int:
        """Where the next operation will stand."""
        return len(self.code)

    def filter(self, which: Filter) -> int:
        """The operand that means this filter."""
        self.filters.append(which)
        return len(self.filters) - 1

    def condition(self, wanted: Condition) -> int:
        """The operand that means this condition."""
        self.conditions.append(wanted)
        return len(self.conditions) - 1

    def number(self, amount: Amount) -> int:
        """The operand that means this number."""
        self.numbers.append(number_of(amount))
        return len(self.numbers) - 1

    def write(self, number: int, /, **operands: int) -> int:
        """Write an operation with its operands by name; its position, for `land`."""
        operation = OPERATIONS[number]
        start = self.position
        self.code.append(number)
        for expected in operation.operands:
            value = operands.pop(expected.name, None)
            if value is None and expected.kind == operations.JUMP:
                value = _OPEN
            elif value is None or not self._fits(expected, value):
                needed = {"name": expected.name, "kind": expected.kind, "value": value}
                raise CatalogError("catalog.operand", operation=operation.name, **needed)
            self.code.append(value)
        if operands:
            raise CatalogError("catalog.operands", operation=operation.name, names=[*operands])
        self.does |= operation.does
        return start

    def land(self, start: int, name: str) -> None:
        """Let an operand of the operation at `start` lead to what is written next."""
        self.code[start + OPERATIONS[self.code[start]].offset(name)] = self.position

    def program(self) -> Program:
        """End the program; every place that it goes to must be known by now."""
        self.write(op.END)
        self._check_jumps()
        return Program(self.code, self.filters, self.numbers, self.conditions, self.does)

    def _fits(self, expected: Operand, value: int) -> bool:
        """Whether a value can be an operand of that kind here."""
        kind = expected.kind
        if kind == operations.FILTER:
            return 0 <= value < len(self.filters)
        if kind == operations.OPTIONAL_FILTER:
            return _NONE <= value < len(self.filters)
        if kind == operations.NUMBER:
            return 0 <= value < len(self.numbers)
        if kind == operations.CONDITION:
            return 0 <= value < len(self.conditions)
        if kind == operations.JUMP:
            return 0 <= value <= self.position
        return kind == operations.AMOUNT or value in _RANGES[kind]

    def _instructions(self) -> dict[int, Operation]:
        """The operations written, by position."""
        found: dict[int, Operation] = {}
        at = 0
        while at < len(self.code):
            found[at] = OPERATIONS[self.code[at]]
            at += found[at].width
        return found

    def _check_jumps(self) -> None:
        instructions = self._instructions()
        for at, operation in instructions.items():
            for expected in operation.operands:
                target = self.code[at + operation.offset(expected.name)]
                if expected.kind == operations.JUMP and target not in instructions:
                    values = {"operation": operation.name, "at": at, "target": target}
                    raise CatalogError("catalog.jump", **values)
