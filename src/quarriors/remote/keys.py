"""What somebody types at a table of a server, as a message to send or a word for the terminal.

Plain keys are those of `quarriors play`; what concerns other people (talk, seats) begins with a
slash, so that no slip of the finger does anything to them.
"""

from __future__ import annotations

from typing import Literal, cast

from quarriors.remote.errors import RemoteError
from quarriors.table.messages import (
    Admit,
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
    Say,
    SetChat,
    WithdrawUndo,
)

DEFENDERS = ("ask", "weakest", "strongest", "cheapest")
REACTIONS = ("ask", "never")
ON_OFF = ("on", "off")
LONGEST_SAYING = 500
SEATS = 4
_BOT = "planner"

Defend = Literal["ask", "weakest", "strongest", "cheapest"]
React = Literal["ask", "never"]


def read_orders(now: Orders, text: str) -> Orders:
    """The orders after `defend weakest`, `reactions never`, `pass on` or `away off`."""
    word, _, value = text.strip().partition(" ")
    value = value.strip()
    if word == "defend" and value in DEFENDERS:
        return Orders(cast(Defend, value), now.reactions, now.pass_alone, now.away)
    if word == "reactions" and value in REACTIONS:
        return Orders(now.defend, cast(React, value), now.pass_alone, now.away)
    if word == "pass" and value in ON_OFF:
        return Orders(now.defend, now.reactions, value == "on", now.away)
    if word == "away" and value in ON_OFF:
        return Orders(now.defend, now.reactions, now.pass_alone, value == "on")
    raise RemoteError("orders", text=text.strip())


def read_slash(line: str, state: int) -> FromClient:
    """The message that a line with a slash stands for, in a state of the game."""
    word, _, rest = line[1:].partition(" ")
    rest = rest.strip()
    if word == "say" and rest:
        if len(rest) > LONGEST_SAYING:
            raise RemoteError("long_saying", most=LONGEST_SAYING)
        return Say(rest)
    if word == "chat" and rest in ON_OFF:
        return SetChat(rest == "on")
    alone = _words_alone(state).get(word)
    if alone is not None and not rest:
        return alone
    if word in ("fill", "free", "replace", "back"):
        number, _, bot = rest.partition(" ")
        if number.isdecimal() and 1 <= int(number) <= SEATS:
            seat = int(number) - 1
            bot = bot.strip()
            if word == "fill":
                return Fill(seat, bot or _BOT)
            if word == "replace":
                return Replace(seat, bot or _BOT)
            if not bot:
                return Free(seat) if word == "free" else GiveBack(seat)
    raise RemoteError("slash", text=line)


def _words_alone(state: int) -> dict[str, FromClient]:
    """What words stand for after which nothing follows."""
    return {
        "begin": Begin(),
        "admit": Admit(),
        "time": Call(state),
        "undo": AskUndo(state),
        "agree": AnswerUndo(True),
        "refuse": AnswerUndo(False),
        "withdraw": WithdrawUndo(),
    }
