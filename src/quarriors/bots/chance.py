"""The chance of winning, as people are shown it: calibrated, for every seat, summing to 1.

`win_probability` has log-odds that compare positions. What they leave out is fitted here, on games
of rivals of mixed strength (`tools/fit_chance.py`, which also measures the error): how much having
the turn is worth, and how far the log-odds are to be trusted, early and late in a game.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import Final

from quarriors.bots.brain.die_value import die_values
from quarriors.bots.brain.evaluation import Workspace
from quarriors.bots.brain.win_probability import win_log_odds
from quarriors.engine import queries
from quarriors.engine.queries import State

# By the number of players, and whether draws are small (13.4, with all sets): what the log-odds are
# multiplied by at the start of a game and at its end, and the log-odds of having the turn at the
# start and at the end.
FITTED: Final[dict[tuple[int, bool], tuple[float, float, float, float]]] = {
    (2, False): (1.988, 1.064, 0.455, 0.327),
    (2, True): (1.919, 1.166, 0.301, 0.172),
    (3, False): (2.371, 1.363, 0.506, 0.292),
    (3, True): (1.783, 1.89, 0.275, 0.196),
    (4, False): (2.231, 1.484, 0.473, 0.192),
    (4, True): (1.707, 2.216, 0.254, 0.209),
}


def chances(s: State, work: Workspace | None = None) -> list[float]:
    """How likely each seat is to win, at the start of a turn or of a game, or when it is over."""
    players = int(s.setup.players)
    if work is None:
        work = Workspace(die_values(s.setup.catalog), players)
    win_log_odds(s, work)
    if queries.is_over(s):
        best = max(work.values)
        won = [float(value == best) for value in work.values]
        return [one / sum(won) for one in won]
    gone = min(float(queries.highest_glory(s)) / float(s.setup.goal), 1.0)
    return said(work.values, int(queries.active(s)), gone, bool(s.setup.small_draw))


def said(log_odds: Sequence[float], active: int, gone: float, small_draw: bool) -> list[float]:
    """The chances that go with log-odds by seat, whose turn it is, and how far the game has come.

    `gone` is the part of the goal that the leader has.
    """
    early, late, turn_early, turn_late = FITTED[len(log_odds), small_draw]
    scale = early + (late - early) * gone
    odds = [scale * value for value in log_odds]
    odds[active] += turn_early + (turn_late - turn_early) * gone
    best = max(odds)
    weights = [exp(one - best) for one in odds]
    total = sum(weights)
    return [one / total for one in weights]
