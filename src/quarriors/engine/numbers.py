"""Every number of the game as a question with its context, and which dice a filter means.

Attack, defense, Glory and costs are never stored and never taken back: they are worked out when
asked for, always in the order printed, set, add, cap, floor (15.5). Bursts, copies, auras, attached
spells and lasting effects are all read here and nowhere else.
"""

from __future__ import annotations

from mypy_extensions import i64

from quarriors.engine.catalog import FACES
from quarriors.engine.dice import can_draw, wild_die
from quarriors.engine.program import Condition, Filter, Modifier, Number, Trigger
from quarriors.engine.state import State
from quarriors.engine.words import (
    ATTACHED,
    ATTACK_GUARD,
    ATTACK_OTHERS,
    ATTACK_SELF,
    ATTACKING,
    CAN_DRAW,
    CHOSEN,
    CREATURE_DIE,
    DEFEND,
    DEFENSE_OTHERS,
    DEFENSE_SELF,
    DYING,
    EVENTS,
    F_B,
    F_CONTROLLER,
    FRAME,
    GLORY_SELF,
    IS_CHOSEN,
    IS_CREATURE,
    IS_SCORING,
    IS_SPELL,
    LOSSES,
    ME,
    MODIFIERS,
    MUTE_ATTACHED,
    NEW_COPY,
    ON_MINE,
    OPPONENT,
    OPPONENTS,
    OPPONENTS_HIT,
    OTHER,
    PLACES,
    READY,
    ROW_ATTACK,
    ROW_ATTACK_CAP,
    ROW_DEFENSE,
    ROW_TO_ACTIVE,
    ROW_WIDTH,
    SAME_CLASS,
    SCORED_THIS_TURN,
    SCORING,
    SET,
    SOURCE_USED,
    SPARED,
    SPELL_DIE,
    SUMMON_LIMIT,
    SUMMON_OPPONENTS,
    UNTARGETABLE,
    USED,
    WILDS,
)

# --- what a die is right now -------------------------------------------------------------------


def look(s: State, die: i64) -> i64:
    """Card and face together, as an index into the table's lists; a copy's is the copied one."""
    copied: i64 = s.copy[die]
    if copied >= 0:
        return copied
    base: i64 = s.table.base[die]
    face: i64 = s.face[die]
    return base + face


def abilities_of(s: State, die: i64, event: i64) -> list[Trigger]:
    """What the die does on an event, as it lies (an Ooze may be copying somebody)."""
    return s.table.triggers[look(s, die) * EVENTS + event]


def standing(s: State, die: i64, kind: i64) -> list[Modifier]:
    """Its standing modifiers of one kind, as it lies."""
    return s.table.modifiers[look(s, die) * MODIFIERS + kind]


def is_creature(s: State, die: i64) -> bool:
    """A creature is a die in a Ready Area that shows the icon (3.3) and is not dying."""
    place: i64 = s.place[die]
    if place != READY:
        return False
    flags: i64 = s.flags[die]
    if flags & DYING:
        return False
    return s.table.creature[look(s, die)]


def is_spell(s: State, die: i64) -> bool:
    """A spell is a die with the spell icon up in a Ready Area, attached or not (3.3)."""
    place: i64 = s.place[die]
    if place != READY and place != ATTACHED:
        return False
    return s.table.spell[look(s, die)]


def creatures(s: State, seat: i64) -> list[int]:
    """The creatures in one Ready Area."""
    found: list[int] = []
    die: i64
    for die in s.zones[seat * PLACES + READY - 1]:
        if is_creature(s, die):
            found.append(die)
    return found


def has_creature(s: State, seat: i64) -> bool:
    """Whether there is a creature in a Ready Area."""
    die: i64
    for die in s.zones[seat * PLACES + READY - 1]:
        if is_creature(s, die):
            return True
    return False


def level(s: State, die: i64) -> i64:
    """The level on the face up."""
    return s.table.level[look(s, die)]


# --- filters and numbers -----------------------------------------------------------------------


def matches(
    s: State, f: Filter, die: i64, controller: i64, opponent: i64, source: i64, cost_die: i64
) -> bool:
    """Whether a die is one of those the filter means, seen from the ability's controller."""
    place = s.place[die]
    if not f.places & (1 << place):
        return False
    if place != WILDS:
        seat = s.owner[die]
        whose = f.whose
        if whose == ME:
            if seat != controller:
                return False
        elif whose == OPPONENT:
            if seat != opponent:
                return False
        elif whose == OPPONENTS and seat == controller:
            return False
    want = f.want
    if want:
        if want & OTHER and die == source:
            return False
        if want & IS_CREATURE and not is_creature(s, die):
            return False
        if want & IS_SPELL and not is_spell(s, die):
            return False
        slot = s.table.slot[die]
        if want & CREATURE_DIE and not s.table.is_creature_die[slot]:
            return False
        if want & SPELL_DIE and not s.table.is_spell_die[slot]:
            return False
        if want & IS_SCORING and not s.flags[die] & SCORING:
            return False
        if want & IS_CHOSEN and not s.flags[die] & CHOSEN:
            return False
        if want & SAME_CLASS and look(s, die) // FACES != look(s, source) // FACES:
            return False
        if want & SOURCE_USED and (s.place[source] != USED or s.owner[source] != controller):
            return False
        if want & ON_MINE and place == ATTACHED and s.owner[s.carrier[die]] != controller:
            return False
        if want & NEW_COPY and look(s, die) == s.copy[source]:
            return False
    if f.class_name and s.table.cards[s.table.slot[die]].class_name != f.class_name:
        return False
    if f.max_level < 99 and level(s, die) > f.max_level:
        return False
    if f.max_cost < 99:
        most = f.max_cost
        if f.cost_register >= 0:
            most += s.table.cost[s.table.slot[cost_die]]
        if s.table.cost[s.table.slot[die]] > most:
            return False
    return f.max_defense >= 99 or defense(s, die) <= f.max_defense


def collect(
    s: State, f: Filter, controller: i64, opponent: i64, source: i64, cost_die: i64
) -> list[int]:
    """All dice the filter means; of the dice on one card in the Wilds just one."""
    found: list[int] = []
    if f.places & (1 << WILDS):
        for slot in range(len(s.table.cards)):
            die = wild_die(s, slot)
            if die >= 0 and matches(s, f, die, controller, opponent, source, cost_die):
                found.append(die)
    for seat in range(s.table.players):
        if f.whose == ME and seat != controller:
            continue
        if f.whose == OPPONENT and seat != opponent:
            continue
        for place in range(1, PLACES + 1):
            if f.places & (1 << place):
                for other in s.zones[seat * PLACES + place - 1]:
                    if matches(s, f, other, controller, opponent, source, cost_die):
                        found.append(other)
    return found


def value(s: State, number: Number, controller: i64, opponent: i64, source: i64) -> i64:
    """What a number comes to now."""
    if number.times == 0:
        return number.constant
    counted: i64 = 0
    if number.kind == SCORED_THIS_TURN:
        counted = s.scored
    elif number.kind == OPPONENTS_HIT:
        for seat in range(s.table.players):
            if s.hit & (1 << seat):
                counted += 1
    elif number.kind == SPARED:
        rows = s.rows
        for row in range(0, len(rows), ROW_WIDTH):
            if rows[row] == ROW_TO_ACTIVE and rows[row + 1] == controller:
                counted = 1
    elif number.kind == LOSSES:
        at: i64 = len(s.stack) - FRAME
        while at > 0 and s.stack[at] != DEFEND:
            at -= FRAME
        if at > 0 and s.stack[at + F_CONTROLLER] == opponent:
            counted = s.stack[at + F_B]
    elif number.kind == CAN_DRAW:
        counted = 1 if can_draw(s, controller) else 0
    else:
        which = number.which
        if which is not None:
            counted = len(collect(s, which, controller, opponent, source, -1))
    return number.constant + number.times * counted


def holds(
    s: State, condition: Condition | None, controller: i64, opponent: i64, source: i64
) -> bool:
    """Whether a condition is met; none always is."""
    if condition is None:
        return True
    found = value(s, condition.number, controller, opponent, source)
    return condition.least <= found <= condition.most


# --- the questions -----------------------------------------------------------------------------


def attack(s: State, die: i64, against: i64) -> i64:
    """What the creature adds to the attack total against one seat; -1 asks against nobody."""
    table = s.table
    owner = s.owner[die]
    found: i64 = table.attack[look(s, die)]
    if table.has_modifier[ATTACK_SELF]:
        for modifier in standing(s, die, ATTACK_SELF):
            if holds(s, modifier.condition, owner, against, die):
                amount = value(s, modifier.amount, owner, against, die)
                found = amount if modifier.how == SET else found + amount
        if s.attached:
            found += _from_attached(s, die, ATTACK_SELF)
    if table.has_modifier[ATTACK_OTHERS]:
        found += _from_others(s, die, ATTACK_OTHERS)
    most: i64 = 99
    if s.rows:
        rows = s.rows
        for at in range(0, len(rows), ROW_WIDTH):
            if rows[at + 1] == die:
                if rows[at] == ROW_ATTACK:
                    found += rows[at + 2]
                elif rows[at] == ROW_ATTACK_CAP and rows[at + 2] < most:
                    most = rows[at + 2]
    if against >= 0 and table.has_modifier[ATTACK_GUARD]:
        for guard in s.zones[against * PLACES + READY - 1]:
            if is_creature(s, guard):
                for modifier in standing(s, guard, ATTACK_GUARD):
                    if modifier.max_level >= level(s, die):
                        cap = value(s, modifier.amount, against, owner, guard)
                        if cap < most:
                            most = cap
    if found > most:
        found = most
    return found if found > 0 else 0


def defense(s: State, die: i64) -> i64:
    """How much damage destroys the creature."""
    table = s.table
    owner = s.owner[die]
    found: i64 = table.defense[look(s, die)]
    if table.has_modifier[DEFENSE_SELF]:
        for modifier in standing(s, die, DEFENSE_SELF):
            if holds(s, modifier.condition, owner, -1, die):
                amount = value(s, modifier.amount, owner, -1, die)
                found = amount if modifier.how == SET else found + amount
        if s.attached and not _attached_muted(s, owner):
            found += _from_attached(s, die, DEFENSE_SELF)
    if table.has_modifier[DEFENSE_OTHERS]:
        found += _from_others(s, die, DEFENSE_OTHERS)
    if s.rows:
        rows = s.rows
        for at in range(0, len(rows), ROW_WIDTH):
            if rows[at] == ROW_DEFENSE and rows[at + 1] == die:
                found += rows[at + 2]
    return found if found > 0 else 0


def glory(s: State, die: i64) -> i64:
    """What the creature earns when it scores, bonuses included (4.1)."""
    table = s.table
    owner = s.owner[die]
    found: i64 = table.glory[look(s, die) // FACES]
    if table.has_modifier[GLORY_SELF]:
        for modifier in standing(s, die, GLORY_SELF):
            found += value(s, modifier.amount, owner, -1, die)
        if s.attached:
            found += _from_attached(s, die, GLORY_SELF)
    return found if found > 0 else 0


def summon_cost(s: State, die: i64, seat: i64) -> i64:
    """The level, plus what opponents' creatures add (5.4)."""
    found: i64 = s.table.level[s.table.base[die] + s.face[die]]
    if s.table.has_modifier[SUMMON_OPPONENTS]:
        for other in range(s.table.players):
            if other != seat:
                for guard in s.zones[other * PLACES + READY - 1]:
                    if is_creature(s, guard):
                        for modifier in standing(s, guard, SUMMON_OPPONENTS):
                            found += value(s, modifier.amount, other, seat, guard)
    return found if found > 0 else 0


def may_summon(s: State, die: i64) -> bool:
    """Whether the card lets another die of its class be summoned this turn."""
    if s.table.has_modifier[SUMMON_LIMIT]:
        slot = s.table.slot[die]
        look = s.table.base[die] + s.face[die]
        for modifier in s.table.modifiers[look * MODIFIERS + SUMMON_LIMIT]:
            if s.summoned[slot] >= modifier.amount.constant:
                return False
    return True


def capture_cost(s: State, slot: i64) -> i64:
    """The card's cost less this turn's discounts, never below 0 (7.1)."""
    found: i64 = s.table.cost[slot] - s.discount
    return found if found > 0 else 0


def can_target(s: State, source: i64, controller: i64, die: i64) -> bool:
    """Whether an effect may choose the die: some creatures no opponent's spell can choose."""
    if s.owner[die] == controller or not s.table.has_modifier[UNTARGETABLE]:
        return True
    if not s.table.is_spell_die[s.table.slot[source]] or not is_creature(s, die):
        return True
    return not standing(s, die, UNTARGETABLE)


# --- parts of the questions --------------------------------------------------------------------


def _from_attached(s: State, die: i64, kind: i64) -> i64:
    """What spells attached to a creature add; they speak as if written on the carrier."""
    found: i64 = 0
    owner = s.owner[die]
    for seat in range(s.table.players):
        for spell in s.zones[seat * PLACES + ATTACHED - 1]:
            if s.carrier[spell] == die:
                for modifier in standing(s, spell, kind):
                    found += value(s, modifier.amount, owner, -1, die)
    return found


def _attached_muted(s: State, defender: i64) -> bool:
    """Whether the attack under way silences spells attached to the defender's creatures."""
    if not s.table.has_modifier[MUTE_ATTACHED] or s.active == defender:
        return False
    for die in s.zones[s.active * PLACES + READY - 1]:
        if s.flags[die] & ATTACKING and standing(s, die, MUTE_ATTACHED):
            return True
    return False


def _from_others(s: State, die: i64, kind: i64) -> i64:
    """What the owner's other creatures add, for as long as they are there (15.4)."""
    found: i64 = 0
    owner = s.owner[die]
    for other in s.zones[owner * PLACES + READY - 1]:
        if other != die and is_creature(s, other):
            for modifier in standing(s, other, kind):
                found += value(s, modifier.amount, owner, -1, other)
    return found
