"""Where the operands of an operation stand in a program, counted from its opcode.

Named after operation and operand, as the table in `operations` has them. An operation on a die has
that die as its first operand, one with a number that number.
"""

from __future__ import annotations

from typing import Final

DIE: Final = 1
NUMBER: Final = 1

CHOOSE_FILTER: Final = 1
CHOOSE_REGISTER: Final = 2
CHOOSE_VERB: Final = 3
CHOOSE_MAY: Final = 4
CHOOSE_IF_NONE: Final = 5

CHOOSE_SEAT_VERB: Final = 1
CHOOSE_SEAT_HAVING: Final = 2
CHOOSE_SEAT_NOT_OWNER_OF: Final = 3
CHOOSE_SEAT_IF_NONE: Final = 4

CHOOSE_AREA_FILTER: Final = 1
CHOOSE_AREA_IF_NONE: Final = 2

ASK_VERB: Final = 1
ASK_OTHERWISE: Final = 2

EITHER_FIRST: Final = 1
EITHER_SECOND: Final = 2
EITHER_OTHERWISE: Final = 3

EACH_FILTER: Final = 1
EACH_REGISTER: Final = 2
EACH_AFTER: Final = 3

EACH_OPPONENT_AFTER: Final = 1

IF_CONDITION: Final = 1
IF_OTHERWISE: Final = 2

IF_DIE_FILTER: Final = 2
IF_DIE_OTHERWISE: Final = 3

JUMP_TO: Final = 1
CLEAR_REGISTER: Final = 1
DESTROY_OTHERWISE: Final = 2

MOVE_PLACE: Final = 2
CAPTURE_FREE_PLACE: Final = 2
LEAVE_PLACE: Final = 2
SEND_PLACE: Final = 1

GIVE_WHOSE: Final = 2
GIVE_PLACE: Final = 3

ROTATE_DIRECTION: Final = 2
ENERGY_ENERGY: Final = 2

LASTING_EFFECT: Final = 1
LASTING_SUBJECT: Final = 2
LASTING_AMOUNT: Final = 3
LASTING_UNTIL_MY_TURN: Final = 4
