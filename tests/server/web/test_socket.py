"""Over real websockets: the greeting, every code of a refusal, seats, chat, limits, goodbyes."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from quarriors.server.protocol.schema import refusal_codes
from quarriors.table.messages import VERSION
from tests.server.postgres import own_server
from tests.server.web.helpers import WAIT, Running, Talk, quick, running

NO_TABLE = "x" * 16
WRONG = "y" * 32


def pair(there: Running, **setup: Any) -> tuple[str, list[str]]:
    """A table with a game under way, and the tokens of its seats."""
    mine = there.make_table(**setup)
    other = there.join(mine["table"])
    return mine["table"], [mine["token"], other["token"]]


async def closed(talk: Talk) -> int | None:
    """Wait until the server hangs up; the code it gave."""
    with contextlib.suppress(ConnectionClosed):
        async with asyncio.timeout(WAIT):
            while True:
                talk.heard.append(json.loads(await talk.line.recv()))
    return talk.line.close_code


# --- the greeting ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("message", "code"),
    [
        ('{"type": "ping"}', "malformed"),
        ('{"type": "answer", "state": 1, "option": 1}', "malformed"),
        ("{", "malformed"),
        ("", "malformed"),
        ("[]", "malformed"),
        ("[" * 10_000, "malformed"),
        ('{"type": "hello"}', "malformed"),
        ('{"type": "hello", "table": "short"}', "malformed"),
        (json.dumps({"type": "hello", "table": NO_TABLE, "seat": 0}), "malformed"),
        (json.dumps({"type": "hello", "table": NO_TABLE, "token": "z" * 65}), "malformed"),
        (json.dumps({"type": "hello", "table": NO_TABLE, "language": "de"}), "malformed"),
        (json.dumps({"type": "hello", "table": NO_TABLE, "version": VERSION}), "no_table"),
        (json.dumps({"type": "hello", "table": NO_TABLE}), "version"),
        (json.dumps({"type": "hello", "table": NO_TABLE, "version": VERSION + 1}), "version"),
        (json.dumps({"type": "hello", "table": "ö" * 5_000}), "too_long"),
        (b"\x00\x01", "malformed"),
    ],
)
def test_a_bad_greeting_is_told_why_and_ends_the_line(
    there: Running, message: str | bytes, code: str
) -> None:
    async def greet() -> tuple[dict[str, Any], int | None]:
        async with there.socket() as talk:
            await talk.line.send(message)
            return await talk.next(), await closed(talk)

    told, how = asyncio.run(greet())
    assert (told["type"], told["code"], told["to"]) == ("refused", code, "hello")
    assert how == 1008


def test_wrong_tokens_and_tables_that_nobody_may_watch(there: Running) -> None:
    table, _ = pair(there, watch=False)

    async def greet(token: str, language: str) -> dict[str, Any]:
        async with there.socket() as talk:
            await talk.send(
                type="hello", version=VERSION, table=table, token=token, language=language
            )
            return await talk.next()

    assert asyncio.run(greet(WRONG, "en"))["code"] == "bad_token"
    assert asyncio.run(greet("", "en"))["code"] == "off"
    english, italian = (asyncio.run(greet(WRONG, one))["text"] for one in ("en", "it"))
    assert english != italian


def test_the_token_of_one_table_is_nothing_at_another(there: Running) -> None:
    _, tokens = pair(there)
    other, _ = pair(there)

    async def greet() -> str:
        async with there.socket() as talk:
            return await talk.refused(type="hello", version=VERSION, table=other, token=tokens[0])

    assert asyncio.run(greet()) == "bad_token"


def test_who_says_nothing_is_not_waited_for(tmp_path: Path) -> None:
    settings = quick(database=str(tmp_path / "t.sqlite"), hello_seconds=0.3)
    with running(settings) as there:

        async def wait() -> tuple[dict[str, Any], int | None]:
            async with there.socket() as talk:
                return await talk.next(), await closed(talk)

        told, how = asyncio.run(wait())
        assert (told["code"], how) == ("malformed", 1008)


async def knock(there: Running, **headers: str) -> int:
    """The status of a handshake."""
    try:
        async with there.socket(**headers):
            return 101
    except InvalidStatus as error:
        return error.response.status_code


def test_fault_9_a_page_must_have_our_scheme_as_well_as_our_host(tmp_path: Path) -> None:
    forwarded = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "203.0.113.7"}
    database = str(tmp_path / "t.sqlite")
    with running(quick(database=database)) as there:
        secure = there.url.replace("http://", "https://")
        assert asyncio.run(knock(there, Origin=there.url)) == 101
        assert asyncio.run(knock(there, Origin=secure)) == 403
        assert asyncio.run(knock(there, Origin=secure, **forwarded)) == 403  # nobody is believed
    with running(quick(database=database, proxies=("127.0.0.1",))) as there:
        secure = there.url.replace("http://", "https://")
        assert asyncio.run(knock(there, Origin=secure, **forwarded)) == 101
        assert asyncio.run(knock(there, Origin=there.url, **forwarded)) == 403


@pytest.mark.parametrize("headers", [{"Origin": "https://evil.example"}, {"Origin": "null"}])
def test_pages_of_strangers_are_turned_away(there: Running, headers: dict[str, str]) -> None:
    async def knock() -> int:
        try:
            async with there.socket(**headers):
                return 101
        except InvalidStatus as error:
            return error.response.status_code

    assert asyncio.run(knock()) == 403


def test_our_own_page_may_connect(there: Running) -> None:
    table, tokens = pair(there)

    async def knock() -> str:
        async with there.socket(Origin=there.url) as talk:
            await talk.send(type="hello", version=VERSION, table=table, token=tokens[0])
            return str((await talk.next())["type"])

    assert asyncio.run(knock()) == "table"


# --- every code of a refusal -------------------------------------------------------------------


Case = Callable[[Running], Awaitable[str]]


async def _malformed(there: Running) -> str:
    table, tokens = pair(there)
    async with there.seat(table, tokens[0]) as talk:
        again = await talk.refused(type="hello", version=VERSION, table=table, token=tokens[1])
        assert again == "malformed"
        return await talk.refused(type="answer", state="x", option=1)


async def _stale(there: Running) -> str:
    table, tokens = pair(there)
    async with there.seat(table, tokens[0]) as one, there.seat(table, tokens[1]) as two:
        talk = one if one.table["prompt"] else two
        state = talk.table["state"]
        option = talk.table["prompt"]["options"][0]["number"]
        await talk.send(type="answer", state=state, option=option)
        assert (await talk.until("update"))["state"] > state
        return await talk.refused(type="answer", state=state, option=option)


async def _illegal(there: Running) -> str:
    table, tokens = pair(there)
    async with there.seat(table, tokens[0]) as one, there.seat(table, tokens[1]) as two:
        talk = one if one.table["prompt"] else two
        count = len(talk.table["prompt"]["options"])
        for option in (0, -1, count + 1, 10**30):
            state = talk.table["state"]
            code = await talk.refused(type="answer", state=state, option=option)
            assert code in ("illegal", "malformed")
        return await talk.refused(type="answer", state=talk.table["state"], option=0)


async def _not_yours(there: Running) -> str:
    table, tokens = pair(there)
    async with there.seat(table, tokens[0]) as one, there.seat(table, tokens[1]) as two:
        talk = two if one.table["prompt"] else one
        return await talk.refused(type="answer", state=talk.table["state"], option=1)


async def _not_host(there: Running) -> str:
    mine = there.make_table(seats=[{}, {}, {}])
    other = there.join(mine["table"])
    async with there.seat(mine["table"], other["token"]) as talk:
        for message in ({"type": "free", "seat": 0}, {"type": "begin"}):
            assert await talk.refused(**message) == "not_host"
        return await talk.refused(type="fill", seat=2, bot="random")


async def _not_now(there: Running) -> str:
    mine = there.make_table()
    async with there.seat(mine["table"], mine["token"]) as talk:
        assert await talk.refused(type="begin") == "not_now"
        return await talk.refused(type="answer", state=0, option=1)


async def _too_long(there: Running) -> str:
    table, tokens = pair(there)
    async with there.seat(table, tokens[0]) as talk:
        return await talk.refused(type="say", text="x" * 20_000)


async def _no_table(there: Running) -> str:
    async with there.socket() as talk:
        return await talk.refused(type="hello", version=VERSION, table=NO_TABLE)


async def _bad_token(there: Running) -> str:
    table, _ = pair(there)
    async with there.socket() as talk:
        return await talk.refused(type="hello", version=VERSION, table=table, token=WRONG)


async def _version(there: Running) -> str:
    async with there.socket() as talk:
        return await talk.refused(type="hello", table=NO_TABLE, version=99)


async def _off(there: Running) -> str:
    table, tokens = pair(there, chat=False)
    async with there.seat(table, tokens[0]) as talk:
        return await talk.refused(type="say", text="hello")


CASES: dict[str, Case] = {
    "malformed": _malformed,
    "stale": _stale,
    "illegal": _illegal,
    "not_yours": _not_yours,
    "not_host": _not_host,
    "not_now": _not_now,
    "too_long": _too_long,
    "no_table": _no_table,
    "bad_token": _bad_token,
    "version": _version,
    "off": _off,
}
ELSEWHERE = {"too_fast", "storage"}  # need a server of their own, below


@pytest.mark.parametrize("code", sorted(CASES))
def test_every_code_is_reached(there: Running, code: str) -> None:
    assert asyncio.run(CASES[code](there)) == code


def test_no_code_is_left_out() -> None:
    assert set(CASES) | ELSEWHERE == set(refusal_codes())


def test_storage_trouble_is_told_and_nothing_is_lost() -> None:
    with own_server() as database:
        database.execute("CREATE DATABASE club")
        with running(quick(database=database.url("club"))) as there:
            table, tokens = pair(there)

            async def play() -> tuple[str, dict[str, Any]]:
                async with there.seat(table, tokens[0]) as one, there.seat(table, tokens[1]) as two:
                    talk = one if one.table["prompt"] else two
                    answer = {
                        "type": "answer",
                        "state": talk.table["state"],
                        "option": talk.table["prompt"]["options"][0]["number"],
                    }
                    await asyncio.to_thread(database.stop)
                    code = await talk.refused(**answer)
                    await asyncio.to_thread(database.start)
                    await talk.send(**answer)
                    return code, await talk.until("update")

            code, update = asyncio.run(play())
            assert code == "storage"
            assert update["state"] > 0


# --- nobody acts for another seat ----------------------------------------------------------------


def test_watchers_can_do_nothing(there: Running) -> None:
    table, tokens = pair(there)

    async def try_all() -> list[str]:
        async with there.seat(table) as talk, there.seat(table, tokens[0]) as player:
            state = talk.table["state"]
            codes = [
                await talk.refused(**message)
                for message in (
                    {"type": "answer", "state": state, "option": 1},
                    {"type": "undo", "state": state},
                    {"type": "orders", "defend": "weakest"},
                    {"type": "hint", "state": state},
                    {"type": "say", "text": "let me in"},
                    {"type": "replace", "seat": 0},
                    {"type": "give_back", "seat": 0},
                    {"type": "fill", "seat": 0, "bot": "random"},
                    {"type": "free", "seat": 0},
                    {"type": "begin"},
                )
            ]
            await player.send(type="ping")
            await player.until("pong")
            assert not any(message["type"] in ("update", "chat") for message in player.heard)
            assert talk.table["me"] is None
            assert talk.table["prompt"] is None
            return codes

    assert set(asyncio.run(try_all())) <= {"not_yours", "not_host", "not_now"}


def test_a_seat_is_its_token_and_nothing_else(there: Running) -> None:
    """Whatever seat a message names, it is the connection's own that acts."""
    table, tokens = pair(there)

    async def try_all() -> None:
        async with there.seat(table, tokens[0]) as one, there.seat(table, tokens[1]) as two:
            turn, other = (one, two) if one.table["prompt"] else (two, one)
            state = turn.table["state"]
            forged = {"type": "answer", "state": state, "option": 1, "seat": turn.table["me"]}
            assert await other.refused(**forged) == "malformed"
            token = tokens[turn.table["me"]]
            assert await other.refused(**{**forged, "token": token}) == "malformed"
            assert await other.refused(type="undo", state=state) in ("not_yours", "not_now")
            assert other.table["prompt"] is None
            await turn.send(type="answer", state=state, option=1)
            assert (await turn.until("update"))["state"] > state

    asyncio.run(try_all())


def test_orders_hints_and_pings_are_answered_to_whoever_asked(there: Running) -> None:
    table, tokens = pair(there)

    async def ask() -> None:
        async with there.seat(table, tokens[0]) as one, there.seat(table, tokens[1]) as two:
            turn = one if one.table["prompt"] else two
            await turn.send(type="orders", defend="weakest")
            assert (await turn.until("table"))["orders"]["defend"] == "weakest"
            await turn.send(type="hint", state=turn.table["state"], bot="greedy")
            advice = await turn.until("advice")
            options = {option["number"] for option in turn.table["prompt"]["options"]}
            assert advice["lines"][0]["option"] in options
            await turn.send(type="ping", at=12.5)
            assert (await turn.until("pong"))["at"] == 12.5

    asyncio.run(ask())


def test_a_second_connection_of_a_seat_gets_the_same_prompt(there: Running) -> None:
    table, tokens = pair(there)

    async def both() -> None:
        async with there.seat(table, tokens[0]) as one, there.seat(table, tokens[1]) as two:
            token = tokens[0 if one.table["prompt"] else 1]
            first = one if one.table["prompt"] else two
            async with there.seat(table, token) as again:
                assert again.table["prompt"] == first.table["prompt"]
                await again.send(type="answer", state=again.table["state"], option=1)
                assert (await first.until("update"))["state"] > again.table["state"]

    asyncio.run(both())


# --- chat -----------------------------------------------------------------------------------------


def test_chat_is_heard_by_all_as_text(there: Running) -> None:
    table, tokens = pair(there)
    said = '<img src=x onerror="alert(1)"> & \u202e "quotes"'

    async def talk() -> tuple[dict[str, Any], dict[str, Any], list[dict[str, Any]]]:
        async with there.seat(table, tokens[0]) as one, there.seat(table) as watcher:
            await one.send(type="say", text=said)
            heard = await one.until("chat"), await watcher.until("chat")
            async with there.seat(table, tokens[1]) as late:
                return *heard, late.table["chat"]

    mine, watched, later = asyncio.run(talk())
    assert mine == watched
    assert mine["line"]["name"] == "Ada"
    assert mine["line"]["seat"] == 0
    assert "<img src=x onerror" in mine["line"]["text"]
    assert later == [mine["line"]]


@pytest.mark.parametrize("text", ["", "x" * 501])
def test_chat_has_a_length(there: Running, text: str) -> None:
    table, tokens = pair(there)

    async def say() -> str:
        async with there.seat(table, tokens[0]) as talk:
            return await talk.refused(type="say", text=text)

    assert asyncio.run(say()) == "malformed"


def test_chat_can_be_switched_off_and_has_a_rate(tmp_path: Path) -> None:
    with running(quick(database=str(tmp_path / "a.sqlite"), chat=False)) as there:
        assert asyncio.run(_say_often(there, 1)) == ["off"]
    with running(quick(database=str(tmp_path / "b.sqlite"), chat_per_minute=3)) as there:
        assert asyncio.run(_say_often(there, 5)) == ["chat"] * 3 + ["too_fast"] * 2


async def _say_often(there: Running, times: int) -> list[str]:
    table, tokens = pair(there)
    heard = []
    for number in range(times):  # a new line each time: the limit is the seat's
        async with there.seat(table, tokens[0]) as talk:
            await talk.send(type="say", text=f"line {number}")
            message = await talk.next()
            while message["type"] not in ("chat", "refused"):
                message = await talk.next()
            heard.append(message.get("code", "chat"))
    return heard


# --- limits ---------------------------------------------------------------------------------------


def test_too_many_messages_are_refused_and_then_end_the_line(tmp_path: Path) -> None:
    settings = quick(
        database=str(tmp_path / "t.sqlite"),
        messages_per_second=0.01,
        messages_burst=5,
        mistakes=10,
    )
    with running(settings) as there:
        table, tokens = pair(there)

        async def shout() -> tuple[Talk, int | None]:
            async with there.seat(table, tokens[0]) as talk:
                for _ in range(30):
                    await talk.send(type="ping")
                return talk, await closed(talk)

        talk, code = asyncio.run(shout())
        kinds = [message["type"] for message in talk.heard]
        assert kinds.count("pong") == 5
        assert {message["code"] for message in talk.heard if message["type"] == "refused"} == {
            "too_fast"
        }
        assert code == 1008
        metrics = there.http.get("/metrics").text
        assert 'quarriors_refusals_total{code="too_fast",over="ws"}' in metrics


def test_whoever_cannot_be_read_is_shown_out(tmp_path: Path) -> None:
    with running(quick(database=str(tmp_path / "t.sqlite"), mistakes=3)) as there:
        table, tokens = pair(there)

        async def babble() -> tuple[Talk, int | None]:
            async with there.seat(table, tokens[0]) as talk:
                for _ in range(10):
                    await talk.line.send("nonsense")
                return talk, await closed(talk)

        talk, code = asyncio.run(babble())
        refused = [message for message in talk.heard if message["type"] == "refused"]
        assert 1 <= len(refused) <= 4
        assert code == 1008


def test_a_giant_message_ends_the_line(there: Running) -> None:
    table, tokens = pair(there)

    async def shout() -> int | None:
        async with there.seat(table, tokens[0]) as talk:
            await talk.line.send("x" * 1_000_000)
            return await closed(talk)

    assert asyncio.run(shout()) == 1009


def test_one_address_opens_so_many_lines(tmp_path: Path) -> None:
    settings = quick(database=str(tmp_path / "t.sqlite"), sockets_per_address=2)
    with running(settings) as there:
        table, tokens = pair(there)

        async def open_three() -> tuple[dict[str, Any], int | None]:
            async with (
                there.seat(table, tokens[0]),
                there.seat(table, tokens[1]),
                there.socket() as third,
            ):
                return await third.next(), await closed(third)

        told, code = asyncio.run(open_three())
        assert (told["code"], code) == ("too_fast", 1013)
        asyncio.run(_connects(there, table, tokens[0]))  # they have left, so there is room again


async def _connects(there: Running, table: str, token: str) -> None:
    async with asyncio.timeout(WAIT):
        while True:
            async with there.socket() as talk:
                await talk.send(type="hello", version=VERSION, table=table, token=token)
                if (await talk.next())["type"] == "table":
                    return
            await asyncio.sleep(0.05)


# --- goodbyes -------------------------------------------------------------------------------------


def test_a_server_that_stops_says_so_first(tmp_path: Path) -> None:
    async def stay(there: Running) -> tuple[list[dict[str, Any]], int | None]:
        table, tokens = pair(there)
        async with there.seat(table, tokens[0], "it") as talk:
            there.server.should_exit = True
            code = await closed(talk)
            return talk.heard, code

    with running(quick(database=str(tmp_path / "t.sqlite"))) as there:
        heard, code = asyncio.run(stay(there))
    assert heard[-1]["type"] == "closing"
    assert "server" in heard[-1]["text"]
    assert code == 1001


def test_connections_are_counted(tmp_path: Path) -> None:
    with running(quick(database=str(tmp_path / "t.sqlite"))) as there:
        table, tokens = pair(there)

        async def count() -> str:
            async with there.seat(table, tokens[0]) as one, there.seat(table, tokens[1]) as two:
                turn = one if one.table["prompt"] else two
                await turn.send(type="answer", state=turn.table["state"], option=1)
                await turn.until("update")
                return (await asyncio.to_thread(there.http.get, "/metrics")).text

        lines = asyncio.run(count()).splitlines()
        assert "quarriors_connections 2.0" in lines
        assert 'quarriors_messages_total{type="answer"} 1.0' in lines
        counted = [line for line in lines if line.startswith("quarriors_decision_seconds_count")]
        assert float(counted[0].split()[1]) >= 1.0
