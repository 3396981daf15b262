"""Playing many games between bots, on as many processes as there are cores.

Every game's seed comes from the master seed and the game's number alone, and results come back in
the order of the games, so the same call gives the same games and the same file on one core and on
sixteen. How games are shared out to processes is in `executor`.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, cast

from quarriors.bots import Bot, Seat, ask, make_bot
from quarriors.bots.greedy import GreedyBot
from quarriors.bots.habit import HabitBot
from quarriors.bots.random_bot import RandomBot
from quarriors.engine import queries
from quarriors.engine.errors import QuarriorsError, RulesError
from quarriors.engine.ids import log
from quarriors.engine.queries import EventNumbers
from quarriors.engine.rng import derived
from quarriors.engine.rules import Rules
from quarriors.game import Game, new_game
from quarriors.lab.executor import Executor, Stop, is_count, never, run_jobs
from quarriors.lab.game_stats import GameStats
from quarriors.record.files import to_line
from quarriors.record.write import Scribe

_NOTHING_TO_SEE = cast(Seat, None)


class BadSimulation(RulesError):
    """A simulation that cannot be run as asked."""

    texts = "cli"


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
    """Play games between bots; outcomes come one by one, in the order of the games.

    What cannot be played is refused at once. `stop` is asked all the time: once it says yes, no
    further game is begun, games under way are dropped, and what is finished still comes.
    """
    if not is_count(games):
        raise BadSimulation("simulate.games", games=games)
    if not is_count(workers):
        raise BadSimulation("simulate.workers", workers=workers)
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
    check_plan(plan)
    return play_plan(plan, games, workers, stop)


def play_plan(
    plan: Plan, games: int, executor: Executor | int = 1, stop: Stop | None = None
) -> Iterator[Outcome]:
    """The games of a plan that was checked, on a number of processes or another executor."""
    return run_jobs(partial(play_game, plan), range(games), executor, stop or never)


def check_plan(plan: Plan) -> None:
    """Refuse bots that cannot be made and cards that make no table, before anything is played."""
    if len(plan.seats) != plan.rules.players:
        values = {"count": len(plan.seats), "players": plan.rules.players}
        raise BadSimulation("simulate.seats", **values)
    for seat, spec in enumerate(plan.seats):
        make_bot(spec, seat, 0)
    plan.open(0, log=False)


# --- one game ----------------------------------------------------------------------------------


def play_game(
    plan: Plan, index: int, halt: Stop = never, note: Callable[[Game], GameStats] | None = None
) -> Outcome | None:
    """One game to its end; None if it was dropped. Whatever breaks it comes with its record.

    `note` makes an object that takes notes of the game while it is played; not with records,
    because both read the log from its beginning and it can be read once.
    """
    assert note is None or not plan.records, "notes or records"
    game = plan.open(index)
    state = queries.state(game)
    notes = None if note is None else note(game)
    bot_seed = plan.bot_seed(index)
    bots = [make_bot(spec, seat, bot_seed) for seat, spec in enumerate(plan.seats)]
    scribe = Scribe(game, snapshots=plan.snapshots, seats=plan.seats) if plan.records else None
    log_lines: list[EventNumbers] = []
    decisions = 0
    try:
        while not game.over:
            if halt():
                return None
            code = choose(bots, game)
            if notes is not None:
                notes.decided(code, len(log_lines))
            if scribe is None:
                game.apply(code)
                log_lines += queries.take_events(state)
            else:
                log_lines += scribe.apply(code)
            decisions += 1
    except QuarriorsError:
        raise
    except Exception as error:
        record = rescued(plan.open(index), plan.seats, game.answers)
        raise GameFailed(index, game.seed, record, traceback.format_exc()) from error
    if notes is not None:
        notes.log_lines = log_lines
    line = None if scribe is None else to_line(scribe.record())
    return outcome_of(index, game, decisions, captors_of(game, log_lines), line)


def rescued(fresh: Game, seats: Sequence[str], answers: Sequence[int]) -> str:
    """The record of a game up to the step that broke it, from the same game at its beginning."""
    scribe = Scribe(fresh, seats=seats)
    for code in answers:
        try:
            scribe.apply(code)
        except Exception:  # this very step: the caller reports what went wrong
            break
    return to_line(scribe.record(embed_packs=True))


def choose(bots: Sequence[Bot], game: Game) -> int:
    """The code of a bot's answer.

    Bots of ours that look at nothing they may not see need no copy of the game to look at; they
    answer as they would when they are asked like all others.
    """
    bot = bots[queries.decider(queries.state(game))]
    if isinstance(bot, GreedyBot | HabitBot) and type(bot) in (GreedyBot, HabitBot):
        return bot.choose(game)
    if type(bot) is RandomBot:
        return bot.decide(_NOTHING_TO_SEE, game.decision).code
    return ask(bot, game).code


def outcome_of(
    index: int,
    game: Game,
    decisions: int,
    captors: Mapping[str, Sequence[int]],
    record: str | None = None,
) -> Outcome:
    """What is kept of a game that is over."""
    result = game.result
    assert result is not None  # it is over
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
        record,
    )


def captors_of(game: Game, log_lines: Sequence[EventNumbers]) -> dict[str, list[int]]:
    """By card: how many of its dice each seat captured, paid for or allowed by an effect.

    Dice that an effect hands out without a capture (14.1) are not chosen and do not count.
    """
    captors: dict[str, list[int]] = {}
    captures = [(line[2], line[3]) for line in log_lines if line[0] == log.CAPTURE]
    for seat, die in captures:
        name = game.setup.cards[game.setup.slot[die]].name
        captors.setdefault(name, [0] * game.setup.players)[seat] += 1
    return captors
