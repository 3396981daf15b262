"""Languages, logs, pages and origins: what can be tested without a server."""

from __future__ import annotations

import asyncio
import gzip
import io
import json
import logging
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.requests import Request

from quarriors.facts import game as facts
from quarriors.facts.problem import NotServed
from quarriors.server.settings import Settings
from quarriors.server.web import logs
from quarriors.server.web.answers import STATUS
from quarriors.server.web.app_context import AppContext
from quarriors.server.web.fact_routes import show_cards
from quarriors.server.web.language import accepted
from quarriors.server.web.openapi import WHY
from quarriors.server.web.safety import may_connect, names_this_machine, origin_of
from quarriors.server.web.static import Pages, plain_page
from quarriors.text import LANGUAGES, load


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("", "en"),
        ("it", "it"),
        ("it-original", "it-original"),
        ("it-IT,it;q=0.9,en;q=0.8", "it"),
        ("en-GB,en;q=0.9,it;q=0.8", "en"),
        ("de-DE,de;q=0.9,it;q=0.5", "it"),
        ("de,fr", "en"),
        ("en;q=0.1, it;q=0.2", "it"),
        ("it;q=0", "en"),
        ("it;q=nan, it;q=7, it;x=1", "en"),
        (";;;,,,=,it;q=", "en"),
        ("x" * 10_000 + ",it", "en"),
    ],
)
def test_the_language_is_the_one_liked_best(header: str, language: str) -> None:
    assert accepted(header) == language


# --- logs ----------------------------------------------------------------------------------------


@pytest.fixture
def _logging_put_back() -> Iterator[None]:
    kept = {}
    for name in (logs.ROOT, "uvicorn", "uvicorn.error", "asyncio"):
        logger = logging.getLogger(name)
        kept[name] = (logger.handlers[:], logger.level, logger.propagate)
    yield
    for name, (handlers, level, propagate) in kept.items():
        logger = logging.getLogger(name)
        logger.handlers[:] = handlers
        logger.setLevel(level)
        logger.propagate = propagate


@pytest.mark.usefixtures("_logging_put_back")
@pytest.mark.parametrize("as_json", [True, False])
def test_no_line_tells_a_secret(as_json: bool) -> None:
    stream = io.StringIO()
    logs.set_up(as_json=as_json, level="debug", stream=stream)
    logger = logging.getLogger("quarriors.server.test")
    logger.info("made", extra={"table": "T1", "token": "s3cret", "seed": "s3cret"})
    logger.info("Authorization: Bearer s3cret")
    logger.info("GET /x?token=s3cret&lang=it")
    logger.info('{"token": "s3cret", "seed": "s3cret"}')
    logger.error("cannot open", extra={"detail": "postgresql://club:s3cret@db/tables"})
    try:
        raise ValueError("token=s3cret")
    except ValueError:
        logger.exception("failed")
    text = stream.getvalue()
    assert "s3cret" not in text
    for part in ("made", "T1", "lang=it", "postgresql://club:...@db/tables", "ValueError"):
        assert part in text


@pytest.mark.usefixtures("_logging_put_back")
def test_lines_for_programs_are_objects_with_their_fields() -> None:
    stream = io.StringIO()
    logs.set_up(as_json=True, level="info", stream=stream)
    logging.getLogger("quarriors.server.test").info("said", extra={"name_": "a\nb", "count": 3})
    logging.getLogger("quarriors.server.test").debug("not told")
    (line,) = stream.getvalue().splitlines()
    told = json.loads(line)
    assert (told["event"], told["level"], told["count"], told["name_"]) == (
        "said",
        "info",
        3,
        "a\nb",
    )
    assert told["from"] == "quarriors.server.test"


@pytest.mark.usefixtures("_logging_put_back")
def test_lines_for_people_cannot_be_forged() -> None:
    stream = io.StringIO()
    logs.set_up(as_json=False, level="info", stream=stream)
    logging.getLogger("quarriors.server.test").info(
        "said", extra={"text": "x\n12:00 forged\x1b[2J"}
    )
    assert len(stream.getvalue().splitlines()) == 1
    assert "\x1b" not in stream.getvalue()


@pytest.mark.usefixtures("_logging_put_back")
def test_fault_9_a_flood_writes_few_lines_and_tells_how_many_were_left_out() -> None:
    stream = io.StringIO()
    handler = logs.set_up(as_json=True, level="info", stream=stream)
    now = 100.0
    handler.filters[:] = [logs.Quota(lambda: now)]
    logger = logging.getLogger("quarriors.server.test")
    for number in range(5_000):
        logger.warning("websocket_refused", extra={"address": str(number)})
        logging.getLogger("uvicorn.error").warning("Invalid HTTP request received.")
    logger.warning("something_else")

    def told() -> list[dict[str, object]]:
        return [json.loads(line) for line in stream.getvalue().splitlines()]

    assert len(told()) == 2 * logs.LINES + 1
    now += logs.LINES_SECONDS
    logger.warning("websocket_refused")
    assert told()[-1]["left_out"] == 5_000 - logs.LINES
    logs.report()
    assert told()[-1]["event"] == "lines_left_out"
    assert told()[-1]["of"] == "Invalid HTTP request received."
    assert told()[-1]["count"] == 5_000 - logs.LINES
    count = len(told())
    logs.report()
    assert len(told()) == count


# --- origins and hosts --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("origin", "own", "fine"),
    [
        (None, "https://example.org", True),  # a program
        ("https://example.org", "https://example.org", True),
        ("http://example.org", "https://example.org", False),  # anybody on the way may have made it
        ("https://example.org", "http://example.org", False),
        ("https://example.org", "https://example.org:443", True),
        ("http://example.org:80", "http://example.org", True),
        ("http://example.org:443", "https://example.org", False),
        ("http://127.0.0.1:8000", "http://127.0.0.1:8000", True),
        ("http://127.0.0.1:8001", "http://127.0.0.1:8000", False),
        ("http://[::1]:8000", "http://[::1]:8000", True),
        ("https://evil.example", "https://example.org", False),
        ("https://club.example", "http://inner:8000", True),  # the public address
        ("http://club.example", "http://inner:8000", False),
        ("null", "http://example.org", False),
        ("null", "http://", False),
        ("", "http://", False),
        ("http://example.org:x", "http://example.org", False),
        ("https://example.org@evil.example", "https://example.org", False),
        ("https://example.org.evil.example", "https://example.org", False),
        ("https://EXAMPLE.org", "https://example.ORG", True),
    ],
)
def test_pages_of_strangers_may_not_connect(origin: str | None, own: str, fine: bool) -> None:
    assert may_connect(origin, origin_of(own), [origin_of("https://club.example/q/")]) is fine


@pytest.mark.parametrize(
    ("host", "fine"),
    [
        ("localhost", True),
        ("localhost:8000", True),
        ("127.0.0.1:8000", True),
        ("[::1]:8000", True),
        ("play.localhost", True),
        ("evil.example:8000", False),
        ("192.168.1.5:8000", False),
        ("localhost.evil.example", False),
        ("", False),
    ],
)
def test_names_of_this_machine(host: str, fine: bool) -> None:
    assert names_this_machine(host) is fine


def asking(**headers: str) -> Request:
    """A request with these headers."""
    raw = [(name.encode(), value.encode()) for name, value in headers.items()]
    return Request({"type": "http", "method": "GET", "headers": raw})


def test_facts_are_made_once_and_not_on_the_event_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first client who asks for all cards must not hold up every game."""
    makers: list[threading.Thread] = []

    def cards(language: str) -> bytes:
        makers.append(threading.current_thread())
        return language.encode()

    async def ask() -> list[bytes]:
        context = AppContext(Settings())
        asked = Request({"type": "http", "method": "GET", "headers": [], "query_string": b""})
        answers = await asyncio.gather(*(show_cards(context, asked) for _ in range(5)))
        return [bytes(one.body) for one in answers]

    monkeypatch.setattr(facts, "cards", cards)
    assert asyncio.run(ask()) == [b"en"] * 5
    assert len(makers) == 1
    assert makers[0] is not threading.current_thread()


# --- pages and sentences -------------------------------------------------------------------------


def test_the_plain_page_shows_text_as_text_and_has_no_script() -> None:
    page = plain_page("it", 'http://x/"><script>alert(1)</script>')
    assert "<script" not in page
    assert "&lt;script&gt;" in page
    assert " style=" not in page
    assert 'lang="it"' in page


def test_files_of_a_client_are_served_by_their_exact_names(tmp_path: Path) -> None:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html>")
    (tmp_path / "assets" / "app.1234.js").write_text("let a")
    pages = Pages(tmp_path)
    assert pages.installed
    assert pages.paths == ["assets/app.1234.js", "index.html"]
    script = pages.file(asking(), "assets/app.1234.js")
    assert script.headers["content-type"].startswith("text/javascript")
    assert "immutable" in script.headers["cache-control"]
    assert pages.page(asking(), "en", "").body == b"<!doctype html>"
    with pytest.raises(KeyError):
        pages.file(asking(), "../secret")


def test_fault_7_scripts_and_styles_are_compressed_once_and_have_a_tag(tmp_path: Path) -> None:
    (tmp_path / "assets").mkdir()
    files = {"app.js": "let a = 1;\n" * 500, "app.css": "p { color: red }\n" * 500}
    for name, text in files.items():
        (tmp_path / "assets" / name).write_text(text)
    (tmp_path / "assets" / "font.woff2").write_bytes(bytes(1_000))
    pages = Pages(tmp_path)
    for name, text in files.items():
        plain = pages.file(asking(), f"assets/{name}")
        packed = pages.file(asking(**{"accept-encoding": "br, gzip"}), f"assets/{name}")
        assert bytes(plain.body) == text.encode()
        assert "content-encoding" not in plain.headers
        assert packed.headers["content-encoding"] == "gzip"
        assert gzip.decompress(bytes(packed.body)) == text.encode()
        assert int(packed.headers["content-length"]) < len(text) // 5
        assert plain.headers["vary"] == packed.headers["vary"] == "Accept-Encoding"
        again = pages.file(asking(**{"if-none-match": plain.headers["etag"]}), f"assets/{name}")
        assert (again.status_code, again.body) == (304, b"")
    font = pages.file(asking(**{"accept-encoding": "gzip"}), "assets/font.woff2")
    assert "content-encoding" not in font.headers
    (tmp_path / "assets" / "app.js").unlink()  # it was read when the server started
    assert pages.file(asking(), "assets/app.js").status_code == 200


def test_without_a_client_there_is_the_plain_page(tmp_path: Path) -> None:
    pages = Pages(tmp_path / "nothing")
    assert not pages.installed
    assert b"quarriors join http://x" in bytes(pages.page(asking(), "en", "http://x").body)


def test_every_refusal_has_a_sentence_in_both_languages() -> None:
    keys = [set(load(language, "server")["web"]["refuse"]) for language in LANGUAGES]
    assert keys[0] == keys[1]
    refusal = NotServed("too_fast", "too_fast", seconds=3)
    assert refusal.say("en") != refusal.say("it")
    assert "3" in str(refusal)


def test_every_status_is_explained() -> None:
    assert set(STATUS.values()) - {405} <= set(WHY)
