"""All sets through the command line: played, simulated, replayed, verified, in both languages."""

from __future__ import annotations

import json
import re
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from quarriors.cli.play import Match, read_chairs
from quarriors.cli.screens import RichScreen
from quarriors.engine.rng import Dealer
from quarriors.game import Game
from quarriors.testing import Position
from quarriors.text import Texts
from tests.extent import daily

from .conftest import Ran, Run

SETS = [
    "base,rise_of_the_demons",
    "base,quarmageddon",
    "base,quest_of_the_qladiator",
    "base,quartifacts",
    "light_vs_dark",
    "base,promos",
    "all",
]

# Every set in both languages; every day each in one of them, by turns.
GAMES = [(sets, ("en", "it")[(at + more) % 2])
         for at, sets in enumerate(SETS) for more in range(daily(1, 2))]  # fmt: skip


def keys(seed: int, count: int = 8000) -> str:
    """Numbers from 1 to 4, one a line."""
    dealer = Dealer(seed, "keys")
    return "".join(f"{dealer.below(4) + 1}\n" for _ in range(count))


@pytest.fixture
def play(run: Run, monkeypatch: pytest.MonkeyPatch) -> Run:
    """`quarriors play` with what somebody types."""

    def go(*arguments: str, typed: str = "q\nn\n") -> Ran:
        monkeypatch.setattr("sys.stdin", StringIO(typed))
        return run("play", *arguments)

    return go


# --- playing -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("sets", "language"), GAMES)
def test_games_to_their_end_in_plain_lines(play: Run, sets: str, language: str) -> None:
    seats = "human=Anna,random,human=Bruno" if sets == "all" else "human=Anna,random"
    options = ("--sets", sets, "--seats", seats, "--seed", "12", "--lang", language, "--plain")
    ran = play(*options, typed=keys(3))
    assert ran.code == 0, ran.err
    assert ran.err == ""
    wins = {"en": "(wins|share the victory): ", "it": "(Vince|Vincono insieme) "}[language]
    assert re.search(wins, ran.out)
    assert "{" not in ran.out
    assert not re.search("[\u2500-\u257f\x1b]", ran.out)
    assert language == "it" or ran.out.isascii()


def test_rules_of_sets_are_told_at_the_start(play: Run) -> None:
    out = play("--sets", "all", "--seed", "1").out
    assert "Quests are played: " in out
    assert "the goal is 25 Glory" in out
    assert "The Light vs. Dark rules are on: " in out
    assert "House rule" not in out
    out = play("--sets", "all", "--seed", "1", "--modules", "quests").out
    assert "House rule: the Light vs. Dark rules are turned off (rule 15.11)." in out
    assert "(qultimate; house rule: without the Light vs. Dark rules)" in out
    out = play("--sets", "base,quartifacts", "--modules", "none", "--lang", "it").out
    assert "Regola della casa: le quest sono disattivate (sezione 12)." in out
    out = play("--seed", "1").out
    assert "Quests" not in out


def test_help_in_a_game_knows_the_new_things(play: Run) -> None:
    typed = "?\n? quartifact\n? hunt for exqualibur\n? 13.6\n? locked area\nq\nn\n"
    out = play("--sets", "all", "--seed", "1", typed=typed).out
    assert "Light Q1 and Dark Q1 are Light and Dark Quiddity" in out
    assert "Quartifact: A face of a quest die" in out
    assert "Hunt for Exqualibur (quest), level 2" in out
    assert "Earns 3 Glory when it is completed." in out
    assert "Rule 13.6: Anchored spells" in out
    assert "Locked Area: The place for one locked die" in out
    assert "Light Q1 and Dark Q1" not in play("--seed", "1", typed="?\nq\nn\n").out


def test_a_code_brings_its_sets_and_rules(play: Run, run: Run) -> None:
    table = json.loads(run("wilds", "--sets", "all", "--players", "3", "--json").out)
    seats = ("--seats", "human,random,random")
    out = play("--code", table["code"], *seats).out
    for card in table["cards"]:
        assert card["name"] in out
    assert "the goal is 19 Glory" in out


def test_mixes_favour_a_set(play: Run, run: Run) -> None:
    options = ("--sets", "base,promos", "--mix", "two_scoops", "--feature", "promos")
    table = json.loads(run("wilds", *options, "--seed", "6", "--json").out)
    out = play(*options, "--seed", "6").out
    for card in table["cards"]:
        assert f"{card['name']}: cost " in out


# --- in a terminal -----------------------------------------------------------------------------


class Terminal(RichScreen):
    """A terminal of fixed size that remembers what it showed."""

    def __init__(self, width: int, *, signs: bool = True) -> None:
        self.file = StringIO()
        console = Console(
            file=self.file, width=width, height=60, force_terminal=True, color_system="standard",
            legacy_windows=False, highlight=False,
        )  # fmt: skip
        super().__init__(console)
        self.signs = signs

    def prompt(self, text: str) -> str:
        raise EOFError

    @property
    def text(self) -> str:
        """What is on the paper, without colours."""
        return re.sub(r"\x1b\[[0-9;]*m", "", self.file.getvalue())


def everything() -> Game:
    position = (
        Position(3, sets=["all"], wilds=["Strong Witching Hag", "Greater Archangel"])
        .ready(0, "Strong Witching Hag@C1:3/3", "Hunt for Tri-Clops Skull@QF:Ruby Eye")
        .locked(1, "Frost Howler")
        .quest(1, "Hunt for Holy Quail", "Strong Witching Hag@C2:4/5")
        .attached(1, "Hunt for Holy Quail@QF:Holy Quail", 1, "Strong Witching Hag")
        .active(0, "Greater Archangel@L2", "Large Quiddity@D2")
    )
    return position.start("ready").game


@pytest.mark.parametrize("width", [80, 120])
@pytest.mark.parametrize("signs", [True, False])
@pytest.mark.parametrize("language", ["en", "it"])
def test_the_terminal_shows_it_all(language: str, signs: bool, width: int) -> None:
    screen = Terminal(width, signs=signs)
    chairs = read_chairs("human=Anna,human=Bruno,human=Carla")
    match = Match(everything(), chairs, Texts(language), screen, None)
    match._show()
    screen.table(match.timeline.game.observe(0), match.speech)
    text = " ".join(screen.text.split())
    english = language == "en"
    for words in (
        "Locked Area:",
        "Quest Area:",
        "Holy Quail" if english else "Sacra Quaglia",
        "Ruby Eye" if english else "Occhio di Rubino",
        "Hunt for Holy Quail: level 1, 2 Glory" if english else "livello 1, 2 punti Gloria",
        "2 Light Quiddity and 2 Dark Quiddity"
        if english
        else "2 Quiddity di Luce e 2 Quiddity di Tenebra",
        "Anchored spells, one per turn:" if english else "Incantesimi ancorati, uno per turno:",
        "2x Large Quiddity" if english else "2x Quiddity Grande",
        "8☀/9Q" if signs else "8L/9Q",
        "☀2" if signs else ("Light Q2" if english else "Q2 di Luce"),
        "⊠" if signs else ("lock" if english else "lucchetto"),
    ):
        assert words in text
    assert all(len(line) <= width for line in screen.text.splitlines())
    assert ("☀" in screen.text) == signs


# --- records -----------------------------------------------------------------------------------


@pytest.mark.parametrize("sets", SETS)
def test_simulated_games_can_be_verified_and_replayed(run: Run, sets: str, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    options = ("-n", "2", "--seed", "4", "--workers", "1", "--seats", "random,random,random")
    ran = run("simulate", *options, "--sets", sets, "--out", str(path), "--snapshots")
    assert ran.code == 0, ran.err
    checked = run("verify", str(path))
    assert checked.code == 0
    assert checked.out.count("OK; ") == 2
    shown = run("replay", str(path), "--game", "2", "--lang", "it")
    assert shown.code == 0
    assert "{" not in shown.out
    assert "(regola " in shown.out
    part = run("replay", str(path), "--game", "1", "--to", "25")
    assert part.code == 0
    assert "Quarriors! (qultimate)" in part.out


def test_a_game_with_everything_is_saved_and_gone_on_with(play: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    start = ("--sets", "all", "--seed", "9", "--modules", "quests", "--save", str(path))
    assert play(*start, typed=keys(2, 60)).code == 0
    ran = play("--load", str(path), typed=keys(4))
    assert ran.code == 0, ran.err
    assert "House rule: the Light vs. Dark rules are turned off" in ran.out
    assert re.search("(wins|share the victory): ", ran.out)
