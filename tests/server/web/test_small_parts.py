"""Languages, logs, pages and origins: what can be tested without a server."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from quarriors.server.web import logs
from quarriors.server.web.answers import STATUS, NotServed
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
    for name in (logs.ROOT, "uvicorn", "uvicorn.error"):
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


# --- origins and hosts --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("origin", "host", "fine"),
    [
        (None, "example.org", True),  # a program
        ("https://example.org", "example.org", True),
        ("http://127.0.0.1:8000", "127.0.0.1:8000", True),
        ("http://127.0.0.1:8001", "127.0.0.1:8000", False),
        ("https://evil.example", "example.org", False),
        ("https://club.example", "inner:8000", True),  # the public address
        ("http://club.example", "inner:8000", False),
        ("null", "example.org", False),
        ("null", "", False),
        ("", "", False),
        ("https://example.org.evil.example", "example.org", False),
        ("https://EXAMPLE.org", "example.ORG", True),
    ],
)
def test_pages_of_strangers_may_not_connect(origin: str | None, host: str, fine: bool) -> None:
    assert may_connect(origin, host, [origin_of("https://club.example/q/")]) is fine


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
    script = pages.file("assets/app.1234.js")
    assert script.headers["content-type"].startswith("text/javascript")
    assert "immutable" in script.headers["cache-control"]
    assert pages.page("en", "").body == b"<!doctype html>"
    with pytest.raises(KeyError):
        pages.file("../secret")


def test_without_a_client_there_is_the_plain_page(tmp_path: Path) -> None:
    pages = Pages(tmp_path / "nothing")
    assert not pages.installed
    assert b"quarriors join http://x" in bytes(pages.page("en", "http://x").body)


def test_every_refusal_has_a_sentence_in_both_languages() -> None:
    keys = [set(load(language, "server")["web"]["refuse"]) for language in LANGUAGES]
    assert keys[0] == keys[1]
    refusal = NotServed("too_fast", "too_fast", seconds=3)
    assert refusal.say("en") != refusal.say("it")
    assert "3" in str(refusal)


def test_every_status_is_explained() -> None:
    assert set(STATUS.values()) - {405} <= set(WHY)
