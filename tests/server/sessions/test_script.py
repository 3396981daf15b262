"""The script that every form of a table plays, through sessions on real databases."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Sequence
from types import SimpleNamespace

import pytest

from quarriors.server import workers
from quarriors.server.protocol.codec import decoder
from quarriors.server.sessions import Connection, TableService
from quarriors.server.sessions.table_io import decode_entry
from quarriors.table.entries import Entry
from quarriors.table.messages import FromClient, Setup
from quarriors.table.seating import first_entries
from quarriors.table.table_header import new_head
from tests.server.sessions.helpers import a_service
from tests.table.helpers import HASHES, KEY, NAMES, TOKENS
from tests.table.script import BOT_LUCK, Played, play
from tests.table.test_memory import Memory

read = decoder(FromClient)


class Kept:
    """A sink that keeps what it is sent."""

    def __init__(self) -> None:
        self.sent: list[bytes] = []

    def push(self, data: bytes) -> bool:
        self.sent.append(data)
        return True

    async def send(self, data: bytes) -> None:
        raise AssertionError("everything is pushed")

    async def close(self, code: int, reason: str) -> None:
        pass


class Served:
    """The form of the script that a server has."""

    def __init__(self, service: TableService) -> None:
        self.service = service
        self.people: list[tuple[Connection, Kept]] = []

    async def open(self, setup: Setup, seed: int, name: str) -> int:
        head = new_head(KEY, time.time(), setup, seed, HASHES[0])
        entries, _ = first_entries(head, name, HASHES[0])
        assert await self.service._create(head, entries, "")
        return await self._connect(name)

    async def sit(self, name: str, seat: int | None = None) -> int:
        hashed = HASHES[NAMES.index(name)]
        await self.service.command(KEY, lambda table: table.sit(name, "person", hashed, seat))
        return await self._connect(name)

    async def _connect(self, name: str) -> int:
        sink = Kept()
        token = TOKENS[NAMES.index(name)]
        self.people.append((await self.service.connect(KEY, token, "en", sink), sink))
        return len(self.people) - 1

    async def send(self, person: int, message: str) -> None:
        await self.people[person][0].receive(read(message))

    async def messages(self, person: int) -> Sequence[bytes]:
        scheduler = self.service.sessions[KEY].scheduler
        while scheduler.working is not None:
            await asyncio.wait([scheduler.working])
        sink = self.people[person][1]
        sent, sink.sent = sink.sent, []
        return sent

    async def entries(self) -> Sequence[Entry]:
        return [decode_entry(line.data) for line in await self.service.store.entries(KEY)]


async def served(url: str) -> Played:
    async with a_service(url) as service:
        return await play(Served(service))


@pytest.mark.parametrize("database", ["sqlite_url", "postgres_url"])
def test_a_session_writes_and_sends_what_a_table_in_memory_does(
    database: str, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    same_luck = SimpleNamespace(randbits=lambda _: BOT_LUCK, choice=random.choice)
    monkeypatch.setattr(workers, "secrets", same_luck)
    found = asyncio.run(served(request.getfixturevalue(database)))
    wanted = asyncio.run(play(Memory()))
    assert len(wanted.entries) > 50
    assert found.entries == wanted.entries
    assert found.messages == wanted.messages
