"""Laying the table: which cards, which dice, who begins (section 2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from quarriors.engine.catalog import Card, Catalog
from quarriors.engine.dealing import Stock
from quarriors.engine.errors import CardError, RulesError
from quarriors.engine.game_setup import GameSetup
from quarriors.engine.rng import Dealer
from quarriors.engine.rules import Rules
from quarriors.engine.sets import ANNOUNCED

SIDES: Final = {"small_side": 4, "side": 5}  # cards of the expansion with "a side of" it (2.5)
FAVOURING: Final = (*SIDES, "two_scoops")  # mixes that favour one set
MIXES: Final = ("hint", *FAVOURING, "democratic")


def choose_wilds(
    rules: Rules,
    catalog: Catalog,
    dealer: Dealer,
    mix: str = "hint",
    featured: str = "",
    include: Sequence[str] = (),
    exclude: Sequence[str] = (),
) -> list[Card]:
    """Seven creature classes and three spell classes (2.2), by one of the mixes (2.5).

    `include` names cards that must lie there, `exclude` cards or whole classes that must not;
    with the democratic mix the players name all ten. Classes that modules deal
    beside them (12.1, 13.1) are dealt as well, unless they are named.
    """
    check_mix(rules, mix, featured)
    special = featured or (rules.sets[-1] if len(rules.sets) > 1 else "")
    wanted = check_cards(rules, catalog, include, exclude)
    if mix == "democratic":
        _check_count("democratic", rules, wanted)
    if exclude:
        check_left(rules, catalog, exclude)
    stock = _stock(rules, catalog, exclude)
    laid = stock.deal(
        dealer,
        [card for kind in ("creature", "spell") for card in wanted if card.kind == kind],
        rules.creature_classes,
        rules.spell_classes,
        special if mix in FAVOURING else "",
        SIDES.get(mix, len(stock.cards)),
    )
    if len(laid) < rules.creature_classes + rules.spell_classes:
        raise CardError("unfilled", mix=mix)
    laid.sort(key=_order)
    return [*laid, *_extras(rules, stock, wanted, dealer)]


def check_mix(rules: Rules, mix: str, featured: str = "") -> None:
    """Refuse a mix that does not exist or that these sets cannot be mixed by (2.5)."""
    if mix not in MIXES:
        raise RulesError("mix", value=str(mix), known=MIXES)
    if mix in FAVOURING and len(rules.sets) < 2:
        raise RulesError("mix_alone", mix=mix)
    if featured and featured not in rules.sets:
        raise RulesError("featured", value=str(featured), known=rules.sets)


def check_cards(
    rules: Rules, catalog: Catalog, include: Sequence[str], exclude: Sequence[str] = ()
) -> list[Card]:
    """The cards that must lie in the Wilds; refused if they cannot, each for its own reason."""
    _check_names("include", include)
    _check_names("exclude", exclude)
    if exclude:
        classes = {card.class_name for card in catalog.cards}
        for name in exclude:
            if name not in catalog and name not in classes:
                raise CardError("card", card=name)
    wanted = [catalog.card(name) for name in include]
    seen: dict[str, str] = {}
    for card in wanted:
        if is_basic(card):
            raise CardError("basic", card=card.name)
        if card.name in exclude or card.class_name in exclude:
            raise CardError("in_and_out", card=card.name)
        if card.class_name in seen:
            other = seen[card.class_name]
            raise CardError("class_twice", card=card.name, other=other, name=card.class_name)
        _refuse_misfit(rules, card)
        seen[card.class_name] = card.name
    creatures, spells = _counted(wanted)
    if creatures > rules.creature_classes or spells > rules.spell_classes:
        most = {"creatures": rules.creature_classes, "spells": rules.spell_classes}
        raise CardError("too_many", **most)
    return wanted


def _counted(cards: Sequence[Card]) -> tuple[int, int]:
    """How many creatures and spells there are: what modules deal comes on top."""
    kinds = [card.kind for card in cards]
    return kinds.count("creature"), kinds.count("spell")


def _check_count(code: str, rules: Rules, named: Sequence[Card]) -> None:
    """Refuse a table that is named whole and is not (2.2)."""
    found = _counted(named)
    if found != (rules.creature_classes, rules.spell_classes):
        whole = {"creatures": rules.creature_classes, "spells": rules.spell_classes}
        raise RulesError(code, named_creatures=found[0], named_spells=found[1], **whole)


def check_left(rules: Rules, catalog: Catalog, exclude: Sequence[str]) -> None:
    """Refuse to exclude more cards than a table can spare (2.2, 12.1, 13.1)."""
    stock = _stock(rules, catalog, exclude)
    creatures, spells = rules.creature_classes, rules.spell_classes
    for kind, quota in (("creature", creatures), ("spell", spells)):
        if len({card.class_name for card in stock.cards if card.kind == kind}) < quota:
            raise CardError("too_few", creatures=creatures, spells=spells)
    for name in extra_classes(rules):
        if not any(card.class_name == name and not is_basic(card) for card in stock.others):
            raise CardError("no_extra", name=name)


def _stock(rules: Rules, catalog: Catalog, exclude: Sequence[str]) -> Stock:
    """The cards to deal from: kept by sets and rules, unless some cards are excluded."""
    key = (rules.sets, rules.modules)
    stocks: dict[object, Stock] = catalog.stocks
    if not exclude and key in stocks:
        return stocks[key]
    stock = Stock(
        [
            card
            for card in catalog.cards
            if card.set_name in rules.sets
            and card.name not in exclude
            and card.class_name not in exclude
            and not missing_needs(rules, card)
        ]
    )
    if not exclude:
        stocks[key] = stock
    return stock


def is_basic(card: Card) -> bool:
    """Basic cards lie there by themselves; of those with a type one is dealt (13.1)."""
    return card.kind == "basic" and not card.type_name


def missing_needs(rules: Rules, card: Card) -> list[str]:
    """What a card needs and this game does not have."""
    there = {*rules.sets, *rules.modules, *basic_cards(rules)}
    return [need for need in card.needs if need not in there]


def _refuse_misfit(rules: Rules, card: Card) -> None:
    """A card that is named but has no place in this game."""
    if card.set_name not in rules.sets:
        raise CardError("other_set", card=card.name, set=card.set_name)
    if card.kind == "basic" and not rules.light_vs_dark_rules:
        raise CardError("typed", card=card.name)
    if card.kind == "quest" and not rules.quests:
        raise CardError("no_quests", card=card.name)
    quests = quest_classes(rules)
    if card.kind == "quest" and card.class_name not in quests:
        raise CardError("other_quest", card=card.name, players=rules.players, quests=quests)
    missing = missing_needs(rules, card)
    if missing:
        raise CardError("needs", card=card.name, needs=missing)


def quest_classes(rules: Rules) -> tuple[str, ...]:
    """The classes of the quests that are played (12.1)."""
    return ANNOUNCED.modules["quests"].dealt[rules.players] if rules.quests else ()


def extra_classes(rules: Rules) -> list[str]:
    """The classes of which one card is dealt beside creatures and spells (12.1, 13.1)."""
    classes: list[str] = []
    for name in reversed(rules.modules):
        classes.extend(ANNOUNCED.modules[name].dealt[rules.players])
    return classes


def _extras(rules: Rules, stock: Stock, wanted: Sequence[Card], dealer: Dealer) -> list[Card]:
    """One card of each class that modules deal beside creatures and spells (12.1, 13.1)."""
    laid: list[Card] = []
    for class_name in extra_classes(rules):
        named = [card for card in wanted if card.class_name == class_name]
        pile = [card for card in stock.others if card.class_name == class_name and card.type_name]
        found = named or _shuffled(pile, dealer)
        if not found:
            raise CardError("no_extra", name=class_name)
        laid.append(found[0])
    return laid


def named_wilds(
    rules: Rules, catalog: Catalog, names: Sequence[str], dealer: Dealer | None = None
) -> list[Card]:
    """Wilds of which all ten cards are named; those that modules deal may be."""
    check_whole(rules, catalog, names)
    dealt = Dealer(0, "wilds") if dealer is None else dealer
    return choose_wilds(rules, catalog, dealt, "democratic", "", names)


def check_whole(rules: Rules, catalog: Catalog, names: Sequence[str]) -> None:
    """Refuse a table that is named whole and is not (2.2), or whose cards cannot lie together."""
    _check_names("wilds", names)
    _check_count("whole", rules, check_cards(rules, catalog, names))


def _check_names(what: str, names: object) -> None:
    """A list of names, and nothing that only looks like one."""
    if isinstance(names, str) or not isinstance(names, Sequence):
        raise CardError("card_names", field=what)
    for name in names:
        if not isinstance(name, str):
            raise CardError("card_name", field=what, value=repr(name))


def _shuffled(cards: list[Card], dealer: Dealer) -> list[Card]:
    order = list(range(len(cards)))
    dealer.shuffle(order)
    return [cards[index] for index in order]


def _order(card: Card) -> tuple[str, int, str]:
    """Creatures, then spells, by cost (2.6)."""
    return (card.kind, card.cost, card.name)


def lay_table(rules: Rules, catalog: Catalog, wilds: Sequence[Card]) -> GameSetup:
    """The set-up with its basics (2.1) and the chosen cards."""
    basics = [catalog.card(name) for name in basic_cards(rules) if name in catalog]
    return GameSetup(rules, catalog, [*basics, *wilds])


def basic_cards(rules: Rules) -> tuple[str, ...]:
    """The basics of a game (2.1), or those of its rules instead (13.1), and what sets add."""
    modules = [ANNOUNCED.modules[name] for name in rules.modules]
    instead = [info for info in modules if info.replaces_basics]
    names = [name for info in instead for name in info.basics] or list(ANNOUNCED.usual_basics)
    for set_name in rules.sets:
        names.extend(ANNOUNCED.sets[set_name].basics)
    for info in modules:
        if not info.replaces_basics:
            names.extend(info.basics)
    return tuple(names)
