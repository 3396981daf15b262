"""What the two databases have in common: the few statements that must be fast, and connecting.

Seldom statements are SQLAlchemy Core and the same for both. Appends are the server's daily bread,
so each database says itself how to write many of them with few statements: every call into a
driver gives up Python's lock and must win it back from a busy event loop, which costs more than
the database does.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError

from quarriors.server.store.errors import StorageTrouble


class NewEntry(NamedTuple):
    """An entry to write: its bytes, when it happened, and perhaps a snapshot after it."""

    data: bytes
    at: float
    snapshot: bytes | None = None


class Summary(NamedTuple):
    """What is kept beside a table's entries, to find it without reading them."""

    stage: str
    open: bool = False  # shown in the list of tables
    due_in: float | None = None  # seconds until a server must look at it at the latest
    players: str = ""  # for the list; its form is the caller's


class Append(NamedTuple):
    """A command to write entries from number `seq` on."""

    table_id: str
    seq: int
    entries: Sequence[NewEntry]
    summary: Summary


class Backend(Protocol):
    """A kind of database, as the worker threads use it."""

    def connect(self, writing: bool) -> Connection:
        """A new connection, for the thread that calls."""

    def prepare(self, connection: Connection) -> None:
        """Make a new connection ready for appends."""

    def now(self) -> Any:
        """The time that all who share the database agree on, as a value for a statement."""

    def trouble(self, error: BaseException) -> StorageTrouble | None:
        """What an error of the driver means to people; None if it is a mistake of ours."""

    def check(self, connection: Connection) -> None:
        """Before every commit: raise if what would be written could never be found again."""

    def lock(self, connection: Connection, ids: Sequence[str]) -> dict[str, int]:
        """Lock tables until the transaction ends; the number of the last entry of each."""

    def write(self, connection: Connection, appends: Sequence[Append]) -> None:
        """Write entries, each the next of its table, and what follows from them."""

    def write_at_once(self, connection: Connection, appends: Sequence[Append]) -> bool:
        """Check, lock, write and commit with a single call, where the database can do that.

        False: nothing was written, because it cannot or because an entry was not the next one.
        """

    def notify(self, connection: Connection, notices: Sequence[str]) -> None:
        """Tell other processes when the transaction is committed."""


SNAPSHOTS_KEPT = 3  # of each table


def trouble_of(backend: Backend, error: BaseException) -> StorageTrouble | None:
    """What any error means to people, wherever it was raised and however it is wrapped."""
    if isinstance(error, DBAPIError):
        error = error.orig or error
    return error if isinstance(error, StorageTrouble) else backend.trouble(error)
