"""What card abilities are made of, once the card language has built them.

Filters say which dice, numbers say how much, modifiers answer standing questions, triggers tie a
flat program of operations to an event. All are immutable by convention, built once when the
catalogue is, and shared by every game; a frame on a game's stack refers to a program by its index.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from quarriors.engine.words import COUNT

ANY_LEVEL: Final = 99


class Filter:
    """Which dice an ability means: whose, where, of what kind, of what level, defense or cost."""

    def __init__(
        self,
        whose: i64,
        places: i64,
        want: i64,
        class_name: str,
        max_level: i64,
        max_defense: i64,
        max_cost: i64,
        cost_register: i64,
    ) -> None:
        self.whose: i64 = whose
        self.places: i64 = places  # bits, 1 << place
        self.want: i64 = want  # bits of words.IS_CREATURE and its like
        self.class_name: str = class_name  # "" for any
        self.max_level: i64 = max_level
        self.max_defense: i64 = max_defense
        self.max_cost: i64 = max_cost
        self.cost_register: i64 = cost_register  # add that die's cost to max_cost; -1: do not

    def facts(self) -> tuple[object, ...]:
        """All it says, as plain values."""
        return (
            int(self.whose),
            int(self.places),
            int(self.want),
            self.class_name,
            int(self.max_level),
            int(self.max_defense),
            int(self.max_cost),
            int(self.cost_register),
        )

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return (Filter, (*self.facts(),))


class Number:
    """A constant plus a multiple of something counted when it is asked for."""

    def __init__(self, constant: i64, times: i64, kind: i64, which: Filter | None) -> None:
        self.constant: i64 = constant
        self.times: i64 = times
        self.kind: i64 = kind
        self.which: Filter | None = which

    def facts(self) -> tuple[object, ...]:
        """All it says, as plain values."""
        which = None if self.which is None else self.which.facts()
        return (int(self.constant), int(self.times), int(self.kind), which)

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return (Number, (int(self.constant), int(self.times), int(self.kind), self.which))


def constant(value: int) -> Number:
    """A number that is always the same."""
    return Number(value, 0, COUNT, None)


class Condition:
    """A number that must lie between two bounds."""

    def __init__(self, number: Number, least: i64, most: i64) -> None:
        self.number: Number = number
        self.least: i64 = least
        self.most: i64 = most

    def facts(self) -> tuple[object, ...]:
        """All it says, as plain values."""
        return (self.number.facts(), int(self.least), int(self.most))

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return (Condition, (self.number, int(self.least), int(self.most)))


class Modifier:
    """A standing change of one question's answer while its creature or carrier is there."""

    def __init__(
        self, kind: i64, how: i64, amount: Number, condition: Condition | None, max_level: i64
    ) -> None:
        self.kind: i64 = kind
        self.how: i64 = how  # SET, ADD or CAP
        self.amount: Number = amount
        self.condition: Condition | None = condition
        self.max_level: i64 = max_level  # guards: only creatures up to this level

    def facts(self) -> tuple[object, ...]:
        """All it says, as plain values."""
        condition = None if self.condition is None else self.condition.facts()
        return (
            int(self.kind),
            int(self.how),
            self.amount.facts(),
            condition,
            int(self.max_level),
        )

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        given = (int(self.kind), int(self.how), self.amount, self.condition, int(self.max_level))
        return (Modifier, given)


class Program:
    """A flat list of operations with the filters and numbers they name."""

    def __init__(self, code: list[int], filters: list[Filter], numbers: list[Number]) -> None:
        self.code: list[int] = code
        self.filters: list[Filter] = filters
        self.numbers: list[Number] = numbers
        self.index: i64 = -1  # set by the catalogue
        self.card: i64 = -1  # whose ability this is, for people
        self.ability: i64 = -1

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return (Program, (self.code, self.filters, self.numbers))


class Trigger:
    """A program that an event starts."""

    def __init__(
        self,
        event: i64,
        program: Program,
        windows: i64,
        condition: Condition | None,
        once: bool,
    ) -> None:
        self.event: i64 = event
        self.program: Program = program
        self.windows: i64 = windows  # reactions: when (15.2)
        self.condition: Condition | None = condition
        self.once: bool = once  # once a turn

    def facts(self) -> tuple[object, ...]:
        """All it says, as plain values."""
        program = self.program
        condition = None if self.condition is None else self.condition.facts()
        return (
            int(self.event),
            program.code,
            [which.facts() for which in program.filters],
            [number.facts() for number in program.numbers],
            int(self.windows),
            condition,
            self.once,
        )

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        given = (int(self.event), self.program, int(self.windows), self.condition, self.once)
        return (Trigger, given)


class Ability:
    """One line of a card: when it works, on which bursts, and what it is made of."""

    def __init__(
        self, timing: str, burst: int, triggers: list[Trigger], modifiers: list[Modifier]
    ) -> None:
        self.timing: str = timing
        self.burst: int = burst
        self.triggers: list[Trigger] = triggers
        self.modifiers: list[Modifier] = modifiers

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return (Ability, (self.timing, self.burst, self.triggers, self.modifiers))
