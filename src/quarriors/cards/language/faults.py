"""Faults of entries and expressions, each with its place.

A fault has a code and values; `text/*/cards.toml` says it in a sentence. Faults of a file are
collected and raised together as `FaultyCards`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from quarriors.engine.errors import CatalogError

LONGEST = 40  # of a word that is compared with others: comparing takes long for longer ones


@dataclass(frozen=True)
class Fault:
    """One thing that is wrong, at a line and column of a file (counted from 1; 0: unknown)."""

    code: str  # a key of [fault] in text/*/cards.toml
    values: Mapping[str, object] = field(default_factory=dict)
    line: int = 0
    column: int = 0
    file: str = ""
    at: int = 0  # the offset in the expression, before the line in the file is known

    def placed(self, file: str, line: int, column: int) -> Fault:
        """The same fault with its place in a file."""
        return replace(self, file=file, line=line, column=column)

    def sentence(self, language: str = "en") -> str:
        """What is wrong and what would be right, with file, line and column."""
        from quarriors.text import Texts  # above the cards; asked only when something is wrong

        return Texts(language).fault(self)

    def __str__(self) -> str:
        return self.sentence()


class FaultyCards(CatalogError):
    """Entries that cannot be made into cards; `faults` lists the reasons."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__("faults")
        self.faults = tuple(faults)

    def say(self, language: str = "en") -> str:
        """All faults, a sentence a line."""
        return "\n".join(fault.sentence(language) for fault in self.faults)

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return (FaultyCards, (self.faults,))


class WordError(CatalogError):
    """Arguments that are of the right kinds but make no sense together; the compiler places it."""

    texts = "cards.fault"


def near(word: str, known: Sequence[str]) -> str:
    """The known word that was probably meant; an empty text if none is close."""
    from difflib import get_close_matches  # only when something is wrong

    found = get_close_matches(word[:LONGEST], known, 1, 0.6)
    return found[0] if found else ""
