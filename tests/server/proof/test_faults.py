"""The server is killed at random moments of many games, and nothing that it said is lost."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest

from tests.server.proof.servers import Process, gone
from tests.server.proof.trials import Trial, killing, stopping


def test_killed_again_and_again(tmp_path: Path) -> None:
    """Twelve games; three kills while they are played, each followed by a start."""
    server = Process(str(tmp_path / "tables.sqlite"), tmp_path)
    with stopping(server):
        server.start()
        trial = Trial([server], seed=1)
        trial.set_up(12)
        points = sorted(trial.chance.sample(range(40, 500), 3))
        strikes = [(after, killing(server)) for after in points]
        asyncio.run(trial.play(strikes, 120))
        assert server.kills == 3
        assert trial.tally.acknowledged > 500
        assert trial.tally.lost >= 3 * 20
        asyncio.run(trial.check())
        assert server.errors() == []
        assert server.stop() == 0
