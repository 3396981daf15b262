"""Whole games over websockets, on SQLite and on PostgreSQL, and what is left of them afterwards."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from quarriors.cards.load import default_catalog
from quarriors.engine import queries
from quarriors.engine.rules import Rules
from quarriors.engine.setup import lay_table
from quarriors.game import Game
from quarriors.record.fair_seed import commit
from quarriors.record.replay import verify
from tests.server.postgres import fresh_database
from tests.server.web.helpers import Running, quick, running


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    if request.param == "sqlite":
        yield str(tmp_path / "tables.sqlite")
    else:
        with fresh_database() as url:
            yield url


async def _play(there: Running, table: str, tokens: list[str]) -> list[dict[str, Any]]:
    """Two players and a watcher, from the first prompt to the end; the watcher's messages last."""
    async with (
        there.seat(table, tokens[0]) as one,
        there.seat(table, tokens[1], "it") as two,
        there.seat(table) as watcher,
    ):
        ends = await asyncio.gather(one.play(1), two.play(2), watcher.play(3))
        assert [talk.table["me"] for talk in (one, two, watcher)] == [0, 1, None]
        assert all(message.get("prompt") is None for message in watcher.heard)
        assert any(message.get("prompt") for message in one.heard)
        return ends


def test_a_whole_game_is_played_kept_and_verified(place: str) -> None:
    with running(quick(database=place)) as there:
        mine = there.make_table(goal=5)
        other = there.join(mine["table"])
        table, tokens = mine["table"], [mine["token"], other["token"]]
        before = there.http.get(f"/api/tables/{table}").json()
        assert before["stage"] == "playing"
        assert before["seed"] == before["secret"] == ""
        assert there.http.get(f"/api/tables/{table}/record").status_code == 409
        assert there.http.get(f"/api/tables/{table}/replay").status_code == 409
        assert there.http.get(f"/api/tables/{table}/summary").status_code == 409
        ends = asyncio.run(_play(there, table, tokens))
        results = [message["view"]["result"] for message in ends]
        assert results[0] == results[1] == results[2]
    # Another process finds all of it again.
    with running(quick(database=place)) as there:
        after = there.http.get(f"/api/tables/{table}").json()
        assert after["stage"] == "over"
        assert commit(int(after["secret"])) == before["commitment"] == after["commitment"]
        record = there.http.get(f"/api/tables/{table}/record").json()
        report = verify(record)
        assert report.over
        assert not report.scripted
        replay = there.http.get(f"/api/tables/{table}/replay", params={"lang": "it"}).json()
        assert replay["frames"][-1]["view"]["result"] == results[0]
        assert replay["players"] == ["Ada", "Bo"]
        assert replay["turns"][0]["turn"] == 1
        summary = there.http.get(f"/api/tables/{table}/summary").json()
        assert summary["winners"] == results[0]["winners"]
        assert [seat[-1] for seat in summary["glory"]] == results[0]["glory"]
        told = there.http.get(f"/api/tables/{table}/summary", params={"lang": "it"}).json()
        assert told["glory"] == summary["glory"]
        assert told["why"] != summary["why"]
        plain = there.http.get(
            f"/api/tables/{table}/replay", params={"lang": "it"}, headers={"Accept-Encoding": ""}
        )
        assert "content-encoding" not in plain.headers
        assert plain.json() == replay
        again = asyncio.run(_come_back(there, table, tokens[0]))
        assert again["stage"] == "over"
        assert again["seed"] == after["seed"]


async def _come_back(there: Running, table: str, token: str) -> dict[str, Any]:
    async with there.seat(table, token) as talk:
        return talk.table


def test_a_rematch_gives_everybody_their_seat_again(there: Running) -> None:
    mine = there.make_table(goal=3)
    other = there.join(mine["table"])
    table, tokens = mine["table"], [mine["token"], other["token"]]
    path = f"/api/tables/{table}/rematch"
    early = there.http.post(path, headers={"Authorization": f"Bearer {tokens[0]}"})
    assert (early.status_code, early.json()["code"]) == (409, "not_now")
    asyncio.run(_play(there, table, tokens))
    assert there.http.post(path).json()["code"] == "bad_token"
    wrong = there.http.post(path, headers={"Authorization": "Bearer " + "x" * 32})
    assert (wrong.status_code, wrong.json()["code"]) == (401, "bad_token")
    answers = [
        there.http.post(path, headers={"Authorization": f"Bearer {token}"}).json()
        for token in tokens
    ]
    assert answers[0]["table"] == answers[1]["table"] != table
    assert [answer["seat"] for answer in answers] == [0, 1]
    again = asyncio.run(_come_back(there, answers[1]["table"], answers[1]["token"]))
    assert again["me"] == 1
    assert again["stage"] == "playing"


def test_bots_play_their_seats(there: Running) -> None:
    bots = [{"kind": "bot", "bot": "random"}, {"kind": "bot", "bot": "greedy"}]
    mine = there.make_table(seats=bots, goal=1)
    assert mine["seat"] is None

    async def watch() -> dict[str, Any]:
        async with there.seat(mine["table"], mine["token"]) as talk:
            return await talk.play(1)

    assert asyncio.run(watch())["view"]["result"] is not None


# --- the position for programs -------------------------------------------------------------------


def _position(there: Running, table: str, token: str = "") -> httpx.Response:
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    return there.http.get(f"/api/tables/{table}/position", headers=headers)


def test_the_position_is_for_players_and_tells_nothing_of_the_dice(there: Running) -> None:
    mine = there.make_table()
    table = mine["table"]
    waiting = _position(there, table, mine["token"])
    assert (waiting.status_code, waiting.json()["code"]) == (409, "not_now")
    there.join(table)
    assert _position(there, table).json()["code"] == "bad_token"
    assert _position(there, table, "x" * 32).status_code == 401
    answer = _position(there, table, mine["token"]).json()
    assert answer["seat"] == 0
    catalog = default_catalog()
    cards = [catalog.card(name) for name in answer["wilds"]]
    laid = lay_table(Rules.from_dict(answer["rules"]), catalog, cards)
    state = queries.from_wire(laid, answer["wire"])
    assert queries.generator(state) == 0
    assert queries.scripted_draws(state) == queries.scripted_rolls(state) == []
    game = Game(state, None, [], 0, False).branch(5)

    async def prompt() -> dict[str, Any]:
        async with there.seat(table, mine["token"]) as talk:
            return talk.table

    told = asyncio.run(prompt())
    assert answer["state"] == told["state"]
    assert told["waiting_for"] == game.decision.seat


def test_hosts_who_only_watch_get_no_position(there: Running) -> None:
    bots = [{"kind": "bot", "bot": "random"}] * 2
    mine = there.make_table(seats=bots)
    refused = _position(there, mine["table"], mine["token"])
    assert (refused.status_code, refused.json()["code"]) == (403, "not_yours")


def test_no_message_before_the_end_holds_the_seed(there: Running) -> None:
    mine = there.make_table(goal=5)
    other = there.join(mine["table"])

    async def listen() -> tuple[list[dict[str, Any]], str]:
        table = mine["table"]
        async with (
            there.seat(table, mine["token"]) as one,
            there.seat(table, other["token"]) as two,
        ):
            await asyncio.gather(one.play(4), two.play(5))
            return [*one.heard, *two.heard], table

    heard, table = asyncio.run(listen())
    seed = there.http.get(f"/api/tables/{table}").json()["seed"]
    assert len(seed) > 60
    before = [message for message in heard if not _over(message)]
    assert len(before) > 10
    assert not any(seed in json.dumps(message) for message in before)


def _over(message: dict[str, Any]) -> bool:
    view = message.get("view")
    return view is not None and view.get("result") is not None
