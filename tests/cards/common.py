"""What the tests of cards and examples share: editions, and questions about a play."""

from __future__ import annotations

import pytest

from quarriors.engine import queries
from quarriors.engine.rules import EDITIONS
from quarriors.testing import Play

OLD = ["original", "original-it"]  # the 2011 books, English and Italian
NEW = ["revised", "qultimate"]  # 2013 and 2018

in_all_editions = pytest.mark.parametrize("edition", EDITIONS)
in_old_editions = pytest.mark.parametrize("edition", OLD)
in_new_editions = pytest.mark.parametrize("edition", NEW)


def settled(play: Play) -> bool:
    """Nothing is left undone: only the turn itself is on the stack, every scripted die was used."""
    return queries.is_at_rest(play.state)


def pile(edition: str) -> str:
    """Where spent dice go (3.7)."""
    return "used" if edition in OLD else "spent"


def totals(play: Play) -> list[int]:
    """The attack totals told so far."""
    return [event[5] for event in play.happened("total")]
