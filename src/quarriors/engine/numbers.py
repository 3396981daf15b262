"""Every number of the game as a question with its context, and which dice a filter means.

Attack, defense, Glory and costs are never stored and never taken back: they are worked out when
asked for, always in the order printed, set, add, cap, floor (15.5). Bursts, copies, auras, attached
spells and lasting effects are all read here and nowhere else.
"""

from __future__ import annotations

from mypy_extensions import i64

from quarriors.engine.catalog import FACES
from quarriors.engine.dice import available, can_draw, is_locked, wild_die
from quarriors.engine.faces import DARK_QUIDDITY
from quarriors.engine.looks import (
    battle,
    defense_frame,
    in_battle,
    is_creature,
    is_spell,
    level,
    look,
    next_face,
    standing,
)
from quarriors.engine.program import Condition, Filter, Modifier, Number
from quarriors.engine.state import State
from quarriors.engine.words import (
    ALL_FOES,
    ALL_MINE,
    AT_HAND,
    ATTACHED,
    ATTACK_AURA,
    ATTACK_SELF,
    ATTACKERS,
    ATTACKING,
    BATTLE_OVER,
    BESIDE_SOURCE,
    BESIDE_SUBJECT,
    BEST,
    BUYABLE,
    CAN_DRAW,
    CAN_GO_DOWN,
    CAN_GO_UP,
    CAP,
    CARRIED,
    CHALLENGE,
    CHOSEN,
    COMPANIONS,
    COST_OF_FIRST,
    COUNT,
    CREATURE_DIE,
    DAMAGED,
    DEFENDERS,
    DEFENSE_AURA,
    DEFENSE_SELF,
    DESTROY,
    DRAWN,
    DYING,
    F_A,
    F_B,
    F_C,
    F_CONTROLLER,
    FIRST,
    FORCED,
    FRAME,
    GLORY_AURA,
    GLORY_OF_FIRST,
    GLORY_SELF,
    HAS_OPPONENT,
    HAS_SUBJECT,
    HIGHEST_COST,
    IMMUNE_AURA,
    IMMUNE_SELF,
    IMMUNE_TO_ALL,
    IN_AREA,
    IN_ATTACK,
    IN_BATTLE,
    IS_ATTACKING,
    IS_CHOSEN,
    IS_CREATURE,
    IS_LOCKED,
    IS_QUARTIFACT,
    IS_SCORING,
    IS_SPELL,
    KEEP_AWAY,
    LEAVES_BY_DAMAGE,
    LOCKED_NOW,
    LOSSES,
    MARK_BATTLE_OVER,
    ME,
    MUTE_ATTACHED,
    MY_GLORY,
    MY_TURN,
    NEW_COPY,
    NO_BUY_OFF,
    NO_LIMIT,
    NOT_FIRST,
    NOT_IMMUNE,
    NOT_NEW,
    NOT_SUBJECT,
    ON_MINE,
    OPPONENT,
    OPPONENT_HIT,
    OPPONENT_IS_ME,
    OPPONENTS,
    OPPONENTS_HIT,
    OTHER,
    OTHER_CLASS,
    PARTY,
    PHASE,
    PLACES,
    PRINTED_DEFENSE,
    QUEST,
    QUEST_LEVEL,
    QUESTS_PLAYED,
    READY,
    RICHER,
    RICHER_OPPONENTS,
    ROW_AGAINST,
    ROW_ATTACK,
    ROW_ATTACK_CAP,
    ROW_DEFENSE,
    ROW_LEAVES,
    ROW_NO_IMMUNITY,
    ROW_SCORED,
    ROW_TIMES,
    ROW_TO_ACTIVE,
    ROW_WIDTH,
    SAFE,
    SAME_CLASS,
    SCORED_GLORY,
    SCORED_THIS_TURN,
    SCORING,
    SET,
    SOURCE_USED,
    SPARED,
    SPELL_DIE,
    SUMMON_AURA,
    TAKES_PART,
    TIMES_USED,
    UNDAMAGED,
    UNLOCKED,
    UNTARGETABLE,
    USED,
    WAS_DRAWN,
    WILDS,
)

# --- filters and numbers -----------------------------------------------------------------------


def matches(
    s: State, f: Filter, die: i64, controller: i64, opponent: i64, source: i64, cost_die: i64
) -> bool:
    """Whether a die is one of those the filter means, seen from the ability's controller."""
    other = f.alternative
    if other is not None and matches(s, other, die, controller, opponent, source, cost_die):
        return True
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
    elif s.table.no_capture[s.table.slot[die]] and not f.class_name and not f.want & IS_QUARTIFACT:
        return False  # only an effect that names them takes such dice (7.2, 14.1)
    want = f.want
    if want:
        if want & OTHER and die == source:
            return False
        if (
            want & IS_CREATURE
            and not is_creature(s, die)
            and (want & UNLOCKED or not is_locked(s, die))
        ):
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
    if f.more and not _matches_more(s, f, die, source):
        return False
    return f.max_defense >= 99 or defense(s, die) <= f.max_defense


def _matches_more(s: State, f: Filter, die: i64, source: i64) -> bool:
    """The questions that only few filters ask."""
    slot = s.table.slot[die]
    if f.energy and s.table.catalog.cards[look(s, die) // FACES].energy != f.energy:
        return False
    if f.min_level > level(s, die) or f.min_cost > s.table.cost[slot]:
        return False
    if f.type_name and s.table.catalog.cards[look(s, die) // FACES].type_name != f.type_name:
        return False
    top: i64 = len(s.stack) - FRAME
    if f.level_register >= 0 and level(s, die) > level(s, s.stack[top + F_A + f.level_register]):
        return False
    want = f.want
    flags: i64 = s.flags[die]
    if want & IS_LOCKED and not is_locked(s, die):
        return False
    if want & IS_ATTACKING and (not flags & ATTACKING or not is_creature(s, die)):
        return False
    if want & IN_BATTLE and not in_battle(s, die):
        return False
    if want & UNDAMAGED and flags & (DAMAGED | DYING | SAFE):
        return False
    if want & WAS_DRAWN and not flags & DRAWN:
        return False
    if want & CAN_GO_UP and next_face(s, die, 1) < 0:
        return False
    if want & CAN_GO_DOWN and next_face(s, die, -1) < 0:
        return False
    if want & OTHER_CLASS and s.table.slot[source] == slot:
        return False
    if want & IS_QUARTIFACT:
        if s.place[die] == WILDS:
            if s.table.cards[slot].kind != "quest":
                return False
        elif not s.table.quartifact[look(s, die)]:
            return False
    if want & CARRIED and s.carrier[die] != source:
        return False
    if want & FORCED and not flags & FIRST:
        return False
    if want & NOT_SUBJECT and die == s.stack[top + F_C]:
        return False
    if want & IN_AREA and s.place[die] != s.stack[top + F_B]:
        return False
    if want & NOT_IMMUNE and immune(s, die, source):
        return False
    if want & BUYABLE and standing(s, die, NO_BUY_OFF):
        return False
    if want & NOT_NEW and flags & LOCKED_NOW:
        return False
    if want & NOT_FIRST and die == s.stack[top + F_A]:
        return False
    if want & BESIDE_SOURCE:
        host: i64 = s.carrier[source] if s.carrier[source] >= 0 else source
        if s.place[die] != s.place[host]:
            return False
    return not want & BESIDE_SUBJECT or s.place[die] == s.place[s.stack[top + F_C]]


def collect(
    s: State, f: Filter, controller: i64, opponent: i64, source: i64, cost_die: i64
) -> list[int]:
    """All dice the filter means; of the dice on one card in the Wilds just one."""
    found: list[int] = []
    if f.search_places & (1 << WILDS):
        for slot in range(len(s.table.cards)):
            die = wild_die(s, slot)
            if die >= 0 and matches(s, f, die, controller, opponent, source, cost_die):
                found.append(die)
    for seat in range(s.table.players):
        if f.search_whose == ME and seat != controller:
            continue
        if f.search_whose == OPPONENT and seat != opponent:
            continue
        for place in range(1, PLACES + 1):
            if f.search_places & (1 << place):
                for other in s.zones[seat * PLACES + place - 1]:
                    if matches(s, f, other, controller, opponent, source, cost_die):
                        found.append(other)
    if f.want & HIGHEST_COST and len(found) > 1:
        costs = [s.table.cost[s.table.slot[die]] for die in found]
        highest = max(costs)
        found = [die for die, cost in zip(found, costs, strict=True) if cost == highest]
    return found


def value(s: State, number: Number, controller: i64, opponent: i64, source: i64) -> i64:
    """What a number comes to now."""
    if number.times == 0:
        return number.constant
    counted: i64 = 0
    if number.kind == COUNT:
        which = number.which
        if which is not None:
            counted = len(collect(s, which, controller, opponent, source, -1))
    elif number.kind == SCORED_THIS_TURN:
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
        at = defense_frame(s, opponent)
        if at >= 0:
            counted = s.stack[at + F_B]
    elif number.kind == CAN_DRAW:
        counted = 1 if can_draw(s, controller) else 0
    else:
        counted = _special(s, number, controller, opponent, source)
    found = number.constant + number.times * counted
    if found < number.least:
        return number.least
    return found if found < number.most else number.most


def _special(s: State, number: Number, controller: i64, opponent: i64, source: i64) -> i64:
    """Numbers that cards of the expansions ask for."""
    kind = number.kind
    top: i64 = len(s.stack) - FRAME
    if kind == MY_GLORY:
        return s.glory[controller]
    if kind == RICHER:
        return 1 if opponent >= 0 and s.glory[opponent] > s.glory[controller] else 0
    if kind == AT_HAND:
        return available(s) if controller == s.active else 0
    if kind == MY_TURN:
        return 1 if controller == s.active else 0
    if kind == RICHER_OPPONENTS:
        return len([glory for glory in s.glory if glory > s.glory[controller]])
    if kind == OPPONENT_HIT:
        return 1 if opponent >= 0 and s.hit & (1 << opponent) else 0
    if kind == OPPONENT_IS_ME:
        return 1 if opponent == controller else 0
    if kind == HAS_OPPONENT:
        return 1 if opponent >= 0 and opponent != controller else 0
    if kind == QUESTS_PLAYED:
        return 1 if s.table.quests else 0
    if kind == PHASE:
        return s.phase
    if kind == BATTLE_OVER:
        return 1 if s.marks & MARK_BATTLE_OVER else 0
    if kind == COST_OF_FIRST:
        return s.table.cost[s.table.slot[s.stack[top + F_A]]]
    if kind == GLORY_OF_FIRST:
        return s.table.glory[look(s, s.stack[top + F_A]) // FACES]
    if kind == HAS_SUBJECT:
        return 1 if s.stack[top + F_C] >= 0 else 0
    counted: i64 = 0
    rows = s.rows
    if kind == TIMES_USED:
        for at in range(0, len(rows), ROW_WIDTH):
            if rows[at] == ROW_TIMES and rows[at + 1] == source:
                counted += 1
        return counted
    if kind == SCORED_GLORY:
        which = number.which
        for at in range(0, len(rows), ROW_WIDTH):
            if rows[at] == ROW_SCORED and which is not None:
                slot = s.table.slot[rows[at + 1]]
                if s.table.cost[slot] <= which.max_cost:
                    counted += s.table.cards[slot].glory
        return counted
    if kind == IN_ATTACK:
        while top > 0 and s.stack[top] != DESTROY:
            top -= FRAME
        if top > 0:
            return 1 if s.stack[top + F_A] else 0
    host: i64 = s.carrier[source]
    if host < 0:
        host = source
    if kind == IN_ATTACK:  # of a die that was destroyed in a challenge and leaves now
        for at in range(0, len(rows), ROW_WIDTH):
            if rows[at] == ROW_LEAVES and rows[at + 1] == host and rows[at + 2] & LEAVES_BY_DAMAGE:
                return 1
        return 0
    if kind == TAKES_PART:
        return 1 if s.flags[host] & ATTACKING else 0
    fight = battle(s)  # CHALLENGING
    if fight < 0 or s.stack[fight] != CHALLENGE or s.place[host] != QUEST:
        return 0
    return 1 if s.stack[fight + F_CONTROLLER] == s.owner[host] else 0


def holds(
    s: State, condition: Condition | None, controller: i64, opponent: i64, source: i64
) -> bool:
    """Whether a condition is met; none always is."""
    if condition is None:
        return True
    found = value(s, condition.number, controller, opponent, source)
    if condition.least <= found <= condition.most:
        return True
    other = condition.other
    return other is not None and holds(s, other, controller, opponent, source)


# --- the questions -----------------------------------------------------------------------------


def attack(s: State, die: i64, against: i64) -> i64:
    """What the creature adds to the attack total against one seat; -1 asks against nobody."""
    table = s.table
    owner = s.owner[die]
    if table.locks and is_locked(s, die):
        return 0  # 11.3
    if against >= 0 and kept_away(s, die, against):
        return 0
    found: i64 = table.attack[look(s, die)]
    most: i64 = NO_LIMIT
    if table.has_modifier[ATTACK_SELF]:
        for modifier in standing(s, die, ATTACK_SELF):
            if holds(s, modifier.condition, owner, against, die):
                amount = value(s, modifier.amount, owner, against, die)
                found = amount if modifier.how == SET else found + amount
        if s.attached:
            more, _limit = _from_attached(s, die, ATTACK_SELF, _muted(s, die))
            found += more
    if s.rows:
        rows = s.rows
        for at in range(0, len(rows), ROW_WIDTH):
            if rows[at + 1] == die:
                if rows[at] == ROW_ATTACK or rows[at] == ROW_AGAINST + against:
                    found += rows[at + 2]
                elif rows[at] == ROW_ATTACK_CAP and rows[at + 2] < most:
                    most = rows[at + 2]
    if table.has_modifier[ATTACK_AURA]:
        plus, minus, cap = from_auras(s, die, ATTACK_AURA, against)
        found += plus + minus
        if cap < most:
            most = cap
    if found > most:
        found = most
    return found if found > 0 else 0


def defense(s: State, die: i64) -> i64:
    """How much damage destroys the creature; what lessens it never takes it below 1."""
    table = s.table
    owner = s.owner[die]
    if table.locks and is_locked(s, die):
        return 0  # 11.3
    found: i64 = table.defense[look(s, die)]
    printed = table.has_modifier[PRINTED_DEFENSE] and struck_by(s, die, PRINTED_DEFENSE)
    less: i64 = 0
    if table.has_modifier[DEFENSE_SELF]:
        for modifier in standing(s, die, DEFENSE_SELF):
            if printed and modifier.how != SET:
                continue
            if holds(s, modifier.condition, owner, -1, die):
                amount = value(s, modifier.amount, owner, -1, die)
                found = amount if modifier.how == SET else found + amount
        if s.attached:
            more, _limit = _from_attached(s, die, DEFENSE_SELF, _muted(s, die))
            if more < 0:
                less += more
            elif not printed:
                found += more
    if s.rows:
        rows = s.rows
        for at in range(0, len(rows), ROW_WIDTH):
            if rows[at] == ROW_DEFENSE and rows[at + 1] == die:
                if rows[at + 2] < 0:
                    less += rows[at + 2]
                elif not printed:
                    found += rows[at + 2]
    if table.has_modifier[DEFENSE_AURA]:
        plus, minus, _cap = from_auras(s, die, DEFENSE_AURA, -1)
        less += minus
        if not printed:
            found += plus
    if less < 0 and found > 1:
        found = found + less if found + less > 1 else 1
    return found if found > 0 else 0


def glory(s: State, die: i64) -> i64:
    """What the creature earns when it scores, bonuses included (4.1)."""
    table = s.table
    owner = s.owner[die]
    found: i64 = table.glory[look(s, die) // FACES]
    most: i64 = NO_LIMIT
    if table.has_modifier[GLORY_SELF]:
        for modifier in standing(s, die, GLORY_SELF):
            if holds(s, modifier.condition, owner, -1, die):
                found += value(s, modifier.amount, owner, -1, die)
        if s.attached:
            more, most = _from_attached(s, die, GLORY_SELF, False)
            found += more
    if table.has_modifier[GLORY_AURA]:
        plus, minus, _cap = from_auras(s, die, GLORY_AURA, -1)
        found += plus + minus
    if found > most:
        found = most
    return found if found > 0 else 0


def immune(s: State, die: i64, source: i64) -> bool:
    """Whether a creature cannot be affected by an opponent's effect from that die (10.5)."""
    table = s.table
    if not table.has_modifier[IMMUNE_SELF] and not table.has_modifier[IMMUNE_AURA]:
        return False
    if not is_creature(s, die) and not is_locked(s, die):
        return False
    rows = s.rows
    for at in range(0, len(rows), ROW_WIDTH):
        if rows[at] == ROW_NO_IMMUNITY and rows[at + 1] == die:
            return False
    dark = source >= 0 and table.energy[table.slot[source]] == DARK_QUIDDITY
    for modifier in standing(s, die, IMMUNE_SELF):
        if modifier.amount.constant == IMMUNE_TO_ALL or dark:
            return True
    if s.attached and table.has_modifier[IMMUNE_SELF]:
        for spell in s.zones[s.owner[die] * PLACES + ATTACHED - 1]:
            if s.carrier[spell] == die and standing(s, spell, IMMUNE_SELF):
                return True
    if table.has_modifier[IMMUNE_AURA]:
        plus, _minus, _cap = from_auras(s, die, IMMUNE_AURA, -1)
        return plus > 0
    return False


def can_target(s: State, source: i64, controller: i64, die: i64) -> bool:
    """Whether an effect reaches the die and may choose it."""
    if s.owner[die] == controller:
        return True
    if immune(s, die, source):
        return False
    if not s.table.has_modifier[UNTARGETABLE]:
        return True
    if not s.table.is_spell_die[s.table.slot[source]] or not is_creature(s, die):
        return True
    return not standing(s, die, UNTARGETABLE)


def attacks(s: State, die: i64, seat: i64) -> bool:
    """Whether a creature attacks that seat's creatures in the battle that is on (6.1, 12.7)."""
    if not s.flags[die] & ATTACKING or not is_creature(s, die):
        return False
    if s.place[die] == QUEST and s.quest[s.owner[die]] != s.quest[seat]:
        return False
    return not kept_away(s, die, seat)


def kept_away(s: State, die: i64, seat: i64) -> bool:
    """Whether somebody of that seat's in the same area keeps a creature from attacking it."""
    if not s.table.has_modifier[KEEP_AWAY]:
        return False
    plus, _minus, _cap = from_auras(s, die, KEEP_AWAY, seat)
    return plus > 0


def extra_levels(s: State, die: i64) -> i64:
    """Levels that what a creature carries adds when its quest is checked, and only then (12.4)."""
    if not s.attached or not s.table.has_modifier[QUEST_LEVEL]:
        return 0
    more, _most = _from_attached(s, die, QUEST_LEVEL, False)
    return more


def anybody(s: State, kind: i64) -> bool:
    """Whether a locked die anywhere has a standing rule for the whole table."""
    if s.table.has_modifier[kind]:
        for seat in range(s.table.players):
            for die in s.zones[seat * PLACES + READY - 1]:
                if standing(s, die, kind):
                    return True
    return False


# --- parts of the questions --------------------------------------------------------------------


def _from_attached(s: State, die: i64, kind: i64, muted: bool) -> tuple[i64, i64]:
    """What dice attached to a creature add, and the lowest limit they set.

    They speak as if written on the carrier. Those of opponents do nothing to an immune one (10.5);
    with `muted` no spell does anything.
    """
    found: i64 = 0
    most: i64 = NO_LIMIT
    owner = s.owner[die]
    for seat in range(s.table.players):
        for spell in s.zones[seat * PLACES + ATTACHED - 1]:
            if s.carrier[spell] != die or (muted and is_spell(s, spell)):
                continue
            for modifier in standing(s, spell, kind):
                if seat != owner and immune(s, die, spell):
                    break
                which = modifier.which
                if which is not None and not matches(s, which, die, owner, -1, die, -1):
                    continue
                if not holds(s, modifier.condition, owner, -1, die):
                    continue
                amount = value(s, modifier.amount, owner, -1, die)
                if modifier.how != CAP:
                    found += amount
                elif amount < most:
                    most = amount
    return found, most


def _muted(s: State, die: i64) -> bool:
    """Whether an attacker silences the spells attached to a creature that it attacks."""
    return s.table.has_modifier[MUTE_ATTACHED] and struck_by(s, die, MUTE_ATTACHED)


def struck_by(s: State, die: i64, kind: i64) -> bool:
    """Whether a creature that attacks its owner there has such an ability, and it is not immune."""
    owner = s.owner[die]
    place: i64 = s.place[die]
    for seat in range(s.table.players):
        if seat != owner:
            for other in s.zones[seat * PLACES + place - 1]:
                if not standing(s, other, kind) or immune(s, die, other):
                    continue
                if attacks(s, other, owner):
                    return True
    return False


def from_auras(s: State, die: i64, kind: i64, against: i64) -> tuple[i64, i64, i64]:
    """What other dice add, take away, and limit, for as long as they are there (15.4)."""
    plus: i64 = 0
    minus: i64 = 0
    most: i64 = NO_LIMIT
    best: i64 = 0  # of those that do not add up
    at_quest = len(s.table.quests) > 0
    for seat in range(s.table.players):
        for part in range(3):
            place: i64 = READY
            if part == 1:
                if not at_quest:
                    continue
                place = QUEST
            elif part == 2:
                if not s.attached:
                    break
                place = ATTACHED
            for source in s.zones[seat * PLACES + place - 1]:
                for modifier in standing(s, source, kind):
                    if source == die or not _touches(s, modifier, source, die, against):
                        continue
                    owner = s.owner[source]
                    amount = value(s, modifier.amount, owner, s.owner[die], source)
                    if modifier.how == CAP:
                        if amount < most:
                            most = amount
                    elif modifier.how == BEST:
                        if amount < best:
                            best = amount
                    elif amount < 0:
                        minus += amount
                    else:
                        plus += amount
    return plus, minus + best, most


def _touches(s: State, modifier: Modifier, source: i64, die: i64, against: i64) -> bool:
    """Whether an aura reaches a creature, by its scope, its filter and immunity."""
    now = look(s, source)
    if s.place[source] == READY and not s.table.creature[now] and not s.table.lock[now]:
        return False  # a quartifact has no power unless it is attached (12.6)
    host: i64 = s.carrier[source]
    if host < 0:
        host = source
    owner: i64 = s.owner[host]
    mine = s.owner[die] == owner
    scope = modifier.scope
    if scope == COMPANIONS:
        if not mine or die == host or s.place[die] != s.place[host]:
            return False
    elif scope == PARTY:
        if not mine or s.place[die] != s.place[host]:
            return False
    elif scope == ALL_MINE:
        if not mine:
            return False
    elif scope == ALL_FOES:
        if mine:
            return False
    elif scope == ATTACKERS:
        if against != owner or mine or s.place[die] != s.place[host]:
            return False
    elif scope == DEFENDERS and (
        mine or s.place[die] != s.place[host] or not attacks(s, host, s.owner[die])
    ):
        return False
    which = modifier.which
    if which is not None and not matches(s, which, die, owner, against, source, -1):
        return False
    if modifier.condition is not None and not holds(
        s, modifier.condition, owner, s.owner[die], source
    ):
        return False
    kind = modifier.kind
    if mine or kind == GLORY_AURA or kind == SUMMON_AURA:
        return True  # Glory and prices are the player's, not the creature's
    return not immune(s, die, source)
