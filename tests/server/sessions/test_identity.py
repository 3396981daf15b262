"""Tokens that are renewed and moved, chats that are closed, people who are forgotten."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any

import pytest

from quarriors.record.replay import verify
from quarriors.server.sessions import TableService, forgetting, identity
from quarriors.server.sessions.outbox import NO_SEAT
from quarriors.server.store import people as people_rows
from quarriors.server.store.administration import entries_of
from quarriors.table.errors import Refusal
from quarriors.table.messages import Say, SetChat
from quarriors.table.replay import record
from quarriors.table.tokens import ALPHABET, token_hash
from tests.server.sessions.helpers import (
    LONG,
    QUICK,
    Time,
    a_service,
    against,
    look_at,
    people,
    sit_down,
    until,
)


async def refused(doing: Any) -> str:
    """The sentence with which something is refused."""
    with pytest.raises(Refusal) as found:
        await doing
    return found.value.key


def test_a_code_moves_a_seat_once_and_ends_the_old_token(url: str) -> None:
    async def play() -> None:
        async with a_service(url) as service:
            host = await service.create_table(people(goal=LONG), "Ada")
            bo = await service.join(host.table, "Bo")
            old = await sit_down(service, bo)
            code = await identity.give_code(service, bo.table, bo.token)
            assert len(code) == 8
            assert set(code) <= set(ALPHABET)
            moved = await identity.move(service, bo.table, f"{code[:4].lower()}-{code[4:]} ")
            assert moved.seat == bo.seat
            await old.until(lambda me: me.closed)
            assert old.closed is not None
            assert old.closed[0] == NO_SEAT
            assert "moved to another device" in old.refused[-1]["text"]
            assert old.refused[-1]["code"] == "bad_token"
            assert await refused(look_at(service, bo.table, bo.token)) == "bad_token"
            assert await refused(identity.move(service, bo.table, code)) == "wrong_code"
            new = await sit_down(service, moved)
            assert new.messages[0]["me"] == bo.seat
        async with a_service(url) as service:  # after a restart
            assert await refused(look_at(service, bo.table, bo.token)) == "bad_token"
            assert (await sit_down(service, moved)).messages[0]["me"] == bo.seat

    asyncio.run(play())


def test_a_code_ends_with_its_time_its_token_and_a_newer_code(url: str) -> None:
    async def play() -> None:
        clock = Time()
        async with a_service(url, now=clock) as service:
            host = await service.create_table(people(), "Ada")
            first = await identity.give_code(service, host.table, host.token)
            second = await identity.give_code(service, host.table, host.token)
            assert await refused(identity.move(service, host.table, first)) == "wrong_code"
            clock.ahead += QUICK.code_seconds + 1
            assert await refused(identity.move(service, host.table, second)) == "wrong_code"
            third = await identity.give_code(service, host.table, host.token)
            renewed = await identity.renew(service, host.table, host.token)
            assert await refused(identity.move(service, host.table, third)) == "bad_token"
            assert (await service.open(host.table)).viewer(renewed.token).host
            other = await service.create_table(people(), "Cy")
            fourth = await identity.give_code(service, host.table, renewed.token)
            assert await refused(identity.move(service, other.table, fourth)) == "wrong_code"

    asyncio.run(play())


def test_the_host_of_bots_can_move_without_a_seat(url: str) -> None:
    async def play() -> None:
        async with a_service(url) as service:
            setup = against("random", goal=LONG)
            setup = type(setup)(seats=(setup.seats[1],) * 2, goal=LONG)
            host = await service.create_table(setup, "Ada")
            code = await identity.give_code(service, host.table, host.token)
            moved = await identity.move(service, host.table, code)
            table = await service.open(host.table)
            assert moved.seat is None
            assert table.viewer(moved.token).host
            assert await refused(look_at(service, host.table, host.token)) == "bad_token"

    asyncio.run(play())


async def finished_pair(service: TableService) -> tuple[Any, Any]:
    """Two people who have played a short game."""
    host = await service.create_table(people(), "Ada")
    bo = await service.join(host.table, "Bo")
    one, two = await sit_down(service, host), await sit_down(service, bo, 2)
    await asyncio.gather(one.play(), two.play())
    await one.leave()
    await two.leave()
    return host, bo


def test_a_renewed_token_ends_at_the_rematch_too(sqlite_url: str) -> None:
    async def play() -> None:
        async with a_service(sqlite_url) as service:
            host, bo = await finished_pair(service)
            again = await service.rematch(host.table, host.token)
            renewed = await identity.renew(service, host.table, host.token)
            table = await service.open(again.table)
            assert table.viewer(renewed.token).host
            assert table.viewer(renewed.token).seat == host.seat
            assert await refused(look_at(service, again.table, host.token)) == "bad_token"
            # Bo renews before sitting down again: the seat that is kept is still Bo's.
            fresh = await identity.renew(service, bo.table, bo.token)
            there = await service.rematch(bo.table, fresh.token)
            assert (await service.open(there.table)).viewer(fresh.token).seat == bo.seat
            # And from the rematch back to the game before it.
            last = await identity.renew(service, again.table, renewed.token)
            assert (await service.open(host.table)).viewer(last.token).seat == host.seat

    asyncio.run(play())


def test_two_processes_see_a_moved_seat(postgres_url: str) -> None:
    async def play() -> None:
        async with a_service(postgres_url) as here, a_service(postgres_url) as there:
            host = await here.create_table(people(goal=LONG), "Ada")
            old = await sit_down(there, host)
            code = await identity.give_code(there, host.table, host.token)
            moved = await identity.move(here, host.table, code)
            await old.until(lambda me: me.closed)
            assert "moved to another device" in old.refused[-1]["text"]
            assert (await sit_down(there, moved)).messages[0]["host"]
            assert await refused(identity.move(there, host.table, code)) == "wrong_code"

    asyncio.run(play())


def test_a_code_is_good_for_one_of_two_who_use_it_at_once(postgres_url: str) -> None:
    async def play() -> None:
        async with a_service(postgres_url) as here, a_service(postgres_url) as there:
            host = await here.create_table(people(goal=LONG), "Ada")
            code = await identity.give_code(here, host.table, host.token)
            both = await asyncio.gather(
                identity.move(here, host.table, code),
                identity.move(there, host.table, code),
                return_exceptions=True,
            )
            assert sum(isinstance(one, Refusal) for one in both) == 1

    asyncio.run(play())


# --- chat --------------------------------------------------------------------------------------


def test_the_host_closes_and_opens_the_chat(url: str) -> None:
    async def play() -> None:
        async with a_service(url) as service:
            host = await service.create_table(people(), "Ada")
            bo = await service.join(host.table, "Bo")
            one, two = await sit_down(service, host), await sit_down(service, bo)
            await two.say(SetChat(False))
            await two.until(lambda me: me.refused)
            assert two.refused[-1]["code"] == "not_host"
            await one.say(SetChat(False))
            await two.until(lambda me: me.of_kind("table")[-1].get("chat_closed") == "host")
            await two.say(Say("hello?"))
            await two.until(lambda me: len(me.refused) == 2)
            assert two.refused[-1]["text"] == "The host has closed the chat of this table."
            await one.say(SetChat(True))
            await two.say(Say("hello!"))
            await one.until(lambda me: me.of_kind("chat"))
        async with a_service(url) as service:
            assert (await service.open(host.table)).chat_closed == ""

    asyncio.run(play())


def test_the_host_cannot_open_what_an_operator_closed(sqlite_url: str) -> None:
    async def play() -> None:
        async with a_service(sqlite_url) as service:
            host = await service.create_table(people(), "Ada")
            await service.command(
                host.table, lambda table: table.switch_chat(False, False, "operator")
            )
            one = await sit_down(service, host)
            await one.say(SetChat(True))
            await one.until(lambda me: me.refused)
            assert "operator" in one.refused[-1]["text"]
            await service.command(
                host.table, lambda table: table.switch_chat(False, True, "operator")
            )
            await one.say(Say("hello"))
            await one.until(lambda me: me.of_kind("chat"))

    asyncio.run(play())


# --- being forgotten ---------------------------------------------------------------------------


async def stored(service: TableService, table_id: str) -> str:
    """Everything that the database says about a table, as text."""
    lines = await service.store.look_up(partial(entries_of, table_id=table_id))
    head = await service.store.head(table_id) or b""
    shot = await service.store.snapshot(table_id)
    said = await service.store.chat(table_id)
    parts = [*(data for _, _, data in lines), head, b"" if shot is None else shot[1]]
    return "".join(part.decode("latin-1") for part in parts) + repr(said)


def test_a_person_is_forgotten_and_the_game_still_verifies(url: str) -> None:
    async def play() -> None:
        async with a_service(url) as service:
            host = await service.create_table(people(), "Adalind")
            bo = await service.join(host.table, "Boris")
            one, two = await sit_down(service, host), await sit_down(service, bo, 2)
            await two.say(Say("my number is 555"))
            await one.say(Say("welcome"))
            await asyncio.gather(one.play(), two.play())
            reporting = people_rows.Report(
                0, host.table, service.now(), 1, 0, "Boris", "my number is 555", "private", "", None
            )
            await service.store.change(partial(people_rows.add_report, report=reporting))
            removed = await identity.forget(service, bo.table, bo.token)
            assert removed == forgetting.Removed(1, 1, 1, 1)
            await two.until(lambda me: me.closed)
            assert "were removed" in two.refused[-1]["text"]
            await one.until(lambda me: me.of_kind("table")[-1]["players"][1]["name"] == "Player 2")
            last = one.of_kind("table")[-1]
            assert [line["text"] for line in last["chat"]] == ["welcome"]
            assert not any("Boris" in line["text"] for line in last["log"])
            text = await stored(service, host.table)
            assert "Boris" not in text
            assert "my number" not in text  # seeds and times may hold any digits
            assert token_hash(bo.token) not in text
            assert "Adalind" in text
            verify(record(await service.open(host.table)))
        async with a_service(url) as service:  # read again from what is stored
            table = await service.open(host.table)
            assert table.names == ("Adalind", "Player 2")
            verify(record(table))
            assert await refused(look_at(service, bo.table, bo.token)) == "bad_token"

    asyncio.run(play())


def test_a_bot_plays_on_for_one_who_is_forgotten(sqlite_url: str) -> None:
    async def play() -> None:
        async with a_service(sqlite_url) as service:
            host = await service.create_table(people(), "Adalind")
            bo = await service.join(host.table, "Boris")
            two = await sit_down(service, bo, 2)
            one = await sit_down(service, host)
            for _ in range(6):
                await (one, two)[(await service.open(host.table)).deciding or 0].answer()
            renewed = await identity.renew(service, host.table, host.token)
            await identity.forget(service, host.table, renewed.token)
            await until(lambda: service.sessions[host.table].table.seats[0].token_hash == "")
            await two.play()
            table = await service.open(host.table)
            assert table.stage == "over"
            assert table.names == ("Player 1", "Boris")
            assert table.host_seat is None
            verify(record(table))
            text = await stored(service, host.table)
            assert "Adalind" not in text
            assert token_hash(renewed.token) not in text

    asyncio.run(play())


def test_before_the_game_a_forgotten_seat_is_free(sqlite_url: str) -> None:
    async def play() -> None:
        async with a_service(sqlite_url) as service:
            host = await service.create_table(people(3, open=True), "Adalind")
            bo = await service.join(host.table, "Boris")
            found = await service.store.look_up(
                partial(forgetting.tables_of, hashed=token_hash(bo.token))
            )
            assert found == [host.table]
            await identity.forget(service, bo.table, bo.token)
            await until(lambda: service.sessions[host.table].table.seats[1].free)
            listed = await service.open_tables()
            assert [seat.name for seat in listed[0].seats] == ["Adalind", "", ""]
            await service.join(host.table, "Cy")
        async with a_service(sqlite_url) as service:
            assert (await service.open(host.table)).names == ("Adalind", "Cy", "")

    asyncio.run(play())
