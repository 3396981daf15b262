"""The notebook in `examples` runs from top to bottom and shows what it promises."""

from __future__ import annotations

import json
import sys
import types
import warnings
from importlib.util import find_spec
from pathlib import Path

import pytest

pytest.importorskip("polars")
matplotlib = pytest.importorskip("matplotlib")

NOTEBOOK = Path(__file__).resolve().parents[2] / "examples" / "explore.ipynb"


def test_the_code_of_the_notebook_runs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """All cells one after the other, without Jupyter; what pictures look like is not seen here."""
    if find_spec("IPython") is None:
        display = types.ModuleType("IPython.display")
        display.SVG = str  # type: ignore[attr-defined]
        ipython = types.ModuleType("IPython")
        ipython.version_info = (9, 0)  # type: ignore[attr-defined]  # which matplotlib asks for
        ipython.get_ipython = lambda: None  # type: ignore[attr-defined]
        monkeypatch.setitem(sys.modules, "IPython", ipython)
        monkeypatch.setitem(sys.modules, "IPython.display", display)
    matplotlib.use("Agg")
    names: dict[str, object] = {}
    for cell in json.loads(NOTEBOOK.read_text("utf-8"))["cells"]:
        if cell["cell_type"] == "code":
            exec("".join(cell["source"]), names)
    matplotlib.pyplot.close("all")
    told = capsys.readouterr().out
    for shown in ("True True", "'goal'", "quarriors/1 players=2", "decisions looked at", "greedy"):
        assert shown in told


def test_the_notebook_runs_and_shows_pictures() -> None:
    nbformat = pytest.importorskip("nbformat")
    nbclient = pytest.importorskip("nbclient")
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    assert all(not cell.get("outputs") for cell in notebook.cells), "it is kept without results"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of the notebook's own programs
        nbclient.NotebookClient(notebook, timeout=300, kernel_name="python3").execute()
    shown = [
        kind
        for cell in notebook.cells
        if cell.cell_type == "code"
        for output in cell.outputs
        for kind in output.get("data", {})
    ]
    assert shown.count("image/svg+xml") == 2, "a position and a plot of the report"
    assert "image/png" in shown, "a game as a plot"
    assert "text/html" in shown, "a table"
    printed = "".join(
        output["text"]
        for cell in notebook.cells
        if cell.cell_type == "code"
        for output in cell.outputs
        if output.output_type == "stream"
    )
    assert "greedy" in printed
