"""What the attackers of the battle that is on come to, against each seat (6.1, 12.3)."""

from __future__ import annotations

from mypy_extensions import i64

from quarriors.engine.looks import battle, has_creature, is_creature, other_side
from quarriors.engine.numbers import attack
from quarriors.engine.state import State
from quarriors.engine.words import (
    ATTACKING,
    CHALLENGE,
    DYING,
    F_CONTROLLER,
    F_OPPONENT,
    LOG_TOTAL,
    PLACES,
    QUEST,
    READY,
)


def battle_totals(s: State) -> list[int]:
    """What each seat in the battle that is on has to stand, as its attackers are now."""
    totals = [0] * s.table.players
    at = battle(s)
    if at < 0:
        return totals
    one: i64 = s.stack[at + F_CONTROLLER]
    if s.stack[at] == CHALLENGE:  # both sides attack
        other: i64 = s.stack[at + F_OPPONENT]
        totals[other] = int(_attack_sum(s, one, QUEST, other))
        totals[one] = int(_attack_sum(s, other, QUEST, one))
        return totals
    for seat in range(s.table.players):
        if seat != one and has_creature(s, seat):
            totals[seat] = int(_attack_sum(s, one, READY, seat))
    return totals


def _attack_sum(s: State, attacker: i64, area: i64, against: i64) -> i64:
    """What a player's attackers come to against one seat; those destroyed are out of it (6.2)."""
    total: i64 = 0
    flags: i64
    for die in s.zones[attacker * PLACES + area - 1]:
        flags = s.flags[die]
        if flags & ATTACKING and not flags & DYING and is_creature(s, die):
            total += attack(s, die, against)
    return total


def recount(s: State) -> None:
    """The totals of the battle, as a reaction has left them; never below 0 (6.2)."""
    totals = s.totals[:]
    now = battle_totals(s)
    for seat in range(s.table.players):
        total = s.totals[seat] + now[seat] - s.before[seat]
        totals[seat] = total if total > 0 else 0
        if s.logging and totals[seat] != s.totals[seat]:
            s.note(LOG_TOTAL, 602, other_side(s, seat), -1, seat, totals[seat])
    s.totals = totals
