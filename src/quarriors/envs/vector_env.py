"""Many single-seat environments as one Gymnasium `VectorEnv`.

`gymnasium.make_vec("Quarriors-v2", num_envs=8)` makes one. Observations are arrays with one more
axis in front; the masks are in them and in `infos["action_mask"]`. All three autoreset modes of
Gymnasium are there. In `SAME_STEP` the last observation and info of a game that ended are in
`infos["final_obs"]` and `infos["final_info"]`, with `_final_obs` and `_final_info` saying where.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space, concatenate, create_empty_array
from numpy.typing import NDArray

from quarriors.engine.errors import RulesError
from quarriors.engine.rng import derived
from quarriors.engine.rules import is_whole
from quarriors.envs.encoding import Mask
from quarriors.envs.single import QuarriorsEnv

Step = tuple[Any, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]


class QuarriorsVectorEnv(VectorEnv[Any, Any, Any]):
    """A number of `QuarriorsEnv` side by side, with the same settings and luck of their own."""

    def __init__(
        self,
        num_envs: int = 1,
        *,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        **settings: Any,
    ) -> None:
        if not is_whole(num_envs) or num_envs < 1:
            raise RulesError("env_count", value=repr(num_envs))
        try:
            self.autoreset_mode = AutoresetMode(autoreset_mode)
        except ValueError:
            known = tuple(mode.value for mode in AutoresetMode)
            raise RulesError("env_autoreset", value=repr(autoreset_mode), known=known) from None
        self.num_envs = num_envs
        self.envs = [QuarriorsEnv(**settings) for _ in range(num_envs)]
        first = self.envs[0]
        self.encoder = first.encoder
        self.render_mode = first.render_mode
        self.metadata = {**first.metadata, "autoreset_mode": self.autoreset_mode}
        self.single_action_space = first.action_space
        self.single_observation_space = first.observation_space
        self.action_space = batch_space(first.action_space, num_envs)
        self.observation_space = batch_space(first.observation_space, num_envs)
        self._seen: list[Any] = [None] * num_envs
        self._done = np.zeros(num_envs, np.bool_)

    def _observations(self) -> Any:
        """All observations as one, in new arrays."""
        space = self.single_observation_space
        room: Any = create_empty_array(space, self.num_envs)
        return concatenate(space, self._seen, room)

    def action_masks(self) -> Mask:
        """The masks of all games, a row a game."""
        return np.stack([env.action_masks() for env in self.envs])

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Any, dict[str, Any]]:
        """Begin all games, or those of `options["reset_mask"]`; one seed makes one for each."""
        seeds: Sequence[int | None] = [None] * self.num_envs
        if isinstance(seed, Sequence):
            seeds = seed
        elif seed is not None:
            seeds = [seed, *(derived(seed, f"vector/{at}") for at in range(1, self.num_envs))]
        if len(seeds) != self.num_envs:
            raise RulesError("env_seeds", count=self.num_envs, value=len(seeds))
        chosen = np.ones(self.num_envs, np.bool_)
        if options is not None and "reset_mask" in options:
            chosen = np.asarray(options["reset_mask"], np.bool_)
            if chosen.shape != (self.num_envs,) or not chosen.any():
                raise RulesError("env_reset_mask", count=self.num_envs)
        for at in np.flatnonzero(chosen).tolist():
            self._seen[at], _ = self.envs[at].reset(seed=seeds[at])
            self._done[at] = False
        return self._observations(), {"action_mask": self.action_masks()}

    def step(self, actions: Any) -> Step:
        """Answer in all games."""
        rewards = np.zeros(self.num_envs, np.float64)
        ended = np.zeros(self.num_envs, np.bool_)
        infos: dict[str, Any] = {}
        if self.autoreset_mode is AutoresetMode.DISABLED and self._done.any():
            raise RulesError("env_over", number=int(self._done.argmax()))
        for at, env in enumerate(self.envs):
            if self._done[at]:
                self._seen[at], _ = env.reset()
                self._done[at] = False
                continue
            seen, rewards[at], ended[at], _, info = env.step(actions[at])
            if ended[at]:
                infos = self._add_info(infos, _said(info), at)
                if self.autoreset_mode is AutoresetMode.SAME_STEP:
                    infos = self._add_info(infos, {"final_obs": seen, "final_info": info}, at)
                    seen, _ = env.reset()
                else:
                    self._done[at] = True
            self._seen[at] = seen
        infos["action_mask"] = self.action_masks()
        cut = np.zeros(self.num_envs, np.bool_)
        return self._observations(), rewards, ended, cut, infos

    def render(self) -> tuple[Any, ...]:
        """The tables of all games."""
        return tuple(env.render() for env in self.envs)


def _said(info: dict[str, Any]) -> dict[str, Any]:
    """What an info says about the end of a game, beside its mask."""
    return {name: value for name, value in info.items() if name != "action_mask"}
