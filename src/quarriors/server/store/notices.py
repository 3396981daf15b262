"""Telling the rest of the server that something in the database changed.

A notice is (table, kind, number): `entry` and the number of the last entry, `chat` and the number
of the line, `presence` and the seat, or whatever a caller of `Store.notify` says. `resync`, with
no table, means that notices may have been missed: look at all tables again.

A store's own writes are NOT announced to its own subscribers: the writer knows already.

Other processes hear through PostgreSQL's LISTEN/NOTIFY, sent in the transaction that writes. An
SQLite file has one process only (`file_lock.py`), so there is nobody to tell.
"""

from __future__ import annotations

import asyncio
import logging
import selectors
import socket
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from quarriors.server.store.backend import trouble_of
from quarriors.server.store.postgres import CHANNEL, PostgresBackend

if TYPE_CHECKING:
    import psycopg

Callback = Callable[[str, str, int], None]

log = logging.getLogger(__name__)

QUIET_SECONDS = 20.0  # after so long without a notice, ask whether the connection still lives
_WAITS = (0.05, 0.2, 0.5, 1.0, 2.0)  # before connecting again; the last one for ever


class Notices:
    """The subscribers of one store; they are called in its event loop."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._callbacks: list[Callback] = []

    def subscribe(self, callback: Callback) -> Callable[[], None]:
        """Have a function called for every notice; returns how to stop that."""
        self._callbacks.append(callback)
        return lambda: self._callbacks.remove(callback)

    def resync(self) -> None:
        """Tell everyone that something may have been missed; from any thread."""
        self.deliver([("", "resync", 0)])

    def deliver(self, notices: list[tuple[str, str, int]]) -> None:
        """Tell everyone; from any thread."""
        try:
            self._loop.call_soon_threadsafe(self._call, notices)
        except RuntimeError:
            if not self._loop.is_closed():  # else nobody waits any more
                raise

    def _call(self, notices: list[tuple[str, str, int]]) -> None:
        for notice in notices:
            for callback in list(self._callbacks):
                callback(*notice)


class Listener:
    """A thread that listens on a PostgreSQL connection, and reconnects when it is lost."""

    def __init__(self, backend: PostgresBackend, process: str, notices: Notices) -> None:
        self._backend = backend
        self._process = process
        self._notices = notices
        self._ready = threading.Event()
        self._closed = threading.Event()
        self._wake, self._waker = socket.socketpair()
        self._thread = threading.Thread(target=self._live, name="store-listener", daemon=True)
        self._thread.start()

    def wait_ready(self, seconds: float) -> bool:
        """Wait until the first LISTEN is in force."""
        return self._ready.wait(seconds)

    def close(self) -> None:
        """Stop listening; returns when the thread has ended."""
        self._closed.set()
        self._waker.send(b"x")
        self._thread.join()
        self._wake.close()
        self._waker.close()

    def _live(self) -> None:
        failures = 0
        while not self._closed.is_set():
            try:
                with self._backend.open_raw() as connection:
                    connection.autocommit = True
                    connection.execute(f"LISTEN {CHANNEL}")
                    failures = 0
                    if self._ready.is_set():
                        log.info("listening to the database again")
                        self._notices.resync()
                    self._ready.set()
                    self._listen(connection)
            except Exception as error:
                if trouble_of(self._backend, error) is None:
                    log.exception("a mistake while listening to the database")
                elif failures == 0:
                    log.warning("lost the database's notices: %s", str(error).strip())
                self._closed.wait(_WAITS[min(failures, len(_WAITS) - 1)])
                failures += 1

    def _listen(self, connection: psycopg.Connection[Any]) -> None:
        """Pass notices on until closed; raises when the connection is lost."""
        with selectors.DefaultSelector() as selector:
            selector.register(connection.fileno(), selectors.EVENT_READ)
            selector.register(self._wake, selectors.EVENT_READ)
            while not self._closed.is_set():
                if not selector.select(QUIET_SECONDS):
                    connection.execute("SELECT 1")  # a dead connection is silent too
                found = []
                for notify in connection.notifies(timeout=0):
                    table_id, kind, number, process = notify.payload.split(" ")
                    if process != self._process:
                        found.append((table_id, kind, int(number)))
                if found:
                    self._notices.deliver(found)
