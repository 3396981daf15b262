"""What all routes share: the service, the settings, the limits and the numbers.

One context for each application, made before the database is open; the service is attached when
the server starts.
"""

from __future__ import annotations

import asyncio
import time
from functools import partial
from pathlib import Path

from starlette.requests import HTTPConnection

from quarriors.facts.problem import NotServed
from quarriors.facts.shapes import PackFacts, Seated
from quarriors.server.sessions import Joined, TableService
from quarriors.server.settings import Settings
from quarriors.server.store import people
from quarriors.server.store.errors import StorageTrouble
from quarriors.server.web.answers import too_fast
from quarriors.server.web.cached import CachedDocument
from quarriors.server.web.limits import Buckets, ConnectionLimiter, Proxies
from quarriors.server.web.metrics import Metrics
from quarriors.server.web.packs import Offer
from quarriors.server.web.static import Pages
from quarriors.server.web.traffic import Traffic
from quarriors.server.web.upkeep import BanList

HOUR = 3_600.0
MINUTE = 60.0
FINISHED_KEPT = 16  # replays, summaries and records that stay encoded, compressed


class AppContext:
    """One server."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.metrics = Metrics(settings.process)
        self.traffic = Traffic(settings, self.metrics.cut)
        self.pages = Pages(play=bool(settings.play))
        self.play = Pages(Path(settings.play)) if settings.play else None
        self.proxies = Proxies(settings.proxies)
        self.says = Buckets(settings.chat_per_minute / MINUTE, settings.chat_per_minute)
        self.bans = BanList()
        self.limiter = ConnectionLimiter(settings.sockets_per_address, settings.sockets)
        self.checks = Buckets(settings.checks_per_minute / MINUTE, settings.checks_per_minute)
        self.offer = Offer()  # packs of the folder and of files; read when the server starts
        self.pack_facts: dict[str, tuple[PackFacts, ...]] = {}  # the same for clients, by language
        self.facts: dict[tuple[object, ...], CachedDocument] = {}  # by what makes them
        self.making = asyncio.Lock()  # one of them at a time is made, in a thread
        self.reading = asyncio.Semaphore(1)  # one pack at a time is read, in a thread
        self.heavy = asyncio.Semaphore(1)  # one replay at a time is made, in a thread
        self.finished: dict[tuple[str, str], bytes] = {}  # what such threads made, newest last
        self.pictures: dict[tuple[str, ...], CachedDocument] = {}  # of tables, newest last
        self._service: TableService | None = None
        self._checking = asyncio.Lock()
        self._checked_until = 0.0
        self._trouble: StorageTrouble | None = None

    @property
    def service(self) -> TableService:
        """The service; there is none before the server has started."""
        if self._service is None:
            raise NotServed("storage", "starting")
        return self._service

    @property
    def has_service(self) -> bool:
        """Whether the database is open and its tables are served."""
        return self._service is not None

    def attach_service(self, service: TableService) -> None:
        """The server has started."""
        self._service = service
        service.context.watch = self.metrics.note
        self.metrics.follow(lambda: service.tables, lambda: self.limiter.count)

    def detach_service(self) -> TableService | None:
        """The server stops or opens its database anew: what was made from the old one is gone."""
        service, self._service = self._service, None
        self.finished.clear()
        self._checked_until = 0.0
        return service

    async def count_table(self, address: str) -> None:
        """An address makes one more table, with a rematch or without; too many are refused."""
        await self.count("tables", address, self.settings.tables_per_hour)

    async def count(self, what: str, who: str, most: int, seconds: float = HOUR) -> None:
        """Count what happens seldom, in all processes together: `most` times in some seconds.

        It is counted in the database, at most an hour long. What happens often is counted in
        `limits.py`, by each process for itself.
        """
        take = partial(people.take, key=f"{what} {who}", rate=most / seconds, most=float(most))
        wait = await self.service.store.change(take)
        if wait:
            raise too_fast(wait, what)

    def seated(self, request: HTTPConnection, joined: Joined) -> Seated:
        """A seat as the API tells it."""
        return Seated(joined.table, joined.seat, joined.token, self.link(request, joined.table))

    def count_check(self, address: str) -> None:
        """An address has one more pack checked; too many are refused."""
        wait = self.checks.take(address)
        if wait:
            raise too_fast(wait, "checks")

    async def check_database(self) -> None:
        """Raise `StorageTrouble` if the database cannot be used, by a check that is not old.

        A check writes, so that a full disk is noticed; however many ask, one at a time is made.
        """
        async with self._checking:
            if time.monotonic() >= self._checked_until:
                self._trouble = None
                try:
                    await self.service.health()
                except StorageTrouble as error:
                    self._trouble = error
                self._checked_until = time.monotonic() + self.settings.ready_seconds
        if self._trouble is not None:
            raise StorageTrouble(self._trouble.kind, self._trouble.detail)

    def link(self, connection: HTTPConnection, table: str) -> str:
        """The address of a table, for people."""
        return f"{self.base(connection)}/t/{table}"

    def base(self, connection: HTTPConnection) -> str:
        """The address of this server: the configured one, else the one of the request."""
        if self.settings.public_url:
            return self.settings.public_url.rstrip("/")
        url = connection.url
        peer = "" if connection.client is None else connection.client.host
        said = connection.headers.get("x-forwarded-proto", "")
        return f"{self.proxies.scheme(peer, url.scheme, said)}://{url.netloc}"

    def keep(self, key: tuple[str, str], made: bytes) -> None:
        """Keep what took long to make, as long as nothing newer takes its place."""
        self.finished[key] = made
        while len(self.finished) > FINISHED_KEPT:
            del self.finished[next(iter(self.finished))]
