"""How environments lay their tables: rules and Wilds as agreed, a new seed for every game.

The first game after `reset(seed=7)` is the game that `new_game(rules, 7)` would be. Those that
follow without a seed follow from it, so that a run is fixed by its first seed.
"""

from __future__ import annotations

import operator
import secrets
from copy import copy
from typing import Any, Final

from quarriors.engine.errors import RulesError
from quarriors.engine.rng import checked_seed, derived
from quarriors.engine.rules import Rules
from quarriors.envs.checks import checked_flag
from quarriors.envs.core.layout import EncodingError
from quarriors.envs.core.play import Play
from quarriors.envs.forms import Encoder
from quarriors.game import Game, new_game

WISHES: Final = (
    "wilds",
    "first",
    "mix",
    "featured",
    "include",
    "exclude",
)  # as `new_game` has them


class GameDealer:
    """Deals one game after the other, with the encoder that all of them share."""

    def __init__(
        self,
        rules: Rules | None,
        wishes: dict[str, Any],
        form: str = "compact",
        *,
        flat: bool = False,
    ) -> None:
        """Refuse rules and wishes that no game can be made with, before the first is asked for."""
        self.rules = Rules() if rules is None else rules
        for name in wishes:
            if name not in WISHES:
                raise RulesError("env_wish", name=name, known=WISHES)
        self.wishes = wishes
        laid = new_game(self.rules, 0, **wishes)
        self.encoder = Encoder(self.rules, wishes, form, flat=checked_flag("flat", flat))
        self.encoder.play(laid)
        self.seed: int | None = None  # of the game that is being played
        self._start = 0
        self._dealt = 0

    def deal(self, seed: int | None) -> Game:
        """The next game; a seed begins a new row of games."""
        if seed is not None or self.seed is None:
            self._start = secrets.randbits(48) if seed is None else _whole_seed(seed)
            self._dealt = 0
        at = self._dealt
        self.seed = derived(self._start, f"game/{at}") if at else self._start
        self._dealt += 1
        return new_game(self.rules, self.seed, **self.wishes)

    def copied(self) -> GameDealer:
        """Another one that deals by the same rules and wishes."""
        found = copy(self)
        found.seed = None
        return found


def _whole_seed(seed: object) -> int:
    """A seed as learners give it, an int of Python or numpy."""
    try:
        return checked_seed(operator.index(seed))  # type: ignore[arg-type]
    except TypeError:
        raise RulesError("seed", value=repr(seed)) from None


def game_of(play: Play) -> Game:
    """The game as users hold it, for pictures and records."""
    game = play.game
    if not isinstance(game, Game):
        raise EncodingError("encoding.not_shown")
    return game


def whole(action: object) -> int:
    """An action as learners give it, an int of Python or numpy; anything else is refused."""
    try:
        return operator.index(action)  # type: ignore[arg-type]
    except TypeError:
        raise EncodingError("encoding.whole", value=repr(action)) from None
