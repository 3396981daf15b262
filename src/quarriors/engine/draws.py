"""Drawing several dice as one event (11.6): draw, answers to it, roll, answers to that.

Most tables have no card that answers a draw; there it happens at once. Where one has, the frame
`DRAW` takes the dice from the bag to the roll, so that somebody can choose in between.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from quarriors.engine.dice import can_draw, draw, is_locked, lay_unrolled, put, roll, zone
from quarriors.engine.frames import call, offer, pop, push, run_queue
from quarriors.engine.looks import abilities_of
from quarriors.engine.option import die_of
from quarriors.engine.state import State
from quarriors.engine.words import (
    ACTIVE,
    BAG,
    DRAW,
    DRAWN,
    DREW,
    F_A,
    F_B,
    F_C,
    F_CONTROLLER,
    F_POSITION,
    FRAME,
    LOG_MOVE,
    PICK_DISCARD,
    READY,
    ROLLED,
)

# How the dice drawn are treated: left as they are, rolled, or rolled with the whole Active Pool.
UNTOUCHED: Final = 0
ROLL_THEM: Final = 1
ROLL_ALL: Final = 2

R_DRAW: Final = 0
R_PUT_BACK: Final = 1
R_ROLL: Final = 2
R_DONE: Final = 3


def start_draw(s: State, seat: i64, count: i64, how: i64, more: i64) -> None:
    """Draw so many dice and `more`, of which as many are put back before the roll.

    In the 2011 books a chain that finds nothing but its own dice is over (15.8).
    """
    if how == ROLL_THEM and not s.table.spent_pile and not can_draw(s, seat):
        return
    if s.table.has_trigger[DREW] or s.table.has_trigger[ROLLED] or more > 0:
        push(s, DRAW, -1, seat, -1, count, how, more)
        return
    drawn = draw(s, seat, count)
    for die in zone(s, seat, ACTIVE) if how == ROLL_ALL else drawn:
        if how == UNTOUCHED:
            lay_unrolled(s, die)
        else:
            roll(s, die)


def step_draw(s: State) -> bool:
    """Go on with a draw; True if somebody must say which dice are put back."""
    base = len(s.stack) - FRAME
    seat = s.stack[base + F_CONTROLLER]
    position = s.stack[base + F_POSITION]
    if position == R_DRAW:
        usual = s.stack[base + F_A]
        drawn = draw(s, seat, usual + s.stack[base + F_C])
        for die in drawn:
            s.flags[die] |= DRAWN
            s.face[die] = 0  # what it showed before is of no interest
        extra = len(drawn) - usual
        s.stack[base + F_C] = int(extra) if extra > 0 else 0
        s.stack[base + F_POSITION] = R_PUT_BACK
        if drawn:
            _tell(s, DREW, seat)
        return False
    if position == R_PUT_BACK:
        if s.stack[base + F_C] > 0:
            codes: list[int] = []
            seen: list[int] = []
            for die in _drawn(s, seat):
                offer(s, codes, seen, PICK_DISCARD, die, ACTIVE)
            s.options = codes
            if len(codes) > 1:
                return True
            if codes:
                answer_draw(s, codes[0])
                return False
        s.stack[base + F_POSITION] = R_ROLL
        return False
    if position == R_ROLL:
        how = s.stack[base + F_B]
        s.stack[base + F_POSITION] = R_DONE
        drawn = _drawn(s, seat)
        for die in zone(s, seat, ACTIVE) if how == ROLL_ALL else drawn:
            if how == UNTOUCHED:
                lay_unrolled(s, die)
            else:
                roll(s, die)
        if how != UNTOUCHED and drawn and seat == s.active:
            for die in drawn:
                s.flags[die] |= DRAWN
            _tell(s, ROLLED, seat)
        return False
    for die in zone(s, seat, ACTIVE):
        s.flags[die] &= ~DRAWN
    pop(s)
    return False


def answer_draw(s: State, code: i64) -> None:
    """A die that was drawn goes back to the bag."""
    base = len(s.stack) - FRAME
    die = die_of(code)
    s.stack[base + F_C] -= 1
    s.flags[die] = 0
    put(s, die, s.owner[die], BAG)
    if s.logging:
        s.note(LOG_MOVE, 304, s.owner[die], die, BAG, 0)


def _drawn(s: State, seat: i64) -> list[int]:
    return [die for die in zone(s, seat, ACTIVE) if s.flags[die] & DRAWN]


def _tell(s: State, event: i64, seat: i64) -> None:
    """Locked dice of all players answer a draw or its roll (11.6)."""
    if not s.table.has_trigger[event]:
        return
    start = len(s.queue)
    for other in range(s.table.players):
        for die in zone(s, other, READY):
            if is_locked(s, die):
                for trigger in abilities_of(s, die, event):
                    call(s, trigger, die, other, seat, -1)
    run_queue(s, start)
