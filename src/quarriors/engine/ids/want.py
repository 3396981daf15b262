"""What a filter wants of a die, as bits; grouped by what the question is about."""

from __future__ import annotations

from typing import Final

# What the die is.
IS_CREATURE: Final = 1 << 0  # now, in a Ready Area (3.3); a locked one as well (15.20)
IS_SPELL: Final = 1 << 1  # now, in a Ready Area or attached
CREATURE_DIE: Final = 1 << 2  # has a creature face, whatever it shows (3.3)
SPELL_DIE: Final = 1 << 3
UNLOCKED: Final = 1 << 11  # with IS_CREATURE: not those in Locked Areas (15.20)
IS_LOCKED: Final = 1 << 12
IS_QUARTIFACT: Final = 1 << 21
KIND: Final = IS_CREATURE | IS_SPELL | CREATURE_DIE | SPELL_DIE | IS_LOCKED | IS_QUARTIFACT

# What its flags tell.
IS_SCORING: Final = 1 << 5
IS_CHOSEN: Final = 1 << 7  # marked before by the same effect
IS_ATTACKING: Final = 1 << 13  # and a creature
UNDAMAGED: Final = 1 << 15  # not yet damaged in this attack
WAS_DRAWN: Final = 1 << 16  # by the draw that is being resolved
NOT_NEW: Final = 1 << 23  # of locked dice: not locked in this turn
FORCED: Final = 1 << 29  # must be named as first defender

# How it stands to the source of the ability.
OTHER: Final = 1 << 4  # not the source
SAME_CLASS: Final = 1 << 6  # of the source's class
NEW_COPY: Final = 1 << 8  # not what the source is a copy of already
SOURCE_USED: Final = 1 << 9  # only while the source lies in its controller's Used Pile
ON_MINE: Final = 1 << 10  # attached spells: only those on the controller's own creatures
OTHER_CLASS: Final = 1 << 20  # not of the source's class
BESIDE_SOURCE: Final = 1 << 25  # in the same area as the source (12.7)
CARRIED: Final = 1 << 28  # attached to the source
BY_SOURCE: Final = (
    OTHER | SAME_CLASS | NEW_COPY | SOURCE_USED | ON_MINE | OTHER_CLASS | BESIDE_SOURCE | CARRIED
)

# How it stands to what the program chose before and to the die that the event is about.
NOT_FIRST: Final = 1 << 24  # not the die in the first register
BESIDE_SUBJECT: Final = 1 << 26  # in the same area as the die the event is about
NOT_SUBJECT: Final = 1 << 30  # not the die the event is about
IN_AREA: Final = 1 << 31  # in the area chosen before
BY_FRAME: Final = NOT_FIRST | BESIDE_SUBJECT | NOT_SUBJECT | IN_AREA

# What could happen to it.
IN_BATTLE: Final = 1 << 14  # one of the creatures of the battle that is on (12.7)
CAN_GO_UP: Final = 1 << 17
CAN_GO_DOWN: Final = 1 << 18
BUYABLE: Final = 1 << 22  # locked, and quiddity could unlock it now (11.4)
SITUATION: Final = IS_ATTACKING | IN_BATTLE | CAN_GO_UP | CAN_GO_DOWN | BUYABLE

# Immunity (10.5).
NOT_IMMUNE: Final = 1 << 27  # even to its own owner's choice, for an opponent's effect (10.5)
IMMUNE_TOO: Final = 1 << 32  # for the few effects that Immunity does not stop

# Not of one die, but of all that match.
HIGHEST_COST: Final = 1 << 19  # of the dice that match otherwise
