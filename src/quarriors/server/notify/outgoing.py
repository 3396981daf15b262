"""Requests of the server to others, which only go where the operator allows.

An address comes from strangers, so everything about it is checked: the scheme, the host by a list,
the port, and the addresses that the name resolves to. The connection is made to an address that was
checked, so the name cannot mean another one by then. Redirects are not followed, nothing of the
answer but its status is read, and all of it has one time limit.
"""

from __future__ import annotations

import asyncio
import re
import socket
import ssl
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from urllib.parse import urlsplit

LONGEST_URL = 1_000
SECONDS = 15.0  # for a whole request
HEAD_BYTES = 16_384  # of an answer
HTTPS_PORT = 443
_URL = re.compile(rf"[!-~]{{1,{LONGEST_URL}}}")  # no spaces, nothing that ends a line
_STATUS = re.compile(rb"HTTP/1\.[01] ([1-5][0-9]{2})[ \r]")
_NAT64 = IPv6Network("64:ff9b::/96")


class NotAllowed(Exception):
    """An address to which no request is sent."""


class NoAnswer(Exception):
    """The other side could not be reached, or did not answer as HTTP does."""


@dataclass(frozen=True)
class Target:
    """Where a request goes."""

    host: str
    port: int
    path: str
    secure: bool
    named: bool  # the operator named this very origin, so its address may be a private one

    @property
    def origin(self) -> str:
        """Scheme, host and port, as a token of Web Push names its audience."""
        usual = HTTPS_PORT if self.secure else 80
        port = "" if self.port == usual else f":{self.port}"
        return f"http{'s' if self.secure else ''}://{self.host}{port}"


class AllowList:
    """The hosts that requests may go to.

    `example.org` allows that host, `*.example.org` all below it, both by https, at the usual port,
    and at public addresses only. A whole origin (`http://127.0.0.1:8080`) allows exactly that one.
    """

    def __init__(self, entries: Iterable[str]) -> None:
        texts = [entry.strip().rstrip("/").lower() for entry in entries]
        self._origins = {one for one in texts if "://" in one}
        self._hosts = {one for one in texts if one and "://" not in one}

    def __bool__(self) -> bool:
        return bool(self._origins or self._hosts)

    def target(self, url: str) -> Target:
        """Where a request to this address goes; refused if it may not."""
        if not _URL.fullmatch(url):
            raise NotAllowed("it has characters that no address has, or too many")
        try:
            parts = urlsplit(url)
            port = parts.port
        except ValueError as error:
            raise NotAllowed(str(error)) from None
        host = (parts.hostname or "").rstrip(".")
        if parts.scheme not in ("https", "http") or not host or "@" in parts.netloc:
            raise NotAllowed("it is no plain https address")
        secure = parts.scheme == "https"
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        found = Target(host, port or (HTTPS_PORT if secure else 80), path, secure, False)
        if found.origin in self._origins:
            return Target(found.host, found.port, path, secure, True)
        if not secure or found.port != HTTPS_PORT or not self._allows(host):
            raise NotAllowed(f"{host} is not on the list of hosts")
        return found

    def _allows(self, host: str) -> bool:
        parents = host.split(".")
        below = {f"*.{'.'.join(parents[at:])}" for at in range(1, len(parents))}
        return host in self._hosts or bool(below & self._hosts)


def is_public(address: str) -> bool:
    """Whether an address is one of the internet, and leads to no private one by a detour."""
    found: IPv4Address | IPv6Address = ip_address(address.partition("%")[0])
    if isinstance(found, IPv6Address):
        inner = found.ipv4_mapped or found.sixtofour
        if found.teredo is not None:
            return False
        if found in _NAT64:
            inner = IPv4Address(int(found) & 0xFFFF_FFFF)
        if inner is not None:
            found = inner
    return found.is_global and not found.is_multicast


async def resolve(target: Target) -> str:
    """An address of the host; refused if any of its addresses is not of the internet."""
    loop = asyncio.get_running_loop()
    try:
        rows = await loop.getaddrinfo(target.host, target.port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise NoAnswer(f"{target.host}: {error}") from error
    addresses = [str(row[4][0]) for row in rows]
    if not addresses:
        raise NoAnswer(f"{target.host} has no address")
    if not target.named and not all(map(is_public, addresses)):
        raise NotAllowed(f"{target.host} has an address that is not of the internet")
    return addresses[0]


async def post(
    target: Target, headers: Mapping[str, str], body: bytes, seconds: float = SECONDS
) -> int:
    """Send a request; the status of the answer."""
    lines = {
        "Host": target.origin.partition("://")[2],
        "Content-Length": str(len(body)),
        "Connection": "close",
        **headers,
    }
    if any("\n" in value or "\r" in value for value in lines.values()):
        raise NotAllowed("a header has more than one line")
    head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
    request = f"POST {target.path} HTTP/1.1\r\n{head}\r\n".encode("ascii") + body
    writer = None
    try:
        async with asyncio.timeout(seconds):
            address = await resolve(target)
            secured = ssl.create_default_context() if target.secure else None
            reader, writer = await asyncio.open_connection(
                address,
                target.port,
                ssl=secured,
                server_hostname=target.host if target.secure else None,
                limit=HEAD_BYTES,
            )
            writer.write(request)
            await writer.drain()
            line = await reader.readuntil(b"\n")
    except (OSError, TimeoutError, EOFError, asyncio.LimitOverrunError) as error:
        raise NoAnswer(f"{target.host}: {type(error).__name__} {error}") from error
    finally:
        if writer is not None:
            writer.transport.abort()  # the rest of the answer is not read
            with suppress(OSError):
                await writer.wait_closed()
    found = _STATUS.match(line)
    if found is None:
        raise NoAnswer(f"{target.host} does not speak HTTP")
    return int(found[1])
