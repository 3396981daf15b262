"""What a game has in common with all its clones: rules, the cards in the Wilds, which die is which.

Everything here is fixed when the table is laid and only read afterwards. For each look (a slot in
the Wilds and a face) it holds the printed numbers and the abilities switched on, side by side in
flat lists, so that the questions of `numbers` need one index each.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from quarriors.engine.catalog import FACES, Card, Catalog
from quarriors.engine.errors import CardError
from quarriors.engine.option import option
from quarriors.engine.program import Modifier, Trigger
from quarriors.engine.rules import Rules
from quarriors.engine.words import DO_CAPTURE, DO_SPEND, DOOM, EVENTS, IMMEDIATE, MODIFIERS

START_QUIDDITY: Final = 8  # 2.3
START_ASSISTANTS: Final = 4  # 2.3
WILD_ASSISTANTS: Final = 2  # 2.1
QUIDDITY_CLASS: Final = "Basic Quiddity"
ASSISTANT_CLASS: Final = "Assistant"


class Table:
    """The shared, immutable part of a game."""

    def __init__(self, rules: Rules, catalog: Catalog, cards: Sequence[Card]) -> None:
        self.rules: Rules = rules
        self.catalog: Catalog = catalog
        self.cards: list[Card] = list(cards)
        self.players: int = rules.players
        self.class_slot: dict[str, int] = {}
        self.slot: list[int] = []  # of each die
        self.first_die: list[int] = []  # of each slot
        self.last_die: list[int] = []  # one past
        self.cost: list[int] = []
        self.glory: list[int] = []
        self.is_creature_card: list[bool] = []  # counts towards four empty cards (7.3)
        self.is_spell_die: list[bool] = []
        self.is_creature_die: list[bool] = []
        self.level: list[int] = []  # from here on by look
        self.attack: list[int] = []
        self.defense: list[int] = []
        self.bursts: list[int] = []
        self.quiddity: list[int] = []
        self.draw: list[int] = []
        self.reroll: list[bool] = []
        self.spell: list[bool] = []
        self.creature: list[bool] = []
        self.choice: list[bool] = []
        self.immediate: list[bool] = []  # something can be done with it right after the roll
        self.usable: list[bool] = []  # it can be readied or summoned
        self.first_alike: list[int] = []  # the first face that reads the same: rolls are told apart
        # by what they show, not by which of two equal sides came up
        self.spend_code: list[int] = []  # the part of a spend option that the look decides
        self.capture_code: list[int] = []  # of each slot: a capture option without its price
        self.quiddity_bit: list[int] = []  # a bit of its own for each side with quiddity
        self._bits: int = 0
        self.triggers: list[list[Trigger]] = []  # look * EVENTS + event
        self.modifiers: list[list[Modifier]] = []  # look * MODIFIERS + kind
        self.has_trigger: list[bool] = [False] * EVENTS
        self.has_modifier: list[bool] = [False] * MODIFIERS
        self.doomed: list[int] = []  # slots of creatures that their own card may destroy
        self.windows: int = 0  # every window some card here can be used in (15.2)
        for slot, card in enumerate(cards):
            self._lay(slot, card)
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
        self.first_die.append(len(self.slot))
        self.slot.extend([slot] * count)
        self.last_die.append(len(self.slot))
        # All dice on a card are alike: its first die stands for whichever is there.
        self.capture_code.append(option(DO_CAPTURE, self.first_die[slot], -1, -1, 0))
        self.cost.append(card.cost)
        self.glory.append(card.glory)
        self.is_creature_card.append(card.kind == "creature")
        self.is_spell_die.append(card.kind == "spell")
        self.is_creature_die.append(card.design.creature_die)
        faces = card.design.faces
        for index in range(FACES):
            face = faces[index if index < len(faces) else 0]
            self.level.append(face.level)
            self.attack.append(face.attack)
            self.defense.append(face.defense)
            self.bursts.append(face.bursts)
            self.quiddity.append(face.quiddity)
            self.draw.append(face.draw)
            self.reroll.append(face.reroll)
            self.spell.append(face.spell)
            self.creature.append(face.creature)
            self.choice.append(face.choice)
        looks = self.catalog.looks(card, self.rules.both_bursts)
        self.triggers.extend(looks.triggers)
        self.modifiers.extend(looks.modifiers)
        for index in range(FACES):
            face = faces[index if index < len(faces) else 0]
            effects = looks.triggers[index * EVENTS + IMMEDIATE]
            notations = [side.notation for side in faces]
            self.first_alike.append(notations.index(face.notation))
            self.spend_code.append(option(DO_SPEND, 0, index, -1, max(face.quiddity, 0)))
            self.quiddity_bit.append(self._bit(slot * FACES + self.first_alike[-1], face.quiddity))
            self.immediate.append(face.reroll or face.draw > 0 or len(effects) > 0)
            self.usable.append(face.creature or (face.spell and not effects))  # 10.4
        for ability in card.abilities:
            for trigger in ability.triggers:
                self.has_trigger[trigger.event] = True
                self.windows |= int(trigger.windows)
            for modifier in ability.modifiers:
                self.has_modifier[modifier.kind] = True
                if modifier.kind == DOOM and slot not in self.doomed:
                    self.doomed.append(slot)

    def _bit(self, look: int, quiddity: int) -> int:
        """The bit of a side with quiddity; equal sides of a die share one."""
        if quiddity <= 0:
            return 0
        if look < len(self.quiddity_bit):
            return self.quiddity_bit[look]
        self._bits += 1
        if self._bits > 62:
            raise CardError("These cards have too many different sides with quiddity for one game.")
        return 1 << (self._bits - 1)
