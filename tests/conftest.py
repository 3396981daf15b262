"""What holds for all tests: markers, Ctrl-C, and the examples that Hypothesis makes up.

By the markers tests say what they prove; `test_completeness.py` reads them.
"""

from __future__ import annotations

import signal

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

# Whoever runs the tests in the background may have switched Ctrl-C off, for our programs as well.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_configure(config: pytest.Config) -> None:
    """Register the markers, so that a misspelt one is an error."""
    config.addinivalue_line("markers", "rule(id): the test proves this rule of the digest")
    config.addinivalue_line("markers", "ability(card, index): the test proves this line of a card")
    config.addinivalue_line("markers", "example(letter): the test plays this worked example")
