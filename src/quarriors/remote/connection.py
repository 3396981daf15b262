"""A websocket that reconnects when it is lost: what arrives on it and what is sent through it.

A connection is disposable, the seat stays. So a lost one is an event among others (`Lost`), which
the listener can show; it is opened again after a pause that grows, with some chance in it so
that a whole club does not come back in the same moment. After `hello` the server sends the table
with the open prompt, so nothing here needs to remember what was going on.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from dataclasses import dataclass
from typing import TYPE_CHECKING

from quarriors.remote.address import Address
from quarriors.remote.errors import RemoteError, told
from quarriors.server.protocol.codec import DecodeError, decoder, encode
from quarriors.table.messages import (
    VERSION,
    FromClient,
    FromServer,
    Hello,
    Language,
    Refused,
    Table,
)

if TYPE_CHECKING:
    from websockets.asyncio.client import ClientConnection

FIRST_PAUSE = 0.25  # seconds before the first try to come back
LONGEST_PAUSE = 15.0
FIRST_TRIES = 5  # of a connection that never led to a table
OPENING = 10.0  # seconds for a connection to open
LARGEST = 16 * 1024 * 1024  # bytes of one message
FATAL = ("bad_token", "no_table", "version", "malformed", "not_yours", "off")  # to hello
_HTTP_ERROR = 400
_SERVER_ERROR = 500
_SLOW_DOWN = 429


@dataclass(frozen=True)
class Lost:
    """The connection is gone; when the next attempt is made, and its number."""

    pause: float
    tries: int


Happened = FromServer | Lost


def pause_before(tries: int) -> float:
    """Seconds to wait before a try, numbered from 1: doubled each time, and never quite even."""
    longest = min(LONGEST_PAUSE, FIRST_PAUSE * 2.0 ** min(tries - 1, 16))
    return longest * random.uniform(0.75, 1.0)


class Connection:
    """One seat's line to a table, or a watcher's."""

    def __init__(
        self, address: Address, token: str, language: Language, *, known: bool = False
    ) -> None:
        self.address = address
        self._known = known  # the server has answered us before, so the address is right
        self.token = token
        self.language = language
        self._socket: ClientConnection | None = None
        self._decode: Callable[[str | bytes], FromServer] = decoder(FromServer)

    @property
    def open(self) -> bool:
        """Whether messages can be sent just now."""
        return self._socket is not None

    async def send(self, message: FromClient) -> bool:
        """Send a message; False if there is no connection, then nothing has been sent."""
        from websockets.exceptions import ConnectionClosed

        if self._socket is None:
            return False
        try:
            await self._socket.send(encode(message).decode())
        except ConnectionClosed:
            return False
        return True

    async def events(self) -> AsyncGenerator[Happened, None]:
        """Everything that arrives, for ever; raises when there is no point in trying again.

        The very first connection must succeed, unless the server is known: an address that never
        answered is a mistake of the person who typed it, not a lost connection.
        """
        tries = 0
        ever = self._known
        while True:
            try:
                async with aclosing(self._once()) as messages:
                    async for message in messages:
                        if isinstance(message, Table):
                            tries, ever = 0, True
                        yield message
            except OSError as error:
                if not ever:
                    server = self.address.server
                    raise RemoteError("unreachable", server=server, why=error) from None
            tries += 1
            if not ever and tries > FIRST_TRIES:
                raise RemoteError("trouble", server=self.address.server, status="-")
            pause = pause_before(tries)
            yield Lost(pause, tries)
            await asyncio.sleep(pause)

    async def _once(self) -> AsyncGenerator[FromServer, None]:
        """One connection from hello to its end; OSError if it cannot be opened."""
        from websockets.asyncio.client import connect
        from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus

        opening = connect(
            self.address.socket,
            open_timeout=OPENING,
            max_size=LARGEST,
            compression=None,
            proxy=None if self.address.at_home else True,
        )
        try:
            socket = await opening
        except InvalidStatus as error:
            status = error.response.status_code
            if _HTTP_ERROR <= status < _SERVER_ERROR and status != _SLOW_DOWN:
                raise RemoteError("no_server", server=self.address.server) from None
            raise OSError(f"HTTP {status}") from None
        except InvalidHandshake:
            raise RemoteError("no_server", server=self.address.server) from None
        try:
            hello = Hello(self.address.table, self.token, self.language, VERSION)
            await socket.send(encode(hello).decode())
            welcome = False
            async for raw in socket:
                message = self._read(raw)
                if not welcome and isinstance(message, Refused) and message.code in FATAL:
                    raise told(message.code, message.text)
                if isinstance(message, Table):
                    welcome = True
                    self._socket = socket
                yield message
        except ConnectionClosed:
            return
        finally:
            self._socket = None
            await socket.close()

    def _read(self, raw: str | bytes) -> FromServer:
        """A message; one that we do not understand comes from another kind of server."""
        try:
            return self._decode(raw)
        except DecodeError:
            raise RemoteError("no_server", server=self.address.server) from None
