"""The benchmark runs and says everything it promises; how fast it is, no test asks."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from quarriors.cards.sets import MODULES, SETS
from quarriors.cli.main import main
from quarriors.engine import core
from quarriors.engine.rules import Rules
from quarriors.game import Game, new_game
from quarriors.lab import bench

SCRIPT = Path(__file__).parent.parent / "benchmarks" / "run.py"
TIMED = ["driven", "mixed", "playout", "mixed_playout", "clone", "branch", "new_game"]
TIMED += ["long_25", "long_50", "long_100", "long_200"]
UNTIMED = ["mixed_slower", "mixed_playout_slower", "long_growth", "memory", "memory_of_games"]


@pytest.fixture(scope="module")
def measured() -> bench.Result:
    """A benchmark in a hurry."""
    return bench.run(0.01, 5)


@pytest.fixture(scope="module")
def result(measured: bench.Result) -> dict[str, object]:
    """The same as plain values."""
    return measured.to_dict()


def test_the_command_prints_json_with_all_measures(
    measured: bench.Result, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`quarriors bench --json`, short."""

    def run(seconds: float, games: int, *_: object) -> bench.Result:
        assert (seconds, games) == (0.02, 10)
        return measured

    monkeypatch.setattr("quarriors.cli.bench.run", run)
    assert main(["bench", "--json", "--seconds", "0.02", "--games", "10"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert set(told) == {
        "format", "engine", "python", "version", "seconds", "live_games", "yardstick", "measures",
    }  # fmt: skip
    assert told["engine"] == ("interpreted" if core.__file__.endswith(".py") else "compiled")
    assert told["seconds"] == 0.01
    assert told["live_games"] == 5
    assert told["yardstick"]["version"] == 1
    assert told["yardstick"]["loops_per_second"] > 0
    assert list(told["measures"]) == TIMED + UNTIMED
    for name, measure in told["measures"].items():
        assert set(measure) == {"value", "unit", "ratio", "more_is_better"}
        assert measure["value"] > 0, name
        assert (measure["ratio"] is None) == (name in UNTIMED)
    for name in TIMED:
        assert told["measures"][name]["ratio"] > 0


@pytest.mark.parametrize(("lang", "word"), [("en", "decisions per second"), ("it", "decisioni al")])
def test_the_command_prints_a_table_for_people(
    lang: str,
    word: str,
    measured: bench.Result,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """One line a measure, in both languages, with a head and a note."""
    monkeypatch.setattr("quarriors.cli.bench.run", lambda *_: measured)
    assert main(["bench", "--seconds", "0.01", "--games", "5", "--lang", lang]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 1 + 1 + len(TIMED + UNTIMED) + 1
    assert word in lines[2]


@pytest.mark.parametrize(
    ("option", "value"),
    [("--seconds", "0"), ("--seconds", "-1"), ("--seconds", "nan"), ("--seconds", "3601"),
     ("--games", "0"), ("--games", "100001")],
)  # fmt: skip
@pytest.mark.parametrize(("lang", "right"), [("en", "use --"), ("it", "usa --")])
def test_what_cannot_be_measured_is_refused_in_one_sentence(
    option: str, value: str, lang: str, right: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit code 2, nothing measured, and the sentence says what would be right."""
    assert main(["bench", option, value, "--lang", lang]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert len(said.err.splitlines()) == 1
    assert right in said.err


def test_the_yardstick_is_still_the_first_one() -> None:
    """Its result is fixed; a changed loop needs a new version number."""
    assert bench.YARDSTICK == 1
    sums = [bench.yardstick(rounds) for rounds in (0, 1, 64, 1000, 20_000)]
    assert sums == [0, 0, 16_577, 254_033, 4_939_099]


def test_long_games_are_as_long_as_they_should_be() -> None:
    """Or the measure of linearity would compare games that ended early."""
    played = []
    for rounds in bench.ROUNDS:
        rules = Rules(4, round_limit=rounds, goal=10**6)
        game = new_game(rules, 1, wilds=bench.LONG_TABLE)
        played.append(bench.play_long(game, 1))
        assert game.result is not None
        assert game.result.rule == "15.9"
        assert game.turn == 4 * rounds
    assert played == sorted(played)
    assert played[-1] > 5 * played[0]


def test_mixed_games_have_everything_in_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """All sets with all the rules they bring, four players as in the base games."""
    laid: list[Rules] = []

    def spy(rules: Rules, seed: int) -> Game:
        laid.append(rules)
        return new_game(rules, seed)

    monkeypatch.setattr(bench, "new_game", spy)
    for task in (bench.driven_task, bench.playout_task):
        assert task(("all",))(0.0)[0] > 10
        assert task()(0.0)[0] > 10
    assert [rules.players for rules in laid] == [4] * 4
    assert [rules.sets for rules in laid] == [SETS, ("base",)] * 2
    assert [rules.modules for rules in laid] == [MODULES, ()] * 2


def test_what_is_compared_is_measured_turn_about(result: dict[str, Any]) -> None:
    """The ratios of the mixed games are those of the rates told beside them."""
    groups = [list(group) for group in bench._tasks()]
    assert ["driven", "mixed"] in groups
    assert ["playout", "mixed_playout"] in groups
    told = {name: measure["value"] for name, measure in result["measures"].items()}
    for name, quick, slow in (
        ("mixed_slower", "driven", "mixed"),
        ("mixed_playout_slower", "playout", "mixed_playout"),
    ):
        assert told[name] == pytest.approx(told[quick] / told[slow], abs=0.001)


def test_live_games_are_half_way() -> None:
    """Memory is measured with games in mid-play, each with a table of its own."""
    games = bench.midgames(3)
    assert [game.over for game in games] == [False] * 3
    assert [len(game.answers) for game in games] == [bench.MIDGAME] * 3
    assert len({game.origin.wilds for game in games}) == 3


# --- comparing two results ---------------------------------------------------------------------


def test_a_result_compared_with_itself_has_not_changed(result: dict[str, object]) -> None:
    """Every measure, by a factor of one."""
    found = bench.compare(result, result)
    assert [name for name, _, _ in found] == TIMED + UNTIMED
    assert {change for _, change, _ in found} == {1.0}


def test_more_is_better_for_rates_and_less_for_times(result: dict[str, object]) -> None:
    """Twice the ratio to the yardstick; the plain values do not count."""
    now = json.loads(json.dumps(result))
    for name in ("driven", "clone"):
        now["measures"][name]["ratio"] *= 2
        now["measures"][name]["value"] *= 99
    found = {name: (change, better) for name, change, better in bench.compare(now, dict(result))}
    assert found["driven"] == (2.0, True)
    assert found["clone"] == (2.0, False)


def test_memory_of_other_numbers_of_games_is_not_compared(result: dict[str, object]) -> None:
    """A thousand games against five say nothing."""
    now = {**result, "live_games": 1000}
    assert not [name for name, _, _ in bench.compare(now, result) if "memory" in name]


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"format": 2}, "format"),
        ({"yardstick": {"version": 2, "loops_per_second": 1.0}}, "yardstick"),
        ({"measures": None}, "no result"),
    ],
)
def test_results_that_say_nothing_about_each_other_are_refused(
    result: dict[str, object], change: dict[str, object], why: str
) -> None:
    """One sentence each."""
    with pytest.raises(bench.NotComparable, match=why):
        bench.compare(result, {**result, **change})


def run_script(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run `benchmarks/run.py` on the engine under test."""
    path = ":".join(part for part in sys.path if part)
    return subprocess.run(
        [sys.executable, str(SCRIPT), "--seconds", "0.01", "--games", "5", *arguments],
        env={"PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.long
def test_the_script_writes_a_result_and_compares_with_it(tmp_path: Path) -> None:
    """`benchmarks/run.py --out` and `--compare`."""
    kept = tmp_path / "earlier.json"
    assert run_script("--out", str(kept)).returncode == 0
    assert list(json.loads(kept.read_text("utf-8"))["measures"]) == TIMED + UNTIMED
    done = run_script("--compare", str(kept))
    assert done.returncode == 0
    assert done.stdout.count("   x ") == len(TIMED + UNTIMED)


def test_the_script_refuses_a_file_that_is_no_result(tmp_path: Path) -> None:
    """Before it measures anything, with exit code 2."""
    for text in ("not json", "[]", "{}"):
        bad = tmp_path / "bad.json"
        bad.write_text(text, "utf-8")
        done = run_script("--compare", str(bad))
        assert done.returncode == 2
        assert len(done.stderr.splitlines()) == 1
    done = run_script("--compare", str(tmp_path / "nothing.json"))
    assert done.returncode == 2
    assert "cannot be read" in done.stderr
