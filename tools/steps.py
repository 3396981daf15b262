"""What the tools of a checkout share: progress lines, commands, hashes of files, locks.

A checkout sets itself up with the standard library alone, so nothing here may import a package.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CACHE = ROOT / ".cache"
NICE = 10  # what is built beside a game leaves the processor to the game


class Failure(SystemExit):
    """A step that failed; it ends the program with a sentence and exit code 1."""


# --- progress ------------------------------------------------------------------------------------


class Progress:
    """Tells which steps are under way: one moving line on a terminal, plain lines elsewhere."""

    def __init__(self) -> None:
        self._terminal = sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
        self._running: dict[str, tuple[float, str]] = {}
        self._lock = threading.Lock()
        self._every = 0.5 if self._terminal else 10.0
        self._idle = threading.Event()
        self._ticker: threading.Thread | None = None

    @contextlib.contextmanager
    def step(self, name: str) -> Iterator[Callable[[str], None]]:
        """Show a step while it runs, with its time; the caller may say what it is doing."""
        began = time.monotonic()
        with self._lock:
            self._running[name] = (began, "")
            if not self._terminal:
                print(f"{name} ...", flush=True)
            if self._ticker is None:
                self._idle.clear()
                self._ticker = threading.Thread(target=self._tick, daemon=True)
                self._ticker.start()

        def detail(text: str) -> None:
            with self._lock:
                self._running[name] = (began, text)

        done = False
        try:
            yield detail
            done = True
        finally:
            with self._lock:
                del self._running[name]
                if not self._running:
                    self._ticker = None
                    self._idle.set()
            self.say(f"{name}: {'done' if done else 'failed'} ({_seconds(began)})")

    def say(self, sentence: str) -> None:
        """Print one line at once, above the moving one."""
        with self._lock:
            clear = "\r\x1b[K" if self._terminal else ""
            print(clear + sentence, flush=True)
            self._draw()

    def _tick(self) -> None:
        idle = self._idle
        while not idle.wait(self._every):
            with self._lock:
                if self._terminal:
                    self._draw()
                else:
                    for name, (began, text) in self._running.items():
                        told = f", {text}" if text else ""
                        print(f"{name}: under way, {_seconds(began)}{told}", flush=True)

    def _draw(self) -> None:
        """Draw the moving line again; the lock is held."""
        if not self._terminal or not self._running:
            return
        parts = []
        for name, (began, text) in self._running.items():
            parts.append(f"{name} {_seconds(began)}" + (f", {text}" if text else ""))
        width = max(20, os.get_terminal_size().columns - 1) if sys.stdout.isatty() else 79
        print("\r\x1b[K" + " | ".join(parts)[:width], end="", flush=True)


def _seconds(began: float) -> str:
    return f"{time.monotonic() - began:.0f} s"


progress = Progress()


def start(main: Callable[[list[str]], None]) -> None:
    """Be the program: Ctrl-C ends it with a sentence, and what was set up is kept."""
    try:
        main(sys.argv[1:])
    except KeyboardInterrupt:
        progress.say("Stopped; the next call goes on from here.")
        raise SystemExit(130) from None


def side_by_side(*actions: Callable[[], object]) -> None:
    """Run actions at the same time; the first failure is raised when all have ended."""
    with ThreadPoolExecutor(len(actions)) as pool:
        running = [pool.submit(action) for action in actions]
    for future in running:
        future.result()


# --- commands ------------------------------------------------------------------------------------


def run(
    command: list[str],
    failure: str,
    *,
    folder: Path = ROOT,
    on_line: Callable[[str], None] | None = None,
    variables: Mapping[str, str] | None = None,
) -> str:
    """Return what a command prints; if it fails, show all of it and raise the sentence."""
    with subprocess.Popen(
        command,
        cwd=folder,
        env={**os.environ, **(variables or {})},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
    ) as child:
        assert child.stdout is not None
        lines = []
        for line in child.stdout:
            lines.append(line)
            if on_line is not None:
                on_line(line)
    printed = "".join(lines)
    if child.returncode in (-signal.SIGINT, 128 + signal.SIGINT):
        raise KeyboardInterrupt
    if child.returncode:
        sys.stderr.write(printed)
        raise Failure(failure)
    return printed


# --- steps that are done once --------------------------------------------------------------------


def once(done: Path, key: str, name: str, action: Callable[[Callable[[str], None]], None]) -> None:
    """Do a step and remember its key in the file `done`, unless it was last done with that key."""
    with contextlib.suppress(OSError):
        if done.read_text(encoding="utf-8") == key:
            return
    done.unlink(missing_ok=True)
    with progress.step(name) as detail:
        action(detail)
    done.parent.mkdir(parents=True, exist_ok=True)
    done.write_text(key, encoding="utf-8")


def digest(paths: Iterable[Path]) -> str:
    """Hash names and contents: dates say nothing in a fresh clone or after a switch of branches."""
    key = hashlib.sha256()
    for path in paths:
        content = path.read_bytes() if path.exists() else b""
        key.update(f"{path.relative_to(ROOT).as_posix()}\0{len(content)}\0".encode() + content)
    return key.hexdigest()


@contextlib.contextmanager
def lock(name: str, wait: bool = True) -> Iterator[bool]:
    """Let two calls of make wait for each other; without `wait`, say whether the lock was free."""
    CACHE.mkdir(exist_ok=True)
    with (CACHE / f"lock-{name}").open("w") as file:
        try:
            import fcntl
        except ImportError:  # not a Unix: calls do not wait there
            yield True
            return
        try:
            fcntl.flock(file, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        except BlockingIOError:
            yield False
        else:
            yield True
