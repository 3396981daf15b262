"""One process on an SQLite file, and a lock that ends with it (fault 9)."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import pytest

from quarriors.server.store import StorageTrouble, Store
from tests.server.store.helpers import PLAYING, Started, entry, opened


def test_a_second_store_on_one_sqlite_file_is_refused(tmp_path: Path) -> None:
    url = str(tmp_path / "tables.sqlite")

    async def go() -> None:
        async with opened(url, "a") as store:
            with pytest.raises(StorageTrouble) as refused:
                await Store.open(url)
            assert (refused.value.kind, refused.value.detail) == ("in_use", str(os.getpid()))
            assert await store.append("a", 1, [entry()], PLAYING)
        async with opened(url) as store:  # the first one is closed
            assert len(await store.entries("a")) == 1

    asyncio.run(go())


def test_a_killed_process_leaves_no_lock(tmp_path: Path) -> None:
    url = str(tmp_path / "tables.sqlite")
    other = Started("writer_process.py", url, "1")
    other.wait_for_lines(1)

    async def go() -> None:
        with pytest.raises(StorageTrouble) as refused:
            await Store.open(url)
        assert refused.value.kind == "in_use"
        other.kill()
        await (await Store.open(url)).close()

    asyncio.run(go())
