"""Builds the packages to publish into `dist/`, checks them, and plays a game with each.

    python tools/wheels.py [--pgo] [--pythons PYTHON ...]

`dist/` gets a source distribution, a wheel for any platform (interpreted), and for every Python a
wheel with the compiled engine. Each is installed into an empty environment, where it plays a game.
The Pythons are those named `python3.N` on the path, from 3.11 on, unless `--pythons` names them.
`--pgo` optimises the compiled engine by a profile of real games, which takes three times as long.
A Python for which the engine cannot be compiled is an error in the end; QUARRIORS_COMPILE=0 builds
no compiled wheels.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

from environment import ENGINES, Environment, compile_wish, require_venv
from steps import ROOT, Failure, digest, lock, progress, run, start

PINS = ROOT / "requirements" / "release.txt"
DIST = ROOT / "dist"
OLDEST, NEWEST = 11, 30  # minor versions of Python that are looked for
INTERPRETED = {"QUARRIORS_COMPILE": "0"}

# Played in an empty folder by the Python of an empty environment. The argument says which engine
# the package should have.
GAME = """\
import sys
import quarriors as q
from quarriors.engine import core

compiled = not core.__file__.endswith(".py")
wanted = sys.argv[1] == "compiled"
if compiled != wanted:
    raise SystemExit(f"the engine is {'compiled' if compiled else 'interpreted'}")
game = q.new_game(q.Rules(players=2, sets=["all"]), seed=7)
while not game.over:
    game.apply(game.decision.options[0])
print(game.result.rule)
"""


def pythons_here() -> list[str]:
    """Every Python of the path that is new enough, this one first."""
    found = {sys.version_info[:2]: sys.executable}
    for minor in range(OLDEST, NEWEST):
        name = shutil.which(f"python3.{minor}")
        # A launcher may be there without the Python that it would start.
        if name and _version(name) == (3, minor):
            found.setdefault((3, minor), name)
    return list(found.values())


def _version(python: str) -> tuple[int, int] | None:
    """The version of a Python; None if it cannot be started."""
    command = [python, "-c", "import sys; print(*sys.version_info[:2])"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError:
        return None
    words = done.stdout.split()
    return (int(words[0]), int(words[1])) if done.returncode == 0 and len(words) == 2 else None


def _checked(names: list[str]) -> list[str]:
    """Pythons that the caller named; one that cannot be used is refused."""
    for name in names:
        version = _version(name)
        if version is None:
            raise Failure(f"{name} is not a Python that can be started.")
        if version < (3, OLDEST):
            raise Failure(f"{name} is older than 3.{OLDEST}, the oldest that quarriors runs on.")
    return names


def build_wheel(python: str, folder: Path, variables: dict[str, str]) -> Path:
    """Build a wheel into an empty folder with the pip of a Python, in an environment of its own."""
    home = folder / "env"
    run([python, "-m", "venv", str(home)], f"{python} cannot make a virtual environment.")
    pip = [str(home / "bin" / "python"), "-m", "pip", "wheel", "--disable-pip-version-check"]
    variables = {"QUARRIORS_COMPILE_CACHE": str(ENGINES), **variables}
    failure = f"The wheel was not built with {python}."
    run([*pip, "--no-deps", "-w", str(folder), str(ROOT)], failure, variables=variables)
    return next(folder.glob("*.whl"))


def try_out(package: Path, python: str, engine: str) -> None:
    """Install a package into an empty environment of a Python, and play a game with it."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder) / "env"
        run([python, "-m", "venv", str(home)], f"{python} cannot make a virtual environment.")
        inside = home / "bin" / "python"
        install = [str(inside), "-m", "pip", "install", "--disable-pip-version-check", "--no-input"]
        failure = f"{package.name} cannot be installed with {python}."
        run([*install, str(package)], failure, variables=INTERPRETED)
        failure = f"{package.name} does not play a game with {python}."
        run([str(inside), "-c", GAME, engine], failure, folder=home)
        run([str(home / "bin" / "quarriors"), "cards", "goblin"], failure, folder=home)


def main(arguments: list[str]) -> None:
    """Build, check and try out everything."""
    parser = argparse.ArgumentParser(prog="wheels.py", description="Builds the packages.")
    parser.add_argument("--pgo", action="store_true", help="optimise by a profile of real games")
    parser.add_argument("--pythons", nargs="*", default=[], metavar="PYTHON")
    options = parser.parse_args(arguments)
    require_venv()
    pythons = _checked(options.pythons) or pythons_here()
    env = Environment(".venv-release")
    with lock("release"):
        env.create()
        call = ("--no-deps", "-r", PINS)
        env.once("release", digest([PINS]), "Packages that build and check wheels", call)
        shutil.rmtree(DIST, ignore_errors=True)
        DIST.mkdir()
        trials, faults = _build_all(env, pythons, options.pgo)
        packages = sorted(map(str, DIST.iterdir()))
        with progress.step("Checking what a package index will show"):
            check = [str(env.python), "-m", "twine", "check", "--strict", *packages]
            run(check, "twine found something wrong.")
        for package, python, engine in trials:
            with progress.step(f"Playing a game with {package.name} on Python {_named(python)}"):
                try_out(package, python, engine)
    for path in sorted(DIST.iterdir()):
        progress.say(f"dist/{path.name}: {path.stat().st_size / 1e6:.1f} MB")
    if faults:
        raise Failure("\n".join(faults))


def _build_all(
    env: Environment, pythons: list[str], pgo: bool
) -> tuple[list[tuple[Path, str, str]], list[str]]:
    """Build every package; each with a Python to try it on and its engine. And what is missing."""
    with progress.step("Building the source distribution"):
        sdist = [str(env.python), "-m", "build", "--sdist", "--outdir", str(DIST), str(ROOT)]
        run(sdist, "The source distribution was not built.", variables=INTERPRETED)
        source = next(DIST.iterdir())
    with progress.step("Building the wheel for any platform"):
        pure = _add_wheel(pythons[0], INTERPRETED)
    trials = [(package, python, "interpreted") for package in (source, pure) for python in pythons]
    if compile_wish() == "0":
        return trials, []
    faults = []
    for python in pythons:
        with progress.step(f"Building the compiled wheel for Python {_named(python)}"):
            made = _add_wheel(python, {"QUARRIORS_PGO": "1" if pgo else ""})
        if made == pure:
            with zipfile.ZipFile(made) as wheel:
                reason = wheel.read("quarriors/_build.txt").decode().strip()
            faults.append(f"There is no compiled wheel for Python {_named(python)}. {reason}")
        else:
            trials.append((made, python, "compiled"))
    return trials, faults


def _add_wheel(python: str, variables: dict[str, str]) -> Path:
    """Build a wheel and put it into `dist/`."""
    with tempfile.TemporaryDirectory() as folder:
        made = build_wheel(python, Path(folder), variables)
        return Path(shutil.copy2(made, DIST / made.name))


def _named(python: str) -> str:
    return ".".join(map(str, _version(python) or ()))


if __name__ == "__main__":
    start(main)
