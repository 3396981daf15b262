"""Writes the part of a page without a server that is made of Python; tools/static_site.py calls it.

    .venv/bin/python tools/game_files.py FOLDER PYODIDE

Into FOLDER go Pyodide's files (PYODIDE is its folder in node_modules), the package as one file of
texts with parsed copies of its TOML, and the facts that clients ask for first. Only what tables
need is in it: no server, no commands, no laboratory.
"""

from __future__ import annotations

import gzip
import json
import shutil
import sys
import tempfile
from pathlib import Path

import mypy_extensions

from quarriors.local.answers import FACTS
from quarriors.text import TAGS

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "quarriors"
LEFT_OUT = {"cli", "envs", "lab", "remote", "server", "__pycache__"}
ENDINGS = {".py", ".toml", ".json"}
COPIED = ("pyodide.mjs", "pyodide.asm.mjs", "python_stdlib.zip")
WASM = "pyodide.asm.wasm"
GAME = "game.json.gz"


def main(folder: Path, pyodide: Path) -> None:
    """Write all files."""
    folder.mkdir(parents=True)
    for name in COPIED:
        shutil.copyfile(pyodide / name, folder / name)
    pack(folder / f"{WASM}.gz", (pyodide / WASM).read_bytes())
    pack(folder / GAME, json.dumps(package()).encode())
    lock = json.loads((pyodide / "pyodide-lock.json").read_text("utf-8"))
    sizes = {path.name: path.stat().st_size for path in sorted(folder.iterdir())}
    manifest = {"lock": {"info": lock["info"], "packages": {}}, "sizes": sizes}
    (folder / "manifest.json").write_text(json.dumps(manifest), "utf-8")
    (folder / "facts").mkdir()
    for name, make in FACTS.items():
        for language in TAGS:
            (folder / "facts" / f"{name}.{language}.json").write_bytes(make(language))


def pack(path: Path, data: bytes) -> None:
    """Compress a file, in the same way every time."""
    path.write_bytes(gzip.compress(data, mtime=0))


def package() -> dict[str, str]:
    """The package and the one module that it needs besides the standard library."""
    found = {"mypy_extensions.py": Path(mypy_extensions.__file__).read_text("utf-8")}
    for path in sorted(SOURCE.rglob("*")):
        place = path.relative_to(SOURCE)
        if path.suffix in ENDINGS and not LEFT_OUT & set(place.parts):
            found[f"quarriors/{place.as_posix()}"] = path.read_text("utf-8")
    sys.path.insert(0, str(ROOT))
    from hatch_build import parse_texts

    with tempfile.TemporaryDirectory() as folder:
        for path in sorted(parse_texts(Path(folder) / "_parsed").iterdir()):
            found[f"quarriors/_parsed/{path.name}"] = path.read_text("utf-8")
    return found


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
