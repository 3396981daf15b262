"""Who plays whom in the arena, and what is kept of a game.

Games are numbered table by table, so that any beginning of an arena is nearly balanced and a longer
arena begins with the games of a shorter one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, combinations_with_replacement, permutations
from typing import Any

from quarriors.engine.errors import RulesError
from quarriors.lab.arena_guard import KINDS


class BadArena(RulesError):
    """An arena that cannot be played as asked."""

    texts = "arena.refuse"


# --- who plays whom ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Schedule:
    """Which bots, by number, sit where in which game."""

    bots: int
    players: int

    @cached_property
    def line_ups(self) -> tuple[tuple[int, ...], ...]:
        """All groups of bots that meet: different ones; where there are too few, all and again.

        With fewer bots than seats every bot is at every table, and every choice of those that sit
        there more than once is played, so that none has more seats than another in the whole.
        """
        numbers = range(self.bots)
        if self.bots >= self.players:
            return tuple(combinations(numbers, self.players))
        again = combinations_with_replacement(numbers, self.players - self.bots)
        return tuple(tuple(sorted((*numbers, *more))) for more in again)

    @cached_property
    def orders(self) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """For each line-up the ways to sit around a table; tables take them in turn.

        Two orders that are rotations of each other are one. An order that looks the same after
        less than a whole rotation is left out: its rotations would play one game twice.
        """
        return tuple(_circles(line_up) for line_up in self.line_ups)

    @property
    def games_on_a_table(self) -> int:
        """Each line-up in each rotation."""
        return len(self.line_ups) * self.players

    def seating(self, index: int) -> tuple[int, tuple[int, ...]]:
        """The table of a game and the bot at each seat."""
        table, rest = divmod(index, self.games_on_a_table)
        line_up, shift = divmod(rest, self.players)
        circles = self.orders[line_up]
        circle = circles[table % len(circles)]
        return table, circle[shift:] + circle[:shift]


def _circles(line_up: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    found = set()
    for order in permutations(line_up):
        turned = {order[at:] + order[:at] for at in range(len(order))}
        if len(turned) == len(order):
            found.add(min(turned))
    return tuple(sorted(found))


# --- what is kept of a game --------------------------------------------------------------------


@dataclass(frozen=True)
class Forfeit:
    """Why a bot lost its game: the kind, at which decision of the game, and its own words."""

    seat: int
    kind: str
    decision: int
    detail: str
    trace: str = ""

    def to_dict(self) -> dict[str, Any]:
        """Plain values."""
        return dict(vars(self))


@dataclass(frozen=True)
class Match:
    """One finished game."""

    index: int
    table: int
    bots: tuple[int, ...]  # by seat: the number of the bot
    seed: int
    first: int
    winners: tuple[int, ...]  # seats, without those that forfeited
    glory: tuple[int, ...]
    rule: str
    rounds: int
    decisions: tuple[int, ...]  # by seat, as the next two
    seconds: tuple[float, ...]
    longest: tuple[float, ...]
    forfeits: tuple[Forfeit, ...] = ()
    record: str | None = None  # a line of JSON; not kept in memory once it is on disk

    def to_dict(self, names: Sequence[str]) -> dict[str, Any]:
        """Plain values for a line of results; games are counted from 1 for people."""
        return {
            "game": self.index + 1,
            "table": self.table + 1,
            "seats": [names[bot] for bot in self.bots],
            "seed": self.seed,
            "first": self.first,
            "winners": list(self.winners),
            "glory": list(self.glory),
            "rule": self.rule,
            "rounds": self.rounds,
            "decisions": list(self.decisions),
            "seconds": [round(value, 6) for value in self.seconds],
            "longest": [round(value, 6) for value in self.longest],
            "forfeits": [forfeit.to_dict() for forfeit in self.forfeits],
        }


def read_match(data: Any, schedule: Schedule, names: Sequence[str]) -> Match | None:
    """The match that a line of results tells; None if it tells none of this arena."""
    try:
        index = _whole(data["game"]) - 1
        table, bots = schedule.seating(index)
        fits = index >= 0 and data["table"] == table + 1
        fits = fits and data["seats"] == [names[bot] for bot in bots]
        match = Match(
            index,
            table,
            bots,
            _whole(data["seed"]),
            _whole(data["first"]),
            tuple(_whole(seat) for seat in data["winners"]),
            tuple(_whole(value) for value in data["glory"]),
            str(data["rule"]),
            _whole(data["rounds"]),
            tuple(_whole(value) for value in data["decisions"]),
            tuple(float(value) for value in data["seconds"]),
            tuple(float(value) for value in data["longest"]),
            tuple(_forfeit(entry) for entry in data["forfeits"]),
        )
    except (KeyError, TypeError, ValueError):
        return None
    by_seat = (match.glory, match.decisions, match.seconds, match.longest)
    fits = fits and all(len(values) == schedule.players for values in by_seat)
    seats = {*match.winners, *(forfeit.seat for forfeit in match.forfeits)}
    fits = fits and 0 < len(match.winners) == len(set(match.winners))
    return match if fits and seats <= set(range(schedule.players)) else None


def _forfeit(data: Mapping[str, Any]) -> Forfeit:
    if data["kind"] not in KINDS:
        raise ValueError(data["kind"])
    return Forfeit(
        _whole(data["seat"]),
        data["kind"],
        _whole(data["decision"]),
        str(data["detail"]),
        str(data["trace"]),
    )


def _whole(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(value)
    return value
