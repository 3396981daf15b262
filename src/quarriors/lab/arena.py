"""Which bot is better: every line-up of bots plays on the same tables, in every seat.

A table is a seed: it fixes the Wilds, who begins and all dice. On each table every line-up of bots
plays once for each of its rotations, so that every bot sits in every seat equally often. What a
game is follows from the master seed, its table and the bots at it, and from nothing else: the
number of workers, an interruption and further bots in the arena change nothing about it.

`arena_match` says who meets whom, `arena_guard` asks the bots, `arena_store` keeps finished games,
`arena_report` sums them up.
"""

from __future__ import annotations

import secrets
import time
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import BrokenExecutor
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from math import ceil
from pathlib import Path
from typing import Any

from quarriors.__about__ import __version__
from quarriors.bots import Bot, ask, make_bot
from quarriors.bots.random_bot import RandomBot
from quarriors.cards.load import catalog_of
from quarriors.engine.errors import QuarriorsError
from quarriors.engine.rng import checked_seed, derived
from quarriors.engine.rules import Rules
from quarriors.game import Game, new_game
from quarriors.lab.arena_guard import Alarm, Chair, Forfeited, limit_of
from quarriors.lab.arena_match import BadArena, Forfeit, Match, Schedule
from quarriors.lab.arena_report import Standings
from quarriors.lab.arena_store import FORMAT, VERSION, Store
from quarriors.lab.executor import Stop, Work, is_count, never, run_jobs
from quarriors.lab.simulate import GameFailed, rescued
from quarriors.record.files import to_line
from quarriors.record.write import Scribe

Factory = Callable[[int, int], Bot]  # of seat and seed
FORFEIT = "forfeit"  # instead of the rule that ended a game: all but one forfeited


@dataclass(frozen=True)
class ArenaPlan:
    """Everything that all games of an arena have in common."""

    rules: Rules
    bots: tuple[str, ...]
    seed: int
    limit_ms: int | None = None
    records: bool = False
    factories: Mapping[str, Factory] = field(default_factory=dict)  # bots that have no name yet

    @cached_property
    def schedule(self) -> Schedule:
        """Who meets whom."""
        return Schedule(len(self.bots), self.rules.players)

    def open(self, table: int, *, log: bool = False) -> Game:
        """A game on a table, at its first decision."""
        return new_game(self.rules, derived(self.seed, f"arena/table/{table}"), log=log)

    def bot_seed(self, table: int, seats: Sequence[str]) -> int:
        """The seed of a game's bots; it tells nothing about the table's own."""
        return derived(self.seed, f"arena/bots/{table}/{','.join(seats)}")

    def make(self, spec: str, seat: int, seed: int) -> Bot:
        """A bot at a seat."""
        factory = self.factories.get(spec)
        return make_bot(spec, seat, seed) if factory is None else factory(seat, seed)

    def limit(self, spec: str) -> int:
        """How many milliseconds a bot has for a decision."""
        return limit_of(spec) if self.limit_ms is None else self.limit_ms

    def to_dict(self) -> dict[str, Any]:
        """What the folder of the arena says is played in it."""
        return {
            "format": FORMAT,
            "version": VERSION,
            "engine": __version__,
            "cards": catalog_of(self.rules).hash,
            "rules": self.rules.to_dict(),
            "bots": list(self.bots),
            "seed": self.seed,
            "limit_ms": self.limit_ms,
        }


# --- one game ----------------------------------------------------------------------------------


class _Table:
    """A game with a bot at each seat; one that forfeits is replaced by a bot that plays by chance.

    So the others can finish their game. It ends at once when only one of them is left.
    """

    def __init__(self, plan: ArenaPlan, index: int, alarm: Alarm) -> None:
        self.index = index
        self.number, self.bots = plan.schedule.seating(index)
        self.names = [plan.bots[bot] for bot in self.bots]
        self.game = plan.open(self.number, log=plan.records)
        self.forfeits: list[Forfeit] = []
        self._bot_seed = plan.bot_seed(self.number, self.names)
        self._scribe = (
            Scribe(self.game, snapshots=False, seats=self.names) if plan.records else None
        )
        self._chairs: dict[int, Chair] = {}
        self._stand_ins: dict[int, Bot] = {}
        for seat, name in enumerate(self.names):
            try:
                make = partial(plan.make, name, seat, self._bot_seed)
                self._chairs[seat] = Chair(make, plan.limit(name), alarm)
            except Forfeited as error:
                self._forfeit(seat, error)

    @property
    def left(self) -> list[int]:
        """The seats that did not forfeit."""
        return [seat for seat in range(len(self.names)) if seat not in self._stand_ins]

    @property
    def over(self) -> bool:
        """Whether there is nothing left to play for."""
        return self.game.over or len(self.left) <= 1

    def _forfeit(self, seat: int, error: Forfeited) -> None:
        decision = len(self.game.answers) + 1
        self.forfeits.append(Forfeit(seat, error.kind, decision, error.detail, error.trace))
        self._stand_ins[seat] = RandomBot(seat, self._bot_seed)

    def step(self) -> None:
        """One decision."""
        seat = self.game.decision.seat
        if seat in self._stand_ins:
            option = ask(self._stand_ins[seat], self.game)
        else:
            try:
                option = self._chairs[seat].ask(self.game)
            except Forfeited as error:
                self._forfeit(seat, error)
                return
        if self._scribe is None:
            self.game.apply(option)
        else:
            self._scribe.apply(option)

    def winners(self) -> tuple[int, ...]:
        """The winners that did not forfeit; if there are none, those of the others with most Glory.

        If all forfeited, which is only possible before the first decision, all of them share.
        """
        left = self.left or list(range(len(self.names)))
        result = self.game.result
        won = [seat for seat in left if result is None or seat in result.winners]
        if not won:
            most = max(self.game.glory[seat] for seat in left)
            won = [seat for seat in left if self.game.glory[seat] == most]
        return tuple(won)

    def match(self) -> Match:
        """What is kept of it."""
        result = self.game.result
        chairs = [self._chairs.get(seat) for seat in range(len(self.names))]
        return Match(
            self.index,
            self.number,
            self.bots,
            self.game.seed,
            self.game.origin.first,
            self.winners(),
            self.game.glory,
            FORFEIT if result is None else result.rule,
            self.game.round,
            tuple(0 if chair is None else chair.decisions for chair in chairs),
            tuple(0.0 if chair is None else chair.seconds for chair in chairs),
            tuple(0.0 if chair is None else chair.longest for chair in chairs),
            tuple(self.forfeits),
            None if self._scribe is None else to_line(self._scribe.record()),
        )


def play_match(plan: ArenaPlan, index: int, halt: Stop = never) -> Match | GameFailed | None:
    """One game to its end; None if it was dropped, the failure if the engine broke."""
    with Alarm() as alarm:
        table = _Table(plan, index, alarm)
        try:
            while not table.over:
                if halt():
                    return None
                table.step()
            return table.match()
        except Exception as error:  # whatever bots do has been caught already
            game = table.game
            record = rescued(plan.open(table.number, log=True), table.names, game.answers)
            failed = GameFailed(index, game.seed, record, traceback.format_exc())
            failed.__cause__ = error
            return failed


# --- the arena ---------------------------------------------------------------------------------


class WorkersLost(BadArena):
    """A process that played games was killed, or a bot brought it down."""


@dataclass(frozen=True)
class Report:
    """What came of an arena."""

    plan: ArenaPlan
    asked: int  # games for each line-up
    tables: int
    total: int  # games in all
    found: int  # of which were there already
    played: int  # and now were played
    dropped: int  # damaged results, whose games were played again
    stopped: bool
    seconds: float
    standings: Standings
    broken: tuple[GameFailed, ...]

    @property
    def finished(self) -> int:
        """Games that count."""
        return self.found + self.played

    @property
    def speed(self) -> float:
        """Games a second."""
        return self.played / self.seconds if self.seconds > 0 else 0.0

    def to_dict(self) -> dict[str, Any]:
        """Plain values; all that depends on the machine is under `run`."""
        plan = self.plan
        return {
            "seed": plan.seed,
            "rules": plan.rules.to_dict(),
            "limits_ms": {spec: plan.limit(spec) for spec in plan.bots},
            "line_ups": [[plan.bots[bot] for bot in group] for group in plan.schedule.line_ups],
            "asked": self.asked,
            "tables": self.tables,
            "total": self.total,
            "finished": self.finished,
            "stopped": self.stopped,
            **self.standings.to_dict(),
            "broken": [failed.index + 1 for failed in self.broken],
            "run": {
                "found": self.found,
                "played": self.played,
                "dropped": self.dropped,
                "seconds": round(self.seconds, 3),
                "games_per_second": round(self.speed, 3),
                "pace": self.standings.pace_dict(),
            },
        }


class Arena:
    """An arena that can be played, stopped and gone on with; use it in a `with` statement."""

    def __init__(
        self,
        rules: Rules,
        bots: Sequence[str] | Mapping[str, Factory],
        games: int,
        seed: int | None = None,
        *,
        out: Path | str | None = None,
        limit_ms: int | None = None,
    ) -> None:
        """Check everything and look at what is there; nothing is played yet.

        `bots` are texts as `make_bot` takes them, or factories by name. `games` is for each
        line-up, and is rounded up to whole tables. Without a seed an arena that is in the folder
        keeps its own, and a new one gets any.
        """
        if not is_count(games):
            raise BadArena("games", games=games)
        if limit_ms is not None and not is_count(limit_ms):
            raise BadArena("limit", limit=limit_ms)
        names = tuple(bots)
        factories = dict(bots) if isinstance(bots, Mapping) else {}
        plan = ArenaPlan(rules, names, 0, limit_ms, out is not None, factories)
        _check_bots(plan)
        plan.open(0)  # sets that make no table are refused here
        self.asked = games
        self.broken: list[GameFailed] = []
        self._seconds = 0.0
        self._stopped = False
        self._matches: dict[int, Match] = {}
        self._store = None if out is None else Store(Path(out))
        try:
            self.plan = replace(plan, seed=self._seed(seed))
            self.tables = ceil(games / rules.players)
            self.total = self.tables * self.plan.schedule.games_on_a_table
            self.found = self._load()
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Arena:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the folder."""
        if self._store is not None:
            self._store.close()

    def _seed(self, seed: int | None) -> int:
        if seed is not None:
            return checked_seed(seed)
        told = None if self._store is None else self._store.manifest()
        return secrets.randbits(32) if told is None else int(told["seed"])

    def _load(self) -> int:
        """How many games are there already; games beyond those asked for stay on disk."""
        if self._store is not None:
            self._store.agree(self.plan.to_dict())
            for match in self._store.load(self.plan.schedule, self.plan.bots):
                if match.index < self.total:
                    self._matches[match.index] = match
        return len(self._matches)

    @property
    def finished(self) -> int:
        """How many games are done, those that were there included."""
        return len(self._matches)

    @property
    def speed(self) -> float:
        """Games a second so far."""
        return (self.finished - self.found) / self._seconds if self._seconds else 0.0

    def play(self, workers: int = 1, stop: Stop | None = None) -> Iterator[Match]:
        """Play what is missing; each game is on disk before it comes.

        `stop` is asked all the time: once it says yes, games under way are dropped and whatever is
        finished still comes. A game that broke the engine is kept in `broken` and the others go on.
        """
        if not is_count(workers):
            raise BadArena("workers", workers=workers)
        return self._play(workers, stop or never)

    def _play(self, workers: int, halt: Stop) -> Iterator[Match]:
        jobs = [index for index in range(self.total) if index not in self._matches]
        began = time.perf_counter()
        before = self._seconds
        work: Work[Match | GameFailed] = partial(play_match, self.plan)
        try:
            outcomes: Iterator[Match | GameFailed] = run_jobs(
                work, jobs, workers, halt, in_order=False
            )
            for done in outcomes:
                self._seconds = before + time.perf_counter() - began
                if isinstance(done, GameFailed):
                    self.broken.append(done)
                    if self._store is not None:
                        self._store.add_broken(done.record)
                    continue
                if self._store is not None:
                    self._store.add(done, self.plan.bots)
                match = replace(done, record=None)
                self._matches[match.index] = match
                yield match
        except BrokenExecutor as error:
            raise WorkersLost("lost", done=self.finished, total=self.total) from error
        finally:
            self._seconds = before + time.perf_counter() - began
            self._stopped = self.finished + len(self.broken) < self.total

    def report(self) -> Report:
        """What the games so far tell."""
        return Report(
            self.plan,
            self.asked,
            self.tables,
            self.total,
            self.found,
            self.finished - self.found,
            0 if self._store is None else self._store.dropped,
            self._stopped,
            self._seconds,
            Standings(self.plan.bots, self.plan.rules.players, self._matches.values()),
            tuple(self.broken),
        )


def play_arena(
    rules: Rules,
    bots: Sequence[str] | Mapping[str, Factory],
    games: int,
    seed: int | None = None,
    workers: int = 1,
    *,
    out: Path | str | None = None,
    limit_ms: int | None = None,
    stop: Stop | None = None,
) -> Report:
    """Play a whole arena, or the rest of the one in the folder `out`, and sum it up."""
    with Arena(rules, bots, games, seed, out=out, limit_ms=limit_ms) as arena:
        for _ in arena.play(workers, stop):
            pass
        return arena.report()


def _check_bots(plan: ArenaPlan) -> None:
    """Refuse bots that cannot be made, before anything is played."""
    if len(plan.bots) < 2:
        raise BadArena("two_bots", count=len(plan.bots))
    for spec in plan.bots:
        if plan.bots.count(spec) > 1:
            raise BadArena("twice", bot=spec)
        for seat in range(plan.rules.players):
            try:
                plan.make(spec, seat, 0)
            except Exception as error:
                why: object = error if isinstance(error, QuarriorsError) else str(error)
                if not isinstance(error, QuarriorsError):
                    why = f"{type(error).__name__}: {error}"
                raise BadArena("bot", bot=spec, why=why) from error
