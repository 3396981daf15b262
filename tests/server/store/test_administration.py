"""What operators do to a database, function by function, on both kinds."""

from __future__ import annotations

import asyncio
import time

import pytest

from quarriors.server.store import Summary
from quarriors.server.store.administration import (
    BANS,
    REMOVED,
    AdminDatabase,
    Ban,
    all_bans,
    ban,
    changes_after,
    entries_of,
    finished_tables,
    last_change,
    network_of,
    prune,
    remove_tables,
    table_rows,
    unban,
)
from quarriors.server.store.errors import StorageTrouble
from quarriors.server.web.limits import grouped
from quarriors.server.web.upkeep import BanList
from tests.server.store.helpers import PLAYING, entry, opened


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("10.1.2.3", "10.1.2.3/32"),
        (" 10.1.2.3/8 ", "10.0.0.0/8"),
        ("::ffff:10.1.2.3", "10.1.2.3/32"),
        ("2001:db8:1:2:3::4", "2001:db8:1:2::/64"),
        ("2001:db8::/32", "2001:db8::/32"),
        ("::1", "::1/128"),
    ],
)
def test_an_address_is_banned_as_limits_count_it(address: str, network: str) -> None:
    assert network_of(address) == network
    bans = BanList()
    assert not bans.refuses("10.1.2.3")
    bans.replace([Ban(network, "", 0.0, None)])
    alone = address.strip().partition("/")[0]
    assert bans.refuses(grouped(alone))
    assert not bans.refuses("192.0.2.7")
    assert not bans.refuses("unknown")


def test_a_ban_ends() -> None:
    now = [100.0]
    bans = BanList(lambda: now[0])
    bans.replace([Ban("10.0.0.0/8", "", 0.0, 150.0), Ban("10.1.0.0/16", "", 0.0, 120.0)])
    assert bans.refuses("10.1.2.3")
    now[0] = 130.0
    assert bans.refuses("10.1.2.3")
    now[0] = 151.0
    assert not bans.refuses("10.1.2.3")


def test_bans_are_kept_replaced_and_told_to_servers(url: str) -> None:
    async def go() -> None:
        async with opened(url) as store:
            database = AdminDatabase(url)
            seen = await store.look_up(last_change)
            with database.writing() as connection:
                ban(connection, "10.1.2.3/32", "first", None)
                ban(connection, "10.1.2.3/32", "second", time.time() + 60)
                ban(connection, "10.1.2.4/32", "over", time.time() - 1)
            assert [one.why for one in await store.look_up(all_bans)] == ["second"]
            changes = await store.look_up(lambda connection: changes_after(connection, seen))
            assert [(kind, table) for _, kind, table in changes] == [(BANS, "")] * 3
            with database.writing() as connection:
                assert unban(connection, "10.1.2.3/32")
                assert not unban(connection, "10.1.2.3/32")
            assert await store.look_up(all_bans) == []

    asyncio.run(go())


def test_a_removed_table_takes_everything_of_its_own_along(url: str) -> None:
    async def go() -> None:
        async with opened(url, "a", "b") as store:
            for table in ("a", "b"):
                assert await store.append(table, 1, [entry("one", snapshot=b"s")], PLAYING)
                await store.say(table, 0, "Ann", "hello", 1.0)
                await store.touch([(table, 0)], time.time())
            seen = await store.look_up(last_change)
            removed = await store.change(lambda connection: remove_tables(connection, ["a", "c"]))
            assert removed == ["a"]
            assert await store.entries("a") == []
            assert await store.head("a") is None
            assert await store.chat("a") == []
            assert await store.here("a", 0.0) == {}
            assert len(await store.entries("b")) == len(await store.chat("b")) == 1
            changes = await store.look_up(lambda connection: changes_after(connection, seen))
            assert [(kind, table) for _, kind, table in changes] == [(REMOVED, "a")]
            with pytest.raises(StorageTrouble) as missing:
                await store.append("a", 2, [entry("two")], PLAYING)
            assert missing.value.kind == "missing"
            with AdminDatabase(url).reading() as connection:
                assert [row.id for row in table_rows(connection)] == ["b"]
                assert [data for _, _, data in entries_of(connection, "b")] == [b"one"]

    asyncio.run(go())


def test_old_finished_tables_go_first_and_in_portions(url: str) -> None:
    async def go() -> None:
        async with opened(url, "a", "b", "c", "young", "playing") as store:
            now = time.time()
            ages = {"a": 30.0, "b": 50.0, "c": 40.0, "young": 0.0, "playing": 90.0}
            for table, days in ages.items():
                over = Summary("playing" if table == "playing" else "over")
                assert await store.append(table, 1, [entry(at=now - days * 86_400)], over)
            older = 20 * 86_400.0
            found = await store.look_up(lambda connection: finished_tables(connection, older))
            assert found == ["b", "c", "a"]
            assert await store.change(lambda connection: prune(connection, older, 2)) == 2
            assert await store.change(lambda connection: prune(connection, older, 2)) == 1
            assert await store.change(lambda connection: prune(connection, older, 2)) == 0
            assert await store.count() == {"over": 1, "playing": 1}

    asyncio.run(go())
