"""Single bits of a number of 64 bits.

mypyc translates `1 << n` to a C shift of 32 bits, even where the 1 comes from a variable whose
value it knows. Only a shift of an argument is as wide as the argument.
"""

from __future__ import annotations

from mypy_extensions import i64


def bit(at: i64) -> i64:
    """The number that has only that bit."""
    return _shifted(1, at)


def _shifted(value: i64, by: i64) -> i64:
    return value << by


def has_bit(bits: i64, at: i64) -> bool:
    """Whether that bit is set."""
    return (bits >> at) & 1 == 1
