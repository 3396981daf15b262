"""Members at tables: who sits down under which name, and which games are rated."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from functools import partial
from typing import Any
from unittest.mock import patch

import pytest

from quarriors.record.replay import verify
from quarriors.server.sessions import TableService, club
from quarriors.server.sessions import session as session_module
from quarriors.server.store import StorageTrouble
from quarriors.server.store import club as rows
from quarriors.server.store.administration import entries_of
from quarriors.table.errors import Refusal
from quarriors.table.messages import Chair, Setup
from quarriors.table.rated import why_unrated
from quarriors.table.replay import record
from tests.server.sessions.helpers import (
    LONG,
    QUICK,
    SHORT,
    Client,
    Time,
    a_service,
    against,
    people,
    sit_down,
    until,
)

CLUB = replace(QUICK, ratings=True)


async def refused(doing: Any) -> str:
    with pytest.raises(Refusal) as found:
        await doing
    return found.value.key


async def sit(service: TableService, table: str, name: str, key: str = "") -> Client:
    shown, member = await club.sits_down_as(service, name, key)
    return await sit_down(service, await service.join(table, shown, member=member))


async def made(service: TableService, setup: Setup, name: str, key: str = "") -> Client:
    """A client at a new table of its own."""
    shown, member = await club.sits_down_as(service, name, key)
    joined = await service.create_table(setup, shown, member=member)
    return await sit_down(service, joined)


def table_of(client: Client) -> str:
    return str(client.of_kind("table")[0]["table"])


async def ladder(service: TableService) -> dict[str, tuple[int, int]]:
    found = await service.store.look_up(partial(rows.ladder, season=1))
    return {one.member.name: (one.games, one.wins) for one in found}


async def rated(service: TableService, table: str) -> bool:
    return bool(await service.store.look_up(partial(rows.changes_of, table_id=table)))


async def until_rated(service: TableService, table: str) -> None:
    while not await rated(service, table):  # nothing tells of it
        await asyncio.sleep(0.01)


def test_members_sit_down_under_their_names_and_nobody_else_does(url: str) -> None:
    async def go() -> None:
        async with a_service(url, CLUB) as service:
            ada, key = await club.register(service, "Ada")
            assert len(key) == 32
            assert await refused(club.register(service, "àda")) == "club.taken"
            assert await refused(club.register(service, "Zeno")) == "club.taken"
            assert await refused(club.register(service, "planner")) == "club.taken"
            assert await refused(club.register(service, "?!")) == "club.letters"
            assert await refused(club.register(service, "x" * 25)) == "name_long"
            full = replace(service.settings, members=1)
            with patch.object(service, "settings", full):
                assert await refused(club.register(service, "Cid")) == "club.full"
            assert await club.sits_down_as(service, "whatever", key) == ("Ada", ada.id)
            assert await refused(club.sits_down_as(service, "Ada", "")) == "club.guest"
            assert await refused(club.sits_down_as(service, "Аdа", "")) == "club.guest"
            assert await refused(club.sits_down_as(service, "Ada", "wrong")) == "club.key"
            assert await club.sits_down_as(service, "Bo", "") == ("Bo", 0)

            host = await made(service, people(3, goal=LONG), "", key)
            assert [one["member"] for one in host.players] == [True, False, False]
            assert host.of_kind("table")[0]["rated"] is True
            again = sit(service, table_of(host), "", key)
            assert await refused(again) == "seated", "once at a table"
            await sit(service, table_of(host), "Bo")
            await host.until(lambda me: me.of_kind("table")[-1]["rated"] is False)
            why = host.of_kind("table")[-1]["why_unrated"]
            assert why == "This game isn't rated: someone plays without a club name."

    asyncio.run(go())


def test_a_server_without_ratings_has_no_club(url: str) -> None:
    async def go() -> None:
        async with a_service(url) as service:
            assert await club.sits_down_as(service, "Ada", "any key") == ("Ada", 0)
            host = await made(service, against("greedy"), "Ada")
            await host.play()
            assert host.of_kind("table")[-1]["rated"] is None
            assert host.of_kind("table")[-1]["why_unrated"] == ""
            assert await ladder(service) == {}

    asyncio.run(go())


def test_a_finished_game_is_rated_and_a_rematch_too(url: str) -> None:
    async def go() -> None:
        async with a_service(url, CLUB) as service:
            _, ada = await club.register(service, "Ada")
            _, bo = await club.register(service, "Bo")
            setup = Setup(seats=(Chair(), Chair(), Chair("bot", "greedy")), goal=SHORT)
            host = await made(service, setup, "", ada)
            table = table_of(host)
            guest = await sit(service, table, "", bo)
            await asyncio.gather(host.play(), guest.play())
            await until_rated(service, table)
            found = await ladder(service)
            assert {name: games for name, (games, _) in found.items()} == {
                "Ada": 1,
                "Bo": 1,
                "greedy": 1,
            }
            winners = (await service.open(table)).game.result
            assert winners is not None
            assert sum(wins for _, wins in found.values()) == len(winners.winners)
            live = await service.open(table)
            tokens = [client.connection for client in (host, guest)]
            assert all(tokens)
            again = await service.rematch(table, _token(host))
            await service.rematch(table, _token(guest))
            new = await service.open(again.table)
            assert [one.member for one in new.seats] == [one.member for one in live.seats]
            assert why_unrated(new) == ""

    asyncio.run(go())


def _token(client: Client) -> str:
    assert client.connection is not None
    return client.connection._outbox.token


@pytest.mark.parametrize(
    ("setup", "why"),
    [
        (against("greedy", rated=False), "friendly"),
        (against("mcts:ms=50"), "bot"),
    ],
    ids=["friendly", "bot"],
)
def test_games_that_do_not_count_say_why(url: str, setup: Setup, why: str) -> None:
    async def go() -> None:
        async with a_service(url, CLUB) as service:
            _, key = await club.register(service, "Ada")
            host = await made(service, setup, "", key)
            table = await service.open(table_of(host))
            assert why_unrated(table) == why
            assert host.of_kind("table")[0]["rated"] is False
            assert host.of_kind("table")[0]["why_unrated"]

    asyncio.run(go())


def test_a_game_of_bots_or_with_a_program_does_not_count(url: str) -> None:
    async def go() -> None:
        async with a_service(url, CLUB) as service:
            bots = await service.create_table(
                Setup(seats=(Chair("bot", "random"), Chair("bot", "random")), goal=SHORT), "Ada"
            )
            await until(lambda: service.sessions[bots.table].table.stage == "over")
            assert why_unrated(await service.open(bots.table)) == "bots_only"
            ada, key = await club.register(service, "Ada")
            host = await service.create_table(people(goal=LONG), "Ada", member=ada.id)
            await service.join(host.table, "Robo", kind="remote")
            assert why_unrated(await service.open(host.table)) == "program"
            assert await ladder(service) == {}
            del key

    asyncio.run(go())


def test_a_game_with_a_takeover_does_not_count_also_after_a_restart(url: str) -> None:
    async def go() -> None:
        clock = Time()
        async with a_service(url, CLUB, clock) as service:
            _, ada = await club.register(service, "Ada")
            _, bo = await club.register(service, "Bo")
            host = await made(service, people(), "", ada)
            guest = await sit(service, table_of(host), "", bo)
            token = _token(guest)
            await guest.leave()
            clock.ahead += 1_000
            table = table_of(host)
            seat = 1
            viewer = (await service.open(table)).viewer(_token(host))
            session = service.sessions[table]
            await service.command(
                table,
                lambda live: live.replace(viewer, seat, "greedy", session.people(), clock()),
            )
            await host.until(lambda me: me.of_kind("table")[-1]["rated"] is False)
            assert "a bot has played for someone" in host.of_kind("table")[-1]["why_unrated"]
        async with a_service(url, CLUB, clock) as service:
            back = await service.open(table)
            assert back.taken_over
            # The player is back, and the game is not rated all the same.
            await service.command(table, lambda live: live.give_back(live.viewer(token), seat))
            assert why_unrated(await service.open(table)) == "taken_over"

    asyncio.run(go())


def test_a_server_that_dies_before_it_has_rated_leaves_it_to_the_next(url: str) -> None:
    """Nothing is lost, and nothing counts twice."""

    async def fails(*_: object) -> None:
        raise StorageTrouble("gone")

    async def go() -> None:
        async with a_service(url, CLUB) as service:
            _, key = await club.register(service, "Ada")
            with patch.object(session_module, "rate", fails):
                host = await made(service, against("greedy"), "", key)
                await host.play()
                table = table_of(host)
                assert not await rated(service, table)
        async with a_service(url, CLUB) as service:
            await until_rated(service, table)  # nobody asks for the table: it is due
            assert await ladder(service) != {}
        for _ in range(2):
            async with a_service(url, CLUB) as service:
                (await service.session(table)).take_over()
                await until(lambda: service.sessions[table].scheduler.settled)
                assert {games for games, _ in (await ladder(service)).values()} == {1}

    asyncio.run(go())


def test_a_code_moves_a_member_and_ends_the_old_key(url: str) -> None:
    async def go() -> None:
        clock = Time()
        async with a_service(url, CLUB, clock) as service:
            ada, key = await club.register(service, "Ada")
            code = await club.give_code(service, key)
            assert await refused(club.move(service, "Bo", code)) == "wrong_code"
            assert await refused(club.move(service, "Ada", "AAAA2222")) == "wrong_code"
            member, new = await club.move(service, "ada", f"{code[:4].lower()} {code[4:]}")
            assert member == ada
            assert await refused(club.member_with(service, key)) == "club.key"
            assert await club.member_with(service, new) == ada
            assert await refused(club.move(service, "Ada", code)) == "wrong_code"
            late = await club.give_code(service, new)
            clock.ahead += CLUB.code_seconds + 1
            assert await refused(club.move(service, "Ada", late)) == "wrong_code"

    asyncio.run(go())


def test_a_member_who_leaves_is_forgotten_at_every_table(url: str) -> None:
    async def go() -> None:
        async with a_service(url, CLUB) as service:
            ada, key = await club.register(service, "Ada")
            over = await made(service, against("greedy"), "", key)
            await over.play()
            await until_rated(service, table_of(over))
            on = await made(service, people(goal=LONG), "", key)
            await sit(service, table_of(on), "Bo")
            waits = await made(service, people(), "", key)
            tables = [table_of(one) for one in (over, on, waits)]
            removed = await club.leave(service, key)
            assert removed.tables == 3
            assert await refused(club.member_with(service, key)) == "club.key"
            assert list(await ladder(service)) == ["greedy"]
            for table in tables:
                kept = await service.store.look_up(partial(entries_of, table_id=table))
                assert not any(b"Ada" in data for _, _, data in kept)
                assert not any(b'"member":' in data for _, _, data in kept)
            await until(lambda: service.sessions[tables[2]].table.seats[0].free)
            verify(record(await service.open(tables[0])))
            await club.register(service, "Ada")
            del ada

    asyncio.run(go())
