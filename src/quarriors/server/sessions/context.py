"""What all sessions of one process share: database, settings, clock, bots, presence."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from quarriors.server.notify.notifier import Notifier
from quarriors.server.sessions.analyses import Analyses
from quarriors.server.sessions.presence import PresenceTracker
from quarriors.server.sessions.tasks import Tasks
from quarriors.server.settings import Settings
from quarriors.server.store import Store
from quarriors.server.workers import Workers


class SessionContext:
    """One for each process; `TableService` makes it."""

    def __init__(
        self, store: Store, settings: Settings, now: Callable[[], float] = time.time
    ) -> None:
        self.store = store
        self.settings = settings
        self.now = now  # seconds since the epoch; tests have their own
        self.watch: Callable[[str, float], None] = _unwatched  # metrics: what, and how much
        self.workers = Workers(settings)
        self.presence = PresenceTracker(store, settings, now)
        self.tasks = Tasks()
        self.analyses = Analyses(self.workers, self.tasks)
        self.notifier = Notifier(store, settings, now)
        self.closing = False  # the server goes down
        self.at_work: set[asyncio.Task[None]] = set()  # what schedulers do just now


def _unwatched(_what: str, _number: float) -> None:
    """Nobody counts."""
