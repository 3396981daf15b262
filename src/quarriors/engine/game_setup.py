"""What a game has in common with all its clones: rules, the cards in the Wilds, which die is which.

Everything here is fixed before the first turn and only read afterwards. What cards are and do on
each face is on a sheet of the catalogue that all games share; the set-up holds its columns as its
own, so that a question in play needs one step.
"""

from __future__ import annotations

from collections.abc import Sequence

from mypy_extensions import i64

from quarriors.engine.catalog import FACES, Card, Catalog
from quarriors.engine.errors import CardError
from quarriors.engine.ids import event, trait
from quarriors.engine.program import Modifier, Trigger
from quarriors.engine.reach import DRAWS, FOE, ROLLS, SCORER, TELLS_SPENT, TELLS_USED
from quarriors.engine.rules import Rules
from quarriors.engine.vectors import append, vec


class GameSetup:
    """The shared, immutable part of a game."""

    def __init__(self, rules: Rules, catalog: Catalog, cards: Sequence[Card]) -> None:
        self.rules: Rules = rules
        self.catalog: Catalog = catalog
        self.cards: list[Card] = list(cards)
        self.players: i64 = rules.players
        shape = catalog.shape(tuple([dice_of(card, rules) for card in cards]))
        # Of each die.
        self.slot: vec[i64] = shape.slot
        self.base: vec[i64] = vec[i64](capacity=len(shape.slot))  # its look is this plus its face
        self.nothing: vec[i64] = shape.nothing  # -1
        # Of each slot, the place of a card in the Wilds.
        slots = len(cards)
        self.first_die: vec[i64] = shape.first_die
        self.last_die: vec[i64] = shape.last_die  # one past
        self.capture_code: vec[i64] = shape.capture_code  # a capture option without its price
        self.cost: vec[i64] = vec[i64](capacity=slots)
        self.energy: vec[i64] = vec[i64](capacity=slots)  # of the card (13.5)
        self.discount: vec[i64] = vec[i64](capacity=slots)  # the price with that energy, -1: none
        self.more_captures: vec[i64] = vec[i64](capacity=slots)  # what capturing it allows on top
        self.is_creature_card: vec[bool] = vec[bool](capacity=slots)  # counts when empty (7.3)
        self.is_spell_die: vec[bool] = vec[bool](capacity=slots)
        self.is_creature_die: vec[bool] = vec[bool](capacity=slots)
        self.no_capture: vec[bool] = vec[bool](capacity=slots)  # its dice cannot be captured (7.2)
        self.never_quests: vec[bool] = vec[bool](capacity=slots)  # 12.2
        # Slots of some kind.
        self.quests: vec[i64] = vec[i64]()  # quest cards
        self.anchors: vec[i64] = vec[i64]()  # cards with an anchored spell (13.6)
        self.doomed: vec[i64] = vec[i64]()  # creatures that their own card may destroy
        self.large_slot: i64 = -1  # the card whose dice wait aside between turns (13.2); -1: none
        # What any card here can do.
        self.typed: bool = False  # light or dark quiddity can turn up
        self.locks: bool = False  # there are dice with a lock face
        self.once: bool = False  # some ability is used once a turn
        self.tracks_scorers: bool = False  # a card asks which creatures scored
        self.scores_now: bool = False  # a creature may score in the middle of a turn
        self.pays_by_effect: bool = False  # a card asks for quiddity, or a challenge costs it
        self.partners: bool = False  # an immediate effect re-rolls other dice of the Active Pool
        self.windows: i64 = 0  # every window some card here can be used in (15.2)
        events: i64 = 0
        traits: i64 = 0
        for card in cards:
            events |= card.summary.events
            traits |= card.summary.traits
        self.has_trigger: vec[bool] = _bits(events, event.COUNT)
        self.has_modifier: vec[bool] = _bits(traits, trait.COUNT)
        # The sheet of the catalogue: glory by card index, all others by look.
        sheet = catalog.sheet(rules.both_bursts)
        self.glory: vec[i64] = sheet.glory
        self.level: vec[i64] = sheet.level
        self.attack: vec[i64] = sheet.attack
        self.defense: vec[i64] = sheet.defense
        self.bursts: vec[i64] = sheet.bursts
        self.quiddity: vec[i64] = sheet.quiddity
        self.kind_of_quiddity: vec[i64] = sheet.kind_of_quiddity
        self.payment: vec[i64] = sheet.payment
        self.draw: vec[i64] = sheet.draw
        self.reroll: vec[bool] = sheet.reroll
        self.spell: vec[bool] = sheet.spell
        self.creature: vec[bool] = sheet.creature
        self.lock: vec[bool] = sheet.lock
        self.quartifact: vec[bool] = sheet.quartifact
        self.choice: vec[bool] = sheet.choice
        self.immediate: vec[bool] = sheet.immediate
        self.usable: vec[bool] = sheet.usable
        self.first_alike: vec[i64] = sheet.first_alike
        self.spend_code: vec[i64] = sheet.spend_code
        self.reach: vec[i64] = sheet.reach
        self.triggers: list[list[Trigger]] = sheet.triggers
        self.modifiers: list[list[Modifier]] = sheet.modifiers
        # Rules are asked in every phase: plain attributes cost less than properties.
        self.six_phases: bool = rules.six_phases  # as the book counts them
        self.spent_pile: bool = rules.spent_pile
        self.interleaved: bool = rules.interleaved
        self.simultaneous: bool = rules.simultaneous
        self.attach_anywhere: bool = rules.attach_anywhere
        self.expert_culling: bool = rules.expert_culling
        self.culls: bool = not rules.light_vs_dark_rules  # scoring earns culls (13.4)
        self.small_draw: bool = rules.light_vs_dark_rules  # 13.3
        self.early_spells: bool = rules.early_spells
        self.captures: i64 = rules.captures
        self.goal: i64 = rules.goal
        self.round_limit: i64 = rules.round_limit
        self.reach_own: i64 = 0  # bits that matter in what the player who spends has in play
        self.reach_foe: i64 = 0  # and in what others have
        self.reach_anchor: i64 = 0  # and in the anchored spells
        # Methods come last: what is set before them is never missing, and mypyc need not check it.
        classes: set[str] = set()
        for slot, card in enumerate(cards):
            if card.class_name in classes:
                raise CardError("class_again", name=card.class_name)
            classes.add(card.class_name)
            self._lay(slot, card)
        self._look_for_reach()

    @property
    def class_slot(self) -> dict[str, int]:
        """The slot of each class."""
        return {card.class_name: slot for slot, card in enumerate(self.cards)}

    def _look_for_reach(self) -> None:
        """Which abilities here could tell dice that were spent from others (15.1)."""
        reach_of_card = self.catalog.sheet(self.rules.both_bursts).reach_of_card
        here: i64 = 0  # of any face of any card here
        anchored: i64 = 0
        for card in self.cards:
            here |= reach_of_card[card.index]
            anchored |= card.summary.anchor_reach
        there = here | anchored
        there |= there >> FOE | there >> SCORER
        asked: i64 = TELLS_USED | DRAWS
        if self.spent_pile:
            asked = TELLS_SPENT
        if self.interleaved and (self.partners or there & asked):
            asked |= ROLLS  # what comes up may re-roll a die that was not spent, or tell it
        self.reach_anchor = anchored & asked
        own = asked
        if self.scores_now:
            own |= asked << SCORER
        if here & (own | asked << FOE):
            self.reach_own = own
            self.reach_foe = asked << FOE

    def _lay(self, slot: int, card: Card) -> None:
        """One card with its dice, and what it can do."""
        design = card.design
        roles = design.roles
        base: i64 = card.index * FACES
        while len(self.base) < self.last_die[slot]:
            self.base = append(self.base, base)
        self.cost = append(self.cost, card.cost)
        self.energy = append(self.energy, card.energy)
        self.discount = append(self.discount, card.discount)
        summary = card.summary
        self.more_captures = append(self.more_captures, summary.more_captures)
        self.is_creature_card = append(self.is_creature_card, card.kind == "creature")
        self.is_spell_die = append(self.is_spell_die, card.kind == "spell")
        self.is_creature_die = append(self.is_creature_die, design.creature_die)
        self.no_capture = append(self.no_capture, not roles.quarry or card.kind == "quest")
        self.never_quests = append(self.never_quests, not roles.quests)
        if card.kind == "quest":
            self.quests = append(self.quests, slot)
        if summary.anchor is not None:
            self.anchors = append(self.anchors, slot)
        if summary.dooms:
            self.doomed = append(self.doomed, slot)
        if roles.set_aside:
            self.large_slot = slot
        self.typed = self.typed or summary.typed
        self.locks = self.locks or summary.locks
        self.once = self.once or summary.once
        self.tracks_scorers = self.tracks_scorers or summary.tracks_scorers
        self.scores_now = self.scores_now or summary.scores_now
        self.pays_by_effect = self.pays_by_effect or summary.pays_by_effect
        self.partners = self.partners or summary.partners
        self.windows |= summary.windows


def dice_of(card: Card, rules: Rules) -> int:
    """How many dice of a card are in a game: basics by the number of players (2.1, 13.1)."""
    roles = card.design.roles
    if roles.start == 0:
        return card.design.count
    spare = 0 if rules.light_vs_dark_rules else roles.spare
    return roles.start * rules.players + spare


def _bits(bits: i64, count: i64) -> vec[bool]:
    """The lowest bits, one by one."""
    found = vec[bool](capacity=count)
    for at in range(count):
        found = append(found, (bits >> at) & 1 == 1)
    return found
