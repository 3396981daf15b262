"""Which number each option has: one fixed table for all editions, sets and numbers of players.

A number means a verb and some coordinates: whose die, of which lane, showing what. An option that
would get the number of another one of the same decision (two dice of a kind that differ in what
they carry) is numbered in `AGAIN`, by its lane and how many were there before it; so is whatever
fits no shape. Numbers never change within a version of the encoding.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from quarriors.engine.ids import place, verb
from quarriors.engine.option import die_of, face_in, number_in, seat_in, verb_of
from quarriors.engine.vectors import append, vec
from quarriors.envs.core.layout import FIRST_QUEST, LANES, QUESTS, SEATS, Layout

# --- Shapes: which coordinates a verb has --------------------------------------------------------
NONE: Final = 0  # never offered alone
ALONE: Final = 1
ASKED: Final = 2  # the lane of the card that asks, or none
WHICH: Final = 3  # 0 or 1
LANE: Final = 4
FACE: Final = 5  # lane, any face: a die in one's own Active Pool
UP: Final = 6  # lane, face of a die that lies on the table as something (FIRST_UP and up)
SEAT_UP: Final = 7  # seat, lane, such a face
SEAT_ANY: Final = 8  # seat, lane, in a pile or any face
SEAT_LANE: Final = 9
FREE: Final = 10  # seat or nobody, lane, in a pile or a face of `UP`
PLACE: Final = 11
SEAT: Final = 12
AREA: Final = 13  # seat, Ready Area or quest
QUEST_OF: Final = 14  # nobody or whom to challenge, quest

FACES: Final = 6
FIRST_UP: Final = 2  # the first two faces of every die are quiddity: they never lie as something
UPS: Final = 4
PILE: Final = 1  # one more "face": in a pile, on a card, in the bag
TIMES: Final = 8  # of AGAIN
LONG: Final = len(place.NAMES)

# The coordinates of each shape with their sizes, in the order in which they are counted up.
COORDINATES: Final[list[list[tuple[str, int]]]] = [
    [],
    [],
    [("asking", LANES + 1)],
    [("which", 2)],
    [("lane", LANES)],
    [("lane", LANES), ("face", FACES)],
    [("lane", LANES), ("up", UPS)],
    [("seat", SEATS), ("lane", LANES), ("up", UPS)],
    [("seat", SEATS), ("lane", LANES), ("pile_or_face", PILE + FACES)],
    [("seat", SEATS), ("lane", LANES)],
    [("nobody_or_seat", SEATS + 1), ("lane", LANES), ("pile_or_up", PILE + UPS)],
    [("place", LONG)],
    [("seat", SEATS)],
    [("seat", SEATS), ("area", 2)],
    [("nobody_or_seat", SEATS + 1), ("quest", QUESTS)],
]

SHAPES: Final[dict[str, int]] = {
    "pass": ALONE, "no": ALONE, "light": ALONE, "dark": ALONE, "give-back": ALONE,
    "hand-out": ALONE, "yes": ASKED, "first": WHICH, "capture": LANE, "anchor": LANE,
    "cull": LANE, "draw": FACE, "re-roll": FACE, "use": FACE, "spend-as-quiddity": FACE,
    "spend": FACE, "ready": UP, "summon": UP, "cast": UP, "defend": UP, "react": UP, "switch": UP,
    "order": UP, "score": UP, "keep": UP, "retire": UP, "venture": UP, "equip": UP,
    "lock": SEAT_UP, "unlock": SEAT_UP, "destroy": SEAT_UP, "attach": SEAT_UP, "weaken": SEAT_UP,
    "copy": SEAT_UP, "unlock-die": SEAT_UP, "rotate": SEAT_UP, "force": SEAT_UP,
    "strengthen": SEAT_UP, "protect": SEAT_UP, "seize": SEAT_UP, "re-roll-die": SEAT_ANY,
    "cull-die": SEAT_ANY, "fetch": SEAT_ANY, "give": FREE, "discard": SEAT_ANY,
    "swap": SEAT_LANE, "remove": SEAT_LANE, "take": FREE, "send": PLACE, "player": SEAT,
    "area": AREA, "quest": QUEST_OF, "draw-dice": NONE, "pay": NONE, "roll-again": NONE,
    "use-it": NONE, "draw-and-re-roll": FACE,
}  # fmt: skip


def _size(shape: int) -> int:
    """How many numbers a verb of that shape takes."""
    if shape == NONE:
        return 0
    size = 1
    for _, count in COORDINATES[shape]:
        size *= count
    return size


def _shapes() -> vec[i64]:
    """The shape of each verb."""
    found = vec[i64](capacity=len(verb.NAMES))
    for name in verb.NAMES:
        found = append(found, SHAPES[name])
    return found


def _bases() -> vec[i64]:
    """The first number of each verb, then the first of AGAIN."""
    found = vec[i64](capacity=len(verb.NAMES) + 1)
    at: i64 = 0
    for name in verb.NAMES:
        found = append(found, at)
        at += _size(SHAPES[name])
    return append(found, at)


SHAPE_OF: Final[vec[i64]] = _shapes()
BASES: Final[vec[i64]] = _bases()
AGAIN: Final[int] = int(BASES[len(verb.NAMES)])
ACTIONS: Final[int] = AGAIN + (LANES + 1) * TIMES
IDLE: Final = 0  # "pass": all that a mask shows to whom nothing is asked


def action_of(layout: Layout, code: i64, actor: i64) -> i64:
    """The number of an option for the player who decides; -1 if it fits no shape."""
    action = verb_of(code)
    shape: i64 = SHAPE_OF[action]
    offset: i64 = 0
    if shape >= SEAT_UP and shape != PLACE:
        offset = _offset_with_seat(layout, code, shape, actor)
    elif shape != ALONE:
        offset = _offset(layout, code, shape)
    if offset < 0:
        return -1
    return BASES[action] + offset


def _offset(layout: Layout, code: i64, shape: i64) -> i64:
    """Where in the numbers of its verb an option lies whose coordinates name no seat."""
    if shape == WHICH:
        number = number_in(code)
        if number < 2:
            return number
        return -1
    if shape == PLACE:
        return number_in(code)
    lane = lane_of(layout, code)
    if shape == LANE:
        return lane
    if shape == ASKED:
        return lane + 1
    face = _face(layout, code)
    if shape == FACE and face >= 0:
        return lane * FACES + face
    if shape == UP and face >= FIRST_UP:
        return lane * UPS + face - FIRST_UP
    return -1


def _offset_with_seat(layout: Layout, code: i64, shape: i64, actor: i64) -> i64:
    """The same for coordinates with a seat, counted from the player who decides."""
    lane = lane_of(layout, code)
    seat = seat_in(code)
    if seat >= 0:
        seat -= actor
        if seat < 0:
            seat += layout.players
    if shape == FREE:
        return _free_offset(seat, lane, _face(layout, code))
    if shape == QUEST_OF:
        if lane < FIRST_QUEST:
            return -1
        return (seat + 1) * QUESTS + lane - FIRST_QUEST
    if seat < 0:
        return -1
    if shape == SEAT:
        return seat
    if shape == AREA:
        return _area_offset(seat, number_in(code))
    if shape == SEAT_LANE:
        return seat * LANES + lane
    face = _face(layout, code)
    if shape == SEAT_ANY:
        return (seat * LANES + lane) * (PILE + FACES) + face + PILE
    if face < FIRST_UP:  # SEAT_UP
        return -1
    return (seat * LANES + lane) * UPS + face - FIRST_UP


def _free_offset(seat: i64, lane: i64, face: i64) -> i64:
    """A die of somebody's or nobody's, in a pile or lying as something."""
    shown: i64 = 0
    if face >= FIRST_UP:
        shown = face - FIRST_UP + PILE
    elif face >= 0:
        return -1
    return ((seat + 1) * LANES + lane) * (PILE + UPS) + shown


def _area_offset(seat: i64, where: i64) -> i64:
    """A seat's Ready Area or its quest."""
    if where == place.READY:
        return seat * 2
    if where == place.QUEST:
        return seat * 2 + 1
    return -1


def lane_of(layout: Layout, code: i64) -> i64:
    """The lane of the die that an option names; -1 if it names none."""
    die = die_of(code)
    if die < 0:
        return -1
    return layout.lane_of_die[die]


def _face(layout: Layout, code: i64) -> i64:
    """The face of the die that an option names, the first of sides that read the same; else -1."""
    die = die_of(code)
    face = face_in(code)
    if die < 0 or face < 0:
        return face
    return layout.setup.first_alike[layout.setup.base[die] + face]
