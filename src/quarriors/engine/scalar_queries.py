"""Questions that search and learning ask millions of times: one number for an answer.

They are for callers compiled with the engine, where each costs a few machine instructions and makes
no object. `queries` gives them to everybody.
"""

from __future__ import annotations

from mypy_extensions import i64

from quarriors.engine.ids import effect, waiting
from quarriors.engine.state import State
from quarriors.engine.vectors import append, vec


def is_over(s: State) -> bool:
    """Whether the game has ended."""
    return s.over != 0


def option_code(s: State, at: i64) -> i64:
    """The code of an option, by its number from 0."""
    return s.options[at]


def highest_glory(s: State) -> i64:
    """The Glory of the player who has most."""
    found: i64 = 0
    for seat in range(s.setup.players):
        if s.glory[seat] > found:
            found = s.glory[seat]
    return found


def collection(s: State, seat: i64) -> vec[i64]:
    """All dice that a seat draws from sooner or later, wherever they are; by their numbers.

    Dice that wait aside between turns are never drawn (13.1).
    """
    owners = s.owner
    slots = s.setup.slot
    large: i64 = s.setup.large_slot
    found = vec[i64](capacity=32)
    for die in range(len(owners)):
        if owners[die] == seat and slots[die] != large:
            found = append(found, die)
    return found


def side_up(s: State, die: i64) -> i64:
    """The side of its own that a die shows, an index into columns of the set-up; see `look`."""
    return s.setup.base[die] + s.face[die]


def total_against(s: State, seat: i64) -> i64:
    """The attack total that a seat has to stand."""
    return s.totals[seat]


def waiting_count(s: State) -> i64:
    """How many abilities wait to be resolved."""
    return s.queued // waiting.WIDTH


def effect_count(s: State) -> i64:
    """How many lasting effects there are."""
    return len(s.lasting_effects) // effect.WIDTH


def effect_kind(s: State, number: i64) -> i64:
    """What a lasting effect does, a number of `ids.effect`."""
    return s.lasting_effects[number * effect.WIDTH + effect.KIND]


def effect_subject(s: State, number: i64) -> i64:
    """The die or the seat that a lasting effect is about; its kind says which."""
    return s.lasting_effects[number * effect.WIDTH + effect.SUBJECT]


def effect_amount(s: State, number: i64) -> i64:
    """By how much a lasting effect changes something."""
    return s.lasting_effects[number * effect.WIDTH + effect.AMOUNT]
