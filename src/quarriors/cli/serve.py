"""`quarriors serve`, and `quarriors` alone: a server for a club, or for one person at home.

The server itself is imported only here and only when it is started: the other commands must not
wait for its libraries. The socket is opened here, so that a port that is taken is a sentence.
"""

from __future__ import annotations

import errno
import ipaddress
import os
import re
import socket
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import urlsplit

import typer

from quarriors.cli import INTERRUPTED
from quarriors.cli.console import make_texts, read_packs
from quarriors.cli.lan import lan_url, qr_lines
from quarriors.cli.serve_settings import signature
from quarriors.engine.errors import QuarriorsError
from quarriors.text import Texts

if TYPE_CHECKING:
    from quarriors.cli.serve_settings import Found
    from quarriors.remote.address import Address
    from quarriors.server.settings import Settings
    from quarriors.server.store.errors import StorageTrouble

T = TypeVar("T")

LOOPBACK = "127.0.0.1"
EVERYWHERE = "0.0.0.0"  # every network of this computer
PORT = 7733
PORTS_TRIED = 100  # after the first, for one person at home
LAST_PORT = 65_535
BACKLOG = 1_024
LOGS = ("text", "json")
LEVELS = ("debug", "info", "warning", "error")
METRICS = ("local", "all", "off")
HOME_BOT = "isolde"  # whom somebody at home plays against


def _refuse(key: str, /, **values: object) -> QuarriorsError:
    from quarriors.remote.errors import RemoteError

    return RemoteError(key, **values)


# --- where to listen -----------------------------------------------------------------------------


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens at a port; a sentence if it cannot be had."""
    if not 0 <= port <= LAST_PORT:
        raise _refuse("port", port=port)
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        family, _, _, _, place = found[0]
        return socket.create_server(place[:2], family=family, backlog=BACKLOG)
    except (OSError, UnicodeError) as error:
        code = getattr(error, "errno", None)
        if code == errno.EADDRINUSE:
            raise _refuse("port_taken", host=host, port=port) from None
        if code == errno.EACCES:
            raise _refuse("port_denied", port=port) from None
        raise _refuse("host", host=host, why=error) from None


def listen_at_home() -> socket.socket:
    """A socket for this computer only: the usual port, or the next free one."""
    from quarriors.remote.errors import RemoteError

    for port in range(PORT, PORT + PORTS_TRIED):
        try:
            return listen(LOOPBACK, port)
        except RemoteError as error:
            if error.code != "port_taken":
                raise
    raise _refuse("no_port", first=PORT, last=PORT + PORTS_TRIED - 1)


def address_of(listening: socket.socket) -> str:
    """How the server is reached from this computer."""
    host, port = listening.getsockname()[:2]
    everywhere = {EVERYWHERE: LOOPBACK, "::": "::1"}
    host = everywhere.get(host, host)
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


# --- checks --------------------------------------------------------------------------------------


def checked_url(text: str, where: str) -> str:
    """An address for links: scheme and host, and nothing that a link could not follow.

    This and the other checks get the value of a setting, and where it was found.
    """
    if not text:
        return text
    parts = urlsplit(text)
    if parts.scheme not in ("http", "https") or not parts.netloc or parts.query or parts.fragment:
        raise _refuse("public_url", text=text, where=where)
    return text.rstrip("/")


def checked_proxies(named: tuple[str, ...], where: str) -> tuple[str, ...]:
    """Addresses or networks of proxies."""
    for name in named:
        try:
            ipaddress.ip_network(name, strict=False)
        except ValueError:
            raise _refuse("proxy", text=name, where=where) from None
    return named


def checked_metrics(text: str, where: str) -> tuple[str, tuple[str, int] | None]:
    """Who may read the metrics at the server's own address, and an address for them alone."""
    if text in METRICS:
        return text, None
    host, _, port = text.rpartition(":")
    if not host or not port.isdecimal() or int(port) > LAST_PORT:
        raise _refuse("metrics", text=text, where=where)
    return "off", (host.strip("[]"), int(port))


def checked_folder(text: str, where: str) -> None:
    """A folder of packs, if one is named."""
    if text and not Path(text).is_dir():
        raise _refuse("packs", folder=text, where=where)


def checked_play(text: str, where: str) -> None:
    """The folder of the page without a server, if one is named."""
    if text and not (Path(text) / "sw.js").is_file():
        raise _refuse("play", folder=text, where=where)


def checked_push(wanted: bool, where: str) -> None:
    """Refuse to send what nothing here can encrypt."""
    if wanted and find_spec("cryptography") is None:
        raise _refuse("push", where=where)


def checked_database(text: str) -> str:
    """What `--database` says, and whether it says anything."""
    from quarriors.server.store.address import read_address
    from quarriors.server.store.errors import StorageTrouble

    try:
        read_address(text)
    except StorageTrouble as error:
        raise database_trouble(text, error) from None
    return text


def database_trouble(text: str, error: StorageTrouble) -> QuarriorsError:
    """Trouble with the database as the person who started the server reads it, with details."""
    detail = " ".join(error.detail.split())
    return _refuse(f"database.{error.kind}", text=hidden(text), detail=detail)


def hidden(text: str) -> str:
    """A database's address without its password."""
    return re.sub(r"(://[^:/@]*):.*@", r"\1:...@", text)


def kept_in(database: str) -> str:
    """Where tables are kept, for people."""
    from quarriors.server.store.address import read_address

    place = read_address(database)
    return hidden(database) if place.path is None else str(place.path)


# --- running -------------------------------------------------------------------------------------


def _run(
    settings: Settings,
    listening: socket.socket,
    started: Callable[[], None],
    watched: socket.socket | None = None,
) -> bool:
    """Serve until somebody stops it; whether it was Ctrl-C."""
    from quarriors.server.app import serve
    from quarriors.server.store.errors import StorageTrouble

    try:
        serve(settings, sock=listening, started=started, watched=watched)
    except KeyboardInterrupt:
        return True
    except StorageTrouble as error:
        raise database_trouble(settings.database or kept_in(""), error) from None
    return False


def _tell(texts: Texts, key: str, /, **values: object) -> None:
    """Print a line at once; the output may be a file or a pipe."""
    print(texts.say("remote", key, **values), flush=True)


def _tell_lan(texts: Texts, url: str) -> None:
    """Say how others in the same network reach the server, with a code to point a phone at."""
    if not url:
        _tell(texts, "serve.no_lan")
        return
    _tell(texts, "serve.lan", address=url)
    code = qr_lines(url)
    try:
        print(code, flush=True)
    except UnicodeEncodeError:  # a terminal without the characters that it is drawn with
        _tell(texts, "serve.no_qr")


def serve_command(**given: Any) -> None:
    """Serve tables to friends or a club."""
    from quarriors.cli.serve_settings import find, shown

    texts = make_texts(given["lang"])
    found = find(given, os.environ)
    settings = checked(found)
    if given["show_config"]:
        print("\n".join(shown(found, texts.say("remote", "serve.default"))))
        return
    processes: int = found["processes"].value
    if processes > 1:
        _check_processes(settings.database, found["processes"].where)
    apart = settings.metrics_at
    with ExitStack() as stack:
        sockets = [[stack.enter_context(one)] for one in _listen(settings, processes)]
        address = address_of(sockets[0][0])
        if apart is not None:  # one after the other, so that each can be asked
            for number, each in enumerate(sockets):
                port = apart[1] + number if apart[1] else 0
                each.append(stack.enter_context(listen(apart[0], port)))
            settings = replace(settings, metrics_at=sockets[0][1].getsockname()[:2])
        settings = replace(settings, port=sockets[0][0].getsockname()[1])
        lan = lan_url(settings.host, settings.port) if found["lan"].value else ""
        if lan and not settings.public_url:
            settings = replace(settings, public_url=lan)

        def started() -> None:
            if settings.log_json:
                return  # the output is for programs
            url = settings.public_url or address
            if found["lan"].value:
                _tell_lan(texts, lan and url)
            _tell(texts, "serve.at", address=url)
            _tell(texts, "serve.kept", place=kept_in(settings.database))
            for each in sockets:
                for watched in each[1:]:
                    _tell(texts, "serve.metrics", address=f"{address_of(watched)}/metrics")
            if processes > 1:
                _tell(texts, "serve.processes", n=processes)
            _tell(texts, "serve.join", address=url)

        if processes > 1:
            interrupted = _run_processes(settings, sockets, started, texts)
        else:
            watched = sockets[0][1] if apart is not None else None
            interrupted = _run(settings, sockets[0][0], started, watched)
    if not settings.log_json:
        _tell(texts, "serve.stopped")
    if interrupted:
        raise typer.Exit(INTERRUPTED)


serve_command.__signature__ = signature()  # type: ignore[attr-defined]  # for typer


def checked(found: Mapping[str, Found]) -> Settings:
    """The settings that were found, as the server takes them; what cannot be used is refused."""
    from quarriors.cli.serve_settings import SETTINGS
    from quarriors.server.settings import Settings
    from quarriors.server.web.safety import names_this_machine

    def one(key: str, check: Callable[[Any, str], T]) -> T:
        return check(found[key].value, found[key].where)

    of_command = ("processes", "lan")  # the server itself does not know them
    values = {each.name: found[each.key].value for each in SETTINGS if each.key not in of_command}
    if found["lan"].value:
        if not found["host"].where:
            values["host"] = EVERYWHERE
        elif names_this_machine(values["host"]):
            raise _refuse("lan_host", where=found["host"].where, lan=found["lan"].where)
    values["public_url"] = one("public_url", checked_url)
    values["proxies"] = one("trust_proxy", checked_proxies)
    values["metrics"], values["metrics_at"] = one("metrics", checked_metrics)
    values["log_json"] = one("log", lambda text, where: _one_of("log", text, where, LOGS)) == "json"
    one("log_level", lambda text, where: _one_of("log_level", text, where, LEVELS))
    one("origins", lambda urls, where: [checked_url(url, where) for url in urls])
    checked_database(values["database"])
    one("packs", checked_folder)
    one("play", checked_play)
    one("push", checked_push)
    read_packs(found["pack"].value)  # a faulty one that was named is refused at once
    return Settings(**values)


def _one_of(key: str, text: str, where: str, known: Sequence[str]) -> str:
    if text not in known:
        raise _refuse(key, text=text, where=where)
    return text


# --- several processes ---------------------------------------------------------------------------


def _check_processes(database: str, where: str) -> None:
    """Refuse several processes where they cannot work together."""
    from quarriors.server.store.address import read_address

    if not read_address(database).is_postgres:
        raise _refuse("processes", place=kept_in(database), where=where)
    if not hasattr(os, "fork"):
        raise _refuse("processes_system", where=where)


def _listen(settings: Settings, processes: int) -> list[socket.socket]:
    """A listening socket for each process, all at one port."""
    first = listen(settings.host, settings.port)
    if processes == 1:
        return [first]
    if sys.platform != "linux":  # elsewhere the system does not divide connections between sockets
        return [first, *(first.dup() for _ in range(1, processes))]
    with first:  # nobody else is there, which sockets that share a port would not notice
        place = first.getsockname()
        family = first.family
    return [
        socket.create_server(place[:2], family=family, backlog=BACKLOG, reuse_port=True)
        for _ in range(processes)
    ]


def _run_processes(
    settings: Settings,
    sockets: Sequence[Sequence[socket.socket]],
    started: Callable[[], None],
    texts: Texts,
) -> bool:
    """Serve with several processes until somebody stops it; whether it was Ctrl-C."""
    from quarriors.server.processes import MOST_DEATHS, GaveUp, Supervisor
    from quarriors.server.store.errors import StorageTrouble
    from quarriors.server.web import logs

    logs.set_up(as_json=settings.log_json, level=settings.log_level, process="parent")
    try:
        return Supervisor(settings, sockets).run(started)
    except StorageTrouble as error:
        raise database_trouble(settings.database, error) from None
    except GaveUp:
        print(texts.say("remote", "serve.gave_up", n=MOST_DEATHS), file=sys.stderr)
        raise typer.Exit(1) from None


# --- one person at home --------------------------------------------------------------------------


def home(lang: str | None, *, browser: bool) -> None:
    """Serve this computer and open the game in the browser.

    An installation without the browser client makes a table ready, and tells the terminal's way.
    """
    from quarriors.server.settings import Settings
    from quarriors.server.web.static import Pages

    texts = make_texts(lang)
    welcome = _show_pages if Pages().installed else _show_table
    with listen_at_home() as listening:
        port = listening.getsockname()[1]
        settings = Settings(host=LOOPBACK, port=port, own_packs=True, log_level="warning")
        interrupted = _run(settings, listening, welcome(texts, address_of(listening), browser))
    _tell(texts, "serve.stopped")
    if interrupted:
        raise typer.Exit(INTERRUPTED)


def _show_pages(texts: Texts, address: str, browser: bool) -> Callable[[], None]:
    """What happens once the server listens, with the browser client: its first page opens."""
    from threading import Thread

    def started() -> None:
        _tell(texts, "serve.at", address=address)
        _tell(texts, "serve.kept", place=kept_in(""))
        if browser:
            _tell(texts, "serve.browser")
            Thread(target=_open, args=(address,), daemon=True).start()

    return started


def _open(address: str) -> None:
    """Open a page in the browser; that may take a while."""
    import webbrowser

    webbrowser.open(address)


def _show_table(texts: Texts, address: str, browser: bool) -> Callable[[], None]:
    """What happens once the server listens, without the browser client: a table is made ready."""
    from threading import Thread

    def greet() -> None:
        try:
            link, fresh = make_ready(address, texts)
        except QuarriorsError as error:
            print(error.say(texts.language), file=sys.stderr, flush=True)
            return
        _tell(texts, "serve.ready" if fresh else "serve.goes_on", link=link)
        _tell(texts, "serve.join", address=link)
        if browser:
            _tell(texts, "serve.browser")
            _open(link)

    def started() -> None:
        _tell(texts, "serve.at", address=address)
        _tell(texts, "serve.kept", place=kept_in(""))
        Thread(target=greet, daemon=True).start()

    return started


def make_ready(address: str, texts: Texts) -> tuple[str, bool]:
    """A table to play at: the newest game that is not over, else a new one against a bot.

    Its link, and whether it is new; `quarriors join` knows the token of its seat.
    """
    import asyncio

    from quarriors.remote import calls, seats
    from quarriors.remote.address import read_address
    from quarriors.remote.people import spoken, user_name
    from quarriors.table.messages import Chair, Setup

    server = read_address(address)

    async def ready() -> tuple[str, bool]:
        for table in seats.tables(server):
            there = server.at(table)
            mine = seats.peek(there)
            if mine is not None and await _goes_on(there, texts.language):
                return there.link, False
        chairs = (Chair(), Chair("bot", HOME_BOT))
        setup = Setup(seats=chairs, language=spoken(texts))
        name = user_name(texts)
        made = await calls.open_table(server, setup, name, texts.language)
        seats.keep(server.at(made.table), made.seat or 0, made.token, name).release()
        return server.at(made.table).link, True

    return asyncio.run(ready())


async def _goes_on(table: Address, language: str) -> bool:
    """Whether a table is there and its game is not over."""
    from quarriors.remote import calls
    from quarriors.remote.errors import Told

    try:
        return (await calls.about(table, language)).stage != "over"
    except Told:
        return False  # it was at another server, with another database
