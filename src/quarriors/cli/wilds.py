"""`quarriors wilds`: lay a table, by chance or by its code; and the options that describe one.

Owners of the box put out what it says; everybody else passes the code on to `play` and `simulate`.
Whatever cannot lie together is refused here, in the reader's language, before the engine is asked.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Annotated, Any

import typer
from rich.text import Text

from quarriors.cards.load import default_catalog
from quarriors.cli import BadOption, columns, one_of, print_json
from quarriors.cli.cards import one_card, price, title
from quarriors.cli.console import is_terminal, make_console, make_texts, split_names
from quarriors.engine.catalog import ENERGIES, Card
from quarriors.engine.errors import CardError
from quarriors.engine.luck import Dealer
from quarriors.engine.rules import (
    EDITIONS,
    MODULES,
    QULTIMATE,
    RULES_OF_SETS,
    SETS,
    VARIANTS,
    Rules,
)  # fmt: skip
from quarriors.engine.setup import (
    MIXES,
    QUESTS,
    basic_cards,
    choose_wilds,
    extra_classes,
    is_basic,
    missing_needs,
    named_wilds,
)  # fmt: skip
from quarriors.setup_code import decode, encode
from quarriors.text import LANGUAGES, Texts
from quarriors.view.speech import Speech

BASE = "base"
FEWEST = 2  # players
ALL = "all"
NO_MODULES = "none"
FAVOURING = ("side", "two_scoops")  # mixes that favour one set

# --- rules -------------------------------------------------------------------------------------


def make_rules(
    players: int, edition: str, sets: str, variants: str, modules: str | None = None
) -> Rules:
    """The rules that options ask for, each checked with a sentence of its own.

    Without `modules` the sets bring all their rules; `none` switches all of them off (15.11).
    """
    if not 2 <= players <= 4:
        raise BadOption("table.players", players=players)
    one_of("table.edition", edition, EDITIONS)
    named = split_names(sets)
    if not named:
        raise BadOption("table.no_set", known=", ".join(SETS))
    for name in named:
        if name in MODULES:
            raise BadOption("table.not_a_set", value=name, home=RULES_OF_SETS[name])
        one_of("table.set", name, (*SETS, ALL))
    chosen = split_names(variants)
    for name in chosen:
        one_of("table.variant", name, VARIANTS)
    wanted = None if modules is None else _modules(modules)
    for what in (named, chosen, wanted or []):
        for name in what:
            if what.count(name) > 1:
                raise BadOption("table.twice", value=name)
    known = [name for name in SETS if name in named or ALL in named]
    for name in wanted or []:
        if RULES_OF_SETS[name] not in known:
            raise BadOption("table.module_alone", value=name, home=RULES_OF_SETS[name])
    brought = [name for name in MODULES if RULES_OF_SETS[name] in known]
    _check_classes(known, brought if wanted is None else wanted)
    return Rules(players, edition, named, chosen, modules=wanted)


def _modules(text: str) -> list[str]:
    """The rules that `--modules` names; none of them if it says so."""
    named = split_names(text)
    if named == [NO_MODULES]:
        return []
    for name in named or [text]:
        one_of("table.module", name, MODULES)
    return named


def _check_classes(sets: Sequence[str], modules: Sequence[str]) -> None:
    """Refuse sets that can never fill the Wilds (2.2, 13.1)."""
    small = list(sets) == ["light_vs_dark"] and "light_vs_dark_rules" in modules
    quotas = {"creature": 6 if small else 7, "spell": 2 if small else 3}
    for kind, quota in quotas.items():
        there = {
            card.class_name
            for card in default_catalog().cards
            if card.kind == kind and card.set_name in sets
        }
        if len(there) < quota:
            values = {"sets": ", ".join(sets), "count": len(there), "quota": quota}
            raise BadOption(f"table.few_{kind}s", **values)


def asked_rules(
    players: int | None,
    edition: str,
    sets: str | None,
    variants: str,
    modules: str | None,
    code: str | None,
) -> Rules:
    """The rules that options ask for; a code says which sets and rules its table was laid for.

    Only what the options leave open is read from it: sets from the cards it names, quests and the
    rules of Light vs. Dark from the quest cards and the Assistant, players from the quests (12.1).
    """
    if code is None or sets is not None:
        return make_rules(players or FEWEST, edition, sets or BASE, variants, modules)
    cards = [default_catalog().card(name) for name in decode(code)]
    quests = sum(card.kind == "quest" for card in cards)
    carried = {"quests": quests, "light_vs_dark_rules": any(c.kind == "basic" for c in cards)}
    brought = ",".join(name for name in MODULES if carried[name]) or NO_MODULES
    needed = {need for card in cards for need in card.needs}
    named = {card.set_name for card in cards} | {need for need in needed if need in SETS}
    return make_rules(
        players or max(FEWEST, quests + 1),
        edition,
        ",".join(named),
        variants,
        brought if modules is None else modules,
    )


# --- cards -------------------------------------------------------------------------------------


def card_names(option: str | None) -> list[str]:
    """The cards in a comma separated option, by any part of their names."""
    return [one_card(name).name for name in split_names(option)]


def excluded_names(option: str | None) -> list[str]:
    """The cards or whole classes in a comma separated option."""
    classes: dict[str, str] = {}
    for card in default_catalog().cards:
        for language in LANGUAGES:
            classes[Texts(language).class_name(card.class_name).casefold()] = card.class_name
    return [classes.get(name.casefold()) or one_card(name).name for name in split_names(option)]


def check_table(
    names: Sequence[str], exclude: Sequence[str] = (), rules: Rules | None = None
) -> None:
    """Refuse cards that cannot lie together, each for its own reason."""
    played = Rules() if rules is None else rules
    seen: dict[str, Card] = {}
    kinds = {"creature": 0, "spell": 0}
    for name in names:
        card = default_catalog().card(name)
        if is_basic(card):
            raise BadOption("table.basic", card=name)
        if name in exclude or card.class_name in exclude:
            raise BadOption("table.in_and_out", card=name)
        if card.class_name in seen:
            other = seen[card.class_name].name
            raise BadOption("table.class_twice", card=name, other=other, name=card.class_name)
        _check_fits(card, played)
        seen[card.class_name] = card
        if card.kind in kinds:
            kinds[card.kind] += 1
    creatures, spells = played.creature_classes, played.spell_classes
    if kinds["creature"] > creatures or kinds["spell"] > spells:
        raise BadOption("table.too_many", creatures=creatures, spells=spells)


def _check_fits(card: Card, rules: Rules) -> None:
    """Refuse a card of a set, of rules or of a number of players that this game does not have."""
    if card.set_name not in rules.sets:
        raise BadOption("table.other_set", card=card.name, set=card.set_name)
    if card.kind == "basic" and not rules.light_vs_dark_rules:
        raise BadOption("table.typed", card=card.name)
    if card.kind == "quest" and not rules.quests:
        raise BadOption("table.no_quests", card=card.name)
    quests = QUESTS[rules.players]
    if card.kind == "quest" and card.class_name not in quests:
        values = {"players": rules.players, "quests": ", ".join(quests)}
        raise BadOption("table.other_quest", card=card.name, **values)
    missing = missing_needs(rules, card)
    if missing:
        raise BadOption("table.needs", card=card.name, needs=", ".join(missing))


def _main_cards(names: Sequence[str]) -> int:
    """How many creatures and spells are named: quests and the Assistant come on top."""
    kinds = [default_catalog().card(name).kind for name in names]
    return kinds.count("creature") + kinds.count("spell")


def chosen_wilds(
    wilds: str | None, code: str | None, rules: Rules | None = None
) -> list[str] | None:
    """The cards named by `--wilds` or `--code`, a whole table; None if neither is given."""
    if wilds is not None and code is not None:
        raise BadOption("table.wilds_and_code")
    if wilds is None and code is None:
        return None
    played = Rules() if rules is None else rules
    names = card_names(wilds) if code is None else decode(code)
    check_table(names, (), played)
    creatures, spells = played.creature_classes, played.spell_classes
    if _main_cards(names) != creatures + spells:
        raise BadOption("table.ten", count=len(names), creatures=creatures, spells=spells)
    return names


def check_mix(mix: str, include: Sequence[str], rules: Rules, feature: str | None = None) -> None:
    """Refuse an unknown mix, one of a single set, and a democratic one without its cards (2.5)."""
    one_of("table.mix", mix, MIXES)
    if mix in FAVOURING and len(rules.sets) < 2:
        raise BadOption("table.mix_alone", mix=mix)
    if feature is not None:
        one_of("table.set", feature, SETS)
        one_of("table.feature", feature, rules.sets)
        if mix not in FAVOURING:
            raise BadOption("table.feature_mix", mix=mix)
    creatures, spells = rules.creature_classes, rules.spell_classes
    if mix == "democratic" and _main_cards(include) != creatures + spells:
        raise BadOption("table.democratic", count=len(include), creatures=creatures, spells=spells)


def check_left(exclude: Sequence[str], rules: Rules) -> None:
    """Refuse to exclude so many cards that no table is left (2.2, 12.1, 13.1)."""
    left = [
        card
        for card in default_catalog().cards
        if card.set_name in rules.sets
        and card.name not in exclude
        and card.class_name not in exclude
        and not missing_needs(rules, card)
    ]
    quotas = {"creature": rules.creature_classes, "spell": rules.spell_classes}
    for kind, quota in quotas.items():
        if len({card.class_name for card in left if card.kind == kind}) < quota:
            values = {"creatures": quotas["creature"], "spells": quotas["spell"]}
            raise BadOption("table.too_few", **values)
    for name in extra_classes(rules):
        if not any(card.class_name == name and not is_basic(card) for card in left):
            raise BadOption("table.no_extra", name=name)


def dealt_wilds(
    rules: Rules,
    seed: int,
    mix: str = "hint",
    feature: str | None = None,
    include: Sequence[str] = (),
    exclude: Sequence[str] = (),
) -> list[Card]:
    """The table that a game with this seed gets; wishes that cannot be met are refused."""
    check_mix(mix, include, rules, feature)
    check_table(include, exclude, rules)
    check_left(exclude, rules)
    dealer = Dealer(seed, "wilds")
    try:
        return choose_wilds(rules, default_catalog(), dealer, mix, feature or "", include, exclude)
    except CardError as error:  # all that is left: the favoured set and the others are too small
        raise BadOption("table.unfilled", mix=mix) from error


# --- the command -------------------------------------------------------------------------------


def wilds_command(
    edition: Annotated[str, typer.Option("--edition")] = QULTIMATE,
    sets: Annotated[str | None, typer.Option("--sets")] = None,
    modules: Annotated[str | None, typer.Option("--modules")] = None,
    players: Annotated[int | None, typer.Option("--players")] = None,
    mix: Annotated[str, typer.Option("--mix")] = "hint",
    feature: Annotated[str | None, typer.Option("--feature")] = None,
    include: Annotated[str | None, typer.Option("--include")] = None,
    exclude: Annotated[str | None, typer.Option("--exclude")] = None,
    seed: Annotated[int | None, typer.Option("--seed")] = None,
    code: Annotated[str | None, typer.Option("--code")] = None,
    as_json: Annotated[bool, typer.Option("--json")] = False,
    lang: Annotated[str | None, typer.Option("--lang")] = None,
) -> None:
    """Lay a table at random, or again by its set-up code."""
    texts = make_texts(lang)
    rules = asked_rules(players, edition, sets, "", modules, code)
    wanted, unwanted = card_names(include), excluded_names(exclude)
    if code is not None:
        if include or exclude or seed is not None:
            raise BadOption("table.code_alone")
        names = chosen_wilds(None, code, rules)
        assert names is not None, "a code always names cards"
        cards = named_wilds(rules, default_catalog(), names)
    else:
        seed = secrets.randbits(32) if seed is None else seed
        cards = dealt_wilds(rules, seed, mix, feature, wanted, unwanted)
    found = encode([card.name for card in cards])
    if as_json:
        print_json(
            {
                "code": found,
                "seed": seed,
                "rules": rules.to_dict(),
                "house_rules": list(rules.house_rules),
                "basics": list(basic_cards(rules)),
                "cards": [_values(card, texts) for card in cards],
            }
        )
        return
    _print(cards, rules, texts)
    console = make_console(plain=not is_terminal())
    console.print(texts.say("cli", "wilds.code", code=found), soft_wrap=True)
    if seed is not None:
        console.print(texts.say("cli", "wilds.seed", seed=seed), soft_wrap=True)


def _values(card: Card, texts: Texts) -> dict[str, Any]:
    """A card of the table as plain values."""
    return {
        "name": card.name,
        "shown": texts.card_name(card.name),
        "class": card.class_name,
        "kind": card.kind,
        "set": card.set_name,
        "cost": card.cost,
        "glory": card.glory,
        "level": card.level,
        "energy": ENERGIES[card.energy],
        "discount": card.discount if card.discount >= 0 else None,
        "dice": card.design.count,
    }


def _print(cards: Sequence[Card], rules: Rules, texts: Texts) -> None:
    """The table for people: the cards, the basics beside them, the rules that come with them."""
    console = make_console(plain=not is_terminal())
    speech = Speech(texts, ())
    keys = ["name", "kind_head", "cost_head", "glory_head"]
    heads = [texts.say("cli", f"cards.{key}") for key in keys]
    rows = [(*heads, texts.say("cli", "wilds.set_head"))]
    for card in cards:
        cost = price(card, speech)
        if card.kind == "quest":
            cost = texts.say("cli", "wilds.level", level=card.level)
        glory = str(card.glory) if card.glory else "-"
        kind = texts.say("cli", f"cards.kind.{card.kind}")
        rows.append((title(card, texts), kind, cost, glory, card.set_name))
    if len(rules.sets) == 1:
        rows = [row[:-1] for row in rows]
    lines = columns(rows, right=(2, 3))
    console.print(Text(lines[0], style="bold"), soft_wrap=True)
    for line in lines[1:]:
        console.print(line, soft_wrap=True)
    console.print()
    basics = speech.listing([texts.card_name(name) for name in basic_cards(rules)])
    rule = "13.1" if rules.light_vs_dark_rules else "2.1"
    console.print(texts.say("cli", "wilds.basics", cards=basics, rule=rule), soft_wrap=True)
    if rules.modules:
        told = speech.rules(rules.modules)
        console.print(texts.say("cli", "wilds.rules", rules=told, goal=rules.goal), soft_wrap=True)
    if rules.house_rules:
        told = speech.rules(rules.house_rules)
        console.print(texts.say("cli", "wilds.house", rules=told), soft_wrap=True)
