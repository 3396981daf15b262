"""The tables of `docs/environments.md`, made from the encoding itself.

`python -m quarriors.envs.reference_tables docs/environments.md` writes them into the page, between
its two marks; a test says when that was forgotten.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from quarriors.engine.ids import verb
from quarriors.envs.core import actions as a
from quarriors.envs.core.features import FEATURES
from quarriors.envs.core.layout import LANE_NAMES, LANES
from quarriors.envs.encoding import ACTIONS, SCHEMA_HASH, VERSION
from quarriors.envs.fields import BLOCKS, DIE, OPTION, Block

BEGIN: Final = "<!-- made by quarriors.envs.reference_tables -->"
END: Final = "<!-- end of what is made -->"


def tables() -> str:
    """Everything between the marks."""
    lines = [
        f"Version {VERSION}, schema hash `{SCHEMA_HASH}`: {ACTIONS} actions, {FEATURES} numbers.",
        "",
        "Lanes, from 0: " + ", ".join(f"{at} {name}" for at, name in enumerate(LANE_NAMES)) + ".",
        "",
        "| verb | first number | how many | coordinates, the last one counts up first |",
        "|---|---|---|---|",
    ]
    for at, action in enumerate(verb.NAMES):
        if a.SHAPE_OF[at] != a.NONE:
            shape = a.COORDINATES[a.SHAPE_OF[at]]
            count = a.BASES[at + 1] - a.BASES[at]
            told = " x ".join(f"{name} ({size})" for name, size in shape)
            lines.append(f"| {action} | {a.BASES[at]} | {count} | {told} |")
    count = ACTIONS - a.AGAIN
    lines.append(f"| again | {a.AGAIN} | {count} | asking ({LANES + 1}) x time ({a.TIMES}) |")
    for block in (*BLOCKS, OPTION, DIE):
        shape_text = " x ".join(str(size) if size else "dice" for size in block.shape)
        if block is OPTION:
            lines += ["", "Rows of the forms `options` and `structured`:"]
        lines += [
            "",
            f"**{block.name}**, from {block.start}, {shape_text}: {block.says}.",
            "",
            "| field | at | size | one is | what |",
            "|---|---|---|---|---|",
        ]
        lines += _fields(block)
    return "\n".join(lines)


def _fields(block: Block) -> list[str]:
    """A row for each field of a block."""
    found = []
    for field in block.fields:
        unit = f"1/{round(1 / field.scale)}" if field.scale < 1 else "1"
        found.append(f"| {field.name} | {field.start} | {field.size} | {unit} | {field.says} |")
    return found


def refreshed(page: str) -> str:
    """The page with the tables of today."""
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"The page needs the marks {BEGIN} and {END}.")
    return f"{before}{BEGIN}\n\n{tables()}\n\n{END}{after}"


if __name__ == "__main__":
    path = Path(sys.argv[1])
    path.write_text(refreshed(path.read_text("utf-8")), "utf-8")
