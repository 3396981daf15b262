"""Counting all ways to go on, as chess programs do ("performance test" of a move generator).

Luck is that of the game's own generator, so the numbers are exact: a rule that offers an option too
many, forgets one or asks at another time changes them.
"""

from __future__ import annotations

from mypy_extensions import i64

from quarriors.engine.core import answer
from quarriors.engine.errors import RulesError
from quarriors.engine.game import Game
from quarriors.engine.state import State


def perft(game: Game, depth: object) -> int:
    """How many sequences of `depth` answers there are from here, each of them played out.

    At depth 1 that is the number of options. A game that ends before has no such sequence. The
    game itself stays as it is.
    """
    if isinstance(depth, bool) or not isinstance(depth, int) or depth < 0:
        raise RulesError("depth", value=repr(depth))
    return int(_count(game._state, depth))


def _count(s: State, depth: i64) -> i64:
    if depth == 0:
        return 1
    if s.over:
        return 0
    if depth == 1:
        return s.offered
    found: i64 = 0
    for at in range(s.offered):
        after = s.clone()
        after.key = s.key
        answer(after, s.options[at])
        found += _count(after, depth - 1)
    return found
