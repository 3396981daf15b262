"""A game with its story so far, and the way back: undo by replay, never by patching.

Undo goes back to the last revealed fact and not across it: a draw, a roll, or another player's
choice. The game is begun again from its origin and given the same answers but the last.
"""

from __future__ import annotations

from collections.abc import Collection

from quarriors.engine.game import Option
from quarriors.engine.queries import EventNumbers
from quarriors.game import Game, Origin, begin
from quarriors.view.speech import Speech
from quarriors.view.story import REVEALS, Line, Story

NOTHING = "nothing"  # why there is no way back: keys of the texts
DICE = "dice"
CHOICE = "choice"


class History:
    """One game from its origin, told as it goes on."""

    def __init__(self, origin: Origin, speech: Speech) -> None:
        self.origin = origin
        self.speech = speech
        self.game = begin(origin, log=True)
        self.floor = 0  # answers that cannot be taken back any more
        self._why = NOTHING  # why not
        self._story = Story.of_origin(origin, self.game.table, speech)
        self._seats: list[int] = []  # who gave each answer
        self._untold: list[EventNumbers] = []
        self._lines: list[Line] = []
        self._take_events()

    @staticmethod
    def of(game: Game, speech: Speech) -> History:
        """The history of a game that is under way, from its first roll."""
        history = History(game.origin, speech)
        for code in game.answers:
            history.apply(code)
        return history

    def apply(self, option: Option | int) -> None:
        """Give an answer; an illegal one raises and changes nothing."""
        count = len(self._seats)
        seat = -1 if self.game.over else self.game.decision.seat
        self.game.apply(option)
        if self._seats and self._seats[-1] != seat:
            self.floor, self._why = count, CHOICE
        self._seats.append(seat)
        if self._take_events():
            self.floor, self._why = count + 1, DICE

    def _take_events(self) -> bool:
        """Keep what happened to be told; whether it showed something nobody knew."""
        events = self.game.take_events()
        self._untold.extend(events)
        return any(event[0] in REVEALS for event in events)

    @property
    def lines(self) -> list[Line]:
        """The whole log; what happened since it was last asked for is told together."""
        if self._untold:
            self._lines.extend(self._story.tell(self._untold))
            self._untold = []
        return self._lines

    def cannot_undo(self, people: Collection[int]) -> str:
        """Why the last answer cannot be taken back: nothing, dice or choice; empty if it can."""
        if not self._seats:
            return NOTHING
        if self._seats[-1] not in people:
            return CHOICE
        return self._why if len(self._seats) <= self.floor else ""

    def undone(self) -> History:
        """The same game without its last answer, played again from its origin."""
        again = History(self.origin, self.speech)
        for code in self.game.answers[:-1]:
            again.apply(code)
        if self.floor >= again.floor:
            again.floor, again._why = self.floor, self._why
        return again
