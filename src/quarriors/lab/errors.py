"""What the lab refuses, and what it says when a package that only it needs is not there.

Polars, NumPy, Matplotlib and Ray are big and the bare install plays without them; whoever needs one
asks here, so that a missing one is a sentence with the way out and never a traceback.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any, Final

from quarriors.engine.errors import RulesError
from quarriors.record.errors import Sayable
from quarriors.text import Texts

EXTRAS: Final = {"polars": "lab", "numpy": "lab", "matplotlib": "lab", "ray": "cluster"}


class LabError(Sayable, RulesError):
    """Something the lab cannot do as asked; its sentences are in the texts of the lab."""

    def say(self, language: str) -> str:
        """The sentence in a language."""
        return Texts(language).say("lab", f"refuse.{self.key}", **self.values)


def needed(module: str) -> Any:
    """A package of one of the extras; a refusal that says what to install if it is not there."""
    try:
        return import_module(module)
    except ImportError as error:
        raise LabError("missing", module=module, extra=EXTRAS[module]) from error
