"""Attack, defense, destruction and the windows for reactions (sections 6 and 10.3, 15.2).

Each is a frame: `ATTACK` goes round the opponents, `DEFEND` is one opponent's defense, `DESTROY`
takes one creature from "about to be destroyed" to wherever its die ends, `WINDOW` asks those who
hold a reaction.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from quarriors.engine.dice import lay_unrolled, put, shed, spend
from quarriors.engine.effects import can_start, saved
from quarriors.engine.frames import enqueue, find_frame, offer, pop, push, run_queue, start_program
from quarriors.engine.numbers import (
    abilities_of,
    attack,
    creatures,
    defense,
    has_creature,
    holds,
    is_creature,
    is_spell,
    standing,
)
from quarriors.engine.option import die_of, option, verb_of
from quarriors.engine.program import Trigger
from quarriors.engine.state import State
from quarriors.engine.words import (
    ACTIVE,
    ASIDE,
    ATTACK,
    ATTACKING,
    BEFORE_DEFENSE,
    DAMAGED,
    DEATH_PLACE,
    DEFEND,
    DESTROY,
    DESTROYED,
    DO_DEFEND,
    DO_REACT,
    DO_SWITCH,
    DYING,
    DYING_NOW,
    EVENTS,
    F_A,
    F_B,
    F_C,
    F_CONTROLLER,
    F_OPPONENT,
    F_POSITION,
    F_SOURCE,
    FRAME,
    KILL,
    KILL_ASIDE,
    LOG_CAST,
    LOG_DEFEND,
    LOG_DESTROY,
    LOG_HOLDS,
    LOG_MOVE,
    LOG_SAVED,
    LOG_TOTAL,
    ON_ATTACK,
    ON_ATTACK_END,
    ON_DESTROYED,
    ON_DYING,
    ON_PHASE_END,
    PASS,
    PICK_SEND,
    PLACES,
    REACT,
    READY,
    ROW_TO_ACTIVE,
    ROW_WIDTH,
    SWITCHED,
    USED,
    WINDOW,
)

# --- the attack --------------------------------------------------------------------------------

A_COUNT: Final = 0
A_NEXT: Final = 2
A_DEFEND: Final = 3


def step_attack(s: State) -> bool:
    """All creatures attack all opponents (6.1), clockwise from the attacker's left."""
    base = len(s.stack) - FRAME
    attacker = s.stack[base + F_CONTROLLER]
    position = s.stack[base + F_POSITION]
    if position == A_COUNT:
        attackers = creatures(s, attacker)
        totals = [0] * s.table.players
        for die in attackers:
            s.flags[die] |= ATTACKING
        for seat in range(s.table.players):
            if seat != attacker and has_creature(s, seat):
                totals[seat] = int(attack_sum(s, seat))
                if s.logging:
                    s.note(LOG_TOTAL, 601, attacker, -1, seat, totals[seat])
        s.totals = totals
        # 2013 on: everybody applies protection before anybody chooses a defender (6.2)
        s.stack[base + F_POSITION] = A_NEXT
        if s.table.simultaneous:
            open_window(s, ON_ATTACK, -1)
        return False
    if position == A_NEXT:
        seat = (attacker + s.stack[base + F_A] + 1) % s.table.players
        s.stack[base + F_A] += 1
        if seat == attacker:
            _end_attack(s)
            pop(s)
        elif has_creature(s, seat):
            s.stack[base + F_POSITION] = A_DEFEND
            s.stack[base + F_B] = seat
            if not s.table.simultaneous:
                open_window(s, ON_ATTACK, -1)
        return False
    seat = s.stack[base + F_B]
    s.stack[base + F_POSITION] = A_NEXT
    push(s, DEFEND, -1, seat, attacker, s.totals[seat], 0, 0)
    return False


def attack_sum(s: State, against: i64) -> i64:
    """What the attackers still there come to against one seat."""
    total: i64 = 0
    for die in s.zones[s.active * PLACES + READY - 1]:
        if s.flags[die] & ATTACKING and is_creature(s, die):
            total += attack(s, die, against)
    return total


def _end_attack(s: State) -> None:
    for seat in range(s.table.players):
        for die in s.zones[seat * PLACES + READY - 1]:
            s.flags[die] &= ~(ATTACKING | DAMAGED)


# --- one defense -------------------------------------------------------------------------------

P_BEFORE: Final = 0
P_CHOOSE: Final = 1


def step_defend(s: State) -> bool:
    """One opponent names defenders one by one until the total is used up or held (6.3)."""
    base = len(s.stack) - FRAME
    defender = s.stack[base + F_CONTROLLER]
    if s.stack[base + F_POSITION] == P_BEFORE:
        s.stack[base + F_POSITION] = P_CHOOSE
        if s.table.has_trigger[BEFORE_DEFENSE]:
            start = len(s.queue)
            attacker = s.stack[base + F_OPPONENT]
            for die in creatures(s, attacker):
                if s.flags[die] & ATTACKING:
                    for trigger in abilities_of(s, die, BEFORE_DEFENSE):
                        enqueue(s, trigger.program.index, die, attacker, defender, -1)
            if len(s.queue) > start:
                run_queue(s, start)
                return False
    total = s.stack[base + F_A]
    if total <= 0:
        pop(s)
        return False
    codes: list[int] = []
    seen: list[int] = []
    matters = False
    standing_by = -1
    for die in creatures(s, defender):
        if not s.flags[die] & DAMAGED:
            standing_by = die
            if defense(s, die) <= total:
                matters = True
            offer(s, codes, seen, DO_DEFEND, die, total)
    if not matters:  # whoever is named, nobody falls
        if standing_by >= 0 and s.logging:
            s.note(LOG_HOLDS, 603, defender, standing_by, total, defense(s, standing_by))
        pop(s)
        return False
    s.options = codes
    if len(codes) > 1:
        return True
    answer_defend(s, codes[0])
    return False


def answer_defend(s: State, code: i64) -> None:
    """The named creature takes the damage: it holds, or it falls and its defense is used up."""
    base = len(s.stack) - FRAME
    die = die_of(code)
    total = s.stack[base + F_A]
    needed = defense(s, die)
    defender = s.stack[base + F_CONTROLLER]
    if total < needed:
        if s.logging:
            s.note(LOG_HOLDS, 603, defender, die, total, needed)
        pop(s)
        return
    if s.logging:
        s.note(LOG_DEFEND, 603, defender, die, total, needed)
    s.stack[base + F_A] = int(total - needed)
    push(s, DESTROY, die, defender, s.stack[base + F_OPPONENT], 1, -1, 0)


# --- destruction -------------------------------------------------------------------------------

D_WINDOW: Final = 0
D_MARK: Final = 1
D_AFTER: Final = 2
D_PLACE: Final = 3


def step_destroy(s: State) -> bool:
    """From "about to be destroyed" to where the die ends (6.3 to 6.7, 15.2)."""
    base = len(s.stack) - FRAME
    position = s.stack[base + F_POSITION]
    die = s.stack[base + F_SOURCE]
    if position == D_WINDOW:
        if not is_creature(s, die) or s.flags[die] & DAMAGED:
            pop(s)  # gone already, or safe for the rest of this battle
            return False
        s.stack[base + F_POSITION] = D_MARK
        open_window(s, ON_DYING, die)
        return False
    if position == D_MARK:
        s.stack[base + F_POSITION] = D_AFTER
        if not is_creature(s, die):
            pop(s)
            return False
        s.flags[die] |= DYING
        if s.logging:
            s.note(LOG_DESTROY, 603 if s.stack[base + F_A] else 607, s.owner[die], die, 0, 0)
        start = len(s.queue)
        if s.table.has_trigger[DYING_NOW]:
            for trigger in abilities_of(s, die, DYING_NOW):
                enqueue(s, trigger.program.index, die, s.owner[die], -1, die)
        run_queue(s, start)
        return False
    if position == D_AFTER:
        s.stack[base + F_POSITION] = D_PLACE
        if not s.stack[base + F_C]:
            open_window(s, ON_DESTROYED, die)
        return False
    if s.stack[base + F_C]:
        _finish_destroy(s, -1)
        return False
    places = _death_places(s, die)
    s.options = places
    if len(places) > 1:
        return True
    answer_destroy(s, places[0])
    return False


def _death_places(s: State, die: i64) -> list[int]:
    """Where the die goes: the Used Pile unless something says otherwise; its owner picks."""
    owner = s.owner[die]
    places: list[int] = []
    if s.table.has_modifier[DEATH_PLACE]:
        for modifier in standing(s, die, DEATH_PLACE):
            places.append(int(modifier.amount.constant))
    rows = s.rows
    for at in range(0, len(rows), ROW_WIDTH):
        if rows[at] == ROW_TO_ACTIVE and rows[at + 1] == owner and ACTIVE not in places:
            places.append(ACTIVE)
    if not places:
        places.append(USED)
    return [option(PICK_SEND, die, s.face[die], owner, place) for place in places]


def answer_destroy(s: State, code: i64) -> None:
    """The owner's choice where the die goes."""
    _finish_destroy(s, code >> 24)


def _finish_destroy(s: State, place: i64) -> None:
    """Collect what the destruction sets off, with the face as it was, then move the die."""
    base = len(s.stack) - FRAME
    die = s.stack[base + F_SOURCE]
    owner = s.stack[base + F_CONTROLLER]
    killer = s.stack[base + F_OPPONENT]
    at = find_frame(s, DEFEND)
    in_attack = at >= 0 and s.stack[at + F_CONTROLLER] == owner
    if in_attack:
        s.stack[at + F_B] += 1
    pop(s)
    start = len(s.queue)
    for trigger in abilities_of(s, die, DESTROYED):
        enqueue(s, trigger.program.index, die, owner, killer, die)
    if killer >= 0:
        _kill_triggers(s, KILL, READY, killer, owner, die)
        _kill_triggers(s, KILL_ASIDE, ASIDE, killer, owner, die)
    if place < 0:
        s.flags[die] &= ~DYING
        shed(s, die)
        if s.logging:
            s.note(LOG_SAVED, 605, owner, die, 0, 0)
        saved(s, die, find_frame(s, ATTACK) >= 0)
        run_queue(s, start)
        return
    if in_attack and killer == s.active:
        s.hit |= 1 << owner
    put(s, die, owner, place)
    if place == ACTIVE:
        lay_unrolled(s, die)
    if s.logging:
        s.note(LOG_MOVE, 603, owner, die, place, 0)
    run_queue(s, start)


def _kill_triggers(s: State, event: i64, place: i64, killer: i64, owner: i64, victim: i64) -> None:
    """Abilities of the player who destroyed the creature (15.3)."""
    if s.table.has_trigger[event]:
        for die in s.zones[killer * PLACES + place - 1]:
            if die != victim and (place == ASIDE or is_creature(s, die)):
                for trigger in abilities_of(s, die, event):
                    if holds(s, trigger.condition, killer, owner, die):
                        enqueue(s, trigger.program.index, die, killer, owner, victim)


# --- windows -----------------------------------------------------------------------------------

FORESTALL: Final = ON_PHASE_END | ON_ATTACK_END  # windows that only other spells make worth while

W_ASK: Final = 0
W_RESOLVED: Final = 1


def open_window(s: State, window: i64, subject: i64) -> None:
    """Ask round for reactions, if any card at this table could be used then (15.2)."""
    if s.table.windows & window:
        push(s, WINDOW, subject, -1, -1, window, 1, 0)


def step_window(s: State) -> bool:
    """Clockwise from the active player's left, each until they pass."""
    base = len(s.stack) - FRAME
    window = s.stack[base + F_A]
    subject = s.stack[base + F_SOURCE]
    if s.stack[base + F_POSITION] == W_RESOLVED:
        s.stack[base + F_POSITION] = W_ASK
        if window == ON_ATTACK:  # whatever the reaction changed, changes the totals (6.2)
            changed = [
                s.totals[seat] + int(attack_sum(s, seat)) - s.before[seat]
                for seat in range(s.table.players)
            ]
            if s.logging:
                for seat in range(s.table.players):
                    if changed[seat] != s.totals[seat]:
                        s.note(LOG_TOTAL, 602, s.active, -1, seat, changed[seat])
            s.totals = changed
    if window == ON_DESTROYED and s.stack[base - FRAME + F_C]:
        pop(s)  # it is saved: nothing is left to do (15.2)
        return False
    while s.stack[base + F_B] < s.table.players:
        seat = (s.active + s.stack[base + F_B]) % s.table.players
        if subject < 0 or s.owner[subject] == seat:
            codes = _reactions(s, seat, window)
            if codes:
                codes.append(PASS)
                s.options = codes
                s.stack[base + F_CONTROLLER] = int(seat)
                return True
        s.stack[base + F_B] += 1
    pop(s)
    return False


def _reactions(s: State, seat: i64, window: i64) -> list[int]:
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
    for trigger in s.table.triggers[printed * EVENTS + REACT]:
        if not trigger.windows & window:
            continue
        if trigger.once and s.flags[die] & SWITCHED:
            continue
        if window & FORESTALL and is_spell(s, die) and not _spell_pending(s):
            continue  # no spell that the active player could still cast
        if holds(s, trigger.condition, owner, -1, die) and can_start(
            s, trigger.program.index, die, owner
        ):
            return trigger
    return None


def _spell_pending(s: State) -> bool:
    for die in s.zones[s.active * PLACES + READY - 1]:
        if is_spell(s, die):
            return True
    return False


def use_reaction(s: State, die: i64, window: i64) -> None:
    """Cast a reaction spell, or use an ability at will; both start their program."""
    trigger = reaction(s, die, window)
    if trigger is None:
        return
    owner = s.owner[die]
    if s.logging:
        s.note(LOG_CAST, 1003 if is_spell(s, die) else 1502, owner, die, s.face[die], 0)
    if is_spell(s, die):
        spend(s, die)
    else:
        s.flags[die] |= SWITCHED
    start_program(s, trigger.program.index, die, owner, -1, -1)


def answer_window(s: State, code: i64) -> None:
    """A reaction, or a pass to the next seat."""
    base = len(s.stack) - FRAME
    if verb_of(code) == PASS:
        s.stack[base + F_B] += 1
        return
    window = s.stack[base + F_A]
    s.stack[base + F_POSITION] = W_RESOLVED
    if window == ON_ATTACK:
        s.before = [int(attack_sum(s, seat)) for seat in range(s.table.players)]
    use_reaction(s, die_of(code), window)
