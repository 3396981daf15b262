"""All cards the engine can be asked to play with, checked and made ready for play.

A `Catalog` is built once from facts and behaviour, refuses what does not fit together, and is
shared by all games. Its sheets know in advance, for every card and die face, the numbers shown and
the abilities switched on, so that a question in play is a look-up and never a search.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Final

from quarriors.engine.errors import CardError, CatalogError
from quarriors.engine.faces import Face
from quarriors.engine.option import option
from quarriors.engine.program import Ability, Modifier, Program, Trigger
from quarriors.engine.reach import reach_of
from quarriors.engine.rules import RULES_VERSION
from quarriors.engine.words import DO_SPEND, EVENTS, IMMEDIATE, MODIFIERS

FACES: Final = 8  # a look is card index * FACES + face; six faces, eight for cheap arithmetic
KINDS: Final = ["basic", "creature", "spell", "quest"]
ENERGIES: Final = ["", "light", "dark"]  # by the number of the energy
TIMINGS: Final = [
    "static", "summoned", "scored", "destroyed", "attacking", "defending", "cast", "immediate",
    "reaction", "attach", "locked", "anchored", "quest",
]  # fmt: skip


class Design:
    """A class of dice: six faces, so many in the box (1.2)."""

    def __init__(
        self,
        class_name: str,
        kind: str,
        count: int,
        notations: list[str],
        confidence: str,
        sources: list[str],
    ) -> None:
        self.class_name: str = class_name
        self.kind: str = kind
        self.count: int = count
        self.faces: list[Face] = [Face(notation) for notation in notations]
        self.confidence: str = confidence
        self.sources: list[str] = sources
        if len(self.faces) != 6:
            raise CatalogError(f"The die of {class_name} has {len(notations)} faces; it needs 6.")
        if kind not in KINDS:
            raise CatalogError(f"The die of {class_name} is of kind {kind!r}; use one of {KINDS}.")
        self.creature_die: bool = any(face.creature for face in self.faces)  # 3.3

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        notations = [face.notation for face in self.faces]
        given = (self.class_name, self.kind, self.count, notations, self.confidence, self.sources)
        return (Design, given)


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


# Most looks have nothing to do on most events: they share one empty list.
_NO_TRIGGERS: Final[list[Trigger]] = []
_NO_MODIFIERS: Final[list[Modifier]] = []


class Sheet:
    """Every card on every face under one reading of bursts (1.4), side by side in flat lists.

    A look, card and face together, is one index into all of them. One sheet serves all games.
    """

    def __init__(self, cards: Sequence[Card], both_bursts: bool) -> None:
        self.glory: list[int] = []  # by card; all others by look
        self.level: list[int] = []
        self.attack: list[int] = []
        self.defense: list[int] = []
        self.bursts: list[int] = []
        self.quiddity: list[int] = []
        self.kind_of_quiddity: list[int] = []  # plain, light or dark (13.5)
        self.draw: list[int] = []
        self.reroll: list[bool] = []
        self.spell: list[bool] = []
        self.creature: list[bool] = []
        self.lock: list[bool] = []
        self.quartifact: list[bool] = []
        self.choice: list[bool] = []
        self.immediate: list[bool] = []  # something can be done with it right after the roll
        self.usable: list[bool] = []  # it can be readied or summoned
        self.first_alike: list[int] = []  # the first face that reads the same: rolls are told
        # apart by what they show, not by which of two equal sides came up
        self.spend_code: list[int] = []  # the part of a spend option that the look decides
        self.triggers: list[list[Trigger]] = []  # look * EVENTS + event
        self.modifiers: list[list[Modifier]] = []  # look * MODIFIERS + kind
        self.reach: list[int] = []  # bits of `reach`: whether spent dice matter to it (15.1)
        for card in cards:
            self.glory.append(card.glory)
            for index in range(FACES):
                self._add(card, index, both_bursts)

    def _add(self, card: Card, index: int, both_bursts: bool) -> None:
        faces = card.design.faces
        real = index < len(faces)
        face = faces[index] if real else faces[0]
        events: list[list[Trigger]] = [_NO_TRIGGERS] * EVENTS
        standing: list[list[Modifier]] = [_NO_MODIFIERS] * MODIFIERS
        if real and card.abilities:
            _switch_on(card, face, both_bursts, events, standing)
        immediate = len(events[IMMEDIATE]) > 0
        self.level.append(face.level)
        self.attack.append(face.attack)
        self.defense.append(face.defense)
        self.bursts.append(face.bursts)
        self.quiddity.append(face.quiddity)
        self.kind_of_quiddity.append(face.energy)
        self.draw.append(face.draw)
        self.reroll.append(face.reroll)
        self.spell.append(face.spell)
        self.creature.append(face.creature)
        self.lock.append(face.lock)
        self.quartifact.append(face.quartifact != "")
        self.choice.append(face.choice)
        self.immediate.append(face.reroll or face.draw > 0 or immediate)
        # An immediate spell is never readied (10.4).
        self.usable.append(face.creature or face.lock or (face.spell and not immediate))
        self.first_alike.append([side.notation for side in faces].index(face.notation))
        self.spend_code.append(option(DO_SPEND, 0, index, -1, max(face.quiddity, 0)))
        self.triggers.extend(events)
        self.modifiers.extend(standing)
        self.reach.append(reach_of(events, standing))


def _switch_on(
    card: Card,
    face: Face,
    both_bursts: bool,
    events: list[list[Trigger]],
    standing: list[list[Modifier]],
) -> None:
    """Which abilities work while the die lies on this face."""
    for ability in card.abilities:
        if not shows(card, face, ability) or face.bursts >= ability.below:
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
    """Whether an ability that asks for so many bursts works on a face that shows so many (1.4).

    The Italian book lets a double burst switch on the single-burst line as well. Its own examples
    (two dice "instead of" one; +5 and not +8) show that a line which the next one replaces does
    not add up: such a line says so itself (`Ability.below`).
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

    def __init__(self, cards: Sequence[Card]) -> None:
        self.cards: list[Card] = []
        self.programs: list[Program] = []
        self._by_name: dict[str, Card] = {}
        self._sheets: dict[bool, Sheet] = {}
        for card in cards:
            self._add(card)
        self.hash: str = self._digest()

    def _add(self, given: Card) -> None:
        """Check a card and keep a copy of its own, so that it may be in other catalogues too."""
        if given.name in self._by_name:
            raise CatalogError(f"Two cards are called {given.name!r}; a name must be unique.")
        if given.cost < 0:
            raise CatalogError(f"{given.name} costs {given.cost}; a cost is 0 or more.")
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
                raise CatalogError(
                    f"{card.name} has an ability with timing {ability.timing!r}; use one of "
                    + ", ".join(TIMINGS)
                    + "."
                )
            triggers = [self._own(trigger, card.index, number) for trigger in ability.triggers]
            card.abilities.append(
                Ability(
                    ability.timing,
                    ability.burst,
                    triggers,
                    ability.modifiers,
                    ability.face,
                    ability.below,
                )
            )
        self.cards.append(card)
        self._by_name[card.name] = card

    def _own(self, trigger: Trigger, card: int, ability: int) -> Trigger:
        """The trigger with a program numbered in this catalogue."""
        given = trigger.program
        program = Program(given.code, given.filters, given.numbers, given.conditions, given.does)
        program.index = len(self.programs)
        program.card = card
        program.ability = ability
        self.programs.append(program)
        return Trigger(trigger.event, program, trigger.windows, trigger.condition, trigger.once)

    def card(self, name: str) -> Card:
        """The card of that exact name."""
        found = self._by_name.get(name)
        if found is None:
            raise CardError(f"There is no card called {name!r}; `quarriors cards` lists them all.")
        return found

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return (Catalog, (self.cards,))

    def __contains__(self, name: object) -> bool:
        return name in self._by_name

    def sheet(self, both_bursts: bool) -> Sheet:
        """What every card is and does on each face, made on first use and kept."""
        found = self._sheets.get(both_bursts)
        if found is None:
            found = Sheet(self.cards, both_bursts)
            self._sheets[both_bursts] = found
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
                whole.update(
                    repr((ability.timing, ability.burst, ability.face, ability.below)).encode()
                )
                for trigger in ability.triggers:
                    whole.update(repr(trigger.facts()).encode())
                for modifier in ability.modifiers:
                    whole.update(repr(modifier.facts()).encode())
        return whole.hexdigest()[:16]
