"""From what a client sends to what is to be written, and to what everybody is sent afterwards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from quarriors.table.entries import Answered, Entry, Ordered, Undone
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
from quarriors.table.table import LiveTable, Stage

People = Callable[[], Sequence[Presence]]  # for each seat, whether its player is here
Sent = Literal["update", "table"]


def command_entries(
    table: LiveTable, viewer: Viewer, message: FromClient, people: People, now: float
) -> list[Entry]:
    """What a viewer's command would have written at the table as it is now; or a `Refusal`."""
    match message:
        case Answer():
            return table.answer(viewer.seat, message.state, message.option)
        case Undo():
            return table.undo(viewer.seat, message.state, now)
        case Orders():
            return table.order(viewer.seat, message)
        case Fill():
            return table.fill(viewer.host, message.seat, message.bot)
        case Free():
            return table.free(viewer.host, message.seat)
        case Admit():
            return table.admit(viewer.host)
        case Begin():
            return table.begin(viewer.host)
        case Replace():
            return table.replace(viewer, message.seat, message.bot, people(), now)
        case GiveBack():
            return table.give_back(viewer, message.seat)
        case Call():
            return table.call(viewer.seat, message.state)
        case _:
            raise AssertionError(f"{type(message).__name__} is no command")


def sent_after(entry: Entry, stage: Stage, seat: int | None) -> tuple[Sent, ...]:
    """Which messages a viewer gets after an entry has been folded.

    The answer that ends a game is followed by the whole table, with the seed that nobody knew
    before; standing orders concern nobody but the seat that gave them.
    """
    if isinstance(entry, (Answered, Undone)):
        return ("update", "table") if stage == "over" else ("update",)
    if isinstance(entry, Ordered) and entry.seat != seat:
        return ()
    return ("table",)
