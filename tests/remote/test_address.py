"""Addresses that people type."""

from __future__ import annotations

import pytest

from quarriors.remote.address import Address, is_loopback, read_address
from quarriors.remote.errors import RemoteError

ID = "abcdefghijklmnop"


@pytest.mark.parametrize(
    ("text", "server", "table"),
    [
        (f"http://host:7733/t/{ID}", "http://host:7733", ID),
        (f"  http://host:7733/t/{ID}/  ", "http://host:7733", ID),
        (f"https://host/t/{ID}#token=secret", "https://host", ID),
        (f"https://host/t/{ID}?lang=it", "https://host", ID),
        (f"https://host/games/t/{ID}", "https://host/games", ID),
        ("host:7733", "http://host:7733", ""),
        ("localhost", "http://localhost", ""),
        ("http://[::1]:7733/", "http://[::1]:7733", ""),
        ("HTTP://Host:7733", "http://host:7733", ""),
    ],
)
def test_addresses_as_they_come(text: str, server: str, table: str) -> None:
    found = read_address(text)
    assert found == Address(server, table)
    assert read_address(found.link) == found


@pytest.mark.parametrize(
    "text",
    ["", " ", "http://", "ftp://host", "http://host:x", "http://host:70000", "http://host:0",
     "http://user:pass@host", "http://ho st", "http://[::1"],
)  # fmt: skip
def test_what_is_no_address(text: str) -> None:
    with pytest.raises(RemoteError) as refused:
        read_address(text)
    assert refused.value.code == "address"


@pytest.mark.parametrize(
    "path",
    ["/t/", "/t/short", "/tables", f"/t/{ID}/more", f"/x/{ID}", "/t/" + "a" * 65, "/t/ä" * 9],
)
def test_what_is_no_table(path: str) -> None:
    with pytest.raises(RemoteError) as refused:
        read_address(f"http://host:7733{path}")
    assert refused.value.code == "no_link"
    assert "/t/ID" in refused.value.say("it")


def test_where_the_websocket_is() -> None:
    assert read_address("http://host:7733").socket == "ws://host:7733/ws"
    assert read_address("https://host").socket == "wss://host/ws"


def test_this_machine_by_any_name() -> None:
    for host in ("localhost", "127.0.0.1", "127.8.8.8", "::1", "a.localhost"):
        assert is_loopback(host)
    for host in ("host", "10.0.0.1", "0.0.0.0", "localhost.example.org", ""):
        assert not is_loopback(host)
    assert read_address("[::1]:7733").at_home
    assert not read_address("example.org").at_home
