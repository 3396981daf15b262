"""Packs over HTTP: texts that are checked, folders of packs, tables that play with them."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from quarriors.cards.pack import read_pack
from quarriors.remote import calls
from quarriors.remote.address import read_address
from quarriors.remote.bot import game_of
from quarriors.server.web.packs import read_offer
from tests.packs.common import PACK as FOX
from tests.packs.common import png
from tests.server.web.helpers import Running, quick, running

WINTER = (Path(__file__).parents[3] / "examples" / "packs" / "winter.toml").read_text("utf-8")
GOBLIN = "Scavenging Goblin"
BOT = {"kind": "bot", "bot": "greedy"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a pack, a broken one, and something else."""
    there = tmp_path_factory.mktemp("packs")
    (there / "winter.toml").write_text(WINTER, "utf-8")
    (there / "broken.toml").write_text(WINTER.replace("cost = 3", "cost = -3"), "utf-8")
    (there / "notes.txt").write_text("not a pack", "utf-8")
    fox = there / "fox"
    fox.mkdir()
    (fox / "pack.toml").write_text(FOX, "utf-8")
    (fox / "snow-fox.png").write_bytes(png(4, 3))
    (fox / "broken.png").write_text("no picture", "utf-8")
    return there


@pytest.fixture(scope="module")
def there(tmp_path_factory: pytest.TempPathFactory, folder: Path) -> Any:
    database = str(tmp_path_factory.mktemp("web") / "tables.sqlite")
    settings = quick(database=database, packs=str(folder), own_packs=True, checks_per_minute=10**6)
    with running(settings) as server:
        yield server


def check(there: Running, text: str, lang: str = "en") -> dict[str, Any]:
    """What the server says of a text."""
    answer = there.http.post(f"/api/packs/check?lang={lang}", json={"text": text})
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def test_a_pack_is_told_with_its_cards(there: Running) -> None:
    told = check(there, WINTER)
    assert told["faults"] == []
    assert told["content"]["pack"]["name"] == told["pack"]["name"] == "Winter at the Quay"
    cards = {card["name"]: card for card in told["pack"]["cards"]}
    assert set(cards) == {*told["pack"]["added"], *told["pack"]["corrected"]}
    assert cards[GOBLIN]["cost"] == 2
    assert "Winter at the Quay" in cards[GOBLIN]["pack"]
    assert cards["Frost Sprite"]["letter"] not in {
        card["letter"] for card in there.http.get("/api/cards").json()["cards"]
    }


@pytest.mark.parametrize(("lang", "word"), [("en", "did you mean"), ("it", "volevi dire")])
def test_faults_have_their_place(there: Running, lang: str, word: str) -> None:
    text = WINTER.replace("gain_quiddity(1)", "gain_quidity(1)")
    at = text[: text.index("gain_quidity")]
    (fault,) = check(there, text, lang)["faults"]
    assert (fault["line"], fault["column"]) == (at.count("\n") + 1, len(at) - at.rindex("\n"))
    assert fault["code"] == "unknown_word"
    assert word in fault["text"]
    assert "pack.toml" not in fault["text"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "winter.toml",
        "/etc/passwd",
        "[pack",
        "a = " + "[" * 5_000,
        "x = " + "9" * 4_000,
        "x = nan\ny = 2020-01-01",
        "[[card]]\nname = 3",
        WINTER.replace("Frost Sprite", "Frost\u202eSprite"),
        WINTER.replace("gain_quiddity(1)", "__import__('os').system('true')"),
        WINTER.replace("gain_quiddity(1)", "(" * 10_000),
        "\x00\ud7ff",
    ],
)  # fmt: skip
def test_hostile_texts_are_refused_in_words(there: Running, text: str) -> None:
    told = check(there, text)
    assert told["faults"]
    assert all(fault["text"] for fault in told["faults"])
    assert told.get("pack") is None


def test_too_large_and_too_fast(tmp_path: Path) -> None:
    settings = quick(
        database=str(tmp_path / "tables.sqlite"), pack_bytes=2_000, checks_per_minute=2
    )
    with running(settings) as there:
        sent = {"text": "#" * 2_000}
        assert there.http.post("/api/packs/check", json=sent).status_code == 413
        codes = [there.http.post("/api/packs/check", json={"text": "#"}) for _ in range(3)]
        assert [answer.status_code for answer in codes] == [200, 200, 429]
        assert int(codes[2].headers["retry-after"]) > 0
        # Nobody may bring a pack here, nor a trial.
        assert there.http.get("/api/packs").json() == {"packs": [], "own": False}
        for more in ({"packs": ["#"]}, {"setup": {"seats": [{}, BOT], "trial": GOBLIN}}):
            body = {"setup": {"seats": [{}, BOT]}, "name": "Ada", **more}
            refused = there.http.post("/api/tables", json=body)
            assert (refused.status_code, refused.json()["code"]) == (403, "off")


def test_the_folder_leaves_out_what_is_faulty(
    there: Running, folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    told = there.http.get("/api/packs").json()
    assert told["own"] is True
    assert [pack["id"] for pack in told["packs"]] == sorted(
        (read_pack(WINTER).id, read_pack(FOX).id)
    )
    table = there.make_table(packs=[read_pack(WINTER).id])["table"]
    assert there.http.get(f"/api/tables/{table}/packs").json()["packs"][0]["corrected"]
    with caplog.at_level(logging.WARNING):
        assert len(read_offer(str(folder)).packs) == 2
    assert "broken.toml" in caplog.text
    assert "broken.png is no png picture" in caplog.text
    assert "line" in caplog.text


def test_pictures_are_served_by_their_hash(there: Running) -> None:
    table = there.make_table(packs=[read_pack(FOX).id, read_pack(WINTER).id])["table"]
    (fox,) = there.http.get(f"/api/tables/{table}/packs").json()["packs"][0]["cards"]
    listed = {
        card["name"]: card.get("picture")
        for pack in there.http.get("/api/packs").json()["packs"]
        for card in pack["cards"]
    }
    assert listed["Snow Fox"] == fox["picture"]
    assert listed["Frost Sprite"] == ""
    assert re.fullmatch(r"/api/packs/pictures/[0-9a-f]{32}\.png", fox["picture"])
    shown = there.http.get(fox["picture"])
    assert (shown.status_code, shown.content) == (200, png(4, 3))
    for name, value in {
        "content-type": "image/png",
        "cache-control": "public, max-age=31536000, immutable",
        "x-content-type-options": "nosniff",
    }.items():
        assert shown.headers[name] == value
    assert "default-src 'none'" in shown.headers["content-security-policy"]
    again = there.http.get(fox["picture"], headers={"If-None-Match": shown.headers["etag"]})
    assert again.status_code == 304
    for name in ("0" * 32 + ".png", "snow-fox.png", "..%2fpack.toml", "pack.toml"):
        refused = there.http.get(f"/api/packs/pictures/{name}")
        assert refused.status_code == 404
        assert refused.json()["code"] == "no_page"


def test_packs_that_add_the_same_make_no_table(there: Running) -> None:
    text = FOX.replace("Snow Fox", "Frost Sprite")
    body = {
        "setup": {"seats": [{}, BOT], "packs": [read_pack(WINTER).id]}, "name": "Ada",
        "packs": [text],
    }  # fmt: skip
    refused = there.http.post("/api/tables?lang=it", json=body)
    assert refused.status_code == 422
    said = refused.json()["text"]
    assert "Questi pacchetti non si possono usare insieme" in said
    assert read_pack(WINTER).id in said
    assert read_pack(text).id in said


def test_single_packs_are_offered_besides_the_folder(folder: Path, tmp_path: Path) -> None:
    again = tmp_path / "fox.toml"  # the same pack without its picture
    again.write_text(FOX, "utf-8")
    offer = read_offer("", [str(again), str(folder / "winter.toml"), str(folder / "fox")])
    assert {pack.id for pack in offer.packs} == {read_pack(WINTER).id, read_pack(FOX).id}
    assert [one.media for one in offer.files.values()] == ["image/png"]


def test_an_entry_to_correct(there: Running) -> None:
    told = there.http.get("/api/packs/entry", params={"card": GOBLIN}).json()
    assert (told["set"], told["die_set"]) == ("base", "base")
    assert told["card"]["name"] == told["die"]["class"] == GOBLIN
    assert all(line["does"] for line in told["card"]["line"])
    later = there.http.get("/api/packs/entry", params={"card": "Chaos Cantrip"})
    assert later.status_code in (200, 422)
    assert there.http.get("/api/packs/entry", params={"card": "Nobody"}).status_code == 422


@pytest.mark.parametrize("packs", [["no-such@1#0000000000000000"], ["winter.toml"]])
def test_unknown_packs_are_refused(there: Running, packs: list[str]) -> None:
    body = {"setup": {"seats": [{}, BOT], "packs": packs}, "name": "Ada"}
    refused = there.http.post("/api/tables", json=body)
    assert refused.status_code == 422
    assert read_pack(WINTER).id in refused.json()["text"]


def test_a_faulty_pack_makes_no_table(there: Running) -> None:
    body = {"setup": {"seats": [{}, BOT]}, "name": "Ada", "packs": ["[pack]"]}
    refused = there.http.post("/api/tables?lang=it", json=body)
    assert refused.status_code == 422
    assert "riga" in refused.json()["text"]


def test_a_table_with_a_pack_survives_a_restart(tmp_path: Path) -> None:
    """From a brought pack to a verified record, with the server restarted in the middle."""
    settings = quick(database=str(tmp_path / "tables.sqlite"), own_packs=True)
    setup = {"seats": [{}, BOT], "wilds": ["Frost Sprite"], "trial": "Frost Sprite", "goal": 2}
    with running(settings) as first:
        text = f"# mine\n{WINTER}"  # says the same as another that was read before
        body = {"setup": setup, "name": "Ada", "packs": [text]}
        seat = first.http.post("/api/tables", json=body).json()
        facts = first.http.get(f"/api/tables/{seat['table']}").json()
        assert facts["setup"]["packs"] == [read_pack(WINTER).id]
        (pack,) = first.http.get(f"/api/tables/{seat['table']}/packs").json()["packs"]
        assert pack["text"] == text

        async def begin() -> dict[str, Any]:
            async with first.seat(seat["table"], seat["token"]) as talk:
                # Terminals and programs elsewhere play with the packs of the table too.
                address = read_address(first.url).at(seat["table"])
                assert [one.id for one in await calls.packs(address, "en")] == [pack["id"]]
                if talk.table["prompt"] is not None:
                    found = game_of(await calls.position(address, seat["token"], "en"))
                    assert len(found.decision.options) == len(talk.table["prompt"]["options"])
                return talk.table

        view = asyncio.run(begin())["view"]
    assert "Frost Sprite" in json.dumps(view["seats"][0])  # its die lies in the bag, or is drawn
    with running(settings) as again:

        async def play() -> dict[str, Any]:
            async with again.seat(seat["table"], seat["token"], "it") as talk:
                return await talk.play(1)

        assert asyncio.run(play())["view"]["result"] is not None
        head = {"Authorization": f"Bearer {seat['token']}"}
        where = f"/api/tables/{seat['table']}"
        assert again.http.get(f"{where}/summary", headers=head).status_code == 200
        assert again.http.get(f"{where}/replay?lang=it", headers=head).status_code == 200
        record = again.http.get(f"{where}/record", headers=head).json()
    assert {read_pack(one).id for one in record["packs"].values()} == {pack["id"]}
    file = tmp_path / "record.json"
    file.write_text(json.dumps(record), "utf-8")
    verify = [
        sys.executable,
        "-m",
        "quarriors.cli.main",
        "verify",
        str(file),
    ]  # a process without the pack
    assert subprocess.run(verify, check=False, capture_output=True).returncode == 0
