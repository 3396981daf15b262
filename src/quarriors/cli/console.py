"""Small helpers that all commands share: the console, the language, how a command refuses.

A refusal is one sentence on the error stream and exit code 2, never a traceback. Colour is left out
when the output is not a terminal or `NO_COLOR` is set (Rich looks at both).
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import typer

from quarriors.cli import BadOption
from quarriors.engine import is_compiled
from quarriors.engine.errors import QuarriorsError
from quarriors.text import TAGS, Texts, pick_language

if TYPE_CHECKING:
    from rich.console import Console as RichConsole

    from quarriors.cards.pack import Pack

REFUSED = 2  # exit code of everything the user can correct
SEARCHING = ("mcts", "master", "vesna", "zeno")  # bots whose time is mostly rollouts
FILE_ENDINGS = (".json", ".jsonl", ".ndjson", ".csv", ".parquet", ".txt", ".gz", ".zip")


class Console(Protocol):
    """What commands print with: Rich's console at a terminal, plain lines into a pipe."""

    def print(self, text: Any = "", /, *, style: str = ..., soft_wrap: bool = ...) -> None:
        """Print a line."""


class PlainConsole:
    """Lines without colour and as long as they are; Rich is slow to import."""

    def print(self, text: Any = "", /, *, style: str = "", soft_wrap: bool = True) -> None:
        """Print a line; style and wrapping are for terminals."""
        del style, soft_wrap
        print(text)


def rich_console() -> RichConsole:
    """A console in colour, which folds long lines at words."""
    from rich.console import Console as RichConsole

    return RichConsole(highlight=False, markup=False, emoji=False)


def make_console(*, plain: bool) -> Console:
    """A console for this process's output."""
    return PlainConsole() if plain else rich_console()


def is_terminal() -> bool:
    """Whether somebody sits at both ends: what is typed and what is shown."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def make_texts(language: str | None, packs: Iterable[Pack] = ()) -> Texts:
    """The words of the language asked for, else of the locale; cards as packs have them."""
    return Texts(pick_language(language), tuple(pack.id for pack in packs))


def read_packs(files: Iterable[str] | None) -> list[Pack]:
    """The packs that `--pack` names."""
    if not files:
        return []
    from quarriors.cards.pack import read_pack  # needs all cards, which other commands do not

    return [read_pack(file) for file in files]


def advise_compiling(texts: Texts, bots: Iterable[str] | None = None) -> None:
    """Say in one sentence that a compiled engine would pay, where it is missing.

    It pays for many games, and for bots that search as long as their time allows: name the bots of
    a single game, and the sentence is said only if one of them does that.
    """
    searching = bots is None or any(spec.partition(":")[0] in SEARCHING for spec in bots)
    if searching and not is_compiled():
        print(texts.say("cli", "version.advice"), file=sys.stderr)


def split_names(text: str | None) -> list[str]:
    """The names in a comma separated option; none in an empty one."""
    return [name.strip() for name in (text or "").split(",") if name.strip()]


def refuse_file_name(key: str, path: Path) -> None:
    """Refuse the name of a file where a folder is made."""
    if path.suffix.lower() in FILE_ENDINGS and not path.is_dir():
        raise BadOption(key, path=str(path), folder=str(path.with_suffix("")))


def refuse(message: str) -> typer.Exit:
    """Print one sentence to the error stream; raise what this returns."""
    print(message, file=sys.stderr)
    return typer.Exit(REFUSED)


@contextmanager
def refusals(language: str | None = None) -> Iterator[None]:
    """Turn the package's own errors into a sentence and exit code 2."""
    try:
        yield
    except QuarriorsError as error:
        spoken = pick_language(language if language in TAGS else None)
        raise refuse(error.say(spoken)) from None
