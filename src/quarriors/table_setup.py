"""Tables as people ask for them: rules and cards by name, by chance, or by a set-up code.

The command line and the server both ask here, each with plain values of its own reading, so that a
table that one of them takes is never refused by the other. `Rules` and `engine.setup` refuse what
cannot be played; here are the checks of what only people can ask for.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from quarriors.cards.load import catalog_of, catalog_of_packs
from quarriors.cards.pack import find_packs
from quarriors.cards.sets import MODULES, SETS
from quarriors.engine.catalog import Card
from quarriors.engine.errors import CardError, RulesError
from quarriors.engine.rng import Dealer
from quarriors.engine.rules import Rules
from quarriors.engine.setup import (
    FAVOURING,
    check_cards,
    check_left,
    check_mix,
    choose_wilds,
    named_wilds,
)
from quarriors.setup_code import decode

FEWEST = 2  # players
MOST = 4
BASE = "base"  # the set of a game that names none
HINT = "hint"


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
        return Rules(asked, edition, known, variants, goal=goal, modules=modules, packs=packs)
    found = carried(code, tuple(pack.id for pack in find_packs(packs)))
    return Rules(
        found.players if players is None else players,
        edition,
        found.sets,
        variants,
        goal=goal,
        modules=found.modules if modules is None else modules,
        packs=packs,
    )


# --- cards ---------------------------------------------------------------------------------------


def check_wishes(
    rules: Rules,
    mix: str = HINT,
    featured: str | None = None,
    wanted: Sequence[str] = (),
    without: Sequence[str] = (),
) -> None:
    """Refuse cards that cannot lie together and a featured set that the mix does not favour."""
    check_cards(rules, catalog_of(rules), wanted, without)
    check_mix(rules, mix, featured or "")
    if featured and mix not in FAVOURING:
        raise RulesError("featured_mix", mix=mix)


def check_code_alone(
    wanted: Sequence[str], without: Sequence[str], mix: str, featured: str | None
) -> None:
    """Refuse wishes beside a set-up code, which leaves none of them open."""
    if wanted or without or mix != HINT or featured:
        raise RulesError("code_alone")


def dealt_wilds(
    rules: Rules,
    seed: int,
    mix: str = HINT,
    featured: str | None = None,
    wanted: Sequence[str] = (),
    without: Sequence[str] = (),
) -> list[Card]:
    """The table that a game with this seed gets; wishes that cannot be met are refused."""
    check_wishes(rules, mix, featured, wanted, without)
    dealer = Dealer(seed, "wilds")
    return choose_wilds(rules, catalog_of(rules), dealer, mix, featured or "", wanted, without)


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
            raise RulesError("swap_alone")
        return dealt_wilds(rules, seed, mix, featured, wanted, without)
    names = carried(code, rules.packs).names
    if not swapped:
        check_code_alone(wanted, without, mix, featured)
        return named_wilds(rules, catalog_of(rules), names, Dealer(seed, "wilds"))
    if wanted:
        raise RulesError("code_alone")
    unwanted = list(without)
    for name in swapped:
        if name not in names:
            raise CardError("swap_absent", card=name)
        unwanted.append(_other_than(name, unwanted, rules))
    kept = [name for name in names if name not in swapped]
    return dealt_wilds(rules, seed, mix, featured, kept, unwanted)


def _other_than(name: str, without: Sequence[str], rules: Rules) -> str:
    """What to leave out so that a card is replaced: its class, or itself where no other is left."""
    class_name = catalog_of(rules).card(name).class_name
    try:
        check_left(rules, catalog_of(rules), [*without, class_name])
    except CardError:
        return name
    return class_name
