"""What the server writes about itself: one line an event, for people or, as JSON, for programs.

Everything goes through the standard logging module, so that the other parts of the server need to
know nothing of this one: `logger.info("table_made", extra={"table": id})`. No secret is ever
written: fields called token or seed are left out, and whatever looks like a token is blotted out.
"""

from __future__ import annotations

import json
import logging
import re
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, TextIO

from quarriors.server.web.limits import Bucket

logger = logging.getLogger(__name__)

ROOT = "quarriors"
SECRET = frozenset({"token", "tokens", "seed", "secret", "authorization", "password", "token_hash"})
LINES = 20  # of one kind
LINES_SECONDS = 60.0  # in this time
KINDS = 1_000  # that are remembered
LEVELS = ("debug", "info", "warning", "error")
_OWN = frozenset(logging.LogRecord("", 0, "", 0, "", (), None).__dict__) | {
    "message", "asctime", "taskName", "color_message",
}  # fmt: skip
_BLOTS = (
    (re.compile(r"(?i)(bearer\s+)\S+"), r"\1..."),
    (
        re.compile(r"(?i)(\b(?:token|seed|secret|password)\b[\"']?\s*[=:]\s*[\"']?)[^\s\"'&,}]+"),
        r"\1...",
    ),
    (re.compile(r"(://[^/\s:@]+:)[^@\s/]+@"), r"\1...@"),  # a database's password
)


def blotted(text: str) -> str:
    """The text without anything that looks like a secret."""
    for pattern, instead in _BLOTS:
        text = pattern.sub(instead, text)
    return text


def fields(record: logging.LogRecord) -> dict[str, Any]:
    """What was added to a log line, without secrets."""
    return {
        key: blotted(value) if isinstance(value, str) else value
        for key, value in record.__dict__.items()
        if key not in _OWN and key not in SECRET and not key.startswith("_")
    }


class ForPrograms(logging.Formatter):
    """One JSON object a line; of several processes, with the name of its own."""

    def __init__(self, process: str = "") -> None:
        super().__init__()
        self._process = {"process": process} if process else {}

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        written: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "from": record.name,
            "event": blotted(record.getMessage()),
            **self._process,
            **fields(record),
        }
        if record.exc_info:
            written["trouble"] = blotted(self.formatException(record.exc_info))
        return json.dumps(written, default=str, ensure_ascii=False)


class ForPeople(logging.Formatter):
    """The time, of several processes the name of its own, what happened, and its fields."""

    def __init__(self, process: str = "") -> None:
        super().__init__()
        self._process = f"[{process}] " if process else ""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        at = datetime.fromtimestamp(record.created).strftime("%H:%M:%S")
        level = "" if record.levelno == logging.INFO else f"{record.levelname.lower()}: "
        more = "".join(f" {key}={_plain(value)}" for key, value in fields(record).items())
        line = f"{at} {self._process}{level}{_plain(blotted(record.getMessage()))}{more}"
        if record.exc_info:
            line += "\n" + blotted(self.formatException(record.exc_info))
        return line


def _plain(value: object) -> str:
    """A value on one line: what people typed cannot forge another line or colour the terminal."""
    text = str(value)
    return text if text.isprintable() else repr(text)


class Quota(logging.Filter):
    """Lets through some lines of one kind, and counts the others; debugging is not limited.

    A kind is an event as the program names it, without what is filled in. The next line of the
    kind, or at the latest `report`, tells how many were left out.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._buckets: dict[tuple[str, str], Bucket] = {}
        self._left_out: dict[tuple[str, str], int] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a line is written."""
        if record.levelno < logging.INFO:
            return True
        kind = (record.name, str(record.msg))
        now = self._clock()
        bucket = self._buckets.get(kind)
        if bucket is None:
            if len(self._buckets) >= KINDS:
                self._buckets.clear()
            bucket = self._buckets[kind] = Bucket(LINES / LINES_SECONDS, LINES, now)
        if bucket.take(now):
            self._left_out[kind] = self._left_out.get(kind, 0) + 1
            return False
        before = self._left_out.pop(kind, 0)
        if before:
            record.left_out = before
        return True

    def report(self) -> None:
        """Log what was left out since the last report."""
        written, self._left_out = self._left_out, {}
        for (_, what), count in written.items():
            logger.warning("lines_left_out", extra={"of": what, "count": count})


def report() -> None:
    """Tell how many lines were left out."""
    for handler in logging.getLogger(ROOT).handlers:
        for one in handler.filters:
            if isinstance(one, Quota):
                one.report()


def set_up(
    *, as_json: bool, level: str, stream: TextIO | None = None, process: str = ""
) -> logging.Handler:
    """Send all lines of the server, uvicorn's and asyncio's, to one stream (standard error)."""
    handler = logging.StreamHandler(sys.stderr if stream is None else stream)
    handler.addFilter(Quota())
    handler.setFormatter(ForPrograms(process) if as_json else ForPeople(process))
    for name in (ROOT, "uvicorn", "asyncio"):
        logger = logging.getLogger(name)
        for old in logger.handlers[:]:
            logger.removeHandler(old)
        logger.addHandler(handler)
        logger.setLevel(level.upper())
        logger.propagate = False
    # Uvicorn tells of every start of a connection; our own lines say what matters.
    logging.getLogger("uvicorn.error").setLevel("WARNING")
    return handler
