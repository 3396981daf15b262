"""Opening a folder of results: lazy tables, their types, and what is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import quarriors as q
from quarriors.lab import open_results
from quarriors.lab.dataset_reader import data_types, part_path
from quarriors.lab.dataset_writer import SavedSimulation
from quarriors.lab.errors import LabError
from quarriors.lab.schema import TABLES, VERSION
from quarriors.lab.simulate import Plan

pl = pytest.importorskip("polars")

RULES = q.Rules(3, sets=["base", "promos"], variants=["advanced_capture"], goal=5)
PLAN = Plan(RULES, ("random", "greedy", "random"), 21, exclude=("Death Charm",))
GAMES = 60


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("results") / "run"
    with SavedSimulation(path, PLAN, GAMES) as saved:
        for _ in saved.play():
            pass
    return path


def test_what_was_played(folder: Path) -> None:
    results = open_results(str(folder))
    assert results.plan == PLAN
    assert (results.asked, results.finished, results.complete) == (GAMES, GAMES, True)
    assert results.tables == ["games", "seats", "captures", "cards"]
    assert results.manifest["plan"]["seats"] == ["random", "greedy", "random"]
    assert len(list(results.outcomes())) == GAMES


@pytest.mark.parametrize("name", ["games", "seats", "captures", "cards"])
def test_tables_are_lazy_and_have_the_columns_of_the_schema(folder: Path, name: str) -> None:
    results = open_results(folder)
    frame = getattr(results, name)
    assert isinstance(frame, pl.LazyFrame)
    assert dict(frame.collect_schema()) == data_types(name)
    whole = frame.collect()
    assert whole.columns == list(TABLES[name])
    assert whole["game"].is_sorted()
    assert set(whole["game"]) == set(range(GAMES))
    told = pl.read_parquet_metadata(part_path(folder, name, 0))
    assert told["quarriors.version"] == str(VERSION)
    assert told["quarriors.table"] == name


def test_tables_fit_together(folder: Path) -> None:
    results = open_results(folder)
    games = results.games.collect()
    assert games["edition"].unique().to_list() == ["qultimate"]
    assert games["variants"].to_list() == [["advanced_capture"]] * GAMES
    assert not any("Death Charm" in wilds for wilds in games["wilds"].to_list())
    won = results.seats.group_by("game").agg(pl.col("won").sum(), pl.col("glory")).collect()
    assert won["won"].to_list() == pytest.approx([1.0] * GAMES)
    bots = results.seats.group_by("bot").agg(pl.col("won").mean()).collect()
    rates: dict[str, Any] = dict(bots.iter_rows())
    assert rates["greedy"] > rates["random"]
    captured = results.cards.select(pl.col("captured").list.sum().sum()).collect().item()
    assert captured == results.captures.select(pl.len()).collect().item() > GAMES


def test_there_are_no_decisions_unless_asked_for(folder: Path) -> None:
    with pytest.raises(
        LabError, match=r"Unknown table decisions in .*; it has games, seats, captures"
    ):
        _ = open_results(folder).decisions
    with pytest.raises(LabError, match="Unknown table x"):
        open_results(folder).table("x")


def test_a_simulation_under_way_can_be_read(tmp_path: Path) -> None:
    with SavedSimulation(tmp_path / "run", PLAN, GAMES) as saved:
        results = open_results(tmp_path / "run")
        assert results.games.collect().shape == (0, len(TABLES["games"]))
        for outcome in saved.play():
            if outcome.index == 54:
                break
        results = open_results(tmp_path / "run")
        assert (results.finished, results.complete) == (50, False)
        assert results.games.collect().height == 50
        assert [outcome.index for outcome in results.outcomes()] == list(range(50))


def test_what_is_no_folder_of_results(folder: Path, tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "none", folder / "results.json"):
        with pytest.raises(LabError, match="There are no results in") as caught:
            open_results(path)
        assert "non ci sono risultati" in caught.value.say("it")


def test_a_damaged_part_is_named(tmp_path: Path) -> None:
    with SavedSimulation(tmp_path / "run", PLAN, 3) as saved:
        for _ in saved.play():
            pass
    path = part_path(tmp_path / "run", "games", 0)
    path.write_bytes(path.read_bytes()[:100])
    with pytest.raises(LabError, match=r"part-00000\.parquet is damaged; delete it"):
        list(open_results(tmp_path / "run").outcomes())
