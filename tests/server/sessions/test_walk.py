"""One answer on the server, followed from the bytes of a socket to the update that is sent.

It passes at most a dozen modules, and each is entered from one other module only: a reader who
follows an answer never comes back to where they were. `docs/architecture.md` draws the walk.
"""

from __future__ import annotations

import asyncio
import inspect
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import pytest

import quarriors
from quarriors.engine import is_compiled
from tests.server.web.helpers import Running, quick, running

ROOT = Path(quarriors.__file__).resolve().parent
DOCUMENT = Path(__file__).resolve().parents[3] / "docs" / "architecture.md"
MOST = 12
# The walk in the order in which its modules are first entered.
WALK = [
    "server.web.wire",
    "server.web.socket",
    "server.sessions.connection",
    "server.sessions.session",
    "table.commands",
    "server.store",
    "server.sessions.scheduler",
    "table.state",
    "table.view",
    "server.sessions.outbox",
    "server.web.sink",
    "table.next_action",
]
# Asked on the way by any of them: they count, measure or encode one value, and pass nothing on.
HELPERS = {
    "server.web.limits",
    "server.web.metrics",
    "server.protocol.codec",
    "server.sessions.tasks",
    "server.sessions.table_io",
}
# What a step does inside: the store's own modules, and those of tables that others ask.
INSIDE = {
    *("server.store.store", "server.store.worker", "server.store.sqlite"),
    *("table.table", "table.seats", "table.clock", "table.loading", "table.consent"),
    *("table.presenter", "table.remarks", "table.view_delta", "table.errors"),
}
# Where the server begins by itself what has nothing to do with an answer, every second.
RUNS_BY_ITSELF = {"server.app", "server.sessions.service"}


class Walk:
    """Calls from module to module of the server, and from the server to tables, while it is on."""

    def __init__(self) -> None:
        self.on = False
        self.steps: list[tuple[str, str]] = []  # who called whom
        self.modules: set[str] = set()  # all in which a function was called, properties included
        self.called_back: set[str] = set()  # modules called while at work themselves
        self._met: set[FrameType] = set()  # a coroutine that goes on is not called again
        self._properties = properties()

    def __call__(self, frame: FrameType, event: str, _: Any) -> None:
        if not self.on or event != "call" or frame in self._met:
            return
        callee = stop_of(frame)
        if callee is not None and not begun_by_the_server(frame):
            self.modules.add(module_of(frame))
        if callee is None or frame.f_code in self._properties:
            return
        self._met.add(frame)
        callers = stops_behind(frame)
        if not callers or callers[0] == callee:
            return
        self.steps.append((callers[0], callee))
        if callee in callers:
            self.called_back.add(callee)

    def passed(self) -> list[str]:
        """The modules that are entered, in order, from the first that got the bytes on."""
        first = self.steps[0][0]
        return list(dict.fromkeys([first, *self.entered_from()]))

    def entered_from(self) -> dict[str, set[str]]:
        """For each module, those that entered it."""
        found: dict[str, set[str]] = {}
        for caller, callee in self.steps:
            if callee not in HELPERS and caller not in HELPERS:
                found.setdefault(callee, set()).add(caller)
        return found


def module_of(frame: FrameType) -> str:
    """The module of this package that a frame belongs to; empty for those of others."""
    path = Path(frame.f_code.co_filename)
    return (
        ".".join(path.relative_to(ROOT).with_suffix("").parts) if path.is_relative_to(ROOT) else ""
    )


def stop_of(frame: FrameType) -> str | None:
    """The module of the server or of tables that a frame belongs to; the store is one."""
    name = module_of(frame)
    if not name.startswith(("server.", "table.")):
        return None
    return "server.store" if name.startswith("server.store.") else name


def begun_by_the_server(frame: FrameType) -> bool:
    """Whether a frame belongs to what the server does every second."""
    found: FrameType | None = frame
    last = ""
    while found is not None:
        last = module_of(found) or last
        found = found.f_back
    return last in RUNS_BY_ITSELF


def stops_behind(frame: FrameType) -> list[str]:
    """Who called a frame, the nearest first; what tables do among themselves is their business."""
    found: list[str] = []
    back = frame.f_back
    while back is not None:
        name = stop_of(back)
        if name is not None:
            found.append(name)
        back = back.f_back
    if found and (found[0].startswith("table.") or found[-1] in RUNS_BY_ITSELF):
        return []
    return found


def properties() -> set[CodeType]:
    """The code of all properties: reading one is no step."""
    found: set[CodeType] = set()
    for name, module in list(sys.modules.items()):
        if name.startswith(("quarriors.server", "quarriors.table")):
            for _, owner in inspect.getmembers(module, inspect.isclass):
                for one in vars(owner).values():
                    if isinstance(one, property) and inspect.isfunction(one.fget):
                        found.add(one.fget.__code__)
    return found


@contextmanager
def followed() -> Iterator[Walk]:
    """Follow the calls in all threads that begin from now on."""
    walk = Walk()
    threading.setprofile(walk)
    try:
        yield walk
    finally:
        threading.setprofile(None)


async def an_answer(there: Running, walk: Walk) -> None:
    """A game of two in which one answer is followed."""
    mine = there.make_table(goal=20)
    other = there.join(mine["table"])
    table = mine["table"]
    async with there.seat(table, mine["token"]) as one, there.seat(table, other["token"]) as two:
        ahead = [one, two] if one.table["prompt"] else [two, one]
        message = ahead[0].table
        for walk.on in (False, True):
            option = message["prompt"]["options"][0]["number"]
            await ahead[0].send(type="answer", state=message["state"], option=option)
            message = await ahead[0].until("update")
            await ahead[1].until("update")
            if message["prompt"] is None:
                ahead.reverse()
                message = ahead[0].heard[-1]
        walk.on = False  # what the server does next was scheduled before the update was sent


@pytest.mark.skipif(is_compiled(), reason="compiled functions cannot be followed")
def test_an_answer_passes_a_dozen_modules_and_none_twice(tmp_path: Path) -> None:
    # What the server does by the clock must not come between, however slow the machine is.
    never = {"look_seconds": 600.0, "lease_seconds": 600.0, "beat_seconds": 600.0}
    settings = quick(database=str(tmp_path / "tables.sqlite"), **never)
    with followed() as walk, running(settings) as there:
        asyncio.run(an_answer(there, walk))
    passed = walk.passed()
    assert passed == WALK
    # The plain count: nothing is called on the way that is not listed, and the document says it.
    steps = set(WALK) - {"server.store"}
    assert walk.modules <= steps | HELPERS | INSIDE
    assert f"a plain count finds {len(steps | HELPERS | INSIDE)}" in DOCUMENT.read_text("utf-8")
    assert len(passed) <= MOST
    assert walk.called_back - HELPERS == set()
    twice = {name: sorted(by) for name, by in walk.entered_from().items() if len(by) > 1}
    assert twice == {}
