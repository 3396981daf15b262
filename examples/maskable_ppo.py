"""MaskablePPO of sb3-contrib on the Gymnasium environment, against one of our bots.

    pip install "quarriors[rl]" sb3-contrib
    python examples/maskable_ppo.py --steps 200000 --opponent random

The environment has `action_masks()`, which is where MaskablePPO looks for masks; it needs no
wrapper. The observation is one array (`flat=True`), which its MlpPolicy takes as it is.
"""

from __future__ import annotations

import argparse
from typing import Any

from sb3_contrib import MaskablePPO

from quarriors import Rules
from quarriors.envs.single import QuarriorsEnv


def train(steps: int, opponent: str = "random", seed: int = 1, **settings: Any) -> MaskablePPO:
    """A model after a number of steps."""
    env = QuarriorsEnv(Rules(players=2), opponents=opponent, flat=True)
    model = MaskablePPO("MlpPolicy", env, seed=seed, device="cpu", **settings)
    return model.learn(steps)


def evaluate(model: MaskablePPO, games: int, opponent: str = "random", seed: int = 2) -> float:
    """The mean reward of a number of games: 1 if it wins all, -1 if none."""
    env = QuarriorsEnv(Rules(players=2), opponents=opponent, flat=True, strict=True)
    total = 0.0
    for game in range(games):
        observation, _ = env.reset(seed=seed + game)
        done = False
        while not done:
            action, _ = model.predict(observation, action_masks=env.action_masks())
            observation, reward, done, _, _ = env.step(action)
            total += reward
    return total / games


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--steps", type=int, default=200_000)
    parser.add_argument("--opponent", default="random")
    parser.add_argument("--games", type=int, default=100, help="of the evaluation")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    model = train(given.steps, given.opponent, given.seed, verbose=1)
    reward = evaluate(model, given.games, given.opponent, given.seed + 1)
    print(f"Mean reward of {given.games} games against {given.opponent}: {reward:.2f}")


if __name__ == "__main__":
    main()
