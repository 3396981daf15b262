"""A database is made and brought up to date at start, by the first process to start."""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from quarriors.server.store import StorageTrouble, Store
from quarriors.server.store.backend import Backend
from quarriors.server.store.migrate import current, migrate, upgrade
from quarriors.server.store.postgres import PostgresBackend
from quarriors.server.store.schema import VERSION, VERSION_TABLE, metadata
from quarriors.server.store.sqlite import SqliteBackend
from tests.extent import daily
from tests.server.store.helpers import command, environment, opened

FIRST = ("tables", "heads", "entries", "snapshots", "chat", "presence")  # made by 0001


def backend_of(url: str) -> Backend:
    if url.startswith("postgresql"):
        return PostgresBackend(url)
    backend = SqliteBackend(Path(url))
    backend.make_file()
    return backend


def test_the_newest_migration_is_the_one_the_program_knows() -> None:
    config = Config()
    config.set_main_option("script_location", "quarriors.server.store:migrations")
    config.set_main_option("path_separator", "os")
    assert ScriptDirectory.from_config(config).get_heads() == [VERSION]


def tables_of(backend: Backend) -> list[tuple[object, ...]]:
    """All tables with columns, keys and indexes, as the database itself spells them."""
    if isinstance(backend, SqliteBackend):
        questions = ["SELECT type, name, tbl_name, sql FROM sqlite_master"]
    else:
        questions = [
            (
                "SELECT table_name, column_name, ordinal_position, column_default, is_nullable,"
                " data_type, character_maximum_length, numeric_precision, is_identity"
                " FROM information_schema.columns WHERE table_schema = 'public'"
            ),
            "SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'",
            (
                "SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint"
                " WHERE connamespace = 'public'::regnamespace"
            ),
        ]
    with backend.connect(writing=False) as connection:
        rows = [row for one in questions for row in connection.execute(sa.text(one))]
    spelt = [tuple(" ".join(one.split()) if isinstance(one, str) else one for one in row)
             for row in rows]  # fmt: skip
    return sorted(spelt, key=repr)


def test_a_new_database_and_one_brought_up_to_date_are_the_same(url: str, other_url: str) -> None:
    new, migrated = backend_of(url), backend_of(other_url)
    assert migrate(new)
    assert not migrate(new), "the second start has nothing to do"
    with migrated.connect(writing=True) as connection, connection.begin():
        upgrade(connection, None)  # every step there ever was
    assert tables_of(new) == tables_of(migrated)
    assert len(tables_of(new)) > len(metadata.tables)
    for backend in (new, migrated):
        with backend.connect(writing=False) as connection:
            assert current(connection) == VERSION
            context = MigrationContext.configure(
                connection, opts={"version_table": VERSION_TABLE, "compare_type": True}
            )
            assert compare_metadata(context, metadata) == []


def test_a_migration_may_rename_what_appends_write_to(tmp_path: Path) -> None:
    """SQLite refuses to, if any trigger of the connection would no longer find its tables."""
    backend = backend_of(str(tmp_path / "t.sqlite"))
    migrate(backend)
    with backend.connect(writing=True) as connection, connection.begin():
        connection.execute(sa.text("DROP TABLE snapshots"))
        connection.execute(sa.text("ALTER TABLE entries RENAME TO lines"))
        assert sa.inspect(connection).has_table("lines")


def test_processes_that_start_at_once_migrate_once(postgres_url: str) -> None:
    async def go() -> None:
        processes = [
            await asyncio.create_subprocess_exec(
                *command("talking_process.py", postgres_url),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                env=environment(),
            )
            for _ in range(3)
        ]
        results = await asyncio.gather(*(process.communicate(b"") for process in processes))
        assert [output.strip() for output, _ in results] == [b"ready"] * 3
        assert [process.returncode for process in processes] == [0, 0, 0]

    asyncio.run(go())
    with backend_of(postgres_url).connect(writing=False) as connection:
        rows = connection.execute(sa.text(f"SELECT version_num FROM {VERSION_TABLE}")).all()
        assert [row[0] for row in rows] == [VERSION]


def test_stores_that_open_at_once_in_one_process(postgres_url: str) -> None:
    async def go() -> None:
        stores = await asyncio.gather(*(Store.open(postgres_url) for _ in range(4)))
        for store in stores:
            await store.ping()
            await store.close()
        assert len({store.process for store in stores}) == 4

    asyncio.run(go())


def test_connections_that_are_the_first_of_a_new_file_at_once(tmp_path: Path) -> None:
    """All of them want to change its mode, for which SQLite has no patience of its own."""

    def connect(round_: int) -> str:
        backend = SqliteBackend(tmp_path / f"{round_}.sqlite")
        backend.make_file()
        start.wait()
        with backend.connect(writing=True) as connection:
            return str(connection.execute(sa.text("PRAGMA journal_mode")).scalar())

    at_once = 6
    start = threading.Barrier(at_once)
    with ThreadPoolExecutor(at_once) as threads:
        for round_ in range(daily(25, 100)):
            assert list(threads.map(connect, [round_] * at_once)) == ["wal"] * at_once


def test_a_newer_database_is_refused_and_left_alone(url: str) -> None:
    async def go() -> None:
        async with opened(url, "a"):
            pass
        backend = backend_of(url)
        change = sa.text(f"UPDATE {VERSION_TABLE} SET version_num = '9999'")
        with backend.connect(writing=True) as connection, connection.begin():
            connection.execute(change)
        with pytest.raises(StorageTrouble) as refused:
            await Store.open(url)
        assert refused.value.kind == "newer"
        assert "newer version of the program" in refused.value.say("en")
        assert "versione più recente" in refused.value.say("it")
        assert "9999" in refused.value.detail
        with backend.connect(writing=False) as connection:
            assert current(connection) == "9999"

    asyncio.run(go())


def test_somebody_elses_tables_are_not_touched(url: str) -> None:
    backend = backend_of(url)
    with backend.connect(writing=True) as connection, connection.begin():
        connection.execute(sa.text("CREATE TABLE chat (theirs TEXT)"))
    with pytest.raises(StorageTrouble) as refused:
        migrate(backend)
    assert refused.value.kind == "damaged"
    with backend.connect(writing=False) as connection:
        assert sa.inspect(connection).get_table_names() == ["chat"]


def fail(*_: object, **__: object) -> None:
    raise ArithmeticError("halfway")


def test_a_database_that_is_half_made_leaves_nothing_behind(url: str) -> None:
    backend = backend_of(url)
    sa.event.listen(metadata, "after_create", fail)
    try:
        with pytest.raises(ArithmeticError, match="halfway"):
            migrate(backend)
    finally:
        sa.event.remove(metadata, "after_create", fail)
    with backend.connect(writing=False) as connection:
        assert sa.inspect(connection).get_table_names() == []
    assert migrate(backend)


def test_steps_that_fail_leave_nothing_behind(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    backend = backend_of(url)
    monkeypatch.setattr("alembic.op.create_index", fail)  # comes after the first table
    with (
        pytest.raises(ArithmeticError, match="halfway"),
        backend.connect(writing=True) as connection,
        connection.begin(),
    ):
        upgrade(connection, None)
    with backend.connect(writing=False) as connection:
        assert sa.inspect(connection).get_table_names() == []
    assert migrate(backend)


def test_an_older_database_keeps_its_tables(url: str) -> None:
    backend = backend_of(url)
    assert migrate(backend)
    with backend.connect(writing=True) as connection, connection.begin():  # as it was at 0001
        for table in reversed(metadata.sorted_tables):
            if table.name not in FIRST:
                table.drop(connection)
        connection.execute(sa.text("DROP INDEX tables_listed"))
        connection.execute(sa.text("CREATE INDEX tables_open ON tables (updated) WHERE open"))
        connection.execute(sa.text(f"UPDATE {VERSION_TABLE} SET version_num = '0001'"))
        connection.execute(
            sa.text(
                "INSERT INTO tables (id, created, last, open, stage, players, updated)"
                " VALUES ('a', 1.0, 0, true, 'waiting', 'who', 2.0)"
            )
        )
    assert migrate(backend)

    async def go() -> None:
        async with opened(url) as store:
            assert [row.table_id for row in await store.open_tables()] == ["a"]

    asyncio.run(go())
    with backend.connect(writing=False) as connection:
        names = {one["name"] for one in sa.inspect(connection).get_indexes("tables")}
        assert names == {"tables_listed", "tables_due"}
