"""A policy against the ladder: bots and rivals from the weakest on, some games against each.

The other examples use it for their learning curves. Games follow from the seed; the policy begins
every second game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from quarriors import Rules
from quarriors.engine.rng import derived
from quarriors.envs.single import QuarriorsEnv

LADDER = ("random", "pip", "marta", "bruno", "isolde", "greedy")
Policy = Callable[[Any, Any], Any]  # of observation and mask, as opponents of environments are


def wins(policy: Policy, opponent: Any, games: int, seed: int = 2, **form: Any) -> int:
    """How many of a number of games of two players the policy wins."""
    env = QuarriorsEnv(Rules(players=2), opponents=opponent, seat="rotate", strict=True, **form)
    won = 0
    for number in range(games):
        seen, info = env.reset(seed=derived(seed, "ladder") if number == 0 else None)
        done, reward = False, 0.0
        while not done:
            seen, reward, done, _, info = env.step(policy(seen, info["action_mask"]))
        won += reward > 0
    return won


def climb(
    policy: Policy, games: int, seed: int = 2, ladder: Sequence[str] = LADDER, **form: Any
) -> dict[str, int]:
    """The same against everybody on the ladder."""
    return {name: wins(policy, name, games, seed, **form) for name in ladder}


def line(trained: str, won: dict[str, int], games: int) -> str:
    """One point of a learning curve, for people."""
    told = ", ".join(f"{name} {count}" for name, count in won.items())
    return f"{trained}: of {games} games each won against {told}"
