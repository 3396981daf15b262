"""Immediate effects of dice just rolled: using one, and the end of them all (5.2, 15.8)."""

from __future__ import annotations

from mypy_extensions import i64

from quarriors.engine.dice import roll, spend
from quarriors.engine.draws import ROLL_THEM, start_draw
from quarriors.engine.frames import start_program
from quarriors.engine.ids import event, flag, log, place, verb
from quarriors.engine.state import State, zone


def use_immediate(s: State, die: i64, action: i64) -> None:
    """Use a die for its ability, re-roll it, or spend it for a draw or for quiddity."""
    setup = s.setup
    look = setup.base[die] + s.face[die]
    if action == verb.USE:
        trigger = setup.triggers[look * event.COUNT + event.IMMEDIATE][0]
        start_program(s, trigger.program.index, die, s.active, -1, die)
        if s.logging:
            s.note(log.CAST, 502, s.active, die, s.face[die], 0)
    elif action == verb.REROLL:
        roll(s, die)
    elif action == verb.DRAW_AND_REROLL:
        s.flags[die] = 0
        start_draw(s, s.active, setup.draw[look], ROLL_THEM, 0)
        roll(s, die)
    elif action == verb.SPEND_AS_QUIDDITY:
        _spend_immediate(s, die, 1)
        _end_chain(s)
    else:
        _spend_immediate(s, die, max(setup.quiddity[look], 0))
        if action == verb.DRAW:
            start_draw(s, s.active, setup.draw[look], ROLL_THEM, 0)


def _spend_immediate(s: State, die: i64, amount: i64) -> None:
    """Spend a die for its immediate effect and the quiddity that comes with it."""
    spend(s, die)
    if not s.setup.spent_pile:
        s.flags[die] |= flag.CHAINED
    s.pool += amount
    if s.logging:
        s.note(log.SPEND, 502, s.active, die, amount, s.pool)


def _end_chain(s: State) -> None:
    """Only the last die of a chain counts as quiddity: the other draws are over (15.8)."""
    for die in zone(s, s.active, place.ACTIVE):
        if s.setup.draw[s.setup.base[die] + s.face[die]]:
            s.flags[die] &= ~flag.FRESH


def forget_immediates(s: State) -> None:
    """Immediates are used right after the roll or not at all (5.2)."""
    for die in zone(s, s.active, place.ACTIVE):
        s.flags[die] &= ~flag.FRESH
    if not s.setup.spent_pile:
        for die in zone(s, s.active, place.BAG):
            s.flags[die] = 0
        for die in zone(s, s.active, place.USED):
            s.flags[die] = 0
