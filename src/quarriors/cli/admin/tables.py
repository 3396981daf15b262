"""`quarriors admin` list, show, export, remove and prune: tables."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from quarriors.cli import columns, print_json
from quarriors.cli.admin.common import (
    DAY,
    BadAdmin,
    TableId,
    Yes,
    admin_app,
    age,
    check_days,
    date,
    need_yes,
    opened,
    stored_row,
    tell,
)
from quarriors.cli.console import make_texts
from quarriors.cli.options import AsJson, Language

if TYPE_CHECKING:
    from quarriors.server.store.administration import AdminDatabase, TableRow
    from quarriors.table.table import LiveTable
    from quarriors.table.table_header import TableHeader

FIRST_ENTRIES = 60  # that say who sat down before a game began
PORTION = 50  # tables removed in one transaction
STAGES = ("waiting", "playing", "over")
SECRET = ("token_hash", "origin", "snapshot")  # of entries: who somebody is, and where the game is


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
    check_days("--older", older)
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
            row.id, texts.say("admin", f"stage.{row.stage}"), age(now - row.created, texts),
            age(now - row.updated, texts), str(row.entries),
            ", ".join(one["name"] or texts.say("admin", "free") for one in seats),
        )
        for row, seats in rows
    ]  # fmt: skip
    for line in columns(lines, right=(4,)):
        print(line)
    tell(texts, "count", n=len(rows))


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
        row = stored_row(database, table)
        about = _about(row, _loaded(database, table))
        entries = _entries(database, table)
    entries = entries[max(0, len(entries) - last) :]
    if as_json:
        print_json({**about, "last": entries})
        return
    now = time.time()
    tell(texts, "show.table", table=row.id, stage=texts.say("admin", f"stage.{row.stage}"))
    ages = {key: age(now - about[key], texts) for key in ("created", "updated")}
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
        at, number = date(entry.pop("at")), entry.pop("seq")
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
        row = stored_row(database, table)
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
        row = stored_row(database, table)
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
    check_days("--older", older)
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
