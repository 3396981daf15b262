"""A challenge: the battle of two parties beside a quest card (12.3, 12.7).

The frame `CHALLENGE` counts both totals, lets both players react in turn, lets both defend and
then lets everybody who was destroyed leave together. Its first register is set while nobody
leaves; the other two hold how many passed in a row and whose turn to react it is.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from quarriors.engine.battle import (
    P_CHOOSE,
    call_attackers,
    end_battle,
    leave_together,
    tell_area,
)
from quarriors.engine.dice import changed, put
from quarriors.engine.frames import pop, push, run_queue
from quarriors.engine.looks import creatures_in
from quarriors.engine.option import die_of, option, verb_of
from quarriors.engine.state import State
from quarriors.engine.totals import battle_totals, recount
from quarriors.engine.windows import reactions, use_reaction
from quarriors.engine.words import (
    AFTER_DEFENSE,
    ATTACKING,
    CHALLENGE,
    DEFEND,
    F_A,
    F_B,
    F_C,
    F_CONTROLLER,
    F_OPPONENT,
    F_POSITION,
    FRAME,
    LOG_CHALLENGE,
    LOG_MOVE,
    LOG_TOTAL,
    NO,
    ON_ATTACK,
    PASS,
    QUEST,
    USED,
    YES,
)

C_DECLARE: Final = 0
C_COUNT: Final = 1
C_REACT: Final = 2
C_DEFEND: Final = 3
C_LEAVE: Final = 4
C_OVER: Final = 5
C_AFTER: Final = 6
C_START: Final = 7


def push_challenge(s: State) -> None:
    """The battle beside the quest card that the active player's creatures went to."""
    slot = s.quest[s.active]
    for seat in range(s.table.players):
        if seat != s.active and s.quest[seat] == slot and creatures_in(s, seat, QUEST):
            push(s, CHALLENGE, -1, s.active, seat, 0, 0, 0)


def step_challenge(s: State) -> bool:
    """Both sides attack and defend at the same time (12.3)."""
    base = len(s.stack) - FRAME
    challenger = s.stack[base + F_CONTROLLER]
    held = s.stack[base + F_OPPONENT]
    position = s.stack[base + F_POSITION]
    s.stack[base + F_POSITION] = position + 1
    if position == C_DECLARE:
        if s.logging:
            s.note(LOG_CHALLENGE, 1203, challenger, -1, s.quest[challenger], held)
        s.stack[base + F_A] = 1
        for seat in (challenger, held):
            for die in creatures_in(s, seat, QUEST):
                s.flags[die] |= ATTACKING
    elif position == C_COUNT:
        s.totals = battle_totals(s)
        if s.logging:
            s.note(LOG_TOTAL, 1203, challenger, -1, held, s.totals[held])
            s.note(LOG_TOTAL, 1203, held, -1, challenger, s.totals[challenger])
    elif position == C_REACT:
        s.stack[base + F_POSITION] = C_REACT
        return _reactions(s, base, challenger, held)
    elif position == C_DEFEND:
        _push_defense(s, challenger, held)
        _push_defense(s, held, challenger)  # names first
        start = len(s.queue)
        call_attackers(s, challenger, held, QUEST)
        call_attackers(s, held, challenger, QUEST)
        run_queue(s, start)
    elif position == C_LEAVE:
        s.stack[base + F_A] = 0
        leave_together(s)
    elif position == C_OVER:
        start = len(s.queue)
        tell_area(s, AFTER_DEFENSE, held, QUEST, challenger)
        tell_area(s, AFTER_DEFENSE, challenger, QUEST, held)
        run_queue(s, start)
    elif position == C_AFTER:
        end_battle(s)
        won = not creatures_in(s, held, QUEST)
        if won:
            s.quest = changed(s.quest, held, -1)
        if not won or not creatures_in(s, challenger, QUEST):
            send_home(s, challenger, 1203)
            pop(s)
    else:
        s.stack[base + F_POSITION] = C_START
        s.options = [option(YES, -1, -1, -1, 0), NO]
        return True
    return False


def _push_defense(s: State, defender: i64, attacker: i64) -> None:
    push(s, DEFEND, -1, defender, attacker, s.totals[defender], 0, QUEST)
    s.stack[len(s.stack) - FRAME + F_POSITION] = P_CHOOSE  # what comes before is done for both


def _reactions(s: State, base: i64, challenger: i64, held: i64) -> bool:
    """Both may react in turn, the challenged first, until both pass one after the other."""
    if s.stack[base + F_C] & 4:  # a reaction was resolved: whatever it changed, changes totals
        s.stack[base + F_C] &= 3
        recount(s)
    while s.stack[base + F_B] < 2:
        seat = held if s.stack[base + F_C] == 0 else challenger
        codes = reactions(s, seat, ON_ATTACK)
        if codes:
            codes.append(PASS)
            s.options = codes
            return True
        s.stack[base + F_B] += 1
        s.stack[base + F_C] = 1 - s.stack[base + F_C]
    s.stack[base + F_POSITION] = C_DEFEND
    return False


def speaker(s: State) -> i64:
    """Who decides in the challenge on top of the stack."""
    base = len(s.stack) - FRAME
    if s.stack[base + F_POSITION] == C_REACT and s.stack[base + F_C] & 1 == 0:
        return s.stack[base + F_OPPONENT]
    return s.stack[base + F_CONTROLLER]


def answer_challenge(s: State, code: i64) -> None:
    """A reaction or none, or whether to start the quest that was won."""
    base = len(s.stack) - FRAME
    if s.stack[base + F_POSITION] == C_START:
        if verb_of(code) == NO:
            send_home(s, s.stack[base + F_CONTROLLER], 1203)
        pop(s)
        return
    turn = s.stack[base + F_C] & 1
    if verb_of(code) == PASS:
        s.stack[base + F_B] += 1
        s.stack[base + F_C] = 1 - turn
        return
    s.stack[base + F_B] = 0
    s.stack[base + F_C] = (1 - turn) | 4
    s.before = battle_totals(s)
    use_reaction(s, die_of(code), ON_ATTACK, -1)


def send_home(s: State, seat: i64, rule: int) -> None:
    """A party goes home: to the Used Pile, what it carries back to the quest cards (12.6)."""
    for die in creatures_in(s, seat, QUEST):
        put(s, die, seat, USED)
        if s.logging:
            s.note(LOG_MOVE, rule, seat, die, USED, 0)
    s.quest = changed(s.quest, seat, -1)
