"""What seats earn: for winning, by the difference in Glory, or by a function of one's own.

A reward is asked after every answer and gives one number for each seat. `win` and `glory` give
nothing before the end, and both add up to zero.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from numbers import Real
from typing import Any, Final

from quarriors.engine.errors import RulesError
from quarriors.engine.game import Game, Result

KNOWN: Final = ("win", "glory")
Hook = Callable[[Game], Sequence[float]]  # what each seat earned since it was last asked


def win(result: Result, players: int) -> list[float]:
    """The winners share 1, the others share -1; nothing if all or none win."""
    won = len(result.winners)
    if won in (0, players):  # nobody: 15.24
        return [0.0] * players
    lost = -1.0 / (players - won)
    return [1.0 / won if seat in result.winners else lost for seat in range(players)]


def glory(result: Result, goal: int) -> list[float]:
    """Each seat's Glory less the mean of the others', in parts of the goal."""
    total = sum(result.glory)
    others = len(result.glory) - 1
    return [(own - (total - own) / others) / goal for own in result.glory]


class Reward:
    """What an environment gives its seats; `during_game` says whether it may give something early.

    Subclasses override `step`, and `begin` where they keep something from one step to the next.
    """

    during_game = True

    def begin(self, game: Game) -> None:
        """Take note of a new game."""

    def step(self, game: Game) -> list[float]:
        """What each seat has earned since the last call."""
        raise NotImplementedError


class _AtTheEnd(Reward):
    """One of the known rewards, which come with the result."""

    during_game = False

    def __init__(self, kind: str) -> None:
        self.kind = kind

    def step(self, game: Game) -> list[float]:
        """Nothing before the end."""
        result = game.result
        if result is None:
            return [0.0] * int(game.setup.players)
        if self.kind == "win":
            return win(result, len(result.glory))
        return glory(result, game.setup.goal)


class Shaped(Reward):
    """The reward for winning, and what a hook adds to it at every step.

    The hook gets the game and gives one number for each seat: what it has earned since the hook was
    last asked. It must not change the game.
    """

    def __init__(self, hook: Hook) -> None:
        self.hook = hook

    def begin(self, game: Game) -> None:
        """Let a hook with a `begin` of its own take note."""
        begin = getattr(self.hook, "begin", None)
        if begin is not None:
            begin(game)

    def step(self, game: Game) -> list[float]:
        """What the hook gives, and at the end what was won."""
        players = int(game.setup.players)
        given = list(self.hook(game))
        if len(given) != players or not all(isinstance(number, Real) for number in given):
            raise RulesError("env_hook", players=players, value=repr(given))
        result = game.result
        won = [0.0] * players if result is None else win(result, players)
        return [float(more) + one for more, one in zip(given, won, strict=True)]


def checked_reward(reward: Any) -> Reward:
    """A reward as callers give it: a name, a `Reward`, or a hook for `Shaped`."""
    if isinstance(reward, Reward):
        return reward
    if isinstance(reward, str) and reward in KNOWN:
        return _AtTheEnd(reward)
    if callable(reward):
        return Shaped(reward)
    raise RulesError("env_reward", value=repr(reward), known=KNOWN)
