"""What is kept beside entries: lists, what is due, chat, who is here."""

from __future__ import annotations

import asyncio
import contextlib
from pathlib import Path

import pytest

from quarriors.server.store import Listed, Said, Store, Summary
from tests.server.store.helpers import PLAYING, entry, opened


def test_open_tables_are_listed_latest_first(url: str) -> None:
    async def go() -> None:
        async with opened(url) as store:
            for number, name in enumerate(("a", "b", "c")):
                summary = Summary("waiting", open=name != "b", players=f"host of {name}")
                await store.create(name, b"", [], summary, float(number))
            assert await store.open_tables() == [
                Listed("c", 2.0, 2.0, "waiting", "host of c"),
                Listed("a", 0.0, 0.0, "waiting", "host of a"),
            ]
            await store.append("a", 1, [entry(at=7.0)], Summary("waiting", True, None, "two"))
            assert await store.open_tables(limit=1) == [Listed("a", 0.0, 7.0, "waiting", "two")]
            await store.append("c", 1, [entry(at=8.0)], PLAYING)
            assert [row.table_id for row in await store.open_tables()] == ["a"]
            assert await store.count() == {"waiting": 2, "playing": 1}
            await store.set_due("c", None, stage="over")
            assert await store.count() == {"waiting": 2, "over": 1}

    asyncio.run(go())


def test_open_tables_are_listed_by_stage(url: str) -> None:
    async def go() -> None:
        async with opened(url) as store:
            for number, name in enumerate(("a", "b", "c", "d")):
                await store.create(name, b"", [], Summary("waiting", True), float(number))
            for name, at in (("c", 9.0), ("b", 8.0)):
                told = Summary("playing", True, 20.0, f"who is at {name}")
                await store.append(name, 1, [entry(at=at)], told)
            await store.append("d", 1, [entry(at=10.0)], PLAYING)
            assert [row.table_id for row in await store.open_tables()] == ["a"]
            assert await store.open_tables(stage="playing") == [
                Listed("c", 2.0, 9.0, "playing", "who is at c"),
                Listed("b", 1.0, 8.0, "playing", "who is at b"),
            ]
            assert await store.open_tables(stage="over") == []
            for name in ("b", "d"):
                await store.set_due(name, None, stage="over")
            assert await store.open_tables(stage="over") == [
                Listed("b", 1.0, 8.0, "over", "who is at b")
            ]
            assert [row.table_id for row in await store.open_tables(1, "playing")] == ["c"]

    asyncio.run(go())


@pytest.mark.parametrize("stores", [1, 2])
def test_what_is_due_is_taken_once(url: str, stores: int) -> None:
    if stores == 2 and not url.startswith("postgresql"):
        pytest.skip("an SQLite file has one process")

    async def go() -> None:
        ids = [f"t{number:02}" for number in range(40)]
        async with contextlib.AsyncExitStack() as stack:
            one = await stack.enter_async_context(opened(url, *ids, "later", "never"))
            two = one if stores == 1 else await stack.enter_async_context(opened(url))
            for number, table_id in enumerate(ids):
                await one.set_due(table_id, -float(number))
            await one.append("later", 1, [entry()], Summary("playing", due_in=500.0))
            claims = await asyncio.gather(
                *(store.claim_due(limit=7) for _ in range(10) for store in (one, two))
            )
            taken = [table_id for claim in claims for table_id in claim]
            assert sorted(taken) == ids
            assert await two.claim_due() == []
            # Nobody acted: after the lease they come up again, the most overdue first.
            for table_id in ids:
                await one.set_due(table_id, -10.0 if table_id == "t05" else -1.0)
            assert (await two.claim_due(limit=2, lease=-5.0))[0] == "t05"
            assert len(await two.claim_due()) == 40
            # A writer says when to look again, or not at all.
            await one.set_due("t05", -1.0)
            await one.append("t05", 1, [entry()], Summary("over", due_in=None))
            assert await two.claim_due(limit=100) == []

    asyncio.run(go())


def test_fault_5_a_lease_outlives_neither_a_restart_nor_a_clock_that_is_set_back(
    tmp_path: Path,
) -> None:
    """Fault 5: the file was written an hour later than it is now."""
    url = str(tmp_path / "tables.sqlite")

    async def go() -> None:
        store = await Store.open(url, wall=lambda: 10_000.0)
        for name in ("bots", "clock", "people"):
            await store.create(name, b"", [], Summary("waiting"), 1.0)
        await store.append("bots", 1, [entry()], Summary("playing", due_in=6.0))
        await store.set_due("clock", 86_400.0)
        assert await store.claim_due() == []
        await store.close()
        store = await Store.open(url, wall=lambda: 6_400.0)
        assert sorted(await store.claim_due(lease=6.0)) == ["bots", "clock"]
        assert await store.claim_due() == []
        await store.close()

    asyncio.run(go())


def test_nothing_due_costs_no_commit(url: str) -> None:
    async def go() -> None:
        async with opened(url, "a") as store:
            before = store.commits
            assert await store.claim_due() == []
            assert store.commits == before

    asyncio.run(go())


def test_chat_is_kept_in_order(url: str) -> None:
    async def go() -> None:
        async with opened(url, "a", "b") as store:
            first = await store.say("a", 0, "Ann", "hello <b>", 1.0)
            await store.say("b", 1, "Bob", "elsewhere", 2.0)
            second = await store.say("a", None, "Cleo", "però!", 3.0)
            assert second > first
            assert await store.chat("a") == [
                Said(first, 0, "Ann", "hello <b>", 1.0),
                Said(second, None, "Cleo", "però!", 3.0),
            ]
            assert [said.number for said in await store.chat("a", last=1)] == [second]
            assert [said.number for said in await store.chat("a", after=first)] == [second]
            assert await store.chat("nobody") == []

    asyncio.run(go())


def test_presence_ends_by_leaving_or_by_silence(postgres_url: str) -> None:
    async def go() -> None:
        async with opened(postgres_url) as one, opened(postgres_url) as two:
            await one.touch([("a", 0), ("a", 1), ("b", 0)], 100.0)
            await two.touch([("a", 1)], 110.0)
            assert await two.here("a", since=60.0) == {0: 100.0, 1: 110.0}
            await one.touch([("a", 0)], 140.0)
            assert await two.here("a", since=105.0) == {0: 140.0, 1: 110.0}
            # Seat 1 leaves one process and is still connected to the other.
            await one.gone([("a", 0), ("a", 1)])
            assert await one.here("a", since=60.0) == {1: 110.0}
            assert await one.here("a", since=111.0) == {}  # silent for too long
            assert await one.seen("a") == {1: 110.0}
            await one.touch([("b", 0)], 10_000.0)  # rows of the dead are swept in passing
            assert await one.seen("a") == {}
            assert await one.seen("b") == {0: 10_000.0}

    asyncio.run(go())


def test_ids_that_would_break_notices_are_refused(url: str) -> None:
    async def go() -> None:
        async with opened(url) as store:
            for bad in ("", "two words", "line\nbreak", "x" * 500):
                with pytest.raises(ValueError, match="cannot be an id"):
                    await store.create(bad, b"", [], PLAYING, 1.0)
            assert await store.count() == {}

    asyncio.run(go())
