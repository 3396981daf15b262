"""A mark for each class at a table: two letters, a shape and a colour.

Never colour alone: letters and shape tell the classes apart without it. Marks are given by the
place of a card on the table, so they are the same in text and picture, and differ within a game.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

# Dark enough for white letters, and told apart by lightness as well as hue.
_COLOURS = (
    "#5b6470", "#8a5a2b", "#37474f", "#2e7d32", "#00695c", "#6a1b9a", "#1565c0", "#b23b3b",
    "#4527a0", "#a03000", "#7b1fa2", "#00838f", "#ad1457",
)  # fmt: skip
_TERMINAL = (
    "white", "yellow", "bright_white", "green", "cyan", "magenta", "bright_blue", "bright_red",
    "bright_magenta", "red", "bright_yellow", "bright_cyan", "bright_green",
)  # fmt: skip
_SMALL_WORDS = ("of", "the", "del", "della", "dei")

Points = tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class Mark:
    """How a class is marked."""

    letters: str
    shape: str  # circle, or the name of a polygon
    colour: str  # for pictures
    terminal: str  # for a terminal


def make_marks(wilds: Sequence[tuple[str, str]]) -> list[Mark]:
    """Marks for the (name, kind) of all cards on a table, in its order."""
    taken: set[str] = set()
    counts: dict[str, int] = {}
    marks: list[Mark] = []
    for slot, (name, kind) in enumerate(wilds):
        letters = _letters(name, taken)
        taken.add(letters)
        number = counts.get(kind, 0)
        counts[kind] = number + 1
        marks.append(
            Mark(
                letters,
                _shape(kind, number),
                _COLOURS[slot % len(_COLOURS)],
                _TERMINAL[slot % len(_TERMINAL)],
            )
        )
    return marks


def _letters(name: str, taken: set[str]) -> str:
    """The initials of the first two words, or two letters of the only one; not yet taken."""
    words = [word for word in name.split() if word.lower() not in _SMALL_WORDS]
    first = words[0][0].upper()
    following = (words[1][0].upper() if len(words) > 1 else "") + "".join(words).lower()[1:]
    for letter in following + "0123456789":
        if first + letter not in taken:
            return first + letter
    return first + "?"


def _shape(kind: str, number: int) -> str:
    """Basics are round, spells are stars, quests stars of many points, creatures have corners."""
    if kind == "basic":
        return "circle"
    if kind == "spell":
        return f"star{4 + number % 3}"
    if kind == "quest":
        return f"star{8 + number % 3}"
    return ("square", "hexagon", "pentagon", "octagon", "shield", "house", "diamond")[number % 7]


def outline(shape: str, size: float) -> Points:
    """The corners of a shape about the origin, as far out as `size`; none for a circle."""
    if shape.startswith("star"):
        points = int(shape[4:])
        return _ring(2 * points, size, inner=size * 0.66)
    rings = {"diamond": 4, "pentagon": 5, "hexagon": 6, "octagon": 8}
    if shape in rings:
        return _ring(rings[shape], size)
    side = size * 0.86
    corners: dict[str, Points] = {
        "square": ((-side, -side), (side, -side), (side, side), (-side, side)),
        "shield": (
            (-side, -side),
            (side, -side),
            (side, 0.2 * size),
            (0, size),
            (-side, 0.2 * size),
        ),
        "house": (
            (-side, side),
            (-side, -0.3 * size),
            (0, -size),
            (side, -0.3 * size),
            (side, side),
        ),
    }
    return corners.get(shape, ())


def _ring(corners: int, size: float, inner: float | None = None) -> Points:
    """Corners on a circle, the first on top; with `inner`, every second one lies further in."""
    found = []
    for corner in range(corners):
        far = inner if inner is not None and corner % 2 else size
        angle = 2 * math.pi * corner / corners - math.pi / 2
        found.append((far * math.cos(angle), far * math.sin(angle)))
    return tuple(found)
