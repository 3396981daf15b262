"""The club by `quarriors admin`: members, seasons, people who are removed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.web.helpers import Running, quick, running
from tests.server.web.test_club import bearer, join_club, play, rating_of

from .conftest import Run
from .test_cli_admin import Refused


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Running]]:
    database = str(tmp_path_factory.mktemp("club") / "tables.sqlite")
    settings = quick(database=database, ratings=True, look_seconds=0.05)
    with running(settings) as server:
        yield database, server


def test_an_operator_lists_members_begins_seasons_and_removes_people(
    club: tuple[str, Running], run: Run, refused: Refused
) -> None:
    database, server = club
    admin = ("admin", "--database", database)
    assert "no members" in run(*admin, "members").out
    assert "Season" in run(*admin, "seasons").out
    ada, bo = join_club(server, "Ada"), join_club(server, "Bo")
    join_club(server, "Cid")
    body = {"setup": {"seats": [{}, {}], "goal": 3}, "name": "x", "key": ada}
    host = server.http.post("/api/tables", json=body).json()
    play(server, host, server.join(host["table"], "x", key=bo))
    rating_of(server, host["table"])
    listed = run(*admin, "members").out
    assert listed.splitlines()[0].split() == ["Rank", "Name", "Rating", "Games", "Wins"]
    assert listed.splitlines()[-1].split() == ["-", "Cid", "-", "0", "0"]
    told = json.loads(run(*admin, "members", "--json").out)
    assert {(one["name"], one["games"]) for one in told} == {("Ada", 1), ("Bo", 1), ("Cid", 0)}

    assert "Spring" in run(*admin, "new-season", "Spring").out
    assert "Primavera" in run(*admin, "new-season", "Primavera", "--lang", "it").out
    refused(*admin, "new-season", " ")
    refused(*admin, "new-season", "x" * 61)
    seasons = json.loads(run(*admin, "seasons", "--json").out)
    assert [one["name"] for one in seasons] == ["", "Spring", "Primavera"]
    assert [one["games"] for one in json.loads(run(*admin, "members", "--json").out)] == [0, 0, 0]
    old = json.loads(run(*admin, "members", "--season", "1", "--json").out)
    assert {one["name"] for one in old if one["games"]} == {"Ada", "Bo"}
    refused(*admin, "members", "--season", "9")
    shown = server.http.get("/api/club").json()
    assert (shown["season"]["name"], shown["ladder"]) == ("Primavera", [])
    assert len(server.http.get("/api/club", params={"season": 1}).json()["ladder"]) == 2

    assert "--yes" in refused(*admin, "remove-member", "Ada")
    refused(*admin, "remove-member", "Nobody", "--yes")
    assert "Ada is no longer in the club" in run(*admin, "remove-member", "ada", "--yes").out
    assert server.http.get("/api/club/me", headers=bearer(ada)).status_code == 401
    ladder = server.http.get("/api/club", params={"season": 1}).json()["ladder"]
    assert [one["name"] for one in ladder] == ["Bo"]
    assert Path(database).exists()
