"""What goes with a link: its QR code, a picture of the table, previews; and what is not in them."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from html import unescape
from typing import Any

import httpx
import pytest
import segno

from quarriors.server.web import invitation
from quarriors.view.svg import PREVIEW

from .helpers import Running, quick, running

PNG = b"\x89PNG\r\n\x1a\n"


def _tags(page: str) -> dict[str, str]:
    found = re.findall(
        r'<meta (?:property|name)="((?:og|twitter):[\w:]+)" content="([^"]*)">', page
    )
    return {name: unescape(text) for name, text in found}


def _page(there: Running, table: str, **headers: str) -> httpx.Response:
    return there.http.get(f"/t/{table}", headers={"Accept": "text/html", **headers})


def test_the_code_is_that_of_the_link(there: Running) -> None:
    made = there.make_table()
    answer = there.http.get(f"/api/tables/{made['table']}/code.svg")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "image/svg+xml"
    root = ET.fromstring(answer.text)
    side = segno.make(made["link"], micro=False).symbol_size(border=invitation.CODE_BORDER)[0]
    assert root.attrib["viewBox"] == f"0 0 {side} {side}"
    assert answer.content == invitation._code(made["link"])
    again = there.http.get(
        f"/api/tables/{made['table']}/code.svg", headers={"If-None-Match": answer.headers["etag"]}
    )
    assert again.status_code == 304


def test_pictures_show_what_a_watcher_sees(there: Running) -> None:
    made = there.make_table("Ada <b>", language="it")
    waiting = there.http.get(f"/api/tables/{made['table']}/picture.svg")
    assert ET.fromstring(waiting.text).attrib["viewBox"] == f"0 0 {PREVIEW[0]} {PREVIEW[1]}"
    assert "Ada" not in waiting.text  # an example, as long as there is no game
    there.join(made["table"], "Bo")
    playing = there.http.get(f"/api/tables/{made['table']}/picture.svg").text
    ET.fromstring(playing)
    assert "Ada &lt;b&gt;" in playing
    assert "1. " not in playing  # what is asked is the player's business
    png = there.http.get(f"/api/tables/{made['table']}/picture.png")
    assert png.headers["content-type"] == "image/png"
    assert png.content.startswith(PNG)
    assert int.from_bytes(png.content[16:20]) == PREVIEW[0]
    assert int.from_bytes(png.content[20:24]) == PREVIEW[1]


def test_a_table_that_nobody_may_watch_shows_an_example(there: Running) -> None:
    made = there.make_table("Quentina", watch=False)
    there.join(made["table"], "Zebedeo")
    picture = there.http.get(f"/api/tables/{made['table']}/picture.svg").text
    assert "Quentina" not in picture
    assert "Zebedeo" not in picture


def test_pictures_are_drawn_once_and_only_the_last_are_kept(
    there: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(invitation, "PICTURES_KEPT", 2)
    drawn: list[str] = []
    code = invitation._code
    monkeypatch.setattr(invitation, "_code", lambda link: drawn.append(link) or code(link))  # type: ignore[func-returns-value]
    made = [there.make_table() for _ in range(4)]
    for one in made:
        for _ in range(2):
            assert there.http.get(f"/api/tables/{one['table']}/code.svg").status_code == 200
    assert drawn == [one["link"] for one in made]
    assert len(there.server.context.pictures) == 2


def test_previews_say_who_invites_in_the_language_of_the_table(there: Running) -> None:
    made = there.make_table('Ada "Q"', language="it")
    page = _page(there, made["table"], **{"Accept-Language": "en"})
    tags = _tags(page.text)
    assert tags["og:title"] == 'Ada "Q" ti invita a una partita a Quarriors!'
    assert tags["og:url"] == made["link"]
    assert tags["og:image"] == f"{there.url}/api/tables/{made['table']}/picture.png"
    assert tags["twitter:card"] == "summary_large_image"
    assert there.http.get(tags["og:image"]).content.startswith(PNG)
    assert made["token"] not in page.text
    there.join(made["table"], "Bo")
    assert _tags(_page(there, made["table"]).text)["og:title"].endswith('Ada "Q", Bo')
    replay = there.http.get(f"/r/{made['table']}", headers={"Accept": "text/html"})
    assert _tags(replay.text)["og:url"].endswith(f"/r/{made['table']}")


def test_other_pages_and_unknown_tables_have_no_preview(there: Running) -> None:
    for path in ("/", "/new", "/t/abcdefghijklmnop", "/t/.."):
        page = there.http.get(path, headers={"Accept": "text/html"})
        assert "og:title" not in page.text, path


def test_without_the_extra_there_is_no_png_and_none_is_promised(
    there: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(invitation, "RASTER", "no_such_package")
    made = there.make_table()
    answer = there.http.get(f"/api/tables/{made['table']}/picture.png")
    assert (answer.status_code, answer.json()["code"]) == (403, "off")
    assert "quarriors[pictures]" in answer.json()["text"]
    tags = _tags(_page(there, made["table"]).text)
    assert "og:image" not in tags
    assert tags["twitter:card"] == "summary"


@pytest.mark.parametrize("what", ["code.svg", "picture.svg", "picture.png"])
def test_there_is_nothing_of_a_table_that_does_not_exist(there: Running, what: str) -> None:
    assert there.http.get(f"/api/tables/abcdefghijklmnop/{what}").status_code == 404


def test_links_are_those_by_which_others_reach_the_server(tmp_path: Any) -> None:
    settings = quick(database=str(tmp_path / "t.sqlite"), public_url="http://192.168.7.5:7733")
    with running(settings) as server:
        server.http.base_url = httpx.URL(
            f"http://127.0.0.1:{server.server.servers[0].sockets[0].getsockname()[1]}"
        )
        made = server.make_table()
        assert made["link"].startswith("http://192.168.7.5:7733/t/")
        code = server.http.get(f"/api/tables/{made['table']}/code.svg").content
        assert code == invitation._code(made["link"])
