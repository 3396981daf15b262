"""Connections at the transport: who is let in, what is read of a flood, who is cut and when."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar, cast

import pytest
import uvicorn
from websockets.frames import Opcode
from websockets.protocol import Protocol

from quarriors.server.settings import Settings
from quarriors.server.web.http import HttpConnection
from quarriors.server.web.traffic import CLOSING_SECONDS, Measured, State, Traffic
from quarriors.server.web.wire import FastWebSocket
from tests.server.proof.hostile import (
    CHUNKED,
    FLOODS,
    HANDSHAKE,
    KINDS,
    Target,
    frame,
    has_second_address,
)
from tests.server.web.helpers import WAIT, Running, quick, running
from tests.server.web.test_wire import REQUEST, sent

LIMITS = Settings()
USUAL = {
    name: getattr(LIMITS, name)
    for name in (
        *("frames_per_second", "frames_burst", "bytes_per_second", "bytes_burst"),
        *("connections_per_second", "connections_burst", "messages_per_second", "messages_burst"),
    )
}
FLOOD = 8_000_000  # bytes
PART = 65_536  # that a transport hands over at a time


elsewhere = pytest.mark.skipif(not has_second_address(), reason="attacks come from another address")


class Transport:
    """A peer that the test speaks for."""

    def __init__(self, peer: str = "203.0.113.7") -> None:
        self.written = b""
        self.reading = True
        self.aborted = False
        self.closing = False
        self._peer = peer

    def write(self, data: bytes) -> None:
        self.written += data

    def is_closing(self) -> bool:
        return self.closing

    def close(self) -> None:
        self.closing = True

    def abort(self) -> None:
        self.aborted = self.closing = True

    def pause_reading(self) -> None:
        self.reading = False

    def resume_reading(self) -> None:
        self.reading = True

    def set_protocol(self, _protocol: object) -> None:
        pass

    def get_extra_info(self, name: str) -> object:
        return (self._peer, 1234) if name == "peername" else None


class Clock:
    """Time that passes when the test says so."""

    def __init__(self) -> None:
        self.now = 1_000.0

    def __call__(self) -> float:
        return self.now


async def ignore(_scope: Any, receive: Any, send: Any) -> None:
    """An application that accepts every websocket and answers no request."""
    if (await receive())["type"] == "websocket.connect":
        await send({"type": "websocket.accept"})
    while "disconnect" not in (await receive())["type"]:
        pass


class Bench:
    """A traffic with a clock of the test's own, and connections without a network."""

    all: ClassVar[list[Bench]] = []

    def __init__(self, **values: Any) -> None:
        self.all.append(self)
        self.clock = Clock()
        self.cuts: list[str] = []
        self.traffic = Traffic(Settings(**values), self.cuts.append, self.clock)
        for one in (self.traffic.frames, self.traffic.bytes, self.traffic._arrivals):
            one._clock = self.clock
        self.state = State(self.traffic)
        self.config = uvicorn.Config(cast(Any, ignore), log_config=None, ws=FastWebSocket)
        self.config.load()

    def http(self, peer: str = "203.0.113.7") -> tuple[HttpConnection, Transport]:
        transport = Transport(peer)
        connection = HttpConnection(self.config, self.state, {})
        connection.connection_made(cast(asyncio.Transport, transport))
        return connection, transport

    async def websocket(self, peer: str = "203.0.113.7") -> tuple[FastWebSocket, Transport]:
        transport = Transport(peer)
        wire = FastWebSocket(self.config, self.state, {})
        wire.connection_made(cast(asyncio.Transport, transport))
        wire.data_received(REQUEST)
        while b" 101 " not in transport.written:
            await asyncio.sleep(0)
        return wire, transport

    def end(self) -> None:
        for connection in list(self.state.connections):
            cast(Measured, connection).connection_lost(None)


def pour(connection: Measured, transport: Transport, data: bytes) -> int:
    """Hand data over as long as anybody reads; how many bytes were taken."""
    taken = 0
    while taken < len(data) and transport.reading and not transport.closing:
        connection.data_received(data[taken : taken + PART])
        taken += PART
    return taken


def run(check: Callable[[], Any]) -> None:
    """Run a check; whatever it opened is closed, also if it fails."""

    async def whole() -> None:
        try:
            await check()
        finally:
            while Bench.all:
                Bench.all.pop().end()

    asyncio.run(whole())


# --- fault 1: frames and bytes of every kind -----------------------------------------------------

FRAMES = {
    "pong": (b"", frame(10)),
    "ping": (b"", frame(9, b"x")),
    "continuation": (frame(1, b"x", final=False), frame(0, final=False)),
    "text": (b"", frame(1, b'{"type":"ping"}')),
    "binary": (b"", frame(2, b"\0")),
}


@pytest.mark.parametrize("kind", FRAMES)
def test_fault_1_no_more_frames_are_parsed_than_a_connection_may_send(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    parsed = 0
    whole = Protocol.recv_frame

    def counted(self: Protocol, one: Any) -> None:
        nonlocal parsed
        parsed += 1
        whole(self, one)

    monkeypatch.setattr(Protocol, "recv_frame", counted)

    async def check() -> None:
        bench = Bench()
        wire, transport = await bench.websocket()
        first, one = FRAMES[kind]
        wire.data_received(first)
        data = one * (PART // len(one))
        while not transport.closing:  # uvicorn pauses reading after each message, and goes on
            transport.reading = True
            assert parsed <= LIMITS.frames_burst
            wire.data_received(data)
        assert transport.aborted
        assert bench.cuts in (["frames"], ["bytes"])
        assert parsed <= LIMITS.frames_burst
        before = parsed
        wire.data_received(data)  # what the transport may still have had
        assert parsed == before

    run(check)


def test_fault_1_bytes_are_counted_before_they_are_parsed() -> None:
    async def check() -> None:
        bench = Bench()
        wire, transport = await bench.websocket()
        heard: list[str] = []
        wire.heard = heard.append
        pour(wire, transport, frame(1, b"x" * 60_000) * 100)
        assert (transport.aborted, bench.cuts) == (True, ["bytes"])
        assert len(heard) == LIMITS.bytes_burst // 60_000
        wire, transport = await bench.websocket("203.0.113.8")
        wire.data_received(bytes(LIMITS.bytes_burst + 1))
        assert (transport.aborted, wire.conn.events) == (True, [])

    run(check)


def test_fault_1_players_of_good_will_are_never_cut() -> None:
    async def check() -> None:
        bench = Bench()
        wire, transport = await bench.websocket()
        heard: list[str] = []
        wire.heard = heard.append
        for _ in range(600):  # the most that the server answers
            bench.clock.now += 1 / LIMITS.messages_per_second
            wire.data_received(sent(Opcode.TEXT, b'{"type":"ping"}') + sent(Opcode.PONG, b"1234"))
        assert len(heard) == 600
        assert not transport.closing
        assert bench.cuts == []

    run(check)


def test_fault_1_an_address_in_debt_is_not_read_from_until_it_has_paid() -> None:
    async def check() -> None:
        bench = Bench(frames_per_second=1000.0, frames_burst=100, address_share=2)
        lines = [await bench.websocket() for _ in range(4)]
        other, apart = await bench.websocket("203.0.113.8")
        heard: list[int] = []
        for number, (wire, _) in enumerate([*lines, (other, apart)]):
            wire.heard = lambda _text, number=number: heard.append(number)  # type: ignore[misc]
        data = sent(Opcode.TEXT, b"1") * 90
        for wire, _ in lines:
            wire.data_received(data)
        # Two connections' worth and what was under way; the fourth has to wait.
        assert [heard.count(number) for number in range(4)] == [90, 90, 90, 0]
        assert [transport.reading for _, transport in lines] == [True, True, True, False]
        other.data_received(data)
        assert heard.count(4) == 90, "others pay nothing"
        lines[3][0].data_received(data[:20])
        assert heard.count(3) == 0, "nothing overtakes what is held back"
        bench.clock.now += 1.0
        lines[3][0]._release()
        assert heard.count(3) == 90 + 20 // len(sent(Opcode.TEXT, b"1"))
        assert lines[3][1].reading
        assert bench.cuts == []

    run(check)


def test_fault_1_websockets_behind_a_trusted_proxy_are_measured_one_by_one() -> None:
    async def check() -> None:
        bench = Bench(proxies=("203.0.113.7",))
        wire, transport = await bench.websocket()
        other, apart = await bench.websocket()
        pour(wire, transport, frame(10) * 20_000)
        assert transport.aborted
        other.data_received(frame(10))
        assert not apart.closing

    run(check)


# --- fault 1 and 7: the same over real sockets ---------------------------------------------------


def usual(tmp_path: Path, **values: Any) -> Settings:
    """A server with the limits that everybody has."""
    return quick(database=str(tmp_path / "t.sqlite"), **{**USUAL, **values})


def cuts(there: Running, why: str) -> float:
    """How many connections were cut for this reason."""
    for metric in there.server.context.metrics.cuts.collect():
        for sample in metric.samples:
            if sample.name.endswith("_total") and sample.labels["why"] == why:
                return sample.value
    return 0.0


async def _until_cut(there: Running, why: tuple[str, ...], before: float) -> None:
    async with asyncio.timeout(WAIT):
        while sum(cuts(there, one) for one in why) <= before:
            await asyncio.sleep(0.01)


@elsewhere
@pytest.mark.parametrize("kind", [kind for kind in FLOODS if kind != "connections"])
def test_fault_1_a_player_is_answered_while_another_address_floods(
    tmp_path: Path, kind: str
) -> None:
    """Two floods are cut, and between them a game goes on; today the first would not end."""
    why = ("frames", "bytes")

    async def check(there: Running, table: str, token: str) -> None:
        target = Target(there.url, table=table)
        async with there.seat(table, token) as player:
            before = sum(cuts(there, one) for one in why)
            flooding = asyncio.create_task(KINDS[kind](target))
            await _until_cut(there, why, before)
            await player.send(type="ping")
            await player.until("pong")
            async with asyncio.timeout(WAIT):
                await flooding
            await player.send(type="ping")
            await player.until("pong")
        assert target.toll.cut == 1
        assert target.toll.sent < FLOOD

    # What is allowed at once is as usual, and hardly more comes with time: a machine that is too
    # slow for the usual flow would never send too much.
    with running(usual(tmp_path, frames_per_second=0.1, bytes_per_second=100.0)) as there:
        mine = there.make_table()
        asyncio.run(check(there, mine["table"], mine["token"]))


@elsewhere
def test_fault_7_one_address_opens_so_many_connections_and_no_more(tmp_path: Path) -> None:
    with running(usual(tmp_path, connections_per_address=5)) as there:
        host, port = there.url.removeprefix("http://").split(":")
        with contextlib.ExitStack() as stack:
            lines = [
                stack.enter_context(
                    socket.create_connection((host, int(port)), WAIT, ("127.0.0.2", 0))
                )
                for _ in range(8)
            ]
            told = [line.recv(4096) for line in lines[5:]]
            for answer in told:
                assert answer.startswith(b"HTTP/1.1 503")
                assert b"Retry-After" in answer
                assert b'"code":"too_fast"' in answer
            assert cuts(there, "crowd") == 3
            assert there.http.get("/healthz").status_code == 200  # from another address
        until = time.monotonic() + WAIT
        while there.server.context.traffic.open.count and time.monotonic() < until:
            time.sleep(0.01)
        assert there.server.context.traffic.open.count == 0


def test_fault_7_all_together_open_so_many_connections_and_no_more() -> None:
    async def check() -> None:
        bench = Bench(connections=3)
        opened = [bench.http(f"203.0.113.{number}") for number in range(5)]
        assert [transport.closing for _, transport in opened] == [False] * 3 + [True] * 2
        assert bench.cuts == ["crowd"] * 2
        for connection, _ in opened:
            connection.connection_lost(None)
        assert bench.traffic.open.count == 0

    run(check)


def test_fault_7_an_upgraded_connection_counts_once() -> None:
    async def check() -> None:
        bench = Bench(connections=1)
        connection, transport = bench.http()
        connection.data_received(REQUEST)
        while b" 101 " not in transport.written:
            await asyncio.sleep(0)
        (wire,) = bench.state.connections
        assert isinstance(wire, FastWebSocket)
        assert bench.traffic.open.count == 1
        wire.connection_lost(None)
        assert bench.traffic.open.count == 0

    run(check)


def test_fault_7_new_connections_of_one_address_are_limited_and_others_are_not() -> None:
    async def check() -> None:
        bench = Bench(connections_per_second=1.0, connections_burst=4)
        lines = [bench.http()[1] for _ in range(6)]
        assert [line.aborted for line in lines] == [False] * 4 + [True] * 2
        assert b"".join(line.written for line in lines) == b""  # no work for those who flood
        assert not bench.http("203.0.113.8")[1].closing
        bench.clock.now += 1.0
        assert not bench.http()[1].closing
        assert bench.cuts == ["arrivals"] * 2

    run(check)


def test_fault_7_a_proxys_connections_are_not_limited_as_if_it_were_one_person() -> None:
    async def check() -> None:
        values = {"connections_burst": 2, "connections_per_address": 2, "frames_burst": 10}
        bench = Bench(proxies=("203.0.113.7",), **values)
        lines = [bench.http() for _ in range(20)]
        assert not any(transport.closing for _, transport in lines)
        connection, transport = lines[0]
        connection.data_received(CHUNKED + b"1\r\n \r\n" * 100)
        assert not transport.closing

    run(check)


@pytest.mark.parametrize(
    "data",
    [
        b"GET",
        b"",  # not even a byte
    ],
)
def test_fault_7_headers_that_do_not_come_are_not_waited_for(data: bytes) -> None:
    async def check() -> None:
        bench = Bench()
        connection, transport = bench.http()
        for _ in range(int(LIMITS.header_seconds)):
            if data:
                connection.data_received(data)
            bench.clock.now += 1.0
            bench.traffic.sweep(bench.state.connections)
            assert not transport.closing
        bench.clock.now += 1.0
        bench.traffic.sweep(bench.state.connections)
        assert transport.aborted
        assert bench.cuts == ["headers"]

    run(check)


def test_fault_7_a_client_that_does_not_read_is_cut() -> None:
    async def check() -> None:
        bench = Bench()
        connection, transport = bench.http()
        connection.data_received(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        wire, line = await bench.websocket()
        for one in (connection, wire):
            one.pause_writing()
        bench.clock.now += LIMITS.send_seconds - 1
        wire.resume_writing()
        wire.pause_writing()  # this one reads now and then
        bench.clock.now += 2
        bench.traffic.sweep(bench.state.connections)
        assert (transport.aborted, line.aborted) == (True, False)
        connection.connection_lost(None)
        bench.clock.now += LIMITS.send_seconds
        bench.traffic.sweep(bench.state.connections)
        assert line.aborted
        assert bench.cuts == ["unread", "unread"]

    run(check)


def test_fault_7_a_closed_connection_does_not_stay_for_what_nobody_reads() -> None:
    async def check() -> None:
        bench = Bench()
        _, transport = bench.http()
        transport.close()
        bench.traffic.sweep(bench.state.connections)
        assert not transport.aborted
        bench.clock.now += CLOSING_SECONDS + 1
        bench.traffic.sweep(bench.state.connections)
        assert transport.aborted

    run(check)


def test_fault_7_an_answer_waits_for_its_reader_in_small_parts(tmp_path: Path) -> None:
    """However much is asked for and not read, what waits to be sent is a small part of it."""
    with running(usual(tmp_path)) as there:
        host, port = there.url.removeprefix("http://").split(":")
        whole = len(there.http.get("/api/cards", headers={"Accept-Encoding": ""}).content)
        assert whole > 3 * PART
        loop = there.server.servers[0].get_loop()
        waiting: list[int] = []

        def look() -> None:
            found = there.server.server_state.connections
            lines = [one for one in found if isinstance(one, HttpConnection)]
            waiting.extend(one.transport.get_write_buffer_size() for one in lines)

        with socket.socket() as raw:
            raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
            raw.settimeout(WAIT)
            raw.connect((host, int(port)))
            raw.sendall(b"GET /api/cards HTTP/1.1\r\nHost: localhost\r\n\r\n" * 30)
            until = time.monotonic() + WAIT
            while sum(one > 0 for one in waiting) < 10 and time.monotonic() < until:
                loop.call_soon_threadsafe(look)
                time.sleep(0.01)
        assert max(waiting) > 0, "the reader is slower than the server"
        assert max(waiting) <= 3 * PART


# --- what uvicorn would log as an error of the server's ------------------------------------------


UPGRADE = HANDSHAKE.format(host="localhost").encode()


def exchange(there: Running, *parts: bytes) -> bytes:
    """Send parts one after the other and read until the server hangs up."""
    host, port = there.url.removeprefix("http://").split(":")
    answer = b""
    with socket.create_connection((host, int(port)), WAIT) as raw:
        raw.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for part in parts:
            raw.sendall(part)
            if part is UPGRADE:
                answer += raw.recv(4096)
        with contextlib.suppress(ConnectionResetError):
            while part := raw.recv(4096):
                answer += part
    return answer


def test_a_body_that_cannot_be_read_is_the_clients_fault(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with running(usual(tmp_path)) as there:
        for _ in range(5):  # the second part may come before, with or after the request's handler
            assert exchange(there, CHUNKED, b"zz\r\n").startswith(b"HTTP/1.1 400")
            assert exchange(there, CHUNKED + b"zz\r\n").startswith(b"HTTP/1.1 400")
        assert b"\x88\x02\x03\xef" in exchange(there, UPGRADE, frame(1, b"\xff\xfe"))  # 1007
    assert [record for record in caplog.records if record.levelname == "ERROR"] == []


def test_a_server_stops_though_somebody_does_not_read(tmp_path: Path) -> None:
    with socket.socket() as raw, running(usual(tmp_path)) as there:
        host, port = there.url.removeprefix("http://").split(":")
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        raw.connect((host, int(port)))
        raw.sendall(b"GET /api/cards HTTP/1.1\r\nHost: localhost\r\n\r\n" * 30)
        until = time.monotonic() + WAIT
        while not there.server.server_state.tasks and time.monotonic() < until:
            time.sleep(0.01)
        assert there.server.server_state.tasks
