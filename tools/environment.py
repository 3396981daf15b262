"""Sets up the virtual environments of a checkout; the Makefile calls it before everything else.

There are three, so that the engines cannot be mistaken for each other:

- `.venv`: the package as it lies in `src` (an editable install, so interpreted), and all libraries;
- `.venv-compiled`: the package installed like a user's, with the engine compiled if this machine
  can do that. It counts as ready only when all of it is there (`Environment.is_ready`);
- `.venv-quick`: the same, compiled without optimisation, which is faster to make: for `make test`.

The last two hold nothing but the package. Their libraries are those of `.venv`.

    python tools/environment.py game            .venv with what the game needs
    python tools/environment.py packages        .venv with everything that tests and checks need
    python tools/environment.py compiled        .venv-compiled
    python tools/environment.py run PROGRAM     a program of .venv-compiled, or of .venv where the
                                                engine cannot be compiled

A step is skipped if the content of the files that it depends on has not changed. Only pip and venv
of the standard library are used, and all versions of packages come from `requirements/`.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
import sysconfig
from collections.abc import Callable, Mapping
from pathlib import Path

from steps import CACHE, ROOT, Failure, digest, lock, once, progress, run, start

# A pip that looks through the pages of an index in half of the processor time of those up to 23.2,
# which Python 3.11 and 3.12 bring.
FASTER_PIP, SLOW_PIP = "pip==26.3", ("21.", "22.", "23.0", "23.1", "23.2")
BUILD_PINS = ROOT / "requirements" / "build.txt"
PINS = ROOT / "requirements" / "dev.txt"
GAME_NAMES = ROOT / "requirements" / "game.txt"
TEST_NAMES = ROOT / "requirements" / "test.txt"
SERVER_TEST_NAMES = ROOT / "requirements" / "test-servers.txt"
# How the pins of what only the long tests need begin: a cluster (210 MB), and notebooks.
RARE = ("debugpy", "ipykernel", "ipython", "jedi", "jupyter", "nbclient", "nbformat", "parso",
        "pyzmq", "ray=", "tornado")  # fmt: skip
SETTINGS = [ROOT / "pyproject.toml", ROOT / "hatch_build.py", ROOT / "hatch_metadata.py"]
ABOUT = ROOT / "src" / "quarriors" / "__about__.py"
PROGRESS_OF_COMPILING = ("translating", "compiling")  # how such lines of hatch_build.py begin
ENGINES = CACHE / "engine"  # compiled engines by the hash of what they are made of


class Environment:
    """One virtual environment, and what was done in it.

    With `libraries` it borrows the libraries of another environment, but not the package that is
    an editable install there: a .pth file is read only in an environment's own folder.
    """

    def __init__(self, name: str, libraries: Environment | None = None, level: str = "") -> None:
        self.folder = ROOT / name
        self.python = self.folder / "bin" / "python"
        self.packages = Path(
            sysconfig.get_path("purelib", "venv", dict.fromkeys(("base", "platbase"), self.folder))
        )
        self.libraries = libraries
        # How hatch_build.py is to compile, and where it keeps what it has compiled.
        self.compiling = {"QUARRIORS_COMPILE_CACHE": str(ENGINES), "QUARRIORS_OPTIMISE": level}
        # A virtual environment can neither be moved nor be used by another Python.
        shared = libraries.folder.name if libraries else ""
        self.identity = f"{sys.version}\n{sys.base_prefix}\n{ROOT}\n{shared}\n"

    def is_sound(self) -> bool:
        """Whether the environment is there, for this folder and this Python."""
        with contextlib.suppress(OSError):
            told = (self.folder / "identity").read_text(encoding="utf-8")
            return self.python.exists() and told == self.identity
        return False

    def is_ready(self) -> bool:
        """Whether the whole package is here as it lies in `src`, compiled, with its libraries."""
        if not self.is_sound() or not _can_compile():
            return False
        with contextlib.suppress(OSError):
            return self.done("package").read_text(encoding="utf-8") == _package_key()
        return False

    def create(self) -> None:
        """Make the environment, unless it is there and works."""
        if self.is_sound():
            return
        with progress.step(f"Making {self.folder.name} with Python {sys.version.split()[0]}"):
            shutil.rmtree(self.folder, ignore_errors=True)
            less = ["--without-pip"] if self.libraries else []
            command = [sys.executable, "-m", "venv", *less, str(self.folder)]
            run(command, "Python cannot make a virtual environment.")
            if self.libraries:
                path = self.packages / "libraries.pth"
                path.write_text(f"{self.libraries.packages}\n", encoding="utf-8")
            else:
                import ensurepip

                if ensurepip.version().startswith(SLOW_PIP):
                    with contextlib.suppress(Failure):  # the one that is there will do
                        self.pip(FASTER_PIP)
            (self.folder / "identity").write_text(self.identity, encoding="utf-8")

    def once(self, step: str, key: str, name: str, *calls: tuple[str | Path, ...]) -> None:
        """Install something with one or more calls of pip, unless it was last done with the key."""

        def install(detail: Callable[[str], None]) -> None:
            for arguments in calls:
                self.pip(*arguments, detail=detail)

        once(self.done(step), key, name, install)

    def done(self, step: str) -> Path:
        """The file that remembers the key of a finished step."""
        return self.folder / f"done-{step}"

    def pip(
        self,
        *arguments: str | Path,
        detail: Callable[[str], None] | None = None,
        variables: Mapping[str, str] | None = None,
    ) -> None:
        """Install with pip; its lines become the progress of the step.

        Without byte-compiling: Python does that for what it imports, and all of Ray takes a minute.
        """
        how = ["--disable-pip-version-check", "--no-input", "--no-compile", "--progress-bar=off"]
        how.append("--no-warn-conflicts")  # between pinned versions there are none
        command = [str(self.python), "-m", "pip", "install", *how, *map(str, arguments)]
        collected = 0

        def follow(line: str) -> None:
            nonlocal collected
            words = line.split()
            if detail is not None and words[:1] == ["Collecting"]:
                collected += 1
                detail(f"{collected} packages, {words[1]}")
            elif detail is not None and words[:1] == ["Installing"]:
                detail(f"installing {collected} packages" if collected else "installing")

        run(command, "pip could not install what is needed.", on_line=follow, variables=variables)


INTERPRETED = Environment(".venv")
COMPILED = Environment(".venv-compiled", INTERPRETED)
QUICK = Environment(".venv-quick", INTERPRETED, level="0")


def game() -> None:
    """Set up `.venv` with what the game needs, and nothing to test or to compile."""
    with lock("interpreted"):
        env = INTERPRETED
        env.create()
        pins = ("--constraint", BUILD_PINS, "--constraint", PINS)
        env.once(
            "game",
            digest([*SETTINGS, BUILD_PINS, PINS, GAME_NAMES, ABOUT]),
            "Python packages of the game",
            (*pins, "--no-deps", "-r", GAME_NAMES),
            (*pins, "--no-build-isolation", "--editable", ROOT),
        )


def compiler() -> None:
    """Set up `.venv` with what compiles."""
    with lock("interpreted"):
        INTERPRETED.create()
    _add_compiler()


def test_tools() -> None:
    """Set up `.venv` with what the tests of the core need, and what compiles."""
    compiler()
    game()
    _add("test-tools", "Test tools", TEST_NAMES)


def server_test_tools() -> None:
    """Set up `.venv` with what style and the tests of servers and commands need."""
    test_tools()
    _add("server-test-tools", "Test tools for servers", SERVER_TEST_NAMES)


def packages() -> None:
    """Set up `.venv` with everything that `make test` needs."""
    server_test_tools()
    lines = PINS.read_text(encoding="utf-8").splitlines(keepends=True)
    usual = CACHE / "usual-packages.txt"
    usual.parent.mkdir(exist_ok=True)
    usual.write_text("".join(line for line in lines if not line.startswith(RARE)), encoding="utf-8")
    _add("packages", "Optional packages", usual)


def all_packages() -> None:
    """Set up `.venv` with everything that any test or check needs."""
    packages()
    _add("all-packages", "Packages for the long tests", PINS)


def _add(step: str, name: str, names: Path) -> None:
    """Add packages to `.venv`; the versions are those of `requirements/dev.txt`.

    The lists are complete, so nothing is to be resolved.
    """
    with lock("interpreted"):
        call: tuple[str | Path, ...] = ("--no-deps", "-r", names, "--constraint", PINS)
        INTERPRETED.once(step, digest([PINS, names]), name, call)


def _add_compiler() -> None:
    if _can_compile():
        return  # without waiting for what is being installed
    with lock("interpreted"):
        call = ("--no-deps", "-r", BUILD_PINS)
        INTERPRETED.once("build", digest([BUILD_PINS]), "Packages that compile", call)


def _can_compile() -> bool:
    """Whether `.venv` has what compiles, and with it the library that compiled code needs."""
    with contextlib.suppress(OSError):
        return INTERPRETED.done("build").read_text(encoding="utf-8") == digest([BUILD_PINS])
    return False


# --- the compiled engine -------------------------------------------------------------------------


def compile_wish() -> str:
    """QUARRIORS_COMPILE: `0` never, `1` or an error, `auto` where this machine can."""
    value = os.environ.get("QUARRIORS_COMPILE", "").strip().lower() or "auto"
    if value not in ("0", "1", "auto"):
        raise Failure(f"QUARRIORS_COMPILE is {value!r}; it should be 0, 1 or auto.")
    return value


def obvious_obstacle() -> str:
    """Say what prevents compiling, as far as that is known without trying."""
    if compile_wish() == "0":
        return "QUARRIORS_COMPILE=0 says so."
    return _ask(INTERPRETED, "obvious-obstacle")


def compiled(env: Environment | None = None) -> str:
    """Set up `.venv-compiled` or another environment, or say why the engine cannot be compiled."""
    env = env or COMPILED
    with lock(env.folder.name):
        if env.is_ready():
            return ""
        obstacle = obvious_obstacle()
        if not obstacle:
            _add_compiler()
            env.create()
            obstacle = _ask(env, "obstacle")
        if obstacle and compile_wish() == "1":
            raise Failure(f"The engine cannot be compiled: {obstacle}")
        if not obstacle:
            _compile(env)
            _install(env)
        return obstacle


def renew_compiled() -> bool:
    """Bring `.venv-compiled` up to date if that needs no compiling; whether it is ready now.

    That takes seconds after a change outside of what is compiled. While another call compiles, the
    answer is no at once: a game does not wait for that.
    """
    with lock(COMPILED.folder.name, wait=False) as free:
        if not free:
            return False
        if COMPILED.is_ready():
            return True
        if COMPILED.is_sound() and _can_compile() and _ask(COMPILED, "cached"):
            _install(COMPILED)
            return True
        return False


def _compile(env: Environment) -> None:
    if _ask(env, "cached"):
        return

    with progress.step("Compiling the engine and the server") as detail:

        def follow(line: str) -> None:
            if line.startswith(PROGRESS_OF_COMPILING):
                detail(line.strip())

        command = [str(env.python), str(ROOT / "hatch_build.py"), "fill-cache"]
        sentence = "mypyc or the C compiler failed; QUARRIORS_COMPILE=0 plays without compiling."
        run(command, sentence, on_line=follow, variables=env.compiling)


def _install(env: Environment) -> None:
    """Install the package with the engine from the cache; the compiler is not called any more."""
    variables = {"QUARRIORS_COMPILE": "1", **env.compiling}

    def install(detail: Callable[[str], None]) -> None:
        env.pip("--no-build-isolation", "--no-deps", ROOT, detail=detail, variables=variables)

    once(env.done("package"), _package_key(), "Installing the compiled package", install)


def _package_key() -> str:
    """Hash all files that the compiled package is made of."""
    paths = [path for path in (ROOT / "src").rglob("*") if path.is_file() and path.suffix != ".pyc"]
    return digest([*SETTINGS, BUILD_PINS, PINS, *sorted(paths)])


def _ask(env: Environment, question: str) -> str:
    """Ask hatch_build.py something, with the Python of an environment."""
    command = [str(env.python), "-P", str(ROOT / "hatch_build.py"), question]
    return run(command, "hatch_build.py failed.", variables=env.compiling).strip()


# --- the command line ----------------------------------------------------------------------------


def best() -> Environment:
    """The environment with the fastest engine that this machine can have, set up for tests."""
    packages()
    obstacle = compiled()
    if obstacle:
        progress.say(f"The engine is interpreted, which is several times slower: {obstacle}")
    return INTERPRETED if obstacle else COMPILED


def main(arguments: list[str]) -> None:
    """Set up what the command line asks for."""
    require_venv()
    match arguments:
        case ["game"]:
            game()
        case ["packages"]:
            all_packages()
        case ["compiled"]:
            game()
            obstacle = compiled()
            if obstacle:
                raise Failure(f"The engine cannot be compiled: {obstacle}")
            progress.say("The compiled engine is ready; make play uses it.")
        case ["run", program, *rest]:
            path = best().folder / "bin" / program
            os.execv(path, [str(path), *rest])
        case _:
            raise SystemExit("usage: environment.py game | packages | compiled | run PROGRAM ...")


def require_venv() -> None:
    """Stop with a sentence if this Python cannot make virtual environments."""
    try:
        import ensurepip  # noqa: F401
        import venv  # noqa: F401
    except ImportError:
        raise Failure(
            "This Python has no venv or no pip to put into one "
            "(on Debian, install the package python3-venv)."
        ) from None


if __name__ == "__main__":
    start(main)
