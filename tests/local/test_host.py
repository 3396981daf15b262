"""The host of a page without a server: the script of every form, requests, and the store."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from quarriors.cli.main import main
from quarriors.daily import daily_of
from quarriors.engine.rng import Dealer
from quarriors.local import host as host_module
from quarriors.local.host import LocalHost
from quarriors.table import codec, entries
from quarriors.table.messages import Setup
from quarriors.table.seating import first_entries
from quarriors.table.table_header import new_head
from quarriors.table.tokens import token_hash
from tests.table.helpers import HASHES, KEY, NAMES, TOKENS
from tests.table.script import BOT_LUCK, play
from tests.table.test_memory import Memory

from .helpers import Page

START = 1_000.0
PACK = Path(__file__).parents[2] / "examples" / "packs" / "winter.toml"


class Local:
    """The form of the script that a page has; it reloads every so many messages."""

    def __init__(self, reload_every: int = 0) -> None:
        self.clock = START
        self.page = Page(self._host())
        self.people: list[tuple[str, int]] = []
        self._reload_every = reload_every
        self._sent = 0

    def _host(self) -> LocalHost:
        return LocalHost(lambda: self.clock, lambda: BOT_LUCK)

    async def open(self, setup: Setup, seed: int, name: str) -> int:
        head = new_head(KEY, self.clock, setup, seed, HASHES[0])
        begun, _ = first_entries(head, name, HASHES[0])
        self.page.host._begin(head, begun)
        return self._connect(TOKENS[0])

    async def sit(self, name: str, seat: int | None = None) -> int:
        token = TOKENS[NAMES.index(name)]
        self.page.host.table(KEY).sit(name, token, seat)
        return self._connect(token)

    def _connect(self, token: str) -> int:
        self.people.append((token, self.page.connect(KEY, token)))
        return len(self.people) - 1

    async def send(self, person: int, message: str) -> None:
        self.clock += 1.0
        self._sent += 1
        if self._reload_every and self._sent % self._reload_every == 0:
            self._reload()
        self.page.do("hear", line=self.people[person][1], data=message)

    def _reload(self) -> None:
        """Everybody's page is loaded again, in the middle of whatever happens."""
        self.page = self.page.reloaded(self._host())
        here = [token for token, _ in self.people]
        self.people = []
        for token in here:
            self._connect(token)

    async def messages(self, person: int) -> Sequence[bytes]:
        self.page.work()
        box = self.page.inbox[self.people[person][1]]
        sent = [data.encode() for data in box]
        box.clear()
        return sent

    async def entries(self) -> Sequence[entries.Entry]:
        return [entries.decode(row["entry"].encode()) for row in self.page.rows[KEY]]


def test_a_page_stores_and_sends_what_a_table_in_memory_does() -> None:
    found, wanted = asyncio.run(play(Local())), asyncio.run(play(Memory()))
    assert found.entries == wanted.entries
    assert found.messages == wanted.messages


def test_reloads_change_nothing_in_a_game() -> None:
    found, wanted = asyncio.run(play(Local(reload_every=10))), asyncio.run(play(Memory()))
    assert found.entries == wanted.entries


# --- requests ------------------------------------------------------------------------------------


@pytest.fixture
def page() -> Page:
    luck, clock = Dealer(5, "page"), count(START)
    return Page(LocalHost(lambda: next(clock), lambda: luck.below(1 << 20), lambda: 5))


def quick(*bots: str, **values: Any) -> dict[str, Any]:
    """A short game of one person against bots."""
    seats = [{"kind": "person"}, *({"kind": "bot", "bot": bot} for bot in bots)]
    return {"setup": {"seats": seats, "goal": 4, **values}, "name": "Anna"}


def started(page: Page, *bots: str, **values: Any) -> tuple[str, str, int]:
    """A table with its token and a connection; the game has begun."""
    status, seat = page.ask("POST", "/api/tables", quick(*bots, **values))
    assert status == 201
    line = page.connect(seat["table"], seat["token"])
    page.send(line, {"type": "number", "number": "0" * 32})
    page.work()
    return seat["table"], seat["token"], line


def play_on(page: Page, line: int) -> dict[str, Any]:
    """Take the last option until the game is over; the table as it is then."""
    prompt: dict[str, Any] | None = None
    for _ in range(5_000):
        for message in page.heard(line):
            if message["type"] in ("table", "update"):
                prompt, state = message["prompt"], message["state"]
            if message["type"] == "table" and message["stage"] == "over":
                return message
        assert prompt is not None, "somebody is asked"
        wish = {"type": "answer", "state": state, "option": max(1, len(prompt["options"]) - 1)}
        page.send(line, wish)
        page.work()
    raise AssertionError("the game does not end")


def test_a_game_is_played_to_its_end_and_looked_at_again(page: Page, tmp_path: Path) -> None:
    table, token, line = started(page, "greedy")
    assert page.ask("GET", f"/api/tables/{table}/record", token=token)[0] == 409
    play_on(page, line)
    later = page.reloaded(LocalHost(lambda: START, lambda: 0))
    status, record = later.ask("GET", f"/api/tables/{table}/record", token=token)
    assert status == 200
    file = tmp_path / "record.json"
    file.write_text(json.dumps(record), "utf-8")
    assert main(["verify", str(file)]) == 0
    _, replay = later.ask("GET", f"/api/tables/{table}/replay", token=token, lang="it")
    assert len(replay["frames"]) > 10
    _, summary = later.ask("GET", f"/api/tables/{table}/summary", token=token)
    assert summary["seats"]
    status, seated = later.ask("POST", f"/api/tables/{table}/rematch", {}, token)
    assert (status, seated["token"]) == (200, token)
    assert later.ask("GET", f"/api/tables/{seated['table']}")[1]["stage"] == "waiting"


def test_a_game_goes_on_from_one_of_its_positions(page: Page) -> None:
    table, token, line = started(page, "greedy")
    play_on(page, line)
    wish = {"frame": 3, "seat": 0, "name": "Anna"}
    status, seat = page.ask("POST", f"/api/tables/{table}/what-if", wish, token)
    assert status == 201
    again = page.connect(seat["table"], seat["token"])
    page.send(again, {"type": "number", "number": "0" * 32})
    page.work()
    later = page.reloaded(LocalHost(lambda: START, lambda: 0))
    again = later.connect(seat["table"], seat["token"])
    found = later.heard(again)[0]
    assert (found["stage"], found["what_if"]["frame"]) == ("playing", 3)
    assert page.ask("POST", f"/api/tables/{table}/what-if", {**wish, "frame": 9999})[0] == 422


def test_the_daily_is_the_same_on_every_page(page: Page) -> None:
    status, day = page.ask("GET", "/api/daily?date=2026-11-18")
    assert status == 200
    prompts = []
    for one in (page, Page(LocalHost(lambda: START, lambda: 9, lambda: 9))):
        _, seat = one.ask("POST", "/api/tables", {"setup": day["setup"], "name": "Anna"})
        line = one.connect(seat["table"], seat["token"])
        one.send(line, {"type": "number", "number": "0" * 32})
        one.work()
        prompts.append([message["prompt"] for message in one.heard(line) if "prompt" in message])
    assert prompts[0][-1] == prompts[1][-1]
    assert prompts[0][-1] is not None
    assert page.ask("GET", "/api/daily?date=tomorrow")[0] == 422
    assert page.ask("GET", "/api/achievements")[0] == 200


def test_a_finished_game_is_played_on_from_a_step(page: Page) -> None:
    table, token, line = started(page, "greedy")
    play_on(page, line)
    wish = {"frame": 9, "seat": 1, "name": "Ada"}
    path = f"/api/tables/{table}/what-if"
    status, seat = page.ask("POST", path, wish, token)
    assert (status, seat["seat"]) == (201, 1)
    later = page.reloaded(LocalHost(lambda: START, lambda: 0))
    facts = later.ask("GET", f"/api/tables/{seat['table']}")[1]
    assert [one["kind"] for one in facts["setup"]["seats"]] == ["bot", "person"]
    assert page.ask("POST", path, {**wish, "frame": 99_999}, token)[0] == 422
    assert page.ask("POST", path, {**wish, "frame": "x"}, token)[0] == 400
    assert page.ask("POST", path, wish, "no such token")[0] == 401


def test_an_analysis_is_worked_out_between_other_things(page: Page) -> None:
    table, token, line = started(page, "greedy", goal=1)
    play_on(page, line)
    path = f"/api/tables/{table}/analysis"
    status, found = page.ask("GET", path, token=token)
    assert (status, found["status"], found["progress"]) == (202, "running", 0.0)
    page.do("work")
    page.work()
    status, found = page.ask("GET", path, token=token)
    assert (status, found["status"], len(found["seats"])) == (200, "done", 2)


def test_a_pack_is_checked_and_played_with(page: Page) -> None:
    text = PACK.read_text("utf-8")
    status, checked = page.ask("POST", "/api/packs/check", {"text": text})
    assert (status, checked["faults"]) == (200, [])
    new = {**quick("greedy", sets=["base"]), "packs": [text]}
    status, seat = page.ask("POST", "/api/tables", new)
    assert status == 201
    later = page.reloaded(LocalHost(lambda: START))
    _, packs = later.ask("GET", f"/api/tables/{seat['table']}/packs")
    assert [one["name"] for one in packs["packs"]] == [checked["pack"]["name"]]
    status, refused = page.ask("POST", "/api/tables", {**new, "packs": ["[pack]"]})
    assert (status, refused["code"]) == (422, "illegal")


def test_bots_are_those_that_answer_quickly(page: Page) -> None:
    _, found = page.ask("GET", "/api/bots")
    names = [bot["name"] for bot in found["bots"]]
    assert {"pip", "isolde", "orsino", "planner", "greedy"} <= set(names)
    assert not {"vesna", "zeno", "mcts", "master"} & set(names)


@pytest.mark.parametrize(
    ("method", "path", "body", "status", "code"),
    [
        ("GET", "/api/nothing", None, 404, "no_page"),
        ("DELETE", "/api/cards", None, 405, "method"),
        ("GET", "/api/tables/none", None, 404, "no_table"),
        ("POST", "/api/tables", {"name": "Anna"}, 400, "malformed"),
        ("POST", "/api/tables", "x" * (1 << 20), 413, "too_long"),
        ("POST", "/api/tables", quick("nobody"), 422, "illegal"),
        ("POST", "/api/tables", quick("greedy", packs=["a"]), 422, "illegal"),
        ("GET", "/api/packs/entry?card=Nothing", None, 422, "illegal"),
    ],
)
def test_what_cannot_be_answered_is_refused(
    page: Page, method: str, path: str, body: object, status: int, code: str
) -> None:
    found, problem = page.ask(method, path, body)
    assert (found, problem["code"]) == (status, code)
    assert problem["text"].endswith((".", "-."))
    italian = page.ask(method, path, body, lang="it")[1]["text"]
    assert italian != problem["text"]


def test_a_language_that_is_not_spoken_is_refused(page: Page) -> None:
    status, problem = page.ask("GET", "/api/cards", lang="fr")
    assert (status, problem["code"]) == (400, "malformed")


# --- connections and the store -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hello", "code"),
    [
        ({"table": KEY}, "no_table"),
        ({"token": "wrong"}, "bad_token"),
        ({"version": 1}, "version"),
        ({"type": "ping", "at": 1}, "malformed"),
        ({"type": 5}, "malformed"),
    ],
)
def test_who_is_refused_at_the_greeting_is_told_why(
    page: Page, hello: dict[str, Any], code: str
) -> None:
    table, token, _ = started(page, "greedy")
    line = page.connect(**{"table": table, "token": token, **hello})
    assert [one["code"] for one in page.heard(line)] == [code]
    assert page.closed == [line]


def test_a_table_that_another_window_has_changed_is_read_again(page: Page) -> None:
    table, token, line = started(page, "greedy")
    page.do("drop", table=table)
    assert page.closed == [line]
    again = page.connect(table, token)
    assert page.heard(again)[0]["stage"] == "playing"


def test_a_removed_table_is_gone(page: Page) -> None:
    table, token, line = started(page, "greedy")
    assert page.ask("DELETE", f"/api/tables/{table}/me", token="wrong")[0] == 401
    assert page.ask("DELETE", f"/api/tables/{table}/me", token=token)[0] == 200
    assert (page.heads, page.closed) == ({}, [line])
    assert page.ask("GET", f"/api/tables/{table}")[0] == 404


def test_tables_that_nobody_looks_at_are_let_go(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(host_module, "MOST_LOADED", 1)
    tables = [started(page, "greedy") for _ in range(3)]
    for _, _, line in tables:
        page.do("close", line=line)
    assert list(page.host._tables) == [tables[-1][0]]
    assert all(page.ask("GET", f"/api/tables/{one[0]}")[0] == 200 for one in tables)


def test_a_stored_table_that_cannot_be_read_is_refused_and_kept(page: Page) -> None:
    table, token, _ = started(page, "greedy")
    page.rows[table][0]["entry"] = '{"type":"later"}'
    later = page.reloaded(LocalHost(lambda: START))
    status, problem = later.ask("GET", f"/api/tables/{table}", token=token)
    assert (status, problem["code"]) == (404, "no_table")
    assert table in later.heads


def test_a_full_table_does_not_wait_for_numbers_for_ever() -> None:
    clock = START
    page = Page(LocalHost(lambda: clock, lambda: 0))
    _, seat = page.ask("POST", "/api/tables", quick("greedy"))
    line = page.connect(seat["table"], seat["token"])
    assert page.work() == host_module.NUMBER_SECONDS
    clock += host_module.NUMBER_SECONDS
    page.work()
    assert page.heard(line)[-1]["type"] in ("table", "update")
    assert page.ask("GET", f"/api/tables/{seat['table']}")[1]["stage"] == "playing"


def test_hosts_are_known_by_the_hash_of_their_token(page: Page) -> None:
    table, token, _ = started(page, "greedy")
    assert token not in page.heads[table]
    assert token_hash(token) in page.heads[table]
    assert codec.parse(page.heads[table])["id"] == table


def test_a_daily_is_the_same_game_as_at_a_server(page: Page) -> None:
    status, facts = page.ask("GET", "api/daily?date=2026-11-18", lang="it")
    assert (status, facts["number"], facts["rival"]) == (200, 322, "bruno")
    assert page.ask("GET", "api/daily?date=2026-02-30")[0] == 422
    shelf = page.ask("GET", "api/achievements", lang="it")[1]["trophies"]
    assert len(shelf) == 24
    assert shelf[0]["name"] == "Primi allori"
    status, seated = page.ask("POST", "api/tables", {"setup": facts["setup"], "name": "Ada"})
    assert status == 201
    table = page.host.table(seated["table"]).table
    assert table.seed == daily_of("2026-11-18").seed
    other = {**facts["setup"], "goal": 3}
    assert page.ask("POST", "api/tables", {"setup": other, "name": "Ada"})[0] == 422
