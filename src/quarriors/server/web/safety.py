"""The guard at the door: headers on every answer, hosts and origins, sizes and rates, logs.

It stands outside all routes, so nothing gets in or out without it, whatever happens inside: an
error of ours is told as a sentence, with the same headers, and written to the log once.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Sequence
from ipaddress import ip_address
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect, HTTPConnection
from starlette.responses import Response

from quarriors.server.web.answers import NotServed, language_of, refusal, too_fast
from quarriors.server.web.limits import Buckets, Proxies

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from quarriors.server.settings import Settings
    from quarriors.server.web.metrics import Metrics

logger = logging.getLogger(__name__)

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; media-src 'self'; connect-src 'self'; manifest-src 'self'; "
    "worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = (
    ("Content-Security-Policy", POLICY),
    ("X-Content-Type-Options", "nosniff"),
    ("X-Frame-Options", "DENY"),
    ("Referrer-Policy", "no-referrer"),  # the address of a private table is its key
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Permissions-Policy", "camera=(), geolocation=(), microphone=()"),
)
YEAR = "max-age=31536000"
ADDRESS = "quarriors.address"  # where a scope says who asks
UNLIMITED = ("/healthz", "/metrics")  # asked by machines that watch the server
DIGITS = 12  # of a length that is worth reading
NEITHER = "other"  # the label of paths that are no route


def origin_of(url: str) -> str:
    """Scheme, host and port of an address, as browsers write an Origin."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}".lower()


def may_connect(origin: str | None, host: str, allowed: Sequence[str]) -> bool:
    """Whether a page from this origin may open a websocket here.

    Programs send no origin and may; a page must come from this very host, or from an origin that
    the server was told of.
    """
    if origin is None:
        return True
    origin = origin.lower()
    return urlsplit(origin).netloc == host.lower() != "" or origin in allowed


def names_this_machine(host: str) -> bool:
    """Whether a Host header names the machine itself, as loopback."""
    name = urlsplit(f"//{host}").hostname or ""
    if name == "localhost" or name.endswith(".localhost"):
        return True
    try:
        return ip_address(name).is_loopback
    except ValueError:
        return False


class Guard:
    """Middleware around everything."""

    def __init__(self, app: ASGIApp, settings: Settings, metrics: Metrics) -> None:
        self._app = app
        self._settings = settings
        self._metrics = metrics
        self._proxies = Proxies(settings.proxies)
        self._requests = Buckets(settings.requests_per_second, settings.requests_burst)
        urls = [url for url in (settings.public_url, *settings.origins) if url]
        self._origins = [origin_of(url) for url in urls]
        # At home, only pages of this machine: a name elsewhere that points here is a trick.
        self._at_home = (
            names_this_machine(_bracketed(settings.host)) and not urls and not settings.proxies
        )
        self._headers = list(HEADERS)
        if settings.public_url.startswith("https://"):
            self._headers.append(("Strict-Transport-Security", YEAR))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a connection through, or refuse it."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        peer = scope.get("client")
        forwarded = ",".join(headers.getlist("x-forwarded-for"))
        scope[ADDRESS] = self._proxies.asker(peer[0] if peer else "", forwarded)
        if scope["type"] == "http":
            await self._serve(scope, receive, send)
        else:
            await self._connect(scope, receive, send, headers)

    # --- websockets ----------------------------------------------------------------------------

    async def _connect(self, scope: Scope, receive: Receive, send: Send, headers: Headers) -> None:
        """Pages of strangers and those who knock too often are turned away before the handshake."""
        host = headers.get("host", "")
        code = ""
        if not self._right_host(host):
            code = "host"
        elif not may_connect(headers.get("origin"), host, self._origins):
            code = "origin"
        elif self._requests.take(scope[ADDRESS]):
            code = "too_fast"
        if code:
            self._metrics.refused(code, "ws")
            logger.warning("websocket_refused", extra={"code": code, "address": scope[ADDRESS]})
            await send({"type": "websocket.close", "code": 1008})  # before accept: 403
            return
        await self._app(scope, receive, send)

    def _right_host(self, host: str) -> bool:
        return not self._at_home or names_this_machine(host)

    # --- requests ------------------------------------------------------------------------------

    async def _serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        began = time.perf_counter()
        status = 0

        async def send_guarded(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableHeaders(scope=message)
                for name, value in self._headers:
                    headers[name] = value
                headers.setdefault("Cache-Control", "no-store")
            await send(message)

        try:
            self._check(scope)
            await self._app(scope, receive, send_guarded)
        except NotServed as error:
            await self._say(error, scope, receive, send_guarded)
        except ClientDisconnect:
            logger.debug("client_left", extra={"path": _route(scope)})
        except Exception:
            logger.exception("request_failed", extra={"path": _route(scope)})
            if status:
                raise  # the answer has begun: the connection must be seen to break
            await self._say(NotServed("trouble", "trouble"), scope, receive, send_guarded)
        finally:
            took = time.perf_counter() - began
            self._metrics.requests.labels(_route(scope), status).observe(took)
            logger.debug(
                "request",
                extra={
                    "method": scope["method"],
                    "path": _route(scope),
                    "status": status,
                    "ms": round(1000 * took, 1),
                    "address": scope[ADDRESS],
                },
            )

    def _check(self, scope: Scope) -> None:
        """Refuse what is refused whatever it asks for."""
        headers = Headers(scope=scope)
        if not self._right_host(headers.get("host", "")):
            raise NotServed("host", "host")
        if scope["path"] not in UNLIMITED:
            wait = self._requests.take(scope[ADDRESS])
            if wait:
                raise too_fast(wait)
        most = self._settings.body_bytes
        length = headers.get("content-length", "0")
        if not length.isdecimal() or len(length) > DIGITS or int(length) > most:
            raise NotServed("too_long", "body", most=most)

    async def _say(self, error: NotServed, scope: Scope, receive: Receive, send: Send) -> None:
        self._metrics.refused(error.code, "http")
        response: Response = refusal(error, language_of(HTTPConnection(scope)))
        await response(scope, receive, send)


def _route(scope: Scope) -> str:
    """The route's pattern: a path itself may name a private table, and would be a label each."""
    route = scope.get("route")
    return getattr(route, "path", NEITHER)


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host
