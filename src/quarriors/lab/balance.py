"""Which cards win games: how often each was captured, and how those fared who captured it.

The unit is a seat in a game. A seat that captured a card, once or ten times, paid for it or took it
for nothing by an effect, is one of its captors; dice that an effect merely hands out (14.1) make
no captor. A shared victory counts as a fraction of a win for each of its winners, as everywhere.

A card's advantage is the win rate of its captors less what a seat wins on average. It tells what
goes with winning, not what causes it: players who do well capture dear cards.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from quarriors.engine.catalog import Card, Catalog
from quarriors.lab.rates import Rate
from quarriors.lab.simulate import Outcome

LABELS = ("sourced", "recalled", "original")  # from certain to our own invention


def label(card: Card) -> str:
    """How sure we are of a card: as sure as of the least certain of its numbers and lines."""
    return max(card.confidence.values(), key=LABELS.index)


@dataclass(frozen=True)
class CardLine:
    """What the games tell about one card."""

    card: str
    set_name: str
    label: str
    games: int  # in which it lay in the Wilds
    players: int
    captures: int
    captors: Rate  # wins of the seats that captured it

    @property
    def captures_a_game(self) -> float:
        """How many of its dice were captured in a game with it."""
        return self.captures / self.games if self.games else 0.0

    @property
    def share(self) -> float:
        """How many of the seats that could capture it did."""
        return self.captors.games / (self.games * self.players) if self.games else 0.0

    @property
    def advantage(self) -> float:
        """The win rate of its captors less the average; 0 if it was never captured."""
        return self.captors.rate - 1 / self.players if self.captors.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Where the true advantage lies with 95 % confidence."""
        low, high = self.captors.interval
        return low - 1 / self.players, high - 1 / self.players

    def to_dict(self) -> dict[str, Any]:
        """Plain values."""
        low, high = self.interval
        return {
            "card": self.card,
            "set": self.set_name,
            "label": self.label,
            "games": self.games,
            "captures": self.captures,
            "captures_a_game": round(self.captures_a_game, 4),
            "captors": self.captors.games,
            "share": round(self.share, 4),
            "wins": round(self.captors.wins, 4),
            "rate": round(self.captors.rate, 4),
            "advantage": round(self.advantage, 4),
            "interval": [round(low, 4), round(high, 4)],
        }


class Balance:
    """Gathers outcomes, card by card."""

    def __init__(self, players: int, catalog: Catalog) -> None:
        self.players = players
        self._catalog = catalog
        self.games = 0
        self._tables: Counter[str] = Counter()
        self._captures: Counter[str] = Counter()
        self._captors: Counter[str] = Counter()
        self._wins: dict[str, list[int]] = {}  # by card: wins shared by 1, 2, ... winners

    def add(self, outcome: Outcome) -> None:
        """One more game."""
        self.games += 1
        self._tables.update(outcome.wilds)
        sharing = len(outcome.winners)
        for name, counts in outcome.captors.items():
            # Counted as whole numbers, so that the order of the games cannot matter.
            wins = self._wins.setdefault(name, [0] * self.players)
            for seat, count in enumerate(counts):
                if count:
                    self._captures[name] += count
                    self._captors[name] += 1
                    wins[sharing - 1] += seat in outcome.winners

    def lines(self) -> list[CardLine]:
        """A line for each card that lay there: by advantage, those never captured last.

        Quest cards have none: their dice are not captured (12.1).
        """
        found = []
        for name in {*self._tables, *self._captors}:
            card = self._catalog.card(name)
            if card.kind == "quest":
                continue
            wins = sum(count / sharing for sharing, count in enumerate(self._wins.get(name, ()), 1))
            found.append(
                CardLine(
                    name,
                    card.set_name,
                    label(card),
                    self._tables[name] or self.games,  # basics lie in every Wilds
                    self.players,
                    self._captures[name],
                    Rate(wins, self._captors[name]),
                )
            )
        return sorted(found, key=lambda line: (not line.captors.games, -line.advantage, line.card))
