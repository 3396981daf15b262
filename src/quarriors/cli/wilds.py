"""`quarriors wilds`: lay a table, by chance or by its code; and the options that describe one.

Owners of the box put out what it says; everybody else passes the code on to `play` and `simulate`.
Options are read here; what cannot be played is refused by `quarriors.table_setup`.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Annotated, Any

import typer

from quarriors.cards.load import catalog_of, catalog_of_packs
from quarriors.cards.pack import Pack
from quarriors.cli import BadOption, columns, print_json
from quarriors.cli.cards import one_card, price, title
from quarriors.cli.console import (
    is_terminal,
    make_console,
    make_texts,
    read_packs,
    split_names,
)
from quarriors.cli.options import (
    AsJson,
    Code,
    Edition,
    Exclude,
    Feature,
    Include,
    Language,
    Mix,
    Modules,
    PackFiles,
    Seed,
    Sets,
)
from quarriors.engine.catalog import ENERGIES
from quarriors.engine.rules import QULTIMATE, Rules
from quarriors.engine.setup import check_whole
from quarriors.lay_out import LayOut, Pile, lay_out, steps
from quarriors.setup_code import encode
from quarriors.table_setup import HINT, agreed_rules, agreed_wilds, carried
from quarriors.text import LANGUAGES, Texts
from quarriors.view.speech import Speech

NO_MODULES = "none"

# --- rules -------------------------------------------------------------------------------------


def _modules(text: str | None) -> list[str] | None:
    """The rules that `--modules` names; none of them if it says so."""
    if text is None:
        return None
    named = split_names(text) or [text]  # an empty option names no rules and is refused
    return [] if named == [NO_MODULES] else named


def asked_rules(
    players: int | None,
    edition: str | None,
    sets: str | None,
    variants: str | None,
    modules: str | None,
    code: str | None,
    packs: Sequence[Pack] = (),
) -> Rules:
    """The rules that options ask for; what they leave open, a code may say.

    Without `modules` the sets bring all their rules; `none` switches all of them off (15.11).
    """
    return agreed_rules(
        players,
        QULTIMATE if edition is None else edition,
        None if sets is None else split_names(sets),
        split_names(variants),
        _modules(modules),
        code or "",
        packs=packs,
    )


# --- cards -------------------------------------------------------------------------------------


def card_names(option: str | None, packs: tuple[str, ...] = ()) -> list[str]:
    """The cards in a comma separated option, by any part of their names."""
    return [one_card(name, packs) for name in split_names(option)]


def excluded_names(option: str | None, packs: tuple[str, ...] = ()) -> list[str]:
    """The cards or whole classes in a comma separated option."""
    classes: dict[str, str] = {}
    for card in catalog_of_packs(packs).cards:
        for language in LANGUAGES:
            shown = Texts(language, packs).class_name(card.class_name)
            classes[shown.casefold()] = card.class_name
    return [classes.get(name.casefold()) or one_card(name, packs) for name in split_names(option)]


def chosen_wilds(wilds: str | None, code: str | None, rules: Rules) -> list[str] | None:
    """The cards named by `--wilds` or `--code`, a whole table; None if neither is given."""
    if wilds is not None and code is not None:
        raise BadOption("table.wilds_and_code")
    if wilds is None and code is None:
        return None
    packs = rules.packs
    names = card_names(wilds, packs) if code is None else list(carried(code, packs).names)
    check_whole(rules, catalog_of(rules), names)
    return names


# --- the command -------------------------------------------------------------------------------


def wilds_command(
    edition: Edition = None,
    sets: Sets = None,
    modules: Modules = None,
    players: Annotated[int | None, typer.Option("--players")] = None,
    mix: Mix = None,
    feature: Feature = None,
    include: Include = None,
    exclude: Exclude = None,
    seed: Seed = None,
    code: Code = None,
    swap: Annotated[str | None, typer.Option("--swap")] = None,
    pack: PackFiles = None,
    as_json: AsJson = False,
    lang: Language = None,
) -> None:
    """Lay a table at random, or again by its set-up code."""
    packs = read_packs(pack)
    texts = make_texts(lang, packs)
    rules = asked_rules(players, edition, sets, None, modules, code, packs)
    swapped = card_names(swap, rules.packs)
    if code is None or swapped:
        seed = secrets.randbits(32) if seed is None else seed
    elif seed is not None:
        raise BadOption("table.code_seed")
    wanted, unwanted = card_names(include, rules.packs), excluded_names(exclude, rules.packs)
    wishes = (wanted, unwanted, code or "", swapped)
    laid = lay_out(rules, agreed_wilds(rules, seed or 0, mix or HINT, feature, *wishes))
    found = encode([card.name for card, _ in laid.wilds], catalog_of(rules))
    if as_json:
        print_json(
            {
                "code": found,
                "seed": seed,
                "rules": rules.to_dict(),
                "house_rules": list(rules.house_rules),
                "basics": [_counted(pile) for pile in laid.basics],
                "bag": [_counted(pile) for pile in laid.bag],
                "aside": [_counted(pile) for pile in laid.aside],
                "cards": [_values(pile, texts) for pile in laid.wilds],
                "steps": [step._asdict() for step in steps(laid, texts)],
            }
        )
        return
    _print(laid, texts)
    console = make_console(plain=not is_terminal())
    console.print(texts.say("cli", "wilds.code", code=found), soft_wrap=True)
    if seed is not None:
        console.print(texts.say("cli", "wilds.seed", seed=seed), soft_wrap=True)


def _counted(pile: Pile) -> dict[str, Any]:
    return {"name": pile.card.name, "dice": pile.dice}


def _values(pile: Pile, texts: Texts) -> dict[str, Any]:
    """A card of the table as plain values."""
    card = pile.card
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
        "dice": pile.dice,
    }


def _print(laid: LayOut, texts: Texts) -> None:
    """The table for people: the cards with their dice, how to set it up, the rules it has."""
    rules = laid.rules
    console = make_console(plain=not is_terminal())
    speech = Speech(texts, ())
    keys = ["name", "kind_head", "cost_head", "glory_head"]
    heads = [texts.say("cli", f"cards.{key}") for key in keys]
    more = [texts.say("cli", f"wilds.{key}") for key in ("dice_head", "set_head")]
    rows = [(*heads, *more)]
    for card, dice in laid.wilds:
        cost = price(card, speech)
        if card.kind == "quest":
            cost = texts.say("cli", "wilds.level", level=card.level)
        glory = str(card.glory) if card.glory else "-"
        kind = texts.say("cli", f"cards.kind.{card.kind}")
        rows.append((title(card, texts), kind, cost, glory, str(dice), card.set_name))
    if len(rules.sets) == 1:
        rows = [row[:-1] for row in rows]
    lines = columns(rows, right=(2, 3, 4))
    console.print(lines[0], style="bold", soft_wrap=True)
    for line in lines[1:]:
        console.print(line, soft_wrap=True)
    console.print()
    console.print(texts.say("cli", "wilds.setup", players=rules.players), soft_wrap=True)
    for number, step in enumerate(steps(laid, texts), 1):
        values = {"number": number, "text": step.text, "rule": step.rule}
        console.print(texts.say("cli", "wilds.step", **values), soft_wrap=True)
    console.print()
    if rules.modules:
        told = speech.rules(rules.modules)
        console.print(texts.say("cli", "wilds.rules", rules=told, goal=rules.goal), soft_wrap=True)
    if rules.house_rules:
        told = speech.rules(rules.house_rules)
        console.print(texts.say("cli", "wilds.house", rules=told), soft_wrap=True)
