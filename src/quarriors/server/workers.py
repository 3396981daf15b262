"""Bots think here: in processes of their own, so that no thought ever stops the event loop.

A job is a pickled `Seat` (it holds no seed), the text that asks for a bot, and luck; the answer is
an option's code, or advice in words. Processes are started when they are first needed ("spawn"
works alike on every system) and each does one job at a time. Whose job is next is decided by
`fair_queue.py`, so that no address and no table can push others back.

Quick and slow bots have processes of their own: a bot that thinks for seconds makes only other such
bots wait. How long a bot takes is measured.

A bot that raises, answers nonsense, takes too long, brings down its process or may not be asked for
on this server is answered for, by `greedy` and, should that fail too, at random; it is logged, and
the process is replaced. The answer says so, and the table tells its players (`LiveTable.serve`).
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import pickle
import secrets
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass
from multiprocessing.connection import Connection as Pipe
from time import monotonic
from typing import Any, Final, Literal

import msgspec

from quarriors.bots.analysis import Loss
from quarriors.bots.base import Seat
from quarriors.bots.registry import BotSpec
from quarriors.bots.rivals import RIVALS
from quarriors.children import starting_children
from quarriors.game import Game
from quarriors.server.fair_queue import Budget, FairQueue, Owner
from quarriors.server.settings import Settings
from quarriors.server.thinking import DONE, ILLEGAL, Job, Piece, Said, serve
from quarriors.table.errors import Refusal
from quarriors.table.setup import check_bot
from quarriors.table.table import QUICK_STAND_IN

LOG: Final = logging.getLogger("quarriors.server.bots")

QUICK: Final = 0.25  # seconds: a bot that takes longer on average is slow
START_SECONDS: Final = 60.0  # that a process may take to come up, on a busy machine
SLACK: Final = 2.0  # seconds that a bot may exceed what it was asked with: machines are busy
CHANCE: Final = "random"  # answers if that one fails too
LATE: Final = "late"
REFUSED: Final = "refused"
NOBODY: Final = Owner()
KNOWN: Final = 1_000  # bots whose times are remembered
_SLOW_BOTS: Final = frozenset({"mcts", "master"})
_QUICK_BOTS: Final = frozenset(
    {"random", "habit", "greedy", "planner", "list"}
    | {rival.id for rival in RIVALS.values() if not rival.passes}
)

Lane = Literal["quick", "slow"]


class BotFailed(Exception):
    """A bot gave no answer: what it did, in a word, and the details."""

    def __init__(self, how: str, detail: str) -> None:
        super().__init__(how, detail)
        self.how = how
        self.detail = detail


@dataclass(frozen=True)
class Decided:
    """An answer, and which bot it is from in the end."""

    code: int
    bot: str
    seconds: float
    why: str = ""  # another bot than the one that was asked: what that one did


class Workers:
    """The processes that bots think in."""

    def __init__(self, settings: Settings) -> None:
        self._most_seconds = settings.bot_seconds
        self._hint_seconds = settings.hint_seconds
        size = max(1, settings.bot_workers)
        self._threads = ThreadPoolExecutor(2 * size, thread_name_prefix="bots")
        budget = Budget(settings.bot_budget)
        self._crews: dict[Lane, Crew] = {
            "quick": Crew(size, self._threads, budget),
            "slow": Crew(size, self._threads, budget),
        }
        self._paces: dict[str, _Pace] = {}

    @property
    def waiting(self) -> int:
        """Jobs that no process has taken yet."""
        return sum(len(crew.queue) for crew in self._crews.values())

    @property
    def processes(self) -> int:
        """Processes that are up."""
        return sum(crew.count for crew in self._crews.values())

    async def decide(
        self, game: Game, spec: str, owner: Owner = NOBODY, luck: int | None = None
    ) -> Decided:
        """A bot's answer to the decision a game stands at; there always is one.

        The game is copied at once, without its luck: it may go on meanwhile. What a bot leaves to
        chance follows from `luck`, which is drawn if none is given.
        """
        chance = secrets.randbits(48) if luck is None else luck
        decision = game.decision
        codes = [option.code for option in decision.options]
        seat = pickle.dumps(Seat(game, decision.seat), pickle.HIGHEST_PROTOCOL)
        began = monotonic()
        why = ""
        for bot in (spec, QUICK_STAND_IN):
            job = Job(spec=bot, seat=seat, luck=chance)
            try:
                pace = self._pace(bot)
                said = await self._ask(job, self._limit(pace), pace.lane, owner)
                if said.code not in codes:
                    raise BotFailed(ILLEGAL, str(said.code))
            except BotFailed as failure:
                LOG.warning(
                    "a bot failed and is answered for: %s %s: %s",
                    bot,
                    failure.how,
                    failure.detail,
                    extra={"bot": bot, "how": failure.how, "detail": failure.detail},
                )
                if failure.how == LATE:
                    self._pace(bot).was_late()
                why = why or failure.how
                continue
            self._pace(bot).took(said.seconds)
            return Decided(said.code, bot, monotonic() - began, "" if bot == spec else why)
        return Decided(secrets.choice(codes), CHANCE, monotonic() - began, why)

    async def advise(
        self,
        game: Game,
        spec: str,
        language: str,
        names: Sequence[str],
        owner: Owner = NOBODY,
    ) -> list[tuple[int, float | None, str]]:
        """A bot's best options as (code, value, sentence); `BotFailed` if it has no advice.

        Whatever comes of it, the bot plays at tables as before.
        """
        seat = pickle.dumps(Seat(game, game.decision.seat), pickle.HIGHEST_PROTOCOL)
        luck = secrets.randbits(48)
        job = Job(spec=spec, seat=seat, luck=luck, language=language, names=tuple(names))
        lane = self._pace(spec).lane
        said = await self._ask(job, self._hint_seconds + SLACK, lane, owner)
        return list(said.advice)

    async def judge(self, piece: Piece, owner: Owner) -> tuple[tuple[Loss, ...], int]:
        """What some decisions of a finished game cost, and the first that was not looked at.

        `BotFailed` if it cannot be said.
        """
        said = await self._ask(piece, piece.seconds + self._most_seconds, "slow", owner)
        return said.losses, said.until

    async def close(self) -> None:
        """End all processes; jobs under way fail."""
        for crew in self._crews.values():
            crew.close()
        await asyncio.get_running_loop().run_in_executor(None, self._threads.shutdown)

    # --- one job ---------------------------------------------------------------------------------

    async def _ask(self, job: Job | Piece, limit: float, lane: Lane, owner: Owner) -> Said:
        """Let a process do a job."""
        said = await self._crews[lane].run(owner, msgspec.msgpack.encode(job), limit)
        if said.how != DONE:
            raise BotFailed(said.how, said.detail)
        return said

    def _pace(self, text: str) -> _Pace:
        """How fast a bot is; one that strangers may not ask for fails.

        What tables ask for was checked when they were made, but perhaps by an earlier version.
        """
        found = self._paces.get(text)
        if found is None:
            try:
                spec = check_bot(text)
            except Refusal as refusal:
                raise BotFailed(REFUSED, str(refusal)) from refusal
            if len(self._paces) >= KNOWN:
                self._paces.clear()
            found = self._paces[text] = _Pace(spec)
        return found

    def _limit(self, pace: _Pace) -> float:
        """How many seconds a bot may take: what it was asked with and some, or the server's."""
        return self._most_seconds if pace.asked is None else 2 * pace.asked + SLACK


class _Pace:
    """How long a bot takes, as it was asked to and as it was measured."""

    __slots__ = ("_mean", "asked", "lane")

    def __init__(self, spec: BotSpec) -> None:
        ms = spec.given.get("ms")
        self.asked = ms / 1000 if isinstance(ms, (int, float)) else None  # seconds
        slow = spec.kind.name in _SLOW_BOTS or spec.kind.name not in _QUICK_BOTS
        if self.asked is not None:
            slow = self.asked > QUICK
        self.lane: Lane = "slow" if slow else "quick"
        self._mean = 2 * QUICK if slow else 0.0

    def took(self, seconds: float) -> None:
        """It was asked for an answer at a table, and took so long."""
        self._mean += (seconds - self._mean) / 8
        self.lane = "slow" if self._mean > QUICK else "quick"

    def was_late(self) -> None:
        """It was asked for an answer at a table, and gave none in time."""
        self._mean = max(self._mean, 2 * QUICK)
        self.lane = "slow"


# --- processes -----------------------------------------------------------------------------------


class Crew:
    """Some processes of one lane, and the jobs that wait for them."""

    def __init__(
        self,
        size: int,
        threads: Executor,
        budget: Budget,
        make: Callable[[], Process] | None = None,
    ) -> None:
        self.size = size
        self.count = 0
        self.queue: FairQueue[asyncio.Future[Process]] = FairQueue(budget)
        self._idle: list[Process] = []
        self._busy: set[Process] = set()
        self._threads = threads
        self._make = make or Process
        self._closed = False

    async def run(self, owner: Owner, job: bytes, limit: float) -> Said:
        """Do a job when it is its owner's turn."""
        process = await self._take(owner)
        self._busy.add(process)
        loop = asyncio.get_running_loop()
        exchange = loop.run_in_executor(self._threads, process.exchange, job, limit)
        # The caller may give up; the process is busy until it is done all the same.
        exchange.add_done_callback(lambda done: self._done(owner, process, done))
        return await asyncio.shield(exchange)

    def close(self) -> None:
        """End every process, whatever it is doing."""
        self._closed = True
        while (turn := self.queue.pop()) is not None:
            turn.set_exception(BotFailed("closed", ""))
        for process in (*self._idle, *self._busy):
            process.end()
        self._idle.clear()

    async def _take(self, owner: Owner) -> Process:
        """A free process, a new one, or one that becomes free when it is the owner's turn."""
        if self._closed:
            raise BotFailed("closed", "")
        if self._idle or self.count < self.size:
            self.queue.begin(owner.address)
            if self._idle:
                return self._idle.pop()
            self.count += 1
            return self._make()
        turn: asyncio.Future[Process] = asyncio.get_running_loop().create_future()
        self.queue.push(owner, turn)
        try:
            return await asyncio.shield(turn)
        except asyncio.CancelledError:
            if not turn.done():
                self.queue.remove(owner, turn)
            elif turn.exception() is None:
                self.queue.end(owner.address, 0.0)
                self._free(turn.result())
            raise

    def _done(self, owner: Owner, process: Process, exchange: asyncio.Future[Said]) -> None:
        """A process is free again, or gone."""
        self._busy.discard(process)
        self.queue.end(owner.address, process.seconds)
        if not exchange.cancelled() and exchange.exception() is None and not self._closed:
            self._free(process)
            return
        process.end()
        if len(self.queue) and not self._closed:
            self._free(self._make())
        else:
            self.count -= 1

    def _free(self, process: Process) -> None:
        """Give a process to the job whose turn it is."""
        turn = self.queue.pop()
        if turn is not None:
            turn.set_result(process)
        else:
            self._idle.append(process)


class Process:
    """One process; started with its first job. Its methods are called in a thread."""

    def __init__(self) -> None:
        self._process: Any = None
        self._pipe: Pipe | None = None
        self._ended = False
        self.seconds = 0.0  # that the last job took

    def exchange(self, job: bytes, limit: float) -> Said:
        """Send a job and wait for what is said about it; the time it takes to start is free."""
        self.seconds = 0.0
        try:
            pipe = self._started()
            began = monotonic()
            try:
                pipe.send_bytes(job)
                if not pipe.poll(limit):
                    raise BotFailed(LATE, f"more than {limit:.1f} s")
                return msgspec.msgpack.decode(pipe.recv_bytes(), type=Said)
            finally:
                self.seconds = monotonic() - began
        except (BotFailed, EOFError, OSError) as error:
            closed = self._ended
            self.end()
            if self._process is not None:
                self._process.join()
            if isinstance(error, BotFailed) and not closed:
                raise
            how = "closed" if closed else "died"
            raise BotFailed(how, f"{type(error).__name__}: {error}") from error

    def end(self) -> None:
        """Kill it: it holds nothing that could be lost."""
        self._ended = True
        if self._process is not None:
            self._process.kill()

    def _started(self) -> Pipe:
        """The pipe to the process, which is up by then."""
        if self._pipe is None:
            context = multiprocessing.get_context("spawn")
            ours, theirs = context.Pipe()
            process = context.Process(target=serve, args=(theirs,), daemon=True)
            try:
                with starting_children():
                    process.start()
            except (OSError, RuntimeError) as error:  # no memory, too many processes
                ours.close()
                raise BotFailed("start", f"{type(error).__name__}: {error}") from error
            finally:
                theirs.close()  # else nobody would hear the process end
            self._process = process  # only one that was started can be ended
            self._pipe = ours
            if self._ended:
                self._process.kill()
            if not ours.poll(START_SECONDS):
                raise BotFailed(LATE, "the process did not start")
            ours.recv_bytes()
        return self._pipe
