"""What holds for all tests: markers, Ctrl-C, and the examples that Hypothesis makes up.

By the markers tests say what they prove; `test_completeness.py` reads them.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from collections.abc import Iterator
from multiprocessing.context import BaseContext

import pytest
from hypothesis import HealthCheck, settings

# The same examples in every run, so that a failure is one of the code and comes again; and no
# limits of time, which would be tests of the machine. `pytest --hypothesis-profile=explore` looks
# for new ones.
settings.register_profile(
    "explore", deadline=None, database=None, suppress_health_check=list(HealthCheck)
)
settings.register_profile("same", settings.get_profile("explore"), derandomize=True)
settings.load_profile("same")

# A shell that runs tests in the background may have switched Ctrl-C off, for our programs as well.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_configure(config: pytest.Config) -> None:
    """Register the markers, so that a misspelt one is an error."""
    config.addinivalue_line("markers", "rule(id): the test proves this rule of the digest")
    config.addinivalue_line("markers", "ability(card, index): the test proves this line of a card")
    config.addinivalue_line("markers", "example(letter): the test plays this worked example")
    config.addinivalue_line("markers", "long: a test that only `make test-all` runs")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the long tests, unless QUARRIORS_LONG_TESTS=1 asks for them."""
    if os.environ.get("QUARRIORS_LONG_TESTS") == "1":
        return
    long = [item for item in items if item.get_closest_marker("long") is not None]
    config.hook.pytest_deselected(items=long)
    items[:] = [item for item in items if item.get_closest_marker("long") is None]


_get_context = multiprocessing.get_context


@pytest.fixture(scope="session", autouse=True)
def forked_workers() -> Iterator[None]:
    """Fork the workers that code in this process starts from one that has imported the game.

    Started anew ("spawn", as programs do it), each would import pytest, the game and all cards,
    which takes longer than most of what tests want of it. Programs that tests run as processes of
    their own start theirs as always; so do tests that ask for `spawned_workers`.
    """
    if sys.platform == "win32":
        yield
        return
    forking = multiprocessing.get_context("forkserver")
    forking.set_forkserver_preload(["tests.preloaded"])

    def get_context(method: str | None = None) -> BaseContext:
        return forking if method == "spawn" else _get_context(method)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(multiprocessing, "get_context", get_context)
        yield


@pytest.fixture
def spawned_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Start workers as programs do."""
    monkeypatch.setattr(multiprocessing, "get_context", _get_context)
