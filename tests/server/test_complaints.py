"""`docs/complaints.md` says which test answers which complaint; here they are looked up."""

from __future__ import annotations

import re
from pathlib import Path

HERE = Path(__file__).resolve().parent
PAGE = HERE.parent.parent / "docs" / "complaints.md"


def names_of_tests() -> set[str]:
    """The names of all test functions beside and below this file."""
    return {
        name
        for path in HERE.parent.rglob("test_*.py")
        for name in re.findall(r"^ *def (test_\w+)\(", path.read_text("utf-8"), re.MULTILINE)
    }


def test_every_complaint_has_a_test_that_exists() -> None:
    rows = [line for line in PAGE.read_text("utf-8").splitlines() if line.startswith("| ")][1:]
    known = names_of_tests()
    for row in rows:
        named = re.findall(r"`(test_\w+)`", row)
        assert named, row
        assert set(named) <= known, row
    assert len(rows) > 15
