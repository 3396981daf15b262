"""Bots think here: in processes of their own, so that no thought ever stops the event loop.

A job is a pickled `Seat` (it holds no seed), the text that asks for a bot, and luck; the answer is
an option's code, or advice in words. Processes are started when they are first needed ("spawn"
works alike on every system) and each does one job at a time, in the order of asking; a table never
has more than one job waiting, so no table can push others back.

Quick and slow bots have processes of their own: whoever asked for a bot that thinks for seconds
waits for other such bots, nobody else does. How long a bot takes is measured.

A bot that raises, answers nonsense, takes too long or brings down its process is answered for, by
`greedy` and, should that fail too, at random; it is logged, and the process is replaced. A bot that
does so again and again is not asked for a while.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import pickle
import secrets
from collections import deque
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from multiprocessing.connection import Connection as Pipe
from time import monotonic
from typing import Any, Final, Literal

import msgspec

from quarriors.bots.base import Seat
from quarriors.children import starting_children
from quarriors.game import Game
from quarriors.server.settings import Settings
from quarriors.server.thinking import DONE, Job, Said, serve

LOG: Final = logging.getLogger("quarriors.server.bots")

QUICK: Final = 0.25  # seconds: a bot that takes longer on average is slow
START_SECONDS: Final = 60.0  # that a process may take to come up, on a busy machine
SLACK: Final = 2.0  # seconds that a bot may exceed what it was asked with: machines are busy
STRIKES: Final = 3  # failures in a row that cost a bot its chair,
BENCHED: Final = 600.0  # for so many seconds
STAND_IN: Final = "greedy"  # answers for bots that fail
KNOWN: Final = 1_000  # bots whose times are remembered
_SLOW_BOTS: Final = frozenset({"mcts"})
_QUICK_BOTS: Final = frozenset({"random", "greedy", "planner", "list"})

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


class Workers:
    """The processes that bots think in."""

    def __init__(self, settings: Settings) -> None:
        self._most_seconds = settings.bot_seconds
        self._hint_seconds = settings.hint_seconds
        size = max(1, settings.bot_workers)
        self._threads = ThreadPoolExecutor(2 * size, thread_name_prefix="bots")
        self._crews: dict[Lane, _Crew] = {
            "quick": _Crew(size, self._threads),
            "slow": _Crew(size, self._threads),
        }
        self._manners: dict[str, _Manners] = {}

    @property
    def waiting(self) -> int:
        """Jobs that no process has taken yet."""
        return sum(len(crew.waiting) for crew in self._crews.values())

    @property
    def processes(self) -> int:
        """Processes that are up."""
        return sum(crew.count for crew in self._crews.values())

    async def decide(self, game: Game, spec: str) -> Decided:
        """A bot's answer to the decision a game stands at; there always is one.

        The game is copied at once, without its luck: it may go on meanwhile.
        """
        decision = game.decision
        codes = [option.code for option in decision.options]
        seat = pickle.dumps(Seat(game, decision.seat), pickle.HIGHEST_PROTOCOL)
        began = monotonic()
        for bot in (spec, STAND_IN):
            if bot != STAND_IN and self._manner(bot).benched(monotonic()):
                continue
            job = Job(spec=bot, seat=seat, luck=secrets.randbits(48))
            try:
                said = await self._ask(job, self._limit(bot))
            except BotFailed as failure:
                LOG.warning(
                    "a bot failed and is answered for: %s %s: %s",
                    bot,
                    failure.how,
                    failure.detail,
                    extra={"bot": bot, "how": failure.how, "detail": failure.detail},
                )
                continue
            if said.code in codes:
                return Decided(said.code, bot, monotonic() - began)
        return Decided(secrets.choice(codes), "random", monotonic() - began)

    async def advise(
        self, game: Game, spec: str, language: str, names: Sequence[str]
    ) -> list[tuple[int, float | None, str]]:
        """A bot's best options as (code, value, sentence); `BotFailed` if it has no advice."""
        seat = pickle.dumps(Seat(game, game.decision.seat), pickle.HIGHEST_PROTOCOL)
        luck = secrets.randbits(48)
        job = Job(spec=spec, seat=seat, luck=luck, language=language, names=tuple(names))
        if self._manner(spec).benched(monotonic()):
            raise BotFailed("benched", "")
        said = await self._ask(job, self._hint_seconds)
        return list(said.advice)

    async def close(self) -> None:
        """End all processes; jobs under way fail."""
        for crew in self._crews.values():
            crew.close()
        await asyncio.get_running_loop().run_in_executor(None, self._threads.shutdown)

    # --- one job ---------------------------------------------------------------------------------

    async def _ask(self, job: Job, limit: float) -> Said:
        """Let a process do a job; what it learns about the bot's manners is kept."""
        manner = self._manner(job.spec)
        try:
            said = await self._crews[manner.lane].run(msgspec.msgpack.encode(job), limit)
            if said.how != DONE:
                raise BotFailed(said.how, said.detail)
        except BotFailed as failure:
            if failure.how != "closed":
                manner.failed(monotonic())
            raise
        if not job.language:
            manner.took(said.seconds)
        return said

    def _manner(self, spec: str) -> _Manners:
        """What is known of a bot; of a stranger, how it looks."""
        found = self._manners.get(spec)
        if found is None:
            if len(self._manners) >= KNOWN:
                self._manners.clear()
            name = spec.partition(":")[0]
            asked = asked_ms(spec)
            slow = name in _SLOW_BOTS or name not in _QUICK_BOTS
            if asked is not None:
                slow = asked > 1000 * QUICK
            found = self._manners[spec] = _Manners("slow" if slow else "quick")
        return found

    def _limit(self, spec: str) -> float:
        """How many seconds a bot may take: what it was asked with and some, or the server's."""
        asked = asked_ms(spec)
        return self._most_seconds if asked is None else 2 * asked / 1000 + SLACK


def asked_ms(spec: str) -> float | None:
    """The milliseconds a bot is asked to think, if its text says so."""
    for text in spec.split(":")[1:]:
        key, _, value = text.partition("=")
        if key == "ms":
            try:
                return float(value)
            except ValueError:  # another bot's meaning of "ms"
                return None
    return None


class _Manners:
    """How a bot has behaved so far."""

    __slots__ = ("_benched_until", "_mean", "_strikes", "lane")

    def __init__(self, lane: Lane) -> None:
        self.lane: Lane = lane
        self._mean = 0.0 if lane == "quick" else 2 * QUICK
        self._strikes = 0
        self._benched_until = 0.0

    def took(self, seconds: float) -> None:
        """It answered in so long."""
        self._strikes = 0
        self._mean += (seconds - self._mean) / 8
        self.lane = "slow" if self._mean > QUICK else "quick"

    def failed(self, now: float) -> None:
        """It did not answer."""
        self._strikes += 1
        self.lane = "slow"
        self._mean = max(self._mean, 2 * QUICK)
        if self._strikes >= STRIKES:
            self._strikes = 0
            self._benched_until = now + BENCHED

    def benched(self, now: float) -> bool:
        """Whether it is not asked just now."""
        return now < self._benched_until


# --- processes -----------------------------------------------------------------------------------


class _Crew:
    """Some processes of one lane, and the jobs that wait for them in their order."""

    def __init__(self, size: int, threads: ThreadPoolExecutor) -> None:
        self.size = size
        self.count = 0
        self.waiting: deque[asyncio.Future[_Process]] = deque()
        self._idle: list[_Process] = []
        self._busy: set[_Process] = set()
        self._threads = threads
        self._closed = False

    async def run(self, job: bytes, limit: float) -> Said:
        """Do a job as soon as a process is free."""
        process = await self._take()
        self._busy.add(process)
        loop = asyncio.get_running_loop()
        exchange = loop.run_in_executor(self._threads, process.exchange, job, limit)
        # Whoever asked may give up; the process is busy until it is done all the same.
        exchange.add_done_callback(lambda done: self._done(process, done))
        return await asyncio.shield(exchange)

    def close(self) -> None:
        """End every process, whatever it is doing."""
        self._closed = True
        for future in self.waiting:
            if not future.done():
                future.set_exception(BotFailed("closed", ""))
        self.waiting.clear()
        for process in (*self._idle, *self._busy):
            process.end()
        self._idle.clear()

    async def _take(self) -> _Process:
        """A free process, a new one, or the next that becomes free."""
        if self._closed:
            raise BotFailed("closed", "")
        if self._idle:
            return self._idle.pop()
        if self.count < self.size:
            self.count += 1
            return _Process()
        turn: asyncio.Future[_Process] = asyncio.get_running_loop().create_future()
        self.waiting.append(turn)
        try:
            return await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled() and turn.exception() is None:
                self._free(turn.result())
            raise

    def _done(self, process: _Process, exchange: asyncio.Future[Said]) -> None:
        """A process is free again, or gone."""
        self._busy.discard(process)
        if not exchange.cancelled() and exchange.exception() is None and not self._closed:
            self._free(process)
            return
        process.end()
        if self._next() and not self._closed:
            self._free(_Process())
        else:
            self.count -= 1

    def _next(self) -> bool:
        """Whether anybody still waits."""
        while self.waiting and self.waiting[0].done():
            self.waiting.popleft()
        return bool(self.waiting)

    def _free(self, process: _Process) -> None:
        """Give a process to whoever waits longest."""
        if self._next():
            self.waiting.popleft().set_result(process)
        else:
            self._idle.append(process)


class _Process:
    """One process; started with its first job. Its methods are called in a thread."""

    def __init__(self) -> None:
        self._process: Any = None
        self._pipe: Pipe | None = None
        self._ended = False

    def exchange(self, job: bytes, limit: float) -> Said:
        """Send a job and wait for what is said about it; the time it takes to start is free."""
        try:
            pipe = self._started()
            pipe.send_bytes(job)
            if not pipe.poll(limit):
                raise BotFailed("late", f"more than {limit:.1f} s")
            return msgspec.msgpack.decode(pipe.recv_bytes(), type=Said)
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
                raise BotFailed("late", "the process did not start")
            ours.recv_bytes()
        return self._pipe
