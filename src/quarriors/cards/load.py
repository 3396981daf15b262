"""From entries to a checked catalogue.

    build_cards(files)              cards of files of entries; raises `FaultyCards` with every fault
    default_files()                 the sets, read once
    overlaid(files, further)        the sets with cards added, cards replaced by name, classes added
    default_catalog()               the catalogue of the sets, built once
    catalog_of(rules)               that, or the one with the packs of these rules

A card's die is that of its own file, else that of the first set that has the class.
"""

from __future__ import annotations

import copyreg
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from typing import Any, Final

from quarriors.cards.entry import CardEntry, CardFile, DieEntry, Line, read_cards
from quarriors.cards.known_packs import Pack, pack_of
from quarriors.cards.language.compiler import Compiler, Part, timing_of
from quarriors.cards.language.faults import Fault, FaultyCards, near
from quarriors.cards.language.nodes import Call, Text, walk
from quarriors.cards.language.parser import SyntaxFault, parse
from quarriors.cards.sets import BASICS, SETS, TYPE_NEEDS, text_of_set
from quarriors.engine.catalog import ENERGIES, Card, Catalog, Design, Roles
from quarriors.engine.program import Ability, Modifier, Trigger
from quarriors.engine.rules import Rules
from quarriors.toml_cache import parsed

_KEPT: Final = 16  # catalogues with packs


def build_cards(files: Sequence[CardFile]) -> list[Card]:
    """The cards of all these files, in their order; every fault of all of them is an error."""
    faults = [fault for file in files for fault in file.faults]
    designs: dict[str, Design] = {}
    cards: list[Card] = []
    names: set[str] = set()
    homes = {
        die.class_name: file.set_name
        for file in reversed(files)
        for die in file.dice
        if die.kind == "basic"
    }
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
                card, found = _card(entry, design, homes)
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


def _card(entry: CardEntry, design: Design, homes: Mapping[str, str]) -> tuple[Card, list[Fault]]:
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
        _needs(entry, homes),
    )
    return card, faults


def _needs(entry: CardEntry, homes: Mapping[str, str]) -> list[str]:
    """What must be in the game for a card to be dealt: sets, rules and basic classes.

    Its set may say so of its type. A set is needed if the card names a basic class that only that
    set brings, and a basic class itself if the card is destroyed without such dice. `homes` has the
    sets of all basic classes.
    """
    needs = [*TYPE_NEEDS.get(entry.set_name, {}).get(entry.type_name, ()), *entry.needs]
    for line in entry.lines:
        for name, survives in _named_texts(line.does):
            home = homes.get(name)
            if home is None:
                continue
            if not survives:
                needs.append(name)
            elif name not in BASICS and home != entry.set_name:
                needs.append(home)
    return list(dict.fromkeys(needs))


@lru_cache(2048)
def _named_texts(does: str) -> list[tuple[str, bool]]:
    """The texts in an expression, each with whether the die can be there without such dice."""
    if '"' not in does and "'" not in does:
        return []
    try:
        parts = parse(does)
    except SyntaxFault:
        return []
    return [
        (node.value, not (isinstance(part, Call) and part.word == "destroyed_when"))
        for part in parts
        for node in walk(part)
        if isinstance(node, Text)
    ]


def ability_of(line: Line, die_kind: str) -> tuple[Ability, list[Fault]]:
    """A line as the engine has it, and what is wrong with its expression."""
    parts, faults = _compiled(line.does)
    ability = Ability(
        line.timing or timing_of(parts, line.face, die_kind),
        line.burst,
        [part for part in parts if isinstance(part, Trigger)],
        [part for part in parts if isinstance(part, Modifier)],
        line.face,
        line.replaced_at,
    )
    return ability, faults


@lru_cache(2048)
def _compiled(does: str) -> tuple[list[Part], list[Fault]]:
    """The parts of an expression; many lines are equal, and catalogues copy what they keep."""
    compiler = Compiler()
    try:
        return compiler.parts(parse(does)), compiler.faults
    except SyntaxFault as error:
        return [], [error.fault]


def overlaid(files: Sequence[CardFile], further: Sequence[CardFile]) -> list[CardFile]:
    """Files with packs laid over them, one after the other.

    A card of a known name takes that card's place and stays in its set; a die that corrects takes
    the place of those of its class in the sets of the pack.
    """
    laid = list(files)
    for pack in further:
        new = {card.name: card for card in pack.cards}
        known = {card.name for file in laid for card in file.cards}
        corrected = {die.class_name: die for die in pack.dice if die.corrects}
        laid = [_corrected(file, new, corrected, pack.about.get("sets", ())) for file in laid]
        cards = tuple(card for card in pack.cards if card.name not in known)
        added = tuple(die for die in pack.dice if not die.corrects)
        laid.append(replace(pack, cards=cards, dice=added))
    return laid


def _corrected(
    file: CardFile,
    cards: Mapping[str, CardEntry],
    dice: Mapping[str, DieEntry],
    sets: Sequence[str],
) -> CardFile:
    """A file with these cards instead of its own, and these dice if its set is one of these."""
    return replace(
        file,
        cards=tuple(
            replace(cards[card.name], set_name=card.set_name) if card.name in cards else card
            for card in file.cards
        ),
        dice=tuple(
            replace(dice[die.class_name], roles=die.roles)
            if die.class_name in dice and file.set_name in sets
            else die
            for die in file.dice
        ),
    )


@cache
def default_files() -> tuple[CardFile, ...]:
    """The files of the sets, in the order of the sets, read once."""
    return tuple(read_cards(text_of_set(name), f"{name}.toml", parse=parsed) for name in SETS)


@cache
def default_catalog() -> Catalog:
    """All cards of all sets, built once."""
    return Catalog(build_cards(default_files()))


def some_cards(names: Collection[str], packs: tuple[str, ...] = ()) -> list[Card]:
    """The cards of these names alone: to look one up, the whole catalogue need not be built."""
    return build_cards(
        [
            replace(file, cards=tuple(card for card in file.cards if card.name in names))
            for file in files_of(packs)
        ]
    )


def catalog_of(rules: Rules) -> Catalog:
    """The cards that a game by these rules is played with: those of the sets and of its packs."""
    return catalog_of_packs(rules.packs)


def catalog_of_packs(packs: tuple[str, ...]) -> Catalog:
    """The cards of all sets with the packs of these ids laid over them."""
    return _overlaid_catalog(packs) if packs else default_catalog()


@lru_cache(_KEPT)
def _overlaid_catalog(packs: tuple[str, ...]) -> Catalog:
    return Catalog(build_cards(files_of(packs)), packs)


def files_of(packs: tuple[str, ...]) -> list[CardFile]:
    """The files of all sets with the packs of these ids laid over them."""
    found = [pack_of(name) for name in packs]
    check_together(found)
    return overlaid(default_files(), [pack.file for pack in found])


def check_together(packs: Sequence[Pack]) -> None:
    """Refuse packs that add a card or a class of the same name."""
    homes: dict[tuple[str, str], str] = {}
    faults: list[Fault] = []
    for pack in packs:
        classes = (die.class_name for die in pack.file.dice if not die.corrects)
        added = [*(("card", name) for name in pack.added), *(("class", name) for name in classes)]
        for what, name in added:
            other = homes.setdefault((what, name), pack.id)
            if other != pack.id:
                values = {"name": name, "pack": other, "other": pack.id}
                faults.append(Fault(f"pack_same_{what}", values))
    if faults:
        raise FaultyCards(faults)


@lru_cache(_KEPT + 1)
def entries(packs: tuple[str, ...] = ()) -> Mapping[str, CardEntry]:
    """The entries of all cards of the sets, and of packs, by name."""
    return {card.name: card for file in files_of(packs) for card in file.cards}


@lru_cache(_KEPT + 1)
def dice(packs: tuple[str, ...] = ()) -> Mapping[str, DieEntry]:
    """The entries of all classes of dice by name; of two with one name the first."""
    found: dict[str, DieEntry] = {}
    for file in files_of(packs):
        for die in file.dice:
            found.setdefault(die.class_name, die)
    return found


# --- catalogues in pickles: looked up again where they are read, never sent card by card ---------


def _reduce_catalog(catalog: Catalog) -> tuple[Callable[..., Catalog], tuple[Any, ...]]:
    if catalog.packs:
        return (_catalog_again, tuple(pack_of(name) for name in catalog.packs))
    if catalog is default_catalog():
        return (default_catalog, ())
    return (Catalog, (catalog.cards,))  # made by a caller, sent as it is


def _catalog_again(*packs: Pack) -> Catalog:
    """The catalogue of the packs of a pickle."""
    return catalog_of_packs(tuple(pack.id for pack in packs))


copyreg.pickle(Catalog, _reduce_catalog)
