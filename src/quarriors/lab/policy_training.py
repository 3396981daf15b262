"""Trains the policy of the bots: it plays against itself, and learns from who won.

A run goes in steps of some hundred games, all played with the same weights. A folder holds where it
is, bound to the hash of the cards; what a step plays follows from the seed and the step's number,
so a run that was stopped goes on where it was, on any number of processes.
"""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any, Final

import numpy as np

from quarriors.bots.brain.die_value import die_values, key_of
from quarriors.bots.brain.policy import TRAINED, Network, Policy, Recording
from quarriors.cards.load import catalog_of
from quarriors.engine import queries
from quarriors.engine.rng import Dealer, derived
from quarriors.engine.rules import Rules
from quarriors.game import new_game
from quarriors.lab.append_log import unusable
from quarriors.lab.atomic_files import write_whole
from quarriors.lab.errors import LabError
from quarriors.lab.executor import Executor, Stop, never, run_jobs
from quarriors.lab.folder_lock import claimed_folder
from quarriors.lab.policy_learning import Batch, Learner, Weights, first_weights, joined

FORMAT: Final = 1
STATE: Final = "policy.npz"  # weights, and Adam's memory
JOB: Final = 64  # games that a worker plays at a time
JOBS: Final = 8  # of a step
GAMES: Final = JOB * JOBS
# Players and sets of the games, in turn.
TABLES: Final = (
    *((2, "base"), (2, "all"), (2, "base"), (2, "all"), (3, "base")),
    *((2, "all"), (4, "all"), (2, "base"), (3, "all"), (4, "base")),
)
RATES: Final = (1.5e-3, 1e-4)  # of learning, at the beginning and at the end
ENTROPIES: Final = (0.01, 0.002)  # what a choice left open is worth, likewise
SHOWN: Final = "{:.4g}"  # digits of a weight


def play_job(weights: Weights, seed: int, job: int, halt: Stop = never) -> Batch | None:
    """Play the games of one job with these weights; None if it was dropped."""
    catalog = catalog_of(Rules(2, sets=("all",)))
    flat = {name: [float(number) for number in one.flat] for name, one in weights.items()}
    network = Network(die_values(catalog), flat)
    recording, results, ends = Recording(), [], []
    for number in range(job * JOB, (job + 1) * JOB):
        if halt():
            return None
        players, sets = TABLES[number % len(TABLES)]
        state = queries.state(new_game(Rules(players, sets=(sets,)), seed + number))
        recording.play(state, Policy(network, players), Dealer(seed + number, "policy"))
        glory = queries.glories(state)
        winners = glory.count(max(glory))
        results.append([(one == max(glory)) / winners for one in glory])
        ends.append(len(recording.seats))
    return Batch(recording, results, ends)


class PolicyTraining:
    """A folder of a training; open to one process at a time."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.folder = folder
        self.seed = seed
        self.catalog = catalog_of(Rules(2, sets=("all",)))
        self._files = ExitStack()
        self._files.enter_context(claimed_folder(folder))
        try:
            self.learner, self.games = self._read()
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> PolicyTraining:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Leave the folder to others."""
        self._files.close()

    def _read(self) -> tuple[Learner, int]:
        """Where the run is."""
        path = self.folder / STATE
        learner = Learner(first_weights(len(self.catalog.cards), self.seed))
        if not path.exists():
            return learner, 0
        try:
            with np.load(path, allow_pickle=False) as file:
                there = json.loads(str(file["header"]))
                for part in ("weights", "means", "squares"):
                    columns = getattr(learner, part)
                    for name, column in columns.items():
                        column[...] = file[f"{part}/{name}"]
        except OSError as error:
            raise unusable(path, error) from error
        except (ValueError, KeyError, TypeError, EOFError) as error:
            raise LabError("bad_training", path=path) from error
        if there.get("format") != FORMAT or there.get("catalog") != self.catalog.hash:
            raise LabError("other_cards", path=path, there=there.get("seed"), here=self.seed)
        if there.get("seed") != self.seed:
            raise LabError("other_seed", path=path, there=there.get("seed"), here=self.seed)
        learner.steps = int(there["steps"])
        return learner, int(there["games"])

    def _write(self) -> None:
        header = {
            "format": FORMAT,
            "catalog": self.catalog.hash,
            "seed": self.seed,
            "games": self.games,
            "steps": self.learner.steps,
        }
        columns = {
            f"{part}/{name}": column
            for part in ("weights", "means", "squares")
            for name, column in getattr(self.learner, part).items()
        }
        file = io.BytesIO()
        np.savez(file, allow_pickle=False, header=np.array(json.dumps(header)), **columns)
        write_whole(self.folder / STATE, file.getvalue())

    def train(
        self, games: int, workers: Callable[[], Executor | int], stop: Stop = never
    ) -> Iterator[int]:
        """Play and learn what is missing; how many games were learned from after each step.

        `workers` gives those of a step, for they begin with the weights that they play with.
        Rates fall towards the end, so a run of more games is not one of fewer games continued.
        """
        while self.games < games and not stop():
            step = self.games // GAMES
            work = partial(play_job, dict(self.learner.weights), self.seed)
            jobs = range(step * JOBS, (step + 1) * JOBS)
            batches = list(run_jobs(work, jobs, workers(), stop))
            if len(batches) < JOBS:
                return
            part = self.games / games
            luck = np.random.default_rng(derived(self.seed + step, "batches"))
            rate, entropy = (first + part * (last - first) for first, last in (RATES, ENTROPIES))
            self.learner.learn(joined(batches, len(self.catalog.cards)), rate, entropy, luck)
            self.games += GAMES
            self._write()
            yield self.games

    def result(self) -> dict[str, Any]:
        """What was learned, written into the folder as the bots read it."""

        def short(numbers: Any) -> list[float]:
            return [float(SHOWN.format(number)) for number in numbers.flat]

        weights = dict(self.learner.weights)
        vectors = weights.pop("cards")
        found = {
            "catalog": self.catalog.hash,
            "seed": self.seed,
            "games": self.games,
            "cards": {key_of(card): short(vectors[card.index]) for card in self.catalog.cards},
            "weights": {name: short(one) for name, one in weights.items()},
        }
        text = json.dumps(found, separators=(",", ":")) + "\n"
        write_whole(self.folder / TRAINED, text.encode())
        return found
