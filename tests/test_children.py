"""Processes that work for another one: they leave Ctrl-C to it, and end with it."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from multiprocessing.connection import Connection

import pytest

from quarriors.children import begin_as_child, starting_children

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no such signals on Windows")

SECONDS = 60.0


def in_a_fresh_process(call: str) -> subprocess.CompletedProcess[str]:
    """Call a function of this file in a Python that has started no process yet."""
    code = f"if __name__ == '__main__':\n    from {__name__} import *\n    {call}"
    command = [sys.executable, "-c", code]
    return subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)


def tell_what_is_heard(pipe: Connection) -> None:
    """In a child, before anything else: whether Ctrl-C would reach it."""
    pipe.send(signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, ()))


def heard_by_child() -> bool:
    """Whether a child started here could hear Ctrl-C while it begins."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    with starting_children():
        child = context.Process(target=tell_what_is_heard, args=(theirs,))
        child.start()
    assert ours.poll(SECONDS)
    found: bool = ours.recv()
    child.join(SECONDS)
    return found


def test_a_child_never_hears_ctrl_c_from_its_first_moment() -> None:
    """In a fresh process, where the first child also starts Python's own helper process."""
    done = in_a_fresh_process("print(heard_by_child())")
    assert (done.stdout.strip(), done.returncode) == ("False", 0), done.stderr


def test_the_one_that_starts_children_hears_it_a_moment_later() -> None:
    came: list[str] = []
    before = signal.signal(signal.SIGINT, lambda *_: came.append("signal"))
    try:
        with starting_children():
            # To this thread alone: one of the test runner's own might take it at once.
            signal.pthread_kill(threading.get_ident(), signal.SIGINT)
            came.append("inside")
        came.append("after")
    finally:
        signal.signal(signal.SIGINT, before)
    assert came == ["inside", "signal", "after"]


def stay(pipe: Connection) -> None:
    """A child that would stay for longer than anybody waits."""
    begin_as_child()
    os.kill(os.getpid(), signal.SIGINT)  # which it leaves to its parent
    pipe.send("here")
    time.sleep(2 * SECONDS)


def parent_of_one() -> None:
    """Start a child, wait until it is there, and die without a word to it."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    context.Process(target=stay, args=(theirs,)).start()
    print(ours.recv(), flush=True)
    os.kill(os.getpid(), signal.SIGKILL)


def test_a_child_ends_with_its_parent_however_that_ends() -> None:
    """The child has its parent's output, which is read here until nobody has it any more."""
    done = in_a_fresh_process("parent_of_one()")
    assert (done.stdout.strip(), done.returncode) == ("here", -signal.SIGKILL), done.stderr
