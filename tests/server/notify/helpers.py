"""A push service or a webhook on this machine, and a browser that reads what it is sent."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any

from quarriors.server.notify.web_push import Subscription, decoded, encoded


@dataclass
class Request:
    """One that has come."""

    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class Endpoint:
    """Answers with the statuses that it was given, then with 201."""

    url: str = ""
    statuses: list[int] = field(default_factory=list)
    requests: list[Request] = field(default_factory=list)
    extra: bytes = b""  # of an answer, after its headers
    silent: bool = False  # reads, and never answers

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError, EOFError):
            await self._answer(reader, writer)
        writer.close()
        with contextlib.suppress(OSError):
            await writer.wait_closed()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        first, *lines = head.strip().split("\r\n")
        headers = {name.lower(): value for name, value in (one.split(": ", 1) for one in lines)}
        body = await reader.readexactly(int(headers["content-length"]))
        self.requests.append(Request(first.split()[1], headers, body))
        if self.silent:
            await reader.read()
            return
        status = self.statuses.pop(0) if self.statuses else 201
        writer.write(f"HTTP/1.1 {status} X\r\nLocation: http://127.0.0.1:1/\r\n\r\n".encode())
        writer.write(self.extra)
        await writer.drain()


@contextlib.asynccontextmanager
async def endpoint(*statuses: int, **values: Any) -> AsyncIterator[Endpoint]:
    """A service on this machine, at a port that the system chooses."""
    found = Endpoint(statuses=list(statuses), **values)
    server = await asyncio.start_server(found.answer, "127.0.0.1", 0)
    found.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    try:
        yield found
    finally:
        server.close()
        await asyncio.sleep(0)  # those who are under way notice


class Browser:
    """A browser with a subscription, whose messages it alone can read."""

    def __init__(self, endpoint: str) -> None:
        from cryptography.hazmat.primitives.asymmetric import ec
        from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

        self._key = ec.generate_private_key(ec.SECP256R1())
        point = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self._auth = b"0123456789abcdef"
        self.subscription = Subscription(endpoint, encoded(point), encoded(self._auth))

    def read(self, body: bytes) -> dict[str, Any]:
        """What a message says; written apart from the code that it checks."""
        from cryptography.hazmat.primitives.asymmetric import ec
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM
        from cryptography.hazmat.primitives.hashes import SHA256
        from cryptography.hazmat.primitives.kdf.hkdf import HKDF

        salt, size, point, sealed = body[:16], body[20], body[21:86], body[86:]
        assert size == 65
        assert body[16:20] == (4_096).to_bytes(4, "big")
        other = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
        mine = decoded(self.subscription.p256dh)
        shared = self._key.exchange(ec.ECDH(), other)
        info = b"WebPush: info\x00" + mine + point
        secret = HKDF(SHA256(), 32, self._auth, info).derive(shared)
        key = HKDF(SHA256(), 16, salt, b"Content-Encoding: aes128gcm\x00").derive(secret)
        nonce = HKDF(SHA256(), 12, salt, b"Content-Encoding: nonce\x00").derive(secret)
        opened = AESGCM(key).decrypt(nonce, sealed, None)
        assert opened.endswith(b"\x02")
        found: dict[str, Any] = json.loads(opened[:-1])
        return found
