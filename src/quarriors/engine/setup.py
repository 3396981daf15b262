"""Laying the table: which cards, which dice, who begins (section 2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from quarriors.engine.catalog import Card, Catalog
from quarriors.engine.dice import zone
from quarriors.engine.errors import CardError, RulesError
from quarriors.engine.frames import push
from quarriors.engine.luck import Dealer
from quarriors.engine.rules import Rules
from quarriors.engine.state import State
from quarriors.engine.table import (
    ASSISTANT_CLASS,
    CORRUPTED_CLASS,
    LARGE_CLASS,
    LARGE_DICE,
    QUIDDITY_CLASS,
    START_ASSISTANTS,
    START_QUIDDITY,
    Table,
)
from quarriors.engine.words import ASIDE, BAG, PLACES, TURN, WILDS

BASICS: Final = ("Basic Quiddity", "Assistant", "Portal")  # 2.1
QUESTS: Final = {  # classes of quest cards by the number of players (12.1)
    2: ("Exqualibur",),
    3: ("Holy Quail", "Tri-Clops Skull"),
    4: ("Holy Quail", "Exqualibur", "Tri-Clops Skull"),
}
SIDES: Final = {"small_side": 4, "side": 5}  # cards of the expansion with "a side of" it (2.5)
FAVOURING: Final = (*SIDES, "two_scoops")  # mixes that favour one set
MIXES: Final = ("hint", *FAVOURING, "democratic")
STARTING_DICE: Final = (  # 2.3, 13.1
    (QUIDDITY_CLASS, START_QUIDDITY, BAG),
    (ASSISTANT_CLASS, START_ASSISTANTS, BAG),
    (LARGE_CLASS, LARGE_DICE, ASIDE),
)


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
    with the democratic mix the players name all ten. Quest cards (12.1) and the Assistant card of
    Light vs. Dark (13.1) are dealt as well, unless they are named.
    """
    if mix not in MIXES:
        raise RulesError(f"There is no mix {mix!r}; use one of {', '.join(MIXES)} (rule 2.5).")
    if mix in FAVOURING and len(rules.sets) < 2:
        raise RulesError(f"The mix {mix!r} needs a second set to mix in (rule 2.5); use 'hint'.")
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
    classes = {card.class_name for card in catalog.cards}
    for name in exclude:
        if name not in catalog and name not in classes:
            raise CardError(f"There is no card or class called {name!r} to exclude.")
    _refuse_twice(wanted)
    stock = [
        card
        for card in catalog.cards
        if card.set_name in rules.sets
        and card.name not in exclude
        and card.class_name not in exclude
        and not missing_needs(rules, card)
    ]
    special = featured or (rules.sets[-1] if len(rules.sets) > 1 else "")
    if special and special not in rules.sets:
        raise RulesError(f"The set {special!r} is not in this game; feature one of {rules.sets}.")
    quotas = {"creature": rules.creature_classes, "spell": rules.spell_classes}
    dealt = [card for card in stock if card.kind in quotas]
    if mix == "democratic" and sum(card.kind in quotas for card in wanted) < sum(quotas.values()):
        raise RulesError(
            "With the democratic mix the players name all cards (rule 2.5): "
            f"{quotas['creature']} creatures and {quotas['spell']} spells."
        )
    first: list[Card] = []
    if mix in FAVOURING and special:
        first = _shuffled([card for card in dealt if card.set_name == special], dealer)
    rest = _shuffled([card for card in dealt if card not in first], dealer)
    limit = SIDES.get(mix, len(first))
    laid: list[Card] = []
    for kind, quota in quotas.items():
        named = [card for card in wanted if card.kind == kind]
        if len(named) > quota:
            raise CardError(
                f"{len(named)} {kind} cards are named; the Wilds hold {quota} (rule 2.2)."
            )
        laid.extend(named)
    taken = {card.class_name for card in laid}
    # The last pass fills up from the featured set where the others have too few classes.
    for pile, most in ((first, limit), (rest, len(rest)), (first, len(first))):
        used = sum(card.set_name == special for card in wanted) if pile is first else 0
        for card in pile:
            full = sum(other.kind == card.kind for other in laid) >= quotas[card.kind]
            if full or card.class_name in taken or used >= most:
                continue  # a class that is there already is skipped (2.2)
            laid.append(card)
            taken.add(card.class_name)
            used += 1
    for kind, quota in quotas.items():
        found = sum(card.kind == kind for card in laid)
        if found < quota:
            raise CardError(
                f"Only {found} {kind} classes are left for the Wilds; they need {quota} (rule 2.2)."
            )
    return [*_sorted(laid), *_extras(rules, stock, wanted, dealer)]


def is_basic(card: Card) -> bool:
    """Basic cards lie there by themselves; of the typed Assistants one is dealt (13.1)."""
    return card.kind == "basic" and not card.type_name


def missing_needs(rules: Rules, card: Card) -> list[str]:
    """What a card needs and this game does not have."""
    there = {*rules.sets, *rules.modules}
    if not rules.light_vs_dark_rules:
        there.add(QUIDDITY_CLASS)
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
    if card.kind == "quest" and (not rules.quests or card.class_name not in QUESTS[rules.players]):
        quests = ", ".join(QUESTS[rules.players]) if rules.quests else "none"
        raise CardError(
            f"{card.name} is not played here; quests with {rules.players} players: {quests} "
            "(rule 12.1)."
        )


def extra_classes(rules: Rules) -> list[str]:
    """The classes of which one card is dealt beside creatures and spells."""
    classes: list[str] = []
    if rules.light_vs_dark_rules:
        classes.append(ASSISTANT_CLASS)
    if rules.quests:
        classes.extend(QUESTS[rules.players])
    return classes


def _extras(
    rules: Rules, stock: Sequence[Card], wanted: Sequence[Card], dealer: Dealer
) -> list[Card]:
    """The Assistant of Light vs. Dark (13.1) and one version of each quest (12.1)."""
    laid: list[Card] = []
    for class_name in extra_classes(rules):
        named = [card for card in wanted if card.class_name == class_name]
        pile = [
            card
            for card in stock
            if card.class_name == class_name and card.kind in ("basic", "quest") and card.type_name
        ]
        found = named or _shuffled(pile, dealer)
        if not found:
            raise CardError(f"No card of the class {class_name} is left; exclude fewer cards.")
        laid.append(found[0])
    return laid


def named_wilds(
    rules: Rules, catalog: Catalog, names: Sequence[str], dealer: Dealer | None = None
) -> list[Card]:
    """A table whose ten cards are all named; quests and the Assistant card may be."""
    _check_names("wilds", names)
    dealt = Dealer(0, "wilds") if dealer is None else dealer
    return choose_wilds(rules, catalog, dealt, "democratic", "", names)


def _check_names(what: str, names: object) -> None:
    """A list of names, and nothing that only looks like one."""
    if isinstance(names, str) or not isinstance(names, Sequence):
        raise CardError(f"{what} is a list of card names, such as ['Strong Witching Hag'].")
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


def _sorted(cards: list[Card]) -> list[Card]:
    """Creatures, then spells, by cost (2.6)."""
    return sorted(cards, key=lambda card: (card.kind, card.cost, card.name))


def lay_table(rules: Rules, catalog: Catalog, wilds: Sequence[Card]) -> Table:
    """The table with its basics (2.1) and the chosen cards."""
    basics = [catalog.card(name) for name in basic_cards(rules) if name in catalog]
    return Table(rules, catalog, [*basics, *wilds])


def basic_cards(rules: Rules) -> tuple[str, ...]:
    """The basics of a game: the base trio (2.1), or Large Quiddity (13.1), and what sets add."""
    names = [LARGE_CLASS] if rules.light_vs_dark_rules else list(BASICS)
    if "rise_of_the_demons" in rules.sets:
        names.append(CORRUPTED_CLASS)  # 2.5
    if rules.quests:
        names.append("Squire")  # 12.1
    return tuple(names)


def empty(table: Table, rng: int, active: int) -> State:
    """A table with every die on its card and nothing begun."""
    dice = len(table.slot)
    players = table.players
    on_cards = [last - first for first, last in zip(table.first_die, table.last_die, strict=True)]
    return State(
        table, rng, active, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        [WILDS] * dice, [-1] * dice, [0] * dice, [0] * dice, table.nothing, table.nothing,
        [[] for _ in range(players * PLACES)],
        on_cards, [0] * players, [0] * players, [0] * players, [0] * len(table.cards),
        [-1] * players, [], [], [], [], [],
    )  # fmt: skip


def start(table: Table, rng: int, first: int) -> State:
    """Everybody's first dice in place, the rest on the cards, the first turn to come (2.3)."""
    s = empty(table, rng, first)
    players = table.players
    for class_name, count, place in STARTING_DICE:
        if class_name in table.class_slot:
            slot = table.class_slot[class_name]
            die = table.first_die[slot]
            for seat in range(players):
                for _ in range(count):
                    s.place[die] = place
                    s.owner[die] = seat
                    zone(s, seat, place).append(die)
                    s.wild[slot] -= 1
                    die += 1
    push(s, TURN, -1, -1, -1, 0, 0, 0)
    return s
