"""Trains all baselines and writes what they reach into `docs/baselines.md`: one command.

    pip install "quarriors[baselines]"
    python examples/baselines.py                        # about six minutes on one core
    python examples/baselines.py --only linear --scale 0.1 --games 20 --out draft.md

Each learner stops a few times on its way to play against the ladder, by fixed seeds: these are the
points of its learning curve.
"""

from __future__ import annotations

import argparse
import platform
import time
from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any

from ladder import LADDER, climb

from quarriors.engine import is_compiled
from quarriors.lab.rates import wilson

PAGE = Path(__file__).resolve().parent.parent / "docs" / "baselines.md"
BEGIN, END = "<!-- made by examples/baselines.py -->", "<!-- end of what is made -->"
POINTS = 4  # of a learning curve, the beginning not counted
# A point of a curve: what was done so far, the policy, and its form.
Point = tuple[int, Any, dict[str, Any]]


def linear(amount: int, seed: int) -> Iterator[Point]:
    """Games of self-play of the linear learner."""
    module = import_module("linear_self_play")
    learner, league = module.Learner(seed), module.League(seed)
    yield 0, learner, module.FORM
    for part in range(POINTS):
        module.train(amount // POINTS, seed + part, league, learner)
        yield amount * (part + 1) // POINTS, learner, module.FORM


def ppo(amount: int, seed: int) -> Iterator[Point]:
    """Steps of MaskablePPO."""
    module = import_module("maskable_ppo")
    model = module.learner(seed)
    yield 0, module.Policy(model), module.FORM
    for part in range(POINTS):
        model.learn(amount // POINTS, reset_num_timesteps=part == 0)
        yield model.num_timesteps, module.Policy(model), module.FORM


def dqn(amount: int, seed: int) -> Iterator[Point]:
    """Steps of OpenSpiel's DQN."""
    module = import_module("dqn")
    learner = module.Learner(seed, amount)
    yield 0, learner, module.FORM
    for part in range(POINTS):
        learner.learn(amount // POINTS)
        yield amount * (part + 1) // POINTS, learner, module.FORM


# Each with its unit and how many of them are a whole training.
LEARNERS: dict[str, tuple[Callable[[int, int], Iterator[Point]], str, int]] = {
    "linear": (linear, "games", 12_000),
    "ppo": (ppo, "steps", 120_000),
    "dqn": (dqn, "steps", 60_000),
}
TITLES = {
    "linear": "Linear learner, self-play in a league (`linear_self_play.py`)",
    "ppo": "MaskablePPO of sb3-contrib (`maskable_ppo.py`)",
    "dqn": "DQN of OpenSpiel (`dqn.py`)",
}


def curve(name: str, scale: float, games: int, seed: int) -> list[str]:
    """Train one learner and play; the lines of its table."""
    learn, unit, amount = LEARNERS[name]
    lines = [f"### {TITLES[name]}", ""]
    lines.append(f"| {unit} | {unit}/s | {' | '.join(LADDER)} |")
    lines.append("|---" * (len(LADDER) + 2) + "|")
    spent = 0.0
    points = learn(int(amount * scale), seed)
    won: dict[str, int] = {}
    while True:
        began = time.process_time()
        point = next(points, None)
        spent += time.process_time() - began
        if point is None:
            break
        done, policy, form = point
        won = climb(policy, games, seed + 1, **form)
        shares = " | ".join(f"{100 * count / games:.0f} %" for count in won.values())
        lines.append(f"| {done:,} | {f'{done / spent:,.0f}' if done else ''} | {shares} |")
        print(lines[-1], flush=True)
    low, high = wilson(won["greedy"], games)
    told = f"Trained in {spent:.0f} s; at the end {won['greedy']} of {games} against `greedy`"
    return [*lines, "", f"{told} (95 %: {100 * low:.0f} to {100 * high:.0f} %).", ""]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", default=",".join(LEARNERS), help="learners, by commas")
    parser.add_argument("--scale", type=float, default=1.0, help="of a whole training")
    parser.add_argument("--games", type=int, default=100, help="against each of the ladder")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=PAGE)
    given = parser.parse_args()
    names = given.only.split(",")
    unknown = [name for name in names if name not in LEARNERS]
    if unknown or given.scale <= 0 or given.games < 1:
        parser.error(f"learners are some of {', '.join(LEARNERS)}; scale and games above 0.")
    lines = []
    for name in names:
        print(TITLES[name], flush=True)
        lines += curve(name, given.scale, given.games, given.seed)
    engine = "compiled" if is_compiled() else "interpreted"
    about = f"quarriors {version('quarriors')}, {engine}, Python {platform.python_version()}"
    rest = f"seed {given.seed}, {given.games} games a number, times are the processor's."
    made = "\n".join([BEGIN, "", *lines, f"{about}; {rest}", "", END])
    text = given.out.read_text("utf-8") if given.out.exists() else f"{BEGIN}\n{END}\n"
    before, _, after = text.partition(BEGIN)
    given.out.write_text(f"{before}{made}{after.partition(END)[2]}", "utf-8")


if __name__ == "__main__":
    main()
