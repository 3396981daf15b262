"""What older engines wrote, brought to the form of today: positions, and the hash of a catalogue.

Version 4 of the wire form wrote the captures of a turn above its flags, in one number. Version 3
also kept some numbers in other registers: the culls of a scoring, the rewards of a quest, the
reaction of a challenge, and what is known of a die that leaves a challenge. Those positions stand
between the effects of cards, as records and saved tables keep them; one in the middle of an effect
cannot be brought over and is refused.

Records name the hash of the catalogue they were played with, so what is hashed keeps its first
form: a bound that is not set is written there as a large number.
"""

from __future__ import annotations

from typing import Final

from quarriors.engine.errors import PositionError
from quarriors.engine.ids import effect, frame, limit, quest_step, register

VERSION: Final = 5
OLDER_VERSIONS: Final = (3, 4)  # those that are brought over
_NEW_REGISTERS: Final = 4  # the version that brought the registers of today
_FLAGS: Final = 14  # where the flags of the turn stand in the head of the wire form
_CAPTURED: Final = 256  # up to version 4: times the captures of the turn, above its flags
_EFFECTS: Final = 13  # where these lists stand in the wire form
_STACK: Final = 14
_QUEUE: Final = 15
_OLD_A: Final = 5  # the free registers of version 3
_OLD_B: Final = 6
_OLD_C: Final = 7
_SCORE_CULL: Final = 3  # the step of a scoring at which dice are culled
_CHALLENGE_REACT: Final = 2  # the step of a challenge after which a new one came in
_OLD_RESOLVED: Final = 4  # a bit of version 3: a reaction of the challenge is being resolved
_OLD_PLACE: Final = 15  # bits of version 3: where a die goes, + 1
_OLD_BY_DAMAGE: Final = 16
_OLD_KILLER: Final = 32  # times the killer's seat + 1

HASHED_MAXIMUM: Final = 99  # in a hash: no highest level, defense or cost of a filter
HASHED_UPPER: Final = 999  # no upper bound of a number or a condition
HASHED_LOWER: Final = -999  # no lower bound of a number
HASHED_NEVER: Final = 9  # a line of a card that no number of bursts replaces


def hashed_limit(bound: int, unbounded: int) -> int:
    """A bound as the catalogue hashes it, `unbounded` where none is set."""
    return unbounded if abs(bound) == limit.NO_UPPER else bound


def migrated(wire: list[list[int]]) -> list[list[int]]:
    """The same position in the wire form of today; one of today is given back as it is."""
    if not wire or len(wire) <= _QUEUE or len(wire[0]) != _FLAGS + 1:
        return wire
    version = wire[0][0]
    if version not in OLDER_VERSIONS:
        return wire
    made = [part[:] for part in wire]
    if version < _NEW_REGISTERS:
        _move_registers(made)
    made[0][0] = VERSION
    made[0].append(made[0][_FLAGS] // _CAPTURED)
    made[0][_FLAGS] %= _CAPTURED
    return made


def _move_registers(wire: list[list[int]]) -> None:
    """Change frames and lasting effects of version 3 to those of version 4."""
    stack = wire[_STACK]
    frames = [stack[at : at + frame.WIDTH] for at in range(0, len(stack), frame.WIDTH)]
    if wire[_QUEUE] or any(len(one) < frame.WIDTH for one in frames):
        raise PositionError("position.old_effect")
    if any(one[register.KIND] >= frame.FIRST_PROGRAM for one in frames):
        raise PositionError("position.old_ability")
    wire[_STACK] = [number for one in frames for number in _frame(one)]
    wire[_EFFECTS] = _effects(wire[_EFFECTS])


def _frame(old: list[int]) -> list[int]:
    """One frame of version 3 as the frame or frames of today."""
    kind = old[register.KIND]
    position = old[register.POSITION]
    new = old[:]
    if kind == frame.SCORE:
        culls = old[_OLD_A] if position == _SCORE_CULL else 0
        new[register.LAST_ASKED] = -1 if position == _SCORE_CULL else old[_OLD_A]
        new[register.CULLS_LEFT] = culls
    elif kind == frame.CHALLENGE:
        if position == _CHALLENGE_REACT and old[_OLD_C] & _OLD_RESOLVED:
            new[register.POSITION] = _CHALLENGE_REACT + 1
        elif position > _CHALLENGE_REACT:
            new[register.POSITION] = position + 1
        new[register.REACTOR] = old[_OLD_C] & 1
    elif kind == frame.QUEST_CHECK and quest_step.LEVELS < position < quest_step.OVER:
        # Since nothing waits in the queue, both stretches of it begin at 0.
        below = [frame.QUEST_CHECK, quest_step.OVER, -1, old[register.CONTROLLER], -1, 0, 0, 0]
        new[register.ROLLED_START] = 0
        new[register.DONE_START] = 0
        new[register.QUEST_GLORY] = old[_OLD_B]
        new[register.CULLS_LEFT] = old[_OLD_A]
        return below + new
    return new


def _effects(old: list[int]) -> list[int]:
    """Lasting effects: one row of version 3 about a die that leaves is up to three of today."""
    new: list[int] = []
    for at in range(0, len(old), effect.WIDTH):
        row = old[at : at + effect.WIDTH]
        if row[effect.KIND] != effect.LEAVES_TO:
            new += row
            continue
        die, packed, until = row[effect.SUBJECT], row[effect.AMOUNT], row[effect.UNTIL]
        new += [effect.LEAVES_TO, die, (packed & _OLD_PLACE) - 1, until]
        if packed & _OLD_BY_DAMAGE:
            new += [effect.LEAVES_BY_DAMAGE, die, 1, until]
        if packed // _OLD_KILLER:
            new += [effect.LEAVES_KILLER, die, packed // _OLD_KILLER - 1, until]
    return new
