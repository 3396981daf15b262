"""Running card programs and ordering the triggers of one event.

A program runs until it needs a choice, starts something that must be finished first, or ends. The
operations are the whole of what cards can do; conditions, targets and numbers come from filters.
"""

from __future__ import annotations

from mypy_extensions import i64

from quarriors.engine.dice import (
    attach,
    can_draw,
    changed,
    cull,
    draw,
    draw_and_roll,
    gain_glory,
    gain_quiddity,
    lay_unrolled,
    put,
    roll,
    spend,
)
from quarriors.engine.frames import enqueue, find_frame, offer, pop, push, run_queue, start_program
from quarriors.engine.numbers import (
    attack,
    can_target,
    collect,
    is_creature,
    look,
    matches,
    value,
)
from quarriors.engine.option import die_of, option, verb_of
from quarriors.engine.program import Filter
from quarriors.engine.state import State
from quarriors.engine.words import (
    ACTIVE,
    ATTACKING,
    BY_EMPTY_CARDS,
    CHAINED,
    CHOSEN,
    DAMAGED,
    DEFEND,
    DESTROY,
    DO_ORDER,
    ENTERED,
    EVENTS,
    F_A,
    F_C,
    F_CONTROLLER,
    F_OPPONENT,
    F_POSITION,
    F_SOURCE,
    FIRST_PROGRAM,
    FRAME,
    FRESH,
    LATE,
    LOG_ATTACH,
    LOG_CAPTURE,
    LOG_CAPTURES,
    LOG_COPY,
    LOG_DISCOUNT,
    LOG_ENTER,
    LOG_MOVE,
    LOG_OVER,
    LOG_PRESS,
    LOG_ROTATE,
    LOG_ROW,
    LOG_SWAP,
    LOG_TRIGGER,
    NO,
    OP_ASK,
    OP_ATTACH,
    OP_CAPTURE_FREE,
    OP_CAPTURES,
    OP_CHOOSE,
    OP_CLEAR,
    OP_COPY,
    OP_CULL,
    OP_DESTROY,
    OP_DISCOUNT,
    OP_DRAW,
    OP_DRAW_ROLL,
    OP_EACH,
    OP_EACH_OPPONENT,
    OP_END,
    OP_ENTER,
    OP_GLORY,
    OP_JUMP,
    OP_MARK,
    OP_MOVE,
    OP_PRESS,
    OP_QUIDDITY,
    OP_REROLL,
    OP_ROTATE,
    OP_ROW,
    OP_SAVE,
    OP_SCORE,
    OP_SPEND,
    OP_SWAP,
    PICK_ATTACH,
    READY,
    SCORE,
    SCORING,
    SEAT,
    SELF,
    TRIGGER,
    USED,
    YES,
)


def step_program(s: State) -> bool:
    """Run the program on top; True if it stands at a choice and `options` are laid out."""
    base = len(s.stack) - FRAME
    program = s.table.catalog.programs[s.stack[base] - FIRST_PROGRAM]
    code = program.code
    source = s.stack[base + F_SOURCE]
    controller = s.stack[base + F_CONTROLLER]
    pc = s.stack[base + F_POSITION]
    while True:
        if s.over:
            return False
        op = code[pc]
        if op == OP_CHOOSE:
            f = program.filters[code[pc + 1]]
            codes = _candidates(s, base, f, code[pc + 3])
            if not codes:
                pc = code[pc + 5]
                continue
            s.stack[base + F_POSITION] = pc
            if code[pc + 4]:
                codes.append(NO)
            s.options = codes
            if len(codes) > 1:
                return True
            answer_program(s, codes[0])
            pc = s.stack[base + F_POSITION]
        elif op == OP_EACH:
            register = base + F_A + code[pc + 2]
            die = _next_match(s, base, program.filters[code[pc + 1]], s.stack[register])
            s.stack[register] = die
            pc = code[pc + 3] if die < 0 else pc + 4
        elif op == OP_EACH_OPPONENT:
            opponent = s.stack[base + F_OPPONENT]
            opponent = (controller if opponent < 0 else opponent) + 1
            if opponent == s.table.players:
                opponent = 0
            if opponent == controller:
                s.stack[base + F_OPPONENT] = -1
                pc = code[pc + 1]
            else:
                s.stack[base + F_OPPONENT] = opponent
                pc += 2
        elif op == OP_ASK:
            if code[pc + 3] == OP_DRAW and not can_draw(s, controller):
                pc = code[pc + 2]  # nothing would happen (15.6)
                continue
            s.stack[base + F_POSITION] = pc
            s.options = [option(YES, source, -1, -1, code[pc + 1]), NO]
            return True
        elif op == OP_JUMP:
            pc = code[pc + 1]
        elif op == OP_END:
            pop(s)
            return False
        elif op == OP_DESTROY:
            die = _register(s, base, code[pc + 1])
            pc += 2
            s.flags[die] &= ~CHOSEN
            if is_creature(s, die):
                s.stack[base + F_POSITION] = pc
                push(s, DESTROY, die, s.owner[die], controller, 0, -1, 0)
                return False
        elif op == OP_ENTER:
            s.stack[base + F_POSITION] = pc + 1
            _enter(s, source, controller)
            return False
        elif op == OP_SCORE:
            s.stack[base + F_POSITION] = pc + 1
            if is_creature(s, source):
                s.flags[source] |= SCORING
                push(s, SCORE, -1, controller, -1, -1, 0, 0)
            return False
        elif op == OP_SAVE:
            s.stack[base + F_POSITION] = pc + 1
            at = find_frame(s, DESTROY)
            if at >= 0:
                s.stack[at + F_C] = 1
            return False
        else:
            pc = _simple(s, base, op, pc)


def _simple(s: State, base: i64, op: i64, pc: i64) -> i64:
    """An operation that is over at once; the position after it."""
    program = s.table.catalog.programs[s.stack[base] - FIRST_PROGRAM]
    code = program.code
    source = s.stack[base + F_SOURCE]
    controller = s.stack[base + F_CONTROLLER]
    opponent = s.stack[base + F_OPPONENT]
    operand: i64 = code[pc + 1]
    if op == OP_SPEND:
        spend(s, source)
        if not s.table.spent_pile:
            s.flags[source] |= CHAINED  # 15.8
        return pc + 1
    if op == OP_PRESS:
        _press(s, source, controller, opponent)
        return pc + 1
    if op == OP_CLEAR:
        s.stack[base + F_A + operand] = -1
        return pc + 2
    if op == OP_MARK:
        s.flags[_register(s, base, operand)] |= CHOSEN
        return pc + 2
    if op == OP_REROLL:
        roll(s, _register(s, base, operand))
        return pc + 2
    if op == OP_CULL:
        cull(s, _register(s, base, operand))
        return pc + 2
    if op == OP_ATTACH:
        carrier = _register(s, base, operand)
        attach(s, source, carrier)
        if s.logging:
            s.note(LOG_ATTACH, 1002, controller, source, carrier, 0)
        return pc + 2
    if op == OP_SWAP:
        _swap(s, source, _register(s, base, operand))
        return pc + 2
    if op == OP_COPY:
        _copy(s, source, _register(s, base, operand))
        return pc + 2
    if op == OP_MOVE:
        _move(s, _register(s, base, operand), code[pc + 2])
        return pc + 3
    if op == OP_CAPTURE_FREE:
        capture_free(s, controller, _register(s, base, operand), code[pc + 2])
        return pc + 3
    if op == OP_ROTATE:
        _rotate(s, _register(s, base, operand), code[pc + 2])
        return pc + 3
    if op == OP_ROW:
        subject = controller if code[pc + 2] == SEAT else _register(s, base, code[pc + 2])
        s.rows = [*s.rows, int(operand), int(subject), code[pc + 3]]
        if s.logging:
            die = -1 if code[pc + 2] == SEAT else subject
            s.note(LOG_ROW, 1001, controller, die, operand, code[pc + 3])
        return pc + 4
    amount = value(s, program.numbers[operand], controller, opponent, source)
    if op == OP_QUIDDITY:
        gain_quiddity(s, controller, amount)
    elif op == OP_GLORY:
        gain_glory(s, controller, amount)
    elif op == OP_CAPTURES:
        s.captures += amount
        if s.logging:
            s.note(LOG_CAPTURES, 701, controller, source, amount, 0)
    elif op == OP_DISCOUNT:
        s.discount += amount
        if s.logging:
            s.note(LOG_DISCOUNT, 701, controller, source, amount, 0)
    elif op == OP_DRAW:
        for die in draw(s, controller, amount):
            lay_unrolled(s, die)
    elif op == OP_DRAW_ROLL:
        draw_and_roll(s, controller, amount)
    return pc + 2


def answer_program(s: State, code: i64) -> None:
    """Go on after a choice of the program on top."""
    base = len(s.stack) - FRAME
    program = s.table.catalog.programs[s.stack[base] - FIRST_PROGRAM]
    pc = s.stack[base + F_POSITION]
    if program.code[pc] == OP_ASK:
        s.stack[base + F_POSITION] = pc + 3 if verb_of(code) == YES else program.code[pc + 2]
    elif verb_of(code) == NO:
        s.stack[base + F_POSITION] = program.code[pc + 5]
    else:
        s.stack[base + F_A + program.code[pc + 2]] = die_of(code)
        s.stack[base + F_POSITION] = pc + 6


def _register(s: State, base: i64, register: i64) -> i64:
    return s.stack[base + F_SOURCE] if register == SELF else s.stack[base + F_A + register]


def _cost_die(s: State, base: i64, f: Filter) -> i64:
    return s.stack[base + F_A + f.cost_register] if f.cost_register >= 0 else -1


def _candidates(s: State, base: i64, f: Filter, verb: i64) -> list[int]:
    """The dice that may be chosen, each kind once, without those that are out of reach."""
    source = s.stack[base + F_SOURCE]
    controller = s.stack[base + F_CONTROLLER]
    opponent = s.stack[base + F_OPPONENT]
    codes: list[int] = []
    seen: list[int] = []
    for die in collect(s, f, controller, opponent, source, _cost_die(s, base, f)):
        if _reachable(s, verb, source, controller, die):
            offer(s, codes, seen, verb, die, s.place[die])
    return codes


def can_start(s: State, program: i64, source: i64, controller: i64) -> bool:
    """Whether an ability that begins by choosing has something to choose (15.6)."""
    start = s.table.catalog.programs[program]
    code = start.code
    at = 1 if code[0] == OP_SPEND else 0
    if code[at] != OP_CHOOSE or code[at + 4]:
        return True
    f = start.filters[code[at + 1]]
    for die in collect(s, f, controller, -1, source, -1):
        if _reachable(s, code[at + 3], source, controller, die):
            return True
    return False


def _reachable(s: State, verb: i64, source: i64, controller: i64, die: i64) -> bool:
    """Whether the die may be chosen; the 2011 books attach to one's own creatures only (10.2)."""
    if verb == PICK_ATTACH and not s.table.attach_anywhere and s.owner[die] != controller:
        return False
    return can_target(s, source, controller, die)


def _next_match(s: State, base: i64, f: Filter, after: i64) -> i64:
    """The matching die of the lowest index past one; -1 if none is left."""
    source = s.stack[base + F_SOURCE]
    controller = s.stack[base + F_CONTROLLER]
    opponent = s.stack[base + F_OPPONENT]
    for die in range(after + 1, len(s.place)):
        if s.place[die] and matches(s, f, die, controller, opponent, source, -1):
            return die
    return -1


# --- operations with more to them --------------------------------------------------------------


def _move(s: State, die: i64, place: i64) -> None:
    seat = s.owner[die]
    put(s, die, seat, place)
    if place == ACTIVE:
        lay_unrolled(s, die)
    if s.logging:
        s.note(LOG_MOVE, 306, seat, die, place, 0)


def _swap(s: State, mine: i64, theirs: i64) -> None:
    """Two dice change owners; each ends in the other's Used Pile."""
    seat = s.owner[mine]
    other = s.owner[theirs]
    put(s, mine, other, USED)
    put(s, theirs, seat, USED)
    if s.logging:
        s.note(LOG_SWAP, 404, seat, mine, theirs, other)


def capture_free(s: State, seat: i64, die: i64, place: i64) -> None:
    """A capture that costs nothing and uses up no capture of phase 4; it can end the game."""
    put(s, die, seat, place)
    if s.logging:
        s.note(LOG_CAPTURE, 701, seat, die, 0, place)
    check_empty(s)


def check_empty(s: State) -> None:
    """Four empty creature cards end the game right after a capture (7.3, 15.12)."""
    empty = 0
    for slot in range(len(s.wild)):
        if s.wild[slot] == 0 and s.table.is_creature_card[slot]:
            empty += 1
    if empty >= 4 and not s.over:
        s.over = BY_EMPTY_CARDS
        if s.logging:
            s.note(LOG_OVER, 902, -1, -1, BY_EMPTY_CARDS, empty)


def _rotate(s: State, die: i64, direction: i64) -> None:
    """To the next face on the card with a higher (or lower) level; none: it stays (13.8)."""
    if s.copy[die] >= 0:
        return  # a copy has no die of its own to turn
    table = s.table
    first = table.base[die]
    now = table.level[first + s.face[die]]
    face = s.face[die] + direction
    while 0 <= face < 6:
        if table.creature[first + face] and (table.level[first + face] - now) * direction > 0:
            s.face[die] = face
            if s.logging:
                s.note(LOG_ROTATE, 1308, s.owner[die], die, face, 0)
            return
        face += direction


def _copy(s: State, die: i64, other: i64) -> None:
    s.copy = changed(s.copy, die, look(s, other))
    if s.logging:
        s.note(LOG_COPY, 303, s.owner[die], die, other, 0)


def _press(s: State, die: i64, attacker: i64, defender: i64) -> None:
    """An attacker's attack is added once more to what is left of the total."""
    at = find_frame(s, DEFEND)
    if at >= 0 and s.flags[die] & ATTACKING:
        amount = attack(s, die, defender)
        s.stack[at + F_A] += amount
        if s.logging:
            s.note(LOG_PRESS, 601, attacker, die, amount, s.stack[at + F_A])


def _enter(s: State, die: i64, seat: i64) -> None:
    """Roll a die that was set aside: a creature face brings it to the Ready Area for free."""
    roll(s, die)
    s.flags[die] &= ~(FRESH | LATE)
    if s.table.creature[s.table.base[die] + s.face[die]]:
        put(s, die, seat, READY)
        if s.logging:
            s.note(LOG_ENTER, 605, seat, die, s.face[die], 0)
        start = len(s.queue)
        entered(s, die)
        run_queue(s, start)
    else:
        put(s, die, seat, USED)
        if s.logging:
            s.note(LOG_MOVE, 605, seat, die, USED, 0)


def entered(s: State, die: i64) -> None:
    """A creature came to a Ready Area by whatever way: what its own card says waits its turn."""
    printed = s.table.base[die] + s.face[die]
    for trigger in s.table.triggers[printed * EVENTS + ENTERED]:
        enqueue(s, trigger.program.index, die, s.owner[die], -1, die)


def saved(s: State, die: i64, in_attack: bool) -> None:
    """A destroyed creature stays: same face (6.5), no more damage in this attack (6.4)."""
    s.copy = changed(s.copy, die, -1)  # an Ooze that comes back copies afresh
    if in_attack:
        s.flags[die] |= DAMAGED
    entered(s, die)


# --- triggers ----------------------------------------------------------------------------------


def step_triggers(s: State) -> bool:
    """Start the next waiting ability; True if its owner must say which (15.3)."""
    base = len(s.stack) - FRAME
    start: i64 = s.stack[base + F_A]
    queue = s.queue
    if len(queue) <= start:
        pop(s)
        return False
    players = s.table.players
    nearest: i64 = 99
    for at in range(start, len(queue), TRIGGER):
        distance = queue[at + 2] - s.active
        if distance < 0:
            distance += players
        if distance < nearest:
            nearest = distance
    seat = (s.active + nearest) % players
    codes: list[int] = []
    seen: list[int] = []
    for at in range(start, len(queue), TRIGGER):
        if queue[at + 2] == seat:
            key = queue[at] * 65536 + look(s, queue[at + 1])
            if key not in seen:
                seen.append(key)
                codes.append(
                    option(DO_ORDER, queue[at + 1], s.face[queue[at + 1]], seat, queue[at])
                )
    s.options = codes
    s.stack[base + F_CONTROLLER] = int(seat)
    if len(codes) > 1:
        return True
    answer_triggers(s, codes[0])
    return False


def answer_triggers(s: State, code: i64) -> None:
    """Start the chosen ability and let the others wait."""
    base = len(s.stack) - FRAME
    start: i64 = s.stack[base + F_A]
    queue = s.queue
    program = code >> 24
    source = die_of(code)
    for at in range(start, len(queue), TRIGGER):
        if queue[at] == program and queue[at + 1] == source:
            row = queue[at : at + TRIGGER]
            del queue[at : at + TRIGGER]
            if s.logging:
                s.note(LOG_TRIGGER, 1503, row[2], source, program, 0)
            start_program(s, program, source, row[2], row[3], row[4])
            return
