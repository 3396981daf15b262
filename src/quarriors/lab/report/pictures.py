"""The plots of a report, as SVG: the same numbers always give the same bytes.

Colours differ in lightness too, and lines by their marks. Matplotlib is asked for an SVG
with real text, so that a page can be searched and stays small.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from quarriors.lab.errors import needed
from quarriors.lab.rates import Rate
from quarriors.lab.report.measures import GloryPoint

INK: Final = "#2a2018"
SOFT: Final = "#8a7a66"
COLOURS: Final = ("#2f63c4", "#c2571a", "#2e7d32", "#7a3fa0")
MARKS: Final = ("o", "s", "^", "D")
WIDE: Final = (7.2, 3.6)
STYLE: Final = {
    "font.family": "sans-serif",
    "font.size": 10,
    "axes.edgecolor": SOFT,
    "axes.labelcolor": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": "#e4dac6",
    "text.color": INK,
    "xtick.color": INK,
    "ytick.color": INK,
    "svg.fonttype": "none",
    "svg.hashsalt": "quarriors",
    "figure.facecolor": "none",
    "axes.facecolor": "none",
    "savefig.facecolor": "none",
}


@dataclass(frozen=True)
class Line:
    """A line of points with their intervals."""

    name: str
    x: Sequence[float]
    y: Sequence[float]
    low: Sequence[float]
    high: Sequence[float]


def _drawn(draw: Callable[[Any], None], size: tuple[float, float] = WIDE) -> str:
    """A figure as SVG, drawn by `draw` into its axes."""
    needed("matplotlib")
    import matplotlib as mpl
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    with mpl.rc_context(STYLE):  # type: ignore[arg-type]
        figure = Figure(figsize=size, layout="constrained")
        FigureCanvasSVG(figure)
        draw(figure.add_subplot())
        file = io.StringIO()
        figure.savefig(file, format="svg", metadata={"Date": None, "Creator": None})
    text = file.getvalue()
    return text[text.index("<svg") :].strip() + "\n"


def bars(names: Sequence[str], rates: Sequence[Rate], label: str, even: float | None = None) -> str:
    """Rates as bars with their intervals; a dashed line where all would be even."""

    def draw(axes: Any) -> None:
        values = [100 * rate.rate for rate in rates]
        low = [100 * (rate.rate - rate.interval[0]) for rate in rates]
        high = [100 * (rate.interval[1] - rate.rate) for rate in rates]
        axes.bar(names, values, color=COLOURS[0], width=0.6)
        axes.errorbar(names, values, (low, high), fmt="none", ecolor=INK, capsize=4)
        if even is not None:
            axes.axhline(100 * even, color=SOFT, linestyle="--")
        axes.set_ylabel(label)
        axes.grid(axis="x", visible=False)

    return _drawn(draw)


def histogram(counts: dict[int, int], label: str, total: int) -> str:
    """Whole numbers and how often each came, in percent."""

    def draw(axes: Any) -> None:
        axes.bar(
            list(counts),
            [100 * count / total for count in counts.values()],
            color=COLOURS[0],
            width=0.85,
        )
        axes.xaxis.get_major_locator().set_params(integer=True)
        axes.set_xlabel(label)
        axes.set_ylabel("%")
        axes.grid(axis="x", visible=False)

    return _drawn(draw)


def ranges(
    names: Sequence[str],
    values: Sequence[float],
    intervals: Sequence[tuple[float, float]],
    label: str,
) -> str:
    """Values in percentage points with their intervals, one under the other, about zero."""

    def draw(axes: Any) -> None:
        places = list(range(len(names), 0, -1))
        for place, value, (low, high) in zip(places, values, intervals, strict=True):
            colour = COLOURS[0] if value >= 0 else COLOURS[1]
            axes.plot([100 * low, 100 * high], [place, place], color=colour, linewidth=2)
            axes.plot([100 * value], [place], marker="o", color=colour)
        axes.axvline(0, color=SOFT, linestyle="--")
        axes.set_yticks(places, list(names))
        # Under the whole figure: long names leave too little room for it under the axes.
        axes.figure.supxlabel(label, fontsize=STYLE["font.size"])
        axes.grid(axis="y", visible=False)

    return _drawn(draw, (WIDE[0], 0.9 + 0.24 * len(names)))


def lines(found: Sequence[Line], across: str, up: str) -> str:
    """Lines with a band for their intervals."""

    def draw(axes: Any) -> None:
        for number, line in enumerate(found):
            colour, mark = COLOURS[number % len(COLOURS)], MARKS[number % len(MARKS)]
            axes.fill_between(line.x, line.low, line.high, color=colour, alpha=0.18, linewidth=0)
            axes.plot(line.x, line.y, color=colour, marker=mark, markersize=4, label=line.name)
        axes.xaxis.get_major_locator().set_params(integer=True)
        axes.set_xlabel(across)
        axes.set_ylabel(up)
        axes.legend(frameon=False)

    return _drawn(draw)


def glory_lines(points: Sequence[GloryPoint], names: tuple[str, str]) -> list[Line]:
    """Glory by round as two lines."""
    found = []
    for name, means in (
        (names[0], [point.winners for point in points]),
        (names[1], [point.others for point in points]),
    ):
        found.append(
            Line(
                name,
                [point.round for point in points],
                [mean.value for mean in means],
                [mean.interval[0] for mean in means],
                [mean.interval[1] for mean in means],
            )
        )
    return found


def with_ids_of_its_own(svg: str, prefix: str) -> str:
    """Several pictures in one page must not share the names of their parts."""
    svg = re.sub(r'\bid="([^"]+)"', rf'id="{prefix}-\1"', svg)
    svg = re.sub(r'href="#([^"]+)"', rf'href="#{prefix}-\1"', svg)
    return re.sub(r"url\(#([^)]+)\)", rf"url(#{prefix}-\1)", svg)
