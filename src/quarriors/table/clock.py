"""Clocks, as arithmetic on the times of entries: nothing here asks what time it is.

A clock belongs to a seat and not to a connection. "move": a number of seconds for each decision.
"days", for games by correspondence: as long for all decisions of a move, until another seat has to
decide or the turn ends.
"game": a budget for the whole game, and some seconds back with every answer. "none": no time runs
until somebody calls it; then the seat that has to decide has until a certain moment to be done with
all its decisions, until another one has to decide. An answer that is taken back never happened for
the clock either: the time since the question was first asked counts on, so nobody wins time by
answering and undoing.
"""

from __future__ import annotations

from quarriors.table.messages import Clock, Times
from quarriors.table.values import value


@value()
class Clocks:
    """What is left of each seat's budget, and whose time runs since when."""

    left: tuple[float, ...]
    running: int = -1
    since: float = 0.0
    called: float = 0.0  # when the time of that seat is up because it was called; 0: it was not


def set_up(clock: Clock, seats: int) -> Clocks:
    """All clocks full, none running."""
    return Clocks((float(clock.seconds),) * seats)


def start(clock: Clock, clocks: Clocks, seat: int, at: float) -> Clocks:
    """A seat is asked from now on; -1 for nobody whose time counts."""
    if clock.kind == "none":
        return Clocks(clocks.left) if clocks.called and clocks.running != seat else clocks
    if clock.kind == "days" and 0 <= seat == clocks.running:
        return clocks  # the same move goes on
    return Clocks(clocks.left, seat, at if seat >= 0 else 0.0)


def turn_ended(clock: Clock, clocks: Clocks) -> Clocks:
    """The next decision is part of another move, though it may be of the same seat."""
    return Clocks(clocks.left) if clock.kind == "days" else clocks


def call(clocks: Clocks, seat: int, at: float, seconds: float) -> Clocks:
    """Somebody calls time on the seat that is asked."""
    return Clocks(clocks.left, seat, at, at + seconds)


def taken_back(clocks: Clocks, before: Clocks, seat: int) -> Clocks:
    """A seat is asked again what it was asked `before`; time that was called since then runs on."""
    return clocks if clocks.called and clocks.running == seat else before


def stop(clock: Clock, clocks: Clocks, at: float, extra: float = 0.0) -> Clocks:
    """The seat that was asked is asked no more: what it used is gone, what it won is added.

    An entry that arrived a moment after the deadline was still in time: the server that wrote it
    decided so, and nobody is left with less than nothing.
    """
    seat = clocks.running
    if clock.kind != "game" or seat < 0:
        return Clocks(clocks.left) if clock.kind == "move" else clocks
    left = list(clocks.left)
    left[seat] = max(0.0, left[seat] - max(0.0, at - clocks.since)) + extra
    return Clocks(tuple(left))


def deadline(clock: Clock, clocks: Clocks) -> float | None:
    """When the running clock runs out; None if none runs."""
    if clock.kind == "none":
        return clocks.called or None
    if clocks.running < 0:
        return None
    return clocks.since + clocks.left[clocks.running]


def times(clock: Clock, clocks: Clocks, now: float) -> Times:
    """The clocks as people see them."""
    if clock.kind == "none":
        if not clocks.called:
            return Times("none")
        rest = [0.0] * len(clocks.left)
        rest[clocks.running] = max(0.0, clocks.called - now)
        return Times("call", tuple(rest), clocks.running, clocks.called)
    until = deadline(clock, clocks)
    left = list(clocks.left)
    if until is not None:
        left[clocks.running] = max(0.0, until - now)
    return Times(clock.kind, tuple(left), clocks.running, until or 0.0)
