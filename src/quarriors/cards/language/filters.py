"""Which dice: the nouns of the card language."""

from __future__ import annotations

from quarriors.cards.language.kinds import Die, Energy, Place, Whose
from quarriors.engine.ids import limit, place, want, whose
from quarriors.engine.program import Filter

# What a filter can ask beside whose, where and numbers: its word, its bit and what it means.
QUESTIONS = {
    "creature_die": (want.CREATURE_DIE, "has a creature face, whatever it shows (3.3)"),
    "spell_die": (want.SPELL_DIE, "is the die of a spell"),
    "other": (want.OTHER, "not the source"),
    "scoring": (want.IS_SCORING, "belongs to the scoring under way"),
    "chosen": (want.IS_CHOSEN, "see `mark`"),
    "same_class": (want.SAME_CLASS, "of the source's class"),
    "other_class": (want.OTHER_CLASS, "not of the source's class"),
    "source_used": (want.SOURCE_USED, "only while the source lies in its controller's Used Pile"),
    "on_mine": (want.ON_MINE, "attached spells: only those on the controller's own creatures"),
    "new_copy": (want.NEW_COPY, "not what the source is a copy of already"),
    "locked": (want.IS_LOCKED, "lies in a Locked Area"),
    "unlocked": (want.UNLOCKED, "of creatures: not those in Locked Areas (15.20)"),
    "attacking": (want.IS_ATTACKING, "takes part in the attack or challenge under way"),
    "in_battle": (want.IN_BATTLE, "in the battle that is on (12.7); see `opposing`"),
    "undamaged": (want.UNDAMAGED, "not yet damaged in this attack"),
    "just_drawn": (want.WAS_DRAWN, "by the draw that is being resolved"),
    "can_go_up": (want.CAN_GO_UP, "has a higher level to be rotated to"),
    "can_go_down": (want.CAN_GO_DOWN, "has a lower level to be rotated to"),
    "highest_cost": (want.HIGHEST_COST, "of the dice that match otherwise"),
    "quartifact": (want.IS_QUARTIFACT, "shows a quartifact, or lies on a quest card"),
    "buyable": (want.BUYABLE, "quiddity could unlock it (11.4)"),
    "not_new": (want.NOT_NEW, "not locked in this turn"),
    "not_first": (want.NOT_FIRST, "not the die in `FIRST`"),
    "beside": (want.BESIDE_SOURCE, "in the same area as the source (12.7)"),
    "beside_subject": (want.BESIDE_SUBJECT, "in the same area as the die the event is about"),
    "carried": (want.CARRIED, "attached to the source"),
    "forced": (want.FORCED, "to be the first defender"),
    "not_subject": (want.NOT_SUBJECT, "not the die the event is about"),
    "in_area": (want.IN_AREA, "see `choose_area`"),
    "immune_too": (want.IMMUNE_TOO, "in `each`: the effect is not stopped by Immunity"),
    "not_immune": (want.NOT_IMMUNE, "where the owner chooses for an opponent's effect (10.5)"),
}
# Keyword arguments of `dice` and `creatures` that narrow down; what each means.
BOUNDS = {
    "class": "of that class",
    "type": "of a card of that type",
    "energy": "of a card of that energy (13.5)",
    "min_level": "of that level or higher",
    "max_level": "of that level or lower",
    "max_level_of": "of at most the level of a die chosen before",
    "max_defense": "with that defense or less",
    "min_cost": "costing that much or more",
    "max_cost": "costing that much or less",
}


def dice(
    whose: Whose,
    *places: Place,
    class_: str = "",
    type_: str = "",
    energy: Energy = 0,
    min_level: int = 0,
    max_level: int = limit.NO_UPPER,
    max_level_of: Die = -1,
    max_defense: int = limit.NO_UPPER,
    min_cost: int = 0,
    max_cost: int = limit.NO_UPPER,
    **asked: bool,
) -> Filter:
    """The one filter: whose dice, in which places, of what kind, level, defense or cost."""
    bits = 0
    for name in asked:
        bits |= QUESTIONS[name][0]
    spots = sum(1 << where for where in set(places))
    return Filter(
        whose, spots, bits, class_, max_level, max_defense, max_cost, -1, min_level,
        max_level_of, min_cost, energy, type_,
    )  # fmt: skip


def creatures(
    whose: Whose,
    *places: Place,
    class_: str = "",
    type_: str = "",
    energy: Energy = 0,
    min_level: int = 0,
    max_level: int = limit.NO_UPPER,
    max_level_of: Die = -1,
    max_defense: int = limit.NO_UPPER,
    min_cost: int = 0,
    max_cost: int = limit.NO_UPPER,
    **asked: bool,
) -> Filter:
    """Creatures, in Ready Areas if no place is named (3.3), locked ones as well (15.20)."""
    return narrowed(
        dice(
            whose,
            *(places or (place.READY,)),
            class_=class_,
            type_=type_,
            energy=energy,
            min_level=min_level,
            max_level=max_level,
            max_level_of=max_level_of,
            max_defense=max_defense,
            min_cost=min_cost,
            max_cost=max_cost,
            **asked,
        ),
        want.IS_CREATURE,
    )


def opposing(
    *,
    energy: Energy = 0,
    min_level: int = 0,
    max_level: int = limit.NO_UPPER,
    unlocked: bool = False,
    forced: bool = False,
    immune_too: bool = False,
) -> Filter:
    """The opponent's creatures in the battle that is on: the Ready Area, or the party (12.7)."""
    found = creatures(
        whose.OPPONENT, place.READY, place.QUEST, energy=energy, min_level=min_level,
        max_level=max_level, in_battle=True,
    )  # fmt: skip
    bits = want.UNLOCKED * unlocked | want.FORCED * forced | want.IMMUNE_TOO * immune_too
    return narrowed(found, bits)


def locked(whose: Whose, *, buyable: bool = False, not_new: bool = False) -> Filter:
    """Dice in Locked Areas (11.1); perhaps only those quiddity could unlock, or no new ones."""
    bits = want.IS_LOCKED | want.BUYABLE * buyable | want.NOT_NEW * not_new
    return narrowed(dice(whose, place.READY), bits)


def spells(whose: Whose, *, other: bool = False) -> Filter:
    """Spells in Ready Areas, attached or not (3.3)."""
    return narrowed(dice(whose, place.READY, place.ATTACHED), want.IS_SPELL | want.OTHER * other)


def readied_spells(whose: Whose) -> Filter:
    """Spells in Ready Areas that are attached to nobody."""
    return narrowed(dice(whose, place.READY), want.IS_SPELL)


def any_of(first: Filter, second: Filter) -> Filter:
    """These dice or those."""
    return Filter(
        first.whose, first.places, first.want, first.class_name, first.max_level,
        first.max_defense, first.max_cost, first.cost_register, first.min_level,
        first.level_register, first.min_cost, first.energy, first.type_name, second,
    )  # fmt: skip


def costing_at_most(which: Filter, more: int, die: Die) -> Filter:
    """The same dice, but costing at most that much more than a die chosen before."""
    return Filter(
        which.whose, which.places, which.want, which.class_name, which.max_level,
        which.max_defense, more, die, which.min_level, which.level_register, which.min_cost,
        which.energy, which.type_name,
    )  # fmt: skip


def narrowed(which: Filter, wanted: int) -> Filter:
    """The same dice, but only those that further bits of `ids.want` ask for."""
    return Filter(
        which.whose, which.places, which.want | wanted, which.class_name, which.max_level,
        which.max_defense, which.max_cost, which.cost_register, which.min_level,
        which.level_register, which.min_cost, which.energy, which.type_name, which.alternative,
    )  # fmt: skip


CHOSEN = narrowed(dice(whose.ANYBODY, place.READY, place.QUEST), want.IS_CREATURE | want.IS_CHOSEN)
