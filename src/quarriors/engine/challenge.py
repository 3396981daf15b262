"""A challenge: the battle of two parties beside a quest card (12.3, 12.7).

The frame `CHALLENGE` counts both totals, lets both players react in turn, lets both defend and
then lets everybody who was destroyed leave together.
"""

from __future__ import annotations

from mypy_extensions import i64

from quarriors.engine.appearance import creatures_in
from quarriors.engine.battle import call_attackers, end_battle, tell_area
from quarriors.engine.destruction import leave_together
from quarriors.engine.dice import put
from quarriors.engine.frames import pop, push_challenge, push_defense, run_queue
from quarriors.engine.ids import (
    challenge_step,
    defense_step,
    event,
    flag,
    log,
    place,
    register,
    verb,
    window,
)
from quarriors.engine.option import die_of, option, verb_of
from quarriors.engine.options import add_option, begin_options
from quarriors.engine.reactions import offer_reactions, use_reaction
from quarriors.engine.state import State, changed
from quarriors.engine.totals import battle_totals, recount


def start_challenges(s: State) -> None:
    """Begin the battle beside the quest card that the active player's creatures went to."""
    slot = s.quest[s.active]
    for seat in range(s.setup.players):
        if seat != s.active and s.quest[seat] == slot and _has_party(s, seat):
            push_challenge(s, seat)


def step_challenge(s: State) -> bool:
    """Both sides attack and defend at the same time (12.3)."""
    base = s.top
    challenger = s.stack[base + register.CONTROLLER]
    held = s.stack[base + register.OPPONENT]
    position = s.stack[base + register.POSITION]
    if position == challenge_step.DECLARE:
        s.stack[base + register.POSITION] = challenge_step.COUNT
        s.stack[base + register.DEAD_STAY] = 1
        _declare(s, challenger, held)
    elif position == challenge_step.COUNT:
        s.stack[base + register.POSITION] = challenge_step.REACT
        _count(s, challenger, held)
    elif position == challenge_step.REACT:
        return _ask_for_reactions(s, base, challenger, held)
    elif position == challenge_step.RESOLVED:
        s.stack[base + register.POSITION] = challenge_step.REACT
        recount(s)
    elif position == challenge_step.DEFEND:
        s.stack[base + register.POSITION] = challenge_step.LEAVE
        _defend(s, challenger, held)
    elif position == challenge_step.LEAVE:
        s.stack[base + register.POSITION] = challenge_step.OVER
        s.stack[base + register.DEAD_STAY] = 0
        leave_together(s)
    elif position == challenge_step.OVER:
        s.stack[base + register.POSITION] = challenge_step.AFTER
        _after_defense(s, challenger, held)
    elif position == challenge_step.AFTER:
        s.stack[base + register.POSITION] = challenge_step.START
        _decide_quest(s, challenger, held)
    else:  # challenge_step.START
        begin_options(s)
        add_option(s, option(verb.YES, -1, -1, -1, 0))
        add_option(s, verb.NO)
        return True
    return False


def answer_challenge(s: State, code: i64) -> None:
    """A reaction or none, or whether to start the quest that was won."""
    base = s.top
    if s.stack[base + register.POSITION] == challenge_step.START:
        if verb_of(code) == verb.NO:
            send_home(s, s.stack[base + register.CONTROLLER], 1203)
        pop(s)
        return
    s.stack[base + register.REACTOR] = 1 - s.stack[base + register.REACTOR]
    if verb_of(code) == verb.PASS:
        s.stack[base + register.PASSES] += 1
        return
    s.stack[base + register.PASSES] = 0
    s.stack[base + register.POSITION] = challenge_step.RESOLVED
    s.totals_before_reactions = battle_totals(s)
    use_reaction(s, die_of(code), window.ON_ATTACK, -1)


def speaker(s: State) -> i64:
    """Who decides in the challenge on top of the stack."""
    base = s.top
    if (
        s.stack[base + register.POSITION] == challenge_step.REACT
        and s.stack[base + register.REACTOR] == 0
    ):
        return s.stack[base + register.OPPONENT]
    return s.stack[base + register.CONTROLLER]


def send_home(s: State, seat: i64, rule: i64) -> None:
    """A party goes home: to the Used Pile, what it carries back to the quest cards (12.6)."""
    for die in creatures_in(s, seat, place.QUEST):
        put(s, die, seat, place.USED)
        if s.logging:
            s.note(log.MOVE, rule, seat, die, place.USED, 0)
    s.quest = changed(s.quest, seat, -1)


# --- the steps ---------------------------------------------------------------------------------


def _has_party(s: State, seat: i64) -> bool:
    """Whether a seat has a creature beside its quest card."""
    return len(creatures_in(s, seat, place.QUEST)) > 0


def _declare(s: State, challenger: i64, held: i64) -> None:
    """All creatures of both parties take part."""
    if s.logging:
        s.note(log.CHALLENGE, 1203, challenger, -1, s.quest[challenger], held)
    _take_part(s, challenger)
    _take_part(s, held)


def _take_part(s: State, seat: i64) -> None:
    for die in creatures_in(s, seat, place.QUEST):
        s.flags[die] |= flag.ATTACKING


def _count(s: State, challenger: i64, held: i64) -> None:
    """What each side has to stand."""
    s.totals = battle_totals(s)
    if s.logging:
        s.note(log.TOTAL, 1203, challenger, -1, held, s.totals[held])
        s.note(log.TOTAL, 1203, held, -1, challenger, s.totals[challenger])


def _ask_for_reactions(s: State, base: i64, challenger: i64, held: i64) -> bool:
    """Both may react in turn, the challenged first, until both pass one after the other."""
    while s.stack[base + register.PASSES] < 2:
        seat = held
        if s.stack[base + register.REACTOR] == 1:
            seat = challenger
        offer_reactions(s, seat, window.ON_ATTACK)
        if s.offered > 0:
            add_option(s, verb.PASS)
            return True
        s.stack[base + register.PASSES] += 1
        s.stack[base + register.REACTOR] = 1 - s.stack[base + register.REACTOR]
    s.stack[base + register.POSITION] = challenge_step.DEFEND
    return False


def _defend(s: State, challenger: i64, held: i64) -> None:
    """Both defend; what attackers do before anybody is named comes first, for both."""
    _push_defense(s, challenger, held)
    _push_defense(s, held, challenger)  # names first
    start = s.queued
    call_attackers(s, challenger, held, place.QUEST)
    call_attackers(s, held, challenger, place.QUEST)
    run_queue(s, start)


def _push_defense(s: State, defender: i64, attacker: i64) -> None:
    push_defense(s, defender, attacker, damage=s.totals[defender], area=place.QUEST)
    s.stack[s.top + register.POSITION] = defense_step.CHOOSE  # what comes before is done for both


def _after_defense(s: State, challenger: i64, held: i64) -> None:
    """What answers the end of the battle, the challenged player's first."""
    start = s.queued
    tell_area(s, event.AFTER_DEFENSE, held, place.QUEST, challenger)
    tell_area(s, event.AFTER_DEFENSE, challenger, place.QUEST, held)
    run_queue(s, start)


def _decide_quest(s: State, challenger: i64, held: i64) -> None:
    """The challenger wins if nobody is left of the other party; else what is left goes home."""
    end_battle(s)
    won = not _has_party(s, held)
    if won:
        s.quest = changed(s.quest, held, -1)
    if not won or not _has_party(s, challenger):
        send_home(s, challenger, 1203)
        pop(s)
