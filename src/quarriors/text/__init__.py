"""Words in English and Italian: cards, rules, help, and every sentence shown to people.

Texts are TOML files, one folder a language, the same keys in each; a test compares them. Code asks
for a text by file and key and fills in values; nothing above this package holds a sentence.
"""

from __future__ import annotations

import locale
import os
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from quarriors.cards.sets import SETS
from quarriors.engine.errors import QuarriorsError

LANGUAGES = ("en", "it")


class LanguageError(QuarriorsError):
    """A language we do not speak."""


def pick_language(wanted: str | None = None) -> str:
    """The language asked for, else the locale's if we speak it, else English."""
    if wanted is not None:
        if wanted not in LANGUAGES:
            raise LanguageError(
                f"There is no language {wanted!r}; use one of {', '.join(LANGUAGES)}."
            )
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
    return tomllib.loads(text)


@cache
def _sentence(language: str, name: str, key: str) -> str:
    """The text under a dotted key; kept, because a server says the same ones all day."""
    found: Any = load(language, name)
    for part in key.split("."):
        found = found[part]
    return str(found)


@cache
def _card(language: str, card: str) -> dict[str, Any]:
    for set_name in SETS:
        entry: dict[str, Any] | None = load(language, f"cards_{set_name}").get(card)
        if entry is not None:
            return entry
    raise KeyError(f"no text for the card {card!r}")


class Texts:
    """All words of one language."""

    def __init__(self, language: str) -> None:
        self.language = pick_language(language)

    def say(self, _file: str, _key: str, /, **values: object) -> str:
        """The sentence under a dotted key of a file, with its values filled in.

        Compiled, a value must not be called like an argument: hence their names.
        """
        found = _sentence(self.language, _file, _key)
        return found.format(**values) if values else found

    def fill(self, name: str, key: str, values: Mapping[str, object]) -> str:
        """The same with values that may be worked out as they are named."""
        return _sentence(self.language, name, key).format_map(values)

    def card_name(self, card: str) -> str:
        """A card's name in this language."""
        return str(self.card(card)["name"])

    def card(self, card: str) -> dict[str, Any]:
        """Name, ability texts and rulings of a card."""
        return _card(self.language, card)

    def class_name(self, class_name: str) -> str:
        """The name of a class of dice."""
        for set_name in SETS:
            classes: dict[str, str] = load(self.language, f"cards_{set_name}")["classes"]
            if class_name in classes:
                return classes[class_name]
        raise KeyError(f"no name for the class {class_name!r}")

    def rule(self, rule_id: str) -> dict[str, str]:
        """Title and text of a rule."""
        return dict(load(self.language, "rules")[rule_id])

    def rule_ids(self) -> list[str]:
        """All rule ids, in the order of the digest."""
        return [key for key in load(self.language, "rules") if not key.startswith("section")]
