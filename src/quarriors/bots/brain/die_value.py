"""What a die is worth to the player who draws it, from the faces of its card (1.3).

`DieValues` holds, for each card of a catalogue, what one draw of its die brings on average: Glory,
attack, defense. It is worked out once for a catalogue and only read afterwards.
"""

from __future__ import annotations

from importlib.resources import files
from json import loads
from typing import Final

from mypy_extensions import i64

from quarriors.engine.catalog import FACES, Card, Catalog
from quarriors.engine.faces import Face
from quarriors.engine.game_setup import GameSetup

CORRUPTS: Final = 3  # bursts on the face of Corrupted Quiddity that brings its like (14.1)

USUAL_COST: Final = 5  # of a creature
PRICE: Final = 0.3  # habit: a creature to capture, for each quiddity of its cost
DILUTES: Final = 0.7  # habit: what speaks against any capture

# What faces add to the log-odds of winning; `win_probability` says where the numbers come from.
PULL_QUIDDITY: Final = -0.097
PULL_DRAW: Final = 0.705
PULL_SPELL: Final = 0.039
PULL_SPELL_COST: Final = 0.146
PULL_LOCK: Final = -0.046
PULL_USE: Final = 0.421
PULL_REROLL: Final = -0.236
PULL_CORRUPTS: Final = -0.024
PULL_GLORY: Final = -0.211
PULL_ATTACK: Final = 0.127
PULL_DEFENSE: Final = 0.159
PULL_LEVEL: Final = -0.4
PULL_COST: Final = 0.29
PULL_TEXT: Final = 1.0

LEARNED: Final = "learned.json"  # beside the bots


class Weights:
    """The weights of the evaluation, all in Glory; tuned by letting bots play."""

    def __init__(self) -> None:
        self.quiddity: float = 0.25  # one quiddity on a face
        self.draw: float = 0.45  # drawing and rolling one more die
        self.spell: float = 0.11  # a spell face, for each quiddity of its cost
        self.survives: float = 0.55  # how often a creature of defense 4 lives to score
        self.sturdy: float = 0.04  # more for each point of defense
        self.bite: float = 0.04  # one point of attack
        self.level: float = 0.2  # one level to be paid for
        self.cull: float = 0.25  # the cull that a scorer earns
        self.lock: float = 0.2
        self.price: float = 0.03  # a creature's die, for each quiddity its card costs above 5
        self.turns: float = 9.0  # turns a player has in a game, about
        self.harsh: float = 0.75  # how much of an expected attack arrives
        self.kills: float = 0.85  # how much of what it covers it destroys
        self.quest: float = 0.8  # how much of a quest's reward a party that is strong enough gets
        self.readied: float = 0.12  # a readied spell, for each quiddity of its cost
        self.purse: float = 0.9  # what could be bought, against what is bought
        self.finish: float = 6.0  # creatures that win the game if they all live to score
        self.others: float = 1.0  # how much the strongest opponents' value counts
        self.explore: float = 0.25  # in a search: how much what is not known is looked into
        self.fresh: float = 1.0  # in a search: the same for what was never looked into
        self.trust: float = 0.02  # how much habit says about what was never looked into
        self.stray: i64 = 40  # in a rollout: one choice in this many is left to chance
        self.passing: float = 0.5  # what to pass weighs for habit
        self.venture: float = -1.0  # for habit: what a quest brings beside its Glory


class DieValues:
    """What one draw of each card's die brings on average, by the card's index in the catalogue."""

    def __init__(self, catalog: Catalog, weights: Weights, learned: dict[str, float]) -> None:
        self.weights: Weights = weights
        # What the text of a card adds to what its faces say, in Glory a draw.
        text = [learned.get(key_of(card), 0.0) for card in catalog.cards]
        self.draw: list[float] = [
            _draw_value(card, weights) + text[card.index] for card in catalog.cards
        ]
        self.attack: list[float] = [_mean_attack(card) for card in catalog.cards]
        self.defense: list[float] = [_mean_defense(card) for card in catalog.cards]
        self.glory: list[float] = [_mean_glory(card) for card in catalog.cards]
        self.pull: list[float] = [
            _pull(card) + PULL_TEXT * text[card.index] for card in catalog.cards
        ]
        plain = max(  # the best of the dice that everybody begins with (2.3)
            [self.draw[card.index] for card in catalog.cards if _is_plain(card)]
        )
        # What habit thinks of options: to capture a die, to cull it, to summon a creature.
        self.capture: list[float] = [
            self.draw[card.index]
            + (PRICE * card.cost if card.kind == "creature" else 0.0)
            - DILUTES
            for card in catalog.cards
        ]
        self.cull: list[float] = [0.6 + plain - self.draw[card.index] for card in catalog.cards]
        self.summon: list[float] = [4.0 + card.glory for card in catalog.cards]
        # What a face is worth once it is rolled; card index * FACES + face.
        self.side: list[float] = []
        for card in catalog.cards:
            faces = [_face_value(card, face, weights) for face in card.design.faces]
            self.side.extend(faces + [0.0] * (FACES - len(faces)))


_KNOWN: Final[dict[str, DieValues]] = {}  # by the hash of the catalogue


def die_values(catalog: Catalog) -> DieValues:
    """The values of a catalogue's dice, worked out on first use and kept."""
    found = _KNOWN.get(catalog.hash)
    if found is None:
        found = DieValues(catalog, Weights(), read_learned())
        _KNOWN[catalog.hash] = found
    return found


def key_of(card: Card) -> str:
    """How the file of what was learned names a card; cards of packs have other sets."""
    return f"{card.set_name}/{card.name}"


def read_learned() -> dict[str, float]:
    """What was learned about cards from play, as `quarriors train` wrote it (`LEARNED`)."""
    found: dict[str, float] = {}
    for name, worth in loads(files("quarriors.bots").joinpath(LEARNED).read_bytes())[
        "worth"
    ].items():
        found[name] = float(worth)
    return found


def card_of(setup: GameSetup, die: i64) -> i64:
    """The index in the catalogue of the card that a die belongs to."""
    return setup.base[die] // FACES


def _is_plain(card: Card) -> bool:
    return card.kind == "basic" and card.cost <= 1


def _draw_value(card: Card, w: Weights) -> float:
    """What one draw and roll brings on average, in Glory."""
    total = 0.0
    for face in card.design.faces:
        total += _face_value(card, face, w)
    if card.kind == "creature":  # what the text of a card is worth shows in its cost
        total += 6.0 * w.price * (card.cost - USUAL_COST)
    return total / 6.0


def _face_value(card: Card, face: Face, w: Weights) -> float:
    found = 0.0
    if face.quiddity > 0:
        found = w.quiddity * face.quiddity
    if face.draw > 0:
        found += w.draw * face.draw
    if face.spell:
        found = max(found, w.spell * (card.cost + 1))
    if face.lock:
        found = max(found, w.lock)
    if face.immediate or face.bonus:
        found = max(found, 2 * w.quiddity)
    if face.creature:
        sturdy = w.survives + w.sturdy * (face.defense - 4)
        scores = (card.glory + w.cull) * min(max(sturdy, 0.15), 0.95) + w.bite * face.attack
        found = max(found, scores - w.level * face.level)
    if face.bursts == CORRUPTS:
        found = -0.3  # Corrupted Quiddity brings its like (14.1)
    if face.reroll and found == 0.0:
        found = 0.3
    return found


def _mean_attack(card: Card) -> float:
    """Attack that one draw brings to bear on average, if most creatures are summoned."""
    return sum(face.attack for face in card.design.faces if face.creature) / 6 * 0.8


def _mean_defense(card: Card) -> float:
    return sum(face.defense for face in card.design.faces if face.creature) / 6


def _mean_glory(card: Card) -> float:
    return card.glory * sum(1 for face in card.design.faces if face.creature) / 6


def _pull(card: Card) -> float:
    """What one draw of the die adds to the log-odds of winning, at the start of a game."""
    total = 0.0
    for face in card.design.faces:
        total += PULL_QUIDDITY * max(face.quiddity, 0) + PULL_DRAW * face.draw
        if face.spell:
            total += PULL_SPELL + PULL_SPELL_COST * card.cost
        if face.lock:
            total += PULL_LOCK
        if face.immediate or face.bonus:
            total += PULL_USE
        if face.reroll:
            total += PULL_REROLL
        if face.bursts == CORRUPTS:
            total += PULL_CORRUPTS
        if face.creature:
            total += PULL_GLORY * card.glory + PULL_ATTACK * face.attack
            total += PULL_DEFENSE * face.defense + PULL_LEVEL * face.level
            total += PULL_COST * card.cost
    return total / 6
