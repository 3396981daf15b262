"""Windows in which reactions and abilities at will are offered (10.3, 15.2).

The frame `WINDOW` asks round, clockwise from the active player's left; only those who hold
something that could do anything are asked.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from quarriors.engine.deeds import use_quill
from quarriors.engine.dice import put, spend
from quarriors.engine.effects import can_start
from quarriors.engine.frames import find_frame, offer, pop, start_program
from quarriors.engine.looks import is_spell, other_side
from quarriors.engine.numbers import anybody, holds
from quarriors.engine.option import die_of, verb_of
from quarriors.engine.program import Trigger
from quarriors.engine.state import State
from quarriors.engine.totals import battle_totals, recount
from quarriors.engine.words import (
    BAG,
    D_PREVENTED,
    D_SAVED,
    DESTROY,
    DO_REACT,
    DO_SWITCH,
    EVENTS,
    F_A,
    F_B,
    F_C,
    F_CONTROLLER,
    F_POSITION,
    F_SOURCE,
    FRAME,
    IN_CAPTURE,
    LOG_CAST,
    LOG_MOVE,
    NO_REACTIONS,
    ON_ATTACK,
    ON_ATTACK_END,
    ON_DESTROYED,
    ON_DYING,
    ON_PHASE_END,
    OP_SAVE,
    OWN_TURN,
    PASS,
    PLACES,
    REACT,
    READY,
    SWITCHED,
)

FORESTALL: Final = ON_PHASE_END | ON_ATTACK_END  # windows that only other spells make worth while

W_ASK: Final = 0
W_RESOLVED: Final = 1


def step_window(s: State) -> bool:
    """Clockwise from the active player's left, each until they pass."""
    base = len(s.stack) - FRAME
    window = s.stack[base + F_A]
    subject = s.stack[base + F_SOURCE]
    if s.stack[base + F_POSITION] == W_RESOLVED:
        s.stack[base + F_POSITION] = W_ASK
        if window == ON_ATTACK:  # whatever the reaction changed, changes the totals (6.2)
            recount(s)
    if window == ON_DYING and s.stack[base - FRAME + F_C] == D_PREVENTED:
        pop(s)  # it is not destroyed after all: nothing is left to do (15.2)
        return False
    while s.stack[base + F_B] < s.table.players:
        seat = (s.active + s.stack[base + F_B]) % s.table.players
        if subject < 0 or s.owner[subject] == seat:
            codes = reactions(s, seat, window)
            if codes:
                codes.append(PASS)
                s.options = codes
                s.stack[base + F_CONTROLLER] = int(seat)
                return True
        s.stack[base + F_B] += 1
    pop(s)
    return False


def reactions(s: State, seat: i64, window: i64) -> list[int]:
    """What a seat could use in this window and to some effect."""
    codes: list[int] = []
    seen: list[int] = []
    for die in s.zones[seat * PLACES + READY - 1]:
        trigger = reaction(s, die, window)
        if trigger is not None:
            offer(s, codes, seen, DO_REACT if is_spell(s, die) else DO_SWITCH, die, 0)
    return codes


def reaction(s: State, die: i64, window: i64) -> Trigger | None:
    """The ability of a die that can be used in a window now; read from its own card."""
    printed = s.table.base[die] + s.face[die]
    owner = s.owner[die]
    if not s.table.triggers[printed * EVENTS + REACT]:
        return None
    if is_spell(s, die) and anybody(s, NO_REACTIONS):
        return None
    against = -1 if window & (OWN_TURN | IN_CAPTURE) else other_side(s, owner)
    for trigger in s.table.triggers[printed * EVENTS + REACT]:
        if not trigger.windows & window:
            continue
        if trigger.once and s.flags[die] & SWITCHED:
            continue
        if window == ON_DESTROYED and _only_saves(s, trigger):
            continue  # it is saved already: nothing is left to do (15.2)
        if window & FORESTALL and is_spell(s, die) and not _spell_pending(s):
            continue  # no spell that the active player could still cast
        if holds(s, trigger.condition, owner, against, die) and can_start(
            s, trigger.program.index, die, owner, against
        ):
            return trigger
    return None


def _only_saves(s: State, trigger: Trigger) -> bool:
    """Whether a reaction would save a creature that its own card has saved already."""
    at = find_frame(s, DESTROY)
    return at >= 0 and s.stack[at + F_C] == D_SAVED and trigger.program.code[0] == OP_SAVE


def _spell_pending(s: State) -> bool:
    for die in s.zones[s.active * PLACES + READY - 1]:
        if is_spell(s, die):
            return True
    return False


def use_reaction(s: State, die: i64, window: i64, subject: i64) -> None:
    """Cast a reaction spell, or use an ability at will; both start their program."""
    trigger = reaction(s, die, window)
    if trigger is None:
        return
    owner = s.owner[die]
    if s.logging:
        s.note(LOG_CAST, 1003 if is_spell(s, die) else 1502, owner, die, s.face[die], 0)
    if is_spell(s, die):
        cast_away(s, die)
    else:
        s.flags[die] |= SWITCHED
    against = -1 if window & (OWN_TURN | IN_CAPTURE) else other_side(s, owner)
    start_program(s, trigger.program.index, die, owner, against, subject)


def cast_away(s: State, die: i64) -> None:
    """A spell that is cast is spent, unless its owner's quill sends it to the bag."""
    if use_quill(s, s.owner[die]):
        put(s, die, s.owner[die], BAG)
        if s.logging:
            s.note(LOG_MOVE, 1206, s.owner[die], die, BAG, 0)
    else:
        spend(s, die)


def answer_window(s: State, code: i64) -> None:
    """A reaction, or a pass to the next seat."""
    base = len(s.stack) - FRAME
    if verb_of(code) == PASS:
        s.stack[base + F_B] += 1
        return
    window = s.stack[base + F_A]
    s.stack[base + F_POSITION] = W_RESOLVED
    if window == ON_ATTACK:
        s.before = battle_totals(s)
    use_reaction(s, die_of(code), window, s.stack[base + F_SOURCE])
