"""The layout of the package: imports go one way, the engine stands alone, files stay small.

Everything here is read from the sources with `ast`, so it holds for the compiled package as well.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent / "src" / "quarriors"

# Who stands on whom: a part may import parts of a lower or its own number, never a higher one.
# engine <- cards <- text, view, record <- bots, lab <- cli; `game` is what users hold, between the
# cards and everything that looks at a game; the root package and the table builder gather.
LEVELS = {
    "__about__": 0,
    "__main__": 11,
    "engine": 0,
    "children": 0,
    "rating": 0,
    "toml_cache": 0,
    "cards": 1,
    "daily": 1,
    "game": 2,
    "text": 3,
    "view": 3,
    "record": 3,
    "setup_code": 4,
    "table_setup": 4,
    "lay_out": 4,
    "testing": 4,
    "quarriors": 4,  # the root package, `import quarriors`
    "bots": 5,
    "lab": 5,
    "envs": 5,
    "table": 6,
    "facts": 7,
    "local": 8,
    "server": 8,
    "remote": 9,  # speaks the protocol of the server
    "cli": 10,
}

# The exceptions: `game.py` hands its own methods on to the layers above when they are called, so
# that `game.observe(0)` and `game.record()` are one dot away; a fault in a card has its sentence in
# the texts. Only inside functions.
HANDED_ON = {"game.py": {"view", "record"}, "cards/language/faults.py": {"text"}}

# Imports that close a circle, each with its reason; none of the server or of tables is among them.
GAME_OPENS = ("record.notation", "record.write", "view.observe", "view.svg", "view.table")
DETOURS = {
    # Users have views and records one dot away from a game: `game.observe(0)`, `game.record()`.
    *(("quarriors.game", f"quarriors.{name}") for name in GAME_OPENS),
    ("quarriors.cards.language.faults", "quarriors.text"),  # where a fault has its sentence
    # Types, for the type checker alone.
    ("quarriors.engine.branching", "quarriors.engine.game"),
    ("quarriors.engine.queries", "quarriors.engine.game"),
    ("quarriors.lab.game_stats", "quarriors.lab.simulate"),
    # One call reads files as well as texts; one starts processes if it is given a number.
    ("quarriors.record.replay", "quarriors.record.files"),
    ("quarriors.cards.known_packs", "quarriors.cards.pack"),  # reads a pack when it is asked for
    ("quarriors.cards.sets", "quarriors.cards.pack"),
    ("quarriors.text.errors", "quarriors.text"),  # the sentence of an error, once it is asked for
    ("quarriors.lab.executor", "quarriors.lab.executor_local"),
    ("quarriors.cli.serve_settings", "quarriors.cli.serve"),  # hides a password in an address
}

# The standard library's own, by one name or the other in each version of Python (`engine.rng`).
SHA256 = {"_sha2", "_sha256"}
ENGINE_MAY_IMPORT = {"mypy_extensions", *SHA256}
ENGINE_LINES = 500
SERVER_LINES = 500  # with the imports
# The parts of the server: each may import those before it and those on its line.
SERVER_PARTS = (
    ("settings",),
    ("protocol",),
    ("store",),
    ("notify",),
    ("workers", "thinking", "fair_queue"),
    ("sessions",),
    ("web",),
    ("operation",),
    ("app", "processes"),
)

# Everything outside the engine asks `engine.queries` (and sets positions up with `engine.arrange`):
# it holds a state as a handle, of which it reads nothing but the set-up, and opens no other way in.
HANDLE_MAY_BE_ASKED_FOR = {"setup"}
# What of the engine others may import: the doors, what users hold, and what is no part of a state.
OPEN = {
    "arrange", "catalog", "dealing", "errors", "events", "faces", "game", "ids", "is_compiled",
    "operations", "option", "perft", "position", "program", "queries", "restore", "rng", "rules",
    "sets", "setup", "game_setup", "vectors",
}  # fmt: skip
SPELLS_POSITIONS_OUT = {"record/notation.py"}  # frames and all, by what `restore` gives it
# What a handle is called, however one came by it: `s.turn`, `play.state.turn`, `state(game).turn`.
HANDLES = {"State", "s", "state", "_state"}
# What nothing else is called: nobody may write it, whatever it is read from.
UNMISTAKABLE = {
    "_state", "draw_script", "lasting_effects", "option_keys", "owned_zones", "roll_script",
    "struck_seats", "to_wire", "totals_before_reactions", "turn_flags", "wilds_left",
}  # fmt: skip
MAY_PEEK = re.compile(rf"\b({'|'.join(HANDLES)})\s*[.()]|\b({'|'.join(UNMISTAKABLE)})\b")
OUTSIDE = ("src/quarriors", "tests", "tools", "benchmarks", "examples")


@dataclass(frozen=True)
class Import:
    """One import of one file: the full name, whether inside a function, whether only for types."""

    file: str
    line: int
    module: str
    deferred: bool
    for_types: bool

    def __str__(self) -> str:
        return f"{self.file}:{self.line} imports {self.module}"


@dataclass(frozen=True)
class Source:
    """What is asked about one file, all of it read at once: parsing takes longer than looking."""

    imports: tuple[Import, ...]
    every_import: tuple[Import, ...]  # with those for the type checker
    docstring: str
    lines_to_read: int


def lines_to_read(text: str) -> int:
    """The lines of a file without the imports at its top, which nobody reads one by one."""
    return _lines_to_read(text, ast.parse(text))


def _lines_to_read(text: str, tree: ast.Module) -> int:
    imported = 0
    for node in tree.body:
        if isinstance(node, (ast.Import, ast.ImportFrom)) and node.end_lineno is not None:
            imported += node.end_lineno - node.lineno + 1
    return len(text.splitlines()) - imported


def sources() -> list[Path]:
    return sorted(ROOT.rglob("*.py"))


@cache
def read(path: Path) -> Source:
    """Read a file of the package."""
    text = path.read_text("utf-8")
    tree = ast.parse(text)
    docstring = (ast.get_docstring(tree) or "").strip()
    every = _imports_of(path, tree)
    usual = tuple(one for one in every if not one.for_types)
    return Source(usual, every, docstring, _lines_to_read(text, tree))


def imports_of(path: Path) -> tuple[Import, ...]:
    """Every import of a file, relative ones spelt out; those for the type checker are left out."""
    return read(path).imports


# Where statements have statements in them; expressions need not be searched for imports.
BLOCKS = ("body", "orelse", "finalbody", "handlers", "cases")


def _imports_of(path: Path, tree: ast.Module) -> tuple[Import, ...]:
    package = ["quarriors", *path.relative_to(ROOT).parts[:-1]]
    name = str(path.relative_to(ROOT))

    def walk(block: list[ast.AST], deferred: bool, for_types: bool) -> Iterator[Import]:
        for child in block:
            if isinstance(child, ast.Import):
                for alias in child.names:
                    yield Import(name, child.lineno, alias.name, deferred, for_types)
            elif isinstance(child, ast.ImportFrom):
                base = package[: len(package) - child.level + 1] if child.level else []
                module = ".".join([*base, *([child.module] if child.module else [])])
                for alias in child.names:
                    whole = f"{module}.{alias.name}"
                    yield Import(name, child.lineno, whole, deferred, for_types)
            else:
                inside = deferred or isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef)
                types = isinstance(child, ast.If) and _type_checking(child.test)
                for field in BLOCKS:
                    unseen = for_types or (types and field == "body")
                    yield from walk(getattr(child, field, []), inside, unseen)

    return tuple(walk([*tree.body], False, False))


def _type_checking(test: ast.expr) -> bool:
    return "TYPE_CHECKING" in (getattr(test, "id", ""), getattr(test, "attr", ""))


@cache
def module_of(name: str) -> str | None:
    """The module of the package that an imported name belongs to, itself or what it is in."""
    parts = name.split(".")
    if parts[0] != "quarriors":
        return None
    for length in range(len(parts), 0, -1):
        path = ROOT.joinpath(*parts[1:length])
        if path.with_suffix(".py").is_file():
            return ".".join(parts[:length])
        if (path / "__init__.py").is_file():
            return ".".join(parts[:length])
    return None


def module_at(path: Path) -> str:
    parts = ["quarriors", *path.relative_to(ROOT).with_suffix("").parts]
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def edges_between_modules() -> dict[str, set[str]]:
    """Which modules each imports, at the top, inside functions or for the type checker alone."""
    found: dict[str, set[str]] = {}
    for path in sources():
        own = module_at(path)
        names = {module_of(one.module) for one in read(path).every_import}
        found[own] = {name for name in names if name is not None and name != own}
    return found


def circles(edges: dict[str, set[str]]) -> list[list[str]]:
    """The groups of modules each of which leads back to itself (Tarjan's algorithm)."""
    found: list[list[str]] = []
    number: dict[str, int] = {}
    lowest: dict[str, int] = {}
    stack: list[str] = []

    def visit(name: str) -> None:
        number[name] = lowest[name] = len(number)
        stack.append(name)
        for other in sorted(edges.get(name, ())):
            if other not in number:
                visit(other)
                lowest[name] = min(lowest[name], lowest[other])
            elif other in stack:
                lowest[name] = min(lowest[name], number[other])
        if lowest[name] == number[name]:
            group = stack[stack.index(name) :]
            del stack[stack.index(name) :]
            if len(group) > 1:
                found.append(sorted(group))

    for name in sorted(edges):
        if name not in number:
            visit(name)
    return found


def part_of(module: str) -> str | None:
    """Which part of the package a module belongs to; None for others' modules."""
    parts = module.split(".")
    if parts[0] != "quarriors":
        return None
    if len(parts) > 1 and parts[1] in LEVELS:
        return parts[1]
    known = len(parts) > 1 and ((ROOT / parts[1]).is_dir() or (ROOT / f"{parts[1]}.py").is_file())
    return parts[1] if known else "quarriors"


def own_part(path: Path) -> str:
    parts = path.relative_to(ROOT).parts
    if len(parts) > 1:
        return parts[0]
    return "quarriors" if path.stem == "__init__" else path.stem


def all_imports() -> list[tuple[str, Import]]:
    return [(own_part(path), found) for path in sources() for found in imports_of(path)]


def test_every_part_of_the_package_has_its_place() -> None:
    parts = {own_part(path) for path in sources()}
    assert parts - set(LEVELS) == set(), "say in LEVELS where these stand"
    assert {"engine", "cards", "game", "text", "quarriors"} <= parts


def test_imports_go_one_way() -> None:
    wrong = []
    for part, found in all_imports():
        other = part_of(found.module)
        if other is None or LEVELS[part] >= LEVELS[other]:
            continue
        if found.deferred and other in HANDED_ON.get(found.file, set()):
            continue
        wrong.append(f"{found} ({part} may not stand on {other})")
    assert wrong == [], "\n".join(wrong)


def test_parts_on_one_level_do_not_lean_on_each_other_both_ways() -> None:
    """`record` may use `text`, but then `text` may not use `record`."""
    edges = {
        (part, other)
        for part, found in all_imports()
        if (other := part_of(found.module)) is not None and other != part
        if not (found.deferred and other in HANDED_ON.get(found.file, set()))
    }
    assert [pair for pair in sorted(edges) if pair[::-1] in edges] == []
    # And no longer circle either: what stands on nothing is taken away until nothing is left.
    left = set(LEVELS)
    while left:
        free = {part for part in left if not any(a == part and b in left for a, b in edges)}
        assert free, f"a circle among {sorted(left)}"
        left -= free


def test_no_module_imports_itself_by_a_detour() -> None:
    """Imports inside functions and for the type checker count as well."""
    edges = edges_between_modules()
    assert edges["quarriors.server.sessions.service"], "the imports are found"
    for one, other in DETOURS:
        edges[one].remove(other)  # an exception that nobody needs any more is an error
    assert circles(edges) == []


def test_the_parts_of_the_server_stand_on_each_other_in_one_order() -> None:
    """As the docstring of `quarriors.server` lists them."""
    order = {name: number for number, parts in enumerate(SERVER_PARTS) for name in parts}
    wrong = []
    for path in sources():
        own = module_at(path).split(".")
        if own[:2] != ["quarriors", "server"] or len(own) < 3:
            continue
        for found in read(path).every_import:
            other = (module_of(found.module) or "").split(".")
            if other[:2] != ["quarriors", "server"] or len(other) < 3:
                continue
            if order[other[2]] > order[own[2]]:
                wrong.append(str(found))
    assert wrong == [], "\n".join(wrong)


@pytest.mark.parametrize("part", ["server", "table", "facts", "local"])
def test_no_file_of_the_server_grows_beyond_a_size_one_can_read(part: str) -> None:
    long = [path.name for path in (ROOT / part).rglob("*.py") if len(lines_of(path)) > SERVER_LINES]
    assert long == []


def lines_of(path: Path) -> list[str]:
    return path.read_text("utf-8").splitlines()


def test_the_exception_for_the_game_is_used_and_stays_inside_functions() -> None:
    """If `game.py` no longer needs it, the exception goes; at module level it is refused."""
    found = [
        entry
        for entry in imports_of(ROOT / "game.py")
        if part_of(entry.module) in HANDED_ON["game.py"]
    ]
    assert {part_of(entry.module) for entry in found} == HANDED_ON["game.py"]
    assert [str(entry) for entry in found if not entry.deferred] == []


def test_the_engine_stands_alone() -> None:
    """Nothing of quarriors but quarriors.engine, nothing but the standard library and types."""
    wrong = []
    for part, found in all_imports():
        if part != "engine":
            continue
        top = found.module.split(".")[0]
        own = found.module == "quarriors.engine" or found.module.startswith("quarriors.engine.")
        if not own and top not in sys.stdlib_module_names and top not in ENGINE_MAY_IMPORT:
            wrong.append(str(found))
    assert wrong == [], "\n".join(wrong)


def third_party_behind(folder: Path) -> list[str]:
    """What the modules of a folder import of others, directly or through the package's modules.

    Imports inside functions count as well.
    """
    wrong: list[str] = []
    waiting = sorted(folder.rglob("*.py"))
    seen = set(waiting)
    while waiting:
        for found in imports_of(waiting.pop()):
            top = found.module.split(".")[0]
            if top == "quarriors":
                more = set(files_of(found.module)) - seen
                seen |= more
                waiting += more
            elif top not in sys.stdlib_module_names and top not in ENGINE_MAY_IMPORT:
                wrong.append(str(found))
    return wrong


def files_of(module: str) -> list[Path]:
    """The files that an import of a name of the package runs: its packages, and its module."""
    found = [ROOT / "__init__.py"]
    here = ROOT
    for name in module.split(".")[1:]:
        here /= name
        found += [
            path for path in (here / "__init__.py", here.with_suffix(".py")) if path.is_file()
        ]
    return found


@pytest.mark.parametrize("part", ["table", "facts", "local"])
def test_tables_need_nothing_but_the_standard_library(part: str) -> None:
    """So that the same tables run in a browser, where nothing else is installed."""
    assert third_party_behind(ROOT / part) == []
    assert any("msgspec" in found for found in third_party_behind(ROOT / "server" / "protocol"))


def test_a_page_needs_nothing_that_its_files_leave_out() -> None:
    """tools/game_files.py packs what tables need; what it leaves out must not be imported."""
    text = (ROOT.parents[1] / "tools" / "game_files.py").read_text("utf-8")
    found = re.search(r"^LEFT_OUT = \{(.*)\}", text, re.M)
    assert found is not None
    left_out = set(re.findall(r'"(\w+)"', found[1]))
    waiting = sorted((ROOT / "local").rglob("*.py"))
    seen = set(waiting)
    while waiting:
        for one in imports_of(waiting.pop()):
            more = set(files_of(one.module)) - seen if one.module.startswith("quarriors") else set()
            seen |= more
            waiting += more
    parts = {path.relative_to(ROOT).parts[0] for path in seen}
    assert {"engine", "bots", "table", "facts"} <= parts
    assert parts & left_out == set()


def test_the_engine_names_no_set_and_no_card() -> None:
    """Neither as a value nor inside a sentence: sets describe themselves in the cards' data."""
    heads = {path: path.read_text("utf-8") for path in (ROOT / "cards" / "sets").glob("*.toml")}
    sets = {path.stem for path in heads}
    cards = {
        name for text in heads.values() for name in re.findall(r'\[\[card\]\]\nname = "(.+)"', text)
    }
    assert "base" in sets
    assert len(cards) > 200
    wrong = []
    for path in (ROOT / "engine").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                text = node.value
                if text in sets or any(name in text for name in cards):
                    wrong.append(f"{path.name}:{node.lineno}: {text!r}")
    assert not wrong


def test_the_engine_keeps_no_outside_source_of_chance_or_time() -> None:
    """Everything random comes from the seed: no clock, no system randomness in the engine."""
    banned = {"random", "secrets", "time", "datetime", "os", "uuid", "threading", "socket"}
    wrong = [
        str(found)
        for part, found in all_imports()
        if part == "engine" and found.module.split(".")[0] in banned
    ]
    assert wrong == []


ENGINE_FILES = sorted((ROOT / "engine").rglob("*.py"))


@pytest.mark.parametrize("path", ENGINE_FILES, ids=lambda path: path.name)
def test_no_file_of_the_engine_grows_beyond_a_size_one_can_read(path: Path) -> None:
    assert read(path).lines_to_read <= ENGINE_LINES


@pytest.mark.parametrize("path", sources(), ids=lambda path: str(path.relative_to(ROOT)))
def test_every_module_says_first_what_it_owns(path: Path) -> None:
    assert read(path).docstring, f"{path.name} has no docstring"


def test_the_map_has_every_module_of_the_engine_and_no_other() -> None:
    """`docs/architecture.md` is where newcomers look for a module: no row is missing or stale."""
    text = (ROOT.parent.parent / "docs" / "architecture.md").read_text("utf-8")
    _, _, after = text.partition("## The engine, module by module")
    rows = [line.split("|")[1] for line in after.partition("\n## ")[0].split("\n") if "|" in line]
    named = {name for row in rows for name in re.findall(r"`(\w+)`", row)}
    assert named == {path.stem for path in ENGINE_FILES} - {"__init__"}


# --- one door into the engine -------------------------------------------------------------------


def test_only_the_doors_of_the_engine_are_imported() -> None:
    """What imports `engine.dice` or the names of registers knows how a state is laid out."""
    wrong = []
    for part, found in all_imports():
        names = found.module.split(".")
        if part == "engine" or names[:2] != ["quarriors", "engine"] or len(names) < 3:
            continue
        registers = names[2:4] == ["ids", "register"] and found.file not in SPELLS_POSITIONS_OUT
        if names[2] not in OPEN or registers:
            wrong.append(str(found))
    assert wrong == [], "\n".join(wrong)


@cache
def fields_of_a_state() -> frozenset[str]:
    """Every attribute that the state of a game has, with those of its generator."""
    found: set[str] = set()
    for name, owner in (("state.py", "State"), ("rng.py", "Generator")):
        for node in ast.walk(ast.parse((ROOT / "engine" / name).read_text("utf-8"))):
            if isinstance(node, ast.ClassDef) and node.name == owner:
                found |= {
                    part.attr
                    for part in ast.walk(node)
                    if isinstance(part, ast.Attribute) and ast.unparse(part.value) == "self"
                }
                found |= {
                    part.target.id
                    for part in node.body
                    if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name)
                }
    return frozenset(found)


def is_handle(node: ast.expr) -> bool:
    """Whether an expression reads like the handle of a state."""
    if isinstance(node, ast.Call):
        node = node.func
    if isinstance(node, ast.Attribute):
        return node.attr in HANDLES
    return isinstance(node, ast.Name) and node.id in HANDLES


def peeks_of(text: str) -> list[str]:
    """Where a file looks into a state instead of asking the engine."""
    found: list[str] = []
    if not MAY_PEEK.search(text):
        return found  # which saves parsing most files
    secret = (fields_of_a_state() | {"from_wire"}) - HANDLE_MAY_BE_ASKED_FOR
    for node in ast.walk(ast.parse(text)):
        if not isinstance(node, ast.Attribute):
            continue
        if node.attr in UNMISTAKABLE or (node.attr in secret and is_handle(node.value)):
            found.append(f"{node.lineno}: {ast.unparse(node)}")
    return found


def files_outside() -> list[Path]:
    """All Python files of the project but those of the engine."""
    home = ROOT.parent.parent
    found = [path for folder in OUTSIDE for path in (home / folder).rglob("*.py")]
    return sorted(path for path in found if ROOT / "engine" not in path.parents)


@pytest.mark.parametrize(
    "path", files_outside(), ids=lambda path: str(path.relative_to(ROOT.parent.parent))
)
def test_nothing_outside_the_engine_looks_into_a_state(path: Path) -> None:
    """Not into the stack, not into the columns, and not into a game's `_state`."""
    assert peeks_of(path.read_text("utf-8")) == [], "ask `engine.queries`"


# --- the checks themselves can fail -----------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("import quarriors.cards", [("quarriors.cards", False)]),
        ("from quarriors.view import svg", [("quarriors.view.svg", False)]),
        ("def f():\n    from quarriors.view import svg", [("quarriors.view.svg", True)]),
        ("try:\n    import numpy\nexcept ImportError:\n    pass", [("numpy", False)]),
        ("if TYPE_CHECKING:\n    import numpy", []),
        ("class A:\n    def f(self):\n        import numpy", [("numpy", True)]),
        ("from . import cards", [("quarriors.cards", False)]),
    ],
)
def test_imports_are_found_wherever_they_hide(
    text: str, wanted: list[tuple[str, bool]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.modules[__name__], "ROOT", tmp_path)
    path = tmp_path / "some.py"
    path.write_text(text, "utf-8")
    assert [(found.module, found.deferred) for found in imports_of(path)] == wanted


def test_the_fields_of_a_state_are_known() -> None:
    columns = {"place", "owner", "face", "flags", "carrier", "copy", "zones", "stack", "queue"}
    assert columns | {"lasting_effects", "turn_flags", "options", "rng", "log"} <= (
        fields_of_a_state()
    )


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("game._state", 1),
        ("s.stack[0]", 1),
        ("play.state.zones", 1),
        ("queries.state(game).face[die]", 1),
        ("state(game).pool", 1),
        ("s.turn += 1", 1),
        ("State.from_wire(table, wire)", 1),
        ("anything.lasting_effects", 1),
        ("s.setup.slot[die]", 0),
        ("queries.turn(s)", 0),
        ("app.state.house", 0),
        ("table.state", 0),
    ],
)
def test_a_look_into_a_state_is_found_however_it_is_written(text: str, found: int) -> None:
    assert len(peeks_of(text)) == found


def test_only_imports_at_the_top_are_left_out_of_the_size() -> None:
    text = """\
import os
from a import (
    B,
    C,
)

def f():
    import os
    return os
"""
    assert len(text.splitlines()) == 9
    assert lines_to_read(text) == 4


def test_modules_are_assigned_to_their_parts() -> None:
    assert part_of("quarriors.engine.ids.place.USED") == "engine"
    assert part_of("quarriors.game.Game") == "game"
    assert part_of("quarriors.cards") == "cards"
    assert part_of("quarriors.Rules") == "quarriors"
    assert part_of("quarriors") == "quarriors"
    assert part_of("os.path") is None
    assert own_part(ROOT / "engine" / "ids" / "place.py") == "engine"
    assert own_part(ROOT / "__init__.py") == "quarriors"
