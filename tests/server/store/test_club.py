"""Members, seasons and ratings in the database, on both kinds."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any

import pytest
from sqlalchemy import select

from quarriors.rating import Rating, places_of, rate
from quarriors.server.store import Store, club
from quarriors.server.store.administration import remove_tables
from quarriors.server.store.club import Player, Standing, folded
from quarriors.server.store.schema import member_tables, rated_games, rated_seats
from tests.server.store.helpers import opened


async def add(store: Store, *names: str) -> list[int]:
    """New members; their numbers."""
    found = []
    for name in names:
        new = partial(club.register, name=name, key_hash=f"hash of {name}", now=1.0, most=100)
        made = await store.change(new)
        assert not isinstance(made, str), made
        found.append(made.id)
    return found


async def rate_it(store: Store, table: str, winners: list[int], *players: Any) -> bool:
    who = [Player(bot=one) if isinstance(one, str) else Player(one) for one in players]
    return await store.change(
        partial(club.rate_game, table_id=table, players=who, winners=winners, now=2.0)
    )


async def ladder(store: Store, season: int = 1) -> dict[str, Standing]:
    found = await store.look_up(partial(club.ladder, season=season))
    return {one.member.name: one for one in found}


@pytest.mark.parametrize(
    "other",
    ["ada", "ADA", "A-d.a", "Àdá", "\uff21da", "Аdа", "Ada ", "a d a", "Ada!"],
)
def test_names_that_look_alike_are_the_same(other: str) -> None:
    assert folded(other) == folded("Ada")


def test_names_that_differ_are_not() -> None:
    names = ["Ada", "Adam", "Bo", "Bob", "Анна", "Zoë 2", "Zoë 3", "李"]
    assert len({folded(name) for name in names}) == len(names)
    assert folded("Will") == folded("WiII") == folded("W1ll")
    assert folded("Mod") == folded("rnod")


def test_a_name_is_taken_once_and_the_club_can_be_full(url: str) -> None:
    async def go() -> None:
        async with opened(url) as store:
            (ada,) = await add(store, "Ada")

            async def register(name: str, most: int = 100) -> Any:
                new = partial(club.register, name=name, key_hash=name, now=1.0, most=most)
                return await store.change(new)

            assert await register("àda") == "taken"
            assert await register("Bo", 1) == "full"
            found = await store.look_up(partial(club.member_with, key_hash="hash of Ada"))
            assert found is not None
            assert (found.id, found.name, found.kind) == (ada, "Ada", "person")
            assert await store.look_up(partial(club.member_with, key_hash="other")) is None
            assert (await store.look_up(partial(club.member_named, name="aDA"))) == found

    asyncio.run(go())


def test_a_game_is_rated_once_by_the_model_that_the_arena_uses(url: str) -> None:
    async def go() -> None:
        async with opened(url, "one", "two") as store:
            ada, bo = await add(store, "Ada", "Bo")
            assert await rate_it(store, "one", [1], ada, bo, "planner", "planner")
            assert not await rate_it(store, "one", [0], ada, bo, "planner", "planner")
            assert not await rate_it(store, "gone", [0], ada, bo), "there is no such table"
            found = await ladder(store)
            wanted = rate(
                ["Ada", "Bo", "planner", "planner"],
                places_of([1], 4),
                dict.fromkeys(["Ada", "Bo", "planner"], Rating()),
            )
            assert {name: one.rating for name, one in found.items()} == wanted
            assert next(iter(found)) == "Bo"
            assert {name: (one.games, one.wins) for name, one in found.items()} == {
                "Bo": (1, 1),
                "Ada": (1, 0),
                "planner": (1, 0),
            }
            assert found["planner"].member.kind == "bot"
            changes = await store.look_up(partial(club.changes_of, table_id="one"))
            assert [one.seat for one in changes] == [0, 1, 2, 3]
            assert changes[1].before == Rating()
            assert changes[1].after == wanted["Bo"]
            assert await rate_it(store, "two", [0, 1], bo, ada)
            again = await ladder(store)
            assert again["Bo"].rating.sigma < wanted["Bo"].sigma
            assert (again["Ada"].games, again["Ada"].wins) == (2, 1), "a shared victory is one"

    asyncio.run(go())


def test_games_rated_at_once_by_two_processes_all_count(postgres_url: str) -> None:
    tables = [f"t{number}" for number in range(20)]

    async def go() -> None:
        async with opened(postgres_url, *tables) as left, opened(postgres_url) as right:
            ada, bo = await add(left, "Ada", "Bo")
            work = [
                rate_it(store, table, [number % 2], ada, bo, "greedy")
                for number, table in enumerate(tables)
                for store in (left, right)
            ]
            done = await asyncio.gather(*work)
            assert sum(done) == len(tables)
            found = await ladder(right)
            assert {name: one.games for name, one in found.items()} == {
                "Ada": 20,
                "Bo": 20,
                "greedy": 20,
            }
            assert found["Ada"].wins == found["Bo"].wins == 10

    asyncio.run(go())


def test_seasons_begin_anew_and_old_ones_stay(url: str) -> None:
    async def go() -> None:
        async with opened(url, "one", "two") as store:
            ada, bo = await add(store, "Ada", "Bo")
            await rate_it(store, "one", [0], ada, bo)
            before = await ladder(store, 1)
            season = await store.change(partial(club.new_season, name="Spring", now=3.0))
            assert season.number == 2
            assert await ladder(store, 2) == {}
            await rate_it(store, "two", [1], ada, bo)
            assert await ladder(store, 1) == before
            after = await ladder(store, 2)
            assert after["Bo"].rating == before["Ada"].rating, "from the start, as in the first"
            seasons = await store.look_up(club.all_seasons)
            assert [(one.number, one.name) for one in seasons] == [(1, ""), (2, "Spring")]

    asyncio.run(go())


def test_a_member_who_is_removed_leaves_nothing_and_others_keep_their_ratings(url: str) -> None:
    async def go() -> None:
        async with opened(url, "one", "two") as store:
            ada, bo = await add(store, "Ada", "Bo")
            await store.change(partial(club.note_table, member=ada, table_id="one"))
            await store.change(partial(club.note_table, member=ada, table_id="one"))
            assert await store.look_up(partial(club.tables_of, member=ada)) == ["one"]
            await rate_it(store, "one", [0], ada, bo)
            kept = (await ladder(store))["Bo"]
            await store.change(partial(club.remove_member, member=ada))
            assert list((await ladder(store)).values()) == [kept]
            assert await store.look_up(partial(club.tables_of, member=ada)) == []
            found = await store.look_up(club.all_members)
            assert [one.name for one in found] == ["Bo"]
            assert not await rate_it(store, "two", [0], ada, bo), "a game they were still in"
            (again,) = await add(store, "Ada")
            assert again != ada, "numbers are not used again"

    asyncio.run(go())


def test_a_table_that_is_removed_takes_its_rating_along_and_not_the_ladder(url: str) -> None:
    async def go() -> None:
        async with opened(url, "one") as store:
            ada, bo = await add(store, "Ada", "Bo")
            await store.change(partial(club.note_table, member=ada, table_id="one"))
            await rate_it(store, "one", [0], ada, bo)
            before = await ladder(store)
            await store.change(partial(remove_tables, table_ids=["one"]))
            for part in (rated_games, rated_seats, member_tables):
                rows = await store.look_up(
                    lambda connection, part=part: connection.execute(select(part)).all()  # type: ignore[misc]
                )
                assert rows == []
            assert await ladder(store) == before

    asyncio.run(go())


def test_a_code_is_good_once_and_for_a_time(url: str) -> None:
    async def go() -> None:
        async with opened(url) as store:
            ada, bo = await add(store, "Ada", "Bo")
            put = partial(club.put_code, member=ada, code_hash="code", expires=10.0)
            await store.change(put)

            async def take(member: int, code: str, now: float) -> bool:
                return await store.change(
                    partial(club.take_code, member=member, code_hash=code, key_hash="new", now=now)
                )

            assert not await take(bo, "code", 5.0)
            assert not await take(ada, "other", 5.0)
            assert not await take(ada, "code", 10.0)
            assert await take(ada, "code", 9.0)
            assert not await take(ada, "code", 9.0)
            found = await store.look_up(partial(club.member_with, key_hash="new"))
            assert found is not None
            assert found.id == ada

    asyncio.run(go())
