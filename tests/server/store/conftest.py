"""Both databases, for tests that must hold on each."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.postgres import fresh_database, postgres_url

__all__ = ["postgres_url", "url"]


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of an empty database."""
    if request.param == "sqlite":
        yield str(tmp_path / "tables.sqlite")
    else:
        with fresh_database() as address:
            yield address
