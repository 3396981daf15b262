"""The websocket: a greeting, then messages both ways until somebody hangs up.

What a message means is decided elsewhere. Here it is measured, counted and decoded; a client that
keeps sending what cannot be read, or too much of it, is disconnected.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from quarriors.facts.problem import NotServed
from quarriors.server.protocol.codec import DecodeError, decoder, encode
from quarriors.server.sessions import Connection
from quarriors.server.store.errors import StorageTrouble
from quarriors.server.web.answers import language_of, malformed, too_fast
from quarriors.server.web.app_context import AppContext
from quarriors.server.web.limits import Bucket
from quarriors.server.web.safety import ADDRESS
from quarriors.server.web.sink import SocketSink
from quarriors.server.web.wire import wire_of
from quarriors.table.errors import Refusal
from quarriors.table.messages import VERSION, FromClient, Hello, Refused, Say

logger = logging.getLogger(__name__)

POLICY = 1008  # closed because of what was sent
BROKEN = 1011  # closed because of a mistake of ours
LATER = 1013  # closed because of the server: come back
MINUTE = 60.0

_decode: Callable[[str], FromClient] = decoder(FromClient)


async def serve_socket(context: AppContext, socket: WebSocket) -> None:
    """One websocket from its handshake to its end."""
    await socket.accept()
    address = socket.scope[ADDRESS]
    if not context.limiter.enter(address):
        await _turn_away(context, socket, NotServed("too_fast", "sockets"), LATER)
        return
    try:
        connection = await _greet(context, socket)
        if connection is not None:
            try:
                await _listen(context, socket, connection)
            finally:
                await connection.close()
    except WebSocketDisconnect:
        pass  # they left before or while we spoke; the seat does not mind
    except Exception:
        logger.exception("socket_failed")
        if socket.application_state is not WebSocketState.DISCONNECTED:
            await socket.close(BROKEN)
    finally:
        context.limiter.leave(address)


async def _turn_away(
    context: AppContext,
    socket: WebSocket,
    error: NotServed | Refusal | StorageTrouble,
    close: int,
    language: str = "",
) -> None:
    """Say why, and hang up."""
    code = "storage" if isinstance(error, StorageTrouble) else error.code
    text = error.say(language or language_of(socket))
    sink = SocketSink(socket, context.metrics)
    await sink.send(encode(Refused(code, text, "hello")))
    await sink.close(close, code)


async def _greet(context: AppContext, socket: WebSocket) -> Connection | None:
    """The first message says who they are; None if they were turned away."""
    settings = context.settings
    language = ""
    try:
        async with asyncio.timeout(settings.hello_seconds):
            message = _decoded(await _receive(socket), settings.message_bytes)
        if not isinstance(message, Hello):
            raise NotServed("malformed", "hello_first")
        language = message.language
        if message.version != VERSION:
            raise NotServed("version", "version", ours=VERSION, theirs=message.version)
        sink = SocketSink(socket, context.metrics)
        address = socket.scope[ADDRESS]
        return await context.service.connect(message.table, message.token, language, sink, address)
    except TimeoutError:
        seconds = round(settings.hello_seconds)
        late = NotServed("malformed", "hello_late", seconds=seconds)
        await _turn_away(context, socket, late, POLICY)
    except StorageTrouble as error:
        logger.error("storage", extra={"kind": error.kind, "detail": error.detail})
        await _turn_away(context, socket, error, LATER, language)
    except (NotServed, Refusal) as error:
        later = LATER if error.code == "storage" else POLICY
        await _turn_away(context, socket, error, later, language)
    return None


async def _receive(socket: WebSocket) -> str | bytes:
    """The next message, whatever it is; raises when they have hung up."""
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1006))
    text = message.get("text")
    if text is not None:
        return str(text)
    return bytes(message["bytes"])


def _decoded(data: str | bytes, most: int) -> FromClient:
    """A message, or a refusal that says what is wrong with it."""
    if isinstance(data, bytes):
        raise NotServed("malformed", "binary")
    if len(data) > most or len(data.encode("utf-8", "surrogatepass")) > most:
        raise NotServed("too_long", "message", most=most)
    try:
        return _decode(data)
    except (DecodeError, UnicodeError, RecursionError) as error:
        raise malformed(error) from None


class SocketReader:
    """What one client says: measured, counted, decoded and handed to the service."""

    def __init__(self, context: AppContext, socket: WebSocket, connection: Connection) -> None:
        settings = context.settings
        now = time.monotonic()
        self._context = context
        self._connection = connection
        self._address: str = socket.scope[ADDRESS]
        self._rate = Bucket(settings.messages_per_second, settings.messages_burst, now)
        self._patience = Bucket(settings.mistakes / MINUTE, settings.mistakes, now)

    def hear(self, data: str | bytes) -> None:
        """Take one message; nobody waits for what it leads to."""
        connection = self._connection
        if connection.ended:
            return
        now = time.monotonic()
        try:
            if self._rate.take(now):
                raise NotServed("too_fast", "messages")
            message = _decoded(data, self._context.settings.message_bytes)
            if isinstance(message, Hello):
                raise NotServed("malformed", "hello_twice")
            if isinstance(message, Say):
                self._check_chat()
        except NotServed as error:
            self._refuse(error, now)
            return
        self._context.metrics.answers.heard(type(message))
        connection.take(message)

    def _refuse(self, error: NotServed, now: float) -> None:
        """Say what was wrong; disconnect a client that goes on like that."""
        connection = self._connection
        refused = Refused(error.code, error.say(connection.language))
        if self._patience.take(now):
            extra = {"code": error.code, "address": self._address}
            logger.warning("shown_out", extra=extra)
            connection.show_out(refused, POLICY, error.code)
        else:
            connection.send(refused)

    def _check_chat(self) -> None:
        """Limit the lines a minute of a seat, however often its player connects."""
        seat = self._connection.viewer.seat
        who = self._address if seat is None else f"{self._connection.table_id}/{seat}"
        wait = self._context.says.take(who)
        if wait:
            raise too_fast(wait, "says")


async def _listen(context: AppContext, socket: WebSocket, connection: Connection) -> None:
    """Hear what is sent until they hang up or are shown out."""
    reader = SocketReader(context, socket, connection)
    wire = wire_of(socket.scope)
    if wire is not None:
        wire.heard = reader.hear  # what waits already is read here, and nothing overtakes it
    while True:
        reader.hear(await _receive(socket))
