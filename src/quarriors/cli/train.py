"""`quarriors train`: learns from play what the texts of cards are worth to bots."""

from __future__ import annotations

from concurrent.futures import BrokenExecutor
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from quarriors.bots.brain.die_value import LEARNED
from quarriors.cli import INTERRUPTED, BadOption, columns
from quarriors.cli.console import advise_compiling, make_texts, refuse
from quarriors.cli.options import Language, Workers
from quarriors.cli.watch import cores, polite, progress_bar
from quarriors.lab.errors import needed
from quarriors.lab.executor import Executor
from quarriors.lab.train import Training

BROKEN = 1  # exit code when workers died
SHOWN = 5  # cards of either end


def train_command(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER")],
    games: Annotated[int, typer.Option("-n", "--games")] = 20_000,
    seed: Annotated[int, typer.Option("--seed")] = 1,
    workers: Workers = None,
    ray: Annotated[str | None, typer.Option("--ray", metavar="ADDRESS")] = None,
    lang: Language = None,
) -> None:
    """Play, learn, and write the result into the folder."""
    texts = make_texts(lang)
    if games < 1:
        raise BadOption("simulate.games", games=games)
    if workers is not None and workers < 1:
        raise BadOption("simulate.workers", workers=workers)
    needed("numpy")  # before hours of games
    with Training(folder, seed) as training, polite() as asked:
        advise_compiling(texts)
        done = len(training.games)
        executor: Executor | int = workers or cores()
        if ray is not None and done < games:
            from quarriors.lab.executor_ray import RayExecutor

            executor = RayExecutor(ray, workers)
        try:
            with progress_bar(texts.say("cli", "simulate.bar"), games, done) as progress:
                for done in training.play(games, executor, asked.to_stop):
                    progress.show(done, partial(str, ""))
        except BrokenExecutor:
            refuse(texts.say("lab", "refuse.lost", done=len(training.games), games=games))
            raise typer.Exit(BROKEN) from None
        if len(training.games) < games:
            values = {"done": len(training.games), "games": games, "path": folder}
            refuse(texts.say("cli", "simulate.stopped_tables", **values))
            raise typer.Exit(INTERRUPTED)
        worth = training.fit()["worth"]
    ranked = sorted(worth.items(), key=lambda pair: -pair[1])
    print(texts.say("cli", "train.learned", games=done, path=folder / LEARNED))
    shown = (*ranked[:SHOWN], *ranked[-SHOWN:])
    print("\n".join(columns([(name, f"{value:+.2f}") for name, value in shown], (1,))))
