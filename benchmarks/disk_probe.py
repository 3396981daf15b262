"""How long the disk takes to keep something: one small write and one sync, again and again.

    python benchmarks/disk_probe.py FOLDER      until its standard input ends

The load benchmark runs it beside the server, in the folder of the database, in a process of its
own: a thread would measure how long it waits for Python's lock. It prints the seconds that each
write took as one list in JSON.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

PAUSE = 0.05  # seconds between two writes
SIZE = 8_192  # bytes of each: two pages of a database
END = 10.0  # seconds that the last write may take

_sync = getattr(os, "fdatasync", os.fsync)


def probe(folder: Path) -> list[float]:
    """Write and sync until standard input ends; the seconds that each took."""
    took: list[float] = []
    with tempfile.TemporaryFile(dir=folder, prefix="probe-", buffering=0) as file:
        while not select.select([sys.stdin], [], [], PAUSE)[0]:
            began = time.perf_counter()
            file.write(bytes(SIZE))
            _sync(file.fileno())
            took.append(time.perf_counter() - began)
    return took


@contextlib.contextmanager
def probing(folder: Path | None) -> Iterator[list[float]]:
    """Measure the disk of a folder meanwhile; the list is filled at the end. No folder: nothing."""
    took: list[float] = []
    if folder is None:
        yield took
        return
    running = subprocess.Popen(
        [sys.executable, __file__, str(folder)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        process_group=0,  # Ctrl-C is for the benchmark
    )
    try:
        yield took
        out, _ = running.communicate(timeout=END)
        took += json.loads(out)
    finally:
        if running.poll() is None:
            running.kill()
            running.wait()


if __name__ == "__main__":
    print(json.dumps(probe(Path(sys.argv[1]))))
