"""The course of one game: its position, its log in every language asked for, and the way back.

Like `view.history`, undo goes back to the last revealed fact and not across it, and it is a replay
and never a patch: of the answers since that fact, from the position that stood there. Lines of the
log are told answer by answer, so every process that reads the same entries numbers them alike.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from quarriors.engine import queries
from quarriors.engine.queries import EventNumbers
from quarriors.engine.table import Table
from quarriors.game import Game, Origin, begin
from quarriors.server.protocol.messages import LogLine
from quarriors.server.table.clock import Clocks
from quarriors.server.table.entries import By
from quarriors.text import Texts
from quarriors.view.history import CHOICE, DICE, NOTHING
from quarriors.view.speech import Speech
from quarriors.view.story import REVEALS, Story

CLOCK = "clock"  # one more reason why there is no way back: time was up
BOT = "bot"  # or a bot answered for the seat


class Step(NamedTuple):
    """An answer that can still be taken back, and the clocks as they stood before it."""

    code: int
    seat: int
    by: By
    clocks: Clocks


class Note(NamedTuple):
    """A line of the log that the server adds: after how many answers, and what it says."""

    answers: int
    event: str
    key: str
    values: Mapping[str, object]


class Tale:
    """The log in one language, and how it stood before the answers that can be taken back."""

    def __init__(self, story: Story, speech: Speech) -> None:
        self.speech = speech
        self.lines: list[LogLine] = []
        self._story = story
        self.fresh = 1  # number of the first line that the last answer led to
        self._kept = 0  # lines before those answers
        self._before: Story | None = None

    def tell(self, events: Sequence[EventNumbers]) -> None:
        """Add what one answer led to."""
        lines = self.lines
        self.fresh = len(lines) + 1
        for line in self._story.tell(events):
            lines.append(LogLine(len(lines) + 1, line.event, line.rule, line.text))

    def add(self, note: Note) -> None:
        """Add a line of the server's own."""
        text = self.speech.texts.say("server", note.key, **note.values)
        self.lines.append(LogLine(len(self.lines) + 1, note.event, "", text))

    def settle(self) -> None:
        """From here on nothing told so far is taken back."""
        self._kept = len(self.lines)
        self._before = None

    def keep(self) -> None:
        """Remember how the story stands, because what follows may be taken back."""
        if self._before is None:
            self._before = self._story.copy()

    def back(self) -> None:
        """The log as it was before all answers that can be taken back."""
        del self.lines[self._kept :]
        if self._before is not None:
            self._story = self._before.copy()


class Course:
    """One game from its origin, with the answers that can still be taken back."""

    def __init__(self, origin: Origin, names: tuple[str, ...], game: Game, why: str) -> None:
        self.origin = origin
        self.names = names
        self.game = game
        self.happened: Sequence[EventNumbers] = game.take_events()  # by the last answer
        self.steps: list[Step] = []
        self.why = why  # answers before the steps cannot be taken back
        self._base: Game | None = None  # the position before the steps, if there are any
        self._notes: list[Note] = []
        self._tales: dict[str, Tale] = {}

    @staticmethod
    def begun(origin: Origin, names: tuple[str, ...]) -> Course:
        """The course of a new game."""
        return Course(origin, names, begin(origin, log=True), NOTHING)

    @staticmethod
    def at(
        origin: Origin,
        table: Table,
        names: tuple[str, ...],
        wire: list[list[int]],
        answers: list[int],
        why: str,
    ) -> Course:
        """A course that stands at the position its answers led to, without playing them again."""
        game = Game(queries.from_wire(table, wire), origin, answers, len(answers), True)
        course = Course(origin, names, game, why)
        course.happened = []
        return course

    # --- answers ----------------------------------------------------------------------------------

    def apply(self, code: int, by: By, clocks: Clocks) -> None:
        """Give an answer; an illegal one raises `IllegalAnswer` and changes nothing."""
        seat = self.game.decision.seat
        before = self.game.clone() if self._base is None or self._turns_to(seat) else None
        self.game.apply(code)
        if before is not None:
            if self.steps:
                self._settle(CHOICE)
            self._base = before
        for tale in self._tales.values():
            tale.keep()
        self.steps.append(Step(code, seat, by, clocks))
        self.happened = self.game.take_events()
        for tale in self._tales.values():
            tale.tell(self.happened)
        if self.game.over:  # the seed is told now: whoever went back would know the dice
            self._settle(NOTHING)
        elif any(event[0] in REVEALS for event in self.happened):
            self._settle(DICE)
        elif by == "clock":
            self._settle(CLOCK)
        elif by == "bot":
            self._settle(BOT)

    def _turns_to(self, seat: int) -> bool:
        """Whether somebody else decides now than before."""
        return bool(self.steps) and self.steps[-1].seat != seat

    def _settle(self, why: str) -> None:
        """What was answered so far stands."""
        self.steps = []
        self.why = why
        self._base = None
        for tale in self._tales.values():
            tale.settle()

    def cannot_undo(self, seat: int) -> str:
        """Why a seat cannot take back an answer: nothing, dice, choice, clock, bot; else empty.

        What standing orders answered goes back together with the answer before it.
        """
        if any(step.seat == seat and step.by == "player" for step in self.steps):
            return ""
        if self.steps:
            return CHOICE if self.steps[-1].seat != seat else NOTHING
        return self.why

    @property
    def clocks_before(self) -> Clocks:
        """The clocks as they stood before the answer that `undo` would take back."""
        return self.steps[self._last()].clocks

    def _last(self) -> int:
        return max(at for at, step in enumerate(self.steps) if step.by == "player")

    def settle_for(self, seat: int) -> None:
        """Another one plays the seat from here on: what it answered so far stands."""
        if self.steps and self.steps[-1].seat == seat:
            self._settle(BOT)

    def undo(self) -> Clocks:
        """Take back the last answer of a player; the clocks as they stood before it."""
        last = self._last()
        assert self._base is not None, "steps stand on a position"
        clocks = self.steps[last].clocks
        again = self._base.clone()
        for tale in self._tales.values():
            tale.back()
        self.steps = self.steps[:last]
        for step in self.steps:
            again.apply(step.code)
            events = again.take_events()
            for tale in self._tales.values():
                tale.tell(events)
        for tale in self._tales.values():
            tale.fresh = len(tale.lines) + 1
        self.game = again
        self.happened = []
        return clocks

    # --- the log ----------------------------------------------------------------------------------

    def note(self, event: str, key: str, values: Mapping[str, object]) -> None:
        """Add a line of the server's own to the log; what was answered before it stands."""
        if self.steps:
            self._settle(BOT)
        note = Note(len(self.game.answers), event, key, values)
        self._notes.append(note)
        for tale in self._tales.values():
            tale.add(note)
            tale.settle()

    def tale(self, language: str) -> Tale:
        """The log in a language; one that nobody asked for before is told from the beginning."""
        found = self._tales.get(language)
        if found is None:
            found = self._tales[language] = self._told(language)
        return found

    def _told(self, language: str) -> Tale:
        speech = Speech(Texts(language), self.names)
        game = begin(self.origin, log=True)
        tale = Tale(Story.of_origin(self.origin, game.table, speech), speech)
        if self.origin.position is not None:  # only a mended game begins in the middle
            tale.lines.append(LogLine(1, "mended", "", speech.texts.say("server", "table.mended")))
        tale.tell(game.take_events())
        answers = self.game.answers
        settled = len(answers) - len(self.steps)
        notes = deque(self._notes)
        for number, code in enumerate(answers):
            while notes and notes[0].answers == number:
                tale.add(notes.popleft())
            if number == settled:
                tale.settle()
                tale.keep()
            game.apply(code)
            tale.tell(game.take_events())
        for note in notes:  # they are about the decision that is open
            tale.add(note)
        if settled == len(answers):
            tale.settle()
        return tale

    def forget(self) -> None:
        """Drop the logs; they are told again when somebody asks. For tables nobody looks at."""
        self._tales = {}
