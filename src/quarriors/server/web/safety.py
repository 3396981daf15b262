"""The guard at the door: headers on every answer, hosts and origins, sizes and rates, logs.

It stands outside all routes, so nothing gets in or out without it, whatever happens inside: an
error of ours is answered with a sentence, with the same headers, and written to the log once.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator, Sequence
from ipaddress import ip_address
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect, HTTPConnection
from starlette.responses import Response

from quarriors.facts.problem import NotServed
from quarriors.server.web.answers import language_of, refusal, too_fast
from quarriors.server.web.limits import Buckets, Proxies
from quarriors.server.web.static import PLAY

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from quarriors.server.settings import Settings
    from quarriors.server.web.metrics import Metrics
    from quarriors.server.web.upkeep import BanList

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
# The page without a server runs the game itself, compiled to WebAssembly.
PLAY_POLICY = POLICY.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'")
YEAR = "max-age=31536000"
ADDRESS = "quarriors.address"  # where a scope says who asks
WATCHED = ("/healthz", "/readyz", "/metrics")  # asked by machines that watch the server
FORWARDED = ("x-forwarded-for", "forwarded", "x-real-ip", "via")  # added by proxies
PORTS = {"http": 80, "https": 443}
PART = 65_536  # bytes of a body that are handed to the transport at once
DIGITS = 12  # of a length that is worth reading
NEITHER = "other"  # the label of paths that are no route


def origin_of(url: str) -> str:
    """Scheme, host and port of an address, as browsers write an Origin; empty if it has none."""
    try:
        parts = urlsplit(url.lower())
        host, port = parts.hostname, parts.port
    except ValueError:
        return ""
    if parts.scheme not in PORTS or not host or "@" in parts.netloc:
        return ""
    shown = "" if port in (None, PORTS[parts.scheme]) else f":{port}"
    return f"{parts.scheme}://{_bracketed(host)}{shown}"


def may_connect(origin: str | None, own: str, allowed: Sequence[str]) -> bool:
    """Whether a page from this origin may open a websocket at our own origin.

    Programs send no origin and may; a page must come from here (scheme, host and port), or from an
    origin that the server was told of.
    """
    if origin is None:
        return True
    found = origin_of(origin)
    return found != "" and (found == own or found in allowed)


def is_local(connection: HTTPConnection) -> bool:
    """Whether somebody on this machine asks, and not a proxy on this machine for somebody else."""
    peer = connection.client
    if peer is None or any(name in connection.headers for name in FORWARDED):
        return False
    return names_this_machine(_bracketed(peer.host))


def is_for_watchers(scope: Scope, settings: Settings) -> bool:
    """Whether a request came to the address that is there for metrics alone."""
    if settings.metrics_at is None:
        return False
    port: object = (scope.get("server") or ("", 0))[1]
    return port == settings.metrics_at[1]


def names_this_machine(host: str) -> bool:
    """Whether a Host header names the machine itself, as loopback."""
    name = urlsplit(f"//{host}").hostname or ""
    if name == "localhost" or name.endswith(".localhost"):
        return True
    try:
        return ip_address(name).is_loopback
    except ValueError:
        return False


def has_nul(scope: Scope) -> bool:
    """Whether an address holds the character NUL, which not every database can look for."""
    query: bytes = scope["query_string"]
    return "\0" in scope["path"] or b"\0" in query or b"%00" in query


class Guard:
    """Middleware around everything."""

    def __init__(self, app: ASGIApp, settings: Settings, metrics: Metrics, bans: BanList) -> None:
        self._app = app
        self._bans = bans
        self._settings = settings
        self._metrics = metrics
        self._proxies = Proxies(settings.proxies)
        self._requests = Buckets(settings.requests_per_second, settings.requests_burst)
        # Apart, so that a machine that watches is answered when its address asks for too much.
        self._watching = Buckets(settings.requests_per_second, settings.requests_burst)
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
        peer = scope.get("client")
        said = headers.get("x-forwarded-proto", "")
        scheme = self._proxies.scheme(peer[0] if peer else "", scope["scheme"], said)
        code = ""
        if self._bans.refuses(scope[ADDRESS]):
            self._metrics.refused("off", "ws")
            if "websocket.http.response" in (scope.get("extensions") or {}):
                answer = refusal(NotServed("off", "banned"), language_of(HTTPConnection(scope)))
                await answer(scope, receive, send)
            else:  # of another ASGI server, which can only say 403
                await send({"type": "websocket.close", "code": 1008})
            return
        if not self._right_host(host) or is_for_watchers(scope, self._settings):
            code = "host"
        elif has_nul(scope):
            code = "malformed"
        elif not may_connect(headers.get("origin"), origin_of(f"{scheme}://{host}"), self._origins):
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
                if scope["path"].startswith(PLAY):
                    headers["Content-Security-Policy"] = PLAY_POLICY
                headers.setdefault("Cache-Control", "no-store")
            for part in _parts(message):
                await send(part)  # which waits while the client does not read

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
        if self._bans.refuses(scope[ADDRESS]):
            raise NotServed("off", "banned")
        headers = Headers(scope=scope)
        watched = scope["path"] in WATCHED
        if is_for_watchers(scope, self._settings):
            if not watched:
                raise NotServed("no_page", "no_page")
        elif not self._right_host(headers.get("host", "")):
            raise NotServed("host", "host")
        wait = (self._watching if watched else self._requests).take(scope[ADDRESS])
        if wait:
            raise too_fast(wait)
        if has_nul(scope):
            raise NotServed("malformed", "nul")
        most = self._settings.body_bytes
        length = headers.get("content-length", "0")
        if not length.isdecimal() or len(length) > DIGITS or int(length) > most:
            raise NotServed("too_long", "body", most=most)

    async def _say(self, error: NotServed, scope: Scope, receive: Receive, send: Send) -> None:
        self._metrics.refused(error.code, "http")
        response: Response = refusal(error, language_of(HTTPConnection(scope)))
        await response(scope, receive, send)


def _parts(message: Message) -> Iterator[Message]:
    """A long body in parts: what is waiting to be sent is never more than some of it."""
    body = message.get("body", b"")
    if len(body) <= PART:
        yield message
        return
    more = message.get("more_body", False)
    for at in range(0, len(body), PART):
        last = at + PART >= len(body)
        part = bytes(body[at : at + PART])
        yield {"type": "http.response.body", "body": part, "more_body": more or not last}


def _route(scope: Scope) -> str:
    """The route's pattern: a path itself may name a private table, and would be a label each."""
    route = scope.get("route")
    return getattr(route, "path", NEITHER)


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host
