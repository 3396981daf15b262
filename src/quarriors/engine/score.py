"""Scoring: phase 1 of a turn, and a creature that scores in mid-turn (section 4).

The frame `SCORE` takes the dice flagged as scorers from their Glory over their abilities and the
Used Pile to the culls they earn.
"""

from __future__ import annotations

from mypy_extensions import i64

from quarriors.engine.appearance import abilities_of
from quarriors.engine.dice import add_effect, cull, gain_glory, put
from quarriors.engine.frames import call, pop, push_score, run_queue
from quarriors.engine.ids import effect, event, flag, log, place, register, score_step, verb
from quarriors.engine.option import die_of, option, verb_of
from quarriors.engine.options import add_option, begin_options, offer
from quarriors.engine.state import State, zone
from quarriors.engine.stats import glory, immune
from quarriors.engine.vectors import append, vec


def start_scoring(s: State, seat: i64, scorers: vec[i64]) -> None:
    """Those creatures score; whatever comes before anything scores, comes first."""
    for die in scorers:
        s.flags[die] |= flag.SCORING
    push_score(s, seat)
    if not s.setup.has_trigger[event.BEFORE_SCORE]:
        return
    start = s.queued
    for die in scorers:
        _call_before_score(s, seat, die)
    run_queue(s, start)


def _call_before_score(s: State, seat: i64, die: i64) -> None:
    """What a scorer and the spells on it do before anything scores waits."""
    for trigger in abilities_of(s, die, event.BEFORE_SCORE):
        call(s, trigger, die, seat, -1, die)
    for other in range(s.setup.players):
        for spell in zone(s, other, place.ATTACHED):
            if s.carrier[spell] == die and (other == seat or not immune(s, die, spell)):
                for trigger in abilities_of(s, spell, event.BEFORE_SCORE):
                    call(s, trigger, spell, seat, other, die)


def step_score(s: State) -> bool:
    """Glory, abilities, the Used Pile, culling (4.1 to 4.6)."""
    base = s.top
    seat = s.stack[base + register.CONTROLLER]
    position = s.stack[base + register.POSITION]
    if position == score_step.EXPERT:
        if s.setup.expert_culling and _ask_next_scorer(s, base, seat):
            return True
        s.stack[base + register.POSITION] = score_step.GLORY
    elif position == score_step.GLORY:
        s.stack[base + register.POSITION] = score_step.MOVE
        _earn(s, seat)
        _call_scoring(s, seat)
    elif position == score_step.MOVE:
        s.stack[base + register.POSITION] = score_step.CULL
        _leave(s, seat, base)
    else:
        return _offer_culls(s, base, seat)
    return False


def answer_score(s: State, code: i64) -> None:
    """A cull, no more culls, or the expert choice for one scorer."""
    base = s.top
    action = verb_of(code)
    die = die_of(code)
    if action == verb.CULL:
        s.stack[base + register.CULLS_LEFT] -= 1
        cull(s, die)
    elif action == verb.PASS:
        pop(s)
    else:
        s.stack[base + register.LAST_ASKED] = die
        if action == verb.KEEP:
            s.flags[die] |= flag.FORFEIT


# --- the steps ---------------------------------------------------------------------------------


def _ask_next_scorer(s: State, base: i64, seat: i64) -> bool:
    """Expert culling: score and lose the next scorer, or keep it; False if all were asked (4.6)."""
    die = _next_scorer(s, seat, s.stack[base + register.LAST_ASKED])
    if die < 0:
        return False
    begin_options(s)
    add_option(s, option(verb.SCORE, die, s.face[die], seat, glory(s, die)))
    add_option(s, option(verb.KEEP, die, s.face[die], seat, 0))
    return True


def _next_scorer(s: State, seat: i64, after: i64) -> i64:
    """The scorer with the lowest number above that one; -1 if there is none."""
    lowest: i64 = -1
    for die in zone(s, seat, place.READY):
        if s.flags[die] & flag.SCORING and die > after and (lowest < 0 or die < lowest):
            lowest = die
    return lowest


def _scorers(s: State, seat: i64) -> vec[i64]:
    """The dice that belong to the scoring under way."""
    lying = zone(s, seat, place.READY)
    found = vec[i64](capacity=len(lying))
    for die in lying:
        if s.flags[die] & flag.SCORING:
            found = append(found, die)
    return found


def _earn(s: State, seat: i64) -> None:
    """Each scorer earns its Glory; with expert culling only those given up (4.1, 4.6)."""
    for die in _scorers(s, seat):
        forfeit = s.flags[die] & flag.FORFEIT != 0
        if seat == s.active:
            s.scored += 1
            if s.setup.tracks_scorers and not forfeit:
                add_effect(s, effect.SCORED, die, 0, -1)
        if forfeit:
            continue
        amount = glory(s, die)
        if s.logging:
            s.note(log.SCORE, 401, seat, die, amount, s.face[die])
        gain_glory(s, seat, amount)
        if s.over:
            return


def _call_scoring(s: State, seat: i64) -> None:
    """What scorers do before they leave comes first."""
    if not s.setup.has_trigger[event.SCORING_NOW]:
        return
    start = s.queued
    for die in _scorers(s, seat):
        for trigger in abilities_of(s, die, event.SCORING_NOW):
            call(s, trigger, die, seat, -1, die)
    run_queue(s, start)


def _leave(s: State, seat: i64, base: i64) -> None:
    """Scorers and their spells go to the Used Piles (4.2); then abilities, then culls (4.4)."""
    start = s.queued
    scorers = _scorers(s, seat)
    for die in scorers:
        _call_scored(s, seat, die)
    for die in scorers:
        forfeit = s.flags[die] & flag.FORFEIT != 0
        put(s, die, seat, place.USED)
        if s.logging:
            s.note(log.MOVE, 402, seat, die, place.USED, 0)
        if s.setup.expert_culling and not forfeit:
            cull(s, die)
    s.stack[base + register.CULLS_LEFT] = 0
    if s.setup.culls and not s.setup.expert_culling:  # 4.6, 13.4
        s.stack[base + register.CULLS_LEFT] = len(scorers)
    run_queue(s, start)


def _call_scored(s: State, seat: i64, die: i64) -> None:
    """What a scorer and the spells on it do after scoring waits.

    The scorer is no subject if it earned nothing (4.6): "after earning" then means never.
    """
    earner = die
    if s.flags[die] & flag.FORFEIT:
        earner = -1
    for trigger in abilities_of(s, die, event.SCORED):
        call(s, trigger, die, seat, -1, earner)
    if not s.attached:
        return
    for other in range(s.setup.players):
        for spell in zone(s, other, place.ATTACHED):
            if s.carrier[spell] == die:
                for trigger in abilities_of(s, spell, event.SCORED):
                    call(s, trigger, spell, seat, -1, die)


def _offer_culls(s: State, base: i64, seat: i64) -> bool:
    """Dice of the Used Pile, as long as culls are left (4.3)."""
    begin_options(s)
    if s.stack[base + register.CULLS_LEFT] > 0:
        for die in zone(s, seat, place.USED):
            offer(s, verb.CULL, die, 0)
    if s.offered == 0:
        pop(s)
        return False
    add_option(s, verb.PASS)
    return True
