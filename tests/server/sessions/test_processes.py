"""Two services on one database, as two processes have them, and tables with players at both."""

from __future__ import annotations

import asyncio

import pytest

from quarriors.table.entries import Entry
from quarriors.table.errors import Refusal
from quarriors.table.messages import Answer, Orders, Say
from quarriors.table.table import LiveTable
from tests.server.sessions.helpers import (
    Time,
    a_service,
    against,
    among,
    check_record,
    look_at,
    people,
    sit_down,
    until,
)


def test_a_table_whose_players_are_at_different_services(postgres_url: str) -> None:
    async def run() -> None:
        async with a_service(postgres_url) as left, a_service(postgres_url) as right:
            ann = await left.create_table(people(3), "Ann")
            host = await sit_down(left, ann, 1)
            bob = await right.join(ann.table, "Bob")
            guest = await sit_down(right, bob, 2)
            await host.until(lambda me: len([1 for p in me.players if p["here"]]) == 2)
            cid = await left.join(ann.table, "Cid")
            third = await sit_down(left, cid, 3)
            watcher = await look_at(right, ann.table)
            await asyncio.gather(host.play(), guest.play(), third.play())
            await watcher.until(lambda me: me.stage == "over")
            clients = (host, guest, third, watcher)
            assert not any(client.refused for client in clients)
            states = [[m["state"] for m in client.of_kind("update")] for client in clients]
            # A service that is told of several entries at once shows them in one message.
            for client, found in zip(clients, states, strict=True):
                assert found == sorted(set(found))
                assert set(found) <= set(states[0])
                assert client.state == host.state
            told = [client.of_kind("table", "update")[-1]["view"]["result"] for client in clients]
            assert told[0], "the last message ends the game"
            assert all(result == told[0] for result in told)
            check_record(left, ann.table)
            check_record(right, ann.table)

    asyncio.run(run())


def test_bots_play_on_whichever_service_is_alive(postgres_url: str) -> None:
    """The service that looked after a table goes; the other takes it over."""

    async def run() -> None:
        async with a_service(postgres_url) as left:
            async with a_service(postgres_url) as right:
                made = await right.create_table(among("random", "random"), "Ann")
                watcher = await look_at(left, made.table)
                await watcher.until(lambda me: me.state > 5)
            # Closed in the middle: what it did not finish is due.
            await watcher.until(lambda me: me.stage == "over")
            check_record(left, made.table)

    asyncio.run(run())


@pytest.mark.parametrize("ahead", [3_600.0, -3_600.0])
def test_a_table_is_taken_over_from_a_process_whose_clock_is_wrong(
    postgres_url: str, ahead: float
) -> None:
    """Fault 5: how long a lease runs is the database's business."""

    async def run() -> None:
        wrong = Time()
        wrong.ahead = ahead
        async with a_service(postgres_url) as left:
            async with a_service(postgres_url, now=wrong) as right:
                made = await right.create_table(among("random", "random"), "Ann")
                watcher = await look_at(left, made.table)
                await watcher.until(lambda me: me.state > 5)
            await watcher.until(lambda me: me.stage == "over")
            check_record(left, made.table)

    asyncio.run(run())


def test_chat_and_presence_travel(postgres_url: str) -> None:
    async def run() -> None:
        async with a_service(postgres_url) as left, a_service(postgres_url) as right:
            ann = await left.create_table(people(3), "Ann")
            bob = await left.join(ann.table, "Bob")
            host = await sit_down(left, ann)
            guest = await sit_down(right, bob)
            await host.until(lambda me: me.players[1]["here"])
            await guest.until(lambda me: me.players[0]["here"])
            await host.say(Say("hello there"))
            await guest.say(Say("hello here"))
            for client in (host, guest):
                await client.until(lambda me: len(me.of_kind("chat")) == 2)
                lines = [message["line"] for message in client.of_kind("chat")]
                assert {line["text"] for line in lines} == {"hello there", "hello here"}
                assert [line["number"] for line in lines] == sorted(
                    line["number"] for line in lines
                )
            await guest.leave()
            await host.until(lambda me: not me.players[1]["here"])
            assert host.players[1]["away_since"] > 0

    asyncio.run(run())


def test_whoever_connects_reads_chat_that_the_service_was_never_told_of(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        async with a_service(postgres_url) as left, a_service(postgres_url) as right:
            ann = await left.create_table(people(3), "Ann")
            await right.open(ann.table)  # in its memory from before
            monkeypatch.setattr(right.store.notices, "deliver", lambda _notices: None)
            host = await sit_down(left, ann)
            await host.say(Say("hello there"))
            await host.until(lambda me: bool(me.of_kind("chat")))
            watcher = await look_at(right, ann.table)
            assert [line["text"] for line in watcher.messages[0]["chat"]] == ["hello there"]

    asyncio.run(run())


def test_two_answer_at_once_at_different_services(postgres_url: str) -> None:
    """The same player, connected twice: one answer is written, the other is stale."""

    async def run() -> None:
        async with a_service(postgres_url) as left, a_service(postgres_url) as right:
            ann = await left.create_table(people(), "Ann")
            bob = await left.join(ann.table, "Bob")
            for _ in range(5):
                clients = [
                    await sit_down(service, one) for service in (left, right) for one in (ann, bob)
                ]
                before = len(await left.store.entries(ann.table))
                await until(lambda clients=clients: any(one.prompt for one in clients))  # type: ignore[misc]
                twins = [client for client in clients if client.prompt]
                assert len(twins) == 2
                answer = Answer(twins[0].state, 1)
                await asyncio.gather(*(twin.say(answer) for twin in twins))
                await until(lambda twins=twins: sum(len(one.refused) for one in twins) == 1)  # type: ignore[misc]
                refused = twins[0].refused + twins[1].refused
                assert [one["code"] for one in refused] == ["stale"]
                assert len(await left.store.entries(ann.table)) == before + 1
                for client in clients:
                    await client.until(lambda me, before=before: me.state == before + 1)  # type: ignore[misc]
                    await client.leave()

    asyncio.run(run())


def test_a_conflict_has_the_command_checked_again(postgres_url: str) -> None:
    """What another process wrote meanwhile is seen by the command, which may still be fine."""

    async def run() -> None:
        async with a_service(postgres_url) as left, a_service(postgres_url) as right:
            ann = await left.create_table(people(3), "Ann")
            await right.command(ann.table, lambda _: [])  # has read all there is
            seen: list[int] = []

            def orders(table: LiveTable) -> list[Entry]:
                seen.append(table.seq)
                return table.order(0, Orders(defend="weakest"))

            session = right.sessions[ann.table]
            session.behind = True  # as if the notice of Bob's entry were still on its way
            bob = await left.join(ann.table, "Bob")
            table = await right.command(ann.table, orders)
            assert seen == [1, 2]  # checked again on Bob's entry
            assert table.seq == 3
            assert table.seats[0].orders.defend == "weakest"
            assert table.seats[1].name == "Bob"
            # And one that is no longer possible is refused.
            with pytest.raises(Refusal) as refusal:
                await right.join(ann.table, "Eve", bob.seat)
            assert refusal.value.code == "not_now"

    asyncio.run(run())


def test_a_resync_reads_what_was_missed(postgres_url: str) -> None:
    async def run() -> None:
        async with a_service(postgres_url) as service:
            ann = await service.create_table(against("random"), "Ann")
            client = await sit_down(service, ann)
            await client.until(lambda me: me.prompt)
            deaf = service.store.notices._callbacks[:]  # as if the connection for notices were lost
            service.store.notices._callbacks.clear()
            async with a_service(postgres_url) as right:
                twin = await sit_down(right, ann)
                await twin.answer()
                state = twin.state
                await twin.say(Say("are you there?"))
            assert client.state < state
            service.store.notices._callbacks += deaf
            service.store.notices.resync()
            await client.until(lambda me: me.state >= state and me.of_kind("chat"))

    asyncio.run(run())
