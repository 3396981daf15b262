"""A game played by action numbers: what every environment holds.

It knows at each decision who decides and which number stands for which option. Masks are made at
once, because every learner asks for them; observations only when somebody looks.
"""

from __future__ import annotations

from mypy_extensions import i64

from quarriors.engine import queries
from quarriors.engine.game import Game
from quarriors.envs.core.actions import ACTIONS, IDLE, mark
from quarriors.envs.core.features import look_around
from quarriors.envs.core.layout import EncodingError, Layout


class Play:
    """One game with its numbers; `actor` is -1 once it is over."""

    def __init__(self, game: Game) -> None:
        self.game: Game = game
        self.layout: Layout = Layout(game.setup)
        self.actor: i64 = -1
        self.numbers: list[int] = []  # of the options, in their order
        self.mask: bytearray = bytearray()  # a new one at every decision: nobody's copy changes
        self.refresh()

    def refresh(self) -> None:
        """Number the options of the decision the game stands at."""
        s = queries.state(self.game)
        self.mask = bytearray(ACTIONS)
        if queries.is_over(s):
            self.actor = -1
            self.numbers = []
            self.mask[IDLE] = 1
            return
        self.actor = queries.decider(s)
        self.numbers = mark(self.layout, s, self.actor, self.mask, 0)

    def code(self, action: int) -> int:
        """The option that an action number stands for just now; -1 if none does."""
        if action not in self.numbers:
            return -1
        return int(queries.option_code(queries.state(self.game), self.numbers.index(action)))

    def apply(self, action: int) -> None:
        """Answer the decision; a number that is not in the mask changes nothing."""
        code = self.code(action)
        if code < 0:
            if self.actor < 0:
                raise EncodingError("encoding.over")
            possible = sorted(self.numbers)
            raise EncodingError("encoding.impossible", action=action, possible=possible)
        self.game.apply(code)
        self.refresh()

    def row(self, seat: i64) -> bytearray:
        """What a seat sees, as `features` lays it out."""
        return look_around(self.layout, queries.state(self.game), seat)

    def clone(self) -> Play:
        """An independent copy that will see the same luck."""
        return Play(self.game.clone())

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return (Play, (self.game,))


def apply_all(plays: list[Play], actions: list[int]) -> list[int]:
    """Answer in all games at once; which of them are over now.

    All actions are looked at first, so that a wrong one changes nothing anywhere.
    """
    for play, action in zip(plays, actions, strict=True):
        if action not in play.numbers:
            play.apply(action)  # says what is wrong with it
    over: list[int] = []
    for at, play in enumerate(plays):
        play.apply(actions[at])
        if play.actor < 0:
            over.append(at)
    return over
