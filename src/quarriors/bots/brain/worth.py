"""What a die is worth to whoever draws it, from the faces of its card (1.3).

A `Scale` holds, for each card of a catalogue, what one draw of its die brings on average in Glory,
and how much attack it brings to bear. It is worked out once for a catalogue and only read then.
"""

from __future__ import annotations

from typing import Final

from quarriors.engine.catalog import Card, Catalog
from quarriors.engine.faces import Face

QUIDDITY: Final = 0.25  # what one quiddity is worth in Glory
DRAW: Final = 0.45  # what drawing and rolling one more die is worth
SPELL: Final = 0.11  # what a readied spell is worth for each quiddity of its cost
SURVIVES: Final = 0.55  # how often a creature lives to score, as long as nothing more is known
CULL: Final = 0.25  # what the cull that a scoring creature earns is worth
OWN_SPELL: Final = 0.5  # ... spells that come with an attack of their own have this much bite
LOCK: Final = 0.2


class Scale:
    """The worth of every card of one catalogue, by card index."""

    def __init__(self, catalog: Catalog) -> None:
        self.draw: list[float] = [_draw_value(card) for card in catalog.cards]
        self.attack: list[float] = [_mean_attack(card) for card in catalog.cards]


_SCALES: Final[dict[str, Scale]] = {}


def scale(catalog: Catalog) -> Scale:
    """The scale of a catalogue, made on first use and kept."""
    found = _SCALES.get(catalog.hash)
    if found is None:
        found = Scale(catalog)
        _SCALES[catalog.hash] = found
    return found


def _draw_value(card: Card) -> float:
    """What one draw and roll brings on average, in Glory."""
    values = sorted([_face_value(card, face) for face in card.design.faces], reverse=True)
    mean = sum(values) / len(values)
    if any(face.reroll for face in card.design.faces):
        mean += 0.05
    return mean


def _face_value(card: Card, face: Face) -> float:
    found = 0.0
    if face.quiddity > 0:
        found = QUIDDITY * face.quiddity
    if face.draw > 0:
        found += DRAW * face.draw
    if face.spell:
        found = max(found, SPELL * (card.cost + 1))
    if face.lock:
        found = max(found, LOCK)
    if face.immediate or face.bonus:
        found = max(found, 2 * QUIDDITY)
    if face.creature:
        sturdy = SURVIVES + 0.04 * (face.defense - 4)
        scores = (card.glory + CULL) * min(max(sturdy, 0.15), 0.9) + 0.04 * face.attack
        found = max(found, scores - QUIDDITY * face.level * 0.8)
    if face.bursts == 3:
        found = -0.3  # Corrupted Quiddity brings its like (14.1)
    if face.reroll and found == 0.0:
        found = 0.3
    return found


def _mean_attack(card: Card) -> float:
    """Attack that one draw brings to bear on average, if most creatures are summoned."""
    return sum(face.attack for face in card.design.faces if face.creature) / 6 * 0.8
