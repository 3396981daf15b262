"""The examples do what they say, in small: files that users copy must not grow old."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

from quarriors.lab.rates import wilson

FOLDER = Path(__file__).resolve().parent.parent / "examples"


@pytest.fixture(autouse=True)
def beside_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """Examples import each other, as they do when one of them is started."""
    monkeypatch.syspath_prepend(str(FOLDER))


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

    Everything follows from the seeds. It wins nearly all games, so that other rounding on another
    machine cannot matter.
    """
    module, ladder = example("linear_self_play"), example("ladder")
    untrained = module.Learner(1)
    learner = module.train(games=100, seed=1)
    games = 24
    low, _ = wilson(ladder.wins(learner, "random", games, **module.FORM), games)
    assert low > 0.5
    before, _ = wilson(ladder.wins(untrained, "random", games, **module.FORM), games)
    assert before < 0.5


def test_baselines_are_written_into_their_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    module = example("baselines")
    monkeypatch.setattr(module, "LADDER", ("random",))
    monkeypatch.setattr(module, "POINTS", 1)
    monkeypatch.setattr(module, "climb", lambda _policy, games, *_seed, **_form: {"greedy": games})
    page = tmp_path / "page.md"
    page.write_text(f"before\n{module.BEGIN}\nold\n{module.END}\nafter\n")
    asked = ["baselines.py", "--only", "linear", "--scale", "0.0001", "--out", str(page)]
    monkeypatch.setattr(sys, "argv", asked)
    module.main()
    text = page.read_text()
    assert text.startswith("before\n")
    assert text.endswith("after\n")
    assert "old" not in text
    assert "| 1 |" in text
    assert "100 of 100 against `greedy`" in text
    assert "Linear learner" in capsys.readouterr().out
    monkeypatch.setattr(sys, "argv", ["baselines.py", "--only", "chess"])
    with pytest.raises(SystemExit):
        module.main()


def test_maskable_ppo() -> None:
    pytest.importorskip("sb3_contrib", reason="sb3-contrib is not installed")
    module, ladder = example("maskable_ppo"), example("ladder")
    model = module.learner(n_steps=32, batch_size=16, n_epochs=1).learn(64)
    assert model.num_timesteps == 64
    assert 0 <= ladder.wins(module.Policy(model), "random", 1, **module.FORM) <= 1


def test_dqn() -> None:
    pytest.importorskip("torch", reason="PyTorch is not installed")
    pytest.importorskip("tree", reason="dm-tree is not installed")
    module, ladder = example("dqn"), example("ladder")
    learner = module.Learner(seed=1, steps=100, batch_size=16, min_buffer_size_to_learn=32)
    learner.learn(100)
    assert ladder.wins(learner, "random", 1, **module.FORM) in (0, 1)
