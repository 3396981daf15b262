"""Folders of tables: the same to the last byte, by any workers and however often stopped."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import quarriors as q
from quarriors.lab import dataset_writer
from quarriors.lab.dataset_reader import open_results, part_path
from quarriors.lab.dataset_writer import SavedSimulation, part_size, table_bytes
from quarriors.lab.errors import LabError
from quarriors.lab.simulate import GameFailed, Plan, simulate
from quarriors.record.files import load_all
from quarriors.record.replay import verify
from tests.error_stream import without_advice

from .helpers import SHORT, command, content, finished_games, plan, wait_for

pytest.importorskip("polars")

GAMES = 120  # two parts of 50 and one of 20


def play(folder: Path, workers: int = 1, most: int = GAMES) -> int:
    """Play what is missing, or at least this many games of it; how many were played."""
    done: list[int] = []
    with SavedSimulation(folder, plan(), GAMES, decisions=True) as saved:
        for outcome in saved.play(workers, lambda: len(done) >= most):
            done.append(outcome.index)  # noqa: PERF401  # the stop looks at it
    return len(done)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All games, played in one go by one process."""
    folder = tmp_path_factory.mktemp("whole") / "run"
    assert play(folder) == GAMES
    return folder


def test_parts_are_neither_small_nor_large() -> None:
    assert [part_size(games) for games in (1, 1000, 1001, 10_000, 20_000, 10**7)] == [
        50, 50, 51, 500, 1000, 1000,
    ]  # fmt: skip


def test_a_folder_holds_a_manifest_and_a_file_a_part_and_table(whole: Path) -> None:
    names = set(content(whole))
    tables = ("games", "seats", "captures", "cards", "decisions")
    wanted = {f"{name}/part-0000{part}.parquet" for name in tables for part in range(3)}
    assert names == wanted | {"results.json", "open.jsonl"}
    assert content(whole)["open.jsonl"] == b""
    told = json.loads((whole / "results.json").read_text())
    assert told["format"] == "quarriors-results"
    assert (told["games"], told["part_games"], told["decisions"]) == (GAMES, 50, True)
    assert told["plan"]["rules"] == SHORT.to_dict()


def test_the_number_of_workers_changes_no_byte(whole: Path, tmp_path: Path) -> None:
    assert play(tmp_path / "run", 3) == GAMES
    assert content(tmp_path / "run") == content(whole)


def test_stopping_and_going_on_changes_no_byte(whole: Path, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    played = [play(folder, 1, most) for most in (3, 60, 1)]
    assert played == [3, 60, 1]
    assert finished_games(folder) == 64
    assert content(folder) != content(whole)
    with SavedSimulation(folder, plan(), GAMES, decisions=True) as saved:
        assert saved.found == sum(played)
        assert [outcome.index for outcome in saved.outcomes()] == list(range(saved.found))
        assert sum(1 for _ in saved.play(2)) == GAMES - saved.found
        assert saved.finished == GAMES
    assert content(folder) == content(whole)
    assert play(folder) == 0


def test_outcomes_are_those_of_a_simulation(whole: Path) -> None:
    plain = list(simulate(SHORT, ["random", "random"], GAMES, 7))
    assert list(open_results(whole).outcomes()) == plain
    with SavedSimulation(whole, plan(), GAMES, decisions=True) as saved:
        assert list(saved.outcomes()) == plain


def test_killing_it_changes_no_byte(tmp_path: Path) -> None:
    """`kill -9` of the whole group, several times, with other numbers of workers; longer games.

    Each process halts by itself a few games after it is to be killed: a machine that plays forty
    games between two looks of this test would otherwise have nothing left to kill.
    """
    longer = Plan(q.Rules(2), ("random", "random"), 5)
    with SavedSimulation(tmp_path / "whole", longer, GAMES) as saved:
        assert sum(1 for _ in saved.play()) == GAMES
    code = """
import sys
import threading
import quarriors as q
from quarriors.lab.simulate import Plan
from quarriors.lab.dataset_writer import SavedSimulation
if __name__ == "__main__":
    plan = Plan(q.Rules(2), ("random", "random"), 5)
    workers, games = int(sys.argv[2]), int(sys.argv[3])
    with SavedSimulation(sys.argv[1], plan, 120) as saved:
        for _ in saved.play(workers):
            if saved.finished >= games + 5:
                threading.Event().wait()
"""
    script = tmp_path / "play.py"
    script.write_text(code)
    folder = tmp_path / "run"
    for workers, games in (("1", 4), ("2", 55), ("1", 80)):
        process = subprocess.Popen(
            [sys.executable, str(script), str(folder), workers, str(games)],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
        )  # fmt: skip
        try:
            wait_for(lambda games=games: finished_games(folder) >= games, process, 120)  # type: ignore[misc]
        finally:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
        assert games <= finished_games(folder) < GAMES
    there = finished_games(folder)
    with SavedSimulation(folder, longer, GAMES) as saved:
        assert saved.found == there
        assert sum(1 for _ in saved.play()) == GAMES - there
    assert content(folder) == content(tmp_path / "whole")


def test_a_process_killed_at_any_step_of_writing(
    whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever file was the last to be written, the next run makes the same folder of it."""
    real = dataset_writer.write_whole

    class Died(BaseException):
        """Like a kill: nothing is tidied up."""

    for last in range(0, 19, 3):
        folder = tmp_path / f"run-{last}"
        steps = iter(range(10**9))

        def write(path: Path, data: bytes, steps: Iterator[int] = steps, last: int = last) -> None:
            if next(steps) == last:
                path.with_name(path.name + ".new").write_bytes(data[: len(data) // 2])
                raise Died
            real(path, data)

        monkeypatch.setattr(dataset_writer, "write_whole", write)
        with pytest.raises(Died):
            play(folder)
        monkeypatch.setattr(dataset_writer, "write_whole", real)
        play(folder)
        assert content(folder) == content(whole)


def test_damaged_lines_are_played_again(whole: Path, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    play(folder, 1, 8)
    path = folder / "open.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    assert len(lines) >= 4
    lines[1] = b"{}\n"
    lines[2] = lines[2].replace(b'"seats"', b'"saets"')
    path.write_bytes(b"".join([*lines, lines[0], lines[3][:40]]))
    with SavedSimulation(folder, plan(), GAMES, decisions=True) as saved:
        assert saved.dropped == 2  # the line twice and the one cut off are no damage
        assert saved.found == len(lines) - 2
        for _ in saved.play():
            pass
    assert content(folder) == content(whole)


def test_a_part_that_is_gone_is_played_again(whole: Path, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    play(folder)
    part_path(folder, "cards", 1).unlink()
    assert open_results(folder).finished == 70
    assert play(folder, 2) == 50
    assert content(folder) == content(whole)


def test_bytes_do_not_depend_on_the_threads_of_the_machine(tmp_path: Path) -> None:
    rows = [[game, n, 0, n, 1, "Portal", 3, False] for game in range(50) for n in range(100)]
    table = [list(column) for column in zip(*rows, strict=True)]
    script = tmp_path / "write.py"
    script.write_text(
        "import hashlib, json, sys\n"
        "from quarriors.lab import dataset_writer\n"
        "dataset_writer.ROWS_IN_GROUP = 700  # so that there are several groups\n"
        "table = json.load(sys.stdin)\n"
        "print(hashlib.sha256(dataset_writer.table_bytes('captures', table)).hexdigest())\n"
    )
    found = {
        subprocess.run(
            [sys.executable, str(script)], input=json.dumps(table), text=True, check=True,
            capture_output=True, env={**os.environ, "POLARS_MAX_THREADS": threads},
        ).stdout
        for threads in ("1", "3")
    }  # fmt: skip
    assert len(found) == 1
    assert len(table_bytes("captures", table)) > 1000


# --- what is refused -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("other", "games", "decisions", "words"),
    [
        (plan(), 121, True, "--games is 120 there and 121 here"),
        (plan(), GAMES, False, "--decisions is true there and false here"),
        (plan(8), GAMES, True, "--seed is 7 there and 8 here"),
        (plan(bot="greedy"), GAMES, True, "--seats is random,random there and greedy,greedy here"),
        (plan(rules=q.Rules(2)), GAMES, True, "--edition, --sets, --variants, --modules is {"),
        (replace(plan(), include=("Death Charm",)), GAMES, True, "--include is - there and Death"),
        (replace(plan(), exclude=("Death Charm",)), GAMES, True, "--exclude is - there and Death"),
    ],
)
def test_a_folder_of_another_plan_is_refused(
    whole: Path, other: Plan, games: int, decisions: bool, words: str
) -> None:
    before = content(whole)
    with pytest.raises(LabError, match="holds another simulation") as caught:
        SavedSimulation(whole, other, games, decisions=decisions)
    assert words in str(caught.value)
    assert "un'altra simulazione" in caught.value.say("it")
    assert content(whole) == before


def test_a_folder_of_another_program_is_refused(whole: Path, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    play(folder, 1, 1)
    told = json.loads((folder / "results.json").read_text())
    for key, value, words in (
        ("cards", "0" * 16, "played with other cards or another version"),
        ("engine", "0.0.1", "played with other cards or another version"),
        ("part_games", 7, "played with other cards or another version"),
        ("version", 99, "have version 99 and this program knows version 1"),
        ("format", "else", "doesn't describe a simulation"),
        ("games", "many", "doesn't describe a simulation"),
        ("plan", {}, "doesn't describe a simulation"),
    ):
        (folder / "results.json").write_text(json.dumps({**told, key: value}))
        with pytest.raises(LabError, match=words):
            play(folder)
    (folder / "results.json").write_text("nonsense")
    with pytest.raises(LabError, match="doesn't describe a simulation"):
        play(folder)


def test_a_folder_with_other_things_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("dear")
    with pytest.raises(LabError, match="holds other things"):
        SavedSimulation(tmp_path, plan(), GAMES)
    assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]
    with pytest.raises(LabError, match="isn't a folder"):
        SavedSimulation(tmp_path / "letter.txt", plan(), GAMES)


def test_two_cannot_write_at_once(tmp_path: Path) -> None:
    with (
        SavedSimulation(tmp_path / "run", plan(), GAMES),
        pytest.raises(LabError, match="Another simulation is writing"),
    ):
        SavedSimulation(tmp_path / "run", plan(), GAMES)
    with SavedSimulation(tmp_path / "run", plan(), GAMES) as saved:
        assert saved.found == 0


def test_what_cannot_be_played_leaves_no_folder(tmp_path: Path) -> None:
    for wrong, games in ((replace(plan(), seats=("random",)), 3), (plan(bot="nobody"), 3)):
        with pytest.raises(q.QuarriorsError):
            SavedSimulation(tmp_path / "run", wrong, games)
    with pytest.raises(LabError, match="1 or more, not 0"):
        SavedSimulation(tmp_path / "run", plan(), 0)
    assert not (tmp_path / "run").exists()


def test_a_broken_game_ends_it_and_keeps_its_record(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = dataset_writer.play_game

    def breaks(what: Plan, index: int, *rest: object) -> object:
        if index == 3:
            record = next(iter(simulate(SHORT, ["random", "random"], 1, 1, records=True))).record
            raise GameFailed(3, 5, str(record), "trace")
        return real(what, index, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(dataset_writer, "play_game", breaks)
    with (
        SavedSimulation(tmp_path / "run", plan(), GAMES) as saved,
        pytest.raises(GameFailed),
    ):
        for _ in saved.play():
            pass
    assert finished_games(tmp_path / "run") == 3
    assert verify(load_all(tmp_path / "run" / "broken.jsonl")[0]).over


def test_without_polars_one_sentence_says_what_to_install(tmp_path: Path) -> None:
    """In a process where it cannot be imported."""
    code = (
        "import sys; sys.modules['polars'] = None\n"
        "from quarriors.cli.main import main\n"
        f"sys.exit(main(['simulate', '-n', '1', '--out', {str(tmp_path / 'run')!r}]))"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert ran.returncode == 2
    assert ran.stderr == (
        "This needs the package polars, which isn't installed; install it with: "
        "pip install 'quarriors[lab]'\n"
    )
    assert not (tmp_path / "run").exists()


# --- Ctrl-C ----------------------------------------------------------------------------------


@pytest.mark.parametrize("workers", [pytest.param("1", marks=pytest.mark.long), "2"])
def test_ctrl_c_keeps_every_finished_game(tmp_path: Path, workers: str) -> None:
    folder = tmp_path / "run"
    arguments = ("simulate", "-n", "20000", "--seed", "3", "--out", str(folder))
    process = command(*arguments, "--workers", workers, "--json")
    try:
        wait_for(lambda: finished_games(folder) >= 5, process, 120)
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to everybody
        out, err = process.communicate(timeout=120)
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
    assert process.returncode == 130, err
    told = json.loads(out)
    assert told["stopped"]
    assert told["found"] == 0
    assert told["games"] == finished_games(folder) >= 5
    assert without_advice(err).strip() == (
        f"Stopped after {told['games']} of 20000 games; they are in {folder}, and the same command "
        "continues."
    )
