"""Words in English and Italian: rules, help, and every sentence shown to people.

Texts are TOML files, one folder per language, the same keys in each; a test compares them. What
cards say is in their entries (`cards/sets/`). Code asks for a text by file and key and fills in
values; nothing above this package holds a sentence. Where a number meets a noun, and where Italian
needs an article or an ending, the template has forms to choose from: see `forms`.

A language is named by its tag, "en" or "it". The Italian box keeps the English names of cards:
"it-original" is Italian with these names.
"""

from __future__ import annotations

import locale
import os
from collections.abc import Mapping
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

from quarriors.engine.errors import QuarriorsError
from quarriors.text.forms import Forms, parse
from quarriors.toml_cache import parsed, text_of

if TYPE_CHECKING:
    from quarriors.cards.language.faults import Fault

LANGUAGES = ("en", "it")
ORIGINAL_NAMES = "it-original"
TAGS = (*LANGUAGES, ORIGINAL_NAMES)


class LanguageError(QuarriorsError):
    """A language that the texts do not have."""


def pick_language(wanted: str | None = None) -> str:
    """The tag of the language asked for, else of the locale's if we speak it, else English."""
    if wanted is not None:
        if wanted not in TAGS:
            raise LanguageError("language", value=str(wanted), known=TAGS)
        return wanted
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(variable)
        if value:
            return "it" if value.startswith("it") else "en"
    found = locale.getlocale()[0] or ""
    return "it" if found.lower().startswith("it") else "en"


def base_language(tag: str) -> str:
    """The language of a tag, however it names cards."""
    return "it" if tag == ORIGINAL_NAMES else tag


def names_language(tag: str) -> str:
    """The language in which a tag names cards."""
    return "en" if tag == ORIGINAL_NAMES else tag


@cache
def load(language: str, name: str) -> dict[str, Any]:
    """One file of texts."""
    return parsed(text_of(f"text/{base_language(language)}/{name}.toml"))


@cache
def _sentence(language: str, name: str, key: str) -> str | Forms:
    """The text under a dotted key; kept, because a server says the same ones all day."""
    found: Any = load(language, name)
    for part in key.split("."):
        found = found[part]
    return parse(str(found))


@lru_cache(4096)
def _card(language: str, packs: tuple[str, ...], card: str) -> dict[str, Any]:
    from quarriors.cards.load import entries  # slow to import, and most texts are not of cards

    entry = entries(packs)[card]
    base = base_language(language)
    name, english, italian = (entry.names[one] for one in (names_language(language), "en", base))
    return {
        "name": name,
        "other_name": "" if english == italian else italian if name == english else english,
        "abilities": [line.text[base] for line in entry.lines],
        "rulings": [ruling[base] for ruling in entry.rulings],
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
        if isinstance(found, str):
            return found.format(**values) if values else found
        return found.fill(values, self.packs)

    def fill(self, name: str, key: str, values: Mapping[str, object]) -> str:
        """The same with values that may be worked out as they are named."""
        found = _sentence(self.language, name, key)
        if isinstance(found, str):
            return found.format_map(values)
        return found.fill(values, self.packs)

    def card_name(self, card: str) -> str:
        """A card's name in this language."""
        return str(self.card(card)["name"])

    def card(self, card: str) -> dict[str, Any]:
        """Name, ability texts and rulings of a card.

        `other_name` is its English name, or the translation if names are original; empty if there
        is but one.
        """
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

        return dice(self.packs)[class_name].names[names_language(self.language)]

    def quartifact(self, name: str) -> str:
        """A quartifact's name."""
        from quarriors.cards.load import dice

        for die in dice(self.packs).values():
            if name in die.quartifacts:
                return die.quartifacts[name][names_language(self.language)]
        return name

    def fault(self, fault: Fault) -> str:
        """What is wrong with an entry of a card, where, and what would be right."""
        from quarriors.text.errors import spoken, toml_cause

        values = spoken(dict(fault.values), self.language)
        for key in ("expected", "kind"):
            if key in values:
                values[key] = self.say("cards", f"kind.{values[key]}")
        if fault.code == "toml":
            values["reason"] = toml_cause(str(values["reason"]), self.language)
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
