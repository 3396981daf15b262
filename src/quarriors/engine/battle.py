"""Attack, defense and destruction (section 6).

Each is a frame: `ATTACK` goes round the opponents, `DEFEND` is one player's defense, `DESTROY`
takes one creature from "about to be destroyed" to wherever its die ends. A challenge (`challenge`)
uses the last two: there both players defend at once, so whoever is destroyed is marked and stays,
with all that is attached to it, until both have defended (12.7).
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from quarriors.engine.deeds import entered, keep_safe
from quarriors.engine.dice import changed, gain_glory, lay_unrolled, put, shed
from quarriors.engine.frames import (
    call,
    call_carried,
    offer,
    open_window,
    pop,
    push,
    run_queue,
)
from quarriors.engine.looks import (
    abilities_of,
    battle,
    challenge,
    creatures,
    creatures_in,
    defense_frame,
    has_creature,
    in_battle,
    is_creature,
    standing,
)
from quarriors.engine.numbers import (
    attacks,
    defense,
    holds,
    immune,
    struck_by,
)
from quarriors.engine.option import die_of, option, verb_of
from quarriors.engine.state import State
from quarriors.engine.totals import battle_totals
from quarriors.engine.words import (
    ACTIVE,
    AFTER_ATTACK,
    AFTER_DEFENSE,
    ALLY_DYING,
    ANY_DYING,
    ASIDE,
    ATTACHED,
    ATTACK,
    ATTACKING,
    BEFORE_DEFENSE,
    D_PREVENTED,
    DAMAGED,
    DEATH_PLACE,
    DECLARED,
    DEFEND,
    DESTROY,
    DESTROYED,
    DO_DEFEND,
    DYING,
    DYING_NOW,
    F_A,
    F_B,
    F_C,
    F_CONTROLLER,
    F_OPPONENT,
    F_POSITION,
    F_SOURCE,
    FIRST,
    FIRST_DEFENDER,
    FIRST_PROGRAM,
    FOE_ATTACKS,
    FRAME,
    KILL,
    KILL_ASIDE,
    LEAVES_BY_DAMAGE,
    LEAVES_SHIFT,
    LEAVES_TO,
    LETHAL,
    LOG_ABSORBS,
    LOG_DEFEND,
    LOG_DESTROY,
    LOG_HOLDS,
    LOG_MOVE,
    LOG_PREVENT,
    LOG_SAVED,
    LOG_TOTAL,
    NO_DAMAGE,
    ON_ATTACK,
    ON_DESTROYED,
    ON_DYING,
    OP_DESTROY,
    PASS,
    PICK_SEND,
    PLACES,
    QUEST,
    READY,
    REFLECTED,
    RELUCTANT,
    ROW_LEAVES,
    ROW_TO_ACTIVE,
    ROW_WIDTH,
    SAFE,
    SCORING,
    USED,
    WILDS,
    WOULD_DIE,
)

# --- the attack --------------------------------------------------------------------------------

A_DECLARE: Final = 0
A_COUNT: Final = 1
A_NEXT: Final = 2
A_DEFEND: Final = 3
A_OVER: Final = 4


def step_attack(s: State) -> bool:
    """All creatures attack all opponents (6.1), clockwise from the attacker's left."""
    base = len(s.stack) - FRAME
    attacker = s.stack[base + F_CONTROLLER]
    position = s.stack[base + F_POSITION]
    if position == A_DECLARE:
        for die in creatures(s, attacker):
            s.flags[die] |= ATTACKING
        s.stack[base + F_POSITION] = A_COUNT
        if s.table.has_trigger[FOE_ATTACKS] or s.table.has_trigger[DECLARED]:
            start = len(s.queue)
            tell_area(s, DECLARED, attacker, READY, -1)
            for seat in range(s.table.players):
                if seat != attacker:
                    tell_area(s, FOE_ATTACKS, seat, READY, attacker)
            run_queue(s, start)
            return False
        position = A_COUNT
    if position == A_COUNT:
        s.totals = battle_totals(s)
        if s.logging:
            for seat in range(s.table.players):
                if seat != attacker and has_creature(s, seat):
                    s.note(LOG_TOTAL, 601, attacker, -1, seat, s.totals[seat])
        # 2013 on: everybody applies protection before anybody chooses a defender (6.2)
        s.stack[base + F_POSITION] = A_NEXT
        if s.table.simultaneous:
            open_window(s, ON_ATTACK, -1)
        return False
    if position == A_NEXT:
        seat = (attacker + s.stack[base + F_A] + 1) % s.table.players
        s.stack[base + F_A] += 1
        if seat == attacker:
            s.stack[base + F_POSITION] = A_OVER
            _after_attack(s, attacker)
        elif has_creature(s, seat):
            s.stack[base + F_POSITION] = A_DEFEND
            s.stack[base + F_B] = seat
            if not s.table.simultaneous:
                open_window(s, ON_ATTACK, -1)
        return False
    if position == A_OVER:
        end_battle(s)
        pop(s)
        return False
    seat = s.stack[base + F_B]
    s.stack[base + F_POSITION] = A_NEXT
    push(s, DEFEND, -1, seat, attacker, s.totals[seat], 0, READY)
    return False


def tell_area(s: State, event: i64, seat: i64, place: i64, opponent: i64) -> None:
    """Let the abilities of a seat's dice in one area that answer an event wait their turn."""
    if not s.table.has_trigger[event]:
        return
    for die in s.zones[seat * PLACES + place - 1]:
        for trigger in abilities_of(s, die, event):
            call(s, trigger, die, seat, opponent, -1)


def _after_attack(s: State, attacker: i64) -> None:
    start = len(s.queue)
    tell_area(s, AFTER_ATTACK, attacker, READY, -1)
    for seat in range(s.table.players):
        if seat != attacker:
            tell_area(s, AFTER_DEFENSE, seat, READY, attacker)
    run_queue(s, start)


def end_battle(s: State) -> None:
    """Nobody is attacking, damaged or to be named first any more, wherever the battle was."""
    for seat in range(s.table.players):
        for die in s.zones[seat * PLACES + READY - 1]:
            s.flags[die] &= ~(ATTACKING | DAMAGED | FIRST)
        if s.table.quests:
            for die in s.zones[seat * PLACES + QUEST - 1]:
                s.flags[die] &= ~(ATTACKING | DAMAGED | FIRST)


# --- one defense -------------------------------------------------------------------------------

P_BEFORE: Final = 0
P_CHOOSE: Final = 1
P_NEXT: Final = 2  # somebody has been named already


def call_attackers(s: State, attacker: i64, defender: i64, area: i64) -> None:
    """What attackers (and what they carry) do before the defender chooses anybody waits."""
    if not s.table.has_trigger[BEFORE_DEFENSE]:
        return
    for die in creatures_in(s, attacker, area):
        if not s.flags[die] & DYING and attacks(s, die, defender):
            for trigger in abilities_of(s, die, BEFORE_DEFENSE):
                call(s, trigger, die, attacker, defender, -1)
            call_carried(s, BEFORE_DEFENSE, die, attacker, defender, -1)


def step_defend(s: State) -> bool:
    """One opponent names defenders one by one until the total is used up or held (6.3)."""
    base = len(s.stack) - FRAME
    defender = s.stack[base + F_CONTROLLER]
    attacker = s.stack[base + F_OPPONENT]
    area = s.stack[base + F_C]
    position = s.stack[base + F_POSITION]
    if position == P_BEFORE:
        s.stack[base + F_POSITION] = P_CHOOSE
        start = len(s.queue)
        call_attackers(s, attacker, defender, area)
        run_queue(s, start)
        if len(s.stack) > base + FRAME:
            return False
    total = s.stack[base + F_A]
    if total <= 0:
        pop(s)
        return False
    party = _can_be_named(s, defender, area)
    ready = party if position == P_NEXT else _named_first(s, party)
    codes: list[int] = []
    seen: list[int] = []
    matters = False
    standing_by = -1
    for die in ready:
        standing_by = die
        if falls(s, die, total) and not unharmed(s, die, attacker):
            matters = True
        offer(s, codes, seen, DO_DEFEND, die, total)
    if not matters:  # whoever is named, nobody falls
        if len(ready) < len(party):
            answer_defend(s, codes[0])  # the one that must be first takes it
            return False
        if standing_by >= 0 and s.logging:
            s.note(LOG_HOLDS, 603, defender, standing_by, total, defense(s, standing_by))
        pop(s)
        return False
    if s.table.has_modifier[RELUCTANT] and _all_reluctant(s, party):
        codes.append(PASS)
    s.options = codes
    if len(codes) > 1:
        return True
    answer_defend(s, codes[0])
    return False


def _can_be_named(s: State, defender: i64, area: i64) -> list[int]:
    """The creatures that can take damage: none that did, fell, or was saved (6.4, 15.17)."""
    found: list[int] = []
    for die in creatures_in(s, defender, area):
        if not s.flags[die] & (DAMAGED | DYING | SAFE):
            found.append(die)
    return found


def _all_reluctant(s: State, party: list[int]) -> bool:
    """Whether nobody is left who has to be named; damage is then lost if its player likes."""
    for die in party:
        if not standing(s, die, RELUCTANT):
            return False
    return True


def _named_first(s: State, ready: list[int]) -> list[int]:
    """Only those that must be the first defender, if there are such (one of them is enough)."""
    found: list[int] = []
    for die in ready:
        if s.flags[die] & FIRST or (
            s.table.has_modifier[FIRST_DEFENDER] and standing(s, die, FIRST_DEFENDER)
        ):
            found.append(die)
    return found if found else ready


def unharmed(s: State, die: i64, attacker: i64) -> bool:
    """Whether the creature takes no damage from the battle under way (6.6)."""
    if s.table.has_modifier[NO_DAMAGE]:
        for modifier in standing(s, die, NO_DAMAGE):
            if holds(s, modifier.condition, s.owner[die], attacker, die):
                return True
    return False


def falls(s: State, die: i64, total: i64) -> bool:
    """Whether so much damage destroys the creature; some attackers need but one point."""
    if total >= defense(s, die):
        return True
    return total > 0 and s.table.has_modifier[LETHAL] and struck_by(s, die, LETHAL)


def answer_defend(s: State, code: i64) -> None:
    """The named creature takes the damage: it holds, or it falls and its defense is used up."""
    base = len(s.stack) - FRAME
    if verb_of(code) == PASS:  # nobody has to be named: what is left is lost
        pop(s)
        return
    die = die_of(code)
    total = s.stack[base + F_A]
    needed = defense(s, die)
    defender = s.stack[base + F_CONTROLLER]
    s.stack[base + F_POSITION] = P_NEXT
    safe = unharmed(s, die, s.stack[base + F_OPPONENT])
    if not falls(s, die, total) or (safe and total < needed):
        if s.logging:
            s.note(LOG_HOLDS, 603, defender, die, total, needed)
        pop(s)
        return
    s.stack[base + F_A] = int(total - needed) if total > needed else 0
    if safe:  # it takes up the damage and is not hurt, once (6.6)
        s.flags[die] |= DAMAGED
        if s.logging:
            s.note(LOG_ABSORBS, 606, defender, die, total, needed)
        return
    if s.logging:
        s.note(LOG_DEFEND, 603, defender, die, total, needed)
    push(s, DESTROY, die, defender, s.stack[base + F_OPPONENT], 1, 0, 0)


# --- destruction -------------------------------------------------------------------------------

D_WOULD: Final = 0
D_WINDOW: Final = 1
D_MARK: Final = 2
D_AFTER: Final = 3
D_PLACE: Final = 4


def step_destroy(s: State) -> bool:
    """From "about to be destroyed" to where the die ends (6.3 to 6.7, 15.2)."""
    base = len(s.stack) - FRAME
    position = s.stack[base + F_POSITION]
    die = s.stack[base + F_SOURCE]
    if position == D_WOULD:
        if _gone(s, die) or s.flags[die] & DAMAGED:
            _not_destroyed(s, base)  # gone already, or safe for the rest of this battle
            return False
        s.stack[base + F_POSITION] = D_WINDOW
        if s.table.has_trigger[WOULD_DIE]:
            _would_die(s, die)
            if len(s.stack) > base + FRAME:
                return False
        position = D_WINDOW
    if position == D_WINDOW:
        s.stack[base + F_POSITION] = D_MARK
        if s.stack[base + F_C] != D_PREVENTED:
            open_window(s, ON_DYING, die)
        return False
    if position == D_MARK:
        s.stack[base + F_POSITION] = D_AFTER
        if _gone(s, die) or s.stack[base + F_C] == D_PREVENTED:
            if not _gone(s, die):
                _prevent(s, die)
            _not_destroyed(s, base)
            return False
        _dying(s, die, s.stack[base + F_OPPONENT], s.stack[base + F_A] != 0)
        return False
    if position == D_AFTER:
        s.stack[base + F_POSITION] = D_PLACE
        open_window(s, ON_DESTROYED, die)
        return False
    if s.stack[base + F_C]:
        _finish_destroy(s, -1)
        return False
    places = _death_places(s, die)
    s.options = places
    if len(places) > 1:
        return True
    answer_destroy(s, places[0])
    return False


def _gone(s: State, die: i64) -> bool:
    """Whether the creature has left, or was destroyed by something else meanwhile."""
    return not is_creature(s, die) or s.flags[die] & DYING != 0


def _not_destroyed(s: State, base: i64) -> None:
    """What a card does "and then" (13.7) is left out: its program, below, goes on after it."""
    pop(s)
    below = base - FRAME
    if below > 0 and s.stack[below] >= FIRST_PROGRAM:
        code = s.table.catalog.programs[s.stack[below] - FIRST_PROGRAM].code
        position = s.stack[below + F_POSITION]
        if position >= 3 and code[position - 3] == OP_DESTROY:
            s.stack[below + F_POSITION] = code[position - 1]


def _would_die(s: State, die: i64) -> None:
    """Abilities that keep the creature (or the carrier) from being destroyed at all."""
    start = len(s.queue)
    owner = s.owner[die]
    for trigger in abilities_of(s, die, WOULD_DIE):
        call(s, trigger, die, owner, -1, die)
    call_carried(s, WOULD_DIE, die, owner, -1, die)
    run_queue(s, start)


def _prevent(s: State, die: i64) -> None:
    """It was not destroyed, and takes no more damage (6.4)."""
    keep_safe(s, die)
    if s.logging:
        s.note(LOG_PREVENT, 604, s.owner[die], die, 0, 0)


def _dying(s: State, die: i64, killer: i64, in_attack: bool) -> None:
    """It is destroyed: abilities say whether it stays and where it goes."""
    start = len(s.queue)
    owner = s.owner[die]
    table = s.table
    if in_attack and table.has_trigger[ANY_DYING]:
        for seat in range(table.players):
            for other in s.zones[seat * PLACES + READY - 1]:
                for trigger in abilities_of(s, other, ANY_DYING):
                    if seat == owner or not immune(s, die, other):
                        call(s, trigger, other, owner, seat, die)
    s.flags[die] |= DYING
    if s.logging:
        s.note(LOG_DESTROY, 603 if in_attack else 607, owner, die, 0, 0)
    _count(s, die, killer)
    if s.over:
        return
    if table.has_trigger[DYING_NOW]:
        for trigger in abilities_of(s, die, DYING_NOW):
            call(s, trigger, die, owner, -1, die)
    if table.has_trigger[ALLY_DYING]:
        for place in (READY, QUEST):
            for other in s.zones[owner * PLACES + place - 1]:
                if other != die and is_creature(s, other):
                    for trigger in abilities_of(s, other, ALLY_DYING):
                        call(s, trigger, other, owner, killer, die)
    run_queue(s, start)


def _count(s: State, die: i64, killer: i64) -> None:
    """What counts at the moment a creature is destroyed, whatever becomes of it (15.18)."""
    at = battle(s)
    owner = s.owner[die]
    if at < 0 or killer != s.stack[at + F_CONTROLLER] or killer == owner:
        return
    if s.stack[at] == ATTACK:
        s.hit |= 1 << owner
    elif in_battle(s, die):  # a Glory for the challenger (12.3, 15.21)
        half = defense_frame(s, owner)
        if half < 0 or s.stack[half + F_SOURCE] != REFLECTED:
            gain_glory(s, killer, 1, 1203)


def _death_places(s: State, die: i64) -> list[int]:
    """Where the die goes: the Used Pile unless something says otherwise; its owner picks."""
    base = len(s.stack) - FRAME
    owner = s.owner[die]
    places: list[int] = []
    if s.table.has_modifier[DEATH_PLACE]:
        for modifier in standing(s, die, DEATH_PLACE):
            places.append(int(modifier.amount.constant))
        if s.attached:
            for carried in s.zones[owner * PLACES + ATTACHED - 1]:
                if s.carrier[carried] == die:
                    for modifier in standing(s, carried, DEATH_PLACE):
                        places.append(int(modifier.amount.constant))
    rows = s.rows
    for at in range(0, len(rows), ROW_WIDTH):
        if rows[at] == ROW_TO_ACTIVE and rows[at + 1] == owner:
            places.append(ACTIVE)
    for place in (ACTIVE, WILDS):
        if s.stack[base + F_B] & (1 << place):
            places.append(place)
    if not places:
        places.append(USED)
    codes: list[int] = []
    for place in places:
        code = option(PICK_SEND, die, s.face[die], owner, place)
        if code not in codes:
            codes.append(code)
    return codes


def answer_destroy(s: State, code: i64) -> None:
    """The owner's choice where the die goes."""
    _finish_destroy(s, code >> 24)


def _finish_destroy(s: State, place: i64) -> None:
    """Collect what the destruction sets off, with the face as it was, then move the die.

    In a challenge the die stays until both sides have defended; see `leave_together`.
    """
    base = len(s.stack) - FRAME
    die = s.stack[base + F_SOURCE]
    owner = s.stack[base + F_CONTROLLER]
    killer = s.stack[base + F_OPPONENT]
    by_damage = s.stack[base + F_A]
    half = defense_frame(s, owner)
    if half >= 0:
        s.stack[half + F_B] += 1
    at = challenge(s)
    stays = at >= 0 and s.stack[at + F_A] != 0 and in_battle(s, die)
    start = len(s.queue)
    if not stays:
        _call_destroyed(s, die, killer)
    if killer >= 0:
        _kill_triggers(s, KILL, READY, killer, owner, die)
        _kill_triggers(s, KILL, QUEST, killer, owner, die)
        _kill_triggers(s, KILL_ASIDE, ASIDE, killer, owner, die)
    pop(s)
    if place < 0 and s.logging:
        s.note(LOG_SAVED, 605, owner, die, 0, 0)
    if stays:
        told: i64 = (place + 1) | ((killer + 1) << LEAVES_SHIFT)
        if by_damage:
            told |= LEAVES_BY_DAMAGE
        s.rows = [*s.rows, ROW_LEAVES, int(die), int(told), -1]
        s.flags[die] |= DAMAGED
        if place < 0:
            s.flags[die] &= ~DYING
    else:
        _settle(s, die, place)
    run_queue(s, start)


def _call_destroyed(s: State, die: i64, killer: i64) -> None:
    """What its own card, and what it carries, does when the creature is destroyed waits."""
    owner = s.owner[die]
    for trigger in abilities_of(s, die, DESTROYED):
        call(s, trigger, die, owner, killer, die)
    call_carried(s, DESTROYED, die, owner, killer, die)


def _settle(s: State, die: i64, place: i64) -> None:
    """A destroyed die goes where it belongs, or it was saved: same face, without spells (6.5)."""
    owner = s.owner[die]
    if place < 0:
        s.flags[die] &= ~(DYING | SCORING)
        shed(s, die)
        s.copy = changed(s.copy, die, -1)  # an Ooze that comes back copies afresh
        keep_safe(s, die)
        entered(s, die)
        return
    put(s, die, owner, place)
    if place == ACTIVE:
        lay_unrolled(s, die)
    if s.logging:
        s.note(LOG_MOVE, 603, owner, die, place, 0)


def leave_together(s: State) -> None:
    """All that was destroyed in a challenge leaves at once; then "when destroyed" (12.7)."""
    start = len(s.queue)
    leaving: list[int] = []
    rows = s.rows
    for at in range(0, len(rows), ROW_WIDTH):
        if rows[at] == ROW_LEAVES:
            _call_destroyed(s, rows[at + 1], (rows[at + 2] >> LEAVES_SHIFT) - 1)
            leaving.extend([rows[at + 1], (rows[at + 2] & LEAVES_TO) - 1])
    for at in range(0, len(leaving), 2):
        _settle(s, leaving[at], leaving[at + 1])
    run_queue(s, start)


def _kill_triggers(s: State, event: i64, place: i64, killer: i64, owner: i64, victim: i64) -> None:
    """Abilities of the player who destroyed the creature (15.3).

    Creatures on a quest, and what creatures carry, only answer for battles they take part in.
    """
    if not s.table.has_trigger[event]:
        return
    for die in s.zones[killer * PLACES + place - 1]:
        if place != ASIDE and not is_creature(s, die):
            continue
        if die == victim or (place == QUEST and not s.flags[die] & ATTACKING):
            continue
        for trigger in abilities_of(s, die, event):
            call(s, trigger, die, killer, owner, victim)
        if s.flags[die] & ATTACKING:
            call_carried(s, event, die, killer, owner, victim)
