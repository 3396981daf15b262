"""The battle that is on, for those who look at it: who fights whom, and what is left of it."""

from __future__ import annotations

from mypy_extensions import i64

from quarriors.engine.appearance import battle, challenge
from quarriors.engine.frames import find_frame
from quarriors.engine.ids import attack_step, challenge_step, frame, register
from quarriors.engine.state import State, ints


def attacker(s: State) -> i64:
    """Who attacks in the battle that is on; -1 if there is none, or it is a challenge."""
    at = battle(s)
    if at < 0 or s.stack[at] != frame.ATTACK:
        return -1
    return s.stack[at + register.CONTROLLER]


def challenger(s: State) -> i64:
    """Who challenges in the battle that is on; -1 if there is none, or it is an attack (12.3)."""
    at = challenge(s)
    if at < 0:
        return -1
    return s.stack[at + register.CONTROLLER]


def challenged(s: State) -> i64:
    """Who is challenged in the battle that is on; -1 as well."""
    at = challenge(s)
    if at < 0:
        return -1
    return s.stack[at + register.OPPONENT]


def fallen_stay(s: State) -> bool:
    """Whether a challenge is on in which the destroyed stay until all leave together (12.7)."""
    at = challenge(s)
    return at >= 0 and s.stack[at + register.DEAD_STAY] != 0


def totals_counted(s: State) -> bool:
    """Whether the totals of the battle that is on have been counted."""
    at = battle(s)
    if at < 0:
        return False
    position = s.stack[at + register.POSITION]
    if s.stack[at] == frame.ATTACK:
        return position >= attack_step.NEXT
    return position >= challenge_step.REACT


def totals(s: State) -> list[int]:
    """Of each seat: the attack total it has to stand."""
    return ints(s.totals)


def defender(s: State) -> i64:
    """Who is naming defenders in the battle that is on; -1 if nobody is."""
    at = _defense(s)
    if at < 0:
        return -1
    return s.stack[at + register.CONTROLLER]


def damage_left(s: State) -> i64:
    """How much of the attack is left for that defender."""
    at = _defense(s)
    if at < 0:
        return 0
    return s.stack[at + register.DAMAGE_LEFT]


def attacker_of_defense(s: State) -> i64:
    """Whose damage it is; -1 if nobody is naming defenders."""
    at = _defense(s)
    if at < 0:
        return -1
    return s.stack[at + register.OPPONENT]


def defended_area(s: State) -> i64:
    """The place where that defense is, READY or QUEST; -1 if nobody is naming defenders."""
    at = _defense(s)
    if at < 0:
        return -1
    return s.stack[at + register.AREA]


def _defense(s: State) -> i64:
    """Where the topmost defense of the battle that is on begins; -1 if there is none."""
    at = find_frame(s, frame.DEFEND)
    if at < battle(s):
        return -1
    return at
