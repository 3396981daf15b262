"""The server as one application: database, service, routes, websocket and guard put together.

`make_app` is for another ASGI server to run; `serve` is `quarriors serve`.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import signal
import socket as sockets
import sys
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace
from types import FrameType
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.types import ExceptionHandler
from starlette.websockets import WebSocket

from quarriors.cards.load import default_catalog
from quarriors.facts.problem import NotServed
from quarriors.server.operation import Operation
from quarriors.server.settings import Settings
from quarriors.server.store.errors import StorageTrouble
from quarriors.server.web import logs
from quarriors.server.web.answers import language_of, refusal, refused
from quarriors.server.web.app_context import AppContext
from quarriors.server.web.http import HttpConnection
from quarriors.server.web.invitation import preview_tags
from quarriors.server.web.packs import read_offer
from quarriors.server.web.privacy import plain_privacy, privacy
from quarriors.server.web.routes import ENDPOINTS
from quarriors.server.web.safety import Guard
from quarriors.server.web.socket import serve_socket
from quarriors.server.web.static import INDEX, PLAY, Pages
from quarriors.server.web.traffic import State
from quarriors.server.web.wire import FastWebSocket
from quarriors.table.errors import Refusal

logger = logging.getLogger(__name__)

FRAME_ROOM = 4  # times the longest message: up to there, the refusal is sent before hanging up
LAST_SECONDS = 5  # that requests under way get when the server stops
# Where people go: the same page everywhere, which looks at its address for itself.
PAGES = (
    "/", "/new", "/join", "/games", "/tables", "/t/{table}", "/r/{table}", "/cards", "/rules",
    "/learn", "/about", "/box", "/workshop", "/privacy", "/daily", "/profile", "/club",
)  # fmt: skip
PRIVACY = "/privacy"
BACKLOG = 2_048
TICKS = 10  # of uvicorn's, each second
# How long a connection waits for its next request: longer than the pools of common clients keep one
# (5 s), so that no request meets a connection that is being closed; shorter than `header_seconds`.
KEEP_ALIVE_SECONDS = 8
REPORT_SECONDS = 60
OTHER_FILES = 256  # that a server needs besides its connections: database, bots, log
SWITCH_SECONDS = 0.0001  # between threads; Python's own 5 ms are felt in every answer
COLLECT_AFTER = 20_000  # objects made and not freed; Python's 700 are felt when many tables play
HANDLED = (signal.SIGINT, signal.SIGTERM)


def make_app(settings: Settings) -> Starlette:
    """The application; the database is opened when it starts and closed when it stops."""
    context = AppContext(settings)

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        async with opened(context):
            yield

    app = Starlette(
        routes=_routes(context),
        middleware=[
            Middleware(Guard, settings=settings, metrics=context.metrics, bans=context.bans)
        ],
        exception_handlers=_handlers(context),
        lifespan=lifespan,
    )
    app.router.redirect_slashes = False
    app.state.context = context
    return app


@asynccontextmanager
async def opened(context: AppContext) -> AsyncIterator[None]:
    """Database and service, as long as the server runs; `StorageTrouble` if it cannot be opened."""
    settings = context.settings
    context.offer = await asyncio.to_thread(read_offer, settings.packs, settings.pack_files)
    operation = Operation(context)
    await operation.start()
    try:
        yield
    finally:
        await operation.close()


# --- routes --------------------------------------------------------------------------------------


def _routes(context: AppContext) -> list[BaseRoute]:
    """Every endpoint, the websocket, and the pages."""
    by_path: dict[str, dict[str, Callable[[AppContext, Request], Awaitable[Response]]]] = {}
    for one in ENDPOINTS:
        by_path.setdefault(one.path, {})[one.method] = one.handler

    async def page(request: Request) -> Response:
        if request.url.path == PRIVACY and not context.pages.installed:
            language = language_of(request)
            return HTMLResponse(plain_privacy(privacy(context.settings, language), language))
        url = f"{context.base(request)}{request.url.path}"
        head = await preview_tags(context, request) if request.path_params else ""
        return context.pages.page(request, language_of(request), url, head=head)

    async def file(request: Request) -> Response:
        return context.pages.file(request, request.url.path.removeprefix("/"))

    async def play(request: Request) -> Response:
        assert context.play is not None, "there are routes for its files only"
        name = request.url.path.removeprefix(PLAY) or INDEX
        return context.play.file(request, name)

    async def to_play(_request: Request) -> Response:
        return RedirectResponse(PLAY)

    async def connect(socket: WebSocket) -> None:
        await serve_socket(context, socket)

    # A route for GET answers HEAD too; uvicorn sends the headers and no body.
    return [
        *(
            Route(path, _dispatch(context, handlers), methods=sorted(handlers))
            for path, handlers in by_path.items()
        ),
        *(Route(path, page) for path in PAGES),
        *(Route(f"/{path}", file) for path in context.pages.paths),
        *([] if context.play is None else [Route(PLAY, play), Route("/play", to_play)]),
        *(Route(f"{PLAY}{path}", play) for path in _paths(context.play)),
        WebSocketRoute("/ws", connect),
    ]


def _paths(pages: Pages | None) -> list[str]:
    return [] if pages is None else pages.paths


def _dispatch(
    context: AppContext, handlers: dict[str, Callable[[AppContext, Request], Awaitable[Response]]]
) -> Callable[[Request], Awaitable[Response]]:
    """All methods of one path in one route, so that a refusal can name the allowed ones."""

    async def handle(request: Request) -> Response:
        method = "GET" if request.method == "HEAD" else request.method
        return await handlers[method](context, request)

    return handle


def _for_people(request: Request) -> bool:
    """Whether somebody looks for a page, who would rather read one than JSON."""
    if request.method not in ("GET", "HEAD") or request.url.path.startswith(("/api/", "/assets/")):
        return False
    return "text/html" in request.headers.get("accept", "")


def _handlers(context: AppContext) -> dict[Any, ExceptionHandler]:
    """What turns each kind of error into an answer with a sentence, and counts it."""

    async def on_refusal(request: Request, error: Exception) -> Response:
        assert isinstance(error, (Refusal, NotServed))
        context.metrics.refused(error.code, "http")
        return refusal(error, language_of(request))

    async def on_trouble(request: Request, error: Exception) -> Response:
        assert isinstance(error, StorageTrouble)
        logger.error("storage", extra={"kind": error.kind, "detail": error.detail})
        context.metrics.refused("storage", "http")
        return refused("storage", error.say(language_of(request)))

    async def on_http(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        allowed = (error.headers or {}).get("Allow", "")
        if error.status_code == 405:
            not_served = NotServed("method", "method", allowed=allowed)
        elif error.status_code == 404:
            not_served = NotServed("no_page", "no_page")
        else:
            not_served = NotServed("malformed", "malformed", why=error.detail)
        if error.status_code == 404 and _for_people(request) and context.pages.installed:
            context.metrics.refused(not_served.code, "http")
            return context.pages.page(request, language_of(request), "", status=404)
        response = await on_refusal(request, not_served)
        if allowed:
            response.headers["Allow"] = allowed
        return response

    return {
        Refusal: on_refusal,
        NotServed: on_refusal,
        StorageTrouble: on_trouble,
        HTTPException: on_http,
    }


# --- running -------------------------------------------------------------------------------------


class Server(uvicorn.Server):
    """Uvicorn with our application, which says goodbye before it hangs up.

    Set `should_exit` to stop it from another thread.
    """

    def __init__(self, settings: Settings, started: Callable[[], None] | None = None) -> None:
        app = make_app(settings)
        super().__init__(
            uvicorn.Config(
                app,
                lifespan="off",  # ours: a database that does not open is an error, not a log line
                log_config=None,
                access_log=False,
                server_header=False,
                proxy_headers=False,  # the guard reads them, and only from trusted proxies
                http=HttpConnection,
                ws=FastWebSocket,
                ws_per_message_deflate=False,  # the wire counts on it
                ws_max_size=settings.message_bytes * FRAME_ROOM,
                timeout_keep_alive=KEEP_ALIVE_SECONDS,
                timeout_graceful_shutdown=LAST_SECONDS,
            )
        )
        self.context: AppContext = app.state.context
        self.server_state = State(self.context.traffic)
        self.interrupted = False  # by Ctrl-C, and not by a service manager
        self._when_started = started

    async def answer_on(self, *listening: sockets.socket) -> None:
        """Serve until it is stopped; `StorageTrouble` if the database cannot be opened."""
        async with opened(self.context):
            await self.serve(list(listening))

    async def startup(self, sockets: list[sockets.socket] | None = None) -> None:
        """Listen, then call `started`."""
        await super().startup(sockets)
        if self.started and self._when_started is not None:
            self._when_started()

    async def on_tick(self, counter: int) -> bool:
        """Look after the connections once a second, and after the log once in a while."""
        if counter % TICKS == 0:
            self.context.traffic.sweep(self.server_state.connections)
        if counter % (TICKS * REPORT_SECONDS) == 0:
            logs.report()
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[sockets.socket] | None = None) -> None:
        """Let nobody in, say goodbye to those who are there, then end."""
        for server in self.servers:
            server.close()
        if self.context.has_service:
            await self.context.service.close()
        await super().shutdown(sockets)
        self.context.traffic.end(self.server_state.connections)
        logs.report()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Begin to stop."""
        self.interrupted = self.interrupted or sig == signal.SIGINT
        super().handle_exit(sig, frame)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stop on a signal, once; the database must be closed before the process ends by it."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = {one: signal.signal(one, self.handle_exit) for one in HANDLED}
        try:
            yield
        finally:
            for one, handler in before.items():
                signal.signal(one, handler)


def bind(settings: Settings) -> sockets.socket:
    """The socket to listen on; with port 0 the system chooses one, which the socket knows."""
    family = sockets.AF_INET6 if ":" in settings.host else sockets.AF_INET
    listening = sockets.socket(family, sockets.SOCK_STREAM)
    try:
        listening.setsockopt(sockets.SOL_SOCKET, sockets.SO_REUSEADDR, 1)
        listening.bind((settings.host, settings.port))
        listening.listen(BACKLOG)
    except OSError:
        listening.close()
        raise
    return listening


def url_of(settings: Settings, listening: sockets.socket) -> str:
    """How people reach the server."""
    if settings.public_url:
        return settings.public_url.rstrip("/")
    host, port = listening.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def within_open_files(settings: Settings) -> Settings:
    """Settings with as many connections as the system allows open files, which are raised first.

    A process that may open no more files cannot accept anybody, nor open its database.
    """
    try:
        import resource
    except ImportError:  # Windows
        return settings
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = settings.connections + OTHER_FILES
    if soft != resource.RLIM_INFINITY and soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        return replace(settings, connections=max(1, soft - OTHER_FILES))
    return settings


def event_loop() -> asyncio.Runner:
    """An event loop on libuv where there is one: the same answers for a tenth less work."""
    try:
        import uvloop
    except ImportError:  # Windows, and Pythons other than CPython
        return asyncio.Runner()
    return asyncio.Runner(loop_factory=uvloop.new_event_loop)


def serve(
    settings: Settings,
    sock: sockets.socket | None = None,
    started: Callable[[], None] | None = None,
    watched: sockets.socket | None = None,
) -> None:
    """Serve until a signal stops it; `started` is called when the server answers.

    `watched` listens at `Settings.metrics_at`, for machines that watch the server.
    Raises `StorageTrouble` if the database cannot be opened, `OSError` if the port is taken, and
    after Ctrl-C, with everything closed, `KeyboardInterrupt`.
    """
    with bind(settings) if sock is None else sock as listening:
        logs.set_up(as_json=settings.log_json, level=settings.log_level, process=settings.process)
        url = url_of(settings, listening)

        def tell() -> None:
            logger.info("serving", extra={"url": url})
            if started is not None:
                started()

        # The store's threads give up Python's lock often, and then wait for a busy event loop.
        sys.setswitchinterval(SWITCH_SECONDS)
        server = Server(within_open_files(settings), tell)
        default_catalog()  # else the first table would wait for it, and everybody with it
        gc.collect()
        gc.freeze()  # cards, texts and code are never freed: no use in looking at them again
        gc.set_threshold(COLLECT_AFTER, 20, 20)
        with event_loop() as runner:
            runner.run(server.answer_on(listening, *([] if watched is None else [watched])))
        if server.interrupted:
            raise KeyboardInterrupt
