"""A server for the tests of one module; those that need other settings start their own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.web.helpers import Running, quick, running


@pytest.fixture(scope="module")
def there(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    database = tmp_path_factory.mktemp("web") / "tables.sqlite"
    with running(quick(database=str(database))) as server:
        yield server
