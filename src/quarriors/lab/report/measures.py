"""The numbers of a report, from the tables of one simulation.

Every rate has its 95 % interval with it. A shared victory counts in parts, as everywhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import sqrt
from typing import TYPE_CHECKING, Any, Final

from quarriors.cards.load import catalog_of
from quarriors.lab.balance import Balance, CardLine
from quarriors.lab.dataset_reader import Results
from quarriors.lab.errors import needed
from quarriors.lab.rates import Mean, Rate, discoveries, mean_of, two_sided
from quarriors.rating import Z

if TYPE_CHECKING:
    from polars import LazyFrame

FEWEST: Final = 30  # games to compare, below which nothing is said about a card or a pair
GROUPS: Final = 5  # of seats by their luck
LONGEST: Final = 0.9  # of the games: rounds that fewer reach are not drawn
LUCKS: Final = ("quiddity", "creatures")


@dataclass(frozen=True)
class Pair:
    """Two classes in one hand: how their owners fared, against what both promise apart.

    As with cards, the games that tell are those in which some seats had it and some had not.
    """

    classes: tuple[str, str]
    together: Rate
    apart: tuple[Rate, Rate]  # of each class alone
    average: float  # what a seat wins

    @property
    def expected(self) -> float:
        """What owners of the pair would win if the advantages of both added up."""
        one, two = self.apart
        return one.rate + two.rate - self.average

    @property
    def synergy(self) -> float:
        """How much more often such seats win than the two classes would add up to."""
        return self.together.rate - self.expected

    @property
    def interval(self) -> tuple[float, float]:
        """Where the true synergy lies with 95 % confidence, from the intervals of all three."""
        low, high = self.together.interval
        down, up = (self.together.rate - low) ** 2, (high - self.together.rate) ** 2
        for rate in self.apart:
            low, high = rate.interval
            down, up = down + (high - rate.rate) ** 2, up + (rate.rate - low) ** 2
        return self.synergy - sqrt(down), self.synergy + sqrt(up)

    @property
    def chance(self) -> float:
        """How likely such a synergy is if there is none."""
        low, high = self.interval
        reach = self.synergy - low if self.synergy > 0 else high - self.synergy
        return two_sided(Z * self.synergy / reach) if reach else 1.0


@dataclass(frozen=True)
class GloryPoint:
    """Glory after a round, in the games that got so far."""

    round: int
    winners: Mean
    others: Mean


@dataclass(frozen=True)
class LuckCurve:
    """How often a bot wins by its luck with the dice, from the unluckiest fifth to the luckiest."""

    bot: str
    kind: str  # one of LUCKS
    rates: tuple[Rate, ...]
    explained: float  # the share of who wins that this luck explains (r squared)


class Measures:
    """All numbers of one simulation, worked out when they are asked for."""

    def __init__(self, results: Results) -> None:
        self.results = results
        self.players = results.plan.rules.players
        self._catalog = catalog_of(results.plan.rules)

    @cached_property
    def games(self) -> int:
        """How many games there are."""
        return int(self.results.finished)

    @cached_property
    def places(self) -> list[Rate]:
        """How often who plays first, second, ... wins."""
        return self._rates(self.results.seats, "place")

    @cached_property
    def bots(self) -> dict[str, Rate]:
        """How often each bot wins a seat's game."""
        pl = needed("polars")
        found = (
            self.results.seats.group_by("bot")
            .agg(pl.col("won").sum(), pl.len().alias("games"))
            .sort("bot")
            .collect()
        )
        return {bot: Rate(won, games) for bot, won, games in found.iter_rows()}

    def _rates(self, seats: LazyFrame, column: str) -> list[Rate]:
        pl = needed("polars")
        found = (
            seats.group_by(column)
            .agg(pl.col("won").sum(), pl.len().alias("games"))
            .sort(column)
            .collect()
        )
        return [Rate(won, games) for _, won, games in found.iter_rows()]

    @cached_property
    def rounds(self) -> dict[int, int]:
        """How many games lasted each number of rounds."""
        return self._counts("rounds")

    @cached_property
    def endings(self) -> dict[str, int]:
        """How many games ended by each rule."""
        return self._counts("end")

    def _counts(self, column: str) -> dict[Any, int]:
        pl = needed("polars")
        found = self.results.games.group_by(column).agg(pl.len()).sort(column).collect()
        return dict(found.iter_rows())

    @cached_property
    def averages(self) -> dict[str, Mean]:
        """Rounds, turns, decisions, and the winner's and the others' Glory."""
        pl = needed("polars")
        games = self.results.games.select(
            "rounds",
            "turns",
            "decisions",
            winner=pl.col("glory").list.max(),
            loser=(pl.col("glory").list.sum() - pl.col("glory").list.max())
            / (pl.col("glory").list.len() - 1),
        ).collect()
        return {name: mean_of(games[name].to_list()) for name in games.columns}

    # --- cards -----------------------------------------------------------------------------------

    @cached_property
    def cards(self) -> list[CardLine]:
        """Every card that enough seats captured, the greatest advantage first."""
        balance = Balance(self.players, self._catalog)
        for outcome in self.results.outcomes():
            balance.add(outcome)
        return [line for line in balance.lines() if line.compared.games >= FEWEST]

    @cached_property
    def pairs(self) -> list[Pair]:
        """Pairs of classes that enough seats had together, the greatest synergy first."""
        pl = needed("polars")
        classes = {card.name: card.class_name for card in self._catalog.cards}
        basic = {card.class_name for card in self._catalog.cards if card.kind == "basic"}
        held = (
            self.results.captures.with_columns(
                pl.col("card").replace_strict(classes).alias("class")
            )
            .filter(~pl.col("class").is_in(sorted(basic)))
            .select("game", "seat", "class")
            .unique()
            .join(self.results.seats.select("game", "seat", "won"), on=["game", "seat"])
        )
        alone = {name: rate for (name,), rate in self._compared(held, "class")}
        both = held.join(held.select("game", "seat", other="class"), on=["game", "seat"]).filter(
            pl.col("class") < pl.col("other")
        )
        found = [
            Pair((one, two), rate, (alone[one], alone[two]), 1 / self.players)
            for (one, two), rate in self._compared(both, "class", "other")
            if rate.games >= FEWEST and one in alone and two in alone
        ]
        return sorted(found, key=lambda pair: (-pair.synergy, pair.classes))

    def _compared(self, held: LazyFrame, *names: str) -> list[tuple[tuple[str, ...], Rate]]:
        """What seats won that held something, in the games in which others did not hold it."""
        pl = needed("polars")
        found = (
            held.group_by("game", *names)
            .agg(pl.col("won").mean(), pl.len().alias("seats"))
            .filter(pl.col("seats") < self.players)
            .sort("game")  # sums of fractions depend on their order
            .group_by(names)
            .agg(pl.col("won").sum(), pl.len().alias("games"))
            .collect()
        )
        return [(tuple(key), Rate(won, games)) for *key, won, games in found.iter_rows()]

    # --- the course of a game --------------------------------------------------------------------

    @cached_property
    def glory(self) -> list[GloryPoint]:
        """Glory round by round, of those who win in the end and of the others."""
        won: dict[int, list[int]] = {}
        lost: dict[int, list[int]] = {}
        rows = self.results.games.select("winners", "glory_by_round").collect().iter_rows()
        for winners, rounds in rows:
            for number, glory in enumerate(rounds, 1):
                for seat, points in enumerate(glory):
                    (won if seat in winners else lost).setdefault(number, []).append(points)
        last = self._last_round()
        return [
            GloryPoint(number, mean_of(won.get(number, [])), mean_of(lost.get(number, [])))
            for number in sorted(won)
            if number <= last
        ]

    def _last_round(self) -> int:
        """The round by which most games are over."""
        seen = 0
        for number, count in self.rounds.items():
            seen += count
            if seen >= LONGEST * self.games:
                return int(number)
        return max(self.rounds, default=0)

    # --- luck ------------------------------------------------------------------------------------

    @cached_property
    def luck(self) -> list[LuckCurve]:
        """For every bot and kind of luck, how winning goes with it.

        A seat's luck is how far its rolls were above what their dice promise, in deviations, less
        the same of the others at its table.
        """
        pl = needed("polars")
        found = []
        for kind in LUCKS:
            own = (
                (pl.col(f"{kind}_rolled") - pl.col(f"{kind}_expected"))
                / pl.col(f"{kind}_variance").sqrt()
            ).fill_nan(0.0)
            seats = self.results.seats.with_columns(own=own)
            total = pl.col("own").sum().over("game")
            others = (total - pl.col("own")) / (self.players - 1)
            seats = seats.with_columns(luck=pl.col("own") - others)
            for bot in self.bots:
                mine = seats.filter(pl.col("bot") == bot).select("luck", "won").collect()
                found.append(_curve(bot, kind, mine["luck"].to_list(), mine["won"].to_list()))
        return found


def _curve(bot: str, kind: str, luck: Sequence[float], won: Sequence[float]) -> LuckCurve:
    """Wins in each fifth of the seats by luck, and the squared correlation of both."""
    order = sorted(range(len(luck)), key=lambda at: (luck[at], at))
    rates = []
    for group in range(GROUPS):
        start, end = len(order) * group // GROUPS, len(order) * (group + 1) // GROUPS
        rates.append(Rate(sum(won[at] for at in order[start:end]), end - start))
    x, y = mean_of(luck), mean_of(won)
    spread = x.deviation * y.deviation * max(1, len(luck) - 1)
    both = sum((a - x.value) * (b - y.value) for a, b in zip(luck, won, strict=True))
    return LuckCurve(bot, kind, tuple(rates), (both / spread) ** 2 if spread else 0.0)


def difference(one: Rate, two: Rate) -> tuple[float, float, float]:
    """How much two rates differ, with the 95 % interval of that (Newcombe's)."""
    apart = two.rate - one.rate
    (a, b), (c, d) = one.interval, two.interval
    low = apart - sqrt((two.rate - c) ** 2 + (b - one.rate) ** 2)
    high = apart + sqrt((d - two.rate) ** 2 + (one.rate - a) ** 2)
    return apart, low, high


def mean_difference(one: Mean, two: Mean) -> tuple[float, float, float]:
    """How much two averages differ, with the 95 % interval of that."""
    apart = two.value - one.value
    variance = 0.0
    for mean in (one, two):
        variance += mean.deviation**2 / mean.count if mean.count else 0.0
    return apart, apart - Z * sqrt(variance), apart + Z * sqrt(variance)


def shares(counts: dict[str, int]) -> dict[str, Rate]:
    """Counts as rates of their sum."""
    total = Counter(counts).total()
    return {name: Rate(float(count), total) for name, count in counts.items()}


def standing_out(found: Sequence[CardLine] | Sequence[Pair]) -> list[bool]:
    """Which of all that were compared at once differ by more than chance explains."""
    return discoveries([one.chance for one in found])
