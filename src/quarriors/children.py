"""Processes that work for this one: how they begin, and that they end with it.

Ctrl-C is for the process that somebody started. Its children leave it alone from their very first
moment: one that heard it while it still imports would die with a traceback.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def starting_children() -> Iterator[None]:
    """Processes that this thread starts meanwhile never hear Ctrl-C.

    This one hears it a moment later: signals are held back here, not lost.
    """
    if sys.platform == "win32":  # a new process there inherits no such thing
        yield
        return
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()  # with the first child, it would let signals through again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def begin_as_child() -> None:
    """For the new process to call first: leave Ctrl-C to the parent, and end with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_leave_with_parent, daemon=True).start()


def _leave_with_parent() -> None:
    """End even in the middle of something: a parent that was killed cannot say that it is over."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
