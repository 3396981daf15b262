"""The loop: run frames until somebody must choose or the game is over; take the answer.

Forced steps resolve themselves, so a caller only ever sees decisions with at least two options.
"""

from __future__ import annotations

from mypy_extensions import i64

from quarriors.engine.appearance import is_creature, standing
from quarriors.engine.battle import answer_defend, step_attack, step_defend
from quarriors.engine.catalog import Catalog
from quarriors.engine.challenge import answer_challenge, step_challenge
from quarriors.engine.destruction import answer_destroy, step_destroy
from quarriors.engine.draws import answer_draw, step_draw
from quarriors.engine.excess import HIGHEST_FRAME, MOST_STEPS, give_up
from quarriors.engine.filters import holds
from quarriors.engine.frames import push_destruction
from quarriors.engine.ids import (
    challenge_step,
    choice,
    flag,
    frame,
    op,
    place,
    quest_step,
    score_step,
    trait,
    turn_step,
    venture_step,
)
from quarriors.engine.interpreter import answer_program, step_program
from quarriors.engine.options import begin_options
from quarriors.engine.quests import answer_check, answer_venture, step_check, step_venture
from quarriors.engine.reactions import answer_window, step_window
from quarriors.engine.rng import below
from quarriors.engine.score import answer_score, step_score
from quarriors.engine.state import State
from quarriors.engine.triggers import answer_triggers, step_triggers
from quarriors.engine.turn import answer_turn, step_turn


def advance(s: State) -> None:
    """Run until there is a decision, laid out in `options`, or the game is over."""
    left: i64 = MOST_STEPS
    while not s.over:
        kind = s.stack[s.top]
        if kind == frame.TURN:
            if not (len(s.setup.doomed) > 0 and _doom(s)) and step_turn(s):
                return
        elif _step(s, kind):
            return
        left -= 1
        if left < 0 or s.top > HIGHEST_FRAME:
            give_up(s)
    begin_options(s)


def _step(s: State, kind: i64) -> bool:
    """Go on with a frame of that kind above the turn; True if somebody must choose.

    The most frequent kinds come first.
    """
    if kind >= frame.FIRST_PROGRAM:
        return step_program(s)
    if kind == frame.DEFEND:
        if len(s.setup.doomed) > 0 and _doom(s):
            return False
        return step_defend(s)
    if kind == frame.TRIGGERS:
        return step_triggers(s)
    if kind == frame.DESTROY:
        return step_destroy(s)
    if kind == frame.SCORE:
        return step_score(s)
    if kind == frame.WINDOW:
        return step_window(s)
    if kind == frame.ATTACK:
        return step_attack(s)
    if kind == frame.DRAW:
        return step_draw(s)
    if kind == frame.VENTURE:
        return step_venture(s)
    if kind == frame.CHALLENGE:
        return step_challenge(s)
    return step_check(s)


def answer(s: State, code: i64) -> None:
    """Apply an option of the decision the state stands at; the caller has checked it."""
    try:
        _answer(s, code)
        advance(s)
    except (LookupError, ValueError, ArithmeticError):
        if len(s.setup.catalog.packs) == 0:
            raise
        give_up(s)  # a card of a pack that asks for the impossible (15.24)
        begin_options(s)


def _answer(s: State, code: i64) -> None:
    """Give the answer to the topmost frame."""
    kind = s.stack[s.top]
    if kind == frame.TURN:
        answer_turn(s, code)
    elif kind >= frame.FIRST_PROGRAM:
        answer_program(s, code)
    elif kind == frame.DEFEND:
        answer_defend(s, code)
    elif kind == frame.TRIGGERS:
        answer_triggers(s, code)
    elif kind == frame.DESTROY:
        answer_destroy(s, code)
    elif kind == frame.SCORE:
        answer_score(s, code)
    elif kind == frame.WINDOW:
        answer_window(s, code)
    elif kind == frame.DRAW:
        answer_draw(s, code)
    elif kind == frame.VENTURE:
        answer_venture(s, code)
    elif kind == frame.CHALLENGE:
        answer_challenge(s, code)
    else:
        answer_check(s, code)


def _doom(s: State) -> bool:
    """Creatures whose own card destroys them now; nobody is the destroyer."""
    for slot in s.setup.doomed:
        for die in range(s.setup.first_die[slot], s.setup.last_die[slot]):
            where = s.place[die]
            if where != place.READY and where != place.QUEST:
                continue
            # DAMAGED: saved, and safe until the battle is over (6.4)
            if is_creature(s, die) and not s.flags[die] & (flag.DAMAGED | flag.DYING):
                for modifier in standing(s, die, trait.DOOM):
                    if holds(s, modifier.condition, s.owner[die], -1, die):
                        push_destruction(s, die, -1, by_damage=False)
                        return True
    return False


def playout(s: State, most: i64) -> i64:
    """Play at random to the end, or `most` decisions; how many decisions it took."""
    played: i64 = 0
    while not s.over and played < most:
        answer(s, s.options[below(s, s.offered)])
        played += 1
    return played


# --- kinds of decisions ------------------------------------------------------------------------


def decision_kind(catalog: Catalog, kind: i64, position: i64) -> i64:
    """What kind of decision a frame of that kind stands for at that position (`ids.choice`)."""
    if kind >= frame.FIRST_PROGRAM:
        program = catalog.programs[kind - frame.FIRST_PROGRAM]
        return _kind_in_program(program.code[position])
    if kind == frame.TURN:
        return _kind_in_turn(position)
    if kind == frame.DEFEND:
        return choice.DEFEND
    if kind == frame.TRIGGERS:
        return choice.ORDER
    if kind == frame.DESTROY:
        return choice.SEND
    if kind == frame.SCORE:
        return choice.SCORE_OR_KEEP if position == score_step.EXPERT else choice.CULL
    if kind == frame.DRAW:
        return choice.PUT_BACK
    return _kind_in_quest(kind, position)


def _kind_in_program(operation: i64) -> i64:
    """The kind of decision that an operation of a card program asks for."""
    if operation == op.CHOOSE_SEAT or operation == op.CHOOSE_AREA:
        return choice.PLAYER
    if operation == op.ASK or operation == op.EITHER:
        return choice.MAY
    return choice.EFFECT


def _kind_in_turn(position: i64) -> i64:
    """The kind of decision at a step of the turn."""
    if position == turn_step.IMMEDIATE:
        return choice.IMMEDIATE
    if position == turn_step.READY:
        return choice.READY
    if position == turn_step.CAST or position == turn_step.BETWEEN_BATTLES:
        return choice.ATTACK
    if position == turn_step.DRAW or position == turn_step.SPELLS_FIRST:
        return choice.CAST
    if position == turn_step.SCORE_FIRST:
        return choice.FIRST
    return choice.CAPTURE if position == turn_step.CAPTURE else choice.CLEAN_UP


def _kind_in_quest(kind: i64, position: i64) -> i64:
    """The kind of decision on going on a quest, its battle and its end; else a reaction."""
    if kind == frame.VENTURE:
        if position == venture_step.ORDER:
            return choice.FIRST
        return choice.QUEST if position == venture_step.WHERE else choice.PARTY
    if kind == frame.CHALLENGE and position == challenge_step.START:
        return choice.START
    if kind == frame.QUEST_CHECK:
        return choice.SEIZE if position == quest_step.TAKE_DIE else choice.CULL
    return choice.REACT
