"""The page about environments: its tables are those of the code, its examples run."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from quarriors.envs.reference_tables import refreshed

PAGE = Path(__file__).resolve().parent.parent.parent / "docs" / "environments.md"
EXAMPLES = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)


def test_the_tables_are_fresh() -> None:
    """Else: python -m quarriors.envs.reference_tables docs/environments.md."""
    page = PAGE.read_text("utf-8")
    assert refreshed(page) == page


def test_a_page_without_marks_is_refused() -> None:
    with pytest.raises(ValueError, match="needs the marks"):
        refreshed("no marks here")


def test_there_are_examples() -> None:
    assert len(EXAMPLES) == 3


@pytest.mark.parametrize("at", range(len(EXAMPLES)))
def test_examples_run(at: int) -> None:
    names: dict[str, object] = {}
    exec(EXAMPLES[at], names)
    assert {"env", "rewards", "league"} & set(names)
