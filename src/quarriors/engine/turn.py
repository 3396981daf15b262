"""A turn from its beginning to cleaning up (sections 5, 7 and 8), and the deeds of each phase.

The frame `TURN` lies at the bottom of the stack for the whole game; scoring and the attack are
frames of their own that it pushes.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from quarriors.engine.battle import tell_area
from quarriors.engine.challenge import push_challenge
from quarriors.engine.deeds import check_empty, entered
from quarriors.engine.dice import changed, put, roll, spend, spend_for_quiddity, wild_die, zone
from quarriors.engine.draws import ROLL_ALL, ROLL_THEM, start_draw
from quarriors.engine.extras import equip, must_lock, use_anchor
from quarriors.engine.frames import call, open_window, push, run_queue, start_program
from quarriors.engine.locks import UNLOCK_PRICE, lock, unlock
from quarriors.engine.looks import abilities_of, creatures, has_creature, standing
from quarriors.engine.luck import seeded
from quarriors.engine.offers import (
    add_spells,
    capture_options,
    castable,
    clean_options,
    immediate_options,
    open_options,
    ready_options,
)
from quarriors.engine.option import die_of, option, seat_in, verb_of
from quarriors.engine.pay import pay, pay_capture
from quarriors.engine.quests import can_venture, push_check
from quarriors.engine.score import push_score
from quarriors.engine.state import State
from quarriors.engine.windows import cast_away, use_reaction
from quarriors.engine.words import (
    ACTIVE,
    ASIDE,
    ATTACK,
    BAG,
    BY_ROUND_LIMIT,
    CAST,
    CHAINED,
    DO_ANCHOR,
    DO_CAPTURE,
    DO_CAST,
    DO_EQUIP,
    DO_FIRST,
    DO_LOCK,
    DO_READY,
    DO_RETIRE,
    DO_SPEND,
    DO_SUMMON,
    DO_SWITCH,
    DO_UNLOCK,
    DRAW_LESS,
    EVENTS,
    F_POSITION,
    FOE_SUMMONS,
    FRAME,
    FRESH,
    IMMEDIATE,
    IN_CAPTURE,
    LOCKED_NOW,
    LOG_CAPTURE,
    LOG_CAST,
    LOG_CLEAN,
    LOG_MOVE,
    LOG_OVER,
    LOG_PHASE,
    LOG_READY,
    LOG_SPEND,
    LOG_SUMMON,
    LOG_TURN,
    MARK_ATTACK,
    MARK_ATTACK_FIRST,
    MARK_BATTLE_OVER,
    MARK_CAPTURE,
    MARK_CHALLENGE,
    MARK_LOCKED,
    MARK_SAVED,
    NEW,
    ON_ATTACK_END,
    ON_PHASE_END,
    OWN_TURN,
    PASS,
    PHASE_ATTACK,
    PHASE_CAPTURE,
    PHASE_CLEAN,
    PHASE_READY,
    PHASE_ROLL,
    PHASE_SCORE,
    PLACES,
    QUEST,
    READY,
    ROW_DRAW,
    ROW_NEXT_CAPTURE,
    ROW_WIDTH,
    SAFE,
    SPENT,
    STEAD,
    SUMMON_LIMIT,
    SUMMONED,
    SWITCHED,
    USE_ABILITY,
    USE_AS_QUIDDITY,
    USE_BOTH,
    USE_DRAW,
    USE_REROLL,
    USED,
    VENTURE,
)

DRAWN_EACH_TURN: Final = 6  # 5.1
SMALL_DRAW: Final = 2  # in the first turns of Light vs. Dark (13.3), later one more
SMALL_DRAWS: Final = 2  # turns
PHASE_RULES: Final = [0, 401, 501, 503, 601, 701, 801]  # the rule that opens each phase

T_BEGIN: Final = 0
T_DRAW: Final = 1
T_IMMEDIATE: Final = 2
T_READY: Final = 3
T_CAST: Final = 4
T_AFTER_ATTACK: Final = 5
T_CAPTURE: Final = 6
T_CLEAN: Final = 7
T_SCORE_FIRST: Final = 8  # creatures or the quest: the player chooses (12.4)
T_ATTACK: Final = 9
T_BETWEEN: Final = 10  # one of attack and challenge is over, the other to come (15.22)
T_BATTLES_OVER: Final = 11
T_SPELLS_FIRST: Final = 12  # spells before anything scores, by the 2011 books (15.23)


def step_turn(s: State) -> bool:
    """Go on with the turn until the active player must choose: True, or another frame is due."""
    while True:
        position = s.stack[F_POSITION]
        if position == T_READY:
            if s.phase == PHASE_ROLL:  # a summon rolled dice: immediates are open again (5.4)
                s.stack[F_POSITION] = T_IMMEDIATE
                continue
            codes = ready_options(s)
        elif position == T_IMMEDIATE:
            codes = immediate_options(s)
        elif position == T_CAPTURE:
            codes = capture_options(s)
        elif position == T_CAST or (position == T_BETWEEN and _second_battle(s)):
            codes = open_options(s)
        elif s.table.early_spells and (position == T_SPELLS_FIRST or position == T_DRAW):
            codes = []
            add_spells(s, codes)
        elif position == T_CLEAN:
            codes = clean_options(s)
        elif position == T_SCORE_FIRST:
            s.options = [option(DO_FIRST, -1, -1, -1, 0), option(DO_FIRST, -1, -1, -1, 1)]
            return True
        else:
            codes = []
        if codes:
            if position != T_READY or not must_lock(s):
                codes.append(PASS)
            s.options = codes
            if len(codes) > 1:
                return True
            answer_turn(s, codes[0])  # only the lock that cannot be avoided (11.1)
            if len(s.stack) > FRAME:
                return False
            continue
        _pass(s)
        # Scoring or an attack may have been pushed, and a doomed creature is to be looked for.
        if s.over or len(s.stack) > FRAME or s.table.doomed:
            return False


def _phase(s: State, phase: i64) -> None:
    s.phase = phase
    if s.logging:
        s.note(LOG_PHASE, PHASE_RULES[phase], s.active, -1, phase, 0)


def _begin(s: State) -> None:
    """A new turn; a game that goes on for ever is declared over (15.9)."""
    if s.turn >= s.table.players * s.table.rules.round_limit:
        s.over = BY_ROUND_LIMIT
        if s.logging:
            s.note(LOG_OVER, 1509, -1, -1, BY_ROUND_LIMIT, 0)
        return
    s.turn += 1
    if s.key:
        s.rng = seeded(s.key, f"turn/{s.turn}")
    s.captures = s.table.captures
    if s.logging:
        s.note(LOG_TURN, 204, s.active, -1, s.turn, 0)
    if s.rows:
        _end_rows(s, s.active)
    _phase(s, PHASE_SCORE)
    if s.quest[s.active] >= 0 and not zone(s, s.active, QUEST):
        s.quest = changed(s.quest, s.active, -1)  # an effect took the last of the party away
    if s.table.early_spells and (s.quest[s.active] >= 0 or has_creature(s, s.active)):
        s.stack[F_POSITION] = T_SPELLS_FIRST
    else:
        _begin_scoring(s)


def _begin_scoring(s: State) -> None:
    """Everything in the Ready Area scores, and a quest is looked at (4.1, 12.4)."""
    s.stack[F_POSITION] = T_DRAW
    scorers = creatures(s, s.active)
    if s.quest[s.active] < 0:
        if scorers:
            push_score(s, s.active, scorers)
    elif scorers:
        s.stack[F_POSITION] = T_SCORE_FIRST
    else:
        push_check(s)


def _score_first(s: State, quest: bool) -> None:
    """Both are pushed: what comes first lies on top (12.4)."""
    s.stack[F_POSITION] = T_DRAW
    scorers = creatures(s, s.active)
    if quest:
        push_score(s, s.active, scorers)
        push_check(s)
    else:
        push_check(s)
        push_score(s, s.active, scorers)


def _end_rows(s: State, until: i64) -> None:
    """Lasting effects that end with the turn (-1) or when somebody's turn begins."""
    kept: list[int] = []
    rows = s.rows
    for at in range(0, len(rows), ROW_WIDTH):
        if rows[at + 3] != until:
            kept.extend(rows[at : at + ROW_WIDTH])
    s.rows = kept


def _pass(s: State) -> None:
    """The active player has nothing more to do here: the next step begins."""
    position = s.stack[F_POSITION]
    if position == T_BEGIN:
        _begin(s)
    elif position == T_SPELLS_FIRST:
        _begin_scoring(s)
    elif position == T_DRAW:
        _draw_and_roll(s)
    elif position == T_IMMEDIATE:
        _end_immediates(s)
    elif position == T_READY:
        _phase(s, PHASE_ATTACK)
        s.stack[F_POSITION] = T_CAST
        open_window(s, ON_PHASE_END, -1)
    elif position == T_CAST:
        s.stack[F_POSITION] = T_ATTACK
        if s.table.quests and can_venture(s):
            push(s, VENTURE, -1, s.active, -1, 0, 0, 0)
    elif position == T_ATTACK:
        s.stack[F_POSITION] = T_BETWEEN
        _first_battle(s)
    elif position == T_BETWEEN:
        s.stack[F_POSITION] = T_BATTLES_OVER
        battle = _second_battle(s)
        if battle:
            _push_battle(s, battle)
    elif position == T_BATTLES_OVER:
        s.stack[F_POSITION] = T_AFTER_ATTACK
        open_window(s, ON_ATTACK_END, -1)
    elif position == T_AFTER_ATTACK:
        s.stack[F_POSITION] = T_CAPTURE
        s.marks |= MARK_BATTLE_OVER
        _phase(s, PHASE_CAPTURE)
    elif position == T_CAPTURE:
        _phase(s, PHASE_CLEAN)
        s.stack[F_POSITION] = T_CLEAN
    elif position == T_CLEAN:
        _clean_up(s)


def _draw_and_roll(s: State) -> None:
    """Draw six and roll the whole Active Pool (5.1); Light vs. Dark draws less (13.2, 13.3)."""
    _phase(s, PHASE_ROLL)
    s.stack[F_POSITION] = T_IMMEDIATE
    seat = s.active
    table = s.table
    count: i64 = DRAWN_EACH_TURN
    if table.small_draw:
        count = SMALL_DRAW if s.turn <= SMALL_DRAWS * table.players else SMALL_DRAW + 1
    if table.large_slot >= 0:
        for die in zone(s, seat, ASIDE)[:]:
            if table.slot[die] == table.large_slot:
                put(s, die, seat, ACTIVE)
    for die in zone(s, seat, ACTIVE):
        if s.flags[die] & STEAD:
            count -= 1
    if table.has_modifier[DRAW_LESS]:
        for die in zone(s, seat, READY):
            for modifier in standing(s, die, DRAW_LESS):
                count -= modifier.amount.constant
    more: i64 = 0
    rows = s.rows
    for at in range(0, len(rows), ROW_WIDTH):
        if rows[at] == ROW_DRAW and rows[at + 1] == seat:
            more += rows[at + 2]
    start_draw(s, seat, count if count > 0 else 0, ROLL_ALL, more)


def _first_battle(s: State) -> None:
    """The attack or a challenge, whichever the player chose to come first (12.2)."""
    if _can_attack(s):
        s.marks |= MARK_ATTACK
    if s.marks & MARK_CHALLENGE and not s.marks & MARK_ATTACK_FIRST:
        _push_battle(s, MARK_CHALLENGE)
    elif s.marks & MARK_ATTACK:
        _push_battle(s, MARK_ATTACK)


def _second_battle(s: State) -> i64:
    """The mark of the battle that is still to come; 0 if there is none."""
    if not s.marks & MARK_CHALLENGE:
        return 0
    if s.marks & MARK_ATTACK_FIRST:
        return MARK_CHALLENGE
    return MARK_ATTACK if s.marks & MARK_ATTACK and _can_attack(s) else 0


def _push_battle(s: State, which: i64) -> None:
    if which == MARK_CHALLENGE:
        push_challenge(s)
    else:
        push(s, ATTACK, -1, s.active, -1, 0, 0, 0)


def _can_attack(s: State) -> bool:
    """Somebody attacks, and only opponents with a creature defend (6.2)."""
    if not has_creature(s, s.active):
        return False
    for seat in range(s.table.players):
        if seat != s.active and has_creature(s, seat):
            return True
    return False


def answer_turn(s: State, code: i64) -> None:
    """Do what the active player chose."""
    verb = verb_of(code)
    die = die_of(code)
    if verb == PASS:
        _pass(s)
    elif verb == DO_SUMMON:
        _summon(s, die, code >> 24)
    elif verb == DO_SPEND:
        spend_for_quiddity(s, die)
    elif verb == DO_CAPTURE:
        _capture(s, s.table.slot[die], code >> 24)
    elif verb == DO_CAST:
        _cast(s, die)
    elif verb == DO_READY:
        put(s, die, s.active, READY)
        s.flags[die] = 0
        if s.logging:
            s.note(LOG_READY, 503, s.active, die, s.face[die], 0)
    elif verb == DO_SWITCH:
        use_reaction(s, die, OWN_TURN if s.phase != PHASE_CAPTURE else OWN_TURN | IN_CAPTURE, -1)
    elif verb == DO_LOCK:
        seat = seat_in(code)
        if seat == s.active:
            s.marks |= MARK_LOCKED
        lock(s, die, seat)
    elif verb == DO_UNLOCK:
        pay(s, UNLOCK_PRICE)
        unlock(s, die)
    elif verb == DO_ANCHOR:
        use_anchor(s, s.table.slot[die])
    elif verb == DO_EQUIP:
        equip(s, die)
    elif verb == DO_FIRST:
        _score_first(s, code >> 24 == 1)
    elif verb == DO_RETIRE:
        put(s, die, s.active, USED)
        if s.logging:
            s.note(LOG_MOVE, 801, s.active, die, USED, 0)
    else:
        _use_immediate(s, die, verb)


# --- phase 2: immediate effects ----------------------------------------------------------------


def _use_immediate(s: State, die: i64, verb: i64) -> None:
    table = s.table
    look = table.base[die] + s.face[die]
    if verb == USE_ABILITY:
        trigger = table.triggers[look * EVENTS + IMMEDIATE][0]
        start_program(s, trigger.program.index, die, s.active, -1, die)
        if s.logging:
            s.note(LOG_CAST, 502, s.active, die, s.face[die], 0)
        return
    if verb == USE_REROLL or verb == USE_BOTH:
        if verb == USE_BOTH:
            s.flags[die] = 0
            start_draw(s, s.active, table.draw[look], ROLL_THEM, 0)
        roll(s, die)
        return
    amount = 1 if verb == USE_AS_QUIDDITY else table.quiddity[look]
    spend(s, die)
    if not table.spent_pile:
        s.flags[die] |= CHAINED
    if verb == USE_AS_QUIDDITY:
        _end_chain(s)
    if amount > 0:
        s.pool += amount
    if s.logging:
        s.note(LOG_SPEND, 502, s.active, die, amount if amount > 0 else 0, s.pool)
    if verb == USE_DRAW:
        start_draw(s, s.active, table.draw[look], ROLL_THEM, 0)


def _end_chain(s: State) -> None:
    """Only the last die of a chain counts as quiddity: the other draws are over (15.8)."""
    for die in zone(s, s.active, ACTIVE):
        if s.table.draw[s.table.base[die] + s.face[die]]:
            s.flags[die] &= ~FRESH


def _end_immediates(s: State) -> None:
    """Immediates are used right after the roll or not at all (5.2)."""
    for die in zone(s, s.active, ACTIVE):
        s.flags[die] &= ~FRESH
    if not s.table.spent_pile:
        for die in zone(s, s.active, BAG):
            s.flags[die] = 0
        for die in zone(s, s.active, USED):
            s.flags[die] = 0
    _phase(s, PHASE_READY)
    s.stack[F_POSITION] = T_READY


# --- phase 2: ready, summon, cast, pay ---------------------------------------------------------


def _cast(s: State, die: i64) -> None:
    """Spend the spell and do what it says (10.1); an attach spell is laid down instead (10.2)."""
    trigger = castable(s, die)
    if trigger is None:
        return
    if s.logging:
        s.note(LOG_CAST, 1001, s.active, die, s.face[die], 0)
    if trigger.event == CAST:
        cast_away(s, die)
    start_program(s, trigger.program.index, die, s.active, -1, -1)


def _summon(s: State, die: i64, cost: i64) -> None:
    """Pay the level and move the creature to the Ready Area (5.4)."""
    pay(s, cost)
    put(s, die, s.active, READY)
    s.flags[die] = NEW if s.table.quests else 0  # only quartifacts ask (12.6)
    if s.table.has_modifier[SUMMON_LIMIT]:
        slot = s.table.slot[die]
        s.summoned = changed(s.summoned, slot, s.summoned[slot] + 1)
    if s.logging:
        s.note(LOG_SUMMON, 504, s.active, die, cost, s.face[die])
    start = len(s.queue)
    for trigger in abilities_of(s, die, SUMMONED):
        call(s, trigger, die, s.active, -1, die)
    entered(s, die)
    if s.table.has_trigger[FOE_SUMMONS]:
        for seat in range(s.table.players):
            if seat != s.active:
                tell_area(s, FOE_SUMMONS, seat, READY, s.active)
    run_queue(s, start)


# --- phase 4: capture --------------------------------------------------------------------------


def _capture(s: State, slot: i64, cost: i64) -> None:
    """Pay, take a die into the Used Pile, look for four empty cards (7.1, 7.3)."""
    pay_capture(s, slot, cost)
    die = wild_die(s, slot)
    s.captures += s.table.more_captures[slot] - 1
    s.marks += MARK_CAPTURE
    if s.rows:
        _use_discount(s)
    put(s, die, s.active, USED)
    if s.logging:
        s.note(LOG_CAPTURE, 701, s.active, die, cost, USED)
    check_empty(s)


def _use_discount(s: State) -> None:
    """What lowers the price of one capture only is used up."""
    kept: list[int] = []
    rows = s.rows
    for at in range(0, len(rows), ROW_WIDTH):
        if rows[at] != ROW_NEXT_CAPTURE:
            kept.extend(rows[at : at + ROW_WIDTH])
    s.rows = kept


# --- phase 5: clean up -------------------------------------------------------------------------


def _to_used(s: State, seat: i64, place: i64) -> None:
    """A whole place to the Used Pile."""
    left = zone(s, seat, place)
    for die in left:
        s.place[die] = USED
        s.flags[die] = 0
    zone(s, seat, USED).extend(left)
    s.zones[seat * PLACES + place - 1] = []


def _set_aside(s: State, seat: i64) -> None:
    """Large Quiddity dice wait for the next turn (13.2)."""
    for place in (ACTIVE, SPENT):
        for die in zone(s, seat, place)[:]:
            if s.table.slot[die] == s.table.large_slot:
                put(s, die, seat, ASIDE)
                s.flags[die] = 0


def _clean_up(s: State) -> None:
    """Spent and unused dice to the Used Pile, quiddity and effects gone, next player (8.1)."""
    seat = s.active
    if s.logging:
        moved = len(zone(s, seat, ACTIVE)) + len(zone(s, seat, SPENT))
        s.note(LOG_CLEAN, 801, seat, -1, moved, s.pool)
    if s.table.large_slot >= 0:
        _set_aside(s, seat)
    _to_used(s, seat, ACTIVE)
    _to_used(s, seat, SPENT)  # a reaction spent in another's turn waits for its owner's (15.19)
    if s.marks & MARK_SAVED:
        _forget(s, SAFE)
    s.pool = 0
    s.light = 0
    s.dark = 0
    s.marks = 0
    s.discount = 0
    s.scored = 0
    s.hit = 0
    if s.rows:
        _end_rows(s, -1)
    if s.table.has_modifier[SUMMON_LIMIT]:
        s.summoned = [0] * len(s.summoned)
    if s.table.once or s.table.locks or s.table.quests:
        _forget(s, SWITCHED | NEW | LOCKED_NOW)
    s.active = (seat + 1) % s.table.players
    s.stack[F_POSITION] = T_BEGIN


def _forget(s: State, flags: i64) -> None:
    """What was true of creatures in this turn only."""
    for seat in range(s.table.players):
        for die in zone(s, seat, READY):
            s.flags[die] &= ~flags
        for die in zone(s, seat, QUEST):
            s.flags[die] &= ~flags
