"""A table's picture, encoded, from state to state: what of it is new, and what is as it was.

A picture is some six thousand bytes, most of them about cards and piles that were there before the
answer. `observe` says what each part is made of; here it is encoded again only when that changed,
and viewers who saw the picture before get only the keys that differ.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from quarriors.game import Game
from quarriors.table.codec import Encoder
from quarriors.view.observe import observe

WHOLE = -1  # instead of the state before: there was no picture before


class EncodedParts:
    """The last of each part of a picture, encoded; given to `observe`."""

    def __init__(self, encoder: Encoder) -> None:
        self.encoder = encoder
        self._encode = encoder.encode
        self._encoded = encoder.encoded
        self._kept: dict[object, tuple[tuple[Any, ...], Any]] = {}

    def __call__(self, name: object, make: Callable[..., Any], *facts: Any) -> Any:
        """A part by its name, encoded; made anew if it is made of other facts than before."""
        kept = self._kept.get(name)
        if kept is None or kept[0] != facts:
            kept = self._kept[name] = (facts, self._encoded(self._encode(make(*facts))))
        return kept[1]


class Picture:
    """What `observe` gives in one state, but for the seat it is seen from, encoded key by key."""

    def __init__(
        self, state: int, values: dict[str, Any], keys: dict[str, bytes], since: int, changed: bytes
    ) -> None:
        self.state = state
        self.values = values  # what the keys stand for; not to be changed
        self.keys = keys
        self.since = since  # the state of the picture made before this one
        self.changed = changed  # the keys that differ from that picture, as one object

    def seen_from(self, seat: int | None) -> bytes:
        """The whole picture for one viewer; only the seat differs between them."""
        return b'{"seat":%s,%s' % (
            b"null" if seat is None else b"%d" % seat,
            _object(self.keys)[1:],
        )


def next_picture(before: Picture | None, state: int, game: Game, parts: EncodedParts) -> Picture:
    """The picture of a state, and how it differs from the one that was made before.

    Values are compared and not what they look like: most are numbers or the very same parts.
    """
    encode = parts.encoder.encode
    view = observe(game, 0, parts)
    del view["seat"]
    if before is None:
        keys = {key: encode(value) for key, value in view.items()}
        return Picture(state, view, keys, WHOLE, _object(keys))
    old = before.values
    keys = before.keys.copy()
    differ: dict[str, bytes] = {}
    for key, value in view.items():
        if old[key] != value:
            keys[key] = differ[key] = encode(value)
    return Picture(state, view, keys, before.state, _object(differ))


def _object(keys: dict[str, bytes]) -> bytes:
    """Encoded values as one JSON object; the keys are plain words."""
    return b"{%s}" % b",".join([b'"%s":%s' % (key.encode(), keys[key]) for key in keys])
