"""Die faces: from the short notation of the facts to numbers (rule 1.3).

`Q2` quiddity, `L1`/`D1` light and dark quiddity, `W2` draw and roll, `R` re-roll, `I` immediate
symbol, `S` spell icon, `K` lock, `C2:3/4` creature (level, attack, defense; `?` where the card
says), `QF:name` a quartifact and `BONUS` on quest dice; each `*` is a burst; `A+B` means both,
`A|B` one of the two.
"""

from __future__ import annotations

import re
from typing import Final

from quarriors.engine.errors import CatalogError

_CREATURE = re.compile(r"C(\d+):(\d+|\?)/(\d+|\?)")

PLAIN_QUIDDITY: Final = 0
LIGHT_QUIDDITY: Final = 1
DARK_QUIDDITY: Final = 2


class Face:
    """What one side of a die shows; immutable by convention and shared by all games."""

    def __init__(self, notation: str) -> None:
        self.notation: str = notation
        text = notation.rstrip("*")
        self.bursts: int = len(notation) - len(text)
        self.quiddity: int = -1  # -1: no such symbol; 0 exists (1.3)
        self.energy: int = PLAIN_QUIDDITY
        self.draw: int = 0
        self.reroll: bool = False
        self.immediate: bool = False
        self.spell: bool = False
        self.lock: bool = False
        self.creature: bool = False
        self.level: int = 0
        self.attack: int = 0
        self.defense: int = 0
        self.quartifact: str = ""
        self.bonus: bool = False
        self.choice: bool = "|" in text  # one of the symbols, not all
        for symbol in re.split(r"[|+]", text):
            self._read(symbol)

    def _read(self, symbol: str) -> None:
        creature = _CREATURE.fullmatch(symbol)
        if creature is not None:
            self.creature = True
            self.level = int(creature.group(1))
            # "?" is read from the card by a standing modifier that sets the number (1.3)
            self.attack = 0 if creature.group(2) == "?" else int(creature.group(2))
            self.defense = 0 if creature.group(3) == "?" else int(creature.group(3))
        elif len(symbol) == 2 and symbol[0] in "QLD" and symbol[1].isdecimal():
            self.quiddity = int(symbol[1])
            self.energy = "QLD".index(symbol[0])
        elif len(symbol) == 2 and symbol[0] == "W" and symbol[1].isdecimal():
            self.draw = int(symbol[1])
        elif symbol == "R":
            self.reroll = True
        elif symbol == "I":
            self.immediate = True
        elif symbol == "S":
            self.spell = True
        elif symbol == "K":
            self.lock = True
        elif symbol == "BONUS":
            self.bonus = True
        elif symbol.startswith("QF:"):
            self.quartifact = symbol[3:]
        elif symbol:
            raise CatalogError("catalog.symbol", face=self.notation, symbol=symbol)
