"""Sets up the game, starts it, and compiles the engine beside it; `make play` calls this.

    python tools/play.py [--terminal] ARGUMENTS...    arguments for quarriors

The client and the Python packages are set up side by side and nothing is compiled first: the game
starts interpreted. A process of low priority compiles the engine meanwhile into `.venv-compiled`,
which is used from the next start on, and only when it is complete. Ctrl-C ends both.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import environment
from steps import CACHE, NICE, ROOT, Failure, progress, side_by_side, start

import web

LOG = CACHE / "compile.log"


def main(arguments: list[str]) -> None:
    """Set up, then play until the game ends; its exit code is ours."""
    if arguments == ["--compile"]:
        compile_beside()
        return
    environment.require_venv()
    terminal = arguments[:1] == ["--terminal"]
    side_by_side(environment.game, *([] if terminal else [web.build]))
    chosen = environment.INTERPRETED
    compiler = None
    if environment.compile_wish() != "0" and environment.renew_compiled():
        chosen = environment.COMPILED
    else:
        obstacle = environment.obvious_obstacle()
        if obstacle and environment.compile_wish() == "1":
            raise Failure(f"The engine cannot be compiled: {obstacle}")
        if obstacle:
            progress.say(f"The engine is interpreted, which is fast enough to play: {obstacle}")
        else:
            compiler = Compiler(quiet=terminal)
    command = [str(chosen.folder / "bin" / "quarriors"), *arguments[terminal:]]
    if terminal or not (web.PAGES / "index.html").exists():
        command.insert(1, "play")
    raise SystemExit(play(command, compiler))


def play(command: list[str], compiler: Compiler | None) -> int:
    """Run the game; when it has ended the compiler ends too."""
    # The terminal sends Ctrl-C to the game as well, and the game ends in its own way. A handler
    # that does nothing is, unlike SIG_IGN, not inherited by the game.
    signal.signal(signal.SIGINT, lambda *_: None)
    for name in ("SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), lambda number, _: sys.exit(128 + number))
    game = subprocess.Popen(command)
    try:
        if compiler is not None:
            compiler.start()
        return game.wait()
    finally:
        game.terminate()
        game.wait()
        if compiler is not None:
            compiler.stop()


class Compiler:
    """The process that compiles the engine beside the game.

    `quiet` keeps it from writing into a game that is played in the terminal.
    """

    def __init__(self, quiet: bool) -> None:
        self._quiet = quiet
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Begin, in a session of its own: Ctrl-C in the terminal does not reach the C compiler."""
        CACHE.mkdir(exist_ok=True)
        progress.say(
            "The engine is being compiled beside the game, at low priority; "
            "the next start will use it."
        )
        with LOG.open("w") as log:
            self._process = subprocess.Popen(
                [sys.executable, str(Path(__file__)), "--compile"],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        threading.Thread(target=self._report, args=(self._process,), daemon=True).start()

    def stop(self) -> None:
        """End the process and all that it has started; what is half built is not used."""
        process = self._process
        if process is not None and process.poll() is None:
            self._process = None
            os.killpg(process.pid, signal.SIGTERM)
            process.wait()

    def _report(self, process: subprocess.Popen[bytes]) -> None:
        code = process.wait()
        if self._process is None or self._quiet:
            return  # stopped on purpose, or a game has the screen
        last = LOG.read_text(encoding="utf-8", errors="replace").strip().splitlines()[-1:]
        told = last[0] if last else ""
        if code:
            where = LOG.relative_to(ROOT)
            told = f"The engine was not compiled, the game goes on without: {told} (see {where})"
        progress.say(told)


def compile_beside() -> None:
    """Be the process that compiles: at low priority, with one sentence at the end."""
    if hasattr(os, "nice"):
        os.nice(NICE)
    obstacle = environment.compiled()
    if obstacle:
        progress.say(f"The engine stays interpreted: {obstacle}")
    else:
        progress.say("The compiled engine is ready; the next start will use it.")


if __name__ == "__main__":
    start(main)
