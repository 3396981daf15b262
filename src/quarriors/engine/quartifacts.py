"""Quest dice and quartifacts: claiming, gambling for and attaching them (12.5, 12.6)."""

from __future__ import annotations

from mypy_extensions import i64

from quarriors.engine.appearance import abilities_of, creatures, look, standing
from quarriors.engine.dice import attach, put, return_quest_die, roll
from quarriors.engine.frames import call, find_frame, run_queue
from quarriors.engine.ids import event, flag, frame, log, op, place, register, trait, verb
from quarriors.engine.operands import die_operand
from quarriors.engine.options import offer
from quarriors.engine.program import Program
from quarriors.engine.state import State, zone


def run_quest(s: State, program: Program, base: i64, at: i64) -> None:
    """Carry out an operation of the family QUEST."""
    operation = program.code[at]
    controller = s.stack[base + register.CONTROLLER]
    if operation == op.QUEST_REROLL:
        check = find_frame(s, frame.QUEST_CHECK)
        if check >= 0:
            roll(s, s.stack[check + register.SOURCE])
    elif operation == op.QUEST_RETURN:
        return_quest_die(s, s.stack[base + register.SOURCE])
    elif operation == op.QUEST_GAMBLE:
        gamble(s, die_operand(s, program, base, at), controller)
    elif operation == op.TAKE_QUARTIFACT:
        die = die_operand(s, program, base, at)
        if s.setup.quartifact[look(s, die)]:
            claim(s, die, controller)


def claim(s: State, die: i64, seat: i64) -> None:
    """A quartifact into a Ready Area; nobody owns two: an old one goes back (12.6)."""
    _return_others(s, die, seat, place.READY)
    _return_others(s, die, seat, place.ATTACHED)
    put(s, die, seat, place.READY)
    s.flags[die] = 0
    if s.logging:
        s.note(log.MOVE, 1205, seat, die, place.READY, 0)


def _return_others(s: State, die: i64, seat: i64, where: i64) -> None:
    """Every other quartifact that a seat has in a place goes back to its card."""
    for other in zone(s, seat, where)[:]:
        if s.setup.quartifact[look(s, other)] and other != die:
            return_quest_die(s, other)


def gamble(s: State, die: i64, seat: i64) -> None:
    """Roll a quest die for its quartifact; any other face gives nothing and it goes back."""
    put(s, die, seat, place.ASIDE)
    roll(s, die)
    s.flags[die] = 0
    if s.setup.quartifact[look(s, die)]:
        claim(s, die, seat)
    else:
        return_quest_die(s, die)


def _unattached(s: State, seat: i64) -> i64:
    """A quartifact that waits unattached in a Ready Area; -1 if there is none."""
    for die in zone(s, seat, place.READY):
        if s.setup.quartifact[s.setup.base[die] + s.face[die]]:
            return die
    return -1


def add_equipment(s: State) -> None:
    """A quartifact may be attached to a creature summoned this turn (12.6)."""
    if _unattached(s, s.active) < 0:
        return
    for die in creatures(s, s.active):
        if s.flags[die] & flag.NEW:
            offer(s, verb.EQUIP, die, 0)


def equip(s: State, carrier: i64) -> None:
    """Attach one's quartifact (12.6)."""
    die = _unattached(s, s.active)
    attach(s, die, carrier)
    if s.logging:
        s.note(log.EQUIP, 1206, s.active, die, carrier, 0)
    start = s.queued
    for trigger in abilities_of(s, die, event.EQUIP):
        call(s, trigger, die, s.active, -1, carrier)
    run_queue(s, start)


def send_spell_to_bag(s: State, seat: i64) -> bool:
    """Use a quartifact that sends the spell being cast to the bag, once; whether there is one."""
    if not s.attached or not s.setup.has_modifier[trait.SPELL_TO_BAG]:
        return False
    for carried in zone(s, seat, place.ATTACHED):
        if s.flags[carried] & flag.RETURNS_TO_BAG:
            continue
        if len(standing(s, carried, trait.SPELL_TO_BAG)) > 0:
            s.flags[carried] |= flag.RETURNS_TO_BAG
            return True
    return False
