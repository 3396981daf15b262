"""The stack of frames and the queue of triggers: how the parts of the rules call each other.

A frame is eight ints (`ids.register` names them), the same for turn flow, battle and card programs,
so a game in the middle of any choice can be copied, saved and sent.
"""

from __future__ import annotations

from mypy_extensions import i64

from quarriors.engine.appearance import challenge, look
from quarriors.engine.filters import holds
from quarriors.engine.ids import event, flag, frame, place, register, waiting
from quarriors.engine.program import Trigger
from quarriors.engine.state import State, zone
from quarriors.engine.vectors import append

# --- frames: one function for each kind, with a name for every register it begins with -----------


def _new_frame(s: State, kind: i64, source: i64, controller: i64, opponent: i64, empty: i64) -> i64:
    """Put a frame on top, at position 0; where in the stack it begins.

    The registers that its kind names hold `empty`: -1 if they stand for dice, else 0.
    """
    base = s.top + frame.WIDTH
    while base + frame.WIDTH > len(s.stack):
        s.stack = append(s.stack, 0)
    stack = s.stack
    stack[base] = kind
    stack[base + register.POSITION] = 0
    stack[base + register.SOURCE] = source
    stack[base + register.CONTROLLER] = controller
    stack[base + register.OPPONENT] = opponent
    for at in range(base + register.FIRST_OWN, base + frame.WIDTH):
        stack[at] = empty
    s.top = base
    return base


def push_turn(s: State) -> None:
    """The flow of turns, at the bottom of every stack."""
    _new_frame(s, frame.TURN, -1, -1, -1, 0)


def push_score(s: State, seat: i64) -> None:
    """A scoring: nobody was asked about culling yet."""
    base = _new_frame(s, frame.SCORE, -1, seat, -1, 0)
    s.stack[base + register.LAST_ASKED] = -1


def push_destruction(s: State, die: i64, killer: i64, by_damage: bool) -> None:
    """A creature is about to be destroyed, by a player or (-1) by nobody."""
    base = _new_frame(s, frame.DESTROY, die, s.owner[die], killer, 0)
    if by_damage:
        s.stack[base + register.BY_DAMAGE] = 1


def push_attack(s: State) -> None:
    """The active player's creatures attack."""
    _new_frame(s, frame.ATTACK, -1, s.active, -1, 0)


def push_defense(s: State, defender: i64, attacker: i64, damage: i64, area: i64) -> None:
    """A player defends in the Ready Area or on a quest."""
    base = _new_frame(s, frame.DEFEND, -1, defender, attacker, 0)
    s.stack[base + register.DAMAGE_LEFT] = damage
    s.stack[base + register.AREA] = area


def push_draw(s: State, seat: i64, count: i64, treatment: i64, extra: i64) -> None:
    """A draw in which somebody may choose before the dice are rolled."""
    base = _new_frame(s, frame.DRAW, -1, seat, -1, 0)
    s.stack[base + register.DRAW_COUNT] = count
    s.stack[base + register.TREATMENT] = treatment
    s.stack[base + register.EXTRA_DICE] = extra


def push_venture(s: State) -> None:
    """The active player may send creatures to a quest."""
    _new_frame(s, frame.VENTURE, -1, s.active, -1, 0)


def push_challenge(s: State, held: i64) -> None:
    """The active player's party challenges the party of the seat that holds the quest."""
    _new_frame(s, frame.CHALLENGE, -1, s.active, held, 0)


def push_quest_check(s: State, seat: i64) -> i64:
    """A player's quest is looked at (12.4); where in the stack the frame is."""
    return _new_frame(s, frame.QUEST_CHECK, -1, seat, -1, 0)


def pop(s: State) -> None:
    """Take the top frame off."""
    s.top -= frame.WIDTH


def find_frame(s: State, kind: i64) -> i64:
    """Where in the stack the topmost frame of that kind begins; -1 if there is none."""
    at = s.top
    while at >= 0:
        if s.stack[at] == kind:
            return at
        at -= frame.WIDTH
    return -1


def open_window(s: State, opened: i64, subject: i64) -> None:
    """Ask round for reactions, if any card of this game could be used then (15.2)."""
    if s.setup.windows & opened:
        # In a challenge the player whose turn it is reacts as well (12.3).
        first: i64 = 1
        if challenge(s) >= 0:
            first = 0
        base = _new_frame(s, frame.WINDOW, subject, -1, -1, 0)
        s.stack[base + register.WINDOW] = opened
        s.stack[base + register.SEATS_ASKED] = first
        s.stack[base + register.SUBJECT] = subject


def start_program(
    s: State, program: i64, source: i64, controller: i64, opponent: i64, subject: i64
) -> None:
    """Begin an ability; its two free registers are empty."""
    base = _new_frame(s, frame.FIRST_PROGRAM + program, source, controller, opponent, -1)
    s.stack[base + register.SUBJECT] = subject


def call(
    s: State, trigger: Trigger, source: i64, controller: i64, opponent: i64, subject: i64
) -> None:
    """Let an ability that an event set off wait for its turn among those of the same event (15.3).

    Its condition is looked at now, and whether it was used already if it works once a turn.
    """
    if trigger.once and s.flags[source] & flag.ABILITY_USED:
        return
    if trigger.condition is None or holds(s, trigger.condition, controller, opponent, source):
        at = s.queued
        while at + waiting.WIDTH > len(s.queue):
            s.queue = append(s.queue, 0)
        queue = s.queue
        queue[at + waiting.PROGRAM] = trigger.program.index
        queue[at + waiting.SOURCE] = source
        queue[at + waiting.CONTROLLER] = controller
        queue[at + waiting.OPPONENT] = opponent
        queue[at + waiting.SUBJECT] = subject
        s.queued = at + waiting.WIDTH


def take_waiting(s: State, at: i64) -> None:
    """Take the trigger that begins there out of the queue; those behind it move up."""
    queue = s.queue
    for position in range(at + waiting.WIDTH, s.queued):
        queue[position - waiting.WIDTH] = queue[position]
    s.queued -= waiting.WIDTH


def call_carried(
    s: State, kind: i64, carrier: i64, controller: i64, opponent: i64, subject: i64
) -> None:
    """Let what a creature carries of its owner's answer an event that concerns the creature."""
    if not s.attached or not s.setup.has_trigger[kind]:
        return
    for carried in zone(s, s.owner[carrier], place.ATTACHED):
        if s.carrier[carried] == carrier:
            for trigger in s.setup.triggers[look(s, carried) * event.COUNT + kind]:
                call(s, trigger, carried, controller, opponent, subject)


def run_queue(s: State, start: i64) -> None:
    """Resolve what waits in the queue from that position on before anything else goes on."""
    if s.queued > start:
        base = _new_frame(s, frame.TRIGGERS, -1, -1, -1, -1)
        s.stack[base + register.QUEUE_START] = start
