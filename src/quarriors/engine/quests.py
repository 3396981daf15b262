"""Quests: going on one, completing one, and its die (section 12).

Two frames: `VENTURE` asks in phase 3 who goes where, `QUEST_CHECK` is the start of a turn for a
player whose creatures are on a quest; the battle for a quest is in `challenge`. All creatures of a
player that are on quests are on the same one: they leave it before others can go.
"""

from __future__ import annotations

from mypy_extensions import i64

from quarriors.engine.appearance import (
    abilities_of,
    creatures_in,
    has_creature,
    is_creature,
    level,
    look,
    standing,
)
from quarriors.engine.challenge import send_home
from quarriors.engine.dice import (
    available,
    cull,
    gain_glory,
    gain_quiddity,
    put,
    return_quest_die,
    roll,
    wild_die,
)
from quarriors.engine.draws import UNTOUCHED, start_draw
from quarriors.engine.filters import value
from quarriors.engine.frames import (
    call,
    call_carried,
    pop,
    push_quest_check,
    run_queue,
    start_program,
)
from quarriors.engine.ids import (
    event,
    flag,
    log,
    place,
    quest_step,
    register,
    trait,
    turn_flag,
    venture_step,
    verb,
)
from quarriors.engine.option import die_of, number_in, option, seat_in, verb_of
from quarriors.engine.options import add_option, begin_options, offer
from quarriors.engine.pay import pay
from quarriors.engine.quartifacts import claim
from quarriors.engine.state import State, changed, zone
from quarriors.engine.stats import extra_levels
from quarriors.engine.vectors import vec

# --- going on a quest (phase 3) ----------------------------------------------------------------


def can_venture(s: State) -> bool:
    """Whether the active player could send anybody anywhere."""
    return _has_traveller(s) and _has_destination(s)


def _has_traveller(s: State) -> bool:
    """Whether the active player has a creature that could go."""
    for die in zone(s, s.active, place.READY):
        if _can_travel(s, die):
            return True
    return False


def _can_travel(s: State, die: i64) -> bool:
    """Whether a die of a Ready Area could go; starting creatures never quest (12.2)."""
    return is_creature(s, die) and not s.setup.never_quests[s.setup.slot[die]]


def holder(s: State, slot: i64) -> i64:
    """Who is on that quest; -1 if nobody is."""
    for seat in range(s.setup.players):
        if s.quest[seat] == slot and len(creatures_in(s, seat, place.QUEST)) > 0:
            return seat
    return -1


def _has_destination(s: State) -> bool:
    """Whether the active player could go to a quest and pay for it."""
    at_hand = available(s)
    for slot in s.setup.quests:
        if _price(s, holder(s, slot)) <= at_hand:
            return True
    return False


def _add_destinations(s: State) -> None:
    """Quests that can be started, or challenged for what their holder's creatures ask."""
    at_hand = available(s)
    for slot in s.setup.quests:
        seat = holder(s, slot)
        price = _price(s, seat)
        if price <= at_hand:
            add_option(s, option(verb.QUEST, s.setup.first_die[slot], -1, seat, price))


def _price(s: State, seat: i64) -> i64:
    """What it costs to go to a quest that is held by that seat, -1 if by nobody."""
    found: i64 = 0
    if seat >= 0 and s.setup.has_modifier[trait.CHALLENGE_PRICE]:
        for die in creatures_in(s, seat, place.QUEST):
            for modifier in standing(s, die, trait.CHALLENGE_PRICE):
                found += modifier.amount.constant
    return max(found, 0)


def step_venture(s: State) -> bool:
    """Who stays and who goes, and where, before anything is resolved (12.2)."""
    base = s.top
    position = s.stack[base + register.POSITION]
    begin_options(s)
    if position == venture_step.WHERE:
        _add_destinations(s)
        add_option(s, verb.PASS)
        return True
    if position == venture_step.WHO:
        for die in zone(s, s.active, place.READY):
            if _can_travel(s, die):
                offer(s, verb.VENTURE, die, 0)
        if s.stack[base + register.SENT] or s.offered == 0:
            add_option(s, verb.PASS)
        if s.offered > 1:
            return True
        answer_venture(s, s.options[0])
        return False
    add_option(s, option(verb.FIRST, -1, -1, -1, 0))
    add_option(s, option(verb.FIRST, -1, -1, -1, 1))
    return True


def answer_venture(s: State, code: i64) -> None:
    """A destination, a traveller, nobody more, or what comes first."""
    base = s.top
    action = verb_of(code)
    if action == verb.QUEST:
        _go_to(s, base, s.setup.slot[die_of(code)], seat_in(code), number_in(code))
    elif action == verb.VENTURE:
        die = die_of(code)
        put(s, die, s.active, place.QUEST)
        s.stack[base + register.SENT] = 1
        if s.logging:
            s.note(log.QUEST, 1202, s.active, die, s.quest[s.active], 0)
    elif action == verb.FIRST:
        if number_in(code) == 0:
            s.turn_flags |= turn_flag.ATTACK_FIRST
        pop(s)
    elif s.stack[base + register.POSITION] == venture_step.WHO and _has_two_battles(s):
        s.stack[base + register.POSITION] = venture_step.ORDER
    else:
        pop(s)


def _go_to(s: State, base: i64, slot: i64, held_by: i64, price: i64) -> None:
    """Choose a quest and pay for it; one that is held has to be won in a challenge."""
    if price:
        pay(s, price)
    for seat in range(s.setup.players):
        if s.quest[seat] == slot and seat != held_by:
            s.quest = changed(s.quest, seat, -1)  # an effect took the last of a party away
    s.quest = changed(s.quest, s.active, slot)
    if held_by >= 0:
        s.turn_flags |= turn_flag.CHALLENGE
        s.stack[base + register.OPPONENT] = held_by
    s.stack[base + register.POSITION] = venture_step.WHO


def _has_two_battles(s: State) -> bool:
    """Whether there is an attack beside the challenge, so that their order matters."""
    if not s.turn_flags & turn_flag.CHALLENGE or not has_creature(s, s.active):
        return False
    for seat in range(s.setup.players):
        if seat != s.active and has_creature(s, seat):
            return True
    return False


# --- completing a quest (phase 1) --------------------------------------------------------------


def quest_level(s: State, seat: i64) -> i64:
    """What the levels of a party come to when its quest is checked (12.4)."""
    party = creatures_in(s, seat, place.QUEST)
    found: i64 = 0
    for die in party:
        found += level(s, die) + extra_levels(s, die)
    if len(party) > 1:
        found += _best_of(s, party, trait.QUEST_GUIDE)
    return found


def _best_of(s: State, party: vec[i64], kind: i64) -> i64:
    """The highest amount of a modifier in a party: several do not add up."""
    found: i64 = 0
    if s.setup.has_modifier[kind]:
        for die in party:
            for modifier in standing(s, die, kind):
                found = max(found, value(s, modifier.amount, s.owner[die], -1, die))
    return found


def step_check(s: State) -> bool:
    """Levels, the way home, culls, Glory, the quest die (12.4, 12.5)."""
    base = s.top
    seat = s.stack[base + register.CONTROLLER]
    position = s.stack[base + register.POSITION]
    if position == quest_step.EXPERT_CULL:
        return _offer_expert_culls(s, base, seat)
    if position == quest_step.CULL:
        return _offer_culls(s, base, seat)
    if position == quest_step.TAKE_DIE:
        return _take_die(s, base, seat)
    if position == quest_step.LEVELS:
        _check_levels(s, base, seat)
    elif position == quest_step.GLORY:
        s.stack[base + register.POSITION] = quest_step.TAKE_DIE
        if s.stack[base + register.QUEST_GLORY] > 0:
            gain_glory(s, seat, s.stack[base + register.QUEST_GLORY], 1204)
        if not s.over:
            run_queue(s, s.stack[base + register.DONE_START])
    elif position == quest_step.ROLLED:
        s.stack[base + register.POSITION] = quest_step.RESOLVE_DIE
        run_queue(s, s.stack[base + register.ROLLED_START])
    elif position == quest_step.RESOLVE_DIE:
        s.stack[base + register.POSITION] = quest_step.RETURN_DIE
        _resolve(s, s.stack[base + register.SOURCE], seat)
    elif position == quest_step.RETURN_DIE:
        if s.place[s.stack[base + register.SOURCE]] == place.ASIDE:
            return_quest_die(s, s.stack[base + register.SOURCE])
        pop(s)
    else:
        s.quest = changed(s.quest, seat, -1)
        pop(s)
    return False


def _check_levels(s: State, base: i64, seat: i64) -> None:
    """Enough levels or not; in either case the party leaves."""
    slot = s.quest[seat]
    party = creatures_in(s, seat, place.QUEST)
    total = quest_level(s, seat)
    if len(party) > 0 and total >= s.setup.cards[slot].level:
        if s.logging:
            s.note(log.QUEST_DONE, 1204, seat, -1, slot, total)
        _complete(s, base, seat, party)
        return
    if len(party) > 0 and s.logging:
        s.note(log.QUEST_FAILED, 1204, seat, -1, slot, total)
    send_home(s, seat, 1204)
    pop(s)


def _complete(s: State, base: i64, seat: i64, party: vec[i64]) -> None:
    """The party goes home, what its abilities say waits its turn, and rewards are next.

    Three events come at three moments, and the abilities that answer each have their own stretch of
    the queue, the last event lowest. Before them in the queue may be what comes before creatures
    score, if the player chose the quest to come first. So three frames follow, from the top: the
    rewards, which run the other two stretches; the answers to the end of the quest; and this one,
    which then only ends it.
    """
    over_start = s.queued
    _tell_party(s, party, seat, event.QUEST_OVER)
    rolled_start = s.queued
    _tell_party(s, party, seat, event.QUEST_DIE)
    done_start = s.queued
    _tell_party(s, party, seat, event.QUEST_DONE)
    glory = s.setup.cards[s.quest[seat]].glory + _best_of(s, party, trait.QUEST_GLORY)
    _leave(s, party, seat)
    culls: i64 = 0
    if s.setup.culls:
        culls = len(party)
    s.stack[base + register.POSITION] = quest_step.OVER
    run_queue(s, over_start)
    rewards = push_quest_check(s, seat)
    s.stack[rewards + register.POSITION] = quest_step.CULL
    if s.setup.expert_culling:
        s.stack[rewards + register.POSITION] = quest_step.EXPERT_CULL
    s.stack[rewards + register.QUEST_GLORY] = glory
    s.stack[rewards + register.CULLS_LEFT] = culls
    s.stack[rewards + register.ROLLED_START] = rolled_start
    s.stack[rewards + register.DONE_START] = done_start


def _tell_party(s: State, party: vec[i64], seat: i64, kind: i64) -> None:
    """Let the abilities of a party, and of what it carries, that answer an event wait."""
    if not s.setup.has_trigger[kind]:
        return
    for die in party:
        for trigger in abilities_of(s, die, kind):
            call(s, trigger, die, seat, -1, die)
        call_carried(s, kind, die, seat, -1, die)


def _leave(s: State, party: vec[i64], seat: i64) -> None:
    """A party that completed its quest goes to the Used Pile (12.4)."""
    for die in party:
        put(s, die, seat, place.USED)
        if s.setup.expert_culling:
            s.flags[die] |= flag.CHOSEN
        if s.logging:
            s.note(log.MOVE, 1204, seat, die, place.USED, 0)


def _offer_culls(s: State, base: i64, seat: i64) -> bool:
    """A cull for each creature that completed the quest (12.4)."""
    begin_options(s)
    if s.stack[base + register.CULLS_LEFT] > 0:
        for die in zone(s, seat, place.USED):
            offer(s, verb.CULL, die, 0)
    if s.offered > 0:
        add_option(s, verb.PASS)
        return True
    s.stack[base + register.POSITION] = quest_step.GLORY
    return False


def _offer_expert_culls(s: State, base: i64, seat: i64) -> bool:
    """Only those who completed it may be culled, and all must be for the Glory (12.8)."""
    begin_options(s)
    for die in zone(s, seat, place.USED):
        if s.flags[die] & flag.CHOSEN:
            offer(s, verb.CULL, die, 0)
    if s.offered > 0:
        add_option(s, verb.PASS)
        return True
    _end_expert_culls(s, base, seat)
    return False


def _end_expert_culls(s: State, base: i64, seat: i64) -> None:
    """No more is culled: if anybody was kept, there is no Glory (12.8)."""
    for die in zone(s, seat, place.USED):
        if s.flags[die] & flag.CHOSEN:
            s.stack[base + register.QUEST_GLORY] = 0
            s.flags[die] &= ~flag.CHOSEN
    s.stack[base + register.POSITION] = quest_step.GLORY


def answer_check(s: State, code: i64) -> None:
    """A cull, no more culls, or whose quest die is seized."""
    base = s.top
    seat = s.stack[base + register.CONTROLLER]
    action = verb_of(code)
    if action == verb.SEIZE:
        _roll_quest_die(s, base, die_of(code), seat)
    elif action == verb.CULL:
        s.stack[base + register.CULLS_LEFT] -= 1
        cull(s, die_of(code))
    elif s.stack[base + register.POSITION] == quest_step.EXPERT_CULL:
        _end_expert_culls(s, base, seat)
    else:
        s.stack[base + register.POSITION] = quest_step.GLORY


# --- the quest die -----------------------------------------------------------------------------


def _take_die(s: State, base: i64, seat: i64) -> bool:
    """A quest die from its card, or one seized from a player who holds it (12.6)."""
    slot = s.quest[seat]
    die = wild_die(s, slot)
    if die < 0:
        begin_options(s)
        for other in range(s.setup.players):
            _add_seizable(s, slot, other, place.READY)
            _add_seizable(s, slot, other, place.ATTACHED)
        if s.offered > 1:
            return True
        die = die_of(s.options[0])
    _roll_quest_die(s, base, die, seat)
    return False


def _add_seizable(s: State, slot: i64, seat: i64, where: i64) -> None:
    """The dice of a quest that somebody has in that place."""
    for die in zone(s, seat, where):
        if s.setup.slot[die] == slot:
            add_option(s, option(verb.SEIZE, die, s.face[die], seat, where))


def _roll_quest_die(s: State, base: i64, die: i64, seat: i64) -> None:
    """Roll the die of the quest that was completed (12.5)."""
    s.stack[base + register.POSITION] = quest_step.ROLLED
    put(s, die, seat, place.ASIDE)
    roll(s, die)
    s.flags[die] = 0
    s.stack[base + register.SOURCE] = die
    if s.logging:
        s.note(log.QUEST_DIE, 1205, seat, die, s.face[die], 0)


def _resolve(s: State, die: i64, seat: i64) -> None:
    """Quiddity, dice, the card's bonus, or a quartifact (12.5)."""
    now = look(s, die)
    setup = s.setup
    if setup.quartifact[now]:
        claim(s, die, seat)
    elif setup.quiddity[now] > 0:
        gain_quiddity(s, seat, setup.quiddity[now])
    elif setup.draw[now]:
        start_draw(s, seat, setup.draw[now], UNTOUCHED, 0)
    else:
        for trigger in abilities_of(s, die, event.BONUS):
            start_program(s, trigger.program.index, die, seat, -1, die)
