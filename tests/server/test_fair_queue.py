"""Whose bot is next (fault 3): by address, then by table, within a budget; no clock, no process."""

from __future__ import annotations

import asyncio
from concurrent.futures import Executor, Future
from typing import Any

import pytest

from quarriors.server.fair_queue import Budget, FairQueue, Owner
from quarriors.server.thinking import Said
from quarriors.server.workers import BotFailed, Crew


class Clock:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.now = 1_000.0

    def __call__(self) -> float:
        return self.now


def a_queue(budget: float = 60.0, clock: Clock | None = None) -> FairQueue[str]:
    return FairQueue(Budget(budget, clock or Clock()))


def served(queue: FairQueue[str], jobs: int, seconds: float = 0.0) -> list[str]:
    """The next jobs, each done before the next one begins."""
    found: list[str] = []
    for _ in range(jobs):
        job = queue.pop()
        assert job is not None
        found.append(job)
        queue.end(job[0], seconds)
    return found


def test_many_tables_of_one_address_are_one_to_the_others() -> None:
    queue = a_queue()
    queue.begin("a")
    for table in range(60):
        queue.push(Owner("a", str(table)), f"a{table}")
    queue.push(Owner("b", "x"), "b")
    assert len(queue) == 61
    assert queue.pop() == "b"
    queue.end("b", 0.0)
    queue.push(Owner("b", "x"), "b")
    queue.push(Owner("c", "y"), "c")
    queue.end("a", 0.0)
    assert served(queue, 4) == ["c", "a0", "b", "a1"]


def test_the_tables_of_an_address_go_round() -> None:
    queue = a_queue()
    for job in ("a1x", "a2x", "a1y", "a2y", "a1z", "a3x"):
        queue.push(Owner("a", job[1]), job)
    assert served(queue, 6) == ["a1x", "a2x", "a3x", "a1y", "a2y", "a1z"]
    assert queue.pop() is None


def test_who_has_most_under_way_comes_last() -> None:
    queue = a_queue()
    for address in "aab":
        queue.begin(address)
    for address in "abc":
        queue.push(Owner(address, "t"), address)
    assert [queue.pop() for _ in range(3)] == ["c", "b", "a"]


def test_two_who_ask_by_turns_keep_nobody_out() -> None:
    queue = a_queue()
    for number in range(3):
        queue.push(Owner("a", str(number)), "a")
    order = ""
    for asking in "bcbcbc":
        queue.push(Owner(asking, "t"), asking)
        order += served(queue, 1)[0]
    assert "a" in order


def test_fault_3_an_address_over_its_budget_waits_behind_the_others() -> None:
    clock = Clock()
    queue = a_queue(30.0, clock)
    queue.begin("a")
    queue.end("a", 31.0)
    queue.begin("b")
    queue.begin("b")
    for address in "aab":
        queue.push(Owner(address, "t"), address)
    assert queue.pop() == "b"  # though two of b are under way, and none of a
    assert served(queue, 1) == ["a"]  # nobody is stopped while there is a process to spare
    clock.now += 4.0  # half a second comes back each second
    queue.push(Owner("b", "t"), "b")
    assert served(queue, 2) == ["a", "b"]


def test_a_budget_grows_back_and_debts_are_bounded() -> None:
    clock = Clock()
    budget = Budget(60.0, clock)
    assert budget.left("a") == 60.0
    budget.spend("a", 10_000.0)
    assert budget.left("a") == -60.0
    clock.now += 30.0
    assert budget.left("a") == -30.0
    clock.now += 10_000.0
    assert budget.left("a") == 60.0
    assert budget.left("b") == 60.0


def test_memory_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("quarriors.server.fair_queue.REMEMBERED", 100)
    clock = Clock()
    budget = Budget(60.0, clock)
    queue: FairQueue[str] = FairQueue(budget)
    for number in range(1_000):
        clock.now += 0.001
        queue.begin(str(number))
        queue.end(str(number), 50.0)
    assert len(budget._left) <= 100
    assert len(queue._served) <= 100
    assert budget.left("999") == pytest.approx(10.0)


def test_a_job_that_is_given_up_leaves_the_queue() -> None:
    queue = a_queue()
    queue.push(Owner("a", "1"), "a1")
    queue.push(Owner("a", "2"), "a2")
    queue.remove(Owner("a", "1"), "a1")
    assert served(queue, 1) == ["a2"]
    assert (len(queue), queue.pop()) == (0, None)


# --- processes that a test lets finish -----------------------------------------------------------


class ByHand(Executor):
    """Does nothing by itself: the test says when a job is done, and how."""

    def __init__(self) -> None:
        self.begun: list[tuple[bytes, Future[Said]]] = []

    def submit(self, _exchange: Any, /, job: bytes, _limit: float) -> Future[Any]:  # type: ignore[override]
        self.begun.append((job, Future()))
        return self.begun[-1][1]


class FakeProcess:
    """Stands for a process; how long its last job took is told by the test."""

    def __init__(self) -> None:
        self.seconds = 0.06
        self.ended = False

    def exchange(self, job: bytes, limit: float) -> Said:
        raise AssertionError("the executor never calls it")

    def end(self) -> None:
        self.ended = True


def test_fault_3_sixty_tables_of_one_address_do_not_hold_up_another() -> None:
    async def run() -> None:
        hand = ByHand()
        make: Any = FakeProcess
        crew = Crew(2, hand, Budget(60.0, Clock()), make)
        flood = [
            asyncio.create_task(crew.run(Owner("a", str(n)), b"a%d" % n, 1.0)) for n in range(60)
        ]
        await asyncio.sleep(0)
        assert [job for job, _ in hand.begun] == [b"a0", b"a1"]
        for turn in range(10):
            other = asyncio.create_task(crew.run(Owner("b", "t"), b"b", 1.0))
            await asyncio.sleep(0)
            hand.begun[turn * 2 + 1][1].set_result(Said())  # any one that ends will do
            while len(hand.begun) < turn * 2 + 3:
                await asyncio.sleep(0)
            job, future = hand.begun[-1]
            assert job == b"b"
            future.set_result(Said())
            await other
            while len(hand.begun) < turn * 2 + 4:
                await asyncio.sleep(0)
            assert hand.begun[-1][0].startswith(b"a")
        for task in flood:
            task.cancel()
        await asyncio.gather(*flood, return_exceptions=True)
        assert len(crew.queue) == 0

    asyncio.run(run())


def test_a_crew_that_is_closed_tells_those_who_wait() -> None:
    async def run() -> None:
        make: Any = FakeProcess
        crew = Crew(1, ByHand(), Budget(60.0, Clock()), make)
        first = asyncio.create_task(crew.run(Owner("a", "1"), b"1", 1.0))
        second = asyncio.create_task(crew.run(Owner("a", "2"), b"2", 1.0))
        await asyncio.sleep(0)
        crew.close()
        with pytest.raises(BotFailed):
            await second
        with pytest.raises(BotFailed):
            await crew.run(Owner("b", "3"), b"3", 1.0)
        first.cancel()

    asyncio.run(run())
