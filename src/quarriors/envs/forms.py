"""Observations in the forms that learners ask for, and the spaces that belong to them.

`dict` is the usual one: the row of floats and the mask side by side. `blocks` gives the row by its
named parts instead. `array` is the bare row, for code that wants a Box; the mask is in `info` only.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from gymnasium import spaces

from quarriors.envs.core.layout import EncodingError
from quarriors.envs.core.play import Play
from quarriors.envs.encoding import ACTIONS, HIGH, Mask, blocks, observe

FORMS: Final = ("dict", "blocks", "array")


def checked_form(form: str) -> str:
    """A form as callers give it, or an error that says which there are."""
    if form not in FORMS:
        raise EncodingError("encoding.form", value=repr(form), known=FORMS)
    return form


def observation_space(form: str) -> spaces.Space[Any]:
    """The space of observations in a form."""
    mask = spaces.Box(0, 1, (ACTIONS,), np.int8)
    row = spaces.Box(np.zeros_like(HIGH), HIGH, dtype=np.float32)
    if form == "array":
        return row
    if form == "dict":
        return spaces.Dict({"action_mask": mask, "observation": row})
    parts: dict[str, spaces.Space[Any]] = {
        name: spaces.Box(np.zeros_like(high), high, dtype=np.float32)
        for name, high in blocks(HIGH).items()
    }
    return spaces.Dict({"action_mask": mask, "observation": spaces.Dict(parts)})


def action_space() -> spaces.Discrete:
    """The one fixed space of actions."""
    return spaces.Discrete(ACTIONS)


def observation(play: Play, seat: int, mask: Mask, form: str) -> Any:
    """What a seat sees, in a form."""
    row = observe(play, seat)
    if form == "array":
        return row
    return {"action_mask": mask, "observation": row if form == "dict" else blocks(row)}
