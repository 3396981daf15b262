"""`quarriors effect`: what a card changes, from pairs of games with it and without it."""

from __future__ import annotations

import secrets
from concurrent.futures import BrokenExecutor
from typing import Annotated, Final

import typer

from quarriors.cli import INTERRUPTED, BadOption, columns, print_json
from quarriors.cli.cards import one_card
from quarriors.cli.console import advise_compiling, make_texts, read_packs, refuse
from quarriors.cli.options import (
    AsJson,
    Edition,
    Exclude,
    Feature,
    Include,
    Language,
    Mix,
    Modules,
    PackFiles,
    Seats,
    Seed,
    Sets,
    Variants,
    Workers,
    card_words,
)
from quarriors.cli.simulate import BROKEN, bots_of
from quarriors.cli.watch import cores, polite, progress_bar
from quarriors.cli.wilds import asked_rules, card_names, excluded_names
from quarriors.lab.card_effect import MEASURES, Effect, play_pairs
from quarriors.lab.simulate import Plan
from quarriors.table_setup import HINT
from quarriors.text import Texts

DEFAULT_SEATS: Final = "greedy,greedy"


def effect_command(
    card: Annotated[str, typer.Argument(metavar="CARD", autocompletion=card_words)],
    games: Annotated[int, typer.Option("-n", "--games")] = 200,
    seats: Seats = None,
    edition: Edition = None,
    sets: Sets = None,
    modules: Modules = None,
    variants: Variants = None,
    seed: Seed = None,
    workers: Workers = None,
    mix: Mix = None,
    feature: Feature = None,
    include: Include = None,
    exclude: Exclude = None,
    pack: PackFiles = None,
    as_json: AsJson = False,
    lang: Language = None,
) -> None:
    """Play the same tables and dice with a card and without it."""
    packs = read_packs(pack)
    texts = make_texts(lang)
    if games < 1:
        raise BadOption("simulate.games", games=games)
    if workers is not None and workers < 1:
        raise BadOption("simulate.workers", workers=workers)
    bots = bots_of(DEFAULT_SEATS if seats is None else seats)
    rules = asked_rules(len(bots), edition, sets, variants, modules, None, packs)
    texts = Texts(texts.language, rules.packs)
    plan = Plan(
        rules,
        tuple(bots),
        secrets.randbits(32) if seed is None else seed,
        mix=mix or HINT,
        include=tuple(card_names(include, rules.packs)),
        exclude=tuple(excluded_names(exclude, rules.packs)),
        featured=feature or "",
    )
    effect = Effect(one_card(card, rules.packs))
    with polite() as asked:
        pairs = play_pairs(plan, effect.card, games, workers or cores(), asked.to_stop)
        advise_compiling(texts)
        with progress_bar(texts.say("effect", "bar"), games) as progress:
            try:
                for pair in pairs:
                    effect.add(pair)
                    progress.show(effect.pairs, str)
            except BrokenExecutor:
                refuse(texts.say("lab", "refuse.lost", done=effect.pairs, games=games))
                raise typer.Exit(BROKEN) from None
        stopped = asked.to_stop() and effect.pairs < games
    if as_json:
        print_json({**effect.to_dict(), "seed": plan.seed, "seats": bots, "asked": games})
    elif effect.pairs:
        _show(texts, effect, plan.seed)
    if stopped:
        refuse(texts.say("effect", "stopped", pairs=effect.pairs, games=games))
        raise typer.Exit(INTERRUPTED)


def _show(texts: Texts, effect: Effect, seed: int) -> None:
    """The table for people."""

    def say(key: str, /, **values: object) -> str:
        return texts.say("effect", key, **values)

    card = texts.card_name(effect.card)
    print(say("head", card=card, pairs=effect.pairs, captured=effect.captured, seed=seed))
    heads = ("measure", "with", "without", "difference", "interval")
    rows = [tuple(say(f"column.{head}") for head in heads)]
    for name in MEASURES:
        scale = 100 if name == "first" else 1
        present, absent = effect.averages(name)
        apart = effect.difference(name)
        low, high = apart.interval
        rows.append(
            (
                say(f"measure.{name}"),
                f"{scale * present:.2f}",
                f"{scale * absent:.2f}",
                f"{scale * apart.value:+.2f}",
                f"{scale * low:+.2f} .. {scale * high:+.2f}",
            )
        )
    for line in columns(rows, (1, 2, 3, 4)):
        print(f"  {line}")
    print(say("note"))
