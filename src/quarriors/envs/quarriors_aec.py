"""The game as a PettingZoo AEC environment: two to four seats, each of them may learn.

`env()` is wrapped as PettingZoo's own games are: an action outside the mask ends the game, and the
one who chose it loses. `raw_env()` is bare and several times as fast; there such an action raises
and changes nothing. Rewards come at the end only: the winners share 1, the others share -1.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import logger, spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from quarriors.engine.rules import Rules
from quarriors.envs.core.play import Play
from quarriors.envs.dealer import GameDealer, game_of, whole
from quarriors.envs.encoding import SCHEMA_HASH, VERSION, idle_mask, mask_of, rewards
from quarriors.envs.forms import action_space, checked_form, observation, observation_space
from quarriors.envs.render import MODES, checked_mode, picture
from quarriors.game import Game

NAME = "quarriors_v1"


class QuarriorsAEC(AECEnv[str, Any, Any]):  # type: ignore[misc]  # PettingZoo has no types
    """One game after the other; agents are `player_0` to `player_3`, by their seats."""

    metadata = {  # noqa: RUF012 - PettingZoo wants a dict here
        "name": NAME,
        "render_modes": list(MODES),
        "render_fps": 2,
        "is_parallelizable": False,
        "encoding_version": VERSION,
        "schema_hash": SCHEMA_HASH,
    }

    def __init__(
        self,
        rules: Rules | None = None,
        *,
        form: str = "dict",
        render_mode: str | None = None,
        **wishes: Any,
    ) -> None:
        super().__init__()
        self._form = checked_form(form)
        self.render_mode = checked_mode(render_mode)
        self._dealer = GameDealer(rules, wishes)
        self._dealer.check()
        self.possible_agents = [f"player_{seat}" for seat in range(self._dealer.rules.players)]
        self.agents: list[str] = []
        self.action_spaces = {agent: action_space() for agent in self.possible_agents}
        self.observation_spaces = {
            agent: observation_space(self._form) for agent in self.possible_agents
        }
        self._play: Play | None = None
        self._idle: dict[str, dict[str, Any]] = {}  # infos of those who have nothing to decide

    @property
    def game(self) -> Game:
        """The game itself, for pictures and records; learners must not look at it."""
        return game_of(self._held())

    def _held(self) -> Play:
        if self._play is None:
            raise RuntimeError("Call reset() before anything else.")
        return self._play

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The same for every agent, and the same object each time."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The same for every agent, and the same object each time."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game; `options` are not used."""
        del options
        self._play = play = self._dealer.deal(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._idle = {agent: {"action_mask": idle_mask()} for agent in self.agents}
        self.infos = dict(self._idle)
        self._skip_agent_selection: str | None = None
        self._turn_to(play)
        if self.render_mode == "human":
            self.render()

    def _turn_to(self, play: Play) -> None:
        """Select the agent that decides, with the mask in its info."""
        self.agent_selection = agent = self.possible_agents[play.actor]
        self.infos[agent] = {"action_mask": np.frombuffer(play.mask, np.int8)}

    def step(self, action: Any) -> None:
        """Answer for the selected agent; None for one whose game is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        play = self._held()
        play.apply(whole(action))
        self._cumulative_rewards[agent] = 0.0  # no reward but at the end: nothing to clear
        if play.actor < 0:
            self._end(play)
        else:
            self._turn_to(play)
            if agent is not self.agent_selection:
                self.infos[agent] = self._idle[agent]
        if self.render_mode == "human":
            self.render()

    def _end(self, play: Play) -> None:
        """Everybody gets what they won, and is asked once more for None."""
        result = play.game.result
        if result is None:
            raise RuntimeError("The game has nobody to decide and no result.")
        shared = rewards(result, len(self.possible_agents))
        self.rewards = dict(zip(self.possible_agents, shared, strict=True))
        self.terminations = dict.fromkeys(self.agents, True)
        self.infos = dict(self._idle)
        self._accumulate_rewards()
        self._deads_step_first()

    def observe(self, agent: str) -> Any:
        """What an agent sees; one that does not decide has `pass` only in its mask."""
        play = self._held()
        seat = self.possible_agents.index(agent)
        mask = mask_of(play) if seat == play.actor else idle_mask()
        return observation(play, seat, mask, self._form)

    def render(self) -> Any:
        """The table in the mode that was asked for."""
        if self.render_mode is None:
            logger.warn("Say how to render when the environment is made: render_mode='ansi'.")
            return None
        return picture(self.game, self.render_mode)

    def close(self) -> None:
        """Nothing is held open."""


def raw_env(**settings: Any) -> QuarriorsAEC:
    """The bare environment; see `QuarriorsAEC` for the settings."""
    return QuarriorsAEC(**settings)


def env(**settings: Any) -> AECEnv[str, Any, Any]:
    """The environment in the wrappers that PettingZoo's own games have."""
    wrapped: Any = wrappers.TerminateIllegalWrapper(raw_env(**settings), illegal_reward=-1)
    wrapped = wrappers.AssertOutOfBoundsWrapper(wrapped)
    ordered: AECEnv[str, Any, Any] = wrappers.OrderEnforcingWrapper(wrapped)
    return ordered
