"""Backups that wait beside a database: taken over when it is opened, or put aside."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from pathlib import Path

import pytest

from quarriors.server.store import backup
from quarriors.server.store.backup import back_up, failed_copy, restore, waiting_copy
from quarriors.server.store.store import NewEntry, Store, Summary

SUMMARY = Summary("waiting", True, None, "")


async def _with_table(database: Path, table_id: str) -> None:
    store = await Store.open(str(database))
    try:
        assert await store.create(table_id, b"head", [NewEntry(b"entry", 1.0, None)], SUMMARY, 1.0)
    finally:
        await store.close()


async def _has(store: Store, table_id: str) -> bool:
    return await store.head(table_id) is not None


def test_a_copy_that_waits_is_taken_over_when_the_database_is_opened(tmp_path: Path) -> None:
    database, copy = tmp_path / "tables.sqlite", tmp_path / "copy.sqlite"

    async def play() -> None:
        await _with_table(database, "kept")
        back_up(database, copy)
        await _with_table(database, "later")
        store = await Store.open(str(database))
        assert not store.backup_waits
        assert restore(copy, database) is False, "the process that holds the lock has to do it"
        assert store.backup_waits
        await store.close()

        store = await Store.open(str(database))  # as after a crash in the middle
        try:
            assert not store.backup_waits
            assert await _has(store, "kept")
            assert not await _has(store, "later")
        finally:
            await store.close()

    asyncio.run(play())
    assert not waiting_copy(database).exists()


def test_a_copy_that_cannot_be_taken_over_is_put_aside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database, copy = tmp_path / "tables.sqlite", tmp_path / "copy.sqlite"

    def refuse(_: Path) -> None:
        raise PermissionError("not allowed")

    async def play() -> None:
        await _with_table(database, "kept")
        back_up(database, copy)
        os.replace(copy, waiting_copy(database))
        monkeypatch.setattr(backup, "_fold_log", refuse)
        store = await Store.open(str(database))
        try:
            assert await _has(store, "kept"), "the old database is served"
            assert not store.backup_waits, "it is not tried again and again"
        finally:
            await store.close()

    asyncio.run(play())
    with sqlite3.connect(failed_copy(database)) as connection:
        assert connection.execute("SELECT count(*) FROM tables").fetchone() == (1,)
    connection.close()
