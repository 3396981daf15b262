"""The flow of a turn from its beginning to cleaning up (sections 5, 7 and 8).

The frame `TURN` lies at the bottom of the stack for the whole game; scoring and the attack are
frames of their own that it pushes. What the steps offer is in `offers`, what they do in
`turn_start`, `immediates`, `summoning` and `clean_up`.
"""

from __future__ import annotations

from mypy_extensions import i64

from quarriors.engine.anchors import use_anchor
from quarriors.engine.appearance import has_creature
from quarriors.engine.captures import check_empty
from quarriors.engine.challenge import start_challenges
from quarriors.engine.clean_up import clean_up
from quarriors.engine.dice import keep_effects, put, spend_for_quiddity, wild_die
from quarriors.engine.frames import open_window, push_attack, push_venture
from quarriors.engine.ids import (
    effect,
    log,
    phase,
    place,
    register,
    turn_flag,
    turn_step,
    verb,
    window,
)
from quarriors.engine.immediates import forget_immediates, use_immediate
from quarriors.engine.lock_offers import must_lock
from quarriors.engine.locks import UNLOCK_PRICE, lock, unlock
from quarriors.engine.offers import (
    add_capturing,
    add_immediates,
    add_open,
    add_readying,
    add_retiring,
    add_spells,
    open_at_will,
)
from quarriors.engine.option import die_of, number_in, option, seat_in, verb_of
from quarriors.engine.options import add_option
from quarriors.engine.pay import pay, pay_capture
from quarriors.engine.quartifacts import equip
from quarriors.engine.quests import can_venture
from quarriors.engine.reactions import use_reaction
from quarriors.engine.state import State
from quarriors.engine.summoning import cast_spell, ready_spell, retire_spell, summon
from quarriors.engine.turn_start import (
    begin_scoring,
    begin_turn,
    draw_and_roll,
    enter_phase,
    score_both,
)
from quarriors.engine.vectors import append, vec


def step_turn(s: State) -> bool:
    """Go on with the turn until the active player must choose: True, or another frame is due."""
    while True:
        if s.stack[register.POSITION] == turn_step.READY and s.phase == phase.ROLL:
            # A summon rolled dice: immediates are open again (5.4).
            s.stack[register.POSITION] = turn_step.IMMEDIATE
        position = s.stack[register.POSITION]
        s.offered = 0
        _add_options(s, position)
        if s.offered > 0:
            if _may_pass(s, position):
                add_option(s, verb.PASS)
            if s.offered > 1:
                return True
            answer_turn(s, s.options[0])  # only the lock that cannot be avoided (11.1)
            if s.top > 0:
                return False
            continue
        _end_step(s, position)
        # Scoring or an attack may have been pushed, and a doomed creature is to be looked for.
        if s.over or s.top > 0 or len(s.setup.doomed) > 0:
            return False


def _add_options(s: State, position: i64) -> None:
    """What the active player can choose in that step, apart from ending it."""
    if position == turn_step.READY:
        add_readying(s)
    elif position == turn_step.IMMEDIATE:
        add_immediates(s)
    elif position == turn_step.CAPTURE:
        add_capturing(s)
    elif position == turn_step.CAST:
        add_open(s)
    elif position == turn_step.BETWEEN_BATTLES:
        if _second_battle(s):
            add_open(s)
    elif position == turn_step.SPELLS_FIRST or position == turn_step.DRAW:
        if s.setup.early_spells:
            add_spells(s)
    elif position == turn_step.CLEAN_UP:
        add_retiring(s)
    elif position == turn_step.SCORE_FIRST:
        add_option(s, option(verb.FIRST, -1, -1, -1, 0))
        add_option(s, option(verb.FIRST, -1, -1, -1, 1))


def _may_pass(s: State, position: i64) -> bool:
    """Whether the active player may leave it at that."""
    if position == turn_step.READY:
        return not must_lock(s)
    return position != turn_step.SCORE_FIRST


def answer_turn(s: State, code: i64) -> None:
    """Do what the active player chose."""
    action = verb_of(code)
    die = die_of(code)
    if action == verb.PASS:
        _end_step(s, s.stack[register.POSITION])
    elif action == verb.SUMMON:
        summon(s, die, number_in(code))
    elif action == verb.SPEND:
        spend_for_quiddity(s, die)
    elif action == verb.CAPTURE:
        _capture(s, s.setup.slot[die], number_in(code))
    elif action == verb.CAST:
        cast_spell(s, die)
    elif action == verb.READY:
        ready_spell(s, die)
    elif action == verb.SWITCH:
        use_reaction(s, die, open_at_will(s), -1)
    elif action == verb.LOCK:
        _lock(s, die, seat_in(code))
    elif action == verb.UNLOCK:
        pay(s, UNLOCK_PRICE)
        unlock(s, die)
    elif action == verb.ANCHOR:
        use_anchor(s, s.setup.slot[die])
    elif action == verb.EQUIP:
        equip(s, die)
    elif action == verb.FIRST:
        score_both(s, number_in(code) == 1)
    elif action == verb.RETIRE:
        retire_spell(s, die)
    else:
        use_immediate(s, die, action)


def _lock(s: State, die: i64, seat: i64) -> None:
    """Lock a die; one's own Locked Area is for one die a turn (11.1)."""
    if seat == s.active:
        s.turn_flags |= turn_flag.LOCKED
    lock(s, die, seat)


# --- from one step to the next -----------------------------------------------------------------


def _end_step(s: State, position: i64) -> None:
    """The active player has nothing more to do in that step: the next one begins."""
    if position == turn_step.BEGIN:
        begin_turn(s)
    elif position == turn_step.SPELLS_FIRST:
        begin_scoring(s)
    elif position == turn_step.DRAW:
        draw_and_roll(s)
    elif position == turn_step.IMMEDIATE:
        forget_immediates(s)
        enter_phase(s, phase.READY)
        s.stack[register.POSITION] = turn_step.READY
    elif position == turn_step.READY:
        enter_phase(s, phase.ATTACK)
        s.stack[register.POSITION] = turn_step.CAST
        open_window(s, window.ON_PHASE_END, -1)
    elif position == turn_step.CAPTURE:
        enter_phase(s, phase.CLEAN)
        s.stack[register.POSITION] = turn_step.CLEAN_UP
    elif position == turn_step.CLEAN_UP:
        clean_up(s)
        s.stack[register.POSITION] = turn_step.BEGIN
    else:
        _end_battle_step(s, position)


def _end_battle_step(s: State, position: i64) -> None:
    """The same for the steps of the attack phase: going on quests, both battles, their end."""
    if position == turn_step.CAST:
        s.stack[register.POSITION] = turn_step.ATTACK
        if len(s.setup.quests) > 0 and can_venture(s):
            push_venture(s)
    elif position == turn_step.ATTACK:
        s.stack[register.POSITION] = turn_step.BETWEEN_BATTLES
        _first_battle(s)
    elif position == turn_step.BETWEEN_BATTLES:
        s.stack[register.POSITION] = turn_step.BATTLES_OVER
        _push_battle(s, _second_battle(s))
    elif position == turn_step.BATTLES_OVER:
        s.stack[register.POSITION] = turn_step.AFTER_ATTACK
        open_window(s, window.ON_ATTACK_END, -1)
    elif position == turn_step.AFTER_ATTACK:
        s.stack[register.POSITION] = turn_step.CAPTURE
        s.turn_flags |= turn_flag.BATTLE_OVER
        enter_phase(s, phase.CAPTURE)


# --- phase 3: attack and challenge -------------------------------------------------------------


def _first_battle(s: State) -> None:
    """The attack or a challenge, whichever the player chose to come first (12.2)."""
    if _can_attack(s):
        s.turn_flags |= turn_flag.ATTACK
    if s.turn_flags & turn_flag.CHALLENGE and not s.turn_flags & turn_flag.ATTACK_FIRST:
        _push_battle(s, turn_flag.CHALLENGE)
    elif s.turn_flags & turn_flag.ATTACK:
        _push_battle(s, turn_flag.ATTACK)


def _second_battle(s: State) -> i64:
    """The flag of the battle that is still to come; 0 if there is none."""
    if not s.turn_flags & turn_flag.CHALLENGE:
        return 0
    if s.turn_flags & turn_flag.ATTACK_FIRST:
        return turn_flag.CHALLENGE
    if s.turn_flags & turn_flag.ATTACK and _can_attack(s):
        return turn_flag.ATTACK
    return 0


def _push_battle(s: State, which: i64) -> None:
    """Begin the battle of that flag, if any."""
    if which == turn_flag.CHALLENGE:
        start_challenges(s)
    elif which == turn_flag.ATTACK:
        push_attack(s)


def _can_attack(s: State) -> bool:
    """Somebody attacks, and only opponents with a creature defend (6.2)."""
    if not has_creature(s, s.active):
        return False
    for seat in range(s.setup.players):
        if seat != s.active and has_creature(s, seat):
            return True
    return False


# --- phase 4: capture --------------------------------------------------------------------------


def _capture(s: State, slot: i64, cost: i64) -> None:
    """Pay, take a die into the Used Pile, look for four empty cards (7.1, 7.3)."""
    pay_capture(s, slot, cost)
    die = wild_die(s, slot)
    s.captures += s.setup.more_captures[slot] - 1
    s.captured += 1
    if len(s.lasting_effects) > 0:
        _use_discount(s)
    put(s, die, s.active, place.USED)
    if s.logging:
        s.note(log.CAPTURE, 701, s.active, die, cost, place.USED)
    check_empty(s)


def _use_discount(s: State) -> None:
    """What lowers the price of one capture only is used up."""
    rows = s.lasting_effects
    kept = vec[i64](capacity=8)
    for at in range(0, len(rows), effect.WIDTH):
        if rows[at + effect.KIND] != effect.NEXT_CAPTURE:
            kept = append(kept, at)
    keep_effects(s, kept)
