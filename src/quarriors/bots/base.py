"""What a bot is and what it gets to see.

A bot is asked with a `Seat`: it can look at the table, copy it with luck of its own for search, and
read the decision. The seat holds no live game at all, only a reseeded copy whose origin does not
tell the seed, so a bot cannot look at dice to come even by accident.
"""

from __future__ import annotations

from typing import Any, Protocol

from quarriors.engine.errors import QuarriorsError
from quarriors.engine.game import Decision, Option
from quarriors.game import Game
from quarriors.view.observe import observe


class BotError(QuarriorsError):
    """A bot that does not exist, cannot be made as asked, or gives an answer that is no option."""


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


class Bot(Protocol):
    """Anything that can choose: one method, one of the options back."""

    def decide(self, seat: Seat, decision: Decision, /) -> Option:
        """Choose one of `decision.options`."""
        ...


def ask(bot: Bot, game: Game) -> Option:
    """Let a bot answer the decision a game stands at; anything but an option is refused."""
    number = game.decision.seat
    seat = Seat(game, number)
    decision = seat.decision
    answer = bot.decide(seat, decision)
    if answer not in decision.options:
        raise BotError(
            f"The bot at seat {number} answered {answer!r}; "
            f"it may answer: {'; '.join(decision.texts)}."
        )
    return answer
