"""What others write is told; what was missed is said to be missed; own writes are not told."""

from __future__ import annotations

import asyncio

import psycopg

from quarriors.server.store import Store
from tests.server.store.helpers import (
    PLAYING,
    command,
    entry,
    environment,
    opened,
    until,
)

Notice = tuple[str, str, int]


def collect(store: Store) -> list[Notice]:
    """A list that fills with the store's notices."""
    notices: list[Notice] = []
    store.subscribe(lambda *notice: notices.append(notice))
    return notices


def terminate(url: str, query: str) -> int:
    """End connections to a database that last ran some statement, as an administrator would."""
    with psycopg.connect(url, autocommit=True) as connection:
        ended = connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE pid <> pg_backend_pid() AND datname = current_database() AND query ILIKE %s",
            [query],
        ).fetchall()
    return len(ended)


async def talker(url: str) -> asyncio.subprocess.Process:
    """Another process, on the same database, that does what it is told."""
    return await asyncio.create_subprocess_exec(
        *command("talking_process.py", url),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        env=environment(),
    )


def test_another_process_is_heard(postgres_url: str) -> None:
    async def go() -> None:
        async with opened(postgres_url, "a") as store:
            notices = collect(store)
            other = await talker(postgres_url)
            assert other.stdin is not None
            assert other.stdout is not None

            async def ask(line: str) -> str:
                assert other.stdin is not None
                assert other.stdout is not None
                other.stdin.write(f"{line}\n".encode())
                return (await other.stdout.readline()).decode().strip()

            assert (await other.stdout.readline()).strip() == b"ready"
            assert await ask("append a 1") == "True"
            await until(lambda: notices == [("a", "entry", 1)])
            number = int(await ask("say a hello"))
            assert await ask("touch a 1") == "touched"
            await until(lambda: len(notices) == 3)
            assert notices[1:] == [("a", "chat", number), ("a", "presence", 1)]
            assert (await store.entries("a"))[0].data == b"theirs"
            # Our own writes are not told, and its lost append tells nothing.
            assert await store.append("a", 2, [entry("ours")], PLAYING)
            assert await ask("append a 2") == "False"
            assert await ask("append a 3") == "True"
            await until(lambda: len(notices) == 4)
            assert notices[3] == ("a", "entry", 3)
            other.stdin.close()
            assert await other.wait() == 0

    asyncio.run(go())


def test_a_notice_never_comes_before_what_it_tells_of(postgres_url: str) -> None:
    async def go() -> None:
        async with opened(postgres_url, "a") as one, opened(postgres_url) as two:
            seen: list[tuple[int, int]] = []
            reading: list[asyncio.Task[None]] = []

            async def read(number: int) -> None:
                seen.append((number, len(await two.entries("a"))))

            def heard(table_id: str, kind: str, number: int) -> None:
                reading.append(asyncio.create_task(read(number)))

            two.subscribe(heard)
            for seq in range(1, 31):
                await one.append("a", seq, [entry()], PLAYING)
            await until(lambda: len(seen) == 30)
            assert all(there >= number for number, there in seen)
            await asyncio.gather(*reading)

    asyncio.run(go())


def test_a_lost_listening_connection_comes_back_and_says_so(postgres_url: str) -> None:
    async def go() -> None:
        async with opened(postgres_url, "a") as one, opened(postgres_url) as two:
            notices = collect(two)
            assert terminate(postgres_url, "LISTEN%") == 2  # both stores'
            await one.append("a", 1, [entry()], PLAYING)
            await until(lambda: ("", "resync", 0) in notices)
            await one.append("a", 2, [entry()], PLAYING)
            await until(lambda: ("a", "entry", 2) in notices)

    asyncio.run(go())


def test_a_lost_writing_connection_is_not_noticed_by_players(postgres_url: str) -> None:
    async def go() -> None:
        async with opened(postgres_url, "a") as store:
            await store.append("a", 1, [entry("1")], PLAYING)
            assert await store.entries("a")
            with psycopg.connect(postgres_url, autocommit=True) as other:
                ended = other.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                    "WHERE pid <> pg_backend_pid() AND datname = current_database()"
                ).fetchall()
            assert len(ended) == 3
            assert await store.append("a", 2, [entry("2")], PLAYING)
            assert [line.data for line in await store.entries("a")] == [b"1", b"2"]

    asyncio.run(go())


def test_unsubscribing_ends_it(postgres_url: str) -> None:
    async def go() -> None:
        async with opened(postgres_url, "a") as one, opened(postgres_url) as two:
            first: list[Notice] = []
            stop = two.subscribe(lambda *notice: first.append(notice))
            second = collect(two)
            await one.notify("a", "wave", 3)
            await until(lambda: second == [("a", "wave", 3)])
            stop()
            await one.notify("a", "wave", 4)
            await until(lambda: len(second) == 2)
            assert first == [("a", "wave", 3)]

    asyncio.run(go())
