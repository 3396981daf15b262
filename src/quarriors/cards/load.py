"""From facts (TOML) and behaviour (Python) to a checked catalogue.

Every card must have facts and behaviour that agree line by line, or the catalogue is refused when
the package is imported, not in the middle of a game.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from quarriors.cards.base import BASE
from quarriors.cards.dsl import Behaviours
from quarriors.engine.catalog import Card, Catalog, Design
from quarriors.engine.errors import CatalogError

SETS: Mapping[str, Behaviours] = {"base": BASE}


def card_name(type_name: str, class_name: str, kind: str) -> str:
    """A card's full name: "Strong Witching Hag", but "Death Charm"."""
    if not type_name:
        return class_name
    return f"{class_name} {type_name}" if kind == "spell" else f"{type_name} {class_name}"


def read_facts(set_name: str) -> dict[str, Any]:
    """The facts file of a set."""
    text = files("quarriors.cards").joinpath("facts", f"{set_name}.toml").read_text("utf-8")
    return tomllib.loads(text)


def build_cards(set_name: str, facts: Mapping[str, Any], behaviours: Behaviours) -> list[Card]:
    """The cards of one set; whatever is missing or does not fit is an error here."""
    designs = {
        entry["class"]: Design(
            entry["class"],
            entry["kind"],
            entry["count"],
            entry["faces"],
            entry["confidence"],
            entry["sources"],
        )
        for entry in facts["dice"]
    }
    cards = []
    for entry in facts["cards"]:
        name = card_name(entry["type"], entry["class"], entry["kind"])
        abilities = behaviours.abilities.get(name)
        if abilities is None:
            raise CatalogError(f"{name} has facts but no behaviour in the set {set_name}.")
        wanted = [(line["timing"], line["burst"]) for line in entry["abilities"]]
        found = [(line.timing, line.burst) for line in abilities]
        if wanted != found:
            raise CatalogError(f"The abilities of {name} are {wanted} in facts, {found} in code.")
        cards.append(
            Card(
                name,
                entry["type"],
                designs[entry["class"]],
                set_name,
                entry["cost"],
                entry.get("glory", 0),
                abilities,
                entry["confidence"],
                entry["sources"],
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
