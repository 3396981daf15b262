"""Which dice, how much, and under what condition: the nouns of the card language."""

from __future__ import annotations

from quarriors.engine.errors import CatalogError
from quarriors.engine.faces import DARK_QUIDDITY, LIGHT_QUIDDITY
from quarriors.engine.ids import limit, phase, place, quantity, want, whose
from quarriors.engine.program import Condition, Filter, Number, constant

ME, OPPONENT, OPPONENTS, ANYBODY = whose.ME, whose.OPPONENT, whose.OPPONENTS, whose.ANYBODY
WILDS, BAG, ACTIVE, READY = place.WILDS, place.BAG, place.ACTIVE, place.READY
SPENT, USED, ATTACHED, ASIDE = place.SPENT, place.USED, place.ATTACHED, place.ASIDE
QUEST = place.QUEST
LIGHT, DARK = LIGHT_QUIDDITY, DARK_QUIDDITY
ANY_LEVEL = limit.ANY

# What a filter can ask beside whose, where and numbers: keyword of `dice` and its bit.
_WANTS = {
    "creature_die": want.CREATURE_DIE,  # has a creature face, whatever it shows (3.3)
    "spell_die": want.SPELL_DIE,
    "other": want.OTHER,  # not the source
    "scoring": want.IS_SCORING,
    "chosen": want.IS_CHOSEN,  # see `mark`
    "same_class": want.SAME_CLASS,
    "other_class": want.OTHER_CLASS,
    "source_used": want.SOURCE_USED,
    "on_mine": want.ON_MINE,
    "new_copy": want.NEW_COPY,
    "locked": want.IS_LOCKED,
    "unlocked": want.UNLOCKED,  # of creatures: not those in Locked Areas (15.20)
    "attacking": want.IS_ATTACKING,  # takes part in the attack or challenge under way
    "in_battle": want.IN_BATTLE,  # in the battle that is on (12.7); see `opposing`
    "undamaged": want.UNDAMAGED,
    "just_drawn": want.WAS_DRAWN,
    "can_go_up": want.CAN_GO_UP,
    "can_go_down": want.CAN_GO_DOWN,
    "highest_cost": want.HIGHEST_COST,
    "quartifact": want.IS_QUARTIFACT,
    "buyable": want.BUYABLE,  # quiddity could unlock it (11.4)
    "not_new": want.NOT_NEW,  # not locked in this turn
    "not_first": want.NOT_FIRST,  # not the die in the first register
    "beside": want.BESIDE_SOURCE,  # in the same area as the source (12.7)
    "beside_subject": want.BESIDE_SUBJECT,
    "carried": want.CARRIED,  # attached to the source
    "forced": want.FORCED,  # to be the first defender
    "not_subject": want.NOT_SUBJECT,
    "in_area": want.IN_AREA,  # see `choose_area`
    "immune_too": want.IMMUNE_TOO,  # in `each`: the effect is not stopped by Immunity
    "not_immune": want.NOT_IMMUNE,  # where the owner chooses for an opponent's effect (10.5)
}


def dice(
    whose: int,
    *places: int,
    class_name: str = "",
    type_name: str = "",
    energy: int = 0,
    min_level: int = 0,
    max_level: int = ANY_LEVEL,
    max_defense: int = limit.ANY,
    min_cost: int = 0,
    max_cost: int = limit.ANY,
    level_register: int = -1,
    want: int = 0,
    **asked: bool,
) -> Filter:
    """The one filter: whose dice, in which places, of what kind, level, defense or cost."""
    bits = want
    for name, wanted in asked.items():
        if name not in _WANTS:
            raise CatalogError(f"A filter cannot ask {name!r}; it can ask {', '.join(_WANTS)}.")
        bits |= _WANTS[name] if wanted else 0
    spots = sum(1 << where for where in set(places))
    return Filter(
        whose, spots, bits, class_name, max_level, max_defense, max_cost, -1, min_level,
        level_register, min_cost, energy, type_name,
    )  # fmt: skip


def creatures(
    whose: int,
    *places: int,
    class_name: str = "",
    type_name: str = "",
    energy: int = 0,
    min_level: int = 0,
    max_level: int = ANY_LEVEL,
    max_defense: int = limit.ANY,
    max_cost: int = limit.ANY,
    level_register: int = -1,
    **asked: bool,
) -> Filter:
    """Creatures, in Ready Areas if no place is named (3.3), locked ones as well (15.20)."""
    return dice(
        whose,
        *(places or (READY,)),
        class_name=class_name,
        type_name=type_name,
        energy=energy,
        min_level=min_level,
        max_level=max_level,
        max_defense=max_defense,
        max_cost=max_cost,
        level_register=level_register,
        want=want.IS_CREATURE,
        **asked,
    )


def opposing(
    *,
    energy: int = 0,
    min_level: int = 0,
    max_level: int = ANY_LEVEL,
    unlocked: bool = False,
    forced: bool = False,
    immune_too: bool = False,
) -> Filter:
    """The opponent's creatures in the battle that is on: the Ready Area, or the party (12.7)."""
    return creatures(
        OPPONENT, READY, QUEST, energy=energy, min_level=min_level, max_level=max_level,
        in_battle=True, unlocked=unlocked, forced=forced, immune_too=immune_too,
    )  # fmt: skip


def locked(whose: int, *, buyable: bool = False, not_new: bool = False) -> Filter:
    """Dice in Locked Areas (11.1); perhaps only those quiddity could unlock, or no new ones."""
    return dice(whose, READY, locked=True, buyable=buyable, not_new=not_new)


def spells(whose: int, *, other: bool = False) -> Filter:
    """Spells in Ready Areas, attached or not (3.3)."""
    return dice(whose, READY, ATTACHED, other=other, want=want.IS_SPELL)


CHOSEN = dice(ANYBODY, READY, QUEST, want=want.IS_CREATURE | want.IS_CHOSEN)  # see `mark`


def any_of(first: Filter, second: Filter) -> Filter:
    """These dice or those."""
    return Filter(
        first.whose, first.places, first.want, first.class_name, first.max_level,
        first.max_defense, first.max_cost, first.cost_register, first.min_level,
        first.level_register, first.min_cost, first.energy, first.type_name, second,
    )  # fmt: skip


def narrowed(which: Filter, want: int) -> Filter:
    """The same dice, but only those that a further bit of `ids.want` asks for."""
    return Filter(
        which.whose, which.places, which.want | want, which.class_name, which.max_level,
        which.max_defense, which.max_cost, which.cost_register, which.min_level,
        which.level_register, which.min_cost, which.energy, which.type_name, which.alternative,
    )  # fmt: skip


def costing_at_most(which: Filter, more: int, register: int) -> Filter:
    """The same dice, but costing at most so much more than a die chosen before."""
    return Filter(
        which.whose, which.places, which.want, which.class_name, which.max_level,
        which.max_defense, more, register, which.min_level, which.level_register, which.min_cost,
        which.energy, which.type_name,
    )  # fmt: skip


Amount = int | Number


def count(which: Filter, times: int = 1) -> Number:
    """As many as there are such dice."""
    return Number(0, times, quantity.MATCHING, which)


def at_most(most: int, number: Number) -> Number:
    """The number, but never more than that."""
    return Number(number.constant, number.times, number.kind, number.which, most, number.least)


def no_less_than(least: int, number: Number) -> Number:
    """The number, but never less than that."""
    return Number(number.constant, number.times, number.kind, number.which, number.most, least)


def _special(kind: int) -> Number:
    return Number(0, 1, kind, None)


SCORED_THIS_TURN = _special(quantity.SCORED_THIS_TURN)
OPPONENTS_HIT = _special(quantity.OPPONENTS_HIT)
MY_GLORY = _special(quantity.MY_GLORY)
RICHER_OPPONENTS = _special(quantity.RICHER_OPPONENTS)
COST_OF_FIRST = _special(quantity.COST_OF_FIRST)
GLORY_OF_FIRST = _special(quantity.GLORY_OF_FIRST)


def scored_glory(max_cost: int) -> Number:
    """The printed Glory of one's creatures that scored this turn and cost at most so much."""
    return Number(0, 1, quantity.SCORED_GLORY, dice(ME, USED, max_cost=max_cost))


def number_of(amount: Amount) -> Number:
    """A plain amount as a number."""
    return constant(amount) if isinstance(amount, int) else amount


def at_least(least: int, number: Number) -> Condition:
    """The number is that large or larger."""
    return Condition(number, least, limit.NO_UPPER)


def exactly(wanted: int, which: Filter) -> Condition:
    """There are just so many such dice."""
    return Condition(count(which), wanted, wanted)


def _is(kind: int, wanted: int = 1) -> Condition:
    return Condition(_special(kind), wanted, wanted)


FIRST_LOSS = _is(quantity.LOSSES)
NOT_SPARED_YET = _is(quantity.SPARED, 0)
SOMETHING_TO_DRAW = _is(quantity.CAN_DRAW)
I_HAVE_GLORY = at_least(1, MY_GLORY)
BY_AN_OPPONENT = _is(quantity.HAS_OPPONENT)  # the event has an opponent behind it
IT_IS_MY_OWN = _is(quantity.OPPONENT_IS_ME)  # the event is the controller's own doing
OPPONENT_HIT = _is(quantity.OPPONENT_HIT)  # had a creature destroyed in this turn's attack
OPPONENT_IS_RICHER = _is(quantity.RICHER)
TAKES_PART = _is(quantity.TAKES_PART)  # in the attack or challenge under way
CHALLENGES = _is(quantity.CHALLENGING)
NOT_CHALLENGING = _is(quantity.CHALLENGING, 0)
IN_MY_TURN = _is(quantity.MY_TURN)
BY_DAMAGE = _is(quantity.IN_ATTACK)  # the destruction under way comes from a battle's damage
WITH_QUESTS = _is(quantity.QUESTS_PLAYED)
WITHOUT_QUESTS = _is(quantity.QUESTS_PLAYED, 0)
BATTLE_IS_OVER = _is(quantity.BATTLE_OVER)
IN_PHASE_2 = Condition(_special(quantity.PHASE), phase.ROLL, phase.READY)
IT_EARNED_GLORY = _is(quantity.HAS_SUBJECT)  # of a scorer: not kept under expert culling (4.6)


def used_less_than(times: int) -> Condition:
    """The ability was used fewer times than that this turn; see `count_use`."""
    return Condition(_special(quantity.TIMES_USED), 0, times - 1)


def can_pay(amount: int) -> Condition:
    """In one's own turn, with so much quiddity to pay (11.7)."""
    return Condition(_special(quantity.AT_HAND), amount, limit.NO_UPPER)


def one_of(first: Condition, second: Condition) -> Condition:
    """The first condition holds, or the second."""
    return Condition(first.number, first.least, first.most, second)
