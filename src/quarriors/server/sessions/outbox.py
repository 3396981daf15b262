"""What waits to be sent to one viewer of a table: a bounded queue and the task that empties it.

Publishing only puts bytes here and never waits, so a reader that is slow, or gone without a
word, costs nobody else anything. For one that keeps up nothing waits at all. One that falls too far
behind is dropped: it connects again and gets the table as it is by then, which is shorter than all
that it missed.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from typing import Any, Final, Protocol

from quarriors.server.protocol.codec import encode
from quarriors.server.sessions.context import SessionContext
from quarriors.table.seats import Viewer
from quarriors.text import Texts

LOG: Final = logging.getLogger("quarriors.server.sessions")

TOO_SLOW: Final = 4008  # codes for closing a websocket; those from 4000 on are ours
NO_SEAT: Final = 4003
GOING_AWAY: Final = 1001
BROKEN: Final = 1011
LAST_WORDS: Final = 2.0  # seconds to get rid of what is queued when the server closes


class Sink(Protocol):
    """Where a viewer's messages go: a websocket, or a list in a test."""

    def push(self, data: bytes) -> bool:
        """Send one message if that needs no waiting; False if it was not sent."""
        ...

    async def send(self, data: bytes) -> None:
        """Send one encoded message (JSON in UTF-8); an error means that nobody is there."""
        ...

    async def close(self, code: int, reason: str) -> None:
        """Hang up; called at most once, and not after `Connection.close`."""
        ...


class Outbox:
    """The queue of one viewer, who looks at a table from a seat or without one."""

    def __init__(
        self,
        context: SessionContext,
        sink: Sink,
        viewer: Viewer,
        token: str,
        language: str,
        address: str,
    ) -> None:
        self.viewer = viewer
        self.token = token
        self.language = language
        self.address = address
        self.ended = False  # whether nothing is sent any more
        self.when_gone: list[Callable[[], None]] = []  # called when it ends, by either side
        self._sink = sink
        self._context = context
        self._most = context.settings.queue
        self._queue: deque[bytes] = deque()
        self._wake: asyncio.Future[None] | None = None
        self._sending_since = 0.0
        self._loop = asyncio.get_running_loop()
        self._task = self._loop.create_task(self._run())

    def put(self, data: bytes) -> bool:
        """Send or queue an encoded message; False if the queue is full, which ends it."""
        if self.ended:
            return True
        if not self._queue and not self._sending_since and self._sink.push(data):
            return True
        if len(self._queue) >= self._most:
            self.drop_slow()
            return False
        self._queue.append(data)
        if self._wake is not None and not self._wake.done():
            self._wake.set_result(None)
        return True

    def send(self, message: Any) -> None:
        """Send or queue a message of the protocol."""
        self.put(encode(message))

    def stuck(self, seconds: float) -> bool:
        """Whether one message has been on its way for longer than this."""
        since = self._sending_since
        return since > 0 and self._loop.time() - since > seconds

    def drop_slow(self) -> None:
        """Hang up on a viewer who does not read."""
        self._context.watch("dropped", 1.0)
        self.drop(TOO_SLOW, Texts(self.language).say("server", "service.slow"))

    def drop(self, code: int, reason: str) -> None:
        """Hang up at once, whatever is still queued; the seat stays."""
        self._task.cancel()
        self._context.tasks.keep(self._loop.create_task(self._hang_up(code, reason)))
        self._end()

    def show_out(self, message: Any, code: int, reason: str) -> None:
        """Say why and hang up, without waiting for it."""
        self._context.tasks.aside(self.finish(message, code, reason))

    async def finish(self, message: Any, code: int, reason: str) -> None:
        """Say one last thing and hang up when it is sent, unless that takes too long."""
        self.send(message)
        until = self._loop.time() + LAST_WORDS
        while self._queue or self._sending_since:
            if self.ended or self._loop.time() > until:
                break
            await asyncio.sleep(0.01)
        if not self.ended:
            self._task.cancel()
            self._end()
            await self._hang_up(code, reason)

    async def close(self) -> None:
        """The other side has hung up; the seat stays."""
        self._end()
        self._task.cancel()
        await asyncio.wait([self._task])

    def _end(self) -> None:
        self.ended = True
        self._queue.clear()
        callbacks, self.when_gone = self.when_gone, []
        for callback in callbacks:
            callback()

    async def _hang_up(self, code: int, reason: str) -> None:
        try:
            async with asyncio.timeout(LAST_WORDS):
                await self._sink.close(code, reason)
        except Exception as error:  # the sink's own; it may be gone already, which is as good
            LOG.debug("a connection could not be closed: %r", error)

    async def _run(self) -> None:
        """Send what is queued, one message after the other."""
        queue = self._queue
        loop = self._loop
        try:
            while True:
                while queue:
                    self._sending_since = loop.time()
                    await self._sink.send(queue.popleft())
                self._sending_since = 0.0
                self._wake = loop.create_future()
                if not queue:
                    await self._wake
                self._wake = None
        except Exception as error:  # the sink's own: nobody is there any more
            LOG.debug("a connection broke: %r", error)
            self._end()
