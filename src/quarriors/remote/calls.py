"""What is asked of a server over HTTP: opening tables, sitting down, positions, records.

The standard library's client in a thread: these are a few small questions, and the connection that
matters is the websocket. Every failure is a sentence: a server that is not there, one that is no
game server, or the server's own refusal.
"""

from __future__ import annotations

import asyncio
import http.client
import json
from collections.abc import Sequence
from typing import Any, TypeVar
from urllib import request
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlencode

from quarriors.cards.known_packs import Pack
from quarriors.cards.pack import PackError, read_pack
from quarriors.facts.shapes import Seated, TableFacts, TablePacks
from quarriors.remote.address import Address
from quarriors.remote.errors import RemoteError, told
from quarriors.server.protocol.codec import DecodeError, convert, encode
from quarriors.server.web.shapes import (
    OneTimeCode,
    OpenTable,
    Position,
    Report,
    Reported,
    TableList,
)
from quarriors.table.messages import Setup

PATIENCE = 10.0  # seconds for an answer
LARGEST = 64 * 1024 * 1024  # bytes of an answer: a long game's record is far smaller
TROUBLES = (500, 502, 503, 504)  # of a server, or of a proxy whose server is not there

Answer = TypeVar("Answer")


async def call(
    address: Address,
    path: str,
    *,
    body: object = None,
    token: str = "",
    language: str = "en",
    **query: str,
) -> Any:
    """The JSON that a server answers; a body makes it a POST."""
    return await asyncio.to_thread(_call, address, path, body, token, language, query)


def _call(
    address: Address, path: str, body: object, token: str, language: str, query: dict[str, str]
) -> Any:
    headers = {"Accept": "application/json", "Accept-Language": language}
    data = None
    if body is not None:
        data = encode(body)
        headers["Content-Type"] = "application/json"
    if token:
        headers["Authorization"] = f"Bearer {token}"
    url = f"{address.server}/api/{path}?{urlencode({'lang': language, **query})}"
    asked = request.Request(url, data=data, headers=headers)
    # A proxy of the environment has no business between two programs of one machine.
    proxies = request.ProxyHandler({}) if address.at_home else request.ProxyHandler()
    try:
        with request.build_opener(proxies).open(asked, timeout=PATIENCE) as answer:
            text = answer.read(LARGEST)
    except HTTPError as error:
        with error:
            raise _refusal(address, error.code, _read(error)) from None
    except (URLError, OSError, http.client.HTTPException) as error:
        why = error.reason if isinstance(error, URLError) else error
        raise RemoteError("unreachable", server=address.server, why=why) from None
    return _json(address, text)


def _read(error: HTTPError) -> bytes:
    """The words of a refusal, as far as they arrive."""
    try:
        return error.read(LARGEST)
    except (OSError, http.client.HTTPException):
        return b""


def _json(address: Address, text: bytes) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        raise RemoteError("no_server", server=address.server) from None


def _refusal(address: Address, status: int, text: bytes) -> RemoteError:
    """What a refusal means: the server's sentence if it has one."""
    try:
        given = json.loads(text)
    except ValueError:
        given = None
    if isinstance(given, dict) and isinstance(given.get("text"), str):
        return told(str(given.get("code", "")), given["text"])
    if status in TROUBLES:
        return RemoteError("trouble", server=address.server, status=status)
    return RemoteError("no_server", server=address.server)


def _shaped(address: Address, value: object, kind: type[Answer]) -> Answer:
    """An answer in the shape we know; anything else is not our kind of server."""
    try:
        found: Answer = convert(value, kind)
    except DecodeError:
        raise RemoteError("no_server", server=address.server) from None
    return found


# --- the questions -------------------------------------------------------------------------------


async def open_table(address: Address, setup: Setup, name: str, language: str) -> Seated:
    """Open a table and sit at its first seat for a person."""
    body = {"setup": setup, "name": name}
    return _shaped(address, await call(address, "tables", body=body, language=language), Seated)


async def move_seat(address: Address, code: str, language: str) -> Seated:
    """The seat that another device of ours has, by the one-time code that it shows."""
    answer = await call(
        address, f"tables/{quote(address.table)}/move", body={"code": code}, language=language
    )
    return _shaped(address, answer, Seated)


async def one_time_code(address: Address, token: str, language: str) -> OneTimeCode:
    """A code with which another device of ours takes over our seat."""
    path = f"tables/{quote(address.table)}/code"
    answer = await call(address, path, body={}, token=token, language=language)
    return _shaped(address, answer, OneTimeCode)


async def report(address: Address, token: str, report: Report, language: str) -> Reported:
    """Tell the operator of a server about a line of chat or a name."""
    path = f"tables/{quote(address.table)}/reports"
    answer = await call(address, path, body=report, token=token, language=language)
    return _shaped(address, answer, Reported)


async def sit_down(
    address: Address, name: str, language: str, seat: int | None = None, *, bot: bool = False
) -> Seated:
    """Take a seat, a free one unless it is named."""
    body: dict[str, object] = {"name": name}
    if seat is not None:
        body["seat"] = seat
    if bot:
        body["bot"] = True
    path = f"tables/{quote(address.table)}/join"
    return _shaped(address, await call(address, path, body=body, language=language), Seated)


async def rematch(address: Address, token: str, language: str) -> Seated:
    """Another game with the same people; everybody who asks gets their seat again."""
    path = f"tables/{quote(address.table)}/rematch"
    answer = await call(address, path, body={}, token=token, language=language)
    return _shaped(address, answer, Seated)


async def open_tables(address: Address, language: str) -> Sequence[OpenTable]:
    """The tables that anybody may join."""
    return _shaped(address, await call(address, "tables", language=language), TableList).tables


async def about(address: Address, language: str) -> TableFacts:
    """What everybody may know about a table."""
    answer = await call(address, f"tables/{quote(address.table)}", language=language)
    return _shaped(address, answer, TableFacts)


async def position(address: Address, token: str, language: str) -> Position:
    """The position as numbers, for a bot to search; dice to come are not in it."""
    path = f"tables/{quote(address.table)}/position"
    return _shaped(address, await call(address, path, token=token, language=language), Position)


async def packs(address: Address, language: str) -> list[Pack]:
    """The packs that a table plays with."""
    answer = await call(address, f"tables/{quote(address.table)}/packs", language=language)
    try:
        return [read_pack(f"{one.text}\n") for one in _shaped(address, answer, TablePacks).packs]
    except PackError as error:
        raise RemoteError("other_cards") from error


async def record(address: Address, language: str) -> dict[str, Any]:
    """The record of a finished game."""
    answer = await call(address, f"tables/{quote(address.table)}/record", language=language)
    return _shaped(address, answer, dict[str, Any])
