"""PostgreSQL: shared by several processes and machines, with notices in the writing transaction.

psycopg's plain connections in our own threads, as for SQLite, and not its asynchronous ones: the
worker threads are the same for both databases, and it runs on every event loop.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, Float, NullPool, cast, create_engine, extract, func

from quarriors.server.store.backend import SNAPSHOTS_KEPT, Append
from quarriors.server.store.errors import StorageTrouble, postgres_trouble

if TYPE_CHECKING:
    import psycopg

CHANNEL = "quarriors"

# A server that vanished is noticed within seconds, a process that froze while it held a lock is
# thrown out, and nobody waits for a lock for long: players get a sentence instead.
OPTIONS = {
    "connect_timeout": "5",
    "keepalives_idle": "10",
    "keepalives_interval": "3",
    "keepalives_count": "3",
    "tcp_user_timeout": "10000",
    "application_name": "quarriors",
    "options": "-c lock_timeout=3s -c statement_timeout=15s "
    "-c idle_in_transaction_session_timeout=5s",
}

_LOCK = 'SELECT id, "last" FROM tables WHERE id = ANY(%s) ORDER BY id FOR UPDATE'
_ENTRIES = (
    "INSERT INTO entries (table_id, seq, at, data) "
    "SELECT * FROM unnest(%b::text[], %b::int[], %b::float8[], %b::bytea[])"
)
_SNAPSHOTS = (
    "INSERT INTO snapshots (table_id, seq, data) "
    "SELECT * FROM unnest(%b::text[], %b::int[], %b::bytea[])"
)
_PRUNE = (
    "DELETE FROM snapshots s USING unnest(%s::text[]) AS w (id) WHERE s.table_id = w.id AND "
    "s.seq < (SELECT min(seq) FROM (SELECT seq FROM snapshots "
    f"WHERE table_id = w.id ORDER BY seq DESC LIMIT {SNAPSHOTS_KEPT}) AS newest)"
)
_TABLES = (
    'UPDATE tables t SET "last" = w."last", open = w.open, stage = w.stage, '
    "players = w.players, updated = w.updated, "
    "due = extract(epoch from now())::float8 + w.due_in "
    "FROM unnest(%s::text[], %s::int[], %s::bool[], %s::text[], %s::text[], %s::float8[], "
    '%s::float8[]) AS w (id, "last", open, stage, players, updated, due_in) WHERE t.id = w.id'
)
_NOTIFY = f"SELECT count(pg_notify('{CHANNEL}', w)) FROM unnest(%s::text[]) AS w"


class PostgresBackend:
    """Tables in a PostgreSQL database."""

    def __init__(self, url: str) -> None:
        try:
            import psycopg  # noqa: F401
        except ImportError as error:
            raise StorageTrouble("driver", str(error)) from error
        self.url = url
        self._engine = create_engine(
            "postgresql+psycopg://", creator=self.open_raw, poolclass=NullPool
        )

    def open_raw(self) -> psycopg.Connection[Any]:
        """A connection of the driver's own."""
        import psycopg
        from psycopg.conninfo import make_conninfo

        return psycopg.connect(make_conninfo(self.url, **self._options()))

    def connect(self, writing: bool) -> Connection:  # noqa: ARG002
        """A connection; reading and writing ones do not differ here."""
        return self._engine.connect()

    def prepare(self, connection: Connection) -> None:
        """Nothing to do."""

    def now(self) -> Any:
        """The database's own clock: those of the processes may differ."""
        return cast(extract("epoch", func.now()), Float(53))

    def trouble(self, error: BaseException) -> StorageTrouble | None:
        """What an error of the driver means to people."""
        import psycopg

        return postgres_trouble(error) if isinstance(error, psycopg.Error) else None

    def check(self, connection: Connection) -> None:
        """Nothing to look at: the server speaks for its files."""

    def lock(self, connection: Connection, ids: Sequence[str]) -> dict[str, int]:
        """Lock tables, in one order everywhere, so that processes wait and never embrace."""
        return dict(_raw(connection).execute(_LOCK, [sorted(ids)]).fetchall())

    def write(self, connection: Connection, appends: Sequence[Append]) -> None:
        """Write entries and what follows from them, with one statement for each kind."""
        entries: list[tuple[str, int, float, bytes]] = []
        snapshots: list[tuple[str, int, bytes]] = []
        tables: dict[str, tuple[object, ...]] = {}  # what the last append of each says
        for table_id, seq, new, (stage, shown, due_in, players) in appends:
            for number, (data, at, snapshot) in enumerate(new, seq):
                entries.append((table_id, number, at, data))
                if snapshot is not None:
                    snapshots.append((table_id, number, snapshot))
                tables[table_id] = (table_id, number, shown, stage, players, at, due_in)
        raw = _raw(connection)
        raw.execute(_ENTRIES, _columns(entries))
        if snapshots:
            raw.execute(_SNAPSHOTS, _columns(snapshots))
            raw.execute(_PRUNE, [sorted({row[0] for row in snapshots})])
        raw.execute(_TABLES, _columns(list(tables.values())))

    def write_at_once(self, connection: Connection, appends: Sequence[Append]) -> bool:  # noqa: ARG002
        """Not here: others may write as well, so tables are locked in one order beforehand."""
        return False

    def notify(self, connection: Connection, notices: Sequence[str]) -> None:
        """Notices travel with the commit, so nobody hears of what is not there."""
        if notices:
            _raw(connection).execute(_NOTIFY, [list(notices)])

    def _options(self) -> dict[str, str]:
        """Our settings, except for what the address says itself."""
        import psycopg
        from psycopg.conninfo import conninfo_to_dict

        try:
            said = conninfo_to_dict(self.url)
        except psycopg.ProgrammingError as error:
            raise StorageTrouble("address", "postgresql") from error  # it may hold a password
        return {name: value for name, value in OPTIONS.items() if name not in said}


def _raw(connection: Connection) -> psycopg.Connection[Any]:
    """The driver's own connection."""
    import psycopg

    raw = connection.connection.driver_connection
    assert isinstance(raw, psycopg.Connection)
    return raw


def _columns(rows: Sequence[Sequence[Any]]) -> list[list[Any]]:
    """Rows turned into the arrays that `unnest` turns into rows again."""
    return [list(column) for column in zip(*rows, strict=True)]
