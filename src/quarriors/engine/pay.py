"""Prices and paying: what is at hand, what summons and captures cost, which dice are spent.

Rules 5.4, 5.5, 7.1, 13.5 and 15.1.
"""

from __future__ import annotations

from mypy_extensions import i64

from quarriors.engine.appearance import is_creature, standing
from quarriors.engine.appearance import look as look_of
from quarriors.engine.dice import available, energy_available, spend_for_quiddity
from quarriors.engine.faces import DARK_QUIDDITY, LIGHT_QUIDDITY
from quarriors.engine.filters import holds, value
from quarriors.engine.ids import effect, flag, payment, place, scope, trait, turn_flag
from quarriors.engine.state import State, zone
from quarriors.engine.stats import from_auras
from quarriors.engine.vectors import vec

# --- prices ------------------------------------------------------------------------------------


def summon_cost(s: State, die: i64, seat: i64) -> i64:
    """The level, less or plus what creatures and effects say, never below 0 (5.4)."""
    setup = s.setup
    now = setup.base[die] + s.face[die]
    found = setup.level[now]
    if setup.has_modifier[trait.SUMMON_SELF]:
        for modifier in setup.modifiers[now * trait.COUNT + trait.SUMMON_SELF]:
            if holds(s, modifier.condition, seat, -1, die):
                found = value(s, modifier.amount, seat, -1, die)
    if setup.has_modifier[trait.SUMMON_AURA]:
        plus, minus, _cap = from_auras(s, die, trait.SUMMON_AURA, -1)
        found += plus + minus
    return max(found + _effects_on(s, effect.SUMMON, seat), 0)


def _effects_on(s: State, kind: i64, seat: i64) -> i64:
    """What the lasting effects of one kind on a seat add up to."""
    found: i64 = 0
    rows = s.lasting_effects
    for at in range(0, len(rows), effect.WIDTH):
        if rows[at + effect.KIND] == kind and rows[at + effect.SUBJECT] == seat:
            found += rows[at + effect.AMOUNT]
    return found


def may_summon(s: State, die: i64) -> bool:
    """Whether the card lets another die of its class be summoned this turn."""
    if s.setup.has_modifier[trait.SUMMON_LIMIT]:
        slot = s.setup.slot[die]
        look = s.setup.base[die] + s.face[die]
        for modifier in s.setup.modifiers[look * trait.COUNT + trait.SUMMON_LIMIT]:
            if s.summoned[slot] >= modifier.amount.constant:
                return False
    return True


def capture_change(s: State) -> i64:
    """What creatures and effects add to or take off the price of the active player's capture."""
    found = -s.discount
    if s.setup.has_modifier[trait.CAPTURE_AURA]:
        for seat in range(s.setup.players):
            found += _capture_auras(s, seat)
    return found - _effects_on(s, effect.NEXT_CAPTURE, s.active)


def _capture_auras(s: State, seat: i64) -> i64:
    """What the creatures of one seat add to the price of the active player's captures."""
    found: i64 = 0
    reach: i64 = scope.ALL_FOES
    if seat == s.active:
        reach = scope.ALL_MINE
    for die in zone(s, seat, place.READY):
        if is_creature(s, die):
            for modifier in standing(s, die, trait.CAPTURE_AURA):
                if modifier.scope == reach:
                    found += value(s, modifier.amount, seat, s.active, die)
    return found


def capture_cost(s: State, slot: i64) -> i64:
    """The card's cost now, never below 0 (7.1)."""
    return max(s.setup.cost[slot] + capture_change(s), 0)


def best_price(s: State, slot: i64, change: i64, at_hand: i64) -> i64:
    """What capturing from a card costs the active player now; -1 if it is more than at hand.

    With light or dark quiddity to pay at least one of, a card of that energy costs its discounted
    price (13.5). It always helps, so the full price is not offered beside it.
    """
    full = max(s.setup.cost[slot] + change, 0)
    energy = s.setup.energy[slot]
    if energy:
        low = s.setup.discount[slot] + change
        if 0 < low < full and low <= at_hand and energy_available(s, energy) > 0:
            return low
    if full > at_hand:
        return -1
    return full


# --- whether it matters which dice are spent ---------------------------------------------------


def by_hand(s: State, cost: i64) -> bool:
    """Whether it can make a difference which dice are spent, so that the player is asked (15.1).

    `cost` is the most that could be paid just now.
    """
    if s.setup.typed and energies_compete(s, cost):
        return True
    if s.setup.reach_own and _told_apart(s):
        return True
    return s.setup.reach_anchor != 0 and _anchor_tells_apart(s)


def energies_compete(s: State, cost: i64) -> bool:
    """Whether so high a price takes light or dark quiddity, and either could be taken (13.5)."""
    if cost <= 0:
        return False
    light = energy_available(s, LIGHT_QUIDDITY)
    if light <= 0:
        return False
    dark = energy_available(s, DARK_QUIDDITY)
    return dark > 0 and cost > available(s) - light - dark


def _anchor_tells_apart(s: State) -> bool:
    """An anchored spell that can be paid for could tell a spent die from one that was not."""
    if s.turn_flags & turn_flag.ANCHORED:
        return False
    for slot in s.setup.anchors:
        card = s.setup.cards[slot]
        if card.summary.anchor_reach & s.setup.reach_anchor == 0:
            continue
        if energy_available(s, card.anchor_energy) >= card.anchor_cost:
            return True
    return False


def _told_apart(s: State) -> bool:
    """Something in play, or about to be, could tell a spent die from one that was not."""
    setup = s.setup
    for die in zone(s, s.active, place.ACTIVE):
        look = setup.base[die] + s.face[die]
        if (
            setup.usable[look]
            and setup.reach[look] & setup.reach_own
            and not s.flags[die] & (flag.LATE | flag.UNROLLED)
        ):
            return True
    for seat in range(setup.players):
        asked = setup.reach_foe
        if seat == s.active:
            asked = setup.reach_own
        if (
            _reaches(s, seat, place.READY, asked)
            or _reaches(s, seat, place.QUEST, asked)
            or _reaches(s, seat, place.ATTACHED, asked)
        ):
            return True
    return False


def _reaches(s: State, seat: i64, where: i64, asked: i64) -> bool:
    """Whether a die there has one of those bits of `reach`."""
    for die in zone(s, seat, where):
        if s.setup.reach[look_of(s, die)] & asked:
            return True
    return False


# --- paying ------------------------------------------------------------------------------------


def pay(s: State, cost: i64) -> None:
    """Take quiddity from the pool, spending dice as needed (15.1).

    Plain quiddity first, of dice without another use before others; light and dark after it, that
    of the pool before that of dice. Within each, the dice whose sum is the smallest that is enough.
    What is paid too much stays in the pool for the turn.
    """
    typed = s.setup.typed
    missing = cost - s.pool
    if typed:
        missing += s.light + s.dark  # they are there for whatever plain quiddity is not
    if missing > 0:
        missing = _spend_least(s, payment.PLAIN, missing)
        if missing > 0:
            missing = _spend_least(s, payment.USEFUL, missing)
        if typed:
            missing -= s.light + s.dark
            if missing > 0:
                _spend_least(s, payment.LIGHT_OR_DARK, missing)
    s.pool -= cost
    if typed:
        _keep_energies(s)


def _keep_energies(s: State) -> None:
    """Plain quiddity is used up first, then the energy of which more is at hand."""
    while s.light + s.dark > s.pool:
        if s.light >= s.dark:
            s.light -= 1
        else:
            s.dark -= 1


def pay_energy(s: State, energy: i64, amount: i64) -> None:
    """Pay an amount in light or dark quiddity and nothing else (13.6)."""
    at_hand = s.dark
    if energy == LIGHT_QUIDDITY:
        at_hand = s.light
    if at_hand < amount:
        _spend_least(s, energy, amount - at_hand)
    s.pool -= amount
    if energy == LIGHT_QUIDDITY:
        s.light -= amount
    else:
        s.dark -= amount


def pay_capture(s: State, slot: i64, price: i64) -> None:
    """The price of a capture; below the full price one quiddity of the card's energy is in it."""
    if price < s.setup.cost[slot] + capture_change(s):
        pay_energy(s, s.setup.energy[slot], 1)
        pay(s, price - 1)
    else:
        pay(s, price)


def _amount_in(s: State, die: i64, group: i64) -> i64:
    """What a die of the Active Pool pays if it belongs to a group of `ids.payment`; else 0."""
    if s.flags[die] & flag.UNROLLED:
        return 0
    setup = s.setup
    look = setup.base[die] + s.face[die]
    found = setup.payment[look]
    if group == payment.LIGHT_OR_DARK:
        if found != payment.LIGHT and found != payment.DARK:
            return 0
    elif found != group:
        return 0
    return setup.quiddity[look]


def _spend_least(s: State, group: i64, missing: i64) -> i64:
    """Spend the cheapest sufficient choice of those dice; above 0: what is missing after it."""
    wanted = vec[i64]([0, 0, 0, 0, 0])  # how many dice of each amount are there, then: are spent
    total: i64 = 0
    for die in zone(s, s.active, place.ACTIVE):
        amount = _amount_in(s, die, group)
        if amount > 0:
            wanted[amount] += 1
            total += amount
    if total == 0:
        return missing
    if total > missing:
        _keep_least(wanted, missing)
    for die in zone(s, s.active, place.ACTIVE)[:]:
        amount = _amount_in(s, die, group)
        if amount > 0 and wanted[amount] > 0:
            wanted[amount] -= 1
            spend_for_quiddity(s, die)
    return missing - total


def _keep_least(counts: vec[i64], missing: i64) -> None:
    """Reduce the numbers of dice of each amount to the smallest sum that is enough.

    Few dice and small amounts: try every number of the larger ones, fill up with the smallest.
    """
    too_much: i64 = -1  # what the best choice so far is above the sum; -1: there is none yet
    ones: i64 = 0
    twos: i64 = 0
    threes: i64 = 0
    fours: i64 = 0
    for four in range(counts[4] + 1):
        for three in range(counts[3] + 1):
            for two in range(counts[2] + 1):
                rest = missing - 4 * four - 3 * three - 2 * two
                one = max(rest, 0)
                if one <= counts[1] and (too_much < 0 or one - rest < too_much):
                    too_much = one - rest
                    ones = one
                    twos = two
                    threes = three
                    fours = four
    if too_much >= 0:
        counts[1] = ones
        counts[2] = twos
        counts[3] = threes
        counts[4] = fours
