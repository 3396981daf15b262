"""All cards the engine can be asked to play with, checked and made ready for play.

A `Catalog` is built once from facts and behaviour, refuses what does not fit together, and is
shared by all games. Its sheets know in advance, for every card and die face, the numbers shown and
the abilities switched on, so that a question in play is a look-up and never a search.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any, Final

from mypy_extensions import i64

from quarriors.engine.bits import bit
from quarriors.engine.errors import CardError, CatalogError
from quarriors.engine.faces import Face
from quarriors.engine.ids import does, event, op, payment, quantity, trait, verb
from quarriors.engine.migration import HASHED_NEVER, hashed_limit
from quarriors.engine.operations import has_operation
from quarriors.engine.option import option
from quarriors.engine.program import Ability, Modifier, Program, Trigger
from quarriors.engine.reach import TELLS_SPENT, of_trigger, reach_of
from quarriors.engine.rules import RULES_VERSION
from quarriors.engine.shape import Shape
from quarriors.engine.vectors import append, vec

FACES: Final = 8  # a look is card index * FACES + face; six faces, eight for cheap arithmetic
KINDS: Final = ["basic", "creature", "spell", "quest"]
ENERGIES: Final = ["", "light", "dark"]  # by the number of the energy
TIMINGS: Final = [
    "static", "summoned", "scored", "destroyed", "attacking", "defending", "cast", "immediate",
    "reaction", "attach", "locked", "anchored", "quest",
]  # fmt: skip


class Roles:
    """What the dice of a class are used for beside being captured and rolled."""

    def __init__(
        self,
        start: int = 0,
        spare: int = 0,
        set_aside: bool = False,
        quarry: bool = True,
        quests: bool = True,
    ) -> None:
        self.start: int = start  # dice that every player begins with (2.3, 13.1)
        self.spare: int = spare  # and those on the card beside them (2.1)
        self.set_aside: bool = set_aside  # they wait aside between turns (13.2)
        self.quarry: bool = quarry  # they can be captured (7.2)
        self.quests: bool = quests  # they can be sent to a quest (12.2)

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return (Roles, (self.start, self.spare, self.set_aside, self.quarry, self.quests))


class Design:
    """A class of dice: six faces, and how many there are in the box (1.2)."""

    def __init__(
        self,
        class_name: str,
        kind: str,
        count: int,
        notations: list[str],
        confidence: str,
        sources: list[str],
        roles: Roles | None = None,
    ) -> None:
        self.class_name: str = class_name
        self.kind: str = kind
        self.count: int = count
        self.faces: list[Face] = [Face(notation) for notation in notations]
        self.confidence: str = confidence
        self.sources: list[str] = sources
        if len(self.faces) != 6:
            raise CatalogError("catalog.faces", name=class_name, count=len(notations))
        if kind not in KINDS:
            raise CatalogError("catalog.kind", name=class_name, kind=kind, known=KINDS)
        self.creature_die: bool = any(face.creature for face in self.faces)  # 3.3
        self.roles: Roles = Roles() if roles is None else roles

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        notations = [face.notation for face in self.faces]
        given = (self.class_name, self.kind, self.count, notations, self.confidence, self.sources)
        return (Design, (*given, self.roles))


class Card:
    """A power card: the die it is for, what it costs and earns, and what it does."""

    def __init__(
        self,
        name: str,
        type_name: str,
        design: Design,
        set_name: str,
        cost: int,
        glory: int,
        abilities: list[Ability],
        confidence: dict[str, str],
        sources: list[str],
        level: int = 0,
        energy: int = 0,
        discount: int = -1,
        anchor_energy: int = 0,
        anchor_cost: int = 0,
        needs: Sequence[str] = (),
    ) -> None:
        self.name: str = name
        self.type_name: str = type_name
        self.design: Design = design
        self.set_name: str = set_name
        self.cost: int = cost
        self.glory: int = glory
        self.abilities: list[Ability] = abilities
        self.confidence: dict[str, str] = confidence
        self.sources: list[str] = sources
        self.level: int = level  # of a quest
        self.energy: int = energy  # faces.LIGHT_QUIDDITY, DARK_QUIDDITY, or 0 (13.5)
        self.discount: int = discount  # the price with that energy, -1: none
        self.anchor_energy: int = anchor_energy  # of its anchored spell, 0: none (13.6)
        self.anchor_cost: int = anchor_cost
        self.needs: list[str] = list(needs)  # sets or classes without which it is left out
        self.index: int = -1  # set by the catalogue
        self.summary: Summary = Summary(self)

    @property
    def class_name(self) -> str:
        """The class, of which only one card may be in a game (1.2)."""
        return self.design.class_name

    @property
    def kind(self) -> str:
        """One of basic, creature, spell, quest."""
        return self.design.kind

    def __repr__(self) -> str:
        return f"<Card {self.name}>"

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return (
            Card,
            (
                self.name,
                self.type_name,
                self.design,
                self.set_name,
                self.cost,
                self.glory,
                self.abilities,
                self.confidence,
                self.sources,
                self.level,
                self.energy,
                self.discount,
                self.anchor_energy,
                self.anchor_cost,
                self.needs,
            ),
        )


class Summary:
    """What a card can do at all, so that a set-up need not look through its abilities."""

    def __init__(self, card: Card) -> None:
        self.events: i64 = 0  # bits: events that its abilities answer
        self.traits: i64 = 0  # bits: its standing modifiers
        self.windows: i64 = 0  # bits: windows it can be used in (15.2)
        self.once: bool = False  # an ability is used once a turn
        self.scores_now: bool = False  # lets a creature score in the middle of a turn
        self.pays_by_effect: bool = False  # asks for quiddity, or makes a challenge cost it
        self.partners: bool = False  # an immediate effect re-rolls other dice
        self.tracks_scorers: bool = False  # asks which creatures scored
        self.dooms: bool = False  # may destroy itself
        self.more_captures: i64 = 0  # how many more captures capturing it allows
        self.anchor: Trigger | None = None  # its anchored spell (13.6)
        self.anchor_reach: i64 = 0  # bits of `reach` of that spell
        # Light or dark quiddity comes from its die or an ability (13.5).
        self.typed: bool = any(face.energy > 0 for face in card.design.faces)
        self.locks: bool = any(face.lock for face in card.design.faces)
        for ability in card.abilities:
            for trigger in ability.triggers:
                self._add_trigger(trigger)
            for modifier in ability.modifiers:
                self._add_modifier(modifier)

    def _add_trigger(self, trigger: Trigger) -> None:
        self.events |= bit(trigger.event)
        self.windows |= trigger.windows
        self.once = self.once or trigger.once
        self.scores_now = self.scores_now or trigger.program.does & does.SCORE != 0
        self.pays_by_effect = self.pays_by_effect or trigger.program.does & does.PAY != 0
        self.typed = self.typed or has_operation(trigger.program.code, op.ENERGY)
        if trigger.event == event.IMMEDIATE and of_trigger(trigger) & TELLS_SPENT:
            self.partners = True
        if trigger.event == event.ANCHOR:
            self.anchor = trigger
            self.anchor_reach |= of_trigger(trigger)
        for number in trigger.program.numbers:
            if number.kind == quantity.SCORED_GLORY:
                self.tracks_scorers = True

    def _add_modifier(self, modifier: Modifier) -> None:
        self.traits |= bit(modifier.kind)
        if modifier.kind == trait.CHALLENGE_PRICE:
            self.pays_by_effect = True
        if modifier.kind == trait.MORE_CAPTURES:
            self.more_captures = modifier.amount.constant
        if modifier.kind == trait.DOOM:
            self.dooms = True


_SHAPES_KEPT: Final = 64
# Most looks have nothing to do on most events: they share one empty list.
_NO_TRIGGERS: Final[list[Trigger]] = []
_NO_MODIFIERS: Final[list[Modifier]] = []


class Sheet:
    """Every card on every face under one reading of bursts (1.4), side by side in columns.

    A look, card and face together, is one index into all of them. One sheet serves all games.
    """

    def __init__(self, cards: Sequence[Card], both_bursts: bool) -> None:
        self.glory: vec[i64] = vec[i64]()  # by card; all others by look
        self.reach_of_card: vec[i64] = vec[i64]()  # by card: the reach of all its faces together
        self.level: vec[i64] = vec[i64]()
        self.attack: vec[i64] = vec[i64]()
        self.defense: vec[i64] = vec[i64]()
        self.bursts: vec[i64] = vec[i64]()
        self.quiddity: vec[i64] = vec[i64]()
        self.kind_of_quiddity: vec[i64] = vec[i64]()  # plain, light or dark (13.5)
        self.payment: vec[i64] = vec[i64]()  # a group of `ids.payment`
        self.draw: vec[i64] = vec[i64]()
        self.reroll: vec[bool] = vec[bool]()
        self.spell: vec[bool] = vec[bool]()
        self.creature: vec[bool] = vec[bool]()
        self.lock: vec[bool] = vec[bool]()
        self.quartifact: vec[bool] = vec[bool]()
        self.choice: vec[bool] = vec[bool]()
        self.immediate: vec[bool] = vec[bool]()  # something can be done with it after the roll
        self.usable: vec[bool] = vec[bool]()  # it can be readied or summoned
        self.first_alike: vec[i64] = vec[i64]()  # the first face that reads the same: rolls are
        # distinguished by what they show, not by which of two equal sides came up
        self.spend_code: vec[i64] = vec[i64]()  # the part of a spend option that the look decides
        self.reach: vec[i64] = vec[i64]()  # bits of `reach`: whether spent dice matter (15.1)
        self.triggers: list[list[Trigger]] = []  # look * event.COUNT + event
        self.modifiers: list[list[Modifier]] = []  # look * trait.COUNT + trait
        for card in cards:
            self.glory = append(self.glory, card.glory)
            whole: i64 = 0
            for index in range(FACES):
                self._add(card, index, both_bursts)
                whole |= self.reach[card.index * FACES + index]
            self.reach_of_card = append(self.reach_of_card, whole)

    def _add(self, card: Card, index: int, both_bursts: bool) -> None:
        faces = card.design.faces
        real = index < len(faces)
        face = faces[index] if real else faces[0]
        events: list[list[Trigger]] = [_NO_TRIGGERS] * event.COUNT
        standing: list[list[Modifier]] = [_NO_MODIFIERS] * trait.COUNT
        if real and len(card.abilities) > 0:
            _switch_on(card, face, both_bursts, events, standing)
        immediate = len(events[event.IMMEDIATE]) > 0
        self.level = append(self.level, face.level)
        self.attack = append(self.attack, face.attack)
        self.defense = append(self.defense, face.defense)
        self.bursts = append(self.bursts, face.bursts)
        self.quiddity = append(self.quiddity, face.quiddity)
        self.kind_of_quiddity = append(self.kind_of_quiddity, face.energy)
        self.payment = append(self.payment, _payment(face))
        self.draw = append(self.draw, face.draw)
        self.reroll = append(self.reroll, face.reroll)
        self.spell = append(self.spell, face.spell)
        self.creature = append(self.creature, face.creature)
        self.lock = append(self.lock, face.lock)
        self.quartifact = append(self.quartifact, face.quartifact != "")
        self.choice = append(self.choice, face.choice)
        self.immediate = append(self.immediate, face.reroll or face.draw > 0 or immediate)
        # An immediate spell is never readied (10.4).
        usable = face.creature or face.lock or (face.spell and not immediate)
        self.usable = append(self.usable, usable)
        alike = [side.notation for side in faces].index(face.notation)
        self.first_alike = append(self.first_alike, alike)
        spend = option(verb.SPEND, 0, index, -1, max(face.quiddity, 0))
        self.spend_code = append(self.spend_code, spend)
        self.reach = append(self.reach, reach_of(events, standing))
        self.triggers.extend(events)
        self.modifiers.extend(standing)


def _payment(face: Face) -> i64:
    """The group in which a die with this face up is spent (15.1)."""
    if face.quiddity <= 0:
        return payment.NONE
    if face.energy:
        return face.energy
    if face.bursts or face.choice or face.draw:
        return payment.USEFUL
    return payment.PLAIN


def _switch_on(
    card: Card,
    face: Face,
    both_bursts: bool,
    events: list[list[Trigger]],
    standing: list[list[Modifier]],
) -> None:
    """Which abilities work while the die lies on this face."""
    for ability in card.abilities:
        if not shows(card, face, ability) or face.bursts >= ability.replaced_at:
            continue
        if not _enabled(ability.burst, face.bursts, both_bursts):
            continue
        for trigger in ability.triggers:
            events[trigger.event] = [*events[trigger.event], trigger]
        for modifier in ability.modifiers:
            standing[modifier.kind] = [*standing[modifier.kind], modifier]
    for modifiers in standing:
        if len(modifiers) > 1:
            modifiers.sort(key=_how)  # set before add before cap (15.5)


def _how(modifier: Modifier) -> int:
    return int(modifier.how)


def _enabled(wanted: int, shown: int, both_bursts: bool) -> bool:
    """Whether an ability that asks for `wanted` bursts works on a face that shows `shown` (1.4).

    The Italian book lets a double burst switch on the single-burst line as well. Its own examples
    (two dice "instead of" one; +5 and not +8) show that a line which the next one replaces does
    not add up: such a line says so itself (`Ability.replaced_at`).
    """
    if wanted == 0 or wanted == shown:
        return True
    if wanted < 0:
        return shown > 0
    return both_bursts and wanted == 1 and shown == 2


def shows(card: Card, face: Face, ability: Ability) -> bool:
    """Whether an ability can be used from this face at all.

    Creature abilities need the creature icon up and spells the spell icon (the book's "Abilities
    and Effects"); immediate effects of a creature die belong to its other faces (5.2), lock
    abilities to its lock faces (11.3). Where a die has several symbols with text of their own the
    ability names the one it belongs to.
    """
    if ability.timing == "anchored":
        return False  # it belongs to the card, not to the die (13.6)
    if ability.face:
        return ability.face == face.notation.rstrip("*")
    if ability.timing == "locked":
        return face.lock
    if card.design.kind == "spell":
        return face.spell
    if ability.timing == "immediate":
        return not face.creature and not face.lock
    return face.creature


class Catalog:
    """An immutable collection of cards, one design a class."""

    def __init__(self, cards: Sequence[Card], packs: Sequence[str] = ()) -> None:
        self.cards: list[Card] = []
        self.packs: tuple[str, ...] = tuple(packs)  # ids of the packs laid over the sets
        self.programs: list[Program] = []
        self._by_name: dict[str, Card] = {}
        self._sheets: dict[bool, Sheet] = {}
        self._shapes: dict[tuple[int, ...], Shape] = {}
        self.stocks: dict[object, Any] = {}  # what `setup` deals from, by sets and rules
        for card in cards:
            self._add(card)
        self.hash: str = self._digest()

    def _add(self, given: Card) -> None:
        """Check a card and keep a copy of its own, so that it may be in other catalogues too."""
        if given.name in self._by_name:
            raise CatalogError("catalog.name", name=given.name)
        if given.cost < 0:
            raise CatalogError("catalog.cost", card=given.name, cost=given.cost)
        card = Card(
            given.name,
            given.type_name,
            given.design,
            given.set_name,
            given.cost,
            given.glory,
            [],
            given.confidence,
            given.sources,
            given.level,
            given.energy,
            given.discount,
            given.anchor_energy,
            given.anchor_cost,
            given.needs,
        )
        card.index = len(self.cards)
        for number, ability in enumerate(given.abilities):
            if ability.timing not in TIMINGS:
                values = {"timing": ability.timing, "known": TIMINGS}
                raise CatalogError("catalog.timing", card=card.name, **values)
            triggers = [self._own(trigger, card.index, number) for trigger in ability.triggers]
            card.abilities.append(
                Ability(
                    ability.timing,
                    ability.burst,
                    triggers,
                    ability.modifiers,
                    ability.face,
                    ability.replaced_at,
                )
            )
        card.summary = Summary(card)
        self.cards.append(card)
        self._by_name[card.name] = card

    def _own(self, trigger: Trigger, card: int, ability: int) -> Trigger:
        """The trigger with a program numbered in this catalogue."""
        given = trigger.program
        program = given.copied()
        program.index = len(self.programs)
        program.card = card
        program.ability = ability
        self.programs.append(program)
        return Trigger(trigger.event, program, trigger.windows, trigger.condition, trigger.once)

    def card(self, name: str) -> Card:
        """The card of that exact name."""
        found = self._by_name.get(name)
        if found is None:
            raise CardError("card", card=name)
        return found

    def __contains__(self, name: object) -> bool:
        return name in self._by_name

    def sheet(self, both_bursts: bool) -> Sheet:
        """What every card is and does on each face, made on first use and kept."""
        found = self._sheets.get(both_bursts)
        if found is None:
            found = Sheet(self.cards, both_bursts)
            self._sheets[both_bursts] = found
        return found

    def shape(self, counts: tuple[int, ...]) -> Shape:
        """What games with these numbers of dice on their cards share; the last few are kept."""
        found = self._shapes.get(counts)
        if found is None:
            if len(self._shapes) >= _SHAPES_KEPT:
                self._shapes.clear()
            found = Shape(counts)
            self._shapes[counts] = found
        return found

    def _digest(self) -> str:
        """A fingerprint of facts, programs and rules: games name what they were played with."""
        whole = hashlib.sha256(f"rules {RULES_VERSION}".encode())
        for card in self.cards:
            faces = [face.notation for face in card.design.faces]
            whole.update(repr((card.name, card.kind, card.cost, card.glory, faces)).encode())
            energies = (card.energy, card.discount, card.anchor_energy, card.anchor_cost)
            whole.update(repr((card.level, energies, card.needs)).encode())
            for ability in card.abilities:
                replaced_at = hashed_limit(ability.replaced_at, HASHED_NEVER)
                line = (ability.timing, ability.burst, ability.face, replaced_at)
                whole.update(repr(line).encode())
                for trigger in ability.triggers:
                    whole.update(repr(trigger.facts()).encode())
                for modifier in ability.modifiers:
                    whole.update(repr(modifier.facts()).encode())
        return whole.hexdigest()[:16]
