"""Refusals that can be said in every language: a key of the texts and the values that fill it in.

An exception's own message is English, as everywhere in the package; code that talks to people asks
the same exception for its sentence in their language. Kept apart because records, set-up codes and
the command line all refuse things.
"""

from __future__ import annotations

from quarriors.engine.errors import RecordError
from quarriors.text import Texts


class Part:
    """A part of a sentence that is itself a text, said in the language of the whole."""

    def __init__(self, key: str, number: int = 0) -> None:
        self.key = key
        self.number = number

    def say(self, language: str) -> str:
        """The part in a language."""
        return Texts(language).say("cli", self.key, number=self.number)

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return (Part, (self.key, self.number))


class Sayable:
    """A mixin for exceptions whose sentence is in the texts of the command line."""

    key: str
    values: dict[str, object]

    def __init__(self, key: str, /, **values: object) -> None:
        self.key = key
        self.values = values
        super().__init__(self.say("en"))  # type: ignore[call-arg]  # an exception is next

    def say(self, language: str) -> str:
        """The sentence in a language."""
        values = {
            name: value.say(language) if isinstance(value, (Part, Sayable)) else value
            for name, value in self.values.items()
        }
        return Texts(language).say("cli", self.key, **values)

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return (_remake, (type(self), self.key, self.values))


def _remake(kind: type[Sayable], key: str, values: dict[str, object]) -> Sayable:
    """A pickled refusal again (worker processes send theirs home)."""
    return kind(key, **values)


class BadRecord(Sayable, RecordError):
    """A record that cannot be written, read or replayed."""
