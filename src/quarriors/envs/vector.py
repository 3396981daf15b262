"""Many games stepped in one call: arrays of actions in, arrays of everything out.

All seats of all games may learn: at each step every game has one seat that decides. A game that
ends is followed by the next one in the same step ("SameStep" in Gymnasium's words): `step` gives
its rewards and says it is done, masks and observations are the new game's already. Needs numpy
only.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from quarriors.engine.errors import RulesError
from quarriors.engine.game import Game
from quarriors.engine.rng import checked_seed, derived
from quarriors.engine.rules import Rules, is_whole
from quarriors.envs.core.batch import Batch
from quarriors.envs.core.layout import EncodingError
from quarriors.envs.core.play import Play
from quarriors.envs.dealer import GameDealer
from quarriors.envs.encoding import VERSION, Mask, Row
from quarriors.envs.forms import OPTION_SCALE
from quarriors.envs.rewards import win


class VectorGames:
    """A number of games side by side; the same seed gives each of them the same luck again.

    Masks and observations are arrays that every step and every look write anew: copy what you keep.

    Attributes:
        encoder: What the numbers of actions and observations mean.
        actors: Which seat decides in each game.
    """

    def __init__(
        self,
        count: int,
        rules: Rules | None = None,
        *,
        seed: int | None = None,
        form: str = "compact",
        **wishes: Any,
    ) -> None:
        if not is_whole(count) or count < 1:
            raise RulesError("env_count", value=repr(count))
        if form == "structured":
            raise EncodingError("encoding.no_batch", value=repr(form))
        self.count = count
        first = GameDealer(rules, wishes, form)
        self.encoder = first.encoder
        self.metadata = {
            "autoreset_mode": "SameStep",  # gymnasium.vector.AutoresetMode takes this text
            "encoding_version": VERSION,
            "schema_hash": self.encoder.hash,
        }
        self.players = first.rules.players
        self._dealers = [first.copied() for _ in range(count)]
        self._seen: Row = np.zeros((count, len(self.encoder.scale)), np.float32)
        self._batch: Batch
        self.reset(seed)

    def reset(self, seed: int | None = None) -> None:
        """Begin all games anew."""
        start = secrets.randbits(48) if seed is None else checked_seed(seed)
        games: list[Game] = [
            dealer.deal(derived(start, f"vector/{at}")) for at, dealer in enumerate(self._dealers)
        ]
        self._hold(games)

    def _hold(self, games: list[Game]) -> None:
        """Lay buffers for games, and arrays that look at them."""
        self._batch = batch = Batch(self.encoder.form, games)
        self._masks: Mask = np.frombuffer(batch.masks, np.int8).reshape(self.count, -1)
        self._rows = np.frombuffer(batch.rows, np.uint8).reshape(self.count, -1)
        self.actors = np.array(batch.actors(), np.int8)

    def __getstate__(self) -> dict[str, Any]:
        """Everything but the buffers; the games are copied instead."""
        kept = {k: v for k, v in self.__dict__.items() if k not in ("_batch", "_masks", "_rows")}
        return {**kept, "games": [play.game for play in self.plays]}

    def __setstate__(self, state: dict[str, Any]) -> None:
        games = state.pop("games")
        self.__dict__.update(state)
        self._hold(games)

    @property
    def plays(self) -> list[Play]:
        """The games with their numbers."""
        return self._batch.plays

    def masks(self) -> Mask:
        """The masks of those who decide, a row a game, in the memory of the games."""
        return self._masks

    def legal(self) -> list[list[int]]:
        """The numbers that are 1 in each mask, in the order of the options."""
        return [play.numbers for play in self.plays]

    def observations(self) -> Row:
        """What those who decide see, a row a game; the next call writes the same array."""
        self._batch.look()
        np.multiply(self._rows, self.encoder.scale, out=self._seen)
        return self._seen

    def option_rows(self) -> Row:
        """A row for each option of each game, in the option form: games, options, numbers."""
        if not self.encoder.form.most_options:
            raise EncodingError("encoding.no_options", value=repr(self.encoder.name))
        joined = b"".join(self._batch.option_rows())
        shape = (self.count, self.encoder.form.most_options, len(OPTION_SCALE))
        rows: Row = np.frombuffer(joined, np.uint8).reshape(shape) * OPTION_SCALE
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
        batch = self._batch
        for at in batch.step(given.tolist()):
            play = batch.plays[at]
            result = play.game.result
            if result is None:
                raise RuntimeError("A game has nobody to decide and no result.")
            earned[at] = win(result, self.players)
            done[at] = True
            play.begin(self._dealers[at].deal(None))
        self.actors[:] = batch.actors()
        return earned, done
