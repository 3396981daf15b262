"""Playing many games between bots, on as many processes as there are cores.

Every game's seed comes from the master seed and the game's number alone, and results come back in
the order of the games, so the same call gives the same games and the same file on one core and on
sixteen. Workers are started fresh ("spawn"), which works alike on every system.
"""

from __future__ import annotations

import multiprocessing
import signal
import time
import traceback
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures import TimeoutError as NotYet
from ctypes import c_bool
from dataclasses import dataclass, field
from multiprocessing.sharedctypes import RawValue
from typing import Any, cast

from quarriors.bots import Bot, Seat, ask, make_bot
from quarriors.bots.random_bot import RandomBot
from quarriors.engine.errors import QuarriorsError, RulesError
from quarriors.engine.game import Option
from quarriors.engine.luck import derived
from quarriors.engine.rules import Rules
from quarriors.engine.state import Event
from quarriors.engine.words import LOG_CAPTURE
from quarriors.game import Game, new_game
from quarriors.record.errors import Sayable
from quarriors.record.files import to_line
from quarriors.record.write import Scribe

GLANCE = 0.05  # seconds between two looks whether to stop
BATCH_SECONDS = 0.3  # how long a worker is left alone
MOST_IN_BATCH = 64

_NOTHING_TO_SEE = cast(Seat, None)

Stop = Callable[[], bool]


class BadSimulation(Sayable, RulesError):
    """A simulation that cannot be run as asked."""


class GameFailed(Exception):
    """A game broke in the middle: an error in the engine or in a bot, with the record kept."""

    def __init__(self, index: int, seed: int, record: str, trace: str) -> None:
        super().__init__(index, seed, record, trace)
        self.index = index
        self.seed = seed
        self.record = record
        self.trace = trace

    def __str__(self) -> str:
        return f"Game {self.index + 1} (seed {self.seed}) broke:\n{self.trace}"


@dataclass(frozen=True)
class Plan:
    """Everything that all games of a simulation have in common."""

    rules: Rules
    seats: tuple[str, ...]
    seed: int
    wilds: tuple[str, ...] | None = None
    mix: str = "hint"
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    featured: str = ""
    records: bool = False
    snapshots: bool = False

    def game_seed(self, index: int) -> int:
        """The seed of one game."""
        return derived(self.seed, f"simulate/game/{index}")

    def bot_seed(self, index: int) -> int:
        """The seed of that game's bots; it tells nothing about the game's own."""
        return derived(self.seed, f"simulate/bots/{index}")

    def open(self, index: int, *, log: bool = True) -> Game:
        """A game of the simulation at its first decision."""
        return new_game(
            self.rules,
            self.game_seed(index),
            wilds=self.wilds,
            mix=self.mix,
            include=self.include,
            exclude=self.exclude,
            featured=self.featured,
            log=log,
        )


@dataclass(frozen=True)
class Outcome:
    """What is kept of one game."""

    index: int
    seed: int
    first: int
    winners: tuple[int, ...]
    glory: tuple[int, ...]
    rule: str
    rounds: int
    turns: int
    decisions: int
    wilds: tuple[str, ...]
    # By card: how many of its dice each seat captured, those that an effect gave it included.
    captors: dict[str, tuple[int, ...]] = field(default_factory=dict)
    record: str | None = None  # a line of JSON

    @property
    def captures(self) -> dict[str, int]:
        """By card: how many of its dice were captured."""
        return {name: sum(counts) for name, counts in self.captors.items()}

    def to_dict(self) -> dict[str, Any]:
        """Plain values, without the record."""
        return {key: value for key, value in vars(self).items() if key != "record"}


def simulate(
    rules: Rules,
    seats: Sequence[str],
    games: int,
    seed: int,
    workers: int = 1,
    *,
    wilds: Sequence[str] | None = None,
    mix: str = "hint",
    include: Sequence[str] = (),
    exclude: Sequence[str] = (),
    featured: str = "",
    records: bool = False,
    snapshots: bool = False,
    stop: Stop | None = None,
) -> Iterator[Outcome]:
    """Play so many games between bots; outcomes come one by one, in the order of the games.

    What cannot be played is refused at once. `stop` is asked all the time: once it says yes, no
    further game is begun, games under way are dropped, and what is finished still comes.
    """
    if not _is_count(games):
        raise BadSimulation("simulate.games", games=games)
    if not _is_count(workers):
        raise BadSimulation("simulate.workers", workers=workers)
    if len(seats) != rules.players:
        raise BadSimulation("simulate.seats", count=len(seats), players=rules.players)
    for seat, spec in enumerate(seats):
        make_bot(spec, seat, 0)
    plan = Plan(
        rules,
        tuple(seats),
        seed,
        None if wilds is None else tuple(wilds),
        mix,
        tuple(include),
        tuple(exclude),
        featured,
        records,
        snapshots,
    )
    plan.open(0, log=False)  # cards that make no table are refused here
    halt: Stop = _never if stop is None else stop
    if workers == 1:
        return _alone(plan, games, halt)
    return _together(plan, games, min(workers, games), halt)


def _is_count(value: object) -> bool:
    """Whether it is a whole number from 1 on."""
    return isinstance(value, int) and not isinstance(value, bool) and value >= 1


def _never() -> bool:
    return False


def _alone(plan: Plan, games: int, halt: Stop) -> Iterator[Outcome]:
    """All games in this process."""
    for index in range(games):
        outcome = play_game(plan, index, halt)
        if outcome is None:
            return
        yield outcome


# --- one game ----------------------------------------------------------------------------------


def play_game(plan: Plan, index: int, halt: Stop = _never) -> Outcome | None:
    """One game to its end; None if it was dropped. Whatever breaks it comes with its record."""
    game = plan.open(index)
    bot_seed = plan.bot_seed(index)
    bots = [make_bot(spec, seat, bot_seed) for seat, spec in enumerate(plan.seats)]
    scribe = Scribe(game, snapshots=plan.snapshots, seats=plan.seats) if plan.records else None
    captors: dict[str, list[int]] = {}
    decisions = 0
    try:
        while not game.over:
            if halt():
                return None
            option = _choose(bots, game)
            if scribe is None:
                game.apply(option)
                events = game.take_events()
            else:
                events = scribe.apply(option)
            decisions += 1
            _count_captures(game, events, captors)
    except QuarriorsError:
        raise
    except Exception as error:
        record = _rescue(plan, index, game.answers)
        raise GameFailed(index, game.seed, record, traceback.format_exc()) from error
    result = game.result
    assert result is not None  # the loop ends with the game
    return Outcome(
        index,
        game.seed,
        game.origin.first,
        result.winners,
        result.glory,
        result.rule,
        game.round,
        game.turn,
        decisions,
        game.origin.wilds,
        {name: tuple(counts) for name, counts in captors.items()},
        None if scribe is None else to_line(scribe.record()),
    )


def _rescue(plan: Plan, index: int, answers: Sequence[int]) -> str:
    """The record of a game up to the step that broke it."""
    scribe = Scribe(plan.open(index), seats=plan.seats)
    for code in answers:
        try:
            scribe.apply(code)
        except Exception:  # this very step: what went wrong is told by whoever asked for the record
            break
    return to_line(scribe.record())


def _choose(bots: Sequence[Bot], game: Game) -> Option:
    """A bot's answer. A bot that looks at nothing needs no copy of the game to look at."""
    decision = game.decision
    bot = bots[decision.seat]
    if type(bot) is RandomBot:
        return bot.decide(_NOTHING_TO_SEE, decision)
    return ask(bot, game)


def _count_captures(game: Game, events: Sequence[Event], captors: dict[str, list[int]]) -> None:
    """Captures that were paid for, and those that an effect allowed for nothing.

    Dice that an effect hands out without a capture (14.1) are nobody's choice and do not count.
    """
    for kind, _rule, seat, die, _paid, _place in events:
        if kind == LOG_CAPTURE:
            name = game.table.cards[game.table.slot[die]].name
            counts = captors.setdefault(name, [0] * game.table.players)
            counts[seat] += 1


# --- many processes ----------------------------------------------------------------------------


class _Worker:
    """What a worker process was told when it started."""

    plan: Plan
    halt: Any


def _start_worker(plan: Plan, halt: Any) -> None:
    """A worker leaves Ctrl-C to its parent and learns from a shared flag when to stop."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _Worker.plan = plan
    _Worker.halt = halt


def _batch(first: int, last: int) -> tuple[list[Outcome], float]:
    """Some games in a worker, and how long they took."""
    began = time.perf_counter()
    done: list[Outcome] = []
    for index in range(first, last):
        outcome = play_game(_Worker.plan, index, _halted)
        if outcome is None:
            break
        done.append(outcome)
    return done, time.perf_counter() - began


def _halted() -> bool:
    return bool(_Worker.halt.value)


def _together(plan: Plan, games: int, workers: int, halt: Stop) -> Iterator[Outcome]:
    """Batches of games on several processes, a few ahead, taken in order."""
    flag = RawValue(c_bool, False)
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(workers, context, _start_worker, (plan, flag))
    waiting: deque[Future[tuple[list[Outcome], float]]] = deque()
    following = 0
    size = 1
    try:
        while following < games or waiting:
            while following < games and len(waiting) < 2 * workers and not flag.value:
                last = min(games, following + size)
                waiting.append(pool.submit(_batch, following, last))
                following = last
            if not waiting:
                return
            done, seconds = _result(waiting.popleft(), halt, flag)
            yield from done
            if done:
                wanted = int(BATCH_SECONDS * len(done) / max(seconds, 1e-6))
                size = max(1, min(wanted, MOST_IN_BATCH))
    finally:
        flag.value = True
        pool.shutdown(wait=True, cancel_futures=True)


def _result(
    future: Future[tuple[list[Outcome], float]], halt: Stop, flag: Any
) -> tuple[list[Outcome], float]:
    """Wait for a batch; when told to stop, tell the workers."""
    while True:
        if halt():
            flag.value = True
        try:
            return future.result(timeout=GLANCE)
        except NotYet:
            continue
