"""The tools of a checkout: steps that are done once, checks side by side, the compiled engine."""

from __future__ import annotations

import importlib
import subprocess
import sys
import threading
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

TOOLS = Path(__file__).resolve().parent.parent / "tools"
KEY = "import sys; sys.path[:0] = sys.argv[1:]; import hatch_build; print(hatch_build.engine_key())"
NAMES = ("steps", "environment", "web", "checks", "play", "wheels")


@pytest.fixture
def tools(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], Any]]:
    """The tools as modules, with a checkout of their own to work in."""
    monkeypatch.syspath_prepend(str(TOOLS))
    for name in NAMES:  # a folder of tests may have the same name
        monkeypatch.delitem(sys.modules, name, raising=False)
    loaded: dict[str, ModuleType] = {name: importlib.import_module(name) for name in NAMES}
    for module in loaded.values():
        for name, path in (("ROOT", tmp_path), ("CACHE", tmp_path / ".cache")):
            if hasattr(module, name):
                monkeypatch.setattr(module, name, path)
    monkeypatch.setattr(loaded["checks"], "LOGS", tmp_path / "logs")
    yield loaded.__getitem__
    for name in NAMES:
        sys.modules.pop(name, None)


# --- steps ---------------------------------------------------------------------------------------


def test_a_step_is_done_once_for_a_key(tools: Callable[[str], Any], tmp_path: Path) -> None:
    done: list[str] = []
    for key in ("a", "a", "b"):
        tools("steps").once(tmp_path / "done", key, "A step", lambda _, key=key: done.append(key))
    assert done == ["a", "b"]


def test_a_step_that_failed_is_done_again(tools: Callable[[str], Any], tmp_path: Path) -> None:
    steps = tools("steps")

    def fail(_: object) -> None:
        raise steps.Failure("no")

    steps.once(tmp_path / "done", "a", "A step", lambda _: None)
    with pytest.raises(SystemExit):
        steps.once(tmp_path / "done", "b", "A step", fail)
    again: list[str] = []
    steps.once(tmp_path / "done", "a", "A step", lambda _: again.append("a"))
    assert again == ["a"]


def test_a_step_is_said_when_it_begins_and_when_it_ends(
    tools: Callable[[str], Any], capsys: pytest.CaptureFixture[str]
) -> None:
    with tools("steps").Progress().step("Packing") as detail:
        detail("3 of 4")
    first, last = capsys.readouterr().out.splitlines()
    assert first == "Packing ..."
    assert last.startswith("Packing: done (")


def test_a_command_that_fails_shows_what_it_printed(
    tools: Callable[[str], Any], capsys: pytest.CaptureFixture[str]
) -> None:
    command = [sys.executable, "-c", "print('the cause'); raise SystemExit(3)"]
    with pytest.raises(SystemExit, match="It failed"):
        tools("steps").run(command, "It failed.")
    assert "the cause" in capsys.readouterr().err


def test_actions_run_side_by_side(tools: Callable[[str], Any]) -> None:
    meeting = threading.Barrier(2)  # passed only if both wait there at the same time
    tools("steps").side_by_side(meeting.wait, meeting.wait)
    assert not meeting.broken


# --- checks --------------------------------------------------------------------------------------


def test_a_job_begins_after_what_it_needs(tools: Callable[[str], Any]) -> None:
    checks = tools("checks")
    order: list[str] = []
    jobs = (
        checks.Job("late", needs=("early",), action=lambda: order.append("late")),
        checks.Job("early", action=lambda: order.append("early")),
    )
    assert checks.Runner(jobs, 2).run() == []
    assert order == ["early", "late"]


def test_a_failure_is_shown_and_ends_what_needs_it(
    tools: Callable[[str], Any], capsys: pytest.CaptureFixture[str]
) -> None:
    checks = tools("checks")
    done: list[str] = []

    def command() -> list[str]:
        return [sys.executable, "-c", "print('broken here'); raise SystemExit(1)"]

    jobs = (
        checks.Job("bad", command=command, folder=Path()),
        checks.Job("after", needs=("bad",), action=lambda: done.append("after")),
        checks.Job("other", action=lambda: done.append("other")),
    )
    assert set(checks.Runner(jobs, 1).run()) == {"bad", "after"}
    assert done == ["other"]
    assert "broken here" in capsys.readouterr().out


def test_what_is_not_possible_here_is_said_and_is_no_failure(
    tools: Callable[[str], Any], capsys: pytest.CaptureFixture[str]
) -> None:
    checks = tools("checks")

    def compile_engine() -> None:
        raise checks.NotPossible("there is no C compiler.")

    jobs = (
        checks.Job("engine", action=compile_engine),
        checks.Job("compiled", needs=("engine",), action=lambda: None),
    )
    assert checks.Runner(jobs, 1).run() == []
    assert "compiled: not run, because there is no C compiler." in capsys.readouterr().out


def test_every_suite_knows_what_it_needs(tools: Callable[[str], Any]) -> None:
    checks = tools("checks")
    for jobs in checks.SUITES.values():
        names = {job.name for job in checks.needed(jobs)}
        assert {need for job in checks.needed(jobs) for need in job.needs} <= names


def test_without_node_the_compiled_engine_is_tested_all_the_same(
    tools: Callable[[str], Any],
) -> None:
    checks = tools("checks")
    assert "client" not in {job.name for job in checks.needed((checks.COMPILED_ENGINE,))}


def test_the_tests_of_the_compiled_engine_exist(tools: Callable[[str], Any]) -> None:
    checks = tools("checks")
    for name in (*checks.ON_BOTH, *checks.ON_COMPILED):
        assert (TOOLS.parent / "tests" / name).exists(), name


@pytest.mark.parametrize("possible", [True, False])
def test_what_is_left_to_the_compiled_engine_is_always_tested(
    tools: Callable[[str], Any], monkeypatch: pytest.MonkeyPatch, possible: bool
) -> None:
    """Where nothing can be compiled, on the interpreted engine."""
    checks, environment = tools("checks"), tools("environment")
    monkeypatch.setattr(environment.Environment, "is_ready", lambda _: possible)
    left = {f"tests/{name}" for name in checks.ON_COMPILED}
    commands = {
        job.name: command
        for job in checks.SUITES["test"]
        if "pytest" in (command := job.command() if job.folder.name != "web" else [])
    }
    tried = commands.pop("compiled")
    assert left <= set(tried)
    assert ("tests/rules" in tried) == possible
    engine = checks.COMPILED_ENGINE.variables()["QUARRIORS_TEST_ENGINE"]
    assert engine == ("compiled" if possible else "interpreted")
    assert len(commands) == 7
    for command in commands.values():
        assert {f"--ignore={name}" for name in left} <= set(command)
    for job in checks.CORE:
        assert not any(f"--ignore={name}" in job.command() for name in left), "make check has all"


# --- the compiled engine -------------------------------------------------------------------------


@pytest.fixture
def compiled(tools: Callable[[str], Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The environment tool, with a `.venv-compiled` that is complete."""
    tool = tools("environment")
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "module.py").write_text("one = 1\n", encoding="utf-8")
    for name in ("SETTINGS", "BUILD_PINS", "PINS"):
        monkeypatch.setattr(tool, name, [] if name == "SETTINGS" else tmp_path / name)
    libraries = tool.Environment(".venv")
    env = tool.Environment(".venv-compiled", libraries)
    monkeypatch.setattr(tool, "INTERPRETED", libraries)
    monkeypatch.setattr(tool, "COMPILED", env)
    libraries.folder.mkdir()
    libraries.done("build").write_text(tool.digest([tool.BUILD_PINS]), encoding="utf-8")
    env.python.parent.mkdir(parents=True)
    env.python.write_text("", encoding="utf-8")
    (env.folder / "identity").write_text(env.identity, encoding="utf-8")
    env.done("package").write_text(tool._package_key(), encoding="utf-8")
    return tool


def test_a_complete_engine_is_used(compiled: Any) -> None:
    assert compiled.COMPILED.is_ready()


def test_a_half_built_engine_is_not_used(compiled: Any) -> None:
    compiled.COMPILED.done("package").unlink()  # what a killed installation leaves
    assert not compiled.COMPILED.is_ready()


def test_an_engine_of_other_sources_is_not_used(compiled: Any, tmp_path: Path) -> None:
    (tmp_path / "src" / "module.py").write_text("one = 2\n", encoding="utf-8")
    assert not compiled.COMPILED.is_ready()


def test_a_game_does_not_wait_for_the_engine_that_another_call_compiles(
    tools: Callable[[str], Any], compiled: Any
) -> None:
    assert compiled.renew_compiled()
    with tools("steps").lock(compiled.COMPILED.folder.name):
        assert not compiled.renew_compiled()
    assert compiled.renew_compiled()


def test_an_engine_without_its_libraries_is_not_used(compiled: Any) -> None:
    compiled.INTERPRETED.done("build").unlink()  # .venv was made anew
    assert not compiled.COMPILED.is_ready()


def test_an_environment_borrows_libraries_and_not_the_editable_package(
    tools: Callable[[str], Any], tmp_path: Path
) -> None:
    tool = tools("environment")
    lender = tool.Environment("lender")
    borrower = tool.Environment("borrower", lender)
    lender.packages.mkdir(parents=True)
    (lender.packages / "library.py").write_text("", encoding="utf-8")
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "editable_package.py").write_text("", encoding="utf-8")
    (lender.packages / "editable.pth").write_text(f"{tmp_path / 'src'}\n", encoding="utf-8")
    borrower.create()
    script = (
        "import importlib.util as u; "
        "print(*(u.find_spec(n) is not None for n in ('library', 'editable_package')))"
    )
    assert tool.run([str(borrower.python), "-c", script], "It failed.") == "True False\n"
    assert borrower.is_sound()
    assert not tool.Environment("borrower").is_sound()  # one with libraries of its own


def test_tests_and_games_do_not_share_a_compiled_engine(
    tools: Callable[[str], Any],
) -> None:
    """What is compiled for tests is not optimised, and the cache has another name for it."""
    tool = tools("environment")
    names = set()
    for env in (tool.COMPILED, tool.QUICK):
        command = [sys.executable, "-c", KEY, str(TOOLS.parent)]
        names.add(tool.run(command, "It failed.", folder=TOOLS.parent, variables=env.compiling))
    assert len(names) == 2


def test_an_installation_that_fails_leaves_no_engine(
    compiled: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "src" / "module.py").write_text("one = 2\n", encoding="utf-8")

    def fail(*_: object, **__: object) -> None:
        raise compiled.Failure("interrupted")

    monkeypatch.setattr(compiled.Environment, "pip", fail)
    with pytest.raises(SystemExit):
        compiled._install(compiled.COMPILED)
    assert not compiled.COMPILED.is_ready()


def test_a_wish_that_means_nothing_is_refused(
    compiled: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("QUARRIORS_COMPILE", "perhaps")
    with pytest.raises(SystemExit, match="it should be 0, 1 or auto"):
        compiled.compile_wish()


# --- playing -------------------------------------------------------------------------------------


def test_the_compiler_ends_with_the_game(
    tools: Callable[[str], Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play = tools("play")
    monkeypatch.setattr(play, "LOG", tmp_path / "compile.log")
    forever = subprocess.Popen(
        [sys.executable, "-c", "import time; time.sleep(3600)"], start_new_session=True
    )

    class Endless(play.Compiler):  # type: ignore[misc, name-defined]
        def start(self) -> None:
            self._process = forever

    monkeypatch.setattr(play.signal, "signal", lambda *_: None)  # those of the test run stay
    game = [sys.executable, "-c", "raise SystemExit(7)"]
    assert play.play(game, Endless(quiet=True)) == 7
    assert forever.poll() is not None


# --- wheels --------------------------------------------------------------------------------------


def test_a_wheel_that_was_not_compiled_is_an_error(
    tools: Callable[[str], Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After all others were built and tried."""
    wheels, tried = tools("wheels"), []

    def build(_: str, folder: Path, variables: dict[str, str]) -> Path:
        made = folder / "quarriors-1-py3-none-any.whl"
        with zipfile.ZipFile(made, "w") as wheel:
            wheel.writestr("quarriors/_build.txt", "The engine is interpreted: no headers.")
        return made

    def run(command: list[str], *_: object, **__: object) -> str:
        if "--sdist" in command:
            (wheels.DIST / "quarriors-1.tar.gz").touch()
        return ""

    monkeypatch.delenv("QUARRIORS_COMPILE", raising=False)
    monkeypatch.setattr(wheels, "DIST", tmp_path / "dist")
    monkeypatch.setattr(wheels, "run", run)
    monkeypatch.setattr(wheels, "build_wheel", build)
    monkeypatch.setattr(wheels, "try_out", lambda *arguments: tried.append(arguments))
    monkeypatch.setattr(wheels, "digest", lambda _: "")
    for name in ("create", "once"):
        monkeypatch.setattr(wheels.Environment, name, lambda *_: None)
    with pytest.raises(SystemExit, match=r"no compiled wheel for Python 3.*: no headers"):
        wheels.main(["--pythons", sys.executable])
    assert [engine for _, _, engine in tried] == ["interpreted"] * 2
    monkeypatch.setenv("QUARRIORS_COMPILE", "0")
    wheels.main(["--pythons", sys.executable])
