"""Sentences about a table on a server: who sits where, who came and went, clocks, orders.

The server sends sentences for whatever happens in the game; what only a terminal says is here.
Everything is a pure function of messages and a language.
"""

from __future__ import annotations

from collections.abc import Sequence

from quarriors.table.messages import Advice, ChatLine, Orders, Player, Times
from quarriors.text import Texts

_MINUTE = 60
_HOUR = 3_600
_SHORT = 300  # seconds: below, a clock is shown to the second


def player_line(player: Player, texts: Texts, me: int | None) -> str:
    """One seat and who sits there."""
    key = "seat.kept" if player.kept_for else f"seat.{player.kind}"
    name = plain(player.kept_for or player.name)
    values = {"seat": player.seat + 1, "name": name, "bot": player.bot}
    told = texts.say("remote", key, **values)
    notes = []
    if player.seat == me:
        notes.append(texts.say("remote", "seat.you"))
    if player.host:
        notes.append(texts.say("remote", "seat.host"))
    if player.standing_in:
        notes.append(texts.say("remote", "seat.stands_in", bot=player.bot))
    if player.kind in ("person", "remote") and not player.here and player.seat != me:
        notes.append(texts.say("remote", "seat.away"))
    return f"{told} ({', '.join(notes)})" if notes else told


def player_lines(players: Sequence[Player], texts: Texts, me: int | None) -> list[str]:
    """All seats, a line each."""
    return [player_line(player, texts, me) for player in players]


def changes(
    before: Sequence[Player], after: Sequence[Player], texts: Texts, me: int | None
) -> list[str]:
    """What happened among the people at the table, besides to me."""
    told = []
    for old, new in zip(before, after, strict=True):
        key = _change(old, new)
        if key and new.seat != me:
            name = old.name if key in ("freed", "plays_again") else new.name
            values = {"name": plain(name), "seat": new.seat + 1, "bot": new.bot}
            told.append(texts.say("remote", f"change.{key}", **values))
        elif key in ("stands_in", "plays_again"):
            told.append(texts.say("remote", f"change.{key}_me", bot=new.bot))
    return told


def _change(old: Player, new: Player) -> str:
    """What happened at one seat; empty for nothing worth telling."""
    if (old.kind, old.name) != (new.kind, new.name):
        return {"free": "freed", "bot": "bot_sat"}.get(new.kind, "sat")
    if new.standing_in != old.standing_in:
        return "stands_in" if new.standing_in else "plays_again"
    if new.here != old.here and new.kind in ("person", "remote"):
        return "came" if new.here else "went"
    return ""


def duration(seconds: float, texts: Texts) -> str:
    """A time span, no finer than anybody needs."""
    whole = max(0, int(seconds))
    if whole < _SHORT:
        return texts.say("remote", "time.seconds", n=whole)
    if whole < 2 * _HOUR:
        return texts.say("remote", "time.minutes", n=whole // _MINUTE)
    return texts.say("remote", "time.hours", n=whole // _HOUR)


def time_left(times: Times, me: int | None, passed: float, texts: Texts) -> str:
    """How long I may think; empty without a clock or if it is another's time that runs.

    `passed` is how long ago the message came: the server's clock and ours need not agree.
    """
    if times.kind == "none" or me is None or times.running != me or me >= len(times.left):
        return ""
    return texts.say("remote", "time.left", time=duration(times.left[me] - passed, texts))


def time_called(
    before: Times, after: Times, players: Sequence[Player], me: int | None, texts: Texts
) -> list[str]:
    """That somebody has just called time, and on whom."""
    if after.kind != "call" or (before.kind, before.until) == (after.kind, after.until):
        return []
    seat = after.running
    key = "time.called_me" if seat == me else "time.called"
    left = duration(after.left[seat], texts)
    return [texts.say("remote", key, name=plain(players[seat].name), time=left)]


def chat_line(line: ChatLine, texts: Texts) -> str:
    """What somebody said: text, and nothing that a terminal would obey."""
    return texts.say("remote", "say.chat", name=plain(line.name), text=plain(line.text))


def plain(text: str) -> str:
    """Text of another person without control characters, which could do things to a terminal."""
    return "".join(letter if letter.isprintable() else " " for letter in text)


def order_lines(orders: Orders, texts: Texts) -> list[str]:
    """My standing orders, a sentence each, and how they are changed."""
    lines = [
        texts.say("remote", f"orders.defend_{orders.defend}"),
        texts.say("remote", f"orders.reactions_{orders.reactions}"),
        texts.say("remote", f"orders.pass_{'on' if orders.pass_alone else 'off'}"),
        texts.say("remote", f"orders.away_{'on' if orders.away else 'off'}"),
    ]
    return [*lines, *texts.say("remote", "orders.how").strip().splitlines()]


def advice_lines(advice: Advice, numbers: Sequence[int], texts: Texts) -> list[str]:
    """What a bot would do, with the numbers as they are shown here."""
    lines = [texts.say("remote", "say.advice", bot=plain(advice.bot))]
    for line in advice.lines:
        number = numbers.index(line.option) + 1 if line.option in numbers else line.option
        lines.append(texts.say("remote", "say.advice_line", n=number, text=line.text))
    return lines
