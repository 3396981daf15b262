"""`quarriors simulate` and the simulation behind it."""

from __future__ import annotations

import json
import os
import pickle
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import quarriors as q
from quarriors.bots import Bot, registry
from quarriors.cards.load import default_catalog
from quarriors.cards.sets import SETS
from quarriors.cli.main import main
from quarriors.engine.game import Decision, Option
from quarriors.lab.balance import Balance, CardLine, label
from quarriors.lab.dataset_reader import open_results
from quarriors.lab.executor import WorkerLost
from quarriors.lab.rates import Rate, wilson
from quarriors.lab.simulate import GameFailed, Outcome, Plan, play_game, simulate
from quarriors.lab.summary import Summary
from quarriors.record.files import load_all, to_line
from quarriors.record.replay import replay, verify
from quarriors.setup_code import encode
from quarriors.text import Texts
from tests.error_stream import without_advice

from .conftest import Run

SHORT = q.Rules(players=2, goal=4)


def offer(monkeypatch: pytest.MonkeyPatch, name: str, bot: Callable[..., Bot]) -> None:
    """One more bot of our own, for this test."""
    known = {**registry._own(), name: registry.Kind(name, registry.HOME, lambda: bot)}
    monkeypatch.setattr(registry, "_own", lambda: known)


# --- the simulation ----------------------------------------------------------------------------


def test_the_number_of_workers_changes_nothing() -> None:
    rules = q.Rules(players=3, edition="original", variants=["expert_culling"], goal=5)
    seats = ["random", "random", "random:seed=4"]
    alone = list(simulate(rules, seats, 11, 99, 1, records=True))
    assert [outcome.index for outcome in alone] == list(range(11))
    for workers in (2, 3):
        assert list(simulate(rules, seats, 11, 99, workers, records=True)) == alone


def test_every_game_has_a_seed_of_its_own() -> None:
    plan = Plan(SHORT, ("random", "random"), 7)
    seeds = [plan.game_seed(index) for index in range(200)]
    assert len(set(seeds)) == 200
    assert all(0 <= seed < 1 << 48 for seed in seeds)
    assert not set(seeds) & {plan.bot_seed(index) for index in range(200)}
    assert Plan(SHORT, ("random", "random"), 8).game_seed(0) != seeds[0]


def test_more_games_begin_with_the_same_games() -> None:
    few = list(simulate(SHORT, ["random", "random"], 3, 5))
    assert list(simulate(SHORT, ["random", "random"], 6, 5))[:3] == few


def test_an_outcome_tells_what_its_record_tells() -> None:
    for outcome in simulate(q.Rules(players=2), ["random", "random"], 3, 12, records=True):
        assert outcome.record is not None
        game = replay(outcome.record)
        assert game.result is not None
        assert outcome.winners == game.result.winners
        assert outcome.glory == game.glory
        assert outcome.rule == game.result.rule
        assert outcome.seed == game.seed
        assert outcome.first == game.origin.first
        assert outcome.rounds == game.round
        assert outcome.decisions == len(game.answers)
        assert outcome.wilds == game.origin.wilds
        told = json.loads(outcome.record)
        assert told["seats"] == ["random", "random"]
        paid = sum(" ".join(e["answer"].split()[:1]) == "capture" for e in told["decisions"])
        assert sum(outcome.captures.values()) >= paid
        assert pickle.loads(pickle.dumps(outcome)) == outcome
        assert "record" not in outcome.to_dict()


def test_records_and_snapshots_only_when_asked() -> None:
    def one(**options: bool) -> Outcome:
        return next(iter(simulate(SHORT, ["random", "random"], 1, 3, **options)))

    assert one().record is None
    plain, shots = one(records=True).record, one(records=True, snapshots=True).record
    assert plain is not None
    assert shots is not None
    assert verify(plain).snapshots == 0
    assert verify(shots).snapshots > 0
    assert json.loads(plain)["check"] == json.loads(shots)["check"]


def test_a_bot_that_looks_gets_the_same_dice_as_one_that_does_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The short cut for the random bot plays the same games as the long way."""
    from quarriors.bots.random_bot import RandomBot

    class Looking(RandomBot):
        pass

    offer(monkeypatch, "looking", Looking)
    short = list(simulate(SHORT, ["random", "random"], 4, 8))
    long = list(simulate(SHORT, ["looking", "looking"], 4, 8))
    assert long == short


@pytest.mark.parametrize("games", [0, -1, True, 1.5])
def test_a_bad_number_of_games(games: Any) -> None:
    with pytest.raises(q.RulesError, match="At least one game"):
        simulate(SHORT, ["random", "random"], games, 1)


@pytest.mark.parametrize("workers", [0, -1, True, "2"])
def test_a_bad_number_of_workers(workers: Any) -> None:
    with pytest.raises(q.RulesError, match="At least one process"):
        simulate(SHORT, ["random", "random"], 1, 1, workers)


def test_what_cannot_be_played_is_refused_at_once() -> None:
    with pytest.raises(q.RulesError, match="1 seat is named for a game of 2"):
        simulate(SHORT, ["random"], 1, 1)
    with pytest.raises(q.QuarriorsError, match="Unknown bot 'genius'"):
        simulate(SHORT, ["random", "genius"], 1, 1)
    with pytest.raises(q.CardError, match="called 'Iron Duck'"):
        simulate(SHORT, ["random", "random"], 1, 1, include=["Iron Duck"])


class Clumsy:
    """A bot that breaks in the middle of a game."""

    def __init__(self, seat: int, seed: int) -> None:
        self.left = 5

    def decide(self, seat: object, decision: Decision) -> Option:
        self.left -= 1
        if self.left < 0:
            raise ZeroDivisionError("clumsy")
        return decision.options[0]


def test_a_game_that_breaks_keeps_its_record(monkeypatch: pytest.MonkeyPatch) -> None:
    offer(monkeypatch, "clumsy", Clumsy)
    with pytest.raises(GameFailed) as caught:
        list(simulate(SHORT, ["clumsy", "clumsy"], 3, 1))
    error = caught.value
    assert error.index == 0
    assert "ZeroDivisionError: clumsy" in error.trace
    assert f"seed {error.seed}" in str(error)
    report = verify(error.record)
    assert not report.over
    assert 5 <= report.decisions <= 10
    assert str(pickle.loads(pickle.dumps(error))) == str(error)


def test_stopping_drops_the_game_under_way() -> None:
    asked = []

    def stop() -> bool:
        asked.append(1)
        return len(asked) > 400

    done = list(simulate(q.Rules(), ["random", "random"], 1000, 1, stop=stop))
    assert 0 < len(done) < 5
    assert play_game(Plan(SHORT, ("random", "random"), 1), 0, lambda: True) is None


def test_stopping_many_processes() -> None:
    done: dict[int, Outcome] = {}
    outcomes = simulate(q.Rules(), ["random", "random"], 100_000, 1, 2, stop=lambda: len(done) >= 5)
    for outcome in outcomes:
        done[outcome.index] = outcome
    assert 5 <= len(done) < 1000
    alone = list(simulate(q.Rules(), ["random", "random"], 2, 1))
    assert [done[0], done[1]] == alone


# --- the summary -------------------------------------------------------------------------------


def test_wilson_intervals() -> None:
    low, high = wilson(50, 100)
    assert low == pytest.approx(0.4038, abs=1e-4)
    assert high == pytest.approx(0.5962, abs=1e-4)
    assert wilson(0, 10)[0] == 0
    assert wilson(0, 10)[1] == pytest.approx(0.2775, abs=1e-4)
    assert wilson(10, 10)[1] == pytest.approx(1)
    assert wilson(0, 0) == (0.0, 1.0)
    assert Rate(0, 0).rate == 0


def outcome(index: int, first: int, winners: tuple[int, ...], rounds: int, rule: str) -> Outcome:
    return Outcome(
        index, index, first, winners, (3, 5), rule, rounds, rounds * 2, 10 * rounds,
        ("Death Charm", "Growth Cantrip"), {"Death Charm": (2, 0), "Portal": (1, 0)},
    )  # fmt: skip


def test_a_summary_adds_up() -> None:
    summary = Summary(("a", "b"), default_catalog())
    assert summary.to_dict()["games"] == 0
    summary.add(outcome(0, 0, (0,), 10, "9.1"))
    summary.add(outcome(1, 1, (0,), 20, "9.1"))
    summary.add(outcome(2, 1, (1,), 30, "9.2"))
    summary.add(outcome(3, 0, (0, 1), 40, "15.9"))
    values = summary.to_dict()
    assert values["games"] == 4
    assert [seat["wins"] for seat in values["seats"]] == [2.5, 1.5]
    assert [seat["bot"] for seat in values["seats"]] == ["a", "b"]
    assert [place["wins"] for place in values["order"]] == [2.5, 1.5]
    assert values["shared"] == 1
    assert values["rounds"] == {"mean": 25.0, "least": 10, "median": 20, "most": 40}
    assert values["decisions"] == {"total": 1000, "mean": 250.0}
    assert values["ends"] == {"15.9": 1, "9.1": 2, "9.2": 1}
    assert values["captures"] == [
        {"card": "Death Charm", "captures": 8, "games": 4, "mean": 2.0},
        {"card": "Portal", "captures": 4, "games": 4, "mean": 1.0},
        {"card": "Growth Cantrip", "captures": 0, "games": 4, "mean": 0.0},
    ]
    assert sum(seat["rate"] for seat in values["seats"]) == pytest.approx(1)
    json.dumps(values)


# --- the command -------------------------------------------------------------------------------


def test_the_summary_for_people(run: Run) -> None:
    arguments = ("simulate", "-n", "4", "--seed", "2", "--workers", "1")
    ran = run(*arguments)
    assert ran.code == 0
    assert ran.err == ""
    assert ran.out.startswith("4 games in ")
    for word in ("Wins by seat", "Wins by order of play", "Rounds per game", "decisions/s",
                 "How games ended", "Captures", "seed 2"):  # fmt: skip
        assert word in ran.out
    italian = run(*arguments, "--lang", "it").out
    assert italian.startswith("4 partite in ")
    for word in ("Vittorie per posto", "Decisioni per partita", "Catture"):
        assert word in italian


def test_the_summary_for_programs(run: Run) -> None:
    ran = run(
        "simulate", "-n", "3", "--seats", "random,random,random", "--edition", "revised",
        "--variants", "advanced_capture,expert_culling", "--seed", "9", "--workers", "1", "--json",
    )  # fmt: skip
    values = json.loads(ran.out)
    assert values["games"] == values["asked"] == 3
    assert not values["stopped"]
    assert values["rules"]["players"] == 3
    assert values["rules"]["edition"] == "revised"
    assert values["rules"]["variants"] == ["advanced_capture", "expert_culling"]
    assert len(values["seats"]) == 3
    assert values["games_per_second"] > 0
    assert values["decisions_per_second"] > 0
    assert values["seed"] == 9


def timeless(text: str) -> dict[str, Any]:
    values: dict[str, Any] = json.loads(text)
    for key in ("seconds", "games_per_second", "decisions_per_second", "workers", "out"):
        del values[key]
    return values


def test_files_and_summaries_do_not_depend_on_the_workers(run: Run, tmp_path: Path) -> None:
    told = []
    for workers in ("1", "2"):
        path = tmp_path / f"{workers}.jsonl"
        ran = run("simulate", "-n", "7", "--seed", "4", "--workers", workers, "--out", str(path),
                  "--json", "--snapshots")  # fmt: skip
        assert ran.code == 0
        told.append(timeless(ran.out))
    assert told[0] == told[1]
    assert (tmp_path / "1.jsonl").read_bytes() == (tmp_path / "2.jsonl").read_bytes()
    records = load_all(tmp_path / "1.jsonl")
    assert len(records) == 7
    for record in records:
        assert verify(record).snapshots > 0
        assert to_line(replay(record).record())[-20:] == to_line(record)[-20:]


def test_a_table_by_name_and_by_code(run: Run, tmp_path: Path) -> None:
    names = list(q.new_game(q.Rules(), seed=1).origin.wilds)
    for option, value in (("--wilds", ",".join(names)), ("--code", encode(names))):
        path = tmp_path / f"{option}.jsonl"
        ran = run("simulate", "-n", "2", option, value, "--out", str(path), "--workers", "1")
        assert ran.code == 0
        assert {tuple(record["wilds"]) for record in load_all(path)} == {tuple(names)}


def test_wishes_and_bans(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    ran = run("simulate", "-n", "3", "--include", "death charm", "--exclude", "Quake Dragon",
              "--out", str(path), "--workers", "1")  # fmt: skip
    assert ran.code == 0
    assert f"3 records are in {path}" in ran.out
    for record in load_all(path):
        assert "Death Charm" in record["wilds"]
        assert not any("Quake Dragon" in name for name in record["wilds"])


def test_a_file_that_is_there_is_kept(
    run: Run, refused: Callable[..., str], tmp_path: Path
) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text("precious")
    arguments = ("simulate", "-n", "1", "--workers", "1", "--out", str(path))
    assert f"The file {path} already exists" in refused(*arguments)
    assert path.read_text() == "precious"
    assert run(*arguments, "--force").code == 0
    assert len(load_all(path)) == 1


@pytest.mark.parametrize(
    ("arguments", "english", "italian"),
    [
        (["-n", "0"], "so -n must be 1 or more, not 0", "quindi -n è 1 o più, non 0"),
        (["-n", "-5"], "so -n must be 1 or more, not -5", "quindi -n è 1 o più, non -5"),
        (["--workers", "0"], "so --workers must be 1 or more, not 0", "--workers è 1 o più, non 0"),
        (["--seats", "human,random"], "Unknown bot human; a seat is one of", "Il bot human"),
        (["--seats", "random"], "A game has 2, 3 or 4 players (rule 1.1), not 1", "2, 3 o 4"),
        (["--seats", ",".join(["random"] * 5)], "not 5", "non 5"),
        (["--seats", ""], "A game has 2, 3 or 4 players (rule 1.1), not 0", "2, 3 o 4"),
        (["--edition", "x"], "Unknown edition x", "L'edizione x non esiste"),
        (["--sets", "x"], "Unknown set x", "Il set x non esiste"),
        (["--sets", "promos"], "promos", "promos"),
        (["--sets", "quests"], "quests", "quests"),
        (["--modules", "quests"], "quests", "quests"),
        (["--mix", "side"], "needs a second set", "secondo set"),
        (["--sets", "base,promos", "--feature", "promos"], "leave it out with hint", "hint"),
        (["--variants", "x"], "Unknown variant x; use one of advanced", "La variante x"),
        (["--wilds", "Death Charm"], "here 0 and 1 are named", "ne sono indicate 0 e 1"),
        (["--wilds", "zzzz"], "No card is called zzzz", "La carta zzzz"),
        (["--code", "ABCU-EFGH"], "can't be in a set-up code", "non compare nei codici"),
        (["--wilds", "x", "--code", "x"], "use one of the two", "usa uno dei due"),
        (["--mix", "x"], "Unknown mix x", "La modalità x non esiste"),
        (["--snapshots"], "say where with --out", "indica con --out"),
        (["--out", "/no/such/folder/x.jsonl"], "There's no folder for", "La cartella per"),
        (["--out", "/"], "The folder / holds other things", "La cartella / contiene altro"),
        (["--out", "/dev/null/x"], "/dev/null/x isn't a folder", "/dev/null/x non è una cartella"),
        (["--decisions"], "--decisions is for a folder of tables", "--decisions serve per una"),
        (["--decisions", "--out", "x.jsonl"], "--decisions is for a folder", "--decisions serve"),
        (["--resume"], "--resume is for a folder of tables", "--resume serve per una cartella"),
        (["--resume", "--out", "/nowhere"], "There are no results in /nowhere", "risultati"),
        (
            ["--resume", "--out", "/nowhere", "-n", "5", "--seed", "3"],
            "takes everything from the folder /nowhere; leave out --games, --seed",
            "prende tutto dalla cartella /nowhere; ometti --games, --seed",
        ),
        (["--snapshots", "--out", "x"], "--snapshots is for records, and x is", "x è una cartella"),
        (["--force", "--out", "x"], "--force is for records, and x is", "--force serve per le"),
        (
            ["--code", "3A39-WWEA-04NQ", "--include", "Portal"],
            "use them without --include",
            "usali senza --include",
        ),
    ],
)
def test_bad_wishes(
    refused: Callable[..., str], arguments: list[str], english: str, italian: str
) -> None:
    assert english in refused("simulate", *arguments)
    assert italian in refused("simulate", *arguments, "--lang", "it")


def test_a_bad_parameter_of_a_bot(refused: Callable[..., str]) -> None:
    assert "no parameter 'depth'" in refused("simulate", "--seats", "random,random:depth=3")


def test_a_broken_game_is_reported_and_kept(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    offer(monkeypatch, "clumsy", Clumsy)
    path = tmp_path / "games.jsonl"
    arguments = ("simulate", "-n", "2", "--seats", "clumsy,clumsy", "--workers", "1")
    ran = run(*arguments, "--out", str(path))
    assert ran.code == 1
    assert "ZeroDivisionError" in ran.err
    assert f"its record is the last one in {path}" in ran.err
    assert not verify(load_all(path)[-1]).over
    assert "use --out to keep its record" in run(*arguments).err


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full disk at hand")
@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_full_disk(refused: Callable[..., str], workers: str) -> None:
    arguments = ("simulate", "-n", "3", "--workers", workers, "--out", "/dev/full", "--force")
    assert "The file /dev/full can't be used (the disk is full)" in refused(*arguments)


@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_keeps_what_is_done(tmp_path: Path, workers: str) -> None:
    path = tmp_path / "games.jsonl"
    process = subprocess.Popen(
        [
            sys.executable, "-m", "quarriors.cli.main", "simulate", "-n", "1000000", "--seed", "3",
            "--workers", workers, "--out", str(path), "--json", "--lang", "en",
        ],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
    )  # fmt: skip
    try:
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            if path.exists() and path.read_bytes().count(b"\n") >= 5:
                break
            time.sleep(0.05)
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to everybody
        out, err = process.communicate(timeout=60)
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()
    assert process.returncode == 130
    assert "Traceback" not in err
    values = json.loads(out)
    assert values["stopped"]
    assert values["asked"] == 1000000
    assert without_advice(err).strip() == (
        f"Stopped after {values['games']} of 1000000 games; the games played are kept."
    )
    records = load_all(path)
    assert len(records) == values["games"] >= 5
    for record in (records[0], records[-1]):
        assert verify(record).over


def test_a_second_ctrl_c_is_obeyed_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    from quarriors.cli.watch import Asked

    asked = Asked()
    asked(signal.SIGINT, None)
    assert asked.to_stop()
    with pytest.raises(KeyboardInterrupt):
        asked(signal.SIGINT, None)


def test_main_leaves_the_signal_handler_as_it_was() -> None:
    before = signal.getsignal(signal.SIGINT)
    assert main(["simulate", "-n", "1", "--workers", "1"]) == 0
    assert signal.getsignal(signal.SIGINT) is before


# --- a folder of tables ------------------------------------------------------------------------


def test_a_folder_of_tables_is_gone_on_with(run: Run, tmp_path: Path) -> None:
    """Finished at once or in two goes, the summary is the same; the seed is that of the folder."""
    pytest.importorskip("polars")
    folder = tmp_path / "run"
    arguments = ("simulate", "-n", "60", "--workers", "1", "--sets", "base,promos", "--json")
    ran = run(*arguments, "--seed", "31", "--out", str(folder), "--cards", "--decisions")
    assert ran.code == 0
    first = timeless(ran.out)
    assert (first["games"], first["found"], first["stopped"]) == (60, 0, False)
    plain = timeless(run(*arguments, "--seed", "31", "--cards").out)
    assert plain == {**first, "hash": None}
    assert len(first["hash"]) == 64
    (folder / "games" / "part-00001.parquet").unlink()
    again = timeless(run(*arguments, "--out", str(folder), "--cards", "--decisions").out)
    assert again.pop("found") == 50
    assert again == {key: value for key, value in first.items() if key != "found"}
    resumed = run("simulate", "--resume", "--out", str(folder), "--json", "--cards")
    assert timeless(resumed.out) == {**first, "found": 60}


def test_a_folder_for_people(run: Run, refused: Callable[..., str], tmp_path: Path) -> None:
    pytest.importorskip("polars")
    folder = tmp_path / "new" / "run"
    arguments = ("simulate", "-n", "5", "--seed", "4", "--workers", "1", "--out", str(folder))
    ran = run(*arguments)
    assert ran.out.startswith("5 games in ")
    assert f"The tables of 5 games are in {folder}.\n" in ran.out
    assert ran.out.endswith(f"SHA-256 of the tables: {open_results(folder).hash()}\n")
    again = run("simulate", "--resume", "--out", str(folder), "--lang", "it")
    assert again.out.startswith("5 partite, di cui 5 c'erano già; 0 in ")
    assert "--edition, --sets" in refused(*arguments, "--edition", "revised")
    assert "--seats is random,random there and greedy,random here" in refused(
        *arguments, "--seats", "greedy,random"
    )


def test_damaged_lines_are_counted(run: Run, tmp_path: Path) -> None:
    pytest.importorskip("polars")
    folder = tmp_path / "run"
    arguments = ("simulate", "-n", "2", "--seed", "4", "--workers", "1", "--out", str(folder))
    assert run(*arguments).code == 0
    (folder / "games" / "part-00000.parquet").unlink()
    (folder / "open.jsonl").write_text("nonsense\n")
    told = run(*arguments).out
    assert f"1 damaged line was left out of {folder / 'open.jsonl'}" in told


def test_a_game_that_breaks_in_a_folder(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    pytest.importorskip("polars")
    offer(monkeypatch, "clumsy", Clumsy)
    ran = run("simulate", "-n", "2", "--seats", "clumsy,clumsy", "--workers", "1", "--out",
              str(tmp_path / "run"))  # fmt: skip
    assert ran.code == 1
    path = tmp_path / "run" / "broken.jsonl"
    assert f"its record is the last one in {path}" in ran.err
    assert not verify(load_all(path)[-1]).over


@pytest.mark.parametrize("out", [(), ("--out", "run")])
def test_lost_workers_are_told_in_a_sentence(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, out: tuple[str, ...]
) -> None:
    if out:
        pytest.importorskip("polars")
    monkeypatch.chdir(tmp_path)

    def lost(*_: object) -> Iterator[object]:
        raise WorkerLost
        yield

    monkeypatch.setattr("quarriors.lab.simulate.run_jobs", lost)
    monkeypatch.setattr("quarriors.lab.dataset_writer.run_jobs", lost)
    ran = run("simulate", "-n", "2", *out)
    assert ran.code == 1
    assert "died again and again" in ran.err
    assert "0 of 2 games are finished" in ran.err
    assert "Traceback" not in ran.err


# --- which cards win games ---------------------------------------------------------------------


def told_about(line: CardLine) -> tuple[object, ...]:
    return (line.card, line.games, line.captures, line.captors, line.compared)


def test_captors_and_their_wins_add_up() -> None:
    """Seats that captured a card, however often; games where both did tell nothing."""
    balance = Balance(2, default_catalog())
    for number, (winners, captors) in enumerate(
        [
            ((0,), {"Death Charm": (2, 0), "Portal": (1, 1)}),
            ((0,), {"Death Charm": (0, 3)}),
            ((0, 1), {"Death Charm": (1, 1)}),
        ]
    ):
        wilds = ("Death Charm", "Growth Cantrip") if number else ("Death Charm", "Life Spell")
        balance.add(Outcome(number, 1, 0, winners, (3, 5), "9.1", 9, 18, 90, wilds, captors))
    lines = {line.card: line for line in balance.lines()}
    assert told_about(lines["Death Charm"]) == ("Death Charm", 3, 7, 4, Rate(1.0, 2))
    assert told_about(lines["Portal"]) == ("Portal", 3, 2, 2, Rate(0.0, 0))
    assert told_about(lines["Growth Cantrip"]) == ("Growth Cantrip", 2, 0, 0, Rate(0.0, 0))
    assert told_about(lines["Life Spell"]) == ("Life Spell", 1, 0, 0, Rate(0.0, 0))
    charm = lines["Death Charm"]
    assert charm.captures_a_game == pytest.approx(7 / 3)
    assert charm.share == pytest.approx(4 / 6)
    assert charm.compared.rate == 0.5
    assert charm.advantage == 0
    low, high = wilson(1, 2)
    assert charm.interval == (low - 0.5, high - 0.5)
    assert lines["Growth Cantrip"].advantage == 0
    assert (charm.set_name, charm.label) == ("base", "sourced")


def test_cards_come_by_advantage_and_uncaptured_ones_last() -> None:
    balance = Balance(4, default_catalog())
    wilds = ("Death Charm", "Life Spell", "Growth Cantrip", "Hunt for Exqualibur")
    captors = {"Death Charm": (0, 1, 1, 1), "Life Spell": (1, 0, 0, 0)}
    balance.add(Outcome(0, 1, 0, (0,), (9, 1, 1, 1), "9.1", 9, 36, 90, wilds, captors))
    lines = balance.lines()
    assert [line.card for line in lines] == ["Life Spell", "Death Charm", "Growth Cantrip"]
    assert [line.advantage for line in lines] == [0.75, -0.25, 0]


def test_a_card_is_as_certain_as_its_least_certain_part() -> None:
    for card in default_catalog().cards:
        parts = set(card.confidence.values())
        assert label(card) in parts
        if "original" in parts:
            assert label(card) == "original"
    assert label(default_catalog().card("Death Charm")) == "sourced"
    assert {label(card) for card in default_catalog().cards} >= {"sourced", "original"}


def test_dice_that_are_handed_out_make_no_captor() -> None:
    """Corrupted Quiddity comes to everybody and is captured by nobody (7.2, 14.1)."""
    rules = q.Rules(3, sets=["base", "rise_of_the_demons"], round_limit=40)
    gained = 0
    for outcome in simulate(rules, ["random"] * 3, 12, 5):
        assert "Corrupted Quiddity" not in outcome.captors
        assert all(len(counts) == 3 and sum(counts) > 0 for counts in outcome.captors.values())
        assert outcome.captures == {name: sum(c) for name, c in outcome.captors.items()}
        gained += sum(outcome.captures.values())
    assert gained > 100


def test_free_captures_make_captors_too() -> None:
    """More dice are captured than `capture` was answered: effects give some for nothing."""
    asked = captured = 0
    for outcome in simulate(
        q.Rules(2), ["random", "random"], 12, 3, include=["Victory Cantrip"], records=True
    ):
        assert outcome.record is not None
        decisions = json.loads(outcome.record)["decisions"]
        asked += sum("capture " in json.dumps(decision) for decision in decisions)
        captured += sum(outcome.captures.values())
    assert captured > asked > 0


@pytest.mark.parametrize("lang", ["en", "it"])
def test_the_table_of_cards_for_people(run: Run, lang: str) -> None:
    arguments = ("simulate", "-n", "4", "--seed", "2", "--workers", "1", "--sets", "base,promos")
    plain = run(*arguments, "--lang", lang).out
    ran = run(*arguments, "--cards", "--lang", lang)
    assert ran.code == 0
    assert ran.err == ""
    texts = Texts(lang)
    for key in ("card", "set", "label", "games", "captures", "share", "rate", "advantage"):
        assert texts.say("balance", f"column.{key}") in ran.out
    assert texts.say("balance", "label.sourced") in ran.out
    assert "50.0 %" in ran.out.splitlines()[-1]
    assert texts.card_name("Assistant") in ran.out
    assert texts.say("balance", "column.advantage") not in plain


def test_cards_for_programs_do_not_depend_on_the_workers(run: Run) -> None:
    """All sets, their rules, a mix that favours one; the same numbers from one process or two."""
    told = []
    for workers in ("1", "2"):
        ran = run("simulate", "-n", "9", "--seed", "4", "--workers", workers, "--json", "--cards",
                  "--seats", "random,random,random", "--sets", "all", "--mix", "two_scoops",
                  "--feature", "quarmageddon")  # fmt: skip
        assert ran.code == 0
        told.append(timeless(ran.out))
    assert told[0] == told[1]
    lines = told[0]["cards"]
    assert {line["set"] for line in lines} >= {"quarmageddon", "light_vs_dark"}
    captured = [line for line in lines if line["compared"]]
    assert captured == sorted(captured, key=lambda line: (-line["advantage"], line["card"]))
    for line in captured:
        assert line["advantage"] == pytest.approx(line["rate"] - 1 / 3, abs=1e-3)
        assert line["interval"][0] <= line["advantage"] <= line["interval"][1]
        assert 0 < line["share"] <= 1
        assert line["captures"] >= line["captors"]
    assert told[0]["rules"]["modules"] == ["quests", "light_vs_dark_rules"]


def test_rules_that_sets_bring_can_be_switched_off(run: Run) -> None:
    ran = run("simulate", "-n", "1", "--workers", "1", "--json", "--sets", "all", "--modules",
              "none")  # fmt: skip
    values = json.loads(ran.out)
    assert values["rules"]["modules"] == []
    assert values["rules"]["sets"] == list(SETS)
    assert "cards" not in values
