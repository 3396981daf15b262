"""Running card programs and ordering the triggers of one event.

A program runs until it needs a choice, starts something that must be finished first, or ends. The
operations are the whole of what cards can do; conditions, targets and numbers come from filters.
"""

from __future__ import annotations

from mypy_extensions import i64

from quarriors.engine.deeds import (
    capture_free,
    claim,
    copy_look,
    enter,
    gamble,
    give,
    move_die,
    press_on,
    revive,
    rotate,
    stop_attack,
    swap_dice,
    use_quill,
)
from quarriors.engine.dice import (
    attach,
    can_draw,
    cull,
    gain_energy,
    gain_glory,
    gain_quiddity,
    is_locked,
    put,
    remove,
    return_quest_die,
    roll,
    shake,
    spend,
)
from quarriors.engine.draws import ROLL_THEM, UNTOUCHED, start_draw
from quarriors.engine.frames import find_frame, offer, open_window, pop, push, start_program
from quarriors.engine.locks import capture_limit, stays_locked, trade, unlock
from quarriors.engine.looks import is_creature, look
from quarriors.engine.numbers import can_target, collect, holds, immune, matches, value
from quarriors.engine.option import die_of, option, seat_in, verb_of
from quarriors.engine.pay import pay
from quarriors.engine.program import Filter
from quarriors.engine.score import push_score
from quarriors.engine.state import State
from quarriors.engine.words import (
    ACTIVE,
    ANYBODY,
    CHAINED,
    CHOSEN,
    D_PREVENTED,
    D_SAVED,
    DAMAGED,
    DESTROY,
    DO_ORDER,
    DYING,
    F_A,
    F_B,
    F_C,
    F_CONTROLLER,
    F_OPPONENT,
    F_POSITION,
    F_SOURCE,
    FIRST,
    FIRST_PROGRAM,
    FRAME,
    IMMUNE_TOO,
    IS_CHOSEN,
    KEPT,
    LOG_ATTACH,
    LOG_CAPTURES,
    LOG_DISCOUNT,
    LOG_MOVE,
    LOG_ROW,
    LOG_TRIGGER,
    ME,
    NO,
    ON_CAST,
    OP_ASK,
    OP_ATTACH,
    OP_CAPTURE_FREE,
    OP_CAPTURES,
    OP_CHOOSE,
    OP_CHOOSE_AREA,
    OP_CHOOSE_SEAT,
    OP_CLEAR,
    OP_COPY,
    OP_CULL,
    OP_CULLS,
    OP_DESTROY,
    OP_DISCOUNT,
    OP_DRAW,
    OP_DRAW_ROLL,
    OP_EACH,
    OP_EACH_OPPONENT,
    OP_EITHER,
    OP_END,
    OP_ENERGY,
    OP_ENTER,
    OP_FIRST,
    OP_GIVE,
    OP_GLORY,
    OP_IF,
    OP_IF_DIE,
    OP_JUMP,
    OP_LEAVE,
    OP_LEFT,
    OP_LOSE,
    OP_MARK,
    OP_MOVE,
    OP_NO_DAMAGE,
    OP_ONCE,
    OP_OWNER,
    OP_PAY,
    OP_PRESS,
    OP_PREVENT,
    OP_QUEST_GAMBLE,
    OP_QUEST_REROLL,
    OP_QUEST_RETURN,
    OP_QUIDDITY,
    OP_REFLECT,
    OP_REMOVE,
    OP_REROLL,
    OP_REVIVE,
    OP_ROLL_IN,
    OP_ROTATE,
    OP_ROW,
    OP_SAFE,
    OP_SAVE,
    OP_SCORE,
    OP_SEND,
    OP_SHAKE,
    OP_SIDES,
    OP_SPEND,
    OP_STEAD,
    OP_SWAP,
    OP_TAKE_QUARTIFACT,
    OP_TRADE_LOCKS,
    OP_UNLOCK,
    OP_WINDOW,
    PICK_AREA,
    PICK_ATTACH,
    PICK_COPY,
    PICK_DESTROY,
    PICK_REROLL,
    PICK_TAKE,
    PICK_UNLOCK,
    QUEST,
    QUEST_CHECK,
    READY,
    ROW_AGAINST,
    SCORE,
    SCORING,
    SEAT,
    SELF,
    STEAD,
    SWITCHED,
    TRIGGER,
    UNROLLED,
    YES,
)


def step_program(s: State) -> bool:
    """Run the program on top; True if it stands at a choice and `options` are laid out."""
    base = len(s.stack) - FRAME
    program = s.table.catalog.programs[s.stack[base] - FIRST_PROGRAM]
    code = program.code
    source = s.stack[base + F_SOURCE]
    pc = s.stack[base + F_POSITION]
    while True:
        if s.over:
            return False
        op = code[pc]
        controller = s.stack[base + F_CONTROLLER]
        if op == OP_CHOOSE:
            f = program.filters[code[pc + 1]]
            codes = _candidates(s, base, f, code[pc + 3])
            if not codes:
                pc = code[pc + 5]
                continue
            if code[pc + 4]:
                codes.append(NO)
            if _choice(s, base, pc, codes):
                return True
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
        elif op == OP_IF:
            opponent = s.stack[base + F_OPPONENT]
            wanted = program.conditions[code[pc + 1]]
            pc = pc + 3 if holds(s, wanted, controller, opponent, source) else code[pc + 2]
        elif op == OP_IF_DIE:
            die = _register(s, base, code[pc + 1])
            opponent = s.stack[base + F_OPPONENT]
            which = program.filters[code[pc + 2]]
            if die >= 0 and matches(s, which, die, controller, opponent, source, -1):
                pc += 4
            else:
                pc = code[pc + 3]
        elif op == OP_CHOOSE_SEAT:
            codes = _seats(s, base, pc)
            if not codes:
                pc = code[pc + 4]
                continue
            if _choice(s, base, pc, codes):
                return True
            pc = s.stack[base + F_POSITION]
        elif op == OP_DRAW or op == OP_DRAW_ROLL:
            opponent = s.stack[base + F_OPPONENT]
            amount = value(s, program.numbers[code[pc + 1]], controller, opponent, source)
            s.stack[base + F_POSITION] = pc + 2
            start_draw(s, controller, amount, UNTOUCHED if op == OP_DRAW else ROLL_THEM, 0)
            return False
        elif op == OP_ASK:
            drawing = code[pc + 3] == OP_DRAW or code[pc + 3] == OP_DRAW_ROLL
            if drawing and not can_draw(s, controller):
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
            if not is_creature(s, die):
                pc = code[pc + 2]
                if is_locked(s, die) and not stays_locked(s, die):
                    unlock(s, die)  # what destroys a locked creature unlocks it (11.4)
            else:
                pc += 3  # a destruction that is prevented will change this
                s.stack[base + F_POSITION] = pc
                push(s, DESTROY, die, s.owner[die], controller, 0, 0, 0)
                return False
        elif op == OP_ENTER:
            s.stack[base + F_POSITION] = pc + 1
            enter(s, source, controller)
            return False
        elif op == OP_SCORE:
            s.stack[base + F_POSITION] = pc + 1
            # Only a creature in a Ready Area scores, also when it has just won a challenge (12.4).
            waits = s.place[source] == READY and not s.flags[source] & (SCORING | DYING)
            if waits and is_creature(s, source):
                push_score(s, controller, [int(source)])
            return False
        elif op == OP_EITHER:
            s.stack[base + F_POSITION] = pc
            s.options = [
                option(code[pc + 1], source, -1, -1, 0),
                option(code[pc + 2], source, -1, -1, 0),
            ]
            return True
        elif op == OP_CHOOSE_AREA:
            codes = _areas(s, base, program.filters[code[pc + 1]])
            if not codes:
                pc = code[pc + 2]
                continue
            if _choice(s, base, pc, codes):
                return True
            pc = s.stack[base + F_POSITION]
        elif op == OP_WINDOW:
            s.stack[base + F_POSITION] = pc + 1
            open_window(s, ON_CAST, -1)
            return False
        elif op == OP_REFLECT:
            s.stack[base + F_POSITION] = pc + 1
            stop_attack(s, controller, s.stack[base + F_OPPONENT], True)
            return False
        elif op == OP_SAVE or op == OP_PREVENT:
            pc += 1
            at = find_frame(s, DESTROY)
            if at >= 0:
                s.stack[at + F_C] = D_SAVED if op == OP_SAVE else D_PREVENTED
        else:
            pc = _simple(s, base, op, pc)


def _choice(s: State, base: i64, pc: i64, codes: list[int]) -> bool:
    """Lay out a choice; True if there is one, else the only option is taken at once."""
    s.stack[base + F_POSITION] = int(pc)
    s.options = codes
    if len(codes) > 1:
        return True
    answer_program(s, codes[0])
    return False


def _simple(s: State, base: i64, op: i64, pc: i64) -> i64:
    """An operation that is over at once; the position after it."""
    program = s.table.catalog.programs[s.stack[base] - FIRST_PROGRAM]
    code = program.code
    source = s.stack[base + F_SOURCE]
    controller = s.stack[base + F_CONTROLLER]
    opponent = s.stack[base + F_OPPONENT]
    operand: i64 = code[pc + 1]
    if op >= OP_SIDES:
        return _further(s, base, op, pc)
    if op == OP_SPEND:
        spend(s, source)
        if not s.table.spent_pile:
            s.flags[source] |= CHAINED  # 15.8
        return pc + 1
    if op == OP_PRESS:
        press_on(s, source, controller, opponent)
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
        kept = use_quill(s, s.owner[source])
        attach(s, source, carrier)
        if kept:
            s.flags[source] |= KEPT
        if s.logging:
            s.note(LOG_ATTACH, 1002, controller, source, carrier, 0)
        return pc + 2
    if op == OP_SWAP:
        swap_dice(s, source, _register(s, base, operand))
        return pc + 2
    if op == OP_COPY:
        copy_look(s, source, _register(s, base, operand))
        return pc + 2
    if op == OP_MOVE:
        move_die(s, _register(s, base, operand), code[pc + 2])
        return pc + 3
    if op == OP_CAPTURE_FREE:
        capture_free(s, controller, _register(s, base, operand), code[pc + 2])
        return pc + 3
    if op == OP_ROTATE:
        rotate(s, _register(s, base, operand), code[pc + 2])
        return pc + 3
    if op == OP_ROW:
        subject = controller if code[pc + 2] == SEAT else _register(s, base, code[pc + 2])
        until: i64 = -1 if code[pc + 4] == 0 else controller
        kind = operand + opponent if operand == ROW_AGAINST else operand
        s.rows = [*s.rows, int(kind), int(subject), code[pc + 3], int(until)]
        if s.logging:
            die = -1 if code[pc + 2] == SEAT else subject
            lasting = 64 if until >= 0 else 0
            s.note(LOG_ROW, 1001, controller, die, kind + lasting, code[pc + 3])
        return pc + 5
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
    return pc + 2


def _further(s: State, base: i64, op: i64, pc: i64) -> i64:
    """The operations that came with the expansions; the position after one."""
    program = s.table.catalog.programs[s.stack[base] - FIRST_PROGRAM]
    code = program.code
    source = s.stack[base + F_SOURCE]
    controller = s.stack[base + F_CONTROLLER]
    opponent = s.stack[base + F_OPPONENT]
    if op == OP_SIDES:
        s.stack[base + F_CONTROLLER] = opponent
        s.stack[base + F_OPPONENT] = controller
        return pc + 1
    if op == OP_LEFT:
        s.stack[base + F_CONTROLLER] = (opponent + 1) % s.table.players
        return pc + 1
    if op == OP_ONCE:
        s.flags[source] |= SWITCHED
        return pc + 1
    if op == OP_REVIVE:
        revive(s, source)
        return pc + 1
    if op == OP_NO_DAMAGE:
        stop_attack(s, controller, opponent, False)
        return pc + 1
    if op == OP_QUEST_REROLL:
        at = find_frame(s, QUEST_CHECK)
        if at >= 0:
            roll(s, s.stack[at + F_SOURCE])
        return pc + 1
    if op == OP_QUEST_RETURN:
        return_quest_die(s, source)
        return pc + 1
    operand: i64 = code[pc + 1]
    if op == OP_LOSE or op == OP_CULLS or op == OP_PAY or op == OP_ENERGY:
        amount = value(s, program.numbers[operand], controller, opponent, source)
        if op == OP_ENERGY:
            gain_energy(s, controller, code[pc + 2], amount)
            return pc + 3
        if op == OP_PAY:
            pay(s, amount)
        elif op == OP_CULLS:
            at = find_frame(s, SCORE)
            if at >= 0 and not s.table.expert_culling and s.table.culls:
                s.stack[at + F_A] += amount
        elif opponent >= 0:
            gain_glory(s, opponent, -amount)
        return pc + 2
    if op == OP_SEND:
        at = find_frame(s, DESTROY)
        if at >= 0:
            bits: i64 = s.stack[at + F_B]
            s.stack[at + F_B] = int(bits | (1 << operand))
        return pc + 2
    die = _register(s, base, operand)
    if op == OP_GIVE:
        seat: i64 = controller if code[pc + 2] == ME else opponent
        give(s, die, seat, code[pc + 3])
        return pc + 4
    if op == OP_LEAVE:
        put(s, die, s.owner[die], code[pc + 2])
        if s.logging:
            s.note(LOG_MOVE, 303, s.owner[die], die, code[pc + 2], 0)
        return pc + 3
    if op == OP_REMOVE:
        remove(s, die)
    elif op == OP_UNLOCK:
        unlock(s, die)
    elif op == OP_TRADE_LOCKS:
        trade(s, s.owner[die], opponent)
    elif op == OP_SHAKE:
        shake(s, die)
    elif op == OP_FIRST:
        s.flags[die] |= FIRST
    elif op == OP_SAFE:
        s.flags[die] |= DAMAGED
    elif op == OP_QUEST_GAMBLE:
        gamble(s, die, controller)
    elif op == OP_TAKE_QUARTIFACT:
        claim(s, die, controller)
    elif op == OP_ROLL_IN:
        put(s, die, s.owner[die], ACTIVE)
        roll(s, die)
    elif op == OP_STEAD:
        s.flags[die] |= STEAD
    elif op == OP_OWNER:
        s.stack[base + F_OPPONENT] = s.owner[die]
    return pc + 2


def answer_program(s: State, code: i64) -> None:
    """Go on after a choice of the program on top."""
    base = len(s.stack) - FRAME
    program = s.table.catalog.programs[s.stack[base] - FIRST_PROGRAM]
    pc = s.stack[base + F_POSITION]
    if program.code[pc] == OP_ASK:
        s.stack[base + F_POSITION] = pc + 3 if verb_of(code) == YES else program.code[pc + 2]
    elif program.code[pc] == OP_EITHER:
        first = verb_of(code) == program.code[pc + 1]
        s.stack[base + F_POSITION] = pc + 4 if first else program.code[pc + 3]
    elif program.code[pc] == OP_CHOOSE_AREA:
        s.stack[base + F_OPPONENT] = int(seat_in(code))
        s.stack[base + F_B] = int(code >> 24)
        s.stack[base + F_POSITION] = pc + 3
    elif program.code[pc] == OP_CHOOSE_SEAT:
        s.stack[base + F_OPPONENT] = int(seat_in(code))
        s.stack[base + F_POSITION] = pc + 5
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
        if _reachable(s, f, verb, source, controller, die):
            offer(s, codes, seen, verb, die, s.place[die])
    return codes


def _seats(s: State, base: i64, pc: i64) -> list[int]:
    """The players that may be chosen: opponents, or all but the owner of a die chosen before."""
    program = s.table.catalog.programs[s.stack[base] - FIRST_PROGRAM]
    code = program.code
    source = s.stack[base + F_SOURCE]
    controller = s.stack[base + F_CONTROLLER]
    barred: i64 = controller
    if code[pc + 3] >= 0:
        barred = s.owner[_register(s, base, code[pc + 3])]
    codes: list[int] = []
    for step in range(s.table.players):
        seat = (controller + 1 + step) % s.table.players
        if seat == barred:
            continue
        if code[pc + 2] >= 0:
            which = program.filters[code[pc + 2]]
            if not collect(s, which, controller, seat, source, -1):
                continue
        codes.append(option(code[pc + 1], -1, -1, seat, 0))
    return codes


def _areas(s: State, base: i64, f: Filter) -> list[int]:
    """Ready Areas and quests with such dice in them; a quest is known by its first die."""
    source = s.stack[base + F_SOURCE]
    controller = s.stack[base + F_CONTROLLER]
    codes: list[int] = []
    for die in collect(s, f, controller, -1, source, -1):
        seat = s.owner[die]
        place = s.place[die]
        stands: i64 = s.table.first_die[s.quest[seat]] if place == QUEST else -1
        code = option(PICK_AREA, stands, -1, seat, place)
        if code not in codes:
            codes.append(code)
    return codes


def can_start(s: State, program: i64, source: i64, controller: i64, opponent: i64) -> bool:
    """Whether an ability that begins by choosing has something to choose (15.6)."""
    start = s.table.catalog.programs[program]
    code = start.code
    at = 1 if code[0] == OP_SPEND else 0
    if code[at] == OP_CHOOSE_AREA:
        area = start.filters[code[at + 1]]
        return len(collect(s, area, controller, opponent, source, -1)) > 0
    if code[at] != OP_CHOOSE or code[at + 4]:
        return True
    f = start.filters[code[at + 1]]
    for die in collect(s, f, controller, opponent, source, -1):
        if _reachable(s, f, code[at + 3], source, controller, die):
            return True
    return False


def _reachable(s: State, f: Filter, verb: i64, source: i64, controller: i64, die: i64) -> bool:
    """Whether the die may be chosen.

    The 2011 books attach to one's own creatures only (10.2), unless the card itself says whose.
    """
    if s.flags[die] & DYING:
        return False  # destroyed already
    if s.table.slot[die] == s.table.large_slot and verb != PICK_REROLL:
        return False  # 13.2
    if verb == PICK_REROLL and s.place[die] == ACTIVE and s.flags[die] & UNROLLED:
        return False  # only what was rolled is rolled again (3.5)
    if verb == PICK_COPY:
        return True  # nothing happens to what is copied
    if (verb == PICK_UNLOCK or verb == PICK_DESTROY) and stays_locked(s, die):
        return False  # 15.20
    if verb == PICK_TAKE and controller == s.active and capture_limit(s):
        return False
    if verb == PICK_ATTACH and f.whose == ANYBODY and s.owner[die] != controller:
        return s.table.attach_anywhere and can_target(s, source, controller, die)
    return can_target(s, source, controller, die)


def _next_match(s: State, base: i64, f: Filter, after: i64) -> i64:
    """The matching die of the lowest index past one; -1 if none is left.

    Dice that were marked as chosen are so no longer when their turn comes.
    """
    source = s.stack[base + F_SOURCE]
    controller = s.stack[base + F_CONTROLLER]
    opponent = s.stack[base + F_OPPONENT]
    for die in range(after + 1, len(s.place)):
        if not s.place[die] or not matches(s, f, die, controller, opponent, source, -1):
            continue
        if f.want & IS_CHOSEN:
            s.flags[die] &= ~CHOSEN
        if s.table.slot[die] == s.table.large_slot or s.flags[die] & DYING:
            continue  # never a target but of re-rolls (13.2); destroyed already
        if s.owner[die] == controller or f.want & IMMUNE_TOO or not immune(s, die, source):
            return die  # 10.5
    return -1


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
