"""Reads MessagePack, in which earlier versions wrote snapshots.

Only what those snapshots have: nothing, booleans, numbers, texts, lists and maps.
"""

from __future__ import annotations

import struct
from typing import Any

# The formats with a size or a number behind their first byte, by that byte.
_NUMBERS = {
    0xCA: ">f", 0xCB: ">d", 0xCC: ">B", 0xCD: ">H", 0xCE: ">I", 0xCF: ">Q",
    0xD0: ">b", 0xD1: ">h", 0xD2: ">i", 0xD3: ">q",
}  # fmt: skip
_TEXTS = {0xD9: ">B", 0xDA: ">H", 0xDB: ">I"}
_LISTS = {0xDC: ">H", 0xDD: ">I"}
_MAPS = {0xDE: ">H", 0xDF: ">I"}
_SIMPLE = {0xC0: None, 0xC2: False, 0xC3: True}


def unpack(data: bytes) -> Any:
    """The value that the data hold; `ValueError` if they hold none, or more than one."""
    try:
        value, end = _value(data, 0)
    except (IndexError, struct.error, RecursionError, TypeError) as error:
        raise ValueError(f"these bytes are not MessagePack: {error}") from None
    if end != len(data):
        raise ValueError(f"there are {len(data) - end} bytes after the end")
    return value


def _value(data: bytes, at: int) -> tuple[Any, int]:
    first = data[at]
    at += 1
    if first <= 0x7F or first >= 0xE0:
        return (first if first <= 0x7F else first - 0x100), at
    if first in _SIMPLE:
        return _SIMPLE[first], at
    if first in _NUMBERS:
        return _number(data, at, _NUMBERS[first])
    if first <= 0x8F or first in _MAPS:
        size, at = _size(data, at, first & 0x0F, _MAPS.get(first))
        return _map(data, at, size)
    if first <= 0x9F or first in _LISTS:
        size, at = _size(data, at, first & 0x0F, _LISTS.get(first))
        return _list(data, at, size)
    if first <= 0xBF or first in _TEXTS:
        size, at = _size(data, at, first & 0x1F, _TEXTS.get(first))
        if at + size > len(data):
            raise IndexError("a text is cut off")
        return data[at : at + size].decode(), at + size
    raise ValueError(f"no snapshot has values of kind {first:#x}")


def _number(data: bytes, at: int, form: str) -> tuple[Any, int]:
    return struct.unpack_from(form, data, at)[0], at + struct.calcsize(form)


def _size(data: bytes, at: int, short: int, form: str | None) -> tuple[int, int]:
    """How many follow: in the first byte itself, or behind it."""
    return (short, at) if form is None else _number(data, at, form)


def _list(data: bytes, at: int, size: int) -> tuple[list[Any], int]:
    found: list[Any] = []
    for _ in range(size):
        value, at = _value(data, at)
        found.append(value)
    return found, at


def _map(data: bytes, at: int, size: int) -> tuple[dict[Any, Any], int]:
    found: dict[Any, Any] = {}
    for _ in range(size):
        key, at = _value(data, at)
        found[key], at = _value(data, at)
    return found, at
