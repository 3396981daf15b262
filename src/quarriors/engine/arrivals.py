"""Creatures that come to a Ready Area without being summoned, and what their cards say then."""

from __future__ import annotations

from mypy_extensions import i64

from quarriors.engine.dice import put, roll
from quarriors.engine.frames import call, run_queue
from quarriors.engine.ids import event, flag, log, place
from quarriors.engine.state import State


def enter(s: State, die: i64, seat: i64) -> None:
    """Roll a die that was set aside: a creature face brings it to the Ready Area for free."""
    roll(s, die)
    s.flags[die] &= ~(flag.FRESH | flag.LATE)
    if s.setup.creature[s.setup.base[die] + s.face[die]]:
        put(s, die, seat, place.READY)
        if s.logging:
            s.note(log.ENTER, 605, seat, die, s.face[die], 0)
        start = s.queued
        entered(s, die)
        run_queue(s, start)
    else:
        put(s, die, seat, place.USED)
        if s.logging:
            s.note(log.MOVE, 605, seat, die, place.USED, 0)


def entered(s: State, die: i64) -> None:
    """A creature came to a Ready Area by whatever way: what its own card says waits its turn."""
    printed = s.setup.base[die] + s.face[die]
    for trigger in s.setup.triggers[printed * event.COUNT + event.ENTERED]:
        call(s, trigger, die, s.owner[die], -1, die)
