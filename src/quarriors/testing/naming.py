"""From the names of cards, faces, places and seats to the engine's numbers, and back.

Whatever does not exist raises an error that names what does.
"""

from __future__ import annotations

from collections.abc import Sequence

from quarriors.engine import queries
from quarriors.engine.catalog import Card
from quarriors.engine.errors import CardError, PositionError
from quarriors.engine.game_setup import GameSetup
from quarriors.engine.ids import place
from quarriors.engine.queries import State

ANY_FACE = "?"  # in a script: leave this roll to chance
AREAS = (place.READY, place.QUEST)  # where creatures are


def split(die: str) -> tuple[str, str]:
    """Card and face of "Card@face"; the face is empty if none is named."""
    name, _, face = die.partition("@")
    return name, face


def face_index(card: Card, face: str) -> int:
    """The first face of the card's die that reads so, or the face of that number."""
    notations = [side.notation for side in card.design.faces]
    if face in notations:
        return notations.index(face)
    if face.isdigit() and int(face) < len(notations):
        return notations.index(notations[int(face)])
    raise PositionError("position.face", card=card.name, face=face, known=notations)


def slot_of(table: GameSetup, name: str) -> int:
    """Where a card lies at this table."""
    for slot, card in enumerate(table.cards):
        if card.name == name:
            return slot
    raise CardError("not_laid", card=name)


def script_face(table: GameSetup, face: str) -> int:
    """A scripted roll as the engine keeps it; -1 leaves it to chance."""
    if face == ANY_FACE:
        return -1
    name, side = split(face)
    card = table.cards[slot_of(table, name)]
    if not side:
        example = f"{name}@{card.design.faces[0].notation}"
        raise PositionError("testing.roll", example=example, any=ANY_FACE)
    return face_index(card, side)


def check_seat(players: int, seat: int) -> None:
    """Refuse a seat that nobody sits on."""
    if not 0 <= seat < players:
        raise PositionError("position.seat", seat=seat, last=players - 1)


def one_of(what: str, name: str, known: Sequence[str]) -> int:
    """The number of a name among those known."""
    if name not in known:
        raise PositionError(f"testing.{what}", name=name, known=[*known])
    return known.index(name)


def card_of(s: State, die: int) -> Card:
    """The card a die belongs to."""
    return s.setup.cards[s.setup.slot[die]]


def die_text(s: State, die: int) -> str:
    """A die as "Card@face"."""
    card = card_of(s, die)
    return f"{card.name}@{card.design.faces[queries.face_of(s, die)].notation}"


def zone(s: State, seat: int, where: int) -> list[int]:
    """A seat's dice in a place."""
    check_seat(s.setup.players, seat)
    return queries.dice_list(s, seat, where)


def find_die(s: State, seat: int, places: Sequence[int], named: str) -> int:
    """The first of a seat's dice in one of these places that is "Card" or "Card@face"."""
    name, face = split(named)
    here = [die for spot in places for die in zone(s, seat, spot)]
    found = [die for die in here if card_of(s, die).name == name]
    if found and face:
        wanted = face_index(card_of(s, found[0]), face)
        found = [die for die in found if queries.face_of(s, die) == wanted]
    if found:
        return found[0]
    where = [place.NAMES[spot] for spot in places]
    there = sorted(die_text(s, die) for die in here) or "-"
    raise PositionError("testing.absent", seat=seat, die=named, places=where, there=there)
