"""The encoding that all environments share, for people and for numpy.

Actions are numbers of one fixed table (`core.actions`), observations one fixed row of floats
(`core.features`). Both have a version and a hash of all that they are made of: a model that was
trained with another hash does not fit.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from quarriors.engine.ids import place, verb
from quarriors.envs.core import actions as a
from quarriors.envs.core.features import FEATURES
from quarriors.envs.core.layout import LANE_NAMES, EncodingError
from quarriors.envs.core.play import Play
from quarriors.envs.core.writer import MOST
from quarriors.envs.fields import BLOCKS, scales

VERSION: Final = 2
ACTIONS: Final = int(a.ACTIONS)
SCALE: Final[NDArray[np.float32]] = np.array(scales(), np.float32)
HIGH: Final[NDArray[np.float32]] = SCALE * np.float32(MOST)

Row = NDArray[np.float32]
Mask = NDArray[np.int8]


def views(play: Play) -> tuple[Mask, NDArray[np.uint8]]:
    """The mask and the row of a game as arrays of its own memory; they are made once."""
    if play.views is None:
        play.views = (np.frombuffer(play.mask, np.int8), np.frombuffer(play.row, np.uint8))
    found: tuple[Mask, NDArray[np.uint8]] = play.views
    return found


def mask_of(play: Play) -> Mask:
    """The action mask of the seat that decides, a new one each time; one action after the end."""
    return views(play)[0].copy()


def row_of(play: Play, seat: int) -> NDArray[np.uint8]:
    """What a seat sees as bytes, in the memory of the game: the next look changes it."""
    row = views(play)[1]
    play.look(seat)
    return row


def observe(play: Play, seat: int) -> Row:
    """What a seat sees, as the floats of the universal code."""
    found: Row = row_of(play, seat) * SCALE
    return found


def blocks(row: Row) -> dict[str, Row]:
    """The same observation by its blocks; the arrays are views of the row."""
    return {
        block.name: row[..., block.start : block.start + block.size].reshape(
            *row.shape[:-1], *block.shape
        )
        for block in BLOCKS
    }


def field(row: Row, block: str, name: str) -> Row:
    """One named part of an observation: `field(row, "seats", "glory")` has four numbers."""
    for one in BLOCKS:
        if one.name == block:
            for part in one.fields:
                if part.name == name:
                    return blocks(row)[block][..., part.start : part.start + part.size]
    raise EncodingError("encoding.field", name=name, block=block)


class Meaning(NamedTuple):
    """What an action number means: a verb and the coordinates that belong to it."""

    verb: str
    coordinates: Mapping[str, int]

    def __str__(self) -> str:
        words = [self.verb]
        for name, value in self.coordinates.items():
            words.append(_coordinate(name, value))
        return " ".join(word for word in words if word)


def _coordinate(name: str, value: int) -> str:
    """One coordinate in words; seats are counted from the one that decides."""
    if name == "lane":
        return LANE_NAMES[value]
    if name == "asking":
        return LANE_NAMES[value - 1] if value else ""
    if name == "face":
        return f"face {value + 1}"
    if name == "up":
        return f"face {value + a.FIRST_UP + 1}"
    if name == "pile_or_face":
        return f"face {value}" if value else "in a pile"
    if name == "pile_or_up":
        return f"face {value + a.FIRST_UP}" if value else "in a pile"
    if name == "place":
        return place.NAMES[value]
    if name == "area":
        return ("ready", "quest")[value]
    if name == "nobody_or_seat":
        return f"seat +{value - 1}" if value else "nobody's"
    if name == "quest":
        return f"quest-{value + 1}"
    if name == "seat":
        return f"seat +{value}"
    return f"{name} {value}"


def describe(action: int) -> Meaning:
    """What an action number means, whatever the game."""
    if not 0 <= action < ACTIONS:
        raise EncodingError("encoding.action", last=ACTIONS - 1, value=action)
    if action >= a.AGAIN:
        lane, time = divmod(action - a.AGAIN, a.TIMES)
        return Meaning("again", {"asking": lane, "time": time})
    word = max(at for at in range(len(verb.NAMES)) if a.BASES[at] <= action and a.SHAPE_OF[at])
    left = action - a.BASES[word]
    found: dict[str, int] = {}
    for name, size in reversed(a.COORDINATES[a.SHAPE_OF[word]]):
        left, found[name] = divmod(left, size)
    return Meaning(verb.NAMES[word], dict(reversed(found.items())))


def schema() -> list[Any]:
    """All that numbers of actions and observations depend on, as plain values."""
    verbs = [[name, a.BASES[at], a.SHAPE_OF[at]] for at, name in enumerate(verb.NAMES)]
    shown = [
        [block.name, block.start, list(block.shape), [list(part[:4]) for part in block.fields]]
        for block in BLOCKS
    ]
    return [VERSION, LANE_NAMES, verbs, a.COORDINATES, int(a.AGAIN), ACTIONS, shown, FEATURES]


SCHEMA_HASH: Final = hashlib.sha256(repr(schema()).encode()).hexdigest()[:16]
