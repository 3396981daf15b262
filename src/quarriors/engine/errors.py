"""The errors of the package: a code and values, which the texts say in a sentence.

A sentence says what is wrong and what would be right. `str(error)` is the English one, and
`error.say("it")` the same in another language: the command line prints it and exits with code 2,
the server sends it. The engine holds no sentence and imports none: `quarriors` sets `SPEAKER`, so
that each sentence is written once per language, in `quarriors.text`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, Final

from mypy_extensions import mypyc_attr


class Speaker:
    """Who says the sentence of an error in a language."""

    def __init__(self) -> None:
        self.say: Callable[[QuarriorsError, str], str] | None = None


SPEAKER: Final = Speaker()


@mypyc_attr(allow_interpreted_subclasses=True)
class QuarriorsError(Exception):
    """Base class of all errors caused by invalid input."""

    # Where the sentences of a class are: a file of the texts, with the table in it after a dot.
    texts: ClassVar[str] = "errors"

    def __init__(self, _code: str, /, **values: object) -> None:
        # Compiled, a value must not be called like an argument: hence the name.
        super().__init__(_code)
        self.code = _code
        self.values = values

    def say(self, language: str = "en") -> str:
        """What is wrong and what would be right, in a language."""
        return self.code if SPEAKER.say is None else SPEAKER.say(self, language)

    def __str__(self) -> str:
        return self.say("en")

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return (_remake, (type(self), self.code, self.values))


def _remake(kind: type[QuarriorsError], code: str, values: dict[str, object]) -> QuarriorsError:
    """A pickled error again: worker processes send theirs to the process that started them."""
    return kind(code, **values)


@mypyc_attr(allow_interpreted_subclasses=True)
class RulesError(QuarriorsError):
    """The rules asked for do not exist or contradict each other."""

    texts = "setup"


@mypyc_attr(allow_interpreted_subclasses=True)
class CardError(QuarriorsError):
    """A card, class or set is unknown, or cannot be used the way it was asked for."""

    texts = "setup"


@mypyc_attr(allow_interpreted_subclasses=True)
class CatalogError(QuarriorsError):
    """A card's facts, text and behaviour do not fit together; raised when a catalogue is built."""


@mypyc_attr(allow_interpreted_subclasses=True)
class IllegalAnswer(QuarriorsError):
    """An answer that is not among the options of the decision; the game is as it was."""


@mypyc_attr(allow_interpreted_subclasses=True)
class ScriptError(QuarriorsError):
    """A scripted draw or roll cannot happen in this position."""


@mypyc_attr(allow_interpreted_subclasses=True)
class PositionError(QuarriorsError):
    """A position or saved state does not describe a table that can exist."""


@mypyc_attr(allow_interpreted_subclasses=True)
class RecordError(QuarriorsError):
    """A record is cut off, edited, of another version, or does not replay."""
