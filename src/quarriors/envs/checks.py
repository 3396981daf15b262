"""The settings of environments as callers give them, checked when an environment is made."""

from __future__ import annotations

from math import isfinite
from numbers import Integral, Real

from quarriors.engine.errors import RulesError


def checked_seat(seat: object, players: int) -> int:
    """A seat of the game, as an int of Python or numpy."""
    whole = isinstance(seat, Integral) and not isinstance(seat, bool)
    if not whole or seat not in range(players):
        raise RulesError("env_seat", last=players - 1, value=repr(seat))
    return int(seat)  # type: ignore[call-overload, no-any-return]  # it is one of range(players)


def checked_number(name: str, value: object) -> float:
    """A finite number."""
    if isinstance(value, bool) or not isinstance(value, Real) or not isfinite(value):
        raise RulesError("env_number", name=name, value=repr(value))
    return float(value)


def checked_flag(name: str, value: object) -> bool:
    """True or False."""
    if not isinstance(value, bool):
        raise RulesError("env_flag", name=name, value=repr(value))
    return value
