"""The tables that a simulation writes: their names, columns and kinds of values, with a version.

Kept apart from the code that writes and reads them, because the documentation, the reports and the
readers of other programs go by it. What each column means is in the texts of the lab; a test
compares both and the tables of `docs/simulate.md` with this file. A change of a
column needs a new version.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

VERSION: Final = 1
FORMAT: Final = "quarriors-results"

INT: Final = "int32"
LONG: Final = "int64"
REAL: Final = "float64"
TEXT: Final = "text"
FLAG: Final = "bool"
INTS: Final = "list of int32"
TEXTS: Final = "list of text"
TABLE_OF_INTS: Final = "list of lists of int32"

DECISIONS: Final = "decisions"  # the one table that is written only when asked for

TABLES: Final[Mapping[str, Mapping[str, str]]] = {
    "games": {
        "game": LONG,
        "seed": LONG,
        "edition": TEXT,
        "sets": TEXTS,
        "players": INT,
        "variants": TEXTS,
        "modules": TEXTS,
        "goal": INT,
        "round_limit": INT,
        "wilds": TEXTS,
        "first": INT,
        "winners": INTS,
        "winner": INT,
        "end": TEXT,
        "turns": INT,
        "rounds": INT,
        "decisions": INT,
        "glory": INTS,
        "glory_by_round": TABLE_OF_INTS,
    },
    "seats": {
        "game": LONG,
        "seat": INT,
        "bot": TEXT,
        "place": INT,
        "glory": INT,
        "won": REAL,
        "captures": INT,
        "free_captures": INT,
        "dice_rolled": INT,
        "quiddity_rolled": INT,
        "quiddity_expected": REAL,
        "quiddity_variance": REAL,
        "creatures_rolled": INT,
        "creatures_expected": REAL,
        "creatures_variance": REAL,
    },
    "captures": {
        "game": LONG,
        "number": INT,
        "seat": INT,
        "turn": INT,
        "round": INT,
        "card": TEXT,
        "cost": INT,
        "free": FLAG,
    },
    "cards": {
        "game": LONG,
        "card": TEXT,
        "set": TEXT,
        "kind": TEXT,
        "dealt": FLAG,
        "captured": INTS,
        "scored": INTS,
        "left": INT,
    },
    DECISIONS: {
        "game": LONG,
        "number": INT,
        "seat": INT,
        "turn": INT,
        "round": INT,
        "kind": TEXT,
        "source": TEXT,
        "options": INT,
        "choice": INT,
        "chosen": TEXT,
        "verb": TEXT,
        "card": TEXT,
    },
}

NESTED: Final = frozenset({INTS, TEXTS, TABLE_OF_INTS})
# What is written of a game: for each table its columns. Values of a nested kind are texts of JSON:
# Polars reads such a column at once, while it takes Python's lists apart one by one, and that would
# be most of the time that writing takes.
Columns = dict[str, list[list[Any]]]


def table_names(decisions: bool) -> list[str]:
    """The tables of a simulation, with that of the decisions or without."""
    return [name for name in TABLES if decisions or name != DECISIONS]
