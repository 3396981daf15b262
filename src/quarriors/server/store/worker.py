"""A thread with one connection, and group commit.

Work from many tables that waits at the same moment goes into one transaction, and everyone is
told after its commit: with 200 tables writing at once a disk that syncs 1,000 times a second
still takes many thousand appends. A lone append is committed at once, and what arrives meanwhile is
the next group. Only where groups are large already, the next one gathers for a moment: fewer
commits leave more of the machine to the games.

If a group fails, its members are tried one by one, so that one table's mistake is not another
table's. If the connection broke, the group is tried once more on a new one; an append whose own
entries are found there already was committed in the moment of the break.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from typing import Any

from sqlalchemy import Connection, select

from quarriors.server.store.backend import Append, Backend, trouble_of
from quarriors.server.store.errors import StorageTrouble
from quarriors.server.store.schema import entries as entries_table

log = logging.getLogger(__name__)

GROUP = 256  # most pieces of work in one transaction
BUSY = 3  # members from which on a group is a sign of many tables at once
GATHER_SECONDS = 0.005  # that the next group is then waited for

# After these a connection is not used again.
_FATAL = ("gone", "broken", "damaged", "readonly", "login")

# These are everybody's: there is no use in trying the members of a group one by one.
_COMMON = (*_FATAL, "full")


@dataclass
class Transaction:
    """What a piece of work gets: a connection inside a transaction, and notices to add to."""

    connection: Connection
    notices: list[tuple[str, str, int]] = field(default_factory=list)  # table, kind, number


@dataclass(eq=False, slots=True)
class Job:
    """A piece of work and who waits for it."""

    work: Append | Callable[[Transaction], Any]
    future: asyncio.Future[Any]


class Worker:
    """Runs work for the event loop that made it, in the order it came, in groups."""

    def __init__(self, backend: Backend, process: str, writing: bool) -> None:
        self.commits = 0  # transactions committed
        self._backend = backend
        self._process = process
        self._writing = writing
        self._loop = asyncio.get_running_loop()
        self._waiting: list[Job] = []
        self._queue: SimpleQueue[list[Job] | None] = SimpleQueue()
        self._connection: Connection | None = None
        self._closed = False
        self._thread = threading.Thread(
            target=self._live, name=f"store-{'writer' if writing else 'reader'}", daemon=True
        )
        self._thread.start()

    def run(self, work: Append | Callable[[Transaction], Any]) -> asyncio.Future[Any]:
        """Have work done; its result comes after the commit."""
        if self._closed:
            raise StorageTrouble("closed")
        future: asyncio.Future[Any] = self._loop.create_future()
        if not self._waiting:
            # Handed over when the loop has run everyone who is ready: one group, one wake-up.
            self._loop.call_soon(self._hand_over)
        self._waiting.append(Job(work, future))
        return future

    async def close(self) -> None:
        """Finish what was asked for, then end."""
        if not self._closed:
            self._closed = True
            self._hand_over()
            self._queue.put(None)
        await asyncio.to_thread(self._thread.join)

    def _hand_over(self) -> None:
        if self._waiting:
            self._queue.put(self._waiting)
            self._waiting = []

    # --- in the thread ---------------------------------------------------------------------------

    def _live(self) -> None:
        """Until closed: take what waits, do it, tell everyone."""
        waiting: list[Job] = []
        closing = busy = False
        while waiting or not closing:
            if not closing:
                closing = self._take(waiting, None)
            if busy and waiting and not closing:
                time.sleep(GATHER_SECONDS)
                closing = self._take(waiting, 0.0)
            group, waiting = waiting[:GROUP], waiting[GROUP:]
            busy = self._writing and len(group) >= BUSY
            if group:
                self._tell(self._do(group))
        self._disconnect()

    def _take(self, waiting: list[Job], seconds: float | None) -> bool:
        """Add what was handed over; if nothing waits yet, until there is something, or so long.

        True: there will be no more.
        """
        try:
            while len(waiting) < GROUP:
                got = self._queue.get(not waiting, seconds)
                if got is None:
                    return True
                waiting += got
        except Empty:
            pass
        return False

    def _do(self, jobs: Sequence[Job], lost: bool = False) -> list[tuple[Job, Any]]:
        """Results of a group, or the exception for each. `lost`: they may be committed already."""
        committing = connected = False
        transaction = None
        try:
            connection = self._connect()
            connected = True
            appends = [job.work for job in jobs if isinstance(job.work, Append)]
            if len(appends) == len(jobs) and not lost:
                committing = True
                if self._backend.write_at_once(connection, appends):
                    self.commits += 1
                    return [(job, True) for job in jobs]
                committing = False
            transaction = connection.begin()
            work = Transaction(connection)
            results = self._work(work, jobs, lost)
            notices = [f"{table} {kind} {n} {self._process}" for table, kind, n in work.notices]
            self._backend.notify(connection, notices)
            self._backend.check(connection)
            committing = True
            transaction.commit()
            self.commits += 1
            return list(zip(jobs, results, strict=True))
        except Exception as error:
            trouble = trouble_of(self._backend, error)
            if trouble is not None and trouble.kind in _FATAL:
                self._disconnect()
            elif transaction is not None:
                try:
                    transaction.rollback()
                except Exception:  # the first error is the one to report
                    self._disconnect()
            if trouble is not None and trouble is not error:
                trouble.__cause__ = error
            if trouble is not None and trouble.kind == "gone" and connected and not lost:
                return self._once_more(jobs, trouble, committing)
            if len(jobs) > 1 and (trouble is None or trouble.kind not in _COMMON):
                return [result for job in jobs for result in self._do([job], lost)]
            return [(job, trouble or error) for job in jobs]

    def _once_more(
        self, jobs: Sequence[Job], trouble: StorageTrouble, committing: bool
    ) -> list[tuple[Job, Any]]:
        """After a break. Work that may be committed and cannot be recognised is not repeated."""
        again = [job for job in jobs if not committing or isinstance(job.work, Append)]
        results: list[tuple[Job, Any]] = [(job, trouble) for job in jobs if job not in again]
        return results + (self._do(again, lost=True) if again else [])

    def _work(self, work: Transaction, jobs: Sequence[Job], lost: bool) -> list[Any]:
        """Everything of a group inside its transaction: appends together, the rest before."""
        results: list[Any] = [None] * len(jobs)
        appends: list[tuple[int, Append]] = []
        for number, job in enumerate(jobs):
            if isinstance(job.work, Append):
                appends.append((number, job.work))
            else:
                results[number] = job.work(work)
        if appends:
            outcome = append_all(self._backend, work, [append for _, append in appends], lost)
            for (number, _), result in zip(appends, outcome, strict=True):
                results[number] = result
        return results

    def _connect(self) -> Connection:
        if self._connection is None:
            self._connection = self._backend.connect(self._writing)
            try:
                if self._writing:
                    self._backend.prepare(self._connection)
            except BaseException:
                self._disconnect()
                raise
        return self._connection

    def _disconnect(self) -> None:
        connection, self._connection = self._connection, None
        if connection is None:
            return
        try:
            connection.invalidate()  # closes without a farewell
            connection.close()
        except Exception as error:  # it is given up in any case
            log.info("a database connection could not be closed: %s", error)

    def _tell(self, results: list[tuple[Job, Any]]) -> None:
        try:
            self._loop.call_soon_threadsafe(_resolve, results)
        except RuntimeError:
            # The loop was closed under us: nobody waits any more.
            if not self._loop.is_closed():
                raise


def _resolve(results: list[tuple[Job, Any]]) -> None:
    """In the event loop: everyone who waited and still does."""
    for job, result in results:
        if job.future.done():
            continue
        if isinstance(result, Exception):
            job.future.set_exception(result)
        else:
            job.future.set_result(result)


def append_all(
    backend: Backend, work: Transaction, appends: Sequence[Append], lost: bool
) -> list[bool | StorageTrouble]:
    """Write each append whose number is the next one of its table, all its entries or none.

    False: somebody was faster. Trouble for one append, returned, leaves the others alone.
    """
    last = backend.lock(work.connection, list({append.table_id for append in appends}))
    results: list[bool | StorageTrouble] = []
    next_ones: list[Append] = []
    for append in appends:
        table_id, seq, new, _ = append
        before = last.get(table_id)
        if before is None:
            results.append(StorageTrouble("missing", table_id))
        elif seq > before + 1:
            results.append(StorageTrouble("behind", f"{table_id}: {seq} after {before}"))
        elif seq <= before:
            results.append(lost and _is_ours(work, append))
        else:
            next_ones.append(append)
            last[table_id] = before + len(new)
            work.notices.append((table_id, "entry", last[table_id]))
            results.append(True)
    if next_ones:
        backend.write(work.connection, next_ones)
    return results


def _is_ours(work: Transaction, append: Append) -> bool:
    """Whether what is stored is exactly what we wanted to write before the connection broke."""
    columns = entries_table.c
    found = work.connection.execute(
        select(columns.at, columns.data)
        .where(columns.table_id == append.table_id, columns.seq >= append.seq)
        .order_by(columns.seq)
        .limit(len(append.entries))
    ).all()
    return [(row.at, bytes(row.data)) for row in found] == [
        (entry.at, entry.data) for entry in append.entries
    ]
