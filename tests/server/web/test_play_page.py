"""The page without a server: its host answers as a server does, and a server offers it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from quarriors.local.host import LocalHost
from tests.local.helpers import Page
from tests.server.web.helpers import Running, quick, running

PACK = Path(__file__).parents[3] / "examples" / "packs" / "winter.toml"


@pytest.fixture(scope="module")
def there(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    folder = tmp_path_factory.mktemp("play")
    for name, text in {
        "index.html": "<html lang='en'></html>",
        "sw.js": "const x = 1;",
        "game-1/manifest.json": "{}",
    }.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    database = str(tmp_path_factory.mktemp("web") / "tables.sqlite")
    with running(quick(database=database, own_packs=True, play=str(folder))) as server:
        yield server


@pytest.fixture(scope="module")
def page() -> Page:
    return Page(LocalHost(lambda: 1_000.0))


WILDS = {"seed": 7, "players": 3, "sets": ["base", "quarmageddon"], "count": 2}
BAD = {"setup": {"seats": [{}, {"kind": "bot", "bot": "nobody"}]}, "name": "Ada"}


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        *(("GET", f"/api/{name}", None) for name in ("cards", "rules", "sets", "tutorial")),
        ("GET", "/api/achievements", None),
        ("GET", "/api/daily?date=2026-11-18", None),
        ("GET", "/api/daily?date=never", None),
        ("GET", "/api/packs", None),
        ("GET", "/api/packs/entry?card=Portal", None),
        ("GET", "/api/packs/entry?card=Nothing", None),
        ("GET", "/api/tables/none", None),
        ("GET", "/healthz", None),
        ("POST", "/api/wilds", WILDS),
        ("POST", "/api/wilds", {**WILDS, "sets": ["nothing"]}),
        ("POST", "/api/packs/check", {"text": PACK.read_text("utf-8")}),
        ("POST", "/api/packs/check", {"text": "[pack]\nname = 5\nborn = 1979-05-27\n[[card]]"}),
        ("POST", "/api/tables", BAD),
    ],
)
def test_a_page_is_answered_as_by_a_server(
    there: Running, page: Page, method: str, path: str, body: Any
) -> None:
    for language in ("en", "it"):
        sign = "&" if "?" in path else "?"
        answer = there.http.request(method, f"{path}{sign}lang={language}", json=body)
        status, found = page.ask(method, path, body, lang=language)
        assert (status, found) == (answer.status_code, answer.json())


def test_the_page_is_offered_with_all_its_files(there: Running) -> None:
    front = there.http.get("/play/")
    assert front.status_code == 200
    assert "'wasm-unsafe-eval'" in front.headers["content-security-policy"]
    assert there.http.get("/play").headers["location"] == "/play/"
    assert there.http.get("/play/sw.js").headers["cache-control"] == "no-cache"
    assert "immutable" in there.http.get("/play/game-1/manifest.json").headers["cache-control"]
    assert there.http.get("/play/nothing.js").status_code == 404
    assert there.http.get("/play/../settings.py").status_code == 404
    assert "wasm" not in there.http.get("/api/cards").headers["content-security-policy"]


def test_a_server_without_it_has_no_such_page(tmp_path: Path) -> None:
    with running(quick(database=str(tmp_path / "tables.sqlite"))) as server:
        assert server.http.get("/play/").status_code == 404
