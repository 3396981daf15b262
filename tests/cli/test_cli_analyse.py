"""`quarriors analyse`: games explained on the command line."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

import quarriors as q
from quarriors.bots import ask, make_bot
from quarriors.game import new_game

from .conftest import Run


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    game = new_game(q.Rules(players=2, goal=3), seed=5)
    bots = [make_bot("pip", seat, 3) for seat in range(2)]
    while not game.over:
        game.apply(ask(bots[game.decision.seat], game))
    path = tmp_path_factory.mktemp("analyse") / "game.json"
    path.write_text(json.dumps(game.record()), encoding="utf-8")
    return path


def test_people_and_programs_read_the_same(run: Run, file: Path) -> None:
    shown = run("analyse", str(file), "--passes", "8")
    values = json.loads(run("analyse", str(file), "--passes", "8", "--json").out)
    assert "Chance of winning after each turn:" in shown.out
    for point in values["turning_points"]:
        assert point["sentence"] in shown.out
    assert len(values["seats"]) == 2
    assert values["looked_at"] == values["decisions"] == values["turns"][-1]["step"]
    italian = run("analyse", str(file), "--passes", "8", "--lang", "it").out
    assert "Probabilità di vittoria dopo ogni turno:" in italian


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--passes", "7"), "--passes must be from 8 to 1000, not 7."),
        (("--passes", "1001"), "--passes must be from 8 to 1000, not 1001."),
        (("--game", "2"), "2"),
    ],
)
def test_what_cannot_be_done_is_refused(
    refused: Callable[..., str], file: Path, arguments: tuple[str, ...], message: str
) -> None:
    assert message in refused("analyse", str(file), *arguments)


def test_files_that_cannot_be_explained_are_refused(
    refused: Callable[..., str], file: Path, tmp_path: Path
) -> None:
    assert "none.json" in refused("analyse", str(tmp_path / "none.json"))
    game = new_game(q.Rules(players=2), seed=5)
    game.apply(game.decision.options[0])
    other = tmp_path / "other.json"
    other.write_text(json.dumps(game.record()), encoding="utf-8")
    assert "only a game that is over" in refused("analyse", str(other))
    changed = {**json.loads(file.read_text(encoding="utf-8")), "seed": 6}
    other.write_text(json.dumps(changed), encoding="utf-8")
    assert "seed" in refused("analyse", str(other))
