"""The options that several commands have, declared once with the words that the shell completes.

What an option means to people is in the texts of the command line, under its name. Completions are
looked up when the shell asks for them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Annotated, Any

import typer

Complete = Callable[[str], list[str]]


def _names(kind: str) -> Iterable[str]:
    """All names of a kind that an option takes."""
    match kind:
        case "languages":
            from quarriors.text import TAGS

            return TAGS
        case "bots":
            from quarriors.bots import BOTS

            return sorted(BOTS)
        case "mixes":
            from quarriors.engine.setup import MIXES

            return MIXES
        case "kinds" | "energies":
            from quarriors.engine.catalog import ENERGIES, KINDS

            return KINDS if kind == "kinds" else (*ENERGIES[1:], "none")
    from quarriors.cards.sets import MODULES, SETS
    from quarriors.engine.rules import EDITIONS, VARIANTS

    named = {
        "editions": EDITIONS,
        "variants": VARIANTS,
        "sets": (*SETS, "all"),
        "modules": MODULES,
    }
    return named[kind]


class Names(dict[str, str]):
    """The lists of names that the help of options contains, made when a help text needs them."""

    def __missing__(self, kind: str) -> str:
        self[kind] = ", ".join(_names(kind))
        return self[kind]


def one(kind: str, *more: str) -> Complete:
    """Complete one name of a kind."""

    def complete(incomplete: str) -> list[str]:
        return [name for name in (*_names(kind), *more) if name.startswith(incomplete)]

    return complete


def several(kind: str, *more: str) -> Complete:
    """Complete the last name of a comma separated list."""

    def complete(incomplete: str) -> list[str]:
        before, comma, last = incomplete.rpartition(",")
        return [f"{before}{comma}{name}" for name in one(kind, *more)(last)]

    return complete


def card_words(incomplete: str) -> list[str]:
    """Complete a word of a card's name, in any language."""
    from quarriors.cards.load import entries

    words = {
        word.casefold()
        for entry in entries().values()
        for name in entry.names.values()
        for word in name.split()
    }
    return sorted(word for word in words if word.startswith(incomplete.casefold()))


def _option(*names: str, complete: Complete | None = None, metavar: str | None = None) -> Any:
    return typer.Option(*names, autocompletion=complete, metavar=metavar)


Language = Annotated[str | None, _option("--lang", complete=one("languages"))]
AsJson = Annotated[bool, _option("--json")]
PackFiles = Annotated[list[str] | None, _option("--pack", metavar="FILE")]
Seed = Annotated[int | None, _option("--seed")]
Workers = Annotated[int | None, _option("--workers")]
Plain = Annotated[bool, _option("--plain")]

Edition = Annotated[str | None, _option("--edition", complete=one("editions"))]
Sets = Annotated[str | None, _option("--sets", complete=several("sets"))]
Modules = Annotated[str | None, _option("--modules", complete=several("modules", "none"))]
Variants = Annotated[str | None, _option("--variants", complete=several("variants"))]
Mix = Annotated[str | None, _option("--mix", complete=one("mixes"))]
Feature = Annotated[str | None, _option("--feature", complete=one("sets"))]
Wilds = Annotated[str | None, _option("--wilds")]
Code = Annotated[str | None, _option("--code")]
Include = Annotated[str | None, _option("--include")]
Exclude = Annotated[str | None, _option("--exclude")]
Seats = Annotated[str | None, _option("--seats", complete=several("bots", "human"))]
