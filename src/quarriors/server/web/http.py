"""Uvicorn's HTTP connection, with a limit for how many there are, what they send and how long."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, cast

import h11
from uvicorn.config import Config
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle
from uvicorn.server import ServerState

from quarriors.server.web.answers import REST_BYTES
from quarriors.server.web.limits import grouped
from quarriors.server.web.traffic import (
    CROWD,
    FRAMES,
    HEADERS,
    Measured,
    State,
    no_room,
)

HEAD_BYTES = 16_384  # of a request's line and headers


class CountedEvents(h11.Connection):
    """Parses HTTP and counts what it finds: requests, parts of bodies, ends of messages."""

    count: Callable[[], bool] | None = None  # whether one more is allowed
    flooded = False

    def next_event(self) -> Any:
        """The next event; an error when there are too many."""
        event = super().next_event()
        if event is h11.NEED_DATA or event is h11.PAUSED:
            return event
        if self.count is not None and not self.count():
            self.flooded = True
            raise h11.RemoteProtocolError("too many requests or parts of one")
        return event


class HttpConnection(Measured, H11Protocol):
    """One HTTP connection."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self.traffic = cast(State, server_state).traffic
        self.conn: CountedEvents = CountedEvents(h11.SERVER, HEAD_BYTES)
        self._waiting_since = self.traffic.clock()  # for a request

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Let it in, unless there are too many."""
        super().connection_made(transport)
        traffic = self.traffic
        why = traffic.admit(transport, self.peer)
        if why:
            traffic.note(why, grouped(self.peer))
            if why == CROWD:
                transport.write(no_room())
                transport.close()
            else:
                transport.abort()  # a sentence for each would be work for us
        elif not traffic.proxies.trusts(self.peer):
            session = traffic.settings.bytes_burst + traffic.settings.body_bytes + REST_BYTES
            self.meter = traffic.meter(grouped(self.peer), session)
            self.conn.count = self.meter.parse

    def connection_lost(self, exc: Exception | None) -> None:
        """It is over."""
        self.traffic.leave(self.transport)
        super().connection_lost(exc)

    def feed(self, data: bytes) -> None:
        """Parse bytes."""
        H11Protocol.data_received(self, data)

    @property
    def paused(self) -> bool:
        """Whether uvicorn itself does not want to read now."""
        return self.flow.read_paused

    def send_400_response(self, msg: str) -> None:
        """Say that a request cannot be read, if nothing else has been said."""
        if self.conn.flooded:
            self.cut(FRAMES)
        elif self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            super().send_400_response(msg)
        else:
            self.transport.close()  # an answer is under way or was given
        cycle: RequestResponseCycle | None = self.cycle
        if cycle is not None and not cycle.response_complete:  # its body is what cannot be read
            cycle.disconnected = True
            cycle.message_event.set()

    def on_response_complete(self) -> None:
        """Wait for the next request."""
        self._waiting_since = self.traffic.clock()
        super().on_response_complete()

    def overdue(self, now: float) -> str:
        """Why this connection has kept the server waiting for too long; empty if it has not."""
        cycle: RequestResponseCycle | None = self.cycle  # none before the first request
        waiting = cycle is None or cycle.response_complete
        late = now - self._waiting_since > self.traffic.settings.header_seconds
        if waiting and late and not self.transport.is_closing():
            return HEADERS
        return super().overdue(now)
