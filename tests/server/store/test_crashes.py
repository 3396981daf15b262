"""Killed at any moment, a process loses nothing that it was told is written."""

from __future__ import annotations

import asyncio
import time
from collections import defaultdict

from tests.server.store.helpers import PLAYING, Started, entry, opened


def acknowledged(output: str) -> dict[str, int]:
    """The last number that was acknowledged, by table; a line cut short does not count."""
    last: dict[str, int] = defaultdict(int)
    for line in output.splitlines(keepends=True):
        if line.endswith("\n"):
            table_id, seq = line.split()
            last[table_id] = max(last[table_id], int(seq))
    return last


def test_nothing_acknowledged_is_lost_after_a_kill(url: str) -> None:
    for appends, seconds in ((60, 0.03), (250, 0.01)):
        process = Started("writer_process.py", url, "12")
        process.wait_for_lines(appends)
        time.sleep(seconds)
        told = acknowledged(process.kill())
        assert len(told) == 12
        assert sum(told.values()) > 100

        async def check(told: dict[str, int]) -> None:
            async with opened(url) as store:
                for table_id, seq in told.items():
                    lines = await store.entries(table_id)
                    assert len(lines) >= seq
                    assert len(lines) % 3 == 0  # whole appends only
                    for number, line in enumerate(lines, 1):
                        assert (line.seq, line.data) == (number, f"{table_id} {number}".encode())
                    kept = await store.snapshot(table_id)
                    assert kept == (len(lines), b"snapshot")
                    assert await store.append(table_id, len(lines) + 1, [entry()], PLAYING)

        asyncio.run(check(told))


def test_two_processes_write_and_one_is_killed(postgres_url: str) -> None:
    one, two = (Started("writer_process.py", postgres_url, "5") for _ in range(2))
    one.wait_for_lines(30)
    two.wait_for_lines(30)
    told = acknowledged(one.kill())
    two.wait_for_lines(two.output().count("\n") + 30)  # the other one writes on
    later = acknowledged(two.kill())
    assert len(told) == len(later) == 5

    async def check() -> None:
        async with opened(postgres_url) as store:
            for table_id, seq in {**told, **later}.items():
                assert len(await store.entries(table_id)) >= seq

    asyncio.run(check())
