"""Small things that the store's tests share."""

from __future__ import annotations

import asyncio
import contextlib
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path

from quarriors.server.store import NewEntry, Store, Summary

PLAYING = Summary("playing")


def entry(text: str = "x", at: float = 1.0, snapshot: bytes | None = None) -> NewEntry:
    return NewEntry(text.encode(), at, snapshot)


@contextlib.asynccontextmanager
async def opened(url: str, *ids: str) -> AsyncIterator[Store]:
    """An open store with new, empty tables."""
    store = await Store.open(url)
    try:
        for table_id in ids:
            assert await store.create(table_id, b"head", [], Summary("waiting"), 1.0)
        yield store
    finally:
        await store.close()


async def until(condition: Callable[[], bool], seconds: float = 60.0) -> None:
    """Wait for something that happens by itself."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it did not happen"
        await asyncio.sleep(0.01)


def command(script: str, *arguments: str) -> list[str]:
    """How to run one of our scripts in another process."""
    return [sys.executable, str(Path(__file__).with_name(script)), *arguments]


def environment() -> dict[str, str]:
    """An environment in which another process can import what this one can."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}


class Started:
    """Another process that runs one of our scripts; what it prints goes to a file.

    Not to a pipe, which would fill up and hold the process while nobody reads.
    """

    def __init__(self, script: str, *arguments: str) -> None:
        self._output = tempfile.TemporaryFile()  # noqa: SIM115
        self.process = subprocess.Popen(
            command(script, *arguments), stdout=self._output, env=environment()
        )

    def output(self) -> str:
        """What it has printed so far."""
        size = os.fstat(self._output.fileno()).st_size
        return os.pread(self._output.fileno(), size, 0).decode()

    def wait_for_lines(self, count: int, seconds: float = 60.0) -> None:
        """Until it has said so much."""
        end = time.monotonic() + seconds
        while self.output().count("\n") < count:
            assert self.process.poll() is None, "it ended"
            assert time.monotonic() < end, "it says too little"
            time.sleep(0.01)

    def kill(self) -> str:
        """End it as rudely as possible; what it had printed."""
        self.process.kill()
        self.process.wait(20)
        output = self.output()
        self._output.close()
        return output
