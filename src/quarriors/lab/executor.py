"""Numbered jobs shared out to workers, wherever these are.

The caller gives one function that plays the game of a number; it must be
possible to pickle it. What a job does may depend on nothing but its number, so that neither the
number of workers nor the loss of one changes anything: a batch whose worker died is given to
another, and what it brings is taken once.

How batches are sized, ordered, given out again and stopped is here, once. Where the workers are is
a `Executor`: `crew_local` has processes on this machine, `crew_ray` those of a Ray cluster.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

GLANCE = 0.05  # seconds between two looks whether to stop
AHEAD = 2  # batches under way for each worker, so that none waits for its next one
WINDOW = 4  # and this many times as many may be finished but wait for an earlier one
LOSSES = 3  # how often the worker of one and the same batch may die

Stop = Callable[[], bool]
T = TypeVar("T")
# A job: its number and whether to stop; None if it was dropped because of that.
Work = Callable[[int, Stop], T | None]
Batch = tuple[list[Any], float]


class WorkerLost(BrokenExecutor):
    """The worker of a batch died, and the batch with it."""


class Executor(Protocol):
    """Workers that are given batches of jobs and bring what came of them."""

    batch_seconds: float  # how long a worker should be left alone
    most_in_batch: int

    def begin(self, work: Work[Any]) -> None:
        """Get ready for this work."""

    def room(self) -> int:
        """How many batches are worth having under way now."""

    def submit(self, jobs: Sequence[int]) -> Any:
        """Give a batch to some worker; a handle to ask for it."""

    def finished(self, handles: Sequence[Any], seconds: float) -> Sequence[Any]:
        """Those of the batches that are done, lost or broken; wait so long for the first."""

    def fetch(self, handle: Any) -> Batch:
        """What a batch brought; raises what it raised, or `WorkerLost`."""

    def halt(self) -> None:
        """Tell all workers to drop what they are doing."""

    def close(self) -> None:
        """Let the workers go."""


def never() -> bool:
    """No reason to stop."""
    return False


def is_count(value: object) -> bool:
    """Whether it is a whole number from 1 on."""
    return isinstance(value, int) and not isinstance(value, bool) and value >= 1


def run_jobs(
    work: Work[T],
    jobs: Sequence[int],
    executor: Executor | int,
    halt: Stop,
    *,
    in_order: bool = True,
) -> Iterator[T]:
    """Do all jobs and give what they bring: in the order of the jobs, or as soon as it is there.

    The executor may be a number of processes; one is this process itself. `halt` is asked all the
    time: once it says yes, no further job is begun, those under way are dropped, and what is
    finished still comes.
    """
    if executor == 1:
        return _alone(work, jobs, halt)
    if isinstance(executor, int):
        from quarriors.lab.executor_local import Processes

        executor = Processes(min(executor, max(1, len(jobs))))
    return _together(work, jobs, executor, halt, in_order)


def _alone(work: Work[T], jobs: Sequence[int], halt: Stop) -> Iterator[T]:
    """All jobs in this process."""
    for job in jobs:
        done = work(job, halt)
        if done is None:
            return
        yield done


def do_batch(work: Work[Any], jobs: Sequence[int], halt: Stop) -> Batch:
    """Some jobs in a worker, and how long they took."""
    began = time.perf_counter()
    done: list[Any] = []
    for job in jobs:
        one = work(job, halt)
        if one is None:
            break
        done.append(one)
    return done, time.perf_counter() - began


# --- batches -----------------------------------------------------------------------------------


@dataclass(eq=False)
class _Sent:
    """A batch that was given to a worker, and what became of it."""

    jobs: Sequence[int]
    handle: Any
    losses: int = 0
    brought: Batch | None = None
    error: Exception | None = None

    @property
    def over(self) -> bool:
        """Whether there is nothing to wait for any more."""
        return self.brought is not None or self.error is not None


def _together(
    work: Work[T], jobs: Sequence[int], executor: Executor, halt: Stop, in_order: bool
) -> Iterator[T]:
    """Batches of jobs on many workers, a few ahead."""
    sent: deque[_Sent] = deque()
    following = 0
    size = 1
    halted = False
    try:
        if jobs:
            executor.begin(work)
        while following < len(jobs) or sent:
            if not halted and halt():
                halted = True
                executor.halt()
            room = executor.room()
            under_way = sum(not batch.over for batch in sent)
            while not halted and following < len(jobs) and under_way < room:
                if len(sent) >= WINDOW * room:
                    break
                some = jobs[following : following + size]
                sent.append(_Sent(some, executor.submit(some)))
                following += len(some)
                under_way += 1
            if not sent:
                return
            _look(executor, sent, halted)
            for batch in _ripe(sent, in_order):
                if batch.error is not None:
                    raise batch.error
                assert batch.brought is not None  # it is over
                done, seconds = batch.brought
                yield from done
                if done:
                    wanted = int(executor.batch_seconds * len(done) / max(seconds, 1e-6))
                    size = max(1, min(wanted, executor.most_in_batch))
    finally:
        executor.close()


def _look(executor: Executor, sent: deque[_Sent], halted: bool) -> None:
    """See what has finished; give lost batches out again, unless nothing is to be begun."""
    waiting = {id(batch.handle): batch for batch in sent if not batch.over}
    handles = [batch.handle for batch in waiting.values()]
    for handle in executor.finished(handles, GLANCE) if handles else ():
        batch = waiting[id(handle)]
        try:
            batch.brought = executor.fetch(handle)
        except WorkerLost as error:
            batch.losses += 1
            if halted:
                batch.brought = ([], 0.0)
            elif batch.losses > LOSSES:
                batch.error = error
            else:
                batch.handle = executor.submit(batch.jobs)
        except Exception as error:  # raised when its turn comes
            batch.error = error


def _ripe(sent: deque[_Sent], in_order: bool) -> Iterator[_Sent]:
    """Take out the batches whose turn it is."""
    if in_order:
        while sent and sent[0].over:
            yield sent.popleft()
    else:
        for batch in [batch for batch in sent if batch.over]:
            sent.remove(batch)
            yield batch
