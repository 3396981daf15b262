"""Fits and measures the chance of winning that people are shown (`bots/chance.py`).

    python tools/fit_chance.py measure --games 1000 --seed 2     # how far off it is, on fresh games
    pip install numpy && python tools/fit_chance.py fit --games 1000   # prints FITTED anew

Rivals of mixed strength play each other, on base tables and with all sets mixed, with two, three
and four players, each kind of table separately; the position at the start of every turn is looked
at. The expected calibration error is the mean distance, over all positions and seats in bins of a
tenth, between the chance said and the share of games won. Few games show an error even if every
chance is right: take a thousand or more. Ctrl-C uses what there is.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from quarriors import Rules, new_game
from quarriors.bots import ask, make_bot
from quarriors.bots.brain.die_value import die_values
from quarriors.bots.brain.evaluation import Workspace
from quarriors.bots.brain.win_probability import win_log_odds
from quarriors.bots.chance import FITTED, said
from quarriors.engine import queries
from quarriors.engine.rng import Dealer

# Who plays: each as often as it is named. Search takes a hundred times as long and is left out.
MIX = ("pip", "marta", "marta", "bruno", "bruno", "isolde", "isolde", "greedy", "orsino")
KINDS = ("base", "all")
BINS = 10


@dataclass(frozen=True)
class Moment:
    """The start of a turn: log-odds by seat, whose turn it is, how far the game has come."""

    odds: tuple[float, ...]
    active: int
    gone: float
    small_draw: bool = False


@dataclass(frozen=True)
class Played:
    """A game: its moments, and each seat's share of the victory."""

    moments: tuple[Moment, ...]
    won: tuple[float, ...]


def played(players: int, kind: str, seed: int) -> Played:
    """One game of rivals."""
    game = new_game(Rules(players=players, sets=[kind]), seed=seed)
    dealer = Dealer(seed, "mixed rivals")
    bots = [make_bot(MIX[dealer.below(len(MIX))], seat, seed) for seat in range(players)]
    work = Workspace(die_values(game.setup.catalog), players)
    moments = []
    turn = 0
    while not game.over:
        if game.turn != turn:
            turn = game.turn
            s = queries.state(game)
            win_log_odds(s, work)
            gone = min(float(queries.highest_glory(s)) / float(game.setup.goal), 1.0)
            small = bool(game.setup.small_draw)
            moments.append(Moment(tuple(work.values), game.active, gone, small))
        game.apply(ask(bots[game.decision.seat], game))
    assert game.result is not None, "the game was played to its end"
    winners = game.result.winners
    won = tuple(float(seat in winners) / len(winners) for seat in range(players))
    return Played(tuple(moments), won)


def sample(players: int, kind: str, games: int, seed: int) -> Iterator[Played]:
    """Games one after the other, with a line of progress on the error stream."""
    for number in range(games):
        yield played(players, kind, 1_000_003 * seed + number)
        if number % 100 == 99:
            print(
                f"{players} players, {kind}: {number + 1} of {games}", file=sys.stderr, flush=True
            )


def calibration_error(games: Sequence[Played]) -> float:
    """The expected calibration error, in points of a hundred."""
    count = 0
    total = [0.0] * BINS
    for game in games:
        for moment in game.moments:
            chances = said(moment.odds, moment.active, moment.gone, moment.small_draw)
            for chance, share in zip(chances, game.won, strict=True):
                count += 1
                total[min(int(chance * BINS), BINS - 1)] += chance - share
    return 100 * sum(map(abs, total)) / max(count, 1)


def fit(games: Sequence[Played]) -> tuple[float, ...]:
    """The four numbers of `FITTED` that make what happened most likely."""
    try:
        import numpy as np
    except ImportError:
        raise SystemExit("The fit needs NumPy: pip install numpy.") from None
    rows, shares = [], []
    for game in games:
        for moment in game.moments:
            mean = sum(moment.odds) / len(moment.odds)
            turn = [float(seat == moment.active) for seat in range(len(moment.odds))]
            gone = moment.gone
            rows.append(
                [
                    [(1 - gone) * (one - mean), gone * (one - mean), (1 - gone) * mine, gone * mine]
                    for one, mine in zip(moment.odds, turn, strict=True)
                ]
            )
            shares.append(game.won)
    x, y = np.array(rows), np.array(shares)
    w = np.array([1.0, 1.0, 0.3, 0.3])
    for _ in range(30):  # Newton's method: the loss is convex
        z = x @ w
        p = np.exp(z - z.max(axis=1, keepdims=True))
        p /= p.sum(axis=1, keepdims=True)
        slope = np.einsum("nsk,ns->k", x, p - y)
        centre = np.einsum("nsk,ns->nk", x, p)
        bend = np.einsum("nsk,nsl,ns->kl", x, x, p) - centre.T @ centre
        w = w - np.linalg.solve(bend + 1e-6 * np.eye(4), slope)
    return tuple(round(float(one), 3) for one in w)


def main() -> None:
    """Play, then fit or measure."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("what", choices=("fit", "measure"))
    parser.add_argument("--games", type=int, default=1000, help="for each kind of table")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--players", type=int, choices=(2, 3, 4), help="only these")
    asked = parser.parse_args()
    counts = [asked.players] if asked.players else sorted({players for players, _ in FITTED})
    for players in counts:
        for kind in KINDS:
            games: list[Played] = []
            stopped = False
            try:
                games.extend(sample(players, kind, asked.games, asked.seed))
            except KeyboardInterrupt:
                stopped = True
            if asked.what == "fit" and games:
                print(f"    ({players}, {kind == 'all'}): {fit(games)},", flush=True)
            else:
                print(
                    f"{players} players, {kind}: {calibration_error(games):.2f} points on "
                    f"{len(games)} games, {sum(len(game.moments) for game in games)} positions",
                    flush=True,
                )
            if stopped:
                return


if __name__ == "__main__":
    main()
