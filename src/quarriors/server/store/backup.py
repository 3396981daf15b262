"""Backups of an SQLite file, made and restored also while a server uses it.

To restore one, a checked copy is put beside the database under the name of `waiting_copy`. The
process that holds the lock on the database gives it the database's name (`take_over_copy`): a
running server, which has closed the database for that, or else the caller itself. A server that
finds such a copy when it starts does so too, so a restore that was cut short is still completed.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from quarriors.server.store.errors import StorageTrouble, sqlite_trouble
from quarriors.server.store.file_lock import FileLock
from quarriors.server.store.schema import VERSION, VERSION_TABLE

PAGES = 256  # copied at once; between two portions the server writes


@contextmanager
def _as_trouble() -> Iterator[None]:
    """Errors of SQLite and of the disk as the database's other errors are."""
    try:
        yield
    except sqlite3.Error as error:
        raise sqlite_trouble(error) or StorageTrouble("damaged", str(error)) from error
    except OSError as error:
        raise StorageTrouble("readonly", str(error)) from error


def back_up(database: Path, target: Path) -> int:
    """Copy a database as it is at one moment into a file; its size. The server may go on writing.

    The copy is checked before it gets its name.
    """
    with _as_trouble():
        _copy(database, target)
        return target.stat().st_size


def waiting_copy(database: Path) -> Path:
    """Where a backup waits to take the place of a database."""
    return Path(f"{database}-restore")


def failed_copy(database: Path) -> Path:
    """Where a backup is that could not take the place of a database."""
    return Path(f"{database}-restore-failed")


def restore(source: Path, database: Path) -> bool:
    """Put a backup in the place of a database; False if a running server is to do it.

    The backup is checked first. The database that was there is whole until the last step.
    """
    check(source)
    with _as_trouble():
        database.parent.mkdir(parents=True, exist_ok=True)
        failed_copy(database).unlink(missing_ok=True)
        _copy(source, waiting_copy(database))
        try:
            lock = FileLock(database)
        except StorageTrouble as trouble:
            if trouble.kind == "in_use":
                return False
            raise
        try:
            take_over_copy(database)
        finally:
            lock.release()
    return True


def take_over_copy(database: Path) -> None:
    """Give a copy that waits the name of its database; the caller holds the lock, nobody else."""
    copy = waiting_copy(database)
    if not copy.exists():
        return
    try:
        if database.exists():
            _fold_log(database)
        os.replace(copy, database)
    except OSError:
        with suppress(OSError):
            os.replace(copy, failed_copy(database))  # else every start would fail again
        raise


def check(path: Path) -> None:
    """Raise unless a file is an intact database of ours, of a version that we know."""
    with _as_trouble():
        if not path.is_file():
            raise StorageTrouble("gone", f"there is no file {path}")
        with closing(_open(path)) as connection:
            found = connection.execute("PRAGMA integrity_check(1)").fetchone()[0]
            if found != "ok":
                raise StorageTrouble("damaged", str(found))
            if connection.execute("PRAGMA foreign_key_check").fetchone() is not None:
                raise StorageTrouble("damaged", "rows belong to tables that are not there")
            try:
                row = connection.execute(f"SELECT version_num FROM {VERSION_TABLE}").fetchone()
            except sqlite3.OperationalError:
                row = None
            if row is None:
                raise StorageTrouble("damaged", "it has no tables of this program")
            if row[0] > VERSION:
                raise StorageTrouble("newer", f"schema {row[0]}, this program knows {VERSION}")


def _open(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.resolve().as_uri()}?mode=rw", uri=True, isolation_level=None)


def _copy(source: Path, target: Path) -> None:
    """Copy a database into a new file beside the target, check it, and give it the name."""
    part = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
        with closing(_open(source)) as old, closing(_open(part)) as new:
            old.backup(new, pages=PAGES)
            new.execute("PRAGMA journal_mode=DELETE")  # one file, without a log beside it
        check(part)
        with part.open("rb+") as file:
            os.fsync(file.fileno())
        os.replace(part, target)
    finally:
        part.unlink(missing_ok=True)


def _fold_log(database: Path) -> None:
    """Bring a database's log into its file: the log must not meet another file of that name."""
    with suppress(sqlite3.Error), closing(_open(database)) as connection:  # it may be damaged
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    for ending in ("-wal", "-shm"):
        Path(f"{database}{ending}").unlink(missing_ok=True)
