"""The same simulation on a real Ray cluster, started on this machine for the test.

Only `make test-all` installs Ray. It lives in processes of its own here: what it does to signals,
warnings and logging stays there.
"""

from __future__ import annotations

import importlib.util
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import quarriors as q
from quarriors.engine import is_compiled
from quarriors.lab.dataset_writer import SavedSimulation
from quarriors.lab.simulate import Plan
from tests.error_stream import without_advice

from .helpers import command, content, finished_games, ray_environment, wait_for

pytest.importorskip("polars")
if importlib.util.find_spec("ray") is None:
    pytest.skip(
        "ray is not installed; there may be no wheel of it for this Python",
        allow_module_level=True,
    )
if not Path("/proc/self/stat").exists():
    pytest.skip("this system has no /proc to find worker processes in", allow_module_level=True)

# Two machines as Ray sees them. It says its address; a line makes the second machine vanish, the
# next one ends it.
TWO_MACHINES = """
import sys
from ray.cluster_utils import Cluster

cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
second = cluster.add_node(num_cpus=1)
print("address", cluster.address, flush=True)
sys.stdin.readline()
cluster.remove_node(second, allow_graceful=False)
print("gone", flush=True)
sys.stdin.readline()
cluster.shutdown()
"""
GAMES = 1500 if is_compiled() else 300
PATIENCE = 300


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same games without Ray, by one process."""
    folder = tmp_path_factory.mktemp("whole") / "run"
    with SavedSimulation(folder, Plan(q.Rules(2), ("random", "random"), 5), GAMES) as saved:
        for _ in saved.play():
            pass
    return folder


def parents() -> dict[int, int]:
    """Who started whom."""
    found = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:  # it has ended meanwhile
                continue
            found[int(entry.name)] = int(fields[1])
    return found


def below(root: int) -> list[int]:
    """All processes that a process has started, and those that these have."""
    started = parents()
    found = {root}
    while True:
        more = {pid for pid, parent in started.items() if parent in found} - found
        if not more:
            return sorted(found - {root})
        found |= more


def playing(root: int) -> list[int]:
    """The workers of the cluster that are at a batch just now; Ray names them after it."""
    found = []
    for pid in below(root):
        try:
            title = Path(f"/proc/{pid}/cmdline").read_bytes()
        except OSError:
            continue
        if title.startswith(b"ray::_batch"):
            found.append(pid)
    return found


@contextmanager
def ended(process: subprocess.Popen[str]) -> Iterator[subprocess.Popen[str]]:
    """A process of which nothing is left over afterwards."""
    started: list[int] = []
    try:
        yield process
    finally:
        if process.poll() is None:
            started = below(process.pid)
            process.kill()
        for pid in started:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                continue
        process.communicate()


@contextmanager
def on_ray(folder: Path, *where: str) -> Iterator[subprocess.Popen[str]]:
    """The command on a cluster, of two workers on this machine if none is named."""
    cluster = where or ("--ray", "local", "--workers", "2")
    arguments = ("simulate", "-n", str(GAMES), "--seed", "5", *cluster, "--out", str(folder))
    with ended(command(*arguments)) as process:
        yield process


@contextmanager
def two_machines() -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """A cluster of two machines that asks for a token: its address, and the process it is."""
    with ended(
        subprocess.Popen(
            [sys.executable, "-c", TWO_MACHINES],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**ray_environment(), "RAY_AUTH_MODE": "token"},
        )
    ) as cluster:
        assert cluster.stdout is not None
        for line in cluster.stdout:
            if line.startswith("address "):
                yield line.split()[1], cluster
                return
        raise AssertionError("the cluster did not start")


@pytest.mark.long
def test_a_killed_worker_changes_no_byte(whole: Path, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    with on_ray(folder) as process:
        wait_for(lambda: finished_games(folder) >= 2, process, PATIENCE)
        victim = 0

        def found() -> bool:
            nonlocal victim
            victim = next(iter(playing(process.pid)), 0)
            return victim > 0

        wait_for(found, process, PATIENCE)
        os.kill(victim, signal.SIGKILL)
        assert finished_games(folder) < GAMES
        out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, err
    assert f"{GAMES} games in " in out
    assert "Traceback" not in err
    assert content(folder) == content(whole)
    assert victim not in parents()


@pytest.mark.long
def test_a_lost_machine_changes_no_byte(
    whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A cluster by its address, with a token, and one of its two machines gone in the middle."""
    monkeypatch.setenv("RAY_AUTH_TOKEN", "5" * 64)
    monkeypatch.delenv("RAY_AUTH_MODE", raising=False)
    folder = tmp_path / "run"
    with two_machines() as (address, cluster), on_ray(folder, "--ray", address) as process:
        assert cluster.stdin is not None
        assert cluster.stdout is not None
        wait_for(lambda: finished_games(folder) >= 2, process, PATIENCE)
        wait_for(lambda: len(playing(cluster.pid)) == 2, process, PATIENCE)
        cluster.stdin.write("away with the second\n")
        cluster.stdin.flush()
        assert cluster.stdout.readline() == "gone\n"
        assert finished_games(folder) < GAMES
        out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, err
    assert out.startswith(f"{GAMES} games in ")  # and not with what Ray thinks of it
    assert content(folder) == content(whole)


def test_ctrl_c_is_polite_and_processes_go_on_where_the_cluster_stopped(
    whole: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "run"
    with on_ray(folder) as process:
        wait_for(lambda: finished_games(folder) >= 2, process, PATIENCE)
        cluster = below(process.pid)
        os.killpg(process.pid, signal.SIGINT)
        _out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130, err
    done = finished_games(folder)
    assert 2 <= done < GAMES
    assert without_advice(err).startswith(f"Stopped after {done} of {GAMES} games")
    assert cluster
    with SavedSimulation(folder, Plan(q.Rules(2), ("random", "random"), 5), GAMES) as saved:
        assert saved.found == done
        for _ in saved.play():
            pass
    assert content(folder) == content(whole)


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("nowhere", "nowhere isn't the address of a Ray cluster; use auto, local, HOST:PORT"),
        ("127.0.0.1:9", "There's no Ray cluster at 127.0.0.1:9"),
        ("ray://127.0.0.1:9", "There's no Ray cluster at ray://127.0.0.1:9"),
    ],
)
def test_a_cluster_that_is_not_there(address: str, words: str) -> None:
    process = command("simulate", "-n", "1", "--ray", address)
    out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 2
    assert out == ""
    assert err.startswith(words)
    assert err.count("\n") == 1
