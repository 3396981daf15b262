"""What an operator does to a database, beside the servers that use it.

Each function works inside a transaction that the caller has begun: `quarriors admin` begins its own
with `AdminDatabase`, a running server its own with `Store`. Servers notice what they must through
`admin_changes`, which they look at every few seconds on both databases: an SQLite file has no
notices.
"""

from __future__ import annotations

import ipaddress
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from typing import Any, NamedTuple

from sqlalchemy import Connection, delete, func, select, text

from quarriors.server.store.address import Address, read_address
from quarriors.server.store.backend import trouble_of
from quarriors.server.store.errors import StorageTrouble
from quarriors.server.store.migrate import current
from quarriors.server.store.postgres import PostgresBackend
from quarriors.server.store.schema import (
    VERSION,
    admin_changes,
    bans,
    entries,
    heads,
    metadata,
    tables,
)
from quarriors.server.store.sqlite import SqliteBackend
from quarriors.server.store.store import Store

BANS = "bans"  # kinds of changes
REMOVED = "removed"
WRITTEN = "written"  # a table has new entries
V6_PREFIX = 64  # bits of an IPv6 address that stand for one household
_KEPT_SECONDS = 3600.0  # for which changes can be noticed


class Ban(NamedTuple):
    """An address or network that is refused."""

    network: str
    why: str
    made: float
    until: float | None


class TableRow(NamedTuple):
    """A table as an operator lists it."""

    id: str
    created: float
    updated: float
    stage: str
    entries: int
    head: bytes


class AdminDatabase:
    """A database that is there already, opened for one command and without the server's lock."""

    def __init__(self, url: str) -> None:
        self.address: Address = read_address(url)
        self._backend: SqliteBackend | PostgresBackend
        if self.address.path is None:
            self._backend = PostgresBackend(self.address.url)
        else:
            if not self.address.path.is_file():
                raise StorageTrouble("gone", f"there is no file {self.address.path}")
            self._backend = SqliteBackend(self.address.path)
        with self.reading() as connection:
            found = current(connection)
        if found is None:
            raise StorageTrouble("damaged", "it has no tables of this program")
        if found != VERSION:
            kind = "older" if found < VERSION else "newer"
            raise StorageTrouble(kind, f"schema {found}, this program knows {VERSION}")

    @asynccontextmanager
    async def store(self) -> AsyncIterator[Store]:
        """The database as servers use it, to read tables as they do."""
        store = Store(self._backend, "admin")
        try:
            yield store
        finally:
            await store.close()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A transaction to read in."""
        with self._transaction(writing=False) as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction to write in, committed at the end."""
        with self._transaction(writing=True) as connection:
            yield connection

    @contextmanager
    def _transaction(self, *, writing: bool) -> Iterator[Connection]:
        try:
            with self._backend.connect(writing) as connection, connection.begin():
                yield connection
        except Exception as error:
            trouble = trouble_of(self._backend, error)
            if trouble is None or trouble is error:
                raise
            raise trouble from error


# --- telling running servers -------------------------------------------------------------------


def tell_servers(connection: Connection, kind: str, table_ids: Sequence[str] = ("",)) -> None:
    """Have running servers notice a change, of all or of some tables."""
    if not table_ids:
        return
    if connection.dialect.name == "postgresql":
        # Numbers become visible in their order, so that no server overlooks one.
        connection.execute(text("LOCK TABLE admin_changes IN SHARE ROW EXCLUSIVE MODE"))
    now = time.time()
    connection.execute(delete(admin_changes).where(admin_changes.c.at < now - _KEPT_SECONDS))
    connection.execute(
        admin_changes.insert(),
        [{"kind": kind, "table_id": table_id, "at": now} for table_id in table_ids],
    )


def last_change(connection: Connection) -> int:
    """The number of the newest change."""
    return connection.execute(select(func.max(admin_changes.c.id))).scalar() or 0


def changes_after(connection: Connection, number: int) -> list[tuple[int, str, str]]:
    """Changes after a number: their own numbers, kinds and tables."""
    query = (
        select(admin_changes.c.id, admin_changes.c.kind, admin_changes.c.table_id)
        .where(admin_changes.c.id > number)
        .order_by(admin_changes.c.id)
    )
    return [(row.id, row.kind, row.table_id) for row in connection.execute(query)]


# --- bans --------------------------------------------------------------------------------------


def network_of(address: str) -> str:
    """An address or network as bans are stored; `ValueError` for anything else.

    An IPv4 address that is written as one of IPv6 is the IPv4 address. An IPv6 address stands for
    its network of 64 bits, as it does in all limits of the server.
    """
    found = ipaddress.ip_network(address.strip(), strict=False)
    if isinstance(found, ipaddress.IPv6Network):
        mapped = found.network_address.ipv4_mapped
        if mapped is not None and found.prefixlen >= 96:
            return str(ipaddress.ip_network((int(mapped), found.prefixlen - 96)))
        if found.prefixlen > V6_PREFIX and not found.is_loopback:
            return str(found.supernet(new_prefix=V6_PREFIX))
    return str(found)


def ban(connection: Connection, network: str, why: str, until: float | None) -> None:
    """Refuse a network from now on; an earlier ban of the same one is replaced."""
    connection.execute(delete(bans).where(bans.c.network == network))
    made = time.time()
    connection.execute(bans.insert().values(network=network, why=why, made=made, until=until))
    tell_servers(connection, BANS)


def unban(connection: Connection, network: str) -> bool:
    """Refuse a network no longer; whether it was."""
    found = connection.execute(delete(bans).where(bans.c.network == network)).rowcount > 0
    if found:
        tell_servers(connection, BANS)
    return found


def all_bans(connection: Connection) -> list[Ban]:
    """Every ban that has not ended, by network."""
    query = select(bans.c.network, bans.c.why, bans.c.made, bans.c.until).order_by(bans.c.network)
    now = time.time()
    found = [Ban(*row) for row in connection.execute(query)]
    return [one for one in found if one.until is None or one.until > now]


# --- tables ------------------------------------------------------------------------------------


def table_rows(
    connection: Connection,
    *,
    stage: str = "",
    older: float = 0.0,
    table_id: str = "",
    limit: int | None = None,
) -> list[TableRow]:
    """Tables, the latest changes first: of a stage, without a change for `older` seconds, one."""
    wanted = tables.c.updated <= time.time() - older
    if stage:
        wanted &= tables.c.stage == stage
    if table_id:
        wanted &= tables.c.id == table_id
    columns = (tables.c.id, tables.c.created, tables.c.updated, tables.c.stage, tables.c.last)
    query = (
        select(*columns, heads.c.data)
        .join(heads, heads.c.table_id == tables.c.id)
        .where(wanted)
        .order_by(tables.c.updated.desc(), tables.c.id)
        .limit(limit)
    )
    return [TableRow(*row[:5], bytes(row[5])) for row in connection.execute(query)]


def first_entries(
    connection: Connection, table_ids: Sequence[str], until: int
) -> dict[str, list[bytes]]:
    """The first entries of some tables, in order."""
    query = (
        select(entries.c.table_id, entries.c.data)
        .where(entries.c.table_id.in_(table_ids), entries.c.seq <= until)
        .order_by(entries.c.table_id, entries.c.seq)
    )
    found: dict[str, list[bytes]] = {table_id: [] for table_id in table_ids}
    for row in connection.execute(query):
        found[row.table_id].append(bytes(row.data))
    return found


def entries_of(connection: Connection, table_id: str) -> list[tuple[int, float, bytes]]:
    """The entries of a table in order: number, time, bytes."""
    query = (
        select(entries.c.seq, entries.c.at, entries.c.data)
        .where(entries.c.table_id == table_id)
        .order_by(entries.c.seq)
    )
    return [(row.seq, row.at, bytes(row.data)) for row in connection.execute(query)]


def remove_tables(connection: Connection, table_ids: Sequence[str]) -> list[str]:
    """Remove tables and everything that belongs to them; those that were there."""
    wanted: Any = (
        select(tables.c.id).where(tables.c.id.in_(table_ids)).order_by(tables.c.id)
        .with_for_update()
    )  # fmt: skip  # an append to one waits, and then finds no table
    found = [row.id for row in connection.execute(wanted)]
    for part in reversed(metadata.sorted_tables):
        if "table_id" in part.c and part is not admin_changes:
            connection.execute(delete(part).where(part.c.table_id.in_(found)))
    connection.execute(delete(tables).where(tables.c.id.in_(found)))
    tell_servers(connection, REMOVED, found)
    return found


def prune(connection: Connection, older: float, limit: int) -> int:
    """Remove some finished tables without a change for `older` seconds; how many."""
    return len(remove_tables(connection, finished_tables(connection, older, limit)))


def finished_tables(connection: Connection, older: float, limit: int | None = None) -> list[str]:
    """Finished tables without a change for `older` seconds, the oldest first."""
    query = (
        select(tables.c.id)
        .where(tables.c.stage == "over", tables.c.updated <= time.time() - older)
        .order_by(tables.c.updated, tables.c.id)
        .limit(limit)
    )
    return [row.id for row in connection.execute(query)]
