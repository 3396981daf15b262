"""What the tests of the lab share: small plans, folders by content, the command in a process."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import quarriors as q
from quarriors.lab.dataset_reader import OPEN, is_whole, read_manifest
from quarriors.lab.errors import LabError
from quarriors.lab.simulate import Plan

SHORT = q.Rules(players=2, round_limit=3)


def plan(seed: int = 7, *, rules: q.Rules = SHORT, bot: str = "random") -> Plan:
    return Plan(rules, (bot,) * rules.players, seed)


def content(folder: Path) -> dict[str, bytes]:
    """Every file of a folder but the lock, by its name."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != ".lock"
    }


def ray_environment() -> dict[str, str]:
    """Ours; but Ray's workers do not stand back behind all that runs, other tests for example."""
    return {**os.environ, "RAY_USAGE_STATS_ENABLED": "0", "RAY_worker_niceness": "0"}


def command(*arguments: str) -> subprocess.Popen[str]:
    """`quarriors` as a process of its own, the leader of its group as under a terminal."""
    return subprocess.Popen(
        [sys.executable, "-m", "quarriors.cli.main", *arguments, "--lang", "en"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        env=ray_environment(),
    )


def wait_for(there: Callable[[], bool], process: subprocess.Popen[str], seconds: float) -> None:
    """Until something is there; the process must not end before."""
    deadline = time.monotonic() + seconds
    while not there():
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < deadline, "waited too long"
        time.sleep(0.02)


def finished_games(folder: Path) -> int:
    """How many games a folder holds, those that wait for their part included."""
    try:
        manifest = read_manifest(folder)
        lines = (folder / OPEN).read_bytes().splitlines(keepends=True)
    except (LabError, FileNotFoundError):  # it has only just begun
        return 0
    done: set[int] = set()
    for part in range(manifest.parts):
        if is_whole(folder, manifest, part):
            done.update(manifest.games_of(part))
    done.update(json.loads(line)["games"][0][0] for line in lines if line.endswith(b"\n"))
    return len(done)
