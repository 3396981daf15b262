"""What a bot is, what it sees, and how it explains its choices.

A bot gets a `Seat`: it can look at the table, copy the game with other luck for search, and read
the decision. The seat holds a reseeded copy and not the live game, so a bot cannot see dice to
come, not even by mistake.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from quarriors.engine.errors import QuarriorsError
from quarriors.engine.game import Decision, Option
from quarriors.game import Game

if TYPE_CHECKING:
    from quarriors.view.shape import View

Value = int | float | str  # of a parameter


class BotError(QuarriorsError):
    """A bot does not exist, cannot be made with these parameters, or gave an illegal answer."""

    texts = "bots.refuse"


@dataclass(frozen=True)
class Parameter:
    """A parameter of a bot, such as `ms=200`; its type is that of its default.

    Attributes:
        name: How it is written.
        default: The value if none is given.
        least: The lowest value allowed, if there is one.
        most: The highest value allowed, if there is one.
    """

    name: str
    default: Value
    least: float | None = None
    most: float | None = None


class Seat:
    """What a bot gets: one seat of a game at one decision, without the dice to come.

    Attributes:
        number: The number of the seat, from 0.
    """

    __slots__ = ("_copy", "number")

    def __init__(self, game: Game, number: int) -> None:
        self.number = number
        self._copy = game.branch(0)  # tells neither seed nor answers nor what is scripted

    @property
    def decision(self) -> Decision:
        """The decision to make; its options are valid answers in the real game."""
        return self._copy.decision

    def observe(self) -> View:
        """Everything that this seat may see, as plain values; see `Game.observe`."""
        return self._copy.observe(self.number)

    def branch(self, seed: int) -> Game:
        """A game at this position with other luck, to try things in."""
        return self._copy.branch(seed)


@dataclass(frozen=True)
class Choice:
    """One option as a bot judges it: its value and the parts that make it up.

    Parts are numbers by name. Sentences use the names that `quarriors.bots.explain` lists; other
    parts are for programs.

    Attributes:
        option: The option.
        value: Its value in Glory; None if the bot has no values, or others.
        parts: What the value is made of.
        wins: The part of the games tried in which it won, from 0 to 1; None if none was tried.
    """

    option: Option
    value: float | None = None
    parts: Mapping[str, float] = field(default_factory=dict)
    wins: float | None = None


@dataclass(frozen=True)
class Explanation:
    """The two or three best options of a bot.

    Attributes:
        choices: The options; the first is the one that the bot would answer. A rival names the
            best that it sees, although it may slip when it answers.
    """

    choices: tuple[Choice, ...]


class Bot(Protocol):
    """A bot is any object with this method."""

    def decide(self, seat: Seat, decision: Decision, /) -> Option:
        """Return one of `decision.options`."""
        ...


@runtime_checkable
class Explainer(Protocol):
    """A bot that can explain its choices; explaining does not change what it decides."""

    def explain(self, seat: Seat, decision: Decision, /) -> Explanation:
        """Return the best options with their values."""
        ...


def ask(bot: Bot, game: Game) -> Option:
    """Ask a bot for the open decision of a game; raises `BotError` if it returns no option."""
    number = game.decision.seat
    seat = Seat(game, number)
    decision = seat.decision
    answer = bot.decide(seat, decision)
    if answer not in decision.options:
        options = "; ".join(decision.texts)
        raise BotError("answer", seat=number, answer=repr(answer), options=options)
    return answer
