"""What runs inside a bot's process: jobs come in through a pipe, answers go out.

Apart from `workers.py` because a process imports nothing but this and the bots. The process leaves
Ctrl-C to its parent, ends with it, and lets the server's own process go first on a busy machine.
"""

from __future__ import annotations

import os
import pickle
from multiprocessing.connection import Connection as Pipe
from time import perf_counter
from typing import Final

import msgspec

from quarriors.bots.analysis import Loss, judge
from quarriors.bots.base import Seat
from quarriors.bots.brain.die_value import die_values
from quarriors.bots.explain import advised_options
from quarriors.bots.registry import make_bot
from quarriors.cards.load import default_catalog
from quarriors.children import begin_as_child
from quarriors.engine.game import Option
from quarriors.text import Texts
from quarriors.view.speech import Speech

DONE: Final = "done"
RAISED: Final = "raised"
ILLEGAL: Final = "illegal"
NICE: Final = 5  # how far bots stand back behind everything else
LONGEST_DETAIL: Final = 300


class Job(msgspec.Struct, frozen=True, tag=True):
    """Ask a bot for its answer; with a language, for its advice in words instead."""

    spec: str
    seat: bytes  # pickled
    luck: int
    language: str = ""
    names: tuple[str, ...] = ()


class Piece(msgspec.Struct, frozen=True, tag=True):
    """Look at decisions of a finished game again, from the first to before the last.

    What is begun after so many seconds is left to the next piece; one decision is always done.
    """

    record: bytes  # JSON
    first: int
    last: int
    passes: int
    seconds: float


class Said(msgspec.Struct, frozen=True):
    """What came of a job."""

    how: str = DONE
    detail: str = ""
    code: int = -1
    advice: tuple[tuple[int, float | None, str], ...] = ()
    losses: tuple[Loss, ...] = ()
    until: int = 0  # the first decision that was not looked at
    seconds: float = 0.0


_JOBS: Final = msgspec.msgpack.Decoder(Job | Piece)


def serve(pipe: Pipe) -> None:
    """Do jobs until the pipe is closed."""
    begin_as_child()
    if hasattr(os, "nice"):
        os.nice(NICE)
    die_values(
        default_catalog()
    )  # what our own bots weigh dice by: worked out before the clock runs
    try:
        pipe.send_bytes(b"ready")
        while True:
            data = pipe.recv_bytes()
            pipe.send_bytes(msgspec.msgpack.encode(do(_JOBS.decode(data))))
    except (EOFError, ConnectionError):
        return  # the server has closed the pipe, or was killed with something unread in it


def do(job: Job | Piece) -> Said:
    """Ask the bot; report whatever it does wrong instead of raising it."""
    began = perf_counter()
    try:
        if isinstance(job, Piece):
            losses, until = _judged(job, began)
            return Said(losses=losses, until=until, seconds=perf_counter() - began)
        seat: Seat = pickle.loads(job.seat)
        if job.language:
            return Said(advice=_advice(job, seat), seconds=perf_counter() - began)
        decision = seat.decision
        answer: object = make_bot(job.spec, seat.number, job.luck).decide(seat, decision)
        if isinstance(answer, Option) and answer in decision.options:
            return Said(code=answer.code, seconds=perf_counter() - began)
        return Said(ILLEGAL, _short(repr(answer)))
    except (Exception, SystemExit) as error:
        return Said(RAISED, _short(f"{type(error).__name__}: {error}"))


def _judged(piece: Piece, began: float) -> tuple[tuple[Loss, ...], int]:
    """What decisions cost, and the first one that there was no time for."""
    losses: list[Loss] = []
    until = piece.first
    for loss in judge(piece.record, piece.first, piece.last, piece.passes):
        if loss is not None:
            losses.append(loss)
        until += 1
        if perf_counter() - began >= piece.seconds:
            break
    return tuple(losses), until


def _advice(job: Job, seat: Seat) -> tuple[tuple[int, float | None, str], ...]:
    """The options a bot likes best, each with its value and its reasons in words."""
    game = seat.branch(job.luck)
    speech = Speech(Texts(job.language, game.setup.rules.packs), job.names, words=True)
    return tuple(advised_options(make_bot(job.spec, seat.number, job.luck), game, speech))


def _short(text: str) -> str:
    """One line of a message."""
    line = " ".join(text.split())
    return line if len(line) <= LONGEST_DETAIL else line[: LONGEST_DETAIL - 3] + "..."
