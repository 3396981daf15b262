"""All sentences of the text files, and the values they ask for."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from importlib.resources import files
from typing import Any, Final

FILES: Final = sorted(
    path.name.removesuffix(".toml") for path in files("quarriors.text").joinpath("en").iterdir()
)
SLOT: Final = re.compile(r"(?<!\{)\{(\w+)(?:![rs])?(?::[^{}]*)?\}(?!\})")


def leaves(table: Mapping[str, Any], head: str = "") -> Iterator[tuple[str, str]]:
    """Every sentence of a file with its dotted key."""
    for key, value in table.items():
        name = f"{head}.{key}" if head else key
        if isinstance(value, dict):
            yield from leaves(value, name)
        else:
            yield name, str(value)


def slots(text: str) -> set[str]:
    """The names of the values that a sentence fills in."""
    return set(SLOT.findall(text))
