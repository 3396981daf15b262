"""Builds the site of static files: the documents, and the game that needs no server.

    python tools/static_site.py          both, in .cache/site; the game is in .cache/site/play
    python tools/static_site.py play     the game alone, in .cache/play

Any server of files can serve the folder, under any address. The game runs in the browser, on
Pyodide; nothing is fetched from anywhere but the folder. `quarriors serve --play-folder FOLDER`
serves the game beside the tables of a server. Node.js and npm are needed, as for the client.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import environment
from app_icons import write_icons
from steps import CACHE, ROOT, Failure, digest, lock, once, progress, run, start

import web

PLAY = CACHE / "play"
SITE = CACHE / "site"
PYODIDE = web.WEB / "node_modules" / "pyodide"
MANIFEST = "manifest.webmanifest"
MAKER = ROOT / "tools" / "game_files.py"
MOST = 12_000_000  # bytes for a first game, compressed
# What a first game does not need: other languages, and what is read on other pages.
LATER = re.compile(
    r"^sw\.js$|/facts/(tutorial|rules|achievements)\.|\.it(-original)?\.json$|\.png$"
)
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; font-src 'self'; "
    "img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; manifest-src 'self'; "
    "base-uri 'none'; form-action 'none'"
)


def main(arguments: list[str]) -> None:
    """Build what the command line asks for."""
    if arguments not in ([], ["play"]):
        raise SystemExit("usage: static_site.py [play]")
    environment.require_venv()
    build_play()
    if arguments:
        return
    environment.packages()
    command = [str(environment.INTERPRETED.folder / "bin" / "python"), "-m", "mkdocs", "build"]
    with progress.step("Documents"):
        variables = {"NO_MKDOCS_2_WARNING": "1"}
        run([*command, "--strict", "--quiet"], "The documents were not built.", variables=variables)
    shutil.copytree(PLAY, SITE / "play", dirs_exist_ok=True)
    progress.say(f"The site is in {SITE.relative_to(ROOT)}, and the game in its folder play/.")


def build_play() -> None:
    """Build the game as a folder of files, unless it is there and nothing of it has changed."""
    obstacle = web.client_obstacle()
    if obstacle:
        raise Failure(f"The page without a server cannot be built: {obstacle}")
    if not web.build(tests=True):
        raise Failure("The page without a server cannot be built without the browser client.")
    if not (PYODIDE / "pyodide.mjs").exists():
        raise Failure(
            "The page without a server needs the npm package pyodide, which is not in "
            "web/node_modules; `npm install` in the folder web gets it."
        )
    environment.game()
    done = CACHE / "play-done"
    if not (PLAY / "index.html").exists():
        done.unlink(missing_ok=True)
    with lock("play"):
        once(done, digest(sources()), "The page without a server", _compose)
    progress.say(said(weighed(PLAY)))


def sources() -> list[Path]:
    """All files that the page is made of."""
    package = ROOT / "src" / "quarriors"
    python = [path for end in ("py", "toml", "json") for path in package.rglob(f"*.{end}")]
    pages = [path for path in web.PAGES.rglob("*") if path.is_file()]
    tools = [Path(__file__), MAKER, MAKER.with_name("app_icons.py"), web.WEB / "package-lock.json"]
    return sorted({*python, *pages, *tools})


def _compose(_: Callable[[str], None]) -> None:
    """Put the folder together, and let it take the place of the one before."""
    draft = CACHE / "play-draft"
    shutil.rmtree(draft, ignore_errors=True)
    left_out = shutil.ignore_patterns("index.html", "sw.js")
    shutil.copytree(web.PAGES, draft, ignore=left_out)
    python = str(environment.INTERPRETED.python)
    run([python, str(MAKER), str(draft / "game"), str(PYODIDE)], "The game was not packed.")
    name = f"game-{content_hash(draft / 'game')}"
    (draft / "game").rename(draft / name)
    (draft / "index.html").write_text(index(name), "utf-8")
    manifest = json.loads((draft / MANIFEST).read_text("utf-8"))
    manifest["icons"] += write_icons(draft)
    (draft / MANIFEST).write_text(json.dumps(manifest), "utf-8")
    names = sorted(path.relative_to(draft).as_posix() for path in _files(draft))
    facts = {"__FILES__": names, "__BUILD__": content_hash(draft), "__LOCAL__": True}
    first = ",".join(f"{word}={json.dumps(value)}" for word, value in facts.items())
    before, _, worker = (web.PAGES / "sw.js").read_text("utf-8").partition("\n")
    if not before.startswith("const __FILES__="):
        raise Failure("The service worker does not begin with the list of its files.")
    (draft / "sw.js").write_text(f"const {first};\n{worker}", "utf-8")
    shutil.rmtree(PLAY, ignore_errors=True)
    draft.rename(PLAY)


def index(game: str) -> str:
    """The page: that of a server, with addresses of its own folder, and where the game is."""
    page = (web.PAGES / "index.html").read_text("utf-8")
    page = re.sub(r'\b(src|href)="/(?!/)', r'\1="./', page)
    page = page.replace("<html ", f'<html data-host="local" data-game="{game}" ', 1)
    policy = f'<meta http-equiv="Content-Security-Policy" content="{POLICY}" />'
    icon = '<link rel="apple-touch-icon" href="./icon-192.png" />'
    added = f'<meta charset="utf-8" />\n    {policy}\n    {icon}'
    return page.replace('<meta charset="utf-8" />', added, 1)


def _files(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


def content_hash(folder: Path) -> str:
    """A short hash of the names and contents of all files of a folder."""
    found = hashlib.sha256()
    for path in sorted(_files(folder)):
        found.update(path.relative_to(folder).as_posix().encode() + b"\0")
        found.update(hashlib.sha256(path.read_bytes()).digest())
    return found.hexdigest()[:12]


def weighed(folder: Path) -> dict[str, int]:
    """What a browser loads for a first game, in bytes as a server that compresses sends it."""
    found: dict[str, int] = {}
    for path in _files(folder):
        name = path.relative_to(folder).as_posix()
        if LATER.search(name):
            continue
        data = path.read_bytes()
        packed = name.endswith((".gz", ".zip", ".woff2", ".woff"))
        found[name] = len(data) if packed else len(gzip.compress(data))
    return found


def said(sizes: dict[str, int]) -> str:
    """The sum, against the budget; too much is a failure."""
    whole = sum(sizes.values())
    groups = {"Python": ("pyodide", "python_stdlib"), "the game": ("game-",)}
    parts = dict.fromkeys((*groups, "the client"), 0)
    for name, size in sizes.items():
        words = ((group, word) for group, words in groups.items() for word in words)
        parts[next((group for group, word in words if word in name), "the client")] += size
    shown = ", ".join(f"{group} {size / 1e6:.2f} MB" for group, size in parts.items())
    sentence = f"A first game loads {whole / 1e6:.2f} MB compressed ({shown})"
    if whole > MOST:
        raise Failure(f"{sentence}; {MOST / 1e6:.0f} MB are the most.")
    return f"{sentence}; the budget is {MOST / 1e6:.0f} MB."


if __name__ == "__main__":
    os.chdir(ROOT)
    start(main)
