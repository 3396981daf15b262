"""Brings a database to the newest schema at start; several processes may start at once.

Most starts find nothing to do and see that with one query. A new database is made from the schema
as it is today; only an older one needs the steps between, and Alembic, which takes longer to load
than all of that. Tests prove that both ways lead to the same tables. The look, the work and the new
number happen in one transaction under a lock that all processes respect, so that two that start at
once do the work once.
"""

from __future__ import annotations

import warnings

from sqlalchemy import Connection, inspect, text

from quarriors.server.store.backend import Backend, trouble_of
from quarriors.server.store.errors import StorageTrouble
from quarriors.server.store.schema import VERSION, VERSION_TABLE, metadata, versions

_LOCK = 7_283_745_001  # any number that nobody else uses for advisory locks


def migrate(backend: Backend) -> bool:
    """Make or update the schema; whether there was something to do."""
    try:
        with backend.connect(writing=True) as connection, connection.begin():
            if current(connection) == VERSION:
                return False
            if connection.dialect.name == "postgresql":
                # A process may wait here as long as the others' steps take. SQLite's
                # transaction has begun with the file's lock already.
                connection.execute(text("SET LOCAL lock_timeout = 0"))
                connection.execute(text("SET LOCAL statement_timeout = 0"))
                # Loading Alembic takes seconds where the machine is slow or busy.
                connection.execute(text("SET LOCAL idle_in_transaction_session_timeout = '5min'"))
                connection.execute(text("SELECT pg_advisory_xact_lock(:n)"), {"n": _LOCK})
            before = current(connection)
            if before == VERSION:
                return False
            if before is None:
                _make(connection)
            else:
                upgrade(connection, before)
            return True
    except Exception as error:
        trouble = trouble_of(backend, error)
        if trouble is None or trouble is error:
            raise
        raise trouble from error


def current(connection: Connection) -> str | None:
    """The number of the schema that is there; None for an empty database."""
    if inspect(connection).has_table(VERSION_TABLE):
        found = connection.execute(text(f"SELECT version_num FROM {VERSION_TABLE}")).scalar()
        if found is not None:
            return str(found)
    return None


def _make(connection: Connection) -> None:
    """Make the newest schema in an empty database."""
    names = set(inspect(connection).get_table_names()) - {VERSION_TABLE}
    # Somebody else's file, or tables of somebody else that have our names.
    if names if connection.dialect.name == "sqlite" else names & set(metadata.tables):
        raise StorageTrouble("damaged", "tables are there, but not ours")
    metadata.create_all(connection, checkfirst=False)
    versions.create(connection, checkfirst=True)  # it may be there, without a number
    connection.execute(versions.insert().values(version_num=VERSION))


def upgrade(connection: Connection, before: str | None) -> None:
    """Run the steps that are missing, on a connection whose transaction is ours."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # of Alembic's own imports
        from alembic import command
        from alembic.config import Config
        from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", "quarriors.server.store:migrations")
    config.set_main_option("path_separator", "os")
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    if before is not None and before not in known:
        raise StorageTrouble("newer", f"schema {before}, this program knows {VERSION}")
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
