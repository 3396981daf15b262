"""What a bot is, what it gets to see, and how it says why.

A bot is asked with a `Seat`: it can look at the table, copy it with luck of its own for search, and
read the decision. The seat holds no live game at all, only a reseeded copy whose origin does not
tell the seed, so a bot cannot look at dice to come even by accident.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, runtime_checkable

from quarriors.engine.errors import QuarriorsError
from quarriors.engine.game import Decision, Option
from quarriors.game import Game
from quarriors.view.observe import observe

Value = int | float | str  # of a parameter


class BotError(QuarriorsError):
    """A bot that does not exist, cannot be made as asked, or gives an answer that is no option."""

    texts = "bots.refuse"


@dataclass(frozen=True)
class Parameter:
    """Something a bot can be asked with, such as `ms=200`; its type is that of its default."""

    name: str
    default: Value
    least: float | None = None
    most: float | None = None


class Seat:
    """One seat's window on a game at one decision."""

    __slots__ = ("_copy", "number")

    def __init__(self, game: Game, number: int) -> None:
        self.number = number
        self._copy = game.branch(0)  # tells neither seed nor answers nor what is scripted

    @property
    def decision(self) -> Decision:
        """What is to be decided; its options are valid answers in the real game."""
        return self._copy.decision

    def observe(self) -> dict[str, Any]:
        """All that this seat may see, as plain values."""
        return observe(self._copy, self.number)

    def branch(self, seed: int) -> Game:
        """A game to try things in, from this very position, with luck of its own."""
        return self._copy.branch(seed)


@dataclass(frozen=True)
class Choice:
    """One option as a bot sees it: its value in Glory and the parts that make it up.

    Parts are numbers by name; `explain.py` lists the names that sentences know. A part of another
    name is kept for programs and not said.
    """

    option: Option
    value: float | None = None  # None: the bot does not weigh
    parts: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True)
class Explanation:
    """The two or three options a bot likes best; the first is the one it would answer."""

    choices: tuple[Choice, ...]


class Bot(Protocol):
    """Anything that can choose: one method, one of the options back."""

    def decide(self, seat: Seat, decision: Decision, /) -> Option:
        """Choose one of `decision.options`."""
        ...


@runtime_checkable
class Explainer(Protocol):
    """A bot that can say why; asking it changes nothing about what it decides."""

    def explain(self, seat: Seat, decision: Decision, /) -> Explanation:
        """The best options with their values."""
        ...


def ask(bot: Bot, game: Game) -> Option:
    """Let a bot answer the decision a game stands at; anything but an option is refused."""
    number = game.decision.seat
    seat = Seat(game, number)
    decision = seat.decision
    answer = bot.decide(seat, decision)
    if answer not in decision.options:
        options = "; ".join(decision.texts)
        raise BotError("answer", seat=number, answer=repr(answer), options=options)
    return answer
