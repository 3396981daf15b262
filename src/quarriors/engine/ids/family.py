"""Families of operations, by what they are about; each has its function in the interpreter."""

from __future__ import annotations

from typing import Final

FLOW: Final = 0  # where the program goes on, and who acts in it
CHOICE: Final = 1  # what its controller decides
GAIN: Final = 2  # quiddity, Glory, captures and draws: what a player gets or gives up
MOVE: Final = 3  # where dice are, and whose
FACE: Final = 4  # what dice show, and what lasts on them
BATTLE: Final = 5  # damage, defenders and destruction
QUEST: Final = 6  # quest dice and quartifacts
NAMES: Final = ["flow", "choice", "gain", "move", "face", "battle", "quest"]
