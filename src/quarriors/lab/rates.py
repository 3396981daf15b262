"""How often something won, and how sure that is."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Any

Z = 1.959963984540054  # 95 % of a normal distribution lies within this many deviations


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
