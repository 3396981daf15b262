"""Runs what no player triggers at one table: bots, standing orders, clocks.

After every change of a table the process that wrote it does what comes next, because it is alive
and has the table at hand. It says so in the table's row: until when others need not look (`due`).
Should it die, the time passes and another process, or the next one to start, takes the table over.
When nothing is left to do but to wait for a player, `due` becomes the end of that player's time, or
nothing at all. Two that do the same thing at once do no harm: only one of them can write it.

`due` is written as a number of seconds from now, by a clock that all processes share
(`Backend.now`), and this process measures its own waiting on the event loop's clock. So neither
clocks that differ nor one that is set back keep anybody from taking over.

What is to be done is decided by `table.next_action`, and done by the table's session; here is when.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any, Final, Protocol

from quarriors.server.store import StorageTrouble
from quarriors.table.errors import Refusal
from quarriors.table.next_action import NextAction

LOG: Final = logging.getLogger("quarriors.server.sessions.scheduler")

# Seconds before trying again after trouble. mypyc takes a tuple of floats for one that was not set,
# unless its type leaves the length open.
PAUSES: Final[tuple[float, ...]] = (0.5, 1.0, 2.0, 5.0, 10.0)
SLACK: Final = 0.02  # seconds after a clock has run out before it is looked at
FARTHEST: Final = 3_600.0  # seconds that a timer of this process looks ahead


class Scheduled(Protocol):
    """A table for which the server acts."""

    def look(self) -> None:
        """Find out what is to be done now, and hand it to `Scheduler.schedule`."""
        ...

    async def act(self, action: NextAction) -> None:
        """Do it; `Refusal` if the game has gone on in another way."""
        ...

    async def note_due(self) -> None:
        """Write when the table has to be looked at: when a player's time is up, or never."""
        ...


class Scheduler:
    """When the server acts at one table."""

    def __init__(
        self, table: Scheduled, table_id: str, lease: float, at_work: set[asyncio.Task[None]]
    ) -> None:
        self.mine = False  # this process wrote last, so it does what the server has to do next
        self.settled = True  # the store knows when this table is due
        self.working: asyncio.Task[None] | None = None  # the server's own work here
        self.timer: asyncio.TimerHandle | None = None  # when it has to look again
        self.troubles = 0  # failures in a row of what the server wanted to do here
        self._table = table
        self._table_id = table_id
        self._lease = lease  # seconds that others wait for a process that has a bot at work
        self._at_work = at_work  # the tasks of all tables
        self._loop = asyncio.get_running_loop()
        self._changed = self._loop.time()  # when the last entry was read or written
        self._settling = 0.0  # if the timer is to note when the table is due: not before this
        self._closed = False

    @property
    def idle(self) -> bool:
        """Whether nothing is to be done, and the store knows when the table is due."""
        return not self.working and not self.troubles and (self.settled or not self.mine)

    def take_over(self) -> None:
        """This process does what comes next."""
        self.mine = True
        self.settled = False

    def wrote(self) -> None:
        """This process has written to the table."""
        self.take_over()
        self._changed = self._loop.time()

    def read(self) -> None:
        """Another process has written to the table."""
        self.mine = False
        self._changed = self._loop.time()

    def close(self) -> asyncio.Task[None] | None:
        """Do nothing more; what is left undone is due, and somebody takes it up."""
        self._closed = True
        self._forget()
        if self.working is not None:
            self.working.cancel()
        return self.working

    def schedule(self, action: NextAction, now: float) -> None:
        """Do what is to be done at the table, or see to it that it is looked at in time."""
        if self._closed or self.working is not None:
            return  # the task at work looks again when it is done
        if action.kind == "none":
            self._wait(action.due, now)
            return
        self._forget()
        left = self._changed + self._lease - self._loop.time()
        if self.mine or left <= 0:
            self._start(self._work(action))
        else:
            self._later(left)

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = self.working = self._loop.create_task(work)
        self._at_work.add(task)
        task.add_done_callback(self._at_work.discard)

    async def _work(self, action: NextAction) -> None:
        """Do one thing; trouble with the database is waited out."""
        pause = 0.0
        try:
            await self._table.act(action)
            self.troubles = 0
        except Refusal as refusal:  # the game has gone on in another way, which is as good
            LOG.debug("not done: %s", refusal, extra={"table": self._table_id})
            pause = 0.0 if refusal.code == "stale" else PAUSES[0]
        except StorageTrouble as trouble:
            pause = self._trouble()
            LOG.warning("not written: %s", trouble, extra={"table": self._table_id})
        except Exception:
            pause = self._trouble()
            LOG.exception("the server could not play on", extra={"table": self._table_id})
        finally:
            self.working = None
        if self._closed:
            return
        if pause:
            self._later(pause)
        else:
            self._table.look()

    def _trouble(self) -> float:
        """Count a failure; the seconds to wait after it."""
        self.troubles += 1
        return PAUSES[min(self.troubles, len(PAUSES)) - 1]

    # --- waiting ---------------------------------------------------------------------------------

    def _wait(self, until: float | None, now: float) -> None:
        """Wait for a player; if that takes long, note in the table's row when it is due."""
        if not self.settled:
            settle = max(0.0, self._changed + self._lease / 2 - self._loop.time())
            if until is None or until > now + settle:
                self._settle_later(settle)
                return
        if until is not None:
            self._later(until - now + SLACK)
        else:
            self._forget()

    def _settle_later(self, seconds: float) -> None:
        """Asked for after every answer: a timer that runs is left alone and waits for the rest."""
        until = self._loop.time() + seconds
        if not 0.0 < self._settling <= until:
            self._later(seconds)
        self._settling = until

    def _later(self, seconds: float) -> None:
        self._forget()
        delay = min(max(0.0, seconds), FARTHEST)
        self.timer = self._loop.call_later(delay, self._ring)

    def _forget(self) -> None:
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None
            self._settling = 0.0

    def _ring(self) -> None:
        settling = self._settling
        self.timer = None
        self._settling = 0.0
        if not settling or not self.mine or self.settled:
            self.settled = True  # somebody else's table: they say when it is due
            self._table.look()
        elif self.working is not None:
            pass  # the task at work looks again when it is done
        elif (rest := settling - self._loop.time()) > SLACK:
            self._settle_later(rest)
        else:
            self._start(self._settle())

    async def _settle(self) -> None:
        """Have it noted when the table is due; not noted, it is due too early, which is no harm."""
        try:
            await self._table.note_due()
        except StorageTrouble as trouble:
            extra = {"table": self._table_id}
            LOG.warning("not noted when a table is due: %s", trouble, extra=extra)
        finally:
            self.working = None
        if not self._closed:
            self._table.look()
