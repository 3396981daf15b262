"""Hostile clients of every kind beside honest games: all of these end and can be verified."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.server.proof.hostile import KINDS, beside, has_second_address
from tests.server.proof.servers import Process
from tests.server.proof.trials import Trial, stopping

LONG = 300.0
LINES = 500  # of the log; one flood alone used to write thousands


@pytest.mark.skipif(not has_second_address(), reason="attacks come from another address")
def test_honest_games_end_and_verify_beside_every_attack(tmp_path: Path) -> None:
    server = Process(str(tmp_path / "tables.sqlite"), tmp_path)
    with stopping(server):
        server.start()
        trial = Trial([server], seed=15)
        trial.set_up(6)
        with beside(server.url, trial.tables[0]) as tolls:
            asyncio.run(trial.play([], LONG))
        asyncio.run(trial.check())
        assert set(tolls) == set(KINDS)
        assert all(toll.connections > 0 for toll in tolls.values()), tolls
        assert tolls["pong"].cut > 0
        assert server.errors() == []
        assert "connection_cut" in server.log()
        assert len(server.lines()) < LINES
        assert server.stop() == 0
