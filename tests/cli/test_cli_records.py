"""`quarriors replay` and `quarriors verify`: recorded games looked at and checked."""

from __future__ import annotations

import json
import os
import pty
import select
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from quarriors.cli.replay import Viewer, read_scenes, seat_names
from quarriors.record.files import load_all, save
from quarriors.record.replay import verify
from quarriors.text import Texts

from .conftest import Run


@pytest.fixture
def one(games: Path, tmp_path: Path) -> Path:
    """A file with one game."""
    path = tmp_path / "game.json"
    save(load_all(games)[0], path)
    return path


def test_verify_prints_a_line_a_game(run: Run, games: Path) -> None:
    ran = run("verify", str(games))
    assert ran.code == 0
    assert ran.err == ""
    *lines, last = ran.out.splitlines()
    assert last.startswith("3 games have no numbers of players")
    assert len(lines) == 3
    for number, (line, record) in enumerate(zip(lines, load_all(games), strict=True), 1):
        report = verify(record)
        assert line.startswith(f"Game {number}: OK; {report.decisions} decisions")
        assert f"{report.draws} draws and {report.rolls} rolls in {report.turns} turns" in line
    assert "Partita 1: tutto a posto" in run("verify", str(games), "--lang", "it").out


def test_verify_for_programs(run: Run, games: Path) -> None:
    values = json.loads(run("verify", str(games), "--json").out)
    assert values["ok"]
    assert values["file"] == str(games)
    assert [game["game"] for game in values["games"]] == [1, 2, 3]
    assert all(game["ok"] and game["over"] for game in values["games"])


def test_a_game_that_is_not_over_can_be_right(run: Run, one: Path) -> None:
    from quarriors.engine.rng import Dealer
    from quarriors.game import new_game

    game = new_game(seed=4)
    dealer = Dealer(1, "test")
    for _ in range(20):
        game.apply(game.decision.options[dealer.below(len(game.decision.options))])
    save(game.record(), one)
    assert "Game 1: OK so far, not over; 20 decisions" in run("verify", str(one)).out
    out = run("replay", str(one)).out
    assert "The record ends here, after decision 20; the game isn't over." in out


def test_dice_that_were_set_by_hand_prove_nothing(run: Run, tmp_path: Path) -> None:
    from quarriors.record.write import write_record
    from quarriors.testing import Position

    made = Position().bag(1, *["Assistant"] * 8).active(0, "Basic Quiddity@Q2").start("ready")
    made.rolls("Assistant@R*", "Assistant@R*", "Assistant@R*")
    while made.seat == 0:
        made.do("pass")
    path = tmp_path / "game.json"
    save(write_record(made.game, events=made.events), path)
    out = run("verify", str(path)).out
    assert "It began from a prepared position." in out
    assert "Its dice were scripted, so they prove nothing." in out
    assert "non provano nulla" in run("verify", str(path), "--lang", "it").out
    assert json.loads(run("verify", str(path), "--json").out)["games"][0]["scripted"]


def spoil(path: Path, change: Callable[[list[Any]], None]) -> None:
    records = load_all(path)
    change(records)
    path.write_text("".join(json.dumps(record) + "\n" for record in records), "utf-8")


def test_one_bad_game_among_good_ones(run: Run, games: Path, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_bytes(games.read_bytes())

    def edit(records: list[Any]) -> None:
        records[1]["decisions"][3]["answer"] = "win the game"

    spoil(path, edit)
    ran = run("verify", str(path))
    assert ran.code == 2
    lines = ran.out.splitlines()
    assert lines[0].startswith("Game 1: OK")
    assert lines[1].startswith("Game 2: Decision 4 of the record")
    assert lines[2].startswith("Game 3: OK")
    assert ran.err.strip() == lines[1]
    italian = run("verify", str(path), "--lang", "it")
    assert italian.code == 2
    assert "Partita 2: La decisione 4 della registrazione" in italian.err
    values = json.loads(run("verify", str(path), "--json").out)
    assert not values["ok"]
    assert [game["ok"] for game in values["games"]] == [True, False, True]
    assert "Decision 4" in values["games"][1]["error"]


def test_a_file_that_is_cut_off_in_its_second_game(run: Run, games: Path, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    text = games.read_text("utf-8")
    path.write_text(text[: text.index("\n") + 500], "utf-8")
    ran = run("verify", str(path))
    assert ran.code == 2
    assert ran.out.splitlines()[0].startswith("Game 1: OK")
    assert "is cut off at line 2" in ran.err


@pytest.mark.parametrize("command", ["verify", "replay"])
def test_files_that_cannot_be_used(
    refused: Callable[..., str], tmp_path: Path, command: str
) -> None:
    assert "There's no file" in refused(command, str(tmp_path / "none.json"))
    assert "Il file" in refused(command, str(tmp_path / "none.json"), "--lang", "it")
    assert "is a folder" in refused(command, str(tmp_path))
    empty = tmp_path / "empty.json"
    empty.write_text("")
    assert "is empty" in refused(command, str(empty))
    diary = tmp_path / "diary.json"
    diary.write_text("dear diary")
    assert "isn't valid JSON" in refused(command, str(diary))
    assert "non è JSON" in refused(command, str(diary), "--lang", "it")
    cut = tmp_path / "cut.json"
    cut.write_text('{"format": "quarriors-record", "vers')
    assert "is cut off at line 1" in refused(command, str(cut))


@pytest.mark.parametrize("value", ["null", "3", "[]", "{}"])
def test_json_that_is_no_record(run: Run, tmp_path: Path, value: str) -> None:
    path = tmp_path / "game.json"
    path.write_text(value)
    for command in ("verify", "replay"):
        ran = run(command, str(path))
        assert ran.code == 2
        assert "record" in ran.err
        assert "Traceback" not in ran.err


# --- replay ------------------------------------------------------------------------------------


def test_a_pipe_gets_the_whole_game(run: Run, one: Path) -> None:
    ran = run("replay", str(one))
    record = load_all(one)[0]
    last = len(record["decisions"])
    assert ran.code == 0
    for number in range(1, last + 1):
        assert f"Decision {number} of {last}, random" in ran.out
    assert "(rule 5.1)" in ran.out
    assert "(rule 9.1)" in ran.out or "(rule 9.2)" in ran.out
    assert "\x1b" not in ran.out
    italian = run("replay", str(one), "--lang", "it").out
    assert f"Decisione {last} di {last}" in italian
    assert "(regola 5.1)" in italian


def test_up_to_a_decision_with_the_table_there(run: Run, one: Path) -> None:
    out = run("replay", str(one), "--to", "7").out
    assert "Decision 7 of" in out
    assert "Decision 8 of" not in out
    assert "Ready Area" in out or "Active Pool" in out
    start = run("replay", str(one), "--to", "0").out
    assert "Decision 1 of" not in start


def test_a_replay_for_programs(run: Run, one: Path) -> None:
    record = load_all(one)[0]
    scenes = json.loads(run("replay", str(one), "--json").out)
    assert [scene["answer"] for scene in scenes[1:]] == [
        entry["answer"] for entry in record["decisions"]
    ]
    assert scenes[-1]["glory"] == record["result"]["glory"]
    assert scenes[0]["decision"] == 0
    assert all({"event", "rule", "text"} == set(line) for line in scenes[0]["log"])
    assert len(json.loads(run("replay", str(one), "--json", "--to", "3").out)) == 4


def test_which_game_and_which_decision(refused: Callable[..., str], run: Run, games: Path) -> None:
    assert "holds 3 records; say which one you mean" in refused("replay", str(games))
    assert run("replay", str(games), "--game", "2").code == 0
    for number in ("0", "4", "-1"):
        text = refused("replay", str(games), "--game", number)
        assert f"there's no game {number}, use 1 to 3" in text
        assert "non c'è" in refused("replay", str(games), "--game", number, "--lang", "it")
    for to in ("-1", "99999"):
        text = refused("replay", str(games), "--game", "1", "--to", to)
        assert f"--to {to} isn't one of them" in text


def test_a_bad_record_is_refused_before_anything_is_shown(
    refused: Callable[..., str], one: Path
) -> None:
    record = load_all(one)[0]
    record["decisions"][5]["answer"] = "win the game"
    save(record, one)
    assert "Decision 6 of the record" in refused("replay", str(one))
    assert "La decisione 6 della registrazione" in refused("replay", str(one), "--lang", "it")


def keys(*pressed: str) -> Callable[[str], str]:
    waiting: Iterator[str] = iter(pressed)

    def ask(_: str) -> str:
        try:
            return next(waiting)
        except StopIteration:
            raise EOFError from None

    return ask


def test_going_through_a_game_by_keys(games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = load_all(games)[0]
    scenes, speech = read_scenes(record, Texts("en"), signs=False)
    last = scenes[-1].number

    def press(*pressed: str, at: int = 0) -> tuple[int, str]:
        viewer = Viewer(scenes, speech, keys(*pressed))
        capsys.readouterr()
        viewer.run(at)
        return viewer.at, capsys.readouterr().out

    assert press("q")[0] == 0
    assert press()[0] == 0  # the input ends
    at, out = press("", "", "q", "")
    assert at == 2
    assert f"Decision 2 of {last}" in out
    at, out = press("", "", "", "b")
    assert at == 2
    assert out.count("Decision 2 of") == 2
    at, out = press("b")
    assert at == 0
    assert "beginning of the game" in out
    at, out = press("12", "B")
    assert at == 11
    assert "Decision 12 of" in out
    at, out = press(str(last), "")
    assert at == last
    assert "This is the end of the game." in out
    at, out = press("t")
    assert "Active Pool" in out
    at, out = press("x", str(last + 1))
    assert at == 0
    assert out.count("Unknown key") == 2
    at, out = press("q", at=5)
    assert at == 5
    assert f"Decision 5 of {last}" in out


def test_going_through_a_game_by_turns(games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    scenes, speech = read_scenes(load_all(games)[0], Texts("en"), signs=False)
    last = scenes[-1].number
    first = next(scene.number for scene in scenes if scene.game.turn > scenes[0].game.turn)
    second = next(scene.number for scene in scenes if scene.game.turn > scenes[first].game.turn)

    def press(*pressed: str, at: int = 0) -> int:
        viewer = Viewer(scenes, speech, keys(*pressed))
        viewer.run(at)
        return viewer.at

    assert 0 < first < second < last
    assert press("n") == first
    assert "Active Pool" in capsys.readouterr().out
    assert press("N", "n") == second
    assert press("n", at=first - 1) == first
    assert press("p", at=second) == first
    assert press("p", at=second - 1) == first
    assert press("p", at=first) == 0
    assert press("p") == 0
    assert press("n", at=last) == last


def test_a_game_that_plays_by_itself(games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    scenes, speech = read_scenes(load_all(games)[0], Texts("en"), signs=False)
    last = scenes[-1].number
    paces: list[float] = []

    def wait(seconds: float) -> None:
        if len(paces) == 7:
            raise KeyboardInterrupt
        paces.append(seconds)

    def play(key: str, at: int) -> int:
        paces.clear()
        viewer = Viewer(scenes, speech, keys(key), wait)
        viewer.run(at)
        return viewer.at

    assert play("a", last - 5) == last
    assert paces == [1.0] * 5
    assert f"Decision {last - 4} of {last}" in capsys.readouterr().out
    assert play("a 0.25", 3) == 10  # Ctrl-C stops it there
    assert paces == [0.25] * 7
    assert play("A 0,5", last - 1) == last
    assert paces == [0.5]
    for wrong in ("a x", "a -1", "a 61", "a nan"):
        assert play(wrong, 3) == 3
        assert f"{wrong[2:]} isn't a valid pace" in capsys.readouterr().out
    assert paces == []


def test_names_of_seats() -> None:
    texts = Texts("en")
    assert seat_names(["seat 0", "seat 1"], texts) == ("Player 1", "Player 2")
    assert seat_names(["random", "random"], texts) == ("random 0", "random 1")
    assert seat_names(["human=Anna", "random=Robo:seed=5"], texts) == ("Anna", "Robo")
    assert seat_names(["human", "random:seed=1"], texts) == ("human", "random")


def test_step_by_step_without_a_terminal(one: Path) -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "quarriors.cli.main", "replay", str(one), "--step", "--lang", "en"],
        input="\n\nb\nq\n",
        capture_output=True,
        text=True,
        check=True,
    )
    assert "Decision 2 of" in ran.stdout
    assert ran.stdout.count("Decision 1 of") == 2


def test_step_by_step_at_a_terminal(one: Path) -> None:
    """A real terminal pair: Enter, then q."""
    leader, follower = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "quarriors.cli.main", "replay", str(one), "--lang", "en"],
        stdin=follower, stdout=follower, stderr=follower, close_fds=True,
    )  # fmt: skip
    os.close(follower)
    shown = b""
    try:
        for prompts, key in ((1, b"\n"), (2, b"q\n")):
            while shown.count(b"quit >") < prompts:
                ready, _, _ = select.select([leader], [], [], 60)
                assert ready, shown
                shown += os.read(leader, 4096)
            os.write(leader, key)
        process.wait(timeout=60)
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()
        os.close(leader)
    assert process.returncode == 0
    assert b"Decision 1 of" in shown
