"""`quarriors admin` backup and restore: an SQLite file."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated

import typer

from quarriors.cli.admin.common import BadAdmin, admin_app, opened, tell
from quarriors.cli.console import make_texts
from quarriors.cli.options import Language

RESTORE_SECONDS = 60  # that a running server is given to restore a backup
LOOK_SECONDS = 0.1  # between two looks whether it has


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
    """Put a backup in the place of an SQLite database, also while its server runs."""
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
        restored = restore(file, path)
    except StorageTrouble as error:
        raise database_trouble(str(path), error) from None
    if not restored:
        tell(texts, "restoring", path=path)
        _wait_for_server(path)
    tell(texts, "restored", path=path, file=file)


def _wait_for_server(path: Path) -> None:
    """Wait until the server that uses a database has restored a backup; Ctrl-C withdraws it."""
    from quarriors.server.store.backup import failed_copy, waiting_copy

    copy = waiting_copy(path)
    until = time.monotonic() + RESTORE_SECONDS
    try:
        while copy.exists():
            if time.monotonic() > until:
                raise BadAdmin("not_restored", path=str(path), seconds=RESTORE_SECONDS)
            time.sleep(LOOK_SECONDS)
    finally:
        copy.unlink(missing_ok=True)
    if failed_copy(path).exists():
        raise BadAdmin("restore_failed", path=str(path), file=str(failed_copy(path)))
