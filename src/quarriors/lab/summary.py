"""What many games tell together: who wins, how long it takes, how it ends, what is captured.

Made to be fed one outcome at a time, so that it costs the same memory for ten games and for ten
million. A shared victory counts as a fraction of a win for each of its winners.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from quarriors.engine.catalog import Catalog
from quarriors.lab.balance import Balance
from quarriors.lab.rates import Rate
from quarriors.lab.simulate import Outcome


class Summary:
    """Gathers outcomes."""

    def __init__(self, seats: tuple[str, ...], catalog: Catalog) -> None:
        self.seats = seats
        self.games = 0
        self.decisions = 0
        self.turns = 0
        self.shared = 0
        self.rounds: Counter[int] = Counter()
        self.ends: Counter[str] = Counter()
        self.captures: Counter[str] = Counter()
        self.tables: Counter[str] = Counter()  # games in which a card lay in the Wilds
        self.balance = Balance(len(seats), catalog)
        self._seat_wins = [0.0] * len(seats)
        self._order_wins = [0.0] * len(seats)
        self._glory = [0] * len(seats)

    def add(self, outcome: Outcome) -> None:
        """One more game."""
        self.games += 1
        self.decisions += outcome.decisions
        self.turns += outcome.turns
        self.rounds[outcome.rounds] += 1
        self.ends[outcome.rule] += 1
        self.captures.update(outcome.captures)
        self.tables.update(outcome.wilds)
        self.balance.add(outcome)
        self.shared += len(outcome.winners) > 1
        for seat in outcome.winners:
            share = 1 / len(outcome.winners)
            self._seat_wins[seat] += share
            self._order_wins[(seat - outcome.first) % len(self.seats)] += share
        for seat, glory in enumerate(outcome.glory):
            self._glory[seat] += glory

    @property
    def by_seat(self) -> list[Rate]:
        """Win rates of the seats."""
        return [Rate(wins, self.games) for wins in self._seat_wins]

    @property
    def by_order(self) -> list[Rate]:
        """Win rates of the first player, of the next, and so on."""
        return [Rate(wins, self.games) for wins in self._order_wins]

    @property
    def glory(self) -> list[float]:
        """The Glory of each seat at the end, on average."""
        return [total / self.games if self.games else 0.0 for total in self._glory]

    @property
    def mean_rounds(self) -> float:
        """Rounds a game."""
        total = sum(rounds * times for rounds, times in self.rounds.items())
        return total / self.games if self.games else 0.0

    def quantile(self, share: float) -> int:
        """The number of rounds that this share of the games does not exceed."""
        seen = 0
        for rounds in sorted(self.rounds):
            seen += self.rounds[rounds]
            if seen >= share * self.games:
                return rounds
        return 0

    @property
    def mean_decisions(self) -> float:
        """Decisions a game."""
        return self.decisions / self.games if self.games else 0.0

    def captured(self) -> list[tuple[str, int, int]]:
        """Cards with how often they were captured and in how many games they could be."""
        basics = set(self.captures) - set(self.tables)
        names = [*self.tables, *basics]
        rows = [(name, self.captures[name], self.tables[name] or self.games) for name in names]
        return sorted(rows, key=lambda row: (-row[1] / row[2], row[0]))

    def to_dict(self) -> dict[str, Any]:
        """Plain values, the same for the same games whatever machine played them."""
        return {
            "games": self.games,
            "seats": [
                {"seat": seat, "bot": bot, **rate.to_dict(), "glory": round(glory, 2)}
                for seat, (bot, rate, glory) in enumerate(
                    zip(self.seats, self.by_seat, self.glory, strict=True)
                )
            ],
            "order": [
                {"place": place, **rate.to_dict()} for place, rate in enumerate(self.by_order, 1)
            ],
            "shared": self.shared,
            "rounds": {
                "mean": round(self.mean_rounds, 2),
                "least": min(self.rounds, default=0),
                "median": self.quantile(0.5),
                "most": max(self.rounds, default=0),
            },
            "turns": self.turns,
            "decisions": {"total": self.decisions, "mean": round(self.mean_decisions, 2)},
            "ends": {rule: self.ends[rule] for rule in sorted(self.ends)},
            "captures": [
                {"card": name, "captures": count, "games": games, "mean": round(count / games, 3)}
                for name, count, games in self.captured()
            ],
        }
