"""From entries to a checked catalogue.

    build_cards(files)              cards of files of entries; raises `FaultyCards` with every fault
    default_files()                 the sets, read once
    overlaid(files, further)        the sets with cards added, cards replaced by name, classes added
    default_catalog()               the catalogue of the sets, built once

A card's die is that of its own file, else that of the first set that has the class.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache

from quarriors.cards.entry import CardEntry, CardFile, DieEntry, Line, read_cards
from quarriors.cards.language.compiler import Compiler, timing_of
from quarriors.cards.language.faults import Fault, FaultyCards, near
from quarriors.cards.language.parser import SyntaxFault, parse
from quarriors.cards.sets import SETS, text_of_set
from quarriors.engine.catalog import ENERGIES, Card, Catalog, Design, Roles
from quarriors.engine.program import Ability, Modifier, Trigger


def build_cards(files: Sequence[CardFile]) -> list[Card]:
    """The cards of all these files, in their order; every fault of all of them is an error."""
    faults = [fault for file in files for fault in file.faults]
    designs: dict[str, Design] = {}
    cards: list[Card] = []
    names: set[str] = set()
    for file in files:
        own = {entry.class_name: _design(entry) for entry in file.dice}
        designs = {**own, **designs}
        for entry in file.cards:
            if entry.name in names:
                faults.append(_fault_of(entry, ("name",), "name_twice", name=entry.name))
            names.add(entry.name)
            design = own.get(entry.class_name) or designs.get(entry.class_name)
            if design is None:
                guess = near(entry.class_name, tuple(designs))
                values = {"found": entry.class_name, "near": guess}
                faults.append(_fault_of(entry, ("class",), "unknown_class", **values))
            else:
                card, found = _card(entry, design)
                cards.append(card)
                faults.extend(found)
    if faults:
        raise FaultyCards(faults)
    return cards


def _fault_of(entry: CardEntry, path: Sequence[str | int], code: str, **values: object) -> Fault:
    """A fault of a card at one of its keys."""
    return Fault(code, values).placed(entry.source.name, *entry.source.place((*entry.path, *path)))


def _design(entry: DieEntry) -> Design:
    return Design(
        entry.class_name,
        entry.kind,
        entry.count,
        list(entry.faces),
        entry.confidence,
        list(entry.sources),
        Roles(**entry.roles),
    )


def _card(entry: CardEntry, design: Design) -> tuple[Card, list[Fault]]:
    faults: list[Fault] = []
    abilities = []
    sure = dict(entry.confidence)
    for number, line in enumerate(entry.lines):
        ability, found = ability_of(line, design.kind)
        abilities.append(ability)
        path = (*entry.path, "line", number, "does")
        for fault in found:
            place = entry.source.place_in_text(path, line.number, line.does, fault.at)
            faults.append(fault.placed(entry.source.name, *place))
        if line.confidence:  # where the lines of a card are not equally sure, each says so itself
            sure[f"ability {number}"] = line.confidence
    card = Card(
        entry.name,
        entry.type_name,
        design,
        entry.set_name,
        entry.cost,
        entry.glory,
        abilities,
        sure,
        list(entry.sources),
        entry.level,
        ENERGIES.index(entry.energy),
        entry.discount,
        ENERGIES.index(entry.anchored[0]),
        entry.anchored[1],
        entry.needs,
    )
    return card, faults


def ability_of(line: Line, die_kind: str) -> tuple[Ability, list[Fault]]:
    """A line as the engine has it, and what is wrong with its expression."""
    compiler = Compiler()
    try:
        parts = compiler.parts(parse(line.does))
    except SyntaxFault as error:
        return Ability("static", 0, [], []), [error.fault]
    ability = Ability(
        line.timing or timing_of(parts, line.face, die_kind),
        line.burst,
        [part for part in parts if isinstance(part, Trigger)],
        [part for part in parts if isinstance(part, Modifier)],
        line.face,
        line.replaced_at,
    )
    return ability, compiler.faults


def overlaid(files: Sequence[CardFile], further: Sequence[CardFile]) -> list[CardFile]:
    """Files with others laid over them: a card of a known name takes that card's place."""
    new = {card.name: card for file in further for card in file.cards}
    known = {card.name for file in files for card in file.cards}
    below = [
        replace(
            file,
            cards=tuple(
                replace(new[card.name], set_name=card.set_name) if card.name in new else card
                for card in file.cards
            ),
        )
        for file in files
    ]
    above = [
        replace(file, cards=tuple(card for card in file.cards if card.name not in known))
        for file in further
    ]
    return [*below, *above]


@cache
def default_files() -> tuple[CardFile, ...]:
    """The files of the sets, in the order of the sets, read once."""
    return tuple(read_cards(text_of_set(name), f"{name}.toml") for name in SETS)


@cache
def default_catalog() -> Catalog:
    """All cards of all sets, built once."""
    return Catalog(build_cards(default_files()))


@cache
def entries() -> Mapping[str, CardEntry]:
    """The entries of all cards of the sets by name."""
    return {card.name: card for file in default_files() for card in file.cards}


@cache
def dice() -> Mapping[str, DieEntry]:
    """The entries of all classes of dice by name; of two with one name the first."""
    found: dict[str, DieEntry] = {}
    for file in default_files():
        for die in file.dice:
            found.setdefault(die.class_name, die)
    return found
