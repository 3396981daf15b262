"""PostgreSQL in trouble: a sentence for people, nothing lost, and work goes on afterwards."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import psycopg
import pytest
from sqlalchemy import Connection, event

from quarriors.server.store import StorageTrouble, Store
from quarriors.server.store.postgres import PostgresBackend
from tests.server.postgres import Server, own_server
from tests.server.store.helpers import PLAYING, entry, opened, until


@pytest.fixture
def server() -> Iterator[Server]:
    with own_server() as server:
        yield server


def run(url: str, *statements: str) -> None:
    """What an administrator does."""
    with psycopg.connect(url, autocommit=True) as connection:
        for statement in statements:
            connection.execute(statement)


def test_stopped_and_started_again(server: Server) -> None:
    async def go() -> None:
        async with opened(server.url(), "a") as store:
            notices: list[tuple[str, str, int]] = []
            store.subscribe(lambda *notice: notices.append(notice))
            await store.append("a", 1, [entry("1")], PLAYING)
            await asyncio.to_thread(server.stop)
            results = await asyncio.gather(
                *(store.append("a", 2, [entry("no")], PLAYING) for _ in range(5)),
                store.entries("a"),
                store.say("a", 0, "Ann", "anybody?", 1.0),
                store.ping(),
                store.claim_due(),
                return_exceptions=True,
            )
            for result in results:
                assert isinstance(result, StorageTrouble)
                assert result.kind == "gone"
                assert "can't reach its database" in result.say("en")
            with pytest.raises(StorageTrouble) as refused:
                await Store.open(server.url())
            assert refused.value.kind == "gone"
            await asyncio.to_thread(server.start)
            await store.ping()
            assert await store.append("a", 2, [entry("2")], PLAYING)
            assert [line.data for line in await store.entries("a")] == [b"1", b"2"]
            await until(lambda: ("", "resync", 0) in notices)

    asyncio.run(go())


def test_stopped_while_many_write(server: Server) -> None:
    """Whatever was acknowledged is there, whatever was not is there whole or not at all."""
    ids = [f"t{number}" for number in range(10)]
    acknowledged = dict.fromkeys(ids, 0)

    async def writer(store: Store, table_id: str, stop: asyncio.Event) -> None:
        while not stop.is_set():
            done = acknowledged[table_id]
            try:
                new = [entry(f"{done + n}") for n in (1, 2, 3)]
                if not await store.append(table_id, done + 1, new, PLAYING):
                    # Trouble was reported in the moment of the commit: it is there, whole.
                    found = await store.entries(table_id, done)
                    assert [line.data for line in found] == [each.data for each in new]
                acknowledged[table_id] += 3
            except StorageTrouble:
                await asyncio.sleep(0.05)

    async def all_write() -> None:
        before = dict(acknowledged)
        await until(lambda: all(acknowledged[one] > before[one] + 9 for one in ids), 60)

    async def go() -> None:
        async with opened(server.url(), *ids) as store:
            stop = asyncio.Event()
            writers = [asyncio.create_task(writer(store, table_id, stop)) for table_id in ids]
            for _ in range(2):
                await all_write()
                await asyncio.to_thread(server.stop)
                await asyncio.sleep(0.2)
                await asyncio.to_thread(server.start)
            await all_write()
            stop.set()
            await asyncio.gather(*writers)
            for table_id in ids:
                found = [line.data.decode() for line in await store.entries(table_id)]
                assert found == [str(n) for n in range(1, acknowledged[table_id] + 1)]

    asyncio.run(go())


def test_a_commit_whose_answer_is_lost_is_found_again(postgres_url: str) -> None:
    async def go() -> None:
        async with opened(postgres_url, "a", "b") as store:
            assert isinstance(store._backend, PostgresBackend)
            broken: list[Any] = []

            def break_after_commit(connection: Connection) -> None:
                raw: Any = connection.connection.driver_connection
                if not broken:
                    broken.append(raw)
                    raw.commit()
                    raw.close()

            event.listen(store._backend._engine, "commit", break_after_commit)
            results = await asyncio.gather(
                store.append("a", 1, [entry("1", 7.25), entry("2", 7.5)], PLAYING),
                store.append("a", 1, [entry("late", 7.75)], PLAYING),
                store.append("b", 1, [entry("b")], PLAYING),
                store.say("a", 0, "Ann", "once", 1.0),
                return_exceptions=True,
            )
            assert broken
            assert list(results[:3]) == [True, False, True]
            # A line of chat is not repeated blindly; its author sees that it is there.
            assert isinstance(results[3], StorageTrouble)
            assert [said.text for said in await store.chat("a")] == ["once"]
            assert [line.data for line in await store.entries("a")] == [b"1", b"2"]

    asyncio.run(go())


def test_read_only(postgres_url: str) -> None:
    database = postgres_url.partition("@/")[2].partition("?")[0]

    async def go() -> None:
        async with opened(postgres_url, "a") as store:
            await store.append("a", 1, [entry()], PLAYING)
            run(
                postgres_url,
                f"ALTER DATABASE {database} SET default_transaction_read_only = on",
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE pid <> pg_backend_pid() AND datname = current_database()",
            )
            with pytest.raises(StorageTrouble) as refused:
                await store.append("a", 2, [entry()], PLAYING)
            assert refused.value.kind == "readonly"
            with pytest.raises(StorageTrouble) as unwell:
                await store.ping()
            assert unwell.value.kind == "readonly"
            assert len(await store.entries("a")) == 1
            run(
                postgres_url,
                "SET default_transaction_read_only = off",
                f"ALTER DATABASE {database} RESET default_transaction_read_only",
            )
            assert await store.append("a", 2, [entry()], PLAYING)
            await store.ping()

    asyncio.run(go())


def test_full(postgres_url: str) -> None:
    async def go() -> None:
        async with opened(postgres_url, "a", "b") as store:
            await store.append("a", 1, [entry()], PLAYING)
            # The database's own error for a full disk, raised where the disk would.
            run(
                postgres_url,
                "CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
                "RAISE EXCEPTION 'no space left' USING ERRCODE = 'disk_full'; END $$",
                "CREATE TRIGGER full_disk BEFORE INSERT ON entries EXECUTE FUNCTION full_disk()",
            )
            results = await asyncio.gather(
                store.append("a", 2, [entry()], PLAYING),
                store.append("b", 1, [entry(), entry()], PLAYING),
                return_exceptions=True,
            )
            assert all(isinstance(r, StorageTrouble) and r.kind == "full" for r in results)
            assert len(await store.entries("a")) == 1
            assert await store.entries("b") == []
            run(postgres_url, "DROP TRIGGER full_disk ON entries")
            assert await store.append("a", 2, [entry()], PLAYING)
            assert await store.append("b", 1, [entry(), entry()], PLAYING)

    asyncio.run(go())


def test_one_locked_table_does_not_stop_the_others(postgres_url: str) -> None:
    async def go() -> None:
        url = f"{postgres_url}&options=-c%20lock_timeout%3D200ms"
        async with opened(url, "a", "b", "c") as store:
            with psycopg.connect(postgres_url) as other:
                other.execute("SELECT * FROM tables WHERE id = 'b' FOR UPDATE")
                results = await asyncio.gather(
                    *(store.append(name, 1, [entry()], PLAYING) for name in "abc"),
                    return_exceptions=True,
                )
            assert results[0] is True
            assert isinstance(results[1], StorageTrouble)
            assert results[1].kind == "busy"
            assert results[2] is True
            assert await store.append("b", 1, [entry()], PLAYING)

    asyncio.run(go())


def test_wrong_names(postgres_url: str) -> None:
    for wrong, kind in (
        (postgres_url.replace("@/t", "@/no"), "gone"),
        (postgres_url.replace("postgres@", "nobody:secret@"), "login"),
        ("postgresql://someone@127.0.0.1:1/x", "gone"),
    ):
        with pytest.raises(StorageTrouble) as refused:
            asyncio.run(Store.open(wrong))
        assert refused.value.kind == kind, refused.value
        assert "secret" not in str(refused.value)
