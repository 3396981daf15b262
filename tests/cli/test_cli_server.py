"""`quarriors`, `serve`, `join` and `bot` from the command line: what they refuse, and home."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest

from quarriors.cli import lan
from quarriors.cli import serve as serving
from quarriors.cli.join import make_setup, read_clock, read_lines
from quarriors.remote.errors import RemoteError
from quarriors.server.settings import Settings
from quarriors.server.store import Store
from quarriors.server.store.schema import VERSION_TABLE
from quarriors.server.web.static import Pages
from quarriors.table.messages import Chair, Clock
from quarriors.text import Texts
from tests.remote.helpers import Process, start_server, surroundings

from .conftest import Run

LINK = "http://127.0.0.1:9/t/abcdefghijklmnop"
Refused = Callable[..., str]


@pytest.fixture(autouse=True)
def nothing_of_the_users_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in surroundings(tmp_path).items():
        monkeypatch.setenv(name, value)


@pytest.fixture
def taken() -> Iterator[int]:
    """A port where somebody listens who is no server of ours."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        yield listening.getsockname()[1]


# --- bad input -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "english", "italian"),
    [
        (["serve", "--port", "70000"], "from 0 to 65535, not 70000", "da 0 a 65535, non 70000"),
        (
            ["serve", "--lan", "--host", "localhost"],
            "--host is for this computer only",
            "--host vale solo per questo computer",
        ),
        (["serve", "--port", "-1"], "from 0 to 65535, not -1", "non -1"),
        (["serve", "--port", "x"], "--port needs a whole number, not x", "numero intero, non x"),
        (["serve", "--workers", "0"], "--workers must be 1 or more, not 0", "vale 1 o più, non 0"),
        (["serve", "--log", "xml"], "text or as json, not as xml", "non come xml"),
        (["serve", "--public-url", "here"], "not here", "non here"),
        (["serve", "--trust-proxy", "proxy"], "not proxy", "non proxy"),
        (
            ["serve", "--database", "mysql://x"],
            "mysql://x isn't the address",
            "mysql://x non è l'indirizzo",
        ),
        (["serve", "--database", "sqlite://"], "give a file, sqlite:///FILE", "indica un file"),
        (["serve", "--metrics", "everybody"], "off or an address", "oppure un indirizzo"),
        (["serve", "--metrics", "127.0.0.1:99999"], "not 127.0.0.1:99999", "non 127.0.0.1:99999"),
        (["serve", "--metrics", ":9100"], "not :9100", "non :9100"),
        (["serve", "--host", "192.0.2.1"], "no address 192.0.2.1", "non ha l'indirizzo 192.0.2.1"),
        (["serve", "--host", "no such host"], "no address no such host", "no such host"),
        (["join"], "The argument URL is missing", "Manca l'argomento URL"),
        (["join", "http://"], "isn't the address of a server", "non è l'indirizzo di un server"),
        (["join", "http://host/x"], "isn't a table link", "non è il link di un tavolo"),
        (["join", LINK], "http://127.0.0.1:9 can't be reached", "non si raggiunge"),
        (["join", LINK, "--watch"], "can't be reached", "non si raggiunge"),
        (["join", "127.0.0.1:9"], "can't be reached", "non si raggiunge"),
        (["serve", "--play", "nowhere"], "isn't a page without", "non è una pagina senza server"),
        (["join", LINK, "--seat", "5"], "there's no seat 5", "il posto 5 non c'è"),
        (["join", LINK, "--name", "x" * 25], "1 to 24 visible characters", "da 1 a 24 caratteri"),
        (["join", LINK, "--sets", "all"], "--sets is for a new table", "--sets serve per un nuovo"),
        (["join", LINK, "--open"], "--open is for a new table", "--open serve per un nuovo"),
        (["join", LINK, "--new"], "--new opens a table at a server", "--new apre un tavolo"),
        (["join", "127.0.0.1:9", "--watch"], "Which table?", "Quale tavolo?"),
        (["join", "127.0.0.1:9", "--new", "--seats", "human"], "2, 3 or 4 players", "2, 3 o 4"),
        (["join", "127.0.0.1:9", "--new", "--seats", "random,greedy"], "must be human", "persona"),
        (
            ["join", "127.0.0.1:9", "--new", "--clock", "5"],
            "'5' isn't a clock",
            "non è un orologio",
        ),
        (["join", "127.0.0.1:9", "--new", "--goal", "0"], "from 1 to 99, not 0", "non 0"),
        (["join", "127.0.0.1:9", "--new", "--sets", "x"], "Unknown set x", "set x"),
        (["bot", LINK, "--bot", "deep"], "deep", "deep"),
        (["bot", LINK], "can't be reached", "non si raggiunge"),
        (["bot", "127.0.0.1:9"], "Which table?", "Quale tavolo?"),
    ],
)
def test_bad_input_is_a_sentence(
    refused: Refused, arguments: list[str], english: str, italian: str
) -> None:
    assert english in refused(*arguments)
    assert italian in refused("--lang", "it", *arguments)


def test_a_port_that_is_taken(refused: Refused, taken: int) -> None:
    assert f"The port {taken} of 127.0.0.1 is taken" in refused("serve", "--port", str(taken))


def test_a_server_of_another_kind(refused: Refused) -> None:
    """Something that speaks HTTP but no Quarriors."""
    import threading
    from http.server import BaseHTTPRequestHandler, HTTPServer

    class Other(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()
            self.wfile.write(b"<html>hello</html>")

        def log_message(self, *_: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Other) as other:
        thread = threading.Thread(target=other.serve_forever)
        thread.start()
        try:
            address = f"127.0.0.1:{other.server_address[1]}"
            assert "no compatible game server" in refused("join", address)
            assert "no compatible game server" in refused("join", f"{address}/t/abcdefghijklmnop")
            watching = refused("join", f"{address}/t/abcdefghijklmnop", "--watch")
            assert "no compatible game server" in watching
        finally:
            other.shutdown()
            thread.join()


@pytest.mark.parametrize(
    ("place", "wrong"),
    [
        ("folder", "can't be opened"),
        ("no/such/folder.sqlite", "can't be opened"),
        ("text", "is damaged or isn't a database of this program"),
        ("newer", "newer version of this program (schema 9999, this program knows"),
    ],
)
def test_fault_6_a_database_that_cannot_be_used(
    refused: Refused, tmp_path: Path, place: str, wrong: str
) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "text").write_text("This is no database, it is a text of some length.\n" * 40)
    (tmp_path / "no").write_text("a file where a folder should be")
    asyncio.run(make_newer(str(tmp_path / "newer")))
    told = refused("serve", "--port", "0", "--database", str(tmp_path / place))
    assert str(tmp_path / place) in told
    assert wrong in told
    assert "object at" not in told


async def make_newer(path: str) -> None:
    """A database whose schema this program does not know."""
    await (await Store.open(path)).close()
    with contextlib.closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(f"UPDATE {VERSION_TABLE} SET version_num = '9999'")


def test_fault_9_a_second_server_on_one_file_is_refused(refused: Refused, tmp_path: Path) -> None:
    path = str(tmp_path / "tables.sqlite")
    server = ["serve", "--port", "0", "--database", path]
    with Process(server, tmp_path) as first:
        first.line_with("The server is at")
        told = refused(*server)
        assert re.search(rf"{re.escape(path)} is in use by another server \(process \d+\)", told)
        first.signal(signal.SIGKILL)
        first.wait()
    with Process(server, tmp_path) as second:  # a killed server leaves no lock behind
        second.line_with("The server is at")


def test_a_database_url_is_told_without_its_password(refused: Refused) -> None:
    url = "postgresql://user:hush@127.0.0.1:9/none"
    told = refused("serve", "--port", "0", "--database", url)
    assert "postgresql://user:...@127.0.0.1:9/none" in told
    assert "hush" not in told
    broken = "postgresql://user:hu%zz/sh@host/none"
    told = refused("serve", "--port", "0", "--database", broken)
    assert "postgresql://user:...@host/none isn't the address of a database" in told


# --- options -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "clock"),
    [
        (None, Clock()),
        ("move:60", Clock("move", 60)),
        ("game:900+5", Clock("game", 900, 5)),
        ("game:900", Clock("game", 900, 0)),
    ],
)
def test_clocks(text: str | None, clock: Clock) -> None:
    assert read_clock(text) == clock


@pytest.mark.parametrize("text", ["", "move", "move:4", "move:60+5", "game:x", "game:9999999+1"])
def test_clocks_that_are_none(text: str) -> None:
    with pytest.raises(RemoteError):
        read_clock(text)


def options(**given: object) -> dict[str, object]:
    names = ("seats", "edition", "sets", "modules", "variants", "wilds", "code", "mix", "feature",
             "goal", "clock")  # fmt: skip
    return {**dict.fromkeys(names), "open_table": False, **given}


def test_a_new_table_is_asked_for_with_the_options_of_play() -> None:
    setup, first = make_setup(options(), Texts("en"))
    assert setup.seats == (Chair(), Chair())
    assert (setup.edition, setup.sets, setup.language, first) == ("qultimate", ("base",), "en", "")
    asked = options(
        seats="planner,human=Anna,mcts=Robo:ms=50", edition="revised", sets="all", wilds="hag",
        variants="expert_culling", modules="none", goal=9, clock="move:30", open_table=True,
    )  # fmt: skip
    with pytest.raises(Exception, match="matches several cards"):
        make_setup(asked, Texts("it"))
    setup, first = make_setup({**asked, "wilds": "strong witching hag"}, Texts("it"))
    assert setup.seats == (Chair("bot", "planner"), Chair(), Chair("bot", "mcts:ms=50", "Robo"))
    assert first == "Anna"
    assert setup.wilds == ("Strong Witching Hag",)
    assert len(setup.sets) > 5
    assert (setup.modules, setup.variants, setup.goal) == ((), ("expert_culling",), 9)
    assert (setup.open, setup.clock, setup.language) == (True, Clock("move", 30), "it")


def test_a_table_by_its_code(run: Run) -> None:
    code = re.search(r"[0-9A-Z]{4}(-[0-9A-Z]{4})+", run("wilds", "--seed", "5").out)
    assert code is not None
    setup, _ = make_setup(options(code=code.group()), Texts("en"))
    assert setup.code == code.group()
    assert setup.wilds == ()


def test_the_usual_port_or_the_next_free_one() -> None:
    with serving.listen_at_home() as first, serving.listen_at_home() as second:
        ports = [one.getsockname()[1] for one in (first, second)]
        assert all(serving.PORT <= port < serving.PORT + serving.PORTS_TRIED for port in ports)
        assert ports[0] < ports[1]


def test_typed_lines_come_whole_and_end() -> None:
    """However they were cut on their way, and with the last one unfinished."""
    receiver, sender = os.pipe()

    async def go() -> list[str | None]:
        lines: asyncio.Queue[str | None] = asyncio.Queue()
        loop = asyncio.get_running_loop()
        reading = asyncio.create_task(asyncio.to_thread(read_lines, lines, loop))
        for part in (b"1\n2", b"2\n\ns\xc3", b"\xac\nlast"):
            os.write(sender, part)
            await asyncio.sleep(0.01)
        os.close(sender)
        await reading
        return [lines.get_nowait() for _ in range(lines.qsize())]

    with os.fdopen(receiver, "rb") as input_end, pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.stdin", input_end)
        assert asyncio.run(go()) == ["1", "22", "", "sì", "last", None]


# --- starting fast -------------------------------------------------------------------------------


def test_other_commands_do_not_load_the_server() -> None:
    """`--help`, `play` and `simulate` start as fast as if there were no server."""
    code = """
import sys
from quarriors.cli.main import main
assert main(["rules", "6.3"]) == 0
assert main(["--help"]) == 0
heavy = {"msgspec", "websockets", "uvicorn", "starlette", "sqlalchemy", "asyncio", "platformdirs",
         "prometheus_client", "alembic"}
print("loaded:", sorted(heavy & set(sys.modules)))
"""
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "loaded: []" in ran.stdout


# --- at home -------------------------------------------------------------------------------------


def test_at_home_the_game_is_served_until_ctrl_c(tmp_path: Path) -> None:
    with Process(["--no-browser"], tmp_path) as first:
        address = first.line_with("The server is at").split()[4].rstrip(";")
        assert re.fullmatch(r"http://127\.0\.0\.1:77\d\d", address)
        page = httpx.get(f"{address}/", trust_env=False)
        assert page.status_code == 200
        assert ('<div id="app">' in page.text) == Pages().installed
        first.signal(signal.SIGINT)
        assert first.wait() in (0, 130)
    assert "Nothing is lost" in first.said[-1]
    assert not any("Traceback" in line for line in first.said)
    with Process(["--no-browser", "--lang", "it"], tmp_path) as second:
        second.line_with("Il server è all'indirizzo")
        second.signal(signal.SIGTERM)
        assert second.wait() == 0
    assert "Nulla è perso" in second.said[-1]


def test_without_pages_a_table_is_ready_and_goes_on_the_next_day(tmp_path: Path) -> None:
    server, address = start_server(tmp_path, 0)
    with server:
        link, fresh = serving.make_ready(address, Texts("en"))
        assert fresh
        assert link.startswith(f"{address}/t/")
        assert serving.make_ready(address, Texts("it")) == (link, False)
        with Process(["join", link], tmp_path) as person:
            person.line_with("(you, host)")
            person.line_with("Your choice")


@pytest.mark.parametrize(("show", "wanted"), [("_show_pages", "http://x"), ("_show_table", LINK)])
def test_the_browser_opens(
    show: str, wanted: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    import threading

    opened: list[str] = []
    done = threading.Event()

    def browse(url: str) -> bool:
        opened.append(url)
        done.set()
        return True

    monkeypatch.setattr("webbrowser.open", browse)
    monkeypatch.setattr(serving, "make_ready", lambda *_: (LINK, True))
    getattr(serving, show)(Texts("en"), "http://x", True)()
    assert done.wait(10)
    assert opened == [wanted]
    assert "The server is at http://x" in capsys.readouterr().out


def test_serve_tells_programs_in_json_and_ends_well(tmp_path: Path) -> None:
    import json

    place = str(tmp_path / "tables.sqlite")
    arguments = ["serve", "--port", "0", "--database", place, "--log", "json", "--no-list"]
    with Process([*arguments, "--no-chat", "--workers", "1"], tmp_path) as server:
        told = json.loads(server.line_with("serving"))
        with Process(["join", told["url"]], tmp_path) as lister:
            assert lister.wait() == 2  # the list is off
            assert len(lister.said) == 1
        server.signal(signal.SIGTERM)
        assert server.wait() == 0
    for line in server.said:
        json.loads(line)


def test_metrics_at_an_address_of_their_own_are_told(tmp_path: Path) -> None:
    server, url = start_server(tmp_path, 0, "--metrics", "127.0.0.1:0")
    with server:
        metrics = server.line_with("Metrics are at ").split()[-1]
        assert httpx.get(metrics, trust_env=False).status_code == 200
        assert httpx.get(f"{url}/metrics", trust_env=False).status_code == 403


def test_links_are_told_as_people_reach_them(tmp_path: Path) -> None:
    url = "https://quarriors.example.org"
    server, told = start_server(tmp_path, 0, "--public-url", f"{url}/", "--trust-proxy", "10.0.0.1")
    with server:
        assert told == url


# --- one room ------------------------------------------------------------------------------------


def _served(monkeypatch: pytest.MonkeyPatch, run: Run, *arguments: str) -> tuple[Settings, str]:
    """What `quarriors serve` would serve with, and what it says; nothing is served."""
    found: list[Settings] = []

    def serve(settings: Settings, _: object, started: Callable[[], None], *__: object) -> bool:
        found.append(settings)
        started()
        return False

    monkeypatch.setattr(serving, "_run", serve)
    ran = run("serve", "--port", "0", *arguments)
    assert ran.code == 0, ran.err
    return found[0], ran.out


def test_in_one_room_the_address_is_told_and_drawn(
    monkeypatch: pytest.MonkeyPatch, run: Run
) -> None:
    monkeypatch.setattr(lan, "lan_address", lambda: "192.168.1.50")
    settings, told = _served(monkeypatch, run, "--lan")
    url = f"http://192.168.1.50:{settings.port}"
    assert (settings.host, settings.public_url) == ("0.0.0.0", url)
    assert f"In this network: {url} " in told
    assert lan.qr_lines(url) in told
    assert "█" in told
    settings, told = _served(
        monkeypatch, run, "--lan", "--public-url", "https://q.example.org", "--lang", "it"
    )
    assert settings.public_url == "https://q.example.org"  # what the operator says wins
    assert "In questa rete: https://q.example.org " in told


def test_without_a_network_a_sentence_says_so(monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    monkeypatch.setattr(lan, "lan_address", lambda: "")
    settings, told = _served(monkeypatch, run, "--lan")
    assert "isn't in a network" in told
    assert settings.public_url == ""
    assert "█" not in told
    _, told = _served(monkeypatch, run, "--log", "json", "--lan")
    assert told == ""  # for programs


def test_the_address_in_the_network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lan, "_outgoing", lambda: "")
    monkeypatch.setattr(lan, "_named", lambda: ["127.0.1.1", "169.254.3.4", "10.0.0.7", "10.0.0.8"])
    assert lan.lan_address() == "10.0.0.7"
    monkeypatch.setattr(lan, "_outgoing", lambda: "192.168.0.9")
    assert lan.lan_address() == "192.168.0.9"
    monkeypatch.setattr(lan, "_outgoing", lambda: "127.0.0.1")
    monkeypatch.setattr(lan, "_named", list)
    assert lan.lan_address() == ""
    assert lan.lan_url("0.0.0.0", 80) == ""
    assert lan.lan_url("fd00::7", 80) == "http://[fd00::7]:80"


def test_looking_for_the_address_never_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_network(*_: object, **__: object) -> None:
        raise OSError

    monkeypatch.setattr(lan.socket, "getaddrinfo", no_network)
    monkeypatch.setattr(lan.socket, "socket", no_network)
    assert lan.lan_address() == ""
