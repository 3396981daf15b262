"""The command line run in this process: exit code, output and errors."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from quarriors.cli import console
from quarriors.cli.main import main


@dataclass(frozen=True)
class Ran:
    """What a command left behind."""

    code: int
    out: str
    err: str


Run = Callable[..., Ran]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run `quarriors` with arguments, in an English locale unless told otherwise."""
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.setattr(console, "is_compiled", lambda: True)  # no advice to compile, on either

    def go(*arguments: str) -> Ran:
        capsys.readouterr()
        code = main(list(arguments))
        told = capsys.readouterr()
        return Ran(code, told.out, told.err)

    return go


@pytest.fixture
def refused(run: Run) -> Callable[..., str]:
    """Run a command that must be refused: one sentence, code 2, nothing on the output."""

    def go(*arguments: str) -> str:
        ran = run(*arguments)
        assert ran.code == 2, ran.out + ran.err
        assert ran.out == ""
        assert ran.err.count("\n") == 1
        assert "Traceback" not in ran.err
        return ran.err.strip()

    return go


@pytest.fixture(scope="session")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with three recorded games, two with snapshots left out."""
    path = tmp_path_factory.mktemp("games") / "games.jsonl"
    arguments = ["simulate", "-n", "3", "--seed", "5", "--workers", "1", "--out", str(path)]
    assert main(arguments) == 0
    return path
