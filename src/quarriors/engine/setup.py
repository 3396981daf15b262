"""Laying the table: which cards, which dice, who begins (section 2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
    if mix not in MIXES:
        raise RulesError(f"There is no mix {mix!r}; use one of {', '.join(MIXES)} (rule 2.5).")
    if mix in FAVOURING and len(rules.sets) < 2:
        raise RulesError(f"The mix {mix!r} needs a second set to mix in (rule 2.5); use 'hint'.")
    special = featured or (rules.sets[-1] if len(rules.sets) > 1 else "")
    if special and special not in rules.sets:
        raise RulesError(f"The set {special!r} is not in this game; feature one of {rules.sets}.")
    wanted = _wanted(rules, catalog, include, exclude)
    stock = _stock(rules, catalog, exclude)
    quotas = {"creature": rules.creature_classes, "spell": rules.spell_classes}
    named = _named(wanted, quotas, mix)
    laid = stock.deal(
        dealer,
        named,
        quotas["creature"],
        quotas["spell"],
        special if mix in FAVOURING else "",
        SIDES.get(mix, len(stock.cards)),
    )
    _refuse_too_few(laid, quotas)
    laid.sort(key=_order)
    return [*laid, *_extras(rules, stock, wanted, dealer)]


def _wanted(
    rules: Rules, catalog: Catalog, include: Sequence[str], exclude: Sequence[str]
) -> list[Card]:
    """The cards that must lie there, if they can."""
    _check_names("include", include)
    _check_names("exclude", exclude)
    wanted = [catalog.card(name) for name in include]
    for card in wanted:
        if is_basic(card):
            raise CardError(f"{card.name} lies in every Wilds already; include other cards.")
        if card.set_name not in rules.sets:
            raise CardError(
                f"{card.name} belongs to the set {card.set_name!r}; add that set to the rules."
            )
        if card.name in exclude or card.class_name in exclude:
            raise CardError(f"{card.name} is both included and excluded; do one of the two.")
        _refuse_misfit(rules, card)
    if exclude:
        classes = {card.class_name for card in catalog.cards}
        for name in exclude:
            if name not in catalog and name not in classes:
                raise CardError(f"There is no card or class called {name!r} to exclude.")
    _refuse_twice(wanted)
    return wanted


def _named(wanted: Sequence[Card], quotas: Mapping[str, int], mix: str) -> list[Card]:
    """The creatures and spells among them, creatures first; never more than the Wilds hold."""
    named = [card for kind in quotas for card in wanted if card.kind == kind]
    if mix == "democratic" and len(named) < sum(quotas.values()):
        raise RulesError(
            "With the democratic mix the players name all cards (rule 2.5): "
            f"{quotas['creature']} creatures and {quotas['spell']} spells."
        )
    for kind, quota in quotas.items():
        count = sum(card.kind == kind for card in named)
        if count > quota:
            raise CardError(f"{count} {kind} cards are named; the Wilds hold {quota} (rule 2.2).")
    return named


def _refuse_too_few(laid: Sequence[Card], quotas: Mapping[str, int]) -> None:
    """Wilds that cannot be filled, because too many cards are excluded."""
    if len(laid) == sum(quotas.values()):
        return
    for kind, quota in quotas.items():
        found = sum(card.kind == kind for card in laid)
        if found < quota:
            raise CardError(
                f"Only {found} {kind} classes are left for the Wilds; they need {quota} (rule 2.2)."
            )


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
    missing = missing_needs(rules, card)
    if missing:
        raise CardError(
            f"{card.name} needs {', '.join(missing)}, which is not in this game; leave it out."
        )
    if card.kind == "basic" and not rules.light_vs_dark_rules:
        raise CardError(f"{card.name} belongs to the rules of Light vs. Dark (rule 13.1).")
    dealt = extra_classes(rules)
    if card.kind == "quest" and card.class_name not in dealt:
        quests = ", ".join(quest_classes(rules)) or "none"
        raise CardError(
            f"{card.name} is not played here; quests with {rules.players} players: {quests} "
            "(rule 12.1)."
        )


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
            raise CardError(f"No card of the class {class_name} is left; exclude fewer cards.")
        laid.append(found[0])
    return laid


def named_wilds(
    rules: Rules, catalog: Catalog, names: Sequence[str], dealer: Dealer | None = None
) -> list[Card]:
    """Wilds of which all ten cards are named; those that modules deal may be."""
    _check_names("wilds", names)
    dealt = Dealer(0, "wilds") if dealer is None else dealer
    return choose_wilds(rules, catalog, dealt, "democratic", "", names)


def _check_names(what: str, names: object) -> None:
    """A list of names, and nothing that only looks like one."""
    if isinstance(names, str) or not isinstance(names, Sequence):
        raise CardError(f"{what} is a list of card names; `quarriors cards` lists them all.")
    for name in names:
        if not isinstance(name, str):
            raise CardError(
                f"{what} is a list of card names (`quarriors cards` lists them); {name!r} is none."
            )


def _refuse_twice(cards: Sequence[Card]) -> None:
    seen: dict[str, str] = {}
    for card in cards:
        if card.class_name in seen:
            raise CardError(
                f"{seen[card.class_name]} and {card.name} are of one class; a game has one card of "
                "a class (rule 1.2)."
            )
        seen[card.class_name] = card.name


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
