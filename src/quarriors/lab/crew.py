"""Numbered jobs shared out to processes.

Whoever has many games to play gives one function that plays the game of a number; it must be
possible to pickle it. Workers are started fresh ("spawn"), which works alike on every system. What
a job does may depend on nothing but its number, so that the number of workers changes nothing.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from ctypes import c_bool
from multiprocessing.sharedctypes import RawValue
from typing import Any, TypeVar

GLANCE = 0.05  # seconds between two looks whether to stop
BATCH_SECONDS = 0.3  # how long a worker is left alone
MOST_IN_BATCH = 64
AHEAD = 2  # batches under way for each worker, so that none waits for its next one

Stop = Callable[[], bool]
T = TypeVar("T")
# A job: its number and whether to stop; None if it was dropped because of that.
Work = Callable[[int, Stop], T | None]
Batch = tuple[list[Any], float]


def never() -> bool:
    """No reason to stop."""
    return False


def is_count(value: object) -> bool:
    """Whether it is a whole number from 1 on."""
    return isinstance(value, int) and not isinstance(value, bool) and value >= 1


def run_jobs(
    work: Work[T], jobs: Sequence[int], workers: int, halt: Stop, *, in_order: bool = True
) -> Iterator[T]:
    """Do all jobs and give what they bring: in the order of the jobs, or as soon as it is there.

    `halt` is asked all the time: once it says yes, no further job is begun, those under way are
    dropped, and what is finished still comes.
    """
    if workers == 1:
        return _alone(work, jobs, halt)
    return _together(work, jobs, min(workers, len(jobs)), halt, in_order)


def _alone(work: Work[T], jobs: Sequence[int], halt: Stop) -> Iterator[T]:
    """All jobs in this process."""
    for job in jobs:
        done = work(job, halt)
        if done is None:
            return
        yield done


# --- many processes ----------------------------------------------------------------------------


class _Worker:
    """What a worker process was told when it started."""

    work: Work[Any]
    halt: Any


def _start_worker(work: Work[Any], halt: Any) -> None:
    """A worker leaves Ctrl-C to its parent and learns from a shared flag when to stop."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _Worker.work = work
    _Worker.halt = halt
    threading.Thread(target=_leave_with_parent, daemon=True).start()


def _leave_with_parent() -> None:
    """End with the parent: one that was killed cannot tell its workers to stop."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _batch(jobs: Sequence[int]) -> Batch:
    """Some jobs in a worker, and how long they took."""
    began = time.perf_counter()
    done: list[Any] = []
    for job in jobs:
        one = _Worker.work(job, _halted)
        if one is None:
            break
        done.append(one)
    return done, time.perf_counter() - began


def _halted() -> bool:
    return bool(_Worker.halt.value)


def _together(
    work: Work[T], jobs: Sequence[int], workers: int, halt: Stop, in_order: bool
) -> Iterator[T]:
    """Batches of jobs on several processes, a few ahead."""
    if not jobs:
        return
    flag = RawValue(c_bool, False)
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(workers, context, _start_worker, (work, flag))
    waiting: list[Future[Batch]] = []
    following = 0
    size = 1
    try:
        while following < len(jobs) or waiting:
            while following < len(jobs) and len(waiting) < AHEAD * workers and not flag.value:
                waiting.append(pool.submit(_batch, jobs[following : following + size]))
                following += size
            if not waiting:
                return
            future = _finished(waiting[:1] if in_order else waiting, halt, flag)
            waiting.remove(future)
            done, seconds = future.result()
            yield from done
            if done:
                wanted = int(BATCH_SECONDS * len(done) / max(seconds, 1e-6))
                size = max(1, min(wanted, MOST_IN_BATCH))
    finally:
        flag.value = True
        pool.shutdown(wait=True, cancel_futures=True)


def _finished(waiting: Sequence[Future[Batch]], halt: Stop, flag: Any) -> Future[Batch]:
    """Wait until one of these batches is done; when told to stop, tell the workers."""
    while True:
        if halt():
            flag.value = True
        done = wait(waiting, timeout=GLANCE, return_when=FIRST_COMPLETED).done
        for future in waiting:
            if future in done:
                return future
