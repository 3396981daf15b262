"""Tasks that outlive their caller: kept alive, and their failures logged."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any, Final, TypeVar

from quarriors.server.store import StorageTrouble

LOG: Final = logging.getLogger("quarriors.server.sessions")

T = TypeVar("T")


class Tasks:
    """The tasks of one service."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()

    def keep(self, task: asyncio.Task[T]) -> asyncio.Task[T]:
        """Hold on to a task that somebody waits for, who may be gone when it fails."""
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def aside(self, work: Coroutine[Any, Any, Any]) -> None:
        """Do something that nobody waits for."""
        self.keep(asyncio.create_task(_logged(work)))

    async def wait(self) -> None:
        """Until all are done."""
        while self._tasks:
            await asyncio.wait(self._tasks)

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()  # the caller has it too; asyncio need not complain


async def _logged(work: Coroutine[Any, Any, Any]) -> None:
    try:
        await work
    except StorageTrouble as trouble:
        LOG.warning("not read: %s", trouble)
    except Exception:
        LOG.exception("something failed that nobody waited for")
