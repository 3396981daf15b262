"""A finished game to look at again: frame by frame, and as a record that anybody can check."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from quarriors.game import begin
from quarriors.record.write import write_record
from quarriors.server.table.errors import Refusal
from quarriors.server.table.seats import Seated
from quarriors.server.table.table import LiveTable
from quarriors.text import Texts
from quarriors.view.observe import observe
from quarriors.view.speech import Speech
from quarriors.view.story import Story


def record(table: LiveTable) -> dict[str, Any]:
    """The record of a game that is over; it holds the seed, so not before."""
    _over(table)
    return write_record(table.game, seats=[_chair(seat) for seat in table.seats])


def _over(table: LiveTable) -> None:
    if table.stage != "over":
        raise Refusal("not_now", "not_over")


def _chair(seat: Seated) -> str:
    """A seat as records spell it: player, name, parameters after colons, so not in the name."""
    name = seat.name.replace(":", ";")
    if seat.kind != "bot":
        return f"human={name}"
    kind, colon, parameters = seat.bot.partition(":")
    return f"{kind}={name}{colon}{parameters}"


def frames(table: LiveTable, language: str) -> Iterator[dict[str, Any]]:
    """The game step by step: frame 0 is the beginning, each other one follows from an answer.

    A frame has the turn, the seat and the answer that led to it, the lines of the log, and the
    view as a watcher has it. Frames are made one at a time: a whole game of them is large.
    """
    _over(table)
    course = table.course
    assert course is not None, "a game that is over has begun"
    speech = Speech(Texts(language), course.names)
    game = begin(course.origin, log=True)
    story = Story.of_origin(course.origin, game.table, speech)
    yield _frame(0, game, None, "", story)
    for number, code in enumerate(course.game.answers, 1):
        decision = game.decision
        at = [option.code for option in decision.options].index(code)
        answer = decision.texts[at]
        game.apply(code)
        yield _frame(number, game, decision.seat, answer, story)


def _frame(number: int, game: Any, seat: int | None, answer: str, story: Story) -> dict[str, Any]:
    view = observe(game, 0)
    view["seat"] = None
    lines = story.tell(game.take_events())
    return {
        "number": number,
        "turn": game.turn,
        "seat": seat,
        "answer": answer,
        "lines": [{"event": line.event, "rule": line.rule, "text": line.text} for line in lines],
        "view": view,
    }
