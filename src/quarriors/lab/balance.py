"""Which cards win games: how often each was captured, and how those fared who captured it.

A seat that captured a card, once or ten times, paid for it or took it for nothing by an effect, is
one of its captors; dice that an effect merely hands out (14.1) make no captor. A shared victory
counts as a fraction of a win for each of its winners, as everywhere.

The unit of what is compared is a game, because the seats of one game do not win independently. Only
games that some seats captured the card in and others did not say anything: where all have it, its
captors win exactly the average. In such a game the card gets the mean of what its captors won.

A card's advantage is the mean over these games less what a seat wins on average. It tells what goes
with winning, not what causes it: players who do well capture dear cards. `card_effect` plays games
to find the cause.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from quarriors.engine.catalog import Card, Catalog
from quarriors.lab.rates import Rate
from quarriors.lab.simulate import Outcome

LABELS = ("sourced", "recalled", "original")  # from certain to our own invention
# Wins are counted in whole parts, so that the order of the games cannot matter: a win can be shared
# by up to four seats, and its part be the mean over up to three captors.
PARTS = 72


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
    captors: int  # seats that captured it
    compared: Rate  # what its captors won in the games where some seats captured it and some not

    @property
    def captures_a_game(self) -> float:
        """How many of its dice were captured in a game with it."""
        return self.captures / self.games if self.games else 0.0

    @property
    def share(self) -> float:
        """How many of the seats that could capture it did."""
        return self.captors / (self.games * self.players) if self.games else 0.0

    @property
    def advantage(self) -> float:
        """The win rate of its captors less the average; 0 if no game tells."""
        return self.compared.rate - 1 / self.players if self.compared.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Where the true advantage lies with 95 % confidence."""
        low, high = self.compared.interval
        return low - 1 / self.players, high - 1 / self.players

    @property
    def chance(self) -> float:
        """How likely such an advantage is without any difference."""
        return self.compared.chance_of(1 / self.players)

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
            "captors": self.captors,
            "share": round(self.share, 4),
            "compared": self.compared.games,
            "wins": round(self.compared.wins, 4),
            "rate": round(self.compared.rate, 4),
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
        self._compared: Counter[str] = Counter()
        self._wins: Counter[str] = Counter()  # in parts of a win

    def add(self, outcome: Outcome) -> None:
        """One more game."""
        self.games += 1
        self._tables.update(outcome.wilds)
        for name, counts in outcome.captors.items():
            captors = [seat for seat, count in enumerate(counts) if count]
            self._captures[name] += sum(counts)
            self._captors[name] += len(captors)
            if 0 < len(captors) < self.players:
                winning = sum(seat in outcome.winners for seat in captors)
                shared = max(len(outcome.winners), 1)  # nobody wins a game without an end (15.24)
                self._compared[name] += 1
                self._wins[name] += PARTS * winning // (shared * len(captors))

    def lines(self) -> list[CardLine]:
        """A line for each card that lay there: by advantage, those that no game tells of last.

        Quest cards have none: their dice are not captured (12.1).
        """
        found = []
        for name in {*self._tables, *self._captors}:
            card = self._catalog.card(name)
            if card.kind == "quest":
                continue
            found.append(
                CardLine(
                    name,
                    card.set_name,
                    label(card),
                    self._tables[name] or self.games,  # basics lie in every Wilds
                    self.players,
                    self._captures[name],
                    self._captors[name],
                    Rate(self._wins[name] / PARTS, self._compared[name]),
                )
            )
        return sorted(found, key=lambda line: (not line.compared.games, -line.advantage, line.card))
