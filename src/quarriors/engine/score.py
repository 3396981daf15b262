"""Scoring: phase 1 of a turn, and a creature that scores in mid-turn (section 4).

The frame `SCORE` takes the dice flagged as scorers from their Glory over their abilities and the
Used Pile to the culls they earn.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from quarriors.engine.dice import cull, gain_glory, put, zone
from quarriors.engine.frames import call, offer, pop, push, run_queue
from quarriors.engine.looks import abilities_of
from quarriors.engine.numbers import glory, immune
from quarriors.engine.option import die_of, option, verb_of
from quarriors.engine.state import State
from quarriors.engine.words import (
    ATTACHED,
    BEFORE_SCORE,
    DO_CULL,
    DO_KEEP,
    DO_SCORE,
    F_A,
    F_CONTROLLER,
    F_POSITION,
    FORFEIT,
    FRAME,
    LOG_MOVE,
    LOG_SCORE,
    PASS,
    READY,
    ROW_SCORED,
    SCORE,
    SCORED,
    SCORING,
    SCORING_NOW,
    USED,
)


def push_score(s: State, seat: i64, scorers: list[int]) -> None:
    """Those creatures score; whatever comes before anything scores, comes first."""
    for die in scorers:
        s.flags[die] |= SCORING
    push(s, SCORE, -1, seat, -1, -1, 0, 0)
    if not s.table.has_trigger[BEFORE_SCORE]:
        return
    start = len(s.queue)
    for die in scorers:
        for trigger in abilities_of(s, die, BEFORE_SCORE):
            call(s, trigger, die, seat, -1, die)
        for other in range(s.table.players):
            for spell in zone(s, other, ATTACHED):
                if s.carrier[spell] == die and (other == seat or not immune(s, die, spell)):
                    for trigger in abilities_of(s, spell, BEFORE_SCORE):
                        call(s, trigger, spell, seat, other, die)
    run_queue(s, start)


S_EXPERT: Final = 0
S_GLORY: Final = 1
S_MOVE: Final = 2
S_CULL: Final = 3


def step_score(s: State) -> bool:
    """Glory, abilities, the Used Pile, culling (4.1 to 4.6)."""
    base = len(s.stack) - FRAME
    seat = s.stack[base + F_CONTROLLER]
    position = s.stack[base + F_POSITION]
    if position == S_EXPERT:
        if s.table.expert_culling:
            for die in zone(s, seat, READY):
                if s.flags[die] & SCORING and die > s.stack[base + F_A]:
                    lowest = _next_scorer(s, seat, s.stack[base + F_A])
                    face = s.face[lowest]
                    s.options = [
                        option(DO_SCORE, lowest, face, seat, glory(s, lowest)),
                        option(DO_KEEP, lowest, face, seat, 0),
                    ]
                    return True
        s.stack[base + F_POSITION] = S_GLORY
        return False
    if position == S_GLORY:
        _earn(s, seat)
        s.stack[base + F_POSITION] = S_MOVE
        start = len(s.queue)
        if s.table.has_trigger[SCORING_NOW]:
            for die in _scorers(s, seat):
                for trigger in abilities_of(s, die, SCORING_NOW):
                    call(s, trigger, die, seat, -1, die)
        run_queue(s, start)
        return False
    if position == S_MOVE:
        s.stack[base + F_POSITION] = S_CULL
        _leave(s, seat, base)
        return False
    codes: list[int] = []
    if s.stack[base + F_A] > 0:
        seen: list[int] = []
        for die in zone(s, seat, USED):
            offer(s, codes, seen, DO_CULL, die, 0)
    if codes:
        codes.append(PASS)
        s.options = codes
        return True
    pop(s)
    return False


def _next_scorer(s: State, seat: i64, after: i64) -> i64:
    lowest: i64 = 9999
    for die in zone(s, seat, READY):
        if s.flags[die] & SCORING and after < die < lowest:
            lowest = die
    return lowest


def _scorers(s: State, seat: i64) -> list[int]:
    return [die for die in zone(s, seat, READY) if s.flags[die] & SCORING]


def _earn(s: State, seat: i64) -> None:
    """Each scorer earns its Glory; with expert culling only those given up (4.1, 4.6)."""
    for die in _scorers(s, seat):
        if seat == s.active:
            s.scored += 1
            if s.table.tracks_scorers and not s.flags[die] & FORFEIT:
                s.rows = [*s.rows, ROW_SCORED, die, 0, -1]
        if s.flags[die] & FORFEIT:
            continue
        amount = glory(s, die)
        if s.logging:
            s.note(LOG_SCORE, 401, seat, die, amount, s.face[die])
        gain_glory(s, seat, amount)
        if s.over:
            return


def _leave(s: State, seat: i64, base: i64) -> None:
    """Scorers and their spells go to the Used Piles (4.2); then abilities, then culls (4.4)."""
    start = len(s.queue)
    scorers = _scorers(s, seat)
    for die in scorers:
        # The subject is missing if it earned nothing (4.6): "after earning" then means never.
        earner = -1 if s.flags[die] & FORFEIT else die
        for trigger in abilities_of(s, die, SCORED):
            call(s, trigger, die, seat, -1, earner)
        if s.attached:
            for other in range(s.table.players):
                for spell in zone(s, other, ATTACHED):
                    if s.carrier[spell] == die:
                        for trigger in abilities_of(s, spell, SCORED):
                            call(s, trigger, spell, seat, -1, die)
    for die in scorers:
        forfeit = s.flags[die] & FORFEIT
        put(s, die, seat, USED)
        if s.logging:
            s.note(LOG_MOVE, 402, seat, die, USED, 0)
        if s.table.expert_culling and not forfeit:
            cull(s, die)
    culls = s.table.culls and not s.table.expert_culling  # 4.6, 13.4
    s.stack[base + F_A] = len(scorers) if culls else 0
    run_queue(s, start)


def answer_score(s: State, code: i64) -> None:
    """A cull, no more culls, or the expert choice for one scorer."""
    base = len(s.stack) - FRAME
    verb = verb_of(code)
    die = die_of(code)
    if verb == DO_CULL:
        s.stack[base + F_A] -= 1
        cull(s, die)
    elif verb == PASS:
        pop(s)
    else:
        s.stack[base + F_A] = int(die)
        if verb == DO_KEEP:
            s.flags[die] |= FORFEIT
