"""Which abilities could tell a die that was spent from one that was not (15.1).

Whoever pays has as much quiddity at hand afterwards whichever dice were spent. So it makes a
difference only if something that may still happen in the turn looks at the Active Pool or the pile
of spent dice, draws from a bag that gets that pile, or rolls dice that may have a word to say.
This is worked out once for each face of each card, as bits.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from quarriors.engine.program import Condition, Filter, Modifier, Number, Trigger
from quarriors.engine.words import (
    ACTIVE,
    AFTER_ATTACK,
    ANCHOR,
    ATTACH,
    BEFORE_SCORE,
    BONUS,
    CAST,
    COUNT,
    DECLARED,
    DOES_DRAW,
    DOES_ROLL,
    DREW,
    EQUIP,
    EVENTS,
    GLORY_AURA,
    GLORY_SELF,
    IMMEDIATE,
    LOCK,
    ME,
    OPPONENT,
    OPPONENTS,
    QUEST_DIE,
    QUEST_DONE,
    QUEST_OVER,
    ROLLED,
    SCORED,
    SCORING_NOW,
    SPENT,
    SUMMONED,
    USED,
    WAS_DRAWN,
)

TELLS_SPENT: Final = 1  # looks at the Active Pool or at the Spent Pile, not at both
TELLS_USED: Final = 2  # the same with the Used Pile, where the 2011 books put spent dice
DRAWS: Final = 4
ROLLS: Final = 8
FOE: Final = 4  # shifted by this: what it does in another player's turn
SCORER: Final = 8  # shifted by this: what it does when it scores

# Events that are over when dice can be spent, answer a draw (what draws is counted itself), or
# belong to the card and not to a die.
_PAST: Final = [IMMEDIATE, QUEST_DONE, QUEST_DIE, QUEST_OVER, BONUS, DREW, ROLLED, ANCHOR]
_SCORING: Final = [BEFORE_SCORE, SCORING_NOW, SCORED]
_OWN_TURN: Final = [SUMMONED, CAST, ATTACH, LOCK, EQUIP, AFTER_ATTACK, DECLARED]
_ANYBODY: Final = -1


def reach_of(events: list[list[Trigger]], standing: list[list[Modifier]]) -> int:
    """The bits of one face, from the abilities that work while it is up."""
    found: i64 = 0
    for event in range(EVENTS):
        for trigger in events[event]:
            if event in _PAST:
                continue
            bits = of_trigger(trigger)
            if event in _SCORING:
                found |= bits << SCORER
                continue
            found |= bits
            if event not in _OWN_TURN:
                found |= bits << FOE
    for modifiers in standing:
        for modifier in modifiers:
            if modifier.kind == GLORY_SELF or modifier.kind == GLORY_AURA:
                found |= _of_modifier(modifier, OPPONENT) << SCORER
                continue
            found |= _of_modifier(modifier, OPPONENT)
            found |= _of_modifier(modifier, ME) << FOE
    return int(found)


def of_trigger(trigger: Trigger) -> i64:
    """The bits of one program and its condition."""
    program = trigger.program
    found: i64 = 0
    if program.does & DOES_DRAW:
        found |= DRAWS
    if program.does & DOES_ROLL:
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
    if number.kind != COUNT or number.times == 0:
        return 0
    return _of_filter(number.which, not_whose)


def _of_filter(which: Filter | None, not_whose: i64) -> i64:
    """What a filter tells apart, if it means dice of the player who spends at all."""
    found: i64 = 0
    while which is not None:
        whose = which.whose
        foreign = whose == not_whose or (not_whose == OPPONENT and whose == OPPONENTS)
        if not foreign and not which.want & WAS_DRAWN:
            active = which.places & (1 << ACTIVE) != 0
            if active != (which.places & (1 << SPENT) != 0):
                found |= TELLS_SPENT
            if active != (which.places & (1 << USED) != 0):
                found |= TELLS_USED
        which = which.alternative
    return found
