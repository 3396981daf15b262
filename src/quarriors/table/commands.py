"""From what a client sends to what is to be written: each message is a command of the table."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from quarriors.table.consent import consent_entries
from quarriors.table.entries import Entry
from quarriors.table.messages import (
    AddNumber,
    Admit,
    Answer,
    AnswerUndo,
    AskUndo,
    Begin,
    Call,
    Fill,
    Free,
    FromClient,
    GiveBack,
    Orders,
    Replace,
    SetChat,
    Undo,
    WithdrawUndo,
)
from quarriors.table.seats import Presence, Viewer
from quarriors.table.table import LiveTable

People = Callable[[], Sequence[Presence]]  # for each seat, whether its player is here


def command_entries(
    table: LiveTable, viewer: Viewer, message: FromClient, people: People, now: float
) -> list[Entry]:
    """What a viewer's command would have written at the table as it is now; or a `Refusal`."""
    match message:
        case Answer():
            return table.answer(viewer.seat, message.state, message.option)
        case Undo():
            return table.undo(viewer.seat, message.state, now)
        case AskUndo() | AnswerUndo() | WithdrawUndo():
            return consent_entries(table, viewer.seat, message, now)
        case Orders():
            return table.order(viewer.seat, message)
        case AddNumber():
            return table.add_number(viewer.seat, message.number)
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
        case SetChat():
            return table.switch_chat(viewer.host, message.open)
        case _:
            raise AssertionError(f"{type(message).__name__} is no command")
