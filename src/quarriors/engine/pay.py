"""Prices and paying: what is at hand, what summons and captures cost, which dice are spent.

Rules 5.4, 5.5, 7.1, 13.5 and 15.1.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from quarriors.engine.dice import available, energy_available, spend_for_quiddity, zone
from quarriors.engine.faces import DARK_QUIDDITY, LIGHT_QUIDDITY
from quarriors.engine.looks import is_creature, standing
from quarriors.engine.looks import look as look_of
from quarriors.engine.numbers import from_auras, holds, value
from quarriors.engine.reach import of_trigger
from quarriors.engine.state import State
from quarriors.engine.words import (
    ACTIVE,
    ALL_FOES,
    ALL_MINE,
    ATTACHED,
    CAPTURE_AURA,
    LATE,
    MARK_ANCHORED,
    MODIFIERS,
    PLACES,
    QUEST,
    READY,
    ROW_NEXT_CAPTURE,
    ROW_SUMMON,
    ROW_WIDTH,
    SUMMON_AURA,
    SUMMON_LIMIT,
    SUMMON_SELF,
    UNROLLED,
)

MOST_ON_A_FACE: Final = 5  # quiddity


def summon_cost(s: State, die: i64, seat: i64) -> i64:
    """The level, less or plus what creatures and effects say, never below 0 (5.4)."""
    table = s.table
    now = table.base[die] + s.face[die]
    found: i64 = table.level[now]
    if table.has_modifier[SUMMON_SELF]:
        for modifier in table.modifiers[now * MODIFIERS + SUMMON_SELF]:
            if holds(s, modifier.condition, seat, -1, die):
                found = value(s, modifier.amount, seat, -1, die)
    if table.has_modifier[SUMMON_AURA]:
        plus, minus, _cap = from_auras(s, die, SUMMON_AURA, -1)
        found += plus + minus
    if s.rows:
        rows = s.rows
        for at in range(0, len(rows), ROW_WIDTH):
            if rows[at] == ROW_SUMMON and rows[at + 1] == seat:
                found += rows[at + 2]
    return found if found > 0 else 0


def may_summon(s: State, die: i64) -> bool:
    """Whether the card lets another die of its class be summoned this turn."""
    if s.table.has_modifier[SUMMON_LIMIT]:
        slot = s.table.slot[die]
        look = s.table.base[die] + s.face[die]
        for modifier in s.table.modifiers[look * MODIFIERS + SUMMON_LIMIT]:
            if s.summoned[slot] >= modifier.amount.constant:
                return False
    return True


def capture_change(s: State) -> i64:
    """What creatures and effects add to or take off the price of the active player's capture."""
    found: i64 = -s.discount
    if s.table.has_modifier[CAPTURE_AURA]:
        for seat in range(s.table.players):
            scope: i64 = ALL_MINE if seat == s.active else ALL_FOES
            for die in s.zones[seat * PLACES + READY - 1]:
                if is_creature(s, die):
                    for modifier in standing(s, die, CAPTURE_AURA):
                        if modifier.scope == scope:
                            found += value(s, modifier.amount, seat, s.active, die)
    if s.rows:
        rows = s.rows
        for at in range(0, len(rows), ROW_WIDTH):
            if rows[at] == ROW_NEXT_CAPTURE and rows[at + 1] == s.active:
                found -= rows[at + 2]
    return found


def capture_cost(s: State, slot: i64) -> i64:
    """The card's cost now, never below 0 (7.1)."""
    found: i64 = s.table.cost[slot] + capture_change(s)
    return found if found > 0 else 0


def best_price(s: State, slot: i64, change: i64, at_hand: i64) -> i64:
    """What capturing from a card costs the active player now; -1 if it is more than at hand.

    With light or dark quiddity to pay at least one of, a card of that energy costs its discounted
    price (13.5). It always helps, so the full price is not offered beside it.
    """
    full: i64 = s.table.cost[slot] + change
    if full < 0:
        full = 0
    energy = s.table.energy[slot]
    if energy:
        low: i64 = s.table.discount[slot] + change
        if 0 < low < full and low <= at_hand and energy_available(s, energy) > 0:
            return low
    return full if full <= at_hand else -1


# --- paying ------------------------------------------------------------------------------------


def by_hand(s: State, cost: i64) -> bool:
    """Whether it can make a difference which dice are spent, so that the player is asked (15.1).

    `cost` is the most that could be paid just now.
    """
    table = s.table
    if table.typed and energies_compete(s, cost):
        return True
    if table.reach_own and _told_apart(s):
        return True
    if table.reach_anchor and not s.marks & MARK_ANCHORED:
        for slot in table.anchors:
            card = table.cards[slot]
            anchor = table.anchor[slot]
            if (
                anchor is not None
                and of_trigger(anchor) & table.reach_anchor
                and energy_available(s, card.anchor_energy) >= card.anchor_cost
            ):
                return True
    return False


def energies_compete(s: State, cost: i64) -> bool:
    """Whether so high a price takes light or dark quiddity, and either could be taken (13.5)."""
    light = energy_available(s, LIGHT_QUIDDITY)
    dark = energy_available(s, DARK_QUIDDITY)
    return light > 0 and dark > 0 and cost > available(s) - light - dark


def _told_apart(s: State) -> bool:
    """Something in play, or about to be, could tell a spent die from one that was not."""
    table = s.table
    die: i64
    for die in zone(s, s.active, ACTIVE):
        look = table.base[die] + s.face[die]
        if (
            table.usable[look]
            and table.reach[look] & table.reach_own
            and not (s.flags[die] & (LATE | UNROLLED))
        ):
            return True
    for seat in range(table.players):
        asked = table.reach_own if seat == s.active else table.reach_foe
        for place in (READY, QUEST, ATTACHED):
            for die in zone(s, seat, place):
                if table.reach[look_of(s, die)] & asked:
                    return True
    return False


def pay(s: State, cost: i64) -> None:
    """Take quiddity from the pool, spending dice as needed (15.1).

    Plain quiddity first, of dice without another use before others; light and dark after it, that
    of the pool before that of dice. Within each, the dice whose sum is the smallest that is enough.
    What is paid too much stays in the pool for the turn.
    """
    table = s.table
    missing = cost - s.pool
    if table.typed:
        missing += s.light + s.dark  # they are there for whatever plain quiddity is not
    if missing > 0:
        plain: list[int] = []
        typed: list[int] = []
        others: list[int] = []
        for die in zone(s, s.active, ACTIVE):
            look = table.base[die] + s.face[die]
            if table.quiddity[look] > 0 and not s.flags[die] & UNROLLED:
                if table.kind_of_quiddity[look]:
                    typed.append(die)
                elif table.bursts[look] or table.choice[look] or table.draw[look]:
                    others.append(die)
                else:
                    plain.append(die)
        missing = _spend_least(s, plain, missing)
        if missing > 0:
            missing = _spend_least(s, others, missing)
        if table.typed:
            missing -= s.light + s.dark
            if missing > 0:
                _spend_least(s, typed, missing)
    s.pool -= cost
    if table.typed:
        _keep_energies(s)


def _keep_energies(s: State) -> None:
    """Plain quiddity is used up first, then the energy of which more is at hand."""
    while s.light + s.dark > s.pool:
        if s.light >= s.dark:
            s.light -= 1
        else:
            s.dark -= 1


def pay_energy(s: State, energy: i64, amount: i64) -> None:
    """Pay so much light or dark quiddity and nothing else (13.6)."""
    at_hand: i64 = s.light if energy == LIGHT_QUIDDITY else s.dark
    if at_hand < amount:
        dice: list[int] = []
        table = s.table
        for die in zone(s, s.active, ACTIVE):
            look = table.base[die] + s.face[die]
            if table.quiddity[look] <= 0 or table.kind_of_quiddity[look] != energy:
                continue
            if not s.flags[die] & UNROLLED:
                dice.append(die)
        _spend_least(s, dice, amount - at_hand)
    s.pool -= amount
    if energy == LIGHT_QUIDDITY:
        s.light -= amount
    else:
        s.dark -= amount


def pay_capture(s: State, slot: i64, price: i64) -> None:
    """The price of a capture; below the full price one quiddity of the card's energy is in it."""
    full: i64 = s.table.cost[slot] + capture_change(s)
    if price < full:
        pay_energy(s, s.table.energy[slot], 1)
        pay(s, price - 1)
    else:
        pay(s, price)


def _spend_least(s: State, dice: list[int], missing: i64) -> i64:
    """Spend the cheapest sufficient choice of these dice; above 0: what is missing after it."""
    table = s.table
    die: i64
    amount: i64
    there = [0] * MOST_ON_A_FACE  # how many dice of each amount
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
