"""Trials: many games at once on real servers, and somebody who strikes while they are played.

A trial is fixed by its seed as far as a machine allows it: who sits where, how they answer, and
after how many acknowledged answers the strikes come. The short ones are in `make test`, the long
ones are the same with other numbers (`tests/soak_server.py`).
"""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import Awaitable, Callable, Iterator, Sequence
from typing import Any, NamedTuple

from tests.server.proof.evidence import Testimony, check, check_record
from tests.server.proof.players import Player, Tally
from tests.server.proof.servers import Place, Process


class Strike(NamedTuple):
    """Something that happens to the servers: a blow that takes no time, and what follows it."""

    blow: Callable[[], None]
    rest: Callable[[], Awaitable[None]]


PERSON: dict[str, Any] = {"kind": "person"}
RANDOM: dict[str, Any] = {"kind": "bot", "bot": "random"}
GREEDY: dict[str, Any] = {"kind": "bot", "bot": "greedy"}
SEATINGS: tuple[list[dict[str, Any]], ...] = (
    [PERSON, PERSON],
    [PERSON, RANDOM],
    [PERSON, PERSON, PERSON],
    [RANDOM, PERSON, PERSON],
    [PERSON, PERSON, GREEDY, PERSON],
    [RANDOM, GREEDY],
)
GOAL = 4  # a game of some sixty answers


class Trial:
    """Tables on one or two servers with all their players."""

    def __init__(self, servers: Sequence[Place], seed: int) -> None:
        self.servers = list(servers)
        self.tally = Tally()
        self.players: list[Player] = []
        self.tables: list[str] = []
        self._seed = seed
        self.chance = random.Random(f"trial/{seed}")

    def set_up(self, tables: int, goal: int = GOAL) -> None:
        """Make tables, of all kinds in turn, and let everybody sit down by HTTP."""
        for number in range(tables):
            seats = SEATINGS[number % len(SEATINGS)]
            server = self.servers[number % len(self.servers)]
            setup = {"seats": seats, "goal": goal}
            with server.http(self._address(number)) as http:
                made = http.post("/api/tables", json={"setup": setup, "name": "Player 0"})
                assert made.status_code == 201, made.text
                table = made.json()["table"]
                joined = [made.json()]
                for more in range(1, sum(one is PERSON for one in seats)):
                    answer = http.post(f"/api/tables/{table}/join", json={"name": f"Player {more}"})
                    assert answer.status_code == 200, answer.text
                    joined.append(answer.json())
            self.tables.append(table)
            for one in joined:
                self._add(table, one["seat"], one["token"])
            if number % 4 == 1 or joined[0]["seat"] is None:
                self._add(table, None, "")

    def _address(self, number: int) -> int:
        return 1_000_000 * (1 + self._seed % 8) + number

    def _add(self, table: str, seat: int | None, token: str) -> None:
        number = len(self.players)
        home = number  # players of one table begin on different servers
        language = "it" if number % 5 == 0 else "en"
        self.players.append(
            Player(
                self._address(100_000 + number),
                table,
                seat,
                token,
                self._route(home),
                self.tally,
                seed=self._seed,
                language=language,
            )
        )

    def _route(self, home: int) -> Callable[[int], str]:
        """Where a player goes after a number of lost connections: to one server after the other."""
        return lambda losses: self.servers[(home + losses) % len(self.servers)].url

    async def play(self, strikes: Sequence[tuple[int, Strike]], seconds: float) -> None:
        """Play all games to their end; each strike comes after a number of acknowledged answers.

        Nobody answers during what follows a blow, unless that says so: else games would end while a
        server takes its time to start.
        """
        self.tally.go.set()
        async with asyncio.timeout(seconds), asyncio.TaskGroup() as group:
            games = [group.create_task(player.play()) for player in self.players]
            striking = group.create_task(self._strike(strikes))
            await asyncio.gather(*games)
            assert striking.done(), "the games were over before the last strike"

    async def _strike(self, strikes: Sequence[tuple[int, Strike]]) -> None:
        tally = self.tally
        for number, (after, strike) in enumerate(strikes):
            if number % 2 == 0:
                # In the very moment of an acknowledgement: what is told must be written by then.
                tally.blow_after = after
                tally.blow = strike.blow
                while tally.blow is not None:
                    await asyncio.sleep(0.002)
            else:
                while tally.acknowledged < after:
                    await asyncio.sleep(0.002)
                await asyncio.sleep(self.chance.uniform(0.0, 0.03))
                strike.blow()
            tally.go.clear()
            await strike.rest()
            self.tally.go.set()

    async def check(self) -> list[Testimony]:
        """Everything that was told is there, every game is over and can be checked."""
        found = await check(self.servers[0].database, self.players)
        assert sorted(found) == sorted(self.tables)
        logs = "".join(server.log() for server in self.servers)
        for player in self.players:
            assert not player.token or player.token not in logs, "a token is in the log"
        assert not any(one.head.seed in logs for one in found.values()), "a seed is in the log"
        with self.servers[0].http() as http:
            for testimony in found.values():
                await asyncio.to_thread(check_record, http, testimony)
        return list(found.values())


async def ready(server: Process) -> None:
    """Wait for a server that was launched."""
    while not server.ready():
        await asyncio.sleep(0.02)


def nothing() -> None:
    """The blow of a strike that is slow by nature."""


def ending(server: Process) -> Strike:
    """Kill a server."""

    async def rest() -> None:
        assert not server.alive

    return Strike(server.kill, rest)


def starting(server: Process) -> Strike:
    """Start a server again."""

    async def rest() -> None:
        server.launch()
        await ready(server)

    return Strike(nothing, rest)


def killing(server: Process) -> Strike:
    """Kill a server and start it again at once."""
    return Strike(server.kill, starting(server).rest)


@contextlib.contextmanager
def stopping(*servers: Process) -> Iterator[None]:
    """Whatever happens, no server is left behind."""
    try:
        yield
    finally:
        for server in servers:
            if server.alive:
                server.kill()
