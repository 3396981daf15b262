"""The part of a server that stands on its database: store, service and upkeep.

When an operator restores a backup beside a running server, all three are closed and started again
on the restored database; clients are told, and connect again.
"""

from __future__ import annotations

import asyncio
import logging

from quarriors.server.sessions import TableService
from quarriors.server.store.errors import StorageTrouble
from quarriors.server.store.store import Store
from quarriors.server.web.app_context import AppContext
from quarriors.server.web.upkeep import Upkeep

logger = logging.getLogger(__name__)

PAUSE = 2.0  # seconds before a database that could not be opened anew is tried again


class Operation:
    """Store, service and upkeep of one server."""

    def __init__(self, context: AppContext) -> None:
        self._context = context
        self._store: Store | None = None
        self._upkeep: Upkeep | None = None
        self._watching: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Open the database and serve its tables; `StorageTrouble` if it cannot be opened."""
        await self._open()
        self._watching = asyncio.create_task(self._watch())

    async def close(self) -> None:
        """Say goodbye to everybody, finish what was begun, and let go of the database."""
        if self._watching is not None:
            self._watching.cancel()
            await asyncio.gather(self._watching, return_exceptions=True)
        await self._close()

    async def _open(self) -> None:
        settings = self._context.settings
        self._store = store = await Store.open(settings.database)
        try:
            service = TableService(store, settings)
            await service.start()
            self._context.attach_service(service)
            self._upkeep = Upkeep(service, self._context.bans)
            await self._upkeep.start()
        except BaseException:
            await self._close()
            raise

    async def _close(self) -> None:
        upkeep, self._upkeep = self._upkeep, None
        if upkeep is not None:
            await upkeep.close()
        service = self._context.detach_service()
        if service is not None:
            await service.close()
        store, self._store = self._store, None
        if store is not None:
            await store.close()

    async def _watch(self) -> None:
        """Open the database anew whenever a backup waits to take its place."""
        while True:
            await asyncio.sleep(self._context.settings.look_seconds)
            if self._store is None or not self._store.backup_waits:
                continue
            logger.info("restoring")
            await self._close()
            while not await self._opened_again():
                await asyncio.sleep(PAUSE)
            logger.info("restored")

    async def _opened_again(self) -> bool:
        try:
            await self._open()  # which restores the backup first
        except StorageTrouble as trouble:
            logger.error("storage", extra={"kind": trouble.kind, "detail": trouble.detail})
            return False
        return True
