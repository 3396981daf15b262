"""The Locked Area: locking, unlocking, and what may be unlocked by paying (section 11).

A locked die is one that lies in a Ready Area with a lock face up; see `dice.is_locked`.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from quarriors.engine.appearance import abilities_of, standing
from quarriors.engine.dice import is_locked, put
from quarriors.engine.frames import call, run_queue
from quarriors.engine.ids import event, flag, log, place, trait
from quarriors.engine.state import State, zone
from quarriors.engine.vectors import append, vec

UNLOCK_PRICE: Final = 2  # 11.4


def locked_die(s: State, seat: i64) -> i64:
    """What lies in a seat's Locked Area; -1 if nothing does."""
    for die in zone(s, seat, place.READY):
        if is_locked(s, die):
            return die
    return -1


def lock(s: State, die: i64, seat: i64) -> None:
    """Into a Locked Area, from which whatever was there is unlocked (11.2, 11.5)."""
    there = locked_die(s, seat)
    if there >= 0:
        unlock(s, there)
    if s.logging:
        rule: i64 = 1101
        if seat != s.owner[die]:
            rule = 1105
        s.note(log.LOCK, rule, s.owner[die], die, seat, 0)
    put(s, die, seat, place.READY)
    s.flags[die] = flag.LOCKED_NOW
    start = s.queued
    for trigger in abilities_of(s, die, event.LOCK):
        call(s, trigger, die, seat, -1, die)
    run_queue(s, start)


def unlock(s: State, die: i64) -> None:
    """To the Spent Pile in its owner's turn, else to the Used Pile; not destroyed (11.2)."""
    owner = s.owner[die]
    where: i64 = place.USED
    if owner == s.active and s.setup.spent_pile:
        where = place.SPENT
    if s.logging:
        s.note(log.UNLOCK, 1102, owner, die, where, 0)
    put(s, die, owner, where)


def stays_locked(s: State, die: i64) -> bool:
    """Whether nothing but another lock unlocks the die until the turn ends (15.20)."""
    return s.flags[die] & flag.LOCKED_NOW != 0 and is_locked(s, die)


def buyable(s: State) -> vec[i64]:
    """Locked dice that the active player could unlock by paying (11.4)."""
    found = vec[i64](capacity=4)
    for seat in range(s.setup.players):
        die = locked_die(s, seat)
        if die < 0 or s.flags[die] & flag.LOCKED_NOW:
            continue
        if len(standing(s, die, trait.NO_BUY_OFF)) == 0:
            found = append(found, die)
    return found


def trade(s: State, one: i64, other: i64) -> None:
    """Two players exchange what lies in their Locked Areas; that unlocks nothing."""
    if one < 0 or other < 0 or one == other:
        return
    mine = locked_die(s, one)
    theirs = locked_die(s, other)
    _hand_over(s, mine, other)
    _hand_over(s, theirs, one)


def _hand_over(s: State, die: i64, seat: i64) -> None:
    """A locked die, if there is one (-1), to another player's Locked Area."""
    if die >= 0:
        put(s, die, seat, place.READY)
        if s.logging:
            s.note(log.LOCK, 1105, seat, die, seat, 0)


def capture_limit(s: State) -> bool:
    """Whether an opponent's locked die forbids another capture."""
    if not s.setup.has_modifier[trait.CAPTURE_LIMIT]:
        return False
    for seat in range(s.setup.players):
        if seat == s.active:
            continue
        die = locked_die(s, seat)
        if die >= 0:
            for modifier in standing(s, die, trait.CAPTURE_LIMIT):
                if s.captured >= modifier.amount.constant:
                    return True
    return False
