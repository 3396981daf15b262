"""Many games at once, and what they tell.

`simulate` plays games between bots on all cores, `dataset_writer` keeps them as tables in a folder
that `dataset_reader` opens, `summary` gathers what happened; `play_many` gives arrays. `executor`
shares the work out, to processes or to a cluster. The arena finds out which bot is better.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from quarriors.lab.batch import Played, play_many
    from quarriors.lab.dataset_reader import Results, open_results

__all__ = ["Played", "Results", "open_results", "play_many"]

_HOMES = {
    "Played": "batch",
    "play_many": "batch",
    "Results": "dataset_reader",
    "open_results": "dataset_reader",
}


def __getattr__(name: str) -> Any:
    """What a notebook asks for, loaded when it is asked for: commands start without it."""
    from importlib import import_module

    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"quarriors.lab.{_HOMES[name]}"), name)
