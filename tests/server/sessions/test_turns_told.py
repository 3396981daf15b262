"""Players of games by correspondence are told of their turn, once for each move."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import json
from dataclasses import replace
from functools import partial
from typing import Any

from sqlalchemy import func, select

from quarriors.server.sessions import Joined, TableService, identity
from quarriors.server.settings import Settings
from quarriors.server.store import push
from quarriors.server.store.schema import subscriptions
from quarriors.table.messages import Clock
from quarriors.table.tokens import token_hash
from tests.server.notify.helpers import Browser, Endpoint, endpoint
from tests.server.sessions.helpers import (
    LONG,
    QUICK,
    Client,
    a_service,
    people,
    sit_down,
    until,
)

SECRET = "a secret of the host"


def told(there: Endpoint, **values: Any) -> Settings:
    """Settings with which that service may be asked."""
    wanted = {"push": True, "push_hosts": (there.url,), "contact": "dice@example.org"}
    return replace(QUICK, **{**wanted, **values})


async def subscribe(service: TableService, joined: Joined, browser: Browser) -> None:
    one = browser.subscription
    assert joined.seat is not None
    work = partial(
        push.subscribe,
        table_id=joined.table,
        seat=joined.seat,
        token_hash=token_hash(joined.token),
        browser=push.Subscribed(one.endpoint, one.p256dh, one.auth, "it"),
        now=service.now(),
    )
    await service.store.change(work)


async def kept(service: TableService) -> int:
    count = select(func.count()).select_from(subscriptions)
    found = await service.store.look_up(lambda connection: connection.execute(count).scalar_one())
    return int(found)


async def a_table(service: TableService, **more: Any) -> tuple[Joined, Joined]:
    """A game by correspondence of two people; who is to move first, and the other."""
    setup = people(goal=LONG, clock=Clock("days", 86_400))
    host = await service.create_table(setup, "Ada", **more)
    guest = await service.join(host.table, "Bo")
    table = await service.open(host.table)
    both = [host, guest]
    assert table.deciding is not None
    return both[table.deciding], both[1 - table.deciding]


async def move(service: TableService, joined: Joined) -> None:
    """Play on until it is another's turn to decide, then leave."""
    client: Client = await sit_down(service, joined)
    table = await service.open(joined.table)
    while table.deciding == joined.seat:
        await client.answer()
    await client.leave()


def test_an_absent_player_is_told_once_for_each_move(url: str) -> None:
    async def go() -> None:
        async with endpoint() as there, a_service(url, told(there)) as service:
            first, second = await a_table(service)
            browser = Browser(f"{there.url}/send/1")
            await subscribe(service, second, browser)
            await move(service, first)
            await until(lambda: there.requests)
            await service.context.notifier.wait()
            assert len(there.requests) == 1
            request = there.requests[0]
            assert request.path == "/send/1"
            assert request.headers["content-encoding"] == "aes128gcm"
            assert request.headers["ttl"] == "86400"
            assert request.headers["authorization"].startswith("vapid t=")
            table = await service.open(first.table)
            said = browser.read(request.body)
            assert said["title"] == "Tocca a te"
            assert table.names[first.seat or 0] in said["body"]
            assert said["table"] == first.table
            key = service.context.notifier.key
            assert key is not None
            assert request.headers["authorization"].endswith(f"k={key.public}")
            session = service.sessions[first.table]
            for _ in range(3):
                session.look()
            session._told = 0.0  # as another process would have it
            session.look()
            await service.context.notifier.wait()
            assert len(there.requests) == 1, "once for this move"
        # Also after a restart, with the same key.
        async with endpoint() as other, a_service(url, told(there)) as service:
            await service.open(first.table)
            await service.context.notifier.wait()
            assert other.requests == []
            assert service.context.notifier.key is not None
            assert service.context.notifier.key.public == key.public

    asyncio.run(go())


def test_a_player_who_is_there_needs_no_message(url: str) -> None:
    async def go() -> None:
        async with endpoint() as there, a_service(url, told(there)) as service:
            first, second = await a_table(service)
            await subscribe(service, second, Browser(f"{there.url}/send/1"))
            client = await sit_down(service, second)
            await move(service, first)
            await client.until(lambda me: me.prompt)
            await service.context.notifier.wait()
            await client.leave()
            await until(lambda: not service.sessions[first.table].outboxes)
            await service.context.notifier.wait()
            assert there.requests == []

    asyncio.run(go())


def test_a_service_that_has_trouble_is_asked_again_and_a_browser_that_is_gone_forgotten(
    url: str,
) -> None:
    async def go() -> None:
        async with endpoint(503, 429, 201, 410) as there, a_service(url, told(there)) as service:
            service.context.notifier.pauses = (0.0, 0.0)
            first, second = await a_table(service)
            await subscribe(service, second, Browser(f"{there.url}/send/1"))
            await move(service, first)
            await until(lambda: len(there.requests) == 3)
            await service.context.notifier.wait()
            assert len(there.requests) == 3, "not again after it was taken"
            assert await kept(service) == 1
            await subscribe(service, first, Browser(f"{there.url}/send/2"))
            await move(service, second)
            await until(lambda: len(there.requests) == 4)
            await service.context.notifier.wait()
            assert there.requests[-1].path == "/send/2"
            assert await kept(service) == 1, "410: it does not want to be told any more"
            there.statuses = [500] * 9
            await move(service, first)
            await until(lambda: len(there.requests) == 7)
            await service.context.notifier.wait()
            assert len(there.requests) == 7, "tried three times, and no more"

    asyncio.run(go())


def test_nothing_is_sent_to_hosts_that_are_not_allowed_or_to_somebody_who_lost_the_seat(
    url: str,
) -> None:
    async def go() -> None:
        async with endpoint() as there:
            async with a_service(url, told(there, push_hosts=("fcm.googleapis.com",))) as service:
                first, second = await a_table(service)
                await subscribe(service, second, Browser(f"{there.url}/send/1"))
                await move(service, first)
                await service.context.notifier.wait()
                assert there.requests == []
            async with a_service(url, told(there)) as service:
                first, second = await a_table(service)
                await subscribe(service, second, Browser(f"{there.url}/send/1"))
                await identity.renew(service, second.table, second.token)
                await move(service, first)
                await service.context.notifier.wait()
                assert there.requests == []

    asyncio.run(go())


def test_a_seat_has_a_few_browsers_and_forgetting_removes_them(url: str) -> None:
    async def go() -> None:
        async with endpoint() as there, a_service(url, told(there)) as service:
            first, second = await a_table(service)
            for number in range(push.MOST + 2):
                await subscribe(service, second, Browser(f"{there.url}/send/{number}"))
            assert await kept(service) == push.MOST
            await move(service, first)
            await until(lambda: len(there.requests) == push.MOST)
            await service.context.notifier.wait()
            paths = sorted(one.path for one in there.requests)
            assert paths == [f"/send/{number}" for number in range(2, push.MOST + 2)]
            await identity.forget(service, second.table, second.token)
            assert await kept(service) == 0

    asyncio.run(go())


def test_a_webhook_is_told_once_with_a_signature(url: str) -> None:
    async def go() -> None:
        async with endpoint(500) as there:
            settings = told(
                there, push=False, webhook_hosts=(there.url,), public_url="https://dice.example"
            )
            async with a_service(url, settings) as service:
                service.context.notifier.pauses = (0.0,)
                first, second = await a_table(service, webhook=(f"{there.url}/hook", SECRET))
                await until(lambda: len(there.requests) == 2)  # the first was answered by 500
                await move(service, first)
                await until(lambda: len(there.requests) == 3)
                await service.context.notifier.wait()
                assert len(there.requests) == 3
                request = there.requests[-1]
                event = json.loads(request.body)
                table = await service.open(first.table)
                assert event["event"] == "turn"
                assert event["seat"] == second.seat
                assert event["name"] == table.names[second.seat or 0]
                assert event["link"] == f"https://dice.example/t/{first.table}"
                assert event["until"] == event["since"] + 86_400
                wanted = hmac.new(SECRET.encode(), request.body, hashlib.sha256).hexdigest()
                assert request.headers["x-quarriors-signature"] == f"sha256={wanted}"
                assert SECRET.encode() not in request.body

    asyncio.run(go())


def test_a_game_that_is_not_by_correspondence_tells_nobody(url: str) -> None:
    async def go() -> None:
        async with endpoint() as there, a_service(url, told(there)) as service:
            host = await service.create_table(people(goal=LONG, clock=Clock("move", 600)), "Ada")
            guest = await service.join(host.table, "Bo")
            table = await service.open(host.table)
            both = [host, guest]
            assert table.deciding is not None
            await subscribe(service, both[1 - table.deciding], Browser(f"{there.url}/x"))
            await move(service, both[table.deciding])
            await service.context.notifier.wait()
            assert there.requests == []

    asyncio.run(go())
