"""The store: tables as append-only lists of numbered entries, in SQLite or PostgreSQL.

Heads, entries and snapshots are `bytes` that the caller has encoded: the store knows nothing about
games. Every writing call returns after the commit. All of them raise `StorageTrouble`, which has a
sentence for people, if the database cannot do it; work goes on by itself when the trouble is over.

How it is made: one thread with one connection writes, one reads (`worker.py`), and appends that
wait at the same moment share a transaction. The standard sqlite3 module and plain psycopg in these
threads were measured against aiosqlite, in turn, with 200 tables writing at once to SQLite with
synchronous=FULL on two cores that had other work as well: 5,000 to 7,000 appends a second, against
1,100 to 2,300 of aiosqlite in the same groups, where every statement is a hand-over between
threads, and 200 with a commit each. The same machine at rest: 13,500 a second, and 1 ms for a
lone append (PostgreSQL through a local socket, not syncing: 11,000 and 2 ms).

A busy event loop should lower `sys.setswitchinterval` to a tenth of a
millisecond: a thread that waits for the disk must win Python's lock back several times a group.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import Connection, Select, delete, func, or_, select, update
from sqlalchemy.dialects.postgresql import insert as postgres_insert
from sqlalchemy.dialects.sqlite import insert as sqlite_insert

from quarriors.server.store.address import read_address
from quarriors.server.store.backend import Append, Backend, NewEntry, Summary
from quarriors.server.store.backup import take_over_copy, waiting_copy
from quarriors.server.store.errors import StorageTrouble
from quarriors.server.store.file_lock import FileLock
from quarriors.server.store.migrate import migrate
from quarriors.server.store.notices import Callback, Listener, Notices
from quarriors.server.store.postgres import PostgresBackend
from quarriors.server.store.schema import chat, entries, heads, presence, snapshots, tables
from quarriors.server.store.sqlite import SqliteBackend
from quarriors.server.store.worker import Transaction, Worker

__all__ = ["Line", "Listed", "NewEntry", "Said", "Store", "Summary"]

T = TypeVar("T")

log = logging.getLogger(__name__)

LEASE_SECONDS = 30.0  # a table that was claimed and not written comes up again after so long
_PULSE = "-"  # no table has this id: a row that is written to see whether writing works
_FORGET_SECONDS = 3600.0  # presence older than this is removed


class Line(NamedTuple):
    """A stored entry."""

    seq: int
    at: float
    data: bytes


class Said(NamedTuple):
    """A stored line of chat; `seat` is None for somebody who watches."""

    number: int
    seat: int | None
    name: str
    text: str
    at: float


class Listed(NamedTuple):
    """A table as lists show it."""

    table_id: str
    created: float
    updated: float
    stage: str
    players: str


class Store:
    """A database of tables, open. Make one with `await Store.open(...)`, in one event loop."""

    def __init__(self, backend: Backend, process: str, lock: FileLock | None = None) -> None:
        self.process = process
        self.notices = Notices()
        self._backend = backend
        self._lock = lock
        self._listener: Listener | None = None
        self._writer = Worker(backend, process, True)
        self._reader = Worker(backend, process, False)

    @classmethod
    async def open(
        cls, url: str = "", process_id: str = "", wall: Callable[[], float] = time.time
    ) -> Store:
        """Open a database, making it or bringing it up to date first.

        `url`: nothing for the user's own file, a path, `sqlite:///...` or `postgresql://...`.
        `process_id` must be another one for every store; it is made up if not given. `wall` is the
        computer's clock, which may have been set back since the database was last open.
        """
        process = process_id or secrets.token_hex(6)
        if " " in process:
            raise ValueError("a process id must not contain spaces")
        address = read_address(url)
        backend: SqliteBackend | PostgresBackend
        lock = None
        if address.path is not None:
            backend = SqliteBackend(address.path, wall)
            await asyncio.to_thread(backend.make_file)
            lock = FileLock(address.path)
            try:
                await asyncio.to_thread(take_over_copy, address.path)
            except OSError as error:
                log.error("a backup could not be restored: %s", error)
        else:
            backend = PostgresBackend(address.url)
        try:
            await asyncio.to_thread(migrate, backend)
        except BaseException:
            if lock is not None:
                lock.release()
            raise
        store = cls(backend, process, lock)
        if lock is not None:
            # Nobody else can look after a table of this file, whatever the clock said back then.
            due_now = update(tables).where(tables.c.due.is_not(None)).values(due=0.0)
            await store._write(lambda work: work.connection.execute(due_now))
        if isinstance(backend, PostgresBackend):
            store._listener = Listener(backend, process, store.notices)
            if not await asyncio.to_thread(store._listener.wait_ready, 10.0):
                await store.close()
                raise StorageTrouble("gone", "the database does not let us listen")
        return store

    async def close(self) -> None:
        """Finish what was asked for and let go of the database."""
        await self._writer.close()
        await self._reader.close()
        if self._listener is not None:
            listener, self._listener = self._listener, None
            await asyncio.to_thread(listener.close)
        if self._lock is not None:
            lock, self._lock = self._lock, None
            lock.release()

    @property
    def is_postgres(self) -> bool:
        """Whether other processes may share this database."""
        return isinstance(self._backend, PostgresBackend)

    @property
    def backup_waits(self) -> bool:
        """Whether an operator wants a backup in the place of this database: open it anew."""
        path = self._backend.path if isinstance(self._backend, SqliteBackend) else None
        return path is not None and waiting_copy(path).exists()

    @property
    def commits(self) -> int:
        """How many transactions have been committed, for metrics."""
        return self._writer.commits

    def subscribe(self, callback: Callback) -> Callable[[], None]:
        """Have `callback(table_id, kind, number)` called, in the event loop, when OTHERS write.

        This store's own writes are left out. Kinds: see `notices.py`; be ready for "resync".
        Returns a function that ends it.
        """
        return self.notices.subscribe(callback)

    async def ping(self) -> None:
        """Whether the database answers and can be written, for `/healthz`; raises if not."""

        def work(work: Transaction) -> None:
            # Something is really written: a full disk is noticed no sooner.
            seen = {"table_id": _PULSE, "seat": 0, "process": self.process, "seen": time.time()}
            work.connection.execute(
                self._insert(presence)
                .values(**seen)
                .on_conflict_do_update(
                    index_elements=list(presence.primary_key), set_={"seen": seen["seen"]}
                )
            )
            if self.is_postgres:
                setting = func.current_setting("transaction_read_only")
                if work.connection.execute(select(setting)).scalar_one() == "on":
                    raise StorageTrouble("readonly", "the database is set to read only")

        await self._write(work)
        await self._read(select(1))

    # --- tables and entries ----------------------------------------------------------------------

    async def create(
        self,
        table_id: str,
        head: bytes,
        new: Sequence[NewEntry],
        summary: Summary,
        created: float,
    ) -> bool:
        """Write a new table and its first entries, numbered from 1. False: the id is taken."""

        def work(work: Transaction) -> bool:
            row = {
                "id": table_id,
                "created": created,
                "last": len(new),
                "open": summary.open,
                "stage": summary.stage,
                "players": summary.players,
                "updated": created,
                "due": self._due(summary.due_in),
            }
            added = work.connection.execute(
                self._insert(tables).values(row).on_conflict_do_nothing().returning(tables.c.id)
            ).all()
            if not added:
                return False
            work.connection.execute(heads.insert().values(table_id=table_id, data=head))
            if new:
                work.connection.execute(
                    entries.insert(),
                    [
                        {"table_id": table_id, "seq": seq, "at": entry.at, "data": entry.data}
                        for seq, entry in enumerate(new, 1)
                    ],
                )
            taken = [
                {"table_id": table_id, "seq": seq, "data": entry.snapshot}
                for seq, entry in enumerate(new, 1)
                if entry.snapshot is not None
            ]
            if taken:
                work.connection.execute(snapshots.insert(), taken)
            work.notices.append((table_id, "entry", len(new)))
            return True

        _check_id(table_id)
        return await self._write(work)

    async def append(
        self,
        table_id: str,
        seq: int,
        new: Sequence[NewEntry | tuple[bytes, float, bytes | None]],
        summary: Summary,
    ) -> bool:
        """Write entries, the first of which gets the number `seq`; all of them or none.

        True: committed. False: another writer has used that number already and nothing was
        written; read its entries and think again. Plain tuples (data, at, snapshot) will do.
        """
        if not new:
            raise ValueError("an append needs entries")
        done = await self._writer.run(
            Append(table_id, seq, [NewEntry(*entry) for entry in new], summary)
        )
        return bool(done)

    async def head(self, table_id: str) -> bytes | None:
        """A table's head; None if there is no such table."""
        rows = await self._read(select(heads.c.data).where(heads.c.table_id == table_id))
        return bytes(rows[0].data) if rows else None

    async def stage(self, table_id: str) -> str | None:
        """Where a table is, as its last summary says; None if there is no such table."""
        rows = await self._read(select(tables.c.stage).where(tables.c.id == table_id))
        return str(rows[0].stage) if rows else None

    async def entries(self, table_id: str, after: int = 0) -> list[Line]:
        """A table's entries with numbers above `after`, in order."""
        rows = await self._read(
            select(entries.c.seq, entries.c.at, entries.c.data)
            .where(entries.c.table_id == table_id, entries.c.seq > after)
            .order_by(entries.c.seq)
        )
        return [Line(row.seq, row.at, bytes(row.data)) for row in rows]

    async def snapshot(self, table_id: str, until: int | None = None) -> tuple[int, bytes] | None:
        """The newest snapshot (number of its entry, bytes), at or before entry `until`.

        Only the newest few of each table are kept.
        """
        wanted = snapshots.c.table_id == table_id
        if until is not None:
            wanted &= snapshots.c.seq <= until
        rows = await self._read(
            select(snapshots.c.seq, snapshots.c.data)
            .where(wanted)
            .order_by(snapshots.c.seq.desc())
            .limit(1)
        )
        return (rows[0].seq, bytes(rows[0].data)) if rows else None

    async def open_tables(self, limit: int = 100, stage: str = "waiting") -> list[Listed]:
        """Tables of a stage whose summary says they are open, the latest changes first."""
        rows = await self._read(
            select(
                tables.c.id, tables.c.created, tables.c.updated, tables.c.stage, tables.c.players
            )
            .where(tables.c.open, tables.c.stage == stage)
            .order_by(tables.c.updated.desc(), tables.c.id)
            .limit(limit)
        )
        return [Listed(*row) for row in rows]

    async def count(self) -> dict[str, int]:
        """How many tables there are in each stage, for metrics."""
        rows = await self._read(select(tables.c.stage, func.count()).group_by(tables.c.stage))
        return dict(rows)

    # --- who must look when ----------------------------------------------------------------------

    async def set_due(self, table_id: str, due_in: float | None, stage: str | None = None) -> None:
        """In how many seconds a server must look at a table at the latest; None: not at all.

        Every append sets it as well (`Summary.due_in`). `stage` is for what is known only after
        the append: that the game is over.
        """
        new: dict[str, object] = {"due": self._due(due_in)}
        if stage is not None:
            new["stage"] = stage
        change = update(tables).where(tables.c.id == table_id).values(new)
        await self._write(lambda work: work.connection.execute(change).rowcount)

    async def claim_due(self, limit: int = 50, lease: float = LEASE_SECONDS) -> list[str]:
        """Tables that are due, each given to one process only, the most overdue first.

        A claimed table is due again after `lease` seconds, unless an append or `set_due` says
        otherwise before: if the claimer dies, somebody else takes over.
        """
        # Most of the time nothing is due, and looking is cheaper than writing.
        overdue = tables.c.due <= self._backend.now()
        if not await self._read(select(tables.c.id).where(overdue).limit(1)):
            return []

        def work(work: Transaction) -> list[str]:
            chosen = (
                select(tables.c.id, tables.c.due)
                .where(overdue)
                .order_by(tables.c.due, tables.c.id)
                .limit(limit)
                .with_for_update(skip_locked=True)  # SQLite needs none and leaves it out
            )
            found = [row.id for row in work.connection.execute(chosen)]
            if found:
                work.connection.execute(
                    update(tables).where(tables.c.id.in_(found)).values(due=self._due(lease))
                )
            return found

        return await self._write(work)

    def _due(self, seconds: float | None) -> Any:
        """A time in seconds from now, for a statement."""
        return None if seconds is None else self._backend.now() + seconds

    # --- chat ------------------------------------------------------------------------------------

    async def say(self, table_id: str, seat: int | None, name: str, text: str, at: float) -> int:
        """Write a line of chat; its number."""

        def work(work: Transaction) -> int:
            known = work.connection.execute(select(tables.c.id).where(tables.c.id == table_id))
            if not known.all():
                raise StorageTrouble("missing", table_id)
            number = work.connection.execute(
                chat.insert()
                .values(table_id=table_id, seat=seat, name=name, text=text, at=at)
                .returning(chat.c.id)
            ).scalar_one()
            work.notices.append((table_id, "chat", number))
            return int(number)

        return await self._write(work)

    async def chat(self, table_id: str, last: int = 50, after: int = 0) -> list[Said]:
        """The last lines of a table's chat with numbers above `after`, oldest first."""
        rows = await self._read(
            select(chat.c.id, chat.c.seat, chat.c.name, chat.c.text, chat.c.at)
            .where(chat.c.table_id == table_id, chat.c.id > after)
            .order_by(chat.c.id.desc())
            .limit(last)
        )
        return [Said(*row) for row in reversed(rows)]

    # --- presence --------------------------------------------------------------------------------

    async def touch(self, seats: Iterable[tuple[str, int]], now: float, tell: bool = False) -> None:
        """Note that seats (table, seat) are connected to this process at the time `now`.

        `tell` is for one who has just come: other processes get a `presence` notice.
        """
        came = sorted(set(seats))
        if not came:
            return
        rows = [
            {"table_id": table_id, "seat": seat, "process": self.process, "seen": now}
            for table_id, seat in came
        ]

        def work(work: Transaction) -> None:
            adding = self._insert(presence)
            work.connection.execute(
                adding.on_conflict_do_update(
                    index_elements=list(presence.primary_key),
                    set_={"seen": adding.excluded.seen},
                ),
                rows,
            )
            work.connection.execute(delete(presence).where(presence.c.seen < now - _FORGET_SECONDS))
            if tell:
                work.notices.extend((table_id, "presence", seat) for table_id, seat in came)

        await self._write(work)

    async def gone(self, seats: Iterable[tuple[str, int]]) -> None:
        """Note that seats are no longer connected to this process, and tell the others."""
        left = sorted(set(seats))
        if not left:
            return

        def work(work: Transaction) -> None:
            work.connection.execute(
                delete(presence).where(
                    presence.c.process == self.process,
                    or_(*((presence.c.table_id == t) & (presence.c.seat == s) for t, s in left)),
                )
            )
            work.notices.extend((table_id, "presence", seat) for table_id, seat in left)

        await self._write(work)

    async def here(self, table_id: str, since: float) -> dict[int, float]:
        """The seats of a table that were seen at or after `since`, by any process, and when."""
        rows = await self._read(
            select(presence.c.seat, func.max(presence.c.seen))
            .where(presence.c.table_id == table_id, presence.c.seen >= since)
            .group_by(presence.c.seat)
        )
        return dict(rows)

    async def seen(self, table_id: str) -> dict[int, float]:
        """When each seat of a table was last seen by any process, as far as it is remembered."""
        return await self.here(table_id, 0.0)

    # --- other -----------------------------------------------------------------------------------

    async def notify(self, table_id: str, kind: str, number: int = 0) -> None:
        """Tell the other processes something about a table that is not in the database."""
        _check_id(table_id)
        _check_id(kind)
        await self._write(lambda work: work.notices.append((table_id, kind, number)))

    async def look_up(self, work: Callable[[Connection], T]) -> T:
        """Have a function read in a transaction; those of `administration` are made for it."""
        found: T = await self._reader.run(lambda transaction: work(transaction.connection))
        return found

    async def change(self, work: Callable[[Connection], T]) -> T:
        """Have a function write in a transaction; its result comes after the commit."""
        return await self._write(lambda transaction: work(transaction.connection))

    async def _write(self, work: Callable[[Transaction], T]) -> T:
        done: T = await self._writer.run(work)
        return done

    async def _read(self, query: Select[Any]) -> list[Any]:
        rows: list[Any] = await self._reader.run(lambda work: work.connection.execute(query).all())
        return rows

    def _insert(self, table: Any) -> Any:
        """An insert that can say what to do on a conflict; each database has its own."""
        return postgres_insert(table) if self.is_postgres else sqlite_insert(table)


def _check_id(text: str) -> None:
    """Ids travel in notices, separated by spaces."""
    if not text or len(text) > 200 or any(mark.isspace() for mark in text):
        raise ValueError(f"{text!r} cannot be an id")
