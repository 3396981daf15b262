"""Several server processes for all cores of one machine, with one parent that looks after them.

They share a PostgreSQL database, and each has a listening socket of its own at the same port
(`SO_REUSEPORT`), between which the system divides connections. The parent keeps all sockets open:
while a process that died is started again, its new connections wait. Ctrl-C and SIGTERM end all
processes; should the parent be killed, they end by themselves, because their input closes.
"""

from __future__ import annotations

import logging
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from types import FrameType
from typing import Final

import msgspec

from quarriors.server.settings import Settings
from quarriors.server.store.errors import StorageTrouble

logger = logging.getLogger(__name__)

HANDLED: Final = (signal.SIGINT, signal.SIGTERM)
LOOK_SECONDS: Final = 0.2  # between two looks at the processes
MOST_DEATHS: Final = 5  # of all processes, within `DEATHS_SECONDS`; after more, the parent gives up
DEATHS_SECONDS: Final = 60.0
LONGEST_PAUSE: Final = 10.0  # before a process is started again
END_SECONDS: Final = 30.0  # that processes get to end before they are killed
READY: Final = b"ready"


class GaveUp(Exception):
    """Processes died too often; the others were ended."""


class Job(msgspec.Struct):
    """What a process is started with, on its input."""

    settings: Settings
    sockets: tuple[int, ...]  # file descriptors: to listen at, and perhaps one for metrics
    report: int  # a pipe: `READY`, or trouble with the database as JSON


class Child:
    """One server process."""

    def __init__(self, settings: Settings, sockets: Sequence[socket.socket]) -> None:
        self.name = settings.process
        reading, writing = os.pipe()
        fds = tuple(one.fileno() for one in sockets)
        self.process = subprocess.Popen(
            [sys.executable, "-m", __name__], stdin=subprocess.PIPE, pass_fds=(*fds, writing)
        )
        os.close(writing)
        self._report = os.fdopen(reading, "rb")
        job = msgspec.json.encode(Job(settings, fds, writing))
        assert self.process.stdin is not None
        with suppress(BrokenPipeError):  # it has died already, which is noticed as every death is
            self.process.stdin.write(job + b"\n")
            self.process.stdin.flush()

    def wait_ready(self) -> None:
        """Wait until it answers; `StorageTrouble` if it could not open the database."""
        told = self._report.read()
        if told not in (READY, b""):
            raise StorageTrouble(*msgspec.json.decode(told, type=tuple[str, str]))

    def close(self) -> None:
        """Let go of what connects us to a process that has ended."""
        assert self.process.stdin is not None
        with suppress(BrokenPipeError):
            self.process.stdin.close()
        self._report.close()


class Supervisor:
    """Starts the processes, starts again those that die, ends all of them."""

    def __init__(self, settings: Settings, sockets: Sequence[Sequence[socket.socket]]) -> None:
        """`sockets` are those of each process; the first is listened at, the second for metrics."""
        self._settings = settings
        self._sockets = sockets
        self._children: dict[int, Child] = {}
        self._due: dict[int, float] = {}  # when a process that died is started again
        self._deaths: deque[float] = deque()
        self._stopping = False
        self._interrupted = False

    def run(self, started: Callable[[], None]) -> bool:
        """Serve until a signal comes; whether it was Ctrl-C. `started`: all processes answer.

        `StorageTrouble` if the database cannot be opened, `GaveUp` if processes die too often.
        """
        before = {one: signal.signal(one, self._on_signal) for one in HANDLED}
        try:
            self._start(0).wait_ready()  # alone, as the schema may have to be made
            for number in range(1, len(self._sockets)):
                self._start(number)
            for number in range(1, len(self._sockets)):
                self._children[number].wait_ready()
            if not self._stopping:
                started()
            while not self._stopping:
                time.sleep(LOOK_SECONDS)
                self._look()
        finally:
            self._end()
            for one, handler in before.items():
                signal.signal(one, handler)
        return self._interrupted

    def _start(self, number: int) -> Child:
        sockets = self._sockets[number]
        at = sockets[1].getsockname()[:2] if len(sockets) > 1 else None
        settings = replace(self._settings, process=str(number + 1), metrics_at=at)
        child = self._children[number] = Child(settings, sockets)
        logger.info("process_started", extra={"number": child.name, "pid": child.process.pid})
        return child

    def _look(self) -> None:
        """Notice who died, and start again those that have waited long enough."""
        now = time.monotonic()
        for number, child in list(self._children.items()):
            code = child.process.poll()
            if code is not None and not self._stopping:
                child.close()
                del self._children[number]
                self._due[number] = now + self._pause(child, code, now)
        for number, due in list(self._due.items()):
            if now >= due and not self._stopping:
                del self._due[number]
                self._start(number)

    def _pause(self, child: Child, code: int, now: float) -> float:
        """Seconds until a process is started again: none at first, more after each death."""
        self._deaths.append(now)
        while self._deaths[0] < now - DEATHS_SECONDS:
            self._deaths.popleft()
        logger.error("process_died", extra={"number": child.name, "code": code})
        if len(self._deaths) > MOST_DEATHS:
            raise GaveUp
        return min(LONGEST_PAUSE, float(2 ** (len(self._deaths) - 1) - 1))

    def _on_signal(self, number: int, frame: FrameType | None) -> None:
        """Begin to stop."""
        del frame
        self._stopping = True
        self._interrupted = self._interrupted or number == signal.SIGINT
        self._tell_end()

    def _tell_end(self) -> None:
        for child in list(self._children.values()):
            if child.process.poll() is None:
                child.process.terminate()

    def _end(self) -> None:
        """End all processes, in the end by force."""
        self._stopping = True
        self._tell_end()
        until = time.monotonic() + END_SECONDS
        for child in self._children.values():
            try:
                child.process.wait(max(0.0, until - time.monotonic()))
            except subprocess.TimeoutExpired:
                logger.error("process_killed", extra={"number": child.name})
                child.process.kill()
                child.process.wait()
            child.close()


# --- in a process ------------------------------------------------------------------------------


def _end_with_parent() -> None:
    """End when the parent has, however it did: then the input closes."""
    sys.stdin.buffer.read()
    os.kill(os.getpid(), signal.SIGTERM)


def main() -> int:
    """Serve as one of several processes."""
    from quarriors.server.app import serve

    job = msgspec.json.decode(sys.stdin.buffer.readline(), type=Job)
    os.set_inheritable(job.report, False)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    listening, *others = [socket.socket(fileno=one) for one in job.sockets]

    def report(told: bytes) -> None:
        os.write(job.report, told)
        os.close(job.report)

    try:
        serve(job.settings, listening, lambda: report(READY), others[0] if others else None)
    except KeyboardInterrupt:
        pass
    except StorageTrouble as error:
        report(msgspec.json.encode((error.kind, error.detail)))
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
