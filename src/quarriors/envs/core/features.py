"""What a seat sees, as a row of small numbers: the observation of all environments.

Every number is a count, a price, a flag: it fits a byte, and is scaled to a float outside. Seats
are turned so that the seat that looks comes first. Nothing is read that `view.observe` does not
show to that seat: no order of a bag, no face of a die that is not to be seen, no generator. The
tests make the same row from `observe` alone and compare.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from quarriors.bots.brain.think import decider
from quarriors.engine.battle import A_NEXT
from quarriors.engine.catalog import KINDS
from quarriors.engine.challenge import C_REACT
from quarriors.engine.core import decision_kind
from quarriors.engine.dice import available, energy_available
from quarriors.engine.draws import R_ROLL, ROLL_ALL
from quarriors.engine.faces import DARK_QUIDDITY, LIGHT_QUIDDITY
from quarriors.engine.frames import find_frame
from quarriors.engine.looks import battle, look
from quarriors.engine.numbers import attack, defense, glory
from quarriors.engine.pay import capture_change
from quarriors.engine.rules import EDITIONS, MODULES, VARIANTS
from quarriors.engine.state import State
from quarriors.engine.words import (
    ACTIVE,
    ATTACHED,
    ATTACK,
    ATTACKING,
    BAG,
    DAMAGED,
    DEFEND,
    DRAW,
    DRAWN,
    F_A,
    F_B,
    F_CONTROLLER,
    F_OPPONENT,
    F_POSITION,
    FIRST_PROGRAM,
    FRAME,
    FRESH,
    LATE,
    MARK_ANCHORED,
    MARK_LOCKED,
    PHASE_ROLL,
    PLACES,
    QUEST,
    READY,
    REMOVED,
    ROW_DRAW,
    ROW_NEXT_CAPTURE,
    ROW_SUMMON,
    ROW_TO_ACTIVE,
    ROW_WIDTH,
    SAFE,
    SWITCHED,
    TRIGGER,
    UNROLLED,
)
from quarriors.envs.core.actions import FACES, FIRST_UP, UPS
from quarriors.envs.core.layout import FIRST_QUEST, LANES, SEATS, Layout

MOST: Final = 255  # a number is cut off here

# --- the table -----------------------------------------------------------------------------------
T_PLAYERS: Final = 0
T_EDITION: Final = 3
T_VARIANTS: Final = 7
T_MODULES: Final = 9
T_GOAL: Final = 11
T_ROUND: Final = 12
T_PHASE: Final = 13  # as the edition's book counts
T_POOL: Final = 19
T_AT_HAND: Final = 20
T_LIGHT: Final = 21
T_LIGHT_AT_HAND: Final = 22
T_DARK: Final = 23
T_DARK_AT_HAND: Final = 24
T_CAPTURES: Final = 25
T_DISCOUNT: Final = 26
T_LOCK_USED: Final = 27
T_ANCHOR_USED: Final = 28
T_KIND: Final = 29  # of the decision
T_ASKING: Final = 50  # the lane of the card that asks
T_ABILITY: Final = 68  # and which of its lines, from 1
T_LEFT: Final = 69  # damage that is left for the present defender
T_ATTACK: Final = 70
T_CHALLENGE: Final = 71
T_WAITING: Final = 72  # abilities still to be resolved
T_OVER: Final = 73
TABLE: Final = 74

# --- each seat, the one that looks first ---------------------------------------------------------
S_PRESENT: Final = 0
S_ACTIVE: Final = 1
S_DECIDES: Final = 2
S_OPPONENT: Final = 3  # the ability that asks deals with this one
S_GLORY: Final = 4
S_ATTACKER: Final = 5
S_DEFENDER: Final = 6
S_CHALLENGER: Final = 7
S_CHALLENGED: Final = 8
S_TOTAL: Final = 9  # the attack, or the challenge, that this seat meets
S_QUEST: Final = 10  # on which quest
S_PLACES: Final = 13  # dice in each place, bag to quest
S_TO_ACTIVE: Final = 21  # lasting effects
S_SUMMON_MORE: Final = 22
S_SUMMON_LESS: Final = 23
S_NEXT_CAPTURE: Final = 24
S_DRAW: Final = 25
S_ATTACK: Final = 26  # of all creatures in the Ready Area
S_DEFENSE: Final = 27
S_EARNS: Final = 28
SEAT: Final = 29

# --- each lane -----------------------------------------------------------------------------------
C_PRESENT: Final = 0
C_CARD: Final = 1  # its number in the catalogue, from 1
C_KIND: Final = 2
C_COST: Final = 6
C_DISCOUNT: Final = 7  # the price with the right energy, from 1
C_GLORY: Final = 8
C_LEVEL: Final = 9
C_LIGHT: Final = 10
C_DARK: Final = 11
C_ANCHOR_LIGHT: Final = 12  # the price of its anchored spell
C_ANCHOR_DARK: Final = 13
C_FACES: Final = 14
F_QUIDDITY: Final = 0  # numbers of a face
F_LIGHT: Final = 1
F_DARK: Final = 2
F_DRAW: Final = 3
F_REROLL: Final = 4
F_LEVEL: Final = 5
F_ATTACK: Final = 6
F_DEFENSE: Final = 7
F_BURSTS: Final = 8
F_SPELL: Final = 9
F_LOCK: Final = 10
F_QUARTIFACT: Final = 11
FACE: Final = 12
C_LEFT: Final = C_FACES + FACES * FACE
C_COST_NOW: Final = C_LEFT + 1
C_REMOVED: Final = C_LEFT + 2
CARD: Final = C_LEFT + 3

# --- dice of each seat and lane ------------------------------------------------------------------
D_BAG: Final = 0
D_SPENT: Final = 1
D_USED: Final = 2
D_ASIDE: Final = 3
D_WAITING: Final = 4  # in an Active Pool, not rolled
D_ATTACHED: Final = 5
D_ATTACK: Final = 6  # creatures, in the Ready Area or on a quest: their sums
D_DEFENSE: Final = 7
D_EARNS: Final = 8
D_ATTACKING: Final = 9
D_DAMAGED: Final = 10
D_USED_UP: Final = 11  # the ability that works once a turn
D_CARRIED: Final = 12  # dice attached to creatures and locked dice
DICE: Final = 13

# --- where the blocks begin ----------------------------------------------------------------------
AT_SEATS: Final = TABLE
AT_CARDS: Final = AT_SEATS + SEATS * SEAT
AT_DICE: Final = AT_CARDS + LANES * CARD
AT_READY: Final = AT_DICE + SEATS * LANES * DICE
AT_QUEST: Final = AT_READY + SEATS * LANES * UPS
AT_ROLLED: Final = AT_QUEST + SEATS * LANES * UPS
FEATURES: Final = AT_ROLLED + LANES * FACES

# Which number each place of the piles has in the block of the dice; -1: counted elsewhere.
_PILES: Final[list[int]] = [-1, D_BAG, -1, -1, D_SPENT, D_USED, -1, D_ASIDE, -1, -1]


def _put(row: bytearray, at: i64, value: i64) -> None:
    row[at] = 0 if value < 0 else MOST if value > MOST else int(value)


def _add(row: bytearray, at: i64, value: i64) -> None:
    if value > 0:
        value += row[at]
        row[at] = MOST if value > MOST else int(value)


def _printed(layout: Layout) -> bytes:
    """What is the same at every decision of a game: the rules, and what is on the cards."""
    row = bytearray(FEATURES)
    table = layout.table
    rules = table.rules
    row[T_PLAYERS + table.players - 2] = 1
    row[T_EDITION + EDITIONS.index(rules.edition)] = 1
    for at, name in enumerate(VARIANTS):
        row[T_VARIANTS + at] = 1 if name in rules.variants else 0
    for at, name in enumerate(MODULES):
        row[T_MODULES + at] = 1 if name in rules.modules else 0
    _put(row, T_GOAL, table.goal)
    for slot, card in enumerate(table.cards):
        at = AT_CARDS + layout.lane_of_slot[slot] * CARD
        row[at + C_PRESENT] = 1
        _put(row, at + C_CARD, card.index + 1)
        row[at + C_KIND + KINDS.index(card.kind)] = 1
        _put(row, at + C_COST, card.cost)
        _put(row, at + C_DISCOUNT, card.discount + 1)
        _put(row, at + C_GLORY, card.glory)
        _put(row, at + C_LEVEL, card.level)
        row[at + C_LIGHT] = 1 if card.energy == LIGHT_QUIDDITY else 0
        row[at + C_DARK] = 1 if card.energy == DARK_QUIDDITY else 0
        if card.anchor_energy == LIGHT_QUIDDITY:
            _put(row, at + C_ANCHOR_LIGHT, card.anchor_cost)
        elif card.anchor_energy == DARK_QUIDDITY:
            _put(row, at + C_ANCHOR_DARK, card.anchor_cost)
        for index, face in enumerate(card.design.faces):
            shown = at + C_FACES + index * FACE
            _put(row, shown + F_QUIDDITY, face.quiddity)
            row[shown + F_LIGHT] = 1 if face.energy == LIGHT_QUIDDITY else 0
            row[shown + F_DARK] = 1 if face.energy == DARK_QUIDDITY else 0
            _put(row, shown + F_DRAW, face.draw)
            row[shown + F_REROLL] = 1 if face.reroll else 0
            _put(row, shown + F_LEVEL, face.level)
            _put(row, shown + F_ATTACK, face.attack)
            _put(row, shown + F_DEFENSE, face.defense)
            _put(row, shown + F_BURSTS, face.bursts)
            row[shown + F_SPELL] = 1 if face.spell else 0
            row[shown + F_LOCK] = 1 if face.lock else 0
            row[shown + F_QUARTIFACT] = 1 if face.quartifact else 0
    return bytes(row)


def look_around(layout: Layout, s: State, seat: i64) -> bytearray:
    """The row of one seat, `FEATURES` bytes long."""
    if not layout.print:
        layout.print = _printed(layout)
    row = bytearray(layout.print)
    _table(row, s)
    players: i64 = layout.players
    for number in range(players):
        other: i64 = number
        near: i64 = other - seat
        if near < 0:
            near += players
        _seat(row, layout, s, other, near)
    _battle(row, s, seat, players)
    if not s.over:
        _decision(row, layout, s, seat, players)
    _effects(row, s, seat, players)
    _cards(row, layout, s)
    return row


def _table(row: bytearray, s: State) -> None:
    table = s.table
    _put(row, T_ROUND, (s.turn - 1) // table.players + 1)
    phase: i64 = s.phase
    if phase > PHASE_ROLL and not table.six_phases:
        phase -= 1
    row[T_PHASE + phase - 1] = 1
    _put(row, T_POOL, s.pool)
    _put(row, T_AT_HAND, available(s))
    if table.typed:
        _put(row, T_LIGHT, s.light)
        _put(row, T_LIGHT_AT_HAND, energy_available(s, LIGHT_QUIDDITY))
        _put(row, T_DARK, s.dark)
        _put(row, T_DARK_AT_HAND, energy_available(s, DARK_QUIDDITY))
    _put(row, T_CAPTURES, s.captures)
    _put(row, T_DISCOUNT, s.discount)
    if s.marks & MARK_LOCKED:
        row[T_LOCK_USED] = 1
    if s.marks & MARK_ANCHORED:
        row[T_ANCHOR_USED] = 1
    _put(row, T_WAITING, len(s.queue) // TRIGGER)
    if s.over:
        row[T_OVER] = 1


def _seat(row: bytearray, layout: Layout, s: State, seat: i64, near: i64) -> None:
    """One player's Glory and dice."""
    at: i64 = AT_SEATS + near * SEAT
    row[at + S_PRESENT] = 1
    if s.active == seat:
        row[at + S_ACTIVE] = 1
    _put(row, at + S_GLORY, s.glory[seat])
    slot: i64 = s.quest[seat]
    if slot >= 0 and s.zones[seat * PLACES + QUEST - 1]:  # a party that is gone is on no quest
        row[at + S_QUEST + layout.lane_of_slot[slot] - FIRST_QUEST] = 1
    lanes = layout.lane_of_die
    first: i64 = AT_DICE + near * LANES * DICE
    die: i64
    lane: i64
    for number in range(BAG, QUEST + 1):
        place: i64 = number
        zone = s.zones[seat * PLACES + place - 1]
        if not zone:
            continue
        _put(row, at + S_PLACES + place - BAG, len(zone))
        if place == ACTIVE:
            _pool(row, layout, s, seat, first)
        elif place in (READY, QUEST):
            _lying(row, layout, s, seat, near, place)
        elif place == ATTACHED:
            for die in zone:
                lane = lanes[die]
                _add(row, first + lane * DICE + D_ATTACHED, 1)
                if s.carrier[die] >= 0:
                    _carry(row, layout, s, die, first, seat, near)
        else:
            pile: i64 = _PILES[place]
            for die in zone:
                lane = lanes[die]
                _add(row, first + lane * DICE + pile, 1)


def _carry(
    row: bytearray, layout: Layout, s: State, die: i64, first: i64, seat: i64, near: i64
) -> None:
    """A die is told by the one that carries it as well, whosever that is."""
    carrier: i64 = s.carrier[die]
    players: i64 = layout.players
    other: i64 = near + s.owner[carrier] - seat
    if other < 0:
        other += players
    elif other >= players:
        other -= players
    lane: i64 = layout.lane_of_die[carrier]
    _add(row, first + (other - near) * LANES * DICE + lane * DICE + D_CARRIED, 1)


def _pool(row: bytearray, layout: Layout, s: State, seat: i64, first: i64) -> None:
    """An Active Pool: what was rolled by its faces, what was not as waiting dice (3.6)."""
    rolled = s.active == seat and s.phase >= PHASE_ROLL
    if rolled:
        frame = find_frame(s, DRAW)  # the roll of the whole pool may be still to come (5.1)
        if frame >= 0 and s.stack[frame + F_B] == ROLL_ALL:
            rolled = s.stack[frame + F_POSITION] > R_ROLL
    die: i64
    for die in s.zones[seat * PLACES + ACTIVE - 1]:
        lane: i64 = layout.lane_of_die[die]
        flags: i64 = s.flags[die]
        if not rolled or flags & UNROLLED or (flags & DRAWN and not flags & (FRESH | LATE)):
            _add(row, first + lane * DICE + D_WAITING, 1)
        else:
            face: i64 = s.table.first_alike[s.table.base[die] + s.face[die]]
            _add(row, AT_ROLLED + lane * FACES + face, 1)


def _lying(row: bytearray, layout: Layout, s: State, seat: i64, near: i64, place: i64) -> None:
    """A Ready Area, or a party on its quest: faces, and what the creatures are worth now."""
    at: i64 = AT_SEATS + near * SEAT
    shown: i64 = (AT_READY if place == READY else AT_QUEST) + near * LANES * UPS
    first: i64 = AT_DICE + near * LANES * DICE
    die: i64
    for die in s.zones[seat * PLACES + place - 1]:
        lane: i64 = layout.lane_of_die[die]
        face: i64 = s.table.first_alike[s.table.base[die] + s.face[die]]
        if face >= FIRST_UP:
            _add(row, shown + lane * UPS + face - FIRST_UP, 1)
        flags: i64 = s.flags[die]
        dice: i64 = first + lane * DICE
        if flags & (ATTACKING | DAMAGED | SAFE | SWITCHED):
            _add(row, dice + D_ATTACKING, 1 if flags & ATTACKING else 0)
            _add(row, dice + D_DAMAGED, 1 if flags & (DAMAGED | SAFE) else 0)
            _add(row, dice + D_USED_UP, 1 if flags & SWITCHED else 0)
        if not s.table.creature[look(s, die)]:
            continue
        hits = attack(s, die, -1)
        holds = defense(s, die)
        earns = glory(s, die)
        _add(row, dice + D_ATTACK, hits)
        _add(row, dice + D_DEFENSE, holds)
        _add(row, dice + D_EARNS, earns)
        if place == READY:
            _add(row, at + S_ATTACK, hits)
            _add(row, at + S_DEFENSE, holds)
            _add(row, at + S_EARNS, earns)


def _near(seat: i64, other: i64, players: i64) -> i64:
    """Where a seat's numbers begin, seen from another seat."""
    near = other - seat
    if near < 0:
        near += players
    return AT_SEATS + near * SEAT


def _battle(row: bytearray, s: State, seat: i64, players: i64) -> None:
    """The attack or the challenge under way, whichever is on top (12.2)."""
    if len(s.stack) == FRAME:
        return
    base = battle(s)
    if base < 0:
        return
    fight = s.stack[base] == ATTACK
    one: i64 = s.stack[base + F_CONTROLLER]
    position: i64 = s.stack[base + F_POSITION]
    other: i64 = -1
    if fight:
        row[T_ATTACK] = 1
        row[_near(seat, one, players) + S_ATTACKER] = 1
        counted = position >= A_NEXT
    else:
        other = s.stack[base + F_OPPONENT]
        row[T_CHALLENGE] = 1
        row[_near(seat, one, players) + S_CHALLENGER] = 1
        row[_near(seat, other, players) + S_CHALLENGED] = 1
        counted = position >= C_REACT
    if counted:
        for number in range(players):
            meets: i64 = number
            if meets == other or fight == (meets != one):
                _put(row, _near(seat, meets, players) + S_TOTAL, s.totals[meets])
    defend = find_frame(s, DEFEND)
    if defend >= base:
        row[_near(seat, s.stack[defend + F_CONTROLLER], players) + S_DEFENDER] = 1
        _put(row, T_LEFT, s.stack[defend + F_A])


def _decision(row: bytearray, layout: Layout, s: State, seat: i64, players: i64) -> None:
    """Who decides what kind of thing, and which card asks."""
    base = len(s.stack) - FRAME
    program: i64 = s.stack[base]
    catalog = s.table.catalog
    row[T_KIND + decision_kind(catalog, program, s.stack[base + F_POSITION])] = 1
    row[_near(seat, decider(s), players) + S_DECIDES] = 1
    if program < FIRST_PROGRAM:
        return
    asking = catalog.programs[program - FIRST_PROGRAM]
    lane: i64 = layout.lane_of_card[asking.card]
    if lane >= 0:
        row[T_ASKING + lane] = 1
    _put(row, T_ABILITY, asking.ability + 1)
    opponent: i64 = s.stack[base + F_OPPONENT]
    if opponent >= 0:
        row[_near(seat, opponent, players) + S_OPPONENT] = 1


def _effects(row: bytearray, s: State, seat: i64, players: i64) -> None:
    """Lasting effects on players; those on dice are in the numbers of the dice."""
    rows = s.rows
    for at in range(0, len(rows), ROW_WIDTH):
        kind: i64 = rows[at]
        subject: i64 = rows[at + 1]
        amount: i64 = rows[at + 2]
        if kind == ROW_TO_ACTIVE:
            row[_near(seat, subject, players) + S_TO_ACTIVE] = 1
        elif kind == ROW_SUMMON:
            _add(row, _near(seat, subject, players) + S_SUMMON_MORE, amount)
            _add(row, _near(seat, subject, players) + S_SUMMON_LESS, -amount)
        elif kind == ROW_NEXT_CAPTURE:
            _add(row, _near(seat, subject, players) + S_NEXT_CAPTURE, amount)
        elif kind == ROW_DRAW:
            _add(row, _near(seat, subject, players) + S_DRAW, amount)


def _cards(row: bytearray, layout: Layout, s: State) -> None:
    """What is left on the cards, and for how much."""
    change = capture_change(s)
    table = s.table
    for slot, left in enumerate(s.wild):
        at: i64 = AT_CARDS + layout.lane_of_slot[slot] * CARD
        _put(row, at + C_LEFT, left)
        _put(row, at + C_COST_NOW, table.cost[slot] + change)
    if REMOVED in s.place:
        for die, place in enumerate(s.place):
            if place == REMOVED:
                _add(row, AT_CARDS + layout.lane_of_die[die] * CARD + C_REMOVED, 1)
