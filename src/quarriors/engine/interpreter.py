"""Running card programs: the loop, where a program goes on, and what its controller decides.

A program runs until it needs a choice, starts something that must be finished first, or ends. Its
frame stands behind the instruction that is carried out, unless that one jumps or has to wait at its
own place for an answer. The other families of operations are in `gains`, `dice_effects`,
`battle_effects` and `quartifacts`; conditions, targets and numbers come from filters.
"""

from __future__ import annotations

from mypy_extensions import i64

from quarriors.engine.battle_effects import run_battle
from quarriors.engine.dice import can_draw
from quarriors.engine.dice_effects import run_face, run_move
from quarriors.engine.excess import MOST_OPERATIONS, give_up
from quarriors.engine.filters import holds, matches
from quarriors.engine.frames import open_window, pop
from quarriors.engine.gains import run_gain
from quarriors.engine.ids import family, flag, frame, offset, op, register, verb, window
from quarriors.engine.operands import die_operand
from quarriors.engine.operations import ANY_DIE
from quarriors.engine.option import die_of, number_in, option, seat_in, verb_of
from quarriors.engine.options import add_option, begin_options
from quarriors.engine.program import Program
from quarriors.engine.quartifacts import run_quest
from quarriors.engine.state import State
from quarriors.engine.targets import next_match, offer_areas, offer_dice, offer_seats


def step_program(s: State) -> bool:
    """Run the program on top; True if it stands at a choice and options are laid out."""
    base = s.top
    program = _program_at(s, base)
    left: i64 = MOST_OPERATIONS
    while s.top == base and not s.over:
        left -= 1
        if left < 0:
            give_up(s)
            return False
        at = s.stack[base + register.POSITION]
        _go_to(s, base, program.next[at])
        if program.die_needed[at] and not _has_die(s, program, base, at):
            continue
        group = program.family[at]
        if group == family.FLOW:
            _run_flow(s, program, base, at)
        elif group == family.CHOICE:
            if _run_choice(s, program, base, at):
                return True
        elif group == family.GAIN:
            run_gain(s, program, base, at)
        elif group == family.MOVE:
            run_move(s, program, base, at)
        elif group == family.FACE:
            run_face(s, program, base, at)
        elif group == family.BATTLE:
            run_battle(s, program, base, at)
        else:
            run_quest(s, program, base, at)
    return False


def _has_die(s: State, program: Program, base: i64, at: i64) -> bool:
    """Whether there is a die for an instruction about one: chosen, and owned if it has to be."""
    die = die_operand(s, program, base, at)
    return die >= 0 and (program.die_needed[at] == ANY_DIE or s.owner[die] >= 0)


def _program_at(s: State, base: i64) -> Program:
    """The program whose frame begins there."""
    return s.setup.catalog.programs[s.stack[base] - frame.FIRST_PROGRAM]


def _go_to(s: State, base: i64, position: i64) -> None:
    """Let the program go on at a position."""
    s.stack[base + register.POSITION] = position


# --- where the program goes on -----------------------------------------------------------------


def _run_flow(s: State, program: Program, base: i64, at: i64) -> None:
    """An operation about the program itself: where it goes on, who acts, what it remembers."""
    operation = program.code[at]
    if operation == op.END:
        pop(s)
    elif operation == op.JUMP:
        _go_to(s, base, program.code[at + offset.JUMP_TO])
    elif operation == op.EACH:
        _next_die(s, program, base, at)
    elif operation == op.EACH_OPPONENT:
        _next_opponent(s, program, base, at)
    elif operation == op.IF:
        if not _condition_holds(s, program, base, at):
            _go_to(s, base, program.code[at + offset.IF_OTHERWISE])
    elif operation == op.IF_DIE:
        if not _die_matches(s, program, base, at):
            _go_to(s, base, program.code[at + offset.IF_DIE_OTHERWISE])
    elif operation == op.CLEAR:
        s.stack[base + register.FIRST + program.code[at + offset.CLEAR_REGISTER]] = -1
    elif operation == op.MARK:
        s.flags[die_operand(s, program, base, at)] |= flag.CHOSEN
    elif operation == op.ONCE:
        s.flags[s.stack[base + register.SOURCE]] |= flag.ABILITY_USED
    elif operation == op.WINDOW:
        open_window(s, window.ON_CAST, -1)
    else:
        _change_sides(s, program, base, at)


def _change_sides(s: State, program: Program, base: i64, at: i64) -> None:
    """Let somebody else be controller or opponent from here on."""
    operation = program.code[at]
    controller = s.stack[base + register.CONTROLLER]
    opponent = s.stack[base + register.OPPONENT]
    if operation == op.SWAP_SIDES:
        if opponent < 0:
            return
        s.stack[base + register.CONTROLLER] = opponent
        s.stack[base + register.OPPONENT] = controller
    elif operation == op.LEFT:
        s.stack[base + register.CONTROLLER] = (opponent + 1) % s.setup.players
    elif operation == op.OWNER:
        s.stack[base + register.OPPONENT] = s.owner[die_operand(s, program, base, at)]


def _next_die(s: State, program: Program, base: i64, at: i64) -> None:
    """Put the next matching die into the register, or go on after the last one."""
    code = program.code
    target = base + register.FIRST + code[at + offset.EACH_REGISTER]
    die = next_match(s, base, program.filters[code[at + offset.EACH_FILTER]], s.stack[target])
    s.stack[target] = die
    if die < 0:
        _go_to(s, base, code[at + offset.EACH_AFTER])


def _next_opponent(s: State, program: Program, base: i64, at: i64) -> None:
    """Deal with the next opponent clockwise, or go on after the last one."""
    controller = s.stack[base + register.CONTROLLER]
    opponent = s.stack[base + register.OPPONENT]
    if opponent < 0:
        opponent = controller
    opponent += 1
    if opponent == s.setup.players:
        opponent = 0
    if opponent == controller:
        opponent = -1
        _go_to(s, base, program.code[at + offset.EACH_OPPONENT_AFTER])
    s.stack[base + register.OPPONENT] = opponent


def _condition_holds(s: State, program: Program, base: i64, at: i64) -> bool:
    condition = program.conditions[program.code[at + offset.IF_CONDITION]]
    controller = s.stack[base + register.CONTROLLER]
    opponent = s.stack[base + register.OPPONENT]
    return holds(s, condition, controller, opponent, s.stack[base + register.SOURCE])


def _die_matches(s: State, program: Program, base: i64, at: i64) -> bool:
    die = die_operand(s, program, base, at)
    if die < 0:
        return False
    which = program.filters[program.code[at + offset.IF_DIE_FILTER]]
    controller = s.stack[base + register.CONTROLLER]
    opponent = s.stack[base + register.OPPONENT]
    return matches(s, which, die, controller, opponent, s.stack[base + register.SOURCE], -1)


# --- what its controller decides ---------------------------------------------------------------


def _run_choice(s: State, program: Program, base: i64, at: i64) -> bool:
    """Lay out a choice; True if there is one, else the only option is taken at once."""
    operation = program.code[at]
    if operation == op.CHOOSE:
        return _choose_die(s, program, base, at)
    if operation == op.ASK:
        return _ask(s, program, base, at)
    if operation == op.EITHER:
        return _ask_which(s, program, base, at)
    if operation == op.CHOOSE_SEAT:
        offer_seats(s, program, base, at)
        return _settle(s, base, at, program.code[at + offset.CHOOSE_SEAT_IF_NONE])
    offer_areas(s, base, program.filters[program.code[at + offset.CHOOSE_AREA_FILTER]])
    return _settle(s, base, at, program.code[at + offset.CHOOSE_AREA_IF_NONE])


def _settle(s: State, base: i64, at: i64, if_none: i64) -> bool:
    """Stand at the choice that is laid out; without options go on elsewhere."""
    if s.offered == 0:
        _go_to(s, base, if_none)
        return False
    _go_to(s, base, at)
    if s.offered > 1:
        return True
    answer_program(s, s.options[0])
    return False


def _choose_die(s: State, program: Program, base: i64, at: i64) -> bool:
    """Choose one of the dice that are meant and within reach, or none where one only may."""
    code = program.code
    which = program.filters[code[at + offset.CHOOSE_FILTER]]
    offer_dice(s, base, which, code[at + offset.CHOOSE_VERB])
    if s.offered > 0 and code[at + offset.CHOOSE_MAY]:
        add_option(s, verb.NO)
    return _settle(s, base, at, code[at + offset.CHOOSE_IF_NONE])


def _ask(s: State, program: Program, base: i64, at: i64) -> bool:
    """Ask for a yes or a no, unless the yes would come to nothing (15.6)."""
    code = program.code
    following = code[program.next[at]]
    drawing = following == op.DRAW or following == op.DRAW_ROLL
    if drawing and not can_draw(s, s.stack[base + register.CONTROLLER]):
        _go_to(s, base, code[at + offset.ASK_OTHERWISE])
        return False
    _go_to(s, base, at)
    source = s.stack[base + register.SOURCE]
    begin_options(s)
    add_option(s, option(verb.YES, source, -1, -1, code[at + offset.ASK_VERB]))
    add_option(s, verb.NO)
    return True


def _ask_which(s: State, program: Program, base: i64, at: i64) -> bool:
    """Ask for one of two things."""
    code = program.code
    source = s.stack[base + register.SOURCE]
    _go_to(s, base, at)
    begin_options(s)
    add_option(s, option(code[at + offset.EITHER_FIRST], source, -1, -1, 0))
    add_option(s, option(code[at + offset.EITHER_SECOND], source, -1, -1, 0))
    return True


def answer_program(s: State, code: i64) -> None:
    """Go on after a choice of the program on top."""
    base = s.top
    program = _program_at(s, base)
    at = s.stack[base + register.POSITION]
    operation = program.code[at]
    action = verb_of(code)
    on = program.next[at]
    if operation == op.CHOOSE:
        if action == verb.NO:
            on = program.code[at + offset.CHOOSE_IF_NONE]
        else:
            chosen = base + register.FIRST + program.code[at + offset.CHOOSE_REGISTER]
            s.stack[chosen] = die_of(code)
    elif operation == op.ASK:
        if action != verb.YES:
            on = program.code[at + offset.ASK_OTHERWISE]
    elif operation == op.EITHER:
        if action != program.code[at + offset.EITHER_FIRST]:
            on = program.code[at + offset.EITHER_OTHERWISE]
    elif operation == op.CHOOSE_SEAT:
        s.stack[base + register.OPPONENT] = seat_in(code)
    elif operation == op.CHOOSE_AREA:
        s.stack[base + register.OPPONENT] = seat_in(code)
        s.stack[base + register.SECOND] = number_in(code)  # the place, for filters that ask it
    _go_to(s, base, on)
