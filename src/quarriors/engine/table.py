"""What a game has in common with all its clones: rules, the cards in the Wilds, which die is which.

Everything here is fixed when the table is laid and only read afterwards. What cards are and do on
each face is on a sheet of the catalogue that all tables share; the table holds its lists as its
own, so that the questions of `numbers` need one step.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from quarriors.engine.catalog import FACES, Card, Catalog
from quarriors.engine.errors import CardError
from quarriors.engine.option import option
from quarriors.engine.program import Modifier, Trigger
from quarriors.engine.rules import Rules
from quarriors.engine.words import DO_CAPTURE, DOOM, EVENTS, MODIFIERS

START_QUIDDITY: Final = 8  # 2.3
START_ASSISTANTS: Final = 4  # 2.3
WILD_ASSISTANTS: Final = 2  # 2.1
QUIDDITY_CLASS: Final = "Basic Quiddity"
ASSISTANT_CLASS: Final = "Assistant"


# Lists that many tables have alike, such as which die lies on which slot; nobody changes them.
_ALIKE: Final[dict[tuple[int, ...], list[int]]] = {}


def shared(values: list[int]) -> list[int]:
    """The same list for the same values, so that a thousand games need not keep a thousand."""
    return _ALIKE.setdefault(tuple(values), values)


class Table:
    """The shared, immutable part of a game."""

    def __init__(self, rules: Rules, catalog: Catalog, cards: Sequence[Card]) -> None:
        self.rules: Rules = rules
        self.catalog: Catalog = catalog
        self.cards: list[Card] = list(cards)
        self.players: int = rules.players
        self.class_slot: dict[str, int] = {}
        self.slot: list[int] = []  # of each die
        self.base: list[int] = []  # of each die: its look is this plus its face
        self.first_die: list[int] = []  # of each slot
        self.last_die: list[int] = []  # one past
        self.cost: list[int] = []
        self.capture_code: list[int] = []  # of each slot: a capture option without its price
        self.is_creature_card: list[bool] = []  # counts towards four empty cards (7.3)
        self.is_spell_die: list[bool] = []
        self.is_creature_die: list[bool] = []
        self.has_trigger: list[bool] = [False] * EVENTS
        self.has_modifier: list[bool] = [False] * MODIFIERS
        self.doomed: list[int] = []  # slots of creatures that their own card may destroy
        self.windows: int = 0  # every window some card here can be used in (15.2)
        for slot, card in enumerate(cards):
            self._lay(slot, card)
        self.slot = shared(self.slot)
        self.first_die = shared(self.first_die)
        self.last_die = shared(self.last_die)
        self.capture_code = shared(self.capture_code)
        self.nothing: list[int] = shared([-1] * len(self.slot))  # no carrier, no copy: of each die
        sheet = catalog.sheet(rules.both_bursts)
        self.glory: list[int] = sheet.glory  # by card index; from here on by look
        self.level: list[int] = sheet.level
        self.attack: list[int] = sheet.attack
        self.defense: list[int] = sheet.defense
        self.bursts: list[int] = sheet.bursts
        self.quiddity: list[int] = sheet.quiddity
        self.draw: list[int] = sheet.draw
        self.reroll: list[bool] = sheet.reroll
        self.spell: list[bool] = sheet.spell
        self.creature: list[bool] = sheet.creature
        self.choice: list[bool] = sheet.choice
        self.immediate: list[bool] = sheet.immediate
        self.usable: list[bool] = sheet.usable
        self.first_alike: list[int] = sheet.first_alike
        self.spend_code: list[int] = sheet.spend_code
        self.triggers: list[list[Trigger]] = sheet.triggers
        self.modifiers: list[list[Modifier]] = sheet.modifiers
        # Rules are asked in every phase: plain attributes cost less than properties.
        self.spent_pile: bool = rules.spent_pile
        self.interleaved: bool = rules.interleaved
        self.simultaneous: bool = rules.simultaneous
        self.attach_anywhere: bool = rules.attach_anywhere
        self.expert_culling: bool = rules.expert_culling
        self.captures: int = rules.captures
        self.goal: int = rules.goal

    def _lay(self, slot: int, card: Card) -> None:
        if card.class_name in self.class_slot:
            raise CardError(
                f"The class {card.class_name} is asked for twice; a game has one card of a class "
                "(rule 1.2)."
            )
        self.class_slot[card.class_name] = slot
        if card.class_name == QUIDDITY_CLASS:
            count = START_QUIDDITY * self.players
        elif card.class_name == ASSISTANT_CLASS:
            count = START_ASSISTANTS * self.players + WILD_ASSISTANTS
        else:
            count = card.design.count
        first = len(self.slot)
        self.first_die.append(first)
        self.slot.extend([slot] * count)
        self.base.extend([card.index * FACES] * count)
        self.last_die.append(len(self.slot))
        self.cost.append(card.cost)
        # All dice on a card are alike: its first die stands for whichever is there.
        self.capture_code.append(option(DO_CAPTURE, first, -1, -1, 0))
        self.is_creature_card.append(card.kind == "creature")
        self.is_spell_die.append(card.kind == "spell")
        self.is_creature_die.append(card.design.creature_die)
        for ability in card.abilities:
            for trigger in ability.triggers:
                self.has_trigger[trigger.event] = True
                self.windows |= int(trigger.windows)
            for modifier in ability.modifiers:
                self.has_modifier[modifier.kind] = True
                if modifier.kind == DOOM and slot not in self.doomed:
                    self.doomed.append(slot)
