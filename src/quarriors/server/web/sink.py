"""The way out of a websocket: messages framed and written, all that is ready in one piece.

A message to a client that reads goes straight to its transport. When the client does not read, or
the server is not ours, it takes the way of ASGI, which waits.
"""

from __future__ import annotations

from typing import Final

from starlette.websockets import WebSocket

from quarriors.server.web.metrics import Metrics
from quarriors.server.web.traffic import UNREAD
from quarriors.server.web.wire import wire_of

FINAL_TEXT: Final = 0x81  # a text frame that is the whole message (RFC 6455, 5.2)
REFUSED: Final = b'{"type":"refused","code":"'


def framed(data: bytes) -> bytes:
    """A whole text message as a server sends it: not masked, and by us not compressed.

    The same bytes as those of `websockets`, whose checks are for messages in fragments.
    """
    size = len(data)
    if size < 126:
        return b"%c%c%b" % (FINAL_TEXT, size, data)
    if size < 65_536:
        return b"%c%c%b%b" % (FINAL_TEXT, 126, size.to_bytes(2, "big"), data)
    return b"%c%c%b%b" % (FINAL_TEXT, 127, size.to_bytes(8, "big"), data)


class SocketSink:
    """A websocket as sessions send to it; refusals are counted on their way out."""

    def __init__(self, socket: WebSocket, metrics: Metrics) -> None:
        self._socket = socket
        self._wire = wire_of(socket.scope)
        self._metrics = metrics
        self._pushed: list[bytes] | None = None  # since the loop last went round
        if self._wire is not None:
            self._wire.before_send = self._flush

    def push(self, data: bytes) -> bool:
        """Send a message soon; False if that would mean to wait, or nobody is there.

        It is sent when all that can be done now is done: messages of many tables go out together,
        and a program that reads for several of them is woken once.
        """
        wire = self._wire
        if wire is None:
            return False
        if self._pushed is None:
            if wire.disconnected or wire.close_sent or not wire.writable.is_set():
                return False
            if wire.transport.is_closing():
                return False
            self._pushed = []
            wire.loop.call_soon(self._flush)
        self._pushed.append(framed(data))
        self._count(data)
        return True

    def _flush(self) -> None:
        pushed, self._pushed = self._pushed, None
        wire = self._wire
        if not pushed or wire is None or wire.close_sent or wire.transport.is_closing():
            return
        wire.transport.write(b"".join(pushed))

    async def send(self, data: bytes) -> None:
        """Send one encoded message."""
        self._count(data)
        await self._socket.send({"type": "websocket.send", "text": data.decode()})

    def _count(self, data: bytes) -> None:
        if data.startswith(REFUSED):
            code = data[len(REFUSED) :].partition(b'"')[0].decode()
            self._metrics.refused(code, "ws")

    async def close(self, code: int, reason: str) -> None:
        """Hang up; on somebody who does not read, without a word."""
        if self._wire is not None and not self._wire.writable.is_set():
            self._wire.cut(UNREAD)
        else:
            await self._socket.close(code, reason)
