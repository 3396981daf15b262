"""Lines that concern people and are asked over HTTP: `/code`, `/chat` and `/report`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_args

from quarriors.remote import calls, telling
from quarriors.remote.address import Address
from quarriors.remote.errors import RemoteError
from quarriors.remote.keys import SEATS
from quarriors.server.web.shapes import Reason, Report
from quarriors.table.messages import ChatLine
from quarriors.text import Texts

REASONS: tuple[str, ...] = get_args(Reason)
LONGEST_NOTE = 500
_MINUTE = 60


def is_for_people(line: str) -> bool:
    """Whether a typed line is one of these; `/chat on` and `/chat off` are messages."""
    word, _, rest = line.partition(" ")
    return word in ("/code", "/report") or (word == "/chat" and not rest.strip())


def read_report(text: str) -> Report:
    """A report from `12 insult NOTE`, a line of chat, or `name 2 spam NOTE`, the name of a seat."""
    words = text.split(maxsplit=3)
    named = words[:1] == ["name"]
    number, reason = [*words[named : named + 2], "", ""][:2]
    note = " ".join(words[named + 2 :])
    if not number.isascii() or not number.isdecimal() or reason not in REASONS:
        raise RemoteError("report", text=text, reasons=REASONS)
    if len(note) > LONGEST_NOTE:
        raise RemoteError("long_note", most=LONGEST_NOTE)
    if named and not 1 <= int(number) <= SEATS:
        raise RemoteError("seat", seat=int(number))
    if named:
        return Report(reason, seat=int(number) - 1, note=note)  # type: ignore[arg-type]
    return Report(reason, line=int(number), note=note)  # type: ignore[arg-type]


async def obey(
    line: str, address: Address, token: str, chat: Sequence[ChatLine], texts: Texts
) -> list[str]:
    """Do what a line asks for; what is to be told."""

    def say(key: str, **values: object) -> str:
        return texts.say("remote", f"people.{key}", **values)

    word, _, rest = line.partition(" ")
    if word == "/chat":
        lines = [f"{one.number}. {telling.chat_line(one, texts)}" for one in chat]
        return (
            [*lines, say("report_how", reasons=", ".join(REASONS))] if lines else [say("no_chat")]
        )
    if not token:
        raise RemoteError("players_only", text=word)
    if word == "/report":
        report = read_report(rest.strip())
        await calls.report(address, token, report, texts.language)
        return [say("reported")]
    if rest.strip():
        raise RemoteError("slash", text=line)
    code = await calls.one_time_code(address, token, texts.language)
    return [
        say("code", code=code.code, n=max(1, round(code.seconds / _MINUTE))),
        say("code_how", link=address.link, code=code.code),
    ]
