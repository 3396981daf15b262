"""What nobody may know, nobody is told: every byte that leaves the server is searched.

Only the dice to come are secret, so the seed, the generator that comes from it, and what proves who
somebody is. The second half shows it the other way round: change the secret, and no byte changes.
"""

from __future__ import annotations

import asyncio
import base64
import json
import pickle
import sqlite3
from collections.abc import Coroutine, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from quarriors.bots.base import Seat
from quarriors.engine import arrange, queries
from quarriors.table.entries import decode
from quarriors.table.messages import VERSION
from quarriors.table.table import LiveTable
from quarriors.table.table_header import TableHeader, decode_head
from quarriors.table.tokens import new_token, token_hash
from tests.server.web.helpers import Running, Talk, quick, running


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("privacy") / "tables.sqlite"


@pytest.fixture(scope="module")
def there(place: Path) -> Iterator[Running]:
    with running(quick(database=str(place))) as server:
        yield server


def stored(place: Path, table: str) -> tuple[TableHeader, list[tuple[bytes, float]]]:
    """A table as the database has it."""
    with closing(sqlite3.connect(place)) as database:
        head = database.execute("SELECT data FROM heads WHERE table_id = ?", [table]).fetchone()[0]
        rows = database.execute(
            "SELECT data, at FROM entries WHERE table_id = ? ORDER BY seq", [table]
        )
        return decode_head(head), rows.fetchall()


def spellings(number: int) -> set[bytes]:
    """A number in every form in which it could slip out."""
    size = (number.bit_length() + 7) // 8 or 1
    raw = number.to_bytes(size, "big")
    return {
        str(number).encode(),
        f"{number:x}".encode(),
        raw,
        raw[::-1],
        base64.b64encode(raw).rstrip(b"="),
        base64.urlsafe_b64encode(raw).rstrip(b"="),
    }


def generators(head: TableHeader, entries: list[tuple[bytes, float]]) -> set[int]:
    """Every state of the generator while the game was played."""
    table = LiveTable(head)
    found: set[int] = set()
    for seq, (data, at) in enumerate(entries, 1):
        table.fold(seq, decode(data), at)
        if table.stage == "playing":
            found.add(int(queries.generator(queries.state(table.game))))
    return found


class Ears:
    """Everything that came over one websocket, as bytes."""

    def __init__(self, talk: Talk) -> None:
        self.talk = talk
        self.before: list[bytes] = [json.dumps(talk.table).encode()]
        self.after: list[bytes] = []

    async def play(self, luck: int) -> None:
        """Play at random to the end, and keep apart what was told before it and with it."""
        turn = 0
        message = self.talk.table
        while True:
            prompt = message.get("prompt")
            if prompt is not None and message["type"] in ("table", "update"):
                turn += 1
                state = message["state"]
                if turn % 5 == 0:
                    await self.talk.send(type="hint", state=state, bot="random")
                if turn % 7 == 0:
                    await self.talk.send(type="answer", state=state - 1, option=1)
                option = 1 + (luck + turn) % len(prompt["options"])
                await self.talk.send(type="answer", state=state, option=option)
            async with asyncio.timeout(60):
                raw = await self.talk.line.recv()
            data = raw if isinstance(raw, bytes) else raw.encode()
            message = json.loads(data)
            if message["type"] == "table" and message["stage"] == "over":
                self.after.append(data)
                return
            self.before.append(data)


def endpoints(table: str) -> list[str]:
    return [
        "/", f"/t/{table}", f"/r/{table}", "/healthz", "/readyz", "/metrics", "/api/tables",
        *(f"/api/tables/{table}{end}" for end in ("", "/position", "/record", "/replay")),
    ]  # fmt: skip


def asked(http: httpx.Client, table: str, tokens: list[str]) -> list[bytes]:
    """The answers, with their headers, of every endpoint to everybody."""
    found = []
    for path in endpoints(table):
        for token in ("", *tokens):
            headers = {"Authorization": f"Bearer {token}"} if token else {}
            answer = http.get(path, headers=headers)
            found.append(answer.content + repr(answer.headers.raw).encode())
    return found


def test_no_byte_before_the_end_tells_the_dice(there: Running, place: Path) -> None:
    mine = there.make_table(goal=9, open=True, seats=[{}, {}, {"kind": "bot", "bot": "random"}])
    table = mine["table"]
    heard: list[bytes] = asked(there.http, table, [mine["token"]])
    other = there.join(table)
    tokens = [mine["token"], other["token"]]

    async def listen() -> list[Ears]:
        async with (
            there.seat(table, tokens[0]) as one,
            there.seat(table, tokens[1], "it") as two,
            there.seat(table) as watcher,
        ):
            ears = [Ears(talk) for talk in (one, two, watcher)]
            games = [asyncio.create_task(ear.play(luck)) for luck, ear in enumerate(ears)]
            pages = 0
            while not games[2].done() and pages < 3:
                pages += 1
                found = await asyncio.to_thread(asked, there.http, table, tokens)
                if not any(game.done() for game in games):
                    heard.extend(found)
                await asyncio.sleep(0.1)
            await asyncio.gather(*games)
            return ears

    ears = asyncio.run(listen())
    head, entries = stored(place, table)
    for ear in ears:
        heard += ear.before
        assert all(head.seed.encode() in data for data in ear.after), "told at the end"
    secrets = spellings(int(head.seed))
    states = generators(head, entries)
    assert len(states) > 15
    for state in states:
        secrets |= spellings(state)
    everything = b"\n".join(heard)
    assert len(heard) > 100
    assert head.commitment.encode() in everything, "the search would find it"
    assert [secret for secret in secrets if secret in everything] == []
    # What proves who somebody is, is never told to anybody, not even at the end.
    with_end = b"\n".join([everything, *(data for ear in ears for data in ear.after)])
    with_end += b"\n".join(asked(there.http, table, tokens))
    assert head.seed.encode() in with_end
    for token in tokens:
        assert token_hash(token).encode() not in with_end
        assert token.encode() not in with_end
    assert head.host_hash.encode() not in with_end


def test_bots_think_without_the_dice(there: Running, place: Path) -> None:
    """What a bot's process gets holds neither the seed nor the generator: its luck is its own."""
    mine = there.make_table(goal=9)
    there.join(mine["table"])
    head, entries = stored(place, mine["table"])
    table = LiveTable(head)
    for seq, (data, at) in enumerate(entries, 1):
        table.fold(seq, decode(data), at)
    game = table.game
    secrets = spellings(int(head.seed)) | spellings(int(queries.generator(queries.state(game))))
    assert any(secret in pickle.dumps(game) for secret in secrets), "the search would find it"
    given = pickle.dumps(Seat(game, game.decision.seat))
    assert [secret for secret in secrets if secret in given] == []


# --- another secret, the same bytes --------------------------------------------------------------


def on_server(there: Running, work: Coroutine[Any, Any, None]) -> None:
    """Do something inside the server's own event loop."""
    loop = there.server.context.service.store._writer._loop
    asyncio.run_coroutine_threadsafe(work, loop).result(20)


async def _everything(there: Running, table: str, tokens: list[str]) -> list[Any]:
    """What every viewer is told in both languages, and what HTTP says, but for the time of day."""
    found: list[Any] = []
    for token in (*tokens, ""):
        for language in ("en", "it"):
            async with there.seat(table, token, language) as talk:
                found.append(talk.table)
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        for end in ("", "/position", "/record", "/replay"):
            path = f"/api/tables/{table}{end}"
            answer = await asyncio.to_thread(there.http.get, path, headers=headers)
            found.append((answer.status_code, answer.json()))
    for one in found:  # who is here changes with our own coming and going
        shown = one if isinstance(one, dict) else one[1]
        for player in shown.get("players", ()):
            player["here"] = player["away_since"] = None
    return found


def test_dice_to_come_change_nothing_that_anybody_sees(there: Running) -> None:
    """Seed and generator of a running game are exchanged: nobody is told anything else than before.

    But for the commitment, which says nothing of the dice.
    """
    mine = there.make_table(goal=9)
    table = mine["table"]
    other = there.join(table)
    tokens = [mine["token"], other["token"]]

    async def some_answers() -> None:
        async with there.seat(table, tokens[0]) as one, there.seat(table, tokens[1]) as two:
            for number in range(30):
                for talk in (one, two):
                    if talk.table["prompt"] is not None:
                        options = talk.table["prompt"]["options"]
                        option = 1 + number % len(options)
                        await talk.send(type="answer", state=talk.table["state"], option=option)
                for talk in (one, two):
                    talk.table = await talk.until("update")

    async def exchange(luck: int) -> None:
        live = (await there.server.context.service.session(table)).table
        live.head = replace(live.head, seed=str(luck << 200))
        state = queries.state(live.game)
        assert queries.generator(state) != luck
        queries.set_generator(state, luck)
        arrange.set_turn_seed(state, luck << 200)
        live.view_cache = {}

    asyncio.run(some_answers())
    before = asyncio.run(_everything(there, table, tokens))
    assert before[0]["stage"] == "playing"
    for luck in (1, 2**59 + 12345):
        on_server(there, exchange(luck))
        after = asyncio.run(_everything(there, table, tokens))
        commitments = [told[0]["commitment"] for told in (before, after)]
        assert commitments[0] != commitments[1]
        assert _without(after, commitments[1]) == _without(before, commitments[0])


def test_tables_that_wait_differ_in_nothing_but_their_commitment(there: Running) -> None:
    """The seed exists already, and nobody can tell which it is."""
    found = set()
    for _ in range(3):
        mine = there.make_table(goal=9)
        told = asyncio.run(_everything(there, mine["table"], [mine["token"]]))
        assert told[0]["stage"] == "waiting"
        found.add(_without(told, mine["table"], told[0]["commitment"]))
    assert len(found) == 1


def _without(told: list[Any], *words: str) -> str:
    """All that was told, with some words blotted out."""
    text = json.dumps(told, sort_keys=True)
    for word in words:
        assert word in text
        text = text.replace(word, "?")
    return text


# --- nobody acts for another ---------------------------------------------------------------------


async def _knock(there: Running, table: str, token: str) -> dict[str, Any]:
    """The first thing that somebody with this token is told."""
    async with there.socket() as talk:
        await talk.send(type="hello", table=table, token=token, version=VERSION)
        try:
            return await talk.next()
        except ConnectionClosed as error:
            return {"type": "closed", "code": error.rcvd and error.rcvd.code}


def test_no_token_opens_another_seat(there: Running, place: Path) -> None:
    tables = [there.make_table(seats=[{}, {}, {}]) for _ in range(2)]
    tokens: dict[tuple[int, int], str] = {}
    for number, made in enumerate(tables):
        tokens[number, 0] = made["token"]
        for seat, name in ((1, "Bo"), (2, "Cy")):
            tokens[number, seat] = there.join(made["table"], name)["token"]
    table = tables[0]["table"]
    head, entries = stored(place, table)

    async def everybody() -> dict[str, dict[str, Any]]:
        ours = [tokens[0, seat] for seat in range(3)]
        tries = {
            *tokens.values(), *(token_hash(token) for token in tokens.values()), head.host_hash,
            head.commitment, head.seed[:64], table, new_token(), "x" * 64, " " + ours[0],
            ours[0] + " ", ours[0] + ours[1][:8], ours[0][:-1], ours[0].swapcase(), ours[0][::-1],
            ours[0][:16] + ours[1][16:], f"{ours[0]}\x00", "null", "0", "1", "true", "\x00",
        }  # fmt: skip
        return {token: await _knock(there, table, token) for token in sorted(tries)}

    for token, told in asyncio.run(everybody()).items():
        mine = [seat for seat in range(3) if tokens[0, seat] == token]
        if mine:
            assert (told["type"], told["me"]) == ("table", mine[0])
            assert told["host"] == (mine[0] == 0)
        else:
            assert told["type"] == "refused", (token, told)
            assert told["code"] in ("bad_token", "malformed"), (token, told)
    assert len(stored(place, table)[1]) == len(entries)


def test_nobody_answers_for_another_seat(there: Running, place: Path) -> None:
    """In every state of a game, everybody but the one who is asked tries to answer."""
    mine = there.make_table(seats=[{}, {}, {}], goal=9)
    table = mine["table"]
    tokens = [mine["token"], there.join(table)["token"], there.join(table, "Cy")["token"]]

    async def play() -> None:
        async with (
            there.seat(table, tokens[0]) as one,
            there.seat(table, tokens[1]) as two,
            there.seat(table, tokens[2]) as three,
            there.seat(table, "") as watcher,
        ):
            talks = [one, two, three, watcher]
            for number in range(25):
                turn = next(talk for talk in talks if talk.table["prompt"] is not None)
                seat = turn.table["me"]
                state = turn.table["state"]
                options = turn.table["prompt"]["options"]
                stolen: list[dict[str, Any]] = [
                    {"type": "answer", "state": state, "option": number % len(options) + 1},
                    {"type": "answer", "state": state, "option": 1, "seat": seat},
                    {"type": "answer", "state": state, "option": 1, "token": tokens[seat]},
                    {"type": "hint", "state": state},
                    {"type": "give_back", "seat": seat},
                    {"type": "replace", "seat": seat, "bot": "random"},
                    {"type": "hello", "table": table, "token": tokens[seat], "version": VERSION},
                ]
                written = len(stored(place, table)[1])
                for talk in talks:
                    if talk is not turn:
                        message = stolen[(number + talks.index(talk)) % len(stolen)]
                        assert talk.table["prompt"] is None
                        code = await talk.refused(**message)
                        assert code in ("not_yours", "malformed", "not_host", "not_now"), message
                assert len(stored(place, table)[1]) == written
                await turn.send(type="answer", state=state, option=number % len(options) + 1)
                for talk in talks:
                    talk.table.update(await talk.until("update"))

    asyncio.run(play())
