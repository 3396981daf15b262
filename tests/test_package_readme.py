"""The README as a package index shows it: no link depends on the files beside it."""

from __future__ import annotations

import importlib.util
import tomllib
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="module")
def hook() -> ModuleType:
    pytest.importorskip("hatchling")
    spec = importlib.util.spec_from_file_location("hatch_metadata", ROOT / "hatch_metadata.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("[a](docs/a.md#b)", "[a](https://x/y/blob/main/docs/a.md#b)"),
        ("![a](docs/a.png)", "![a](https://x/y/raw/main/docs/a.png)"),
        ("[a](https://elsewhere/a)", "[a](https://elsewhere/a)"),
        ("[a](#here)", "[a](#here)"),
    ],
)
def test_relative_links_become_absolute(hook: ModuleType, written: str, shown: str) -> None:
    assert hook.with_absolute_links(written, "https://x/y") == shown


def test_no_link_of_our_readme_stays_relative(hook: ModuleType) -> None:
    source = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["urls"][
        "Source"
    ]
    readme = (ROOT / "README.md").read_text("utf-8")
    links = list(hook.RELATIVE.finditer(readme))
    assert links
    for link in links:
        assert (ROOT / link["path"].partition("#")[0]).exists(), link[0]
    assert not hook.RELATIVE.search(hook.with_absolute_links(readme, source))
