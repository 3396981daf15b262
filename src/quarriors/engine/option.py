"""An option as one int: verb, die, face, seat and a number side by side.

So it is small, equal to itself in every clone, and says what it means without the state it was
offered in.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

DIE_SHIFT: Final = 6
FACE_SHIFT: Final = 16
SEAT_SHIFT: Final = 20
NUMBER_SHIFT: Final = 24  # up to the last bit
# What is left of a field when it has been shifted down.
VERB_MASK: Final = 63
DIE_MASK: Final = 1023
FACE_MASK: Final = 15
SEAT_MASK: Final = 15


def option(verb: i64, die: i64, face: i64, seat: i64, number: i64) -> i64:
    """An option as one int; -1 stands for "none" of die, face and seat."""
    return (
        verb
        + ((die + 1) << DIE_SHIFT)
        + ((face + 1) << FACE_SHIFT)
        + ((seat + 1) << SEAT_SHIFT)
        + (number << NUMBER_SHIFT)
    )


def verb_of(code: i64) -> i64:
    """What the option does."""
    return code & VERB_MASK


def die_of(code: i64) -> i64:
    """Which die it names, -1 for none."""
    return ((code >> DIE_SHIFT) & DIE_MASK) - 1


def face_in(code: i64) -> i64:
    """Which face the die showed, -1 if that does not matter."""
    return ((code >> FACE_SHIFT) & FACE_MASK) - 1


def seat_in(code: i64) -> i64:
    """Whose die it is, -1 if nobody's, or if that does not matter."""
    return ((code >> SEAT_SHIFT) & SEAT_MASK) - 1


def number_in(code: i64) -> i64:
    """The number that belongs to the option: a price, a place, a program."""
    return code >> NUMBER_SHIFT
