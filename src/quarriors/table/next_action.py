"""What the server itself must do at a table: ask a bot, follow standing orders, mind the clock."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from quarriors.table.consent import is_settled
from quarriors.table.entries import By
from quarriors.table.orders import NO_ORDERS, standing_answer
from quarriors.table.table import STAND_IN, LiveTable
from quarriors.table.values import value

PATIENCE = 60.0  # seconds after which a bot that has not answered is looked at again


@value()
class NextAction:
    """What is to be done now, and when to look again at the latest.

    `bot`: let this bot choose and write its answer with `by`. `answer`: write `code` with `by`.
    `flag`: the seat's time for the whole game is up. `begin`: the game begins without the numbers
    that are missing. `settle_undo`: a request to go back has an answer, or its time is up. `none`:
    wait for a player.
    """

    kind: Literal["none", "bot", "answer", "flag", "begin", "settle_undo"]
    seat: int = -1
    bot: str = ""
    code: int = 0
    by: By = "player"
    due: float | None = None


def next_action(table: LiveTable, now: float, here: Callable[[int], bool]) -> NextAction:
    """What the server must do at this table, if anything."""
    seat = table.deciding
    if seat is None:
        begins = table.begins_by
        due = begins is not None and now >= begins
        return NextAction("begin") if due else NextAction("none", due=begins)
    if is_settled(table, now):
        return NextAction("settle_undo")
    seated = table.seats[seat]
    if seated.played_by:
        return NextAction("bot", seat, seated.played_by, by="bot", due=now + PATIENCE)
    code = None
    if seated.orders != NO_ORDERS:
        code = _ordered(table, seat, here(seat))
    if code is not None:
        return NextAction("answer", seat, code=code, by="order")
    until = table.deadline
    if until is None or now < until:
        return NextAction("none", seat, due=table.wakes_at)
    if table.head.setup.clock.kind == "game":
        return NextAction("flag", seat)
    return NextAction("bot", seat, STAND_IN, by="clock", due=now + PATIENCE)


def _ordered(table: LiveTable, seat: int, here: bool) -> int | None:
    """What the seat's orders say, worked out once for each state: this is asked again and again."""
    orders = table.seats[seat].orders
    key = ("order", orders, here)
    if key not in table.view_cache:
        table.view_cache[key] = standing_answer(table.game, seat, orders, here)
    found: int | None = table.view_cache[key]
    return found
