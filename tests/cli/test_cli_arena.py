"""`quarriors arena`: the command, its words, Ctrl-C, crashes and several processes."""

from __future__ import annotations

import json
import os
import signal
import string
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from importlib import import_module
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from quarriors import Rules
from quarriors.bots.random_bot import RandomBot
from quarriors.cli.main import main, make_command
from quarriors.lab.arena import Report, WorkersLost, play_arena
from quarriors.record.files import load_all
from quarriors.record.replay import verify
from quarriors.text import Texts, load
from tests.error_stream import without_advice

from .conftest import Run

BOTS = "random,random:seed=5"
FAST = ("--bots", BOTS, "--seed", "3", "--lang", "en")
GAMES = 16  # of an arena that is interrupted


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "quarriors.cli.main", "arena", *arguments]


def told(*arguments: str) -> dict[str, Any]:
    """What the command says."""
    out, err = StringIO(), StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        code = main(["arena", *arguments, "--json"])
    assert code == 0, err.getvalue()
    assert without_advice(err.getvalue()) == ""
    values: dict[str, Any] = json.loads(out.getvalue())
    return values


def timeless(values: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in values.items() if key not in ("run", "out")}


def results(folder: Path) -> list[dict[str, Any]]:
    lines = (folder / "results.jsonl").read_text().splitlines()
    return sorted((json.loads(line) for line in lines), key=lambda line: line["game"])


def outcomes(folder: Path) -> list[dict[str, Any]]:
    """Results without what depends on the machine or on the order of the games."""
    changing = ("seconds", "longest", "part", "end")
    return [
        {key: value for key, value in line.items() if key not in changing}
        for line in results(folder)
    ]


# --- what it says ------------------------------------------------------------------------------


def test_the_report_for_people(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "new" / "arena"
    arguments = ("arena", "--bots", "random,random:seed=5,random:seed=6", "--games", "3", "--seed",
                 "3", "--workers", "1", "--out", str(folder))  # fmt: skip
    ran = run(*arguments)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("12 of 12 games between 3 bots, 2 players, seed 3\n2 tables; ")
    for word in ("(3) plays 2 games", "4 games per line-up", "games/s", "Cross table",
                 "95% interval", "rating", "±", "time per decision", "longest", " us",
                 "a bot as good as the others wins 50.0%", str(folder)):  # fmt: skip
        assert word in ran.out
    assert "already" not in ran.out
    assert len(load_all(folder / "games-0001.jsonl")) == 12
    again = run(*arguments, "--lang", "it")
    assert again.code == 0
    for word in ("12 partite su 12 tra 3 bot", "12 c'erano già", "Tabella incrociata",
                 "tempo per decisione", "quarriors verify"):  # fmt: skip
        assert word in again.out


def test_more_than_two_players(run: Run) -> None:
    ran = run("arena", *FAST, "--games", "1", "--players", "4", "--sets", "all", "--workers", "1")
    assert ran.code == 0
    assert ran.out.startswith("12 of 12 games between 2 bots, 4 players")
    assert "of the games that one of the two won" in ran.out
    assert "wins 25.0%" in ran.out


def test_the_report_for_programs(run: Run) -> None:
    ran = run(
        "arena", *FAST, "--games", "3", "--players", "3", "--edition", "revised", "--variants",
        "expert_culling", "--sets", "base,quartifacts", "--modules", "none", "--workers", "1",
        "--limit-ms", "9000", "--json",
    )  # fmt: skip
    assert ran.code == 0
    values = json.loads(ran.out)
    assert values["rules"]["edition"] == "revised"
    assert values["rules"]["variants"] == ["expert_culling"]
    assert values["rules"]["sets"] == ["base", "quartifacts"]
    assert values["rules"]["modules"] == []
    assert values["seed"] == 3
    assert values["line_ups"] == [
        ["random", "random", "random:seed=5"],
        ["random", "random:seed=5", "random:seed=5"],
    ]
    assert (values["asked"], values["tables"], values["total"], values["finished"]) == (3, 1, 6, 6)
    assert not values["stopped"]
    assert values["limits_ms"] == {"random": 9000, "random:seed=5": 9000}
    assert {line["bot"] for line in values["bots"]} == {"random", "random:seed=5"}
    for line in values["bots"]:
        assert line["seats"]["games"] == 9
        assert line["rating"]["sigma"] < 25 / 3
        assert line["forfeits"] == 0
    rates = [line["rate"] for line in values["cross"]]
    assert sum(rates) == pytest.approx(1, abs=1e-3)
    assert values["forfeits"] == values["broken"] == []
    assert values["run"]["played"] == 6
    assert values["run"]["games_per_second"] > 0
    assert values["run"]["pace"]["random"]["decisions"] > 10
    assert values["run"]["pace"]["random"]["mean_ms"] > 0
    assert values["out"] is None


@pytest.mark.parametrize(
    ("arguments", "english", "italian"),
    [
        ([], "here 0 are named", "ne sono indicati 0"),
        (["--bots", "random"], "here 1 is named", "almeno due bot"),
        (["--bots", "random,random"], "The bot random is listed twice", "indicato due volte"),
        (["--bots", "random,genius"], "The bot genius can't play: Unknown", "genius non può"),
        (["--bots", "random,random:x=1"], "The bot random:x=1 can't play: The bot", "non può"),
        (["--bots", BOTS, "--games", "0"], "--games must be 1 or more, not 0", "--games è 1 o più"),
        (["--bots", BOTS, "--workers", "0"], "--workers must be 1 or more, not 0", "--workers è 1"),
        (
            ["--bots", BOTS, "--limit-ms", "0"],
            "--limit-ms must be 1 or more, not 0",
            "--limit-ms è 1",
        ),
        (["--bots", BOTS, "--players", "0"], "2, 3 or 4 players (rule 1.1), not 0", "2, 3 o 4"),
        (["--bots", BOTS, "--players", "5"], "2, 3 or 4 players (rule 1.1), not 5", "2, 3 o 4"),
        (["--bots", BOTS, "--sets", "x"], "Unknown set x", "Il set x non esiste"),
        (["--bots", BOTS, "--sets", "promos"], "promos", "promos"),
        (["--bots", BOTS, "--edition", "x"], "Unknown edition x", "L'edizione x"),
        (["--bots", BOTS, "--variants", "x"], "Unknown variant x", "La variante x"),
        (["--bots", BOTS, "--modules", "quests"], "quests", "quests"),
        (["--bots", BOTS, "--games", "x"], "--games needs a whole number", "numero intero"),
    ],
)
def test_bad_wishes_are_refused_before_anything_is_played(
    refused: Callable[..., str],
    tmp_path: Path,
    arguments: list[str],
    english: str,
    italian: str,
) -> None:
    folder = tmp_path / "new"
    assert english in refused("arena", *arguments, "--out", str(folder))
    assert italian in refused("arena", *arguments, "--out", str(folder), "--lang", "it")
    assert not folder.exists()


def test_folders_that_cannot_be_used(run: Run, refused: Callable[..., str], tmp_path: Path) -> None:
    arguments = ("arena", *FAST, "--games", "2", "--workers", "1", "--out")
    file = tmp_path / "file"
    file.write_text("precious")
    assert (
        refused(*arguments, str(file)) == f"{file} isn't a folder; choose a folder for the games."
    )
    assert run(*arguments, str(tmp_path / "a")).code == 0
    sentence = refused(*arguments, str(tmp_path / "a"), "--players", "3")
    assert sentence.startswith(f"The folder {tmp_path / 'a'} holds another arena: --players, ")


def test_help_teaches_in_both_languages(run: Run) -> None:
    english, italian = run("arena", "--help"), run("arena", "--help", "--lang", "it")
    assert english.code == italian.code == 0
    assert "quarriors arena --bots" in english.out.partition("Examples:")[2]
    assert "quarriors arena --bots" in italian.out.partition("Esempi:")[2]
    for language in ("en", "it"):
        part = make_command(language, rich=False).commands["arena"]
        for param in part.params:
            assert param.help, f"{param.name} has no help in {language}"
            assert "{" not in param.help
    assert "  arena " in run("--help").out


def leaves(table: dict[str, Any], path: str = "") -> Iterator[tuple[str, str]]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from leaves(value, f"{path}{key}.")
        else:
            yield f"{path}{key}", value


def test_both_languages_say_the_same_things_with_the_same_values() -> None:
    english, italian = (dict(leaves(load(language, "arena"))) for language in ("en", "it"))
    assert list(english) == list(italian)
    alike = ("none", "cell", "percent", "range", "margin", "column.bot", "time.")
    for key, text in english.items():
        wanted = {name for _, name, _, _ in string.Formatter().parse(text) if name}
        found = {name for _, name, _, _ in string.Formatter().parse(italian[key]) if name}
        assert found == wanted, key
        if not key.startswith(alike):
            assert text != italian[key], key


# --- several processes, Ctrl-C, crashes --------------------------------------------------------


def test_the_number_of_workers_changes_nothing(tmp_path: Path) -> None:
    arguments = (*FAST, "--games", "6", "--players", "3", "--sets", "all")
    alone = told(*arguments, "--workers", "1", "--out", str(tmp_path / "1"))
    both = told(*arguments, "--workers", "2", "--out", str(tmp_path / "2"))
    assert alone["finished"] == both["finished"] == 12
    assert timeless(alone) == timeless(both)
    assert outcomes(tmp_path / "1") == outcomes(tmp_path / "2")
    lines = [(tmp_path / name / "games-0001.jsonl").read_text().splitlines() for name in "12"]
    assert sorted(lines[0]) == sorted(lines[1])


def start(folder: Path, workers: str, games: str) -> subprocess.Popen[str]:
    """An arena under way, with a few games done."""
    process = subprocess.Popen(
        command(*FAST, "--games", games, "--workers", workers, "--out", str(folder), "--json"),
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
    )  # fmt: skip
    lines = folder / "results.jsonl"
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline and process.poll() is None:
        if lines.exists() and lines.read_bytes().count(b"\n") >= 4:
            break
        time.sleep(0.02)
    return process


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Games that nobody interrupted, and what the command says of them in `told.json`."""
    folder = tmp_path_factory.mktemp("arena") / "whole"
    values = told(*FAST, "--games", str(GAMES), "--workers", "1", "--out", str(folder))
    (folder.parent / "told.json").write_text(json.dumps(timeless(values)))
    return folder


@pytest.mark.parametrize("workers", [pytest.param("1", marks=pytest.mark.long), "2"])
def test_ctrl_c_keeps_what_is_done_and_the_same_command_goes_on(
    tmp_path: Path, undisturbed: Path, workers: str
) -> None:
    folder = tmp_path / "arena"
    process = start(folder, workers, "4000")
    try:
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to everybody
        out, err = process.communicate(timeout=120)
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()
    assert process.returncode == 130
    values = json.loads(out)
    assert values["stopped"]
    assert 4 <= values["finished"] < 4000
    done = values["finished"]
    assert without_advice(err).strip() == (
        f"Stopped after {done} of 4000 games; all of them are in {folder}, "
        "and the same command continues."
    )
    assert len(results(folder)) == len(load_all(folder / "games-0001.jsonl")) == done
    check_the_rest(folder, undisturbed, workers, done)


@pytest.mark.parametrize("workers", [pytest.param("1", marks=pytest.mark.long), "2"])
def test_a_killed_arena_goes_on_and_its_workers_end_with_it(
    tmp_path: Path, undisturbed: Path, workers: str
) -> None:
    folder = tmp_path / "arena"
    process = start(folder, workers, "4000")
    process.kill()  # the parent alone, and it cannot tell anybody
    process.communicate(timeout=120)  # ends when the last worker has let go of the pipes
    before = (folder / "results.jsonl").read_bytes().count(b"\n")
    assert before >= 4
    check_the_rest(folder, undisturbed, workers, before)


def check_the_rest(folder: Path, undisturbed: Path, workers: str, done: int) -> None:
    """All games are finished, each played once, and the same as without an interruption."""
    kept = {line["game"]: line for line in results(folder)}
    values = told(*FAST, "--games", str(GAMES), "--workers", workers, "--out", str(folder))
    assert values["finished"] == values["total"] == GAMES
    found = sum(game <= GAMES for game in kept)
    assert (values["run"]["found"], values["run"]["played"]) == (found, GAMES - found)
    after = {line["game"]: line for line in results(folder)}
    assert len(after) == done + GAMES - found
    assert {game: after[game] for game in kept} == kept  # not played again
    assert outcomes(folder)[:GAMES] == outcomes(undisturbed)
    records = load_all(folder / "games-0001.jsonl")
    assert len(records) == len(after)
    assert verify(records[-1]).over
    assert timeless(values) == json.loads((undisturbed.parent / "told.json").read_text())


CLUMSY = """
from quarriors.bots.random_bot import RandomBot


class Clumsy(RandomBot):
    def decide(self, seat, decision, /):
        if decision.kind == "capture":
            {deed}
        return super().decide(seat, decision)
"""


def arena_with_a_clumsy_bot(folder: Path, monkeypatch: pytest.MonkeyPatch, deed: str) -> Report:
    """Six games in two workers, which import the bot from a module of its own."""
    name = f"clumsy_{folder.name}"
    (folder / f"{name}.py").write_text(CLUMSY.format(deed=deed))
    monkeypatch.syspath_prepend(folder)
    bots = {"clumsy": import_module(name).Clumsy, "good": RandomBot}
    return play_arena(Rules(2), bots, 6, 1, 2, out=folder / "out", limit_ms=300)


@pytest.mark.parametrize(
    ("deed", "kind"),
    [("1 / 0", "raised"), ("return None", "illegal"), ("while True: pass", "late")],
)
def test_bots_that_misbehave_in_workers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, deed: str, kind: str
) -> None:
    report = arena_with_a_clumsy_bot(tmp_path, monkeypatch, deed)
    (fault,) = report.standings.faults
    assert (report.plan.bots[fault.bot], fault.kind, fault.count) == ("clumsy", kind, 6)
    assert report.finished == 6
    assert report.standings.rates[1].rate == 1.0
    assert [line["forfeits"][0]["kind"] for line in results(tmp_path / "out")] == [kind] * 6


def test_a_bot_that_brings_its_process_down(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(WorkersLost) as raised:
        arena_with_a_clumsy_bot(tmp_path, monkeypatch, "__import__('os')._exit(7)")
    assert str(raised.value) == (
        "A process that played games died, perhaps because of a bot or for lack of memory; "
        "0 of 6 games are finished, and what was saved is kept."
    )


def test_forfeits_are_named_with_their_count(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from quarriors.bots.random_bot import RandomBot
    from quarriors.lab import arena

    class Clumsy(RandomBot):
        def decide(self, seat: Any, decision: Any, /) -> Any:
            raise KeyError("where is my card")

    real = arena.make_bot
    monkeypatch.setattr(
        arena,
        "make_bot",
        lambda spec, seat, seed: Clumsy(seat, seed) if spec == "clumsy" else real(spec, seat, seed),
    )
    arguments = (
        "arena",
        "--bots",
        "clumsy,random",
        "--games",
        "4",
        "--seed",
        "1",
        "--workers",
        "1",
    )
    ran = run(*arguments, "--out", str(tmp_path))
    assert ran.code == 0
    assert (
        "clumsy forfeited 4 of 4 games because it raised an error, first in game 1 at decision 1: "
        "KeyError: 'where is my card'"
    ) in ran.out
    italian = run(*arguments, "--lang", "it").out
    assert "clumsy ha perso a tavolino 4 partite su 4 perché ha sollevato un errore" in italian


def test_a_broken_game_and_lost_workers_leave_with_code_1(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from quarriors.engine.errors import ScriptError
    from quarriors.lab import arena

    def broken(self: object) -> None:
        raise ScriptError("the engine is tired")

    arguments = ("arena", *FAST, "--games", "2", "--workers", "1")
    with monkeypatch.context() as patch:
        patch.setattr(arena._Table, "step", broken)
        ran = run(*arguments, "--out", str(tmp_path))
        assert ran.code == 1
        assert "the engine is tired" in ran.err
        assert f"its record is in {tmp_path / 'broken.jsonl'}" in ran.err
        assert "No game is finished yet." in ran.out
        assert len(load_all(tmp_path / "broken.jsonl")) == 2
        assert "use --out to keep its record" in run(*arguments).err
    with monkeypatch.context() as patch:
        from concurrent.futures.process import BrokenProcessPool

        def lost(*_: object, **__: object) -> Iterator[object]:
            raise BrokenProcessPool

        patch.setattr(arena, "run_jobs", lost)
        ran = run(*arguments)
        assert ran.code == 1
        assert ran.err.startswith("A process that played games died")


def test_nothing_is_left_behind(tmp_path: Path) -> None:
    before = signal.getsignal(signal.SIGINT)
    folder = tmp_path / "arena"
    assert main(["arena", *FAST, "--games", "2", "--workers", "1", "--out", str(folder)]) == 0
    assert signal.getsignal(signal.SIGINT) is before
    assert sorted(path.name for path in folder.iterdir()) == [
        ".lock", "arena.json", "games-0001.jsonl", "results.jsonl"
    ]  # fmt: skip


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full disk at hand")
def test_a_full_disk(refused: Callable[..., str], tmp_path: Path) -> None:
    arguments = ("arena", *FAST, "--games", "2", "--workers", "1", "--out", str(tmp_path))
    assert main(list(arguments)) == 0
    part = tmp_path / "games-0001.jsonl"
    part.unlink()
    part.symlink_to("/dev/full")
    assert refused(*arguments) == (
        f"The file {part} can't be used (the disk is full); choose another one."
    )
    assert (tmp_path / "results.jsonl").read_bytes() == b""  # no game without its record


def test_times_are_told_in_fitting_units() -> None:
    from quarriors.cli.arena import _time

    texts = Texts("en")
    assert _time(texts, 0.0000314) == "31.4 us"
    assert _time(texts, 0.0314) == "31.40 ms"
    assert _time(texts, 3.14) == "3.14 s"
