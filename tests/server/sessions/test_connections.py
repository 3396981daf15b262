"""Connections come and go: slow ones are dropped, seats stay, everybody knows who is here."""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace

import pytest

from quarriors.table.messages import Answer, Chair, Setup
from tests.server.sessions.helpers import (
    QUICK,
    SECONDS,
    Client,
    Time,
    a_service,
    against,
    among,
    look_at,
    people,
    sit_down,
    until,
)


class Deaf(Client):
    """A client that takes one message and then never reads again."""

    async def send(self, data: bytes) -> None:
        await super().send(data)
        await asyncio.Event().wait()


class Broken(Client):
    """A client whose line breaks after the first message."""

    async def send(self, data: bytes) -> None:
        if self.messages:
            raise ConnectionResetError("gone")
        await super().send(data)


def test_who_does_not_read_is_dropped_and_delays_nobody(sqlite_url: str) -> None:
    async def run() -> None:
        async with a_service(sqlite_url, replace(QUICK, queue=10)) as service:
            ann = await service.create_table(Setup(seats=(Chair(), Chair()), goal=20), "Ann")
            bob = await service.join(ann.table, "Bob")
            clients = [await sit_down(service, ann, 1), await sit_down(service, bob, 2)]
            deaf = Deaf()
            deaf.connection = await service.connect(ann.table, "", "en", deaf)
            dropped: list[str] = []
            service.context.watch = lambda what, _number: (
                dropped.append(what) if what == "dropped" else None
            )
            took: list[float] = []
            for _ in range(30):
                one = next(client for client in clients if client.prompt)
                state = one.state
                began = time.monotonic()
                await one.answer()
                for client in clients:
                    await client.until(lambda me, state=state: me.state > state)  # type: ignore[misc]
                took.append(time.monotonic() - began)
                await until(lambda: any(client.prompt for client in clients))
            assert sorted(took)[15] < 0.25
            await until(lambda: deaf.closed)
            assert deaf.closed == (4008, deaf.closed[1] if deaf.closed else "")
            assert dropped == ["dropped"]
            assert service.connections == 2
            assert deaf.connection.ended
            # A player who comes back gets the table as it is now.
            assert (await look_at(service, ann.table)).state == clients[0].state

    asyncio.run(run())


def test_one_message_may_not_take_for_ever(sqlite_url: str) -> None:
    async def run() -> None:
        async with a_service(sqlite_url, replace(QUICK, send_seconds=0.2)) as service:
            ann = await service.create_table(people(), "Ann")
            deaf = Deaf()
            await service.connect(ann.table, ann.token, "it", deaf)
            await until(lambda: deaf.closed)
            assert deaf.closed is not None
            assert "connessione" in deaf.closed[1]
            assert service.connections == 0

    asyncio.run(run())


def test_a_line_that_breaks_frees_its_place(sqlite_url: str) -> None:
    async def run() -> None:
        async with a_service(sqlite_url) as service:
            made = await service.create_table(among("random", "random"), "Ann")
            broken = Broken()
            await service.connect(made.table, "", "en", broken)
            await until(lambda: service.connections == 0)
            assert broken.closed is None  # it is not there to be told

    asyncio.run(run())


def test_the_seat_survives_the_connection(url: str) -> None:
    """State and open prompt are there again, and the game goes on."""

    async def run() -> None:
        async with a_service(url) as service:
            ann = await service.create_table(against("random"), "Ann")
            client = await sit_down(service, ann)
            for number in range(5):
                await client.answer()
                await client.until(lambda me: me.prompt or me.stage == "over")
                await client.leave()
                again = await sit_down(service, ann, number)
                assert (again.state, again.prompt) == (client.state, client.prompt)
                client = again
                if client.stage == "over":
                    break

    asyncio.run(run())


def test_everybody_knows_who_is_here(url: str) -> None:
    async def run() -> None:
        async with a_service(url) as service:
            ann = await service.create_table(people(3), "Ann")
            bob = await service.join(ann.table, "Bob")
            host = await sit_down(service, ann)
            assert [one["here"] for one in host.players] == [True, False, False]
            guest = await sit_down(service, bob)
            twin = await sit_down(service, bob)
            await host.until(lambda me: me.players[1]["here"])
            watcher = await look_at(service, ann.table)
            await host.until(lambda me: me.messages[-1].get("watchers") == 1)
            await watcher.leave()
            await host.until(lambda me: me.messages[-1].get("watchers") == 0)
            await guest.leave()
            await asyncio.sleep(0.05)
            assert host.players[1]["here"]  # his other window is still open
            await twin.leave()
            await host.until(lambda me: not me.players[1]["here"])
            assert host.players[1]["away_since"] == pytest.approx(time.time(), abs=SECONDS)
            assert (await service.store.seen(ann.table)).keys() <= {0, 1}
            await until_gone(service.store, ann.table)

    async def until_gone(store: object, table: str) -> None:
        async with asyncio.timeout(SECONDS):
            while 1 in await store.seen(table):  # type: ignore[attr-defined]
                await asyncio.sleep(0.02)

    asyncio.run(run())


def test_who_gives_no_sign_of_life_is_away(postgres_url: str) -> None:
    """A process that was killed cannot say that its players are gone; time does."""

    async def run() -> None:
        now = Time()
        async with a_service(postgres_url, now=now) as service:
            ann = await service.create_table(people(3), "Ann")
            bob = await service.join(ann.table, "Bob")
            host = await sit_down(service, ann)
            from quarriors.server.store import Store

            killed = await Store.open(postgres_url)
            await killed.touch([(ann.table, 1)], now(), tell=True)
            await killed.close()
            await host.until(lambda me: me.players[1]["here"])
            seen = now()
            now.ahead += 46
            await host.until(lambda me: not me.players[1]["here"])
            assert host.players[1]["away_since"] == pytest.approx(seen, abs=5)
            await sit_down(service, bob)
            await host.until(lambda me: me.players[1]["here"])

    asyncio.run(run())


def test_signs_of_life_are_written(url: str) -> None:
    async def run() -> None:
        async with a_service(url, replace(QUICK, beat_seconds=0.1)) as service:
            ann = await service.create_table(people(), "Ann")
            await sit_down(service, ann)
            first: dict[int, float] = {}
            async with asyncio.timeout(SECONDS):
                while not first:
                    first = await service.store.seen(ann.table)
                later = first
                while later == first:
                    later = await service.store.seen(ann.table)
            assert later[0] > first[0]

    asyncio.run(run())


def test_a_caller_that_gives_up_stops_nothing(url: str) -> None:
    """A request broken off in the middle of a command: what it asked for is written and told."""

    async def run() -> None:
        async with a_service(url) as service:
            ann = await service.create_table(people(), "Ann")
            bob = await service.join(ann.table, "Bob")
            clients = [await sit_down(service, ann), await sit_down(service, bob)]
            seat = next(at for at, client in enumerate(clients) if client.prompt)
            state = clients[seat].state
            command = service.command(ann.table, lambda table: table.answer(seat, state, 1))
            task = asyncio.create_task(command)
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            for client in clients:
                await client.until(lambda me: me.state > state)

    asyncio.run(run())


def test_a_socket_that_closes_stops_nothing(url: str) -> None:
    """A socket that closes in the middle of an answer: the answer is written and told."""

    async def run() -> None:
        async with a_service(url) as service:
            ann = await service.create_table(people(), "Ann")
            bob = await service.join(ann.table, "Bob")
            clients = [await sit_down(service, ann), await sit_down(service, bob)]
            deciding = next(client for client in clients if client.prompt)
            other = next(client for client in clients if client is not deciding)
            state = deciding.state
            assert deciding.connection is not None
            deciding.connection.take(Answer(state, 1))
            await deciding.leave()
            await other.until(lambda me: me.state > state)
            back = await sit_down(service, ann if deciding is clients[0] else bob)
            assert back.state > state

    asyncio.run(run())
