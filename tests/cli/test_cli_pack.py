"""`quarriors pack`, and `--pack` of the commands that play or read games."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from quarriors.cards.pack import read_pack
from quarriors.cli import serve
from quarriors.server.settings import Settings
from tests.packs.common import EXAMPLE, PACK, png, with_line

from .conftest import Run

WINTER = str(EXAMPLE)


@pytest.mark.parametrize("lang", ["en", "it"])
def test_a_new_pack_works_as_it_is(
    run: Run, lang: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = run("pack", "new", "Winter Fun", "--lang", lang)
    assert ran.code == 0
    assert "winter-fun.toml" in ran.out
    pack = read_pack(tmp_path / "winter-fun.toml")
    assert (pack.name, pack.added, pack.languages) == ("Winter Fun", ("Snow Fox",), (lang,))
    again = run("pack", "new", "Winter Fun", "--lang", lang)
    assert again.code == 2
    assert "winter-fun.toml" in again.err
    assert read_pack(tmp_path / "winter-fun.toml").id == pack.id


def test_names_that_no_pack_can_have(refused: Callable[..., str], tmp_path: Path) -> None:
    out = str(tmp_path / "pack.toml")
    assert "has no letters or digits" in refused("pack", "new", "?!", "--out", out)
    assert "use 1 to 60" in refused("pack", "new", "W" * 61, "--out", out)
    assert "can't be written" in refused("pack", "new", "W", "--out", str(tmp_path / "x" / "y"))


def test_a_card_is_written_as_it_is_to_be_corrected(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    assert run("pack", "fix", "Strong Boogieman", "--pack", str(path)).code == 0
    assert read_pack(path).corrected == ("Strong Boogieman",)
    assert run("pack", "fix", "Quake Dragon", "--pack", str(path)).code == 0
    assert read_pack(path).corrected == ("Strong Boogieman", "Quake Dragon")
    again = run("pack", "fix", "Quake Dragon", "--pack", str(path), "--lang", "it")
    assert again.code == 2
    assert "corregge già" in again.err


def test_pictures_are_named(run: Run, tmp_path: Path) -> None:
    (tmp_path / "pack.toml").write_text(PACK, "utf-8")
    (tmp_path / "snow-fox.png").write_bytes(png(40, 30))
    assert "Pictures: Snow Fox (40 x 30)." in run("pack", "show", str(tmp_path)).out
    told = json.loads(run("pack", "show", str(tmp_path), "--json").out)
    assert told["pictures"] == ["Snow Fox"]
    check = ("pack", "check", str(tmp_path), "--games", "0", "--planner", "0")
    assert run(*check).code == 0
    (tmp_path / "fox.png").write_bytes(png(40, 30))
    found = run(*check, "--lang", "it")
    assert found.code == 2
    assert "Immagini: Snow Fox (40 x 30)." in found.out
    assert "l'immagine fox.png non appartiene a nessuna carta" in found.err


def test_serve_takes_single_packs(
    run: Run, refused: Callable[..., str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    served: list[Settings] = []

    def keep(settings: Settings, *_others: object) -> bool:
        served.append(settings)
        return False

    monkeypatch.setattr(serve, "_run", keep)
    fox = tmp_path / "fox.toml"
    fox.write_text(PACK, "utf-8")
    options = ("serve", "--port", "0", "--database", str(tmp_path / "tables.sqlite"))
    assert run(*options, "--pack", WINTER, "--pack", str(fox)).code == 0
    assert served[0].pack_files == (WINTER, str(fox))
    assert "can't be read" in refused(*options, "--pack", str(tmp_path / "none.toml"))
    assert len(served) == 1


def test_a_pack_is_shown(run: Run) -> None:
    ran = run("pack", "show", WINTER, "--lang", "it")
    assert "Winter at the Quay 1.0" in ran.out
    assert "Folletto del Gelo Forte" in ran.out
    told = json.loads(run("pack", "show", WINTER, "--json").out)
    assert told["corrected"] == ["Scavenging Goblin", "Victory Incantation"]
    assert [card["name"] for card in told["cards"]][2] == "Growth Hymn"
    assert told["cards"][3]["pack"] == 'Corrected by the table\'s pack "Winter at the Quay".'


@pytest.mark.parametrize("lang", ["en", "it"])
def test_every_fault_has_its_line(run: Run, tmp_path: Path, lang: str) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(PACK.replace("cost = 3", "cost = 99").replace("quiddity", "gold"), "utf-8")
    ran = run("pack", "check", str(path), "--lang", lang)
    assert (ran.code, ran.out) == (2, "")
    lines = ran.err.splitlines()
    assert len(lines) == 2
    assert ["19" in lines[0], "26" in lines[1], "gain_glory" in lines[1]] == [True] * 3


def test_games_are_played_with_its_cards(run: Run) -> None:
    command = ("pack", "check", WINTER, "--games", "4", "--planner", "0", "--workers", "1")
    ran = run(*command, "--seed", "2")
    assert ran.code == 0
    assert "No faults. Games played: 4." in ran.out
    assert "Growth Hymn" in ran.out
    told = json.loads(run(*command, "--seed", "2", "--json").out)
    assert told["games"] == 4
    assert {line["card"] for line in told["cards"]} >= {"Growth Hymn", "Scavenging Goblin"}
    none = run("pack", "check", WINTER, "--games", "0", "--planner", "0")
    assert "No games were played" in none.out


def test_lines_that_never_worked_and_games_without_an_end(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "pack.toml"
    never = "when(DESTROYED, gain_glory(1), only_if=some(creatures(ME, class='Nobody')))"
    path.write_text(with_line(never), "utf-8")
    command = ("pack", "check", str(path), "--planner", "0", "--workers", "1", "--games")
    assert "Snow Fox, line 1 never worked: When you summon it" in run(*command, "3").out
    endless = "when(SUMMONED, each(creatures(ME), each(creatures(ME), gain_quiddity(1))))"
    path.write_text(with_line(endless), "utf-8")
    ran = run(*command, "3")
    assert ran.code == 2
    assert "a card would never end (rule 15.24)" in ran.err


def test_numbers_that_make_no_sense(refused: Callable[..., str]) -> None:
    assert "0 or more" in refused("pack", "check", WINTER, "--games", "-1")


def test_a_table_with_a_pack_and_its_code(run: Run, refused: Callable[..., str]) -> None:
    laid = run("wilds", "--pack", WINTER, "--seed", "3", "--include", "Inno della", "--json")
    told = json.loads(laid.out)
    assert "Growth Hymn" in [card["name"] for card in told["cards"]]
    again = run("wilds", "--pack", WINTER, "--code", told["code"], "--json")
    assert json.loads(again.out)["code"] == told["code"]
    assert "--pack" in refused("wilds", "--code", told["code"])
    assert "can't be read" in refused("wilds", "--pack", "gone.toml")


def test_cards_as_the_pack_has_them(run: Run) -> None:
    shown = run("cards", "Scavenging Goblin", "--pack", WINTER)
    assert 'Corrected by the table\'s pack "Winter at the Quay".' in shown.out
    assert run("cards", "Growth Hymn").code == 2


def test_games_with_a_pack_are_recorded_and_verified(
    run: Run, tmp_path: Path, refused: Callable[..., str]
) -> None:
    path = tmp_path / "games.jsonl"
    command = ("simulate", "-n", "2", "--workers", "1", "--seed", "1", "--include", "Growth Hymn")
    assert run(*command, "--pack", WINTER, "--out", str(path), "--cards").code == 0
    assert run("verify", str(path), "--pack", WINTER).code == 0
    assert run("replay", str(path), "--game", "1", "--pack", WINTER, "--to", "3").code == 0
    other = json.loads(path.read_text("utf-8").splitlines()[0])
    other["rules"]["packs"] = ["gone@1.0#0123456789abcdef"]
    path.write_text(json.dumps(other), "utf-8")
    assert "give its file with --pack FILE" in refused("replay", str(path))


def test_a_saved_game_brings_its_pack(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    seats = ("--seats", "random,random", "--seed", "1", "--plain")
    assert run("play", *seats, "--pack", WINTER, "--save", str(path)).code == 0
    assert "packs" in json.loads(path.read_text("utf-8"))
    assert run("verify", str(path)).code == 0


def test_bots_meet_with_a_pack(run: Run) -> None:
    bots = ("--bots", "random,random:seed=5", "--games", "2", "--workers", "1", "--json")
    told = json.loads(run("arena", *bots, "--pack", WINTER).out)
    assert told["rules"]["packs"] == [read_pack(WINTER).id]


@pytest.mark.parametrize("part", ["new", "check", "show", "fix"])
def test_every_part_is_taught_in_both_languages(run: Run, part: str) -> None:
    english = run("pack", part, "--help")
    assert f"quarriors pack {part}" in english.out.partition("Examples:")[2]
    for words in (("pack", part, "--help", "--lang", "it"), ("--lang=it", "pack", part, "--help")):
        italian = run(*words)
        assert (italian.code, italian.err) == (0, "")
        assert "Mostra questo aiuto." in italian.out
        assert "Esempi:" in italian.out
    assert "Cards added" in run("--lang", "en", "pack", "show", WINTER).out
    assert "Carte aggiunte" in run("pack", "--lang", "it", "show", WINTER).out
