"""Appends: numbered without gaps, all or nothing, one winner, many in one commit."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
import sqlalchemy as sa

from quarriors.server.store import Line, StorageTrouble, Store, Summary, worker
from quarriors.server.store.backend import SNAPSHOTS_KEPT, Append, NewEntry
from quarriors.server.store.sqlite import SqliteBackend
from tests.server.store.helpers import PLAYING, entry, opened


def test_what_is_written_can_be_read(url: str) -> None:
    async def go() -> None:
        data = bytes(range(256))
        async with opened(url) as store:
            first = [entry("sit", 1.25), entry("begin", 2.5)]
            assert await store.create("tea", data, first, Summary("waiting"), 1.0)
            assert not await store.create("tea", b"other", [], Summary("waiting"), 9.0)
            at = 1_763_265_432.123456
            assert await store.append("tea", 3, [(data, at, None)], PLAYING)
        async with opened(url) as store:  # and again from another start
            assert await store.head("tea") == data
            assert await store.entries("tea") == [
                Line(1, 1.25, b"sit"),
                Line(2, 2.5, b"begin"),
                Line(3, at, data),
            ]
            assert await store.entries("tea", after=2) == [Line(3, at, data)]
            assert await store.entries("tea", after=3) == []
            assert await store.head("nobody") is None
            assert await store.entries("nobody") == []

    asyncio.run(go())


def test_one_of_many_appends_at_the_same_number_wins(postgres_url: str) -> None:
    async def go() -> None:
        async with opened(postgres_url, "a") as one, opened(postgres_url) as two:
            for seq in range(1, 11):
                commands = [
                    store.append("a", seq, [entry(f"{seq} {name} {n}")], PLAYING)
                    for n in range(10)
                    for name, store in (("one", one), ("two", two))
                ]
                results = await asyncio.gather(*commands)
                assert results.count(True) == 1, results
                winner = results.index(True)
                line = (await one.entries("a", seq - 1))[0]
                assert line.data == f"{seq} {('one', 'two')[winner % 2]} {winner // 2}".encode()
            assert [line.seq for line in await two.entries("a")] == list(range(1, 11))

    asyncio.run(go())


def test_writers_of_two_stores_that_read_after_losing_lose_nothing(postgres_url: str) -> None:
    """The way the service works: everyone's entries get in, each once, in one order."""

    async def writer(store: Store, name: str) -> None:
        seq, mine = 0, 0
        while mine < 20:
            if await store.append("a", seq + 1, [entry(f"{name}{mine}")], PLAYING):
                mine += 1
                seq += 1
            else:
                newer = await store.entries("a", seq)
                assert newer, "a lost append must find what won"
                seq = newer[-1].seq

    async def go() -> None:
        async with opened(postgres_url, "a") as one, opened(postgres_url) as two:
            await asyncio.gather(*(writer(s, n) for s, n in ((one, "p"), (two, "q"), (one, "r"))))
            lines = await one.entries("a")
            assert [line.seq for line in lines] == list(range(1, 61))
            for name in "pqr":
                own = [line.data.decode() for line in lines if line.data.decode()[0] == name]
                assert own == [f"{name}{n}" for n in range(20)]

    asyncio.run(go())


def test_an_append_is_written_whole_or_not_at_all(url: str) -> None:
    async def go() -> None:
        async with opened(url, "a") as store:
            assert await store.append("a", 1, [entry("1"), entry("2"), entry("3")], PLAYING)
            # Numbers 2 to 4 of which 4 would be free, and one that begins with a free number.
            for seq in (2, 3):
                three = [entry("no"), entry("no"), entry("no")]
                assert not await store.append("a", seq, three, Summary("over", True, 5.0))
            assert [line.data for line in await store.entries("a")] == [b"1", b"2", b"3"]
            assert await store.count() == {"playing": 1}
            assert await store.open_tables() == []
            with pytest.raises(ValueError, match="needs entries"):
                await store.append("a", 4, [], PLAYING)

    asyncio.run(go())


def test_one_tables_trouble_is_not_anothers(url: str) -> None:
    async def go() -> None:
        async with opened(url, "a", "b") as store:
            await store.append("b", 1, [entry()], PLAYING)
            results = await asyncio.gather(
                store.append("a", 1, [entry("fine")], PLAYING),
                store.append("nobody", 1, [entry()], PLAYING),
                store.append("b", 1, [entry("late")], PLAYING),
                store.append("a", 7, [entry("gap")], PLAYING),
                # A mistake of ours, which the database refuses: that column is never empty.
                store.append("b", 2, [entry()], Summary(stage=None)),  # type: ignore[arg-type]
                store.say("nobody", 0, "Ann", "hello?", 1.0),
                return_exceptions=True,
            )
            fine, nobody, late, gap, wrong, lost_line = results
            assert fine is True
            assert late is False
            assert isinstance(nobody, StorageTrouble)
            assert nobody.kind == "missing"
            assert isinstance(gap, StorageTrouble)
            assert gap.kind == "behind"
            assert isinstance(wrong, Exception)
            assert not isinstance(wrong, StorageTrouble)
            assert isinstance(lost_line, StorageTrouble)
            assert lost_line.say("it") == "Questo tavolo non esiste."
            assert [line.data for line in await store.entries("a")] == [b"fine"]
            assert len(await store.entries("b")) == 1
            assert await store.append("b", 2, [entry()], PLAYING)  # and the store works on

    asyncio.run(go())


def test_appends_that_wait_together_share_a_commit(url: str) -> None:
    async def go() -> None:
        ids = [f"t{number}" for number in range(200)]
        async with opened(url, *ids) as store:
            for seq in range(1, 6):
                before = store.commits
                results = await asyncio.gather(
                    *(store.append(table_id, seq, [entry()], PLAYING) for table_id in ids)
                )
                assert all(results)
                assert store.commits - before <= 3
            before = store.commits
            assert await store.append("t0", 6, [entry()], PLAYING)
            assert store.commits - before == 1
            for table_id in ids:
                assert len(await store.entries(table_id)) == 5 + (table_id == "t0")

    asyncio.run(go())


def test_a_busy_writer_gathers_and_a_lone_one_does_not(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    waited: list[float] = []
    monkeypatch.setattr(worker.time, "sleep", waited.append)

    async def go() -> None:
        names = [f"t{n}" for n in range(worker.BUSY)]
        async with opened(url, *names) as store:
            for seq in range(1, 4):
                assert await store.append("t0", seq, [entry("alone")], PLAYING)
            assert waited == []
            for seq in range(4, 6):
                commands = [store.append("t0", seq, [entry("together")], PLAYING)]
                commands += [store.append(t, seq - 3, [entry("too")], PLAYING) for t in names[1:]]
                assert all(await asyncio.gather(*commands))
            assert waited == [worker.GATHER_SECONDS]  # after the first large group
            assert [line.seq for line in await store.entries("t0")] == [1, 2, 3, 4, 5]

    asyncio.run(go())


def test_a_caller_who_stops_waiting_does_not_disturb_the_others(url: str) -> None:
    async def go() -> None:
        async with opened(url, "a", "b") as store:
            quitter = asyncio.create_task(store.append("a", 1, [entry()], PLAYING))
            other = asyncio.create_task(store.append("b", 1, [entry()], PLAYING))
            await asyncio.sleep(0)
            quitter.cancel()
            assert await other
            with pytest.raises(asyncio.CancelledError):
                await quitter
            assert len(await store.entries("a")) == 1  # it was written nevertheless, whole

    asyncio.run(go())


def test_closing_finishes_what_was_asked_for(url: str) -> None:
    async def go() -> None:
        store = await Store.open(url)
        await store.create("a", b"", [], PLAYING, 1.0)
        command = asyncio.create_task(store.append("a", 1, [entry()], PLAYING))
        await asyncio.sleep(0)
        await store.close()
        assert await command
        with pytest.raises(StorageTrouble) as refused:
            await store.append("a", 2, [entry()], PLAYING)
        assert refused.value.kind == "closed"
        async with opened(url) as again:
            assert len(await again.entries("a")) == 1

    asyncio.run(go())


def test_the_newest_snapshots_are_kept(url: str) -> None:
    async def go() -> None:
        async with opened(url, "other") as store:
            await store.create("a", b"", [entry("1", snapshot=b"s1")], PLAYING, 1.0)
            await store.append("other", 1, [entry("1", snapshot=b"o1")], PLAYING)
            assert await store.snapshot("a") == (1, b"s1")
            for seq in range(2, 10):
                shot = b"s%d" % seq if seq % 2 else None
                await store.append("a", seq, [entry(str(seq), snapshot=shot)], PLAYING)
            assert await store.snapshot("a") == (9, b"s9")
            assert await store.snapshot("a", until=8) == (7, b"s7")
            assert await store.snapshot("a", until=6) == (5, b"s5")
            assert await store.snapshot("a", until=4) is None  # thrown away
            assert await store.snapshot("other") == (1, b"o1")

    asyncio.run(go())


def everything(backend: SqliteBackend) -> list[list[tuple[object, ...]]]:
    """All that appends have a part in."""
    names = ("tables", "entries", "snapshots")
    with backend.connect(writing=False) as connection:
        found = [connection.execute(sa.text(f"SELECT * FROM {n} ORDER BY 1, 2")) for n in names]
        return [[tuple(row) for row in rows] for rows in found]


def test_the_short_way_of_sqlite_writes_what_the_long_one_writes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    groups = [
        [Append("a", 1, [NewEntry(b"1", 1.0)], PLAYING)],
        [
            Append("a", 2, [NewEntry(b"2", 2.0), NewEntry(b"3", 2.5, b"after 3")], PLAYING),
            Append("b", 1, [NewEntry(b"x", 3.0)], Summary("playing", True, 9.5, "Ada")),
            Append("a", 4, [NewEntry(b"4", 3.5)], Summary("over")),
        ],
        [
            Append("b", n, [NewEntry(b"y", 4.0 + n, b"after %d" % n)], PLAYING)
            for n in range(2, 4 + SNAPSHOTS_KEPT)
        ],
    ]
    found = []
    for name in ("long", "short"):
        path = tmp_path / name
        asyncio.run(fresh_tables(str(path), "a", "b"))
        backend = SqliteBackend(path)
        monkeypatch.setattr(backend, "now", lambda: 100.0)
        with backend.connect(writing=True) as connection:
            backend.prepare(connection)
            assert not backend.write_at_once(connection, groups[0]), "not a connection's first"
            with connection.begin():
                backend.write(connection, groups[0])
                backend.check(connection)
            for group in groups[1:]:
                if name == "short":
                    assert backend.write_at_once(connection, group)
                    continue
                with connection.begin():
                    backend.write(connection, group)
            before = everything(backend)
            for late in ("b", 3), ("b", 99), ("nobody", 1):  # used already, too far, no table
                fine = Append("a", 5, [NewEntry(b"5", 9.0)], PLAYING)
                wrong = Append(*late, [NewEntry(b"?", 9.0)], PLAYING)
                assert not backend.write_at_once(connection, [fine, wrong])
                assert everything(backend) == before, "all or nothing"
            many = Append("a", 5, [NewEntry(b"5", 9.0)] * 501, PLAYING)
            assert not backend.write_at_once(connection, [many]), "more than one statement"
            assert everything(backend) == before
        found.append(before)
    assert found[0] == found[1]
    tables, entries, snapshots = found[0]
    assert [row[2:] for row in tables] == [
        (4, 0, "over", "", 3.5, None),
        (3 + SNAPSHOTS_KEPT, 0, "playing", "", 7.0 + SNAPSHOTS_KEPT, None),
    ]
    assert len(entries) == 7 + SNAPSHOTS_KEPT
    assert len(snapshots) == 1 + SNAPSHOTS_KEPT


async def fresh_tables(url: str, *ids: str) -> None:
    async with opened(url, *ids):
        pass
