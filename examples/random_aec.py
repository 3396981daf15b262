"""A game of the PettingZoo environment, played at random by everybody.

    python examples/random_aec.py --players 3 --games 2

What every loop over an AEC environment looks like: ask for `last()`, answer with an action of the
mask, and with None once the game is over.
"""

from __future__ import annotations

import argparse

import numpy as np

from quarriors import Rules
from quarriors.engine.rng import derived
from quarriors.envs import quarriors_aec


def play(players: int, games: int, seed: int) -> list[dict[str, float]]:
    """Play a number of games; the reward of each agent in each of them."""
    env = quarriors_aec.env(rules=Rules(players=players))
    choose = np.random.default_rng(derived(seed, "choices"))
    told = []
    for game in range(games):
        env.reset(seed=seed + game)
        rewards: dict[str, float] = {}
        for agent in env.agent_iter():
            observation, reward, terminated, truncated, _ = env.last()
            if terminated or truncated:
                rewards[agent] = reward  # what has come in since this agent's last turn
                env.step(None)
            else:
                env.step(int(choose.choice(np.flatnonzero(observation["action_mask"]))))
        told.append(rewards)
    env.close()
    return told


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    for number, rewards in enumerate(play(given.players, given.games, given.seed), 1):
        print(f"game {number}: {rewards}")


if __name__ == "__main__":
    main()
