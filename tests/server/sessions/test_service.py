"""The service on real databases: whole games, refusals, and everything told after it is written."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from quarriors.server.sessions import Joined, TableService
from quarriors.server.sessions.scheduler import Scheduler
from quarriors.server.store import StorageTrouble
from quarriors.table.errors import Refusal
from quarriors.table.messages import (
    Admit,
    Answer,
    Begin,
    Fill,
    Free,
    Hello,
    Hint,
    Orders,
    Ping,
    Say,
    Undo,
)
from quarriors.table.next_action import NextAction
from tests.server.sessions.helpers import (
    LONG,
    QUICK,
    Client,
    a_service,
    against,
    among,
    check_record,
    look_at,
    people,
    sit_down,
    until,
)


def test_two_people_play_a_whole_game(url: str) -> None:
    async def run() -> None:
        async with a_service(url) as service:
            ann = await service.create_table(people(), "Ann")
            host = await sit_down(service, ann)
            assert host.stage == "waiting"
            bob = await service.join(ann.table, "Bob")
            guest = await sit_down(service, bob, 2, "it")
            watcher = await look_at(service, ann.table)
            assert (ann.seat, bob.seat) == (0, 1)
            await host.until(lambda me: me.stage == "playing")
            await asyncio.gather(host.play(), guest.play())
            for client in (host, guest, watcher):
                await client.until(lambda me: me.messages[-1]["type"] == "table")
                last = client.messages[-1]
                assert last["stage"] == "over"
                assert last["seed"]
                assert not client.refused
            seeds = [m.get("seed") for m in watcher.messages if m["type"] == "table"]
            assert not any(seeds[:-1])
            assert watcher.messages[-1]["me"] is None
            check_record(service, ann.table)

    asyncio.run(run())


def test_every_viewer_gets_the_same_states_and_prompts_are_for_one(sqlite_url: str) -> None:
    async def run() -> None:
        async with a_service(sqlite_url) as service:
            ann = await service.create_table(people(3, goal=9), "Ann")
            bob = await service.join(ann.table, "Bob", 2)
            clients = [await sit_down(service, ann, 1), await sit_down(service, bob, 2)]
            cid = await service.join(ann.table, "Cid")
            assert cid.seat == 1
            clients.append(await sit_down(service, cid, 3))
            clients.append(await look_at(service, ann.table))
            await asyncio.gather(*(client.play() for client in clients[:3]))
            await clients[3].until(lambda me: me.stage == "over")
            states = [[m["state"] for m in c.of_kind("update")] for c in clients]
            assert len(states[0]) > 20
            assert all(found == states[0] for found in states)
            for message in clients[3].of_kind("update"):
                assert message["prompt"] is None
            for seat, client in zip((0, 2, 1), clients[:3], strict=True):
                for message in client.of_kind("update"):
                    assert (message["prompt"] is not None) == (message["waiting_for"] == seat)

    asyncio.run(run())


def test_what_is_told_is_in_the_database_already(url: str) -> None:
    """Whenever a client hears of a state, another service that reads the database knows it."""

    async def run() -> None:
        async with a_service(url) as service:
            ann = await service.create_table(against("random", goal=LONG), "Ann")
            client = await sit_down(service, ann)
            for _ in range(10):
                await client.answer()
                told = client.state
                lines = await service.store.entries(ann.table)
                assert lines[-1].seq >= told

    asyncio.run(run())


# --- refusals ------------------------------------------------------------------------------------


async def _refusal(client: Client, message: Any) -> tuple[str, str]:
    before = len(client.refused)
    state = client.state
    await client.say(message)
    await client.until(lambda me: len(me.refused) > before)
    assert client.state == state
    found = client.refused[-1]
    assert found["text"]
    return found["code"], found["to"]


def test_what_is_refused_changes_nothing(sqlite_url: str) -> None:
    async def run() -> None:
        async with a_service(sqlite_url) as service:
            ann = await service.create_table(people(), "Ann")
            host = await sit_down(service, ann)
            assert await _refusal(host, Answer(0, 1)) == ("not_now", "answer")
            assert await _refusal(host, Begin()) == ("not_now", "begin")
            bob = await service.join(ann.table, "Bob")
            guest = await sit_down(service, bob)
            watcher = await look_at(service, ann.table)
            await host.until(lambda me: me.stage == "playing")
            deciding, other = (host, guest) if host.prompt else (guest, host)
            entries = len(await service.store.entries(ann.table))
            state = deciding.state
            assert await _refusal(deciding, Answer(state - 1, 1)) == ("stale", "answer")
            assert await _refusal(deciding, Answer(state + 1, 1)) == ("stale", "answer")
            assert await _refusal(deciding, Answer(state, 99)) == ("illegal", "answer")
            assert await _refusal(deciding, Answer(state, 0)) == ("illegal", "answer")
            assert await _refusal(other, Answer(state, 1)) == ("not_yours", "answer")
            assert await _refusal(watcher, Answer(state, 1)) == ("not_yours", "answer")
            assert await _refusal(watcher, Undo(state)) == ("not_yours", "undo")
            assert await _refusal(watcher, Orders()) == ("not_yours", "orders")
            assert await _refusal(watcher, Say("hello")) == ("not_yours", "say")
            assert await _refusal(guest, Fill(0, "greedy")) == ("not_host", "fill")
            assert await _refusal(guest, Free(0)) == ("not_host", "free")
            assert await _refusal(host, Hello(table=ann.table)) == ("not_now", "hello")
            assert await _refusal(other, Hint(state)) == ("not_yours", "hint")
            assert await _refusal(deciding, Hint(state - 1)) == ("stale", "hint")
            assert await _refusal(deciding, Hint(state, "nobody")) == ("illegal", "hint")
            assert await _refusal(deciding, Hint(state, "list:path=x")) == ("illegal", "hint")
            assert len(await service.store.entries(ann.table)) == entries
            with pytest.raises(Refusal) as refusal:
                await service.connect(ann.table, "x" * 32, "en", Client())
            assert refusal.value.code == "bad_token"
            with pytest.raises(Refusal) as refusal:
                await service.connect("n" * 16, "", "en", Client())
            assert refusal.value.code == "no_table"
            assert service.connections == 3

    asyncio.run(run())


def test_an_answer_sent_twice_counts_once(url: str) -> None:
    async def run() -> None:
        async with a_service(url) as service:
            ann = await service.create_table(people(), "Ann")
            bob = await service.join(ann.table, "Bob")
            clients = [await sit_down(service, one) for one in (ann, bob)]
            deciding = next(client for client in clients if client.prompt)
            answer = Answer(deciding.state, 1)
            await asyncio.gather(*(deciding.say(answer) for _ in range(5)))
            await deciding.until(lambda me: len(me.refused) == 4)
            assert {one["code"] for one in deciding.refused} == {"stale"}
            assert len(deciding.of_kind("update")) == 1

    asyncio.run(run())


def test_watching_can_be_forbidden(sqlite_url: str) -> None:
    async def run() -> None:
        async with a_service(sqlite_url) as service:
            ann = await service.create_table(people(watch=False), "Ann")
            with pytest.raises(Refusal) as refusal:
                await look_at(service, ann.table)
            assert refusal.value.code == "off"
            assert (await sit_down(service, ann)).stage == "waiting"

    asyncio.run(run())


# --- seats before the game -----------------------------------------------------------------------


def test_the_host_fills_and_frees_seats(url: str) -> None:
    async def run() -> None:
        async with a_service(url) as service:
            ann = await service.create_table(people(3, open=True), "Ann")
            host = await sit_down(service, ann)
            bob = await service.join(ann.table, "Bob")
            guest = await sit_down(service, bob)
            assert [one.table for one in await service.open_tables()] == [ann.table]
            await host.say(Free(1))
            await guest.until(lambda me: me.closed)  # the seat is not Bob's any more
            assert guest.closed is not None
            assert guest.closed[1]
            with pytest.raises(Refusal):
                await sit_down(service, bob)
            await host.say(Fill(1, "random"))
            listed = (await service.open_tables())[0]
            assert [seat.kind for seat in listed.seats] == ["person", "bot", "free"]
            await host.say(Fill(2, "random"))
            await host.until(lambda me: me.stage == "playing")
            assert await service.open_tables() == []
            await host.play()
            assert host.stage == "over"

    asyncio.run(run())


def test_a_hint_that_would_take_too_long_is_refused_at_once(sqlite_url: str) -> None:
    """Fault 4: no process has to be ended for it, and no bot is to blame."""

    async def run() -> None:
        async with a_service(sqlite_url) as service:
            ann = await service.create_table(against("random", goal=LONG), "Ann")
            client = await sit_down(service, ann)
            await client.until(lambda me: me.prompt)
            await client.say(Hint(client.state, "mcts:ms=10000"))
            await client.until(lambda me: me.refused)
            assert client.refused[0]["code"] == "illegal"
            assert "ms may be 5000 at most" in client.refused[0]["text"]

    asyncio.run(run())


def test_fault_9_who_was_sent_away_cannot_sit_down_again(url: str) -> None:
    """Fault 9, by the address or, where others share it, by the name and the token."""

    async def refused(service: TableService, table: str, name: str, address: str) -> bool:
        try:
            await service.join(table, name, address=address)
        except Refusal as refusal:
            return (refusal.code, refusal.key) == ("not_now", "barred")
        return False

    async def run() -> None:
        async with a_service(url) as service:
            ann = await service.create_table(people(4), "Ann", "192.0.2.1")
            host = await sit_down(service, ann)
            bob = await service.join(ann.table, "Bob", address="203.0.113.9")
            guest = await sit_down(service, bob)
            await host.say(Free(1))
            await guest.until(lambda me: me.closed)
            await host.until(lambda me: me.messages[-1].get("barred") == ["Bob"])
            assert await refused(service, ann.table, "Somebody", "203.0.113.9")
            watcher = await look_at(service, ann.table)
            assert watcher.messages[0]["barred"] == []
            await watcher.say(Admit())
            await watcher.until(lambda me: me.refused)
            assert watcher.refused[0]["code"] == "not_host"
        async with a_service(url) as service:  # nor after a restart
            assert await refused(service, ann.table, "Somebody", "203.0.113.9")
            assert not await refused(service, ann.table, "Cleo", "198.51.100.7")
            host = await sit_down(service, ann)
            await host.say(Admit())
            await host.until(lambda me: me.messages[-1].get("barred") == [])
            assert not await refused(service, ann.table, "Bob", "203.0.113.9")
            # A household: the host sits behind the same address as the guest.
            eve = await service.create_table(people(4), "Eve", "192.0.2.1")
            await service.join(eve.table, "Dan", address="192.0.2.1")
            await service.command(eve.table, lambda table: table.free(True, 1))
            assert await refused(service, eve.table, " dAN ", "192.0.2.1")
            assert not await refused(service, eve.table, "Fay", "192.0.2.1")

    asyncio.run(run())


def test_no_text_of_a_client_is_too_odd_for_the_database(url: str) -> None:
    """Fault 9: NUL in a path or in chat was an error of the server on PostgreSQL."""

    async def run() -> None:
        async with a_service(url) as service:
            for odd in ("a\x00b", "\x00", "x" * 5_000, "è un tavolo?", "\ud800", "a b", "-"):
                with pytest.raises(Refusal) as refused:
                    await service.open(odd)
                assert refused.value.code == "no_table"
            ann = await service.create_table(people(), "Ann")
            client = await sit_down(service, ann)
            await client.say(Say("one\x00 two\n\u202ethree\u202c"))
            await client.say(Say("\x00\u200b"))
            await client.until(lambda me: me.refused)
            assert [one["line"]["text"] for one in client.of_kind("chat")] == ["one two three"]
            assert [one["code"] for one in client.refused] == ["illegal"]
            with pytest.raises(Refusal):
                await service.join(ann.table, "B\x00b")

    asyncio.run(run())


def test_open_tables_can_be_hidden(sqlite_url: str) -> None:
    async def run() -> None:
        async with a_service(sqlite_url, replace(QUICK, list_tables=False)) as service:
            await service.create_table(people(open=True), "Ann")
            assert await service.open_tables() == []

    asyncio.run(run())


def test_a_table_of_bots_plays_by_itself(url: str) -> None:
    async def run() -> None:
        async with a_service(url) as service:
            made = await service.create_table(among("random", "greedy"), "Ann")
            assert made.seat is None
            watcher = await look_at(service, made.table, made.token)
            assert watcher.messages[0]["host"] is True
            await watcher.until(lambda me: me.stage == "over")
            check_record(service, made.table)
            await until(lambda: service.sessions[made.table].scheduler.settled)

    asyncio.run(run())


# --- talk, hints, undo ---------------------------------------------------------------------------


def test_chat(url: str) -> None:
    async def run() -> None:
        async with a_service(url) as service:
            ann = await service.create_table(against("random"), "Ann")
            client = await sit_down(service, ann)
            watcher = await look_at(service, ann.table)
            for text in ("hello", "<b>you</b>"):
                await client.say(Say(text))
            for one in (client, watcher):
                await one.until(lambda me: len(me.of_kind("chat")) == 2)
                lines = [message["line"] for message in one.of_kind("chat")]
                assert [line["text"] for line in lines] == ["hello", "<b>you</b>"]
                assert {line["name"] for line in lines} == {"Ann"}
            late = await look_at(service, ann.table)
            assert [line["text"] for line in late.messages[0]["chat"]] == ["hello", "<b>you</b>"]

    asyncio.run(run())


@pytest.mark.parametrize("where", ["server", "table"])
def test_chat_can_be_off(sqlite_url: str, where: str) -> None:
    async def run() -> None:
        async with a_service(sqlite_url, replace(QUICK, chat=where != "server")) as service:
            ann = await service.create_table(people(chat=where != "table"), "Ann")
            client = await sit_down(service, ann)
            assert await _refusal(client, Say("hello")) == ("off", "say")

    asyncio.run(run())


def test_a_hint_is_for_the_player_alone_and_does_not_stop_anything(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        async with a_service(sqlite_url) as service:
            thought = asyncio.Event()
            real = service.context.workers.advise

            async def advise(*job: Any) -> Any:
                await thought.wait()
                return await real(*job)

            monkeypatch.setattr(service.context.workers, "advise", advise)
            ann = await service.create_table(against("random"), "Ann")
            client = await sit_down(service, ann, language="it")
            watcher = await look_at(service, ann.table)
            await client.until(lambda me: me.prompt)
            assert client.prompt is not None
            numbers = {option["number"] for option in client.prompt["options"]}
            await client.say(Hint(client.state))
            assert await _refusal(client, Hint(client.state)) == ("too_fast", "hint")
            await client.say(Ping(3.5))
            await client.until(lambda me: me.of_kind("pong"))
            assert not client.of_kind("advice")
            thought.set()
            await client.until(lambda me: me.of_kind("advice"))
            advice = client.of_kind("advice")[0]
            assert advice["state"] == client.state
            assert {line["option"] for line in advice["lines"]} <= numbers
            assert advice["lines"][0]["text"]
            assert not watcher.of_kind("advice")

    asyncio.run(run())


def test_undo(url: str) -> None:
    """Answers are taken back as far as the prompt says, and everybody hears of it."""

    async def run() -> None:
        async with a_service(url) as service:
            ann = await service.create_table(people(goal=LONG), "Ann")
            bob = await service.join(ann.table, "Bob")
            clients = [await sit_down(service, ann, 5), await sit_down(service, bob, 6)]
            undone = 0
            for _ in range(200):
                await until(lambda: any(one.prompt or one.stage == "over" for one in clients))
                if clients[0].stage == "over" or undone == 3:
                    break
                one = next(client for client in clients if client.prompt)
                if one.can_undo:
                    state = one.state
                    await one.say(Undo(state))
                    for each in clients:
                        await each.until(lambda me, state=state: me.state > state)  # type: ignore[misc]
                        assert each.of_kind("update")[-1]["undone"] is True
                    undone += 1
                await one.answer()
            assert undone
            assert not clients[0].refused + clients[1].refused

    asyncio.run(run())


# --- another game --------------------------------------------------------------------------------


def test_a_rematch_brings_the_same_people_together(url: str) -> None:
    async def run() -> None:
        async with a_service(url) as service:
            ann = await service.create_table(people(3, open=True), "Ann")
            await (await sit_down(service, ann)).say(Fill(1, "random"))
            bob = await service.join(ann.table, "Bob")
            with pytest.raises(Refusal) as refusal:
                await service.rematch(ann.table, ann.token)
            assert refusal.value.code == "not_now"
            clients = [await sit_down(service, ann, 3), await sit_down(service, bob, 4)]
            await asyncio.gather(*(client.play() for client in clients))
            with pytest.raises(Refusal) as refusal:
                await service.rematch(ann.table, "y" * 32)
            assert refusal.value.code == "bad_token"
            watcher = await look_at(service, ann.table)
            assert watcher.messages[0]["again"] == ""
            again = await service.rematch(ann.table, bob.token)
            assert again.seat == bob.seat
            assert again.table != ann.table
            for one in (*clients, watcher):  # nobody who looks is left behind
                await one.until(lambda me: me.of_kind("table")[-1]["again"] == again.table)
            late = await look_at(service, ann.table)
            assert late.messages[0]["again"] == again.table
            with pytest.raises(Refusal) as refusal:  # who knows the way has no seat yet
                await service.join(again.table, "Cleo")
            assert refusal.value.key == "all_kept"
            with pytest.raises(Refusal) as refusal:
                await service.join(again.table, "Cleo", 0)
            assert refusal.value.key == "kept"
            guest = await sit_down(service, again)
            assert guest.stage == "waiting"
            assert [one["kept_for"] for one in guest.players] == ["Ann", "", ""]
            assert await service.open_tables() == []
            assert await service.rematch(ann.table, bob.token) == again
            hers = await service.rematch(ann.table, ann.token)
            assert (hers.table, hers.seat, hers.token) == (again.table, 0, ann.token)
            host = await sit_down(service, hers)
            assert host.messages[0]["host"] is True
            await guest.until(lambda me: me.stage == "playing")
            assert [one["name"] for one in guest.players][::2] == ["Ann", "Bob"]
            assert [one["kept_for"] for one in guest.players] == ["", "", ""]
        async with a_service(url) as service:  # and it is so after a restart
            assert (await service.open(ann.table)).again == again.table

    asyncio.run(run())


async def played(service: TableService) -> tuple[Joined, Joined]:
    """The seats of two who have just played a game."""
    ann = await service.create_table(people(), "Ann")
    bob = await service.join(ann.table, "Bob")
    clients = [await sit_down(service, ann, 3), await sit_down(service, bob, 4)]
    await asyncio.gather(*(client.play() for client in clients))
    return ann, bob


def test_the_host_of_a_rematch_need_not_wait_for_ever(sqlite_url: str) -> None:
    async def run() -> None:
        async with a_service(sqlite_url) as service:
            ann, bob = await played(service)
            again = await service.rematch(ann.table, ann.token)
            host = await sit_down(service, again)
            await host.say(Fill(1, "random"))
            await host.until(lambda me: me.stage == "playing")
            with pytest.raises(Refusal) as refusal:
                await service.rematch(ann.table, bob.token)
            assert refusal.value.code == "not_now"

    asyncio.run(run())


def test_two_ask_for_a_rematch_at_once(sqlite_url: str) -> None:
    async def run() -> None:
        async with a_service(sqlite_url) as service:
            ann, bob = await played(service)
            found = await asyncio.gather(
                *(service.rematch(ann.table, one.token) for one in (ann, bob, ann))
            )
            assert len({one.table for one in found}) == 1
            assert (await service.open(found[0].table)).stage == "playing"

    asyncio.run(run())


def test_counts(sqlite_url: str) -> None:
    async def run() -> None:
        async with a_service(sqlite_url) as service:
            seen: list[str] = []
            service.context.watch = lambda what, _number: seen.append(what)
            ann = await service.create_table(against("random"), "Ann")
            client = await sit_down(service, ann)
            await look_at(service, ann.table)
            await client.answer()
            await client.say(Answer(0, 1))
            await client.until(lambda me: me.refused)
            counts = service.counts()
            assert (counts["tables"], counts["connections"], counts["watchers"]) == (1, 2, 1)
            assert "answer" in seen
            assert "refused.stale" in seen
            await service.health()

    asyncio.run(run())


def test_a_service_that_closes_says_so(sqlite_url: str) -> None:
    async def run() -> None:
        async with a_service(sqlite_url) as service:
            ann = await service.create_table(people(), "Ann")
            client = await sit_down(service, ann, language="it")
        assert client.of_kind("closing")[0]["text"].startswith("Il server")
        assert client.closed is not None
        assert client.closed[0] == 1001
        with pytest.raises(Refusal):
            await service.connect(ann.table, ann.token, "en", Client())

    asyncio.run(run())


def test_what_the_server_could_not_write_is_tried_again_later() -> None:
    """Also compiled, where the pauses between two tries once could not be read."""

    class Full:
        def look(self) -> None:
            raise AssertionError("not before the pause is over")

        async def act(self, _action: NextAction) -> None:
            raise StorageTrouble("full", "no space left")

        async def note_due(self) -> None: ...

    async def run() -> None:
        scheduler = Scheduler(Full(), "a table", 6.0, set())
        scheduler.take_over()
        for troubles in (1, 2):
            scheduler.schedule(NextAction("begin"), 0.0)
            assert scheduler.working is not None
            await scheduler.working
            assert scheduler.troubles == troubles
            assert scheduler.timer is not None
        scheduler.close()

    asyncio.run(run())
