"""A executor of the workers of a Ray cluster.

The program must be installed on every machine of the cluster, in the same version; that is checked
with every batch. Ray is not asked to repeat lost tasks: `executor.run_jobs` does.
Ray's own reports about its use are switched off before it starts.
"""

from __future__ import annotations

import importlib
import logging
import os
import re
import socket
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from quarriors.__about__ import __version__
from quarriors.cards.load import default_catalog
from quarriors.lab.errors import LabError, needed
from quarriors.lab.executor import AHEAD, Batch, Work, WorkerLost, do_batch, never

AUTO = "auto"  # the cluster that this machine is part of
LOCAL = "local"  # one on this machine, for this run only
ADDRESS = re.compile(r"(ray://)?\[?(?P<host>[^\s/\[\]]+)\]?:(?P<port>\d+)")
TOKEN = Path("~/.ray/auth_token")  # where Ray keeps the one of its clusters
PATIENCE = 10.0  # seconds until an address must answer
GLANCE_AT_CLUSTER = 5.0  # seconds between two looks how many processors there are


def _program() -> tuple[str, str]:
    """What must be the same everywhere: the version and the cards."""
    return __version__, default_catalog().hash


def _batch(program: tuple[str, str], work: Work[Any], jobs: Sequence[int]) -> Batch:
    """A batch on some machine; Ray itself interrupts what is not wanted any more."""
    if _program() != program:
        raise LabError("other_version", here=program[0], there=__version__)
    return do_batch(work, jobs, never)


def _show_token() -> None:
    """Have Ray show the token it has, unless the environment says whether it should.

    `ray start` asks for one nowadays, and Ray's own client shows it only on request; a
    cluster that asks for none does not mind.
    """
    told = os.environ.get("RAY_AUTH_TOKEN") or os.environ.get("RAY_AUTH_TOKEN_PATH")
    if told or TOKEN.expanduser().exists():
        os.environ.setdefault("RAY_AUTH_MODE", "token")


def _hush() -> None:
    """Ray tells of lost machines on standard output, where results belong; no setting stops it."""
    worker: Any = importlib.import_module("ray._private.worker")
    if hasattr(worker, "print_to_stdstream"):
        worker.print_to_stdstream = lambda *_told, **_how: None


def _knock(address: str) -> None:
    """Refuse an address that does not answer; Ray itself would try for many minutes."""
    found = ADDRESS.fullmatch(address)
    if found is None:
        raise LabError("bad_address", address=address)
    try:
        socket.create_connection((found["host"], int(found["port"])), PATIENCE).close()
    except (OSError, OverflowError) as error:
        raise LabError("no_cluster", address=address, why=error) from error


class RayExecutor:
    """The workers of the cluster at an address, or a number of them."""

    batch_seconds = 2.0  # a task costs some milliseconds on its way
    most_in_batch = 1000

    def __init__(self, address: str = AUTO, workers: int | None = None) -> None:
        """Connect to the cluster, or refuse at once."""
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
        _show_token()
        self._ray = needed("ray")
        self._workers = workers
        self._handles: set[Any] = set()
        self._looked = 0.0
        self._processors = 1
        self._task: Any = None
        self._ours = not self._ray.is_initialized()
        if self._ours:
            self._connect(address)

    def _connect(self, address: str) -> None:
        quiet: dict[str, Any] = {"log_to_driver": False, "logging_level": logging.ERROR}
        if address == LOCAL:
            quiet |= {"num_cpus": self._workers, "include_dashboard": False}
        elif address != AUTO:
            _knock(address)
        tries = 2 if address == LOCAL else 1  # a busy machine may exceed Ray's patience once
        for left in reversed(range(tries)):
            try:
                self._ray.init(address=address, **quiet)
                _hush()
                return
            except Exception as error:  # Ray raises plain ones, too
                if address == AUTO and isinstance(error, ConnectionError):
                    raise LabError("no_cluster_here") from error
                if not left:
                    why = str(error).strip().partition("\n")[0]
                    raise LabError("closed_cluster", address=address, why=why) from error
                self._ray.shutdown()

    def begin(self, work: Work[Any]) -> None:
        """Send the work to the cluster, once for all batches."""
        told = self._ray.put(work)
        remote = self._ray.remote(max_retries=0, num_cpus=1)(_batch)
        self._task = (remote, told)

    def room(self) -> int:
        """A few for each processor the cluster has now; it may grow and shrink."""
        if self._workers is not None:  # all of them may run at once, so there is none ahead
            return self._workers
        now = time.monotonic()
        if not self._looked or now - self._looked > GLANCE_AT_CLUSTER:
            self._looked = now
            self._processors = max(1, int(self._ray.cluster_resources().get("CPU", 1)))
        return AHEAD * self._processors

    def submit(self, jobs: Sequence[int]) -> Any:
        """Give a batch to the cluster."""
        remote, told = self._task
        handle = remote.remote(_program(), told, list(jobs))
        self._handles.add(handle)
        return handle

    def finished(self, handles: Sequence[Any], seconds: float) -> Sequence[Any]:
        """Those that are done."""
        ready, rest = self._ray.wait(list(handles), num_returns=1, timeout=seconds)
        if ready and rest:
            more, _ = self._ray.wait(rest, num_returns=len(rest), timeout=0)
            ready = [*ready, *more]
        found = set(ready)
        return [handle for handle in handles if handle in found]

    def fetch(self, handle: Any) -> Batch:
        """What a batch brought; a cancelled one brought nothing."""
        self._handles.discard(handle)
        errors = self._ray.exceptions
        try:
            found: Batch = self._ray.get(handle)
        except errors.TaskCancelledError:
            return [], 0.0
        except errors.RayTaskError as error:
            cause = error.cause
            if isinstance(cause, KeyboardInterrupt):
                return [], 0.0
            if isinstance(cause, ImportError):
                raise LabError("not_installed", why=str(cause)) from error
            raise cause from error
        except errors.RayError as error:
            raise WorkerLost from error
        return found

    def halt(self) -> None:
        """Cancel all batches that are not done."""
        for handle in list(self._handles):
            self._ray.cancel(handle)

    def close(self) -> None:
        """Leave the cluster; one that was started for this run ends."""
        self.halt()
        self._handles.clear()
        if self._ours:
            self._ray.shutdown()
