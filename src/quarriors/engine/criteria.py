"""What a filter asks of one die, question by question, apart from its defense and its immunity.

Those two depend on other dice and so on other filters; `filters` asks them, after these.
"""

from __future__ import annotations

from mypy_extensions import i64

from quarriors.engine.appearance import (
    host_of,
    in_battle,
    is_creature,
    is_spell,
    level,
    look,
    next_face,
    standing,
)
from quarriors.engine.catalog import FACES
from quarriors.engine.dice import is_locked
from quarriors.engine.ids import limit, place, register, trait, want, whose
from quarriors.engine.program import Filter
from quarriors.engine.state import State


def lies_there(s: State, f: Filter, die: i64, controller: i64, opponent: i64) -> bool:
    """Whether it is in one of the filter's places, and of those players."""
    where = s.place[die]
    if not f.places >> where & 1:
        return False
    if where == place.WILDS:  # only an effect that names such dice takes them (7.2, 14.1)
        return f.names_dice or not s.setup.no_capture[s.setup.slot[die]]
    side = f.whose
    if side == whose.ME:
        return s.owner[die] == controller
    if side == whose.OPPONENT:
        return s.owner[die] == opponent
    return side != whose.OPPONENTS or s.owner[die] != controller


def is_of_kind(s: State, wanted: i64, die: i64) -> bool:
    """Whether it is what a filter says: creature, spell, locked, a quartifact (`want.KIND`)."""
    if (
        wanted & want.IS_CREATURE
        and not is_creature(s, die)
        and (wanted & want.UNLOCKED or not is_locked(s, die))
    ):
        return False
    if wanted & want.IS_SPELL and not is_spell(s, die):
        return False
    slot = s.setup.slot[die]
    if wanted & want.CREATURE_DIE and not s.setup.is_creature_die[slot]:
        return False
    if wanted & want.SPELL_DIE and not s.setup.is_spell_die[slot]:
        return False
    if wanted & want.IS_LOCKED and not is_locked(s, die):
        return False
    return not wanted & want.IS_QUARTIFACT or _is_quartifact(s, die)


def _is_quartifact(s: State, die: i64) -> bool:
    """A die that shows a quartifact, or one on a quest card that may turn out to be one."""
    if s.place[die] == place.WILDS:
        return s.setup.cards[s.setup.slot[die]].kind == "quest"
    return s.setup.quartifact[look(s, die)]


def suits_source(s: State, wanted: i64, die: i64, controller: i64, source: i64) -> bool:
    """Whether it stands to the source of the ability as a filter says (`want.BY_SOURCE`)."""
    if wanted & want.OTHER and die == source:
        return False
    if wanted & want.SAME_CLASS and look(s, die) // FACES != look(s, source) // FACES:
        return False
    if wanted & want.OTHER_CLASS and s.setup.slot[source] == s.setup.slot[die]:
        return False
    if wanted & want.SOURCE_USED and (
        s.place[source] != place.USED or s.owner[source] != controller
    ):
        return False
    if (
        wanted & want.ON_MINE
        and s.place[die] == place.ATTACHED
        and s.owner[s.carrier[die]] != controller
    ):
        return False
    if wanted & want.NEW_COPY and look(s, die) == s.copy[source]:
        return False
    if wanted & want.CARRIED and s.carrier[die] != source:
        return False
    return not wanted & want.BESIDE_SOURCE or s.place[die] == s.place[host_of(s, source)]


def suits_card(s: State, f: Filter, die: i64) -> bool:
    """Whether its card is of the filter's class, type and energy."""
    if f.class_name and s.setup.cards[s.setup.slot[die]].class_name != f.class_name:
        return False
    if not f.type_name and f.energy == 0:
        return True
    shown = s.setup.catalog.cards[look(s, die) // FACES]  # a copy's is the copied one
    if f.type_name and shown.type_name != f.type_name:
        return False
    return f.energy == 0 or shown.energy == f.energy


def is_within(s: State, f: Filter, die: i64, cost_die: i64) -> bool:
    """Whether level and cost are within the filter's bounds."""
    shown = level(s, die)
    if shown < f.min_level or shown > f.max_level:
        return False
    if f.level_register >= 0:
        other = s.stack[s.top + register.FIRST + f.level_register]
        if other < 0 or shown > level(s, other):
            return False
    cost = s.setup.cost[s.setup.slot[die]]
    if cost < f.min_cost:
        return False
    if f.max_cost == limit.NO_UPPER:
        return True
    most = f.max_cost
    if f.cost_register >= 0 and cost_die >= 0:
        most += s.setup.cost[s.setup.slot[cost_die]]
    return cost <= most


def suits_frame(s: State, wanted: i64, die: i64) -> bool:
    """Whether it stands to what the program chose and answers as said (`want.BY_FRAME`)."""
    top = s.top
    if wanted & want.NOT_SUBJECT and die == s.stack[top + register.SUBJECT]:
        return False
    if wanted & want.NOT_FIRST and die == s.stack[top + register.FIRST]:
        return False
    if wanted & want.IN_AREA and s.place[die] != s.stack[top + register.SECOND]:
        return False
    if wanted & want.BESIDE_SUBJECT:
        return s.place[die] == s.place[s.stack[top + register.SUBJECT]]
    return True


def suits_situation(s: State, wanted: i64, die: i64) -> bool:
    """Whether it fights, could be rotated or bought off as a filter says (`want.SITUATION`)."""
    if wanted & want.IS_ATTACKING and not is_creature(s, die):
        return False
    if wanted & want.IN_BATTLE and not in_battle(s, die):
        return False
    if wanted & want.CAN_GO_UP and next_face(s, die, 1) < 0:
        return False
    if wanted & want.CAN_GO_DOWN and next_face(s, die, -1) < 0:
        return False
    return not wanted & want.BUYABLE or len(standing(s, die, trait.NO_BUY_OFF)) == 0
