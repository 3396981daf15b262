"""Words in English and Italian: rules, help, and every sentence shown to people.

Texts are TOML files, one folder a language, the same keys in each; a test compares them. What cards
say stands in their entries (`cards/sets/`). Code asks
for a text by file and key and fills in values; nothing above this package holds a sentence.
"""

from __future__ import annotations

import locale
import os
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from quarriors.engine.errors import QuarriorsError
from quarriors.toml_cache import parsed

if TYPE_CHECKING:
    from quarriors.cards.language.faults import Fault

LANGUAGES = ("en", "it")


class LanguageError(QuarriorsError):
    """A language we do not speak."""


def pick_language(wanted: str | None = None) -> str:
    """The language asked for, else the locale's if we speak it, else English."""
    if wanted is not None:
        if wanted not in LANGUAGES:
            raise LanguageError("language", value=str(wanted), known=LANGUAGES)
        return wanted
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(variable)
        if value:
            return "it" if value.startswith("it") else "en"
    found = locale.getlocale()[0] or ""
    return "it" if found.lower().startswith("it") else "en"


@cache
def load(language: str, name: str) -> dict[str, Any]:
    """One file of texts."""
    text = files("quarriors.text").joinpath(language, f"{name}.toml").read_text("utf-8")
    return parsed(text)


@cache
def _sentence(language: str, name: str, key: str) -> str:
    """The text under a dotted key; kept, because a server says the same ones all day."""
    found: Any = load(language, name)
    for part in key.split("."):
        found = found[part]
    return str(found)


@lru_cache(4096)
def _card(language: str, packs: tuple[str, ...], card: str) -> dict[str, Any]:
    from quarriors.cards.load import entries  # slow to import, and most texts are not of cards

    entry = entries(packs)[card]
    return {
        "name": entry.names[language],
        "abilities": [line.text[language] for line in entry.lines],
        "rulings": [ruling[language] for ruling in entry.rulings],
    }


class Texts:
    """All words of one language; those of cards as the packs of a game (ids) have them."""

    def __init__(self, language: str, packs: tuple[str, ...] = ()) -> None:
        self.language = pick_language(language)
        self.packs = packs

    def say(self, _file: str, _key: str, /, **values: object) -> str:
        """The sentence under a dotted key of a file, with its values filled in.

        Compiled, a value must not be called like an argument: hence their names.
        """
        found = _sentence(self.language, _file, _key)
        return found.format(**values) if values else found

    def count(self, _file: str, _key: str, _count: int, /, **values: object) -> str:
        """The same about a number of things: of one thing the sentence under `..._one`."""
        return self.say(_file, f"{_key}_one" if _count == 1 else _key, **values)

    def fill(self, name: str, key: str, values: Mapping[str, object]) -> str:
        """The same with values that may be worked out as they are named."""
        return _sentence(self.language, name, key).format_map(values)

    def card_name(self, card: str) -> str:
        """A card's name in this language."""
        return str(self.card(card)["name"])

    def card(self, card: str) -> dict[str, Any]:
        """Name, ability texts and rulings of a card."""
        return _card(self.language, self.packs, card)

    def pack_note(self, card: str) -> str:
        """That a card was added or corrected by a pack of the table; empty if it is our own."""
        if not self.packs:
            return ""
        from quarriors.cards.known_packs import pack_of

        for pack in map(pack_of, reversed(self.packs)):
            for key, names in (("corrected", pack.corrected), ("added", pack.added)):
                if card in names:
                    return self.say("packs", f"card.{key}", pack=pack.name)
        return ""

    def class_name(self, class_name: str) -> str:
        """The name of a class of dice."""
        from quarriors.cards.load import dice

        return dice(self.packs)[class_name].names[self.language]

    def quartifact(self, name: str) -> str:
        """A quartifact's name."""
        from quarriors.cards.load import dice

        for die in dice(self.packs).values():
            if name in die.quartifacts:
                return die.quartifacts[name][self.language]
        return name

    def fault(self, fault: Fault) -> str:
        """What is wrong with an entry of a card, where, and what would be right."""
        values = {
            key: self.say("cards", f"kind.{value}") if key in ("expected", "kind") else value
            for key, value in fault.values.items()
        }
        part = "packs" if fault.code.startswith("pack_") else "cards"
        said = self.say(part, f"fault.{fault.code}", **values)
        if values.get("near"):
            said = self.say("cards", "near", said=said, near=values["near"])
        if not fault.line:
            return said
        where = {"file": fault.file, "line": fault.line, "column": fault.column}
        return self.say("cards", "at", said=said, **where)

    def rule(self, rule_id: str) -> dict[str, str]:
        """Title and text of a rule."""
        return dict(load(self.language, "rules")[rule_id])

    def rule_ids(self) -> list[str]:
        """All rule ids, in the order of the digest."""
        return [key for key in load(self.language, "rules") if not key.startswith("section")]
