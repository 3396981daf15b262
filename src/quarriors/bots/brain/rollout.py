"""A policy that costs next to nothing, for rollouts: sensible habits, no looking ahead.

Each option gets a weight from its verb and the die it names; the heaviest is taken, but now and
then another one, so that rollouts are not all alike.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from quarriors.bots.brain.die_value import DieValues, card_of
from quarriors.bots.brain.evaluation import is_party_strong_enough, usual_draw
from quarriors.engine import queries
from quarriors.engine.ids import phase, place, verb
from quarriors.engine.option import die_of, number_in, seat_in, verb_of
from quarriors.engine.queries import State
from quarriors.engine.rng import Dealer, below

LOWEST: Final = -1.0e9  # less than any weight
HOLDS: Final = 10.0  # a defender that stops the attack

# What an option that names a die weighs: so much, and so much for each Glory its die is worth.
# The first two for dice that belong to the active player, the other two for all others.
_HABITS: Final[dict[int, tuple[float, float, float, float]]] = {
    verb.SPEND: (-1.0, 0.0, -1.0, 0.0),
    verb.RETIRE: (-1.0, 0.0, -1.0, 0.0),
    verb.UNLOCK: (-1.0, 0.0, -1.0, 0.0),
    verb.DRAW: (6.0, 0.0, 6.0, 0.0),
    verb.DRAW_AND_REROLL: (6.5, 0.0, 6.5, 0.0),
    verb.READY: (5.0, 0.0, 5.0, 0.0),
    verb.CAST: (1.5, 0.0, 1.5, 0.0),
    verb.ANCHOR: (1.5, 0.0, 1.5, 0.0),
    verb.LOCK: (0.2, 0.0, 0.2, 0.0),
    verb.DESTROY: (1.0, -0.1, 2.0, 1.0),
    verb.DISCARD: (1.0, -0.1, 2.0, 1.0),
    verb.REMOVE: (1.0, -0.1, 2.0, 1.0),
    verb.WEAKEN: (1.0, -0.1, 2.0, 1.0),
    verb.ATTACH: (2.0, 1.0, 0.1, 0.0),
    verb.STRENGTHEN: (2.0, 1.0, 0.1, 0.0),
}
_PARTS: Final = 4  # numbers of a habit


def _by_verb() -> list[float]:
    """The numbers of all verbs in one list; zeros for verbs without a habit."""
    found: list[float] = []
    for action in range(len(verb.NAMES)):
        found.extend(_HABITS.get(action, (0.0, 0.0, 0.0, 0.0)))
    return found


_WEIGHTS: Final[list[float]] = _by_verb()
_HAS_HABIT: Final[list[bool]] = [action in _HABITS for action in range(len(verb.NAMES))]


def rollout_choice(s: State, values: DieValues) -> i64:
    """The code of an option that a player of some sense might take."""
    count = queries.option_count(s)
    if below(s, values.weights.stray) == 0:
        return queries.option_code(s, below(s, count))
    best = LOWEST
    found = queries.option_code(s, 0)
    for at in range(count):
        code = queries.option_code(s, at)
        weight = option_weight(s, values, code)
        if weight > best:
            best = weight
            found = code
    return found


def option_weight(s: State, values: DieValues, code: i64) -> float:
    """How sensible an option looks at first sight."""
    action = verb_of(code)
    if action == verb.PASS:
        return values.weights.passing
    if action == verb.NO:
        return 0.0
    die = die_of(code)
    if die < 0:
        return 1.0 + float(below(s, 100)) * 0.01
    card = card_of(s.setup, die)
    worth = values.draw[card]
    if action == verb.SUMMON:
        return values.summon[card]
    if action == verb.CAPTURE or action == verb.TAKE:
        return values.capture[card]
    if action == verb.CULL or action == verb.CULL_DIE:
        if float(len(queries.collection(s, queries.decider(s)))) <= usual_draw(s.setup):
            return 0.1 * values.cull[card]  # all dice are drawn every turn, none is in the way
        return values.cull[card]
    if action == verb.DEFEND:
        wall = queries.defense(s, die)
        if wall > number_in(code):
            return HOLDS
        return 3.0 - float(queries.glory(s, die)) + 0.1 * float(wall)
    if action == verb.QUEST or action == verb.VENTURE:
        return _quest_weight(s, values, action, die)
    if action == verb.REROLL_DIE:
        shown = values.side[queries.side_up(s, die)]
        return 1.0 + worth - shown if seat_in(code) == queries.decider(s) else 1.0 + shown
    if not _HAS_HABIT[action]:
        return 1.0 + 0.1 * worth + float(below(s, 100)) * 0.001
    at = action * _PARTS
    if seat_in(code) != queries.active(s):
        at += 2
    return _WEIGHTS[at] + _WEIGHTS[at + 1] * worth


def _quest_weight(s: State, values: DieValues, action: i64, named: i64) -> float:
    """A quest is worth it if the creatures are strong enough and not worth more at home.

    No more of them go than it takes.
    """
    setup = s.setup
    seat = queries.decider(s)
    if action == verb.VENTURE:
        slot = queries.quest_of(s, seat)
        if slot >= 0 and is_party_strong_enough(s, seat, slot):
            return 0.2
        return 1.0 + float(setup.level[queries.side_up(s, named)])
    slot = setup.slot[named]
    levels: i64 = 0
    glory: i64 = 0
    for die in queries.dice_in(s, seat, place.READY):
        if queries.is_creature(s, die):
            levels += setup.level[queries.side_up(s, die)]
            glory += queries.glory(s, die)
    asked: i64 = setup.cards[slot].level
    if levels < asked or levels == 0:
        return 0.0
    at_home = float(glory) * float(asked) / float(levels)
    return (
        values.weights.passing + float(setup.cards[slot].glory) + values.weights.venture - at_home
    )


def rollout(s: State, values: DieValues, until: i64) -> None:
    """Play by habit until that number of turns has begun, or the game is over."""
    while not queries.is_over(s) and queries.turn(s) < until:
        queries.answer(s, rollout_choice(s, values))


def rollout_alike(s: State, values: DieValues, until: i64, end: i64, lucks: list[Dealer]) -> None:
    """The same with luck that is set anew for every turn, by how many are still to come at `end`.

    Rollouts of several answers then roll alike also where one of them had more to roll before. The
    luck is set before every answer after the attack, for any of them may end the turn.
    """
    while not queries.is_over(s) and queries.turn(s) < until:
        chosen = rollout_choice(s, values)
        if queries.phase_of(s) > phase.ATTACK:
            queries.take_luck(s, lucks[end - queries.turn(s) - 1])
        queries.answer(s, chosen)
