"""Connections counted and measured where their bytes arrive: at the transport.

Uvicorn parses whatever a transport hands to it, at once and to the end, and closes politely. So one
client with small frames could keep the event loop busy for seconds. Here every connection has a
meter: bytes are charged before anything is parsed, frames (of a websocket, of any kind) and events
(of HTTP) while they are parsed. A connection that sends more than it may is cut. An address that
sends more than it may, on all its connections together, is not read from until its debt is paid.
A sweep once a second cuts those that keep the server waiting: for headers, or for somebody to read.

Limits hang on the address of the peer. A trusted proxy speaks for many people, so only its
websockets, which belong to one person each, are measured.
"""

from __future__ import annotations

import asyncio
import logging
import os
import socket
import struct
import time
from collections.abc import Callable, Iterable
from functools import cache
from typing import TYPE_CHECKING, Final

import msgspec
from uvicorn.server import ServerState

from quarriors.facts.problem import NotServed, Problem
from quarriors.server.web.answers import JSON
from quarriors.server.web.limits import Bucket, Buckets, ConnectionLimiter, Meter, Proxies, grouped
from quarriors.text import LANGUAGES

if TYPE_CHECKING:
    from quarriors.server.settings import Settings

logger = logging.getLogger(__name__)

# Why a connection was cut or refused; the labels of a metric.
FRAMES: Final = "frames"
BYTES: Final = "bytes"
ARRIVALS: Final = "arrivals"  # too many new connections
CROWD: Final = "crowd"  # too many open connections
HEADERS: Final = "headers"  # the request does not come
UNREAD: Final = "unread"  # the answer is not read

CLOSING_SECONDS: Final = 5.0  # for what is left to be sent after a connection was closed
# No lingering: the other side learns of it at once, and the system keeps nothing.
RESET: Final = struct.pack("hh" if os.name == "nt" else "ii", 1, 0)
LATER_SECONDS: Final = 10  # after which somebody who was not let in may try again
LONGEST_HOLD: Final = 5.0  # seconds between two looks at an address that is in debt


class Traffic:
    """All connections of one server."""

    def __init__(
        self,
        settings: Settings,
        count: Callable[[str], None] = lambda _why: None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        share = settings.address_share
        self.settings = settings
        self.clock = clock
        self.proxies = Proxies(settings.proxies)
        self.open = ConnectionLimiter(settings.connections_per_address, settings.connections)
        self.frames = Buckets(share * settings.frames_per_second, share * settings.frames_burst)
        self.bytes = Buckets(share * settings.bytes_per_second, share * settings.bytes_burst)
        self._arrivals = Buckets(settings.connections_per_second, settings.connections_burst)
        self._count = count
        self._admitted: dict[asyncio.BaseTransport, str] = {}

    def meter(self, address: str, bytes_burst: int) -> Meter:
        """A meter for one connection of an address."""
        settings = self.settings
        now = self.clock()
        frames = Bucket(settings.frames_per_second, settings.frames_burst, now)
        received = Bucket(settings.bytes_per_second, bytes_burst, now)
        shared = (self.frames.of(address), self.bytes.of(address))
        return Meter(address, self.clock, (frames, received), shared)

    def admit(self, transport: asyncio.BaseTransport, peer: str) -> str:
        """Let a new connection in, or say why not."""
        # Each connection of a proxy counts as an address of its own: only the whole is limited.
        proxied = self.proxies.trusts(peer)
        address = f"{peer}#{id(transport)}" if proxied else grouped(peer)
        if not proxied and self._arrivals.take(address):
            return ARRIVALS
        if not self.open.enter(address):
            return CROWD
        self._admitted[transport] = address
        return ""

    def leave(self, transport: asyncio.BaseTransport) -> None:
        """A connection is gone; it may never have been admitted."""
        address = self._admitted.pop(transport, None)
        if address is not None:
            self.open.leave(address)

    def note(self, why: str, address: str) -> None:
        """Count and log a connection that was cut or refused."""
        self._count(why)
        # Browsers open connections in advance and often never use them.
        level = logging.DEBUG if why == HEADERS else logging.WARNING
        logger.log(level, "connection_cut", extra={"why": why, "address": address})

    def sweep(self, connections: Iterable[object]) -> None:
        """Cut the connections that keep the server waiting."""
        now = self.clock()
        for connection in list(connections):
            if isinstance(connection, Measured):
                why = connection.overdue(now)
                if why:
                    connection.cut(why)

    def end(self, connections: Iterable[object]) -> None:
        """Cut the connections left when the server has stopped; some wait to be read from."""
        for connection in list(connections):
            if isinstance(connection, Measured):
                connection.transport.abort()


class State(ServerState):
    """What uvicorn hands to every connection, and the traffic."""

    def __init__(self, traffic: Traffic) -> None:
        super().__init__()
        self.traffic = traffic


class Measured(asyncio.Protocol):
    """What HTTP connections and websockets have in common; to be mixed into uvicorn's classes."""

    traffic: Traffic
    transport: asyncio.Transport
    loop: asyncio.AbstractEventLoop
    client: tuple[str, int] | None
    meter: Meter | None = None  # none for what a trusted proxy multiplexes
    _held: list[bytes] | None = None  # received and not parsed, while the address is in debt
    _unread_since = 0.0
    _closing_since = 0.0

    @property
    def peer(self) -> str:
        """The address of the other side."""
        return self.client[0] if self.client else ""

    def feed(self, data: bytes) -> None:
        """Parse bytes."""
        raise NotImplementedError

    @property
    def paused(self) -> bool:
        """Whether uvicorn itself does not want to read now."""
        raise NotImplementedError

    def data_received(self, data: bytes) -> None:
        """Charge for bytes, then parse them, unless there are too many or the address owes."""
        meter = self.meter
        if meter is None:
            self.feed(data)
        elif not self.transport.is_closing():
            wait = meter.receive(len(data))
            if wait or self._held is not None:
                self.hold_back(data, wait)
            else:
                self.feed(data)

    def hold_back(self, data: bytes, wait: float) -> None:
        """Parse bytes when the address has paid for them; less than 0 is never."""
        if wait < 0.0:
            self.cut(BYTES)
        elif self._held is not None:  # uvicorn has resumed reading meanwhile
            self._held.append(data)
            self.transport.pause_reading()
        else:
            self._hold([data], wait)

    def _hold(self, held: list[bytes], wait: float) -> None:
        self._held = held
        self.transport.pause_reading()
        self.loop.call_later(min(wait, LONGEST_HOLD), self._release)

    def _release(self) -> None:
        """Parse what was held back if the address may go on."""
        held, self._held = self._held, None
        if held is None or self.meter is None or self.transport.is_closing():
            return
        wait = self.meter.debt()
        if wait:
            self._hold(held, wait)
            return
        self.feed(b"".join(held))
        if not self.paused and not self.transport.is_closing():
            self.transport.resume_reading()

    def pause_writing(self) -> None:
        """The other side does not read what it is sent."""
        self._unread_since = self.traffic.clock()
        super().pause_writing()

    def resume_writing(self) -> None:
        """The other side has read."""
        self._unread_since = 0.0
        super().resume_writing()

    def overdue(self, now: float) -> str:
        """Why this connection has kept the server waiting for too long; empty if it has not."""
        if self._unread_since and now - self._unread_since > self.traffic.settings.send_seconds:
            return UNREAD
        if self.transport.is_closing():
            self._closing_since = self._closing_since or now
            if now - self._closing_since > CLOSING_SECONDS:
                return UNREAD
        return ""

    def cut(self, why: str) -> None:
        """End the connection at once; nothing more is read or sent, not even by the system."""
        self.traffic.note(why, grouped(self.peer) if self.meter is None else self.meter.address)
        raw = self.transport.get_extra_info("socket")
        if raw is not None:  # what nobody reads would stay in the system's memory
            raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
        self.transport.abort()


@cache
def no_room() -> bytes:
    """What somebody reads who is not let in: before a request, so in every language."""
    error = NotServed("too_fast", "crowd")
    body = msgspec.json.encode(Problem(error.code, " ".join(map(error.say, LANGUAGES))))
    head = (
        "HTTP/1.1 503 Service Unavailable\r\n"
        f"Content-Type: {JSON}\r\nContent-Length: {len(body)}\r\n"
        f"Retry-After: {LATER_SECONDS}\r\nConnection: close\r\n\r\n"
    )
    return head.encode() + body
