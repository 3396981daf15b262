"""Positions as values: compared, hashed, kept in dictionaries, and looked at column by column.

A position is everything in a game's state but luck: the generator, scripted dice and the log are
left out, as are the answers that led to it. It costs about as much as a clone, for it is one that
nobody plays on, and shares most of its memory with the game.
"""

from __future__ import annotations

from array import array
from typing import Any, Final

from mypy_extensions import i64

from quarriors.engine.errors import PositionError
from quarriors.engine.game_setup import GameSetup
from quarriors.engine.ids import frame
from quarriors.engine.state import State, ints
from quarriors.engine.vectors import vec

# Columns that `column` shows: one number a die, a card or a seat.
OF_DICE: Final = ("card", "place", "owner", "face", "flags", "carrier", "copy")
OF_CARDS: Final = ("wilds_left", "summoned")
OF_SEATS: Final = ("glory", "totals", "totals_before_reactions", "quest")
COLUMNS: Final = (*OF_DICE, *OF_CARDS, *OF_SEATS)

_MULTIPLIER: Final = 771645345
_MASK: Final = 1073741823  # products with the multiplier stay below 2**60
_FOLD: Final = 15


class Position:
    """A position of a game: equal to every other that plays alike but for luck, and hashable."""

    def __init__(self, state: State) -> None:
        """Keep a state that nobody else holds; `game.position` makes one."""
        state.rng = 1
        state.draw_script = vec[i64]()
        state.roll_script = vec[i64]()
        state.options = vec[i64]()
        state.offered = 0
        self._state: State = state
        self._hash: i64 = _digest(state)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return False
        if self._hash != other._hash or not _same_table(self._state.setup, other._state.setup):
            return False
        return _same(self._state, other._state)

    def __hash__(self) -> int:
        return int(self._hash)

    def __repr__(self) -> str:
        s = self._state
        glory = " ".join([str(number) for number in ints(s.glory)])
        return f"<Position in turn {s.turn}, seat {s.active}'s, Glory {glory}, {self._hash:08x}>"

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return (Position, (self._state,))


def position_of(s: State) -> Position:
    """The position of a state, which may go on without changing it."""
    return Position(s.clone())


def column(s: State, name: str) -> memoryview:
    """One column of a state as 64-bit numbers, read-only; see `game.Game.column`."""
    found = _column_of_dice(s, name)
    if found is None:
        found = _column_of_cards_and_seats(s, name)
    if found is None:
        raise PositionError("position.column", name=name, known=tuple(COLUMNS))
    return found


def _column_of_dice(s: State, name: str) -> memoryview | None:
    if name == "card":
        return _shown(s.setup.slot)
    if name == "place":
        return _shown(s.place)
    if name == "owner":
        return _shown(s.owner)
    if name == "face":
        return _shown(s.face)
    if name == "flags":
        return _shown(s.flags)
    if name == "carrier":
        return _shown(s.carrier)
    if name == "copy":
        return _shown(s.copy)
    return None


def _column_of_cards_and_seats(s: State, name: str) -> memoryview | None:
    if name == "wilds_left":
        return _shown(s.wilds_left)
    if name == "summoned":
        return _shown(s.summoned)
    if name == "glory":
        return _shown(s.glory)
    if name == "totals":
        return _shown(s.totals)
    if name == "totals_before_reactions":
        return _shown(s.totals_before_reactions)
    if name == "quest":
        return _shown(s.quest)
    return None


def _shown(values: vec[i64]) -> memoryview:
    """The memory of a vector; interpreted, vectors are lists and have to be copied."""
    boxed: Any = values
    if isinstance(boxed, list):
        boxed = array("q", boxed)
    return memoryview(boxed).toreadonly()


# --- comparing ------------------------------------------------------------------------------------


def _same_table(one: GameSetup, other: GameSetup) -> bool:
    """Whether two set-ups have the same rules and cards, in the same order."""
    if one is other:
        return True
    if one.rules != other.rules or one.catalog.hash != other.catalog.hash:
        return False
    names = [card.name for card in one.cards]
    return names == [card.name for card in other.cards]


def _same(one: State, other: State) -> bool:
    """Whether all numbers are the same, luck left out."""
    if not _same_turn(one, other) or not _same_dice(one, other):
        return False
    if not _same_seats(one, other) or not _equal(one.lasting_effects, other.lasting_effects):
        return False
    if one.top != other.top or one.queued != other.queued:
        return False
    stack = one.top + frame.WIDTH
    if not _equal(one.stack[:stack], other.stack[:stack]):
        return False
    return _equal(one.queue[: one.queued], other.queue[: other.queued])


def _same_turn(one: State, other: State) -> bool:
    if one.active != other.active or one.turn != other.turn or one.phase != other.phase:
        return False
    if one.over != other.over or one.pool != other.pool or one.light != other.light:
        return False
    if one.dark != other.dark or one.captures != other.captures:
        return False
    if one.captured != other.captured or one.discount != other.discount:
        return False
    if one.scored != other.scored or one.struck_seats != other.struck_seats:
        return False
    return one.attached == other.attached and one.turn_flags == other.turn_flags


def _same_dice(one: State, other: State) -> bool:
    if not _equal(one.place, other.place) or not _equal(one.face, other.face):
        return False
    if not _equal(one.owner, other.owner) or not _equal(one.flags, other.flags):
        return False
    if not _equal(one.carrier, other.carrier) or not _equal(one.copy, other.copy):
        return False
    if len(one.zones) != len(other.zones):
        return False
    for at in range(len(one.zones)):
        if not _equal(one.zones[at], other.zones[at]):
            return False
    return True


def _same_seats(one: State, other: State) -> bool:
    """The columns of cards and of seats."""
    if not _equal(one.wilds_left, other.wilds_left) or not _equal(one.summoned, other.summoned):
        return False
    if not _equal(one.glory, other.glory) or not _equal(one.totals, other.totals):
        return False
    if not _equal(one.totals_before_reactions, other.totals_before_reactions):
        return False
    return _equal(one.quest, other.quest)


def _equal(one: vec[i64], other: vec[i64]) -> bool:
    if len(one) != len(other):
        return False
    for at in range(len(one)):
        if one[at] != other[at]:
            return False
    return True


def _digest(s: State) -> i64:
    """A number that equal positions have in common, and few others."""
    found = _mixed(s.turn, s.active)
    found = _mixed(found, s.phase)
    found = _mixed(found, s.pool)
    found = _mixed(found, s.captures)
    found = _mixed_in(found, s.place)
    found = _mixed_in(found, s.face)
    found = _mixed_in(found, s.flags)
    found = _mixed_in(found, s.glory)
    found = _mixed_in(found, s.lasting_effects)
    return _mixed_in(found, s.stack[: s.top + frame.WIDTH])


def _mixed_in(found: i64, values: vec[i64]) -> i64:
    for value in values:
        found = _mixed(found, value)
    return found


def _mixed(found: i64, value: i64) -> i64:
    found = ((found ^ value) * _MULTIPLIER) & _MASK
    return found ^ (found >> _FOLD)
