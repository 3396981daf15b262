"""Which dice a filter means, what numbers and conditions come to, and what auras do.

These ask each other in a circle (an aura may touch only creatures of a certain defense, which other
auras change), so they live in one module. Nothing is stored and nothing is taken back: bursts,
copies, auras, attached spells and lasting effects are read when somebody asks. `stats` has the
numbers of creatures that nothing here depends on.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from quarriors.engine.appearance import host_of, is_creature, is_spell, look, standing
from quarriors.engine.bits import has_bit
from quarriors.engine.criteria import (
    is_of_kind,
    is_within,
    lies_there,
    suits_card,
    suits_frame,
    suits_situation,
    suits_source,
)
from quarriors.engine.dice import is_locked, wild_die
from quarriors.engine.faces import DARK_QUIDDITY
from quarriors.engine.ids import (
    combine,
    effect,
    flag,
    limit,
    place,
    quantity,
    scope,
    trait,
    want,
    whose,
)
from quarriors.engine.program import Condition, Filter, Modifier, Number
from quarriors.engine.quantities import counted
from quarriors.engine.state import State, zone
from quarriors.engine.vectors import append, vec

_ALL: Final = -1  # of the dice that match: as many as there are

# --- filters -----------------------------------------------------------------------------------


def matches(
    s: State, f: Filter, die: i64, controller: i64, opponent: i64, source: i64, cost_die: i64
) -> bool:
    """Whether a die is one of those the filter means, seen from the ability's controller."""
    other = f.alternative
    if other is not None and matches(s, other, die, controller, opponent, source, cost_die):
        return True
    if not lies_there(s, f, die, controller, opponent):
        return False
    wanted = f.want
    if wanted & want.KIND and not is_of_kind(s, wanted, die):
        return False
    flags = s.flags[die]
    if flags & f.flags_set != f.flags_set or flags & f.flags_clear:
        return False
    if wanted & want.BY_SOURCE and not suits_source(s, wanted, die, controller, source):
        return False
    if f.asks_card and not suits_card(s, f, die):
        return False
    if f.asks_bounds and not is_within(s, f, die, cost_die):
        return False
    if wanted & want.BY_FRAME and not suits_frame(s, wanted, die):
        return False
    if wanted & want.SITUATION and not suits_situation(s, wanted, die):
        return False
    if wanted & want.NOT_IMMUNE and immune(s, die, source):
        return False
    return f.max_defense == limit.NO_UPPER or defense(s, die) <= f.max_defense


def collect(
    s: State, f: Filter, controller: i64, opponent: i64, source: i64, cost_die: i64
) -> vec[i64]:
    """All dice the filter means; of the dice on one card in the Wilds just one."""
    found = vec[i64](capacity=8)
    where: i64
    if has_bit(f.search_places, place.WILDS):
        for slot in range(len(s.wilds_left)):
            lying = wild_die(s, slot)
            if lying >= 0 and matches(s, f, lying, controller, opponent, source, cost_die):
                found = append(found, lying)
    for seat in range(s.setup.players):
        if not _searches(f, seat, controller, opponent):
            continue
        for where in f.search_zones:
            for die in zone(s, seat, where):
                if matches(s, f, die, controller, opponent, source, cost_die):
                    found = append(found, die)
    if f.want & want.HIGHEST_COST and len(found) > 1:
        return _most_expensive(s, found)
    return found


def any_match(
    s: State, f: Filter, controller: i64, opponent: i64, source: i64, cost_die: i64
) -> bool:
    """Whether there is a die that the filter means."""
    return _count(s, f, controller, opponent, source, cost_die, 1) > 0


def count_matching(
    s: State, f: Filter, controller: i64, opponent: i64, source: i64, cost_die: i64
) -> i64:
    """How many dice the filter means; those on one card in the Wilds count as one."""
    if f.want & want.HIGHEST_COST:
        return len(collect(s, f, controller, opponent, source, cost_die))
    return _count(s, f, controller, opponent, source, cost_die, _ALL)


def _count(
    s: State, f: Filter, controller: i64, opponent: i64, source: i64, cost_die: i64, enough: i64
) -> i64:
    """How many single dice match; stops as soon as there are enough."""
    found: i64 = 0
    where: i64
    if has_bit(f.search_places, place.WILDS):
        for slot in range(len(s.wilds_left)):
            lying = wild_die(s, slot)
            if lying >= 0 and matches(s, f, lying, controller, opponent, source, cost_die):
                found += 1
                if found == enough:
                    return found
    for seat in range(s.setup.players):
        if not _searches(f, seat, controller, opponent):
            continue
        for where in f.search_zones:
            for die in zone(s, seat, where):
                if matches(s, f, die, controller, opponent, source, cost_die):
                    found += 1
                    if found == enough:
                        return found
    return found


def _searches(f: Filter, seat: i64, controller: i64, opponent: i64) -> bool:
    """Whether a seat may have dice that the filter means."""
    side = f.search_whose
    if side == whose.ME:
        return seat == controller
    if side == whose.OPPONENT:
        return seat == opponent
    return side != whose.OPPONENTS or seat != controller


def _most_expensive(s: State, found: vec[i64]) -> vec[i64]:
    """Those of some dice that cost most."""
    highest: i64 = 0
    for die in found:
        highest = max(highest, s.setup.cost[s.setup.slot[die]])
    kept = vec[i64](capacity=8)
    for die in found:
        if s.setup.cost[s.setup.slot[die]] == highest:
            kept = append(kept, die)
    return kept


# --- numbers and conditions --------------------------------------------------------------------


def value(s: State, number: Number, controller: i64, opponent: i64, source: i64) -> i64:
    """What a number comes to now."""
    if number.times == 0:
        return number.constant
    which = number.which
    found: i64 = 0
    if number.kind != quantity.MATCHING:
        found = counted(s, number.kind, which, controller, opponent, source)
    elif which is not None:
        found = count_matching(s, which, controller, opponent, source, -1)
    found = number.constant + number.times * found
    if found < number.least:
        return number.least
    return min(found, number.most)


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


# --- what filters and auras may ask about a creature -------------------------------------------


def defense(s: State, die: i64) -> i64:
    """How much damage destroys the creature; what lessens it never takes it below 1.

    Worked out in the order printed, set, add, floor (15.5).
    """
    setup = s.setup
    if setup.locks and is_locked(s, die):
        return 0  # 11.3
    found = setup.defense[look(s, die)]
    more: i64 = 0
    less: i64 = 0
    printed = setup.has_modifier[trait.PRINTED_DEFENSE] and struck_by(s, die, trait.PRINTED_DEFENSE)
    if setup.has_modifier[trait.DEFENSE_SELF]:
        found = with_own(s, die, trait.DEFENSE_SELF, found, -1, printed)
        if s.attached:
            added, _limit = from_attached(s, die, trait.DEFENSE_SELF, is_muted(s, die))
            if added < 0:
                less += added
            else:
                more += added
    rows = s.lasting_effects
    for at in range(0, len(rows), effect.WIDTH):
        if rows[at + effect.KIND] == effect.DEFENSE and rows[at + effect.SUBJECT] == die:
            if rows[at + effect.AMOUNT] < 0:
                less += rows[at + effect.AMOUNT]
            else:
                more += rows[at + effect.AMOUNT]
    if setup.has_modifier[trait.DEFENSE_AURA]:
        plus, minus, _cap = from_auras(s, die, trait.DEFENSE_AURA, -1)
        more += plus
        less += minus
    if not printed:
        found += more
    if less < 0 and found > 1:
        found = max(found + less, 1)
    return max(found, 0)


def with_own(s: State, die: i64, kind: i64, base: i64, against: i64, only_set: bool) -> i64:
    """A number of a creature after its own standing modifiers of one kind, set before add (15.5).

    With `only_set`, those that add to what the face shows do nothing.
    """
    found = base
    owner = s.owner[die]
    for modifier in standing(s, die, kind):
        sets = modifier.how == combine.SET
        if only_set and not sets:
            continue
        if holds(s, modifier.condition, owner, against, die):
            amount = value(s, modifier.amount, owner, against, die)
            if sets:
                found = amount
            else:
                found += amount
    return found


def immune(s: State, die: i64, source: i64) -> bool:
    """Whether a creature cannot be affected by an opponent's effect from that die (10.5)."""
    setup = s.setup
    if not setup.has_modifier[trait.IMMUNE_SELF] and not setup.has_modifier[trait.IMMUNE_AURA]:
        return False
    if not is_creature(s, die) and not is_locked(s, die):
        return False
    rows = s.lasting_effects
    for at in range(0, len(rows), effect.WIDTH):
        if rows[at + effect.KIND] == effect.NO_IMMUNITY and rows[at + effect.SUBJECT] == die:
            return False
    if setup.has_modifier[trait.IMMUNE_SELF]:
        dark = source >= 0 and setup.energy[setup.slot[source]] == DARK_QUIDDITY
        for modifier in standing(s, die, trait.IMMUNE_SELF):
            if modifier.amount.constant == trait.IMMUNE_TO_ALL or dark:
                return True
        if s.attached:
            for spell in zone(s, s.owner[die], place.ATTACHED):
                if s.carrier[spell] == die and len(standing(s, spell, trait.IMMUNE_SELF)) > 0:
                    return True
    if setup.has_modifier[trait.IMMUNE_AURA]:
        plus, _minus, _cap = from_auras(s, die, trait.IMMUNE_AURA, -1)
        return plus > 0
    return False


def attacks(s: State, die: i64, seat: i64) -> bool:
    """Whether a creature attacks that seat's creatures in the battle that is on (6.1, 12.7)."""
    if not s.flags[die] & flag.ATTACKING or not is_creature(s, die):
        return False
    if s.place[die] == place.QUEST and s.quest[s.owner[die]] != s.quest[seat]:
        return False
    return not kept_away(s, die, seat)


def kept_away(s: State, die: i64, seat: i64) -> bool:
    """Whether somebody of that seat's in the same area keeps a creature from attacking it."""
    if not s.setup.has_modifier[trait.KEEP_AWAY]:
        return False
    plus, _minus, _cap = from_auras(s, die, trait.KEEP_AWAY, seat)
    return plus > 0


def struck_by(s: State, die: i64, kind: i64) -> bool:
    """Whether a creature that attacks its owner there has such an ability, and it is not immune."""
    owner = s.owner[die]
    where = s.place[die]
    for seat in range(s.setup.players):
        if seat != owner:
            for other in zone(s, seat, where):
                if len(standing(s, other, kind)) == 0 or immune(s, die, other):
                    continue
                if attacks(s, other, owner):
                    return True
    return False


def is_muted(s: State, die: i64) -> bool:
    """Whether an attacker silences the spells attached to a creature that it attacks."""
    return s.setup.has_modifier[trait.MUTE_ATTACHED] and struck_by(s, die, trait.MUTE_ATTACHED)


# --- attached dice and auras -------------------------------------------------------------------


def from_attached(s: State, die: i64, kind: i64, muted: bool) -> tuple[i64, i64]:
    """What dice attached to a creature add, and the lowest limit they set.

    They speak as if written on the carrier. Those of opponents do nothing to an immune one (10.5);
    with `muted` no spell does anything.
    """
    found: i64 = 0
    most: i64 = limit.NO_UPPER
    owner = s.owner[die]
    for seat in range(s.setup.players):
        for spell in zone(s, seat, place.ATTACHED):
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
                if modifier.how == combine.CAP:
                    most = min(most, amount)
                else:
                    found += amount
    return found, most


def from_auras(s: State, die: i64, kind: i64, against: i64) -> tuple[i64, i64, i64]:
    """What other dice add, take away, and limit, for as long as they are there (15.4)."""
    plus: i64 = 0
    minus: i64 = 0
    most: i64 = limit.NO_UPPER
    best: i64 = 0  # of those that do not add up
    for seat in range(s.setup.players):
        where: i64 = place.READY
        while where >= 0:
            for source in zone(s, seat, where):
                for modifier in standing(s, source, kind):
                    if source == die or not _touches(s, modifier, source, die, against):
                        continue
                    amount = value(s, modifier.amount, seat, s.owner[die], source)
                    if modifier.how == combine.CAP:
                        most = min(most, amount)
                    elif modifier.how == combine.BEST:
                        best = min(best, amount)
                    elif amount < 0:
                        minus += amount
                    else:
                        plus += amount
            where = _next_place_of_auras(s, where)
    return plus, minus + best, most


def _next_place_of_auras(s: State, where: i64) -> i64:
    """Auras come from Ready Areas, then from quests, then from attached dice; -1 after the last."""
    if where == place.READY and len(s.setup.quests) > 0:
        return place.QUEST
    if where != place.ATTACHED and s.attached:
        return place.ATTACHED
    return -1


def _touches(s: State, modifier: Modifier, source: i64, die: i64, against: i64) -> bool:
    """Whether an aura reaches a creature, by its scope, its filter and immunity."""
    if s.place[source] == place.READY:
        now = look(s, source)
        if not s.setup.creature[now] and not s.setup.lock[now]:
            return False  # a quartifact has no power unless it is attached (12.6)
    host = host_of(s, source)
    if not _in_scope(s, modifier.scope, host, die, against):
        return False
    owner = s.owner[host]
    which = modifier.which
    if which is not None and not matches(s, which, die, owner, against, source, -1):
        return False
    if not holds(s, modifier.condition, owner, s.owner[die], source):
        return False
    kind = modifier.kind
    if s.owner[die] == owner or kind == trait.GLORY_AURA or kind == trait.SUMMON_AURA:
        return True  # Glory and prices are the player's, not the creature's
    return not immune(s, die, source)


def _in_scope(s: State, reach: i64, host: i64, die: i64, against: i64) -> bool:
    """Whether a creature is one of those that a scope of an aura from `host` means."""
    owner = s.owner[host]
    mine = s.owner[die] == owner
    if reach == scope.ALL_MINE:
        return mine
    if reach == scope.ALL_FOES:
        return not mine and s.place[host] != place.QUEST  # such cards name the Ready Area (15.4)
    if reach == scope.EVERYBODY or reach == scope.NOBODY_ELSE:
        return True
    if s.place[die] != s.place[host]:
        return False  # all others reach only the area they are in (12.7)
    if reach == scope.COMPANIONS:
        return mine and die != host
    if reach == scope.PARTY:
        return mine
    if reach == scope.ATTACKERS:
        return not mine and against == owner
    return not mine and attacks(s, host, s.owner[die])  # DEFENDERS
