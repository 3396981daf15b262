"""Markers by which tests say what they prove; `test_completeness.py` reads them."""

from __future__ import annotations

import pytest


def pytest_configure(config: pytest.Config) -> None:
    """Register the markers, so that a misspelt one is an error."""
    config.addinivalue_line("markers", "rule(id): the test proves this rule of the digest")
    config.addinivalue_line("markers", "ability(card, index): the test proves this line of a card")
    config.addinivalue_line("markers", "example(letter): the test plays this worked example")
