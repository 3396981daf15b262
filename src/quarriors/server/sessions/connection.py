"""One client at a table: what it asks for and what it is sent.

A connection is disposable. The seat belongs to the token: a client that comes back with it gets the
table and the open prompt again. Whatever a client sends is answered here, also what is refused or
could not be written: nothing that a message asks for ends the connection by itself.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any, Final

from quarriors.server.protocol.codec import encode
from quarriors.server.sessions.outbox import TOO_SLOW, Outbox, Sink
from quarriors.server.store.errors import StorageTrouble
from quarriors.table.entries import Entry
from quarriors.table.errors import Refusal
from quarriors.table.messages import (
    Admit,
    Answer,
    Begin,
    Call,
    Fill,
    Free,
    FromClient,
    GiveBack,
    Hello,
    Hint,
    Orders,
    Ping,
    Pong,
    Refused,
    Replace,
    Say,
    Undo,
)
from quarriors.table.seats import Viewer
from quarriors.table.table import LiveTable
from quarriors.table.values import tag_of
from quarriors.text import Texts

if TYPE_CHECKING:
    from quarriors.server.sessions.service import TableService
    from quarriors.server.sessions.session import TableSession

LOG: Final = logging.getLogger("quarriors.server.sessions")


class Connection:
    """A viewer of one table, connected; made by `TableService.connect`."""

    def __init__(
        self,
        service: TableService,
        session: TableSession,
        viewer: Viewer,
        token: str,
        language: str,
        sink: Sink,
        address: str,
    ) -> None:
        self.viewer = viewer
        self.address = address
        self.language = language
        self.token = token
        self._service = service
        self._session = session
        self._outbox = Outbox(sink, service.settings.queue, self._gone)
        self._hint: asyncio.Task[None] | None = None

    @property
    def table_id(self) -> str:
        """The table it looks at."""
        return self._session.table.id

    @property
    def ended(self) -> bool:
        """Whether it is over, from either side."""
        return self._outbox.ended

    # --- to the client ---------------------------------------------------------------------------

    def put(self, data: bytes) -> None:
        """Queue an encoded message; drop the connection if its queue is full."""
        if not self._outbox.put(data):
            self._service.watch("dropped", 1.0)
            self.drop(TOO_SLOW, Texts(self.language).say("server", "service.slow"))

    def send(self, message: Any) -> None:
        """Queue a message of the protocol."""
        self.put(encode(message))

    def drop(self, code: int, reason: str) -> None:
        """Hang up at once; the seat stays."""
        self._service.tasks.keep(self._outbox.drop(code, reason))
        self._gone()

    def stuck(self, seconds: float) -> bool:
        """Whether one message has been on its way for too long."""
        return self._outbox.stuck(seconds)

    def show_out(self, message: Any, code: int, reason: str) -> None:
        """Say why and hang up, without waiting for it."""
        self._service.tasks.aside(self.finish(message, code, reason))

    async def finish(self, message: Any, code: int, reason: str) -> None:
        """Say one last thing and hang up."""
        self.send(message)
        await self._outbox.finish(code, reason)
        self._gone()

    async def close(self) -> None:
        """The client is gone; the seat stays."""
        self._gone()
        await self._outbox.close()

    def _gone(self) -> None:
        if self._hint is not None:
            self._hint.cancel()
        self._service.disconnected(self._session, self)

    # --- from the client -------------------------------------------------------------------------

    def take(self, message: FromClient) -> None:
        """Do what a message asks after those before it; a connection that ends does not stop it."""
        self._service.tasks.keep(asyncio.create_task(self.receive(message)))

    async def receive(self, message: FromClient) -> None:
        """Do what a message asks, or say why not; only a cancelled task raises."""
        try:
            if isinstance(message, Ping):
                self.send(Pong(message.at, self._service.now()))
            elif isinstance(message, Say):
                await self._service.say(self.table_id, self.viewer.seat, message.text)
            elif isinstance(message, Hint):
                self._ask_hint(message)
            elif isinstance(message, Hello):
                raise Refusal("not_now", "service.hello_again")
            else:
                await self._service.execute(
                    self._session, lambda table: self._entries(table, message)
                )
        except Exception as error:
            self.refuse(error, message)

    def refuse(self, error: Exception, message: FromClient) -> None:
        """Say why a message was not obeyed; what is nobody's fault but ours is logged."""
        kind = tag_of(message)
        state = self._session.table.state
        if isinstance(error, Refusal):
            code, text = error.code, error.say(self.language)
        elif isinstance(error, StorageTrouble):
            code, text = "storage", error.say(self.language)
            LOG.warning("not written: %s", error, extra={"table": self.table_id})
        else:
            code, text = "not_now", Refusal("not_now", "service.trouble").say(self.language)
            LOG.error("a %s failed", kind, exc_info=error, extra={"table": self.table_id})
        self._service.watch(f"refused.{code}", 1.0)
        self.send(Refused(code, text, kind, state))

    def _entries(self, table: LiveTable, message: FromClient) -> list[Entry]:
        """What a message wants to have written, by the table as it is now."""
        viewer = self.viewer
        if isinstance(message, Answer):
            return table.answer(viewer.seat, message.state, message.option)
        if isinstance(message, Undo):
            return table.undo(viewer.seat, message.state, self._service.now())
        if isinstance(message, Orders):
            return table.order(viewer.seat, message)
        if isinstance(message, Fill):
            return table.fill(viewer.host, message.seat, message.bot)
        if isinstance(message, Free):
            return table.free(viewer.host, message.seat)
        if isinstance(message, Admit):
            return table.admit(viewer.host)
        if isinstance(message, Begin):
            return table.begin(viewer.host)
        if isinstance(message, Replace):
            people = self._service.people(self._session)
            now = self._service.now()
            return table.replace(viewer, message.seat, message.bot, people, now)
        if isinstance(message, GiveBack):
            return table.give_back(viewer, message.seat)
        if isinstance(message, Call):
            return table.call(viewer.seat, message.state)
        raise AssertionError(f"{type(message).__name__} is no command")

    def _ask_hint(self, message: Hint) -> None:
        """Hints take their time; meanwhile the game goes on."""
        if self._hint is not None and not self._hint.done():
            raise Refusal("too_fast", "service.hint_busy")
        self._hint = self._service.tasks.keep(asyncio.create_task(self._give_hint(message)))

    async def _give_hint(self, message: Hint) -> None:
        try:
            seat = self.viewer.seat
            told = await self._service.hint(
                self.table_id, seat, message, self.language, self.address
            )
            self.send(told)
        except Exception as error:
            self.refuse(error, message)
