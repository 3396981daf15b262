"""Where each card of a table stands in the encoding, whatever sets and modules are played.

A table numbers its cards as they are laid: slot 3 is a creature in one game and Corrupted Quiddity
in another. The encoding gives every part that a card can play a lane of its own, so that an action
and a number of an observation mean the same in every game.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from quarriors.engine.errors import QuarriorsError
from quarriors.engine.game_setup import GameSetup
from quarriors.engine.vectors import append, vec

SEATS: Final = 4
LANES: Final = 18
FIRST_CREATURE: Final = 5
CREATURES: Final = 7
FIRST_SPELL: Final = 12
SPELLS: Final = 3
FIRST_QUEST: Final = 15
QUESTS: Final = 3
# Large Quiddity is played instead of Basic Quiddity, never beside it (13.1).
BASICS: Final[dict[str, int]] = {
    "Basic Quiddity": 0,
    "Large Quiddity": 0,
    "Assistant": 1,
    "Portal": 2,
    "Corrupted Quiddity": 3,
    "Squire": 4,
}
LANE_NAMES: Final = [
    "quiddity", "assistant", "portal", "corrupted", "squire",
    "creature-1", "creature-2", "creature-3", "creature-4", "creature-5", "creature-6",
    "creature-7", "spell-1", "spell-2", "spell-3", "quest-1", "quest-2", "quest-3",
]  # fmt: skip


class EncodingError(QuarriorsError):
    """A table, an option or an action that the encoding has no number for."""


def _nothing(count: i64) -> vec[i64]:
    """A list that repeats -1 that many times."""
    found = vec[i64](capacity=count)
    for _ in range(count):
        found = append(found, -1)
    return found


class Layout:
    """The lanes of one table; made once a game and only read afterwards."""

    def __init__(self, setup: GameSetup) -> None:
        self.setup: GameSetup = setup
        self.players: i64 = setup.players
        self.lane_of_slot: vec[i64] = vec[i64](capacity=len(setup.cards))
        self.slot_of_lane: vec[i64] = _nothing(LANES)
        next_in = {"creature": FIRST_CREATURE, "spell": FIRST_SPELL, "quest": FIRST_QUEST}
        ends = {
            "creature": FIRST_CREATURE + CREATURES,
            "spell": FIRST_SPELL + SPELLS,
            "quest": FIRST_QUEST + QUESTS,
        }
        for slot, card in enumerate(setup.cards):
            lane = BASICS.get(card.class_name, -1)
            if card.kind != "basic":
                lane = next_in[card.kind]
                next_in[card.kind] = lane + 1
                if lane == ends[card.kind]:
                    lane = -1
            if lane < 0 or self.slot_of_lane[lane] >= 0:
                most = {"creatures": CREATURES, "spells": SPELLS, "quests": QUESTS}
                raise EncodingError("encoding.table", card=card.name, **most)
            self.lane_of_slot = append(self.lane_of_slot, lane)
            self.slot_of_lane[lane] = slot
        self.lane_of_die: vec[i64] = vec[i64](capacity=len(setup.slot))
        for slot_of_die in setup.slot:
            self.lane_of_die = append(self.lane_of_die, self.lane_of_slot[slot_of_die])
        self.lane_of_card: vec[i64] = _nothing(len(setup.catalog.cards))
        for slot, card in enumerate(setup.cards):
            self.lane_of_card[card.index] = self.lane_of_slot[slot]

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return (Layout, (self.setup,))
