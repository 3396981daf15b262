"""From facts (TOML) and behaviour (Python) to a checked catalogue.

Every card must have facts and behaviour that agree line by line, or the catalogue is refused when
it is built, before any game.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from quarriors.cards.base import BASE
from quarriors.cards.dsl import Behaviours
from quarriors.cards.light_vs_dark import LIGHT_VS_DARK
from quarriors.cards.promos import PROMOS
from quarriors.cards.quarmageddon import QUARMAGEDDON
from quarriors.cards.quartifacts import QUARTIFACTS
from quarriors.cards.quest_of_the_qladiator import QUEST_OF_THE_QLADIATOR
from quarriors.cards.rise_of_the_demons import RISE_OF_THE_DEMONS
from quarriors.engine.catalog import ENERGIES, Card, Catalog, Design, Roles
from quarriors.engine.errors import CatalogError

SETS: Mapping[str, Behaviours] = {
    "base": BASE,
    "rise_of_the_demons": RISE_OF_THE_DEMONS,
    "quarmageddon": QUARMAGEDDON,
    "quest_of_the_qladiator": QUEST_OF_THE_QLADIATOR,
    "quartifacts": QUARTIFACTS,
    "light_vs_dark": LIGHT_VS_DARK,
    "promos": PROMOS,
}


def card_name(type_name: str, class_name: str, kind: str) -> str:
    """A card's full name: "Strong Witching Hag", but "Death Charm" and "Hunt for Exqualibur"."""
    if not type_name:
        return class_name
    if kind == "quest":
        return f"{type_name} for {class_name}"
    return f"{type_name} {class_name}" if kind == "creature" else f"{class_name} {type_name}"


@cache
def read_facts(set_name: str) -> Mapping[str, Any]:
    """The facts file of a set, read once: other sets borrow dice from it."""
    text = files("quarriors.cards").joinpath("facts", f"{set_name}.toml").read_text("utf-8")
    facts: Mapping[str, Any] = tomllib.loads(text)
    return facts


def build_designs(facts: Mapping[str, Any]) -> dict[str, Design]:
    """The dice of a set by class, those it borrows from another set's box included."""
    designs = {
        entry["class"]: Design(
            entry["class"],
            entry["kind"],
            entry["count"],
            entry["faces"],
            entry["confidence"],
            entry["sources"],
            Roles(**entry.get("roles", {})),
        )
        for entry in facts.get("dice", ())
    }
    for class_name, home in facts["set"].get("uses_dice_of", {}).items():
        designs[class_name] = build_designs(read_facts(home))[class_name]
    return designs


def build_cards(set_name: str, facts: Mapping[str, Any], behaviours: Behaviours) -> list[Card]:
    """The cards of one set; whatever is missing or does not fit is an error here."""
    designs = build_designs(facts)
    cards = []
    for entry in facts["cards"]:
        name = entry.get("name") or card_name(entry["type"], entry["class"], entry["kind"])
        abilities = behaviours.abilities.get(name)
        if abilities is None:
            raise CatalogError(f"{name} has facts but no behaviour in the set {set_name}.")
        wanted = [
            (line["timing"], line["burst"], line.get("face", "")) for line in entry["abilities"]
        ]
        found = [(line.timing, line.burst, line.face) for line in abilities]
        if wanted != found:
            raise CatalogError(f"The abilities of {name} are {wanted} in facts, {found} in code.")
        anchored = entry.get("anchored", {"energy": "", "cost": 0})
        # Where the lines of a card are not equally sure, each says so for itself.
        lines = {
            f"ability {number}": line["confidence"]
            for number, line in enumerate(entry["abilities"])
            if "confidence" in line
        }
        cards.append(
            Card(
                name,
                entry["type"],
                designs[entry["class"]],
                set_name,
                entry.get("cost", 0),
                entry.get("glory", 0),
                abilities,
                {**entry["confidence"], **lines},
                entry["sources"],
                entry.get("level", 0),
                ENERGIES.index(entry.get("energy", "")),
                entry.get("discount", -1),
                ENERGIES.index(anchored["energy"]),
                anchored["cost"],
                entry.get("needs", ()),
            )
        )
    missing = set(behaviours.abilities) - {card.name for card in cards}
    if missing:
        raise CatalogError(f"{min(missing)} has behaviour but no facts in the set {set_name}.")
    return cards


@cache
def default_catalog() -> Catalog:
    """All cards of all sets, built once."""
    cards: list[Card] = []
    for set_name, behaviours in SETS.items():
        cards.extend(build_cards(set_name, read_facts(set_name), behaviours))
    return Catalog(cards)
