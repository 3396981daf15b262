"""The Locked Area: locking, unlocking, and what may be unlocked by paying (section 11).

A locked die is one that lies in a Ready Area with a lock face up; see `dice.is_locked`.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from quarriors.engine.dice import is_locked, put, zone
from quarriors.engine.frames import call, run_queue
from quarriors.engine.looks import abilities_of, standing
from quarriors.engine.state import State
from quarriors.engine.words import (
    CAPTURE_LIMIT,
    LOCK,
    LOCKED_NOW,
    LOG_LOCK,
    LOG_UNLOCK,
    MARK_CAPTURE,
    NO_BUY_OFF,
    READY,
    SPENT,
    USED,
)

UNLOCK_PRICE: Final = 2  # 11.4


def locked_die(s: State, seat: i64) -> i64:
    """What lies in a seat's Locked Area; -1 if nothing does."""
    for die in zone(s, seat, READY):
        if is_locked(s, die):
            return die
    return -1


def lock(s: State, die: i64, seat: i64) -> None:
    """Into a Locked Area, from which whatever was there is unlocked (11.2, 11.5)."""
    there = locked_die(s, seat)
    if there >= 0:
        unlock(s, there)
    if s.logging:
        s.note(LOG_LOCK, 1101 if seat == s.owner[die] else 1105, s.owner[die], die, seat, 0)
    put(s, die, seat, READY)
    s.flags[die] = LOCKED_NOW
    start = len(s.queue)
    for trigger in abilities_of(s, die, LOCK):
        call(s, trigger, die, seat, -1, die)
    run_queue(s, start)


def unlock(s: State, die: i64) -> None:
    """To the Spent Pile in its owner's turn, else to the Used Pile; not destroyed (11.2)."""
    owner = s.owner[die]
    place: i64 = SPENT if owner == s.active and s.table.spent_pile else USED
    if s.logging:
        s.note(LOG_UNLOCK, 1102, owner, die, place, 0)
    put(s, die, owner, place)


def stays_locked(s: State, die: i64) -> bool:
    """Whether nothing but another lock unlocks the die until the turn ends (15.20)."""
    return s.flags[die] & LOCKED_NOW != 0 and is_locked(s, die)


def buyable(s: State) -> list[int]:
    """Locked dice that the active player could unlock by paying (11.4)."""
    found: list[int] = []
    for seat in range(s.table.players):
        die = locked_die(s, seat)
        if die >= 0 and not s.flags[die] & LOCKED_NOW and not standing(s, die, NO_BUY_OFF):
            found.append(int(die))
    return found


def trade(s: State, one: i64, other: i64) -> None:
    """Two players exchange what lies in their Locked Areas; that unlocks nothing."""
    mine = locked_die(s, one)
    theirs = locked_die(s, other)
    for die, seat in ((mine, other), (theirs, one)):
        if die >= 0:
            put(s, die, seat, READY)
            if s.logging:
                s.note(LOG_LOCK, 1105, seat, die, seat, 0)


def capture_limit(s: State) -> bool:
    """Whether an opponent's locked die forbids another capture."""
    if not s.table.has_modifier[CAPTURE_LIMIT]:
        return False
    for seat in range(s.table.players):
        if seat != s.active and locked_die(s, seat) >= 0:
            for modifier in standing(s, locked_die(s, seat), CAPTURE_LIMIT):
                if s.marks // MARK_CAPTURE >= modifier.amount.constant:
                    return True
    return False
