"""The tutorial's files and sessions are run as its readers would run them, with fewer games."""

from __future__ import annotations

import doctest
import importlib
import re
import sys
import tomllib
from pathlib import Path

import pytest

PAGE = Path(__file__).resolve().parent.parent / "docs" / "tutorial.md"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the files that the tutorial has its readers write, on the path."""
    blocks = re.findall(r'```\w+ title="([\w.]+)"\n(.*?)```', PAGE.read_text("utf-8"), re.DOTALL)
    for name, text in blocks:
        with (tmp_path / name).open("a", encoding="utf-8") as file:
            file.write(f"{text}\n\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    for name, _ in blocks:
        monkeypatch.delitem(sys.modules, name.removesuffix(".py"), raising=False)
    return tmp_path


def test_sessions_print_what_the_page_shows(folder: Path) -> None:
    result = doctest.testfile(str(PAGE), module_relative=False)
    assert result.failed == 0
    assert result.attempted > 8


@pytest.mark.parametrize("bot", ["Dice", "Collector", "Committee"])
def test_every_bot_plays_in_the_arena(
    folder: Path, bot: str, capsys: pytest.CaptureFixture[str]
) -> None:
    importlib.import_module("match").main(2, bot)
    printed = capsys.readouterr().out
    assert re.search(rf"^{bot} won [0-2](\.5)? of 2 games against greedy;$", printed, re.MULTILINE)


def test_the_entry_point_names_a_bot_with_its_parameter(folder: Path) -> None:
    project = tomllib.loads((folder / "pyproject.toml").read_text("utf-8"))
    module, _, name = project["project"]["entry-points"]["quarriors.bots"]["committee"].partition(
        ":"
    )
    assert module in project["tool"]["setuptools"]["py-modules"]
    committee = getattr(importlib.import_module(module), name)
    assert [parameter.name for parameter in committee.parameters] == ["members"]
    assert len(committee(0, 1, members=2).planners) == 2
