"""A finished game to look at again: frame by frame, and as a record that anybody can check."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from quarriors.game import Game, begin
from quarriors.record.write import with_date, with_dice, write_record
from quarriors.table.clock import Clocks
from quarriors.table.errors import Refusal
from quarriors.table.messages import Happening, LogLine, Remark
from quarriors.table.presenter import changes, happenings, log_line
from quarriors.table.remarks import remark, rivals
from quarriors.table.seats import Seated
from quarriors.table.table import LiveTable
from quarriors.table.values import value
from quarriors.text import Texts
from quarriors.view.observe import observe
from quarriors.view.speech import Speech
from quarriors.view.story import Story
from quarriors.view.timeline import Timeline


@value()
class Frame:
    """One step of a finished game: what an answer led to.

    Frame 0 is the beginning and its view is whole; every other one has only the keys of the view
    that differ from the frame before.
    """

    number: int
    turn: int
    round: int
    seat: int | None  # who gave the answer; null in frame 0
    answer: str  # as records spell it
    view: dict[str, Any]
    events: tuple[Happening, ...]
    log: tuple[LogLine, ...]
    remark: Remark | None = None  # what a rival said of it


@value()
class TurnMark:
    """Where a turn begins: the frame in which it did, and whose turn it is."""

    turn: int
    round: int
    seat: int
    frame: int


def record(table: LiveTable) -> dict[str, Any]:
    """The record of a game that is over; it holds secret and seed, so not before."""
    finished(table)
    seats = [_chair(seat) for seat in table.seats]
    made = write_record(table.game, seats=seats, embed_packs=True)
    if table.head.setup.daily:
        return with_date(made, table.head.setup.daily)
    return with_dice(made, int(table.head.seed), table.numbers) if table.numbers else made


def finished(table: LiveTable) -> Timeline[Clocks]:
    """The timeline of a game that is over."""
    if table.stage != "over" or table.timeline is None:
        raise Refusal("not_now", "not_over")
    return table.timeline


def _chair(seat: Seated) -> str:
    """A seat as records spell it: player, name, parameters after colons, so not in the name."""
    name = seat.name.replace(":", ";")
    if seat.kind != "bot":
        return f"human={name}"
    kind, colon, parameters = seat.bot.partition(":")
    return f"{kind}={name}{colon}{parameters}"


def frames(table: LiveTable, language: str) -> Iterator[Frame]:
    """The game step by step, as a watcher has it; made one at a time."""
    timeline = finished(table)
    speech = Speech(Texts(language, timeline.origin.rules.packs), timeline.names, words=True)
    game = begin(timeline.origin, log=True)
    story = Story.of_origin(timeline.origin, game.setup, speech)
    talkers = rivals(table.seats)
    shown: Mapping[str, Any] = {}
    told = 0

    def frame(number: int, game: Game, seat: int | None, answer: str) -> Frame:
        nonlocal shown, told
        view = {**observe(game, 0), "seat": None}
        new = changes(shown, view)
        shown = view
        events = game.take_events()
        log = tuple(log_line(at, line) for at, line in enumerate(story.tell(events), told + 1))
        told += len(log)
        said = remark(game, events, talkers, language) if talkers and number else None
        happened = happenings(events)
        return Frame(number, game.turn, game.round, seat, answer, new, happened, log, said)

    yield frame(0, game, None, "")
    for number, code in enumerate(timeline.game.answers, 1):
        decision = game.decision
        at = [option.code for option in decision.options].index(code)
        answer = decision.texts[at]
        game.apply(code)
        yield frame(number, game, decision.seat, answer)


def turn_marks(steps: Iterable[Frame], players: int) -> tuple[TurnMark, ...]:
    """The turns of a game, each with the frame in which it began."""
    found: list[TurnMark] = []
    for step in steps:
        for event in step.events:
            if event.event == "turn":
                turn = event.numbers[0]
                found.append(TurnMark(turn, (turn - 1) // players + 1, event.seat, step.number))
    return tuple(found)
