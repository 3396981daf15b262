"""The loop: run frames until somebody must choose or the game is over; take the answer.

Forced steps resolve themselves, so a caller only ever sees decisions with at least two options.
"""

from __future__ import annotations

from mypy_extensions import i64

from quarriors.engine.battle import (
    answer_defend,
    answer_destroy,
    step_attack,
    step_defend,
    step_destroy,
)
from quarriors.engine.catalog import Catalog
from quarriors.engine.challenge import C_START, answer_challenge, step_challenge
from quarriors.engine.draws import answer_draw, step_draw
from quarriors.engine.effects import (
    answer_program,
    answer_triggers,
    step_program,
    step_triggers,
)
from quarriors.engine.frames import push
from quarriors.engine.looks import is_creature, standing
from quarriors.engine.luck import below
from quarriors.engine.numbers import holds
from quarriors.engine.quests import (
    K_DIE,
    V_ORDER,
    V_WHERE,
    answer_check,
    answer_venture,
    step_check,
    step_venture,
)
from quarriors.engine.score import answer_score, step_score
from quarriors.engine.state import State
from quarriors.engine.turn import (
    T_BETWEEN,
    T_CAPTURE,
    T_CAST,
    T_DRAW,
    T_IMMEDIATE,
    T_READY,
    T_SCORE_FIRST,
    T_SPELLS_FIRST,
    answer_turn,
    step_turn,
)
from quarriors.engine.windows import answer_window, step_window
from quarriors.engine.words import (
    ATTACK,
    CHALLENGE,
    DAMAGED,
    DECIDE_ATTACK,
    DECIDE_CAPTURE,
    DECIDE_CAST,
    DECIDE_CLEAN,
    DECIDE_CULL,
    DECIDE_DEFEND,
    DECIDE_EFFECT,
    DECIDE_EXPERT,
    DECIDE_FIRST,
    DECIDE_IMMEDIATE,
    DECIDE_MAY,
    DECIDE_ORDER,
    DECIDE_PARTY,
    DECIDE_PLAYER,
    DECIDE_PUT_BACK,
    DECIDE_QUEST,
    DECIDE_REACT,
    DECIDE_READY,
    DECIDE_SEIZE,
    DECIDE_SEND,
    DECIDE_START,
    DEFEND,
    DESTROY,
    DOOM,
    DRAW,
    DYING,
    FIRST_PROGRAM,
    FRAME,
    OP_ASK,
    OP_CHOOSE_AREA,
    OP_CHOOSE_SEAT,
    OP_EITHER,
    QUEST_CHECK,
    SCORE,
    TRIGGERS,
    TURN,
    VENTURE,
    WINDOW,
)


def advance(s: State) -> None:
    """Run until there is a decision, laid out in `options`, or the game is over."""
    while not s.over:
        program = s.stack[-FRAME]
        if program == TURN:
            if s.table.doomed and _doom(s):
                continue
            if step_turn(s):
                return
        elif program >= FIRST_PROGRAM:
            if step_program(s):
                return
        elif program == DEFEND:
            if s.table.doomed and _doom(s):
                continue
            if step_defend(s):
                return
        elif program == TRIGGERS:
            if step_triggers(s):
                return
        elif program == DESTROY:
            if step_destroy(s):
                return
        elif program == SCORE:
            if step_score(s):
                return
        elif program == WINDOW:
            if step_window(s):
                return
        elif program == ATTACK:
            if step_attack(s):
                return
        elif program == DRAW:
            if step_draw(s):
                return
        elif program == VENTURE:
            if step_venture(s):
                return
        elif program == CHALLENGE:
            if step_challenge(s):
                return
        elif step_check(s):
            return
    s.options = []


def answer(s: State, code: i64) -> None:
    """Apply an option of the decision the state stands at; the caller has checked it."""
    program = s.stack[-FRAME]
    if program == TURN:
        answer_turn(s, code)
    elif program >= FIRST_PROGRAM:
        answer_program(s, code)
    elif program == DEFEND:
        answer_defend(s, code)
    elif program == TRIGGERS:
        answer_triggers(s, code)
    elif program == DESTROY:
        answer_destroy(s, code)
    elif program == SCORE:
        answer_score(s, code)
    elif program == WINDOW:
        answer_window(s, code)
    elif program == DRAW:
        answer_draw(s, code)
    elif program == VENTURE:
        answer_venture(s, code)
    elif program == CHALLENGE:
        answer_challenge(s, code)
    else:
        answer_check(s, code)
    advance(s)


def _doom(s: State) -> bool:
    """Creatures whose own card destroys them now; nobody is the destroyer."""
    for slot in s.table.doomed:
        for die in range(s.table.first_die[slot], s.table.last_die[slot]):
            # DAMAGED: saved, and safe until the battle is over (6.4)
            if is_creature(s, die) and not s.flags[die] & (DAMAGED | DYING):
                for modifier in standing(s, die, DOOM):
                    if holds(s, modifier.condition, s.owner[die], -1, die):
                        push(s, DESTROY, die, s.owner[die], -1, 0, 0, 0)
                        return True
    return False


def decision_kind(catalog: Catalog, program: i64, position: i64) -> int:
    """What kind of decision a frame of that program stands for at that position."""
    if program >= FIRST_PROGRAM:
        code = catalog.programs[program - FIRST_PROGRAM].code
        if code[position] in (OP_CHOOSE_SEAT, OP_CHOOSE_AREA):
            return DECIDE_PLAYER
        return DECIDE_MAY if code[position] in (OP_ASK, OP_EITHER) else DECIDE_EFFECT
    if program == TURN:
        if position == T_IMMEDIATE:
            return DECIDE_IMMEDIATE
        if position == T_READY:
            return DECIDE_READY
        if position == T_CAST or position == T_BETWEEN:
            return DECIDE_ATTACK
        if position == T_DRAW or position == T_SPELLS_FIRST:
            return DECIDE_CAST
        if position == T_SCORE_FIRST:
            return DECIDE_FIRST
        return DECIDE_CAPTURE if position == T_CAPTURE else DECIDE_CLEAN
    if program == DEFEND:
        return DECIDE_DEFEND
    if program == TRIGGERS:
        return DECIDE_ORDER
    if program == DESTROY:
        return DECIDE_SEND
    if program == SCORE:
        return DECIDE_EXPERT if position == 0 else DECIDE_CULL
    if program == DRAW:
        return DECIDE_PUT_BACK
    if program == VENTURE:
        if position == V_ORDER:
            return DECIDE_FIRST
        return DECIDE_QUEST if position == V_WHERE else DECIDE_PARTY
    if program == CHALLENGE and position == C_START:
        return DECIDE_START
    if program == QUEST_CHECK:
        return DECIDE_SEIZE if position == K_DIE else DECIDE_CULL
    return DECIDE_REACT


def playout(s: State, most: i64) -> i64:
    """Play at random to the end (or so many decisions); how many decisions it took."""
    played: i64 = 0
    while not s.over and played < most:
        options = s.options
        answer(s, options[below(s, len(options))])
        played += 1
    return played
