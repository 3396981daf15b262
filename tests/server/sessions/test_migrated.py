"""Cards that were fixed while games were on: the service goes on from the last snapshot."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from contextlib import closing

import pytest

from quarriors.__about__ import __version__
from quarriors.cards.load import default_catalog
from quarriors.engine.migration import OLDER_VERSIONS
from quarriors.table.entries import Migrated, decode
from quarriors.table.errors import Refusal
from tests.server.sessions.helpers import LONG, Client, a_service, against, sit_down, until

OTHER = "0" * len(default_catalog().hash)


def with_other_cards(path: str, *, snapshots: bool = True) -> None:
    """Change what is stored as if the game had been begun with other cards."""
    ours = default_catalog().hash.encode()
    with closing(sqlite3.connect(path)) as file, file:
        for table in ("entries", "snapshots"):
            rows = file.execute(f"SELECT data, table_id, seq FROM {table}").fetchall()
            for data, *key in rows:
                changed = bytes(data).replace(ours, OTHER.encode())
                file.execute(
                    f"UPDATE {table} SET data = ? WHERE table_id = ? AND seq = ?", (changed, *key)
                )
        if not snapshots:
            file.execute("DELETE FROM snapshots")
        # A service that has time for it notes that nothing is to be done before a person answers.
        file.execute("UPDATE tables SET due = 0")


def test_a_game_goes_on_from_its_last_snapshot(sqlite_url: str) -> None:
    async def run() -> None:
        async with a_service(sqlite_url) as service:
            ann = await service.create_table(against("random", "random", goal=LONG), "Ann")
            client = await sit_down(service, ann)
            await client.play(12)
            await client.until(lambda me: me.prompt or me.stage == "over")
            assert client.stage == "playing"
        before = client.state
        with_other_cards(sqlite_url)
        async with a_service(sqlite_url) as service:
            client = await sit_down(service, ann)
            assert client.state > before
            kinds = [decode(line.data) for line in await service.store.entries(ann.table)]
            assert sum(isinstance(entry, Migrated) for entry in kinds) == 1
            await client.play()
            assert client.stage == "over"
        async with a_service(sqlite_url) as service:  # and it is found like that again
            assert (await service.open(ann.table)).stage == "over"

    asyncio.run(run())


def test_a_game_that_was_over_stays_over(sqlite_url: str) -> None:
    async def run() -> None:
        async with a_service(sqlite_url) as service:
            ann = await service.create_table(against("random"), "Ann")
            client = await sit_down(service, ann)
            await client.play()
            await until(lambda: service.sessions[ann.table].scheduler.settled)
        with_other_cards(sqlite_url)
        async with a_service(sqlite_url) as service:
            assert await service.store.stage(ann.table) == "over"
            assert (await service.open(ann.table)).stage == "over"
            entries = [decode(line.data) for line in await service.store.entries(ann.table)]
            assert not any(isinstance(entry, Migrated) for entry in entries)

    asyncio.run(run())


def test_a_game_that_cannot_go_on_is_refused_and_stops_nobody_else(
    sqlite_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def run() -> None:
        async with a_service(sqlite_url) as service:
            broken = await service.create_table(against("random"), "Ann")
            client = await sit_down(service, broken)
            await client.play(3)
            assert client.stage == "playing"
        with_other_cards(sqlite_url, snapshots=False)
        async with a_service(sqlite_url) as service:
            before = [line.data for line in await service.store.entries(broken.table)]
            with pytest.raises(Refusal) as refused:
                await service.connect(broken.table, broken.token, "en", Client())
            assert refused.value.code == "version"
            for language, words in (("en", "Nothing is lost"), ("it", "Non è andato perso")):
                assert words in refused.value.say(language)
                assert f"quarriors {__version__}" in refused.value.say(language)
            other = await service.create_table(against("random"), "Ann")
            await (await sit_down(service, other)).play(3)
            await until(lambda: "cannot be read" in caplog.text)  # the scheduler has met it too
            assert service.tables == 1
            assert [line.data for line in await service.store.entries(broken.table)] == before

    asyncio.run(run())


def test_a_game_begun_by_positions_of_an_older_version_is_refused_with_a_sentence(
    sqlite_url: str,
) -> None:
    """Its snapshots cannot be gone on from, and nothing is written over."""

    async def run() -> None:
        async with a_service(sqlite_url) as service:
            ann = await service.create_table(against("random", "random", goal=LONG), "Ann")
            client = await sit_down(service, ann)
            await client.play(12)
            assert client.stage == "playing"
        with_other_cards(sqlite_url)
        _as_if_older(sqlite_url)
        async with a_service(sqlite_url) as service:
            before = [line.data for line in await service.store.entries(ann.table)]
            with pytest.raises(Refusal, match="by rules that this server"):
                await service.connect(ann.table, ann.token, "en", Client())
            assert [line.data for line in await service.store.entries(ann.table)] == before

    asyncio.run(run())


def _as_if_older(path: str) -> None:
    """Give every stored position the number of a version that is not migrated any more."""
    with closing(sqlite3.connect(path)) as file, file:
        rows = file.execute("SELECT data, table_id, seq FROM snapshots").fetchall()
        assert rows
        for data, *key in rows:
            shot = json.loads(data)
            shot["wire"][0][0] = OLDER_VERSIONS[0] - 1
            file.execute(
                "UPDATE snapshots SET data = ? WHERE table_id = ? AND seq = ?",
                (json.dumps(shot).encode(), *key),
            )
