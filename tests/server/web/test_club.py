"""The club over HTTP: names with keys, the ladder, ratings of games, limits."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.web.helpers import WAIT, Running, quick, running


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    database = tmp_path_factory.mktemp("club") / "tables.sqlite"
    settings = quick(database=str(database), ratings=True, members_per_hour=10**6)
    with running(settings) as server:
        yield server


def bearer(key: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {key}"}


def join_club(server: Running, name: str) -> str:
    """A new member's key."""
    answer = server.http.post("/api/club/members", json={"name": name})
    assert answer.status_code == 201, answer.text
    assert answer.json()["name"] == name
    return str(answer.json()["key"])


def play(server: Running, *seats: dict[str, Any]) -> None:
    """Play a game to its end."""

    async def one(seat: dict[str, Any], luck: int) -> None:
        async with server.seat(seat["table"], seat["token"]) as talk:
            await talk.play(luck)

    async def everybody() -> None:
        await asyncio.gather(*(one(seat, luck) for luck, seat in enumerate(seats)))

    asyncio.run(everybody())


def rating_of(server: Running, table: str) -> dict[str, Any]:
    """What a finished game changed, once it is rated."""
    end = time.monotonic() + WAIT
    while True:
        found = server.http.get(f"/api/tables/{table}/rating").json()
        if found["seats"] or not found["rated"]:
            return dict(found)
        assert time.monotonic() < end, "the game is not rated"
        time.sleep(0.05)


def test_a_game_of_members_moves_the_ladder(club: Running) -> None:
    assert club.http.get("/api/features").json()["ratings"] is True
    empty = club.http.get("/api/club").json()
    assert empty["season"] == {"number": 1, "name": "", "began": 0.0}
    assert empty["ladder"] == []
    ada, bo = join_club(club, "Ada"), join_club(club, "Bo")
    me = club.http.get("/api/club/me", headers=bearer(ada)).json()
    assert me == {"name": "Ada", "rating": None, "rank": 0, "games": 0, "wins": 0}
    setup = {"seats": [{}, {}, {"kind": "bot", "bot": "pip"}], "goal": 3}
    body = {"setup": setup, "name": "x", "key": ada}
    host = club.http.post("/api/tables", json=body).json()
    guest = club.join(host["table"], "x", key=bo)
    shown = club.http.get(f"/api/tables/{host['table']}").json()["players"]
    assert [(one["name"], one["member"]) for one in shown] == [
        ("Ada", True),
        ("Bo", True),
        ("Pip", False),
    ]
    before = club.http.get(f"/api/tables/{host['table']}/rating").json()
    assert before == {"rated": True, "why": "", "seats": []}
    play(club, host, guest)
    changed = rating_of(club, host["table"])
    assert [one["seat"] for one in changed["seats"]] == [0, 1, 2]
    assert changed["seats"][0]["before"] == {"strength": 25.0, "margin": 16.33}
    ladder = club.http.get("/api/club", params={"season": 1}).json()
    assert ladder["members"] == 3
    assert [one["rank"] for one in ladder["ladder"]] == [1, 2, 3]
    assert {(one["name"], one["bot"], one["games"]) for one in ladder["ladder"]} == {
        ("Ada", "", 1),
        ("Bo", "", 1),
        ("Pip", "pip", 1),
    }
    lows = [one["rating"]["strength"] - one["rating"]["margin"] for one in ladder["ladder"]]
    assert lows == sorted(lows, reverse=True)
    me = club.http.get("/api/club/me", headers=bearer(ada)).json()
    assert me["games"] == 1
    assert me["rating"] == changed["seats"][0]["after"]
    assert club.http.get("/api/club", params={"season": 2}).status_code == 404
    for wrong in ("0", "x", "1e3", "٣", "9" * 30):
        answer = club.http.get("/api/club", params={"season": wrong})
        assert (answer.status_code, answer.json()["code"]) == (400, "malformed")


def test_a_game_with_a_guest_says_that_it_is_not_rated(club: Running) -> None:
    key = join_club(club, "Cid")
    body = {"setup": {"seats": [{}, {}], "goal": 3}, "name": "x", "key": key}
    host = club.http.post("/api/tables", json=body).json()
    guest = club.join(host["table"], "Guest")
    play(club, host, guest)
    found = rating_of(club, host["table"])
    assert found["rated"] is False
    assert found["why"] == "This game isn't rated: someone plays without a club name."
    italian = club.http.get(f"/api/tables/{host['table']}/rating", params={"lang": "it"}).json()
    assert "classifica" in italian["why"]


def test_nobody_plays_under_the_name_of_a_member(club: Running) -> None:
    key = join_club(club, "Dora")
    for name in ("Dora", "dora", "D0ra", "Dоrа"):
        made = club.http.post("/api/tables", json={"setup": {"seats": [{}, {}]}, "name": name})
        assert (made.status_code, made.json()["code"]) == (422, "illegal")
        taken = club.http.post("/api/club/members", json={"name": name})
        assert (taken.status_code, taken.json()["code"]) == (422, "illegal")
    wrong = {"setup": {"seats": [{}, {}]}, "name": "Dora", "key": f"{key[:-1]}!"}
    answer = club.http.post("/api/tables", json=wrong)
    assert (answer.status_code, answer.json()["code"]) == (401, "bad_token")
    host = club.make_table("Ed")
    join = club.http.post(f"/api/tables/{host['table']}/join", json={"name": "DORA"})
    assert join.status_code == 422
    assert "club" in join.json()["text"]


def test_a_member_moves_by_a_code_and_leaves(club: Running) -> None:
    key = join_club(club, "Fay")
    assert club.http.post("/api/club/me/code").status_code == 401
    code = club.http.post("/api/club/me/code", headers=bearer(key)).json()["code"]
    moved = club.http.post("/api/club/move", json={"name": "fay", "code": code})
    assert moved.status_code == 200
    new = moved.json()["key"]
    assert club.http.get("/api/club/me", headers=bearer(key)).status_code == 401
    assert club.http.get("/api/club/me", headers=bearer(new)).json()["name"] == "Fay"
    again = club.http.post("/api/club/move", json={"name": "fay", "code": code})
    assert again.status_code == 401
    left = club.http.delete("/api/club/me", headers=bearer(new))
    assert left.status_code == 200
    assert club.http.get("/api/club/me", headers=bearer(new)).status_code == 401
    join_club(club, "Fay")


def test_a_server_without_a_club_says_so(there: Running) -> None:
    assert there.http.get("/api/features").json()["ratings"] is False
    for answer in (
        there.http.get("/api/club"),
        there.http.post("/api/club/members", json={"name": "Ada"}),
        there.http.get("/api/club/me", headers=bearer("x")),
        there.http.post("/api/club/move", json={"name": "Ada", "code": "AAAA2222"}),
    ):
        assert (answer.status_code, answer.json()["code"]) == (403, "off")
    made = there.http.post(
        "/api/tables", json={"setup": {"seats": [{}, {}]}, "name": "A", "key": "k"}
    )
    assert made.status_code == 201, "a key says nothing there"


def test_names_and_codes_are_limited_by_address(tmp_path: Path) -> None:
    settings = quick(
        database=str(tmp_path / "t.sqlite"), ratings=True, members_per_hour=2, code_tries=3
    )
    with running(settings) as server:
        for name in ("One", "Two"):
            join_club(server, name)
        answer = server.http.post("/api/club/members", json={"name": "Three"})
        assert (answer.status_code, answer.json()["code"]) == (429, "too_fast")
        assert int(answer.headers["Retry-After"]) > 60
        tries = [
            server.http.post("/api/club/move", json={"name": "One", "code": "AAAA2222"})
            for _ in range(4)
        ]
        assert [one.status_code for one in tries] == [401, 401, 401, 429]
