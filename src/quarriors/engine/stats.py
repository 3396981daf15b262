"""The numbers of creatures as questions with their context: attack, defense, Glory, immunity.

They are never stored and never taken back: they are worked out when asked for, always in the order
printed, set, add, cap, floor (15.5). What filters and auras may ask themselves is defined in
`filters` and only named here.
"""

from __future__ import annotations

from mypy_extensions import i64

from quarriors.engine.appearance import is_creature, look, standing
from quarriors.engine.catalog import FACES
from quarriors.engine.dice import is_locked
from quarriors.engine.filters import (
    attacks,
    defense,
    from_attached,
    from_auras,
    immune,
    is_muted,
    kept_away,
    struck_by,
    with_own,
)
from quarriors.engine.ids import effect, limit, place, trait
from quarriors.engine.state import State, zone

__all__ = [
    "anybody_has",
    "attack",
    "attacks",
    "can_target",
    "defense",
    "extra_levels",
    "from_auras",
    "glory",
    "immune",
    "kept_away",
    "struck_by",
]


def attack(s: State, die: i64, against: i64) -> i64:
    """What the creature adds to the attack total against one seat; -1 asks against nobody."""
    setup = s.setup
    if setup.locks and is_locked(s, die):
        return 0  # 11.3
    if against >= 0 and kept_away(s, die, against):
        return 0
    found = setup.attack[look(s, die)]
    most: i64 = limit.NO_UPPER
    if setup.has_modifier[trait.ATTACK_SELF]:
        found = with_own(s, die, trait.ATTACK_SELF, found, against, False)
        if s.attached:
            more, _limit = from_attached(s, die, trait.ATTACK_SELF, is_muted(s, die))
            found += more
    if len(s.lasting_effects) > 0:
        more, most = _lasting_attack(s, die, against)
        found += more
    if setup.has_modifier[trait.ATTACK_AURA]:
        plus, minus, cap = from_auras(s, die, trait.ATTACK_AURA, against)
        found += plus + minus
        most = min(most, cap)
    return max(min(found, most), 0)


def _lasting_attack(s: State, die: i64, against: i64) -> tuple[i64, i64]:
    """What lasting effects add to a creature's attack, and the lowest limit they set."""
    found: i64 = 0
    most: i64 = limit.NO_UPPER
    rows = s.lasting_effects
    for at in range(0, len(rows), effect.WIDTH):
        if rows[at + effect.SUBJECT] != die:
            continue
        kind = rows[at + effect.KIND]
        if kind == effect.ATTACK or (against >= 0 and kind == effect.AGAINST + against):
            found += rows[at + effect.AMOUNT]
        elif kind == effect.ATTACK_CAP:
            most = min(most, rows[at + effect.AMOUNT])
    return found, most


def glory(s: State, die: i64) -> i64:
    """What the creature earns when it scores, bonuses included (4.1)."""
    setup = s.setup
    found = setup.glory[look(s, die) // FACES]
    most: i64 = limit.NO_UPPER
    if setup.has_modifier[trait.GLORY_SELF]:
        found = with_own(s, die, trait.GLORY_SELF, found, -1, False)
        if s.attached:
            more, most = from_attached(s, die, trait.GLORY_SELF, False)
            found += more
    if setup.has_modifier[trait.GLORY_AURA]:
        plus, minus, _cap = from_auras(s, die, trait.GLORY_AURA, -1)
        found += plus + minus
    return max(min(found, most), 0)


def can_target(s: State, source: i64, controller: i64, die: i64) -> bool:
    """Whether an effect reaches the die and may choose it."""
    if s.owner[die] == controller:
        return True
    if immune(s, die, source):
        return False
    if not s.setup.has_modifier[trait.UNTARGETABLE]:
        return True
    if not s.setup.is_spell_die[s.setup.slot[source]] or not is_creature(s, die):
        return True
    return len(standing(s, die, trait.UNTARGETABLE)) == 0


def extra_levels(s: State, die: i64) -> i64:
    """Levels that what a creature carries adds when its quest is checked, and only then (12.4)."""
    if not s.attached or not s.setup.has_modifier[trait.QUEST_LEVEL]:
        return 0
    more, _most = from_attached(s, die, trait.QUEST_LEVEL, False)
    return more


def anybody_has(s: State, kind: i64) -> bool:
    """Whether a locked die anywhere has a standing rule for the whole table."""
    if s.setup.has_modifier[kind]:
        for seat in range(s.setup.players):
            for die in zone(s, seat, place.READY):
                if len(standing(s, die, kind)) > 0:
                    return True
    return False
