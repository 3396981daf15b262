"""A bot at a seat of the arena: asked with a clock, and stopped when it misbehaves.

Whatever a bot does wrong becomes a `Forfeited` with its kind: it raised an error, it answered
something that is no option, or it took longer than its limit. Whatever else goes wrong is not the
bot's fault and passes through.

The limit is enforced with the system's alarm signal, which ends a bot that would never answer. It
works in the main thread of a process (workers play there) and where there is such a signal; else,
and inside compiled code, which hears no signal, a bot that is late forfeits when it answers.
"""

from __future__ import annotations

import signal
import threading
import traceback
from collections.abc import Callable
from time import perf_counter
from types import FrameType, TracebackType
from typing import Any, Final, TypeVar

from quarriors.bots import Bot, Seat, ask
from quarriors.engine.game import Decision, Option
from quarriors.game import Game

RAISED: Final = "raised"
ILLEGAL: Final = "illegal"
LATE: Final = "late"
KINDS: Final = (RAISED, ILLEGAL, LATE)

FACTOR: Final = 10  # a bot that was asked to think `ms=...` has this many times as long,
LEAST_MS: Final = 2_000  # but never less than this: machines are busy at times
UNTIMED_MS: Final = 60_000  # for bots that know no `ms`
LONGEST_DETAIL: Final = 300
LONGEST_TRACE: Final = 4_000

T = TypeVar("T")


def limit_of(spec: str) -> int:
    """How many milliseconds a bot may take for a decision unless a limit is given."""
    for text in spec.split(":")[1:]:
        key, _, value = text.partition("=")
        if key == "ms":
            try:
                return max(LEAST_MS, int(FACTOR * float(value)))
            except (ValueError, OverflowError):  # another bot's meaning of "ms"
                break
    return UNTIMED_MS


class Forfeited(Exception):
    """A bot loses its game by what it did."""

    def __init__(self, kind: str, detail: str, trace: str = "") -> None:
        super().__init__(kind, detail, trace)
        self.kind = kind
        self.detail = detail
        self.trace = trace


class _TimeUp(BaseException):
    """The alarm; no `except Exception` of a bot keeps it."""


def _ring(_number: int, _frame: FrameType | None) -> None:
    raise _TimeUp


class Alarm:
    """The system's alarm for the time of a game; what was set up before is put back."""

    def __init__(self) -> None:
        main = threading.current_thread() is threading.main_thread()
        self._works = main and hasattr(signal, "setitimer")
        self._before: Any = None

    def __enter__(self) -> Alarm:
        if self._works:
            self._before = signal.signal(signal.SIGALRM, _ring)
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: object, _trace: TracebackType | None
    ) -> None:
        if self._works:
            self.clear()
            signal.signal(signal.SIGALRM, self._before)

    def set(self, seconds: float) -> None:
        """Ring after so long, and every second from then on in case somebody did not listen."""
        if self._works:
            signal.setitimer(signal.ITIMER_REAL, seconds, 1.0)

    def clear(self) -> None:
        """Do not ring."""
        if self._works:
            signal.setitimer(signal.ITIMER_REAL, 0)


class Chair:
    """One bot at one seat of one game, with its clock."""

    def __init__(self, make: Callable[[], Bot], limit_ms: int, alarm: Alarm) -> None:
        self.decisions = 0
        self.seconds = 0.0
        self.longest = 0.0
        self._limit_ms = limit_ms
        self._alarm = alarm
        # Making a bot may take longer than a decision: it loads what it needs.
        self._bot = self._guarded(make, max(limit_ms, UNTIMED_MS))

    def ask(self, game: Game) -> Option:
        """The bot's answer to the decision the game stands at."""
        return ask(self, game)

    def decide(self, seat: Seat, decision: Decision, /) -> Option:
        """What `ask` calls: the bot behind its clock."""
        return self._guarded(lambda: self._checked(seat, decision), self._limit_ms)

    def _checked(self, seat: Seat, decision: Decision) -> Option:
        """The bot's answer; the clock runs for the bot alone.

        Whether it is an option is looked at here, within the guard: an answer may be anything, even
        something that breaks when it is compared or printed.
        """
        self.decisions += 1
        began = perf_counter()
        try:
            answer: object = self._bot.decide(seat, decision)
        finally:
            taken = perf_counter() - began
            self.seconds += taken
            self.longest = max(self.longest, taken)
        if isinstance(answer, Option) and answer in decision.options:
            return answer
        raise Forfeited(ILLEGAL, _short(repr(answer)))

    def _guarded(self, act: Callable[[], T], limit_ms: int) -> T:
        """Let the bot act within its limit."""
        began = perf_counter()
        try:
            self._alarm.set(limit_ms / 1000)
            try:
                done = act()
            finally:
                self._alarm.clear()
        except _TimeUp:
            raise _late(perf_counter() - began, limit_ms) from None
        except Forfeited:
            raise
        except (Exception, SystemExit) as error:
            trace = traceback.format_exc()[-LONGEST_TRACE:]
            raise Forfeited(RAISED, _told(error), trace) from error
        taken = perf_counter() - began
        if 1000 * taken > limit_ms:
            raise _late(taken, limit_ms)
        return done


def _late(seconds: float, limit_ms: int) -> Forfeited:
    return Forfeited(LATE, f"{1000 * seconds:.0f} ms > {limit_ms} ms")


def _told(error: BaseException) -> str:
    """An error in one line; its own message may break as well."""
    try:
        message = str(error)
    except Exception:
        message = ""
    return _short(f"{type(error).__name__}: {message}" if message else type(error).__name__)


def _short(text: str) -> str:
    """One line of a message."""
    line = " ".join(text.split())
    return line if len(line) <= LONGEST_DETAIL else line[: LONGEST_DETAIL - 3] + "..."
