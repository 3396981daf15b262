"""Numbers for the dice through a service: sent, stored before they are told, waited for."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from quarriors.record.fair_seed import combined_seed, commit
from quarriors.record.replay import verify
from quarriors.server.sessions import TableService
from quarriors.table.messages import AddNumber
from quarriors.table.replay import record
from tests.server.sessions.helpers import (
    QUICK,
    Client,
    Time,
    a_service,
    against,
    look_at,
    people,
    sit_down,
    until,
)

WAITING = replace(QUICK, number_seconds=1_000.0)
NUMBERS = ("0123456789abcdef" * 2, "fedcba9876543210" * 2)


def dice(client: Client) -> tuple[str, list[str]]:
    """Stage and numbers as a client was told last."""
    told = client.of_kind("table")[-1]
    return told["stage"], told["numbers"]


async def late(service: TableService, table: str, now: Time) -> None:
    """The time that a table waits for numbers is up."""
    now.ahead += 1_000.0
    service.sessions[table].look()


def test_a_game_begins_with_the_last_number_and_its_record_proves_it(sqlite_url: str) -> None:
    async def run() -> None:
        async with a_service(sqlite_url, WAITING) as service:
            ann = await service.create_table(people(2), "Ann")
            host = await sit_down(service, ann, 1)
            commitment = host.of_kind("table")[0]["commitment"]
            await host.say(AddNumber(NUMBERS[0]))
            bob = await service.join(ann.table, "Bob")
            guest = await sit_down(service, bob, 2)
            assert dice(guest) == ("waiting", [NUMBERS[0], ""])
            await guest.say(AddNumber(NUMBERS[1]))
            await host.until(lambda me: me.stage == "playing")
            assert dice(host) == dice(guest) == ("playing", list(NUMBERS))
            await asyncio.gather(host.play(), guest.play())
            await host.until(lambda me: me.of_kind("table")[-1]["seed"])
            told = host.of_kind("table")[-1]
            assert commit(int(told["secret"])) == told["commitment"] == commitment
            assert int(told["seed"]) == combined_seed(int(told["secret"]), NUMBERS)
            report = verify(record(service.sessions[ann.table].table))
            assert report.added == ("Ann", "Bob")

    asyncio.run(run())


def test_a_number_sent_twice_or_late_is_refused_and_changes_nothing(sqlite_url: str) -> None:
    async def run() -> None:
        now = Time()
        async with a_service(sqlite_url, WAITING, now) as service:
            ann = await service.create_table(against("random"), "Ann")
            host = await sit_down(service, ann)
            watcher = await look_at(service, ann.table)
            await watcher.say(AddNumber(NUMBERS[1]))
            await watcher.until(lambda me: me.refused)
            assert watcher.refused[-1]["code"] == "not_yours"
            await late(service, ann.table, now)
            await host.until(lambda me: me.stage == "playing")
            await host.say(AddNumber(NUMBERS[0]))
            await host.until(lambda me: me.refused)
            assert (host.refused[0]["code"], host.refused[0]["to"]) == ("not_now", "number")
            assert "its dice are fixed" in host.refused[0]["text"]
            assert dice(host)[1] == ["", ""]
            bob = await service.create_table(people(2), "Bob")
            guest = await sit_down(service, bob)
            for number in (NUMBERS[0], NUMBERS[0], NUMBERS[1]):
                await guest.say(AddNumber(number))
            await guest.until(lambda me: me.refused)
            assert len(guest.refused) == 1
            assert "can't be changed" in guest.refused[0]["text"]
            assert dice(guest) == ("waiting", [NUMBERS[0], ""])

    asyncio.run(run())


def test_nothing_is_lost_between_a_number_and_the_beginning(sqlite_url: str) -> None:
    """The server goes down in between; the next one knows the number and begins in time."""

    async def run() -> None:
        now = Time()
        async with a_service(sqlite_url, WAITING, now) as service:
            ann = await service.create_table(people(2), "Ann")
            bob = await service.join(ann.table, "Bob")
            host = await sit_down(service, ann)
            await host.say(AddNumber(NUMBERS[0]))
        now.ahead += 2_000.0
        async with a_service(
            sqlite_url, WAITING, now
        ) as service:  # nobody has to look at the table
            await until(lambda: service.sessions.get(ann.table))
            await until(lambda: service.sessions[ann.table].table.stage == "playing")
            guest = await sit_down(service, bob)
            assert dice(guest) == ("playing", [NUMBERS[0], ""])
            table = service.sessions[ann.table].table
            assert table.game.origin.seed == combined_seed(int(table.head.seed), (NUMBERS[0], ""))

    asyncio.run(run())


def test_a_rematch_has_a_commitment_and_numbers_of_its_own(sqlite_url: str) -> None:
    async def run() -> None:
        async with a_service(sqlite_url, WAITING) as service:
            ann = await service.create_table(against("random", goal=1), "Ann")
            host = await sit_down(service, ann)
            await host.say(AddNumber(NUMBERS[0]))
            await host.play()
            again = await service.rematch(ann.table, ann.token)
            second = await sit_down(service, again)
            assert dice(second) == ("waiting", ["", ""])
            commitments = [one.of_kind("table")[0]["commitment"] for one in (host, second)]
            assert commitments[0] != commitments[1]
            await second.say(AddNumber(NUMBERS[1]))
            await second.until(lambda me: me.stage == "playing")
            assert dice(second)[1] == [NUMBERS[1], ""]

    asyncio.run(run())


def test_players_at_two_processes_add_to_the_same_dice(postgres_url: str) -> None:
    async def run() -> None:
        async with (
            a_service(postgres_url, WAITING) as left,
            a_service(postgres_url, WAITING) as right,
        ):
            ann = await left.create_table(people(2), "Ann")
            host = await sit_down(left, ann)
            bob = await right.join(ann.table, "Bob")
            guest = await sit_down(right, bob)
            await asyncio.gather(host.say(AddNumber(NUMBERS[0])), guest.say(AddNumber(NUMBERS[1])))
            for client in (host, guest):
                await client.until(lambda me: me.stage == "playing")
                assert dice(client)[1] == list(NUMBERS)
                assert not client.refused
            await until(lambda: left.sessions[ann.table].table.timeline)
            seeds = {desk.sessions[ann.table].table.game.origin.seed for desk in (left, right)}
            secret = int(left.sessions[ann.table].table.head.seed)
            assert seeds == {combined_seed(secret, NUMBERS)}

    asyncio.run(run())
