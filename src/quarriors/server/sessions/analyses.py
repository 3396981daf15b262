"""Analyses of finished games: worked out by the slow workers in pieces, and kept.

One address has few analyses under way at a time, and each piece waits its turn like the bots of
that address. A game takes bounded time: the longer it is, the fewer rollouts a decision gets, and
what is not done after `LONGEST` seconds of work is left out. So is the rest of a game with a piece
that never comes back in time: a process may stand still for long on a busy machine.
"""

from __future__ import annotations

import asyncio
import logging
from time import monotonic
from typing import Any, Final

from quarriors.bots.analysis import Analysis, Loss, finished, passes_for, summed_up
from quarriors.server.fair_queue import Owner
from quarriors.server.protocol.codec import encode
from quarriors.server.sessions.tasks import Tasks
from quarriors.server.thinking import Piece
from quarriors.server.workers import LATE, BotFailed, Workers
from quarriors.table.errors import Refusal
from quarriors.table.replay import record
from quarriors.table.table import LiveTable

LOG: Final = logging.getLogger("quarriors.server.sessions")

PIECE: Final = 1.0  # seconds that one job takes, however fast the machine is
LONGEST: Final = 120.0  # seconds of work for one game
MOST: Final = 16  # analyses under way in one process,
MOST_OF_ADDRESS: Final = 2  # and of one address
KEPT: Final = 64  # analyses and failures that are remembered

Done = tuple[Analysis, dict[str, Any]]  # with the record it is of


class Analyses:
    """The analyses of one process."""

    def __init__(self, workers: Workers, tasks: Tasks) -> None:
        self._workers = workers
        self._tasks = tasks
        self._running: dict[str, tuple[str, float]] = {}  # by game: the address, how far it is
        self._done: dict[str, Done | None] = {}  # None: it failed

    def find(self, table: LiveTable, address: str) -> Done | float | None:
        """The analysis of a finished game, or how far it is; the first to ask begins it.

        None if too many are under way to begin another.
        """
        key = f"{table.id}/{table.seq}"
        if key in self._done:
            found = self._done[key]
            if found is None:
                raise Refusal("not_now", "analysis_failed")
            return found
        if key not in self._running:
            mine = sum(owner == address for owner, _ in self._running.values())
            if len(self._running) >= MOST or mine >= MOST_OF_ADDRESS:
                return None
            self._running[key] = (address, 0.0)
            self._tasks.aside(self._work(table, key, address))
        return self._running[key][1]

    async def _work(self, table: LiveTable, key: str, address: str) -> None:
        """Look at all decisions of a game, piece by piece."""
        try:
            self._keep(key, await self._analysis(table, key, address))
        except BotFailed as failure:
            LOG.warning("no analysis: %s %s", failure.how, failure.detail)
            if failure.how != "closed":
                self._keep(key, None)
        except Exception:
            self._keep(key, None)
            raise
        finally:
            del self._running[key]

    async def _analysis(self, table: LiveTable, key: str, address: str) -> Done:
        made = await asyncio.to_thread(record, table)
        data = encode(made)
        game = await asyncio.to_thread(finished, data)
        decisions = len(game.answers)
        passes = passes_for(game)
        owner = Owner(address, table.id)
        losses: list[Loss] = []
        spent = 0.0
        at = 0
        while at < decisions and spent < LONGEST:
            began = monotonic()
            piece = Piece(data, at, decisions, passes, PIECE)
            try:
                found, at = await self._workers.judge(piece, owner)
            except BotFailed as failure:
                if failure.how != LATE:
                    raise
                LOG.warning("an analysis ends after %s of %s decisions", at, decisions)
                break
            losses.extend(found)
            spent += monotonic() - began
            self._running[key] = (address, at / decisions)
        return await asyncio.to_thread(summed_up, data, losses, at), made

    def _keep(self, key: str, found: Done | None) -> None:
        """Remember what came of it."""
        self._done[key] = found
        while len(self._done) > KEPT:
            del self._done[next(iter(self._done))]
