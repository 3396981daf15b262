"""The game for OpenSpiel, registered as `quarriors` when this module is imported.

Dice are sampled chance: an action that draws or rolls is followed by a chance node with one
outcome, and what it does is drawn from the generator of the OpenSpiel game, not of the state. So
no search that copies states sees dice to come, and an action always does the same.

OpenSpiel cannot serialize games with sampled chance; states and games are pickled by
`__reduce__` here, `state.serialize()` and `game.deserialize_state()` work as everywhere.
"""

from __future__ import annotations

import secrets
from typing import Any, Final

import numpy as np
import pyspiel

from quarriors.engine import queries
from quarriors.engine.rng import HALF, Dealer, checked_seed
from quarriors.engine.rules import QULTIMATE, ROUND_LIMIT, Rules
from quarriors.envs.core.features import FEATURES
from quarriors.envs.core.play import Play
from quarriors.envs.dealer import game_of
from quarriors.envs.encoding import ACTIONS, blocks, describe, observe, rewards
from quarriors.game import new_game

FRESH: Final = -1  # a seed taken from the system
SETTINGS: Final[dict[str, Any]] = {
    "players": 2,
    "edition": QULTIMATE,
    "sets": "base",
    "variants": "",
    "modules": "as-sets-say",
    "round_limit": ROUND_LIMIT,
    "seed": FRESH,
}
LONGEST: Final = 1_000_000  # moves; OpenSpiel wants a number, the round limit is what ends games

TYPE: Final = pyspiel.GameType(
    short_name="quarriors",
    long_name="Quarriors!",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=4,
    min_num_players=2,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    provides_factored_observation_string=False,
    parameter_specification=SETTINGS,
)


def rules_of(settings: dict[str, Any]) -> Rules:
    """The rules that parameters ask for; lists are written with a plus: `sets=base+promos`."""
    modules = settings["modules"]
    return Rules(
        players=settings["players"],
        edition=settings["edition"],
        sets=_listed(settings["sets"]),
        variants=_listed(settings["variants"]),
        round_limit=settings["round_limit"],
        modules=None if modules == SETTINGS["modules"] else _listed(modules),
    )


def _listed(text: str) -> list[str]:
    return [name for name in text.split("+") if name]


class QuarriorsGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
    """The rules, and the generator that all states of this game take their luck from."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = dict(params or {})
        self.settings = {**SETTINGS, **given}
        self.rules = rules_of(self.settings)
        players = self.rules.players
        info = pyspiel.GameInfo(
            num_distinct_actions=ACTIONS,
            max_chance_outcomes=1,
            num_players=players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LONGEST,
        )
        super().__init__(TYPE, info, given)
        seed = self.settings["seed"]
        self.luck = Dealer(
            secrets.randbits(48) if seed == FRESH else checked_seed(seed), "openspiel"
        )

    def next_seed(self) -> int:
        """The luck of the next chance node."""
        return self.luck.below(HALF) * HALF + self.luck.below(HALF)

    def new_initial_state(self) -> QuarriorsState:
        """A table that is still to be laid: the first chance node does that."""
        return QuarriorsState(self)

    def make_py_observer(
        self, iig_obs_type: object = None, params: object = None
    ) -> QuarriorsObserver:
        """Observations as all other environments have them."""
        del iig_obs_type
        if params:
            raise ValueError(f"Observers of quarriors take no parameters, not {params}.")
        return QuarriorsObserver()

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return (_game_again, (self.get_parameters(), int(self.luck.rng)))


def _game_again(params: dict[str, Any], rng: int) -> QuarriorsGame:
    game: QuarriorsGame = pyspiel.load_game("quarriors", params)
    game.luck.rng = rng
    return game


class Hand:
    """What a state holds: a game, and an action that waits for its dice.

    OpenSpiel copies a state by a deep copy of what it holds; here that is a clone, which is cheap.
    """

    def __init__(self, play: Play | None = None, waiting: int = -1) -> None:
        self.play = play
        self.waiting = waiting

    def __deepcopy__(self, _memo: object) -> Hand:
        return Hand(None if self.play is None else self.play.clone(), self.waiting)


class QuarriorsState(pyspiel.State):  # type: ignore[misc]  # pyspiel has no types
    """One position; `current_player` is the chance player while dice are to be drawn or rolled."""

    def __init__(self, game: QuarriorsGame) -> None:
        super().__init__(game)
        self.hand = Hand()

    def current_player(self) -> int:
        """Who decides, or one of OpenSpiel's names for nobody."""
        play = self.hand.play
        if play is None or self.hand.waiting >= 0:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if play.actor < 0 else int(play.actor)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        play = self.hand.play
        return play is not None and self.hand.waiting < 0 and play.actor < 0

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Sampled chance: one outcome, whatever the dice."""
        return [(0, 1.0)]

    def _legal_actions(self, player: int) -> list[int]:
        play = self.hand.play
        if play is None or player != play.actor:
            return []
        return sorted(play.numbers)

    def _apply_action(self, action: int) -> None:
        """Do it at once if it needs no luck, else let it wait for the chance node."""
        hand = self.hand
        if hand.play is None:
            game = new_game(self.get_game().rules, self.get_game().next_seed())
            hand.play = Play(game.branch(0))
        elif hand.waiting >= 0:
            queries.reseed(hand.play.game, self.get_game().next_seed(), "openspiel")
            action, hand.waiting = hand.waiting, -1
            hand.play.apply(action)
        else:
            tried = hand.play.clone()
            tried.apply(action)
            if queries.is_luck_alike(tried.game, hand.play.game):
                hand.play = tried
            else:
                hand.waiting = action

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return "dice"
        play = self.hand.play
        if play is not None and action in play.numbers:
            at = play.numbers.index(action)
            return game_of(play).decision.texts[at]
        return str(describe(action))

    def returns(self) -> list[float]:
        """What each player has won."""
        players = self.get_game().rules.players
        result = None if self.hand.play is None else self.hand.play.game.result
        return [0.0] * players if result is None else rewards(result, players)

    def __str__(self) -> str:
        play = self.hand.play
        if play is None:
            return "The table is to be laid."
        if self.hand.waiting >= 0:
            return f"{game_of(play)}\n\nDice after: {describe(self.hand.waiting)}"
        return str(game_of(play))

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return (_state_again, (self.get_game(), self.serialize()))


def _state_again(game: QuarriorsGame, text: str) -> QuarriorsState:
    state: QuarriorsState = game.deserialize_state(text)
    return state


class QuarriorsObserver:
    """The row of floats, and its blocks by name."""

    def __init__(self) -> None:
        self.tensor = np.zeros(FEATURES, np.float32)
        self.dict = blocks(self.tensor)

    def set_from(self, state: QuarriorsState, player: int) -> None:
        """Look at a state as a player sees it; nothing but zeros before the table is laid."""
        play = state.hand.play
        if play is None:
            self.tensor.fill(0)
        else:
            self.tensor[:] = observe(play, player)

    def string_from(self, state: QuarriorsState, player: int) -> str:
        """The same in words."""
        del player
        return str(state)


pyspiel.register_game(TYPE, QuarriorsGame)
