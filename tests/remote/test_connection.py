"""A connection that comes back by itself, against a stand-in for the server."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import aclosing, asynccontextmanager
from http import HTTPStatus

import pytest
from websockets.asyncio.server import ServerConnection, serve
from websockets.http11 import Request, Response

from quarriors.remote import connection as line
from quarriors.remote.address import Address
from quarriors.remote.connection import Connection, Happened, Lost, pause_before
from quarriors.remote.errors import RemoteError, Told
from quarriors.server.protocol.codec import decoder, encode
from quarriors.table.messages import (
    VERSION,
    Answer,
    Chair,
    Closing,
    FromClient,
    FromServer,
    Hello,
    Refused,
    Setup,
    Table,
    Times,
)

TABLE = "abcdefghijklmnop"
Talk = Callable[[ServerConnection], Awaitable[None]]


@pytest.fixture(autouse=True)
def in_a_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(line, "FIRST_PAUSE", 0.001)
    monkeypatch.setattr(line, "LONGEST_PAUSE", 0.01)


def a_table(state: int) -> Table:
    chairs = (Chair(), Chair())
    return Table(TABLE, state, "waiting", 0, True, Setup(chairs), (), "", None, None, None, (), (),
                 Times("none"))  # fmt: skip


async def told(socket: ServerConnection, message: FromServer) -> None:
    await socket.send(encode(message).decode())


async def heard(socket: ServerConnection) -> FromClient:
    message: FromClient = decoder(FromClient)(await socket.recv())
    return message


@asynccontextmanager
async def server(talk: Talk, statuses: list[int] | None = None) -> AsyncIterator[Address]:
    """A server that talks as it is told; first it answers with these HTTP statuses."""
    left = list(statuses or [])

    def look(connection: ServerConnection, _request: Request) -> Response | None:
        status = left.pop(0) if left else 0
        return connection.respond(HTTPStatus(status), "") if status else None

    async with serve(talk, "127.0.0.1", 0, process_request=look) as listening:
        port = next(iter(listening.sockets)).getsockname()[1]
        yield Address(f"http://127.0.0.1:{port}", TABLE)


async def collect(connection: Connection, count: int) -> list[Happened]:
    found: list[Happened] = []
    async with aclosing(connection.events()) as events:
        async for event in events:
            found.append(event)
            if len(found) == count:
                return found
    raise AssertionError("events go on for ever")


def test_a_lost_connection_says_hello_again_and_gets_the_table() -> None:
    hellos: list[FromClient] = []

    async def talk(socket: ServerConnection) -> None:
        hellos.append(await heard(socket))
        await told(socket, a_table(len(hellos)))
        if len(hellos) == 2:
            await told(socket, Closing("Back soon."))

    async def go() -> list[Happened]:
        async with server(talk) as address:
            return await collect(Connection(address, "token", "it"), 6)

    found = asyncio.run(go())
    hello = Hello(TABLE, "token", "it", VERSION)
    assert hellos == [hello] * 3
    kinds = [type(event) for event in found]
    assert kinds == [Table, Lost, Table, Closing, Lost, Table]
    assert [event.tries for event in found if isinstance(event, Lost)] == [1, 1]
    assert [event.state for event in found if isinstance(event, Table)] == [1, 2, 3]


def test_what_is_sent_arrives_while_there_is_a_connection() -> None:
    received: list[FromClient] = []

    async def talk(socket: ServerConnection) -> None:
        await heard(socket)
        await told(socket, a_table(7))
        received.append(await heard(socket))

    async def go() -> None:
        async with server(talk) as address:
            connection = Connection(address, "", "en")
            assert not await connection.send(Answer(7, 1))  # not connected yet
            async with aclosing(connection.events()) as events:
                assert isinstance(await anext(events), Table)
                assert connection.open
                assert await connection.send(Answer(7, 1))
                assert isinstance(await anext(events), Lost)
                assert not connection.open
                assert not await connection.send(Answer(7, 2))

    asyncio.run(go())
    assert received == [Answer(7, 1)]


@pytest.mark.parametrize("code", ["bad_token", "no_table", "version"])
def test_who_is_turned_away_does_not_knock_again(code: str) -> None:
    knocks = 0

    async def talk(socket: ServerConnection) -> None:
        nonlocal knocks
        knocks += 1
        await heard(socket)
        await told(socket, Refused(code, "Go away.", "hello"))

    async def go() -> None:
        async with server(talk) as address:
            await collect(Connection(address, "token", "en"), 5)

    with pytest.raises(Told, match=r"^Go away\.$") as refused:
        asyncio.run(go())
    assert refused.value.code == code
    assert knocks == 1


def test_a_server_in_trouble_is_tried_again() -> None:
    """A database that is not there for a moment, and a proxy whose server is being restarted."""
    knocks = 0

    async def talk(socket: ServerConnection) -> None:
        nonlocal knocks
        knocks += 1
        await heard(socket)
        if knocks == 1:
            await told(socket, a_table(1))
        elif knocks == 2:
            await told(socket, Refused("storage", "The disk is full.", "hello"))
        else:
            await told(socket, a_table(2))

    async def go() -> list[Happened]:
        async with server(talk, [0, 502, 503, 429, 0, 0]) as address:
            return await collect(Connection(address, "token", "en"), 8)

    found = asyncio.run(go())
    kinds = [type(event) for event in found]
    assert kinds == [Table, Lost, Lost, Lost, Lost, Refused, Lost, Table]
    assert [event.tries for event in found if isinstance(event, Lost)] == [1, 2, 3, 4, 5]


def test_an_address_where_nobody_listens() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    with pytest.raises(RemoteError) as refused:
        asyncio.run(collect(Connection(Address(f"http://127.0.0.1:{port}", TABLE), "", "en"), 1))
    assert refused.value.code == "unreachable"
    assert f"127.0.0.1:{port}" in refused.value.say("it")


def test_a_server_that_has_just_given_us_a_seat_is_waited_for() -> None:
    """Killed between two messages to it: the seat is ours, so there is something to wait for."""

    async def talk(socket: ServerConnection) -> None:
        await heard(socket)
        await told(socket, a_table(1))
        await socket.wait_closed()

    async def go() -> list[Happened]:
        with socket.create_server(("127.0.0.1", 0)) as taken:
            port = taken.getsockname()[1]
        connection = Connection(Address(f"http://127.0.0.1:{port}", TABLE), "", "en", known=True)
        async with aclosing(connection.events()) as events:
            lost = await anext(events)
            async with serve(talk, "127.0.0.1", port):
                found = [lost]
                while not isinstance(found[-1], Table):
                    found.append(await anext(events))
                return found

    found = asyncio.run(go())
    assert isinstance(found[0], Lost)
    assert isinstance(found[-1], Table)


def test_a_server_that_never_lets_us_in_is_given_up() -> None:
    async def talk(socket: ServerConnection) -> None:
        await heard(socket)

    async def go() -> None:
        async with server(talk) as address:
            await collect(Connection(address, "", "en"), 50)

    with pytest.raises(RemoteError) as refused:
        asyncio.run(go())
    assert refused.value.code == "trouble"


@pytest.mark.parametrize("words", ["not json", '{"type":"surprise"}', '{"type":"pong"}'])
def test_another_kind_of_server(words: str) -> None:
    async def talk(socket: ServerConnection) -> None:
        await heard(socket)
        await socket.send(words)
        await socket.wait_closed()

    async def go(statuses: list[int]) -> None:
        async with server(talk, statuses) as address:
            await collect(Connection(address, "", "en"), 1)

    for statuses in ([], [404]):
        with pytest.raises(RemoteError) as refused:
            asyncio.run(go(statuses))
        assert refused.value.code == "no_server"


def test_pauses_grow_and_have_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(line, "FIRST_PAUSE", 0.25)
    monkeypatch.setattr(line, "LONGEST_PAUSE", 15.0)
    pauses = [max(pause_before(tries) for _ in range(20)) for tries in range(1, 8)]
    assert pauses == sorted(pauses)
    assert pauses[0] <= 0.25
    assert all(11.25 <= pause_before(tries) <= 15.0 for tries in (10, 100, 10_000))
    assert len({pause_before(5) for _ in range(10)}) > 1  # not all clients in one moment
