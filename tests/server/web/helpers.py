"""A real server in a thread, and script players that talk to it like anybody else."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import socket
import threading
from collections.abc import AsyncIterator, Iterator
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

from quarriors.server.app import Server, bind, url_of
from quarriors.server.settings import Settings
from quarriors.table.messages import VERSION

TWO: dict[str, Any] = {"seats": [{}, {}]}
# A pooled connection may be closed by the server at the moment it is used again.
NO_POOL = httpx.Limits(max_keepalive_connections=0)
WAIT = 120.0  # seconds until something that should happen has happened, on a busy machine


def quick(**values: Any) -> Settings:
    """Settings for scripts, which are faster than people."""
    generous: dict[str, Any] = {
        "port": 0,
        "requests_per_second": 1e6,
        "requests_burst": 10**6,
        "connections_per_second": 1e6,
        "connections_burst": 10**6,
        "frames_per_second": 1e6,
        "frames_burst": 10**6,
        "bytes_per_second": 1e9,
        "bytes_burst": 10**9,
        "messages_per_second": 1e6,
        "messages_burst": 10**6,
        "tables_per_hour": 10**6,
        "chat_per_minute": 10**6,
        "bot_workers": 1,
        "number_seconds": 0.0,  # most scripts add no number
    }
    return Settings(**{**generous, **values})


class Running:
    """A server that answers, and how to reach it."""

    def __init__(self, url: str, server: Server) -> None:
        self.url = url
        self.server = server
        self.http = httpx.Client(base_url=url, timeout=WAIT, trust_env=False, limits=NO_POOL)

    def make_table(self, name: str = "Ada", **setup: Any) -> dict[str, Any]:
        """A new table and its host's seat."""
        answer = self.http.post("/api/tables", json={"setup": {**TWO, **setup}, "name": name})
        assert answer.status_code == 201, answer.text
        return dict(answer.json())

    def join(self, table: str, name: str = "Bo", **body: Any) -> dict[str, Any]:
        """A seat at a table."""
        answer = self.http.post(f"/api/tables/{table}/join", json={"name": name, **body})
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    @contextlib.asynccontextmanager
    async def socket(self, **headers: str) -> AsyncIterator[Talk]:
        """A websocket that has not said anything yet."""
        address = "ws" + self.url.removeprefix("http") + "/ws"
        async with connect(address, additional_headers=headers, max_size=2**24, proxy=None) as line:
            yield Talk(line)

    @contextlib.asynccontextmanager
    async def seat(self, table: str, token: str = "", language: str = "en") -> AsyncIterator[Talk]:
        """A websocket that has said hello, with the table it was told."""
        async with self.socket() as talk:
            await talk.send(
                type="hello", table=table, token=token, language=language, version=VERSION
            )
            talk.table = await talk.until("table")
            yield talk


class Talk:
    """One websocket, in messages."""

    def __init__(self, line: ClientConnection) -> None:
        self.line = line
        self.table: dict[str, Any] = {}
        self.heard: list[dict[str, Any]] = []

    async def send(self, **message: Any) -> None:
        await self.line.send(json.dumps(message))

    async def next(self) -> dict[str, Any]:
        async with asyncio.timeout(WAIT):
            message: dict[str, Any] = json.loads(await self.line.recv())
        self.heard.append(message)
        return message

    async def until(self, kind: str) -> dict[str, Any]:
        """The next message of a kind; a refusal that nobody waits for is an error."""
        while True:
            message = await self.next()
            if message["type"] == kind:
                return message
            assert message["type"] != "refused", message

    async def refused(self, **message: Any) -> str:
        """Send something that must be refused; the code."""
        await self.send(**message)
        return str((await self.until("refused"))["code"])

    async def play(self, luck: int) -> dict[str, Any]:
        """Answer whatever is asked at random until the game is over; the last message."""
        choose = random.Random(luck)
        message = self.table
        while True:
            if message["type"] in ("table", "update"):
                if message["view"] is not None and message["view"].get("result") is not None:
                    return message
                prompt = message["prompt"]
                if prompt is not None:
                    option = choose.choice(prompt["options"])["number"]
                    await self.send(type="answer", state=message["state"], option=option)
            message = await self.next()


@contextlib.contextmanager
def running(settings: Settings, *more: socket.socket) -> Iterator[Running]:
    """A server in a thread, stopped afterwards as Ctrl-C stops it; it may listen elsewhere too."""
    ready = threading.Event()
    failed: list[BaseException] = []
    with bind(settings) as listening:
        server = Server(settings, ready.set)

        def serve() -> None:
            try:
                asyncio.run(server.answer_on(listening, *more))
            except BaseException as error:
                failed.append(error)
                ready.set()

        thread = threading.Thread(target=serve)
        thread.start()
        try:
            assert ready.wait(WAIT)
            if not failed:
                there = Running(url_of(settings, listening), server)
                with there.http:
                    yield there
        finally:
            server.should_exit = True
            thread.join(WAIT)
        assert not thread.is_alive(), "the server does not stop"
        if failed:
            raise failed[0]
