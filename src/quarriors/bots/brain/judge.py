"""How good a position is for a seat, in Glory: what it has, what will score, what it will draw.

The judgement looks at public facts only: Glory, creatures and how likely they live to score, the
average die of each collection (so that culling a bad die is worth something), and, in one's own
turn, what the quiddity at hand could still buy.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from quarriors.bots.brain.worth import Scale, Weights
from quarriors.engine.dice import available
from quarriors.engine.looks import is_creature, is_spell
from quarriors.engine.numbers import attack, defense, glory
from quarriors.engine.pay import best_price, capture_change
from quarriors.engine.state import State
from quarriors.engine.words import (
    ATTACHED,
    DYING,
    PHASE_ATTACK,
    PHASE_CAPTURE,
    PLACES,
    QUEST,
    READY,
)

WIN: Final = 100.0
DICE_A_TURN: Final = 6.0
QUARTIFACT: Final = 1.0
QUEST_DIE: Final = 1.2  # what rolling a quest die brings


class Mind:
    """What a judgement needs beside the state; one for a search, so that nothing is made twice."""

    def __init__(self, scale: Scale, players: int) -> None:
        self.scale: Scale = scale
        self.weights: Weights = scale.weights
        self.values: list[float] = [0.0] * players
        self.dice: list[int] = [0] * players
        self.draws: list[float] = [0.0] * players
        self.threat: list[float] = [0.0] * players
        self.walls: list[float] = [0.0] * players
        self.rates: list[float] = [0.0] * players


def judge(s: State, seat: i64, mind: Mind) -> float:
    """How much better off the seat is than its strongest opponents, in Glory."""
    judge_all(s, mind, seat)
    return lead(s, seat, mind.values, mind.weights.others)


def lead(s: State, seat: i64, values: list[float], others: float) -> float:
    """One seat's value against those of the others; the strongest counts most."""
    players = s.table.players
    best = -1000.0
    total = 0.0
    for other in range(players):
        if other != seat:
            value = values[other]
            total += value
            if value > best:
                best = value
    mean = total / float(players - 1)
    return values[seat] - others * (0.7 * best + 0.3 * mean)


def judge_all(s: State, mind: Mind, asking: i64) -> None:
    """The value of every seat's position into `mind.values`.

    What the seat that asks has rolled counts as it is, that of others as it is on average: a turn
    that is over must not look better or worse for the dice the next player happened to roll.
    """
    players = s.table.players
    values = mind.values
    if s.over:
        _final(s, values)
        return
    dice = mind.dice
    draws = mind.draws
    threat = mind.threat
    table = s.table
    worth = mind.scale.draw
    bite = mind.scale.attack
    owners = s.owner
    bases = table.base
    slots = table.slot
    seat: i64
    die: i64
    large: i64 = table.large_slot
    for seat in range(players):
        count: i64 = 0
        draws_sum = 0.0
        bites = 0.0
        for die in range(len(owners)):
            if owners[die] == seat and slots[die] != large:
                card = bases[die] >> 3
                count += 1
                draws_sum += worth[card]
                bites += bite[card]
        dice[seat] = count
        draws[seat] = draws_sum
        threat[seat] = bites
    top: i64 = 0
    for seat in range(players):
        if s.glory[seat] > top:
            top = s.glory[seat]
    left = 1.0 - float(top) / float(table.goal)
    turns = mind.weights.turns * (left if left > 0.06 else 0.06)
    drawn = 3.5 if table.small_draw else DICE_A_TURN
    for seat in range(players):
        many = float(dice[seat]) if dice[seat] else 1.0
        usual = drawn if drawn < many else many
        draws[seat] = draws[seat] / many
        threat[seat] = usual * threat[seat] / many
        values[seat] = float(s.glory[seat]) + turns * usual * draws[seat]
    active = s.active
    if s.phase <= PHASE_ATTACK:
        now = _attack_now(s, active)
        if active == asking or s.phase == PHASE_ATTACK or now > threat[active]:
            threat[active] = now
    for seat in range(players):
        values[seat] += _in_play(s, seat, threat, mind.weights)
    if s.phase <= PHASE_CAPTURE and active == asking:
        values[active] += _purse(s, turns * drawn, mind)


def _final(s: State, values: list[float]) -> None:
    """A game that is over: whoever has most has won (9.1, 9.2)."""
    most = max(s.glory)
    for seat in range(s.table.players):
        values[seat] = float(s.glory[seat])
        if s.glory[seat] == most:
            values[seat] += WIN


def _attack_now(s: State, seat: i64) -> float:
    """What the creatures that are there attack with."""
    total: i64 = 0
    for die in s.zones[seat * PLACES + READY - 1]:
        if is_creature(s, die) and not s.flags[die] & DYING:
            total += attack(s, die, -1)
    return float(total)


def _in_play(s: State, seat: i64, threat: list[float], w: Weights) -> float:
    """Creatures that may live to score, spells at hand, a party on a quest."""
    found = 0.0
    hopes = 0.0
    walls: i64 = 0
    table = s.table
    for die in s.zones[seat * PLACES + READY - 1]:
        if s.flags[die] & DYING:
            continue
        if is_creature(s, die):
            hopes += float(glory(s, die)) + w.cull
            walls += defense(s, die)
        elif is_spell(s, die):
            found += w.readied * float(table.cost[table.slot[die]])
        elif table.quartifact[table.base[die] + s.face[die]]:
            found += QUARTIFACT
    if s.attached:
        for die in s.zones[seat * PLACES + ATTACHED - 1]:
            if s.owner[s.carrier[die]] != seat:
                found += 0.4  # somewhere it does harm
    if hopes > 0.0:
        found += hopes * lives(s, seat, float(walls), threat, w)
    if table.quests and s.quest[seat] >= 0:
        levels: i64 = 0
        party = 0.0
        for die in s.zones[seat * PLACES + QUEST - 1]:
            if s.flags[die] & DYING:
                continue
            levels += table.level[table.base[die] + s.face[die]]
            party += w.cull
        card = table.cards[s.quest[seat]]
        if levels >= card.level:
            found += 0.8 * (float(card.glory) + QUEST_DIE + party)
    return found


def lives(s: State, seat: i64, walls: float, threat: list[float], w: Weights) -> float:
    """How much of a line of creatures is still there when its owner's turn comes."""
    players = s.table.players
    part = 1.0
    other = s.active
    if s.phase > PHASE_ATTACK:
        other = (other + 1) % players  # the attack of this turn is over
    while other != seat:
        lost = w.harsh * threat[other] / (walls + 1.0)
        if lost > 1.0:
            lost = 1.0
        part *= 1.0 - w.kills * lost
        other = (other + 1) % players
    if seat == s.active and s.phase <= PHASE_ATTACK:
        for other in range(players):
            if other != seat:
                lost = w.harsh * threat[other] / (walls + 1.0)
                part *= 1.0 - w.kills * (lost if lost < 1.0 else 1.0)
    return part


def _purse(s: State, draws: float, mind: Mind) -> float:
    """What the best capture that the active player can pay for would add to later draws."""
    if s.captures <= 0:
        return 0.0
    seat = s.active
    at_hand = available(s)
    change = capture_change(s)
    table = s.table
    worth = mind.scale.draw
    mean = mind.draws[seat]
    count = float(mind.dice[seat] + 1)
    best = 0.0
    for slot in range(len(s.wild)):
        if s.wild[slot] > 0 and not table.no_capture[slot]:
            price = best_price(s, slot, change, at_hand)
            if price >= 0:
                gain = worth[table.cards[slot].index] - mean
                if gain > best:
                    best = gain
    return mind.weights.purse * draws * best / count
