"""Moving dice: every change of place, owner and face goes through here (sections 3 and 5).

The lists of the state say twice where a die is; these functions are the only ones that write
either, so the two never part. What leaves a Ready Area sheds everything that belonged to it there:
attached spells, lasting effects, flags, a copied look.
"""

from __future__ import annotations

from mypy_extensions import i64

from quarriors.engine.chance import roll_face, sample_bag
from quarriors.engine.state import State
from quarriors.engine.words import (
    ACTIVE,
    ASIDE,
    ATTACHED,
    BAG,
    BY_GLORY,
    CHAINED,
    FRESH,
    LATE,
    LOG_CULL,
    LOG_DRAW,
    LOG_GLORY,
    LOG_MOVE,
    LOG_OVER,
    LOG_QUIDDITY,
    LOG_REFILL,
    LOG_ROLL,
    LOG_SPEND,
    PHASE_READY,
    PHASE_ROLL,
    PLACES,
    READY,
    REMOVED,
    ROW_ATTACK,
    ROW_ATTACK_CAP,
    ROW_DEFENSE,
    ROW_WIDTH,
    SPENT,
    UNROLLED,
    USED,
    WILDS,
)


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
    if old == READY and place != READY:
        _leave_ready(s, die, place)
    elif old == ATTACHED:
        s.carrier = changed(s.carrier, die, -1)
        s.attached -= 1
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
    """All spells attached to a creature go to the Used Pile of whoever owns them (10.2)."""
    for seat in range(s.table.players):
        for spell in zone(s, seat, ATTACHED)[:]:
            if s.carrier[spell] == die:
                put(s, spell, seat, USED)
                if s.logging:
                    s.note(LOG_MOVE, 1002, seat, spell, USED, 0)


def drop_rows(s: State, die: i64) -> None:
    """Lasting effects end when the die they are on leaves."""
    kept: list[int] = []
    rows = s.rows
    for at in range(0, len(rows), ROW_WIDTH):
        kind = rows[at]
        on_die = kind == ROW_ATTACK or kind == ROW_DEFENSE or kind == ROW_ATTACK_CAP
        if not on_die or rows[at + 1] != die:
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
    s.flags[die] = FRESH if s.phase <= PHASE_ROLL else LATE
    if s.logging:
        s.note(LOG_ROLL, 305, s.owner[die], die, face, 0)


def draw_and_roll(s: State, seat: i64, count: i64) -> None:
    """The dice drawn are rolled at once and lie in the Active Pool (3.5).

    In the 2011 books a chain that finds nothing but its own dice is over (15.8).
    """
    if not s.table.spent_pile and not can_draw(s, seat):
        return
    for die in draw(s, seat, count):
        roll(s, die)


def spend(s: State, die: i64) -> None:
    """A spent die goes to the Spent Pile, in the 2011 books straight to the Used Pile (3.7)."""
    put(s, die, s.owner[die], SPENT if s.table.spent_pile else USED)
    s.flags[die] = 0


def spend_for_quiddity(s: State, die: i64) -> None:
    """Spend a die for the quiddity its face shows (5.5)."""
    base: i64 = s.table.base[die]
    face: i64 = s.face[die]
    amount: i64 = s.table.quiddity[base + face]
    seat: i64 = s.owner[die]
    # As `spend` does it, without the questions that only Ready Areas raise.
    place: i64 = SPENT if s.table.spent_pile else USED
    s.zones[seat * PLACES + ACTIVE - 1].remove(die)
    s.zones[seat * PLACES + place - 1].append(die)
    s.place[die] = place
    s.flags[die] = 0
    s.pool += amount
    if s.logging:
        s.note(LOG_SPEND, 505, seat, die, amount, s.pool)


def gain_quiddity(s: State, seat: i64, amount: i64) -> None:
    """Quiddity gained in another player's turn is lost at once: it cannot be kept (5.5)."""
    if seat == s.active:
        s.pool += amount
        if s.logging:
            s.note(LOG_QUIDDITY, 505, seat, -1, amount, s.pool)


def gain_glory(s: State, seat: i64, amount: i64) -> None:
    """Glory never drops below 0 (4.7); reaching the goal ends the game on the spot (9.1)."""
    glory = s.glory[seat] + amount
    if glory < 0:
        glory = 0
    s.glory = changed(s.glory, seat, glory)
    if s.logging:
        s.note(LOG_GLORY, 401, seat, -1, amount, glory)
    if glory >= s.table.goal and not s.over:
        s.over = BY_GLORY
        if s.logging:
            s.note(LOG_OVER, 901, seat, -1, BY_GLORY, 0)


def cull(s: State, die: i64) -> None:
    """Back onto its card in the Wilds, capturable again (4.3)."""
    if s.logging:
        s.note(LOG_CULL, 403, s.owner[die], die, 0, 0)
    put(s, die, -1, WILDS)
