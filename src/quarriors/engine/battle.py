"""Attack and defense (section 6).

Each is a frame: `ATTACK` goes round the opponents, `DEFEND` is one player's defense. What damage
destroys goes through `destruction`. A challenge (`challenge`) uses defenses as well.
"""

from __future__ import annotations

from mypy_extensions import i64

from quarriors.engine.appearance import (
    abilities_of,
    has_creature,
    is_creature,
    standing,
)
from quarriors.engine.filters import holds
from quarriors.engine.frames import (
    call,
    call_carried,
    open_window,
    pop,
    push_defense,
    push_destruction,
    run_queue,
)
from quarriors.engine.ids import (
    attack_step,
    defense_step,
    event,
    flag,
    log,
    place,
    register,
    trait,
    verb,
    window,
)
from quarriors.engine.option import die_of, verb_of
from quarriors.engine.options import add_option, begin_options, offer
from quarriors.engine.state import State, zone
from quarriors.engine.stats import attacks, defense, struck_by
from quarriors.engine.totals import battle_totals
from quarriors.engine.vectors import append, vec

# --- the attack --------------------------------------------------------------------------------


def step_attack(s: State) -> bool:
    """All creatures attack all opponents (6.1), clockwise from the attacker's left."""
    base = s.top
    attacker = s.stack[base + register.CONTROLLER]
    position = s.stack[base + register.POSITION]
    if position == attack_step.DECLARE:
        s.stack[base + register.POSITION] = attack_step.COUNT
        _declare(s, attacker)
    elif position == attack_step.COUNT:
        s.stack[base + register.POSITION] = attack_step.NEXT
        _count(s, attacker)
    elif position == attack_step.NEXT:
        _next_opponent(s, base, attacker)
    elif position == attack_step.DEFEND:
        s.stack[base + register.POSITION] = attack_step.NEXT
        seat = s.stack[base + register.DEFENDER]
        push_defense(s, seat, attacker, damage=s.totals[seat], area=place.READY)
    else:  # attack_step.OVER
        end_battle(s)
        pop(s)
    return False


def _declare(s: State, attacker: i64) -> None:
    """Every creature takes part; what answers the declaration waits."""
    for die in zone(s, attacker, place.READY):
        if is_creature(s, die):
            s.flags[die] |= flag.ATTACKING
    start = s.queued
    tell_area(s, event.DECLARED, attacker, place.READY, -1)
    for seat in range(s.setup.players):
        if seat != attacker:
            tell_area(s, event.FOE_ATTACKS, seat, place.READY, attacker)
    run_queue(s, start)


def _count(s: State, attacker: i64) -> None:
    """The total against each opponent; from 2013 on all react before anybody defends (6.2)."""
    s.totals = battle_totals(s)
    if s.logging:
        for seat in range(s.setup.players):
            if seat != attacker and has_creature(s, seat):
                s.note(log.TOTAL, 601, attacker, -1, seat, s.totals[seat])
    if s.setup.simultaneous:
        open_window(s, window.ON_ATTACK, -1)


def _next_opponent(s: State, base: i64, attacker: i64) -> None:
    """The next opponent defends if there is a creature to do so; after the last, it is over."""
    seat = (attacker + s.stack[base + register.SEATS_DONE] + 1) % s.setup.players
    s.stack[base + register.SEATS_DONE] += 1
    if seat == attacker:
        s.stack[base + register.POSITION] = attack_step.OVER
        _after_attack(s, attacker)
    elif has_creature(s, seat):
        s.stack[base + register.POSITION] = attack_step.DEFEND
        s.stack[base + register.DEFENDER] = seat
        if not s.setup.simultaneous:
            open_window(s, window.ON_ATTACK, -1)


def tell_area(s: State, kind: i64, seat: i64, where: i64, opponent: i64) -> None:
    """Let the abilities of a seat's dice in one area that answer an event wait their turn."""
    if not s.setup.has_trigger[kind]:
        return
    for die in zone(s, seat, where):
        for trigger in abilities_of(s, die, kind):
            call(s, trigger, die, seat, opponent, -1)


def _after_attack(s: State, attacker: i64) -> None:
    """What answers the end of the attack waits, the attacker's first."""
    start = s.queued
    tell_area(s, event.AFTER_ATTACK, attacker, place.READY, -1)
    for seat in range(s.setup.players):
        if seat != attacker:
            tell_area(s, event.AFTER_DEFENSE, seat, place.READY, attacker)
    run_queue(s, start)


def end_battle(s: State) -> None:
    """Nobody is attacking, damaged or to be named first any more, wherever the battle was."""
    for seat in range(s.setup.players):
        _end_battle_in(s, seat, place.READY)
        if len(s.setup.quests) > 0:
            _end_battle_in(s, seat, place.QUEST)


def _end_battle_in(s: State, seat: i64, where: i64) -> None:
    for die in zone(s, seat, where):
        s.flags[die] &= ~(flag.ATTACKING | flag.DAMAGED | flag.FIRST)


# --- one defense -------------------------------------------------------------------------------


def call_attackers(s: State, attacker: i64, defender: i64, area: i64) -> None:
    """Queue what attackers (and what they carry) do before the defender chooses."""
    if not s.setup.has_trigger[event.BEFORE_DEFENSE]:
        return
    for die in zone(s, attacker, area):
        if not is_creature(s, die) or s.flags[die] & flag.DYING:
            continue
        if attacks(s, die, defender):
            for trigger in abilities_of(s, die, event.BEFORE_DEFENSE):
                call(s, trigger, die, attacker, defender, -1)
            call_carried(s, event.BEFORE_DEFENSE, die, attacker, defender, -1)


def step_defend(s: State) -> bool:
    """One opponent names defenders one by one until the total is used up or held (6.3)."""
    base = s.top
    if s.stack[base + register.POSITION] == defense_step.BEFORE:
        s.stack[base + register.POSITION] = defense_step.CHOOSE
        _before_defense(s, base)
        if s.top > base:
            return False
    if s.stack[base + register.DAMAGE_LEFT] <= 0:
        pop(s)
        return False
    return _name_defender(s, base)


def _before_defense(s: State, base: i64) -> None:
    """What the attackers do before anybody is named comes first."""
    attacker = s.stack[base + register.OPPONENT]
    defender = s.stack[base + register.CONTROLLER]
    start = s.queued
    call_attackers(s, attacker, defender, s.stack[base + register.AREA])
    run_queue(s, start)


def _name_defender(s: State, base: i64) -> bool:
    """Offer the creatures that can be named; without a choice, or with nothing to lose, go on."""
    defender = s.stack[base + register.CONTROLLER]
    total = s.stack[base + register.DAMAGE_LEFT]
    party = _can_be_named(s, defender, s.stack[base + register.AREA])
    ready = party
    if s.stack[base + register.POSITION] != defense_step.NEXT:
        ready = _named_first(s, party)
    begin_options(s)
    for die in ready:
        offer(s, verb.DEFEND, die, total)
    if not _anybody_falls(s, ready, total, s.stack[base + register.OPPONENT]):
        if len(ready) < len(party):
            answer_defend(s, s.options[0])  # the one that must be first takes it
            return False
        if len(ready) > 0 and s.logging:
            standing_by = ready[len(ready) - 1]
            s.note(log.HOLDS, 603, defender, standing_by, total, defense(s, standing_by))
        pop(s)
        return False
    if s.setup.has_modifier[trait.RELUCTANT] and _all_reluctant(s, party):
        add_option(s, verb.PASS)
    if s.offered > 1:
        return True
    answer_defend(s, s.options[0])
    return False


def _can_be_named(s: State, defender: i64, area: i64) -> vec[i64]:
    """The creatures that can take damage: none that did, fell, or was saved (6.4, 15.17)."""
    lying = zone(s, defender, area)
    found = vec[i64](capacity=len(lying))
    for die in lying:
        if not s.flags[die] & (flag.DAMAGED | flag.DYING | flag.SAFE) and is_creature(s, die):
            found = append(found, die)
    return found


def _named_first(s: State, party: vec[i64]) -> vec[i64]:
    """Only those that must be the first defender, if there are such (one of them is enough)."""
    found = vec[i64]()
    for die in party:
        if s.flags[die] & flag.FIRST or (
            s.setup.has_modifier[trait.FIRST_DEFENDER]
            and len(standing(s, die, trait.FIRST_DEFENDER)) > 0
        ):
            found = append(found, die)
    if len(found) > 0:
        return found
    return party


def _anybody_falls(s: State, ready: vec[i64], total: i64, attacker: i64) -> bool:
    """Whether it matters who is named: that much damage destroys somebody."""
    for die in ready:
        if falls(s, die, total) and not unharmed(s, die, attacker):
            return True
    return False


def _all_reluctant(s: State, party: vec[i64]) -> bool:
    """Whether nobody is left who has to be named; damage is then lost if its player likes."""
    for die in party:
        if len(standing(s, die, trait.RELUCTANT)) == 0:
            return False
    return True


def unharmed(s: State, die: i64, attacker: i64) -> bool:
    """Whether the creature takes no damage from the battle under way (6.6)."""
    if s.setup.has_modifier[trait.NO_DAMAGE]:
        for modifier in standing(s, die, trait.NO_DAMAGE):
            if holds(s, modifier.condition, s.owner[die], attacker, die):
                return True
    return False


def falls(s: State, die: i64, total: i64) -> bool:
    """Whether that much damage destroys the creature; some attackers need only one point."""
    if total >= defense(s, die):
        return True
    return total > 0 and s.setup.has_modifier[trait.LETHAL] and struck_by(s, die, trait.LETHAL)


def answer_defend(s: State, code: i64) -> None:
    """The named creature takes the damage: it holds, or it falls and its defense is used up."""
    base = s.top
    if verb_of(code) == verb.PASS:  # nobody has to be named: what is left is lost
        pop(s)
        return
    die = die_of(code)
    total = s.stack[base + register.DAMAGE_LEFT]
    needed = defense(s, die)
    defender = s.stack[base + register.CONTROLLER]
    attacker = s.stack[base + register.OPPONENT]
    s.stack[base + register.POSITION] = defense_step.NEXT
    safe = unharmed(s, die, attacker)
    if not falls(s, die, total) or (safe and total < needed):
        if s.logging:
            s.note(log.HOLDS, 603, defender, die, total, needed)
        pop(s)
        return
    s.stack[base + register.DAMAGE_LEFT] = max(total - needed, 0)
    if safe:  # it takes up the damage and is not hurt, once (6.6)
        s.flags[die] |= flag.DAMAGED
        if s.logging:
            s.note(log.ABSORBS, 606, defender, die, total, needed)
        return
    if s.logging:
        s.note(log.DEFEND, 603, defender, die, total, needed)
    push_destruction(s, die, attacker, by_damage=True)
