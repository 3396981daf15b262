"""The short way of websocket messages: the same bytes in the same order, or the long way."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
import uvicorn
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, Opcode

from quarriors.server import app as serving
from quarriors.server.web import socket
from quarriors.server.web.metrics import Metrics
from quarriors.server.web.sink import SocketSink, framed
from quarriors.server.web.traffic import State, Traffic
from quarriors.server.web.wire import FastWebSocket, wire_of
from tests.server.web.helpers import quick, running

REQUEST = (
    b"GET /ws HTTP/1.1\r\nHost: here\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: cXVhcnJpb3JzIHdpcmUhIQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


class Transport:
    """Keeps what was written."""

    def __init__(self) -> None:
        self.written: list[bytes] = []
        self.closing = False

    def write(self, data: bytes) -> None:
        self.written.append(data)

    def is_closing(self) -> bool:
        return self.closing

    def close(self) -> None:
        self.closing = True

    def abort(self) -> None:
        self.closing = True

    def get_extra_info(self, _name: str) -> None:
        return None

    def pause_reading(self) -> None:
        pass

    def resume_reading(self) -> None:
        pass


Received = asyncio.Queue[Any]


def with_a_wire(check: Callable[[FastWebSocket, Transport, Received], Awaitable[None]]) -> None:
    """Run a check with a websocket that an application has accepted; what it received by ASGI."""

    async def run() -> None:
        accepted: asyncio.Future[FastWebSocket] = asyncio.get_running_loop().create_future()
        received: Received = asyncio.Queue()

        async def app(scope: Any, receive: Any, send: Any) -> None:
            await receive()
            await send({"type": "websocket.accept"})
            found = wire_of(scope)
            assert found is not None
            accepted.set_result(found)
            while True:
                received.put_nowait(await receive())

        config = uvicorn.Config(cast(Any, app), log_config=None, ws_per_message_deflate=False)
        config.load()
        transport = Transport()
        wire = FastWebSocket(config, State(Traffic(quick())), {})
        wire.connection_made(cast(asyncio.Transport, transport))
        wire.data_received(REQUEST)
        assert await accepted is wire
        transport.written.clear()
        try:
            await check(wire, transport, received)
        finally:
            wire.stop_keepalive()
            for task in tuple(wire.tasks):
                task.cancel()

    asyncio.run(run())


def sink_of(wire: FastWebSocket) -> SocketSink:
    """The way out of a websocket that an application has accepted."""
    return SocketSink(cast(Any, SimpleNamespace(scope=wire.scope)), Metrics())


def sent(opcode: Opcode, data: bytes, fin: bool = True) -> bytes:
    """A frame as a client sends it."""
    return Frame(opcode, data, fin).serialize(mask=True)


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 65_535, 65_536, 100_000])
def test_frames_are_those_of_the_library(size: int) -> None:
    data = b"x" * size
    assert framed(data) == Frame(Opcode.TEXT, data).serialize(mask=False)


def test_what_is_pushed_goes_out_together_and_before_what_comes_later() -> None:
    async def check(wire: FastWebSocket, transport: Transport, _: Received) -> None:
        sink = sink_of(wire)
        assert sink.push(b"one")
        assert sink.push(b"two")
        assert transport.written == []  # not before everything that can be done now is done
        await asyncio.sleep(0)
        assert transport.written == [framed(b"one") + framed(b"two")]
        assert sink.push(b"three")
        await wire.send({"type": "websocket.send", "text": "four"})
        await asyncio.sleep(0)
        assert b"".join(transport.written[1:]) == framed(b"three") + framed(b"four")

    with_a_wire(check)


def test_nothing_is_pushed_to_those_who_do_not_read_or_are_gone() -> None:
    async def check(wire: FastWebSocket, transport: Transport, _: Received) -> None:
        sink = sink_of(wire)
        wire.pause_writing()
        assert not sink.push(b"one")
        wire.resume_writing()
        assert sink.push(b"two")
        transport.closing = True  # they hang up before it is sent
        await asyncio.sleep(0)
        assert transport.written == []
        assert not sink.push(b"three")
        transport.closing = False
        wire.close_sent = True
        assert not sink.push(b"four")

    with_a_wire(check)


def test_text_is_heard_at_once_and_everything_else_by_asgi() -> None:
    async def check(wire: FastWebSocket, transport: Transport, received: Received) -> None:
        wire.data_received(sent(Opcode.TEXT, b"before"))
        assert (await received.get())["text"] == "before"
        heard: list[str] = []
        wire.heard = heard.append
        wire.data_received(sent(Opcode.TEXT, "è".encode()) + sent(Opcode.TEXT, b"b"))
        wire.data_received(sent(Opcode.TEXT, b"in ", fin=False))
        assert heard == ["è", "b"]
        wire.data_received(sent(Opcode.CONT, b"parts"))
        assert heard == ["è", "b", "in parts"]
        wire.data_received(sent(Opcode.BINARY, b"\x00"))
        assert (await received.get())["bytes"] == b"\x00"
        wire.data_received(sent(Opcode.TEXT, b"\xff\xfe"))  # no UTF-8: the line is cut
        last = await received.get()
        assert (last["type"], last["code"]) == ("websocket.disconnect", 1007)
        assert transport.closing
        assert len(heard) == 3

    with_a_wire(check)


@pytest.mark.parametrize("size", [0, 1, 125, 126, 300])
def test_a_message_alone_is_heard_whole_or_in_pieces(size: int) -> None:
    async def check(wire: FastWebSocket, _: Transport, __: Received) -> None:
        heard: list[str] = []
        wire.heard = heard.append
        text = "è" * (size // 2) + "x" * (size % 2)
        frame = sent(Opcode.TEXT, text.encode())
        assert (wire.conn.lone_text(frame) == text) == (size <= 125)
        wire.data_received(frame)
        for at in range(len(frame)):
            wire.data_received(frame[at : at + 1])
        wire.data_received(frame[:4])
        wire.data_received(frame[4:] + frame)
        assert heard == [text] * 4

    with_a_wire(check)


def test_frames_that_come_alone_are_counted_too() -> None:
    async def check(wire: FastWebSocket, transport: Transport, _: Received) -> None:
        heard: list[str] = []
        wire.heard = heard.append
        wire.conn.count = lambda: len(heard) < 2
        for _number in range(4):
            wire.data_received(sent(Opcode.TEXT, b"again"))
        assert heard == ["again"] * 2
        assert wire.conn.flooded
        assert transport.closing

    with_a_wire(check)


def test_a_message_inside_another_is_refused() -> None:
    async def check(wire: FastWebSocket, transport: Transport, _: Received) -> None:
        heard: list[str] = []
        wire.heard = heard.append
        wire.data_received(sent(Opcode.TEXT, b"in ", fin=False))
        wire.data_received(sent(Opcode.TEXT, b"another"))
        assert heard == []
        assert transport.closing

    with_a_wire(check)


async def _a_game(there: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    mine = there.make_table(goal=5)
    other = there.join(mine["table"])
    table = mine["table"]
    async with there.seat(table, mine["token"]) as one, there.seat(table, other["token"]) as two:
        ends = await asyncio.gather(one.play(1), two.play(2))
        assert await one.refused(type="answer", state=1, option=1) in ("stale", "not_now")
    return ends


def test_games_are_played_by_the_short_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pushed: list[bool] = []

    class Counted:
        def __init__(self, *given: Any) -> None:
            sink = SocketSink(*given)
            self.send, self.close, self._push = sink.send, sink.close, sink.push

        def push(self, data: bytes) -> bool:
            pushed.append(self._push(data))
            return pushed[-1]

    monkeypatch.setattr(socket, "SocketSink", Counted)
    with running(quick(database=str(tmp_path / "tables.sqlite"))) as there:
        ends = asyncio.run(_a_game(there))
    assert [message["view"]["result"] is not None for message in ends] == [True, True]
    assert len(pushed) > 20
    assert all(pushed)  # those who read are never made to wait


def test_in_another_server_games_go_the_long_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serving, "FastWebSocket", WebSocketsSansIOProtocol)
    with running(quick(database=str(tmp_path / "tables.sqlite"))) as there:
        ends = asyncio.run(_a_game(there))
    assert [message["view"]["result"] is not None for message in ends] == [True, True]
