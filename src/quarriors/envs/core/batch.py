"""Many games in one call, their masks and rows side by side in two buffers."""

from __future__ import annotations

from mypy_extensions import i64, u8

from quarriors.engine.game import Game
from quarriors.engine.vectors import vec
from quarriors.envs.core.form import Form
from quarriors.envs.core.play import Play
from quarriors.envs.core.writer import zeros


class Batch:
    """Some games of one form; their number is fixed."""

    def __init__(self, form: Form, games: list[Game]) -> None:
        self.form: Form = form
        self._masks: vec[u8] = zeros(form.actions * len(games))
        self._rows: vec[u8] = zeros(form.size * len(games))
        self.plays: list[Play] = []
        for at, game in enumerate(games):
            play = Play(game, form)
            play.move(self._masks, self._rows, at)
            self.plays.append(play)

    @property
    def masks(self) -> memoryview:
        """The masks of all games, one after the other; they change with every step."""
        return memoryview(self._masks)

    @property
    def rows(self) -> memoryview:
        """The rows of all games, as `look` has written them."""
        return memoryview(self._rows)

    def actors(self) -> list[int]:
        """Who decides in each game; -1 where it is over."""
        return [int(play.actor) for play in self.plays]

    def look(self) -> None:
        """Write the rows of those who decide; a game that is over is seen by seat 0."""
        for play in self.plays:
            seat: i64 = play.actor
            play.look(max(seat, 0))

    def option_rows(self) -> list[memoryview]:
        """The rows of the options of each game."""
        return [play.option_rows() for play in self.plays]

    def step(self, actions: list[int]) -> list[int]:
        """Answer in all games; which of them are over now.

        All actions are looked at first, so that a wrong one changes nothing anywhere.
        """
        for at, play in enumerate(self.plays):
            if not play.is_possible(actions[at]):
                play.apply(actions[at])  # says what is wrong with it
        over: list[int] = []
        for at, play in enumerate(self.plays):
            play.answer(actions[at])
            if play.actor < 0:
                over.append(at)
        return over
