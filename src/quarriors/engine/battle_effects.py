"""What abilities do to a battle: destroy and save creatures, stop and add damage (section 6)."""

from __future__ import annotations

from mypy_extensions import i64

from quarriors.engine.appearance import battle, challenge, defense_frame, is_creature
from quarriors.engine.bits import bit
from quarriors.engine.chance import roll_face
from quarriors.engine.dice import is_locked
from quarriors.engine.frames import find_frame, push_defense, push_destruction
from quarriors.engine.ids import (
    defense_step,
    flag,
    frame,
    log,
    offset,
    op,
    outcome,
    place,
    register,
    turn_flag,
)
from quarriors.engine.locks import stays_locked, unlock
from quarriors.engine.operands import die_operand
from quarriors.engine.program import Program
from quarriors.engine.state import State, changed
from quarriors.engine.stats import attack


def run_battle(s: State, program: Program, base: i64, at: i64) -> None:
    """Carry out an operation of the family BATTLE."""
    code = program.code
    operation = code[at]
    source = s.stack[base + register.SOURCE]
    controller = s.stack[base + register.CONTROLLER]
    opponent = s.stack[base + register.OPPONENT]
    if operation == op.DESTROY:
        _destroy(s, program, base, at)
    elif operation == op.SAVE:
        _end_destruction(s, outcome.SAVED)
    elif operation == op.PREVENT:
        _end_destruction(s, outcome.PREVENTED)
    elif operation == op.SEND:
        _send_dying(s, code[at + offset.SEND_PLACE])
    elif operation == op.REVIVE:
        revive(s, source)
    elif operation == op.FIRST:
        _mark_in_battle(s, die_operand(s, program, base, at), flag.FIRST)
    elif operation == op.SAFE:
        _mark_in_battle(s, die_operand(s, program, base, at), flag.DAMAGED)
    elif operation == op.NO_DAMAGE:
        stop_attack(s, controller, opponent, False)
    elif operation == op.REFLECT:
        stop_attack(s, controller, opponent, True)
    elif operation == op.PRESS:
        press_on(s, source, controller, opponent)


def _mark_in_battle(s: State, die: i64, mark: i64) -> None:
    """Give a die a flag that the end of the battle takes away; nothing without a battle."""
    if battle(s) >= 0 and (s.place[die] == place.READY or s.place[die] == place.QUEST):
        s.flags[die] |= mark


def _destroy(s: State, program: Program, base: i64, at: i64) -> None:
    """Begin the destruction of a creature; what is none cannot be destroyed.

    The program waits at this instruction: the end of the destruction decides where it goes on.
    """
    die = die_operand(s, program, base, at)
    if is_creature(s, die):
        s.stack[base + register.POSITION] = at
        push_destruction(s, die, s.stack[base + register.CONTROLLER], by_damage=False)
        return
    s.stack[base + register.POSITION] = program.code[at + offset.DESTROY_OTHERWISE]
    if is_locked(s, die) and not stays_locked(s, die):
        unlock(s, die)  # what destroys a locked creature unlocks it (11.4)


def _end_destruction(s: State, how: i64) -> None:
    """The creature of the destruction under way is saved, or not destroyed at all."""
    at = find_frame(s, frame.DESTROY)
    if at >= 0:
        s.stack[at + register.OUTCOME] = how


def _send_dying(s: State, where: i64) -> None:
    """The creature of the destruction under way is to go there."""
    at = find_frame(s, frame.DESTROY)
    if at >= 0:
        s.stack[at + register.DESTINATIONS] |= bit(where)


def revive(s: State, die: i64) -> None:
    """A creature that is being destroyed is rolled: with a creature face it stays (6.5)."""
    at = find_frame(s, frame.DESTROY)
    face = s.setup.first_alike[s.setup.base[die] + roll_face(s)]
    if s.logging:
        s.note(log.SHAKE, 605, s.owner[die], die, face, 0)
    if at >= 0 and s.setup.creature[s.setup.base[die] + face]:
        s.face[die] = face
        if s.copy[die] >= 0:
            s.copy = changed(s.copy, die, -1)
        s.stack[at + register.OUTCOME] = outcome.SAVED


def keep_safe(s: State, die: i64) -> None:
    """A saved creature takes no more damage: in this battle, from 2013 on this turn (15.17)."""
    if battle(s) >= 0:
        s.flags[die] |= flag.DAMAGED
    if s.setup.simultaneous:
        s.flags[die] |= flag.SAFE
        s.turn_flags |= turn_flag.SAVED


def stop_attack(s: State, seat: i64, attacker: i64, reflect: bool) -> None:
    """The damage against one player becomes 0; perhaps half of it hits those who attack."""
    total = s.totals[seat]
    s.totals = changed(s.totals, seat, 0)
    if s.logging:
        s.note(log.NO_DAMAGE, 602, seat, -1, total, 0)
    if reflect and attacker >= 0 and total > 1:
        area: i64 = place.READY
        if challenge(s) >= 0:
            area = place.QUEST
        push_defense(s, attacker, seat, damage=total // 2, area=area)
        s.stack[s.top + register.SOURCE] = frame.REFLECTED
        s.stack[s.top + register.POSITION] = defense_step.CHOOSE  # nothing comes before the choice


def press_on(s: State, die: i64, attacker: i64, defender: i64) -> None:
    """An attacker's attack is added once more to what is left of the total."""
    at = defense_frame(s, defender)
    if at >= 0 and s.flags[die] & flag.ATTACKING:
        amount = attack(s, die, defender)
        s.stack[at + register.DAMAGE_LEFT] += amount
        if s.logging:
            s.note(log.PRESS, 601, attacker, die, amount, s.stack[at + register.DAMAGE_LEFT])
