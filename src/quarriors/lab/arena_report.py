"""What the games of an arena tell: rates with intervals, a cross table, ratings, forfeits.

Everything is computed from finished games in the order of their numbers, and wins are counted in
twelfths (a shared victory has two to four winners), so the same games give the same numbers in
whatever order they were played.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations
from typing import Any, Final

from quarriors.lab.arena_match import Forfeit, Match
from quarriors.lab.rates import wilson
from quarriors.rating import STEADY, Rating, places_of, rate

WIN: Final = 12  # divides evenly among one to four winners


@dataclass(frozen=True)
class Estimate:
    """A rate measured on many tables: wins, out of how many, and where the true rate lies."""

    wins: float
    games: float
    tables: int
    low: float
    high: float
    spread: float  # how many times the variance of independent games; at least 1

    @property
    def rate(self) -> float:
        """Wins by games."""
        return self.wins / self.games if self.games else 0.0

    def to_dict(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "wins": round(self.wins, 4),
            "games": round(self.games, 4),
            "tables": self.tables,
            "rate": round(self.rate, 4),
            "interval": [round(self.low, 4), round(self.high, 4)],
            "spread": round(self.spread, 3),
        }


def estimate(tables: Iterable[tuple[int, int]]) -> Estimate:
    """The rate of what was won of what could be won, in twelfths, a pair for each table.

    The interval is Wilson's, clustered by table. Games on one table share Wilds and dice and are
    not independent: if the totals of tables scatter more than those of independent games would,
    the games count for so much fewer. They never count for more, so an interval is never narrower
    than Wilson's own.
    """
    pairs = [pair for pair in tables if pair[1]]
    won = sum(pair[0] for pair in pairs)
    of = sum(pair[1] for pair in pairs)
    if not of:
        return Estimate(0.0, 0.0, 0, 0.0, 1.0, 1.0)
    rate = won / of
    games = of / WIN
    spread = 1.0
    if len(pairs) > 1 and 0 < won < of:
        scatter = sum((one - rate * whole) ** 2 for one, whole in pairs) / of**2
        scatter *= len(pairs) / (len(pairs) - 1)
        spread = max(1.0, scatter * games / (rate * (1 - rate)))
    low, high = wilson(won / WIN / spread, games / spread)
    return Estimate(won / WIN, games, len(pairs), low, high, spread)


@dataclass(frozen=True)
class Pace:
    """How long a bot takes for a decision."""

    decisions: int
    seconds: float
    longest: float

    @property
    def mean(self) -> float:
        """Seconds a decision."""
        return self.seconds / self.decisions if self.decisions else 0.0

    def to_dict(self) -> dict[str, Any]:
        """Plain values, in milliseconds."""
        return {
            "decisions": self.decisions,
            "mean_ms": round(1000 * self.mean, 4),
            "longest_ms": round(1000 * self.longest, 3),
        }


@dataclass(frozen=True)
class Fault:
    """All games that a bot forfeited in one way."""

    bot: int
    kind: str
    count: int
    game: int  # the first of them, from 0
    first: Forfeit


class Standings:
    """The games of an arena, summed up."""

    def __init__(self, bots: Sequence[str], players: int, matches: Iterable[Match]) -> None:
        self.bots = tuple(bots)
        self.players = players
        self.matches = sorted(matches, key=lambda match: match.index)

    @cached_property
    def games(self) -> list[int]:
        """For each bot: in how many games it sat."""
        counted: Counter[int] = Counter()
        for match in self.matches:
            counted.update(set(match.bots))
        return [counted[bot] for bot in range(len(self.bots))]

    @cached_property
    def rates(self) -> list[Estimate]:
        """For each bot: wins by seats taken; one as good as the others has 1 / players."""
        totals: list[dict[int, list[int]]] = [{} for _ in self.bots]
        for match in self.matches:
            for bot, won in zip(match.bots, _wins(match), strict=True):
                pair = totals[bot].setdefault(match.table, [0, 0])
                pair[0] += won
                pair[1] += WIN
        return [estimate((won, of) for won, of in tables.values()) for tables in totals]

    @cached_property
    def cross(self) -> dict[tuple[int, int], Estimate]:
        """For each pair of bots: of what the two won in games with both, the part of the first.

        With two players that is the rate of games won. With more, games that a third bot won say
        nothing about the two. Bots as good as each other have one half.
        """
        totals: dict[tuple[int, int], dict[int, list[int]]] = {
            pair: {} for pair in permutations(range(len(self.bots)), 2)
        }
        for match in self.matches:
            by_bot: dict[int, int] = {}
            for bot, won in zip(match.bots, _wins(match), strict=True):
                by_bot[bot] = by_bot.get(bot, 0) + won
            for one, other in permutations(by_bot, 2):
                pair = totals[one, other].setdefault(match.table, [0, 0])
                pair[0] += by_bot[one]
                pair[1] += by_bot[one] + by_bot[other]
        return {
            pair: estimate((won, of) for won, of in tables.values())
            for pair, tables in totals.items()
        }

    @cached_property
    def ratings(self) -> list[Rating]:
        """For each bot: its openskill rating after all games, in the order of their numbers.

        Winners come first and all others last, as Glory does not count for those who lose. Bots do
        not change: without drift (tau) the deviation shrinks with every game. A bot at several
        seats of a game moves by the mean of what its seats would move.
        """
        now = dict.fromkeys(range(len(self.bots)), Rating())
        for match in self.matches:
            places = places_of(match.winners, self.players)
            now.update(rate(match.bots, places, now, STEADY))
        return list(now.values())

    @cached_property
    def paces(self) -> list[Pace]:
        """For each bot: how long it takes."""
        decisions = [0] * len(self.bots)
        seconds = [0.0] * len(self.bots)
        longest = [0.0] * len(self.bots)
        for match in self.matches:
            for seat, bot in enumerate(match.bots):
                decisions[bot] += match.decisions[seat]
                seconds[bot] += match.seconds[seat]
                longest[bot] = max(longest[bot], match.longest[seat])
        return [Pace(*values) for values in zip(decisions, seconds, longest, strict=True)]

    @cached_property
    def faults(self) -> list[Fault]:
        """Who forfeited, how and how often; a bot at several seats counts once in a game."""
        counts: Counter[tuple[int, str]] = Counter()
        first: dict[tuple[int, str], tuple[int, Forfeit]] = {}
        for match in self.matches:
            seen = set()
            for forfeit in match.forfeits:
                key = (match.bots[forfeit.seat], forfeit.kind)
                first.setdefault(key, (match.index, forfeit))
                seen.add(key)
            counts.update(seen)
        return [Fault(*key, counts[key], *first[key]) for key in sorted(first)]

    @property
    def ranking(self) -> list[int]:
        """The bots, the best first."""
        order = range(len(self.bots))
        return sorted(order, key=lambda bot: (-self.ratings[bot].mu, bot))

    def to_dict(self) -> dict[str, Any]:
        """Plain values, the same for the same games however long they took."""
        return {
            "bots": [
                {
                    "bot": self.bots[bot],
                    "games": self.games[bot],
                    "seats": self.rates[bot].to_dict(),
                    "rating": self.ratings[bot].to_dict(),
                    "forfeits": sum(fault.count for fault in self.faults if fault.bot == bot),
                }
                for bot in self.ranking
            ],
            "cross": [
                {"bot": self.bots[one], "against": self.bots[other], **found.to_dict()}
                for (one, other), found in self.cross.items()
            ],
            "forfeits": [
                {
                    "bot": self.bots[fault.bot],
                    "kind": fault.kind,
                    "count": fault.count,
                    "first": {
                        "game": fault.game + 1,
                        "decision": fault.first.decision,
                        "detail": fault.first.detail,
                    },
                }
                for fault in self.faults
            ],
        }

    def pace_dict(self) -> dict[str, Any]:
        """How long the bots took; of this machine and this run."""
        return {name: pace.to_dict() for name, pace in zip(self.bots, self.paces, strict=True)}


def _wins(match: Match) -> list[int]:
    """What each seat won, in twelfths."""
    share = WIN // len(match.winners)
    return [share if seat in match.winners else 0 for seat in range(len(match.bots))]
