"""Which actions and numbers an environment uses: all of the universal code, or those of some rules.

The universal code has a number for everything that any table can offer or show. A compact form
keeps those that can occur by given rules, in the same order, and numbers them anew from 0. In the
option form an action is the place of an option in the decision.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from quarriors.engine.vectors import append, vec
from quarriors.envs.core.actions import ACTIONS, AGAIN
from quarriors.envs.core.features import FEATURES

AGAINS: Final = 16  # numbers of a compact form for options that share their coordinates
MOST_OPTIONS: Final = 32  # of the option form; further options are on further pages


def _places(kept: list[int], size: int) -> vec[i64]:
    """Where each of `size` numbers is kept, -1 for those that are not."""
    found = vec[i64](capacity=size)
    for _ in range(size):
        found = append(found, -1)
    for at, number in enumerate(kept):
        found[number] = at
    return found


class Form:
    """The actions and numbers of an environment; made once, and shared by all its games."""

    def __init__(
        self, actions: list[int], columns: list[int], compact: bool, most_options: int = 0
    ) -> None:
        self.kept_actions: list[int] = actions  # numbers of the universal code, rising
        self.kept_columns: list[int] = columns
        self.compact: bool = compact
        self.most_options: int = most_options  # 0: actions have numbers of their own
        self.number: vec[i64] = _places(actions, ACTIONS)
        self.column: vec[i64] = _places(columns, FEATURES)
        self.size: i64 = len(columns)
        self.again: i64 = len(actions) if compact else AGAIN
        self.actions: i64 = len(actions) + (AGAINS if compact else 0)
        if most_options > 0:
            self.actions = most_options

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        kept = (self.kept_actions, self.kept_columns)
        return (Form, (*kept, self.compact, self.most_options))


UNIVERSAL: Final = Form(list(range(ACTIONS)), list(range(FEATURES)), compact=False)
