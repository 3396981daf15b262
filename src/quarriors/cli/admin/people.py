"""`quarriors admin` reports, close-chat, open-chat and forget: people."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Annotated

import typer

from quarriors.cli import print_json
from quarriors.cli.admin.common import (
    BadAdmin,
    TableId,
    Yes,
    admin_app,
    date,
    need_yes,
    opened,
    stored_row,
    tell,
)
from quarriors.cli.console import make_texts
from quarriors.cli.options import AsJson, Language

if TYPE_CHECKING:
    from quarriors.server.store.administration import AdminDatabase


@admin_app.command("reports")
def admin_reports(
    context: typer.Context,
    close: Annotated[list[int] | None, typer.Option("--close", metavar="NUMBER")] = None,
    everything: Annotated[bool, typer.Option("--all")] = False,
    as_json: AsJson = False,
    lang: Language = None,
) -> None:
    """List what players reported, or close some of it."""
    from quarriors.server.store import people

    texts = make_texts(lang)
    with opened(context) as database:
        if close:
            with database.writing() as connection:
                for number in close:
                    if not people.close_report(connection, number):
                        raise BadAdmin("no_report", number=number)
            tell(texts, "reports_closed", n=len(close))
            return
        with database.reading() as connection:
            found = people.all_reports(connection, closed=everything)
    if as_json:
        print_json([one._asdict() for one in found])
        return
    if not found:
        tell(texts, "no_reports")
    for one in found:
        key = "report_name" if one.line is None else "report_line"
        by = texts.say("admin", "host") if one.reporter is None else one.reporter + 1
        reason = texts.say("admin", f"reason.{one.reason}")
        values = {"number": one.id, "table": one.table_id, "at": date(one.at), "reason": reason}
        tell(texts, key, **values, seat=one.seat + 1, name=one.name, text=one.line or "", by=by)
        if one.note:
            tell(texts, "report_note", note=one.note)
        if one.closed is not None:
            tell(texts, "report_closed", at=date(one.closed))


def _switch_chat(context: typer.Context, table: str, open_: bool, lang: str | None) -> None:
    """Close the chat of a table, or open it again, by an entry like those of servers."""
    import asyncio

    from quarriors.server.sessions.table_io import read_table, summary, to_write
    from quarriors.server.store import administration
    from quarriors.table.errors import Refusal

    texts = make_texts(lang)

    async def write(database: AdminDatabase) -> None:
        async with database.store() as store:
            while True:
                found, needed = await read_table(store, table)
                entries = [*needed, *found.switch_chat(False, open_, "operator")]
                if not entries:
                    return
                now = time.time()
                told = summary(found, entries, 0.0)
                new = to_write(found, entries, now)
                if await store.append(table, found.seq + 1, new, told):
                    return

    with opened(context) as database:
        stored_row(database, table)
        try:
            asyncio.run(write(database))
        except Refusal as refusal:
            raise BadAdmin("chat", why=refusal.say(texts.language)) from None
        with database.writing() as connection:
            administration.tell_servers(connection, administration.WRITTEN, [table])
    tell(texts, "chat_open" if open_ else "chat_closed", table=table)


@admin_app.command("close-chat")
def admin_close_chat(context: typer.Context, table: TableId, lang: Language = None) -> None:
    """Close the chat of a table, which its host then cannot open."""
    _switch_chat(context, table, False, lang)


@admin_app.command("open-chat")
def admin_open_chat(context: typer.Context, table: TableId, lang: Language = None) -> None:
    """Open the chat of a table again."""
    _switch_chat(context, table, True, lang)


@admin_app.command("forget")
def admin_forget(
    context: typer.Context,
    token: Annotated[str, typer.Argument(metavar="TOKEN")],
    yes: Yes = False,
    as_json: AsJson = False,
    lang: Language = None,
) -> None:
    """Remove what is kept of the holder of a token."""
    from dataclasses import asdict

    from quarriors.server.sessions import forgetting
    from quarriors.table.tokens import token_hash

    texts = make_texts(lang)
    hashed = token_hash(token.strip())
    with opened(context) as database:
        with database.reading() as connection:
            tables = forgetting.tables_of(connection, hashed)
        if not tables:
            raise BadAdmin("no_token")
        need_yes(yes, texts.say("admin", "what.person", n=len(tables)))
        removed = forgetting.Removed()
        for table in tables:
            with database.writing() as connection:
                removed += forgetting.forget_at(connection, table, hashed)
    if as_json:
        print_json(asdict(removed))
        return
    tell(texts, "forgot", **asdict(removed))
    tell(texts, "forgot_kept")
