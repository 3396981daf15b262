"""Measure how simulation scales: games a second against workers, and what a cluster would do.

    python benchmarks/scale.py
    python benchmarks/scale.py --seats greedy,greedy --sets all --seconds 20 --ray --json

Each number of workers plays for the same time into a fresh folder, in turn, twice or more often;
the best turn of each counts, and ratios to one worker are what to compare between machines. The
parts that a cluster's speed follows from are measured one by one, in processor time: starting a
worker, a game in it, what the one process that writes needs for a game, and the bytes of a game.
"""

from __future__ import annotations

import argparse
import json
import os
import pickle
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from quarriors.bots import make_bot
from quarriors.cli.watch import cores
from quarriors.engine import is_compiled
from quarriors.engine.rules import Rules
from quarriors.lab.dataset_writer import SavedSimulation, saved_game
from quarriors.lab.executor import Executor
from quarriors.lab.simulate import Outcome, Plan

MANY = 10_000_000  # more games than can be played in the time
WRITTEN = 2000  # games that are written again to time the writer: two whole parts
CLUSTERS = (8, 32, 128, 512)
LARGE = 100_000_000  # games


@dataclass(frozen=True)
class Rate:
    """Games per second of a number of workers."""

    workers: int
    games: int
    seconds: float

    @property
    def speed(self) -> float:
        return self.games / self.seconds


def play_for(plan: Plan, crew: Executor | int, workers: int, seconds: float, folder: Path) -> Rate:
    """Play into a folder for so long, from the first game that arrives."""
    clock: list[float] = []
    games = 0

    def stop() -> bool:
        return bool(clock) and time.perf_counter() - clock[0] >= seconds

    with SavedSimulation(folder, plan, MANY) as saved:
        for _ in saved.play(crew, stop):
            if clock:
                games += 1
            else:
                clock.append(time.perf_counter())  # workers have started
            last = time.perf_counter()
    return Rate(workers, games, max(last - clock[0], 1e-9))


def processor_time() -> float:
    """Of this process and those it has waited for: other work on the machine does not count."""
    used = os.times()
    return used.user + used.system + used.children_user + used.children_system


def timed(work: Callable[[], object]) -> float:
    began = processor_time()
    work()
    return processor_time() - began


def start_of_a_worker() -> float:
    """A fresh process until it has played its first, short game."""
    code = (
        "import quarriors as q; from quarriors.lab.simulate import Plan; "
        "from quarriors.lab.dataset_writer import saved_game; "
        "saved_game(Plan(q.Rules(round_limit=1), ('random', 'random'), 1), False, 0)"
    )
    return min(
        timed(partial(subprocess.run, [sys.executable, "-c", code], check=True)) for _ in "123"
    )


def parts(plan: Plan, folder: Path) -> dict[str, float]:
    """A game in a worker, a game in the writer, and its bytes; all in this process."""
    sample = 200
    games: list[tuple[Outcome, bytes]] = []

    def play() -> None:
        for index in range(sample):
            played = saved_game(plan, False, index)
            assert played is not None
            games.append(played)

    game = timed(play) / sample

    with SavedSimulation(folder, plan, MANY) as saved:

        def write() -> None:
            # The same games under other numbers: the writer asks for nothing but the number.
            for index in range(WRITTEN):
                saved._add(index, games[index % sample][1])

        writer = timed(write) / WRITTEN
    # Games that come again and again are stored in next to nothing, so these are the sample alone.
    alone = folder.with_name("sample")
    with SavedSimulation(alone, plan, sample) as saved:
        for index, (_, line) in enumerate(games):
            saved._add(index, line)
    stored = sum(path.stat().st_size for path in alone.rglob("*.parquet"))
    return {
        "game_seconds": game,
        "writer_seconds": writer,
        "sent_bytes": sum(len(pickle.dumps(game)) for game in games) / sample,
        "stored_bytes": stored / sample,
    }


def estimate(measured: dict[str, float], workers: int) -> float:
    """Games a second of a cluster: its workers, or what one process can write."""
    return min(workers / measured["game_seconds"], 1 / measured["writer_seconds"])


def measure(found: argparse.Namespace, say: Callable[[str], None]) -> dict[str, Any]:
    seats = tuple(found.seats.split(","))
    for seat, spec in enumerate(seats):
        make_bot(spec, seat, 0)
    plan = Plan(Rules(len(seats), sets=found.sets.split(",")), seats, found.seed)
    best: dict[int, Rate] = {}
    on_ray: list[Rate] = []
    with tempfile.TemporaryDirectory() as home:
        for turn in range(found.turns):
            for workers in found.workers:
                say(f"{workers} workers, turn {turn + 1}")
                folder = Path(home) / f"{workers}-{turn}"
                rate = play_for(plan, workers, workers, found.seconds, folder)
                if workers not in best or rate.speed > best[workers].speed:
                    best[workers] = rate
        say("parts")
        measured = {"start_seconds": start_of_a_worker(), **parts(plan, Path(home) / "parts")}
        if found.ray:
            from quarriors.lab.executor_ray import RayExecutor

            for workers in found.workers:
                say(f"{workers} workers on ray")
                began = time.perf_counter()
                crew = RayExecutor("local", workers)
                measured["ray_start_seconds"] = time.perf_counter() - began
                folder = Path(home) / f"ray-{workers}"
                on_ray.append(play_for(plan, crew, workers, found.seconds, folder))
    return {
        "engine": "compiled" if is_compiled() else "interpreted",
        "python": platform.python_version(),
        "cores": cores(),
        "load": os.getloadavg()[0] if hasattr(os, "getloadavg") else None,
        "plan": {"seats": list(seats), "sets": list(plan.rules.sets), "seed": plan.seed},
        "workers": [
            {
                "workers": rate.workers,
                "games_per_second": round(rate.speed, 2),
                "ratio": round(rate.speed / best[found.workers[0]].speed, 2),
            }
            for rate in best.values()
        ],
        "ray": [
            {
                "workers": rate.workers,
                "games_per_second": round(rate.speed, 2),
                "ratio": round(rate.speed / on_ray[0].speed, 2),
            }
            for rate in on_ray
        ],
        "parts": {key: round(value, 6) for key, value in measured.items()},
        "estimate": {str(size): round(estimate(measured, size), 1) for size in CLUSTERS},
        "large_run": {
            "games": LARGE,
            "core_hours_of_workers": round(LARGE * measured["game_seconds"] / 3600, 1),
            "core_hours_of_writers": round(LARGE * measured["writer_seconds"] / 3600, 1),
            "stored_gigabytes": round(LARGE * measured["stored_bytes"] / 1e9, 1),
            "sent_gigabytes": round(LARGE * measured["sent_bytes"] / 1e9, 1),
        },
    }


def show(result: dict[str, Any]) -> None:
    plan, parted = result["plan"], result["parts"]
    print(f"engine {result['engine']}, Python {result['python']}, {result['cores']} cores, "
          f"load {result['load']:.1f} at the end; {','.join(plan['seats'])}, "
          f"sets {','.join(plan['sets'])}, seed {plan['seed']}")  # fmt: skip
    for row in result["workers"]:
        print(
            f"{row['workers']:>4} workers {row['games_per_second']:>10} games/s  x {row['ratio']}"
        )
    for row in result["ray"]:
        print(
            f"{row['workers']:>4} on Ray  {row['games_per_second']:>10} games/s  x {row['ratio']}"
        )
    for key, value in parted.items():
        print(f"{key:<18}{value:>12}")
    for size, speed in result["estimate"].items():
        print(f"estimate for {size:>4} workers {speed:>10} games/s")
    for key, value in result["large_run"].items():
        print(f"{key:<24}{value:>14,}")


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seats", default="random,random", help="the bots")
    parser.add_argument("--sets", default="base", help="with commas, or all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", default="1,2,4", help="with commas; ratios are to the first")
    parser.add_argument("--seconds", type=float, default=10.0, help="for each number of workers")
    parser.add_argument("--turns", type=int, default=2, help="how often; the best counts")
    parser.add_argument("--ray", action="store_true", help="a local Ray cluster too")
    parser.add_argument("--json", action="store_true", help="for programs")
    found = parser.parse_args()
    try:
        found.workers = [int(text) for text in found.workers.split(",")]
    except ValueError:
        parser.error("--workers are whole numbers with commas, such as 1,2,4")
    if min(found.workers) < 1 or found.turns < 1 or not found.seconds > 0:
        parser.error("--workers, --turns and --seconds are more than 0")
    return found


def main() -> int:
    found = arguments()
    result = measure(found, lambda text: print(f"... {text}", file=sys.stderr))
    if found.json:
        print(json.dumps(result, indent=1))
    else:
        show(result)
    return 0


if __name__ == "__main__":
    sys.exit(main())
