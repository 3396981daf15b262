"""The examples do what they say, in small: files that users copy must not grow old."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

from quarriors.lab.rates import wilson

FOLDER = Path(__file__).resolve().parent.parent / "examples"


def example(name: str) -> ModuleType:
    """An example as a module; they lie in no package."""
    spec = importlib.util.spec_from_file_location(f"example_{name}", FOLDER / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_random_aec(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    module = example("random_aec")
    told = module.play(players=3, games=2, seed=5)
    assert len(told) == 2
    for rewards in told:
        assert set(rewards) == {"player_0", "player_1", "player_2"}
        assert sum(rewards.values()) == pytest.approx(0)
        assert max(rewards.values()) > 0
    assert told == module.play(players=3, games=2, seed=5)
    monkeypatch.setattr(sys, "argv", ["random_aec.py", "--games", "1"])
    module.main()
    assert "game 1: {'player_0'" in capsys.readouterr().out


def test_linear_self_play_beats_random() -> None:
    """Some games of self-play: more than half of the games are won, beyond doubt.

    Everything follows from the seeds. It wins nine games of ten, so that other rounding on another
    machine cannot matter.
    """
    module = example("linear_self_play")
    untrained = module.Learner(1)
    learner = module.train(games=200, seed=1)
    assert learner.weights.any()
    games = 60
    low, _ = wilson(module.evaluate(learner, games), games)
    assert low > 0.5
    before, _ = wilson(module.evaluate(untrained, games), games)
    assert before < 0.5


def test_maskable_ppo() -> None:
    pytest.importorskip("sb3_contrib", reason="sb3-contrib is not installed")
    module = example("maskable_ppo")
    model = module.train(steps=64, n_steps=32, batch_size=16, n_epochs=1)
    assert model.num_timesteps == 64
    assert -1 <= module.evaluate(model, games=1) <= 1
