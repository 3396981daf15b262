"""`quarriors serve --processes N`: several processes at one port, and their parent."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import ClassVar

import httpx
import pytest

from quarriors.cli.serve import listen
from quarriors.remote.errors import RemoteError
from quarriors.server import processes
from quarriors.server.processes import GaveUp, Supervisor
from quarriors.server.settings import Settings
from tests.remote.helpers import PATIENCE, Process, port_of
from tests.server.postgres import postgres_url  # noqa: F401

Refused = Callable[..., str]
NEEDS_UNIX = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs a Unix")
STARTED = re.compile(r"\[parent\] process_started number=(\d) pid=(\d+)")


def pids(server: Process) -> dict[str, int]:
    """The processes by their names, those that were started last."""
    found = STARTED.findall("\n".join(server.said))
    return {name: int(pid) for name, pid in found}


def ended(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    status = Path(f"/proc/{pid}/stat")  # where nobody waits for it, it stays as a zombie
    return status.exists() and status.read_text().rpartition(")")[2].split()[0] == "Z"


def answer(url: str) -> str:
    """What is at an address; empty while nobody is there."""
    with contextlib.suppress(httpx.HTTPError):
        return httpx.get(url, trust_env=False, timeout=PATIENCE).text
    return ""


@pytest.fixture
def started(tmp_path: Path, postgres_url: str) -> Iterator[tuple[Process, str, list[str]]]:  # noqa: F811
    """Two processes: the parent, its address, and where the metrics of each are."""
    arguments = ["--port", "0", "--database", postgres_url, "--metrics", "127.0.0.1:0"]
    with Process(["serve", "--processes", "2", *arguments], tmp_path) as server:
        line = server.line_with("The server is at")
        url = line.removeprefix("The server is at ").partition(";")[0]
        metrics = [server.line_with("Metrics are at ").split()[-1] for _ in range(2)]
        server.line_with("From a terminal")
        yield server, url, metrics


@NEEDS_UNIX
def test_a_process_that_is_killed_is_started_again_and_nothing_is_lost(
    started: tuple[Process, str, list[str]],
) -> None:
    server, url, metrics = started
    for name, address in enumerate(metrics, 1):
        assert f'quarriors_process{{process="{name}"}} 1.0' in answer(address)
    said = "\n".join(server.said)
    assert "[1] serving" in said
    assert "[2] serving" in said
    setup = {"setup": {"seats": [{}, {}]}, "name": "Ada"}
    made = httpx.post(f"{url}/api/tables", json=setup, trust_env=False, timeout=PATIENCE).json()

    before = pids(server)
    os.kill(before["2"], signal.SIGKILL)
    server.line_with("process_died number=2 code=-9")
    server.line_with("[2] serving")
    after = pids(server)
    assert after["1"] == before["1"]
    assert after["2"] != before["2"]
    assert 'process="2"' in answer(metrics[1])
    for _ in range(8):  # whichever process answers
        assert made["table"] in answer(f"{url}/api/tables/{made['table']}")

    with pytest.raises(RemoteError, match="is taken"):  # they would share it with a stranger
        listen("127.0.0.1", port_of(url))

    server.signal(signal.SIGTERM)
    assert server.wait() == 0
    assert "The server has stopped" in server.said[-1]
    assert all(ended(pid) for pid in after.values())


class Stub:
    """In the place of a server process: one that does nothing else than what `code` says."""

    code = "import time; time.sleep(600)"
    made: ClassVar[list[Stub]] = []

    def __init__(self, settings: Settings, *_: object) -> None:
        self.name = settings.process
        self.process = subprocess.Popen([sys.executable, "-c", self.code])
        self.made.append(self)

    def wait_ready(self) -> None:
        pass

    def close(self) -> None:
        pass


@pytest.fixture
def stubs(monkeypatch: pytest.MonkeyPatch) -> list[Stub]:
    monkeypatch.setattr(processes, "Child", Stub)
    monkeypatch.setattr(Stub, "made", [])
    return Stub.made


@NEEDS_UNIX
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_all_of_them(stubs: list[Stub], number: signal.Signals) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        supervisor = Supervisor(Settings(), [[listening]] * 2)
        interrupted = supervisor.run(lambda: signal.raise_signal(number))
    assert interrupted == (number is signal.SIGINT)
    assert [one.process.returncode for one in stubs] == [-signal.SIGTERM] * 2
    assert [one.name for one in stubs] == ["1", "2"]


@NEEDS_UNIX
def test_the_parent_gives_up_when_they_keep_dying(
    stubs: list[Stub], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Stub, "code", "raise SystemExit(3)")
    monkeypatch.setattr(processes, "MOST_DEATHS", 1)
    with socket.create_server(("127.0.0.1", 0)) as listening, pytest.raises(GaveUp):
        Supervisor(Settings(), [[listening]]).run(lambda: None)
    assert len(stubs) == 2


@NEEDS_UNIX
def test_a_process_ends_when_its_parent_is_gone() -> None:
    code = "from quarriors.server import processes; processes._end_with_parent(); print('alive')"
    done = subprocess.run([sys.executable, "-c", code], input=b"", check=False, timeout=PATIENCE)
    assert done.returncode == -signal.SIGTERM


def test_sqlite_is_for_one_process(refused: Refused, tmp_path: Path) -> None:
    arguments = ("serve", "--processes", "2", "--database", str(tmp_path / "t.sqlite"))
    assert "several processes need PostgreSQL" in refused(*arguments)
    assert "più processi richiedono PostgreSQL" in refused("--lang", "it", *arguments)
    assert "--processes must be 1 or more, not 0" in refused("serve", "--processes", "0")
    assert not (tmp_path / "t.sqlite").exists()


@NEEDS_UNIX
def test_a_database_that_cannot_be_opened_is_told_once(tmp_path: Path) -> None:
    url = f"postgresql://nobody@/none?host={tmp_path}"
    arguments = ["serve", "--processes", "2", "--port", "0", "--database", url]
    with Process(arguments, tmp_path / "home") as server:
        assert server.wait() == 2
        assert sum("can't be opened" in line for line in server.said) == 1
        assert not any("Traceback" in line for line in server.said)
