"""A league for self-play: snapshots of a learner, drawn as opponents and rated by their games.

    league = League(seed=1)
    league.add("start", policy)
    name, opponent = league.draw()
    league.record([["now"], [name]])     # first place, second place

Players are opponents of any kind that `QuarriorsEnv` takes. Ratings are openskill's.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp
from typing import Any, Final

from quarriors.engine.errors import RulesError
from quarriors.engine.rng import Dealer
from quarriors.engine.rules import is_whole
from quarriors.envs.opponents import Pool
from quarriors.rating import BETA, Rating, rate

WAYS: Final = ("even", "close", "recent")
_RECENT: Final = 0.7  # the weight of a snapshot by that of the next one


@dataclass
class Member:
    """One player of a league.

    Attributes:
        name: How it is called.
        player: An opponent as environments take it; None for one that is only rated.
        mu: Its strength.
        sigma: The standard deviation of its strength.
        games: How many games it was rated by.
    """

    name: str
    player: Any
    mu: float
    sigma: float
    games: int = 0

    @property
    def rating(self) -> Rating:
        """Strength and deviation."""
        return Rating(self.mu, self.sigma)


class League:
    """Snapshots with ratings; at most `most` are kept, and the oldest gives way first."""

    def __init__(self, seed: int = 0, most: int = 32) -> None:
        if not is_whole(most) or most < 1:
            raise RulesError("league_most", value=repr(most))
        self._dealer = Dealer(seed, "league")
        self._most = most
        self.members: dict[str, Member] = {}

    def add(self, name: str, player: Any = None, like: str | None = None) -> Member:
        """Add a player, rated as another one is already if `like` names it."""
        if name in self.members:
            raise RulesError("league_twice", name=name)
        start = Rating() if like is None else self._member(like).rating
        snapshots = [member for member in self.members.values() if member.player is not None]
        if player is not None and len(snapshots) >= self._most:
            del self.members[snapshots[0].name]
        self.members[name] = Member(name, player, start.mu, start.sigma)
        return self.members[name]

    def _member(self, name: str) -> Member:
        if name not in self.members:
            raise RulesError("league_nobody", name=name, known=tuple(self.members))
        return self.members[name]

    def pool(self, way: str = "even", to: str | None = None) -> Pool:
        """The snapshots as a pool of names with weights, by one of three ways to draw.

        `even` draws all alike, `recent` the later ones more often, `close` those more often whose
        strength is near that of the member `to`.
        """
        if way not in WAYS:
            raise RulesError("league_way", value=repr(way), known=WAYS)
        there = [member for member in self.members.values() if member.player is not None]
        if way == "recent":
            ages = reversed(range(len(there)))
            return Pool([(one.name, _RECENT**age) for one, age in zip(there, ages, strict=True)])
        if way == "close":
            aim = self._member(to or "").mu
            return Pool([(one.name, exp(-abs(one.mu - aim) / BETA)) for one in there])
        return Pool([(one.name, 1.0) for one in there])

    def draw(self, way: str = "even", to: str | None = None) -> tuple[str, Any]:
        """One of the snapshots: its name, and the player."""
        name: str = self.pool(way, to).draw(self._dealer)
        return name, self.members[name].player

    def record(self, places: Sequence[Sequence[str]]) -> None:
        """Rate a game: the names of the first place, of the second, and so on; ties share one."""
        names = [name for place in places for name in place]
        ranks = [float(at) for at, place in enumerate(places) for _ in place]
        before = {name: self._member(name).rating for name in names}
        for name, after in rate(names, ranks, before).items():
            member = self.members[name]
            member.mu, member.sigma = after.mu, after.sigma
            member.games += 1

    def table(self) -> list[Member]:
        """All members, the strongest first, by the strength that each surely has."""
        return sorted(self.members.values(), key=lambda one: one.mu - 3 * one.sigma, reverse=True)
