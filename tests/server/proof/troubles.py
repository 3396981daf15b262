"""Trouble with the database while games are played: how it is made, and what players see of it.

Each trouble is the database's own error: SQLite and PostgreSQL raise it, nothing pretends to.
"""

from __future__ import annotations

import asyncio
import contextlib
import resource
import sqlite3
import time
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import httpx
import psycopg
from sqlalchemy import event

from quarriors.server.store.errors import StorageTrouble
from quarriors.server.store.sqlite import SqliteBackend
from tests.server.postgres import Server
from tests.server.proof.players import Tally
from tests.server.proof.servers import Place, Process
from tests.server.proof.trials import Strike, Trial, nothing
from tests.server.web.helpers import NO_POOL, Running, quick, running

REFUSALS = 4  # that players must have got before the trouble is over
LONG = 60.0
CALM = 1.0  # seconds without a refusal after which none is under way
SMALL = {"setup": {"seats": [{}, {}]}, "name": "Ada"}

NextAction = Callable[[], None]


def trouble(
    trial: Trial,
    kind: str,
    begin: NextAction,
    end: NextAction,
    *,
    hard: bool = True,
    cut: bool = False,
) -> Strike:
    """Make trouble, see that it is reported, and end it.

    `hard`: while it lasts nothing at all can be written, so nothing may be acknowledged. `cut`: it
    begins by cutting connections; a client in the middle of something is told of that, and only
    what is told after them counts.
    """
    place = trial.servers[0]

    async def rest() -> None:
        tally = trial.tally
        await _calm(tally)
        tally.sentences.clear()
        before = tally.refused["storage"]
        await asyncio.to_thread(begin)
        tally.go.set()
        try:
            await _told(tally, before)
            if cut:
                tally.sentences.clear()
                await _told(tally, tally.refused["storage"])
            acknowledged = tally.acknowledged
            if hard:
                await asyncio.to_thread(_ask, place, kind)
                assert tally.acknowledged == acknowledged, "nothing could be written"
        finally:
            await asyncio.to_thread(end)
        known = {StorageTrouble(kind).say(language) for language in ("en", "it")}
        assert tally.sentences, "players are told"
        assert tally.sentences <= known, tally.sentences - known

    return Strike(nothing, rest)


async def _told(tally: Tally, before: int) -> None:
    """Until enough players have been refused."""
    async with asyncio.timeout(LONG):
        while tally.refused["storage"] < before + REFUSALS:
            await asyncio.sleep(0.02)


async def _calm(tally: Tally) -> None:
    """Until everybody has heard of the trouble before: on a slow machine that may take a while."""
    async with asyncio.timeout(LONG):
        told = -1
        while told != tally.refused["storage"]:
            told = tally.refused["storage"]
            await asyncio.sleep(CALM)


def _ask(place: Place, kind: str) -> None:
    """What those get who ask by HTTP."""
    told = {"code": "storage", "text": StorageTrouble(kind).say("en")}
    with place.http(4_000_000) as http:
        until = time.monotonic() + LONG
        while (ready := http.get("/readyz")).json() != told and time.monotonic() < until:
            time.sleep(0.1)  # by the last check it was well, or in the trouble before
        for answer in (ready, http.post("/api/tables", json=SMALL)):
            assert answer.status_code == 503, answer.text
            assert answer.json() == told


# --- SQLite, in a process of its own -------------------------------------------------------------


def moved_away(trial: Trial, server: Process) -> Strike:
    """Somebody moves the file and puts it back."""
    path = Path(server.database)
    elsewhere = path.with_name("elsewhere")
    return trouble(trial, "gone", lambda: _move(path, elsewhere), lambda: _move(elsewhere, path))


def _move(path: Path, to: Path) -> None:
    path.rename(to)


def no_room_in_file(trial: Trial, server: Process) -> Strike:
    """The system refuses to make files any longer, as with a quota: writing fails half-way."""
    most = resource.RLIM_INFINITY

    def begin() -> None:
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (1024, most))

    def end() -> None:
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (most, most))

    return trouble(trial, "broken", begin, end)


# --- SQLite, in a thread, where its connection can be reached -------------------------------------


class Inside:
    """A server in a thread of this process."""

    def __init__(self, there: Running, database: str) -> None:
        self.database = database
        self.url = there.url
        self.store = there.server.context.service.store

    def http(self, number: int = 0) -> httpx.Client:
        return httpx.Client(base_url=self.url, timeout=LONG, trust_env=False, limits=NO_POOL)

    def log(self) -> str:
        return ""  # it is the test's own

    def run(self, work: Coroutine[Any, Any, Any]) -> Any:
        """Have something done in the server's event loop."""
        done: Future[Any] = asyncio.run_coroutine_threadsafe(work, self.store._writer._loop)
        return done.result(LONG)

    def pragma(self, statement: str) -> Any:
        """Say something to SQLite on the connection that writes."""

        def work(work: Any) -> Any:
            answer = work.connection.exec_driver_sql(f"PRAGMA {statement}")
            return answer.scalar() if answer.returns_rows else None

        return self.run(self.store._write(work))


@contextlib.contextmanager
def inside(path: Path) -> Iterator[Inside]:
    with running(quick(database=str(path))) as there:
        yield Inside(there, str(path))


def full(trial: Trial, place: Inside) -> Strike:
    """The file may not grow any more."""

    def begin() -> None:
        pages = place.pragma("page_count")
        with contextlib.suppress(StorageTrouble):  # of somebody in the same group
            place.pragma(f"max_page_count={pages}")

    def end() -> None:
        place.pragma("max_page_count=1000000")

    return trouble(trial, "full", begin, end, hard=False)


def read_only(trial: Trial, place: Inside) -> Strike:
    """No connection may write, as on a disk that the system has made read-only."""
    backend = place.store._backend
    assert isinstance(backend, SqliteBackend)
    engine = backend._engines[True]

    def forbid(connection: sqlite3.Connection, _record: object) -> None:
        connection.execute("PRAGMA query_only=ON")

    def begin() -> None:
        event.listen(engine, "connect", forbid)
        with contextlib.suppress(StorageTrouble):  # of somebody in the same group
            place.pragma("query_only=ON")

    def end() -> None:
        event.remove(engine, "connect", forbid)

    return trouble(trial, "readonly", begin, end)


# --- PostgreSQL -----------------------------------------------------------------------------------


def _execute(url: str, *statements: str) -> None:
    with psycopg.connect(url, autocommit=True) as connection:
        for statement in statements:
            connection.execute(statement)


def stopped(trial: Trial, server: Server) -> Strike:
    """PostgreSQL itself goes down, as in a crash, and comes up again."""
    return trouble(trial, "gone", server.stop, server.start)


def set_read_only(trial: Trial, url: str, name: str) -> Strike:
    """The database is set to read only, and everybody has to connect again."""
    again = (
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
        "WHERE pid <> pg_backend_pid() AND datname = current_database()"
    )

    def begin() -> None:
        _execute(url, f"ALTER DATABASE {name} SET default_transaction_read_only = on", again)

    def end() -> None:
        off = "SET default_transaction_read_only = off"
        _execute(url, off, f"ALTER DATABASE {name} RESET default_transaction_read_only")

    return trouble(trial, "readonly", begin, end, cut=True)


def disk_full(trial: Trial, url: str) -> Strike:
    """PostgreSQL's own error for a full disk, raised where the disk would raise it."""

    def begin() -> None:
        _execute(
            url,
            "CREATE OR REPLACE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
            "RAISE EXCEPTION 'no space left' USING ERRCODE = 'disk_full'; END $$",
            "CREATE TRIGGER full_disk BEFORE INSERT ON entries EXECUTE FUNCTION full_disk()",
        )

    def end() -> None:
        _execute(url, "DROP TRIGGER full_disk ON entries")

    return trouble(trial, "full", begin, end, hard=False)
