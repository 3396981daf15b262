"""What a die is right now: its look, its abilities on that face, creature, spell or neither (3.3).

A look is a card and a face together, one index into the lists of the table; everything that reads
what a die shows begins here.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from quarriors.engine.program import Modifier, Trigger
from quarriors.engine.state import State
from quarriors.engine.words import (
    ATTACHED,
    ATTACK,
    CHALLENGE,
    DEFEND,
    EVENTS,
    F_CONTROLLER,
    F_OPPONENT,
    FRAME,
    MODIFIERS,
    PLACES,
    QUEST,
    READY,
)


def look(s: State, die: i64) -> i64:
    """Card and face together, as an index into the table's lists; a copy's is the copied one."""
    copied: i64 = s.copy[die]
    if copied >= 0:
        return copied
    base: i64 = s.table.base[die]
    face: i64 = s.face[die]
    return base + face


# A copy of a locked creature lies in no Locked Area: what works there does not work for it.
_NO_TRIGGERS: Final[list[Trigger]] = []
_NO_MODIFIERS: Final[list[Modifier]] = []


def abilities_of(s: State, die: i64, event: i64) -> list[Trigger]:
    """What the die does on an event, as it lies (an Ooze may be copying somebody)."""
    copied: i64 = s.copy[die]
    if copied >= 0 and s.table.lock[copied]:
        return _NO_TRIGGERS
    return s.table.triggers[look(s, die) * EVENTS + event]


def standing(s: State, die: i64, kind: i64) -> list[Modifier]:
    """Its standing modifiers of one kind, as it lies."""
    copied: i64 = s.copy[die]
    if copied >= 0 and s.table.lock[copied]:
        return _NO_MODIFIERS
    return s.table.modifiers[look(s, die) * MODIFIERS + kind]


def is_creature(s: State, die: i64) -> bool:
    """A die in a Ready Area or on a quest that shows the icon (3.3).

    A locked creature shows no creature icon: it takes no part in attack, defense and scoring, and
    filters ask for it apart (11.3, 15.20). A copy of one is a creature like any other. One that was
    destroyed is there until its die is moved (12.7), but no effect chooses it any more.
    """
    place: i64 = s.place[die]
    if place != READY and place != QUEST:
        return False
    return s.table.creature[look(s, die)] or s.copy[die] >= 0


def is_spell(s: State, die: i64) -> bool:
    """A spell is a die with the spell icon up in a Ready Area, attached or not (3.3)."""
    place: i64 = s.place[die]
    if place != READY and place != ATTACHED:
        return False
    return s.table.spell[look(s, die)]


def creatures_in(s: State, seat: i64, place: i64) -> list[int]:
    """A seat's creatures in its Ready Area or on its quest."""
    found: list[int] = []
    die: i64
    for die in s.zones[seat * PLACES + place - 1]:
        if is_creature(s, die):
            found.append(die)
    return found


def creatures(s: State, seat: i64) -> list[int]:
    """The creatures in one Ready Area."""
    return creatures_in(s, seat, READY)


def has_creature(s: State, seat: i64) -> bool:
    """Whether there is a creature in a Ready Area."""
    die: i64
    for die in s.zones[seat * PLACES + READY - 1]:
        if is_creature(s, die):
            return True
    return False


def level(s: State, die: i64) -> i64:
    """The level on the face up; 0 for a locked creature (11.3)."""
    return s.table.level[look(s, die)]


def battle(s: State) -> i64:
    """Where the frame of the battle that is on begins, an attack or a challenge; -1 if none is.

    A second battle of the same turn waits below the first one and has not begun.
    """
    at: i64 = len(s.stack) - FRAME
    while at > 0:
        if s.stack[at] == ATTACK or s.stack[at] == CHALLENGE:
            return at
        at -= FRAME
    return -1


def challenge(s: State) -> i64:
    """Where the frame of the challenge that is on begins; -1 if none is (12.3)."""
    at = battle(s)
    return at if at >= 0 and s.stack[at] == CHALLENGE else -1


def other_side(s: State, seat: i64) -> i64:
    """Whom a seat is up against: the active player, or the other side of the challenge."""
    at = challenge(s)
    if at < 0:
        return s.active
    challenger: i64 = s.stack[at + F_CONTROLLER]
    return s.stack[at + F_OPPONENT] if seat == challenger else challenger


def defense_frame(s: State, seat: i64) -> i64:
    """Where the topmost defense of that seat begins; -1 if it is not defending."""
    at: i64 = len(s.stack) - FRAME
    while at > 0:
        if s.stack[at] == DEFEND and s.stack[at + F_CONTROLLER] == seat:
            return at
        at -= FRAME
    return -1


def in_battle(s: State, die: i64) -> bool:
    """Whether a die is one of those the battle that is on is about (12.7).

    An attack is about Ready Areas; a challenge about the two parties beside the quest card.
    """
    at = battle(s)
    if at < 0:
        return False
    if s.stack[at] == ATTACK:
        return s.place[die] == READY
    owner = s.owner[die]
    return s.place[die] == QUEST and (
        owner == s.stack[at + F_CONTROLLER] or owner == s.stack[at + F_OPPONENT]
    )


def next_face(s: State, die: i64, direction: i64) -> i64:
    """The face a creature would be rotated to (13.8); -1 if it stays.

    A locked creature counts as level 0 and goes up to its lowest creature face (11.3).
    """
    if s.copy[die] >= 0:
        return -1  # a copy has no die of its own to turn
    table = s.table
    first: i64 = table.base[die]
    now: i64 = table.level[first + s.face[die]]
    face: i64 = s.face[die] + direction
    if table.lock[first + s.face[die]] and direction > 0:
        face = 0
    while 0 <= face < 6:
        if table.creature[first + face] and (table.level[first + face] - now) * direction > 0:
            return face
        face += direction
    return -1
