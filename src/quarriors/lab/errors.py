"""The errors of the lab, among them that of an optional package which is not installed.

Polars, NumPy, Matplotlib and Ray are large, and quarriors installs without them. Modules that need
one import it with `needed`, which says in a sentence what to install if it is missing.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any, Final

from quarriors.engine.errors import RulesError

EXTRAS: Final = {"polars": "lab", "numpy": "lab", "matplotlib": "lab", "ray": "cluster"}


class LabError(RulesError):
    """Something the lab cannot do as asked."""

    texts = "lab.refuse"


def needed(module: str) -> Any:
    """A package of one of the extras; a refusal that says what to install if it is not there."""
    try:
        return import_module(module)
    except ImportError as error:
        raise LabError("missing", module=module, extra=EXTRAS[module]) from error
