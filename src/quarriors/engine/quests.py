"""Quests: going on one, completing one, and its die (section 12).

Two frames: `VENTURE` asks in phase 3 who goes where, `QUEST_CHECK` is the start of a turn for a
player whose creatures are on a quest; the battle for a quest is in `challenge`. All creatures of a
player that are on quests are on the same one: they leave it before others can go.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from quarriors.engine.challenge import send_home
from quarriors.engine.deeds import claim
from quarriors.engine.dice import (
    available,
    changed,
    cull,
    gain_glory,
    gain_quiddity,
    put,
    return_quest_die,
    roll,
    wild_die,
    zone,
)
from quarriors.engine.draws import UNTOUCHED, start_draw
from quarriors.engine.frames import call, call_carried, offer, pop, push, run_queue, start_program
from quarriors.engine.looks import abilities_of, creatures, creatures_in, level, look, standing
from quarriors.engine.numbers import extra_levels, value
from quarriors.engine.option import die_of, option, seat_in, verb_of
from quarriors.engine.pay import pay
from quarriors.engine.state import State
from quarriors.engine.words import (
    ASIDE,
    ATTACHED,
    BONUS,
    CHALLENGE_PRICE,
    CHOSEN,
    DO_CULL,
    DO_FIRST,
    DO_QUEST,
    DO_SEND,
    F_A,
    F_B,
    F_C,
    F_CONTROLLER,
    F_OPPONENT,
    F_POSITION,
    F_SOURCE,
    FRAME,
    LOG_MOVE,
    LOG_QUEST,
    LOG_QUEST_DIE,
    LOG_QUEST_DONE,
    LOG_QUEST_FAILED,
    MARK_ATTACK_FIRST,
    MARK_CHALLENGE,
    PASS,
    PICK_SEIZE,
    QUEST,
    QUEST_CHECK,
    QUEST_DIE,
    QUEST_DONE,
    QUEST_GLORY,
    QUEST_GUIDE,
    QUEST_OVER,
    READY,
    USED,
)

# --- going on a quest (phase 3) ----------------------------------------------------------------

V_WHERE: Final = 0
V_WHO: Final = 1
V_ORDER: Final = 2


def can_venture(s: State) -> bool:
    """Whether the active player could send anybody anywhere."""
    return len(_travellers(s)) > 0 and len(_destinations(s)) > 0


def _travellers(s: State) -> list[int]:
    """Assistants never quest (12.2)."""
    found: list[int] = []
    for die in creatures(s, s.active):
        if not s.table.is_assistant[s.table.slot[die]]:
            found.append(die)
    return found


def holder(s: State, slot: i64) -> i64:
    """Who is on that quest; -1 if nobody is."""
    for seat in range(s.table.players):
        if s.quest[seat] == slot and creatures_in(s, seat, QUEST):
            return seat
    return -1


def _destinations(s: State) -> list[int]:
    """Quests that can be started, or challenged for what their holder's creatures ask."""
    codes: list[int] = []
    at_hand = available(s)
    for slot in s.table.quests:
        seat = holder(s, slot)
        price = 0 if seat < 0 else _challenge_price(s, seat)
        if price <= at_hand:
            codes.append(option(DO_QUEST, s.table.first_die[slot], -1, seat, price))
    return codes


def _challenge_price(s: State, seat: i64) -> i64:
    found: i64 = 0
    if s.table.has_modifier[CHALLENGE_PRICE]:
        for die in creatures_in(s, seat, QUEST):
            for modifier in standing(s, die, CHALLENGE_PRICE):
                found += modifier.amount.constant
    return found


def step_venture(s: State) -> bool:
    """Who stays and who goes, and where, before anything is resolved (12.2)."""
    base = len(s.stack) - FRAME
    position = s.stack[base + F_POSITION]
    if position == V_WHERE:
        s.options = [*_destinations(s), PASS]
        return True
    if position == V_WHO:
        codes: list[int] = []
        seen: list[int] = []
        for die in _travellers(s):
            offer(s, codes, seen, DO_SEND, die, 0)
        if s.stack[base + F_B]:
            codes.append(PASS)
        if len(codes) > 1:
            s.options = codes
            return True
        answer_venture(s, codes[0] if codes else PASS)
        return False
    s.options = [option(DO_FIRST, -1, -1, -1, 0), option(DO_FIRST, -1, -1, -1, 1)]
    return True


def answer_venture(s: State, code: i64) -> None:
    """A destination, a traveller, nobody more, or what comes first."""
    base = len(s.stack) - FRAME
    verb = verb_of(code)
    if verb == DO_QUEST:
        slot = s.table.slot[die_of(code)]
        if code >> 24:
            pay(s, code >> 24)
        for seat in range(s.table.players):
            if s.quest[seat] == slot and seat != seat_in(code):
                s.quest = changed(s.quest, seat, -1)  # an effect took the last of a party away
        s.quest = changed(s.quest, s.active, slot)
        if seat_in(code) >= 0:
            s.marks |= MARK_CHALLENGE
            s.stack[base + F_OPPONENT] = int(seat_in(code))
        s.stack[base + F_POSITION] = V_WHO
    elif verb == DO_SEND:
        die = die_of(code)
        put(s, die, s.active, QUEST)
        s.stack[base + F_B] = 1
        if s.logging:
            s.note(LOG_QUEST, 1202, s.active, die, s.quest[s.active], 0)
    elif verb == DO_FIRST:
        if code >> 24 == 0:
            s.marks |= MARK_ATTACK_FIRST
        pop(s)
    elif s.stack[base + F_POSITION] == V_WHO and s.marks & MARK_CHALLENGE and _both(s):
        s.stack[base + F_POSITION] = V_ORDER
    else:
        pop(s)


def _both(s: State) -> bool:
    """Whether there is an attack beside the challenge, so that their order matters."""
    if not creatures(s, s.active):
        return False
    for seat in range(s.table.players):
        if seat != s.active and creatures(s, seat):
            return True
    return False


# --- completing a quest (phase 1) --------------------------------------------------------------

K_CHECK: Final = 0
K_EXPERT: Final = 1
K_CULL: Final = 2
K_GLORY: Final = 3
K_DIE: Final = 4
K_ROLLED: Final = 5
K_RESOLVE: Final = 6
K_BACK: Final = 7
K_OVER: Final = 8


def push_check(s: State) -> None:
    """The active player's quest is looked at (12.4)."""
    push(s, QUEST_CHECK, -1, s.active, -1, 0, 0, 0)


def quest_level(s: State, seat: i64) -> i64:
    """What the levels of a party come to when its quest is checked (12.4)."""
    party = creatures_in(s, seat, QUEST)
    found: i64 = 0
    for die in party:
        found += level(s, die) + extra_levels(s, die)
    if len(party) > 1:
        found += _best_of(s, party, QUEST_GUIDE)
    return found


def _best_of(s: State, party: list[int], kind: i64) -> i64:
    """The highest amount of a modifier in a party: several do not add up."""
    found: i64 = 0
    if s.table.has_modifier[kind]:
        for die in party:
            for modifier in standing(s, die, kind):
                amount = value(s, modifier.amount, s.owner[die], -1, die)
                if amount > found:
                    found = amount
    return found


def step_check(s: State) -> bool:
    """Levels, the way home, culls, Glory, the quest die (12.4, 12.5)."""
    base = len(s.stack) - FRAME
    seat = s.stack[base + F_CONTROLLER]
    position = s.stack[base + F_POSITION]
    slot = s.quest[seat]
    if position == K_CHECK:
        return _check(s, base, seat, slot)
    if position == K_EXPERT:
        return _expert(s, base, seat)
    if position == K_CULL:
        codes: list[int] = []
        seen: list[int] = []
        if s.stack[base + F_A] > 0:
            for die in zone(s, seat, USED):
                offer(s, codes, seen, DO_CULL, die, 0)
        if codes:
            codes.append(PASS)
            s.options = codes
            return True
        s.stack[base + F_POSITION] = K_GLORY
        return False
    s.stack[base + F_POSITION] = position + 1
    if position == K_GLORY:
        if s.stack[base + F_B] > 0:
            gain_glory(s, seat, s.stack[base + F_B], 1204)
        if not s.over:
            run_queue(s, s.stack[base + F_C] >> 16)
        return False
    if position == K_DIE:
        return _take_die(s, base, seat, slot)
    die = s.stack[base + F_SOURCE]
    if position == K_ROLLED:
        run_queue(s, (s.stack[base + F_C] >> 8) & 255)
    elif position == K_RESOLVE:
        _resolve(s, die, seat)
    elif position == K_BACK:
        if s.place[die] == ASIDE:
            return_quest_die(s, die)
        run_queue(s, s.stack[base + F_C] & 255)
    else:
        s.quest = changed(s.quest, seat, -1)
        pop(s)
    return False


def _check(s: State, base: i64, seat: i64, slot: i64) -> bool:
    """Enough levels or not; the party leaves, what its abilities say waits its turn."""
    party = creatures_in(s, seat, QUEST)
    total = quest_level(s, seat)
    if not party or total < s.table.cards[slot].level:
        if party and s.logging:
            s.note(LOG_QUEST_FAILED, 1204, seat, -1, slot, total)
        send_home(s, seat, 1204)
        pop(s)
        return False
    if s.logging:
        s.note(LOG_QUEST_DONE, 1204, seat, -1, slot, total)
    # Three events at three moments: each has its own stretch of the queue, the last one lowest.
    over = len(s.queue)
    _tell_party(s, party, seat, QUEST_OVER)
    rolled = len(s.queue)
    _tell_party(s, party, seat, QUEST_DIE)
    done = len(s.queue)
    _tell_party(s, party, seat, QUEST_DONE)
    s.stack[base + F_C] = (done << 16) | (rolled << 8) | over
    s.stack[base + F_B] = s.table.cards[slot].glory + int(_best_of(s, party, QUEST_GLORY))
    for die in party:
        put(s, die, seat, USED)
        s.flags[die] |= CHOSEN if s.table.expert_culling else 0
        if s.logging:
            s.note(LOG_MOVE, 1204, seat, die, USED, 0)
    s.stack[base + F_A] = len(party) if s.table.culls else 0
    s.stack[base + F_POSITION] = K_EXPERT if s.table.expert_culling else K_CULL
    return False


def _tell_party(s: State, party: list[int], seat: i64, event: i64) -> None:
    if not s.table.has_trigger[event]:
        return
    for die in party:
        for trigger in abilities_of(s, die, event):
            call(s, trigger, die, seat, -1, die)
        call_carried(s, event, die, seat, -1, die)


def _expert(s: State, base: i64, seat: i64) -> bool:
    """Only those who completed it may be culled, and all must be for the Glory (12.8)."""
    codes: list[int] = []
    seen: list[int] = []
    for die in zone(s, seat, USED):
        if s.flags[die] & CHOSEN:
            offer(s, codes, seen, DO_CULL, die, 0)
    if codes:
        codes.append(PASS)
        s.options = codes
        return True
    _leave_expert(s, base, seat)
    return False


def _leave_expert(s: State, base: i64, seat: i64) -> None:
    for die in zone(s, seat, USED):
        if s.flags[die] & CHOSEN:  # somebody was kept: no Glory
            s.stack[base + F_B] = 0
            s.flags[die] &= ~CHOSEN
    s.stack[base + F_POSITION] = K_GLORY


def _take_die(s: State, base: i64, seat: i64, slot: i64) -> bool:
    """A quest die from its card, or one seized from whoever holds it (12.6)."""
    die = wild_die(s, slot)
    if die >= 0:
        _roll_quest_die(s, base, die, seat)
        return False
    codes: list[int] = []
    for other in range(s.table.players):
        for place in (READY, ATTACHED):
            for held in zone(s, other, place):
                if s.table.slot[held] == slot:
                    codes.append(option(PICK_SEIZE, held, s.face[held], other, place))
    s.options = codes
    if len(codes) > 1:
        s.stack[base + F_POSITION] = K_DIE
        return True
    _roll_quest_die(s, base, die_of(codes[0]), seat)
    return False


def _roll_quest_die(s: State, base: i64, die: i64, seat: i64) -> None:
    put(s, die, seat, ASIDE)
    roll(s, die)
    s.flags[die] = 0
    s.stack[base + F_SOURCE] = int(die)
    if s.logging:
        s.note(LOG_QUEST_DIE, 1205, seat, die, s.face[die], 0)


def _resolve(s: State, die: i64, seat: i64) -> None:
    """Quiddity, dice, the card's bonus, or a quartifact (12.5)."""
    now = look(s, die)
    table = s.table
    if table.quartifact[now]:
        claim(s, die, seat)
    elif table.quiddity[now] > 0:
        gain_quiddity(s, seat, table.quiddity[now])
    elif table.draw[now]:
        start_draw(s, seat, table.draw[now], UNTOUCHED, 0)
    else:
        for trigger in abilities_of(s, die, BONUS):
            start_program(s, trigger.program.index, die, seat, -1, die)


def answer_check(s: State, code: i64) -> None:
    """A cull, no more culls, or whose quest die is seized."""
    base = len(s.stack) - FRAME
    seat = s.stack[base + F_CONTROLLER]
    verb = verb_of(code)
    expert = s.stack[base + F_POSITION] == K_EXPERT
    if verb == PICK_SEIZE:
        s.stack[base + F_POSITION] = K_ROLLED
        _roll_quest_die(s, base, die_of(code), seat)
    elif verb == DO_CULL:
        s.stack[base + F_A] -= 1
        cull(s, die_of(code))
    elif expert:
        _leave_expert(s, base, seat)
    else:
        s.stack[base + F_POSITION] = K_GLORY
