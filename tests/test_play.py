"""`quarriors play`: whole games through its keyboard, in plain lines and in a terminal."""

from __future__ import annotations

import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path

import pytest
import typer
from rich.console import Console
from typer.testing import CliRunner, Result

from quarriors.cli.console import PlainConsole, make_console, rich_console
from quarriors.cli.play import Chair, Match, play_command, read_chair, read_chairs
from quarriors.cli.screens import RichScreen
from quarriors.engine.rng import Dealer
from quarriors.engine.rules import Rules
from quarriors.game import new_game
from quarriors.record.files import load, save
from quarriors.record.replay import replay
from quarriors.record.write import write_record
from quarriors.testing import Position
from quarriors.text import Texts

app = typer.Typer()
app.command()(play_command)
PATIENCE = 5.0  # seconds before a key is pressed again
WILDS = (
    "Scavenging Goblin,Ghostly Spirit,Witching Hag,Deathdealer,Warrior of the Quay,"
    "Devotee of the Holy Query,Defender of the Pale,Life Cantrip,Growth Charm,Death Cantrip"
)


def run(*options: str, keys: str = "") -> Result:
    """The command with what somebody types; no terminal, so it speaks in plain lines."""
    return CliRunner().invoke(app, list(options), input=keys)


def some_keys(seed: int, count: int = 4000) -> str:
    """Numbers from 1 to 3, one a line: any decision takes at least the first two."""
    dealer = Dealer(seed, "keys")
    return "".join(f"{dealer.below(3) + 1}\n" for _ in range(count))


# --- whole games ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "edition", "seats", "wins", "goal"),
    [
        ("en", "qultimate", "human=Anna,random", " wins: ", "(rule "),
        ("it", "original-it", "human=Anna,human=Bruno,random", "Vince ", "(regola "),
        ("en", "original", "human,random,random,random", " wins: ", "(rule "),
        ("it", "revised", "random,human", "Vince ", "(regola "),
    ],
)
def test_a_game_to_its_end(language: str, edition: str, seats: str, wins: str, goal: str) -> None:
    done = run(
        "--seats", seats, "--edition", edition, "--lang", language, "--seed", "8",
        keys=some_keys(8),
    )  # fmt: skip
    assert done.exit_code == 0, done.output
    lines = done.stdout.splitlines()
    players = len(seats.split(","))
    result = lines[-1 - players]
    assert wins in result
    assert re.search(re.escape(goal) + r"(9\.1|9\.2|15\.9)\)\.$", result)
    assert edition in done.stdout
    intro = Texts(language).say("help", "intro.text").strip().splitlines()[0]
    assert intro in done.stdout


def test_plain_mode_has_no_boxes_and_no_colour() -> None:
    done = run("--seed", "3", "--plain", "--lang", "en", keys=some_keys(1))
    assert done.exit_code == 0
    assert not re.search("[\u2500-\u257f\x1b]", done.stdout)
    assert done.stdout.isascii()
    assert "\n1) " in done.stdout


def test_bots_alone_need_no_keyboard() -> None:
    done = run("--seats", "random=Ada,random=Bob:seed=4", "--seed", "3", "--lang", "en")
    assert done.exit_code == 0
    assert re.search(r"(Ada|Bob) wins: .*\(rule 9\.\d\)\.", done.stdout)
    assert "Your choice" not in done.stdout


def test_both_variants_can_be_played() -> None:
    done = run(
        "--variants", "expert_culling,advanced_capture", "--seed", "5", "--lang", "en",
        keys=some_keys(5),
    )  # fmt: skip
    assert done.exit_code == 0
    assert "2 captures left this turn." in done.stdout
    assert "or keep the die?" in done.stdout


# --- single keys ---------------------------------------------------------------------------------


def test_help_table_log_hints() -> None:
    done = run(
        "--seed", "4", "--lang", "en", keys="?\n? goblin\n? 6.3\n? burst\nt\nl\nh\nh\nq\nn\n"
    )
    assert done.exit_code == 0
    out = done.stdout
    assert "Keys:" in out
    assert "Rule 6.3: " in out
    assert "Burst: A star on a die face." in out
    assert out.count("The Wilds:") == 2  # once at the start, once for t
    assert out.count("turn begins (rule 2.4).") > 1  # once as it happened, again for l
    assert "Help is off" in out
    assert "Help is on." in out
    assert out.rstrip().endswith("You left the game.")


@pytest.mark.parametrize("line", ["99", "0", "abc", "-1", "1 2", "²", "1.5", "uu", "? "])
def test_bad_input_is_told_and_changes_nothing(line: str) -> None:
    done = run("--seed", "4", "--lang", "en", keys=f"{line}\nq\nn\n")
    assert done.exit_code == 0
    if line.strip() == "?":
        assert "Keys:" in done.stdout
    else:
        assert re.search(
            r"isn't one of the choices: type a number|I don't understand .*: type a number",
            done.stdout,
        )
    assert done.stdout.count("Your choice") == 2


class Recorder(RichScreen):
    """A terminal of fixed size that types for itself and remembers what it showed."""

    def __init__(self, *keys: str, width: int = 100, height: int = 40) -> None:
        self.file = StringIO()
        super().__init__(
            Console(
                file=self.file,
                width=width,
                height=height,
                force_terminal=True,
                color_system="standard",
                legacy_windows=False,
                highlight=False,
            )
        )
        self.signs = True
        self.keys = list(keys)
        self.prompts: list[str] = []

    def prompt(self, text: str) -> str:
        self.prompts.append(text)
        if not self.keys:
            raise EOFError
        return self.keys.pop(0)

    @property
    def text(self) -> str:
        """What is on the paper, without colours."""
        return re.sub(r"\x1b\[[0-9;]*m", "", self.file.getvalue())


def defending() -> Position:
    """Anna is about to attack Bruno, who has two creatures to choose from."""
    return (
        Position(2)
        .ready(0, "Witching Hag@C2:4/5")
        .ready(1, "Scavenging Goblin@C1:2/2", "Assistant@C1:1/2")
        .active(0, "Basic Quiddity@Q1", "Assistant@C1:1/2")
    )


def test_enter_passes_only_where_that_is_shown() -> None:
    screen = Recorder("", "", "1")
    chairs = read_chairs("human=Anna,human=Bruno")
    match = Match(defending().start("ready").game, chairs, Texts("en"), screen, None)
    match._step()  # Enter: done, attack
    assert match.timeline.game.decision.kind == "defend"
    match._step()  # Enter means nothing here, then 1
    assert screen.prompts == [
        "Your choice (1 to 2, Enter = 2, ? help):",
        "Your choice (1 to 2, ? help):",
        "Your choice (1 to 2, ? help):",
    ]
    assert "That isn't one of the choices: type a number from 1 to 2." in screen.text


def test_undo_goes_back_to_the_last_roll_and_says_why_not_further() -> None:
    done = run("--seed", "4", "--seats", "human,human", "--lang", "en", keys="u\nq\nn\n")
    assert "There's nothing to undo yet." in done.stdout
    screen = Recorder("1", "u", "u", "q", "n")
    chairs = read_chairs("human=Anna,human=Bruno")
    match = Match(defending().start("ready").game, chairs, Texts("en"), screen, None)
    match.run()
    assert "Anna undoes the last choice." in screen.text
    assert "There's nothing to undo yet." in screen.text
    assert list(match.timeline.game.answers) == []


def test_undo_does_not_cross_dice_or_a_bots_choice() -> None:
    rolled = Position(2).active(0, "Assistant@R*", "Basic Quiddity@Q1").start("immediate")
    screen = Recorder("1", "2", "u", "q", "n")
    Match(rolled.game, read_chairs("human,random"), Texts("en"), screen, None).run()
    assert "You can't undo that: dice have been drawn or rolled since." in screen.text
    screen = Recorder("2", "u", "q", "n")
    attack = defending().start("ready")
    Match(attack.game, read_chairs("human,random"), Texts("it"), screen, None).run()
    assert "Non si può annullare: da allora ha scelto un altro giocatore." in screen.text


# --- saving and loading --------------------------------------------------------------------------


def test_save_load_and_go_on(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    first = run(
        "--seats", "human=Anna,random=Robo:seed=3", "--seed", "6", "--lang", "en",
        keys=some_keys(2, 12) + f"s {path}\nq\nn\n",
    )  # fmt: skip
    assert first.exit_code == 0
    assert f"Game saved in {path}." in first.stdout
    record = load(path)
    assert record["seats"] == ["human=Anna", "random=Robo:seed=3"]
    saved = replay(record)
    again = run("--load", str(path), "--lang", "it", keys="q\nn\n")
    assert again.exit_code == 0
    assert "Anna e Robo" in again.stdout
    assert "Robo pesca" in again.stdout  # the log is there from the first roll
    finished = run("--load", str(path), "--lang", "en", keys=some_keys(9))
    assert re.search(r"(Anna|Robo) wins: ", finished.stdout)
    assert list(replay(load(path)).answers) == list(saved.answers)  # not saved again: not asked to


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "written by quarriors 0.1.0"), ("it", "scritta da quarriors 0.1.0")],
)
def test_a_game_saved_by_the_version_before_is_refused_with_a_sentence(
    tmp_path: Path, language: str, words: str
) -> None:
    """And its file stays as it is."""
    path = tmp_path / "game.json"
    before = (Path(__file__).parent / "record" / "version_1.json").read_bytes()
    path.write_bytes(before)
    refused = run("--load", str(path), "--lang", language)
    assert refused.exit_code == 2
    assert words in " ".join(refused.stderr.split())
    assert path.read_bytes() == before


def test_the_same_file_can_be_saved_again_but_no_other_is_written_over(tmp_path: Path) -> None:
    other = tmp_path / "other.json"
    other.write_text("mine")
    path = tmp_path / "game.json"
    done = run("--seed", "6", "--lang", "en", keys=f"s {other}\ns {path}\n1\ns\ns {path}\nq\nn\n")
    assert done.stdout.count(f"Game saved in {path}.") == 3
    assert "already exists: type s and another name" in done.stdout
    assert other.read_text() == "mine"


def test_one_of_several_saved_games_is_named_and_the_file_keeps_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "games.jsonl"
    for seed in ("6", "7"):
        run("--seed", seed, "--lang", "en", keys=f"s game-{seed}.json\nq\nn\n")
        save(load(f"game-{seed}.json"), path)
    before = path.read_bytes()
    unnamed = run("--load", str(path), "--lang", "en")
    assert unnamed.exit_code == 2
    assert "2 records; say which one you mean, from 1 to 2 (--game)." in unnamed.stderr
    again = run("--load", str(path), "--game", "2", "--lang", "en", keys="s\nq\nn\n")
    assert again.exit_code == 0
    assert replay(load("quarriors-7.json")).seed == 7
    assert path.read_bytes() == before


def test_saving_without_a_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = run("--seed", "6", "--lang", "en", keys="s\nq\ny\n")
    assert done.stdout.count("Game saved in quarriors-6.json.") == 2
    assert replay(load(tmp_path / "quarriors-6.json")).seed == 6


def test_a_place_that_cannot_be_written_is_told_and_the_game_goes_on(tmp_path: Path) -> None:
    nowhere = tmp_path / "no" / "game.json"
    done = run("--seed", "6", "--lang", "en", keys=f"s {nowhere}\nq\nn\n")
    assert done.exit_code == 0
    assert f"There's no folder for {nowhere}" in done.stdout


def test_the_end_of_the_input_leaves_cleanly_and_saves_only_if_asked(tmp_path: Path) -> None:
    done = run("--seed", "6", "--lang", "en", keys="1\n")
    assert done.exit_code == 0
    assert done.stdout.rstrip().endswith("Game interrupted.")
    assert list(tmp_path.iterdir()) == []
    path = tmp_path / "game.json"
    kept = run("--seed", "6", "--lang", "en", "--save", str(path), keys="1\n")
    assert kept.exit_code == 0
    assert kept.stdout.rstrip().endswith(f"Game saved in {path}.")
    assert len(replay(load(path)).answers) >= 1


def test_a_finished_game_is_saved_if_asked(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    done = run("--seed", "6", "--lang", "en", "--save", str(path), keys=some_keys(3))
    assert done.exit_code == 0
    record = load(path)
    assert record["result"] is not None
    refused = run("--load", str(path), "--lang", "it")
    assert refused.exit_code == 2
    assert refused.stderr.startswith(f"La partita in {path} è finita")


def test_ctrl_c_leaves_cleanly(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def interrupt(_prompt: str = "") -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupt)
    path = tmp_path / "game.json"
    done = run("--seed", "6", "--lang", "en", "--save", str(path))
    assert done.exit_code == 130
    assert "Game interrupted." in done.stdout
    assert "Traceback" not in done.output
    assert path.exists()


def test_quitting_asks_whether_to_save(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.with_suffix(".txt").write_text("")
    done = run("--seed", "6", "--lang", "it", "--save", str(path), keys="q\nsì\n")
    assert f"Partita salvata in {path}." in done.stdout
    assert done.stdout.rstrip().endswith("Hai lasciato la partita.")
    assert path.exists()


# --- refusals ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--seats", "human"], "A game has 2, 3 or 4 players (rule 1.1), not 1."),
        (["--seats", "human,random,random,random,random"], "not 5."),
        (
            ["--seats", "human,clever"],
            "Unknown player 'clever'; a seat is one of human, ",
        ),
        (["--seats", "human:seed=1,random"], "A person takes no parameters"),
        (["--seats", "human,random:depth=2"], "The bot 'random' has no parameter 'depth'"),
        (["--lang", "de"], "Unknown language de; use one of en, it, it-original."),
        (["--edition", "2020"], "Unknown edition 2020; use one of original, original-it,"),
        (["--sets", "extra"], "Unknown set extra; use one of base,"),
        (["--sets", "base,quests"], "quests are rules, not a set (rule 15.15)"),
        (["--sets", "promos"], "With promos there are only 6 creature classes"),
        (["--modules", "quests"], "The rules quests need the set quartifacts"),
        (["--sets", "all", "--modules", "fast"], "Unknown rules fast; use quests,"),
        (["--variants", "fast"], "Unknown variant fast; use one of advanced_capture,"),
        (["--mix", "side"], "The mix side needs a second set"),
        (["--sets", "all", "--feature", "base"], "leave it out with hint"),
        (["--wilds", "Gobblin"], "No card is called Gobblin; did you mean"),
        (["--wilds", "Frost Howler"], "belongs to the set quest_of_the_qladiator"),
        (["--wilds", "Witching Hag,Strong Witching Hag"], "both of the class Witching Hag"),
        (["--code", "01GG-RQ34-RWD1-ZXEX-FW24"], "isn't used with 2 players"),
        (["--load", "x.json", "--modules", "none"], "leave --modules out."),
        (["--load", "/no/such/file"], "There's no file /no/such/file"),
        (["--load", "x.json", "--edition", "revised"], "leave --edition out."),
        (["--load", "x.json", "--seed", "3"], "leave --seed out."),
    ],
)
def test_refusals_are_one_sentence_and_exit_code_2(options: list[str], sentence: str) -> None:
    language = [] if "--lang" in options else ["--lang", "en"]
    done = run(*options, *language)
    assert done.exit_code == 2
    assert sentence in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
    assert done.stdout == ""


def test_files_that_do_not_fit_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    run("--seed", "6", "--save", str(path), keys="1\n")
    wrong = run("--load", str(path), "--seats", "human,random,random", "--lang", "en")
    assert wrong.exit_code == 2
    assert "has 2 seats, but --seats names 3" in wrong.stderr
    taken = run("--seed", "6", "--save", str(path), "--lang", "en")
    assert taken.exit_code == 2
    assert f"The file {path} already exists; continue it with --load {path}" in taken.stderr
    edited = json.loads(path.read_text())
    edited["decisions"] = edited["decisions"][:0]
    edited["check"] = "0"
    path.write_text(json.dumps(edited))
    broken = run("--load", str(path), "--lang", "en")
    assert broken.exit_code == 2
    assert len(broken.stderr.strip().splitlines()) == 1


def test_a_game_with_scripted_dice_cannot_be_gone_on_with(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    play = Position(2).active(0, "Assistant@R*", "Basic Quiddity@Q1").start("immediate")
    play.rolls("Assistant@C1:1/2")
    play.do("use Assistant", "no")
    save(write_record(play.game, events=play.events), path)
    done = run("--load", str(path), "--lang", "en")
    assert done.exit_code == 2
    assert "was played with scripted dice" in done.stderr


def test_a_folder_that_is_not_there_is_told_before_the_game(tmp_path: Path) -> None:
    done = run("--save", str(tmp_path / "no" / "game.json"), "--lang", "en")
    assert done.exit_code == 2
    assert done.stderr.startswith("There's no folder for ")
    assert done.stdout == ""


def test_no_colour_where_nobody_sees_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    monkeypatch.setattr(sys, "stdout", StringIO())
    assert rich_console().color_system is None  # not a terminal
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm-256color")
    assert rich_console().color_system is not None
    monkeypatch.setenv("NO_COLOR", "1")
    assert rich_console().no_color
    assert isinstance(make_console(plain=True), PlainConsole)


# --- chairs and tables ---------------------------------------------------------------------------


def test_chairs_are_read_and_written_alike() -> None:
    assert read_chair("human") == Chair("human", "")
    assert read_chair(" random=Robo:seed=5 ") == Chair("random:seed=5", "Robo")
    assert [chair.spec for chair in read_chairs("human=Anna,random=B:seed=5")] == [
        "human=Anna",
        "random=B:seed=5",
    ]


def test_seats_of_other_records_become_people(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    game = new_game(Rules(2), 6)
    game.apply(game.decision.options[0])
    save(game.record(), path)
    done = run("--load", str(path), "--lang", "en", keys="q\nn\n")
    assert done.exit_code == 0
    assert "seat 0 and seat 1" in done.stdout


def test_named_cards_lie_in_the_wilds() -> None:
    done = run("--wilds", WILDS, "--seed", "1", "--lang", "en", keys="q\nn\n")
    for name in WILDS.split(","):
        assert f"{name}: cost" in done.stdout
    some = run(
        "--wilds", "quake dragon, Life Cantrip", "--seed", "1", "--lang", "en", keys="q\nn\n"
    )
    assert "Quake Dragon: cost 8" in some.stdout
    assert "Life Cantrip: cost" in some.stdout


# --- the terminal --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "width", "height", "count"),
    [("en", 80, 24, 3000), ("it", 120, 40, 30), ("it", 60, 20, 30)],
)
def test_a_game_in_a_terminal(language: str, width: int, height: int, count: int) -> None:
    dealer = Dealer(4, "keys")
    screen = Recorder(*[str(dealer.below(2) + 1) for _ in range(count)], width=width, height=height)
    game = new_game(Rules(3, goal=60 if count < 1000 else None), 12)
    match = Match(game, read_chairs("human=Anna,random,random"), Texts(language), screen, None)
    match.welcome()
    match.run()
    text = screen.text
    assert match.timeline.game.over == (count > 1000)
    assert len(match.timeline.game.answers) >= 40
    assert max(len(line) for line in text.splitlines()) <= width
    assert "①" in text
    assert "★" in text


def test_a_small_terminal_shows_the_wilds_once_a_turn_and_the_choices_always() -> None:
    title = "The Wilds (Q: cost"
    shown = {}
    for height in (24, 60):
        screen = Recorder("", width=80, height=height)  # done, then a long list of captures
        game = (
            Position(3)
            .active(0, "Assistant@C1:1/2", *["Basic Quiddity@Q2"] * 5)
            .start("ready")
            .game
        )
        Match(game, read_chairs("human,human,human"), Texts("en"), screen, None).run()
        shown[height] = screen.text.count(title)
        assert len(re.findall(r"^ *1\) ", screen.text, re.M)) == 2
    assert shown == {24: 1, 60: 2}


def test_classes_have_letters_besides_colour() -> None:
    screen = Recorder("t")
    play = Position(2).active(0, "Assistant@Q1", "Portal@Q1").start("ready")
    Match(play.game, read_chairs("human,human"), Texts("en"), screen, None).run()
    assert re.search(r"\x1b\[[0-9;]+mAs\x1b\[0m Assistant \(①\)", screen.file.getvalue())
    assert "As Assistant (①), Po Portal (①)" in screen.text
    assert "Spent Pile" not in screen.text


def test_old_consoles_get_words_instead_of_signs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    screen = RichScreen(Console(file=TextIOWrapper(BytesIO(), encoding="ascii")))
    assert not screen.signs
    assert RichScreen(Console(file=TextIOWrapper(BytesIO(), encoding="utf-8"))).signs
    monkeypatch.setenv("TERM", "linux")
    assert not RichScreen(Console(file=TextIOWrapper(BytesIO(), encoding="utf-8"))).signs


def test_in_a_real_terminal() -> None:
    """Through a pseudo-terminal: tables, an answer, help, Ctrl-C; and no traceback."""
    program = "import typer; from quarriors.cli.play import play_command; typer.run(play_command)"
    master, slave = pty.openpty()
    environment = dict(os.environ, COLUMNS="100", LINES="40", TERM="xterm", LANG="C.UTF-8")
    environment.pop("NO_COLOR", None)
    process = subprocess.Popen(
        [sys.executable, "-c", program, "--seed", "4", "--lang", "en"],
        stdin=slave, stdout=slave, stderr=slave, env=environment,
    )  # fmt: skip
    os.close(slave)
    try:
        assert "The Wilds (Q: cost" in read_until(master, "? help): ")
        os.write(master, b"1\n")
        assert "\x1b[" in read_until(master, "? help): ")
        os.write(master, b"?\n")
        assert "Keys:" in read_until(master, "? help): ")
        # Python does not hear what comes in the moment between its prompt and its reading; then a
        # person presses Ctrl-C again.
        rest = read_until(master, "interrupted.", lambda: process.send_signal(signal.SIGINT))
        assert "Traceback" not in rest
        assert process.wait(20) == 130
    finally:
        process.kill()
        process.wait()
        os.close(master)


def read_until(master: int, end: str, press: Callable[[], None] = lambda: None) -> str:
    """What the terminal shows up to some text; a key is pressed at first, and after long waits."""
    found = b""
    pressed = -PATIENCE
    limit = time.monotonic() + 60
    while end.encode() not in found:
        assert time.monotonic() < limit, found.decode(errors="replace")
        if time.monotonic() - pressed > PATIENCE:
            pressed = time.monotonic()
            press()
        if select.select([master], [], [], 0.2)[0]:
            found += os.read(master, 65536)
    return found.decode(errors="replace")
