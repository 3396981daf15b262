"""What the server does by itself: bots, clocks, standing orders, and tables left behind."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sqlite3
import time
from dataclasses import replace
from typing import Any

import pytest

from quarriors.server.fair_queue import FairQueue, Owner
from quarriors.server.store import StorageTrouble
from quarriors.table.messages import (
    Call,
    Chair,
    Clock,
    GiveBack,
    Orders,
    Replace,
    Setup,
)
from tests.server.sessions.helpers import (
    LONG,
    QUICK,
    SHORT,
    Time,
    a_service,
    against,
    among,
    check_record,
    look_at,
    move_clock,
    people,
    sit_down,
    until,
)

# --- bots ----------------------------------------------------------------------------------------


@pytest.mark.usefixtures("bad_bots")
@pytest.mark.parametrize("bot", ["raising", "killing", "nonsense"])
def test_a_bot_that_fails_is_played_for(
    sqlite_url: str, bot: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def run() -> None:
        async with a_service(sqlite_url) as service:
            made = await service.create_table(among(bot, "random"), "Ann")
            watcher = await look_at(service, made.table)
            await watcher.until(lambda me: me.stage == "over", 60)
            check_record(service, made.table)

    with caplog.at_level(logging.WARNING, "quarriors.server.bots"):
        asyncio.run(run())
    assert any(record.bot == bot for record in caplog.records)  # type: ignore[attr-defined]


@pytest.mark.usefixtures("bad_bots")
def test_a_bot_that_hangs_is_played_for(sqlite_url: str, caplog: pytest.LogCaptureFixture) -> None:
    async def run() -> None:
        async with a_service(sqlite_url, replace(QUICK, bot_seconds=1.0)) as service:
            made = await service.create_table(among("hanging", "random"), "Ann")
            watcher = await look_at(service, made.table)
            await watcher.until(lambda me: me.stage == "over", 60)

    with caplog.at_level(logging.WARNING, "quarriors.server.bots"):
        asyncio.run(run())
    assert "late" in {record.how for record in caplog.records}  # type: ignore[attr-defined]


def stand_in_lines(message: dict[str, Any]) -> list[str]:
    """What the log of a table says about bots that stand in for others."""
    return [line["text"] for line in message["log"] if line["event"] == "stand_in"]


@pytest.mark.usefixtures("bad_bots")
def test_fault_4_a_stand_in_is_announced_at_its_table(url: str) -> None:
    """Fault 4: `greedy` played in the place of a bot, and nobody was told."""

    async def run() -> None:
        async with a_service(url) as service:
            made = await service.create_table(against("raising", goal=LONG), "Ann")
            host = await sit_down(service, made)
            other = await look_at(service, made.table, language="it")
            while not host.players[1]["standing_in"]:
                await host.answer()
                await host.until(lambda me: me.prompt)
            assert host.players[1]["bot"] == "greedy"
            told = stand_in_lines(host.of_kind("table")[-1])
            once = "raising, which plays for Raising, failed; greedy answers this once."
            assert told[:2] == [once, once]
            assert told[2:] == [
                once.replace("failed", "failed again").replace(
                    "greedy answers this once", "from now on greedy plays in its place"
                )
            ]
            await other.until(lambda me: me.players[1]["standing_in"])
            italian = stand_in_lines(other.of_kind("table")[-1])
            assert len(italian) == 3
            assert "d'ora in poi greedy gioca al suo posto" in italian[-1]
            # Another table asks the bot all the same, and the host here can give it a new chance.
            second = await service.create_table(against("raising", goal=LONG), "Bob")
            client = await sit_down(service, second)
            while not stand_in_lines(client.of_kind("table")[-1]):
                await client.answer()
                await client.until(lambda me: me.prompt)
            first = next(one for one in client.of_kind("table") if stand_in_lines(one))
            assert stand_in_lines(first) == [once]
            await host.say(GiveBack(1))
            await host.until(lambda me: not me.players[1]["standing_in"])
            log = (await look_at(service, made.table)).messages[0]["log"]
        async with a_service(url) as service:  # and the log is the same when it is told anew
            again = (await look_at(service, made.table)).messages[0]["log"]
            assert again[: len(log)] == log

    asyncio.run(run())


def test_fault_2_a_bot_over_the_limits_of_today_is_not_resumed(sqlite_url: str) -> None:
    """Fault 2: a table in the database asks for an hour a move."""

    async def run() -> None:
        setup = among("mcts:ms=1111", "random")
        async with a_service(sqlite_url, replace(QUICK, bot_seconds=60.0)) as service:
            made = await service.create_table(setup, "Ann")
        with contextlib.closing(sqlite3.connect(sqlite_url)) as connection, connection:
            (head,) = connection.execute("SELECT data FROM heads").fetchone()
            changed = head.replace(b"mcts:ms=1111", b"mcts:ms=+3600000")
            assert changed != head
            connection.execute("UPDATE heads SET data = ?", [changed])
        async with a_service(sqlite_url) as service:
            watcher = await look_at(service, made.table)
            await watcher.until(lambda me: me.stage == "over", 60)
            assert watcher.players[0]["bot"] == "greedy"
            told = stand_in_lines(watcher.of_kind("table")[-1])
            assert len(told) == 1
            assert told[0].startswith("mcts:ms=+3600000, which plays for Mcts, isn't available")
            assert "from now on greedy plays" in told[0]

    asyncio.run(run())


def test_tables_of_one_address_do_not_hold_up_those_of_another(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Fault 3, with real processes: whenever a bot of the other address waits, it is next."""
    told: list[tuple[int, str, str]] = []  # queue, what, address
    push, begin = FairQueue.push, FairQueue.begin

    def on_push(queue: FairQueue[Any], owner: Owner, job: Any) -> None:
        told.append((id(queue), "waits", owner.address))
        push(queue, owner, job)

    def on_begin(queue: FairQueue[Any], address: str) -> None:
        told.append((id(queue), "begins", address))
        begin(queue, address)

    monkeypatch.setattr(FairQueue, "push", on_push)
    monkeypatch.setattr(FairQueue, "begin", on_begin)

    async def run() -> None:
        async with a_service(sqlite_url) as service:
            flood = among("mcts:ms=20", "mcts:ms=20")
            flooded = Setup(flood.seats, goal=LONG)
            for _ in range(12):
                await service.create_table(flooded, "Mallory", "203.0.113.9")
            made = await service.create_table(against("planner", goal=LONG), "Ann", "192.0.2.1")
            client = await sit_down(service, made)
            while len([one for one in told if one[1:] == ("waits", "192.0.2.1")]) < 5:
                await client.answer()
                await client.until(lambda me: me.prompt)

    asyncio.run(run())
    for at, (queue, what, address) in enumerate(told):
        if (what, address) == ("waits", "192.0.2.1"):
            after = [one for one in told[at:] if one[:2] == (queue, "begins")]
            assert after[0][2] == address


@pytest.mark.usefixtures("bad_bots")
def test_a_slow_bot_delays_no_other_table(sqlite_url: str) -> None:
    async def run() -> None:
        async with a_service(sqlite_url, replace(QUICK, bot_seconds=10.0)) as service:
            slow = [await service.create_table(among("slow", "slow"), "Ann") for _ in range(4)]
            quick = await service.create_table(against("greedy", goal=LONG), "Ann")
            client = await sit_down(service, quick)
            await client.play(5)  # by then all processes are up
            took: list[float] = []
            for _ in range(10):
                began = time.monotonic()
                await client.answer()
                await client.until(lambda me: me.prompt)
                took.append(time.monotonic() - began)
            assert sorted(took)[len(took) // 2] < 0.5  # a slow bot takes 0.6 for one answer
            assert all(service.sessions[one.table].table.stage == "playing" for one in slow)

    asyncio.run(run())


def test_many_tables_of_bots(url: str) -> None:
    async def run() -> None:
        async with a_service(url) as service:
            made = [
                await service.create_table(among("random", "random", "random"), "Ann")
                for _ in range(6)
            ]
            await until(
                lambda: all(service.sessions[one.table].table.stage == "over" for one in made), 60
            )
            for one in made:
                check_record(service, one.table)

    asyncio.run(run())


# --- clocks --------------------------------------------------------------------------------------


def test_when_a_moves_time_is_up_the_server_answers(url: str) -> None:
    async def run() -> None:
        now = Time()
        setup = Setup(seats=(Chair(), Chair()), goal=LONG, clock=move_clock(30))
        async with a_service(url, now=now) as service:
            ann = await service.create_table(setup, "Ann")
            bob = await service.join(ann.table, "Bob")
            clients = [await sit_down(service, ann), await sit_down(service, bob)]
            deciding = next(client for client in clients if client.prompt)
            last = deciding.messages[0]
            assert last["times"]["kind"] == "move"
            assert 25 < last["times"]["left"][last["waiting_for"]] <= 30
            state = deciding.state
            await asyncio.sleep(0.5)
            assert deciding.state == state
            now.ahead += 31
            service.sessions[ann.table].look()  # its timer was set for the real clock
            for client in clients:
                await client.until(lambda me: me.of_kind("update"))
                assert client.of_kind("update")[0]["by"] == "clock"
                assert not client.can_undo

    asyncio.run(run())


def test_a_clock_runs_out_by_itself(sqlite_url: str) -> None:
    """With the real clock, no time machine: five seconds a move, the shortest there is."""

    async def run() -> None:
        now = Time()
        setup = Setup(seats=(Chair(), Chair("bot", "random")), goal=LONG, clock=move_clock(5))
        async with a_service(sqlite_url, now=now) as service:
            ann = await service.create_table(setup, "Ann")
            client = await sit_down(service, ann)
            await client.until(lambda me: me.prompt)
            now.ahead += 4
            state = client.state
            service.sessions[ann.table].look()
            await client.until(lambda me: me.state > state, 8)
            assert next(m for m in client.of_kind("update") if m["state"] > state)["by"] == "clock"

    asyncio.run(run())


def test_when_a_games_time_is_up_a_bot_plays_on(sqlite_url: str) -> None:
    async def run() -> None:
        now = Time()
        setup = Setup(seats=(Chair(), Chair("bot", "random")), goal=SHORT, clock=Clock("game", 600))
        async with a_service(sqlite_url, now=now) as service:
            ann = await service.create_table(setup, "Ann")
            client = await sit_down(service, ann)
            await client.until(lambda me: me.prompt)
            now.ahead += 601
            service.sessions[ann.table].look()
            await client.until(lambda me: me.stage == "over")
            assert client.players[0]["standing_in"] is True
            await client.leave()
            again = await sit_down(service, ann)  # to return does not give the time back
            assert again.players[0]["standing_in"] is True

    asyncio.run(run())


def test_time_that_is_called_runs_on_after_a_restart_and_ends_a_stall(url: str) -> None:
    """Stalling at a table without a clock: the complaint of every server's players."""

    async def run() -> None:
        now = Time()
        async with a_service(url, now=now) as service:
            ann = await service.create_table(people(2, grace=60), "Ann")
            bob = await service.join(ann.table, "Bob")
            clients = [await sit_down(service, ann), await sit_down(service, bob)]
            slow = 0 if clients[0].prompt else 1
            patient, stalling = clients[1 - slow], clients[slow]
            watcher = await look_at(service, ann.table)
            for wrong in (stalling, watcher):
                await wrong.say(Call(wrong.state))
                await wrong.until(lambda me: me.refused)
            await patient.say(Call(patient.state))
            for client in (*clients, watcher):
                await client.until(lambda me: me.of_kind("table")[-1]["times"]["kind"] == "call")
                times = client.of_kind("table")[-1]["times"]
                assert times["running"] == slow
                assert 55 < times["left"][slow] <= 60
            assert stalling.prompt
            assert stalling.state == patient.state
            await patient.say(Call(patient.state))
            await patient.until(lambda me: me.refused)
            assert patient.refused[0]["code"] == "not_now"
        async with a_service(url, now=now) as service:
            seats = [await sit_down(service, ann), await sit_down(service, bob)]
            assert seats[slow].prompt
            assert seats[slow].messages[0]["times"]["kind"] == "call"
            now.ahead += 61
            service.sessions[ann.table].look()
            await seats[1 - slow].until(lambda me: me.prompt or me.stage == "over")
            updates = seats[1 - slow].of_kind("update")
            assert {one["by"] for one in updates} == {"clock"}
            assert updates[-1]["times"]["kind"] == "none"
            await asyncio.gather(*(seat.play() for seat in seats))
            check_record(service, ann.table)

    asyncio.run(run())


# --- grace, takeover, return ---------------------------------------------------------------------


def test_a_bot_takes_over_after_the_grace_time_and_gives_back(url: str) -> None:
    async def run() -> None:
        now = Time()
        setup = people(2, grace=60)
        async with a_service(url, now=now) as service:
            ann = await service.create_table(setup, "Ann")
            bob = await service.join(ann.table, "Bob")
            host = await sit_down(service, ann)
            guest = await sit_down(service, bob)
            await host.until(lambda me: me.players[1]["here"])
            await host.say(Replace(1, "random"))
            await host.until(lambda me: len(me.refused) == 1)  # he is here
            await guest.leave()
            await host.until(lambda me: not me.players[1]["here"])
            assert host.players[1]["away_since"] == pytest.approx(now(), abs=5)
            await host.say(Replace(1, "random"))
            await host.until(lambda me: len(me.refused) == 2)  # not long enough
            now.ahead += 61
            await host.say(Replace(1, "random"))
            await host.until(lambda me: me.players[1]["standing_in"])
            assert len(host.refused) == 2
            await host.play(3)
            back = await sit_down(service, bob)
            await back.until(lambda me: not me.players[1]["standing_in"])
            await asyncio.gather(host.play(), back.play())
            assert host.stage == back.stage == "over"
            assert len(host.refused) == 2
            assert not back.refused
            check_record(service, ann.table)

    asyncio.run(run())


def test_the_host_gives_a_seat_back(sqlite_url: str) -> None:
    async def run() -> None:
        now = Time()
        async with a_service(sqlite_url, now=now) as service:
            ann = await service.create_table(people(2, grace=60), "Ann")
            await service.join(ann.table, "Bob")
            host = await sit_down(service, ann)
            now.ahead += 61
            await host.say(Replace(1, "random"))
            await host.until(lambda me: me.players[1]["standing_in"])
            await host.say(GiveBack(1))
            await host.until(lambda me: not me.players[1]["standing_in"])

    asyncio.run(run())


# --- standing orders -----------------------------------------------------------------------------


GAMES = 60  # each second one has a defence to decide, more or less
ATTACKED = Setup(seats=(Chair(), *(Chair("bot", "greedy") for _ in range(3))), goal=LONG)


def test_standing_orders_are_followed(url: str) -> None:
    """A player who has them is never asked."""

    async def run() -> None:
        async with a_service(url) as service:
            for game in range(GAMES):
                ann = await service.create_table(ATTACKED, "Ann")
                client = await sit_down(service, ann, game)
                await client.say(Orders(defend="weakest", reactions="never", pass_alone=True))
                await client.until(lambda me: me.messages[-1].get("orders") is not None)
                kinds: set[str] = set()
                by: set[str] = set()
                while "order" not in by:
                    await client.until(lambda me: me.prompt or me.stage == "over")
                    if client.prompt is None:
                        break
                    kinds.add(client.prompt["kind"])
                    await client.answer()
                    by = {message["by"] for message in client.of_kind("update")}
                await client.leave()
                assert "defend" not in kinds
                assert not client.refused
                if "order" in by:
                    return
            raise AssertionError("no order was needed")

    asyncio.run(run())


def test_orders_for_when_one_is_away(sqlite_url: str) -> None:
    """They are followed as soon as the player has gone."""

    async def run() -> None:
        async with a_service(sqlite_url) as service:
            for game in range(GAMES):
                ann = await service.create_table(ATTACKED, "Ann")
                client = await sit_down(service, ann, game)
                await client.say(Orders(defend="weakest", away=True))
                while True:
                    await client.until(lambda me: me.prompt or me.stage == "over")
                    if client.prompt is None or client.prompt["kind"] == "defend":
                        break
                    await client.answer()
                if client.prompt is not None:
                    break
            assert client.prompt is not None, "nobody had to defend"
            table = service.sessions[ann.table].table
            state = table.state
            await asyncio.sleep(0.2)
            assert table.state == state  # while she is here, she is asked
            await client.leave()
            await until(lambda: table.state > state)
            entries = await service.store.entries(ann.table, state)
            assert b'"order"' in entries[0].data

    asyncio.run(run())


# --- tables left behind --------------------------------------------------------------------------


def test_fault_5_bots_play_on_after_a_restart_with_a_clock_that_was_set_back(
    sqlite_url: str,
) -> None:
    """Fault 5: leases of the last process would have run for an hour."""

    async def run() -> None:
        now = Time()
        async with a_service(sqlite_url, now=now) as service:
            made = await service.create_table(among("random", "random"), "Ann")
            await until(lambda: service.sessions[made.table].table.seq > 5)
        now.ahead -= 3_600
        async with a_service(sqlite_url, now=now) as service:
            watcher = await look_at(service, made.table)
            await watcher.until(lambda me: me.stage == "over")

    asyncio.run(run())


def test_a_service_is_closed_and_opened_in_the_middle_of_many_games(url: str) -> None:
    async def run() -> None:
        tables = 8
        joined = []
        async with a_service(url) as service:
            for number in range(tables):
                setup = against("random") if number % 2 else among("random", "random")
                joined.append(await service.create_table(setup, "Ann"))
            clients = [await sit_down(service, one, number) for number, one in enumerate(joined)]
            await asyncio.gather(*(client.play(6) for client in clients[1::2]))
        states = [client.state for client in clients]
        for _ in range(2):
            async with a_service(url) as service:
                clients = [
                    await sit_down(service, one, 50 + number) for number, one in enumerate(joined)
                ]
                for client, state in zip(clients, states, strict=True):
                    assert client.messages[0]["state"] >= state
                await asyncio.gather(*(client.play(6) for client in clients[1::2]))
            states = [client.state for client in clients]
        async with a_service(url) as service:
            clients = [await sit_down(service, one, 90 + n) for n, one in enumerate(joined)]
            await asyncio.gather(*(client.play() for client in clients[1::2]))
            for client, one in zip(clients, joined, strict=True):
                await client.until(lambda me: me.stage == "over")
                check_record(service, one.table)

    asyncio.run(run())


def test_bots_left_alone_are_taken_up_at_the_next_start(url: str) -> None:
    """Nobody connects: the next process finds the table by itself."""

    async def run() -> None:
        async with a_service(url) as service:
            made = await service.create_table(among("random", "random"), "Ann")
            table = await service.open(made.table)
            await until(lambda: table.state > 5)
        async with a_service(url) as service:
            await until(lambda: made.table in service.sessions)
            table = await service.open(made.table)
            await until(lambda: table.stage == "over")

    asyncio.run(run())


def test_idle_tables_are_let_go_and_read_again(url: str) -> None:
    async def run() -> None:
        async with a_service(url, replace(QUICK, idle_seconds=0.3)) as service:
            ann = await service.create_table(against("random"), "Ann")
            client = await sit_down(service, ann)
            await client.play(3)
            await client.until(lambda me: me.prompt)
            state, prompt = client.state, client.prompt
            await asyncio.sleep(0.8)
            assert service.tables == 1  # somebody looks at it
            await client.leave()
            await until(lambda: service.tables == 0)
            again = await sit_down(service, ann, 2)
            assert (again.state, again.prompt) == (state, prompt)
            await again.play()
            assert again.stage == "over"

    asyncio.run(run())


def test_not_too_many_tables_are_held(sqlite_url: str) -> None:
    async def run() -> None:
        settings = replace(QUICK, open_tables=3, look_seconds=3600.0)  # we say when
        async with a_service(sqlite_url, settings) as service:
            made = [await service.create_table(people(), "Ann") for _ in range(6)]
            await until(lambda: all(session.idle for session in service.sessions.values()))
            service.let_go()
            assert set(service.sessions) == {one.table for one in made[3:]}  # the oldest go first
            assert (await sit_down(service, made[0])).stage == "waiting"

    asyncio.run(run())


def test_a_clock_of_a_table_that_was_let_go_still_runs_out(url: str) -> None:
    async def run() -> None:
        now = Time()
        setup = Setup(seats=(Chair(), Chair()), goal=LONG, clock=move_clock(600))
        async with a_service(url, replace(QUICK, idle_seconds=0.2), now) as service:
            noted: list[float | None] = []
            real = service.store.set_due

            async def set_due(table: str, due_in: float | None, stage: str | None = None) -> None:
                noted.append(due_in)
                await real(table, due_in, stage)

            service.store.set_due = set_due  # type: ignore[method-assign]
            ann = await service.create_table(setup, "Ann")
            await service.join(ann.table, "Bob")
            await until(lambda: service.tables == 0)
            before = len(await service.store.entries(ann.table))
            await asyncio.sleep(0.3)
            assert service.tables == 0
            assert noted[-1] is not None
            assert 500 < noted[-1] <= 600
            now.ahead += 601
            await real(ann.table, noted[-1] - 601)  # as if the database's clock had gone on too
            await until(lambda: service.tables == 1)
            table = await service.open(ann.table)
            await until(lambda: table.seq > before)
            entries = await service.store.entries(ann.table, before)
            assert b'"clock"' in entries[0].data

    asyncio.run(run())


# --- trouble -------------------------------------------------------------------------------------


def test_trouble_with_the_database_is_told_and_waited_out(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        async with a_service(sqlite_url) as service:
            ann = await service.create_table(against("random"), "Ann")
            client = await sit_down(service, ann)
            await client.until(lambda me: me.prompt)
            state = client.state
            broken = True
            real = service.store.append

            async def append(*arguments: object) -> bool:
                if broken:
                    raise StorageTrouble("full", "no space left")
                return await real(*arguments)  # type: ignore[arg-type]

            monkeypatch.setattr(service.store, "append", append)
            from quarriors.table.messages import Answer

            await client.say(Answer(state, 1))
            await client.until(lambda me: me.refused)
            assert client.refused[0]["code"] == "storage"
            assert client.refused[0]["state"] == state
            assert "no space" not in client.refused[0]["text"]
            broken = False
            await client.say(Answer(state, 1))
            await client.until(lambda me: me.state > state)
            broken = True  # now while it is the bot's turn, or another's
            for _ in range(100):
                if client.prompt is None:
                    break
                broken = False
                await client.answer()
                broken = True
            await asyncio.sleep(0.3)
            broken = False
            await client.play()
            assert client.stage == "over"

    asyncio.run(run())


def test_an_append_that_failed_but_was_written_is_found(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        async with a_service(sqlite_url) as service:
            ann = await service.create_table(people(), "Ann")
            bob = await service.join(ann.table, "Bob")
            clients = [await sit_down(service, ann), await sit_down(service, bob)]
            deciding = next(client for client in clients if client.prompt)
            real = service.store.append

            async def append(*arguments: object) -> bool:
                await real(*arguments)  # type: ignore[arg-type]
                raise StorageTrouble("gone", "in the moment of the commit")

            from quarriors.table.messages import Answer

            state = deciding.state
            monkeypatch.setattr(service.store, "append", append)
            await deciding.say(Answer(state, 1))
            await deciding.until(lambda me: me.refused)
            monkeypatch.setattr(service.store, "append", real)
            await deciding.say(Answer(state, 1))
            await deciding.until(lambda me: len(me.refused) == 2)
            assert [one["code"] for one in deciding.refused] == ["storage", "stale"]
            for client in clients:
                await client.until(lambda me: me.state > state)

    asyncio.run(run())


def test_when_a_table_is_due_is_noted_once_its_players_think(sqlite_url: str) -> None:
    """One timer for many answers: it rings, and waits for what is left since the last of them."""

    async def run() -> None:
        async with a_service(sqlite_url, replace(QUICK, lease_seconds=1.0)) as service:
            ann = await service.create_table(Setup(seats=(Chair(), Chair()), goal=LONG), "Ann")
            bob = await service.join(ann.table, "Bob")
            clients = [await sit_down(service, ann, 1), await sit_down(service, bob, 2)]
            session = service.sessions[ann.table]
            noted: list[float] = []
            real = service.store.set_due

            async def set_due(table: str, due_in: float | None, stage: str | None = None) -> None:
                noted.append(asyncio.get_running_loop().time())
                await real(table, due_in, stage)

            service.store.set_due = set_due  # type: ignore[method-assign]
            await next(client for client in clients if client.prompt).answer()
            now = asyncio.get_running_loop().time
            timer, last = session.scheduler.timer, 0.0
            assert timer is not None
            for _ in range(5):
                await asyncio.sleep(0.05)
                if noted or session.scheduler.timer is None:
                    break  # a slow machine: they thought for too long
                assert session.scheduler.timer is timer or now() >= timer.when()
                timer, last = session.scheduler.timer, now()
                await next(client for client in clients if client.prompt).answer()
            assert noted or not session.scheduler.settled
            await until(lambda: session.scheduler.settled and noted)
            assert noted[-1] >= last + 0.49  # half of the lease
            assert session.scheduler.timer is None

    asyncio.run(run())
