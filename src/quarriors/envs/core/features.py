"""What a seat sees, as a row of small numbers: the observation of all environments.

Every number is a count, a price, a flag: it fits a byte, and is scaled to a float outside. Seats
are turned so that the seat that looks comes first. Nothing is read that `view.observe` does not
show to that seat: no order of a bag, no face of a die that is not to be seen, no generator. The
tests make the same row from `observe` alone and compare.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from quarriors.cards.sets import MODULES
from quarriors.engine import queries
from quarriors.engine.catalog import KINDS, Card
from quarriors.engine.faces import DARK_QUIDDITY, LIGHT_QUIDDITY, Face
from quarriors.engine.ids import effect, flag, phase, place
from quarriors.engine.queries import State
from quarriors.engine.rules import EDITIONS, VARIANTS
from quarriors.engine.vectors import vec
from quarriors.envs.core.actions import FACES, FIRST_UP, UPS
from quarriors.envs.core.layout import FIRST_QUEST, LANES, SEATS, Layout
from quarriors.envs.core.writer import Writer

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
# What is printed on each card that was on a table, without zeros: for a new game of the next batch.
_PRINTED: Final[dict[Card, list[tuple[int, int]]]] = {}


def lay_print(row: Writer, layout: Layout) -> None:
    """Write what is the same at every decision of a game: the rules, and what is on the cards."""
    setup = layout.setup
    rules = setup.rules
    row.put(T_PLAYERS + setup.players - 2, 1)
    row.put(T_EDITION + EDITIONS.index(rules.edition), 1)
    for at, name in enumerate(VARIANTS):
        row.put(T_VARIANTS + at, 1 if name in rules.variants else 0)
    for at, name in enumerate(MODULES):
        row.put(T_MODULES + at, 1 if name in rules.modules else 0)
    row.put(T_GOAL, setup.goal)
    for slot, card in enumerate(setup.cards):
        if card not in _PRINTED:
            _PRINTED[card] = [pair for pair in enumerate(printed(card)) if pair[1] > 0]
        first: i64 = AT_CARDS + layout.lane_of_slot[slot] * CARD
        for column, value in _PRINTED[card]:
            row.put(first + column, value)


def printed(card: Card) -> list[int]:
    """All that is printed on a card, by the numbers of a lane."""
    row = [0] * CARD
    row[C_PRESENT] = 1
    row[C_CARD] = card.index + 1
    row[C_KIND + KINDS.index(card.kind)] = 1
    row[C_COST] = card.cost
    row[C_DISCOUNT] = card.discount + 1
    row[C_GLORY] = card.glory
    row[C_LEVEL] = card.level
    row[C_LIGHT] = 1 if card.energy == LIGHT_QUIDDITY else 0
    row[C_DARK] = 1 if card.energy == DARK_QUIDDITY else 0
    if card.anchor_energy == LIGHT_QUIDDITY:
        row[C_ANCHOR_LIGHT] = card.anchor_cost
    elif card.anchor_energy == DARK_QUIDDITY:
        row[C_ANCHOR_DARK] = card.anchor_cost
    for index, face in enumerate(card.design.faces):
        at = C_FACES + index * FACE
        row[at : at + FACE] = face_numbers(face)
    return row


def face_numbers(face: Face) -> list[int]:
    """All that is printed on a face."""
    return [
        max(face.quiddity, 0),
        1 if face.energy == LIGHT_QUIDDITY else 0,
        1 if face.energy == DARK_QUIDDITY else 0,
        max(face.draw, 0),
        1 if face.reroll else 0,
        max(face.level, 0),
        max(face.attack, 0),
        max(face.defense, 0),
        max(face.bursts, 0),
        1 if face.spell else 0,
        1 if face.lock else 0,
        1 if face.quartifact else 0,
    ]


def look_around(row: Writer, layout: Layout, s: State, seat: i64) -> None:
    """Write what one seat sees into a row that has the print of the game and nothing else."""
    _table(row, s)
    players = layout.players
    for other in range(players):
        _seat(row, layout, s, other, _distance(seat, other, players))
    _battle(row, s, seat, players)
    if not queries.is_over(s):
        _decision(row, layout, s, seat, players)
    _effects(row, s, seat, players)
    _cards(row, layout, s)


def _distance(seat: i64, other: i64, players: i64) -> i64:
    """How many seats further on somebody sits, seen from another seat."""
    found = other - seat
    if found < 0:
        found += players
    return found


def _seat_at(seat: i64, other: i64, players: i64) -> i64:
    """Where a seat's numbers begin, seen from another seat."""
    return AT_SEATS + _distance(seat, other, players) * SEAT


def _table(row: Writer, s: State) -> None:
    setup = s.setup
    row.put(T_ROUND, (queries.turn(s) - 1) // setup.players + 1)
    now = queries.phase_of(s)
    if now > phase.ROLL and not setup.six_phases:
        now -= 1
    row.put(T_PHASE + now - 1, 1)
    row.put(T_POOL, queries.pool(s))
    row.put(T_AT_HAND, queries.available(s))
    if setup.typed:
        row.put(T_LIGHT, queries.light(s))
        row.put(T_LIGHT_AT_HAND, queries.energy_available(s, LIGHT_QUIDDITY))
        row.put(T_DARK, queries.dark(s))
        row.put(T_DARK_AT_HAND, queries.energy_available(s, DARK_QUIDDITY))
    row.put(T_CAPTURES, queries.captures(s))
    row.put(T_DISCOUNT, queries.discount(s))
    if queries.is_lock_used(s):
        row.put(T_LOCK_USED, 1)
    if queries.is_anchor_used(s):
        row.put(T_ANCHOR_USED, 1)
    row.put(T_WAITING, queries.waiting_count(s))
    if queries.is_over(s):
        row.put(T_OVER, 1)


def _seat(row: Writer, layout: Layout, s: State, seat: i64, near: i64) -> None:
    """One player's Glory and dice."""
    at: i64 = AT_SEATS + near * SEAT
    row.put(at + S_PRESENT, 1)
    if queries.active(s) == seat:
        row.put(at + S_ACTIVE, 1)
    row.put(at + S_GLORY, queries.glory_of(s, seat))
    slot = queries.quest_of(s, seat)
    if slot >= 0 and len(queries.dice_in(s, seat, place.QUEST)) > 0:  # a party may be gone
        row.put(at + S_QUEST + layout.lane_of_slot[slot] - FIRST_QUEST, 1)
    for where in range(place.BAG, place.QUEST + 1):
        dice = queries.dice_in(s, seat, where)
        if len(dice) > 0:
            row.put(at + S_PLACES + where - place.BAG, len(dice))
            _place(row, layout, s, seat, near, where, dice)


def _place(
    row: Writer, layout: Layout, s: State, seat: i64, near: i64, where: i64, dice: vec[i64]
) -> None:
    """The dice that one player has in one place."""
    if where == place.ACTIVE:
        _pool(row, layout, s, seat, near)
    elif where == place.READY or where == place.QUEST:
        _lying(row, layout, s, seat, near, where)
    elif where == place.ATTACHED:
        _attached(row, layout, s, seat, near)
    else:
        pile: i64 = _PILES[where]
        for die in dice:
            row.add(_dice_at(near, layout.lane_of_die[die]) + pile, 1)


def _dice_at(near: i64, lane: i64) -> i64:
    """Where the numbers of a seat's dice of one lane begin."""
    return AT_DICE + (near * LANES + lane) * DICE


def _attached(row: Writer, layout: Layout, s: State, seat: i64, near: i64) -> None:
    """Attached dice: their own features and those of what carries them, of any owner."""
    players = layout.players
    for die in queries.dice_in(s, seat, place.ATTACHED):
        row.add(_dice_at(near, layout.lane_of_die[die]) + D_ATTACHED, 1)
        carrier = queries.carrier_of(s, die)
        if carrier >= 0:
            other = near + _distance(seat, queries.owner_of(s, carrier), players)
            if other >= players:
                other -= players
            row.add(_dice_at(other, layout.lane_of_die[carrier]) + D_CARRIED, 1)


def _pool(row: Writer, layout: Layout, s: State, seat: i64, near: i64) -> None:
    """An Active Pool: what was rolled by its faces, what was not as waiting dice (3.6)."""
    for die in queries.dice_in(s, seat, place.ACTIVE):
        lane = layout.lane_of_die[die]
        if queries.is_unrolled(s, die):
            row.add(_dice_at(near, lane) + D_WAITING, 1)
        else:
            face = s.setup.first_alike[queries.side_up(s, die)]
            row.add(AT_ROLLED + lane * FACES + face, 1)


def _lying(row: Writer, layout: Layout, s: State, seat: i64, near: i64, where: i64) -> None:
    """A Ready Area, or a party on its quest: faces, and what the creatures are worth now."""
    at: i64 = AT_SEATS + near * SEAT
    shown: i64 = AT_READY + near * LANES * UPS
    if where == place.QUEST:
        shown = AT_QUEST + near * LANES * UPS
    for die in queries.dice_in(s, seat, where):
        lane = layout.lane_of_die[die]
        face = s.setup.first_alike[queries.side_up(s, die)]
        if face >= FIRST_UP:
            row.add(shown + lane * UPS + face - FIRST_UP, 1)
        dice = _dice_at(near, lane)
        _marks(row, dice, queries.flags_of(s, die))
        if not s.setup.creature[queries.look(s, die)]:
            continue
        attack = queries.attack(s, die, -1)
        defense = queries.defense(s, die)
        earns = queries.glory(s, die)
        row.add(dice + D_ATTACK, attack)
        row.add(dice + D_DEFENSE, defense)
        row.add(dice + D_EARNS, earns)
        if where == place.READY:
            row.add(at + S_ATTACK, attack)
            row.add(at + S_DEFENSE, defense)
            row.add(at + S_EARNS, earns)


def _marks(row: Writer, dice: i64, flags: i64) -> None:
    """What happened to a die in this turn."""
    if flags & flag.ATTACKING:
        row.add(dice + D_ATTACKING, 1)
    if flags & (flag.DAMAGED | flag.SAFE):
        row.add(dice + D_DAMAGED, 1)
    if flags & flag.ABILITY_USED:
        row.add(dice + D_USED_UP, 1)


def _battle(row: Writer, s: State, seat: i64, players: i64) -> None:
    """The attack or the challenge under way, whichever is on top (12.2)."""
    attacker = queries.attacker(s)
    challenger = queries.challenger(s)
    if attacker < 0 and challenger < 0:
        return
    counted = queries.totals_counted(s)
    if attacker >= 0:
        row.put(T_ATTACK, 1)
        row.put(_seat_at(seat, attacker, players) + S_ATTACKER, 1)
        if counted:
            for other in range(players):
                if other != attacker:
                    _total(row, s, seat, other, players)
    else:
        challenged = queries.challenged(s)
        row.put(T_CHALLENGE, 1)
        row.put(_seat_at(seat, challenger, players) + S_CHALLENGER, 1)
        row.put(_seat_at(seat, challenged, players) + S_CHALLENGED, 1)
        if counted:
            _total(row, s, seat, challenger, players)
            _total(row, s, seat, challenged, players)
    defender = queries.defender(s)
    if defender >= 0:
        row.put(_seat_at(seat, defender, players) + S_DEFENDER, 1)
        row.put(T_LEFT, queries.damage_left(s))


def _total(row: Writer, s: State, seat: i64, other: i64, players: i64) -> None:
    """What somebody has to stand in the battle."""
    row.put(_seat_at(seat, other, players) + S_TOTAL, queries.total_against(s, other))


def _decision(row: Writer, layout: Layout, s: State, seat: i64, players: i64) -> None:
    """Who decides what kind of thing, and which card asks."""
    row.put(T_KIND + queries.decision_kind(s), 1)
    row.put(_seat_at(seat, queries.decider(s), players) + S_DECIDES, 1)
    program = queries.asking_program(s)
    if program < 0:
        return
    asking = s.setup.catalog.programs[program]
    lane = layout.lane_of_card[asking.card]
    if lane >= 0:
        row.put(T_ASKING + lane, 1)
    row.put(T_ABILITY, asking.ability + 1)
    opponent = queries.asked_about(s)
    if opponent >= 0:
        row.put(_seat_at(seat, opponent, players) + S_OPPONENT, 1)


def _effects(row: Writer, s: State, seat: i64, players: i64) -> None:
    """Lasting effects on players; those on dice are in the numbers of the dice."""
    for number in range(queries.effect_count(s)):
        kind = queries.effect_kind(s, number)
        # The subject may be a die, and the result of no use; it is used for seats only.
        at = _seat_at(seat, queries.effect_subject(s, number), players)
        amount = queries.effect_amount(s, number)
        if kind == effect.TO_ACTIVE:
            row.put(at + S_TO_ACTIVE, 1)
        elif kind == effect.SUMMON:
            row.add(at + S_SUMMON_MORE, amount)
            row.add(at + S_SUMMON_LESS, -amount)
        elif kind == effect.NEXT_CAPTURE:
            row.add(at + S_NEXT_CAPTURE, amount)
        elif kind == effect.DRAW:
            row.add(at + S_DRAW, amount)


def _cards(row: Writer, layout: Layout, s: State) -> None:
    """What is left on the cards, and for how much."""
    change = queries.capture_change(s)
    costs = s.setup.cost
    for slot in range(len(costs)):
        at: i64 = AT_CARDS + layout.lane_of_slot[slot] * CARD
        row.put(at + C_LEFT, queries.left_on_card(s, slot))
        row.put(at + C_COST_NOW, costs[slot] + change)
    if not row.keeps(AT_CARDS + layout.lane_of_slot[0] * CARD + C_REMOVED):
        return  # no ability here removes dice
    for die in range(len(layout.lane_of_die)):
        if queries.place_of(s, die) == place.REMOVED:
            row.add(AT_CARDS + layout.lane_of_die[die] * CARD + C_REMOVED, 1)
