"""Both databases, for tests that must hold on each."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.postgres import fresh_database, postgres_url

__all__ = ["other_url", "postgres_url", "url"]


def _address(kind: str, file: Path) -> Iterator[str]:
    if kind == "sqlite":
        yield str(file)
    else:
        with fresh_database() as address:
            yield address


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of an empty database."""
    yield from _address(request.param, tmp_path / "tables.sqlite")


@pytest.fixture
def other_url(url: str, tmp_path: Path) -> Iterator[str]:
    """The address of another empty database of the same kind."""
    kind = "postgresql" if url.startswith("postgresql") else "sqlite"
    yield from _address(kind, tmp_path / "other.sqlite")
