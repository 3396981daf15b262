"""Rates and averages: how sure they are, and what stands out among many of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import erfc, sqrt
from typing import Any, Final

from quarriors.rating import Z

FALSE_DISCOVERIES: Final = 0.05  # of all that are said to stand out, how many may do so by chance


def wilson(wins: float, games: float) -> tuple[float, float]:
    """The 95 % interval of a rate (Wilson's), which stays within 0 and 1."""
    if games == 0:
        return 0.0, 1.0
    rate = wins / games
    spread = Z * sqrt(rate * (1 - rate) / games + Z * Z / (4 * games * games))
    middle = rate + Z * Z / (2 * games)
    scale = 1 + Z * Z / games
    return max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale)


@dataclass(frozen=True)
class Rate:
    """How often something won."""

    wins: float
    games: int

    @property
    def rate(self) -> float:
        """Wins by games."""
        return self.wins / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Where the true rate lies with 95 % confidence."""
        return wilson(self.wins, self.games)

    def to_dict(self) -> dict[str, Any]:
        """Plain values."""
        low, high = self.interval
        return {
            "wins": round(self.wins, 4),
            "rate": round(self.rate, 4),
            "interval": [round(low, 4), round(high, 4)],
        }

    def chance_of(self, expected: float) -> float:
        """How likely a rate at least this far from the expected one is by chance (two-sided)."""
        if not self.games:
            return 1.0
        return two_sided((self.rate - expected) / sqrt(expected * (1 - expected) / self.games))


@dataclass(frozen=True)
class Mean:
    """An average and how sure it is."""

    value: float
    deviation: float
    count: int

    @property
    def interval(self) -> tuple[float, float]:
        """Where the true average lies with 95 % confidence."""
        spread = Z * self.deviation / sqrt(self.count) if self.count else 0.0
        return self.value - spread, self.value + spread


def mean_of(values: Sequence[float]) -> Mean:
    """The average of some values; nothing sure of none."""
    count = len(values)
    if not count:
        return Mean(0.0, 0.0, 0)
    value = sum(values) / count
    variance = sum((one - value) ** 2 for one in values) / max(1, count - 1)
    return Mean(value, sqrt(variance), count)


def two_sided(deviations: float) -> float:
    """How likely it is to lie at least this many deviations away from the middle."""
    return erfc(abs(deviations) / sqrt(2))


def discoveries(chances: Sequence[float]) -> list[bool]:
    """Which of many tests stand out, with the share of false ones limited (Benjamini-Hochberg).

    Of 100 rates without any difference, five leave their 95 % interval. This rule takes the largest
    number of smallest chances of which no more than `FALSE_DISCOVERIES` are expected to be false.
    """
    limit = 0.0
    for rank, chance in enumerate(sorted(chances), 1):
        if chance <= FALSE_DISCOVERIES * rank / len(chances):
            limit = chance
    return [chance <= limit for chance in chances]
