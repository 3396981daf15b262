"""Readying and casting spells, and summoning creatures (5.3, 5.4, 10.1)."""

from __future__ import annotations

from mypy_extensions import i64

from quarriors.engine.appearance import abilities_of
from quarriors.engine.arrivals import entered
from quarriors.engine.battle import tell_area
from quarriors.engine.dice import put
from quarriors.engine.frames import call, run_queue, start_program
from quarriors.engine.ids import event, flag, log, place, trait
from quarriors.engine.offers import castable
from quarriors.engine.pay import pay
from quarriors.engine.reactions import cast_away
from quarriors.engine.state import State, changed


def ready_spell(s: State, die: i64) -> None:
    """Move a spell from the Active Pool to the Ready Area (5.3)."""
    put(s, die, s.active, place.READY)
    s.flags[die] = 0
    if s.logging:
        s.note(log.READY, 503, s.active, die, s.face[die], 0)


def cast_spell(s: State, die: i64) -> None:
    """Spend the spell and do what it says (10.1); an attach spell is laid down instead (10.2)."""
    trigger = castable(s, die)
    if trigger is None:
        return
    if s.logging:
        s.note(log.CAST, 1001, s.active, die, s.face[die], 0)
    if trigger.event == event.CAST:
        cast_away(s, die)
    start_program(s, trigger.program.index, die, s.active, -1, -1)


def retire_spell(s: State, die: i64) -> None:
    """Move a readied spell to the Used Pile at the end of the turn (8.1)."""
    put(s, die, s.active, place.USED)
    if s.logging:
        s.note(log.MOVE, 801, s.active, die, place.USED, 0)


def summon(s: State, die: i64, cost: i64) -> None:
    """Pay the level and move the creature to the Ready Area (5.4)."""
    pay(s, cost)
    put(s, die, s.active, place.READY)
    s.flags[die] = 0
    if len(s.setup.quests) > 0:
        s.flags[die] = flag.NEW  # only quartifacts ask (12.6)
    if s.setup.has_modifier[trait.SUMMON_LIMIT]:
        slot = s.setup.slot[die]
        s.summoned = changed(s.summoned, slot, s.summoned[slot] + 1)
    if s.logging:
        s.note(log.SUMMON, 504, s.active, die, cost, s.face[die])
    start = s.queued
    for trigger in abilities_of(s, die, event.SUMMONED):
        call(s, trigger, die, s.active, -1, die)
    entered(s, die)
    if s.setup.has_trigger[event.FOE_SUMMONS]:
        for seat in range(s.setup.players):
            if seat != s.active:
                tell_area(s, event.FOE_SUMMONS, seat, place.READY, s.active)
    run_queue(s, start)
