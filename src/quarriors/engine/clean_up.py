"""The end of a turn: what is left goes to the Used Pile, and the next player begins (section 8)."""

from __future__ import annotations

from mypy_extensions import i64

from quarriors.engine.dice import move_all, put
from quarriors.engine.ids import flag, log, place, trait, turn_flag
from quarriors.engine.state import State, filled, zone
from quarriors.engine.turn_start import end_effects


def clean_up(s: State) -> None:
    """Spent and unused dice to the Used Pile, quiddity and effects gone, next player (8.1)."""
    seat = s.active
    if s.logging:
        moved = len(zone(s, seat, place.ACTIVE)) + len(zone(s, seat, place.SPENT))
        s.note(log.CLEAN, 801, seat, -1, moved, s.pool)
    if s.setup.large_slot >= 0:
        _set_aside(s, seat, place.ACTIVE)
        _set_aside(s, seat, place.SPENT)
    _move_to_used(s, seat, place.ACTIVE)
    _move_to_used(s, seat, place.SPENT)  # a reaction spent in another's turn waits for this (15.19)
    if s.turn_flags & turn_flag.SAVED:
        _forget(s, flag.SAFE)
    s.pool = 0
    s.light = 0
    s.dark = 0
    s.turn_flags = 0
    s.captured = 0
    s.discount = 0
    s.scored = 0
    s.struck_seats = 0
    end_effects(s, -1)
    if s.setup.has_modifier[trait.SUMMON_LIMIT]:
        s.summoned = filled(len(s.summoned), 0)
    if s.setup.once or s.setup.locks or len(s.setup.quests) > 0:
        _forget(s, flag.ABILITY_USED | flag.NEW | flag.LOCKED_NOW)
    s.active = (seat + 1) % s.setup.players


def _set_aside(s: State, seat: i64, where: i64) -> None:
    """Dice that wait aside between turns do so (13.2)."""
    for die in zone(s, seat, where)[:]:
        if s.setup.slot[die] == s.setup.large_slot:
            put(s, die, seat, place.ASIDE)
            s.flags[die] = 0


def _move_to_used(s: State, seat: i64, where: i64) -> None:
    """A whole place to the Used Pile."""
    leaving = zone(s, seat, where)
    if len(leaving) > 0:
        for die in leaving:
            s.flags[die] = 0
        move_all(s, seat, where, place.USED)


def _forget(s: State, flags: i64) -> None:
    """What was true of creatures in this turn only."""
    for seat in range(s.setup.players):
        for die in zone(s, seat, place.READY):
            s.flags[die] &= ~flags
        for die in zone(s, seat, place.QUEST):
            s.flags[die] &= ~flags
