"""Ratings of players by the games they have played: openskill's Plackett-Luce model.

The arena rates bots with it, a league its snapshots, and a server the players of its club. A
rating is a strength and how uncertain it is. Winners come first and all others share the last
place, as Glory does not count for those who lose.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import sqrt
from typing import Any, Final, TypeVar

Z: Final = 1.959963984540054  # 95 % of a normal distribution lies within this many deviations
STEADY: Final = 0.0  # tau of players who never change: the deviation shrinks with every game
BETA: Final = 25.0 / 6.0  # a difference of strength that decides most games
LEARNING: Final = 25.0 / 300.0  # tau of people: some uncertainty comes back with every game

Player = TypeVar("Player", bound=Hashable)


@dataclass(frozen=True)
class Rating:
    """The strength of a player and its standard deviation; the default is where all begin."""

    mu: float = 25.0
    sigma: float = 25.0 / 3.0

    @property
    def margin(self) -> float:
        """The strength lies within so much with 95 % confidence."""
        return Z * self.sigma

    @property
    def least(self) -> float:
        """What the strength is at least, as sure as that."""
        return self.mu - self.margin

    def to_dict(self) -> dict[str, Any]:
        """Plain values."""
        return {"mu": round(self.mu, 3), "sigma": round(self.sigma, 3)}


def rate(
    seats: Sequence[Player],
    places: Sequence[float],
    before: Mapping[Player, Rating],
    tau: float = LEARNING,
) -> dict[Player, Rating]:
    """The ratings after a game of those who sat in it, from those before it.

    `places` are by seat, the lowest is the best, and equal ones are shared. A player at several
    seats moves by the mean of what these seats would move.
    """
    model = _model(tau)
    teams = [[model.rating(mu=before[one].mu, sigma=before[one].sigma)] for one in seats]
    rated = model.rate(teams, ranks=list(places))
    after: dict[Player, Rating] = {}
    for player in dict.fromkeys(seats):
        own = [rated[seat][0] for seat, one in enumerate(seats) if one == player]
        mu = sum(one.mu for one in own) / len(own)
        after[player] = Rating(mu, sqrt(sum(one.sigma**2 for one in own) / len(own)))
    return after


def places_of(winners: Sequence[int], seats: int) -> list[float]:
    """The places of a game by seat: the winners share the first one, all others the last."""
    return [0.0 if seat in winners else 1.0 for seat in range(seats)]


@cache
def _model(tau: float) -> Any:
    from openskill.models import PlackettLuce  # slow to import, and only ratings need it

    start = Rating()
    return PlackettLuce(mu=start.mu, sigma=start.sigma, beta=BETA, tau=tau)
