"""Requests go nowhere but where the operator allows, and bear what the other side does."""

from __future__ import annotations

import asyncio
import socket
from contextlib import suppress
from typing import Any
from unittest.mock import patch

import pytest

from quarriors.server.notify.outgoing import (
    AllowList,
    NoAnswer,
    NotAllowed,
    is_public,
    post,
    resolve,
)
from quarriors.server.settings import PUSH_SERVICES
from tests.server.notify.helpers import endpoint

HOSTS = AllowList(["push.example.org", "*.Wild.example", "http://127.0.0.1:8080"])


@pytest.mark.parametrize(
    "url",
    [
        "https://push.example.org/a?b=c",
        "https://PUSH.example.org./x",
        "https://push.example.org:443/x",
        "https://a.wild.example/x",
        "https://a.b.wild.example/x",
        "http://127.0.0.1:8080/x",
    ],
)
def test_addresses_that_are_allowed(url: str) -> None:
    target = HOSTS.target(url)
    assert target.named == url.startswith("http:")
    assert target.path in ("/a?b=c", "/x")


@pytest.mark.parametrize(
    "url",
    [
        "",
        "push.example.org/x",
        "http://push.example.org/x",  # not encrypted
        "https://push.example.org:8443/x",
        "https://wild.example/x",
        "https://evilwild.example/x",
        "https://push.example.org.evil.example/x",
        "https://push.example.org@evil.example/x",
        "https://user:word@push.example.org/x",
        "https://127.0.0.1/x",
        "https://[::1]/x",
        "http://127.0.0.1:8081/x",
        "https://127.0.0.1:8080/x",
        "http://2130706433:8080/x",
        "http://localhost:8080/x",
        "https://push.example.org/x y",
        "https://push.example.org/x\r\nHost: evil",
        "https://push.example.org/\u0430",
        "https://push.example.org:99999/x",
        "https://[push.example.org/x",
        "ftp://push.example.org/x",
        "file:///etc/passwd",
        f"https://push.example.org/{'x' * 1000}",
    ],
)
def test_addresses_that_are_not(url: str) -> None:
    with pytest.raises(NotAllowed):
        HOSTS.target(url)


def test_the_services_of_browsers_are_allowed_by_default() -> None:
    hosts = AllowList(PUSH_SERVICES)
    for host in (
        "fcm.googleapis.com",
        "updates.push.services.mozilla.com",
        "web.push.apple.com",
        "wns2-am3p.notify.windows.com",
    ):
        assert hosts.target(f"https://{host}/x").host == host
    with pytest.raises(NotAllowed):
        hosts.target("https://googleapis.com/x")
    assert not AllowList([])
    assert hosts


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("93.184.216.34", True),
        ("2606:2800:220:1::1", True),
        ("127.0.0.1", False),
        ("10.1.2.3", False),
        ("172.16.0.1", False),
        ("192.168.1.1", False),
        ("169.254.169.254", False),  # what clouds tell their machines
        ("100.64.0.1", False),
        ("0.0.0.0", False),
        ("224.0.0.1", False),
        ("255.255.255.255", False),
        ("::1", False),
        ("::", False),
        ("fe80::1%eth0", False),
        ("fd00::1", False),
        ("ff02::1", False),
        ("::ffff:127.0.0.1", False),
        ("::ffff:93.184.216.34", True),
        ("2002:7f00:1::", False),  # 127.0.0.1 by 6to4
        ("64:ff9b::a01:203", False),  # 10.1.2.3 by NAT64
        ("2001:0:53aa:64c:0:fbff:80ff:fffe", False),  # Teredo
    ],
)
def test_which_addresses_are_of_the_internet(address: str, public: bool) -> None:
    assert is_public(address) is public


@pytest.mark.parametrize(
    "addresses", [["127.0.0.1"], ["93.184.216.34", "10.0.0.1"], ["::ffff:169.254.169.254"]]
)
def test_a_name_that_means_a_private_address_is_refused(addresses: list[str]) -> None:
    """Also if only one of its addresses is one."""

    async def answer(*_: object, **__: object) -> list[Any]:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (one, 443)) for one in addresses]

    async def go() -> None:
        loop = asyncio.get_running_loop()
        target = HOSTS.target("https://push.example.org/x")
        opened = patch.object(asyncio, "open_connection", side_effect=AssertionError("connected"))
        with patch.object(loop, "getaddrinfo", answer), opened:
            with pytest.raises(NotAllowed):
                await resolve(target)
            with pytest.raises(NotAllowed):
                await post(target, {}, b"")

    asyncio.run(go())


def test_the_connection_goes_to_the_address_that_was_checked() -> None:
    asked: list[object] = []

    async def answer(*_: object, **__: object) -> list[Any]:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("93.184.216.34", 443))]

    async def connect(*given: object, **how: object) -> Any:
        asked.extend([*given, how["server_hostname"]])
        raise OSError("no way there")

    async def go() -> None:
        loop = asyncio.get_running_loop()
        opened = patch.object(asyncio, "open_connection", connect)
        with patch.object(loop, "getaddrinfo", answer), opened, pytest.raises(NoAnswer):
            await post(HOSTS.target("https://push.example.org/x"), {}, b"")

    asyncio.run(go())
    assert asked == ["93.184.216.34", 443, "push.example.org"]


def test_a_request_and_its_status() -> None:
    async def go() -> None:
        async with endpoint(201, 302, 410, extra=b"x" * 100_000) as there:
            target = AllowList([there.url]).target(f"{there.url}/a?b=c")
            assert await post(target, {"TTL": "60"}, b"body") == 201
            assert await post(target, {}, b"") == 302, "redirects are not followed"
            assert await post(target, {}, b"") == 410
            first = there.requests[0]
            assert (first.path, first.body) == ("/a?b=c", b"body")
            assert first.headers["host"] == there.url.removeprefix("http://")
            assert first.headers["ttl"] == "60"
            assert len(there.requests) == 3
            with pytest.raises(NotAllowed):
                await post(target, {"X": "a\r\nY: b"}, b"")

    asyncio.run(go())


def test_another_side_that_never_answers_or_speaks_something_else() -> None:
    async def talk(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"x" * 100_000)  # no line ends in what may be read
        writer.close()
        with suppress(OSError):
            await writer.wait_closed()

    async def go() -> None:
        async with endpoint(silent=True) as there:
            target = AllowList([there.url]).target(there.url)
            with pytest.raises(NoAnswer):
                await post(target, {}, b"", 0.05)
        server = await asyncio.start_server(talk, "127.0.0.1", 0)
        url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        with pytest.raises(NoAnswer):
            await post(AllowList([url]).target(url), {}, b"")
        server.close()
        await server.wait_closed()
        with pytest.raises(NoAnswer):
            await post(AllowList([url]).target(url), {}, b"")

    asyncio.run(go())
