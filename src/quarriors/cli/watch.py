"""While many games are played: Ctrl-C as a polite request, a progress bar, how many cores.

`simulate` and `arena` share this.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

BETWEEN = 0.1  # seconds between two changes of the bar


def cores() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Asked:
    """Whether somebody pressed Ctrl-C."""

    def __init__(self) -> None:
        self.times = 0

    def to_stop(self) -> bool:
        """Whether to stop."""
        return self.times > 0

    def __call__(self, _number: int, _frame: FrameType | None) -> None:
        """Take the signal."""
        self.times += 1
        if self.times > 1:  # the second time is not polite any more
            raise KeyboardInterrupt


@contextmanager
def polite() -> Iterator[Asked]:
    """Turn Ctrl-C into a request while games are played."""
    asked = Asked()
    before = signal.signal(signal.SIGINT, asked)
    try:
        yield asked
    finally:
        signal.signal(signal.SIGINT, before)


class Bar:
    """A progress bar on the error stream; nothing where it is not a terminal."""

    def __init__(self, progress: Progress | None, title: str, games: int, done: int) -> None:
        self._progress = progress
        self._last = 0.0
        if progress is not None:
            self._task = progress.add_task(title, total=games, completed=done, speed="")

    def show(self, done: int, speed: Callable[[], str]) -> None:
        """How far it is and how fast; a few times a second at most."""
        now = time.monotonic()
        if self._progress is None or now - self._last < BETWEEN:
            return
        self._last = now
        self._progress.update(self._task, completed=done, speed=speed())


@contextmanager
def progress_bar(title: str, games: int, done: int = 0) -> Iterator[Bar]:
    """A bar for a number of games, some of which may be done already."""
    if not sys.stderr.isatty():
        yield Bar(None, title, games, done)
        return
    shown = [
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[speed]}"),
        TimeRemainingColumn(),
    ]
    with Progress(*shown, console=Console(stderr=True), transient=True) as progress:
        yield Bar(progress, title, games, done)
