"""What abilities do to single dice: move them, hand them over, turn them, change what they are."""

from __future__ import annotations

from mypy_extensions import i64

from quarriors.engine.appearance import look, next_face
from quarriors.engine.arrivals import enter
from quarriors.engine.captures import capture_free
from quarriors.engine.dice import (
    add_effect,
    attach,
    cull,
    gain_die,
    lay_unrolled,
    put,
    remove,
    roll,
    shake,
    spend,
)
from quarriors.engine.ids import effect, flag, log, offset, op, operand, place, register, whose
from quarriors.engine.locks import trade, unlock
from quarriors.engine.operands import die_operand, named_die
from quarriors.engine.program import Program
from quarriors.engine.quartifacts import send_spell_to_bag
from quarriors.engine.state import State, changed

# --- where dice are ----------------------------------------------------------------------------


def run_move(s: State, program: Program, base: i64, at: i64) -> None:
    """Carry out an operation of the family MOVE."""
    code = program.code
    operation = code[at]
    source = s.stack[base + register.SOURCE]
    controller = s.stack[base + register.CONTROLLER]
    if operation == op.SPEND:
        _spend_source(s, source)
        return
    die = die_operand(s, program, base, at)
    if operation == op.MOVE:
        move_die(s, die, code[at + offset.MOVE_PLACE])
    elif operation == op.CULL:
        cull(s, die)
    elif operation == op.CAPTURE_FREE:
        capture_free(s, controller, die, code[at + offset.CAPTURE_FREE_PLACE])
    elif operation == op.ATTACH:
        _attach_source(s, source, die, controller)
    elif operation == op.SWAP:
        swap_dice(s, source, die)
    elif operation == op.GIVE:
        _give_to(s, program, base, at)
    elif operation == op.REMOVE:
        remove(s, die)
    elif operation == op.LEAVE:
        _leave(s, die, code[at + offset.LEAVE_PLACE])
    elif operation == op.UNLOCK:
        unlock(s, die)
    elif operation == op.TRADE_LOCKS:
        trade(s, s.owner[die], s.stack[base + register.OPPONENT])
    elif operation == op.COUNT_AS_DRAW:
        s.flags[die] |= flag.COUNTS_AS_DRAW


def _spend_source(s: State, die: i64) -> None:
    """Spend the die whose ability works; without a Spent Pile this chain cannot draw it (15.8)."""
    if s.owner[die] < 0:
        return  # a source that has left the game, or an anchored spell on its card
    spend(s, die)
    if not s.setup.spent_pile:
        s.flags[die] |= flag.CHAINED


def move_die(s: State, die: i64, where: i64) -> None:
    """To another place of its owner's, where it waits for a roll if it comes to the Active Pool."""
    seat = s.owner[die]
    put(s, die, seat, where)
    if where == place.ACTIVE:
        lay_unrolled(s, die)
    if s.logging:
        s.note(log.MOVE, 306, seat, die, where, 0)


def _attach_source(s: State, spell: i64, carrier: i64, controller: i64) -> None:
    """Lay the spell whose ability works with a creature (10.2)."""
    lies = s.place[carrier] == place.READY or s.place[carrier] == place.QUEST
    if not lies or s.owner[spell] < 0 or spell == carrier:
        return
    to_bag = send_spell_to_bag(s, s.owner[spell])
    attach(s, spell, carrier)
    if to_bag:
        s.flags[spell] |= flag.RETURNS_TO_BAG
    if s.logging:
        s.note(log.ATTACH, 1002, controller, spell, carrier, 0)


def swap_dice(s: State, mine: i64, theirs: i64) -> None:
    """Two dice change owners; each ends in the other's Used Pile."""
    seat = s.owner[mine]
    other = s.owner[theirs]
    if seat < 0:
        return
    put(s, mine, other, place.USED)
    put(s, theirs, seat, place.USED)
    if s.logging:
        s.note(log.SWAP, 404, seat, mine, theirs, other)


def _give_to(s: State, program: Program, base: i64, at: i64) -> None:
    """Give the die to the controller or the opponent."""
    seat = s.stack[base + register.OPPONENT]
    if program.code[at + offset.GIVE_WHOSE] == whose.ME:
        seat = s.stack[base + register.CONTROLLER]
    give(s, die_operand(s, program, base, at), seat, program.code[at + offset.GIVE_PLACE])


def give(s: State, die: i64, seat: i64, where: i64) -> None:
    """A die to a player's place: from the Wilds it is gained, from a player it changes hands."""
    if seat < 0:
        return
    if s.place[die] == place.WILDS:
        gain_die(s, seat, die, where)
        return
    put(s, die, seat, where)
    if where == place.ACTIVE:
        lay_unrolled(s, die)
    if s.logging:
        s.note(log.MOVE, 404, seat, die, where, 0)


def _leave(s: State, die: i64, where: i64) -> None:
    """A creature leaves without being destroyed."""
    put(s, die, s.owner[die], where)
    if s.logging:
        s.note(log.MOVE, 303, s.owner[die], die, where, 0)


# --- what dice show and what lasts on them -----------------------------------------------------


def run_face(s: State, program: Program, base: i64, at: i64) -> None:
    """Carry out an operation of the family FACE."""
    operation = program.code[at]
    source = s.stack[base + register.SOURCE]
    if operation == op.LASTING:
        _begin_effect(s, program, base, at)
        return
    if operation == op.ENTER:
        enter(s, source, s.stack[base + register.CONTROLLER])
        return
    die = die_operand(s, program, base, at)
    if operation == op.REROLL:
        _reroll(s, die)
    elif operation == op.ROLL_IN:
        put(s, die, s.owner[die], place.ACTIVE)
        roll(s, die)
    elif operation == op.SHAKE:
        shake(s, die)
    elif operation == op.ROTATE:
        rotate(s, die, program.code[at + offset.ROTATE_DIRECTION])
    elif operation == op.COPY:
        copy_look(s, source, die)


def _reroll(s: State, die: i64) -> None:
    """Roll a die again in the Active Pool; on the table it is shaken, elsewhere nothing happens."""
    if s.place[die] == place.ACTIVE:
        roll(s, die)
    elif s.place[die] == place.READY or s.place[die] == place.QUEST:
        shake(s, die)


def rotate(s: State, die: i64, direction: i64) -> None:
    """To the next face on the card with a higher (or lower) level; none: it stays (13.8)."""
    face = next_face(s, die, direction)
    if face >= 0:
        s.face[die] = face
        s.flags[die] &= ~flag.LOCKED_NOW  # a locked one lies in the ordinary Ready Area now (11.3)
        if s.logging:
            s.note(log.ROTATE, 1308, s.owner[die], die, face, 0)


def copy_look(s: State, die: i64, other: i64) -> None:
    """From now on the die is what the other one shows."""
    s.copy = changed(s.copy, die, look(s, other))
    if s.logging:
        s.note(log.COPY, 303, s.owner[die], die, other, 0)


def _begin_effect(s: State, program: Program, base: i64, at: i64) -> None:
    """A lasting effect on a die or a player begins."""
    code = program.code
    controller = s.stack[base + register.CONTROLLER]
    subject: i64 = controller
    die: i64 = -1
    if code[at + offset.LASTING_SUBJECT] != operand.SEAT:
        die = named_die(s, base, code[at + offset.LASTING_SUBJECT])
        subject = die
        if die < 0:
            return
    kind = code[at + offset.LASTING_EFFECT]
    if kind == effect.AGAINST:
        if s.stack[base + register.OPPONENT] < 0:
            return
        kind += s.stack[base + register.OPPONENT]
    until: i64 = -1
    noted: i64 = kind
    if code[at + offset.LASTING_UNTIL_MY_TURN]:
        until = controller
        noted += log.LASTS
    amount = code[at + offset.LASTING_AMOUNT]
    add_effect(s, kind, subject, amount, until)
    if s.logging:
        s.note(log.EFFECT, 1001, controller, die, noted, amount)
