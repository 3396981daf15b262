"""The game as a Gymnasium environment: one seat learns, others are played for it.

An action outside the mask does not raise, because Gymnasium's own tools sample without masks: it
costs `illegal_reward` and ends the episode (terminated), as it does in the AEC environment; the
game is left as it was. `strict=True` raises instead.
"""

from __future__ import annotations

from typing import Any, Final

import gymnasium
from gymnasium import logger

from quarriors.engine.rng import derived
from quarriors.engine.rules import Rules
from quarriors.envs.checks import checked_flag, checked_number
from quarriors.envs.core.play import Play
from quarriors.envs.dealer import GameDealer, game_of, whole
from quarriors.envs.encoding import VERSION, Mask, mask_of
from quarriors.envs.opponents import (
    Opponent,
    checked_opponents,
    checked_seating,
    seat_in_game,
    seated,
)
from quarriors.envs.render import MODES, checked_mode, picture
from quarriors.envs.rewards import Hook, Reward, checked_reward
from quarriors.game import Game

ID: Final = "Quarriors-v2"


class QuarriorsEnv(gymnasium.Env[Any, Any]):
    """One seat against others; `opponents` is one for all other seats, or one for each.

    Attributes:
        seat: Where the learner sits in the present game.
        encoder: What the numbers of actions and observations mean.
    """

    metadata = {  # noqa: RUF012 - Gymnasium wants a dict here
        "render_modes": list(MODES),
        "render_fps": 2,
        "encoding_version": VERSION,
    }

    def __init__(
        self,
        rules: Rules | None = None,
        *,
        seat: int | str = 0,
        opponents: Any = "random",
        form: str = "compact",
        flat: bool = False,
        reward: str | Reward | Hook = "win",
        illegal_reward: float = -1.0,
        strict: bool = False,
        render_mode: str | None = None,
        **wishes: Any,
    ) -> None:
        self.render_mode = checked_mode(render_mode)
        self._dealer = GameDealer(rules, wishes, form, flat=flat)
        self.encoder = self._dealer.encoder
        self.metadata = {**self.metadata, "schema_hash": self.encoder.hash}
        players = self._dealer.rules.players
        self._seating = checked_seating(seat, players)
        self.seat = seat_in_game(self._seating, 0, 0, players)
        self._others = checked_opponents(opponents, players)
        self._seated: dict[int, Opponent] = {}
        self._reward = checked_reward(reward)
        self._illegal_reward = checked_number("illegal_reward", illegal_reward)
        self._strict = checked_flag("strict", strict)
        self.action_space = self.encoder.action_space()
        self.observation_space = self.encoder.observation_space()
        self._play: Play | None = None
        self._done = True
        self._games = 0  # begun since the last seed

    @property
    def game(self) -> Game:
        """The game itself, for pictures and records; learners must not look at it."""
        return game_of(self._held())

    def _held(self) -> Play:
        if self._play is None:
            raise gymnasium.error.ResetNeeded("Call reset() before anything else.")
        return self._play

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begin a game and let the others play until our seat decides; `options` are not used."""
        super().reset(seed=seed)
        del options
        self._done = False
        if seed is not None:
            self._games = 0
        while True:
            play = self._begin(seed)
            self._let_others_play(play)
            if play.actor >= 0:
                break
            seed = None  # over before our seat was asked anything: another game
        self._show()
        mask = mask_of(play)
        return self.encoder.observation(play, self.seat, mask), {"action_mask": mask.copy()}

    def _begin(self, seed: int | None) -> Play:
        """Lay the table of the next game and seat the others."""
        game = self._dealer.deal(seed)
        start = self._dealer.seed or 0
        if self._play is None:
            self._play = self.encoder.play(game)
        else:
            self._play.begin(game)
        players = self._dealer.rules.players
        self.seat = seat_in_game(self._seating, self._games, start, players)
        self._games += 1
        elsewhere = [seat for seat in range(players) if seat != self.seat]
        self._seated = {
            seat: seated(who, seat, derived(start, f"bot/{seat}"), self.encoder)
            for seat, who in zip(elsewhere, self._others, strict=True)
        }
        self._reward.begin(game)
        return self._play

    def _let_others_play(self, play: Play) -> float:
        """Let the others answer until our seat decides or the game is over; what our seat earns."""
        earned = 0.0
        while play.actor >= 0 and play.actor != self.seat:
            self._seated[int(play.actor)].answer(play)
            if self._reward.during_game:
                earned += self._reward.step(play.game)[self.seat]
        return earned

    def action_masks(self) -> Mask:
        """The mask of our seat, as MaskablePPO asks for it."""
        return mask_of(self._held())

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Answer, and let the others play until our seat decides again or the game is over."""
        play = self._held()
        if self._done:
            raise gymnasium.error.ResetNeeded("The episode is over: call reset().")
        number = whole(action)
        info: dict[str, Any] = {}
        if self._strict or play.is_possible(number):
            play.apply(number)
            reward = 0.0
            if self._reward.during_game:
                reward = self._reward.step(play.game)[self.seat]
            reward += self._let_others_play(play)
            result = play.game.result
            if result is not None:
                self._done = True
                if not self._reward.during_game:
                    reward = self._reward.step(play.game)[self.seat]
                info["result"] = {"winners": list(result.winners), "glory": list(result.glory)}
        else:
            self._done = True
            reward = self._illegal_reward
            info["illegal_action"] = number
        self._show()
        mask = mask_of(play)
        info["action_mask"] = mask.copy()
        return self.encoder.observation(play, self.seat, mask), reward, self._done, False, info

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        """The table in the mode that was asked for."""
        if self.render_mode is None:
            logger.warn("Say how to render when the environment is made: render_mode='ansi'.")
            return None
        return picture(self.game, self.render_mode)

    def close(self) -> None:
        """Nothing is held open."""


if ID not in gymnasium.registry:
    gymnasium.register(
        ID,
        entry_point="quarriors.envs.single:QuarriorsEnv",
        vector_entry_point="quarriors.envs.vector_env:QuarriorsVectorEnv",
    )
