"""Which cards can lie in which lane of the tables that some rules and wishes allow."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from quarriors.cards.load import catalog_of
from quarriors.engine.catalog import FACES, Card, Catalog, Sheet
from quarriors.engine.rules import Rules
from quarriors.engine.setup import basic_cards, extra_classes, missing_needs
from quarriors.envs.core.actions import FACES as SIDES
from quarriors.envs.core.layout import BASICS, FIRST_CREATURE, FIRST_QUEST, FIRST_SPELL, LANES


class Tables(NamedTuple):
    """All tables that can be dealt: the cards that can lie in each lane."""

    rules: Rules
    catalog: Catalog
    lanes: tuple[tuple[Card, ...], ...]

    @property
    def sheet(self) -> Sheet:
        """The catalogue's columns by card and face."""
        return self.catalog.sheet(self.rules.both_bursts)

    @property
    def cards(self) -> list[Card]:
        """All cards of all lanes."""
        return sorted({card for lane in self.lanes for card in lane}, key=lambda card: card.index)

    def looks(self, lane: int) -> list[tuple[int, int]]:
        """The looks of all dice of a lane, each with the first face that reads the same."""
        alike = self.sheet.first_alike
        found = []
        for card in self.lanes[lane]:
            for face in range(SIDES):
                look = card.index * FACES + face
                found.append((look, int(alike[look])))
        return found


def tables_of(rules: Rules, wishes: Mapping[str, Any]) -> Tables:
    """The tables that rules and wishes allow; wishes are those of `new_game`, checked already."""
    catalog = catalog_of(rules)
    lanes: list[tuple[Card, ...]] = [()] * LANES
    for name in basic_cards(rules):
        if name in catalog:
            card = catalog.card(name)
            lanes[BASICS[card.class_name]] = (card,)
    named = [catalog.card(name) for name in wishes.get("wilds") or ()]
    included = [catalog.card(name) for name in wishes.get("include") or ()]
    excluded = wishes.get("exclude") or ()
    stock = [
        card
        for card in catalog.cards
        if card.set_name in rules.sets
        and card.name not in excluded
        and card.class_name not in excluded
        and not missing_needs(rules, card)
    ]
    for kind, first, count in (
        ("creature", FIRST_CREATURE, rules.creature_classes),
        ("spell", FIRST_SPELL, rules.spell_classes),
    ):
        wanted = [card for card in named or included if card.kind == kind]
        if len(wanted) == count:  # all are named: each has its lane, by cost (2.6)
            wanted.sort(key=lambda card: (card.cost, card.name))
            lanes[first : first + count] = [(card,) for card in wanted]
        else:
            of_kind = tuple(card for card in stock if card.kind == kind)
            lanes[first : first + count] = [of_kind] * count
    _lay_extras(rules, [*named, *included], stock, lanes)
    return Tables(rules, catalog, tuple(lanes))


def _lay_extras(
    rules: Rules, named: Sequence[Card], stock: Sequence[Card], lanes: list[tuple[Card, ...]]
) -> None:
    """The cards of the classes that modules deal beside creatures and spells (12.1, 13.1)."""
    quest = FIRST_QUEST
    for class_name in extra_classes(rules):
        found = [card for card in named if card.class_name == class_name] or [
            card for card in stock if card.class_name == class_name and card.type_name
        ]
        lane = BASICS.get(class_name, quest)
        if lane == quest:
            quest += 1
        lanes[lane] = tuple(found)
