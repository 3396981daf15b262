"""The analysis of a finished game over HTTP: worked out outside the event loop, and kept."""

from __future__ import annotations

import time
from typing import Any

import pytest

from quarriors.server.fair_queue import Owner
from quarriors.server.sessions import analyses
from quarriors.server.thinking import Piece
from quarriors.server.workers import LATE, BotFailed, Workers
from tests.server.web.helpers import Running

BOTS = [{"kind": "bot", "bot": "pip"}, {"kind": "bot", "bot": "greedy"}]


def finished_table(there: Running) -> str:
    """A table of bots whose game is over."""
    made = there.http.post("/api/tables", json={"setup": {"seats": BOTS, "goal": 3}, "name": "Ada"})
    assert made.status_code == 201, made.text
    table: str = made.json()["table"]
    until(there, f"/api/tables/{table}", lambda answer: answer.json()["stage"] == "over")
    return table


def until(there: Running, path: str, done: Any) -> Any:
    """Ask until something is so; the server needs as long as the machine is busy."""
    for _ in range(1_200):
        answer = there.http.get(path)
        if done(answer):
            return answer
        time.sleep(0.05)
    raise AssertionError(f"{path}: {answer.status_code} {answer.text}")


def test_a_finished_game_is_explained_in_both_languages(there: Running) -> None:
    table = finished_table(there)
    path = f"/api/tables/{table}/analysis"
    first = there.http.get(path)
    assert first.status_code == 202
    assert first.json()["status"] == "running"
    assert first.json()["turns"] == []
    answer = until(there, path, lambda answer: answer.status_code == 200)
    found = answer.json()
    replay = there.http.get(f"/api/tables/{table}/replay").json()
    assert found["status"] == "done"
    assert found["turns"][-1]["step"] == len(replay["frames"]) - 1
    assert [one["turn"] for one in found["turns"]] == [one["turn"] for one in replay["turns"]]
    marks = {one["turn"]: one for one in replay["turns"]}
    for turn in found["turns"]:
        assert sum(turn["chances"]) == pytest.approx(1.0, abs=0.001)
        assert turn["seat"] == marks[turn["turn"]]["seat"]
    won = replay["frames"][-1]["view"]["result"]["winners"]
    assert [seat for seat, one in enumerate(found["turns"][-1]["chances"]) if one] == won
    assert sum(seat["luck"] + seat["choices"] for seat in found["seats"]) == pytest.approx(
        0.0, abs=0.001
    )
    for point in found["turning_points"]:
        assert replay["frames"][point["step"] + 1]["seat"] == point["seat"]
        assert point["cost"] > 0
    italian = there.http.get(path, params={"lang": "it"}).json()
    assert [one["cost"] for one in italian["turning_points"]] == [
        one["cost"] for one in found["turning_points"]
    ]
    for one, other in zip(found["turning_points"], italian["turning_points"], strict=True):
        assert "The reason: " in one["sentence"]
        assert "Il motivo: " in other["sentence"]


@pytest.mark.parametrize(("how", "status"), [(LATE, 200), ("died", 409)])
def test_late_pieces_are_left_out_and_broken_ones_are_said(
    there: Running, monkeypatch: pytest.MonkeyPatch, how: str, status: int
) -> None:
    async def judge(_workers: Workers, _piece: Piece, _owner: Owner) -> None:
        raise BotFailed(how, "")

    table = finished_table(there)
    monkeypatch.setattr(Workers, "judge", judge)
    path = f"/api/tables/{table}/analysis"
    answer = until(there, path, lambda answer: answer.status_code != 202)
    assert answer.status_code == status
    if status == 200:
        assert answer.json()["turns"]
        assert answer.json()["turning_points"] == []
    else:
        assert "couldn't be analysed" in answer.json()["text"]


def test_what_cannot_be_explained_is_refused(
    there: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine = there.make_table(goal=5)
    path = f"/api/tables/{mine['table']}/analysis"
    assert there.http.get(path).status_code == 409
    assert there.http.get("/api/tables/nosuchtable/analysis").status_code == 404
    assert there.http.get(path, params={"lang": "xx"}).status_code == 400
    assert there.http.get(path, headers={"Authorization": "Bearer x"}).status_code == 401
    assert there.http.post(path).status_code == 405
    table = finished_table(there)
    monkeypatch.setattr(analyses, "MOST_OF_ADDRESS", 0)
    crowded = there.http.get(f"/api/tables/{table}/analysis", params={"lang": "it"})
    assert crowded.status_code == 429
    assert int(crowded.headers["Retry-After"]) > 0
    assert "troppe partite" in crowded.json()["text"]
