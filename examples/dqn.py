"""OpenSpiel's DQN (PyTorch) on the Gymnasium environment, against bots of ours.

    pip install "quarriors[baselines]"
    python examples/dqn.py --steps 50000

OpenSpiel's agents know which actions are legal, so that no wrapper is needed: a step of the
environment is told to the agent as OpenSpiel's `TimeStep`.
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np
import torch
from ladder import climb, line
from open_spiel.python.pytorch.dqn import DQN
from open_spiel.python.rl_environment import StepType, TimeStep

from quarriors import Rules
from quarriors.envs.single import QuarriorsEnv

FORM = {"flat": True}
OPPONENTS = {"random": 1, "pip": 1, "marta": 1, "greedy": 1}


class Learner:
    """An agent with its environment; as a policy it takes the action of the highest value."""

    def __init__(self, seed: int = 1, steps: int = 50_000, **settings: Any) -> None:
        torch.set_num_threads(1)
        self.env = QuarriorsEnv(Rules(players=2), opponents=OPPONENTS, seat="rotate", **FORM)
        self._seed: int | None = seed
        self._seen: tuple[Any, Any] | None = None
        self.agent = DQN(
            player_id=0,
            state_representation_size=self.env.observation_space.shape[0],
            num_actions=int(self.env.action_space.n),
            seed=seed,
            **{
                "hidden_layers_sizes": [128, 128],
                "batch_size": 64,
                "replay_buffer_capacity": 20_000,
                "learning_rate": 3e-4,
                "optimizer_str": "adam",
                "loss_str": "huber",
                "learn_every": 4,
                "update_target_network_every": 500,
                "weight_update_coeff": 0.0,  # the whole network is copied
                "discount_factor": 0.99,
                "epsilon_decay_schedule_str": "linear",
                "epsilon_decay_duration": max(steps // 2, 1),
                "epsilon_end": 0.05,
                **settings,
            },
        )

    def learn(self, steps: int) -> None:
        """Play a number of steps and learn from them."""
        for _ in range(steps):
            kind, reward = StepType.MID, 0.0
            if self._seen is None:
                seen, info = self.env.reset(seed=self._seed)
                self._seed = None
                self._seen = (seen, info["action_mask"])
                kind = StepType.FIRST
            action = self.agent.step(told(*self._seen, kind, reward)).action
            seen, reward, done, _, info = self.env.step(action)
            self._seen = (seen, info["action_mask"])
            if done:
                self.agent.step(told(*self._seen, StepType.LAST, float(reward)))
                self._seen = None

    def __call__(self, seen: Any, mask: Any) -> int:
        """The action of the highest value."""
        return int(self.agent.step(told(seen, mask, StepType.MID, 0.0), is_evaluation=True).action)


def told(seen: Any, mask: Any, kind: StepType, reward: float) -> TimeStep:
    """A step as OpenSpiel's agents take it; there is one player, all others are its world."""
    legal = np.flatnonzero(mask).tolist()
    observed = {"info_state": [seen], "legal_actions": [legal], "current_player": 0}
    return TimeStep(observed, [reward], [1.0], kind)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--steps", type=int, default=50_000)
    parser.add_argument("--matches", type=int, default=100, help="against each of the ladder")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    learner = Learner(given.seed, given.steps)
    learner.learn(given.steps)
    won = climb(learner, given.matches, given.seed + 1, **FORM)
    print(line(f"{given.steps} steps", won, given.matches))


if __name__ == "__main__":
    main()
