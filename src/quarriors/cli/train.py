"""`quarriors train`: learns from play what the texts of cards are worth, or how to play."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import BrokenExecutor
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from quarriors.bots.brain.die_value import LEARNED
from quarriors.bots.brain.policy import TRAINED
from quarriors.cli import INTERRUPTED, BadOption, columns
from quarriors.cli.console import advise_compiling, make_texts, refuse
from quarriors.cli.options import Language, Workers
from quarriors.cli.watch import cores, polite, progress_bar
from quarriors.lab.errors import needed
from quarriors.lab.executor import Executor
from quarriors.lab.train import Training
from quarriors.text import Texts

BROKEN = 1  # exit code when workers died
SHOWN = 5  # cards of either end
GAMES_OF_WORTH = 20_000
GAMES_OF_POLICY = 300_000


def train_command(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER")],
    policy: Annotated[bool, typer.Option("--policy")] = False,
    games: Annotated[int | None, typer.Option("-n", "--games")] = None,
    seed: Annotated[int, typer.Option("--seed")] = 1,
    workers: Workers = None,
    ray: Annotated[str | None, typer.Option("--ray", metavar="ADDRESS")] = None,
    lang: Language = None,
) -> None:
    """Play, learn, and write the result into the folder."""
    texts = make_texts(lang)
    if games is not None and games < 1:
        raise BadOption("simulate.games", games=games)
    if workers is not None and workers < 1:
        raise BadOption("simulate.workers", workers=workers)
    needed("numpy")  # before hours of games

    def executor() -> Executor | int:
        if ray is None:
            return workers or cores()
        from quarriors.lab.executor_ray import RayExecutor

        return RayExecutor(ray, workers)

    if policy:
        _train_policy(texts, folder, games or GAMES_OF_POLICY, seed, executor)
    else:
        _train_worth(texts, folder, games or GAMES_OF_WORTH, seed, executor)


def _train_worth(
    texts: Texts, folder: Path, games: int, seed: int, executor: Callable[[], Executor | int]
) -> None:
    """Learn what the texts of cards are worth."""
    with Training(folder, seed) as training, polite() as asked:
        advise_compiling(texts)
        workers = executor() if len(training.games) < games else 1
        steps = training.play(games, workers, asked.to_stop)
        _follow(texts, folder, games, len(training.games), steps)
        worth = training.fit()["worth"]
        done = len(training.games)
    ranked = sorted(worth.items(), key=lambda pair: -pair[1])
    print(texts.say("cli", "train.learned", games=done, path=folder / LEARNED))
    shown = (*ranked[:SHOWN], *ranked[-SHOWN:])
    print("\n".join(columns([(name, f"{value:+.2f}") for name, value in shown], (1,))))


def _train_policy(
    texts: Texts, folder: Path, games: int, seed: int, executor: Callable[[], Executor | int]
) -> None:
    """Let the policy learn by playing against itself."""
    from quarriors.lab.policy_training import PolicyTraining

    with PolicyTraining(folder, seed) as training, polite() as asked:
        advise_compiling(texts)
        steps = training.train(games, executor, asked.to_stop)
        _follow(texts, folder, games, training.games, steps)
        training.result()
        print(texts.say("cli", "train.policy", games=training.games, path=folder / TRAINED))


def _follow(texts: Texts, folder: Path, games: int, done: int, steps: Iterable[int]) -> None:
    """Show how far a training is; end the command where it does not get to its end."""
    try:
        with progress_bar(texts.say("cli", "simulate.bar"), games, done) as progress:
            for done in steps:
                progress.show(min(done, games), partial(str, ""))
    except BrokenExecutor:
        refuse(texts.say("lab", "refuse.lost", done=done, games=games))
        raise typer.Exit(BROKEN) from None
    if done < games:
        values = {"done": done, "games": games, "path": folder}
        refuse(texts.say("cli", "simulate.stopped_tables", **values))
        raise typer.Exit(INTERRUPTED)
