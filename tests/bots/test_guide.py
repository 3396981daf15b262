"""What "write a bot" shows is run as it shows it."""

from __future__ import annotations

import doctest
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from quarriors.bots import BOTS, Bot
from quarriors.bots.buylist import parse_list
from quarriors.bots.registry import HOME

from .helpers import played, short

GUIDE = Path(__file__).resolve().parents[2] / "docs" / "write-a-bot.md"


@pytest.fixture
def example() -> dict[str, Any]:
    """The module that the guide begins with."""
    code = blocks("python")[0]
    assert len(code.splitlines()) < 30
    found: dict[str, Any] = {}
    exec(compile(code, str(GUIDE), "exec"), found)
    return found


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", GUIDE.read_text("utf-8"), re.DOTALL)


def test_the_guide_does_what_it_says(example: dict[str, Any]) -> None:
    result = doctest.testfile(str(GUIDE), module_relative=False, globs=example)
    assert result.failed == 0
    assert result.attempted > 10


def test_the_example_can_be_asked_for_by_name(
    example: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a package that says what the guide says."""
    told = tomllib.loads(blocks("toml")[0])["project"]["entry-points"]["quarriors.bots"]
    package = tmp_path / "my_package"
    package.mkdir()
    (package / "__init__.py").write_text("", "utf-8")
    (package / "bots.py").write_text(blocks("python")[0], "utf-8")
    info = tmp_path / "my_package-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: my-package\nVersion: 1.0\n")
    lines = "".join(f"{name} = {place}\n" for name, place in told.items())
    (info / "entry_points.txt").write_text(f"[quarriors.bots]\n{lines}")
    monkeypatch.syspath_prepend(str(tmp_path))
    game = played(short(2, ["base"], 4), "playouts:games=2", "random")
    assert game.over
    again = played(short(2, ["base"], 4), "playouts:games=2", "random")
    assert list(again.answers) == list(game.answers)
    bot: Bot = example["Playouts"](0, 1)
    assert hasattr(bot, "explain")


def test_the_guide_names_every_bot_of_ours() -> None:
    table = GUIDE.read_text("utf-8").split("| bot |")[1].split("\n\n")[0]
    first = re.findall(r"^\|([^|]+)\|", table, re.MULTILINE)
    named = {name for cell in first for name in re.findall(r"`(\w+)`", cell)}
    ours = {name for name, kind in BOTS.items() if kind.home == HOME}
    assert ours <= named


def test_the_list_of_the_guide_is_a_list() -> None:
    wishes = parse_list(blocks("toml")[1], "guide")
    assert len(wishes.captures) == 3
    assert len(wishes.culls) == 1
    assert wishes.otherwise == {"capture": "value", "cull": "nothing"}
