"""What the engine knows of sets: only what they say of themselves when they are announced.

The files of cards describe each set; `quarriors.cards.sets` announces them when it is imported. The
engine asks how many classes a set can lay out, which basic cards it adds and which rules it brings,
and names no set, card or class itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol


@dataclass(frozen=True)
class SetInfo:
    """One box: what it adds at set-up."""

    name: str
    creature_classes: int  # how many it could lay out alone
    spell_classes: int
    basics: tuple[str, ...] = ()  # basic cards that lie in the Wilds of every game with it
    default: bool = False  # whether rules that name no set have it


@dataclass(frozen=True)
class ModuleInfo:
    """Rules that a set brings: what they add at set-up."""

    name: str
    home: str  # the set that brings them
    basics: tuple[str, ...] = ()
    replaces_basics: bool = False  # theirs lie there instead of the usual ones (13.1)
    # Classes of which one card is dealt beside creatures and spells, by the number of players.
    dealt: Mapping[int, tuple[str, ...]] = field(default_factory=dict)


class PackLike(Protocol):
    """What the engine asks of a pack of cards: the name that rules know it by."""

    @property
    def id(self) -> str:
        """Name, version and hash."""


class Announced:
    """The sets and modules that were announced, and the basics of every game."""

    def __init__(self) -> None:
        self.sets: dict[str, SetInfo] = {}
        self.modules: dict[str, ModuleInfo] = {}
        self.usual_basics: tuple[str, ...] = ()
        # The packs that `Rules` was given in one way or another.
        self.find_packs: Callable[[Sequence[object]], Sequence[PackLike]] | None = None

    @property
    def default_sets(self) -> tuple[str, ...]:
        """The sets of rules that name none."""
        return tuple(info.name for info in self.sets.values() if info.default)


ANNOUNCED: Final = Announced()


def announce(
    usual_basics: Sequence[str],
    sets: Sequence[SetInfo],
    modules: Sequence[ModuleInfo],
    find_packs: Callable[[Sequence[object]], Sequence[PackLike]],
) -> None:
    """Make sets and their rules known to the engine; their order is that of every list of them."""
    ANNOUNCED.usual_basics = tuple(usual_basics)
    ANNOUNCED.sets = {info.name: info for info in sets}
    ANNOUNCED.modules = {info.name: info for info in modules}
    ANNOUNCED.find_packs = find_packs
