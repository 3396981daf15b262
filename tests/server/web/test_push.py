"""Web Push and webhooks over HTTP: who may subscribe, what is refused, limits."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from quarriors.server.notify.web_push import decoded
from tests.server.notify.helpers import Browser
from tests.server.web.helpers import Running, quick, running
from tests.server.web.test_club import bearer

DAYS = {"kind": "days", "seconds": 86_400}
GOOD = "https://fcm.googleapis.com/fcm/send/abc"


@pytest.fixture(scope="module")
def pushing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    settings = quick(
        database=str(tmp_path_factory.mktemp("push") / "tables.sqlite"),
        push=True,
        webhook_hosts=("hooks.example.org",),
        subscriptions_per_hour=10**6,
    )
    with running(settings) as server:
        yield server


def subscribe(server: Running, seat: dict[str, Any], **changes: Any) -> Any:
    one = Browser(GOOD).subscription
    body = {"endpoint": one.endpoint, "p256dh": one.p256dh, "auth": one.auth, **changes}
    return server.http.post(
        f"/api/tables/{seat['table']}/push", json=body, headers=bearer(seat["token"])
    )


def test_a_seat_subscribes_and_ends_it(pushing: Running) -> None:
    key = pushing.http.get("/api/features").json()["push"]
    assert len(decoded(key)) == 65
    seat = pushing.make_table(clock=DAYS)
    assert subscribe(pushing, seat).json() == {"browsers": 1}
    second = f"{GOOD}d"
    assert subscribe(pushing, seat, endpoint=second).json() == {"browsers": 2}
    assert subscribe(pushing, seat, endpoint=second).json() == {"browsers": 2}
    path = f"/api/tables/{seat['table']}/push"
    assert pushing.http.delete(path, headers=bearer(seat["token"])).json() == {"browsers": 0}
    assert subscribe(pushing, seat).json() == {"browsers": 1}


def test_what_is_refused(pushing: Running, there: Running) -> None:
    seat = pushing.make_table(clock=DAYS)
    for endpoint in (
        "https://evil.example/x",
        "http://fcm.googleapis.com/x",
        "https://127.0.0.1/x",
        "http://169.254.169.254/latest",
        "https://fcm.googleapis.com@127.0.0.1/x",
    ):
        answer = subscribe(pushing, seat, endpoint=endpoint)
        assert (answer.status_code, answer.json()["code"]) == (422, "illegal")
    assert subscribe(pushing, seat, p256dh="A" * 87).status_code == 422
    assert subscribe(pushing, seat, auth="!").status_code == 400
    assert subscribe(pushing, {**seat, "token": "wrong"}).status_code == 401
    live = pushing.make_table()
    assert subscribe(pushing, live).json()["code"] == "not_now"
    assert there.http.get("/api/features").json()["push"] == ""
    off = there.make_table(clock=DAYS)
    assert subscribe(there, off).json()["code"] == "off"


def test_a_webhook_only_where_the_operator_allows(pushing: Running, there: Running) -> None:
    def make(server: Running, url: str, clock: dict[str, Any] = DAYS, **more: Any) -> Any:
        hook = {"url": url, "secret": "0123456789abcdef", **more}
        setup = {"seats": [{}, {}], "clock": clock}
        return server.http.post(
            "/api/tables", json={"setup": setup, "name": "Ada", "webhook": hook}
        )

    made = make(pushing, "https://hooks.example.org/T0/B0")
    assert made.status_code == 201
    shown = pushing.http.get(f"/api/tables/{made.json()['table']}").text
    assert "hooks.example.org" not in shown, "its address is a secret of the host's"
    assert make(pushing, "https://evil.example/x").json()["code"] == "illegal"
    assert make(pushing, "https://hooks.example.org/x", {"kind": "none"}).status_code == 422
    assert make(pushing, "https://hooks.example.org/x", secret="short").status_code == 400
    assert make(there, "https://hooks.example.org/x").json()["code"] == "off"
    assert pushing.http.get("/api/features").json()["webhooks"] is True


def test_subscriptions_are_limited_by_address(tmp_path: Path) -> None:
    settings = quick(database=str(tmp_path / "t.sqlite"), push=True, subscriptions_per_hour=2)
    with running(settings) as server:
        seat = server.make_table(clock=DAYS)
        statuses = [subscribe(server, seat).status_code for _ in range(3)]
        assert statuses == [200, 200, 429]
