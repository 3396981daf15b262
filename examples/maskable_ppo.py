"""MaskablePPO of sb3-contrib on the Gymnasium environment, against bots of ours.

    pip install "quarriors[baselines]"
    python examples/maskable_ppo.py --steps 100000

The environment has `action_masks()`, which is where MaskablePPO looks for masks; it needs no
wrapper. The observation is one array (`flat=True`), which its MlpPolicy takes as it is.
"""

from __future__ import annotations

import argparse
from typing import Any

import torch
from ladder import climb, line
from sb3_contrib import MaskablePPO

from quarriors import Rules
from quarriors.envs.single import QuarriorsEnv

FORM = {"flat": True}
OPPONENTS = {"random": 1, "pip": 1, "marta": 1, "greedy": 1}
SETTINGS = {"n_steps": 2048, "batch_size": 256, "n_epochs": 4, "gamma": 1.0, "ent_coef": 0.01}


class Policy:
    """A trained model as environments and the ladder take it."""

    def __init__(self, model: MaskablePPO) -> None:
        self.model = model

    def __call__(self, seen: Any, mask: Any) -> int:
        """The action that it thinks best."""
        return int(self.model.predict(seen, action_masks=mask, deterministic=True)[0])


def learner(seed: int = 1, opponents: Any = None, **settings: Any) -> MaskablePPO:
    """A model that knows nothing yet; `learn` trains it."""
    torch.set_num_threads(1)
    env = QuarriorsEnv(Rules(players=2), opponents=opponents or OPPONENTS, seat="rotate", **FORM)
    given = {**SETTINGS, **settings}
    return MaskablePPO("MlpPolicy", env, seed=seed, device="cpu", **given)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--steps", type=int, default=100_000)
    parser.add_argument("--matches", type=int, default=100, help="against each of the ladder")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    model = learner(given.seed, verbose=1).learn(given.steps)
    won = climb(Policy(model), given.matches, given.seed + 1, **FORM)
    print(line(f"{given.steps} steps", won, given.matches))


if __name__ == "__main__":
    main()
