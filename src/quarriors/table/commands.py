"""What a client's message asks for: each is a command of the table, by the viewer who sends it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from quarriors.table.entries import Entry
from quarriors.table.messages import (
    Admit,
    Answer,
    Begin,
    Call,
    Fill,
    Free,
    FromClient,
    GiveBack,
    Orders,
    Replace,
    Undo,
)
from quarriors.table.seats import Presence, Viewer
from quarriors.table.table import LiveTable

People = Callable[[], Sequence[Presence]]


def entries_for(
    table: LiveTable, viewer: Viewer, message: FromClient, people: People, now: float
) -> list[Entry]:
    """What is to be written for a message, by the table as it is now; `Refusal` if nothing is.

    `people` gives for each seat whether its player is here.
    """
    if isinstance(message, Answer):
        return table.answer(viewer.seat, message.state, message.option)
    if isinstance(message, Undo):
        return table.undo(viewer.seat, message.state, now)
    if isinstance(message, Orders):
        return table.order(viewer.seat, message)
    if isinstance(message, Fill | Free | Admit | Begin):
        return _before_the_game(table, viewer, message)
    if isinstance(message, Replace):
        return table.replace(viewer, message.seat, message.bot, people(), now)
    if isinstance(message, GiveBack):
        return table.give_back(viewer, message.seat)
    if isinstance(message, Call):
        return table.call(viewer.seat, message.state)
    raise AssertionError(f"{type(message).__name__} is no command")


def _before_the_game(
    table: LiveTable, viewer: Viewer, message: Fill | Free | Admit | Begin
) -> list[Entry]:
    if isinstance(message, Fill):
        return table.fill(viewer.host, message.seat, message.bot)
    if isinstance(message, Free):
        return table.free(viewer.host, message.seat)
    if isinstance(message, Admit):
        return table.admit(viewer.host)
    return table.begin(viewer.host)
