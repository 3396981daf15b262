"""Reads TOML as files of cards are usually written, several times as fast as `tomllib`.

The sets are 8,700 lines, and every program that plays a game reads them: `tomllib` takes 70 ms for
that. This knows headers, texts, whole numbers and long texts, one to a line, and has `tomllib` read
the few other values. As soon as anything else comes it gives up, and `tomllib` reads the whole
file: what this reads, `tomllib` reads in the same way (`tests/card_language/`).
"""

from __future__ import annotations

import re
import tomllib
from functools import lru_cache
from typing import Any, Final

_STATEMENT: Final = re.compile(
    r"""
    (?:[ \t]*(?:\#[^\n\x00-\x08\x0b-\x1f\x7f]*)?\n)*
    (?:
        \[\[(?P<entry>[A-Za-z0-9_.-]+)\]\]
        |\[(?P<table>[A-Za-z0-9_.-]+)\]
        |(?P<key>[A-Za-z0-9_-]+)\ =\ (?:
            "(?P<text>[^"\\\x00-\x08\x0a-\x1f\x7f]*)"
            |(?P<number>0|[1-9][0-9]{0,8})
            |\"{3}\n(?P<long>(?:[^"\\\x00-\x08\x0b-\x1f\x7f]|"(?!""))*)\"{3}
            |(?P<other>\[\n(?:\ [^\n]*\n)*\]|(?:true|false|["'\[{])[^\n]*)
        )
    )
    (?:[ \t]*(?:\#[^\n\x00-\x08\x0b-\x1f\x7f]*)?\n)+
    """,
    re.VERBOSE,
)


class _Unusual(Exception):
    """Something that `tomllib` has to read."""


def read_toml(text: str) -> dict[str, Any]:
    """What `tomllib.loads` gives, or its error."""
    try:
        return _quick(text)
    except _Unusual:
        return tomllib.loads(text)


def _quick(text: str) -> dict[str, Any]:
    top: dict[str, Any] = {}
    here = top
    opened: set[int] = {id(top)}  # tables and arrays of tables that a header made
    at = 0
    match = _STATEMENT.match
    while at < len(text):
        hit = match(text, at)
        if hit is None:
            raise _Unusual
        at = hit.end()
        kind = hit.lastgroup
        if kind == "entry":
            here = _entry(top, hit["entry"].split("."), opened)
        elif kind == "table":
            here = _table(top, hit["table"].split("."), opened)
        else:
            key = hit["key"]
            if key in here:
                raise _Unusual
            value: Any = hit[kind or ""]
            if kind == "number":
                value = int(value)
            elif kind == "other":
                value = _other(value)
            here[key] = value
    return top


def _inside(top: dict[str, Any], names: list[str], opened: set[int]) -> dict[str, Any]:
    """The table that a header's names lead to: the last entry, where there are several."""
    for name in names:
        found: Any = top.get(name)
        if id(found) not in opened:
            raise _Unusual
        top = found[-1] if isinstance(found, list) else found
    return top


def _entry(top: dict[str, Any], names: list[str], opened: set[int]) -> dict[str, Any]:
    parent = _inside(top, names[:-1], opened)
    if names[-1] not in parent:
        parent[names[-1]] = []
        opened.add(id(parent[names[-1]]))
    entries = parent[names[-1]]
    if id(entries) not in opened or not isinstance(entries, list):
        raise _Unusual
    made: dict[str, Any] = {}
    opened.add(id(made))
    entries.append(made)
    return made


def _table(top: dict[str, Any], names: list[str], opened: set[int]) -> dict[str, Any]:
    parent = _inside(top, names[:-1], opened)
    if names[-1] in parent:
        raise _Unusual
    made: dict[str, Any] = {}
    opened.add(id(made))
    parent[names[-1]] = made
    return made


@lru_cache(512)
def _other(raw: str) -> Any:
    """A value of another kind; many cards have the same."""
    try:
        read = tomllib.loads(f"x = {raw}\n")
    except tomllib.TOMLDecodeError:
        raise _Unusual from None
    if len(read) != 1:
        raise _Unusual
    return read["x"]
