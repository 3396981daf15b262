"""Lasting effects: rows of kind, subject, amount and until in the state's `lasting_effects`.

`until` is -1 for the end of the turn, else the seat whose next turn ends it when it begins.
"""

from __future__ import annotations

from typing import Final

ATTACK: Final = 0  # subject: a die
DEFENSE: Final = 1  # subject: a die
ATTACK_CAP: Final = 2  # subject: a die
TO_ACTIVE: Final = 3  # subject: a seat whose destroyed creatures go to the Active Pool
NO_IMMUNITY: Final = 4  # subject: a die
SUMMON: Final = 5  # subject: a seat; what its summons cost more or less
NEXT_CAPTURE: Final = 6  # subject: a seat; what its next capture costs less
DRAW: Final = 7  # subject: a seat; how many more dice it draws in phase 2, and puts back
TIMES: Final = 8  # subject: a die; how often its ability was used
SCORED: Final = 9  # subject: a die that scored this turn
AGAINST: Final = 10  # and the next three: attack of a die against seat 0, 1, 2, 3 only
# What becomes of a die destroyed in a challenge when all leave together (12.7); subject: the die.
LEAVES_TO: Final = 14  # the place it goes to; -1 if it was saved
LEAVES_BY_DAMAGE: Final = 15  # damage destroyed it; no such row if something else did
LEAVES_KILLER: Final = 16  # the seat that destroyed it; no such row if nobody did
WIDTH: Final = 4
ENDS_WITH_DIE: Final = (
    (1 << ATTACK)
    | (1 << DEFENSE)
    | (1 << ATTACK_CAP)
    | (1 << NO_IMMUNITY)
    | (15 << AGAINST)
    | (1 << LEAVES_TO)
    | (1 << LEAVES_BY_DAMAGE)
    | (1 << LEAVES_KILLER)
)  # bits: rows that end when the die leaves
# The ints of a row.
KIND: Final = 0
SUBJECT: Final = 1
AMOUNT: Final = 2
UNTIL: Final = 3
NAMES: Final = [
    "attack", "defense", "attack-at-most", "destroyed-to-active", "no-immunity", "summon-cost",
    "next-capture-discount", "draw-more", "times-used", "scored", "attack-against-0",
    "attack-against-1", "attack-against-2", "attack-against-3", "leaves-to", "leaves-by-damage",
    "leaves-killer",
]  # fmt: skip
ON_SEATS: Final = (TO_ACTIVE, SUMMON, NEXT_CAPTURE, DRAW)  # the subject is a seat; else it is a die
