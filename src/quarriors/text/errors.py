"""The sentences of errors: `said` puts the values of an error into its text.

A value may be a list of names, or have a sentence of its own, as another error or a `Part` has.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from quarriors.text import Texts

if TYPE_CHECKING:
    from quarriors.engine.errors import QuarriorsError


class Part:
    """A part of a sentence that is a text itself; it is said in the language of the whole."""

    def __init__(self, file: str, key: str, /, **values: object) -> None:
        self.file = file
        self.key = key
        self.values = values

    def say(self, language: str) -> str:
        """The part in a language."""
        return Texts(language).say(self.file, self.key, **spoken(self.values, language))

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return (_part, (self.file, self.key, self.values))


def _part(file: str, key: str, values: dict[str, object]) -> Part:
    """A pickled part again."""
    return Part(file, key, **values)


def spoken(values: dict[str, object], language: str) -> dict[str, object]:
    """Values as a sentence in a language has them."""
    return {name: _spoken(value, language) for name, value in values.items()}


def _spoken(value: object, language: str) -> object:
    if isinstance(value, (list, tuple)):
        return ", ".join(str(_spoken(one, language)) for one in value)
    say = getattr(value, "say", None)
    return value if say is None else say(language)


def said(error: QuarriorsError, language: str, key: str = "") -> str:
    """The sentence of an error, by its code or by another key of its texts.

    Other packages may raise our errors with a sentence of their own, which is no key.
    """
    file, _, table = error.texts.partition(".")
    place = f"{table}.{key or error.code}" if table else key or error.code
    try:
        return Texts(language).say(file, place, **spoken(error.values, language))
    except KeyError:
        return error.code
