"""Moving dice: every change of place, owner and face goes through here (sections 3 and 5).

The lists of the state say twice where a die is; these functions are the only ones that write
either, so the two never part. What leaves a Ready Area (or a quest, which it goes to with all it
carries) sheds everything that belonged to it there: attached dice, lasting effects, flags, a copied
look.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from quarriors.engine.chance import roll_face, sample_bag
from quarriors.engine.faces import DARK_QUIDDITY, LIGHT_QUIDDITY
from quarriors.engine.state import State
from quarriors.engine.words import (
    ACTIVE,
    ASIDE,
    ATTACHED,
    BAG,
    BY_GLORY,
    CHAINED,
    DRAWN,
    FRESH,
    KEPT,
    LATE,
    LOCKED_NOW,
    LOG_CULL,
    LOG_DRAW,
    LOG_ENERGY,
    LOG_GAIN,
    LOG_GLORY,
    LOG_MOVE,
    LOG_OVER,
    LOG_QUIDDITY,
    LOG_REFILL,
    LOG_REMOVE,
    LOG_RETURN,
    LOG_ROLL,
    LOG_SHAKE,
    LOG_SPEND,
    MODIFIERS,
    ON_DIE,
    PHASE_READY,
    PHASE_ROLL,
    PLACES,
    QUEST,
    READY,
    REMOVED,
    ROW_WIDTH,
    SPENT,
    STEAD,
    TAINT,
    UNROLLED,
    USED,
    WILDS,
)

ANY_ENERGY: Final = 0


def zone(s: State, seat: i64, place: i64) -> list[int]:
    """The dice of one seat in one place."""
    return s.zones[seat * PLACES + place - 1]


def changed(values: list[int], at: i64, value: i64) -> list[int]:
    """A copy with one value changed, for the lists that clones share."""
    copied = values[:]
    copied[at] = value
    return copied


def put(s: State, die: i64, seat: i64, place: i64) -> None:
    """Move a die; it sheds what belonged to the Ready Area if it leaves one (3.1)."""
    old: i64 = s.place[die]
    if (old == READY or old == QUEST) and place != READY and place != QUEST:
        _leave_ready(s, die, place)
    elif old == ATTACHED:
        s.carrier = changed(s.carrier, die, -1)
        s.attached -= 1
    elif old == ACTIVE:
        s.flags[die] &= ~(DRAWN | STEAD)  # what matters only there
    if old == WILDS:
        slot = s.table.slot[die]
        s.wild = changed(s.wild, slot, s.wild[slot] - 1)
    elif old != REMOVED:
        owner: i64 = s.owner[die]
        s.zones[owner * PLACES + old - 1].remove(die)
    s.place[die] = place
    if place == WILDS:
        slot = s.table.slot[die]
        s.wild = changed(s.wild, slot, s.wild[slot] + 1)
        s.owner = changed(s.owner, die, -1)
        s.flags[die] = 0
    elif place == REMOVED:
        s.owner = changed(s.owner, die, -1)
        s.flags[die] = 0
    else:
        if s.owner[die] != seat:
            s.owner = changed(s.owner, die, seat)
        s.zones[seat * PLACES + place - 1].append(die)


def _leave_ready(s: State, die: i64, place: i64) -> None:
    """Attached spells go to their owners' Used Piles (10.2), effects on the die end."""
    s.flags[die] = 0
    if place != ASIDE and s.copy[die] >= 0:
        s.copy = changed(s.copy, die, -1)  # an Ooze forgets once it is neither there nor set aside
    shed(s, die)


def shed(s: State, die: i64) -> None:
    """A creature that is destroyed or leaves loses its spells and the effects on it."""
    if s.attached:
        drop_attached(s, die)
    if s.rows:
        drop_rows(s, die)


def lay_unrolled(s: State, die: i64) -> None:
    """A die that came to the Active Pool without a roll waits for its owner's next roll (3.6)."""
    if s.owner[die] == s.active and s.phase >= PHASE_ROLL:
        s.flags[die] = UNROLLED


def drop_attached(s: State, die: i64) -> None:
    """Attached spells go to their owners' Used Piles (10.2), a quartifact to its card (12.6)."""
    for seat in range(s.table.players):
        for spell in zone(s, seat, ATTACHED)[:]:
            if s.carrier[spell] != die:
                continue
            if s.table.is_spell_die[s.table.slot[spell]]:
                place = BAG if s.flags[spell] & KEPT else USED
                put(s, spell, seat, place)
                s.flags[spell] = 0
                if s.logging:
                    s.note(LOG_MOVE, 1002, seat, spell, place, 0)
            else:
                return_quest_die(s, spell)


def return_quest_die(s: State, die: i64) -> None:
    """A quest die goes back to its card (12.5, 12.6)."""
    if s.logging:
        s.note(LOG_RETURN, 1206, s.owner[die], die, 0, 0)
    put(s, die, -1, WILDS)


def is_locked(s: State, die: i64) -> bool:
    """A die in a Ready Area with a lock face up lies in the Locked Area (11.1)."""
    if not s.table.locks or s.place[die] != READY or s.copy[die] >= 0:
        return False
    return s.table.lock[s.table.base[die] + s.face[die]]


def drop_rows(s: State, die: i64) -> None:
    """Lasting effects end when the die they are on leaves."""
    kept: list[int] = []
    rows = s.rows
    for at in range(0, len(rows), ROW_WIDTH):
        kind = rows[at]
        if not ON_DIE & (1 << kind) or rows[at + 1] != die:
            kept.extend(rows[at : at + ROW_WIDTH])
    s.rows = kept


def attach(s: State, spell: i64, carrier: i64) -> None:
    """Lay a spell with a creature; it stays its owner's (10.2)."""
    put(s, spell, s.owner[spell], ATTACHED)
    s.carrier = changed(s.carrier, spell, carrier)
    s.attached += 1


def wild_die(s: State, slot: i64) -> i64:
    """A die that lies on the card; -1 if none does."""
    if s.wild[slot] == 0:
        return -1
    die: i64 = s.table.first_die[slot]
    while s.place[die] != WILDS:
        die += 1
    return die


def can_draw(s: State, seat: i64) -> bool:
    """Whether a draw would find a die that was not spent in this very chain (15.8, 15.14)."""
    for die in zone(s, seat, BAG):
        if not s.flags[die] & CHAINED:
            return True
    for die in zone(s, seat, USED):
        if not s.flags[die] & CHAINED:
            return True
    return False


def draw(s: State, seat: i64, count: i64) -> list[int]:
    """Draw into the Active Pool, refilling the bag from the Used Pile when it runs out (3.4)."""
    drawn: list[int] = []
    bag = zone(s, seat, BAG)
    active = zone(s, seat, ACTIVE)
    while len(drawn) < count:
        if not bag:
            used = zone(s, seat, USED)
            if not used:
                break
            for die in used:
                s.place[die] = BAG
            bag.extend(used)
            s.zones[seat * PLACES + USED - 1] = []
            if s.logging:
                s.note(LOG_REFILL, 304, seat, -1, len(bag), 0)
        die64 = sample_bag(s, seat)
        s.place[die64] = ACTIVE
        s.flags[die64] = 0
        active.append(die64)
        drawn.append(die64)
        if s.logging:
            s.note(LOG_DRAW, 304, seat, die64, 0, 0)
    return drawn


def roll(s: State, die: i64) -> None:
    """Roll a die where it lies; its immediate effects are open again (5.2)."""
    face: i64 = s.table.first_alike[s.table.base[die] + roll_face(s)]
    s.face[die] = face
    if s.copy[die] >= 0:
        s.copy = changed(s.copy, die, -1)
    if s.phase == PHASE_READY and s.table.interleaved:
        s.phase = PHASE_ROLL  # immediates are open again (5.4)
    # The 2011 books ready and summon once, after all rolling: a die rolled later only pays.
    drawn: i64 = s.flags[die] & DRAWN
    s.flags[die] = drawn | (FRESH if s.phase <= PHASE_ROLL else LATE)
    if s.logging:
        s.note(LOG_ROLL, 305, s.owner[die], die, face, 0)
    if s.table.has_modifier[TAINT] and s.place[die] == ACTIVE:
        _taint(s, die)


def _taint(s: State, die: i64) -> None:
    """The triple burst of Corrupted Quiddity: another one, there and then (14.1)."""
    table = s.table
    if table.modifiers[(table.base[die] + s.face[die]) * MODIFIERS + TAINT]:
        other = wild_die(s, table.slot[die])
        if other >= 0:
            gain_die(s, s.owner[die], other, USED)


def gain_die(s: State, seat: i64, die: i64, place: i64) -> None:
    """A die from the Wilds by an effect: gained, not captured (14.1)."""
    put(s, die, seat, place)
    if place == ACTIVE:
        lay_unrolled(s, die)
    if s.logging:
        s.note(LOG_GAIN, 1401, seat, die, place, 0)


def shake(s: State, die: i64) -> None:
    """Roll a creature where it lies: it stays with a creature face, else it goes, not destroyed.

    A locked creature that shows a lock again stays locked; nothing else is locked that way (11.1).
    """
    locked = is_locked(s, die)
    face: i64 = s.table.first_alike[s.table.base[die] + roll_face(s)]
    now = s.table.base[die] + face
    if s.copy[die] >= 0:
        s.copy = changed(s.copy, die, -1)
    s.face[die] = face
    if locked and not s.table.lock[now]:
        s.flags[die] &= ~LOCKED_NOW
    if s.logging:
        s.note(LOG_SHAKE, 305, s.owner[die], die, face, 0)
    if not s.table.creature[now] and not (locked and s.table.lock[now]):
        put(s, die, s.owner[die], USED)
        if s.logging:
            s.note(LOG_MOVE, 303, s.owner[die], die, USED, 0)


def spend(s: State, die: i64) -> None:
    """A spent die goes to the Spent Pile, in the 2011 books straight to the Used Pile (3.7)."""
    put(s, die, s.owner[die], _spent_place(s, die))
    s.flags[die] = 0


def _spent_place(s: State, die: i64) -> i64:
    """Large Quiddity dice never get into a pile that matters (13.2)."""
    if s.table.spent_pile:
        return SPENT
    return ASIDE if s.table.slot[die] == s.table.large_slot else USED


def spend_for_quiddity(s: State, die: i64) -> None:
    """Spend a die for the quiddity its face shows (5.5)."""
    base: i64 = s.table.base[die]
    face: i64 = s.face[die]
    amount: i64 = s.table.quiddity[base + face]
    seat: i64 = s.owner[die]
    # As `spend` does it, without the questions that only Ready Areas raise.
    place: i64 = SPENT if s.table.spent_pile else _spent_place(s, die)
    s.zones[seat * PLACES + ACTIVE - 1].remove(die)
    s.zones[seat * PLACES + place - 1].append(die)
    s.place[die] = place
    s.flags[die] = CHAINED if place == USED and s.phase == PHASE_ROLL else 0  # 15.8
    s.pool += amount
    if s.table.typed:
        _typed(s, s.table.kind_of_quiddity[base + face], amount)
    if s.logging:
        s.note(LOG_SPEND, 505, seat, die, amount, s.pool)


def _typed(s: State, energy: i64, amount: i64) -> None:
    """Light and dark quiddity count as quiddity, and are told apart (13.5)."""
    if energy == LIGHT_QUIDDITY:
        s.light += amount
    elif energy == DARK_QUIDDITY:
        s.dark += amount


def gain_energy(s: State, seat: i64, energy: i64, amount: i64) -> None:
    """Light or dark quiddity by an effect."""
    if seat == s.active:
        s.pool += amount
        _typed(s, energy, amount)
        if s.logging:
            s.note(LOG_ENERGY, 1305, seat, -1, amount, energy)


def available(s: State) -> i64:
    """Quiddity at hand plus what the Active Pool could still be spent for."""
    return s.pool + _in_active(s, ANY_ENERGY)


def energy_available(s: State, energy: i64) -> i64:
    """The same for light or dark quiddity alone."""
    at_hand: i64 = s.light if energy == LIGHT_QUIDDITY else s.dark
    return at_hand + _in_active(s, energy)


def _in_active(s: State, energy: i64) -> i64:
    total: i64 = 0
    bases = s.table.base
    quiddity = s.table.quiddity
    faces = s.face
    die: i64
    base: i64
    face: i64
    amount: i64
    for die in zone(s, s.active, ACTIVE):
        base = bases[die]
        face = faces[die]
        amount = quiddity[base + face]
        if amount <= 0 or s.flags[die] & UNROLLED:
            continue
        if energy == ANY_ENERGY or s.table.kind_of_quiddity[base + face] == energy:
            total += amount
    return total


def gain_quiddity(s: State, seat: i64, amount: i64) -> None:
    """Quiddity gained in another player's turn is lost at once: it cannot be kept (5.5)."""
    if seat == s.active:
        s.pool += amount
        if s.logging:
            s.note(LOG_QUIDDITY, 505, seat, -1, amount, s.pool)


def gain_glory(s: State, seat: i64, amount: i64, rule: int = 401) -> None:
    """Glory never drops below 0 (4.7); reaching the goal ends the game on the spot (9.1)."""
    glory = s.glory[seat] + amount
    if glory < 0:
        glory = 0
    s.glory = changed(s.glory, seat, glory)
    if s.logging:
        s.note(LOG_GLORY, rule, seat, -1, amount, glory)
    if glory >= s.table.goal and not s.over:
        s.over = BY_GLORY
        if s.logging:
            s.note(LOG_OVER, 901, seat, -1, BY_GLORY, 0)


def remove(s: State, die: i64) -> None:
    """Out of the game for good, which is not culling (3.8)."""
    if s.logging:
        s.note(LOG_REMOVE, 308, s.owner[die], die, 0, 0)
    put(s, die, -1, REMOVED)


def cull(s: State, die: i64) -> None:
    """Back onto its card in the Wilds, capturable again (4.3)."""
    if s.logging:
        s.note(LOG_CULL, 403, s.owner[die], die, 0, 0)
    put(s, die, -1, WILDS)
