"""Jobs shared out to workers: in order, once each, whichever worker dies on the way."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from quarriors.lab.executor import LOSSES, Batch, Stop, Work, WorkerLost, do_batch, never, run_jobs


def double(job: int, halt: Stop) -> int | None:
    return None if halt() else 2 * job


class Handle:
    def __init__(self, jobs: Sequence[int]) -> None:
        self.jobs = list(jobs)


class FakeCrew:
    """Workers in this process that finish the newest batch first and die when they are told to."""

    batch_seconds = 1.0
    most_in_batch = 3

    def __init__(self, deaths: int = 0) -> None:
        self.deaths = deaths
        self.given: list[list[int]] = []
        self.stopped = self.closed = 0
        self.work: Work[Any] = double

    def begin(self, work: Work[Any]) -> None:
        self.work = work

    def room(self) -> int:
        return 4

    def submit(self, jobs: Sequence[int]) -> Handle:
        self.given.append(list(jobs))
        return Handle(jobs)

    def finished(self, handles: Sequence[Any], seconds: float) -> Sequence[Any]:
        return handles[-1:]

    def fetch(self, handle: Any) -> Batch:
        if self.deaths and 5 in handle.jobs:
            self.deaths -= 1
            raise WorkerLost
        return do_batch(self.work, handle.jobs, never)

    def halt(self) -> None:
        self.stopped += 1

    def close(self) -> None:
        self.closed += 1


def test_results_come_in_the_order_of_the_jobs_though_batches_do_not() -> None:
    executor = FakeCrew()
    assert list(run_jobs(double, range(40), executor, never)) == [2 * job for job in range(40)]
    assert max(len(jobs) for jobs in executor.given) == 3
    assert executor.closed == 1


def test_or_as_soon_as_they_are_there() -> None:
    found = list(run_jobs(double, range(40), FakeCrew(), never, in_order=False))
    assert found != sorted(found)
    assert sorted(found) == [2 * job for job in range(40)]


@pytest.mark.parametrize("deaths", [1, LOSSES])
def test_a_lost_batch_is_done_again_and_taken_once(deaths: int) -> None:
    executor = FakeCrew(deaths)
    assert list(run_jobs(double, range(40), executor, never)) == [2 * job for job in range(40)]
    assert sum(5 in jobs for jobs in executor.given) == 1 + deaths
    assert executor.closed == 1


def test_a_batch_that_kills_every_worker_is_given_up() -> None:
    executor = FakeCrew(LOSSES + 1)
    with pytest.raises(WorkerLost):
        list(run_jobs(double, range(40), executor, never))
    assert executor.closed == 1


def broken(job: int, halt: Stop) -> int:
    if job == 9:
        raise ZeroDivisionError("nine")
    return job


def gathered(found: list[int], executor: FakeCrew) -> None:
    """Take what comes, one by one, until an error does."""
    for one in run_jobs(broken, range(40), executor, never):
        found.append(one)  # noqa: PERF402  # what came before the error counts


def test_an_error_comes_when_its_turn_comes() -> None:
    found: list[int] = []
    with pytest.raises(ZeroDivisionError, match="nine"):
        gathered(found, FakeCrew())
    assert found == list(range(len(found)))
    assert 6 <= len(found) <= 9


def test_stopping_begins_nothing_more() -> None:
    executor = FakeCrew()
    found: list[int] = []
    for one in run_jobs(double, range(1000), executor, lambda: len(found) >= 5):
        found.append(one)  # noqa: PERF402  # the stop looks at it
    assert 5 <= len(found) < 40
    assert executor.stopped == 1
    assert executor.closed == 1


def test_no_jobs_start_no_workers() -> None:
    executor = FakeCrew()
    assert list(run_jobs(double, [], executor, never)) == []
    assert executor.given == []
    assert executor.closed == 1


JOBS = """
import os
import signal
from pathlib import Path

def dies_once(mark, job, halt):
    if job == 30 and not Path(mark).exists():
        Path(mark).write_text("died")
        os.kill(os.getpid(), signal.SIGKILL)
    return job * job

def dies(mark, job, halt):
    with Path(mark).open("a") as file:
        file.write("died ")
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.fixture
def jobs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Jobs that other processes can import."""
    (tmp_path / "jobs_that_kill.py").write_text(JOBS)
    monkeypatch.syspath_prepend(tmp_path)
    yield import_module("jobs_that_kill")
    del sys.modules["jobs_that_kill"]


def test_a_process_that_is_killed_costs_nothing(tmp_path: Path, jobs: Any) -> None:
    mark = tmp_path / "mark"
    found = list(run_jobs(partial(jobs.dies_once, str(mark)), range(60), 2, never))
    assert mark.read_text() == "died"
    assert found == [job * job for job in range(60)]


def test_processes_that_die_again_and_again_are_given_up(tmp_path: Path, jobs: Any) -> None:
    mark = tmp_path / "mark"
    with pytest.raises(WorkerLost):
        list(run_jobs(partial(jobs.dies, str(mark)), range(2), 2, never))
    assert mark.read_text().count("died") > LOSSES
