"""What a die is right now: its look, its abilities on that face, creature, spell or neither (3.3).

A look is a card and a face together, one index into the columns of the set-up; everything that
reads what a die shows begins here.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from quarriors.engine.catalog import FACES
from quarriors.engine.ids import event, frame, place, register, trait
from quarriors.engine.program import Modifier, Trigger
from quarriors.engine.state import State, zone
from quarriors.engine.vectors import append, vec


def look(s: State, die: i64) -> i64:
    """Card and face together, an index into columns of the set-up; a copy's is the copied one."""
    copied = s.copy[die]
    if copied >= 0:
        return copied
    return s.setup.base[die] + s.face[die]


# A copy of a locked creature lies in no Locked Area: what works there does not work for it.
_NO_TRIGGERS: Final[list[Trigger]] = []
_NO_MODIFIERS: Final[list[Modifier]] = []


def abilities_of(s: State, die: i64, kind: i64) -> list[Trigger]:
    """What the die does on an event, as it lies; a copy does what it copies."""
    copied = s.copy[die]
    if copied >= 0 and s.setup.lock[copied]:
        return _NO_TRIGGERS
    return s.setup.triggers[look(s, die) * event.COUNT + kind]


def standing(s: State, die: i64, kind: i64) -> list[Modifier]:
    """Its standing modifiers of one kind, as it lies."""
    copied = s.copy[die]
    if copied >= 0 and s.setup.lock[copied]:
        return _NO_MODIFIERS
    return s.setup.modifiers[look(s, die) * trait.COUNT + kind]


def is_creature(s: State, die: i64) -> bool:
    """A die in a Ready Area or on a quest that shows the icon (3.3).

    A locked creature shows no creature icon: it takes no part in attack, defense and scoring, and
    filters ask for it apart (11.3, 15.20). A copy of one is a creature like any other. One that was
    destroyed is there until its die is moved (12.7), but no effect chooses it any more.
    """
    where = s.place[die]
    if where != place.READY and where != place.QUEST:
        return False
    shown = look(s, die)  # mypyc reads a column without counting references if the index is a name
    return s.setup.creature[shown] or s.copy[die] >= 0


def is_spell(s: State, die: i64) -> bool:
    """A spell is a die with the spell icon up in a Ready Area, attached or not (3.3)."""
    where = s.place[die]
    if where != place.READY and where != place.ATTACHED:
        return False
    shown = look(s, die)
    return s.setup.spell[shown]


def host_of(s: State, die: i64) -> i64:
    """The creature that carries an attached die; the die itself if it is not attached."""
    carrier = s.carrier[die]
    if carrier >= 0:
        return carrier
    return die


def creatures_in(s: State, seat: i64, where: i64) -> vec[i64]:
    """A seat's creatures in its Ready Area or on its quest."""
    found = vec[i64](capacity=8)
    for die in zone(s, seat, where):
        if is_creature(s, die):
            found = append(found, die)
    return found


def creatures(s: State, seat: i64) -> vec[i64]:
    """The creatures in one Ready Area."""
    return creatures_in(s, seat, place.READY)


def has_creature(s: State, seat: i64) -> bool:
    """Whether there is a creature in a Ready Area."""
    for die in zone(s, seat, place.READY):
        if is_creature(s, die):
            return True
    return False


def level(s: State, die: i64) -> i64:
    """The level on the face up; 0 for a locked creature (11.3)."""
    return s.setup.level[look(s, die)]


def battle(s: State) -> i64:
    """Where the frame of the battle that is on begins, an attack or a challenge; -1 if none is.

    A second battle of the same turn waits below the first one and has not begun.
    """
    at = s.top
    while at > 0:
        if s.stack[at] == frame.ATTACK or s.stack[at] == frame.CHALLENGE:
            return at
        at -= frame.WIDTH
    return -1


def challenge(s: State) -> i64:
    """Where the frame of the challenge that is on begins; -1 if none is (12.3)."""
    at = battle(s)
    if at >= 0 and s.stack[at] == frame.CHALLENGE:
        return at
    return -1


def other_side(s: State, seat: i64) -> i64:
    """Whom a seat is up against: the active player, or the other side of the challenge."""
    at = challenge(s)
    if at < 0:
        return s.active
    challenger = s.stack[at + register.CONTROLLER]
    if seat == challenger:
        return s.stack[at + register.OPPONENT]
    return challenger


def defense_frame(s: State, seat: i64) -> i64:
    """Where the topmost defense of that seat begins; -1 if it is not defending."""
    at = s.top
    while at > 0:
        if s.stack[at] == frame.DEFEND and s.stack[at + register.CONTROLLER] == seat:
            return at
        at -= frame.WIDTH
    return -1


def in_battle(s: State, die: i64) -> bool:
    """Whether a die is one of those the battle that is on is about (12.7).

    An attack is about Ready Areas; a challenge about the two parties beside the quest card.
    """
    at = battle(s)
    if at < 0:
        return False
    if s.stack[at] == frame.ATTACK:
        return s.place[die] == place.READY
    owner = s.owner[die]
    return s.place[die] == place.QUEST and (
        owner == s.stack[at + register.CONTROLLER] or owner == s.stack[at + register.OPPONENT]
    )


def next_face(s: State, die: i64, direction: i64) -> i64:
    """The face a creature would be rotated to (13.8); -1 if it stays.

    A locked creature counts as level 0 and goes up to its lowest creature face (11.3).
    """
    if s.copy[die] >= 0:
        return -1  # a copy has no die of its own to turn
    setup = s.setup
    first = setup.base[die]
    now = setup.level[first + s.face[die]]
    face = s.face[die] + direction
    if setup.lock[first + s.face[die]] and direction > 0:
        face = 0
    while 0 <= face < FACES:
        if setup.creature[first + face] and (setup.level[first + face] - now) * direction > 0:
            return face
        face += direction
    return -1
