"""Over real HTTP: refusals, headers on every answer, lists, facts, limits, health, metrics."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.requests import Request

import quarriors
from quarriors.cards import every
from quarriors.facts import game as facts
from quarriors.server.app import bind
from quarriors.server.protocol.schema import protocol_schema
from quarriors.server.web.cached import takes_gzip
from quarriors.server.web.routes import ENDPOINTS
from quarriors.server.web.safety import HEADERS
from quarriors.server.web.static import Pages
from quarriors.setup_code import encode
from quarriors.table.messages import VERSION
from quarriors.text import Texts
from tests.server.postgres import own_server
from tests.server.web.helpers import TWO, WAIT, Running, quick, running

NO_TABLE = "x" * 16


def refusal(answer: httpx.Response) -> tuple[int, str]:
    """Status and code of a refusal, which always has a sentence."""
    told = answer.json()
    assert set(told) == {"code", "text"}
    assert len(told["text"]) > 5
    return answer.status_code, str(told["code"])


# --- headers and languages -------------------------------------------------------------------


def answers(there: Running) -> Iterator[httpx.Response]:
    """One answer of every kind: each endpoint, pages, refusals, things that do not exist."""
    for one in ENDPOINTS:
        path = one.path.replace("{table}", NO_TABLE)
        yield there.http.request(one.method, path, json={} if one.body else None)
    for path in ("/", f"/t/{NO_TABLE}", "/r/x", "/nothing", "/api/nothing", "/api/tables/"):
        yield there.http.get(path)
    yield there.http.delete("/api/tables")
    yield there.http.post("/api/tables", content=b"x" * 100_000)
    yield there.http.get("/api/cards", headers={"Host": "evil.example"})


def test_headers_are_on_every_answer(there: Running) -> None:
    seen = set()
    for answer in answers(there):
        for name, value in HEADERS:
            assert answer.headers.get_list(name) == [value], answer.request.url
        assert "cache-control" in answer.headers
        assert "server" not in answer.headers
        policy = answer.headers["content-security-policy"]
        assert "unsafe-inline" not in policy
        assert "script-src 'self'" in policy
        seen.add(answer.status_code)
    assert {200, 400, 401, 404, 405, 413, 421} <= seen


def test_a_mistake_of_ours_is_a_sentence_with_the_same_headers(
    there: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("secret")

    monkeypatch.setattr(there.server.context, "base", broken)
    answer = there.http.post("/api/tables", json={"setup": TWO, "name": "Ada"})
    assert refusal(answer) == (500, "trouble")
    assert "secret" not in answer.text
    assert answer.headers["x-frame-options"] == "DENY"


def test_refusals_are_in_the_reader_s_language(there: Running) -> None:
    path = f"/api/tables/{NO_TABLE}"
    english = there.http.get(path).json()["text"]
    italian = there.http.get(path, params={"lang": "it"}).json()["text"]
    assert english != italian
    browser = there.http.get(path, headers={"Accept-Language": "it-IT,en;q=0.5"})
    assert browser.json()["text"] == italian
    both = there.http.get(path, params={"lang": "en"}, headers={"Accept-Language": "it"})
    assert both.json()["text"] == english
    unknown = there.http.get(path, params={"lang": "de"})
    assert refusal(unknown) == (400, "malformed")


def test_secure_servers_say_so(tmp_path: Path) -> None:
    settings = quick(database=str(tmp_path / "t.sqlite"), public_url="https://club.example/q")
    with running(settings) as there:
        # The address for people is not the one that the test's server listens on.
        port = there.server.servers[0].sockets[0].getsockname()[1]
        base = f"http://127.0.0.1:{port}"
        answer = there.http.get(f"{base}/healthz")
        assert "max-age" in answer.headers["strict-transport-security"]
        made = there.http.post(f"{base}/api/tables", json={"setup": TWO, "name": "Ada"}).json()
    assert made["link"] == f"https://club.example/q/t/{made['table']}"


# --- bodies -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b'"x"',
        b"{}",
        b'{"name": "Ada"}',
        b'{"name": "Ada", "setup": {}}',
        b'{"name": "Ada", "setup": {"seats": [{}]}}',
        b'{"name": "Ada", "setup": {"seats": [{}, {}, {}, {}, {}]}}',
        b'{"name": "", "setup": {"seats": [{}, {}]}}',
        b'{"name": "123456789 123456789 12345", "setup": {"seats": [{}, {}]}}',
        b'{"name": "Ada", "setup": {"seats": [{}, {}]}, "seed": 5}',
        b'{"name": "Ada", "setup": {"seats": [{}, {}], "seed": 5}}',
        b'{"name": "Ada", "setup": {"seats": [{}, {}], "clock": {"seconds": 1}}}',
        b'{"name": "\xff", "setup": {"seats": [{}, {}]}}',
        b"[" * 30_000,
        b'{"setup":' * 5_000,
    ],
)
def test_bodies_that_cannot_be_read_are_refused(there: Running, body: bytes) -> None:
    answer = there.http.post(
        "/api/tables", content=body, headers={"Content-Type": "application/json"}
    )
    assert refusal(answer) == (400, "malformed")


def test_bodies_must_be_json_and_short(there: Running) -> None:
    good = b'{"name": "Ada", "setup": {"seats": [{}, {}]}}'
    for kind in ("text/plain", "application/x-www-form-urlencoded", ""):
        answer = there.http.post("/api/tables", content=good, headers={"Content-Type": kind})
        assert refusal(answer) == (415, "media")
    typed = {"Content-Type": "application/json; charset=utf-8"}
    assert there.http.post("/api/tables", content=good, headers=typed).status_code == 201
    long = good + b" " * 70_000
    assert refusal(there.http.post("/api/tables", content=long, headers=typed)) == (413, "too_long")

    def parts() -> Iterator[bytes]:  # no length is told beforehand
        for _ in range(30):
            yield b" " * 10_000

    chunked = there.http.post("/api/tables", content=parts(), headers=typed)
    assert refusal(chunked) == (413, "too_long")


@pytest.mark.parametrize(
    "setup",
    [
        {"edition": "nonsense"},
        {"sets": ["nonsense"]},
        {"seats": [{}, {"kind": "bot", "bot": "nonsense"}]},
        {"seats": [{}, {"kind": "bot", "bot": "list:path=/etc/passwd"}]},
        {"seats": [{}, {"kind": "bot", "bot": "mcts:ms=3600000"}]},
        {"wilds": ["nonsense"]},
        {"code": "nonsense"},
    ],
)
def test_set_ups_that_cannot_be_played_are_refused(there: Running, setup: dict[str, Any]) -> None:
    body = {"setup": {**TWO, **setup}, "name": "Ada"}
    assert refusal(there.http.post("/api/tables", json=body)) == (422, "illegal")


def test_methods_and_paths_that_do_not_exist(there: Running) -> None:
    answer = there.http.delete("/api/tables")
    assert refusal(answer) == (405, "method")
    assert {one.strip() for one in answer.headers["allow"].split(",")} == {"GET", "HEAD", "POST"}
    for path in ("/nothing", "/api", "/api/tables/", "/../etc/passwd", "/%2e%2e/x", "/ws"):
        assert refusal(there.http.get(path)) == (404, "no_page")


# --- seats and lists -----------------------------------------------------------------------------


def test_joining_is_refused_for_its_own_reasons(there: Running) -> None:
    assert refusal(there.http.post(f"/api/tables/{NO_TABLE}/join", json={"name": "Bo"})) == (
        404,
        "no_table",
    )
    mine = there.make_table()
    path = f"/api/tables/{mine['table']}/join"
    assert refusal(there.http.post(path, json={"name": "Ada"})) == (422, "illegal")
    assert refusal(there.http.post(path, json={"name": "   "}))[0] in (400, 422)
    assert refusal(there.http.post(path, json={"name": "Bo", "seat": 0})) == (409, "not_now")
    assert refusal(there.http.post(path, json={"name": "Bo", "seat": 3})) == (422, "illegal")
    assert refusal(there.http.post(path, json={"name": "Bo", "seat": 4})) == (400, "malformed")
    other = there.join(mine["table"], bot=True)
    assert other["token"] != mine["token"]
    assert refusal(there.http.post(path, json={"name": "Cy"})) == (409, "not_now")
    players = there.http.get(f"/api/tables/{mine['table']}").json()["players"]
    assert [one["kind"] for one in players] == ["person", "remote"]
    assert [one["name"] for one in players] == ["Ada", "Bo"]


def test_only_open_tables_are_listed(there: Running) -> None:
    private = there.make_table()
    public = there.make_table(open=True, seats=[{}, {}, {"kind": "bot", "bot": "random"}])
    found = there.http.get("/api/tables").json()["tables"]
    by_name = {one["table"]: one for one in found}
    assert private["table"] not in by_name
    listed = by_name[public["table"]]
    assert listed["link"] == public["link"]
    assert [seat["kind"] for seat in listed["seats"]] == ["person", "free", "bot"]
    there.join(public["table"])
    assert public["table"] not in {
        one["table"] for one in there.http.get("/api/tables").json()["tables"]
    }
    # With the link a private table is there all the same.
    assert there.http.get(f"/api/tables/{private['table']}").status_code == 200


def test_games_are_listed_while_they_are_played_and_afterwards(there: Running) -> None:
    def listed(stage: str) -> dict[str, Any]:
        answer = there.http.get("/api/tables", params={"stage": stage}).json()
        found = {one["table"]: one for one in answer["tables"]}
        assert all(one["stage"] == stage for one in found.values())
        updated = [one["updated"] for one in answer["tables"]]
        assert updated == sorted(updated, reverse=True)
        return found

    tables = {
        "shown": there.make_table(open=True, goal=1),
        "unwatched": there.make_table(open=True, watch=False, goal=1),
        "private": there.make_table(goal=1),
    }
    ids = {name: one["table"] for name, one in tables.items()}
    others = {name: there.join(table) for name, table in ids.items()}
    assert not set(ids.values()) & set(listed("waiting"))
    playing = listed("playing")
    assert {name for name, table in ids.items() if table in playing} == {"shown"}
    assert [seat["name"] for seat in playing[ids["shown"]]["seats"]] == ["Ada", "Bo"]

    async def play(name: str) -> None:
        table = ids[name]
        tokens = (tables[name]["token"], others[name]["token"])
        async with there.seat(table, tokens[0]) as one, there.seat(table, tokens[1]) as two:
            await asyncio.gather(one.play(1), two.play(2))

    for name in ids:
        asyncio.run(play(name))
    end = time.monotonic() + 20
    while ids["shown"] not in listed("over"):  # the scheduler notes it a moment later
        assert time.monotonic() < end, "a finished game is not listed"
        time.sleep(0.05)
    assert not set(ids.values()) & set(listed("playing"))
    assert not {ids["unwatched"], ids["private"]} & set(listed("over"))
    assert there.http.get(f"/api/tables/{ids['shown']}/summary").status_code == 200
    hidden = there.http.get(f"/api/tables/{ids['unwatched']}/summary")
    assert refusal(hidden) == (403, "off")
    mine = {"Authorization": f"Bearer {tables['unwatched']['token']}"}
    seen = there.http.get(f"/api/tables/{ids['unwatched']}/summary", headers=mine)
    assert seen.status_code == 200
    wrong = {"Authorization": "Bearer " + "x" * 32}
    assert refusal(there.http.get(f"/api/tables/{ids['shown']}/summary", headers=wrong)) == (
        401,
        "bad_token",
    )


@pytest.mark.parametrize("stage", ["", "begun", "WAITING"])
def test_a_stage_that_does_not_exist_is_refused(there: Running, stage: str) -> None:
    assert refusal(there.http.get("/api/tables", params={"stage": stage})) == (400, "malformed")


def test_names_come_back_as_text(there: Running) -> None:
    name = "<b>&\"'</b>"
    mine = there.make_table(name=name)
    answer = there.http.get(f"/api/tables/{mine['table']}")
    assert answer.headers["content-type"] == "application/json"
    assert answer.json()["players"][0]["name"] == name


def test_tables_tell_no_token_and_no_seed(there: Running) -> None:
    mine = there.make_table()
    other = there.join(mine["table"])
    answer = there.http.get(f"/api/tables/{mine['table']}")
    assert answer.json()["seed"] == ""
    for token in (mine["token"], other["token"]):
        assert token not in answer.text
        assert token not in mine["link"]
    stored = there.server.context.service.sessions[mine["table"]].table.head
    assert stored.seed not in answer.text
    assert stored.host_hash not in answer.text


def test_a_table_nobody_may_watch_keeps_its_record_to_its_players(there: Running) -> None:
    mine = there.make_table(watch=False)
    path = f"/api/tables/{mine['table']}/record"
    assert refusal(there.http.get(path)) == (403, "off")
    wrong = there.http.get(path, headers={"Authorization": "Bearer " + "x" * 32})
    assert refusal(wrong) == (401, "bad_token")
    assert wrong.headers["www-authenticate"] == "Bearer"
    right = there.http.get(path, headers={"Authorization": f"Bearer {mine['token']}"})
    assert refusal(right) == (409, "not_now")


# --- facts -------------------------------------------------------------------------------------


def test_facts_are_complete_in_both_languages(there: Running) -> None:
    for language in ("en", "it"):
        texts = Texts(language)
        asked = {"lang": language}
        cards = there.http.get("/api/cards", params=asked).json()["cards"]
        assert [card["name"] for card in cards] == [card.name for card in every()]
        assert [card["text"] for card in cards] == [texts.card_name(card.name) for card in every()]
        sections = there.http.get("/api/rules", params=asked).json()["sections"]
        rules = [rule["rule"] for section in sections for rule in section["rules"]]
        assert sorted(rules) == sorted(texts.rule_ids())
        assert [section["section"] for section in sections][:-1] == [str(n) for n in range(1, 16)]
        assert sections[-1]["section"] == "0", "editions are for those who know the rest"
        choices = there.http.get("/api/sets", params=asked).json()
        assert len(choices["sets"]) == 7
        for kind in ("sets", "editions", "modules", "variants", "mixes"):
            assert all(one["text"] and one["says"].endswith(".") for one in choices[kind])
        mixes = [one["name"] for one in choices["mixes"]]
        assert mixes == ["hint", "small_side", "side", "two_scoops", "democratic"]
        assert choices["goals"] == {"2": 20, "3": 15, "4": 12}
        bots = {
            bot["name"]: bot for bot in there.http.get("/api/bots", params=asked).json()["bots"]
        }
        assert {"random", "greedy", "planner", "mcts"} <= set(bots)
        assert "list" not in bots
        assert all(bot["says"].endswith(".") for bot in bots.values())
        ours = [bots[name]["strength"] for name in ("random", "greedy", "planner", "mcts")]
        assert ours == sorted(set(ours))
    cards = there.http.get("/api/cards")
    assert cards.headers["vary"] == "Accept-Encoding, Accept-Language"
    assert "max-age" in cards.headers["cache-control"]
    assert there.http.get("/api/protocol.json").json() == json.loads(json.dumps(protocol_schema()))


def test_wilds_for_owners_of_the_box_are_those_of_the_command(there: Running) -> None:
    command = {"players": 3, "sets": ["base", "quartifacts"], "seed": 7, "count": 3}
    answer = there.http.post("/api/wilds", json=command).json()
    rules = quarriors.Rules(3, sets=["base", "quartifacts"])
    for seed, laid in zip((7, 8, 9), answer["wilds"], strict=True):
        game = quarriors.new_game(rules, seed=seed)
        assert tuple(pile["name"] for pile in laid["cards"]) == game.origin.wilds
        assert laid["code"] == encode(game.origin.wilds)
        assert [pile["dice"] for pile in laid["cards"]] == [5] * 10 + [2, 2]
    basics = [("Basic Quiddity", 0), ("Assistant", 2), ("Portal", 5), ("Squire", 5)]
    assert [(pile["name"], pile["dice"]) for pile in answer["basics"]] == basics
    told = [(setup["players"], setup["goal"]) for setup in answer["setups"]]
    assert told == [(2, 25), (3, 19), (4, 15)]
    bags = {step["text"] for setup in answer["setups"] for step in setup["steps"]}
    assert "Every player puts into the bag: 8 × Basic Quiddity and 4 × Assistant." in bags
    italian = there.http.post("/api/wilds", json=command, params={"lang": "it"}).json()
    assert italian["wilds"] == answer["wilds"]
    assert "nel sacchetto" in str(italian["setups"])


def test_wilds_by_code_and_with_another_card(there: Running) -> None:
    names = quarriors.new_game(quarriors.Rules(2, sets=["all"]), seed=3).origin.wilds
    code = encode(names)
    again = there.http.post("/api/wilds", json={"code": code}).json()
    assert [pile["name"] for pile in again["wilds"][0]["cards"]] == list(names)
    command = {"code": code, "sets": ["all"], "swap": [names[0]], "without": [names[0]]}
    swapped = there.http.post("/api/wilds", json=command).json()
    found = {pile["name"] for pile in swapped["wilds"][0]["cards"]}
    assert set(names) - found == {names[0]}
    for bad in ({"swap": [names[0]]}, {"code": code, "swap": ["Portal"]}, {"sets": ["promos"]}):
        answer = there.http.post("/api/wilds", json=bad)
        assert refusal(answer) == (422, "illegal")
        assert answer.json()["text"].endswith(".")


def test_every_die_is_told_in_words(there: Running) -> None:
    for language in ("en", "it"):
        cards = there.http.get("/api/cards", params={"lang": language}).json()["cards"]
        letters: dict[str, str] = {}
        words: dict[str, str] = {}
        for card in cards:
            assert sum(one["count"] for one in card["odds"]) == 6
            assert [one["face"] for one in card["odds"]] == list(dict.fromkeys(card["faces"]))
            assert letters.setdefault(card["class_name"], card["letter"]) == card["letter"]
            for one in card["odds"]:
                assert one["count"] == card["faces"].count(one["face"])
                assert words.setdefault(one["face"], one["words"]) == one["words"]
        assert len(set(letters.values())) == len(letters), "two classes have one mark"
        assert len(set(words.values())) == len(words), "two faces read alike"
    english = facts.face_words("C1:2/2*", Texts("en"))
    assert english == "creature level 1, attack 2, defense 2, one burst"
    assert facts.face_words("Q3|R", Texts("en")) == "3 Quiddity or re-roll"
    assert facts.face_words("R+W1", Texts("it")) == "pesca e tira 1 dado, e rilancia"
    assert facts.face_words("***", Texts("it")) == "tre burst"


@pytest.mark.parametrize(
    "path", [one.path for one in ENDPOINTS if one.cached and "{" not in one.path]
)
def test_facts_are_sent_small_and_once(there: Running, path: str) -> None:
    packed = there.http.get(path)
    plain = there.http.get(path, headers={"Accept-Encoding": "identity"})
    assert packed.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert packed.content == plain.content
    assert int(packed.headers["content-length"]) < len(plain.content) / 2
    tag = packed.headers["etag"]
    for known in (tag, f'"other", {tag}', tag.removeprefix("W/"), "*"):
        same = there.http.get(path, headers={"If-None-Match": known})
        assert (same.status_code, same.content) == (304, b"")
        assert same.headers["etag"] == tag
    assert there.http.get(path, headers={"If-None-Match": '"other"'}).status_code == 200


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("gzip", True),
        ("br, GZIP;q=0.5", True),
        ("gzip;q=0", False),
        ("gzip; q=0.000", False),
        ("br", False),
        ("", False),
    ],
)
def test_only_those_who_can_read_it_get_gzip(said: str, wanted: bool) -> None:
    scope = {"type": "http", "headers": [(b"accept-encoding", said.encode())]}
    assert takes_gzip(Request(scope)) is wanted


def test_languages_have_tags_of_their_own(there: Running) -> None:
    tags = [
        there.http.get("/api/cards", params={"lang": language}).headers["etag"]
        for language in ("en", "it")
    ]
    assert tags[0] != tags[1]


def test_the_tutorial_is_served_in_both_languages(there: Running) -> None:
    told = [
        there.http.get("/api/tutorial", params={"lang": language}).json()
        for language in ("en", "it")
    ]
    assert told[0]["guide"] == told[1]["guide"] == "Quill"
    for english, italian in zip(told[0]["steps"], told[1]["steps"], strict=True):
        assert english["choose"] == italian["choose"]
        assert english["view"].keys() == italian["view"].keys()
        assert bool(english["says"]) == bool(italian["says"])
        assert not english["says"] or english["says"] != italian["says"]


def test_pages_are_for_people(there: Running) -> None:
    for path in ("/", f"/t/{NO_TABLE}"):
        answer = there.http.get(path, headers={"Accept-Language": "it"})
        assert answer.headers["content-type"] == "text/html; charset=utf-8"
        if Pages().installed:
            assert '<div id="app">' in answer.text
        else:
            assert 'lang="it"' in answer.text
            assert "<script" not in answer.text
            assert f"quarriors join {there.url}{path}" in answer.text


def test_a_page_that_is_not_there_is_told_as_people_or_programs_read(there: Running) -> None:
    told = there.http.get("/nothing", headers={"Accept": "application/json"})
    assert refusal(told) == (404, "no_page")
    page = there.http.get("/nothing", headers={"Accept": "text/html"})
    assert page.status_code == 404
    assert page.headers["content-type"].startswith("text/html") == Pages().installed
    assert refusal(there.http.get("/api/nothing", headers={"Accept": "text/html"}))[0] == 404


def test_fault_7_head_is_answered_like_get_without_the_body(there: Running) -> None:
    plain = [one for one in ENDPOINTS if one.method == "GET" and "{" not in one.path]
    offered = [one for one in plain if "off" not in one.refusals]  # whatever the settings are
    paths = [one.path for one in offered if not any(asked["required"] for asked in one.query)]
    assert len(paths) > 10
    for path in ("/", f"/t/{NO_TABLE}", *paths):
        head, get = there.http.head(path), there.http.get(path)
        assert head.status_code == get.status_code == 200, path
        assert head.content == b""
        if path != "/metrics":  # which counts both
            assert head.headers["content-length"] == get.headers["content-length"], path
        assert head.headers["content-type"] == get.headers["content-type"]
    assert there.http.head(f"/api/tables/{NO_TABLE}").status_code == 404
    refused = there.http.head(f"/api/tables/{NO_TABLE}/join")
    assert (refused.status_code, refused.headers["allow"]) == (405, "POST")


# --- limits -------------------------------------------------------------------------------------


def test_too_many_requests_are_refused_and_forgiven(tmp_path: Path) -> None:
    settings = quick(
        database=str(tmp_path / "t.sqlite"), requests_per_second=2.0, requests_burst=10
    )
    with running(settings) as there:
        ask = partial(there.http.get, "/api/sets")
        # On a slow machine some more are let through, because time goes by.
        count, refused = next(
            (count, answer) for count in range(200) if (answer := ask()).status_code == 429
        )
        assert count >= 10
        assert refusal(refused) == (429, "too_fast")
        assert int(refused.headers["retry-after"]) >= 1
        assert there.http.get("/healthz").status_code == 200  # those who watch are let through
        time.sleep(1.0)
        assert ask().status_code == 200
        # Nobody is believed about who they are unless the server was told so.
        lies = (ask(headers={"X-Forwarded-For": f"198.51.100.{n}"}) for n in range(200))
        assert any(answer.status_code == 429 for answer in lies)


def test_behind_a_trusted_proxy_everybody_has_their_own_limits(tmp_path: Path) -> None:
    settings = quick(
        database=str(tmp_path / "t.sqlite"),
        requests_per_second=0.01,
        requests_burst=2,
        proxies=("127.0.0.1",),
    )
    with running(settings) as there:
        for number in range(5):
            said = {"X-Forwarded-For": f"198.51.100.{number}", "X-Forwarded-Proto": "https"}
            body = {"setup": TWO, "name": "Ada"}
            made = there.http.post("/api/tables", headers=said, json=body)
            assert made.status_code == 201
            assert made.json()["link"].startswith("https://127.0.0.1")
        said = {"X-Forwarded-For": "198.51.100.0"}
        seen = [there.http.get("/api/sets", headers=said).status_code for _ in range(3)]
        assert seen == [200, 429, 429]


def test_one_address_makes_so_many_tables_and_no_more(tmp_path: Path) -> None:
    with running(quick(database=str(tmp_path / "t.sqlite"), tables_per_hour=2)) as there:
        body = {"setup": TWO, "name": "Ada"}
        bad = {"setup": {**TWO, "edition": "nonsense"}, "name": "Ada"}
        assert there.http.post("/api/tables", json=body).status_code == 201
        assert there.http.post("/api/tables", json=bad).status_code == 422
        refused = there.http.post("/api/tables", json=body)
        assert refusal(refused) == (429, "too_fast")
        assert int(refused.headers["retry-after"]) > 60


def test_fault_9_a_rematch_counts_as_a_table(tmp_path: Path) -> None:
    """Fault 9: but only for the one who makes it."""
    bots = {"seats": [{"kind": "bot", "bot": "random"}] * 2, "goal": 1}

    def rematch(there: Running, table: str, token: str) -> httpx.Response:
        until = time.monotonic() + 60
        while there.http.get(f"/api/tables/{table}").json()["stage"] != "over":
            assert time.monotonic() < until, "the bots do not play"
            time.sleep(0.05)
        said = {"Authorization": f"Bearer {token}"}
        return there.http.post(f"/api/tables/{table}/rematch", headers=said)

    with running(quick(database=str(tmp_path / "t.sqlite"), tables_per_hour=2)) as there:
        body = {"setup": bots, "name": "Ada"}
        made = there.http.post("/api/tables", json=body).json()
        first = rematch(there, made["table"], made["token"])
        found = rematch(there, made["table"], made["token"])
        assert (first.status_code, found.status_code) == (200, 200)
        assert first.json()["table"] == found.json()["table"]
        refused = rematch(there, first.json()["table"], made["token"])
        assert refusal(refused) == (429, "too_fast")
        assert int(refused.headers["retry-after"]) > 60


def test_at_home_only_this_machine_is_answered(tmp_path: Path) -> None:
    with running(quick(database=str(tmp_path / "t.sqlite"))) as there:
        for host in ("evil.example", "evil.example:80", "192.168.1.2"):
            assert refusal(there.http.get("/api/sets", headers={"Host": host})) == (421, "host")
        for host in ("localhost", "localhost:123", "[::1]:8000"):
            assert there.http.get("/api/sets", headers={"Host": host}).status_code == 200


def test_a_request_that_is_none_changes_nothing(there: Running) -> None:
    host, port = there.url.removeprefix("http://").split(":")
    for data in (b"\x00\x01\x02\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"GET " + b"x" * 100_000):
        with socket.create_connection((host, int(port)), timeout=WAIT) as raw:
            raw.sendall(data)
            raw.shutdown(socket.SHUT_WR)
            # What the server has not read when it hangs up resets the connection.
            with contextlib.suppress(ConnectionResetError):
                while raw.recv(4096):
                    pass
    assert there.http.get("/healthz").status_code == 200


# --- switches, health, metrics ------------------------------------------------------------------


def test_what_is_switched_off_is_refused(tmp_path: Path) -> None:
    settings = quick(database=str(tmp_path / "t.sqlite"), list_tables=False, metrics="off")
    with running(settings) as there:
        assert refusal(there.http.get("/api/tables")) == (403, "off")
        assert refusal(there.http.get("/metrics")) == (403, "off")


def test_readiness_tells_of_a_broken_database() -> None:
    with own_server() as database:
        database.execute("CREATE DATABASE club")
        with running(quick(database=database.url("club"), ready_seconds=0.0)) as there:
            healthy = there.http.get("/readyz")
            assert healthy.json() == {"status": "ok", "version": healthy.json()["version"],
                                      "protocol": VERSION}  # fmt: skip
            database.stop()
            assert refusal(there.http.get("/readyz")) == (503, "storage")
            assert there.http.get("/healthz").status_code == 200  # to start it again would not help
            body = {"setup": TWO, "name": "Ada"}
            broken = there.http.post("/api/tables", json=body)
            assert refusal(broken) == (503, "storage")
            assert "/" not in broken.json()["text"]  # no path, no address: those are for the log
            database.start()
            assert there.http.get("/readyz").status_code == 200
            assert there.http.post("/api/tables", json=body).status_code == 201


def test_fault_8_the_database_is_checked_once_in_a_while_and_not_for_liveness(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    checks = 0
    settings = quick(database=str(tmp_path / "t.sqlite"), ready_seconds=3600.0)
    with running(settings) as there:
        ping = there.server.context.service.store.ping

        async def counted() -> None:
            nonlocal checks
            checks += 1
            await ping()

        monkeypatch.setattr(there.server.context.service.store, "ping", counted)
        for _ in range(20):
            assert there.http.get("/healthz").status_code == 200
        assert checks == 0
        for _ in range(20):
            assert there.http.get("/readyz").status_code == 200
        assert checks == 1


def test_fault_8_those_who_watch_are_limited_too(tmp_path: Path) -> None:
    settings = quick(
        database=str(tmp_path / "t.sqlite"), requests_per_second=0.01, requests_burst=5
    )
    with running(settings) as there:
        for path in ("/healthz", "/readyz", "/metrics", "/healthz", "/readyz"):
            assert there.http.get(path).status_code == 200
        for path in ("/healthz", "/readyz", "/metrics"):
            assert refusal(there.http.get(path)) == (429, "too_fast")


def test_fault_8_metrics_are_for_this_machine_unless_asked_otherwise(tmp_path: Path) -> None:
    proxied: list[dict[str, str]] = [
        {"X-Forwarded-For": "203.0.113.7"},
        {"Forwarded": "for=203.0.113.7"},
        {"X-Real-IP": "203.0.113.7"},
        {"Via": "1.1 proxy"},
    ]
    with running(quick(database=str(tmp_path / "t.sqlite"))) as there:
        assert there.http.get("/metrics").status_code == 200
        for headers in proxied:
            assert refusal(there.http.get("/metrics", headers=headers)) == (403, "off")
    with running(quick(database=str(tmp_path / "t.sqlite"), metrics="all")) as there:
        for headers in proxied:
            assert there.http.get("/metrics", headers=headers).status_code == 200


def test_fault_8_metrics_have_an_address_of_their_own(tmp_path: Path) -> None:
    with bind(quick()) as watched:
        at = watched.getsockname()[:2]
        settings = quick(database=str(tmp_path / "t.sqlite"), metrics="off", metrics_at=at)
        with running(settings, watched) as there:
            assert refusal(there.http.get("/metrics")) == (403, "off")
            own = f"http://127.0.0.1:{at[1]}"
            host = {"Host": "monitored.example", "X-Forwarded-For": "203.0.113.7"}
            for path in ("/metrics", "/healthz", "/readyz"):
                assert there.http.get(f"{own}{path}", headers=host).status_code == 200
            for path in ("/", "/api/cards", "/ws"):
                assert refusal(there.http.get(f"{own}{path}")) == (404, "no_page")


@pytest.mark.parametrize(
    "path",
    [
        "/api/tables/%00",
        f"/api/tables/{NO_TABLE}%00",
        f"/api/tables/%00{NO_TABLE}/replay",
        "/api/tables?stage=%00",
        "/%00",
        "/api/cards?lang=en&x=a%00b",
    ],
)
def test_fault_9_nul_in_an_address_is_refused_before_anybody_looks_for_it(
    there: Running, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    async def never(*_: object) -> None:
        raise AssertionError("the database was asked")

    monkeypatch.setattr(there.server.context.service.store, "_read", never)
    assert refusal(there.http.get(path)) == (400, "malformed")


def test_metrics_count_what_happened(tmp_path: Path) -> None:
    with running(quick(database=str(tmp_path / "t.sqlite"))) as there:
        there.make_table()
        there.http.get(f"/api/tables/{NO_TABLE}")
        answer = there.http.get("/metrics")
        assert answer.headers["content-type"].startswith("text/plain")
        lines = answer.text.splitlines()
        assert "quarriors_tables 1.0" in lines
        assert "quarriors_connections 0.0" in lines
        assert 'quarriors_refusals_total{code="no_table",over="http"} 1.0' in lines
        route = 'route="/api/tables",status="201"'
        assert f"quarriors_request_seconds_count{{{route}}} 1.0" in lines
        assert NO_TABLE not in answer.text
