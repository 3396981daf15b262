"""The game as a Gymnasium environment: one seat learns, bots sit on the others.

An action outside the mask does not raise, because Gymnasium's own tools sample without masks: it
costs `illegal_reward` and ends the episode (terminated), as it does in the AEC environment; the
game is left as it was. `strict=True` raises instead.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import gymnasium
from gymnasium import logger

from quarriors.bots.base import Bot, ask
from quarriors.bots.registry import make_bot
from quarriors.engine.rng import derived
from quarriors.engine.rules import Rules
from quarriors.envs.checks import checked_flag, checked_number, checked_opponents, checked_seat
from quarriors.envs.core.play import Play
from quarriors.envs.dealer import GameDealer, game_of, whole
from quarriors.envs.encoding import SCHEMA_HASH, VERSION, Mask, mask_of, rewards
from quarriors.envs.forms import action_space, checked_form, observation, observation_space
from quarriors.envs.render import MODES, checked_mode, picture
from quarriors.game import Game

ID: Final = "Quarriors-v1"


class QuarriorsEnv(gymnasium.Env[Any, Any]):
    """One seat against bots; `opponents` names one bot for all other seats, or one for each."""

    metadata = {  # noqa: RUF012 - Gymnasium wants a dict here
        "render_modes": list(MODES),
        "render_fps": 2,
        "encoding_version": VERSION,
        "schema_hash": SCHEMA_HASH,
    }

    def __init__(
        self,
        rules: Rules | None = None,
        *,
        seat: int = 0,
        opponents: str | Sequence[str] = "random",
        form: str = "dict",
        illegal_reward: float = -1.0,
        strict: bool = False,
        render_mode: str | None = None,
        **wishes: Any,
    ) -> None:
        self._form = checked_form(form)
        self.render_mode = checked_mode(render_mode)
        self._dealer = GameDealer(rules, wishes)
        self._dealer.check()
        players = self._dealer.rules.players
        self._seat = seat = checked_seat(seat, players)
        specs = checked_opponents(opponents, players)
        self._specs = [*specs[:seat], "", *specs[seat:]]  # by seat; nobody at our own
        self._bots: list[Bot | None] = []
        self._illegal_reward = checked_number("illegal_reward", illegal_reward)
        self._strict = checked_flag("strict", strict)
        self.action_space = action_space()
        self.observation_space = observation_space(self._form)
        self._play: Play | None = None
        self._done = True
        for other, spec in enumerate(self._specs):
            if other != seat:
                make_bot(spec, other, 0)  # refuses a bot that cannot be made

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
        """Begin a game and let the bots play until our seat decides; `options` are not used."""
        super().reset(seed=seed)
        del options
        self._done = False
        while True:
            self._play = play = self._dealer.deal(seed)
            start = self._dealer.seed or 0
            self._bots = [
                make_bot(spec, seat, derived(start, f"bot/{seat}")) if spec else None
                for seat, spec in enumerate(self._specs)
            ]
            self._let_bots_play(play)
            if play.actor >= 0:
                break
            seed = None  # over before our seat was asked anything: another game
        self._show()
        return self._seen(play), {"action_mask": mask_of(play)}

    def _let_bots_play(self, play: Play) -> None:
        game = game_of(play)
        while play.actor >= 0 and play.actor != self._seat:
            bot = self._bots[play.actor]
            if bot is None:
                raise RuntimeError("A seat without a bot is asked.")
            game.apply(ask(bot, game))
            play.refresh()

    def _seen(self, play: Play) -> Any:
        return observation(play, self._seat, self.action_masks(), self._form)

    def action_masks(self) -> Mask:
        """The mask of our seat, as MaskablePPO asks for it."""
        return mask_of(self._held())

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Answer, and let the bots play until our seat decides again or the game is over."""
        play = self._held()
        if self._done:
            raise gymnasium.error.ResetNeeded("The episode is over: call reset().")
        if self._strict or play.code(whole(action)) >= 0:
            play.apply(whole(action))
        else:
            self._done = True
            told = {"action_mask": mask_of(play), "illegal_action": whole(action)}
            return self._seen(play), self._illegal_reward, True, False, told
        self._let_bots_play(play)
        reward = 0.0
        info: dict[str, Any] = {"action_mask": mask_of(play)}
        result = play.game.result
        if result is not None:
            self._done = True
            reward = rewards(result, len(self._specs))[self._seat]
            info["result"] = {"winners": list(result.winners), "glory": list(result.glory)}
        self._show()
        return self._seen(play), reward, self._done, False, info

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
    gymnasium.register(ID, entry_point="quarriors.envs.single:QuarriorsEnv")
