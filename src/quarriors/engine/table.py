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
from quarriors.engine.reach import (
    DRAWS,
    FOE,
    ROLLS,
    SCORER,
    TELLS_SPENT,
    TELLS_USED,
    of_trigger,
)
from quarriors.engine.rules import Rules
from quarriors.engine.words import (
    ANCHOR,
    CHALLENGE_PRICE,
    DO_CAPTURE,
    DOES_PAY,
    DOES_SCORE,
    DOOM,
    EVENTS,
    IMMEDIATE,
    MODIFIERS,
    MORE_CAPTURES,
    SCORED_GLORY,
)

START_QUIDDITY: Final = 8  # 2.3
START_ASSISTANTS: Final = 4  # 2.3
WILD_ASSISTANTS: Final = 2  # 2.1
QUIDDITY_CLASS: Final = "Basic Quiddity"
ASSISTANT_CLASS: Final = "Assistant"
LARGE_CLASS: Final = "Large Quiddity"
CORRUPTED_CLASS: Final = "Corrupted Quiddity"
LARGE_DICE: Final = 2  # a player (13.1)


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
        self.six_phases: bool = rules.six_phases  # as the book counts them
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
        self.energy: list[int] = []  # of each slot's card (13.5)
        self.discount: list[int] = []  # the price with that energy, -1: none
        self.no_capture: list[bool] = []  # dice on it cannot be captured (7.2), or no quarry
        self.more_captures: list[int] = []  # what capturing it allows on top
        self.is_assistant: list[bool] = []  # they hate questing (12.2)
        self.quests: list[int] = []  # slots of quest cards
        self.anchors: list[int] = []  # slots with an anchored spell (13.6)
        self.anchor: list[Trigger | None] = []  # of each slot
        self.large_slot: int = -1
        self.tainted_slot: int = -1  # of Corrupted Quiddity
        self.typed: bool = False  # light or dark quiddity can turn up
        self.locks: bool = False  # a die with a lock face is at the table
        self.once: bool = False  # some ability is used once a turn
        self.tracks_scorers: bool = False  # a card asks which creatures scored
        self.scores_now: bool = False  # a creature may score in the middle of a turn
        self.pays_by_effect: bool = False  # a card asks for quiddity, or a challenge costs it
        self.partners: bool = False  # an immediate effect re-rolls other dice of the Active Pool
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
        self.kind_of_quiddity: list[int] = sheet.kind_of_quiddity
        self.draw: list[int] = sheet.draw
        self.reroll: list[bool] = sheet.reroll
        self.spell: list[bool] = sheet.spell
        self.creature: list[bool] = sheet.creature
        self.lock: list[bool] = sheet.lock
        self.quartifact: list[bool] = sheet.quartifact
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
        self.culls: bool = not rules.light_vs_dark_rules  # scoring earns culls (13.4)
        self.small_draw: bool = rules.light_vs_dark_rules  # 13.3
        self.early_spells: bool = rules.early_spells
        self.captures: int = rules.captures
        self.goal: int = rules.goal
        self.reach: list[int] = sheet.reach
        self.reach_own: int = 0  # bits that matter in what the player who spends has in play
        self.reach_foe: int = 0  # and in what others have
        self.reach_anchor: int = 0  # and in the anchored spells
        self._look_for_reach()

    def _look_for_reach(self) -> None:
        """Which abilities here could tell dice that were spent from others (15.1)."""
        looks = [card.index * FACES + face for card in self.cards for face in range(FACES)]
        anchors = [int(of_trigger(anchor)) for anchor in self.anchor if anchor is not None]
        there = 0
        for bits in [*(self.reach[look] for look in looks), *anchors]:
            there |= bits | bits >> FOE | bits >> SCORER
        asked = TELLS_SPENT if self.spent_pile else TELLS_USED | DRAWS
        if self.interleaved and (self.partners or there & asked):
            asked |= ROLLS  # what comes up may re-roll a die that was not spent, or tell it
        for bits in anchors:
            self.reach_anchor |= bits & asked
        own = asked | asked << SCORER if self.scores_now else asked
        if any(self.reach[look] & (own | asked << FOE) for look in looks):
            self.reach_own = own
            self.reach_foe = asked << FOE

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
            wild = 0 if self.rules.light_vs_dark_rules else WILD_ASSISTANTS  # 13.1
            count = START_ASSISTANTS * self.players + wild
        elif card.class_name == LARGE_CLASS:
            count = LARGE_DICE * self.players
            self.large_slot = slot
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
        self.energy.append(card.energy)
        self.discount.append(card.discount)
        quarry = card.kind != "quest" and card.class_name not in (LARGE_CLASS, CORRUPTED_CLASS)
        self.no_capture.append(not quarry)
        self.more_captures.append(0)
        self.is_assistant.append(card.class_name == ASSISTANT_CLASS)
        self.anchor.append(None)
        if card.kind == "quest":
            self.quests.append(slot)
        if card.class_name == CORRUPTED_CLASS:
            self.tainted_slot = slot
        for face in card.design.faces:
            self.typed = self.typed or face.energy > 0
            self.locks = self.locks or face.lock
        for ability in card.abilities:
            for trigger in ability.triggers:
                self._note_trigger(slot, trigger)
            for modifier in ability.modifiers:
                self.has_modifier[modifier.kind] = True
                if modifier.kind == CHALLENGE_PRICE:
                    self.pays_by_effect = True
                if modifier.kind == MORE_CAPTURES:
                    self.more_captures[slot] = int(modifier.amount.constant)
                if modifier.kind == DOOM and slot not in self.doomed:
                    self.doomed.append(slot)

    def _note_trigger(self, slot: int, trigger: Trigger) -> None:
        self.has_trigger[trigger.event] = True
        self.windows |= int(trigger.windows)
        self.once = self.once or trigger.once
        self.scores_now = self.scores_now or trigger.program.does & DOES_SCORE != 0
        self.pays_by_effect = self.pays_by_effect or trigger.program.does & DOES_PAY != 0
        if trigger.event == IMMEDIATE and of_trigger(trigger) & TELLS_SPENT:
            self.partners = True
        if trigger.event == ANCHOR:
            self.anchors.append(slot)
            self.anchor[slot] = trigger
        for number in trigger.program.numbers:
            if number.kind == SCORED_GLORY:
                self.tracks_scorers = True
