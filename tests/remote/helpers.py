"""Server and clients as real processes, in folders of their own."""

from __future__ import annotations

import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from quarriors.table.messages import Chair, Setup

PATIENCE = 120.0  # seconds for anything here, on a machine that does other things too


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "quarriors.cli.main", *arguments]


def surroundings(home: Path) -> dict[str, str]:
    """An environment in which nothing of the user's own is read or written."""
    own = {
        "HOME": str(home),
        "XDG_STATE_HOME": str(home / "state"),
        "XDG_DATA_HOME": str(home / "data"),
        "LC_ALL": "C.UTF-8",
        "USER": "tester",
        "LOGNAME": "tester",
        "BROWSER": "true",
    }
    return {**os.environ, **own}


@dataclass
class Process:
    """A command that runs; what it says is read as it comes, so that it never waits for us."""

    arguments: Sequence[str]
    home: Path
    said: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.home.mkdir(parents=True, exist_ok=True)
        self._lines: queue.Queue[str | None] = queue.Queue()
        self._process = subprocess.Popen(
            command(*self.arguments),
            env=surroundings(self.home),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._lines.put(line.rstrip("\n"))
        self._lines.put(None)

    def type(self, *lines: str) -> None:
        assert self._process.stdin is not None
        for line in lines:
            self._process.stdin.write(f"{line}\n")
        self._process.stdin.flush()

    def close_input(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()

    def line_with(self, *words: str) -> str:
        """Wait for a line that has one of the words in it."""
        found = self.next_line(lambda line: any(word in line for word in words))
        assert found is not None, f"none of {words} was said:\n" + "\n".join(self.said[-40:])
        return found

    def next_line(self, wanted: Callable[[str], bool]) -> str | None:
        """The next line as wanted; None if the process ends or is silent for too long."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            try:
                line = self._lines.get(timeout=max(0.01, until - time.monotonic()))
            except queue.Empty:
                return None
            if line is None:
                self._lines.put(None)
                return None
            self.said.append(line)
            if wanted(line):
                return line
        return None

    def wait(self) -> int:
        """Its exit code; what it said last is in `said`."""
        self.next_line(lambda _: False)
        try:
            return self._process.wait(PATIENCE / 4)
        except subprocess.TimeoutExpired:
            last = "\n".join(self.said[-15:])
            raise AssertionError(f"{self.arguments} has not ended; it said:\n{last}") from None

    @property
    def number(self) -> int:
        return self._process.pid

    def signal(self, number: int) -> None:
        self._process.send_signal(number)

    def signal_all(self, number: int) -> None:
        """To the process and its children, as a terminal does for Ctrl-C."""
        os.killpg(self._process.pid, number)

    def kill(self) -> None:
        """End it at once and its children with it, as a power cut would."""
        if self._process.poll() is None:
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait(PATIENCE)
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()

    def __enter__(self) -> Process:
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()


def start_server(home: Path, port: int = 0, *more: str) -> tuple[Process, str]:
    """A server with a database of its own, and its address."""
    place = str(home / "tables.sqlite")
    server = Process(["serve", "--port", str(port), "--database", place, *more], home)
    line = server.line_with("The server is at")
    return server, line.removeprefix("The server is at ").partition(";")[0]


def port_of(address: str) -> int:
    return int(address.rpartition(":")[2])


def for_people(count: int, **more: object) -> Setup:
    """A short game for a number of people."""
    return Setup(seats=tuple(Chair() for _ in range(count)), goal=3, **more)  # type: ignore[arg-type]
