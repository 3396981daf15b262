"""Sentences whose words follow their values: singular and plural, Italian articles and endings.

A sentence is a template of `str.format`. Three kinds of slot are ours:

- `{n:# die|# dice}` is the first form if `n` is 1, else the second; `#` in a form is the number.
- `{of:Il}` is a name with its article: "Il Goblin Rovistatore", "La Megera", "L'Assistente". `del`,
  `al`, `dal`, `nel` and `sul` join it with a preposition. What is no name of a card or class (a
  player, a list) gets the bare preposition, or no article.
- `{of:distrutto/distrutta}` agrees with the gender of the name, which is not repeated.

Italian articles follow from the gender and from how the name begins. A die's entry gives the gender
of its class as `gender_it`. Cards of creatures have the gender of their class; a spell is named by
its type ("Malia della Morte"), so its gender is that of the first word; a quest is feminine.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Final

_SLOT: Final = re.compile(
    r"\{(\w+):([^{}|]*\|[^{}|]*|[^{}/]+/[^{}/]+|[Ii]l|[Dd]el|[Aa]l|dal|nel|sul)\}"
)
# An article or a preposition with it: before a consonant, as "lo", before a vowel, feminine, and
# what stands before something that has no gender.
_ARTICLES: Final = {
    "il": ("il ", "lo ", "l'", "la ", ""),
    "del": ("del ", "dello ", "dell'", "della ", "di "),
    "al": ("al ", "allo ", "all'", "alla ", "a "),
    "dal": ("dal ", "dallo ", "dall'", "dalla ", "da "),
    "nel": ("nel ", "nello ", "nell'", "nella ", "in "),
    "sul": ("sul ", "sullo ", "sull'", "sulla ", "su "),
}
_LO: Final = re.compile(r"s[^aeiouàèéìòù]|z|gn|ps|pn|x|y", re.IGNORECASE)
_VOWELS: Final = "aeiouàèéìòùh"  # an h is silent
_QUARTIFACT: Final = "Quartefatto"  # the word before the name of one in Italian sentences


class Forms:
    """A sentence with such slots, split once."""

    def __init__(self, text: str) -> None:
        parts = _SLOT.split(text)
        self._texts = parts[::3]  # between the slots; each may have ordinary slots of its own
        self._slots = [
            _slot(name, form) for name, form in zip(parts[1::3], parts[2::3], strict=True)
        ]

    def fill(self, values: Mapping[str, object], packs: tuple[str, ...]) -> str:
        """The sentence with its values."""
        said = [self._texts[0].format_map(values)]
        for at, (name, kind, first, second) in enumerate(self._slots):
            value = str(values[name])
            if kind == "|":
                said.append((first if value == "1" else second).replace("#", value))
            elif kind == "/":
                said.append(second if gender(value, packs) == "f" else first)
            else:
                said.append(with_article(value, first, packs))
            text = self._texts[at + 1]
            said.append(text.format_map(values) if "{" in text else text)
        return "".join(said)


def parse(text: str) -> str | Forms:
    """A sentence as it is, unless it has such slots."""
    return Forms(text) if _SLOT.search(text) else text


def _slot(name: str, form: str) -> tuple[str, str, str, str]:
    """The name of a value, what chooses between its forms, and the forms."""
    for kind in "|/":
        if kind in form:
            first, _, second = form.partition(kind)
            return name, kind, first, second
    return name, "", form, ""


@lru_cache(16_384)
def with_article(name: str, form: str, packs: tuple[str, ...] = ()) -> str:
    """An Italian name with its article, or with a preposition and its article."""
    articles = _ARTICLES[form.lower()]
    of = gender(name, packs)
    if not of:
        article = articles[4]
    elif name[0].lower() in _VOWELS:
        article = articles[2]
    elif of == "f":
        article = articles[3]
    else:
        article = articles[1] if _LO.match(name) else articles[0]
    return (article.capitalize() if form[0].isupper() else article) + name


@lru_cache(16_384)
def gender(text: str, packs: tuple[str, ...] = ()) -> str:
    """The gender of the name that a text begins with: "m", "f", or "" if it is no name."""
    known = _genders(packs)
    words = text.split(" ")
    for end in range(len(words), 0, -1):
        found = known.get(" ".join(words[:end]))
        if found is not None:
            return found
    return ""


@cache
def _genders(packs: tuple[str, ...]) -> dict[str, str]:
    """The genders of all names, in both languages."""
    found = {_QUARTIFACT: "m"}
    from quarriors.cards.load import dice, entries  # slow to import, and few sentences need it

    classes = dice(packs)
    for die in classes.values():
        for name in die.names.values():
            found[name] = die.gender or _guess(die.names["it"])
    for card in entries(packs).values():
        die = classes[card.class_name]
        name = card.names["it"]
        if die.kind == "spell":
            found[card.names["en"]] = "m"  # the English name of a spell is "un incantesimo"
            found[name] = _guess(name)
        else:
            of = "f" if die.kind == "quest" else die.gender or _guess(name)
            found[card.names["en"]] = found[name] = of
    return found


def _guess(name: str) -> str:
    """The gender that most Italian nouns with such an ending have."""
    return "f" if name.partition(" ")[0].endswith("a") else "m"
