"""Who sits on the seats that do not learn: bots by name, objects, functions, policies, or a pool.

- a text names a bot, written as on the command line: `greedy`, `mcts:ms=50`;
- an object with `decide` is a bot;
- an object with `predict` is a policy as stable-baselines3 has them: it is given the observation
  and the mask of the environment's own form;
- any other callable is a function of observation and mask that gives an action;
- a `Pool` draws one of several for every game, by their weights.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import isfinite
from numbers import Real
from typing import Any, Final, Protocol

from quarriors.bots.base import ask
from quarriors.bots.registry import make_bot
from quarriors.engine.errors import RulesError
from quarriors.engine.rng import Dealer, derived
from quarriors.envs.checks import checked_seat
from quarriors.envs.core.play import Play
from quarriors.envs.dealer import game_of, whole
from quarriors.envs.encoding import mask_of
from quarriors.envs.forms import Encoder

SEATINGS: Final = ("random", "rotate")
_GRAINS: Final = 1 << 29  # a pool draws one of so many equal parts


class Opponent(Protocol):
    """Somebody who answers for a seat in one game."""

    def answer(self, play: Play) -> None:
        """Answer the decision that the game stands at."""
        ...


class _Bot:
    """A bot on a seat."""

    def __init__(self, bot: Any) -> None:
        self.bot = bot

    def answer(self, play: Play) -> None:
        game = game_of(play)
        game.apply(ask(self.bot, game))
        play.refresh()


class _Function:
    """A function of observation and mask on a seat."""

    def __init__(self, function: Callable[[Any, Any], Any], encoder: Encoder) -> None:
        self.function = function
        self.encoder = encoder

    def answer(self, play: Play) -> None:
        mask = mask_of(play)
        seen = self.encoder.observation(play, int(play.actor), mask)
        play.apply(whole(self.function(seen, mask)))


class _Policy:
    """The action that a policy chooses, as a function of observation and mask."""

    def __init__(self, policy: Any) -> None:
        self.policy = policy

    def __call__(self, seen: Any, mask: Any) -> Any:
        return self.policy.predict(seen, action_masks=mask)[0]


class Pool:
    """Several opponents, of which one is drawn for every seat and game by its weight."""

    def __init__(self, members: Mapping[Any, float] | Sequence[tuple[Any, float]]) -> None:
        pairs = members.items() if isinstance(members, Mapping) else members
        listed: list[tuple[Any, Any]] = list(pairs)
        for _, weight in listed:
            if isinstance(weight, bool) or not isinstance(weight, Real):
                raise RulesError("env_pool", value=repr(weight))
            if not isfinite(weight) or weight < 0:
                raise RulesError("env_pool", value=repr(weight))
        self.members: list[tuple[Any, float]] = [(who, float(weight)) for who, weight in listed]
        if sum(weight for _, weight in self.members) <= 0:
            raise RulesError("env_pool", value=repr(members))

    def draw(self, dealer: Dealer) -> Any:
        """One of the members."""
        left = dealer.below(_GRAINS) / _GRAINS * sum(weight for _, weight in self.members)
        for who, weight in self.members:
            left -= weight
            if left < 0:
                return who
        return [who for who, weight in self.members if weight][-1]


def seated(who: Any, seat: int, seed: int, encoder: Encoder) -> Opponent:
    """An opponent on a seat for one game; a seed makes its luck."""
    if isinstance(who, Pool):
        drawn = who.draw(Dealer(seed, "pool"))
        return seated(drawn, seat, derived(seed, "drawn"), encoder)
    if isinstance(who, str):
        return _Bot(make_bot(who, seat, seed))
    if hasattr(who, "decide"):
        return _Bot(who)
    if hasattr(who, "predict"):
        return _Function(_Policy(who), encoder)
    return _Function(who, encoder)


def checked_opponents(opponents: Any, players: int) -> list[Any]:
    """One opponent for each other seat: one for all of them, or a list; refused with a sentence."""
    alone = isinstance(opponents, str | Pool | Mapping) or not isinstance(opponents, Sequence)
    named = [opponents] * (players - 1) if alone else list(opponents)
    if len(named) != players - 1:
        values = {"count": len(named), "players": players, "wanted": players - 1}
        raise RulesError("env_opponents", **values)
    return [_checked(one) for one in named]


def _checked(who: Any) -> Any:
    """One opponent as callers give it; bots that cannot be made are refused at once."""
    if isinstance(who, Mapping):
        who = Pool(who)
    if isinstance(who, Pool):
        for member, _ in who.members:
            _checked(member)
        return who
    if isinstance(who, str):
        make_bot(who, 0, 0)
    elif not (hasattr(who, "decide") or hasattr(who, "predict") or callable(who)):
        raise RulesError("env_bot", value=repr(who))
    return who


def checked_seating(seat: Any, players: int) -> int | str:
    """Where the learner sits: a seat, `random`, or `rotate`, the next seat in every game."""
    if isinstance(seat, str) and seat in SEATINGS:
        return seat
    return checked_seat(seat, players)


def seat_in_game(seating: int | str, number: int, seed: int, players: int) -> int:
    """The learner's seat in a game, by its number in the run and its seed."""
    if seating == "rotate":
        return number % players
    if seating == "random":
        return Dealer(seed, "seat").below(players)
    return int(seating)
