"""What an ability may choose: dice, players and areas, and whether there is anything to choose."""

from __future__ import annotations

from mypy_extensions import i64

from quarriors.engine.filters import any_match, collect, matches
from quarriors.engine.ids import flag, offset, op, place, register, verb, want, whose
from quarriors.engine.locks import capture_limit, stays_locked
from quarriors.engine.operands import named_die
from quarriors.engine.option import option
from quarriors.engine.options import add_option, begin_options, is_offered, offer
from quarriors.engine.program import Filter, Program
from quarriors.engine.state import State
from quarriors.engine.stats import can_target, immune


def offer_dice(s: State, base: i64, f: Filter, action: i64) -> None:
    """The dice that may be chosen, each kind once, without those that are out of reach."""
    source = s.stack[base + register.SOURCE]
    controller = s.stack[base + register.CONTROLLER]
    opponent = s.stack[base + register.OPPONENT]
    begin_options(s)
    for die in collect(s, f, controller, opponent, source, _cost_die(s, base, f)):
        if _reachable(s, f, action, source, controller, die):
            offer(s, action, die, s.place[die])


def _cost_die(s: State, base: i64, f: Filter) -> i64:
    """The die chosen before whose cost limits what the filter means; -1 if none does."""
    if f.cost_register < 0:
        return -1
    return s.stack[base + register.FIRST + f.cost_register]


def offer_seats(s: State, program: Program, base: i64, at: i64) -> None:
    """The players that may be chosen: opponents, or all but the owner of a die chosen before."""
    code = program.code
    source = s.stack[base + register.SOURCE]
    controller = s.stack[base + register.CONTROLLER]
    having = code[at + offset.CHOOSE_SEAT_HAVING]
    not_owner_of = code[at + offset.CHOOSE_SEAT_NOT_OWNER_OF]
    barred: i64 = controller
    if not_owner_of >= 0:
        die = named_die(s, base, not_owner_of)
        barred = -1
        if die >= 0:
            barred = s.owner[die]
    begin_options(s)
    for step in range(s.setup.players):
        seat = (controller + 1 + step) % s.setup.players
        if seat == barred:
            continue
        if having >= 0 and not any_match(s, program.filters[having], controller, seat, source, -1):
            continue
        add_option(s, option(code[at + offset.CHOOSE_SEAT_VERB], -1, -1, seat, 0))


def offer_areas(s: State, base: i64, f: Filter) -> None:
    """Ready Areas and quests with such dice in them; a quest is known by its first die."""
    source = s.stack[base + register.SOURCE]
    controller = s.stack[base + register.CONTROLLER]
    begin_options(s)
    for die in collect(s, f, controller, -1, source, -1):
        seat = s.owner[die]
        where = s.place[die]
        stands_for: i64 = -1
        if where == place.QUEST:
            stands_for = s.setup.first_die[s.quest[seat]]
        code = option(verb.AREA, stands_for, -1, seat, where)
        if not is_offered(s, verb.AREA, code):
            add_option(s, code, code)


def can_start(s: State, program: i64, source: i64, controller: i64, opponent: i64) -> bool:
    """Whether an ability that begins by choosing has something to choose (15.6)."""
    start = s.setup.catalog.programs[program]
    code = start.code
    at: i64 = 0
    if code[0] == op.SPEND:
        at = start.next[0]
    if code[at] == op.CHOOSE_AREA:
        area = start.filters[code[at + offset.CHOOSE_AREA_FILTER]]
        return any_match(s, area, controller, opponent, source, -1)
    if code[at] != op.CHOOSE or code[at + offset.CHOOSE_MAY]:
        return True
    f = start.filters[code[at + offset.CHOOSE_FILTER]]
    for die in collect(s, f, controller, opponent, source, -1):
        if _reachable(s, f, code[at + offset.CHOOSE_VERB], source, controller, die):
            return True
    return False


def _reachable(s: State, f: Filter, action: i64, source: i64, controller: i64, die: i64) -> bool:
    """Whether the die may be chosen.

    The 2011 books attach to one's own creatures only (10.2), unless the card itself says whose.
    """
    if s.flags[die] & flag.DYING:
        return False  # destroyed already
    if s.setup.slot[die] == s.setup.large_slot and action != verb.REROLL_DIE:
        return False  # 13.2
    if action == verb.COPY:
        return True  # nothing happens to what is copied
    if _spared(s, action, controller, die):
        return False
    if action == verb.ATTACH and f.whose == whose.ANYBODY and s.owner[die] != controller:
        return s.setup.attach_anywhere and can_target(s, source, controller, die)
    return can_target(s, source, controller, die)


def _spared(s: State, action: i64, controller: i64, die: i64) -> bool:
    """Whether the rules keep that from happening to the die, whatever the ability says."""
    if action == verb.REROLL_DIE:  # only what was rolled is rolled again (3.5)
        return s.place[die] == place.ACTIVE and s.flags[die] & flag.UNROLLED != 0
    if action == verb.UNLOCK_DIE or action == verb.DESTROY:
        return stays_locked(s, die)  # 15.20
    return action == verb.TAKE and controller == s.active and capture_limit(s)


def next_match(s: State, base: i64, f: Filter, after: i64) -> i64:
    """The matching die of the lowest index past one; -1 if none is left.

    Dice that were marked as chosen are so no longer when their turn comes.
    """
    source = s.stack[base + register.SOURCE]
    controller = s.stack[base + register.CONTROLLER]
    opponent = s.stack[base + register.OPPONENT]
    for die in range(after + 1, len(s.place)):
        if s.place[die] == place.WILDS:
            continue
        if not matches(s, f, die, controller, opponent, source, -1):
            continue
        if f.want & want.IS_CHOSEN:
            s.flags[die] &= ~flag.CHOSEN
        if s.setup.slot[die] == s.setup.large_slot or s.flags[die] & flag.DYING:
            continue  # never a target but of re-rolls (13.2); destroyed already
        if s.owner[die] == controller or f.want & want.IMMUNE_TOO or not immune(s, die, source):
            return die  # 10.5
    return -1
