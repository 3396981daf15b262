"""What the attackers of the battle that is on come to, against each seat (6.1, 12.3)."""

from __future__ import annotations

from mypy_extensions import i64

from quarriors.engine.appearance import battle, has_creature, is_creature, other_side
from quarriors.engine.ids import flag, frame, log, place, register
from quarriors.engine.state import State, filled, zone
from quarriors.engine.stats import attack
from quarriors.engine.vectors import vec


def battle_totals(s: State) -> vec[i64]:
    """What each seat in the battle that is on has to stand, as its attackers are now."""
    totals = filled(s.setup.players, 0)
    at = battle(s)
    if at < 0:
        return totals
    one = s.stack[at + register.CONTROLLER]
    if s.stack[at] == frame.CHALLENGE:  # both sides attack
        other = s.stack[at + register.OPPONENT]
        totals[other] = _attack_sum(s, one, place.QUEST, other)
        totals[one] = _attack_sum(s, other, place.QUEST, one)
        return totals
    for seat in range(s.setup.players):
        if seat != one and has_creature(s, seat):
            totals[seat] = _attack_sum(s, one, place.READY, seat)
    return totals


def _attack_sum(s: State, attacker: i64, area: i64, against: i64) -> i64:
    """What a player's attackers come to against one seat; those destroyed are out of it (6.2)."""
    total: i64 = 0
    for die in zone(s, attacker, area):
        flags = s.flags[die]
        if flags & flag.ATTACKING and not flags & flag.DYING and is_creature(s, die):
            total += attack(s, die, against)
    return total


def recount(s: State) -> None:
    """The totals of the battle, as a reaction has left them; never below 0 (6.2)."""
    totals = s.totals[:]
    now = battle_totals(s)
    for seat in range(s.setup.players):
        change = now[seat] - s.totals_before_reactions[seat]
        totals[seat] = max(s.totals[seat] + change, 0)
        if s.logging and totals[seat] != s.totals[seat]:
            s.note(log.TOTAL, 602, other_side(s, seat), -1, seat, totals[seat])
    s.totals = totals
