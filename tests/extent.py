"""How much a test tries: a sample for every day, all of it in `make test-all`.

What the compiled run of `make test` (`ON_BOTH` in `tools/checks.py`) tries in full, the
interpreted one samples: it takes ten times as long there, and both engines play alike.
"""

from __future__ import annotations

import os

from quarriors.engine import is_compiled

LONG = os.environ.get("QUARRIORS_LONG_TESTS") == "1"


def daily(few: int, many: int) -> int:
    """`few` every day, `many` in `make test-all`."""
    return many if LONG else few


def interpreted(few: int, many: int) -> int:
    """`few` every day on the interpreted engine, `many` on the compiled one and in `test-all`."""
    return many if LONG or is_compiled() else few
