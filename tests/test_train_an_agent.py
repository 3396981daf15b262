"""The tutorial of the first trained agent is run as its readers would run it, with fewer games."""

from __future__ import annotations

import importlib
import re
import sys
from pathlib import Path

import pytest

PAGE = Path(__file__).resolve().parent.parent / "docs" / "train-an-agent.md"


def test_the_agent_learns(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    blocks = re.findall(
        r'```python title="(\w+)\.py"\n(.*?)```', PAGE.read_text("utf-8"), re.DOTALL
    )
    assert [name for name, _ in blocks] == ["look", "train"]
    monkeypatch.syspath_prepend(str(tmp_path))
    for name, text in blocks:
        (tmp_path / f"{name}.py").write_text(text, "utf-8")
        monkeypatch.delitem(sys.modules, name, raising=False)
    module = importlib.import_module("train")
    assert "(32, 117)" in capsys.readouterr().out
    agent = module.train(3, module.Agent())
    assert agent.weights.any()
    assert 0 <= module.wins(2, agent) <= 2
    for name, _ in blocks:
        del sys.modules[name]
