"""The order of abilities that one event set off: who goes first, and which of one's own (15.3)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from quarriors.engine.appearance import look
from quarriors.engine.frames import pop, start_program, take_waiting
from quarriors.engine.ids import log, register, verb, waiting
from quarriors.engine.option import die_of, number_in, option
from quarriors.engine.options import add_option, begin_options, is_offered
from quarriors.engine.state import State

LOOKS: Final = 65536  # more than there are looks of dice


def step_triggers(s: State) -> bool:
    """Start the next waiting ability; True if its owner must say which (15.3)."""
    base = s.top
    start = s.stack[base + register.QUEUE_START]
    if s.queued <= start:
        pop(s)
        return False
    seat = _next_seat(s, start)
    begin_options(s)
    for at in range(start, s.queued, waiting.WIDTH):
        if s.queue[at + waiting.CONTROLLER] == seat:
            _offer_waiting(s, at, seat)
    s.stack[base + register.CONTROLLER] = seat
    if s.offered > 1:
        return True
    answer_triggers(s, s.options[0])
    return False


def _next_seat(s: State, start: i64) -> i64:
    """Who resolves first: of those with an ability that waits, the next from the active player."""
    players = s.setup.players
    nearest: i64 = players
    for at in range(start, s.queued, waiting.WIDTH):
        distance = s.queue[at + waiting.CONTROLLER] - s.active
        if distance < 0:
            distance += players
        nearest = min(nearest, distance)
    return (s.active + nearest) % players


def _offer_waiting(s: State, at: i64, seat: i64) -> None:
    """Offer the ability that waits there, unless one just like it is offered."""
    program = s.queue[at + waiting.PROGRAM]
    source = s.queue[at + waiting.SOURCE]
    key = program * LOOKS + look(s, source)
    if not is_offered(s, verb.ORDER, key):
        add_option(s, option(verb.ORDER, source, s.face[source], seat, program), key)


def answer_triggers(s: State, code: i64) -> None:
    """Start the chosen ability and let the others wait."""
    program = number_in(code)
    source = die_of(code)
    for at in range(s.stack[s.top + register.QUEUE_START], s.queued, waiting.WIDTH):
        if s.queue[at + waiting.PROGRAM] == program and s.queue[at + waiting.SOURCE] == source:
            controller = s.queue[at + waiting.CONTROLLER]
            opponent = s.queue[at + waiting.OPPONENT]
            subject = s.queue[at + waiting.SUBJECT]
            take_waiting(s, at)
            if s.logging:
                s.note(log.TRIGGER, 1503, controller, source, program, 0)
            start_program(s, program, source, controller, opponent, subject)
            return
