"""SQLite in trouble: a sentence for people, nothing lost, and work goes on afterwards."""

from __future__ import annotations

import asyncio
import contextlib
import os
import pwd
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from quarriors.server.store import StorageTrouble, Store
from tests.server.store.helpers import PLAYING, entry, opened


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "tables.sqlite"


async def pragma(store: Store, statement: str) -> None:
    """Set something on the writing connection."""
    await store._writer.run(lambda work: work.connection.exec_driver_sql(statement).close())


def test_full(path: Path) -> None:
    async def go() -> None:
        async with opened(str(path), "a", "b") as store:
            await pragma(store, "PRAGMA max_page_count=120")  # the empty tables have some 50
            written = 0
            trouble: StorageTrouble | None = None
            while trouble is None and written < 1000:
                try:
                    assert await store.append("a", written + 1, [entry("x" * 3000)], PLAYING)
                    written += 1
                except StorageTrouble as error:
                    trouble = error
            assert trouble is not None
            assert trouble.kind == "full"
            assert "disk is full" in trouble.say("en")
            assert written > 3
            # A whole group gets the sentence, and nothing of it is there.
            results = await asyncio.gather(
                *(store.append("a", written + 1, [entry("y" * 9000)], PLAYING) for _ in range(3)),
                store.append("b", 1, [entry("y" * 9000), entry("z" * 9000)], PLAYING),
                return_exceptions=True,
            )
            assert all(isinstance(r, StorageTrouble) and r.kind == "full" for r in results)
            assert len(await store.entries("a")) == written
            assert await store.entries("b") == []
            await pragma(store, "PRAGMA max_page_count=100000")
            assert await store.append("a", written + 1, [entry("y" * 9000)], PLAYING)
        async with opened(str(path)) as store:
            assert len(await store.entries("a")) == written + 1

    asyncio.run(go())


def test_read_only_while_running(path: Path) -> None:
    async def go() -> None:
        async with opened(str(path), "a") as store:
            await store.append("a", 1, [entry()], PLAYING)
            await pragma(store, "PRAGMA query_only=ON")  # what a disk gone read-only answers
            with pytest.raises(StorageTrouble) as refused:
                await store.append("a", 2, [entry()], PLAYING)
            assert refused.value.kind == "readonly"
            assert len(await store.entries("a")) == 1
            # The next attempt looks with a new connection whether the trouble is over.
            assert await store.append("a", 2, [entry()], PLAYING)

    asyncio.run(go())


@contextlib.contextmanager
def without_rights(folder: Path) -> Iterator[None]:
    """Nobody may write to a folder's files; root, who always may, becomes somebody else."""
    files = [folder, *folder.iterdir()]
    for file in files:
        file.chmod(0o555 if file == folder else 0o444)
    root = os.geteuid() == 0
    if root:
        os.seteuid(pwd.getpwnam("nobody").pw_uid)
    try:
        yield
    finally:
        if root:
            os.seteuid(0)
        for file in files:
            file.chmod(0o755 if file == folder else 0o644)


def test_a_file_that_may_not_be_written() -> None:
    async def go(folder: Path) -> None:
        url = str(folder / "tables.sqlite")
        async with opened(url, "a") as store:
            await store.append("a", 1, [entry()], PLAYING)
        with without_rights(folder):
            with pytest.raises(StorageTrouble) as refused:
                await Store.open(url)
            assert refused.value.kind == "readonly"
            assert "isn't allowed to write" in refused.value.say("en")
            with pytest.raises(StorageTrouble) as refused:
                await Store.open(str(folder / "new.sqlite"))
            assert refused.value.kind == "readonly"
        async with opened(url) as store:
            assert len(await store.entries("a")) == 1

    folder = Path(tempfile.mkdtemp(prefix="quarriors-test-"))  # tmp_path is hidden from others
    try:
        folder.chmod(0o755)
        asyncio.run(go(folder))
    finally:
        shutil.rmtree(folder)


def test_a_file_moved_away_and_back(path: Path) -> None:
    async def go() -> None:
        async with opened(str(path), "a") as store:
            await store.append("a", 1, [entry("1")], PLAYING)
            path.rename(path.with_name("elsewhere"))
            for _ in range(2):
                with pytest.raises(StorageTrouble) as refused:
                    await store.append("a", 2, [entry("2")], PLAYING)
                assert refused.value.kind == "gone"
            with pytest.raises(StorageTrouble) as refused:
                await store.entries("a")
            assert refused.value.kind == "gone"
            with pytest.raises(StorageTrouble):
                await store.ping()
            assert not path.exists(), "no empty one in its place"
            path.with_name("elsewhere").rename(path)
            await store.ping()
            assert await store.append("a", 2, [entry("two")], PLAYING)
            assert [line.data for line in await store.entries("a")] == [b"1", b"two"]

    asyncio.run(go())


def test_a_deleted_file(path: Path) -> None:
    async def go() -> None:
        async with opened(str(path), "a") as store:
            await store.append("a", 1, [entry()], PLAYING)
            for file in path.parent.iterdir():
                file.unlink()
            with pytest.raises(StorageTrouble) as refused:
                await store.append("a", 2, [entry()], PLAYING)
            assert refused.value.kind == "gone"
            assert "can't reach its database" in refused.value.say("en")
            assert "non raggiunge" in refused.value.say("it")
            assert list(path.parent.iterdir()) == []

    asyncio.run(go())


def test_another_file_in_its_place(path: Path) -> None:
    async def go() -> None:
        other = path.with_name("other.sqlite")
        async with opened(str(other), "b"):
            pass
        async with opened(str(path), "a") as store:
            await store.append("a", 1, [entry()], PLAYING)
            for name in ("tables.sqlite-wal", "tables.sqlite-shm"):
                path.with_name(name).unlink(missing_ok=True)
            other.rename(path)
            with pytest.raises(StorageTrouble) as refused:  # found out and said, never guessed
                await store.append("a", 2, [entry()], PLAYING)
            assert refused.value.kind in ("gone", "missing")
            assert await store.append("b", 1, [entry()], PLAYING)

    asyncio.run(go())


@pytest.mark.parametrize("content", [b"not a database at all" * 500, b"SQLite format 3\0" * 300])
def test_a_file_that_is_no_database(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    with pytest.raises(StorageTrouble) as refused:
        asyncio.run(Store.open(str(path)))
    assert refused.value.kind == "damaged"
    assert path.read_bytes() == content


def test_a_damaged_file(path: Path) -> None:
    async def go() -> None:
        async with opened(str(path), "a") as store:
            for seq in range(1, 150):  # more than half of the file
                await store.append("a", seq, [entry("x" * 2000)], PLAYING)
        size = path.stat().st_size
        with path.open("r+b") as file:
            file.seek(size // 2)
            file.write(b"\xff" * (size // 2))
        async with opened(str(path)) as store:
            with pytest.raises(StorageTrouble) as refused:
                await store.entries("a")
            assert refused.value.kind == "damaged"

    asyncio.run(go())


def test_a_folder_or_a_place_that_cannot_be(path: Path) -> None:
    path.mkdir()
    (path.parent / "file").touch()
    for place in (path, path.parent / "file" / "tables.sqlite"):
        with pytest.raises(StorageTrouble) as refused:
            asyncio.run(Store.open(str(place)))
        assert refused.value.kind == "gone"


def test_a_file_that_another_program_holds(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("quarriors.server.store.sqlite.BUSY_SECONDS", 0.2)

    async def go() -> None:
        async with opened(str(path), "a") as store:
            await store.append("a", 1, [entry()], PLAYING)
            with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as other:
                other.execute("BEGIN IMMEDIATE")
                with pytest.raises(StorageTrouble) as refused:
                    await store.append("a", 2, [entry()], PLAYING)
                assert refused.value.kind == "busy"
                assert len(await store.entries("a")) == 1  # reading goes on
                other.execute("ROLLBACK")
            assert await store.append("a", 2, [entry()], PLAYING)

    asyncio.run(go())
