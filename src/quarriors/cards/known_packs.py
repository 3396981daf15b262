"""Packs of cards that were read in this process, by their ids.

A pack is known as long as an object holds it, as rules do; the packs read last are always known.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final
from weakref import WeakValueDictionary

from quarriors.cards.entry import CardFile
from quarriors.engine.errors import RulesError

_RECENT: Final = 16


@dataclass(frozen=True)
class Pack:
    """A pack that was read and checked; two of the same id are equal."""

    id: str  # name@version#hash
    name: str = field(compare=False)
    version: str = field(compare=False)
    author: str = field(compare=False)
    languages: tuple[str, ...] = field(compare=False)
    sets: tuple[str, ...] = field(compare=False)
    text: str = field(compare=False, repr=False)
    hash: str = field(compare=False)
    added: tuple[str, ...] = field(compare=False)  # names of cards that no set has
    corrected: tuple[str, ...] = field(compare=False)  # names of cards that it replaces
    classes: tuple[str, ...] = field(compare=False)  # classes of dice that it adds or replaces
    file: CardFile = field(compare=False, repr=False)

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return (_again, (self.text,))


_known: Final[WeakValueDictionary[str, Pack]] = WeakValueDictionary()
_by_text: Final[WeakValueDictionary[str, Pack]] = WeakValueDictionary()
_recent: Final[deque[Pack]] = deque(maxlen=_RECENT)


def remember(pack: Pack) -> Pack:
    """Register a pack; returns the pack that is registered under its id."""
    kept = _known.setdefault(pack.id, pack)
    _by_text[pack.text] = kept
    if kept not in _recent:
        _recent.append(kept)
    return kept


def pack_of(pack_id: str) -> Pack:
    """The pack of an id, if it was read in this process."""
    found = _known.get(pack_id)
    if found is None:
        raise UnknownPack(pack_id)
    return found


def known_packs() -> list[Pack]:
    """All packs that were read in this process and are still held, in the order of their ids."""
    return sorted(_known.values(), key=lambda pack: pack.id)


def pack_of_text(text: str) -> Pack | None:
    """The pack of exactly this text, if it was read in this process."""
    return _by_text.get(text)


def texts_of(packs: Iterable[str]) -> dict[str, str]:
    """The texts of packs by their ids, to be kept beside what was played with them."""
    return {name: pack_of(name).text for name in packs}


class UnknownPack(RulesError):
    """An id of a pack that was not read in this process."""

    texts = "errors.pack"

    def __init__(self, pack_id: str) -> None:
        super().__init__("unknown", pack=pack_id)
        self.pack_id = pack_id

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return (UnknownPack, (self.pack_id,))


def _again(text: str) -> Pack:
    """Read the pack of a pickle."""
    from quarriors.cards.pack import read_pack_text  # stands on this module

    return read_pack_text(text)
