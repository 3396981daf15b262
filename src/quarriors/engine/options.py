"""The options of the decision that a state stands at: laid out in a buffer of the state.

begin_options(s)
for die in zone(s, seat, place.USED):
    offer(s, verb.CULL, die, 0)          # dice just alike are offered once
add_option(s, verb.PASS)
if s.offered > 1:
    return True                          # somebody has to choose
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from quarriors.engine.appearance import look
from quarriors.engine.ids import effect, flag, place
from quarriors.engine.option import option, verb_of
from quarriors.engine.state import State, zone
from quarriors.engine.vectors import vec

_ROOM: Final = 8  # by how much the buffers of options grow
UNLIKE_ANY: Final = -1_000_000  # the key of an option that is never compared with another one


def begin_options(s: State) -> None:
    """Nothing is offered yet."""
    s.offered = 0


def add_option(s: State, code: i64, key: i64 = UNLIKE_ANY) -> None:
    """Offer that, whatever else is offered, with a key by which `is_offered` finds it."""
    at = s.offered
    if at >= len(s.option_keys):
        _make_room(s)
    s.options[at] = code
    s.option_keys[at] = key
    s.offered = at + 1


def _make_room(s: State) -> None:
    """Lengthen both buffers of options; a clone has no keys, and as many codes as are offered."""
    room = s.offered + _ROOM
    codes = vec[i64]([0] * room)
    keys = codes[:]
    for at in range(s.offered):
        codes[at] = s.options[at]
    for at in range(len(s.option_keys)):
        keys[at] = s.option_keys[at]
    s.options = codes
    s.option_keys = keys


def is_offered(s: State, action: i64, key: i64) -> bool:
    """Whether an option of that verb and key is there already."""
    for at in range(s.offered):
        if s.option_keys[at] == key and verb_of(s.options[at]) == action:
            return True
    return False


def offer(s: State, action: i64, die: i64, number: i64) -> None:
    """Add an option for a die unless one of that verb for a die just like it is there already."""
    key = sameness(s, die)
    if is_offered(s, action, key):
        return
    face: i64 = -1
    if shows_face(s.place[die]):
        face = s.face[die]
    add_option(s, option(action, die, face, s.owner[die], number), key)


def shows_face(where: i64) -> bool:
    """Whether faces matter in a place: in bag, piles and Wilds they do not."""
    return (
        where == place.READY
        or where == place.ACTIVE
        or where == place.ATTACHED
        or where == place.QUEST
    )


def sameness(s: State, die: i64) -> i64:
    """A number that is equal for dice alike in every property that can matter.

    Dice alike are offered once. Where the face does not matter (bag, piles, Wilds) only class,
    place and owner count; a creature that carries a spell or an effect is like no other.
    """
    where = s.place[die]
    key = (s.setup.slot[die] * 16 + where) * 8 + s.owner[die] + 1
    if where == place.ATTACHED:
        return -1 - die
    if where != place.READY and where != place.ACTIVE and where != place.QUEST:
        return key
    if where != place.ACTIVE and is_singled_out(s, die):
        return -1 - die
    return ((key * flag.LIMIT + s.flags[die]) * 4096) + look(s, die)


def is_singled_out(s: State, die: i64) -> bool:
    """Whether a creature carries something, or a lasting effect is about it."""
    if s.attached:
        for seat in range(s.setup.players):
            for spell in zone(s, seat, place.ATTACHED):
                if s.carrier[spell] == die:
                    return True
    for at in range(0, len(s.lasting_effects), effect.WIDTH):
        if s.lasting_effects[at + effect.SUBJECT] == die:
            return True
    return False
