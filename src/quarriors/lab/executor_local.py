"""A executor of processes on this machine.

Workers are started fresh ("spawn"), which works alike on every system. They leave Ctrl-C to their
parent and learn from a shared flag when to stop; they end with the parent, however it ends.
"""

from __future__ import annotations

import gc
import multiprocessing
from collections.abc import Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, ProcessPoolExecutor, wait
from ctypes import c_bool
from multiprocessing.sharedctypes import RawValue
from typing import Any

from quarriors.children import begin_as_child, starting_children
from quarriors.lab.executor import AHEAD, Batch, Work, WorkerLost, do_batch


class _Worker:
    """What a worker process was given when it started."""

    work: Work[Any]
    halt: Any


def _start_worker(work: Work[Any], halt: Any) -> None:
    begin_as_child()
    gc.freeze()  # what is imported stays, and games make no circles worth looking for so often
    gc.set_threshold(50_000)
    _Worker.work = work
    _Worker.halt = halt


def _batch(jobs: Sequence[int]) -> Batch:
    return do_batch(_Worker.work, jobs, _halted)


def _halted() -> bool:
    return bool(_Worker.halt.value)


class Processes:
    """A number of processes; if one dies, all are started anew and play its batches again."""

    batch_seconds = 0.3
    most_in_batch = 64

    def __init__(self, workers: int) -> None:
        self._workers = workers
        self._flag = RawValue(c_bool, False)
        self._work: Work[Any] | None = None
        self._pool: ProcessPoolExecutor | None = None

    def begin(self, work: Work[Any]) -> None:
        """Start the processes."""
        self._work = work
        context = multiprocessing.get_context("spawn")
        told = (work, self._flag)
        self._pool = ProcessPoolExecutor(self._workers, context, _start_worker, told)

    def room(self) -> int:
        """A few for each process."""
        return AHEAD * self._workers

    def submit(self, jobs: Sequence[int]) -> Future[Batch]:
        """Give a batch to the next free process."""
        assert self._pool is not None, "begin first"
        assert self._work is not None
        try:
            return self._give_out(self._pool, jobs)
        except BrokenExecutor:
            self._pool.shutdown(wait=True)
            self.begin(self._work)
            return self._give_out(self._pool, jobs)

    def _give_out(self, pool: ProcessPoolExecutor, jobs: Sequence[int]) -> Future[Batch]:
        with starting_children():  # a pool starts its processes one by one, as work comes in
            return pool.submit(_batch, jobs)

    def finished(self, handles: Sequence[Any], seconds: float) -> Sequence[Any]:
        """Those that are done."""
        done = wait(handles, timeout=seconds, return_when=FIRST_COMPLETED).done
        return [handle for handle in handles if handle in done]

    def fetch(self, handle: Any) -> Batch:
        """What a batch brought."""
        future: Future[Batch] = handle
        try:
            return future.result()
        except BrokenExecutor as error:
            raise WorkerLost from error

    def halt(self) -> None:
        """Raise the flag."""
        self._flag.value = True

    def close(self) -> None:
        """End the processes."""
        self.halt()
        if self._pool is not None:
            self._pool.shutdown(wait=True, cancel_futures=True)
