"""SQLite: one file, one writer, WAL with `synchronous=FULL`, so that a commit survives everything.

The standard module in our own threads was chosen over aiosqlite, which does the same with one
hand-over between threads for every statement instead of one for every group of appends.
"""

from __future__ import annotations

import json
import os
import sqlite3
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, NullPool, create_engine, event

from quarriors.server.store.backend import SNAPSHOTS_KEPT, Append
from quarriors.server.store.errors import StorageTrouble, sqlite_trouble

BUSY_SECONDS = 5.0  # how long another process may hold the file
_AGAIN_SECONDS = 0.005  # until the next attempt at what SQLite itself does not wait for
# Pages in the write-ahead log before it is copied into the file, which holds up the writer for two
# syncs. SQLite's own 1,000 are reached twice a second when 200 tables play.
_CHECKPOINT_PAGES = 8_000
_ROWS = 500  # in one statement; SQLite allows 32766 values
_ROW = "(?,?,?,?,?,?,?,?,?)"  # of `appending`

# What becomes of an append is said here, for a connection that writes. A row that goes into this
# view is an entry and everything that follows from it; a row that is not the next entry of its
# table ends the whole statement.
_APPENDING = f"""
CREATE TEMP VIEW appending (id, seq, at, data, snapshot, open, stage, players, due) AS
    SELECT NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL;
CREATE TEMP TRIGGER appended INSTEAD OF INSERT ON appending BEGIN
    UPDATE tables SET last = NEW.seq, open = NEW.open, stage = NEW.stage, players = NEW.players,
        updated = NEW.at, due = NEW.due WHERE id = NEW.id AND last = NEW.seq - 1;
    SELECT RAISE(ABORT, 'not the next entry') WHERE changes() = 0;
    INSERT INTO entries (table_id, seq, at, data) VALUES (NEW.id, NEW.seq, NEW.at, NEW.data);
    INSERT INTO snapshots (table_id, seq, data)
        SELECT NEW.id, NEW.seq, NEW.snapshot WHERE NEW.snapshot IS NOT NULL;
    DELETE FROM snapshots WHERE NEW.snapshot IS NOT NULL AND table_id = NEW.id AND seq < (
        SELECT min(seq) FROM (SELECT seq FROM snapshots WHERE table_id = NEW.id
            ORDER BY seq DESC LIMIT {SNAPSHOTS_KEPT}));
END;
"""


class SqliteBackend:
    """Tables in one file."""

    def __init__(self, path: Path, wall: Callable[[], float] = time.time) -> None:
        self.path = path
        self._start = wall() - time.monotonic()
        self._wal = f"{path}-wal"
        self._engines = {True: self._engine(True), False: self._engine(False)}

    def make_file(self) -> None:
        """Make the folder and an empty file, readable by nobody else, if there is none."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            os.close(os.open(self.path, os.O_CREAT | os.O_RDWR, 0o600))
        except PermissionError as error:
            if not self.path.exists():
                raise StorageTrouble("readonly", str(error)) from error
        except OSError as error:
            raise StorageTrouble("gone", str(error)) from error

    def connect(self, writing: bool) -> Connection:
        """A connection to the file, which must be there: a lost one is never silently replaced."""
        return self._engines[writing].connect()

    def prepare(self, connection: Connection) -> None:
        """Define what becomes of an append; not for migrations, which it would hold up."""
        raw_connection(connection).executescript(_APPENDING)

    def now(self) -> float:
        """A clock that nobody sets: there is only this process to agree with."""
        return self._start + time.monotonic()

    def trouble(self, error: BaseException) -> StorageTrouble | None:
        """What an error of the driver means to people."""
        return sqlite_trouble(error) if isinstance(error, sqlite3.Error) else None

    def check(self, connection: Connection) -> None:
        """Whether the file is still the one we opened.

        A deleted or replaced file can be written for ever through an open connection, and
        everything would be lost with it; SQLite itself does not look in WAL mode.
        """
        try:
            now = os.stat(self.path)
            if not connection.info["writing"]:
                wal = None
            else:
                wal = os.stat(self._wal)
        except OSError as error:
            raise StorageTrouble("gone", str(error)) from error
        if (now.st_dev, now.st_ino) != connection.info["file"]:
            raise StorageTrouble("gone", f"{self.path} was replaced")
        if wal is not None:
            known = connection.info.setdefault("wal", (wal.st_dev, wal.st_ino))
            if known != (wal.st_dev, wal.st_ino):
                raise StorageTrouble("gone", f"{self._wal} was replaced")

    def lock(self, connection: Connection, ids: Sequence[str]) -> dict[str, int]:
        """The last entries' numbers; the transaction already holds the only lock there is."""
        found: dict[str, int] = {}
        for start in range(0, len(ids), _ROWS):
            part = ids[start : start + _ROWS]
            marks = ",".join("?" * len(part))
            # One row with everything in it: every row is a call into SQLite.
            row = raw_connection(connection).execute(
                f"SELECT json_group_array(json_array(id, last)) FROM tables WHERE id IN ({marks})",
                part,
            )
            found.update(json.loads(row.fetchone()[0]))
        return found

    def write(self, connection: Connection, appends: Sequence[Append]) -> None:
        """Write entries and what follows from them."""
        raw = raw_connection(connection)
        now = self.now()
        rows = [
            (table_id, number, at, data, snapshot, shown, stage, players,
             None if due_in is None else now + due_in)
            for table_id, seq, new, (stage, shown, due_in, players) in appends
            for number, (data, at, snapshot) in enumerate(new, seq)
        ]  # fmt: skip
        for start in range(0, len(rows), _ROWS):
            part = rows[start : start + _ROWS]
            values = [value for row in part for value in row]
            raw.execute("INSERT INTO appending VALUES " + ",".join([_ROW] * len(part)), values)

    def write_at_once(self, connection: Connection, appends: Sequence[Append]) -> bool:
        """One statement outside a transaction is a transaction of its own."""
        if "wal" not in connection.info:
            return False  # the file to check is there after a connection's first transaction
        if sum(len(append.entries) for append in appends) > _ROWS:
            return False  # it would be two statements
        self.check(connection)
        try:
            self.write(connection, appends)
        except sqlite3.IntegrityError:
            return False
        return True

    def notify(self, connection: Connection, notices: Sequence[str]) -> None:
        """Nothing to do: there are no other processes."""

    def _engine(self, writing: bool) -> Engine:
        engine = create_engine("sqlite+pysqlite://", creator=self._open, poolclass=NullPool)
        begin = "BEGIN IMMEDIATE" if writing else "BEGIN"

        @event.listens_for(engine, "begin")
        def on_begin(connection: Connection) -> None:
            raw_connection(connection).execute(begin)

        @event.listens_for(engine, "connect")
        def on_connect(_: sqlite3.Connection, record: Any) -> None:
            found = os.stat(self.path)
            record.info["file"] = (found.st_dev, found.st_ino)
            record.info["writing"] = writing

        return engine

    def _open(self) -> sqlite3.Connection:
        raw = sqlite3.connect(
            f"{self.path.as_uri()}?mode=rw", uri=True, timeout=BUSY_SECONDS, isolation_level=None
        )
        try:
            _write_ahead(raw)
            raw.execute("PRAGMA synchronous=FULL")
            raw.execute(f"PRAGMA wal_autocheckpoint={_CHECKPOINT_PAGES}")
            raw.execute("PRAGMA temp_store=MEMORY")  # a full disk is no trouble for `appending`
            raw.execute("PRAGMA foreign_keys=ON")
        except BaseException:
            raw.close()
            raise
        return raw


def raw_connection(connection: Connection) -> sqlite3.Connection:
    """The driver's own connection."""
    raw = connection.connection.driver_connection
    assert isinstance(raw, sqlite3.Connection)
    return raw


def _write_ahead(raw: sqlite3.Connection) -> None:
    """Use the write-ahead log, also where others open the same new file at this moment.

    SQLite's own patience does not hold here: of two that read a new file's mode and both want
    to change it, each would wait for the other, so it refuses one of them at once.
    """
    until = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            raw.execute("PRAGMA journal_mode=WAL")
        except sqlite3.OperationalError as error:
            trouble = sqlite_trouble(error)
            if trouble is None or trouble.kind != "busy" or time.monotonic() >= until:
                raise
            time.sleep(_AGAIN_SECONDS)
        else:
            return
