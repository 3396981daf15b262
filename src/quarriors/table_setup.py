"""Checks what users ask for before a game: the rules, the cards and their mix.

The engine refuses the same things, but in English and for programmers; here every mistake has a
sentence in every language. The command line and the server both ask here, each with plain values of
its own reading, so that a table that one of them takes is never refused by the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from quarriors.cards.load import catalog_of, catalog_of_packs, default_catalog
from quarriors.cards.pack import find_packs
from quarriors.cards.sets import MODULES, RULES_OF_SETS, SETS
from quarriors.engine.catalog import Card
from quarriors.engine.errors import CardError, QuarriorsError
from quarriors.engine.rng import Dealer
from quarriors.engine.rules import EDITIONS, VARIANTS, Rules
from quarriors.engine.setup import (
    FAVOURING,
    MIXES,
    choose_wilds,
    extra_classes,
    is_basic,
    missing_needs,
    named_wilds,
    quest_classes,
)
from quarriors.record.errors import Sayable
from quarriors.setup_code import decode
from quarriors.text import Texts

FEWEST = 2  # players
MOST = 4
ALL = "all"  # every set
BASE = "base"  # the set of a game that names none
HINT = "hint"
DEMOCRATIC = "democratic"


class BadSetup(Sayable, QuarriorsError):
    """A table that cannot be played as asked; its sentences are in the texts of set-ups."""

    def say(self, language: str) -> str:
        """The sentence in a language."""
        return Texts(language).say("setup", self.key, **self.values)


def _one_of(key: str, value: str, known: Sequence[str]) -> None:
    if value not in known:
        raise BadSetup(key, value=value, known=", ".join(known))


# --- rules ---------------------------------------------------------------------------------------


def make_rules(
    players: int,
    edition: str,
    sets: Sequence[str],
    variants: Sequence[str] = (),
    modules: Sequence[str] | None = None,
    goal: int | None = None,
    packs: Sequence[object] = (),
) -> Rules:
    """The rules that names ask for; without `modules` the sets bring all of theirs (15.11).

    Packs are objects, files or ids; one that is not known or faulty is refused by its own error.
    """
    if not FEWEST <= players <= MOST:
        raise BadSetup("players", players=players)
    _one_of("edition", edition, EDITIONS)
    if not sets:
        raise BadSetup("no_set", known=", ".join(SETS))
    for name in sets:
        if name in MODULES:
            raise BadSetup("not_a_set", value=name, home=RULES_OF_SETS[name])
        _one_of("set", name, (*SETS, ALL))
    for name in variants:
        _one_of("variant", name, VARIANTS)
    for name in modules or ():
        _one_of("module", name, MODULES)
    for names in (sets, variants, modules or ()):
        for name in names:
            if names.count(name) > 1:
                raise BadSetup("twice", value=name)
    known = [name for name in SETS if name in sets or ALL in sets]
    for name in modules or ():
        if RULES_OF_SETS[name] not in known:
            raise BadSetup("module_alone", value=name, home=RULES_OF_SETS[name])
    brought = [name for name in MODULES if RULES_OF_SETS[name] in known]
    _check_classes(known, brought if modules is None else modules)
    return Rules(players, edition, known, variants, goal=goal, modules=modules, packs=packs)


def _check_classes(sets: Sequence[str], modules: Sequence[str]) -> None:
    """Refuse sets that can never fill the Wilds (2.2, 13.1)."""
    small = list(sets) == ["light_vs_dark"] and "light_vs_dark_rules" in modules
    for kind, quota in (("creature", 6 if small else 7), ("spell", 2 if small else 3)):
        there = {
            card.class_name
            for card in default_catalog().cards
            if card.kind == kind and card.set_name in sets
        }
        if len(there) < quota:
            values = {"sets": ", ".join(sets), "count": len(there), "quota": quota}
            raise BadSetup(f"few_{kind}s", **values)


class Carried(NamedTuple):
    """What a set-up code says about the game it was made for."""

    names: tuple[str, ...]
    sets: tuple[str, ...]
    modules: tuple[str, ...]
    players: int  # at least


def carried(code: str, packs: tuple[str, ...] = ()) -> Carried:
    """The cards of a code, and the game they belong to; with the packs (ids) that it names.

    Sets are read from the cards and what they need, quests and the rules of Light vs. Dark from
    the quest cards and the Assistant, players from the number of quests (12.1).
    """
    catalog = catalog_of_packs(packs)
    names = decode(code, catalog)
    cards = [catalog.card(name) for name in names]
    quests = sum(card.kind == "quest" for card in cards)
    rules = {"quests": quests > 0, "light_vs_dark_rules": any(c.kind == "basic" for c in cards)}
    named = {card.set_name for card in cards} | {need for card in cards for need in card.needs}
    return Carried(
        tuple(names),
        tuple(name for name in SETS if name in named),
        tuple(name for name in MODULES if rules[name]),
        max(FEWEST, quests + 1),
    )


def agreed_rules(
    players: int | None,
    edition: str,
    sets: Sequence[str] | None,
    variants: Sequence[str] = (),
    modules: Sequence[str] | None = None,
    code: str = "",
    goal: int | None = None,
    packs: Sequence[object] = (),
) -> Rules:
    """The rules that names ask for; a code says which sets and rules its table was laid for.

    Only what is left open (None) is read from the code.
    """
    if not code or sets is not None:
        asked = FEWEST if players is None else players
        known = (BASE,) if sets is None else sets
        return make_rules(asked, edition, known, variants, modules, goal, packs)
    found = carried(code, tuple(pack.id for pack in find_packs(packs)))
    return make_rules(
        found.players if players is None else players,
        edition,
        found.sets,
        variants,
        found.modules if modules is None else modules,
        goal,
        packs,
    )


# --- cards ---------------------------------------------------------------------------------------


def check_table(names: Sequence[str], without: Sequence[str], rules: Rules) -> None:
    """Refuse cards that cannot lie together, each for its own reason."""
    catalog = catalog_of(rules)
    classes = {card.class_name for card in catalog.cards}
    for name in without:
        if name not in catalog and name not in classes:
            raise BadSetup("card", card=name)
    seen: dict[str, str] = {}
    for name in names:
        if name not in catalog:
            raise BadSetup("card", card=name)
        card = catalog.card(name)
        if is_basic(card):
            raise BadSetup("basic", card=name)
        if name in without or card.class_name in without:
            raise BadSetup("in_and_out", card=name)
        if card.class_name in seen:
            other = seen[card.class_name]
            raise BadSetup("class_twice", card=name, other=other, name=card.class_name)
        _check_fits(card, rules)
        seen[card.class_name] = name
    creatures, spells = _counted(names, rules)
    if creatures > rules.creature_classes or spells > rules.spell_classes:
        values = {"creatures": rules.creature_classes, "spells": rules.spell_classes}
        raise BadSetup("too_many", **values)


def _check_fits(card: Card, rules: Rules) -> None:
    """Refuse a card of a set, of rules or of a number of players that this game does not have."""
    if card.set_name not in rules.sets:
        raise BadSetup("other_set", card=card.name, set=card.set_name)
    if card.kind == "basic" and not rules.light_vs_dark_rules:
        raise BadSetup("typed", card=card.name)
    if card.kind == "quest" and not rules.quests:
        raise BadSetup("no_quests", card=card.name)
    quests = quest_classes(rules)
    if card.kind == "quest" and card.class_name not in quests:
        values = {"players": rules.players, "quests": ", ".join(quests)}
        raise BadSetup("other_quest", card=card.name, **values)
    missing = missing_needs(rules, card)
    if missing:
        raise BadSetup("needs", card=card.name, needs=", ".join(missing))


def _counted(names: Sequence[str], rules: Rules) -> tuple[int, int]:
    """How many creatures and spells are named: quests and the Assistant come on top."""
    kinds = [catalog_of(rules).card(name).kind for name in names]
    return kinds.count("creature"), kinds.count("spell")


def check_whole(names: Sequence[str], rules: Rules) -> None:
    """Refuse a table that is named whole and is not (2.2), or whose cards cannot lie together."""
    check_table(names, (), rules)
    _check_count("whole", names, rules)


def _check_count(key: str, names: Sequence[str], rules: Rules) -> None:
    found = _counted(names, rules)
    if found != (rules.creature_classes, rules.spell_classes):
        values = {"creatures": rules.creature_classes, "spells": rules.spell_classes}
        raise BadSetup(key, named_creatures=found[0], named_spells=found[1], **values)


# --- mixes ---------------------------------------------------------------------------------------


def check_mix(mix: str, wanted: Sequence[str], rules: Rules, featured: str | None = None) -> None:
    """Refuse an unknown mix, one of a single set, and a democratic one without its cards (2.5).

    The cards that are wanted must exist: `check_table` sees to that.
    """
    _one_of("mix", mix, MIXES)
    if mix in FAVOURING and len(rules.sets) < 2:
        raise BadSetup("mix_alone", mix=mix)
    if featured:
        _one_of("set", featured, SETS)
        _one_of("featured", featured, rules.sets)
        if mix not in FAVOURING:
            raise BadSetup("featured_mix", mix=mix)
    if mix == DEMOCRATIC:
        _check_count("democratic", wanted, rules)


def check_code_alone(
    wanted: Sequence[str], without: Sequence[str], mix: str, featured: str | None
) -> None:
    """Refuse wishes beside a set-up code, which leaves none of them open."""
    if wanted or without or mix != HINT or featured:
        raise BadSetup("code_alone")


def check_left(without: Sequence[str], rules: Rules) -> None:
    """Refuse to leave out more cards than a table can spare (2.2, 12.1, 13.1)."""
    left = [
        card
        for card in catalog_of(rules).cards
        if card.set_name in rules.sets
        and card.name not in without
        and card.class_name not in without
        and not missing_needs(rules, card)
    ]
    creatures, spells = rules.creature_classes, rules.spell_classes
    for kind, quota in (("creature", creatures), ("spell", spells)):
        if len({card.class_name for card in left if card.kind == kind}) < quota:
            raise BadSetup("too_few", creatures=creatures, spells=spells)
    for name in extra_classes(rules):
        if not any(card.class_name == name and not is_basic(card) for card in left):
            raise BadSetup("no_extra", name=name)


def dealt_wilds(
    rules: Rules,
    seed: int,
    mix: str = HINT,
    featured: str | None = None,
    wanted: Sequence[str] = (),
    without: Sequence[str] = (),
) -> list[Card]:
    """The table that a game with this seed gets; wishes that cannot be met are refused."""
    check_table(wanted, without, rules)
    check_mix(mix, wanted, rules, featured)
    check_left(without, rules)
    dealer = Dealer(seed, "wilds")
    try:
        cards = catalog_of(rules)
        return choose_wilds(rules, cards, dealer, mix, featured or "", wanted, without)
    except CardError as error:  # all that is left: the favoured set and the others are too small
        raise BadSetup("unfilled", mix=mix) from error


def agreed_wilds(
    rules: Rules,
    seed: int,
    mix: str = HINT,
    featured: str | None = None,
    wanted: Sequence[str] = (),
    without: Sequence[str] = (),
    code: str = "",
    swapped: Sequence[str] = (),
) -> list[Card]:
    """The table of a code, or one by chance around the cards that are wanted.

    Cards that are `swapped` leave the table of the code, and chance puts others in their place.
    """
    if not code:
        if swapped:
            raise BadSetup("swap_alone")
        return dealt_wilds(rules, seed, mix, featured, wanted, without)
    names = carried(code, rules.packs).names
    if not swapped:
        check_code_alone(wanted, without, mix, featured)
        check_whole(names, rules)
        return named_wilds(rules, catalog_of(rules), names, Dealer(seed, "wilds"))
    if wanted:
        raise BadSetup("code_alone")
    unwanted = list(without)
    for name in swapped:
        if name not in names:
            raise BadSetup("swap_absent", card=name)
        unwanted.append(_other_than(name, unwanted, rules))
    kept = [name for name in names if name not in swapped]
    return dealt_wilds(rules, seed, mix, featured, kept, unwanted)


def _other_than(name: str, without: Sequence[str], rules: Rules) -> str:
    """What to leave out so that a card is replaced: its class, or itself where no other is left."""
    class_name = catalog_of(rules).card(name).class_name
    try:
        check_left([*without, class_name], rules)
    except BadSetup:
        return name
    return class_name
