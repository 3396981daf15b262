"""What commands that run in a process of their own write to the error stream."""

from __future__ import annotations

from quarriors.engine import is_compiled
from quarriors.text import Texts


def without_advice(errors: str) -> str:
    """The same without the advice to compile, which the interpreted engine begins with."""
    advice = "" if is_compiled() else Texts("en").say("cli", "version.advice") + "\n"
    assert errors.startswith(advice)
    return errors.removeprefix(advice)
