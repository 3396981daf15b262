"""Compiles the engine while a wheel is built, or says why it stays interpreted.

A build hook of hatchling. All modules of `src/quarriors/engine` but those in INTERPRETED, the brain
of the bots, the core of the environments and what a server does at every answer (ALSO) become one
mypyc group; nothing of it is written into the checkout. QUARRIORS_COMPILE decides:

- unset or `auto`: compile, and if that fails build the interpreted package with a sentence;
- `0`: do not compile, and do not ask for mypy either;
- `1`: a compilation that fails is an error.

The sentence goes to the log of the build and, because pip hides that log, into the wheel as
`quarriors/_build.txt`. QUARRIORS_COMPILE_CACHE may name a folder that keeps compiled engines, so
that a change outside the engine costs no compilation (the Makefile does that).

The file is also a program. `hatch_build.py obstacle` prints what keeps this machine from
compiling, or nothing. The other two words are for itself, because setuptools and mypyc belong in
a process of their own: `probe` builds an empty extension, `compile FOLDER` the engine.
"""

from __future__ import annotations

import hashlib
import os
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from importlib.metadata import version as installed_version
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

if TYPE_CHECKING:
    from setuptools import Extension

ROOT = Path(__file__).resolve().parent
SOURCE = ROOT / "src"
PACKAGE = SOURCE / "quarriors"
ENGINE = PACKAGE / "engine"
BRAIN = PACKAGE / "bots" / "brain"
CORE = PACKAGE / "envs" / "core"
PAGES = PACKAGE / "server" / "web" / "pages"
WEB_TOOL = ROOT / "tools" / "web.py"
# The shared library is quarriors_engine__mypyc, at the top of site-packages: mypyc derives the
# `__file__` of modules from that place, and gets it wrong for a library inside a package.
GROUP = "quarriors_engine"
KEPT = 4  # compiled engines in the cache
# Not compiled: `__init__` only gives names; `rules` and `setup` take what users type, and compiled
# code would meet a wrong type with a TypeError before they can say what would be right.
INTERPRETED = ("__init__.py", "rules.py", "setup.py")

# What a server does at every answer: taking it in, telling it, what is shown and said of a game.
# Modules that define msgspec's structs stay interpreted: mypyc does not know their metaclass.
ALSO = (
    *("text/__init__.py", "view/observe.py", "view/sentences.py", "view/speech.py"),
    *("view/story.py", "server/table/parts.py", "server/table/shown.py"),
    *("server/table/table.py", "server/table/view.py", "server/table/course.py"),
    *("server/desk/room.py", "server/desk/outbox.py", "server/desk/connection.py"),
    *("server/desk/desk.py", "server/desk/tasks.py", "server/keeper.py", "server/web/limits.py"),
)

# The first because mypyc says -Werror and compilers learn new warnings. The others let calls inside
# the one library be direct and inlined; they gave a fifth of the speed of a playout.
FLAGS = ["-Wno-error", "-fvisibility=hidden", "-fno-semantic-interposition", "-fno-plt"]

# Asked for only where there is something to compile with; see docs/dependencies.md.
NEEDS = ["mypy[mypyc]>=2.4,<3", "setuptools>=77"]

PROBE = """\
#include <Python.h>
PyMODINIT_FUNC PyInit_probe(void) { return NULL; }
"""


class EngineBuildHook(BuildHookInterface):  # type: ignore[type-arg]
    """Adds the compiled engine to a wheel; an editable install and an sdist stay as they are."""

    def dependencies(self) -> list[str]:
        """Ask for mypy and setuptools only if they will be used."""
        if wish() == "0" or (wish() == "auto" and obvious_obstacle()):
            return []
        return NEEDS

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile into a temporary folder and hand the files over to hatchling."""
        if self.target_name != "wheel" or version == "editable":
            return
        self._folder = tempfile.TemporaryDirectory(prefix="quarriors-")  # until the hook is gone
        folder = Path(self._folder.name)
        obstacle = "QUARRIORS_COMPILE=0 says so." if wish() == "0" else compile_engine(folder)
        if obstacle and wish() == "1":
            raise SystemExit(
                f"The engine was not compiled: {obstacle} "
                "Set QUARRIORS_COMPILE=0 to install it interpreted."
            )
        if obstacle:
            sentence = f"The engine is interpreted: {obstacle}"
            self.app.display_warning(sentence)
        else:
            sentence = f"The engine is compiled by mypyc {installed_version('mypy')}."
            self.app.display_info(sentence)
            build_data["infer_tag"] = True
            build_data["pure_python"] = False
            for path in extensions_in(folder):
                build_data["force_include"][str(path)] = path.relative_to(folder).as_posix()
        note = folder / "_build.txt"
        note.write_text(sentence + "\n", encoding="utf-8")
        build_data["force_include"][str(note)] = "quarriors/_build.txt"
        self._add_pages(build_data)

    def _add_pages(self, build_data: dict[str, Any]) -> None:
        """The browser client, which is built here if need be; without Node.js a wheel has none."""
        if WEB_TOOL.exists():
            told = subprocess.run([sys.executable, str(WEB_TOOL), "build"], check=False)
            if told.returncode:
                raise SystemExit("The browser client was not built; QUARRIORS_WEB=0 goes without.")
        if PAGES.is_dir():
            home = PAGES.relative_to(SOURCE).as_posix()
            build_data["force_include"][str(PAGES)] = home


def wish() -> str:
    """QUARRIORS_COMPILE, checked."""
    value = os.environ.get("QUARRIORS_COMPILE", "").strip().lower() or "auto"
    if value not in ("0", "1", "auto"):
        raise SystemExit(f"QUARRIORS_COMPILE is {value!r}; it should be 0, 1 or auto.")
    return value


def obvious_obstacle() -> str:
    """Say what keeps this machine from compiling, as far as the standard library can tell."""
    if sys.implementation.name != "cpython":
        return f"mypyc compiles for CPython, and this is {sys.implementation.name}."
    if os.name == "posix" and shutil.which(compiler()) is None:
        return f"there is no C compiler ({compiler()} was not found)."
    return ""


def compiler() -> str:
    """Name the program that setuptools will call to compile C."""
    if os.name != "posix":
        return "the compiler of this system"
    return shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")[0]


def obstacle_here() -> str:
    """Say what keeps this machine from compiling, by building an empty extension."""
    obstacle = obvious_obstacle()
    if obstacle:
        return obstacle
    missing = [name for name in ("setuptools", "mypyc") if find_spec(name) is None]
    if missing:
        return f"the build environment lacks {' and '.join(missing)}."
    run = run_myself("probe")
    if run.returncode == 0:
        return ""
    sys.stderr.write(run.stdout)
    if re.search(r"error.*\bPython\.h", run.stdout):
        return "the C headers of Python are missing (Debian has them in python3-dev)."
    return f"the C compiler does not work ({compiler()} failed on an empty extension)."


def compile_engine(folder: Path) -> str:
    """Put the compiled engine into `folder`, or say why that cannot be done."""
    obstacle = obstacle_here()
    if obstacle:
        return obstacle
    cache = os.environ.get("QUARRIORS_COMPILE_CACHE", "")
    kept = Path(cache).absolute() / engine_key() if cache else None
    if kept and kept.is_dir():
        shutil.copytree(kept, folder, dirs_exist_ok=True)
        os.utime(kept)
        return ""
    run = run_myself("compile", str(folder))
    if run.returncode:
        sys.stderr.write(run.stdout)
        return "mypyc or the C compiler failed on it; the log of the build has the details."
    if kept:
        keep(folder, kept)
    return ""


def run_myself(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run this file as a program; -P keeps the checkout off the path of the modules."""
    return subprocess.run(
        [sys.executable, "-P", str(ROOT / "hatch_build.py"), *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        check=False,
    )


def engine_sources() -> list[Path]:
    """List the modules that are compiled."""
    found = [path for folder in (ENGINE, BRAIN, CORE) for path in folder.glob("*.py")]
    chosen = [path for path in found if path.name not in INTERPRETED]
    return sorted([*chosen, *(PACKAGE / name for name in ALSO)])


def extensions_in(folder: Path) -> list[Path]:
    """List the compiled modules in a folder."""
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    return sorted(path for path in folder.rglob(f"*{suffix}") if path.is_file())


def engine_key() -> str:
    """Name all that a compiled engine depends on in one hash."""
    key = hashlib.sha256()
    told = [sys.version, str(sysconfig.get_config_var("EXT_SUFFIX")), installed_version("mypy")]
    told += [os.environ.get(name, "") for name in ("CC", "CFLAGS", "CPPFLAGS", "LDFLAGS")]
    key.update("\0".join(told).encode())
    for path in (ROOT / "hatch_build.py", *engine_sources()):
        content = path.read_bytes()
        key.update(f"\0{path.relative_to(ROOT)}\0{len(content)}\0".encode() + content)
    return key.hexdigest()[:32]


def keep(folder: Path, kept: Path) -> None:
    """Copy the compiled modules into the cache, and drop those not used for longest."""
    kept.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=kept.parent) as draft:
        for path in extensions_in(folder):
            target = Path(draft) / "engine" / path.relative_to(folder)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(path, target)
        if not kept.exists():
            (Path(draft) / "engine").rename(kept)
    old = sorted((path for path in kept.parent.iterdir()), key=lambda path: path.stat().st_mtime)
    for path in old[:-KEPT]:
        shutil.rmtree(path, ignore_errors=True)


def build(extensions: list[Extension], folder: str) -> None:
    """Compile C into `folder`; any failure is an exception."""
    from setuptools import Distribution
    from setuptools.command.build_ext import build_ext

    with tempfile.TemporaryDirectory() as objects:
        command = build_ext(Distribution({"name": "quarriors", "ext_modules": extensions}))
        command.build_lib = folder
        command.build_temp = objects
        command.parallel = True  # one core has the group, the others its small entry modules
        command.ensure_finalized()
        command.run()


def main(arguments: list[str]) -> None:
    """Do the work of the program."""
    with tempfile.TemporaryDirectory() as scratch:
        if arguments == ["obstacle"]:
            print(obstacle_here())
        elif arguments == ["probe"]:
            from setuptools import Extension

            source = Path(scratch) / "probe.c"
            source.write_text(PROBE, encoding="utf-8")
            build([Extension("probe", [str(source)])], scratch)
        elif len(arguments) == 2 and arguments[0] == "compile":
            from mypyc.build import mypycify

            os.chdir(SOURCE)  # module names and tracebacks follow from the relative paths
            sources = [path.relative_to(SOURCE).as_posix() for path in engine_sources()]
            options = [
                "--config-file=",  # the same everywhere, whatever the user's own settings
                f"--cache-dir={scratch}",
                "--no-site-packages",
                "--follow-imports=silent",  # what is not compiled is not judged either
                "--ignore-missing-imports",  # nor are the libraries that only the program needs
            ]
            extensions = mypycify(
                options + sources,
                opt_level="3",
                debug_level="0",
                separate=False,
                target_dir=scratch,
                group_name=GROUP,
            )
            for extension in extensions:
                if os.name == "posix":
                    extension.extra_compile_args.extend(FLAGS)
            build(extensions, arguments[1])
        else:
            raise SystemExit("usage: hatch_build.py obstacle | probe | compile FOLDER")


if __name__ == "__main__":
    main(sys.argv[1:])
