"""What card abilities are made of, once the card language has built them.

Filters say which dice, numbers say how much, modifiers answer standing questions, triggers tie a
flat program of operations to an event. All are immutable by convention, built once when the
catalogue is, and shared by every game; a frame on a game's stack refers to a program by its index.
"""

from __future__ import annotations

from mypy_extensions import i64

from quarriors.engine.bits import has_bit
from quarriors.engine.ids import flag, limit, place, quantity, scope, want, whose
from quarriors.engine.migration import (
    HASHED_LOWER,
    HASHED_MAXIMUM,
    HASHED_UPPER,
    hashed_limit,
)
from quarriors.engine.operations import dice_needed, families, next_positions
from quarriors.engine.vectors import append, vec


class Filter:
    """Which dice an ability means: whose, where, of what kind, of what level, defense or cost."""

    def __init__(
        self,
        side: i64,
        places: i64,
        wanted: i64,
        class_name: str = "",
        max_level: i64 = limit.NO_UPPER,
        max_defense: i64 = limit.NO_UPPER,
        max_cost: i64 = limit.NO_UPPER,
        cost_register: i64 = -1,
        min_level: i64 = 0,
        level_register: i64 = -1,
        min_cost: i64 = 0,
        energy: i64 = 0,
        type_name: str = "",
        alternative: Filter | None = None,
    ) -> None:
        self.whose: i64 = side
        self.places: i64 = places  # bits, 1 << place
        self.want: i64 = wanted  # bits of `ids.want`
        self.class_name: str = class_name  # "" for any
        self.max_level: i64 = max_level
        self.max_defense: i64 = max_defense
        self.max_cost: i64 = max_cost
        self.cost_register: i64 = cost_register  # add that die's cost to max_cost; -1: do not
        self.min_level: i64 = min_level
        self.level_register: i64 = level_register  # at most that die's level; -1: do not ask
        self.min_cost: i64 = min_cost
        self.energy: i64 = energy  # faces.LIGHT_QUIDDITY or DARK_QUIDDITY, 0 for any
        self.type_name: str = type_name  # "" for any
        self.alternative: Filter | None = alternative  # these dice, or those
        self.search_whose: i64 = side  # where to look for all of them
        self.search_places: i64 = places
        if alternative is not None:
            self.search_whose = whose.ANYBODY
            self.search_places = places | alternative.search_places
        self.search_zones: vec[i64] = vec[i64](capacity=place.ZONES)  # those that seats have
        for where in range(1, place.ZONES + 1):
            if has_bit(self.search_places, where):
                self.search_zones = append(self.search_zones, where)
        # Worked out beforehand, because filters are asked more often than anything else.
        self.names_dice: bool = class_name != "" or wanted & want.IS_QUARTIFACT != 0
        self.flags_set: i64 = _flags_set(wanted)  # flags that a die must have
        self.flags_clear: i64 = _flags_clear(wanted)  # flags that it must not have
        self.asks_card: bool = class_name != "" or type_name != "" or energy > 0
        self.asks_bounds: bool = (
            min_level > 0
            or max_level < limit.NO_UPPER
            or level_register >= 0
            or min_cost > 0
            or max_cost < limit.NO_UPPER
        )

    def facts(self) -> tuple[object, ...]:
        """All it says, as plain values; the catalogue makes its hash of them."""
        given = self._given()
        bounds = [hashed_limit(bound, HASHED_MAXIMUM) for bound in self._bounds()]
        other = None if self.alternative is None else self.alternative.facts()
        return (*given[:4], *bounds, *given[7:-1], other)

    def _bounds(self) -> tuple[int, int, int]:
        return (int(self.max_level), int(self.max_defense), int(self.max_cost))

    def _given(self) -> tuple[object, ...]:
        """The arguments that make the same filter."""
        return (
            int(self.whose),
            int(self.places),
            int(self.want),
            self.class_name,
            *self._bounds(),
            int(self.cost_register),
            int(self.min_level),
            int(self.level_register),
            int(self.min_cost),
            int(self.energy),
            self.type_name,
            self.alternative,
        )

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return (Filter, self._given())


def _flags_set(wanted: i64) -> i64:
    """Flags of a die that a filter wants to be set."""
    found: i64 = 0
    if wanted & want.IS_SCORING:
        found |= flag.SCORING
    if wanted & want.IS_CHOSEN:
        found |= flag.CHOSEN
    if wanted & want.IS_ATTACKING:
        found |= flag.ATTACKING
    if wanted & want.WAS_DRAWN:
        found |= flag.DRAWN
    if wanted & want.FORCED:
        found |= flag.FIRST
    return found


def _flags_clear(wanted: i64) -> i64:
    """Flags of a die that a filter wants not to be set."""
    found: i64 = 0
    if wanted & want.UNDAMAGED:
        found |= flag.DAMAGED | flag.DYING | flag.SAFE
    if wanted & want.NOT_NEW:
        found |= flag.LOCKED_NOW
    return found


class Number:
    """A constant plus a multiple of something counted when it is asked for, within limits."""

    def __init__(
        self,
        constant: i64,
        times: i64,
        kind: i64,
        which: Filter | None,
        most: i64 = limit.NO_UPPER,
        least: i64 = limit.NO_LOWER,
    ) -> None:
        self.constant: i64 = constant
        self.times: i64 = times
        self.kind: i64 = kind
        self.which: Filter | None = which
        self.most: i64 = most
        self.least: i64 = least

    def facts(self) -> tuple[object, ...]:
        """All it says, as plain values."""
        constant, times, kind, most, least = self._numbers()
        which = None if self.which is None else self.which.facts()
        bounds = (hashed_limit(most, HASHED_UPPER), hashed_limit(least, HASHED_LOWER))
        return (constant, times, kind, which, *bounds)

    def _numbers(self) -> tuple[int, int, int, int, int]:
        return (
            int(self.constant),
            int(self.times),
            int(self.kind),
            int(self.most),
            int(self.least),
        )

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        constant, times, kind, most, least = self._numbers()
        return (Number, (constant, times, kind, self.which, most, least))


def constant(value: int) -> Number:
    """A number that is always the same."""
    return Number(value, 0, quantity.MATCHING, None)


class Condition:
    """A number that must lie between two bounds."""

    def __init__(
        self, number: Number, least: i64, most: i64, other: Condition | None = None
    ) -> None:
        self.number: Number = number
        self.least: i64 = least
        self.most: i64 = most
        self.other: Condition | None = other  # this one or that one

    def facts(self) -> tuple[object, ...]:
        """All it says, as plain values."""
        other = None if self.other is None else self.other.facts()
        most = hashed_limit(int(self.most), HASHED_UPPER)
        return (self.number.facts(), int(self.least), most, other)

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return (Condition, (self.number, int(self.least), int(self.most), self.other))


class Modifier:
    """A standing change of one question's answer while its creature or carrier is there."""

    def __init__(
        self,
        kind: i64,
        how: i64,
        amount: Number,
        condition: Condition | None,
        reach: i64 = scope.NOBODY_ELSE,
        which: Filter | None = None,
    ) -> None:
        self.kind: i64 = kind
        self.how: i64 = how  # a number of `ids.combine`
        self.amount: Number = amount
        self.condition: Condition | None = condition
        self.scope: i64 = reach  # whom an aura touches
        self.which: Filter | None = which  # and of those only such dice

    def facts(self) -> tuple[object, ...]:
        """All it says, as plain values."""
        return (
            int(self.kind),
            int(self.how),
            self.amount.facts(),
            None if self.condition is None else self.condition.facts(),
            int(self.scope),
            None if self.which is None else self.which.facts(),
        )

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        given = (int(self.kind), int(self.how), self.amount, self.condition, int(self.scope))
        return (Modifier, (*given, self.which))


class Program:
    """A flat list of operations with the filters, numbers and conditions they name."""

    def __init__(
        self,
        code: list[int],
        filters: list[Filter],
        numbers: list[Number],
        conditions: list[Condition],
        does: i64 = 0,
    ) -> None:
        self.code: vec[i64] = vec[i64](capacity=len(code))
        for number in code:
            self.code = append(self.code, number)
        self.next: vec[i64] = next_positions(self.code)  # the position after each instruction
        self.family: vec[i64] = families(self.code)  # a number of `ids.family`, of each instruction
        self.die_needed: vec[i64] = dice_needed(self.code)  # of each instruction
        self.filters: list[Filter] = filters
        self.numbers: list[Number] = numbers
        self.conditions: list[Condition] = conditions
        self.does: i64 = does  # bits of `ids.does`
        self.index: i64 = -1  # set by the catalogue
        self.card: i64 = -1  # whose ability this is, for people
        self.ability: i64 = -1

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        given = (self.instructions(), self.filters, self.numbers, self.conditions, int(self.does))
        return (Program, given)

    def instructions(self) -> list[int]:
        """Its code as a list."""
        found: list[int] = []
        for number in self.code:
            found.append(int(number))
        return found

    def copied(self) -> Program:
        """The same program, to be numbered anew."""
        code = self.instructions()
        return Program(code, self.filters, self.numbers, self.conditions, self.does)


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
            program.instructions(),
            [which.facts() for which in program.filters],
            [number.facts() for number in program.numbers],
            [wanted.facts() for wanted in program.conditions],
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
        self,
        timing: str,
        burst: int,
        triggers: list[Trigger],
        modifiers: list[Modifier],
        face: str = "",
        replaced_at: int = limit.NO_UPPER,
    ) -> None:
        self.timing: str = timing
        self.burst: int = burst
        self.triggers: list[Trigger] = triggers
        self.modifiers: list[Modifier] = modifiers
        self.face: str = face  # the symbol it belongs to, where a die has several; "" for any
        self.replaced_at: int = replaced_at  # with that many bursts another line works instead

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        given = (self.timing, self.burst, self.triggers, self.modifiers)
        return (Ability, (*given, self.face, self.replaced_at))
