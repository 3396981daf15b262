"""What a terminal shows: a question with its choices, and what every screen must be able to do.

A game at one keyboard and a table of a server are shown by the same screens: both hand over an
observation and sentences, never a game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from quarriors.view.sentences import option_sentences, question
from quarriors.view.speech import Speech
from quarriors.view.story import Line

if TYPE_CHECKING:
    from quarriors.game import Game


@dataclass(frozen=True)
class Asked:
    """A question and its choices, as sentences; choices are shown numbered from 1."""

    question: str
    choices: tuple[str, ...]


def asked_of(game: Game, speech: Speech) -> Asked:
    """What a game asks now."""
    return Asked(question(game, speech), tuple(option_sentences(game, speech)))


class Screen(Protocol):
    """What people are shown a game with; it knows no rule and gives no answer."""

    signs: bool  # whether faces are drawn with signs

    def say(self, *lines: str) -> None:
        """Messages."""
        ...

    def log(self, lines: Sequence[Line]) -> None:
        """What happened."""
        ...

    def table(self, seen: Mapping[str, Any], speech: Speech) -> None:
        """Everything that lies on the table."""
        ...

    def decision(
        self, seen: Mapping[str, Any], asked: Asked, speech: Speech, hint: str, whole: bool
    ) -> None:
        """The position, the question, the hint and the choices; `whole` asks for all the table."""
        ...

    def choices(self, asked: Asked) -> None:
        """The question and the choices alone, after something else was shown."""
        ...

    def invite(self, text: str) -> None:
        """Ask somebody to type, without waiting for it."""
        ...

    def prompt(self, text: str) -> str:
        """What the user types; EOFError at the end of the input."""
        ...
