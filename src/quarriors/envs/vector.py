"""Many games stepped in one call: arrays of actions in, arrays of everything out.

All seats of all games may learn: at each step every game has one seat that decides. A game that
ends is followed by the next one in the same step ("SameStep" in Gymnasium's words): `step` gives
its rewards and says it is done, masks and observations are the new game's already. Needs numpy
only.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from quarriors.engine.errors import RulesError
from quarriors.engine.rng import checked_seed, derived
from quarriors.engine.rules import Rules, is_whole
from quarriors.envs.core.features import FEATURES
from quarriors.envs.core.layout import EncodingError
from quarriors.envs.core.play import Play, apply_all
from quarriors.envs.dealer import GameDealer
from quarriors.envs.encoding import ACTIONS, SCALE, SCHEMA_HASH, VERSION, Mask, Row, rewards

METADATA: Final[dict[str, Any]] = {
    "autoreset_mode": "SameStep",  # gymnasium.vector.AutoresetMode takes this text
    "encoding_version": VERSION,
    "schema_hash": SCHEMA_HASH,
}


class VectorGames:
    """A number of games side by side; the same seed gives each of them the same luck again."""

    metadata = METADATA

    def __init__(
        self, count: int, rules: Rules | None = None, *, seed: int | None = None, **wishes: Any
    ) -> None:
        if not is_whole(count) or count < 1:
            raise RulesError("env_count", value=repr(count))
        self.count = count
        self._dealers = [GameDealer(rules, wishes) for _ in range(count)]
        self._dealers[0].check()
        self.players = self._dealers[0].rules.players
        self.plays: list[Play] = []
        self.reset(seed)

    def reset(self, seed: int | None = None) -> None:
        """Begin all games anew."""
        start = secrets.randbits(48) if seed is None else checked_seed(seed)
        self.plays = [
            tables.deal(derived(start, f"vector/{at}")) for at, tables in enumerate(self._dealers)
        ]

    @property
    def actors(self) -> NDArray[np.int8]:
        """Which seat decides in each game."""
        return np.array([play.actor for play in self.plays], np.int8)

    def masks(self) -> Mask:
        """The masks of those who decide, a row a game; a new array at every call."""
        joined = bytearray().join([play.mask for play in self.plays])
        return np.frombuffer(joined, np.int8).reshape(self.count, ACTIONS)

    def legal(self) -> list[list[int]]:
        """The numbers that are 1 in each mask, in the order of the options."""
        return [play.numbers[:] for play in self.plays]

    def observations(self) -> Row:
        """What those who decide see, a row a game."""
        joined = b"".join([play.row(play.actor) for play in self.plays])
        rows: Row = np.frombuffer(joined, np.uint8).reshape(self.count, FEATURES) * SCALE
        return rows

    def step(
        self, actions: Sequence[int] | NDArray[Any]
    ) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
        """Answer in every game: the rewards, a row of all seats a game, and which are done.

        An action outside a mask raises before any game is changed.
        """
        given = np.asarray(actions)
        if given.shape != (self.count,) or not np.issubdtype(given.dtype, np.integer):
            raise EncodingError("encoding.step", count=self.count)
        earned = np.zeros((self.count, self.players), np.float32)
        done = np.zeros(self.count, np.bool_)
        for at in apply_all(self.plays, given.tolist()):
            result = self.plays[at].game.result
            if result is None:
                raise RuntimeError("A game has nobody to decide and no result.")
            earned[at] = rewards(result, self.players)
            done[at] = True
            self.plays[at] = self._dealers[at].deal(None)
        return earned, done
