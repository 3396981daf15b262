"""Servers are killed at random moments of many games, and nothing that they said is lost."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.server.postgres import fresh_database
from tests.server.proof.servers import Process
from tests.server.proof.trials import Trial, ending, killing, ready, starting, stopping

PATIENCE = 240.0  # seconds, on a machine that does other things as well


def test_killed_again_and_again(tmp_path: Path) -> None:
    """Eight games on one file; two kills while they are played, each followed by a start."""
    server = Process(str(tmp_path / "tables.sqlite"), tmp_path)
    with stopping(server):
        server.start()
        trial = Trial([server], seed=1)
        trial.set_up(8, goal=3)
        points = sorted(trial.chance.sample(range(20, 120), 2))
        asyncio.run(trial.play([(after, killing(server)) for after in points], PATIENCE))
        assert server.kills == 2
        assert trial.tally.acknowledged > 120
        assert trial.tally.lost >= 2 * 6
        asyncio.run(trial.check())
        assert server.errors() == []
        assert server.left_behind() == [], "bots that think for nobody"
        assert server.stop() == 0


def test_two_processes_and_one_killed(tmp_path: Path) -> None:
    """Players of one table on different processes of one PostgreSQL; each is killed once.

    The players of the one that was killed go on at the other, at once.
    """
    with fresh_database() as database:
        left, right = (Process(database, tmp_path, name) for name in ("left", "right"))
        with stopping(left, right):
            left.launch()
            right.start()
            asyncio.run(ready(left))
            trial = Trial([left, right], seed=2)
            trial.set_up(4, goal=4)
            strikes = [(20, ending(left)), (50, starting(left)), (70, ending(right))]
            asyncio.run(trial.play(strikes, PATIENCE))
            assert (left.kills, right.kills) == (1, 1)
            assert trial.tally.acknowledged > 70
            asyncio.run(trial.check())
            assert left.errors() == right.errors() == []
            assert left.stop() == 0
