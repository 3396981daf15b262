"""The choices of a turn about locks: locking a die, and unlocking one for quiddity (section 11)."""

from __future__ import annotations

from mypy_extensions import i64

from quarriors.engine.appearance import standing
from quarriors.engine.dice import available
from quarriors.engine.ids import flag, place, trait, turn_flag, verb
from quarriors.engine.locks import UNLOCK_PRICE, buyable
from quarriors.engine.option import option
from quarriors.engine.options import add_option
from quarriors.engine.state import State, zone


def add_locks(s: State, die: i64) -> None:
    """Into one's own Locked Area once a turn, into another's if the die may (11.1, 11.5)."""
    if not s.turn_flags & turn_flag.LOCKED:
        add_option(s, option(verb.LOCK, die, s.face[die], s.active, 0))
    if len(standing(s, die, trait.PLACE_ANYWHERE)) > 0:
        for seat in range(s.setup.players):
            if seat != s.active:
                add_option(s, option(verb.LOCK, die, s.face[die], seat, 0))


def must_lock(s: State) -> bool:
    """Nobody leaves phase 2 with a lock in the Active Pool and none locked this turn (11.1)."""
    if not s.setup.locks or s.turn_flags & turn_flag.LOCKED:
        return False
    for die in zone(s, s.active, place.ACTIVE):
        is_lock = s.setup.lock[s.setup.base[die] + s.face[die]]
        if is_lock and not s.flags[die] & (flag.LATE | flag.UNROLLED):
            return True
    return False


def add_unlocks(s: State) -> None:
    """Anybody's locked die for 2 quiddity (11.4)."""
    if available(s) >= UNLOCK_PRICE:
        for die in buyable(s):
            add_option(s, option(verb.UNLOCK, die, s.face[die], s.owner[die], UNLOCK_PRICE))
