"""The stack of frames, and offering dice: the joints between the parts of the rules.

A frame is eight ints, the same for turn flow, battle and card programs, so a game in the middle
of any choice can be copied, saved and sent.
"""

from __future__ import annotations

from mypy_extensions import i64

from quarriors.engine.looks import challenge, look
from quarriors.engine.numbers import holds
from quarriors.engine.option import option
from quarriors.engine.program import Trigger
from quarriors.engine.state import State
from quarriors.engine.words import (
    ACTIVE,
    ATTACHED,
    EVENTS,
    FIRST_PROGRAM,
    FLAGS,
    FRAME,
    PLACES,
    QUEST,
    READY,
    ROW_WIDTH,
    SWITCHED,
    TRIGGERS,
    WINDOW,
)


def push(
    s: State,
    program: i64,
    source: i64,
    controller: i64,
    opponent: i64,
    a: i64,
    b: i64,
    c: i64,
) -> None:
    """Put a frame on top; it starts at position 0."""
    s.stack.extend(
        [
            int(program),
            0,
            int(source),
            int(controller),
            int(opponent),
            int(a),
            int(b),
            int(c),
        ]
    )


def pop(s: State) -> None:
    """Take the top frame off."""
    del s.stack[-FRAME:]


def find_frame(s: State, program: i64) -> i64:
    """Where in the stack the topmost frame of that program begins; -1 if there is none."""
    at: i64 = len(s.stack) - FRAME
    while at >= 0:
        if s.stack[at] == program:
            return at
        at -= FRAME
    return -1


def open_window(s: State, window: i64, subject: i64) -> None:
    """Ask round for reactions, if any card at this table could be used then (15.2)."""
    if s.table.windows & window:
        # In a challenge the player whose turn it is reacts as well (12.3).
        first = 0 if challenge(s) >= 0 else 1
        push(s, WINDOW, subject, -1, -1, window, first, subject)


def start_program(
    s: State, program: i64, source: i64, controller: i64, opponent: i64, subject: i64
) -> None:
    """Begin an ability; its two free registers are empty."""
    push(s, FIRST_PROGRAM + program, source, controller, opponent, -1, -1, subject)


def call(
    s: State, trigger: Trigger, source: i64, controller: i64, opponent: i64, subject: i64
) -> None:
    """Let an ability that an event set off wait for its turn among those of the same event (15.3).

    Its condition is looked at now, and whether it was used already if it works once a turn.
    """
    if trigger.once and s.flags[source] & SWITCHED:
        return
    if trigger.condition is None or holds(s, trigger.condition, controller, opponent, source):
        program = trigger.program.index
        s.queue.extend([int(program), int(source), int(controller), int(opponent), int(subject)])


def call_carried(
    s: State, event: i64, carrier: i64, controller: i64, opponent: i64, subject: i64
) -> None:
    """Let what a creature carries of its owner's answer an event that concerns the creature."""
    if not s.attached or not s.table.has_trigger[event]:
        return
    for carried in s.zones[s.owner[carrier] * PLACES + ATTACHED - 1]:
        if s.carrier[carried] == carrier:
            for trigger in s.table.triggers[look(s, carried) * EVENTS + event]:
                call(s, trigger, carried, controller, opponent, subject)


def run_queue(s: State, start: i64) -> None:
    """Resolve what waits in the queue from that position on before anything else goes on."""
    if len(s.queue) > start:
        push(s, TRIGGERS, -1, -1, -1, start, -1, -1)


def sameness(s: State, die: i64) -> i64:
    """A number that is equal for dice alike in every property that can matter.

    Dice alike are offered once. Where the face does not matter (bag, piles, Wilds) only class,
    place and owner count; a creature that carries a spell or an effect is like no other.
    """
    place: i64 = s.place[die]
    slot: i64 = s.table.slot[die]
    owner: i64 = s.owner[die]
    key: i64 = (slot * 16 + place) * 8 + owner + 1
    if place != READY and place != ACTIVE and place != ATTACHED and place != QUEST:
        return key
    if place == ATTACHED:
        return -1 - die
    if place != ACTIVE:
        if s.attached:
            for spell in range(len(s.carrier)):
                if s.carrier[spell] == die:
                    return -1 - die
        rows = s.rows
        for at in range(0, len(rows), ROW_WIDTH):
            if rows[at + 1] == die:
                return -1 - die
    flags: i64 = s.flags[die]
    return ((key * FLAGS + flags) * 4096) + look(s, die)


def offer(s: State, codes: list[int], seen: list[int], verb: i64, die: i64, number: i64) -> None:
    """Add an option for a die unless one for a die just like it is there already."""
    key = sameness(s, die)
    if key in seen:
        return
    seen.append(int(key))
    place: i64 = s.place[die]
    face: i64 = -1
    if place == READY or place == ACTIVE or place == ATTACHED or place == QUEST:
        face = s.face[die]
    codes.append(option(verb, die, face, s.owner[die], number))
