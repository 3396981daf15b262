"""Paying quiddity: what is at hand, and which dice are spent for a price (5.5, 15.1)."""

from __future__ import annotations

from mypy_extensions import i64

from quarriors.engine.dice import spend_for_quiddity, zone
from quarriors.engine.state import State
from quarriors.engine.words import ACTIVE, UNROLLED


def available(s: State) -> i64:
    """Quiddity at hand plus what the Active Pool could still be spent for."""
    total = s.pool
    bases = s.table.base
    quiddity = s.table.quiddity
    faces = s.face
    die: i64
    base: i64
    face: i64
    amount: i64
    for die in zone(s, s.active, ACTIVE):
        base = bases[die]
        face = faces[die]
        amount = quiddity[base + face]
        if amount > 0 and not s.flags[die] & UNROLLED:
            total += amount
    return total


def pay(s: State, cost: i64) -> None:
    """Take quiddity from the pool, spending dice as needed (15.1).

    Plain quiddity first, dice with another use last; within each, the dice whose sum is the
    smallest that is enough. What is paid too much stays in the pool for the turn.
    """
    missing = cost - s.pool
    if missing > 0:
        plain: list[int] = []
        others: list[int] = []
        table = s.table
        for die in zone(s, s.active, ACTIVE):
            look = table.base[die] + s.face[die]
            if table.quiddity[look] > 0 and not s.flags[die] & UNROLLED:
                if table.bursts[look] or table.choice[look] or table.draw[look]:
                    others.append(die)
                else:
                    plain.append(die)
        missing = _spend_least(s, plain, missing)
        if missing > 0:
            _spend_least(s, others, missing)
    s.pool -= cost


def _spend_least(s: State, dice: list[int], missing: i64) -> i64:
    """Spend the cheapest sufficient choice of these dice; above 0: what is missing after it."""
    table = s.table
    die: i64
    amount: i64
    there = [0, 0, 0, 0, 0]  # how many dice of each amount
    total: i64 = 0
    for die in dice:
        amount = table.quiddity[table.base[die] + s.face[die]]
        there[amount] += 1
        total += amount
    wanted = _least(there, missing) if total > missing else there
    for die in dice:
        amount = table.quiddity[table.base[die] + s.face[die]]
        if wanted[amount] > 0:
            wanted[amount] -= 1
            spend_for_quiddity(s, die)
    return missing - total


def _least(there: list[int], missing: i64) -> list[int]:
    """How many dice of each amount make the smallest sum that is enough.

    Few dice and small amounts: try every number of the larger ones, fill up with the smallest.
    """
    ones: i64 = there[1]
    best: i64 = 99
    found = there
    for four in range(there[4] + 1):
        for three in range(there[3] + 1):
            for two in range(there[2] + 1):
                rest = missing - 4 * four - 3 * three - 2 * two
                one = rest if rest > 0 else 0
                if one <= ones and one - rest < best:
                    best = one - rest
                    found = [0, int(one), two, three, four]
    return found
