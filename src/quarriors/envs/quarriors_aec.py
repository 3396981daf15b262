"""The game as a PettingZoo AEC environment: two to four seats, each of them may learn.

An action outside the mask raises in `raw_env()` and changes nothing. In `env()` it ends the game,
as it does in PettingZoo's own games: the agent that chose it gets -1, the others nothing. `env()`
also refuses calls before the first `reset()`. It does so without PettingZoo's wrappers, which cost
several times the game.
"""

from __future__ import annotations

from typing import Any

from gymnasium import logger, spaces
from pettingzoo import AECEnv
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

from quarriors.engine.rules import Rules
from quarriors.envs.checks import checked_flag
from quarriors.envs.core.play import Play
from quarriors.envs.dealer import GameDealer, game_of, whole
from quarriors.envs.encoding import VERSION, mask_of, views
from quarriors.envs.render import MODES, checked_mode, picture
from quarriors.envs.rewards import Hook, Reward, checked_reward
from quarriors.game import Game

NAME = "quarriors_v2"
ILLEGAL_REWARD = -1.0


class QuarriorsAEC(AECEnv[str, Any, Any]):  # type: ignore[misc]  # PettingZoo has no types
    """One game after the other; agents are `player_0` to `player_3`, by their seats."""

    metadata = {  # noqa: RUF012 - PettingZoo wants a dict here
        "name": NAME,
        "render_modes": list(MODES),
        "render_fps": 2,
        "is_parallelizable": True,
        "encoding_version": VERSION,
    }

    def __init__(
        self,
        rules: Rules | None = None,
        *,
        form: str = "compact",
        flat: bool = False,
        reward: str | Reward | Hook = "win",
        ends_when_illegal: bool = False,
        render_mode: str | None = None,
        **wishes: Any,
    ) -> None:
        super().__init__()
        self.render_mode = checked_mode(render_mode)
        self._reward = checked_reward(reward)
        self._ends_when_illegal = checked_flag("ends_when_illegal", ends_when_illegal)
        self._dealer = GameDealer(rules, wishes, form, flat=flat)
        self.encoder = self._dealer.encoder
        self.metadata = {**self.metadata, "schema_hash": self.encoder.hash}
        self.possible_agents = [f"player_{seat}" for seat in range(self._dealer.rules.players)]
        self.agents: list[str] = []
        self.action_spaces = {agent: self.encoder.action_space() for agent in self.possible_agents}
        self.observation_spaces = {
            agent: self.encoder.observation_space() for agent in self.possible_agents
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
        game = self._dealer.deal(seed)
        if self._play is None:
            self._play = self.encoder.play(game)
        else:
            self._play.begin(game)
        self._reward.begin(game)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._idle = {agent: {"action_mask": self.encoder.idle.copy()} for agent in self.agents}
        self.infos = dict(self._idle)
        self._skip_agent_selection: str | None = None
        self._turn_to(self._play)
        if self.render_mode == "human":
            self.render()

    def _turn_to(self, play: Play) -> None:
        """Select the agent that decides, with the mask in its info."""
        self.agent_selection = agent = self.possible_agents[play.actor]
        self.infos[agent] = {"action_mask": views(play)[0].copy()}

    def step(self, action: Any) -> None:
        """Answer for the selected agent; None for one whose game is over."""
        play = self._held()
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        number = action if type(action) is int else whole(action)
        if self._ends_when_illegal and not play.is_possible(number):
            self._end_illegally(agent)
            return
        play.apply(number)
        self._cumulative_rewards[agent] = 0.0
        if play.actor < 0:
            self._end(play)
        else:
            self._turn_to(play)
            if agent is not self.agent_selection:
                self.infos[agent] = self._idle[agent]
            if self._reward.during_game:
                self._give(self._reward.step(play.game))
        if self.render_mode == "human":
            self.render()

    def _give(self, earned: list[float]) -> None:
        """Everybody gets what they earned since the last step."""
        self.rewards = dict(zip(self.possible_agents, earned, strict=True))
        self._accumulate_rewards()

    def _end(self, play: Play) -> None:
        """Everybody gets what they won, and is asked once more for None."""
        self._finish(self._reward.step(play.game))

    def _end_illegally(self, agent: str) -> None:
        """An action that was not possible ends the game for everybody; the game is as it was."""
        logger.warn(f"{agent} chose an action outside its mask; the game ends.")
        self._cumulative_rewards[agent] = 0.0
        self._finish([ILLEGAL_REWARD if one == agent else 0.0 for one in self.possible_agents])

    def _finish(self, earned: list[float]) -> None:
        self.terminations = dict.fromkeys(self.agents, True)
        self.infos = dict(self._idle)
        self._give(earned)
        self._deads_step_first()

    def observe(self, agent: str) -> Any:
        """What an agent sees; one that does not decide has one action only in its mask."""
        play = self._held()
        seat = self.possible_agents.index(agent)
        decides = seat == play.actor and not self.terminations.get(agent, True)
        mask = mask_of(play) if decides else self.encoder.idle.copy()
        return self.encoder.observation(play, seat, mask)

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


def env(**settings: Any) -> QuarriorsAEC:
    """The environment that ends a game at an action outside the mask, as PettingZoo's games do."""
    return QuarriorsAEC(**{"ends_when_illegal": True, **settings})


def parallel_env(**settings: Any) -> Any:
    """The same as a parallel environment: all act, and only the seat that decides is heard."""
    return turn_based_aec_to_parallel(env(**settings))
