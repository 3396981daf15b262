"""A trigger that waits in the queue: program, source, controller, opponent, subject."""

from __future__ import annotations

from typing import Final

WIDTH: Final = 5  # ints a waiting trigger takes in the queue
PROGRAM: Final = 0
SOURCE: Final = 1
CONTROLLER: Final = 2
OPPONENT: Final = 3
SUBJECT: Final = 4
