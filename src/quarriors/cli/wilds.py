"""`quarriors wilds`: lay a table, by chance or by its code; and the options that describe one.

Owners of the box put out what it says; everybody else passes the code on to `play` and `simulate`.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Annotated

import typer
from rich.text import Text

from quarriors.cards.load import default_catalog
from quarriors.cli import BadOption, columns, one_of, print_json
from quarriors.cli.cards import one_card, title
from quarriors.cli.console import is_terminal, make_console, make_texts, split_names
from quarriors.engine.catalog import Card
from quarriors.engine.luck import Dealer
from quarriors.engine.rules import EDITIONS, QULTIMATE, SETS, VARIANTS, Rules
from quarriors.engine.setup import MIXES, choose_wilds, named_wilds
from quarriors.setup_code import decode, encode
from quarriors.text import LANGUAGES, Texts

CREATURES, SPELLS = 7, 3  # being moved to the rules


def make_rules(players: int, edition: str, sets: str, variants: str) -> Rules:
    """The rules that options ask for, each checked with a sentence of its own."""
    if not 2 <= players <= 4:
        raise BadOption("table.players", players=players)
    one_of("table.edition", edition, EDITIONS)
    named = split_names(sets)
    if not named:
        raise BadOption("table.no_set", known=", ".join(SETS))
    for name in named:
        one_of("table.set", name, (*SETS, "all"))
        if name not in SETS:
            raise BadOption("table.set_later", value=name, known=", ".join(SETS))
    chosen = split_names(variants)
    for name in chosen:
        one_of("table.variant", name, VARIANTS)
    for what in (named, chosen):
        for name in what:
            if what.count(name) > 1:
                raise BadOption("table.twice", value=name)
    return Rules(players, edition, named, chosen)


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


def check_table(names: Sequence[str], exclude: Sequence[str] = ()) -> None:
    """Refuse cards that cannot lie together, each for its own reason."""
    seen: dict[str, Card] = {}
    kinds = {"creature": 0, "spell": 0}
    for name in names:
        card = default_catalog().card(name)
        if card.kind == "basic":
            raise BadOption("table.basic", card=name)
        if name in exclude or card.class_name in exclude:
            raise BadOption("table.in_and_out", card=name)
        if card.class_name in seen:
            other = seen[card.class_name].name
            raise BadOption("table.class_twice", card=name, other=other, name=card.class_name)
        seen[card.class_name] = card
        kinds[card.kind] += 1
    if kinds["creature"] > CREATURES or kinds["spell"] > SPELLS:
        raise BadOption("table.too_many", creatures=CREATURES, spells=SPELLS)


def chosen_wilds(wilds: str | None, code: str | None) -> list[str] | None:
    """The ten cards named by `--wilds` or `--code`; None if neither is given."""
    if wilds is not None and code is not None:
        raise BadOption("table.wilds_and_code")
    if wilds is None and code is None:
        return None
    names = card_names(wilds) if code is None else decode(code)
    check_table(names)
    if len(names) != CREATURES + SPELLS:
        raise BadOption("table.ten", count=len(names), creatures=CREATURES, spells=SPELLS)
    return names


def check_mix(mix: str, include: Sequence[str], rules: Rules) -> None:
    """Refuse an unknown mix, one of a single set, and a democratic one without its cards (2.5)."""
    one_of("table.mix", mix, MIXES)
    if mix in ("side", "two_scoops") and len(rules.sets) < 2:
        raise BadOption("table.mix_alone", mix=mix)
    if mix == "democratic" and len(include) != CREATURES + SPELLS:
        raise BadOption("table.democratic", count=len(include), creatures=CREATURES, spells=SPELLS)


def check_left(exclude: Sequence[str], rules: Rules) -> None:
    """Refuse to exclude so many cards that no table is left (2.2)."""
    for kind, quota in (("creature", CREATURES), ("spell", SPELLS)):
        left = {
            card.class_name
            for card in default_catalog().cards
            if card.kind == kind
            and card.set_name in rules.sets
            and card.name not in exclude
            and card.class_name not in exclude
        }
        if len(left) < quota:
            raise BadOption("table.too_few", creatures=CREATURES, spells=SPELLS)


def wilds_command(
    edition: Annotated[str, typer.Option("--edition")] = QULTIMATE,
    sets: Annotated[str, typer.Option("--sets")] = "base",
    players: Annotated[int, typer.Option("--players")] = 2,
    mix: Annotated[str, typer.Option("--mix")] = "hint",
    include: Annotated[str | None, typer.Option("--include")] = None,
    exclude: Annotated[str | None, typer.Option("--exclude")] = None,
    seed: Annotated[int | None, typer.Option("--seed")] = None,
    code: Annotated[str | None, typer.Option("--code")] = None,
    as_json: Annotated[bool, typer.Option("--json")] = False,
    lang: Annotated[str | None, typer.Option("--lang")] = None,
) -> None:
    """Lay a table at random, or again by its set-up code."""
    texts = make_texts(lang)
    rules = make_rules(players, edition, sets, "")
    wanted, unwanted = card_names(include), excluded_names(exclude)
    catalog = default_catalog()
    if code is not None:
        if include or exclude or seed is not None:
            raise BadOption("table.code_alone")
        names = chosen_wilds(None, code)
        assert names is not None  # a code always names cards
        cards = named_wilds(rules, catalog, names)
    else:
        check_mix(mix, wanted, rules)
        check_table(wanted, unwanted)
        check_left(unwanted, rules)
        seed = secrets.randbits(32) if seed is None else seed
        cards = choose_wilds(
            rules, catalog, Dealer(seed, "wilds"), mix=mix, include=wanted, exclude=unwanted
        )
    found = encode([card.name for card in cards])
    if as_json:
        print_json(
            {
                "code": found,
                "seed": seed,
                "rules": rules.to_dict(),
                "cards": [
                    {
                        "name": card.name,
                        "shown": texts.card_name(card.name),
                        "class": card.class_name,
                        "kind": card.kind,
                        "set": card.set_name,
                        "cost": card.cost,
                        "glory": card.glory,
                        "dice": card.design.count,
                    }
                    for card in cards
                ],
            }
        )
        return
    console = make_console(plain=not is_terminal())
    heads = [texts.say("cli", f"cards.{key}") for key in ("name", "cost_head", "glory_head")]
    rows = [(heads[0], texts.say("cli", "cards.kind_head"), heads[1], heads[2])]
    for card in cards:
        glory = str(card.glory) if card.glory else "-"
        kind = texts.say("cli", f"cards.kind.{card.kind}")
        rows.append((title(card, texts), kind, str(card.cost), glory))
    lines = columns(rows, right=(2, 3))
    console.print(Text(lines[0], style="bold"), soft_wrap=True)
    for line in lines[1:]:
        console.print(line, soft_wrap=True)
    console.print()
    console.print(texts.say("cli", "wilds.basics"))
    console.print(texts.say("cli", "wilds.code", code=found), soft_wrap=True)
    if seed is not None:
        console.print(texts.say("cli", "wilds.seed", seed=seed), soft_wrap=True)
