"""What each phase of a turn offers the active player (sections 5, 7 and 8, and 15.22).

`turn` asks these questions and does what was answered.
"""

from __future__ import annotations

from mypy_extensions import i64

from quarriors.engine.dice import available, can_draw, zone
from quarriors.engine.effects import can_start
from quarriors.engine.extras import add_anchors, add_equipment, add_locks, add_unlocks
from quarriors.engine.frames import offer, sameness
from quarriors.engine.locks import capture_limit
from quarriors.engine.looks import is_spell
from quarriors.engine.numbers import anybody, holds
from quarriors.engine.option import DIE_SHIFT, NUMBER_SHIFT, SEAT_SHIFT, die_of, option, verb_of
from quarriors.engine.pay import (
    best_price,
    by_hand,
    capture_change,
    energies_compete,
    may_summon,
    summon_cost,
)
from quarriors.engine.program import Trigger
from quarriors.engine.state import State
from quarriors.engine.windows import reaction
from quarriors.engine.words import (
    ACTIVE,
    ATTACH,
    BAG,
    CAST,
    DO_CAPTURE,
    DO_CAST,
    DO_READY,
    DO_RETIRE,
    DO_SUMMON,
    DO_SWITCH,
    DO_UNLOCK,
    EVENTS,
    FRESH,
    IMMEDIATE,
    IN_CAPTURE,
    LATE,
    MARK_ANCHORED,
    NO_READYING,
    OWN_TURN,
    PHASE_ATTACK,
    PHASE_CAPTURE,
    PLACES,
    READY,
    UNROLLED,
    USE_ABILITY,
    USE_AS_QUIDDITY,
    USE_BOTH,
    USE_DRAW,
    USE_REROLL,
)


def immediate_options(s: State) -> list[int]:
    """What can be done before the immediate effects are over (5.2, 15.22).

    Dice are spent by hand where something can be paid for, and in the 2011 books where a draw would
    reach them in the Used Pile (15.1).
    """
    codes = _immediates(s)
    if not codes:
        return codes
    drawn = 0
    for code in codes:
        verb = verb_of(code)
        if (verb == USE_DRAW or verb == USE_BOTH) and code >> NUMBER_SHIFT > drawn:
            drawn = code >> NUMBER_SHIFT
    _add_castable(s, codes)
    free = len(codes)
    add_unlocks(s, codes)
    add_anchors(s, codes)
    if len(codes) > free or (not s.table.spent_pile and drawn > len(zone(s, s.active, BAG))):
        _add_spends(s, codes)
    return codes


def _immediates(s: State) -> list[int]:
    """What the dice just rolled can be used for at once (5.2)."""
    codes: list[int] = []
    seen: list[int] = []
    both: list[int] = []
    table = s.table
    seat = s.active
    die: i64
    base: i64
    face: i64
    flags: i64
    for die in zone(s, seat, ACTIVE):
        flags = s.flags[die]
        if not flags & FRESH:
            continue
        base = table.base[die]
        face = s.face[die]
        look = base + face
        if not table.immediate[look]:
            continue
        if table.triggers[look * EVENTS + IMMEDIATE]:
            trigger = table.triggers[look * EVENTS + IMMEDIATE][0]
            if holds(s, trigger.condition, seat, -1, die) and can_start(
                s, trigger.program.index, die, seat, -1
            ):
                offer(s, codes, seen, USE_ABILITY, die, 0)
        elif table.reroll[look]:
            offer(s, codes, seen, USE_REROLL, die, 0)
            if table.draw[look] and can_draw(s, seat):  # two symbols, no line between (15.16)
                key = sameness(s, die)
                if key not in both:
                    both.append(key)
                    for verb in (USE_DRAW, USE_BOTH):
                        codes.append(option(verb, die, face, seat, table.draw[look]))
        elif table.draw[look]:
            if can_draw(s, seat):
                offer(s, codes, seen, USE_DRAW, die, table.draw[look])
            elif not table.spent_pile:  # nothing but dice spent in this chain (15.8)
                offer(s, codes, seen, USE_AS_QUIDDITY, die, 1)
    return codes


def ready_options(s: State) -> list[int]:
    """Ready, summon, lock, cast, pay to unlock, attach a quartifact (5.3 to 5.6)."""
    codes: list[int] = []
    table = s.table
    bases = table.base
    quiddity = table.quiddity
    faces = s.face
    seat = s.active
    at_hand = s.pool
    more = False
    active = s.zones[seat * PLACES + ACTIVE - 1]
    die: i64
    base: i64
    face: i64
    amount: i64
    flags: i64
    seen: list[int] = []  # dice alike are offered once
    for die in active:
        face = faces[die]
        base = bases[die]
        look = base + face
        amount = quiddity[look]
        flags = s.flags[die]
        if flags & UNROLLED:
            continue
        if amount > 0:
            at_hand += amount
        elif table.usable[look]:
            more = True
    if more:
        for die in active:
            face = faces[die]
            base = bases[die]
            look = base + face
            if not table.usable[look] or look in seen or s.flags[die] & (LATE | UNROLLED):
                continue
            seen.append(look)
            if table.spell[look]:
                if not anybody(s, NO_READYING):
                    codes.append(option(DO_READY, die, face, seat, 0))
            elif table.lock[look]:
                add_locks(s, codes, die)
            elif may_summon(s, die):
                cost = summon_cost(s, die, seat)
                if cost <= at_hand:
                    codes.append(option(DO_SUMMON, die, face, seat, cost))
    if s.zones[seat * PLACES + READY - 1]:
        _add_castable(s, codes)
        if table.quests:
            add_equipment(s, codes)
    add_unlocks(s, codes)
    add_anchors(s, codes)
    if by_hand(s, at_hand if table.pays_by_effect else _dearest(codes)):
        spends: list[int] = []
        _add_spends(s, spends)
        return spends + codes
    return codes


def _dearest(codes: list[int]) -> i64:
    """The most that one of the options costs in quiddity of any kind."""
    found: i64 = 0
    for code in codes:
        verb = verb_of(code)
        price: i64 = code >> NUMBER_SHIFT
        if (verb == DO_SUMMON or verb == DO_UNLOCK or verb == DO_CAPTURE) and price > found:
            found = price
    return found


def _add_spends(s: State, codes: list[int]) -> None:
    """Dice that may be spent by hand; where it makes no difference, nobody is asked (15.1)."""
    table = s.table
    seat_part = (s.active + 1) << SEAT_SHIFT
    seen: list[int] = []
    for die in zone(s, s.active, ACTIVE):
        look = table.base[die] + s.face[die]
        if table.quiddity[look] > 0 and not s.flags[die] & UNROLLED and look not in seen:
            seen.append(look)
            codes.append(table.spend_code[look] + seat_part + (die << DIE_SHIFT))


def open_options(s: State) -> list[int]:
    """What is open in all of phases 2 to 4: spells, unlocking, anchored spells (5.6, 15.22)."""
    codes: list[int] = []
    _add_castable(s, codes)
    add_unlocks(s, codes)
    add_anchors(s, codes)
    if s.table.typed and s.phase == PHASE_ATTACK and energies_compete(s, _dearest(codes)):
        _add_spends(s, codes)
    return codes


def _add_castable(s: State, codes: list[int]) -> None:
    """Readied spells, and abilities at will."""
    add_spells(s, codes)
    if s.table.windows & (OWN_TURN | IN_CAPTURE):
        seen: list[int] = []
        window = OWN_TURN if s.phase != PHASE_CAPTURE else OWN_TURN | IN_CAPTURE
        for die in zone(s, s.active, READY):
            if not is_spell(s, die) and reaction(s, die, window) is not None:
                offer(s, codes, seen, DO_SWITCH, die, 0)


def add_spells(s: State, codes: list[int]) -> None:
    """Readied spells that can be cast now (10.1)."""
    seen: list[int] = []
    for die in zone(s, s.active, READY):
        if is_spell(s, die) and castable(s, die) is not None:
            offer(s, codes, seen, DO_CAST, die, 0)


def castable(s: State, die: i64) -> Trigger | None:
    """What a spell would do if it were cast or attached now; None if nothing (15.6)."""
    look = s.table.base[die] + s.face[die]
    for event in (CAST, ATTACH):
        for trigger in s.table.triggers[look * EVENTS + event]:
            if holds(s, trigger.condition, s.active, -1, die) and can_start(
                s, trigger.program.index, die, s.active, -1
            ):
                return trigger
    return None


def capture_options(s: State) -> list[int]:
    """Dice that can be captured and paid for (7.1), and what is open in all phases."""
    codes: list[int] = []
    if s.captures > 0 and not capture_limit(s):
        at_hand = available(s)
        change = capture_change(s)
        table = s.table
        cost_of = table.cost
        price: i64
        for slot, left in enumerate(s.wild):
            if left == 0 or table.no_capture[slot]:
                continue
            if table.typed:
                price = best_price(s, slot, change, at_hand)
            else:
                price = cost_of[slot] + change
                if price < 0:
                    price = 0
            if 0 <= price <= at_hand:
                codes.append(table.capture_code[slot] + (price << NUMBER_SHIFT))
    further = open_options(s)
    if (
        s.table.typed
        and energies_compete(s, _dearest(codes + further))
        and _pays_again(s, codes, further)
    ):
        _add_spends(s, codes)
    codes.extend(further)
    return codes


def _pays_again(s: State, codes: list[int], further: list[int]) -> bool:
    """Whether what is left after a capture could pay for something else in phase 4."""
    if s.captures > 1 or _dearest(further) > 0:
        return True
    if s.table.anchors and not s.marks & MARK_ANCHORED:
        return True
    for code in codes:  # a Squire allows a further capture
        if verb_of(code) == DO_CAPTURE and s.table.more_captures[s.table.slot[die_of(code)]]:
            return True
    return False


def clean_options(s: State) -> list[int]:
    """Readied spells that may go to the Used Pile (8.1)."""
    codes: list[int] = []
    seen: list[int] = []
    for die in zone(s, s.active, READY):
        if is_spell(s, die):
            offer(s, codes, seen, DO_RETIRE, die, 0)
    return codes
