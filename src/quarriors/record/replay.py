"""Playing a record again and checking every answer and roll."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from quarriors.engine.errors import RecordError
from quarriors.game import Game


def replay(record: Mapping[str, Any]) -> Game:
    """The game a record tells."""
    raise RecordError("being written")
