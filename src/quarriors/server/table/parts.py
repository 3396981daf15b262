"""Parts of a table's picture that most answers leave as they are, kept encoded.

A picture is some six thousand bytes, most of them about cards and piles that were there before the
answer. `observe` says what each part is made of; here it is encoded again only when that changed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

_encode = msgspec.json.Encoder().encode


class Parts:
    """The last of each part; given to `observe`."""

    def __init__(self) -> None:
        self._kept: dict[object, tuple[tuple[Any, ...], msgspec.Raw]] = {}

    def __call__(self, name: object, make: Callable[..., Any], *facts: Any) -> msgspec.Raw:
        """A part by its name, encoded; made anew if it is made of other facts than before."""
        kept = self._kept.get(name)
        if kept is None or kept[0] != facts:
            kept = self._kept[name] = (facts, msgspec.Raw(_encode(make(*facts))))
        return kept[1]
