"""`quarriors admin`: what an operator does to a server's database, also while servers use it.

list, show, export, remove    tables       ban, unban, bans    addresses that are refused
prune                         old games    backup, restore     an SQLite file
reports                       of players   close-chat, open-chat, forget    people

Running servers notice removals and bans within seconds (`server/store/administration.py`).
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from quarriors.cli import BadOption, columns, print_json
from quarriors.cli.console import make_texts
from quarriors.cli.options import AsJson, Language
from quarriors.text import Texts

if TYPE_CHECKING:
    from quarriors.server.store.administration import AdminDatabase, TableRow
    from quarriors.table.table import LiveTable
    from quarriors.table.table_header import TableHeader

admin_app = typer.Typer(add_completion=False)
DAY = 86_400.0
MOST_DAYS = 100_000.0
FIRST_ENTRIES = 60  # that say who sat down before a game began
PORTION = 50  # tables removed in one transaction
STAGES = ("waiting", "playing", "over")
SECRET = ("token_hash", "origin", "snapshot")  # of entries: who somebody is, and where the game is

Yes = Annotated[bool, typer.Option("--yes")]
TableId = Annotated[str, typer.Argument(metavar="TABLE")]


class BadAdmin(BadOption):
    """What cannot be done to a database."""

    texts = "admin.refuse"


@admin_app.callback()
def _admin(
    context: typer.Context,
    database: Annotated[str | None, typer.Option("--database", metavar="PLACE")] = None,
    config: Annotated[str, typer.Option("--config", metavar="FILE")] = "",
    lang: Language = None,
) -> None:
    """Look after a database; the language is for the help, commands have their own."""
    from quarriors.cli.serve_settings import find

    del lang
    # As the server finds it, so that the same variables and the same file serve both.
    context.obj = find({"database": database, "config": config}, os.environ)["database"].value


@contextmanager
def opened(context: typer.Context) -> Iterator[AdminDatabase]:
    """The database that `--database` names; trouble with it becomes a sentence."""
    from quarriors.cli.serve import database_trouble
    from quarriors.server.store.administration import AdminDatabase
    from quarriors.server.store.errors import StorageTrouble

    place: str = context.obj
    try:
        yield AdminDatabase(place)
    except StorageTrouble as error:
        raise database_trouble(place, error) from None


def need_yes(yes: bool, what: str) -> None:
    """Refuse to remove something without `--yes`; `what` would be removed."""
    if not yes:
        raise BadAdmin("yes", what=what)


def tell(texts: Texts, key: str, /, **values: object) -> None:
    """Print a line of the admin texts."""
    print(texts.say("admin", key, **values))


# --- tables ------------------------------------------------------------------------------------


def _seats(head: TableHeader, first: Sequence[bytes]) -> list[dict[str, str]]:
    """Who sits at a table, from its set-up and its first entries."""
    from quarriors.table.entries import Leave, Sit, Started, decode

    seats = [
        {"kind": "bot", "name": chair.bot} if chair.kind == "bot" else {"kind": "free", "name": ""}
        for chair in head.setup.seats
    ]
    for entry in map(decode, first):
        if isinstance(entry, Sit):
            seats[entry.seat] = {"kind": entry.kind, "name": entry.name}
        elif isinstance(entry, Leave):
            seats[entry.seat] = {"kind": "free", "name": ""}
        elif isinstance(entry, Started):
            break
    return seats


def _age(seconds: float, texts: Texts) -> str:
    """How long ago something was, in its largest unit."""
    for key, size in (("days", DAY), ("hours", 3600.0), ("minutes", 60.0)):
        if seconds >= size:
            return texts.say("admin", f"age.{key}", n=int(seconds // size))
    return texts.say("admin", "age.now")


@admin_app.command("list")
def admin_list(
    context: typer.Context,
    stage: Annotated[str, typer.Option("--stage", metavar="STAGE")] = "",
    older: Annotated[float, typer.Option("--older", metavar="DAYS")] = 0.0,
    limit: Annotated[int, typer.Option("--limit")] = 100,
    as_json: AsJson = False,
    lang: Language = None,
) -> None:
    """List tables, the latest changes first."""
    from quarriors.server.store.administration import first_entries, table_rows
    from quarriors.table.table_header import decode_head

    texts = make_texts(lang)
    if stage and stage not in STAGES:
        raise BadAdmin("stage", text=stage, known=STAGES)
    _check_days("--older", older)
    if limit < 1:
        raise BadAdmin("limit", limit=limit)
    with opened(context) as database, database.reading() as connection:
        found = table_rows(connection, stage=stage, older=older * DAY, limit=limit)
        first = first_entries(connection, [row.id for row in found], FIRST_ENTRIES)
    rows = [(row, _seats(decode_head(row.head), first[row.id])) for row in found]
    if as_json:
        print_json(
            [
                {
                    "table": row.id, "stage": row.stage, "created": row.created,
                    "updated": row.updated, "entries": row.entries, "seats": seats,
                }
                for row, seats in rows
            ]
        )  # fmt: skip
        return
    if not rows:
        tell(texts, "no_tables")
        return
    now = time.time()
    keys = ("table", "stage", "age", "idle", "entries", "seats")
    lines = [tuple(texts.say("admin", f"head.{key}") for key in keys)]
    lines += [
        (
            row.id, texts.say("admin", f"stage.{row.stage}"), _age(now - row.created, texts),
            _age(now - row.updated, texts), str(row.entries),
            ", ".join(one["name"] or texts.say("admin", "free") for one in seats),
        )
        for row, seats in rows
    ]  # fmt: skip
    for line in columns(lines, right=(4,)):
        print(line)
    tell(texts, "count", n=len(rows))


def _row(database: AdminDatabase, table_id: str) -> TableRow:
    """One table as it is stored; refused if it is not there."""
    from quarriors.server.store.administration import table_rows

    with database.reading() as connection:
        found = table_rows(connection, table_id=table_id)
    if not found:
        raise BadAdmin("table", table=table_id)
    return found[0]


def _loaded(database: AdminDatabase, table_id: str) -> LiveTable:
    """A table with its game, as a server holds it."""
    import asyncio

    from quarriors.server.sessions.table_io import read_table

    async def load() -> LiveTable:
        async with database.store() as store:
            table, _ = await read_table(store, table_id)
            return table

    return asyncio.run(load())


def _entries(database: AdminDatabase, table_id: str) -> list[dict[str, Any]]:
    """All entries as values, without what proves who somebody is."""
    import msgspec

    from quarriors.server.store.administration import entries_of

    with database.reading() as connection:
        found = entries_of(connection, table_id)
    return [
        {"seq": number, "at": at,
         **{key: value for key, value in msgspec.json.decode(data).items() if key not in SECRET}}
        for number, at, data in found
    ]  # fmt: skip


def _about(row: TableRow, table: LiveTable) -> dict[str, Any]:
    """What an operator may know of a table: neither tokens nor the seed of a game in play."""
    import msgspec

    about: dict[str, Any] = {
        "table": row.id,
        "stage": row.stage,
        "created": row.created,
        "updated": row.updated,
        "entries": row.entries,
        "setup": msgspec.to_builtins(table.head.setup),
        "seats": [
            {"kind": one.kind, "name": one.name, "bot": one.bot, "stand_in": one.stand_in}
            for one in table.seats
        ],
        "deciding": table.deciding,
    }
    if table.timeline is not None:
        game = table.game
        about |= {"turn": game.turn, "round": game.round, "answers": len(game.answers)}
    return about


@admin_app.command("show")
def admin_show(
    context: typer.Context,
    table: TableId,
    last: Annotated[int, typer.Option("--last")] = 10,
    as_json: AsJson = False,
    lang: Language = None,
) -> None:
    """Show a table: its set-up, its seats, where the game is, its last entries."""
    texts = make_texts(lang)
    if last < 0:
        raise BadAdmin("last", last=last)
    with opened(context) as database:
        row = _row(database, table)
        about = _about(row, _loaded(database, table))
        entries = _entries(database, table)
    entries = entries[max(0, len(entries) - last) :]
    if as_json:
        print_json({**about, "last": entries})
        return
    now = time.time()
    tell(texts, "show.table", table=row.id, stage=texts.say("admin", f"stage.{row.stage}"))
    ages = {key: _age(now - about[key], texts) for key in ("created", "updated")}
    tell(texts, "show.ages", entries=row.entries, **ages)
    setup = about["setup"]
    tell(texts, "show.setup", edition=setup["edition"], sets=", ".join(setup["sets"]))
    shared = ("open", "watch", "chat")
    tell(texts, "show.shared", which=", ".join(key for key in shared if setup[key]) or "-")
    for number, seat in enumerate(about["seats"], 1):
        who = " ".join(part for part in (seat["kind"], seat["name"], seat["bot"]) if part)
        key = "show.seat_kept" if seat["stand_in"] else "show.seat"
        tell(texts, key, number=number, who=who, bot=seat["stand_in"])
    if "turn" in about:
        tell(texts, "show.game", turn=about["turn"], round=about["round"], n=about["answers"])
    if about["deciding"] is not None:
        tell(texts, "show.deciding", seat=about["deciding"] + 1)
    for entry in entries:
        at, number = _date(entry.pop("at")), entry.pop("seq")
        values = " ".join(f"{key}={value}" for key, value in entry.items() if key != "type")
        print(f"{number:6} {at}  {entry['type']} {values}".rstrip())


@admin_app.command("export")
def admin_export(
    context: typer.Context,
    table: TableId,
    out: Annotated[Path | None, typer.Option("--out", "-o", metavar="FILE")] = None,
    entries: Annotated[bool, typer.Option("--entries")] = False,
    force: Annotated[bool, typer.Option("--force")] = False,
    lang: Language = None,
) -> None:
    """Write the record of a finished game, or all entries of a table."""
    from quarriors.table.replay import record

    texts = make_texts(lang)
    with opened(context) as database:
        row = _row(database, table)
        found = _loaded(database, table)
        over = found.stage == "over"
        value: Any
        if over and not entries:
            value = record(found)
        else:
            value = {**_about(row, found), "entries": _entries(database, table)}
    if out is None:
        print_json(value)
        return
    if out.exists() and not force:
        raise BadAdmin("exists", path=str(out))
    try:
        out.write_text(json.dumps(value, ensure_ascii=False) + "\n", encoding="utf-8")
    except OSError as error:
        raise BadAdmin("unwritable", path=str(out), why=error) from None
    key = "exported_record" if over and not entries else "exported_entries"
    tell(texts, key, table=table, path=out)


@admin_app.command("remove")
def admin_remove(
    context: typer.Context, table: TableId, yes: Yes = False, lang: Language = None
) -> None:
    """Remove a table for good."""
    from quarriors.server.store.administration import remove_tables

    texts = make_texts(lang)
    with opened(context) as database:
        row = _row(database, table)
        what = texts.say("admin", "what.table", table=table, n=row.entries)
        need_yes(yes, what)
        with database.writing() as connection:
            remove_tables(connection, [table])
    tell(texts, "removed", what=what)


@admin_app.command("prune")
def admin_prune(
    context: typer.Context,
    older: Annotated[float, typer.Option("--older", metavar="DAYS")],
    dry_run: Annotated[bool, typer.Option("--dry-run")] = False,
    yes: Yes = False,
    lang: Language = None,
) -> None:
    """Remove finished games by their age."""
    from quarriors.server.store.administration import finished_tables, remove_tables

    texts = make_texts(lang)
    _check_days("--older", older)
    with opened(context) as database:
        with database.reading() as connection:
            found = finished_tables(connection, older * DAY)
        what = texts.say("admin", "what.finished", n=len(found), days=f"{older:g}")
        if dry_run:
            for table_id in found:
                print(table_id)
            tell(texts, "would_remove", what=what)
            return
        if found:
            need_yes(yes, what)
        for start in range(0, len(found), PORTION):  # a server that runs writes in between
            with database.writing() as connection:
                remove_tables(connection, found[start : start + PORTION])
    tell(texts, "removed", what=what)


def _check_days(option: str, days: float) -> None:
    if not 0 <= days < MOST_DAYS:
        raise BadAdmin("days", option=option, days=days)


# --- backups -----------------------------------------------------------------------------------


def _file_of(context: typer.Context, key: str, file: Path) -> Path:
    """The SQLite file to back up or restore; how to do it with PostgreSQL is a refusal."""
    from quarriors.cli.serve import checked_database, hidden
    from quarriors.server.store.address import read_address

    place: str = context.obj
    path = read_address(checked_database(place)).path
    if path is None:
        raise BadAdmin(key, url=hidden(place), file=str(file))
    return path


@admin_app.command("backup")
def admin_backup(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE")],
    force: Annotated[bool, typer.Option("--force")] = False,
    lang: Language = None,
) -> None:
    """Copy an SQLite database while its server runs."""
    from quarriors.server.store.backup import back_up

    texts = make_texts(lang)
    path = _file_of(context, "postgres_backup", file)
    if file.exists() and (not force or not file.is_file() or file.samefile(path)):
        raise BadAdmin("exists", path=str(file))
    with opened(context):
        size = back_up(path, file)
    tell(texts, "backed_up", path=path, file=file, size=f"{size:,}")


@admin_app.command("restore")
def admin_restore(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE")],
    force: Annotated[bool, typer.Option("--force")] = False,
    lang: Language = None,
) -> None:
    """Put a backup in the place of an SQLite database."""
    from quarriors.cli.serve import database_trouble
    from quarriors.server.store.backup import check, restore
    from quarriors.server.store.errors import StorageTrouble

    texts = make_texts(lang)
    path = _file_of(context, "postgres_restore", file)
    try:
        check(file)
    except StorageTrouble as error:
        raise database_trouble(str(file), error) from None
    if path.exists() and (not force or file.samefile(path)):
        raise BadAdmin("there", path=str(path))
    try:
        restore(file, path)
    except StorageTrouble as error:
        raise database_trouble(str(path), error) from None
    tell(texts, "restored", path=path, file=file)


# --- bans --------------------------------------------------------------------------------------


def _network(address: str) -> str:
    from quarriors.server.store.administration import network_of

    try:
        return network_of(address)
    except ValueError:
        raise BadAdmin("address", text=address) from None


@admin_app.command("ban")
def admin_ban(
    context: typer.Context,
    address: Annotated[str, typer.Argument(metavar="ADDRESS")],
    days: Annotated[float | None, typer.Option("--days")] = None,
    why: Annotated[str, typer.Option("--why", metavar="TEXT")] = "",
    lang: Language = None,
) -> None:
    """Refuse an address or a network."""
    from quarriors.server.store import administration

    texts = make_texts(lang)
    network = _network(address)
    if days is not None:
        _check_days("--days", days)
    until = None if days is None else time.time() + days * DAY
    with opened(context) as database, database.writing() as connection:
        administration.ban(connection, network, why, until)
    if until is None:
        tell(texts, "banned", network=network)
    else:
        tell(texts, "banned_until", network=network, until=_date(until))


@admin_app.command("unban")
def admin_unban(
    context: typer.Context,
    address: Annotated[str, typer.Argument(metavar="ADDRESS")],
    lang: Language = None,
) -> None:
    """Let a banned address in again."""
    from quarriors.server.store import administration

    texts = make_texts(lang)
    network = _network(address)
    with opened(context) as database, database.writing() as connection:
        if not administration.unban(connection, network):
            raise BadAdmin("no_ban", network=network)
    tell(texts, "unbanned", network=network)


@admin_app.command("bans")
def admin_bans(context: typer.Context, as_json: AsJson = False, lang: Language = None) -> None:
    """List the addresses that are refused."""
    from quarriors.server.store import administration

    texts = make_texts(lang)
    with opened(context) as database, database.reading() as connection:
        found = administration.all_bans(connection)
    if as_json:
        print_json([one._asdict() for one in found])
        return
    if not found:
        tell(texts, "no_bans")
        return
    heads = [texts.say("admin", f"head.{key}") for key in ("network", "made", "until", "why")]
    for_good = texts.say("admin", "for_good")
    rows = [
        (one.network, _date(one.made), for_good if one.until is None else _date(one.until), one.why)
        for one in found
    ]
    for line in columns([heads, *rows]):
        print(line)


def _date(seconds: float) -> str:
    """A time as people read it, of this computer's zone."""
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(seconds))


# --- people ------------------------------------------------------------------------------------


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
        values = {"number": one.id, "table": one.table_id, "at": _date(one.at), "reason": reason}
        tell(texts, key, **values, seat=one.seat + 1, name=one.name, text=one.line or "", by=by)
        if one.note:
            tell(texts, "report_note", note=one.note)
        if one.closed is not None:
            tell(texts, "report_closed", at=_date(one.closed))


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
        _row(database, table)
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
