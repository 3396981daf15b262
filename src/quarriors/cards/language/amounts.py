"""How much, and under what condition."""

from __future__ import annotations

from quarriors.cards.language.filters import dice
from quarriors.engine.ids import limit, phase, place, quantity, whose
from quarriors.engine.program import Condition, Filter, Number, constant

Amount = int | Number


def count(which: Filter, times: int = 1) -> Number:
    """As many as there are such dice."""
    return Number(0, times, quantity.MATCHING, which)


def at_most(most: int, number: Amount) -> Number:
    """The number, but never more than that."""
    found = number_of(number)
    return Number(found.constant, found.times, found.kind, found.which, most, found.least)


def no_less_than(least: int, number: Amount) -> Number:
    """The number, but never less than that."""
    found = number_of(number)
    return Number(found.constant, found.times, found.kind, found.which, found.most, least)


def scored_glory(max_cost: int) -> Number:
    """The printed Glory of one's creatures that scored this turn and cost at most that much."""
    return Number(0, 1, quantity.SCORED_GLORY, dice(whose.ME, place.USED, max_cost=max_cost))


def number_of(amount: Amount) -> Number:
    """A plain amount as a number."""
    return constant(amount) if isinstance(amount, int) else amount


def special(kind: int) -> Number:
    """A number that the engine knows: one of `ids.quantity`."""
    return Number(0, 1, kind, None)


def is_(kind: int, wanted: int = 1) -> Condition:
    """A number that the engine knows is just that."""
    return Condition(special(kind), wanted, wanted)


def at_least(least: int, number: Amount) -> Condition:
    """The number is that large or larger."""
    return Condition(number_of(number), least, limit.NO_UPPER)


def exactly(wanted: int, which: Filter) -> Condition:
    """There are exactly that many such dice."""
    return Condition(count(which), wanted, wanted)


def some(which: Filter) -> Condition:
    """There is at least one such die."""
    return at_least(1, count(which))


def none(which: Filter) -> Condition:
    """There is no such die."""
    return exactly(0, which)


def can_pay(amount: int) -> Condition:
    """In one's own turn, with that much quiddity to pay (11.7)."""
    return Condition(special(quantity.AT_HAND), amount, limit.NO_UPPER)


def one_of(first: Condition, second: Condition) -> Condition:
    """The first condition holds, or the second."""
    return Condition(first.number, first.least, first.most, second)


def used_less_than(times: int) -> Condition:
    """The ability was used fewer times than that this turn."""
    return Condition(special(quantity.TIMES_USED), 0, times - 1)


IN_PHASE_2 = Condition(special(quantity.PHASE), phase.ROLL, phase.READY)
I_HAVE_GLORY = at_least(1, special(quantity.MY_GLORY))
