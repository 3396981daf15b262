"""What owners of the box put on a real table: cards, dice, what every player gets, the Glory goal.

Every number is read from a table that the engine has laid, so it cannot differ from the rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from quarriors.cards.load import catalog_of
from quarriors.engine import queries
from quarriors.engine.catalog import Card
from quarriors.engine.dealing import start
from quarriors.engine.ids import place
from quarriors.engine.rules import Rules
from quarriors.engine.setup import basic_cards, lay_table
from quarriors.table_setup import FEWEST, MOST, dealt_wilds
from quarriors.text import Texts
from quarriors.view.speech import Speech


class Pile(NamedTuple):
    """A card and how many of its dice belong there."""

    card: Card
    dice: int


class LayOut(NamedTuple):
    """A table as it is laid before the first turn."""

    rules: Rules
    wilds: tuple[Pile, ...]  # the cards that were dealt or named
    basics: tuple[Pile, ...]
    bag: tuple[Pile, ...]  # of every player
    aside: tuple[Pile, ...]  # of every player, beside the bag (13.1)


class Step(NamedTuple):
    """One thing to do before the game begins, and the rule that says so."""

    text: str
    rule: str


def lay_out(rules: Rules, cards: Sequence[Card]) -> LayOut:
    """Lay a table with these cards in the Wilds and count its dice."""
    table = lay_table(rules, catalog_of(rules), cards)
    s = start(table, 0, 0)
    piles = [Pile(card, queries.left_on_card(s, at)) for at, card in enumerate(table.cards)]
    basics = len(basic_cards(rules))

    def handed(where: int) -> tuple[Pile, ...]:
        slots = [table.slot[die] for die in queries.dice_list(s, 0, where)]
        return tuple(Pile(table.cards[at], slots.count(at)) for at in sorted(set(slots)))

    shown = tuple(piles[basics:])
    return LayOut(rules, shown, tuple(piles[:basics]), handed(place.BAG), handed(place.ASIDE))


def usual_lay_outs(rules: Rules) -> list[LayOut]:
    """Lay a table by the same rules for every number of players; only its classes matter."""
    found: list[LayOut] = []
    for players in range(FEWEST, MOST + 1):
        asked = Rules(players, rules.edition, rules.sets, rules.variants, modules=rules.modules)
        found.append(lay_out(asked, dealt_wilds(asked, 0)))
    return found


def steps(laid: LayOut, texts: Texts) -> list[Step]:
    """What to do before the game begins, in the order of the rules."""
    rules = laid.rules
    listing = Speech(texts, ()).listing

    def say(key: str, /, **values: object) -> str:
        return texts.say("lay_out", key, **values)

    def with_dice(piles: Sequence[Pile]) -> str:
        return listing(
            [
                say(
                    "card" if pile.dice else "card_none",
                    card=texts.class_name(pile.card.class_name),
                    n=pile.dice,
                )
                for pile in piles
            ]
        )

    def counted(piles: Sequence[Pile]) -> str:
        names = [(texts.class_name(pile.card.class_name), pile.dice) for pile in piles]
        return listing([say("dice", n=dice, card=name) for name, dice in names])

    by_kind = {
        kind: [pile for pile in laid.wilds if pile.card.kind == kind]
        for kind in ("creature", "spell", "basic", "quest")
    }
    begun = "13.1" if rules.light_vs_dark_rules else "2.1"
    found = [Step(say("basics", cards=with_dice(laid.basics)), begun)]
    creatures, spells = by_kind["creature"], by_kind["spell"]
    numbers = sorted({pile.dice for pile in (*creatures, *spells)})
    values = {
        "creatures": len(creatures),
        "spells": len(spells),
        "dice": listing(list(map(str, numbers))),
    }
    found.append(Step(say("wilds", **values), "2.2"))
    if by_kind["basic"]:
        found.append(Step(say("assistant", cards=with_dice(by_kind["basic"])), "13.1"))
    if by_kind["quest"]:
        found.append(Step(say("quests", cards=with_dice(by_kind["quest"])), "12.1"))
    given = "13.1" if rules.light_vs_dark_rules else "2.3"
    found.append(Step(say("bag", dice=counted(laid.bag)), given))
    if laid.aside:
        found.append(Step(say("aside", dice=counted(laid.aside)), "13.1"))
    found.append(Step(say("goal", goal=rules.goal), "9.1"))
    found.append(Step(say("first"), "2.4"))
    return found
