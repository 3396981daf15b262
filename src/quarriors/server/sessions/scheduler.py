"""Runs what no player triggers: bots, standing orders, clocks, tables left by other processes.

After every change of a table the process that wrote it does what comes next, because it is alive
and has the table at hand. It says so in the table's row: until when others need not look (`due`).
Should it die, the time passes and another process, or the next one to start, takes the table over.
When nothing is left to do but to wait for a player, `due` becomes the end of that player's time, or
nothing at all. Two that do the same thing at once do no harm: only one of them can write it.

`due` is written as a number of seconds from now, by a clock that all processes share
(`Backend.now`), and this process measures its own waiting on the event loop's clock. So neither
clocks that differ nor one that is set back keep anybody from taking over.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Final

from quarriors.server.fair_queue import Owner
from quarriors.server.store import StorageTrouble
from quarriors.table.entries import Entry, Failed
from quarriors.table.errors import BrokenTable, Refusal
from quarriors.table.next_action import NextAction, next_action
from quarriors.table.orders import NO_ORDERS
from quarriors.table.table import LiveTable

if TYPE_CHECKING:
    from quarriors.server.sessions.service import TableService
    from quarriors.server.sessions.session import TableSession

LOG: Final = logging.getLogger("quarriors.server.sessions.scheduler")

AT_ONCE: Final = 50  # tables taken over with one look
PAUSES: Final = (0.5, 1.0, 2.0, 5.0, 10.0)  # seconds before trying again after trouble
SLACK: Final = 0.02  # seconds after a clock has run out before it is looked at
FARTHEST: Final = 3_600.0  # seconds that a timer of this process looks ahead


class Scheduler:
    """The server's own hand at all tables of one process."""

    def __init__(self, service: TableService) -> None:
        self._service = service
        self._loop: asyncio.AbstractEventLoop | None = None
        self._task: asyncio.Task[None] | None = None
        self._at_work: set[asyncio.Task[None]] = set()

    @property
    def at_work(self) -> int:
        """Tables where the server is doing something just now."""
        return len(self._at_work)

    def start(self) -> None:
        """Begin; tables that were left in the middle of something are taken up."""
        self._loop = asyncio.get_running_loop()
        self._task = self._loop.create_task(self._claim())

    async def close(self) -> None:
        """Stop; what is left undone is due, and somebody will take it up."""
        self._loop = None
        tasks = [*self._at_work, *([self._task] if self._task else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for session in self._service.sessions.values():
            self.forget(session)

    def forget(self, session: TableSession) -> None:
        """Look at a table no more."""
        if session.timer is not None:
            session.timer.cancel()
            session.timer = None
            session.settling = 0.0

    # --- one table -------------------------------------------------------------------------------

    def look(self, session: TableSession) -> None:
        """Do what is to be done at a table, or see to it that it is looked at in time."""
        if self._loop is None or session.working is not None:
            return  # the task at work there looks again when it is done
        action = self._next_action(session)
        session.answered_for = action.kind == "answer"
        if action.kind == "none":
            self._wait(session, action.due)
            return
        self.forget(session)
        left = session.changed + self._service.settings.lease_seconds - self._loop.time()
        if session.mine or left <= 0:
            session.working = self._loop.create_task(self._work(session, action))
            self._at_work.add(session.working)
            session.working.add_done_callback(self._at_work.discard)
        else:
            self._later(session, left)

    def answers_for(self, session: TableSession) -> bool:
        """Whether standing orders answer the open prompt; looked up before anybody sees it."""
        seat = session.table.deciding
        if seat is None or session.table.seats[seat].orders == NO_ORDERS:
            return False
        return self._next_action(session).kind == "answer"

    def _next_action(self, session: TableSession) -> NextAction:
        """What the server has to do at a table just now."""
        now = self._service.now()
        absent = self._service.settings.absent_seconds
        return next_action(session.table, now, lambda seat: session.here(seat, now, absent))

    def _wait(self, session: TableSession, until: float | None) -> None:
        """Wait for a player; if that takes long, note in the table's row when it is due."""
        assert self._loop is not None, "the scheduler has begun"
        now = self._service.now()
        lease = self._service.settings.lease_seconds
        if not session.settled:
            settle = max(0.0, session.changed + lease / 2 - self._loop.time())
            if until is None or until > now + settle:
                self._settle_later(session, settle)
                return
        if until is not None:
            self._later(session, until - now + SLACK)
        else:
            self.forget(session)

    def _settle_later(self, session: TableSession, seconds: float) -> None:
        """Asked for after every answer: a timer that runs is left alone and waits for the rest."""
        assert self._loop is not None, "the scheduler has begun"
        until = self._loop.time() + seconds
        if not 0.0 < session.settling <= until:
            self._later(session, seconds)
        session.settling = until

    def _later(self, session: TableSession, seconds: float) -> None:
        assert self._loop is not None, "the scheduler has begun"
        self.forget(session)
        delay = min(max(0.0, seconds), FARTHEST)
        session.timer = self._loop.call_later(delay, self._ring, session)

    def _ring(self, session: TableSession) -> None:
        if self._loop is None:
            return
        settling = session.settling
        session.timer = None
        session.settling = 0.0
        if not settling or not session.mine or session.settled:
            session.settled = True  # somebody else's table: they say when it is due
            self.look(session)
        elif session.working is not None:
            pass  # the task at work there looks again when it is done
        elif (rest := settling - self._loop.time()) > SLACK:
            self._settle_later(session, rest)
        else:
            session.working = self._loop.create_task(self._settle(session))
            self._at_work.add(session.working)
            session.working.add_done_callback(self._at_work.discard)

    async def _settle(self, session: TableSession) -> None:
        """Write when the table has to be looked at: when a player's time is up, or never."""
        table = session.table
        seq = table.seq
        try:
            async with session.lock:  # else it could undo what an answer has just said about it
                if table.seq == seq:
                    session.settled = True
                    over = table.stage == "over"
                    until = None if over else table.deadline
                    due_in = None if until is None else until - self._service.now()
                    await self._service.store.set_due(table.id, due_in, "over" if over else None)
        except StorageTrouble as trouble:  # then it is due too early, which does no harm
            LOG.warning("not noted when a table is due: %s", trouble, extra={"table": table.id})
        finally:
            session.working = None
        self.look(session)

    async def _work(self, session: TableSession, action: NextAction) -> None:
        """Do one thing; trouble with the database is waited out."""
        pause = 0.0
        try:
            if action.kind == "bot":
                await self._play(session, action)
            else:
                await self._service.execute_shielded(
                    session, lambda table: self._entries(table, action)
                )
            session.troubles = 0
        except Refusal as refusal:  # the game has gone on in another way, which is as good
            LOG.debug("not done: %s", refusal, extra={"table": session.table.id})
            pause = 0.0 if refusal.code == "stale" else PAUSES[0]
        except StorageTrouble as trouble:
            pause = PAUSES[min(session.troubles, len(PAUSES) - 1)]
            session.troubles += 1
            LOG.warning("not written: %s", trouble, extra={"table": session.table.id})
        except Exception:
            pause = PAUSES[min(session.troubles, len(PAUSES) - 1)]
            session.troubles += 1
            LOG.exception("the server could not play on", extra={"table": session.table.id})
        finally:
            session.working = None
        if self._service.sessions.get(session.table.id) is not session:
            return
        if pause:
            self._later(session, pause)
        else:
            self.look(session)

    async def _play(self, session: TableSession, action: NextAction) -> None:
        """Let a bot choose and write its answer; renew the lease meanwhile."""
        table = session.table
        state = table.state
        owner = Owner(session.address, table.id)
        thinking = asyncio.create_task(self._service.workers.decide(table.game, action.bot, owner))
        lease = self._service.settings.lease_seconds
        try:
            while not thinking.done():
                await asyncio.wait([thinking], timeout=lease / 2)
                if not thinking.done():
                    await self._service.store.set_due(table.id, lease)
        finally:
            thinking.cancel()
        decided = thinking.result()
        self._service.watch("bot", decided.seconds)
        code, seat, by = decided.code, action.seat, action.by
        failure = Failed(seat, action.bot, decided.bot, decided.why) if decided.why else None
        await self._service.execute_shielded(
            session, lambda table: table.serve(seat, state, code, by, failure)
        )

    def _entries(self, table: LiveTable, action: NextAction) -> list[Entry]:
        if action.kind == "flag":
            return table.flag(action.seat, self._service.now())
        return table.serve(action.seat, table.state, action.code, action.by)

    # --- tables nobody looks after ---------------------------------------------------------------

    async def _claim(self) -> None:
        """Take over what is due."""
        settings = self._service.settings
        while True:
            try:
                found = await self._service.store.claim_due(AT_ONCE, settings.lease_seconds)
                for table_id in found:
                    await self._take_over(table_id)
                if len(found) < AT_ONCE:
                    self._service.let_go()
                    await asyncio.sleep(settings.look_seconds)
            except StorageTrouble as trouble:
                LOG.warning("cannot see which tables are due: %s", trouble)
                await asyncio.sleep(PAUSES[2])
            except Exception:
                LOG.exception("could not look after tables")
                await asyncio.sleep(PAUSES[2])

    async def _take_over(self, table_id: str) -> None:
        try:
            session = await self._service.session(table_id)
        except (Refusal, BrokenTable):
            LOG.exception("a table that is due cannot be read", extra={"table": table_id})
            await self._service.store.set_due(table_id, None)
            return
        session.mine = True
        session.settled = False
        self.look(session)
