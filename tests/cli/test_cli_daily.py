"""`quarriors daily`: one try at a date, kept and continued; result, calendar and record."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from quarriors.cli.daily import month_lines
from quarriors.text import Texts
from tests.cli.conftest import Ran, Run

DATE = "2026-11-18"
FIRST_OR_SECOND = "1\n2\n" * 400


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty data folder; where the tries of this test are."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tmp_path / "quarriors" / "daily"


Play = Callable[..., Ran]


@pytest.fixture
def play(run: Run, home: Path, monkeypatch: pytest.MonkeyPatch) -> Play:
    """Run the command with something typed."""

    def go(typed: str, *options: str, date: str = DATE) -> Ran:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        return run("daily", "--date", date, "--plain", *options)

    return go


def test_a_date_is_played_once_and_then_shown(play: Play, run: Run, home: Path) -> None:
    first = play(FIRST_OR_SECOND)
    assert first.code == 0, first.err
    assert first.out.startswith(f"Daily #322, {DATE}: you against Bruno.\n")
    lines = first.out.splitlines()
    at = lines.index(f"Quarriors! daily #322 · {DATE}")
    assert len(lines[at : lines.index("", at)]) == 5
    assert lines[at + 4] == f"quarriors daily --date {DATE}"
    assert "18×" in first.out
    kept = (home / f"{DATE}.json").read_bytes()
    second = play(FIRST_OR_SECOND)
    assert second.out.startswith("You've played this one already.")
    assert lines[at : at + 5] == second.out.splitlines()[2:7]
    assert (home / f"{DATE}.json").read_bytes() == kept
    checked = run("verify", str(home / f"{DATE}.json"))
    assert checked.code == 0
    assert f"The daily of {DATE}: the table and the dice follow from the date" in checked.out
    assert "no numbers of players" not in checked.out


def test_a_try_that_was_left_goes_on_as_it_was(play: Play, home: Path) -> None:
    whole = play(FIRST_OR_SECOND)
    finished = json.loads((home / f"{DATE}.json").read_text("utf-8"))
    (home / f"{DATE}.json").unlink()
    left = play("1\n2\n1\n2\n1\n2\nq\n")
    assert "The game is kept; the same command continues it." in left.out
    assert "18…" in left.out
    kept = json.loads((home / f"{DATE}.json").read_text("utf-8"))
    assert kept["result"] is None
    assert kept["daily"] == DATE
    mine = [entry for entry in kept["decisions"] if entry["seat"] == 0]
    assert len(mine) == 6
    again = play(FIRST_OR_SECOND)
    assert "it continues where you left it" in again.out
    resumed = json.loads((home / f"{DATE}.json").read_text("utf-8"))
    assert resumed["decisions"] == finished["decisions"]  # the same answers, so the same game
    assert whole.out.splitlines()[-12:] == again.out.splitlines()[-12:]


def test_what_is_taken_back_is_taken_back_in_the_file(play: Play, home: Path) -> None:
    play("q\n")
    before = json.loads((home / f"{DATE}.json").read_text("utf-8"))["decisions"]
    once = play("1\nq\n")
    assert "it continues where you left it" in once.out
    (home / f"{DATE}.json").unlink()
    play("1\nu\nq\n")
    after = json.loads((home / f"{DATE}.json").read_text("utf-8"))["decisions"]
    assert after == before


def test_the_end_of_the_input_keeps_the_try(play: Play, home: Path) -> None:
    ran = play("1\n")
    assert ran.code == 0
    assert json.loads((home / f"{DATE}.json").read_text("utf-8"))["result"] is None


def test_italian_and_the_weekend(play: Play) -> None:
    ran = play("q\n", "--lang", "it", date="2026-11-22")
    assert ran.out.startswith(
        "Partita del giorno n. 326, 2026-11-22: tu contro Orsino, con carte di Light vs. Dark.\n"
    )
    assert "Novembre 2026" in ran.out
    assert "lu  ma  me  gi  ve  sa  do" in ran.out


@pytest.mark.parametrize("date", ["2026-02-30", "yesterday", "", "1999-12-31", "2026-11-18x"])
def test_bad_dates_are_refused(refused: Callable[..., str], home: Path, date: str) -> None:
    assert "2026" in refused("daily", "--date", date)
    assert not home.exists()


def test_a_bad_adviser_is_refused(refused: Callable[..., str], home: Path) -> None:
    assert "nobody" in refused("daily", "--date", DATE, "--hint", "nobody")
    assert not home.exists()


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("{}", "holds another game than the daily of 2026-11-18"),
        ("[1, 2]", "holds another game"),
        ('{"daily": "2026-11-17"}', "holds another game"),
        ('{"daily": "2026-11-18"}', "can't be continued"),
        ('{"daily": "2026-1', "can't be continued"),
        ("", "can't be continued"),
    ],
)
def test_a_file_that_is_no_try_is_left_alone(
    refused: Callable[..., str], home: Path, content: str, said: str
) -> None:
    home.mkdir(parents=True)
    path = home / f"{DATE}.json"
    path.write_text(content)
    assert said in refused("daily", "--date", DATE)
    assert path.read_text() == content


def test_a_folder_that_cannot_be_made_is_said(refused: Callable[..., str], home: Path) -> None:
    home.parent.write_text("in the way")
    assert "can't be kept in" in refused("daily", "--date", DATE, "--plain")


def test_a_table_that_is_not_of_its_date_is_found(play: Play, run: Run, home: Path) -> None:
    """The seed alone does not make a daily: rules, Wilds and first player belong to it."""
    from quarriors.daily import daily_of
    from quarriors.engine.rules import Rules
    from quarriors.game import new_game
    from quarriors.record.files import save
    from quarriors.record.write import with_date, write_record

    home.mkdir(parents=True)
    game = new_game(Rules(goal=5), daily_of(DATE).seed)
    save(with_date(write_record(game, seats=["human", "bruno"]), DATE), home / "forged.json")
    ran = run("verify", str(home / "forged.json"))
    assert ran.code == 2
    assert f"This isn't the table of the daily of {DATE}" in ran.err


def test_the_calendar_has_a_sign_for_every_try(home: Path) -> None:
    home.mkdir(parents=True)
    for day, content in {
        "01": '{"result": {"winners": [0]}}', "02": '{"result": {"winners": [1]}}',
        "03": '{"result": null}', "04": "broken", "05": "[]",
    }.items():  # fmt: skip
        (home / f"2026-06-{day}.json").write_text(content)
    lines = month_lines("2026-06-30", home, Texts("en"))
    assert lines[0] == "June 2026"
    assert lines[2] == " 1★  2×  3…  4?  5?  6   7"
    assert lines[6] == "29  30"
    assert lines[-1] == "★ won   × lost   … begun"
