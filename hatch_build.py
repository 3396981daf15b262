"""Compiles the engine while a wheel is built, or says why it stays interpreted.

A build hook of hatchling. Two mypyc groups are compiled side by side: the engine (all modules of
`src/quarriors/engine` but those in INTERPRETED, the brain of the bots, the core of the
environments) and what a server does at every answer (SERVER). Nothing is written into the checkout.
QUARRIORS_COMPILE decides:

- unset or `auto`: compile, and if that fails build the interpreted package with a sentence;
- `0`: do not compile, and do not ask for mypy either;
- `1`: a compilation that fails is an error.

The sentence goes to the log of the build and into the wheel as `quarriors/_build.txt`. pip hides
that log, so what is compiled and how long it takes is also said on the terminal, if there is one.
QUARRIORS_PGO=1 builds twice: first an engine that counts what it does in some hundred games, then
one that is optimised by these counts (for wheels to give away; it takes three times as long).
QUARRIORS_OPTIMISE=0 compiles without optimisation, in little more than half the time (for tests).
QUARRIORS_COMPILE_CACHE may name a folder that keeps compiled engines, so that a change outside the
engine costs no compilation (the Makefile does that).

The file is also a program:

    hatch_build.py obvious-obstacle    what the standard library can see that prevents compiling
    hatch_build.py obstacle            what prevents compiling here, found by trying; or nothing
    hatch_build.py cached              the folder of this engine in the cache; nothing if not there
    hatch_build.py fill-cache          compiles into the cache, and says how far it is
    hatch_build.py probe               builds an empty extension
    hatch_build.py compile FOLDER      builds the engine; the hook calls these two in a process of
                                       their own, for setuptools and mypyc change global state
"""

from __future__ import annotations

import ast
import contextlib
import hashlib
import os
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Callable
from importlib.metadata import version as installed_version
from importlib.util import find_spec, module_from_spec, spec_from_file_location
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
# The shared libraries are quarriors_engine__mypyc and quarriors_server__mypyc, at the top of
# site-packages: mypyc derives the `__file__` of modules from that place, and gets it wrong for a
# library inside a package. Calls are fast only within a group.
ENGINE_GROUP = "quarriors_engine"
SERVER_GROUP = "quarriors_server"
KEPT = 4  # compiled engines in the cache
# Not compiled: `__init__` only gives names; `rules` and `setup` take what users type, and compiled
# code would meet a wrong type with a TypeError before they can say what would be right; `sets` is
# asked at set-up only; `vectors` is what the interpreter uses instead of librt. The modules of
# `ids` are not compiled either: mypyc puts their numbers into the code that names them.
INTERPRETED = ("__init__.py", "events.py", "rules.py", "sets.py", "setup.py", "vectors.py")

# What a server does at every answer: taking it in, telling it, what is shown and said of a game.
# Modules that define values stay interpreted: mypyc does not know msgspec's structs, nor
# dataclasses with slots.
SERVER = (
    *("text/__init__.py", "text/forms.py", "view/observe.py", "view/sentences.py"),
    *("view/forecast.py", "view/personal.py", "view/speech.py", "view/story.py"),
    *("view/timeline.py", "table/view_delta.py"),
    *("table/commands.py", "table/presenter.py", "table/state.py", "table/table.py"),
    *("table/view.py", "server/sessions/context.py", "server/web/limits.py"),
    *("server/sessions/session.py", "server/sessions/outbox.py", "server/sessions/connection.py"),
    *("server/sessions/service.py", "server/sessions/tasks.py", "server/sessions/scheduler.py"),
    *("server/web/sink.py", "server/web/socket.py"),
)

# mypyc says -Werror, and compilers learn new warnings. Python says -Wall: the warning about
# indentation alone took two fifths of gcc's time (mypyc indents each function further than the one
# before). The last three let calls inside the one library be direct and inlined; they gave a
# fifth of the speed of a playout.
FLAGS = [
    *("-Wno-error", "-Wno-misleading-indentation"),
    *("-fvisibility=hidden", "-fno-semantic-interposition", "-fno-plt"),
]
# What each level costs and gains is in docs/dependencies.md.
LEVELS = {ENGINE_GROUP: "-O2", SERVER_GROUP: "-O1"}
LEVEL_OF_ENTRIES = "-O0"  # one tiny extension a module, which leads into its group
TAKES = "about three minutes on two cores"

# What a compiled engine imports when it runs; an interpreted one needs nothing of the kind.
RUNTIME = "librt>=0.16"
# Asked for only where there is something to compile with; see docs/dependencies.md. `translate`
# calls parts of mypyc that another version may have changed.
NEEDS = ["mypy[mypyc]>=2.4,<2.5", "setuptools>=77"]

# What mypyc writes for a function or a method, for a property or an attribute, and for a class.
C_FUNCTION = re.compile(
    r"(?P<before>\(PyCFunction\)CPyPy_(?P<name>\w+),\s+METH_[A-Z_ |]+,\s+PyDoc_STR\()"
    r"(?P<doc>NULL|\"[^\n]*\")(?=\)[ }])"
)
C_PROPERTY = re.compile(
    r"(?P<before>\(getter\)(?P<name>\w+?_get_\w+),\s+(?:NULL|\(setter\)\w+),\s+)(?P<doc>NULL)"
)
C_CLASS = re.compile(
    r"(?P<before>PyTypeObject CPyType_(?P<name>\w+)_template_ = \{[^}]*?\.tp_doc = PyDoc_STR\()"
    r"(?P<doc>NULL|\"[^\n]*\")(?=\),)"
)

# What is played for a profile (QUARRIORS_PGO=1): games of all kinds, by chance and by a bot.
TRAINING = """\
import quarriors as q
from quarriors.bots import make_bot
from quarriors.bots.base import ask

for seed in range(240):
    sets = ["all"] if seed % 3 == 0 else ["base"]
    rules = q.Rules(players=2 + seed % 3, sets=sets)
    game = q.new_game(rules, seed)
    game.clone().playout(seed)
    if seed % 24 == 0:
        bots = [make_bot("greedy", seat, seat) for seat in range(rules.players)]
        while not game.over:
            game.apply(ask(bots[game.decision.seat], game))
"""

# What the entries of modules call. Declared here, for an entry is some lines, and reading all of
# Python.h for each of a hundred took a fifth of a compilation without optimisation.
PYTHON_H = "#include <Python.h>"
ENTRY_CALLS = """\
#define NULL ((void *)0)
#define PyMODINIT_FUNC __attribute__((visibility("default"))) PyObject *
#define Py_DECREF Py_DecRef
typedef struct _object PyObject;
PyObject *PyImport_ImportModuleLevel(const char *, PyObject *, PyObject *, PyObject *, int);
PyObject *PyObject_GetAttrString(PyObject *, const char *);
PyObject *Py_BuildValue(const char *, ...);
void *PyCapsule_GetPointer(PyObject *, const char *);
void PyErr_Clear(void);
void Py_DecRef(PyObject *);
"""

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
        obstacle = "QUARRIORS_COMPILE=0 says so."
        if wish() != "0":
            obstacle = compile_engine(folder, self._tell)
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
            build_data["dependencies"].append(RUNTIME)
            build_data["infer_tag"] = True
            build_data["pure_python"] = False
            for path in extensions_in(folder):
                build_data["force_include"][str(path)] = path.relative_to(folder).as_posix()
        copies = parse_texts(folder / "_parsed")
        build_data["force_include"][str(copies)] = "quarriors/_parsed"
        note = folder / "_build.txt"
        note.write_text(sentence + "\n", encoding="utf-8")
        build_data["force_include"][str(note)] = "quarriors/_build.txt"
        self._add_pages(build_data)

    def _tell(self, sentence: str) -> None:
        """Write to the log of the build and, because pip hides that, to the terminal."""
        self.app.display_info(sentence)
        with contextlib.suppress(OSError), Path("/dev/tty").open("w", encoding="utf-8") as terminal:
            terminal.write(f"\n{sentence}\n")

    def _add_pages(self, build_data: dict[str, Any]) -> None:
        """The browser client, which is built here if need be; without Node.js a wheel has none."""
        if WEB_TOOL.exists():
            run = subprocess.run([sys.executable, str(WEB_TOOL), "build"], check=False)
            if run.returncode:
                raise SystemExit("The browser client was not built; QUARRIORS_WEB=0 goes without.")
        if PAGES.is_dir():
            home = PAGES.relative_to(SOURCE).as_posix()
            build_data["force_include"][str(PAGES)] = home


def parse_texts(folder: Path) -> Path:
    """Fill a folder with parsed copies of the texts and cards, so that commands start faster."""
    spec = spec_from_file_location("toml_cache", PACKAGE / "toml_cache.py")
    if spec is None or spec.loader is None:
        raise SystemExit("toml_cache.py cannot be imported.")
    toml_cache = module_from_spec(spec)
    spec.loader.exec_module(toml_cache)
    toml_cache.keep_in(folder)
    for path in sorted([*PACKAGE.glob("cards/sets/*.toml"), *PACKAGE.glob("text/*/*.toml")]):
        text = path.read_text("utf-8")
        toml_cache.parsed(text)
        if path.parent.name == "sets":
            toml_cache.parsed(text.partition("\n[[")[0])  # which is read at every start
    return folder


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


def compile_engine(folder: Path, tell: Callable[[str], None]) -> str:
    """Put the compiled engine into `folder`, or say why that cannot be done."""
    obstacle = obstacle_here()
    if obstacle:
        return obstacle
    cache = cached_engine()
    if cache and cache.is_dir():
        shutil.copytree(cache, folder, dirs_exist_ok=True)
        os.utime(cache)
        return ""
    tell(
        f"quarriors: compiling {len(engine_sources())} modules of the engine and the server to "
        f"machine code; this takes {TAKES} (QUARRIORS_COMPILE=0 installs without compiling)."
    )
    run = run_myself("compile", str(folder))
    if run.returncode:
        sys.stderr.write(run.stdout)
        return "mypyc or the C compiler failed on it; the log of the build has the details."
    if cache:
        keep(folder, cache)
    return ""


def cached_engine() -> Path | None:
    """Where the cache has or would have this engine, if a cache is named."""
    cache = os.environ.get("QUARRIORS_COMPILE_CACHE", "")
    return Path(cache).absolute() / engine_key() if cache else None


def fill_cache() -> None:
    """Compile into the cache, unless the engine is there; the progress goes to standard output."""
    cache = cached_engine()
    if cache is None or cache.is_dir():
        return
    with tempfile.TemporaryDirectory() as folder:
        compile_into(Path(folder))
        keep(Path(folder), cache)


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
    return [*group_sources(ENGINE_GROUP), *group_sources(SERVER_GROUP)]


def group_sources(group: str) -> list[Path]:
    """List the modules of a group."""
    if group == SERVER_GROUP:
        return sorted(PACKAGE / name for name in SERVER)
    found = [path for folder in (ENGINE, BRAIN, CORE) for path in folder.glob("*.py")]
    return sorted(path for path in found if path.name not in INTERPRETED)


def extensions_in(folder: Path) -> list[Path]:
    """List the compiled modules in a folder."""
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    return sorted(path for path in folder.rglob(f"*{suffix}") if path.is_file())


def engine_key() -> str:
    """Name all that a compiled engine depends on in one hash."""
    key = hashlib.sha256()
    parts = [sys.version, str(sysconfig.get_config_var("EXT_SUFFIX")), installed_version("mypy")]
    parts += [
        os.environ.get(name, "")
        for name in ("CC", "CFLAGS", "CPPFLAGS", "LDFLAGS", "QUARRIORS_OPTIMISE", "QUARRIORS_PGO")
    ]
    key.update("\0".join(parts).encode())
    ids = sorted((ENGINE / "ids").glob("*.py"))
    for path in (ROOT / "hatch_build.py", *ids, *engine_sources()):
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


def build(extensions: list[Extension], folder: str, objects: Path) -> None:
    """Compile C into `folder`, large files first; any failure is an exception."""
    from setuptools import Distribution
    from setuptools.command.build_ext import build_ext

    done = 0

    class Build(build_ext):
        """Says how many files are compiled."""

        def build_extension(self, ext: Extension) -> None:
            nonlocal done
            super().build_extension(ext)
            done += 1
            print(f"compiling C: {done} of {len(extensions)} files", flush=True)

    command = Build(Distribution({"name": "quarriors", "ext_modules": extensions}))
    command.build_lib = folder
    command.build_temp = str(objects)
    command.parallel = True
    command.ensure_finalized()
    command.run()


def compile_into(folder: Path) -> None:
    """Translate the modules to C and compile that; QUARRIORS_PGO=1 with a profile of real games."""
    print("translating Python to C", flush=True)
    with tempfile.TemporaryDirectory() as scratch:
        extensions = translate(scratch)
        objects = Path(scratch, "objects")  # one folder for both builds: the profile names it
        if os.environ.get("QUARRIORS_PGO", "") == "1":
            profile = Path(scratch, "profile")
            with tempfile.TemporaryDirectory() as draft:
                compile_with([f"-fprofile-generate={profile}"], extensions, draft, objects)
                train(Path(draft))
            shutil.rmtree(objects)
            used = [f"-fprofile-use={profile}", "-fprofile-correction", "-Wno-missing-profile"]
            compile_with(used, extensions, str(folder), objects)
        else:
            compile_with([], extensions, str(folder), objects)


def translate(scratch: str) -> list[Extension]:
    """Write the C of both groups into a folder, and say what is to be compiled of it."""
    from mypyc.build import build_using_shared_lib, get_cflags, mypyc_build, setup_mypycify_vars
    from mypyc.options import CompilerOptions

    os.chdir(SOURCE)  # module names and tracebacks follow from the relative paths
    groups: list[tuple[list[str], str | None]] = [
        ([path.relative_to(SOURCE).as_posix() for path in group_sources(group)], group)
        for group in LEVELS
    ]
    options = [
        "--config-file=",  # the same everywhere, whatever the user's own settings
        f"--cache-dir={scratch}",
        "--no-site-packages",
        "--follow-imports=silent",  # what is not compiled is not judged either
        "--ignore-missing-imports",  # nor are the libraries that only the program needs
    ]
    # As `mypycify` does it, except that both groups are translated together and nothing is compiled
    # against them later: mypyc may rely on knowing all subclasses. Attributes that `__init__` sets
    # need no check when they are read, and methods are called directly.
    setup_mypycify_vars()
    compiler_options = CompilerOptions(separate=True, target_dir=scratch)
    compiler_options.global_opts = True
    paths = [*options, *(source for sources, _ in groups for source in sources)]
    made, files, _ = mypyc_build(paths, compiler_options, separate=groups)
    flags = get_cflags(debug_level="0")
    extensions: list[Extension] = []
    for (sources, name), (code, headers) in zip(made, files, strict=True):
        extensions += build_using_shared_lib(sources, name, code, headers, scratch, flags, [])
    docstrings: dict[str, str] = {}
    for path in engine_sources():
        docstrings.update(docstrings_of(path, SOURCE))
    for extension in extensions:
        for source in map(Path, extension.sources):
            if extension.name.endswith("__mypyc"):
                add_docstrings(source, docstrings)
            elif os.name == "posix":
                shorten_entry(source)
    extensions.sort(key=lambda extension: not extension.name.endswith("__mypyc"))
    return extensions


def compile_with(flags: list[str], extensions: list[Extension], folder: str, objects: Path) -> None:
    """Compile the translated modules; the flags are for the engine's group only."""
    objects.mkdir()
    optimised = os.environ.get("QUARRIORS_OPTIMISE") != "0"
    given = [extension.extra_compile_args for extension in extensions]
    for extension in extensions:
        group = extension.name.removesuffix("__mypyc")
        if os.name == "posix":
            level = LEVELS.get(group, LEVEL_OF_ENTRIES) if optimised else "-O0"
            extra = flags if group == ENGINE_GROUP else []
            # A list of its own: mypyc gives all extensions the same one. The last level counts.
            extension.extra_compile_args = [*extension.extra_compile_args, *FLAGS, level, *extra]
            extension.extra_link_args = ["-lgcov"] if extra and "generate" in extra[0] else []
    build(extensions, folder, objects)
    for extension, arguments in zip(extensions, given, strict=True):
        extension.extra_compile_args = arguments


def train(folder: Path) -> None:
    """Play games on an engine that counts what it does, for the profile."""
    shutil.copytree(PACKAGE, folder / "quarriors", dirs_exist_ok=True)
    print("playing games for the profile", flush=True)
    # What is on the path already stays there: pip puts the libraries of an isolated build there.
    path = [str(folder), *filter(None, [os.environ.get("PYTHONPATH")])]
    variables = {**os.environ, "PYTHONPATH": os.pathsep.join(path)}
    subprocess.run([sys.executable, "-c", TRAINING], env=variables, cwd=folder, check=True)


def shorten_entry(code: Path) -> None:
    """Declare what the entry of a module calls, unless it calls anything else of Python."""
    text = code.read_text("utf-8")
    calls = re.sub(r"//.*", "", text).replace(PYTHON_H, "")
    unknown = set(re.findall(r"\bPy\w+", calls)) - set(re.findall(r"\bPy\w+", ENTRY_CALLS))
    if all(name.startswith("PyInit_") for name in unknown):
        code.write_text(text.replace(PYTHON_H, ENTRY_CALLS), "utf-8")


def add_docstrings(code: Path, docstrings: dict[str, str]) -> None:
    """Put docstrings into the C of mypyc, which has signatures only, so that help() shows them."""
    from mypyc.codegen.cstring import c_string_initializer

    def with_docstring(found: re.Match[str]) -> str:
        name = found["name"]
        text = docstrings.get(name) or docstrings.get(name.replace("_get_", "___", 1))
        if not text:
            return found[0]
        signature = "" if found["doc"] == "NULL" else found["doc"]
        return f"{found['before']}{signature}{c_string_initializer(text.encode())}"

    text = code.read_text("utf-8")
    for pattern in (C_FUNCTION, C_PROPERTY, C_CLASS):
        text = pattern.sub(with_docstring, text)
    code.write_text(text, "utf-8")


def docstrings_of(source: Path, root: Path) -> dict[str, str]:
    """All docstrings of a module by their names in C; mypyc may shorten the module's own name."""
    found: dict[str, str] = {}

    def collect(node: ast.Module | ast.ClassDef, prefix: str) -> None:
        for child, following in zip(node.body, [*node.body[1:], None], strict=True):
            if isinstance(child, ast.FunctionDef | ast.ClassDef):
                found[f"{prefix}___{child.name}"] = ast.get_docstring(child) or ""
            if isinstance(child, ast.ClassDef):
                collect(child, f"{prefix}___{child.name}")
            elif isinstance(child, ast.AnnAssign):
                match following:
                    case ast.Expr(value=ast.Constant(value=str() as text)):
                        found[f"{prefix}___{ast.unparse(child.target)}"] = text

    parts = source.relative_to(root).with_suffix("").parts
    tree = ast.parse(source.read_text("utf-8"))
    for at in range(len(parts)):
        collect(tree, "___".join(parts[at:]))
    return found


def main(arguments: list[str]) -> None:
    """Do the work of the program."""
    match arguments:
        case ["obvious-obstacle"]:
            print(obvious_obstacle())
        case ["obstacle"]:
            print(obstacle_here())
        case ["cached"]:
            cache = cached_engine()
            print(cache if cache and cache.is_dir() else "")
        case ["fill-cache"]:
            fill_cache()
        case ["probe"]:
            from setuptools import Extension

            with tempfile.TemporaryDirectory() as scratch:
                source = Path(scratch) / "probe.c"
                source.write_text(PROBE, encoding="utf-8")
                build([Extension("probe", [str(source)])], scratch, Path(scratch, "objects"))
        case ["compile", folder]:
            compile_into(Path(folder))
        case _:
            raise SystemExit(
                "usage: hatch_build.py obvious-obstacle | obstacle | cached | fill-cache | probe "
                "| compile FOLDER"
            )


if __name__ == "__main__":
    main(sys.argv[1:])
