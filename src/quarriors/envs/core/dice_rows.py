"""A row of small numbers for each die of a table: the structured form.

The rows stand in the order of the dice in the set-up, cards in the order of the table. Nothing is
shown that the seat may not see: no face in a bag or a pile, no order of a bag.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, u8

from quarriors.engine import queries
from quarriors.engine.ids import flag, place
from quarriors.engine.queries import State
from quarriors.engine.vectors import vec
from quarriors.envs.core.actions import FACES
from quarriors.envs.core.layout import LANES, SEATS, Layout
from quarriors.envs.core.writer import put_byte

R_PRESENT: Final = 0
R_CARRIER: Final = 1  # the row of the die that carries it, from 1
R_WHOSE: Final = 2  # nobody's, then the seats from the one that looks
R_PLACE: Final = R_WHOSE + 1 + SEATS
PLACES: Final = 10
R_LANE: Final = R_PLACE + PLACES
R_FACE: Final = R_LANE + LANES
R_ATTACK: Final = R_FACE + FACES  # of a creature that lies somewhere, now
R_DEFENSE: Final = R_ATTACK + 1
R_EARNS: Final = R_DEFENSE + 1
R_ATTACKING: Final = R_EARNS + 1
R_DAMAGED: Final = R_ATTACKING + 1
R_USED_UP: Final = R_DAMAGED + 1
DIE: Final = R_USED_UP + 1


def write_dice(layout: Layout, s: State, seat: i64, cells: vec[u8]) -> None:
    """Write the rows of all dice, as a seat sees them, into cells that are zero."""
    for die in range(len(layout.lane_of_die)):
        at: i64 = die * DIE
        where = queries.place_of(s, die)
        cells[at + R_PRESENT] = u8(1)
        cells[at + R_PLACE + where] = u8(1)
        cells[at + R_LANE + layout.lane_of_die[die]] = u8(1)
        owner = queries.owner_of(s, die)
        if owner >= 0:
            owner -= seat
            if owner < 0:
                owner += layout.players
        cells[at + R_WHOSE + owner + 1] = u8(1)
        lies = where == place.READY or where == place.QUEST
        if where == place.ATTACHED:
            carrier = queries.carrier_of(s, die)
            if carrier >= 0:
                put_byte(cells, at + R_CARRIER, carrier + 1)
        rolled = where == place.ACTIVE and not queries.is_unrolled(s, die)
        if lies or rolled or where == place.ATTACHED:
            face = s.setup.first_alike[queries.side_up(s, die)]
            cells[at + R_FACE + face] = u8(1)
        if lies:
            _lying(s, die, cells, at)


def _lying(s: State, die: i64, cells: vec[u8], at: i64) -> None:
    """What happened to a die in a Ready Area or on a quest, and what a creature is worth now."""
    flags = queries.flags_of(s, die)
    if flags & flag.ATTACKING:
        cells[at + R_ATTACKING] = u8(1)
    if flags & (flag.DAMAGED | flag.SAFE):
        cells[at + R_DAMAGED] = u8(1)
    if flags & flag.ABILITY_USED:
        cells[at + R_USED_UP] = u8(1)
    if s.setup.creature[queries.look(s, die)]:
        put_byte(cells, at + R_ATTACK, queries.attack(s, die, -1))
        put_byte(cells, at + R_DEFENSE, queries.defense(s, die))
        put_byte(cells, at + R_EARNS, queries.glory(s, die))
