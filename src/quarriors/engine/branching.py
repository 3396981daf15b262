"""Copies of a position to try things in: what bots and environments search with.

A copy that was made by `branch` has luck of its own, so that a search sees dice that could
come and never those that will. What a position is like is asked with `queries`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from quarriors.engine import core
from quarriors.engine.rng import Generator, other_luck, seeded
from quarriors.engine.state import EventNumbers, State
from quarriors.engine.vectors import vec

if TYPE_CHECKING:
    from quarriors.engine.game import Game


def clone(s: State) -> State:
    """An independent copy that will see the same luck."""
    return s.clone()


def branch(s: State, seed: int, stream: str) -> State:
    """A copy with luck of its own, from a seed; streams of one seed are independent."""
    copied = s.clone()
    copied.rng = seeded(seed, stream)
    copied.draw_script = vec[i64]()
    copied.roll_script = vec[i64]()
    return copied


def take_luck(s: State, other: Generator) -> None:
    """Let a position see the luck that another one, or a dealer, would see next."""
    s.rng = other.rng


def take_other_luck(s: State) -> None:
    """Let a position see other luck, which follows from what it would have seen."""
    s.rng = other_luck(s.rng)


def has_other_luck(one: State, other: State) -> bool:
    """Whether two positions will see other luck, as a position before and after a roll do."""
    return one.rng != other.rng


def is_luck_alike(one: Game, other: Game) -> bool:
    """Whether two games will see the same luck, as a game and its clone do that rolled nothing."""
    return one._state.rng == other._state.rng


def reseed(game: Game, seed: int, stream: str) -> None:
    """Give a game other luck from here on."""
    game._state.rng = seeded(seed, stream)


def answer(s: State, code: i64) -> None:
    """Answer the decision with the code of an option and go on to the next one.

    Nothing checks the code and nothing remembers it; a game that is to be recorded has `apply`.
    """
    core.answer(s, code)


def start_log(s: State) -> None:
    """Keep a log from here on."""
    s.logging = True


def log_of(s: State) -> list[EventNumbers]:
    """What happened since then."""
    return s.log
