"""From a set-up as people wish it to a game that can begin, or a sentence that says what is wrong.

The engine refuses the same things, but in English and for programmers; here every mistake that a
client can send is named in the reader's language, before a table is made. Nothing here is random
by itself: the desk draws the seed.
"""

from __future__ import annotations

from collections.abc import Sequence

from quarriors.bots.base import BadBot
from quarriors.bots.registry import BOTS, make_bot
from quarriors.cards.load import default_catalog
from quarriors.engine.catalog import Card
from quarriors.engine.errors import CardError
from quarriors.engine.luck import Dealer
from quarriors.engine.rules import EDITIONS, MODULES, RULES_OF_SETS, SETS, VARIANTS, Rules
from quarriors.engine.setup import (
    MIXES,
    QUESTS,
    choose_wilds,
    extra_classes,
    is_basic,
    missing_needs,
    named_wilds,
)
from quarriors.game import Origin
from quarriors.server.protocol.messages import Setup
from quarriors.server.table.errors import Refusal
from quarriors.setup_code import BadCode, decode

ALL = "all"
HINT = "hint"
DEMOCRATIC = "democratic"
FAVOURING = ("side", "two_scoops")  # mixes that favour one set
COSTLIEST = {"ms": 10_000, "nodes": 4_000, "iterations": 20_000}  # that a stranger may ask of a bot
READS_FILES = ("list",)  # bots that would open a file of the server's for whoever asks


def check_setup(setup: Setup) -> None:
    """Refuse a set-up that cannot be played, each mistake for its own reason."""
    make_origin(setup, 0)


def make_origin(setup: Setup, seed: int) -> Origin:
    """How the game begins that a set-up and a seed describe."""
    for chair in setup.seats:
        if chair.kind == "bot":
            check_bot(chair.bot)
        elif chair.bot:
            raise _bad("person_bot", bot=chair.bot)
    rules = make_rules(setup)
    wilds = tuple(card.name for card in _wilds(setup, rules, seed))
    first = Dealer(seed, "first").below(rules.players)  # 2.4
    return Origin(rules, wilds, seed, first)


def _bad(key: str, /, **values: object) -> Refusal:
    return Refusal("illegal", f"setup.{key}", **values)


# --- bots ----------------------------------------------------------------------------------------


def server_bots() -> tuple[str, ...]:
    """The bots that may be asked for over the net, by name."""
    return tuple(name for name in sorted(BOTS) if name not in READS_FILES)


def check_bot(spec: str) -> None:
    """Refuse a bot that does not exist, cannot be made as asked, or would read the server's files.

    Strangers ask for these: what a bot may cost is limited here, once for all ways to ask.
    """
    name, _, rest = spec.partition(":")
    if name not in server_bots():
        raise _bad("bot", bot=name, known=", ".join(server_bots()))
    for text in rest.split(":"):
        key, _, value = text.partition("=")
        if key in COSTLIEST and value.isdecimal() and int(value) > COSTLIEST[key]:
            raise _bad("slow_bot", bot=spec, key=key, most=COSTLIEST[key])
    try:
        make_bot(spec, 0, 0)
    except BadBot as error:
        raise Refusal("illegal", "setup.bad_bot", why=error) from error


# --- rules ---------------------------------------------------------------------------------------


def make_rules(setup: Setup) -> Rules:
    """The rules a set-up asks for; a code says itself which sets and rules it was made for."""
    sets, modules = setup.sets, setup.modules
    if setup.code:
        sets, modules = _carried(setup.code)
    _one_of("edition", setup.edition, EDITIONS)
    if not sets:
        raise _bad("no_set", known=", ".join(SETS))
    for name in sets:
        _one_of("set", name, (*SETS, ALL))
    for name in setup.variants:
        _one_of("variant", name, VARIANTS)
    for name in modules or ():
        _one_of("module", name, MODULES)
    for names in (sets, setup.variants, modules or ()):
        for name in names:
            if names.count(name) > 1:
                raise _bad("twice", value=name)
    known = [name for name in SETS if name in sets or ALL in sets]
    for name in modules or ():
        if RULES_OF_SETS[name] not in known:
            raise _bad("module_alone", value=name, home=RULES_OF_SETS[name])
    brought = tuple(name for name in MODULES if RULES_OF_SETS[name] in known)
    _check_classes(known, brought if modules is None else modules)
    return Rules(
        len(setup.seats), setup.edition, known, setup.variants, goal=setup.goal, modules=modules
    )


def _carried(code: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The sets and the rules that the cards of a code belong to."""
    cards = [default_catalog().card(name) for name in _decoded(code)]
    needed = {need for card in cards for need in card.needs if need in SETS}
    named = {card.set_name for card in cards} | needed
    carried = {
        "quests": any(card.kind == "quest" for card in cards),
        "light_vs_dark_rules": any(card.kind == "basic" for card in cards),
    }
    modules = tuple(name for name in MODULES if carried[name])
    return tuple(name for name in SETS if name in named), modules


def _decoded(code: str) -> list[str]:
    try:
        return decode(code)
    except BadCode as error:
        raise Refusal("illegal", "setup.bad_code", why=error) from error


def _one_of(what: str, value: str, known: Sequence[str]) -> None:
    if value not in known:
        raise _bad(what, value=value, known=", ".join(known))


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
            raise _bad(f"few_{kind}s", sets=", ".join(sets), count=len(there), quota=quota)


# --- cards ---------------------------------------------------------------------------------------


def _wilds(setup: Setup, rules: Rules, seed: int) -> list[Card]:
    """The cards on the table: by code, or mixed by chance around those that are wanted."""
    dealer = Dealer(seed, "wilds")
    if setup.code:
        if setup.wilds or setup.without or setup.mix != HINT or setup.featured:
            raise _bad("code_alone")
        names = _decoded(setup.code)
        _check_named(names, (), rules)
        _check_whole(names, rules, "code_players")
        return named_wilds(rules, default_catalog(), names, dealer)
    _check_mix(setup, rules)
    _check_named(setup.wilds, setup.without, rules)
    if setup.mix == DEMOCRATIC:
        _check_whole(setup.wilds, rules, "democratic")
    _check_left(setup.without, rules)
    try:
        return choose_wilds(
            rules,
            default_catalog(),
            dealer,
            setup.mix,
            setup.featured,
            setup.wilds,
            setup.without,
        )
    except CardError as error:  # all that is left: the favoured set and the others are too small
        raise _bad("unfilled", mix=setup.mix) from error


def _check_mix(setup: Setup, rules: Rules) -> None:
    _one_of("mix", setup.mix, MIXES)
    if setup.mix in FAVOURING and len(rules.sets) < 2:
        raise _bad("mix_alone", mix=setup.mix)
    if setup.featured:
        _one_of("featured", setup.featured, rules.sets)
        if setup.mix not in FAVOURING:
            raise _bad("featured_mix", mix=setup.mix)


def _check_named(names: Sequence[str], without: Sequence[str], rules: Rules) -> None:
    """Refuse cards that cannot lie together, each for its own reason."""
    catalog = default_catalog()
    classes = {card.class_name for card in catalog.cards}
    for name in without:
        if name not in catalog and name not in classes:
            raise _bad("card", card=name)
    seen: dict[str, str] = {}
    kinds = {"creature": 0, "spell": 0}
    for name in names:
        if name not in catalog:
            raise _bad("card", card=name)
        card = catalog.card(name)
        if is_basic(card):
            raise _bad("basic", card=name)
        if name in without or card.class_name in without:
            raise _bad("in_and_out", card=name)
        if card.class_name in seen:
            other = seen[card.class_name]
            raise _bad("class_twice", card=name, other=other, name=card.class_name)
        _check_fits(card, rules)
        seen[card.class_name] = name
        if card.kind in kinds:
            kinds[card.kind] += 1
    creatures, spells = rules.creature_classes, rules.spell_classes
    if kinds["creature"] > creatures or kinds["spell"] > spells:
        raise _bad("too_many", creatures=creatures, spells=spells)


def _check_fits(card: Card, rules: Rules) -> None:
    """Refuse a card of a set, of rules or of a number of players that this game does not have."""
    if card.set_name not in rules.sets:
        raise _bad("other_set", card=card.name, set=card.set_name)
    if card.kind == "basic" and not rules.light_vs_dark_rules:
        raise _bad("typed", card=card.name)
    if card.kind == "quest" and not rules.quests:
        raise _bad("no_quests", card=card.name)
    quests = QUESTS[rules.players]
    if card.kind == "quest" and card.class_name not in quests:
        raise _bad("other_quest", card=card.name, players=rules.players, quests=", ".join(quests))
    missing = missing_needs(rules, card)
    if missing:
        raise _bad("needs", card=card.name, needs=", ".join(missing))


def _check_whole(names: Sequence[str], rules: Rules, key: str) -> None:
    """Refuse a table that is named whole and is not (2.2, 2.5)."""
    kinds = [default_catalog().card(name).kind for name in names]
    creatures, spells = rules.creature_classes, rules.spell_classes
    if kinds.count("creature") != creatures or kinds.count("spell") != spells:
        raise _bad(key, count=len(names), creatures=creatures, spells=spells)


def _check_left(without: Sequence[str], rules: Rules) -> None:
    """Refuse to leave out so many cards that no table is left (2.2, 12.1, 13.1)."""
    left = [
        card
        for card in default_catalog().cards
        if card.set_name in rules.sets
        and card.name not in without
        and card.class_name not in without
        and not missing_needs(rules, card)
    ]
    creatures, spells = rules.creature_classes, rules.spell_classes
    for kind, quota in (("creature", creatures), ("spell", spells)):
        if len({card.class_name for card in left if card.kind == kind}) < quota:
            raise _bad("too_few", creatures=creatures, spells=spells)
    for name in extra_classes(rules):
        if not any(card.class_name == name and not is_basic(card) for card in left):
            raise _bad("no_extra", name=name)
