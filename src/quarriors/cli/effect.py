"""`quarriors effect`: what a card changes, from pairs of games with it and without it."""

from __future__ import annotations

from concurrent.futures import BrokenExecutor
from typing import Annotated, Final

import typer

from quarriors.cli import INTERRUPTED, columns, print_json
from quarriors.cli.cards import one_card
from quarriors.cli.console import advise_compiling, make_texts, refuse
from quarriors.cli.options import AsJson, Language, card_words
from quarriors.cli.plans import NOTHING_ASKED, PlanOptions, with_plan_options
from quarriors.cli.simulate import BROKEN
from quarriors.cli.watch import cores, polite, progress_bar
from quarriors.lab.card_effect import MEASURES, Effect, play_pairs
from quarriors.text import Texts

DEFAULT_SEATS: Final = "greedy,greedy"


@with_plan_options
def effect_command(
    card: Annotated[str, typer.Argument(metavar="CARD", autocompletion=card_words)],
    games: Annotated[int, typer.Option("-n", "--games")] = 200,
    asked: PlanOptions = NOTHING_ASKED,
    as_json: AsJson = False,
    lang: Language = None,
) -> None:
    """Play the same tables and dice with a card and without it."""
    texts = make_texts(lang)
    asked.check_counts(games)
    plan = asked.plan(DEFAULT_SEATS)
    texts = Texts(texts.language, plan.rules.packs)
    effect = Effect(one_card(card, plan.rules.packs))
    with polite() as interrupt:
        workers = asked.workers or cores()
        pairs = play_pairs(plan, effect.card, games, workers, interrupt.to_stop)
        advise_compiling(texts)
        with progress_bar(texts.say("effect", "bar"), games) as progress:
            try:
                for pair in pairs:
                    effect.add(pair)
                    progress.show(effect.pairs, str)
            except BrokenExecutor:
                refuse(texts.say("lab", "refuse.lost", done=effect.pairs, games=games))
                raise typer.Exit(BROKEN) from None
        stopped = interrupt.to_stop() and effect.pairs < games
    if as_json:
        print_json(
            {**effect.to_dict(), "seed": plan.seed, "seats": list(plan.seats), "asked": games}
        )
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
