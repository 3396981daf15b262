"""Limits that all processes on one PostgreSQL share."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from tests.server.postgres import postgres_url  # noqa: F401
from tests.server.web.helpers import Running, quick, running


def test_two_processes_share_the_limits_that_are_seldom_reached(
    postgres_url: str,  # noqa: F811
) -> None:
    """Tables and tried codes are counted by both together, and not more than the limit passes."""
    settings = quick(
        database=postgres_url,
        tables_per_hour=4,
        code_tries_per_table=5,
        code_tries=100,
        code_seconds=3600.0,
    )
    with running(settings) as here, running(settings) as there:
        servers = (here, there) * 3

        def made(server: Running) -> int:
            body = {"setup": {"seats": [{}, {}]}, "name": "Ada"}
            return server.http.post("/api/tables", json=body).status_code

        first = here.make_table()["table"]
        with ThreadPoolExecutor(6) as pool:
            found = sorted(pool.map(made, servers))
        assert found == [201] * 3 + [429] * 3

        def tried(server: Running) -> int:
            path = f"/api/tables/{first}/move"
            return server.http.post(path, json={"code": "AAAA2222"}).status_code

        with ThreadPoolExecutor(6) as pool:
            found = sorted(pool.map(tried, servers))
        assert found == [401] * 5 + [429]
