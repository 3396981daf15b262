"""Undo across a revealed fact, with the consent of all people at the table.

A player asks to take back their last answer, with everything that came after it. Every other
person with a seat must agree; bots, programs and players for whom a bot plays always do. The
request is about a fixed answer, so the game may go on meanwhile; it is open for the table's grace
time. One refusal closes it, and the same player may ask again only when the game has moved.

The dice stay what they were: the same choices lead to the same rolls. What changes is that people
choose again with what they have seen, so such a game is marked (`LiveTable.undone_by_consent`).
"""

from __future__ import annotations

from quarriors.table.entries import Entry, UndoAgreed, UndoAsked, UndoClosed, UndoneByConsent
from quarriors.table.errors import Refusal
from quarriors.table.messages import AnswerUndo, AskUndo, UndoRequest, WithdrawUndo
from quarriors.table.table import LiveTable
from quarriors.text import Texts

MOST = 10  # times that one game goes back by consent: each plays it again from its beginning


def consent_entries(
    table: LiveTable, seat: int | None, message: AskUndo | AnswerUndo | WithdrawUndo, now: float
) -> list[Entry]:
    """What a player's message about such a request would have written; or a `Refusal`."""
    if isinstance(message, AskUndo):
        return ask_undo(table, seat, message.state, now)
    if isinstance(message, AnswerUndo):
        return answer_undo(table, seat, message.agree, now)
    return withdraw_undo(table, seat)


def ask_undo(table: LiveTable, seat: int | None, state: int, now: float) -> list[Entry]:
    """A player asks to take back their last answer; alone with bots it is done at once."""
    found = table.player(seat)
    table.current(state)
    why = why_not_ask(table, found, now)
    if why:
        request = table.undo_request
        name = "" if request is None else table.names[request.seat]
        raise Refusal("not_now", why, most=MOST, name=name)
    assert table.timeline is not None, "the game is on"
    answers = table.timeline.last_given(found)
    assert answers is not None, "there is an answer to be taken back"
    if not _others(table, found):
        return [UndoneByConsent(found, answers)]
    return [UndoAsked(found, answers)]


def why_not_ask(table: LiveTable, seat: int, now: float) -> str:
    """Why a player cannot ask, as a key of the refusals; empty if they can."""
    timeline = table.timeline
    if timeline is None:
        return "not_begun"
    if table.stage == "over":
        return "over"
    if table.seats[seat].played_by:
        return "stood_in"
    if not table.why_no_undo(seat, now):
        return "consent.needless"
    if table.head.setup.daily:
        return "consent.daily"
    if timeline.last_given(seat) is None:
        return "undo.nothing"
    if table.consent_undos >= MOST:
        return "consent.enough"
    request = table.undo_request
    if request is not None and not request.closed:
        return "consent.open"
    asked = request is not None and request.seat == seat and request.state == table.state
    return "consent.again" if asked else ""


def answer_undo(table: LiveTable, seat: int | None, agree: bool, now: float) -> list[Entry]:
    """A player agrees to the open request or refuses it; the last who agrees takes it back."""
    found = table.player(seat)
    request = table.undo_request
    if request is None or request.closed or now >= request.until:
        raise Refusal("stale", "consent.none")
    if found == request.seat:
        raise Refusal("illegal", "consent.own")
    if not agree:
        return [UndoClosed("refused", found)]
    if found in request.agreed:
        return []
    agreed = UndoAgreed(found)
    missing = _others(table, request.seat) - {*request.agreed, found}
    if missing:
        return [agreed]
    return [agreed, UndoneByConsent(request.seat, request.answers)]


def withdraw_undo(table: LiveTable, seat: int | None) -> list[Entry]:
    """A player takes back their request."""
    found = table.player(seat)
    request = table.undo_request
    if request is None or request.closed or request.seat != found:
        raise Refusal("stale", "consent.none")
    return [UndoClosed("withdrawn", found)]


def settle_undo(table: LiveTable, now: float) -> list[Entry]:
    """What the server does about the open request: all who are left agree, or its time is up."""
    request = table.undo_request
    if request is None or request.closed:
        raise Refusal("stale", "consent.none")
    if not _others(table, request.seat) - set(request.agreed):
        return [UndoneByConsent(request.seat, request.answers)]
    if now < request.until:
        raise Refusal("not_now", "time_left")
    return [UndoClosed("late")]


def is_settled(table: LiveTable, now: float) -> bool:
    """Whether `settle_undo` has something to do."""
    request = table.undo_request
    if request is None or request.closed:
        return False
    return now >= request.until or not _others(table, request.seat) - set(request.agreed)


def _others(table: LiveTable, seat: int) -> set[int]:
    """The seats whose consent a player needs."""
    return {
        number
        for number, seated in enumerate(table.seats)
        if number != seat and seated.kind == "person" and not seated.played_by
    }


def shown_request(table: LiveTable, language: str) -> UndoRequest | None:
    """The request as everybody sees it, and what became of it until the game moves."""
    request = table.undo_request
    if request is None:
        return None
    names = table.names
    values: dict[str, object] = {"name": names[request.seat], "round": request.round}
    if request.refused_by >= 0:
        values["other"] = names[request.refused_by]
    text = Texts(language).say("server", f"table.undo.{request.closed or 'asked'}", **values)
    if request.closed:
        return UndoRequest(request.seat, text)
    waits = tuple(sorted(_others(table, request.seat) - set(request.agreed)))
    return UndoRequest(request.seat, text, True, waits, request.until)
