"""Drawing several dice as one event (11.6): draw, answers to it, roll, answers to that.

Most games have no card that answers a draw; there it happens at once. Where one has, the frame
`DRAW` takes the dice from the bag to the roll, so that somebody can choose in between.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from quarriors.engine.appearance import abilities_of
from quarriors.engine.dice import can_draw, draw, is_locked, lay_unrolled, put, roll
from quarriors.engine.frames import call, pop, push_draw, run_queue
from quarriors.engine.ids import draw_step, event, flag, log, place, register, verb
from quarriors.engine.option import die_of
from quarriors.engine.options import begin_options, offer
from quarriors.engine.state import State, zone
from quarriors.engine.vectors import append, vec

# How the dice drawn are treated: left as they are, rolled, or rolled with the whole Active Pool.
UNTOUCHED: Final = 0
ROLL_THEM: Final = 1
ROLL_ALL: Final = 2


def start_draw(s: State, seat: i64, count: i64, treatment: i64, extra: i64) -> None:
    """Draw `count` dice and `extra` more; as many as `extra` are put back before the roll.

    In the 2011 books a chain that finds nothing but its own dice is over (15.8).
    """
    if treatment == ROLL_THEM and not s.setup.spent_pile and not can_draw(s, seat):
        return
    if s.setup.has_trigger[event.DREW] or s.setup.has_trigger[event.ROLLED] or extra > 0:
        push_draw(s, seat, count, treatment, extra)
        return
    drawn = draw(s, seat, count)
    dice = zone(s, seat, place.ACTIVE)
    if treatment != ROLL_ALL:
        dice = dice[len(dice) - drawn :]
    _treat(s, dice, treatment)


def _treat(s: State, dice: vec[i64], treatment: i64) -> None:
    """Roll dice of the Active Pool, which leaves the pool as it is, or let them wait."""
    for die in dice:
        if treatment == UNTOUCHED:
            lay_unrolled(s, die)
        else:
            roll(s, die)


def step_draw(s: State) -> bool:
    """Go on with a draw; True if somebody must say which dice are put back."""
    base = s.top
    seat = s.stack[base + register.CONTROLLER]
    position = s.stack[base + register.POSITION]
    if position == draw_step.DRAW:
        _draw_dice(s, base, seat)
    elif position == draw_step.PUT_BACK:
        return _put_back(s, base, seat)
    elif position == draw_step.ROLL:
        _roll_dice(s, base, seat)
    else:
        for die in zone(s, seat, place.ACTIVE):
            s.flags[die] &= ~flag.DRAWN
        pop(s)
    return False


def _draw_dice(s: State, base: i64, seat: i64) -> None:
    """From the bag to the Active Pool; as many are put back as were drawn beyond the usual."""
    usual = s.stack[base + register.DRAW_COUNT]
    drawn = draw(s, seat, usual + s.stack[base + register.EXTRA_DICE])
    pool = zone(s, seat, place.ACTIVE)
    for at in range(len(pool) - drawn, len(pool)):
        die = pool[at]
        s.flags[die] |= flag.DRAWN
        s.face[die] = 0  # what it showed before is of no interest
    s.stack[base + register.EXTRA_DICE] = max(drawn - usual, 0)
    s.stack[base + register.POSITION] = draw_step.PUT_BACK
    if drawn > 0:
        _tell(s, event.DREW, seat)


def _put_back(s: State, base: i64, seat: i64) -> bool:
    """Which of the dice drawn goes back next; True if there is a choice."""
    if s.stack[base + register.EXTRA_DICE] > 0:
        begin_options(s)
        for die in _drawn(s, seat):
            offer(s, verb.DISCARD, die, place.ACTIVE)
        if s.offered > 1:
            return True
        if s.offered == 1:
            answer_draw(s, s.options[0])
            return False
    s.stack[base + register.POSITION] = draw_step.ROLL
    return False


def _roll_dice(s: State, base: i64, seat: i64) -> None:
    """Roll, or let the dice wait; what answers the roll of dice just drawn comes next."""
    treatment = s.stack[base + register.TREATMENT]
    s.stack[base + register.POSITION] = draw_step.DONE
    drawn = _drawn(s, seat)
    dice = drawn
    if treatment == ROLL_ALL:
        dice = zone(s, seat, place.ACTIVE)
    _treat(s, dice, treatment)
    if treatment != UNTOUCHED and len(drawn) > 0 and seat == s.active:
        for die in drawn:
            s.flags[die] |= flag.DRAWN
        _tell(s, event.ROLLED, seat)


def answer_draw(s: State, code: i64) -> None:
    """A die that was drawn goes back to the bag."""
    die = die_of(code)
    s.stack[s.top + register.EXTRA_DICE] -= 1
    s.flags[die] = 0
    put(s, die, s.owner[die], place.BAG)
    if s.logging:
        s.note(log.MOVE, 304, s.owner[die], die, place.BAG, 0)


def _drawn(s: State, seat: i64) -> vec[i64]:
    """The dice of the draw that is being resolved."""
    found = vec[i64](capacity=8)
    for die in zone(s, seat, place.ACTIVE):
        if s.flags[die] & flag.DRAWN:
            found = append(found, die)
    return found


def _tell(s: State, kind: i64, seat: i64) -> None:
    """Locked dice of all players answer a draw or its roll (11.6)."""
    if not s.setup.has_trigger[kind]:
        return
    start = s.queued
    for other in range(s.setup.players):
        for die in zone(s, other, place.READY):
            if is_locked(s, die):
                for trigger in abilities_of(s, die, kind):
                    call(s, trigger, die, other, seat, -1)
    run_queue(s, start)
