"""Both databases, and bots that misbehave."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.postgres import fresh_database
from tests.server.sessions.bots import offer_bots


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    """A fresh SQLite file."""
    return str(tmp_path / "tables.sqlite")


@pytest.fixture
def postgres_url() -> Iterator[str]:
    """A fresh PostgreSQL database."""
    with fresh_database() as url:
        yield url


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.long)])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """A fresh database: SQLite every day, both in `make test-all`.

    That both stores do the same is tested in `tests/server/store`, and services that share a
    PostgreSQL are in `test_processes.py`, both every day.
    """
    if request.param == "sqlite":
        yield str(tmp_path / "tables.sqlite")
    else:
        with fresh_database() as found:
            yield found


@pytest.fixture
def bad_bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots that raise, hang, die and answer nonsense can be asked for."""
    offer_bots(tmp_path, monkeypatch)
