"""Pictures of a game for `render()`: text, SVG, or pixels.

Pixels are made from the SVG by the package resvg-py and read by Pillow; both are asked for only
when somebody wants pixels.
"""

from __future__ import annotations

from importlib import import_module
from io import BytesIO
from typing import Final

import numpy as np
from numpy.typing import NDArray

from quarriors.engine.errors import QuarriorsError
from quarriors.game import Game
from quarriors.view.svg import table_svg
from quarriors.view.table import table_text

MODES: Final = ("human", "ansi", "svg", "rgb_array")


class RenderError(QuarriorsError):
    """A picture that cannot be made."""


def checked_mode(mode: str | None) -> str | None:
    """A render mode as callers give it, or an error that says which there are."""
    if mode is not None and mode not in MODES:
        raise RenderError("render.mode", value=repr(mode), known=MODES)
    return mode


def picture(game: Game, mode: str) -> str | NDArray[np.uint8] | None:
    """The table in one of the render modes; "human" prints it and gives nothing back."""
    if mode == "rgb_array":
        return pixels(table_svg(game))
    if mode == "svg":
        return table_svg(game)
    text = table_text(game)
    if mode == "ansi":
        return text
    print(text)
    return None


def pixels(svg: str) -> NDArray[np.uint8]:
    """An SVG as an array of height, width and three colours."""
    try:
        resvg = import_module("resvg_py")
        image = import_module("PIL.Image")
    except ImportError as error:
        raise RenderError("render.pixels", why=str(error)) from error
    drawn = bytes(resvg.svg_to_bytes(svg_string=svg, background="#ffffff"))
    with image.open(BytesIO(drawn)) as opened:
        return np.array(opened.convert("RGB"), np.uint8)
