"""Codes, reports, closed chats and forgotten people: over HTTP, and by `quarriors admin`."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from quarriors.record.replay import verify
from quarriors.table.tokens import ALPHABET
from tests.server.web.helpers import Running, quick, running

from .conftest import Run
from .test_cli_admin import Refused, served, until  # noqa: F401

Served = tuple[str, Running]


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def post(server: Running, table: str, what: str, token: str = "", **body: Any) -> Any:
    headers = bearer(token) if token else {}
    answer = server.http.post(f"/api/tables/{table}/{what}", json=body, headers=headers)
    return answer.status_code, answer.json()


async def said(server: Running, seat: dict[str, Any], text: str) -> int:
    """Have a seat say something; the number of the line."""
    async with server.seat(seat["table"], seat["token"]) as talk:
        await talk.send(type="say", text=text)
        return int((await talk.until("chat"))["line"]["number"])


def test_a_code_moves_a_seat_over_http(served: Served) -> None:  # noqa: F811
    _, server = served
    made = server.make_table("Anna")
    table = made["table"]
    status, given = post(server, table, "code", made["token"])
    assert status == 200
    assert given["seconds"] == 600
    assert len(given["code"]) == 8
    assert set(given["code"]) <= set(ALPHABET)
    assert post(server, table, "code", "wrong")[0] == 401
    assert post(server, table, "code")[0] == 401
    assert post(server, table, "move", code="AAAA2222")[0] == 401
    status, moved = post(server, table, "move", code=given["code"].lower())
    assert (status, moved["seat"], moved["table"]) == (200, 0, table)
    assert post(server, table, "code", made["token"])[0] == 401, "the old token has ended"
    status, renewed = post(server, table, "renew", moved["token"])
    assert (status, renewed["seat"]) == (200, 0)
    assert post(server, table, "renew", moved["token"])[0] == 401


def test_guessing_codes_is_stopped_by_address_and_by_table(tmp_path: Path) -> None:
    settings = quick(
        database=str(tmp_path / "t.sqlite"), proxies=("127.0.0.1",), code_tries=3,
        code_tries_per_table=5, codes_per_hour=2, reports_per_hour=1,
    )  # fmt: skip
    with running(settings) as server:
        made = server.make_table("Anna")
        other = server.join(made["table"], "Bo")
        path = f"/api/tables/{made['table']}/move"

        def guess(address: str, where: str = path) -> int:
            headers = {"X-Forwarded-For": address}
            return server.http.post(where, json={"code": "AAAA2222"}, headers=headers).status_code

        assert [guess("203.0.113.1") for _ in range(4)] == [401, 401, 401, 429]
        assert [guess("203.0.113.2") for _ in range(3)] == [401, 401, 429], "the table's limit"
        assert guess("203.0.113.9", "/api/tables/abcdefghijklmnop/move") == 404
        codes = [post(server, made["table"], "code", made["token"])[0] for _ in range(3)]
        assert codes == [200, 200, 429]
        reports = [
            post(server, made["table"], "reports", made["token"], reason="insult", seat=1)
            for _ in range(2)
        ]
        assert [status for status, _ in reports] == [201, 429]
        assert "report" in reports[1][1]["text"]
        assert other["seat"] == 1


def test_reports_are_listed_and_closed(run: Run, refused: Refused, served: Served) -> None:  # noqa: F811
    url, server = served
    anna = server.make_table("Anna", seats=[{}, {}, {}])
    bo = server.join(anna["table"], "Bo")
    number = asyncio.run(said(server, bo, "you are all cheats"))
    table = anna["table"]
    first = post(server, table, "reports", anna["token"], reason="insult", line=number, note="rude")
    second = post(server, table, "reports", anna["token"], reason="other", seat=1)
    assert (first[0], second[0]) == (201, 201)
    assert post(server, table, "reports", anna["token"], reason="dull", seat=1)[0] == 400
    assert post(server, table, "reports", anna["token"], reason="spam")[0] == 422
    assert post(server, table, "reports", anna["token"], reason="spam", line=10**9)[0] == 422
    assert post(server, table, "reports", bo["token"], reason="spam", seat=1)[0] == 422
    assert post(server, table, "reports", reason="spam", seat=1)[0] == 401

    admin = ("admin", "--database", url)
    shown = run(*admin, "reports").out
    assert "seat 2 (Bo) said 'you are all cheats'; reported by 1" in shown
    assert "rude" in shown
    assert "the name of seat 2, 'Bo'" in shown
    found = [one for one in json.loads(run(*admin, "reports", "--json").out)
             if one["table_id"] == table]  # fmt: skip
    assert [(one["reason"], one["line"]) for one in found] == [
        ("insult", "you are all cheats"),
        ("other", None),
    ]
    close = str(found[0]["id"])
    assert run(*admin, "reports", "--close", close).code == 0
    assert "you are all cheats" not in run(*admin, "reports").out
    assert "you are all cheats" in run(*admin, "reports", "--all").out
    assert "no open report" in refused(*admin, "reports", "--close", close)


def test_an_operator_closes_and_opens_a_chat(run: Run, refused: Refused, served: Served) -> None:  # noqa: F811
    url, server = served
    made = server.make_table("Anna")
    admin = ("admin", "--database", url)

    async def talk() -> None:
        async with server.seat(made["table"], made["token"]) as line:
            ran = await asyncio.to_thread(run, *admin, "close-chat", made["table"])
            assert ran.code == 0, ran.err
            while (await line.until("table"))["chat_closed"] != "operator":
                pass
            assert await line.refused(type="say", text="hello") == "off"
            assert await line.refused(type="set_chat", open=True) == "off"
            ran = await asyncio.to_thread(run, *admin, "open-chat", made["table"])
            assert ran.code == 0, ran.err
            while (await line.until("table"))["chat_closed"]:
                pass
            await line.send(type="say", text="hello")
            assert (await line.until("chat"))["line"]["text"] == "hello"

    asyncio.run(talk())
    silent = server.make_table("Cy", chat=False)["table"]
    assert "without chat" in refused(*admin, "close-chat", silent)
    assert "no table" in refused(*admin, "close-chat", "abcdefghijklmnop")


def test_a_person_is_forgotten_while_the_server_runs(
    run: Run,
    refused: Refused,
    served: Served,  # noqa: F811
) -> None:
    url, server = served
    made = server.make_table("Annabel", seats=[{}, {"kind": "bot", "bot": "random"}], goal=1)
    table, token = made["table"], made["token"]

    async def play() -> None:
        async with server.seat(table, token) as line:
            await line.send(type="say", text="call me 555")
            await line.play(1)

    asyncio.run(play())
    assert "Annabel" in server.http.get(f"/api/tables/{table}/record").text
    admin = ("admin", "--database", url)
    assert "--yes" in refused(*admin, "forget", token)
    assert "no table" in refused(*admin, "forget", "not-a-token", "--yes")
    ran = run(*admin, "forget", token, "--yes")
    assert ran.code == 0, ran.err
    assert "1 name with token and origin, 1 line of chat" in ran.out
    assert "Kept: answers" in ran.out
    until(lambda: server.http.get(f"/api/tables/{table}").json()["players"][0]["name"] != "Annabel")
    record = server.http.get(f"/api/tables/{table}/record").json()
    assert "Annabel" not in json.dumps(record)
    verify(record)
    headers = bearer(token)
    assert server.http.get(f"/api/tables/{table}/record", headers=headers).status_code == 401

    mine = server.make_table("Annabel")
    path = f"/api/tables/{mine['table']}/me"
    assert server.http.delete(path).status_code == 401
    gone = server.http.delete(path, headers=bearer(mine["token"]))
    assert gone.json() == {"tables": 1, "names": 1, "chat_lines": 0, "reports": 0}
    until(
        lambda: server.http.get(f"/api/tables/{mine['table']}").json()["players"][0]["name"] == ""
    )


@pytest.mark.parametrize("given", [("--seat", "1"), ("--watch",)])
def test_a_code_says_which_seat(refused: Refused, given: tuple[str, ...]) -> None:
    link = "http://127.0.0.1:9/t/abcdefghijklmnop"
    assert "--code already says" in refused("join", link, "--code", "AAAA2222", *given)
