"""Uvicorn's websocket, measured, and with a short way for what is said all the time.

Every answer and every update would pass a queue, two tasks and seven layers of ASGI, which was more
work than the move itself. Handshake, limits, closing and whatever is unusual still go that way;
text from a client that has been greeted goes straight to its listener, and messages to a client
that reads go straight to its transport. In another ASGI server there is no wire, and everything
takes the long way.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final, cast

from uvicorn.config import Config
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.exceptions import ProtocolError
from websockets.frames import Frame
from websockets.protocol import State
from websockets.server import ServerProtocol
from websockets.utils import apply_mask

from quarriors.server.web import traffic
from quarriors.server.web.traffic import FRAMES, Measured

if TYPE_CHECKING:
    from uvicorn._types import ASGISendEvent
    from websockets.http11 import Request

EXTENSION: Final = "quarriors.wire"  # in a websocket's ASGI scope
TEXT: Final = "text"
NO_TEXT: Final = 1007  # closed because text is not UTF-8
GOODBYE_SECONDS: Final = 5.0  # that a client gets to answer when the server closes
# The bytes of a short frame from a client: its kind, its length with the bit of a mask, the mask.
WHOLE_TEXT: Final = 0x81
MASKED: Final = 0x80
SHORT: Final = 125  # bytes at most; longer frames have their length behind it
MASK_AT: Final = 2
TEXT_AT: Final = 6


class CountedFrames(ServerProtocol):
    """Parses frames and counts them, of every kind, also those that uvicorn ignores."""

    count: Callable[[], bool] | None = None  # whether one more is allowed
    flooded = False

    def recv_frame(self, frame: Frame) -> None:
        """Take in a frame; parsing ends where there are too many."""
        if self.count is not None and not self.count():
            self.flooded = True
            raise ProtocolError("too many frames")
        super().recv_frame(frame)

    def lone_text(self, data: bytes) -> str | None:
        """The text of data that are one short message and nothing else; None: parse them."""
        size = len(data) - TEXT_AT
        if not 0 <= size <= SHORT or data[0] != WHOLE_TEXT or data[1] != MASKED + size:
            return None
        if self.state is not State.OPEN or self.current_size is not None or self.reader.buffer:
            return None  # closed, or in the middle of a message or a frame
        try:
            return apply_mask(data[TEXT_AT:], data[MASK_AT:TEXT_AT]).decode()
        except UnicodeDecodeError:
            return None


class FastWebSocket(Measured, WebSocketsSansIOProtocol):
    """One websocket; `heard` is called with every text message once it is set."""

    heard: Callable[[str], None] | None = None
    before_send: Callable[[], None] | None = None  # called before anything goes the long way

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self.traffic = cast(traffic.State, server_state).traffic
        self.close_timeout = GOODBYE_SECONDS
        self.conn: CountedFrames = CountedFrames(
            max_size=config.ws_max_size, logger=self.conn.logger
        )

    def connection_lost(self, exc: Exception | None) -> None:
        """It is over."""
        self.traffic.leave(self.transport)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Charge for bytes and parse them; anything unusual is the same as for HTTP."""
        if self.meter is None or self._held is not None or self.transport.is_closing():
            super().data_received(data)
        elif wait := self.meter.receive(len(data)):
            self.hold_back(data, wait)
        else:
            self.feed(data)

    def feed(self, data: bytes) -> None:
        """Parse bytes, unless the connection was cut for too many frames.

        Nearly all that players send is one short message at a time, which is not worth a parser.
        """
        conn = self.conn
        if conn.flooded:
            return
        text = None if self.heard is None or self.close_sent else conn.lone_text(data)
        if text is None or self.heard is None:
            WebSocketsSansIOProtocol.data_received(self, data)
        elif conn.count is None or conn.count():
            self.heard(text)
        else:
            conn.flooded = True
            self.cut(FRAMES)

    @property
    def paused(self) -> bool:
        """Whether uvicorn itself does not want to read now."""
        return self.read_paused

    def handle_parser_exception(self) -> None:
        """Hang up on somebody who sends what is no websocket, or too much of it."""
        if self.conn.flooded:
            self.cut(FRAMES)
        elif self.conn.close_sent is None:  # the handshake is not done, so there is no goodbye
            self.transport.close()
        else:
            super().handle_parser_exception()

    async def send(self, message: ASGISendEvent) -> None:
        """Send by the long way, after what was pushed before."""
        if self.before_send is not None:
            self.before_send()
        await super().send(message)

    def handle_connect(self, event: Request) -> None:
        """Measure what the person sends who asks, and let the application find this wire."""
        forwarded = ",".join(event.headers.get_all("X-Forwarded-For"))
        address = self.traffic.proxies.asker(self.peer, forwarded)
        self.meter = self.traffic.meter(address, self.traffic.settings.bytes_burst)
        self.conn.count = self.meter.parse
        super().handle_connect(event)
        if self.response.status_code == 101:
            extensions = self.scope["extensions"] or {}
            self.scope["extensions"] = {**extensions, EXTENSION: {"wire": self}}

    def send_receive_event_to_app(self) -> None:
        """A message is complete; text goes the short way if somebody listens there."""
        if self.close_sent or self.curr_msg_data_type != TEXT:
            super().send_receive_event_to_app()
            return
        try:
            text = b"".join(self.frames).decode()
        except UnicodeDecodeError:  # uvicorn would log it as an error of ours
            if self.conn.state is State.OPEN:
                self.conn.send_close(NO_TEXT)
            self.handle_parser_exception()
            return
        if self.heard is None:
            super().send_receive_event_to_app()
            return
        self.frames = []
        self.heard(text)


def wire_of(scope: Mapping[str, Any]) -> FastWebSocket | None:
    """The wire of a websocket; None in another server."""
    found: FastWebSocket | None = scope.get("extensions", {}).get(EXTENSION, {}).get("wire")
    return found
