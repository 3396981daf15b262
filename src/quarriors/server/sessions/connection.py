"""One client at a table: hands what it sends to the table's session, and says what is refused.

A connection is disposable. The seat belongs to the token: a client that comes back with it gets the
table and the open prompt again. Whatever a client sends is answered, also what is refused or could
not be written: nothing that a message asks for ends the connection by itself.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Any, Final

from quarriors.server.fair_queue import Owner
from quarriors.server.sessions.hints import advice
from quarriors.server.sessions.outbox import Outbox
from quarriors.server.sessions.session import TableSession
from quarriors.server.store.errors import StorageTrouble
from quarriors.table.errors import Refusal
from quarriors.table.messages import FromClient, Hello, Hint, Ping, Pong, Refused, Say
from quarriors.table.seats import Viewer
from quarriors.table.values import tag_of

LOG: Final = logging.getLogger("quarriors.server.sessions")


class Connection:
    """A viewer of one table, connected; made by `TableService.connect`."""

    def __init__(self, session: TableSession, outbox: Outbox) -> None:
        self.language = outbox.language
        self.ended = False  # whether it is over, from either side
        self._session = session
        self._outbox = outbox
        self._context = session.context
        self._hint: asyncio.Task[None] | None = None
        outbox.when_gone.append(self._gone)

    @property
    def table_id(self) -> str:
        """The table it looks at."""
        return self._session.table.id

    @property
    def viewer(self) -> Viewer:
        """Who looks; seats may change hands meanwhile."""
        return self._outbox.viewer

    def send(self, message: Any) -> None:
        """Queue a message of the protocol."""
        self._outbox.send(message)

    def show_out(self, message: Any, code: int, reason: str) -> None:
        """Say why and hang up, without waiting for it."""
        self._outbox.show_out(message, code, reason)

    async def close(self) -> None:
        """The client is gone; the seat stays."""
        await self._outbox.close()

    def _gone(self) -> None:
        self.ended = True
        if self._hint is not None:
            self._hint.cancel()

    def take(self, message: FromClient) -> None:
        """Do what a message asks after those before it; a connection that ends does not stop it."""
        self._context.tasks.keep(asyncio.create_task(self.receive(message)))

    async def receive(self, message: FromClient) -> None:
        """Do what a message asks, or say why not; only a cancelled task raises."""
        try:
            if isinstance(message, Ping):
                self.send(Pong(message.at, self._context.now()))
            elif isinstance(message, Say):
                await self._session.say(self.viewer.seat, message.text)
            elif isinstance(message, Hint):
                self._ask_hint(message)
            elif isinstance(message, Hello):
                raise Refusal("not_now", "service.hello_again")
            else:
                await self._session.obey(self._outbox, message)
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
        self._context.watch(f"refused.{code}", 1.0)
        self.send(Refused(code, text, kind, state))

    def _ask_hint(self, message: Hint) -> None:
        """Hints take their time; meanwhile the game goes on."""
        if self._hint is not None and not self._hint.done():
            raise Refusal("too_fast", "service.hint_busy")
        self._hint = self._context.tasks.keep(asyncio.create_task(self._give_hint(message)))

    async def _give_hint(self, message: Hint) -> None:
        context = self._context
        try:
            self.send(
                await advice(
                    self._session.table,
                    self.viewer.seat,
                    message,
                    self.language,
                    context.workers,
                    Owner(self._outbox.address, self.table_id),
                    context.settings.hint_seconds,
                )
            )
        except Exception as error:
            self.refuse(error, message)
