"""What the expansions add to the choices of a turn: locks, anchored spells, quartifacts.

Each is a line of options in phases 2 to 4 and the deed that belongs to it (5.6).
"""

from __future__ import annotations

from mypy_extensions import i64

from quarriors.engine.dice import attach, available, energy_available, zone
from quarriors.engine.effects import can_start
from quarriors.engine.frames import call, offer, run_queue, start_program
from quarriors.engine.locks import UNLOCK_PRICE, buyable
from quarriors.engine.looks import abilities_of, creatures, standing
from quarriors.engine.numbers import holds
from quarriors.engine.option import option
from quarriors.engine.pay import pay_energy
from quarriors.engine.state import State
from quarriors.engine.words import (
    ACTIVE,
    DO_ANCHOR,
    DO_EQUIP,
    DO_LOCK,
    DO_UNLOCK,
    EQUIP,
    LATE,
    LOG_ANCHOR,
    LOG_EQUIP,
    MARK_ANCHORED,
    MARK_LOCKED,
    NEW,
    PLACE_ANYWHERE,
    READY,
    UNROLLED,
)


def add_locks(s: State, codes: list[int], die: i64) -> None:
    """Into one's own Locked Area once a turn, into another's if the die may (11.1, 11.5)."""
    if not s.marks & MARK_LOCKED:
        codes.append(option(DO_LOCK, die, s.face[die], s.active, 0))
    if standing(s, die, PLACE_ANYWHERE):
        for seat in range(s.table.players):
            if seat != s.active:
                codes.append(option(DO_LOCK, die, s.face[die], seat, 0))


def must_lock(s: State) -> bool:
    """Nobody leaves phase 2 with a lock in the Active Pool and none locked this turn (11.1)."""
    if not s.table.locks or s.marks & MARK_LOCKED:
        return False
    for die in zone(s, s.active, ACTIVE):
        if s.table.lock[s.table.base[die] + s.face[die]] and not s.flags[die] & (LATE | UNROLLED):
            return True
    return False


def add_unlocks(s: State, codes: list[int]) -> None:
    """Anybody's locked die for 2 quiddity (11.4)."""
    if s.table.locks and available(s) >= UNLOCK_PRICE:
        for die in buyable(s):
            codes.append(option(DO_UNLOCK, die, s.face[die], s.owner[die], UNLOCK_PRICE))


def add_anchors(s: State, codes: list[int]) -> None:
    """One anchored spell a turn, for its price in its energy (13.6)."""
    if not s.table.anchors or s.marks & MARK_ANCHORED:
        return
    for slot in s.table.anchors:
        card = s.table.cards[slot]
        trigger = s.table.anchor[slot]
        if trigger is None or energy_available(s, card.anchor_energy) < card.anchor_cost:
            continue
        first = s.table.first_die[slot]
        if holds(s, trigger.condition, s.active, -1, first) and can_start(
            s, trigger.program.index, first, s.active, -1
        ):
            codes.append(option(DO_ANCHOR, first, -1, -1, card.anchor_cost))


def use_anchor(s: State, slot: i64) -> None:
    """The card speaks, whoever owns its dice; its first die stands for it (13.6)."""
    card = s.table.cards[slot]
    trigger = s.table.anchor[slot]
    if trigger is None:
        return
    s.marks |= MARK_ANCHORED
    pay_energy(s, card.anchor_energy, card.anchor_cost)
    first = s.table.first_die[slot]
    if s.logging:
        s.note(LOG_ANCHOR, 1306, s.active, first, card.anchor_cost, card.anchor_energy)
    start_program(s, trigger.program.index, first, s.active, -1, -1)


def _quartifact(s: State, seat: i64) -> i64:
    """A quartifact that waits unattached in a Ready Area; -1 if there is none."""
    for die in zone(s, seat, READY):
        if s.table.quartifact[s.table.base[die] + s.face[die]]:
            return die
    return -1


def add_equipment(s: State, codes: list[int]) -> None:
    """A quartifact may be attached to a creature summoned this turn (12.6)."""
    if _quartifact(s, s.active) < 0:
        return
    seen: list[int] = []
    for die in creatures(s, s.active):
        if s.flags[die] & NEW:
            offer(s, codes, seen, DO_EQUIP, die, 0)


def equip(s: State, carrier: i64) -> None:
    """Attach one's quartifact (12.6)."""
    die = _quartifact(s, s.active)
    attach(s, die, carrier)
    if s.logging:
        s.note(LOG_EQUIP, 1206, s.active, die, carrier, 0)
    start = len(s.queue)
    for trigger in abilities_of(s, die, EQUIP):
        call(s, trigger, die, s.active, -1, carrier)
    run_queue(s, start)
