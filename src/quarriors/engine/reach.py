"""Which abilities could tell a die that was spent from one that was not (15.1).

A player who pays has as much quiddity at hand afterwards, whichever dice were spent. It makes a
difference only if something that may still happen in the turn looks at the Active Pool or the pile
of spent dice, draws from a bag that gets that pile, or rolls dice that may have a word to say.
This is worked out once for each face of each card, as bits.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from quarriors.engine.ids import does, event, place, quantity, trait, want, whose
from quarriors.engine.program import Condition, Filter, Modifier, Number, Trigger

TELLS_SPENT: Final = 1  # looks at the Active Pool or at the Spent Pile, not at both
TELLS_USED: Final = 2  # the same with the Used Pile, where the 2011 books put spent dice
DRAWS: Final = 4
ROLLS: Final = 8
FOE: Final = 4  # shifted by this: what it does in another player's turn
SCORER: Final = 8  # shifted by this: what it does when it scores

# Events that are over when dice can be spent, answer a draw (what draws is counted itself), or
# belong to the card and not to a die.
_PAST: Final = [
    event.IMMEDIATE,
    event.QUEST_DONE,
    event.QUEST_DIE,
    event.QUEST_OVER,
    event.BONUS,
    event.DREW,
    event.ROLLED,
    event.ANCHOR,
]
_SCORING: Final = [event.BEFORE_SCORE, event.SCORING_NOW, event.SCORED]
_OWN_TURN: Final = [
    event.SUMMONED,
    event.CAST,
    event.ATTACH,
    event.LOCK,
    event.EQUIP,
    event.AFTER_ATTACK,
    event.DECLARED,
]
_ANYBODY: Final = -1


def reach_of(events: list[list[Trigger]], standing: list[list[Modifier]]) -> i64:
    """The bits of one face, from the abilities that work while it is up."""
    found: i64 = 0
    for kind in range(event.COUNT):
        for trigger in events[kind]:
            if kind in _PAST:
                continue
            bits = of_trigger(trigger)
            if kind in _SCORING:
                found |= bits << SCORER
                continue
            found |= bits
            if kind not in _OWN_TURN:
                found |= bits << FOE
    for modifiers in standing:
        for modifier in modifiers:
            if modifier.kind == trait.GLORY_SELF or modifier.kind == trait.GLORY_AURA:
                found |= _of_modifier(modifier, whose.OPPONENT) << SCORER
                continue
            found |= _of_modifier(modifier, whose.OPPONENT)
            found |= _of_modifier(modifier, whose.ME) << FOE
    return found


def of_trigger(trigger: Trigger) -> i64:
    """The bits of one program and its condition."""
    program = trigger.program
    found: i64 = 0
    if program.does & does.DRAW:
        found |= DRAWS
    if program.does & does.ROLL:
        found |= ROLLS
    for which in program.filters:
        found |= _of_filter(which, _ANYBODY)
    for number in program.numbers:
        found |= _of_number(number, _ANYBODY)
    for condition in program.conditions:
        found |= _of_condition(condition, _ANYBODY)
    return found | _of_condition(trigger.condition, _ANYBODY)


def _of_modifier(modifier: Modifier, not_whose: i64) -> i64:
    return _of_number(modifier.amount, not_whose) | _of_condition(modifier.condition, not_whose)


def _of_condition(condition: Condition | None, not_whose: i64) -> i64:
    found: i64 = 0
    while condition is not None:
        found |= _of_number(condition.number, not_whose)
        condition = condition.other
    return found


def _of_number(number: Number, not_whose: i64) -> i64:
    if number.kind != quantity.MATCHING or number.times == 0:
        return 0
    return _of_filter(number.which, not_whose)


def _of_filter(which: Filter | None, not_whose: i64) -> i64:
    """What a filter tells apart, if it means dice of the player who spends at all."""
    found: i64 = 0
    while which is not None:
        side = which.whose
        foreign = side == not_whose or (not_whose == whose.OPPONENT and side == whose.OPPONENTS)
        if not foreign and not which.want & want.WAS_DRAWN:
            places = which.places
            active = places & (1 << place.ACTIVE) != 0
            if active != (places & (1 << place.SPENT) != 0):
                found |= TELLS_SPENT
            if active != (places & (1 << place.USED) != 0):
                found |= TELLS_USED
        which = which.alternative
    return found
