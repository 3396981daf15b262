"""Sets up the virtual environments of a checkout; the Makefile calls it before everything else.

There are two, so that the interpreted and the compiled engine cannot be mistaken for each other:

- `.venv`: the package as it lies in `src` (an editable install, so interpreted) and all tools;
- `.venv-compiled`: the package installed like a user's, with the engine compiled if this machine
  can do that; the test tools come in only when tests are to be run there.

Each step is skipped if nothing that it depends on has changed since the last time. That is judged
by content, not by date: a fresh clone and a switched branch have any dates. Only pip and venv of
the standard library are used, and all versions come from `requirements/`.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CACHE = ROOT / ".cache"
BUILD_PINS = ROOT / "requirements" / "build.txt"
PINS = ROOT / "requirements" / "dev.txt"
SETTINGS = [ROOT / "pyproject.toml", ROOT / "hatch_build.py"]


class Environment:
    """One virtual environment, and the memory of what was done in it."""

    def __init__(self, name: str) -> None:
        self.folder = ROOT / name
        self.python = self.folder / "bin" / "python"
        # A virtual environment can neither be moved nor be used by another Python.
        self.identity = f"{sys.version}\n{sys.base_prefix}\n{ROOT}\n"

    def create(self) -> None:
        """Make the environment, unless it is there and works."""
        identity = self.folder / "identity"
        with contextlib.suppress(OSError):
            if self.python.exists() and identity.read_text(encoding="utf-8") == self.identity:
                return
        say(f"Making {self.folder.name} with Python {sys.version.split()[0]} ...")
        shutil.rmtree(self.folder, ignore_errors=True)
        command = [sys.executable, "-m", "venv", str(self.folder)]
        run(command, "Python cannot make a virtual environment.")
        identity.write_text(self.identity, encoding="utf-8")

    def once(self, step: str, key: str, sentence: str, action: Callable[[], None]) -> None:
        """Do a step, unless it was last done with the same key."""
        done = self.folder / f"done-{step}"
        with contextlib.suppress(OSError):
            if done.read_text(encoding="utf-8") == key:
                return
        say(sentence)
        done.unlink(missing_ok=True)
        action()
        done.write_text(key, encoding="utf-8")

    def pip(self, *arguments: str | Path, **variables: str) -> None:
        """Run pip here and be silent about it, unless it fails.

        Python compiles what it imports by itself; all of Ray beforehand takes a minute.
        """
        how = ["--quiet", "--disable-pip-version-check", "--no-input", "--no-compile"]
        command = [str(self.python), "-m", "pip", "install", *how, *map(str, arguments)]
        run(command, "pip could not install what is needed.", **variables)


def main() -> None:
    """Set up what the command line asks for."""
    parser = argparse.ArgumentParser(description="Set up the virtual environments of a checkout.")
    parser.add_argument("what", choices=["interpreted", "compiled", "compiled-tests"])
    what = parser.parse_args().what
    try:
        import ensurepip  # noqa: F401
        import venv  # noqa: F401
    except ImportError:
        raise SystemExit(
            "This Python has no venv or no pip to put into one "
            "(on Debian, install the package python3-venv)."
        ) from None
    CACHE.mkdir(exist_ok=True)
    # One lock for each: the compiler is at work while the tools of the other are installed.
    if what == "interpreted":
        with lock(CACHE / "lock-interpreted"):
            interpreted()
    else:
        with lock(CACHE / "lock-compiled"):
            compiled(tests=what == "compiled-tests")


def interpreted() -> None:
    """Set up `.venv`."""
    env = Environment(".venv")
    env.create()
    env.once(
        "tools",
        digest(BUILD_PINS, PINS),
        "Installing the tools into .venv ...",
        lambda: env.pip("-r", BUILD_PINS, "-r", PINS),
    )
    env.once(
        "package",
        digest(*SETTINGS, ROOT / "src" / "quarriors" / "__about__.py"),
        "Installing the package into .venv ...",
        lambda: env.pip("--no-build-isolation", "--editable", ROOT, QUARRIORS_COMPILE="0"),
    )


def compiled(tests: bool) -> None:
    """Set up `.venv-compiled`; its file `engine` says which engine it has got."""
    env = Environment(".venv-compiled")
    env.create()
    env.once(
        "build",
        digest(BUILD_PINS),
        "Installing what builds the package into .venv-compiled ...",
        lambda: env.pip("-r", BUILD_PINS),
    )
    wish = os.environ.get("QUARRIORS_COMPILE", "")
    if wish == "0":
        obstacle = "QUARRIORS_COMPILE=0 says so."
    else:
        command = [str(env.python), str(ROOT / "hatch_build.py"), "obstacle"]
        obstacle = run(command, "hatch_build.py failed.").strip()
    if obstacle and wish == "1":
        raise SystemExit(f"The engine cannot be compiled: {obstacle}")
    engine = "interpreted" if obstacle else "compiled"
    doing = "Installing the package" if obstacle else "Compiling the engine and installing it"
    env.once(
        "package",
        digest(*SETTINGS, BUILD_PINS, PINS, *sources()) + engine,
        f"{doing} into .venv-compiled ...",
        lambda: env.pip(
            *("--no-build-isolation", "--constraint", PINS, ROOT),
            # Where the compiler works, a failure is a fault of ours and not passed over.
            QUARRIORS_COMPILE=(wish or "auto") if obstacle else "1",
            QUARRIORS_COMPILE_CACHE=str(CACHE / "engine"),
        ),
    )
    (env.folder / "engine").write_text(engine + "\n", encoding="utf-8")
    if obstacle:
        say(f"The engine is interpreted, which is several times slower: {obstacle}")
    if tests:
        env.once(
            "tests",
            digest(PINS),
            "Installing the test tools into .venv-compiled ...",
            lambda: env.pip("-r", PINS),
        )


def sources() -> list[Path]:
    """List all files that go into the package."""
    paths = [path for path in (ROOT / "src").rglob("*") if path.is_file()]
    paths += [ROOT / "README.md", ROOT / "LICENSE"]
    return sorted(path for path in paths if path.suffix != ".pyc")


def digest(*paths: Path) -> str:
    """Hash names and contents."""
    key = hashlib.sha256()
    for path in paths:
        content = path.read_bytes() if path.exists() else b""
        key.update(f"{path.relative_to(ROOT).as_posix()}\0{len(content)}\0".encode() + content)
    return key.hexdigest()


def say(sentence: str) -> None:
    """Print one line at once."""
    print(sentence, flush=True)


def run(command: list[str], failure: str, **variables: str) -> str:
    """Return what a command prints; if it fails, show all of it and the sentence, and leave."""
    done = subprocess.run(
        command,
        cwd=ROOT,
        env=os.environ | variables,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    if done.returncode:
        sys.stderr.write(done.stdout + done.stderr)
        raise SystemExit(failure)
    return done.stdout


@contextlib.contextmanager
def lock(path: Path) -> Iterator[None]:
    """Let two calls of make wait for each other."""
    with path.open("w") as file:
        try:
            import fcntl
        except ImportError:  # not a Unix; then nobody waits
            pass
        else:
            fcntl.flock(file, fcntl.LOCK_EX)
        yield


if __name__ == "__main__":
    main()
