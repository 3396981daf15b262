"""Many games as arrays: what search and learning ask for, in one call.

`play_many` plays from set-ups or from a position, with bots or policies or at random inside the
engine, and gives NumPy arrays instead of a file. NumPy is imported here and nowhere else, and only
when games are played.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from quarriors.bots import Bot, make_bot
from quarriors.engine import queries
from quarriors.engine.rng import checked_seed, derived
from quarriors.engine.rules import Rules
from quarriors.game import Game, new_game
from quarriors.lab.errors import LabError, needed
from quarriors.lab.executor import Executor, Stop, is_count, never, run_jobs
from quarriors.lab.simulate import Plan, choose

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

# Who sits at a seat: a bot by name, a bot that is asked in all games, or what makes a new one for
# each game from its seat and a seed.
Player = str | Bot | Callable[[int, int], Bot]
LARGEST_SEED = 1 << 63


@dataclass(frozen=True)
class Played:
    """Many games, side by side: the first index of every array is the game."""

    seeds: NDArray[np.int64]
    first: NDArray[np.int8]  # the seat that began
    wins: NDArray[np.float64]  # by seat: 1, the part of a shared victory, or 0
    glory: NDArray[np.int32]  # by seat, at the end
    turns: NDArray[np.int32]
    rounds: NDArray[np.int32]
    decisions: NDArray[np.int32]  # from where the games started
    ends: NDArray[np.str_]  # the rule that ended the game
    # All answers, one game after the other; those of game i are at starts[i] : starts[i + 1].
    actions: NDArray[np.int64] | None = None  # the codes of the options
    actors: NDArray[np.int8] | None = None  # the seats that chose
    starts: NDArray[np.int64] | None = None

    def __len__(self) -> int:
        return len(self.seeds)

    @property
    def win_rates(self) -> NDArray[np.float64]:
        """By seat: how much of the games it won."""
        rates: NDArray[np.float64] = self.wins.mean(axis=0)
        return rates


@dataclass(frozen=True)
class _Task:
    """What all games of a call have in common."""

    plan: Plan
    seats: tuple[Player, ...] | None
    seeds: tuple[int, ...] | None
    start: Game | None
    actions: bool

    def game_seed(self, index: int) -> int:
        """The seed of a game; of a master seed, the one that a simulation gives it."""
        return self.plan.game_seed(index) if self.seeds is None else self.seeds[index]

    def bot_seed(self, index: int) -> int:
        """The seed of its bots."""
        if self.seeds is None:
            return self.plan.bot_seed(index)
        return derived(self.seeds[index], "play_many/bots")

    def open(self, index: int) -> Game:
        """A game at its first decision."""
        seed = self.game_seed(index)
        if self.start is not None:
            return self.start.branch(seed)
        plan = self.plan
        return new_game(
            plan.rules,
            seed,
            wilds=plan.wilds,
            mix=plan.mix,
            include=plan.include,
            exclude=plan.exclude,
            featured=plan.featured,
        )


_Line = tuple[int, int, tuple[int, ...], tuple[int, ...], int, int, int, str, list[int], list[int]]


def _play(task: _Task, index: int, halt: Stop = never) -> _Line | None:
    """One game; None if it was dropped."""
    game = task.open(index)
    players = game.setup.players
    first = (game.active - (game.turn - 1)) % players
    answers: list[int] = []
    actors: list[int] = []
    if task.seats is None:
        decisions = game.playout()
    else:
        seed = task.bot_seed(index)
        bots = [_bot(player, seat, seed) for seat, player in enumerate(task.seats)]
        decisions = 0
        while not game.over:
            if halt():
                return None
            code = choose(bots, game)
            if task.actions:
                answers.append(code)
                actors.append(int(queries.decider(queries.state(game))))
            game.apply(code)
            decisions += 1
    result = game.result
    assert result is not None  # it was played to its end
    told = (result.winners, result.glory, game.turn, game.round, decisions, result.rule)
    return (task.game_seed(index), first, *told, answers, actors)


def _bot(player: Player, seat: int, seed: int) -> Bot:
    """The player at a seat."""
    if isinstance(player, str):
        return make_bot(player, seat, seed)
    if hasattr(player, "decide") and not isinstance(player, type):
        return player
    if not callable(player):
        raise LabError("player", player=repr(player))
    return player(seat, seed)


def play_many(
    games: int,
    seats: Sequence[Player] | None = None,
    *,
    rules: Rules | None = None,
    seed: int = 0,
    seeds: Sequence[int] | None = None,
    start: Game | None = None,
    wilds: Sequence[str] | None = None,
    mix: str = "hint",
    include: Sequence[str] = (),
    exclude: Sequence[str] = (),
    featured: str = "",
    actions: bool = False,
    workers: Executor | int = 1,
) -> Played:
    """Play games to their end and return the results as arrays.

    Without `seats` everybody plays at random inside the engine, which is fastest. A seat is the
    name of a bot, a bot (the same in all games, so it should remember nothing), or what makes one
    from a seat and a seed. The seed of a game follows from `seed` and its number, and with named
    bots the games are those of `quarriors simulate --seed`; or `seeds` gives each game its own.
    With `start` the games go on from that position, each with luck of its own. With several
    workers everything must be possible to pickle; the arrays are the same with any number.
    """
    np = needed("numpy")
    elsewhere = rules is not None or wilds is not None or mix != "hint" or include or exclude
    if start is not None and (elsewhere or featured):
        raise LabError("start")
    if start is not None and start.over:
        raise LabError("start_over")
    if isinstance(workers, int) and not is_count(workers):
        raise LabError("workers", workers=workers)
    if start is not None:
        rules = start.setup.rules
    named = None if wilds is None else tuple(wilds)
    table = (named, mix, tuple(include), tuple(exclude), featured)
    task = _Task(
        Plan(Rules() if rules is None else rules, (), checked_seed(seed), *table),
        None if seats is None else tuple(seats),
        None if seeds is None else tuple(seeds),
        start,
        actions,
    )
    _check(task, games)
    return _arrays(np, list(run_jobs(partial(_play, task), range(games), workers, never)), task)


def _check(task: _Task, games: int) -> None:
    """Refuse what cannot be played, before anything is."""
    if not is_count(games):
        raise LabError("games", games=games)
    players = task.plan.rules.players
    if task.seats is None and task.actions:
        raise LabError("playout_actions")
    if task.seats is not None and len(task.seats) != players:
        raise LabError("seats", count=len(task.seats), players=players)
    for seat, player in enumerate(task.seats or ()):
        _bot(player, seat, 0)
    if task.seeds is not None and len(task.seeds) != games:
        raise LabError("seeds", count=len(task.seeds), games=games)
    for seed in task.seeds or ():
        if not -LARGEST_SEED <= checked_seed(seed) < LARGEST_SEED:
            raise LabError("seed_size", seed=seed)
    task.open(0)


def _arrays(np: Any, lines: Sequence[_Line], task: _Task) -> Played:
    seeds, first, winners, glory, turns, rounds, decisions, ends, answers, actors = zip(
        *lines, strict=True
    )
    wins = np.zeros((len(lines), task.plan.rules.players))
    for game, seats in enumerate(winners):
        for seat in seats:
            wins[game, seat] = 1 / len(seats)
    kept: dict[str, Any] = {}
    if task.actions:
        kept = {
            "actions": np.array([code for codes in answers for code in codes], np.int64),
            "actors": np.array([seat for seats in actors for seat in seats], np.int8),
            "starts": np.cumsum([0, *decisions], dtype=np.int64),
        }
    return Played(
        np.array(seeds, np.int64),
        np.array(first, np.int8),
        wins,
        np.array(glory, np.int32),
        np.array(turns, np.int32),
        np.array(rounds, np.int32),
        np.array(decisions, np.int32),
        np.array(ends),
        **kept,
    )
