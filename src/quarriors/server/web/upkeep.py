"""What a server does for its operator: obeys bans, lets go of removed tables, removes old games.

`quarriors admin` writes to the database; every server looks there every few seconds.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from functools import partial
from ipaddress import IPv4Network, IPv6Network, ip_network
from typing import TYPE_CHECKING, Final

from quarriors.facts.problem import NotServed
from quarriors.server.store import administration, people
from quarriors.server.store.administration import Ban
from quarriors.server.store.errors import StorageTrouble
from quarriors.table.messages import Refused

if TYPE_CHECKING:
    from quarriors.server.sessions import TableService

logger = logging.getLogger(__name__)

DAY: Final = 86_400.0
POLICY: Final = 1008  # closed because of who it is
PORTION: Final = 20  # old games removed at once: players must not notice
PRUNE_SECONDS: Final = 60.0  # between two looks for old games, when few were found
REMEMBERED: Final = 20_000  # addresses whose bans are remembered


class BanList:
    """The bans of the database, and whether an address is under one."""

    def __init__(self, now: Callable[[], float] = time.time) -> None:
        self._now = now
        self._bans: list[tuple[IPv4Network | IPv6Network, float | None]] = []
        self._of: dict[str, list[float | None]] = {}  # when the bans of an address end

    def replace(self, bans: Sequence[Ban]) -> None:
        """Take over what the database says."""
        self._bans = [(ip_network(one.network), one.until) for one in bans]
        self._of.clear()

    def refuses(self, address: str) -> bool:
        """Whether an address, as `limits.grouped` writes it, is banned now."""
        if not self._bans:
            return False
        ends = self._of.get(address)
        if ends is None:
            if len(self._of) >= REMEMBERED:
                self._of.clear()
            ends = self._of[address] = self._ends(address)
        return any(end is None or end > self._now() for end in ends)

    def _ends(self, address: str) -> list[float | None]:
        try:
            asking = ip_network(address)
        except ValueError:
            return []  # a peer without an address
        return [
            until
            for network, until in self._bans
            if (isinstance(asking, IPv4Network) and isinstance(network, IPv4Network)
                and asking.subnet_of(network))
            or (isinstance(asking, IPv6Network) and isinstance(network, IPv6Network)
                and asking.subnet_of(network))
        ]  # fmt: skip


class Upkeep:
    """The task that looks at what operators did, as long as a server runs."""

    def __init__(self, service: TableService, bans: BanList) -> None:
        self._service = service
        self._bans = bans
        self._seen = 0  # the number of the last change
        self._prune_at = 0.0  # by the event loop's clock
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Read the bans, then go on looking."""
        store = self._service.store
        self._seen = await store.look_up(administration.last_change)
        self._bans.replace(await store.look_up(administration.all_bans))
        self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        """Stop looking."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(self._service.settings.look_seconds)
            try:
                await self.look()
                await self._prune()
            except StorageTrouble as trouble:
                logger.warning("upkeep_failed", extra={"kind": trouble.kind})
            except Exception:
                logger.exception("upkeep_failed")

    async def look(self) -> None:
        """Do what operators asked for since the last look."""
        store = self._service.store
        after = partial(administration.changes_after, number=self._seen)
        changes = await store.look_up(after)
        if any(kind == administration.BANS for _, kind, _ in changes):
            self._bans.replace(await store.look_up(administration.all_bans))
            self._show_out()
        for number, kind, table_id in changes:
            if kind == administration.REMOVED:
                self._service.removed(table_id)
            elif kind == administration.WRITTEN:
                self._service.written_elsewhere(table_id)
            self._seen = number

    def _show_out(self) -> None:
        """Close the connections of those who are banned now."""
        refusal = NotServed("off", "banned")
        for session in tuple(self._service.sessions.values()):
            for one in tuple(session.outboxes):
                if self._bans.refuses(one.address):
                    logger.info("shown_out", extra={"code": "banned", "address": one.address})
                    one.show_out(Refused("off", refusal.say(one.language)), POLICY, "banned")

    async def _prune(self) -> None:
        """Remove some old games, if the settings say so and it is time."""
        days = self._service.settings.prune_days
        now = asyncio.get_running_loop().time()
        if now < self._prune_at:
            return
        store = self._service.store
        await store.change(people.tidy)
        portion = partial(administration.prune, older=days * DAY, limit=PORTION)
        count = await store.change(portion) if days else 0
        if count:
            logger.info("pruned", extra={"tables": count, "days": days})
        self._prune_at = now if count == PORTION else now + PRUNE_SECONDS
