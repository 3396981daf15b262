"""Who is next when bots of many tables wait for few processes.

A job belongs to the address that its table hangs on, and to the table. The next job is one of the
address that has the fewest jobs under way, of several such the one that was served longest ago;
among the tables of one address it goes round. So sixty tables of one address are to all others
like one table, and a job of another address is next in line, however many wait.

Each address has a budget: seconds a minute for which its jobs may hold a process. An address that
has used it up comes after all that have not. Nobody is stopped while there is a process to spare.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from typing import Final, Generic, NamedTuple, TypeVar

T = TypeVar("T")

MINUTE: Final = 60.0
REMEMBERED: Final = 10_000  # addresses


class Owner(NamedTuple):
    """Whose job it is: an address (empty if it is not known) and a table."""

    address: str = ""
    table: str = ""


class Budget:
    """What each address may still spend: it grows steadily up to a minute's worth.

    Debts are kept up to a minute's worth as well, so that an address that had an idle server to
    itself is not made to wait for long afterwards.
    """

    def __init__(self, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._seconds = seconds
        self._clock = clock
        self._left: dict[str, tuple[float, float]] = {}  # what was left, and when

    def spend(self, address: str, seconds: float) -> None:
        """Take off what a job has used."""
        if len(self._left) >= REMEMBERED:
            self._forget()
        left = max(self.left(address) - seconds, -self._seconds)
        self._left[address] = (left, self._clock())

    def left(self, address: str) -> float:
        """Seconds that an address may still use now; negative if it has used too many."""
        left, at = self._left.get(address, (self._seconds, 0.0))
        return min(self._seconds, left + (self._clock() - at) * self._seconds / MINUTE)

    def _forget(self) -> None:
        """Make room: those with all their budget left are as good as new, then the oldest."""
        self._left = {one: at for one, at in self._left.items() if self.left(one) < self._seconds}
        for address in sorted(self._left, key=lambda one: self._left[one][1])[: REMEMBERED // 4]:
            del self._left[address]


class FairQueue(Generic[T]):
    """Jobs that wait, and how many of each address are under way."""

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._waiting: dict[str, dict[str, deque[T]]] = {}  # by address, then table
        self._running: dict[str, int] = {}
        self._served: dict[str, int] = {}  # when each address was last served, in jobs
        self._jobs = 0  # served so far
        self._length = 0

    def __len__(self) -> int:
        return self._length

    def push(self, owner: Owner, job: T) -> None:
        """A job has to wait."""
        self._waiting.setdefault(owner.address, {}).setdefault(owner.table, deque()).append(job)
        self._length += 1

    def pop(self) -> T | None:
        """The job whose turn it is, which begins now; None if none waits."""
        if not self._waiting:
            return None
        address = min(self._waiting, key=self._order)
        tables = self._waiting[address]
        table, jobs = next(iter(tables.items()))
        job = jobs.popleft()
        self._drop(address, table)
        if jobs:
            tables[table] = jobs  # behind the other tables
            self._waiting[address] = tables
        self._length -= 1
        self.begin(address)
        return job

    def remove(self, owner: Owner, job: T) -> None:
        """A job that waits is not wanted any more."""
        self._waiting[owner.address][owner.table].remove(job)
        self._length -= 1
        if not self._waiting[owner.address][owner.table]:
            self._drop(owner.address, owner.table)

    def begin(self, address: str) -> None:
        """A job of an address has got a process."""
        self._jobs += 1
        if len(self._served) >= REMEMBERED:
            self._served = {one: at for one, at in self._served.items() if one in self._waiting}
        self._served[address] = self._jobs
        self._running[address] = self._running.get(address, 0) + 1

    def end(self, address: str, seconds: float) -> None:
        """A job of an address is done, or was given up, and has held a process for so long."""
        self._running[address] -= 1
        if not self._running[address]:
            del self._running[address]
        self._budget.spend(address, seconds)

    def _drop(self, address: str, table: str) -> None:
        del self._waiting[address][table]
        if not self._waiting[address]:
            del self._waiting[address]

    def _order(self, address: str) -> tuple[bool, int, int]:
        spent = self._budget.left(address) <= 0.0
        return spent, self._running.get(address, 0), self._served.get(address, 0)
