"""How good a position is for a seat, in Glory: what it has, what will score, what it will draw.

The evaluation looks at public facts only: Glory, creatures and how likely they live to score, the
average die of each collection (so that culling a bad die is worth something), and, in one's own
turn, what the quiddity at hand could still buy.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from quarriors.bots.brain.die_value import DieValues, Weights, card_of
from quarriors.engine import queries
from quarriors.engine.game_setup import GameSetup
from quarriors.engine.ids import flag, phase, place
from quarriors.engine.queries import State
from quarriors.engine.vectors import append, vec

WIN: Final = 100.0
DICE_A_TURN: Final = 6.0
SMALL_DRAW: Final = 3.5  # dice a turn where draws are small (13.4)
SHORT: Final = 0.06  # so much of a game is left at least
QUARTIFACT: Final = 0.6  # that waits for a creature
EQUIPPED: Final = 1.2  # that a creature carries
QUEST_DIE: Final = 1.2  # what rolling a quest die brings
HARMFUL: Final = 0.4  # a die attached to an opponent's creature
STRONGEST: Final = 0.7  # how much the strongest opponent counts among the opponents
MEAN: Final = 0.3  # and how much their mean does
LOWEST: Final = -1000.0  # less than any seat's value


class Workspace:
    """What an evaluation needs beside the state; one serves for a whole search."""

    def __init__(self, die_values: DieValues, players: int) -> None:
        self.die_values: DieValues = die_values
        self.weights: Weights = die_values.weights
        # Of each seat:
        self.values: list[float] = [0.0] * players  # the result
        self.draws: list[float] = [0.0] * players  # what a die of its collection brings
        self.threat: list[float] = [0.0] * players  # the attack to be expected of it
        self.walls: list[float] = [0.0] * players  # the defense a draw brings
        self.rates: list[float] = [0.0] * players  # the Glory a draw brings
        self.dice: vec[i64] = vec[i64](capacity=players)  # how many dice it has
        for _ in range(players):
            self.dice = append(self.dice, 0)
        self.positions_left: i64 = 0  # that a plan may still look at
        self.rolled: bool = False  # whether a plan rolled dice
        self.line: list[int] = []  # how a plan goes on from a position, up to where dice are rolled
        self.lines: list[list[int]] = []  # the same after each option of a decision


def evaluate(s: State, seat: i64, work: Workspace) -> float:
    """How much better off the seat is than its strongest opponents, in Glory."""
    evaluate_seats(s, work, seat)
    return lead(s, seat, work.values, work.weights.others)


def lead(s: State, seat: i64, values: list[float], others: float) -> float:
    """One seat's value against those of the others; the strongest counts most."""
    players = s.setup.players
    best = LOWEST
    total = 0.0
    for other in range(players):
        if other != seat:
            value = values[other]
            total += value
            if value > best:
                best = value
    mean = total / float(players - 1)
    return values[seat] - others * (STRONGEST * best + MEAN * mean)


def evaluate_seats(s: State, work: Workspace, asking: i64) -> None:
    """The value of every seat's position into `work.values`.

    What the seat that asks has rolled counts as it is, that of others as it is on average: a turn
    that is over must not look better or worse for the dice the next player happened to roll.
    """
    values = work.values
    if queries.is_over(s):
        _evaluate_end(s, values)
        return
    setup = s.setup
    players = setup.players
    left = 1.0 - float(queries.highest_glory(s)) / float(setup.goal)
    turns = work.weights.turns * (left if left > SHORT else SHORT)
    drawn = usual_draw(setup)
    for seat in range(players):
        _evaluate_collection(s, seat, work, turns, drawn)
    active = queries.active(s)
    now = queries.phase_of(s)
    threat = work.threat
    if now <= phase.ATTACK:
        attack = _attack_now(s, active)
        if active == asking or now == phase.ATTACK or attack > threat[active]:
            threat[active] = attack
    for seat in range(players):
        values[seat] += _in_play(s, seat, threat, work.weights)
    if now <= phase.CAPTURE and active == asking:
        values[active] += _buying_power(s, turns * drawn, work)


def usual_draw(setup: GameSetup) -> float:
    """How many dice a player draws in a turn."""
    return SMALL_DRAW if setup.small_draw else DICE_A_TURN


def _evaluate_end(s: State, values: list[float]) -> None:
    """A game that is over: the player with most Glory has won (9.1, 9.2)."""
    most = queries.highest_glory(s)
    for seat in range(s.setup.players):
        glory = queries.glory_of(s, seat)
        values[seat] = float(glory)
        if glory == most:
            values[seat] += WIN


def _evaluate_collection(s: State, seat: i64, work: Workspace, turns: float, drawn: float) -> None:
    """A seat's Glory, and what its dice will bring in the turns to come."""
    setup = s.setup
    draw_values = work.die_values.draw
    attacks = work.die_values.attack
    count: i64 = 0
    draws = 0.0
    attack = 0.0
    for die in queries.collection(s, seat):
        card = card_of(setup, die)
        count += 1
        draws += draw_values[card]
        attack += attacks[card]
    many = float(count) if count > 0 else 1.0
    usual = drawn if drawn < many else many
    draws = draws / many
    work.dice[seat] = count
    work.draws[seat] = draws
    work.threat[seat] = usual * attack / many
    work.values[seat] = float(queries.glory_of(s, seat)) + turns * usual * draws


def _attack_now(s: State, seat: i64) -> float:
    """What the creatures that are there attack with."""
    total: i64 = 0
    for die in queries.dice_in(s, seat, place.READY):
        if queries.is_creature(s, die) and not queries.flags_of(s, die) & flag.DYING:
            total += queries.attack(s, die, -1)
    return float(total)


def _in_play(s: State, seat: i64, threat: list[float], w: Weights) -> float:
    """Creatures that may live to score, spells at hand, a party on a quest."""
    setup = s.setup
    found = 0.0
    hopes = 0.0
    reach: i64 = queries.glory_of(s, seat)
    walls: i64 = 0
    for die in queries.dice_in(s, seat, place.READY):
        if queries.flags_of(s, die) & flag.DYING:
            continue
        if queries.is_creature(s, die):
            award = queries.glory(s, die)
            reach += award
            hopes += float(award) + w.cull
            walls += queries.defense(s, die)
        elif queries.is_spell(s, die):
            found += w.readied * float(setup.cost[setup.slot[die]])
        elif setup.quartifact[queries.side_up(s, die)]:
            found += QUARTIFACT
    for die in queries.dice_in(s, seat, place.ATTACHED):
        if queries.owner_of(s, queries.carrier_of(s, die)) != seat:
            found += HARMFUL
        elif setup.quartifact[queries.side_up(s, die)]:
            found += EQUIPPED
    if hopes > 0.0:
        if reach >= setup.goal:
            hopes += w.finish
        found += hopes * survival(s, seat, float(walls), threat, w)
    slot = queries.quest_of(s, seat)
    if slot >= 0 and is_party_strong_enough(s, seat, slot):
        party = 0.0
        for die in queries.dice_in(s, seat, place.QUEST):
            if not queries.flags_of(s, die) & flag.DYING:
                party += w.cull
        found += w.quest * (float(setup.cards[slot].glory) + QUEST_DIE + party)
    return found


def is_party_strong_enough(s: State, seat: i64, slot: i64) -> bool:
    """Whether the creatures that a seat has on its quest have the levels which that asks for."""
    setup = s.setup
    levels: i64 = 0
    for die in queries.dice_in(s, seat, place.QUEST):
        if not queries.flags_of(s, die) & flag.DYING:
            levels += setup.level[queries.side_up(s, die)]
    return levels >= setup.cards[slot].level


def survival(s: State, seat: i64, walls: float, threat: list[float], w: Weights) -> float:
    """How much of a line of creatures is still there when its owner's turn comes."""
    players = s.setup.players
    active = queries.active(s)
    attack_over = queries.phase_of(s) > phase.ATTACK
    part = 1.0
    other = active
    if attack_over:
        other = (other + 1) % players
    while other != seat:
        part *= 1.0 - w.kills * _part_lost(threat[other], walls, w)
        other = (other + 1) % players
    if seat == active and not attack_over:
        for other in range(players):
            if other != seat:
                part *= 1.0 - w.kills * _part_lost(threat[other], walls, w)
    return part


def _part_lost(threat: float, walls: float, w: Weights) -> float:
    """How much of a line of creatures an attack covers."""
    lost = w.harsh * threat / (walls + 1.0)
    return lost if lost < 1.0 else 1.0


def _buying_power(s: State, draws: float, work: Workspace) -> float:
    """What the best capture that the active player can pay for would add to later draws."""
    if queries.captures(s) <= 0:
        return 0.0
    seat = queries.active(s)
    at_hand = queries.available(s)
    change = queries.capture_change(s)
    setup = s.setup
    values = work.die_values.draw
    mean = work.draws[seat]
    count = float(work.dice[seat] + 1)
    best = 0.0
    for slot in range(len(setup.cost)):
        if setup.no_capture[slot] or queries.left_on_card(s, slot) == 0:
            continue
        if queries.best_price(s, slot, change, at_hand) >= 0:
            gain = values[setup.cards[slot].index] - mean
            if gain > best:
                best = gain
    return work.weights.purse * draws * best / count
