"""How environments lay their tables: rules and Wilds as agreed, a new seed for every game.

The first game after `reset(seed=7)` is the game that `new_game(rules, 7)` would be. Those that
follow without a seed follow from it, so that a run is fixed by its first seed.
"""

from __future__ import annotations

import operator
import secrets
from typing import Any

from quarriors.engine.rng import checked_seed, derived
from quarriors.engine.rules import Rules
from quarriors.envs.core.layout import EncodingError
from quarriors.envs.core.play import Play
from quarriors.game import Game, new_game


class GameDealer:
    """Deals one game after the other."""

    def __init__(self, rules: Rules | None, wishes: dict[str, Any]) -> None:
        self.rules = Rules() if rules is None else rules
        self.wishes = wishes  # what `new_game` takes: wilds, first, mix, featured, include, exclude
        self.seed: int | None = None  # of the game that is being played
        self._start = 0
        self._dealt = 0

    def deal(self, seed: int | None) -> Play:
        """The next game; a seed begins a new row of games."""
        if seed is not None or self.seed is None:
            self._start = secrets.randbits(48) if seed is None else checked_seed(int(seed))
            self._dealt = 0
        at = self._dealt
        self.seed = derived(self._start, f"game/{at}") if at else self._start
        self._dealt += 1
        return Play(new_game(self.rules, self.seed, **self.wishes))


def game_of(play: Play) -> Game:
    """The game as users hold it, for pictures and records."""
    game = play.game
    if not isinstance(game, Game):
        raise EncodingError("This game cannot be shown: it was not made by new_game.")
    return game


def whole(action: object) -> int:
    """An action as learners give it, an int of Python or numpy; anything else is refused."""
    try:
        return operator.index(action)  # type: ignore[arg-type]
    except TypeError:
        raise EncodingError(f"An action is a whole number, not {action!r}.") from None
