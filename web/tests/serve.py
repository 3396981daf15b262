"""The command `quarriors serve` as the browser tests start it.

It differs from the real one in three ways. Every seed is QUARRIORS_SEED (1 by default), whatever
the pages add to the dice, records say nothing of that, and a full table waits for no numbers, so
the same answers make the same game in every run. Nobody is refused for asking too often. And the
tests have the clock in their hands: a line on the standard input says by how many seconds the
server's time jumps. The server ends when the standard input does, so it never outlives the tests.
"""

from __future__ import annotations

import asyncio
import os
import secrets
import signal
import sys
import threading
import time
from typing import Any
from unittest.mock import patch

LIMITS = (
    *("tables_per_hour", "connections_per_second", "connections_burst", "frames_per_second"),
    *("frames_burst", "requests_per_second", "requests_burst", "messages_per_second"),
    "messages_burst",
)
PLENTY = 1_000_000


class Clock:
    """The machine's clock, ahead of time by as much as the tests have asked for."""

    ahead = 0.0  # seconds

    def now(self) -> float:
        """Seconds since the epoch."""
        return time.time() + self.ahead


def main() -> None:
    """Serve; not at the top, because the processes of the bots import this file too."""
    from quarriors.cli.main import run
    from quarriors.server import operation
    from quarriors.server.sessions import TableService
    from quarriors.table import replay, table_header

    def make_service(store: Any, chosen: Any) -> TableService:
        clock = Clock()
        service = TableService(store, chosen, clock.now)
        loop = asyncio.get_running_loop()
        threading.Thread(target=listen, args=(clock, service, loop), daemon=True).start()
        return service

    seed = int(os.environ.get("QUARRIORS_SEED") or 1)
    for name in LIMITS:
        os.environ[f"QUARRIORS_{name.upper()}"] = str(PLENTY)
    os.environ["QUARRIORS_NUMBER_SECONDS"] = "0"
    with (
        patch.object(secrets, "randbits", lambda _bits: seed),
        patch.object(table_header, "combined_seed", lambda secret, _numbers: secret),
        patch.object(replay, "with_dice", lambda made, *_dice: made),
        patch.object(operation, "TableService", make_service),
    ):
        run()


def listen(clock: Clock, service: Any, loop: asyncio.AbstractEventLoop) -> None:
    """Let time jump as the tests say."""
    for line in sys.stdin:
        loop.call_soon_threadsafe(jump, clock, service, float(line))
    os.kill(os.getpid(), signal.SIGTERM)


def jump(clock: Clock, service: Any, seconds: float) -> None:
    """It is later now, and every table is looked at as if its timer had rung."""
    clock.ahead += seconds
    for session in service.sessions.values():
        session.look()


if __name__ == "__main__":
    main()
