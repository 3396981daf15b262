"""What if and undo by consent over HTTP and websockets, as a client has them."""

from __future__ import annotations

import asyncio

import pytest

from .helpers import Running
from .test_analysis import finished_table


def _what_if(there: Running, table: str, **body: object) -> tuple[int, dict[str, object]]:
    wish = {"frame": 5, "seat": 0, "name": "Ada", **body}
    answer = there.http.post(f"/api/tables/{table}/what-if", json=wish)
    return answer.status_code, answer.json()


def test_a_finished_game_goes_on_at_a_table_of_its_own(there: Running) -> None:
    old = finished_table(there)
    status, made = _what_if(there, old)
    assert status == 201, made

    async def play() -> None:
        async with there.seat(str(made["table"]), str(made["token"])) as talk:
            sent = talk.table if talk.table["view"] else await talk.until("table")
            assert sent["what_if"] == {"table": old, "frame": 5}
            assert sent["setup"]["open"] is False
            assert [one["kind"] for one in sent["players"]] == ["person", "bot"]
            assert sent["log"][0]["event"] == "what_if"
            talk.table = sent
            last = await talk.play(3)
            assert last["view"]["result"] is not None

    asyncio.run(play())
    record = there.http.get(f"/api/tables/{made['table']}/record").json()
    assert record["position"]
    replay = there.http.get(f"/api/tables/{made['table']}/replay").json()
    assert replay["frames"][0]["view"]["turn"] >= 1
    for what in ("summary", "analysis"):
        assert there.http.get(f"/api/tables/{made['table']}/{what}").status_code in (200, 202)


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"frame": 99_999}, 422, "illegal"),
        ({"frame": -1}, 400, "malformed"),
        ({"frame": "5"}, 400, "malformed"),
        ({"seat": 3}, 422, "illegal"),
        ({"seat": 4}, 400, "malformed"),
        ({"name": ""}, 400, "malformed"),
        ({"name": "\u202e"}, 422, "illegal"),
        ({"more": 1}, 400, "malformed"),
    ],
)
def test_what_cannot_be_is_refused(
    there: Running, body: dict[str, object], status: int, code: str
) -> None:
    found, answer = _what_if(there, finished_table(there), **body)
    assert (found, answer["code"]) == (status, code)


def test_only_finished_games_and_only_those_one_may_look_at(there: Running) -> None:
    made = there.make_table(watch=False)
    assert _what_if(there, made["table"])[1]["code"] == "off"
    assert _what_if(there, "abcdefghijklmnop")[0] == 404
    there.join(made["table"])
    headers = {"Authorization": f"Bearer {made['token']}"}
    wish = {"frame": 0, "seat": 0, "name": "Ada"}
    answer = there.http.post(f"/api/tables/{made['table']}/what-if", json=wish, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (409, "not_now")


def test_two_people_undo_across_a_roll_by_consent(there: Running) -> None:
    async def play() -> None:
        made = there.make_table()
        other = there.join(made["table"])
        async with (
            there.seat(made["table"], made["token"]) as ada,
            there.seat(made["table"], other["token"]) as bo,
        ):
            people = {0: ada, 1: bo}
            sent = {seat: talk.table for seat, talk in people.items()}
            for _ in range(60):  # until somebody could go back only by consent
                asker = next((seat for seat in people if sent[seat]["can_ask_undo"]), None)
                if asker is not None:
                    break
                seat = next(seat for seat in people if sent[seat]["prompt"] is not None)
                state = sent[seat]["state"]
                await people[seat].send(type="answer", state=state, option=1)
                for each, talk in people.items():
                    sent[each] = await talk.until("update")
            assert asker is not None
            one, two = people[asker], people[1 - asker]
            state = sent[asker]["state"]
            assert await two.refused(type="answer_undo", agree=True) == "stale"
            await one.send(type="ask_undo", state=state)
            asked = await two.until("table")
            assert asked["undo_request"]["open"]
            assert asked["undo_request"]["waits_for"] == [1 - asker]
            assert (await one.until("table"))["undo_request"]["seat"] == asker
            assert await one.refused(type="answer_undo", agree=True) == "illegal"
            await two.send(type="answer_undo", agree=True)
            while (back := await one.until("table"))["undo_request"] is not None:
                pass
            assert back["undone_by_consent"]
            assert back["waiting_for"] == asker
            assert back["prompt"] is not None
            assert back["log"][-1]["event"] == "undo"

    asyncio.run(play())
