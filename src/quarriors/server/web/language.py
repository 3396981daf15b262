"""Which language a reader gets: the one asked for, else the one the browser likes, else English.

Apart because routes, refusals and the front page all answer in the reader's language.
"""

from __future__ import annotations

from typing import Literal, cast

from quarriors.text import TAGS

Spoken = Literal["en", "it", "it-original"]
DEFAULT: Spoken = "en"
LONGEST = 500  # characters of the header that are looked at


def spoken(text: str) -> Spoken | None:
    """A language by its exact tag, if we speak it."""
    return cast(Spoken, text) if text in TAGS else None


def accepted(header: str) -> Spoken:
    """The language we speak that an Accept-Language header likes best."""
    best: Spoken = DEFAULT
    most = 0.0
    for part in header[:LONGEST].split(","):
        name, _, quality = part.strip().partition(";")
        tag = name.strip().lower()
        found = spoken(tag) or spoken(tag.split("-")[0])
        weight = _weight(quality)
        if found is not None and weight > most:
            best, most = found, weight
    return best


def _weight(text: str) -> float:
    """How much a language is liked, from 0 to 1; what cannot be read counts as not at all."""
    key, _, value = text.strip().partition("=")
    if not key:
        return 1.0
    try:
        weight = float(value)
    except ValueError:
        return 0.0
    return weight if key.strip() == "q" and 0.0 <= weight <= 1.0 else 0.0
