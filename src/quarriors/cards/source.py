"""Where things stand in a file of cards: lines and columns, which `tomllib` does not give.

A small scanner that knows the four kinds of TOML strings, comments, headers and keys goes through
the text when there is a fault to place, and never otherwise. What it finds for an expression is
compared with what `tomllib` read; if they differ, the header of the card is named instead.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cached_property
from typing import Final

Path = tuple[str | int, ...]  # ("card", 3, "line", 0, "does")

_TOKEN: Final = re.compile(
    r"""
    \#[^\n]*
    |(?:^|(?<=[{,]))[ \t]*(?P<key>[A-Za-z0-9_-]+)[ \t]*=[ \t]*
    |^[ \t]*\[\[[ \t]*(?P<entry>[A-Za-z0-9_.-]+)[ \t]*\]\]
    |^[ \t]*\[[ \t]*(?P<table>[A-Za-z0-9_.-]+)[ \t]*\]
    |(?P<text>
        \"{3}(?:\\.|[^\\])*?\"{3,5}
        |'{3}.*?'{3,5}
        |"(?:\\.|[^"\\\n])*"
        |'[^'\n]*'
    )
    """,
    re.VERBOSE | re.MULTILINE | re.DOTALL,
)
_PIECE: Final = re.compile(
    r"\\(?:u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|x[0-9a-fA-F]{2}|(?P<none>[ \t]*\n\s*)|.)|.", re.DOTALL
)


class Source:
    """The text of a file of cards, and where its parts stand."""

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self.text = text.replace("\r\n", "\n")  # as tomllib reads it

    def place(self, path: Path) -> tuple[int, int]:
        """Line and column of a key or an entry; of what it is in, if it cannot be found."""
        return self._line_and_column(self.offset(path))

    def offset(self, path: Path) -> int:
        """Where a key or an entry begins, or what it is in; 0 if nothing can be found."""
        while path:
            found = self._spots[0].get(path)
            if found is not None:
                return found
            path = path[:-1]
        return 0

    def place_in_text(self, path: Path, number: int, value: str, at: int) -> tuple[int, int]:
        """Line and column of an offset in the file's expression of that number."""
        expressions = self._spots[1]
        if number < len(expressions):
            start, raw = expressions[number]
            if _decoded(raw) == value:
                return self._line_and_column(start + _offset(raw, at))
        return self.place(path)

    def _line_and_column(self, at: int) -> tuple[int, int]:
        line = bisect_right(self._lines, at)
        return (line, at - self._lines[line - 1] + 1)

    @cached_property
    def _lines(self) -> list[int]:
        """The offset at which each line begins."""
        return [0, *(hit.end() for hit in re.finditer("\n", self.text))]

    @cached_property
    def _spots(self) -> tuple[dict[Path, int], list[tuple[int, str]]]:
        """Offsets of entries and keys by path, and of the texts of all `does` with quotes."""
        spots: dict[Path, int] = {}
        expressions: list[tuple[int, str]] = []
        here: Path = ()
        counts: dict[Path, int] = {}
        last_key = ""
        for hit in _TOKEN.finditer(self.text):
            if hit["entry"]:
                here = _entered(hit["entry"].split("."), counts)
                spots[here] = hit.start() + hit[0].index("[")
            elif hit["table"]:
                here = tuple(hit["table"].split("."))
                spots[here] = hit.start() + hit[0].index("[")
            elif hit["key"]:
                spots.setdefault((*here, hit["key"]), hit.start("key"))
            elif hit["text"] and last_key == "does":
                expressions.append((hit.start(), hit["text"]))
            last_key = hit["key"] or ""
        return spots, expressions


def _entered(names: list[str], counts: dict[Path, int]) -> Path:
    """The path of the next entry of an array of tables, in the last of each array it lies in."""
    path: Path = ()
    for name in names[:-1]:
        path = (*path, name, counts.get((*path, name), 1) - 1)
    path = (*path, names[-1])
    counts[path] = counts.get(path, 0) + 1
    return (*path, counts[path] - 1)


def _quotes(raw: str) -> int:
    """How many characters stand before the content of a text."""
    mark = raw[:3]
    if mark not in ('"""', "'''"):
        return 1
    return 4 if raw[3:4] == "\n" else 3


def _decoded(raw: str) -> str | None:
    import tomllib  # only where a fault is to be placed

    try:
        return str(tomllib.loads(f"x = {raw}")["x"])
    except tomllib.TOMLDecodeError:
        return None


def _offset(raw: str, at: int) -> int:
    """Where the character at an offset of the content stands in the text as it is written."""
    start = _quotes(raw)
    if raw[0] == "'" or "\\" not in raw:
        return start + at
    left = at
    for hit in _PIECE.finditer(raw, start):
        if hit["none"] is None:
            if left == 0:
                return hit.start()
            left -= 1
    return len(raw)
