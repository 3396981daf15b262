"""Taking dice from their cards and laying them into a state."""

from __future__ import annotations

from dataclasses import dataclass

from quarriors.engine import arrange, queries
from quarriors.engine.catalog import FACES, Card
from quarriors.engine.errors import PositionError
from quarriors.engine.faces import Face
from quarriors.engine.ids import place
from quarriors.engine.queries import State
from quarriors.testing.naming import AREAS, face_index, find_die, slot_of, split


@dataclass(frozen=True)
class Placed:
    """One die of a position: whose, where, which, and what it has to do with others."""

    seat: int
    place: int
    name: str
    face: str
    carrier: tuple[int, str] | None = None  # seat and creature it is attached to
    copied: str = ""  # "Card@face" that it is a copy of
    scored: bool = False  # in this turn


def lay(s: State, placed: Placed) -> int:
    """Take a die from its card and lay it down."""
    slot = slot_of(s.setup, placed.name)
    card = s.setup.cards[slot]
    die = int(arrange.wild_die(s, slot))
    if die < 0:
        count = s.setup.last_die[slot] - s.setup.first_die[slot]
        raise PositionError("testing.dice", count=count, card=placed.name)
    arrange.lay_die(s, die, placed.seat, placed.place, _face(card, placed))
    if placed.copied:
        name, face = split(placed.copied)
        copied = s.setup.cards[slot_of(s.setup, name)]
        arrange.lay_copy(s, die, copied.index * FACES + copy_face(copied, face))
    if placed.scored:
        _has_scored(s, placed, die)
    return die


def _face(card: Card, placed: Placed) -> int:
    """The face up: as named, or the first that can lie there; 0 where faces do not matter."""
    faces = card.design.faces
    if placed.place not in _SHOWN:
        return face_index(card, placed.face) if placed.face else 0
    fitting = [index for index, face in enumerate(faces) if _may_lie(face, placed.place)]
    found = (
        face_index(card, placed.face)
        if placed.face
        else min(fitting, key=lambda index: not _is_something(faces[index]), default=-1)
    )
    if found not in fitting:
        shown = [*dict.fromkeys(faces[index].notation for index in fitting)]
        die = f"{placed.name}@{placed.face}" if placed.face else placed.name
        values = {"die": die, "place": place.NAMES[placed.place], "faces": shown}
        raise PositionError("testing.face_there" if shown else "testing.no_face_there", **values)
    return found


# Where a die that is placed shows something.
_SHOWN = (place.READY, place.ATTACHED, place.QUEST, place.ASIDE)


def _is_something(face: Face) -> bool:
    """A creature, a spell or a quartifact (3.3)."""
    return bool(face.creature or face.spell or face.quartifact)


def _may_lie(face: Face, where: int) -> bool:
    """Whether a die with this face up can be in a place (3.3, 10.2, 11.1, 12.2)."""
    if where == place.READY:
        return _is_something(face) or face.lock
    if where == place.ATTACHED:
        return bool(face.spell or face.quartifact)
    return face.creature or where == place.ASIDE


def copy_face(card: Card, face: str) -> int:
    """The creature face that is copied; the first if none is named."""
    creatures = [index for index, side in enumerate(card.design.faces) if side.creature]
    found = face_index(card, face) if face else (creatures[0] if creatures else -1)
    if found not in creatures:
        shown = [*dict.fromkeys(card.design.faces[at].notation for at in creatures)]
        raise PositionError("testing.copied", card=card.name, faces=shown or "-")
    return found


def _has_scored(s: State, placed: Placed, die: int) -> None:
    active = queries.active(s)
    if placed.seat != active or queries.turn(s) == 0:
        raise PositionError("testing.scored", seat=active)
    arrange.lay_scored(s, die)


def attach(s: State, placed: Placed) -> None:
    """A spell or quartifact with the creature that carries it."""
    assert placed.carrier is not None
    seat, creature = placed.carrier
    carrier = find_die(s, seat, AREAS, creature)
    arrange.lay_carried(s, lay(s, placed), carrier)


def lay_large_dice(s: State) -> None:
    """Everybody's Large Quiddity dice lie aside, but those a position has placed (13.1)."""
    slot = s.setup.large_slot
    card = s.setup.cards[slot]
    for seat in range(s.setup.players):
        placed = sum(
            queries.owner_of(s, die) == seat
            for die in range(s.setup.first_die[slot], s.setup.last_die[slot])
        )
        for _ in range(card.design.roles.start - placed):
            lay(s, Placed(seat, place.ASIDE, card.name, "0"))


def leave_on_card(s: State, name: str, count: int, *, exact: bool) -> None:
    """Only that number of dice stays on a card; `exact` refuses a number that is not there."""
    slot = slot_of(s.setup, name)
    left = queries.left_on_card(s, slot)
    if exact and not 0 <= count <= left:
        raise PositionError("testing.left", count=count, card=name, left=left)
    while queries.left_on_card(s, slot) > count:
        arrange.remove_from_card(s, arrange.wild_die(s, slot))
