"""The notebook in `examples` runs from top to bottom and shows what it promises."""

from __future__ import annotations

import warnings
from pathlib import Path

import pytest

nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")
pytest.importorskip("polars")
pytest.importorskip("matplotlib")

NOTEBOOK = Path(__file__).resolve().parents[2] / "examples" / "explore.ipynb"


def test_the_notebook_runs_and_shows_pictures() -> None:
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
