"""A game from its beginning: its position, its log in every language asked for, and the way back.

Undo goes back to the last revealed fact and not across it: a draw, a roll, or another player's
choice. It is a replay and never a patch: of the answers since that fact, from the position that
stood there. `go_back` crosses such facts; whether it may is decided elsewhere. Lines of the log are
made answer by answer, so that every process that reads the same answers numbers them alike. The
terminal and the tables of a server use the same class.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Mapping, Sequence
from typing import Final, Generic, NamedTuple, TypeVar

from quarriors.engine import queries
from quarriors.engine.game_setup import GameSetup
from quarriors.engine.queries import EventNumbers
from quarriors.game import Game, Origin, begin
from quarriors.text import Texts
from quarriors.view.speech import Speech
from quarriors.view.story import REVEALS, Line, Story

# Why there is no way back: keys of the texts.
NOTHING: Final = "nothing"
DICE: Final = "dice"
CHOICE: Final = "choice"
# Who gave an answer, if not the player; these stand, so they are reasons as well.
CLOCK: Final = "clock"
BOT: Final = "bot"
PLAYER: Final = "player"

FIRST: Final = -1  # of a note: before everything else in the log

Kept = TypeVar("Kept")  # what the caller wants back together with an answer: a server, its clocks


class Step(NamedTuple):
    """An answer that can still be taken back."""

    code: int
    seat: int
    by: str


class Given(NamedTuple):
    """Who gave an answer, and when: the seat, -1 if not its player, and the round."""

    seat: int
    round: int


class Note(NamedTuple):
    """A line of the log that is no event: after how many answers, and what it says."""

    answers: int
    event: str
    part: str
    key: str
    values: Mapping[str, object]


class Log:
    """The log in one language, and how it stood before the answers that can be taken back."""

    def __init__(self, story: Story, speech: Speech) -> None:
        self.speech = speech
        self.lines: list[Line] = []
        self.fresh = 0  # lines before those that the last answer led to
        self._story = story
        self._settled = 0  # lines before the answers that can be taken back
        self._before: Story | None = None

    def tell(self, events: Sequence[EventNumbers]) -> None:
        """Add what one answer led to."""
        self.fresh = len(self.lines)
        self.lines.extend(self._story.tell(events))

    def add(self, note: Note) -> None:
        """Add a line that is no event."""
        text = self.speech.texts.say(note.part, note.key, **note.values)
        self.lines.append(Line(note.event, "", text))

    def settle(self) -> None:
        """From here on the log so far is final."""
        self._settled = len(self.lines)
        self._before = None

    def keep(self) -> None:
        """Remember how the story stands, because what follows may be taken back."""
        if self._before is None:
            self._before = self._story.copy()

    def back(self) -> None:
        """The log as it was before all answers that can be taken back."""
        del self.lines[self._settled :]
        if self._before is not None:
            self._story = self._before.copy()


class Timeline(Generic[Kept]):
    """One game from its origin, with the answers that can still be taken back."""

    def __init__(
        self,
        origin: Origin,
        names: tuple[str, ...],
        game: Game,
        why: str = NOTHING,
        signs: bool = False,
        words: bool = False,
    ) -> None:
        self.origin = origin
        self.names = names
        self.game = game
        self.happened: Sequence[EventNumbers] = _events(game)  # by the last answer
        self.steps: list[Step] = []
        self.given = [Given(-1, 0)] * len(game.answers)  # for each answer
        self.why = why  # answers before the steps cannot be taken back
        self.whose = -1  # the seat that a bot or the clock answered for; -1: not known
        self.chosen = 0  # the seats that have answered themselves, one bit each
        self._kept: list[Kept] = []  # for each step
        self._base: Game | None = None  # the position before the steps, if there are any
        self._notes: list[Note] = []
        self._logs: dict[str, Log] = {}
        self._spelling = (signs, words)

    @staticmethod
    def begun(
        origin: Origin, names: tuple[str, ...], signs: bool = False, words: bool = False
    ) -> Timeline[Kept]:
        """The timeline of a new game; `signs` and `words` as in `Speech`."""
        return Timeline(origin, names, begin(origin, log=True), NOTHING, signs, words)

    @staticmethod
    def at(
        origin: Origin,
        table: GameSetup,
        names: tuple[str, ...],
        wire: list[list[int]],
        answers: list[int],
        why: str,
    ) -> Timeline[Kept]:
        """One for pages, at the position its answers led to, without playing them again."""
        game = Game(queries.from_wire(table, wire), origin, answers, len(answers), True)
        timeline: Timeline[Kept] = Timeline(origin, names, game, why, words=True)
        timeline.happened = []
        return timeline

    # --- answers ----------------------------------------------------------------------------------

    def apply(self, code: int, by: str, kept: Kept) -> None:
        """Give an answer; an illegal one raises `IllegalAnswer` and changes nothing."""
        seat = self.game.decision.seat
        given = Given(seat if by == PLAYER else -1, self.game.round)
        before = self.game.clone() if self._base is None or self._turns_to(seat) else None
        self.game.apply(code)
        if before is not None:
            if self.steps:
                self._settle(CHOICE)
            self._base = before
        self.steps.append(Step(code, seat, by))
        self.given.append(given)
        self._kept.append(kept)
        self.happened = _events(self.game)
        self.whose = seat
        if by == PLAYER:
            self.chosen |= 1 << seat
        final = self._final(by)
        for log in self._logs.values():
            if not final:
                log.keep()
            log.tell(self.happened)
        if final:
            self._settle(final)

    def _final(self, by: str) -> str:
        """Why the last answer stands, as a key of the texts; "" if it can be taken back."""
        if self.game.over:  # the seed is public now: undoing would show the dice
            return NOTHING
        for event in self.happened:
            if event[0] in REVEALS:
                return DICE
        return by if by in (CLOCK, BOT) else ""

    def _turns_to(self, seat: int) -> bool:
        """Whether somebody else decides now than before."""
        return bool(self.steps) and self.steps[-1].seat != seat

    def _settle(self, why: str) -> None:
        """What was answered so far stands."""
        self.steps = []
        self._kept = []
        self.why = why
        self._base = None
        for log in self._logs.values():
            log.settle()

    def cannot_undo(self, seats: Collection[int]) -> str:
        """Why none of these seats can take back an answer, as a key of the texts; "" if one can.

        What standing orders answered goes back together with the answer before it.
        """
        if any(step.seat in seats and step.by == PLAYER for step in self.steps):
            return ""
        if self.steps:
            return CHOICE if self.steps[-1].seat not in seats else NOTHING
        if not any(self.chosen >> seat & 1 for seat in seats):
            return self.why if self.whose in seats else NOTHING
        others = self.why in (CLOCK, BOT) and self.whose != -1 and self.whose not in seats
        return CHOICE if others else self.why

    @property
    def kept(self) -> Kept:
        """What was kept together with the answer that `undo` would take back."""
        return self._kept[self._last()]

    def _last(self) -> int:
        return max(at for at, step in enumerate(self.steps) if step.by == PLAYER)

    def settle_for(self, seat: int) -> None:
        """Another one plays the seat from here on: what it answered so far stands."""
        if self.steps and self.steps[-1].seat == seat:
            self._settle(BOT)

    def undo(self) -> Kept:
        """Take back the last answer of a player; what was kept together with it."""
        last = self._last()
        assert self._base is not None, "steps stand on a position"
        kept = self._kept[last]
        again = self._base.clone()
        for log in self._logs.values():
            log.back()
        self.steps = self.steps[:last]
        self._kept = self._kept[:last]
        for step in self.steps:
            again.apply(step.code)
            events = _events(again)
            for log in self._logs.values():
                log.tell(events)
        for log in self._logs.values():
            log.fresh = len(log.lines)
        self.game = again
        self.happened = []
        del self.given[len(again.answers) :]
        return kept

    def last_given(self, seat: int) -> int | None:
        """How many answers came before the last one that a player gave; None if there is none."""
        for number in range(len(self.given) - 1, -1, -1):
            if self.given[number].seat == seat:
                return number
        return None

    def go_back(self, answers: int) -> None:
        """Take back everything after the first answers, whatever was revealed; those stand then.

        Dice that are drawn and rolled again fall as they did, as long as the same is chosen.
        """
        again = begin(self.origin, log=True)
        for code in self.game.answers[:answers]:
            again.apply(code)
        self.happened = []
        _events(again)
        self.game = again
        del self.given[answers:]
        self._notes = [note._replace(answers=min(note.answers, answers)) for note in self._notes]
        self._logs.clear()
        self._settle(NOTHING)

    # --- the log ----------------------------------------------------------------------------------

    def note(self, event: str, part: str, key: str, values: Mapping[str, object]) -> None:
        """Add a sentence of the texts to the log; what was answered before it stands."""
        if self.steps:
            self._settle(BOT)
        note = Note(len(self.game.answers), event, part, key, values)
        self._notes.append(note)
        for log in self._logs.values():
            log.add(note)
            log.settle()

    def rename(self, names: tuple[str, ...]) -> None:
        """Tell the whole log with other names from now on."""
        renamed: dict[object, str] = dict(zip(self.names, names, strict=True))
        self._notes = [
            note._replace(values={key: renamed.get(one, one) for key, one in note.values.items()})
            for note in self._notes
        ]
        self.names = names
        self._logs.clear()

    def note_first(self, event: str, part: str, key: str, **values: object) -> None:
        """Let the log begin with a sentence of the texts, before anybody has asked for it."""
        self._notes.insert(0, Note(FIRST, event, part, key, values))

    def log(self, language: str) -> Log:
        """The log in a language; one that was not asked for before is made from the beginning."""
        found = self._logs.get(language)
        if found is None:
            found = self._logs[language] = self._told(language)
        return found

    def _told(self, language: str) -> Log:
        texts = Texts(language, self.origin.rules.packs)
        speech = Speech(texts, self.names, *self._spelling)
        game = begin(self.origin, log=True)
        log = Log(Story.of_origin(self.origin, game.setup, speech), speech)
        notes = deque(self._notes)
        while notes and notes[0].answers == FIRST:
            log.add(notes.popleft())
        log.tell(_events(game))
        answers = self.game.answers
        settled = len(answers) - len(self.steps)
        for number, code in enumerate(answers):
            while notes and notes[0].answers == number:
                log.add(notes.popleft())
            if number == settled:
                log.settle()
                log.keep()
            game.apply(code)
            log.tell(_events(game))
        for note in notes:  # they are about the decision that is open
            log.add(note)
        if settled == len(answers):
            log.settle()
        return log


def _events(game: Game) -> list[EventNumbers]:
    """What happened since the last call; plain numbers are all that the log needs."""
    return queries.take_events(queries.state(game))
