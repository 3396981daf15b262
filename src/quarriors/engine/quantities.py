"""What the numbers of cards count, apart from dice that match a filter (`ids.quantity`)."""

from __future__ import annotations

from mypy_extensions import i64

from quarriors.engine.appearance import battle, defense_frame, host_of, look
from quarriors.engine.bits import has_bit
from quarriors.engine.catalog import FACES
from quarriors.engine.dice import available, can_draw, leaves_by_damage
from quarriors.engine.ids import effect, flag, frame, place, quantity, register, turn_flag
from quarriors.engine.program import Filter
from quarriors.engine.state import State


def counted(
    s: State, kind: i64, which: Filter | None, controller: i64, opponent: i64, source: i64
) -> i64:
    """How many there are of what a kind of number counts, or 1 for yes and 0 for no."""
    if has_bit(quantity.OF_PLAYERS, kind):
        return _of_players(s, kind, controller, opponent)
    if has_bit(quantity.OF_TURN, kind):
        return _of_turn(s, kind, which)
    if has_bit(quantity.OF_SOURCE, kind):
        return _of_source(s, kind, source)
    return _of_frame(s, kind)


def _one_if(held: bool) -> i64:
    if held:
        return 1
    return 0


def _of_players(s: State, kind: i64, controller: i64, opponent: i64) -> i64:
    """What is asked about the controller and the opponent of the effect."""
    if kind == quantity.MY_GLORY:
        return s.glory[controller]
    if kind == quantity.CAN_DRAW:
        return _one_if(can_draw(s, controller))
    if kind == quantity.HAS_OPPONENT:
        return _one_if(opponent >= 0 and opponent != controller)
    if kind == quantity.OPPONENT_IS_ME:
        return _one_if(opponent == controller)
    if kind == quantity.MY_TURN:
        return _one_if(controller == s.active)
    if kind == quantity.AT_HAND:
        if controller != s.active:
            return 0
        return available(s)
    if kind == quantity.OPPONENT_HIT:
        return _one_if(opponent >= 0 and _is_struck(s, opponent))
    if kind == quantity.RICHER:
        return _one_if(opponent >= 0 and s.glory[opponent] > s.glory[controller])
    if kind == quantity.RICHER_OPPONENTS:
        return _richer(s, controller)
    if kind == quantity.SPARED:
        return _one_if(_effects(s, effect.TO_ACTIVE, controller) > 0)
    at = defense_frame(s, opponent)  # LOSSES
    if at < 0:
        return 0
    return s.stack[at + register.LOSSES]


def _is_struck(s: State, seat: i64) -> bool:
    """Whether a seat had a creature destroyed in this turn's attack (15.18)."""
    return has_bit(s.struck_seats, seat)


def _richer(s: State, seat: i64) -> i64:
    """How many players have more Glory than that seat."""
    found: i64 = 0
    own = s.glory[seat]
    for glory in s.glory:
        if glory > own:
            found += 1
    return found


def _effects(s: State, kind: i64, subject: i64) -> i64:
    """How many lasting effects of a kind are about a die or a seat."""
    found: i64 = 0
    rows = s.lasting_effects
    for at in range(0, len(rows), effect.WIDTH):
        if rows[at + effect.KIND] == kind and rows[at + effect.SUBJECT] == subject:
            found += 1
    return found


def _of_turn(s: State, kind: i64, which: Filter | None) -> i64:
    """What is asked about the turn and the game."""
    if kind == quantity.SCORED_THIS_TURN:
        return s.scored
    if kind == quantity.PHASE:
        return s.phase
    if kind == quantity.BATTLE_OVER:
        return _one_if(s.turn_flags & turn_flag.BATTLE_OVER != 0)
    if kind == quantity.QUESTS_PLAYED:
        return _one_if(len(s.setup.quests) > 0)
    if kind == quantity.OPPONENTS_HIT:
        found: i64 = 0
        for seat in range(s.setup.players):
            if _is_struck(s, seat):
                found += 1
        return found
    if which is None:
        return 0
    return _scored_glory(s, which.max_cost)


def _scored_glory(s: State, max_cost: i64) -> i64:
    """The Glory printed on the cards of dice that scored this turn and cost at most that."""
    found: i64 = 0
    rows = s.lasting_effects
    for at in range(0, len(rows), effect.WIDTH):
        if rows[at + effect.KIND] == effect.SCORED:
            slot = s.setup.slot[rows[at + effect.SUBJECT]]
            if s.setup.cost[slot] <= max_cost:
                found += s.setup.cards[slot].glory
    return found


def _of_source(s: State, kind: i64, source: i64) -> i64:
    """What is asked about the source of the ability, or about the creature that carries it."""
    if kind == quantity.TIMES_USED:
        return _effects(s, effect.TIMES, source)
    if kind == quantity.IN_ATTACK:
        return _one_if(_by_damage(s, host_of(s, source)))
    if kind == quantity.TAKES_PART:
        return _one_if(s.flags[host_of(s, source)] & flag.ATTACKING != 0)
    return _one_if(_challenges(s, host_of(s, source)))


def _by_damage(s: State, die: i64) -> bool:
    """Whether the destruction under way comes from the damage of a battle."""
    at = s.top
    while at > 0 and s.stack[at] != frame.DESTROY:
        at -= frame.WIDTH
    if at > 0:
        return s.stack[at + register.BY_DAMAGE] != 0
    return leaves_by_damage(s, die)


def _challenges(s: State, die: i64) -> bool:
    """Whether a creature is one of the challenger's in the challenge that is on (12.3)."""
    at = battle(s)
    if at < 0 or s.stack[at] != frame.CHALLENGE or s.place[die] != place.QUEST:
        return False
    return s.stack[at + register.CONTROLLER] == s.owner[die]


def _of_frame(s: State, kind: i64) -> i64:
    """What is asked about the registers of the program that runs."""
    top = s.top
    if kind == quantity.HAS_SUBJECT:
        return _one_if(s.stack[top + register.SUBJECT] >= 0)
    first = s.stack[top + register.FIRST]
    if first < 0:
        return 0
    if kind == quantity.COST_OF_FIRST:
        return s.setup.cost[s.setup.slot[first]]
    return s.setup.glory[look(s, first) // FACES]
