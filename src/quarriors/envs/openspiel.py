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
from quarriors.envs.core.layout import EncodingError
from quarriors.envs.core.play import Play
from quarriors.envs.dealer import game_of
from quarriors.envs.encoding import blocks
from quarriors.envs.forms import Encoder
from quarriors.envs.rewards import win
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
    "form": "compact",
}
FORMS: Final = ("compact", "universal")
CHANCE: Final = int(pyspiel.PlayerId.CHANCE)
TERMINAL: Final = int(pyspiel.PlayerId.TERMINAL)
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
        form = self.settings["form"]
        if form not in FORMS:
            raise EncodingError("encoding.form", value=repr(form), known=FORMS)
        self.encoder = Encoder(self.rules, form=form)
        players = self.rules.players
        info = pyspiel.GameInfo(
            num_distinct_actions=self.encoder.actions,
            max_chance_outcomes=1,
            num_players=players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LONGEST,
        )
        super().__init__(TYPE, info, given)
        seed = self.settings["seed"]
        start = secrets.randbits(48) if seed == FRESH else checked_seed(seed)
        self.luck = Dealer(start, "openspiel")

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
        return QuarriorsObserver(self.encoder)

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return (_game_again, (self.get_parameters(), int(self.luck.rng)))


def _game_again(params: dict[str, Any], rng: int) -> QuarriorsGame:
    game: QuarriorsGame = pyspiel.load_game("quarriors", params)
    game.luck.rng = rng
    return game


class Hand:
    """What a state holds: a game, and an action that waits for its dice.

    OpenSpiel copies a state by a deep copy of what it holds; here that is a clone, which is cheap,
    and what belongs to the OpenSpiel game is shared.
    """

    def __init__(self, game: QuarriorsGame | None) -> None:
        self.play: Play | None = None
        self.waiting = -1
        if game is not None:
            self.rules = game.rules
            self.encoder = game.encoder
            self.luck = game.luck

    def __deepcopy__(self, _memo: object) -> Hand:
        found = Hand(None)
        found.play = None if self.play is None else self.play.clone()
        found.waiting = self.waiting
        found.rules, found.encoder, found.luck = self.rules, self.encoder, self.luck
        return found

    def next_seed(self) -> int:
        """The luck of the next chance node."""
        return self.luck.below(HALF) * HALF + self.luck.below(HALF)

    def answer(self, action: int) -> None:
        """Do it at once if it needs no luck, else let it wait for the chance node."""
        play = self.play
        if play is None:
            game = new_game(self.rules, self.next_seed())
            self.play = self.encoder.play(game.branch(0))
        elif self.waiting >= 0:
            queries.reseed(play.game, self.next_seed(), "openspiel")
            action, self.waiting = self.waiting, -1
            play.apply(action)
        elif not play.apply_without_luck(action):
            self.waiting = action


class QuarriorsState(pyspiel.State):  # type: ignore[misc]  # pyspiel has no types
    """One position; `current_player` is the chance player while dice are to be drawn or rolled."""

    def __init__(self, game: QuarriorsGame) -> None:
        super().__init__(game)
        self.hand = Hand(game)

    def current_player(self) -> int:
        """Who decides, or one of OpenSpiel's names for nobody."""
        play = self.hand.play
        if play is None or self.hand.waiting >= 0:
            return CHANCE
        actor = play.actor
        return TERMINAL if actor < 0 else actor

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
        self.hand.answer(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return "dice"
        play = self.hand.play
        if play is not None and action in play.numbers:
            at = play.numbers.index(action)
            return game_of(play).decision.texts[at]
        return str(self.hand.encoder.describe(action))

    def returns(self) -> list[float]:
        """What each player has won."""
        players = self.hand.rules.players
        result = None if self.hand.play is None else self.hand.play.game.result
        return [0.0] * players if result is None else win(result, players)

    def __str__(self) -> str:
        play = self.hand.play
        if play is None:
            return "The table is to be laid."
        if self.hand.waiting >= 0:
            return f"{game_of(play)}\n\nDice after: {self.hand.encoder.describe(self.hand.waiting)}"
        return str(game_of(play))

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return (_state_again, (self.get_game(), self.serialize()))


def _state_again(game: QuarriorsGame, text: str) -> QuarriorsState:
    state: QuarriorsState = game.deserialize_state(text)
    return state


class QuarriorsObserver:
    """The row of floats; in the universal form also its blocks by name."""

    def __init__(self, encoder: Encoder) -> None:
        self.encoder = encoder
        self.tensor = np.zeros(len(encoder.scale), np.float32)
        self.dict = {"observation": self.tensor}
        if encoder.name == "universal":
            self.dict = blocks(self.tensor)

    def set_from(self, state: QuarriorsState, player: int) -> None:
        """Look at a state as a player sees it; nothing but zeros before the table is laid."""
        play = state.hand.play
        if play is None:
            self.tensor.fill(0)
        else:
            self.tensor[:] = self.encoder.row(play, player)

    def string_from(self, state: QuarriorsState, player: int) -> str:
        """The same in words."""
        del player
        return str(state)


pyspiel.register_game(TYPE, QuarriorsGame)
