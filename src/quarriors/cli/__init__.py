"""The command line: one command, `quarriors`, and what its parts share.

`main` puts the commands together and is the one place where errors become a sentence and an exit
code; each other module is one command. Here is what they all refuse and print with.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from quarriors.engine.errors import QuarriorsError

INTERRUPTED = 130  # exit code after Ctrl-C, as shells have it


class BadOption(QuarriorsError):
    """An option or argument with a value that cannot be used."""

    texts = "cli"


def print_json(value: object) -> None:
    """For programs: one JSON value on the output, nothing else."""
    print(json.dumps(value, ensure_ascii=False, indent=1))


def columns(rows: Sequence[Sequence[str]], right: Sequence[int] = ()) -> list[str]:
    """Rows as lines with aligned columns; those numbered in `right` are flush right."""
    widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        cells = [
            cell.rjust(width) if at in right else cell.ljust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  ".join(cells).rstrip())
    return lines


def one_of(key: str, value: str, known: Sequence[str]) -> str:
    """The value if it is known; else a refusal that names all that are."""
    if value not in known:
        raise BadOption(key, value=value, known=", ".join(known))
    return value
