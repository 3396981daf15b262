"""`quarriors bench`: the speed of the engine on this machine, for people and for programs."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from quarriors.cli import columns, print_json
from quarriors.cli.console import make_texts
from quarriors.cli.options import AsJson, Language
from quarriors.engine.errors import QuarriorsError
from quarriors.lab.bench import LIVE_GAMES, rows, run

MOST_SECONDS = 3600.0
MOST_GAMES = 100_000


class BadBench(QuarriorsError):
    """A measurement that cannot be made as asked."""

    texts = "bench"


def bench_command(
    as_json: AsJson = False,
    seconds: Annotated[float, typer.Option("--seconds")] = 1.0,
    games: Annotated[int, typer.Option("--games")] = LIVE_GAMES,
    lang: Language = None,
) -> None:
    """Measure the speed of the engine, on one core and as ratios to a plain Python loop."""
    texts = make_texts(lang)
    if not 0.0 < seconds <= MOST_SECONDS:  # false for nan as well
        raise BadBench("seconds", value=seconds)
    if not 1 <= games <= MOST_GAMES:
        raise BadBench("games", value=games)

    def tell(name: str) -> None:
        if sys.stderr.isatty():
            label = texts.say("bench", f"measure.{name}", games=games)
            print(texts.say("bench", "begins", name=label), file=sys.stderr)

    result = run(seconds, games, tell).to_dict()
    if as_json:
        print_json(result)
        return
    print(
        texts.say(
            "bench",
            "head",
            version=result["version"],
            engine=texts.say("bench", f"engine.{result['engine']}"),
            python=result["python"],
            yardstick=f"{result['yardstick']['loops_per_second']:,.0f}",
        )
    )
    titles = ("measure", "value", "unit", "ratio")
    table = [tuple(texts.say("bench", f"column.{title}") for title in titles)]
    for name, value, unit, ratio in rows(result):
        label = texts.say("bench", f"measure.{name}", games=games)
        table.append((label, value, texts.say("bench", f"unit.{unit}"), ratio))
    print("\n".join(columns(table, right=(1, 3))))
    print(texts.say("bench", "ratio_note"))
