"""A position as numbers by name, and back: what a notation writes and reads.

`State.to_wire` has the same numbers by their order, for records and pickles. A state that
is built from numbers of strangers is checked with `invariants.flaw` and `flaw_of_frames` first.
"""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64

from quarriors.engine.errors import PositionError
from quarriors.engine.game_setup import GameSetup
from quarriors.engine.ids import (
    attack_step,
    challenge_step,
    defense_step,
    destroy_step,
    draw_step,
    effect,
    frame,
    place,
    quest_step,
    register,
    score_step,
    turn_step,
    venture_step,
    waiting,
    window,
    window_step,
)
from quarriors.engine.program import Program
from quarriors.engine.state import State, ints, vector
from quarriors.engine.vectors import append

TURN: Final = (
    "active",
    "turn",
    "phase",
    "over",
    "pool",
    "light",
    "dark",
    "captures",
    "captured",
    "discount",
    "scored",
    "struck_seats",
    "attached",
    "turn_flags",
)
COLUMNS: Final = (
    "place",
    "owner",
    "face",
    "flags",
    "carrier",
    "copy",
    "wilds_left",
    "summoned",
    "glory",
    "totals",
    "totals_before_reactions",
    "quest",
    "lasting_effects",
)
# The last step of each kind of frame, by its number.
_LAST_STEP: Final = [
    turn_step.SPELLS_FIRST,
    score_step.CULL,
    0,
    destroy_step.PLACE,
    window_step.RESOLVED,
    defense_step.NEXT,
    attack_step.OVER,
    draw_step.DONE,
    venture_step.ORDER,
    challenge_step.START,
    quest_step.OVER,
]


def turn_of(s: State) -> dict[str, int]:
    """The single numbers of a state by name."""
    found: dict[str, int] = {}
    for name in TURN:
        number: Any = getattr(s, name)
        found[name] = number
    return found


def columns_of(s: State) -> dict[str, list[int]]:
    """The columns of a state by name, with the stack and the queue as far as they are in use."""
    found: dict[str, list[int]] = {}
    for name in COLUMNS:
        column: Any = getattr(s, name)
        found[name] = ints(column)
    found["stack"] = ints(s.stack[: s.top + frame.WIDTH])
    found["queue"] = ints(s.queue[: s.queued])
    return found


def zones_of(s: State) -> list[list[int]]:
    """The dice in every zone, seat by seat and place by place."""
    found: list[list[int]] = []
    for at in range(len(s.zones)):
        found.append(ints(s.zones[at]))
    return found


def assembled(
    setup: GameSetup,
    rng: int,
    turn: dict[str, int],
    columns: dict[str, list[int]],
    zones: list[list[int]],
) -> State:
    """The state of which these are the numbers, not checked; its options are not laid out yet."""
    s = State(setup, rng)
    for name in TURN:
        setattr(s, name, turn[name])
    for name in COLUMNS:
        boxed: Any = vector(columns[name])
        setattr(s, name, boxed)
    s.stack = vector(columns["stack"])
    s.top = len(columns["stack"]) - frame.WIDTH
    s.queue = vector(columns["queue"])
    s.queued = len(columns["queue"])
    for lying in zones:
        s.zones = append(s.zones, vector(lying))
    return s


# --- numbers of strangers ------------------------------------------------------------------------


def flaw_of_frames(s: State) -> PositionError | None:
    """What is wrong with stack, queue and effects; None if nothing is."""
    if s.stack[0] != frame.TURN:
        return PositionError("flaw.bottom")
    for at in range(0, s.top + frame.WIDTH, frame.WIDTH):
        if at > 0 and s.stack[at] == frame.TURN:
            return PositionError("flaw.turn_twice")
        found = _flaw_of_frame(s, at)
        if found is not None:
            return found
    for at in range(0, s.queued, waiting.WIDTH):
        if not _is_waiting(s, at):
            return PositionError("flaw.waiting")
    rows = s.lasting_effects
    if len(rows) % effect.WIDTH != 0:
        return PositionError("flaw.half_effect")
    for at in range(0, len(rows), effect.WIDTH):
        kind = rows[at + effect.KIND]
        if kind < 0 or kind >= len(effect.NAMES):
            return PositionError("flaw.effect")
        if kind in effect.ON_SEATS:
            if not _is_seat(s, rows[at + effect.SUBJECT]):
                return PositionError("flaw.effect_seat")
        elif not _is_die(s, rows[at + effect.SUBJECT]):
            return PositionError("flaw.effect_die")
        if rows[at + effect.UNTIL] != -1 and not _is_seat(s, rows[at + effect.UNTIL]):
            return PositionError("flaw.effect_until")
    return None


def _flaw_of_frame(s: State, at: i64) -> PositionError | None:
    kind = s.stack[at]
    position = s.stack[at + register.POSITION]
    source = s.stack[at + register.SOURCE]
    if source < frame.REFLECTED or source >= len(s.place):
        return PositionError("flaw.frame_die")
    if not _is_seat_or_none(s, s.stack[at + register.CONTROLLER]):
        return PositionError("flaw.frame_seat")
    if kind >= frame.FIRST_PROGRAM:
        return _flaw_of_program(s, at)
    if kind >= len(_LAST_STEP) or position < 0 or position > _LAST_STEP[kind]:
        return PositionError("flaw.frame_step")
    if kind == frame.QUEST_CHECK:
        if quest_step.LEVELS < position < quest_step.OVER and not (
            _is_start(s.stack[at + register.ROLLED_START])
            and _is_start(s.stack[at + register.DONE_START])
        ):
            return PositionError("flaw.quest_waiting")
    elif not _is_seat_or_none(s, s.stack[at + register.OPPONENT]):
        return PositionError("flaw.frame_opponent")
    if kind == frame.TRIGGERS and not _is_start(s.stack[at + register.QUEUE_START]):
        return PositionError("flaw.triggers")
    if kind == frame.WINDOW and not _is_window(s.stack[at + register.WINDOW]):
        return PositionError("flaw.window")
    if kind == frame.DEFEND:
        area = s.stack[at + register.AREA]
        if area != place.READY and area != place.QUEST:
            return PositionError("flaw.defense")
    return None


def _flaw_of_program(s: State, at: i64) -> PositionError | None:
    """An ability stands at one of its instructions, and its registers hold dice."""
    programs = s.setup.catalog.programs
    number = s.stack[at] - frame.FIRST_PROGRAM
    if number >= len(programs) or not _is_instruction(
        programs[number], s.stack[at + register.POSITION]
    ):
        return PositionError("flaw.instruction")
    if not _is_die(s, s.stack[at + register.SOURCE]):
        return PositionError("flaw.ability_die")
    if not _is_seat(s, s.stack[at + register.CONTROLLER]):
        return PositionError("flaw.ability_seat")
    if not _is_seat_or_none(s, s.stack[at + register.OPPONENT]):
        return PositionError("flaw.ability_opponent")
    for held in range(register.FIRST, frame.WIDTH):
        if s.stack[at + held] != -1 and not _is_die(s, s.stack[at + held]):
            return PositionError("flaw.ability_chosen")
    return None


def _is_instruction(program: Program, position: i64) -> bool:
    at: i64 = 0
    while at < position and at < len(program.code):
        at = program.next[at]
    return at == position and at < len(program.code)


def _is_waiting(s: State, at: i64) -> bool:
    """Whether what begins there in the queue is an ability of a die and a seat."""
    program = s.queue[at + waiting.PROGRAM]
    if program < 0 or program >= len(s.setup.catalog.programs):
        return False
    if not _is_die(s, s.queue[at + waiting.SOURCE]):
        return False
    if not _is_seat(s, s.queue[at + waiting.CONTROLLER]):
        return False
    if not _is_seat_or_none(s, s.queue[at + waiting.OPPONENT]):
        return False
    subject = s.queue[at + waiting.SUBJECT]
    return subject == -1 or _is_die(s, subject)


def _is_start(at: i64) -> bool:
    """Whether an ability could begin there in the queue; those that did may have been resolved."""
    return at >= 0 and at % waiting.WIDTH == 0


def _is_window(bits: i64) -> bool:
    return 0 < bits <= window.ON_CAST and bits & (bits - 1) == 0


def _is_die(s: State, die: i64) -> bool:
    return 0 <= die < len(s.place)


def _is_seat(s: State, seat: i64) -> bool:
    return 0 <= seat < s.setup.players


def _is_seat_or_none(s: State, seat: i64) -> bool:
    return -1 <= seat < s.setup.players
