"""The database is full, read-only or gone while games are played: a sentence, and nothing lost."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.server.postgres import own_server
from tests.server.proof import troubles
from tests.server.proof.servers import Process
from tests.server.proof.trials import Trial, stopping

PATIENCE = 240.0
TABLES = 4
GOAL = 4  # short games, with enough answers for all troubles: 119 in one of 10,000 trials


def test_a_file_that_is_gone_or_cannot_be_written(tmp_path: Path) -> None:
    server = Process(str(tmp_path / "tables.sqlite"), tmp_path)
    with stopping(server):
        server.start()
        trial = Trial([server], seed=3)
        trial.set_up(TABLES, GOAL)
        strikes = [
            (20, troubles.moved_away(trial, server)),
            (60, troubles.no_room_in_file(trial, server)),
        ]
        asyncio.run(trial.play(strikes, PATIENCE))
        asyncio.run(trial.check())
        assert "Traceback" not in server.log()
        assert server.stop() == 0


def test_a_file_that_is_full_or_read_only(tmp_path: Path) -> None:
    with troubles.inside(tmp_path / "tables.sqlite") as place:
        trial = Trial([place], seed=4)
        trial.set_up(TABLES, GOAL)
        strikes = [(20, troubles.full(trial, place)), (60, troubles.read_only(trial, place))]
        asyncio.run(trial.play(strikes, PATIENCE))
        asyncio.run(trial.check())


def test_postgresql_that_is_full_or_read_only_or_stopped(tmp_path: Path) -> None:
    with own_server() as postgres, postgres.database() as url:
        name = url.partition("@/")[2].partition("?")[0]
        server = Process(url, tmp_path)
        with stopping(server):
            server.start()
            trial = Trial([server], seed=5)
            trial.set_up(TABLES, GOAL)
            strikes = [
                (20, troubles.disk_full(trial, url)),
                (50, troubles.set_read_only(trial, url, name)),
                (80, troubles.stopped(trial, postgres)),
            ]
            asyncio.run(trial.play(strikes, PATIENCE))
            asyncio.run(trial.check())
            assert "Traceback" not in server.log()
            assert server.stop() == 0
