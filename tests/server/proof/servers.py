"""`quarriors serve` in a process of its own, as people run it: to be killed at any moment.

Players come through a proxy that the server trusts, so every script player has an address of its
own and the limits for one address, which stay as they are, do not hold them back.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, Protocol

import httpx

from tests.server.web.helpers import NO_POOL

STARTING = 180.0  # seconds, on a busy machine
ENDING = 60.0


def environment() -> dict[str, str]:
    """An environment in which another process imports what this one does."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}


def address(number: int) -> dict[str, str]:
    """The header by which a trusted proxy says who is asking."""
    return {"X-Forwarded-For": f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"}


class Place(Protocol):
    """A server as players and those who check it know it."""

    database: str
    url: str

    def http(self, number: int = 0) -> httpx.Client:
        """A client that asks as a player of this number."""
        ...

    def log(self) -> str:
        """All that it wrote down."""
        ...


class Process:
    """One server on a database; start it again after it was killed."""

    def __init__(self, database: str, folder: Path, name: str = "server", workers: int = 1) -> None:
        self.database = database
        self.url = ""  # changes with every start: the system chooses the port
        self.starts = 0
        self.kills = 0
        self.orphans: list[int] = []  # processes it had when it was killed
        self._log = folder / f"{name}.log"
        self._workers = workers
        self._running: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int:
        assert self._running is not None, "it was started"
        return self._running.pid

    @property
    def alive(self) -> bool:
        return self._running is not None and self._running.poll() is None

    def launch(self) -> None:
        """Start it, without waiting."""
        assert not self.alive, "it runs"
        self.starts += 1
        self.url = ""
        command = [
            *(sys.executable, "-m", "quarriors.cli.main", "serve", "--port", "0"),
            *("--database", self.database, "--workers", str(self._workers)),
            *("--trust-proxy", "127.0.0.1", "--log", "json"),
        ]
        with self._log.open("ab") as log:
            self._running = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                env=environment(),
                process_group=0,  # Ctrl-C is for the one that strikes
            )

    def start(self) -> None:
        """Start it; it answers when this returns."""
        self.launch()
        until = time.monotonic() + STARTING
        while not self.ready():
            assert time.monotonic() < until, f"it does not start: {self.log()[-2000:]}"
            time.sleep(0.02)

    def ready(self) -> bool:
        """Whether it answers by now; where is noted."""
        assert self._running is not None, "it was started"
        assert self._running.poll() is None, f"it ended: {self.log()[-2000:]}"
        told = [line["url"] for line in self.lines() if line.get("event") == "serving"]
        if len(told) == self.starts:
            self.url = told[-1]
        return bool(self.url)

    def kill(self) -> None:
        """What `kill -9` does: nothing is said, nothing is finished."""
        assert self._running is not None, "it was started"
        self._running.send_signal(signal.SIGSTOP)  # it does nothing more from here on
        self.kills += 1
        self.url = ""
        self.orphans += self.children()
        self._running.kill()
        self._running.wait(ENDING)

    def stop(self) -> int:
        """What a manager of services does; its exit code."""
        assert self._running is not None, "it was started"
        if self._running.poll() is None:
            self._running.terminate()
        return self._running.wait(ENDING)

    def left_behind(self, seconds: float = ENDING) -> list[int]:
        """Its processes that still run some time after it was killed."""
        until = time.monotonic() + seconds
        while (left := [pid for pid in self.orphans if not gone(pid)]) and time.monotonic() < until:
            time.sleep(0.05)
        return left

    def children(self) -> list[int]:
        """The processes it has started, where the system tells."""
        found = []
        for entry in Path("/proc").glob("[0-9]*/stat"):
            try:
                fields = entry.read_text().rpartition(")")[2].split()
            except OSError:
                continue  # it has ended meanwhile
            if int(fields[1]) == self.pid and fields[0] != "Z":
                found.append(int(entry.parent.name))
        return found

    def http(self, number: int = 0) -> httpx.Client:
        """A client that asks as a player of this number."""
        return httpx.Client(
            base_url=self.url,
            timeout=ENDING,
            trust_env=False,
            limits=NO_POOL,
            headers=address(number),
        )

    # --- what it wrote down ----------------------------------------------------------------------

    def log(self) -> str:
        return self._log.read_text("utf-8", "replace") if self._log.exists() else ""

    def lines(self) -> list[dict[str, Any]]:
        """Its log; a line that a kill has cut off is left out."""
        found = []
        for line in self.log().splitlines():
            try:
                told = json.loads(line)
            except ValueError:
                continue
            if isinstance(told, dict):
                found.append(told)
        return found

    def errors(self) -> list[str]:
        """All that went wrong by its own account, and whatever is no line of the log at all."""
        found = [
            json.dumps(line) for line in self.lines() if line.get("level") in ("error", "critical")
        ]
        if "Traceback" in self.log():
            found.append(self.log()[self.log().index("Traceback") :][:3000])
        return found


def gone(pid: int) -> bool:
    """Whether a process has ended."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] in "ZX"
    except OSError:
        return True
