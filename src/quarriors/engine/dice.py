"""Moving dice: every change of place, owner and face goes through here (sections 3 and 5).

The lists of the state say twice where a die is; these functions are the only ones that write
either, so the two never part. What leaves a Ready Area (or a quest, which it goes to with all it
carries) sheds everything that belonged to it there: attached dice, lasting effects, flags, a copied
look.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from quarriors.engine.bits import has_bit
from quarriors.engine.chance import roll_face, sample_bag
from quarriors.engine.faces import DARK_QUIDDITY, LIGHT_QUIDDITY
from quarriors.engine.ids import effect, ending, flag, log, phase, place, trait
from quarriors.engine.state import (
    State,
    changed,
    count_on_card,
    set_owner,
    zone,
    zone_to_change,
)
from quarriors.engine.vectors import append, extend, vec
from quarriors.engine.vectors import remove as remove_from

ANY_ENERGY: Final = 0
_USUAL: Final = 7  # room for the dice of a usual turn


def put(s: State, die: i64, seat: i64, where: i64) -> None:
    """Move a die; it sheds what belonged to the Ready Area if it leaves one (3.1)."""
    old: i64 = s.place[die]
    if (old == place.READY or old == place.QUEST) and where != place.READY and where != place.QUEST:
        _leave_ready(s, die, where)
    elif old == place.ATTACHED:
        s.carrier = changed(s.carrier, die, -1)
        s.attached -= 1
    elif old == place.ACTIVE:
        s.flags[die] &= ~(flag.DRAWN | flag.COUNTS_AS_DRAW)  # what matters only there
    if old == place.WILDS:
        count_on_card(s, s.setup.slot[die], -1)
    elif old != place.REMOVED:
        take_out(s, die, s.owner[die], old)
    s.place[die] = where
    if where == place.WILDS:
        count_on_card(s, s.setup.slot[die], 1)
        set_owner(s, die, -1)
        s.flags[die] = 0
    elif where == place.REMOVED:
        set_owner(s, die, -1)
        s.flags[die] = 0
    else:
        if s.owner[die] != seat:
            set_owner(s, die, seat)
        put_in(s, die, seat, where)


def take_out(s: State, die: i64, seat: i64, where: i64) -> None:
    """A die out of its zone; those behind it move up."""
    at = zone_to_change(s, seat, where)
    s.zones[at] = remove_from(s.zones[at], die)


def put_in(s: State, die: i64, seat: i64, where: i64) -> None:
    """A die to the end of a zone."""
    at = zone_to_change(s, seat, where)
    s.zones[at] = append(s.zones[at], die)


def move_all(s: State, seat: i64, old: i64, new: i64) -> None:
    """Everything that a seat has in one place to the end of another one."""
    from_at = zone_to_change(s, seat, old)
    to_at = zone_to_change(s, seat, new)
    leaving = s.zones[from_at]
    there = s.zones[to_at]
    for die in leaving:
        s.place[die] = new
    if len(there) == 0:
        s.zones[to_at] = leaving
        s.zones[from_at] = there
    else:
        s.zones[to_at] = extend(there, leaving)
        s.zones[from_at] = vec[i64](capacity=_USUAL)


def _leave_ready(s: State, die: i64, where: i64) -> None:
    """Attached spells go to their owners' Used Piles (10.2), effects on the die end."""
    s.flags[die] = 0
    if where != place.ASIDE and s.copy[die] >= 0:
        s.copy = changed(s.copy, die, -1)  # a copy ends once it is neither there nor set aside
    shed(s, die)


def shed(s: State, die: i64) -> None:
    """A creature that is destroyed or leaves loses its spells and the effects on it."""
    if s.attached:
        drop_attached(s, die)
    if len(s.lasting_effects) > 0:
        _end_effects_on(s, die)


def lay_unrolled(s: State, die: i64) -> None:
    """A die that came to the Active Pool without a roll waits for its owner's next roll (3.6)."""
    if s.owner[die] == s.active and s.phase >= phase.ROLL:
        s.flags[die] = flag.UNROLLED


def drop_attached(s: State, die: i64) -> None:
    """Attached spells go to their owners' Used Piles (10.2), a quartifact to its card (12.6)."""
    for seat in range(s.setup.players):
        for spell in zone(s, seat, place.ATTACHED)[:]:
            if s.carrier[spell] != die:
                continue
            if s.setup.is_spell_die[s.setup.slot[spell]]:
                where: i64 = place.USED
                if s.flags[spell] & flag.RETURNS_TO_BAG:
                    where = place.BAG
                put(s, spell, seat, where)
                s.flags[spell] = 0
                if s.logging:
                    s.note(log.MOVE, 1002, seat, spell, where, 0)
            else:
                return_quest_die(s, spell)


def return_quest_die(s: State, die: i64) -> None:
    """A quest die goes back to its card (12.5, 12.6)."""
    if s.logging:
        s.note(log.RETURN, 1206, s.owner[die], die, 0, 0)
    put(s, die, -1, place.WILDS)


def is_locked(s: State, die: i64) -> bool:
    """A die in a Ready Area with a lock face up lies in the Locked Area (11.1)."""
    if not s.setup.locks or s.place[die] != place.READY or s.copy[die] >= 0:
        return False
    return s.setup.lock[s.setup.base[die] + s.face[die]]


def add_effect(s: State, kind: i64, subject: i64, amount: i64, until: i64) -> None:
    """One more lasting effect; `until` is as in `ids.effect`."""
    more = vec[i64](capacity=len(s.lasting_effects) + effect.WIDTH)
    for value in s.lasting_effects:
        more = append(more, value)
    more = append(append(append(append(more, kind), subject), amount), until)
    s.lasting_effects = more


def keep_effects(s: State, kept: vec[i64]) -> None:
    """Only the rows that begin at those positions last on."""
    left = vec[i64](capacity=len(kept) * effect.WIDTH)
    for at in kept:
        for value in s.lasting_effects[at : at + effect.WIDTH]:
            left = append(left, value)
    s.lasting_effects = left


def _end_effects_on(s: State, die: i64) -> None:
    """Lasting effects end when the die they are on leaves."""
    kept = vec[i64]()
    rows = s.lasting_effects
    for at in range(0, len(rows), effect.WIDTH):
        if not ends_with_die(rows[at + effect.KIND]) or rows[at + effect.SUBJECT] != die:
            kept = append(kept, at)
    keep_effects(s, kept)


def ends_with_die(kind: i64) -> bool:
    """Whether a lasting effect of that kind ends when the die leaves that it is about."""
    return has_bit(effect.ENDS_WITH_DIE, kind)


def leaves_by_damage(s: State, die: i64) -> bool:
    """Whether damage destroyed the die in a challenge in which all leave together later (12.7)."""
    rows = s.lasting_effects
    for at in range(0, len(rows), effect.WIDTH):
        if rows[at + effect.KIND] == effect.LEAVES_BY_DAMAGE and rows[at + effect.SUBJECT] == die:
            return True
    return False


def attach(s: State, spell: i64, carrier: i64) -> None:
    """Lay a spell with a creature; it stays its owner's (10.2)."""
    put(s, spell, s.owner[spell], place.ATTACHED)
    s.carrier = changed(s.carrier, spell, carrier)
    s.attached += 1


def wild_die(s: State, slot: i64) -> i64:
    """A die that lies on the card; -1 if none does."""
    if s.wilds_left[slot] == 0:
        return -1
    die: i64 = s.setup.first_die[slot]
    while s.place[die] != place.WILDS:
        die += 1
    return die


def can_draw(s: State, seat: i64) -> bool:
    """Whether a draw would find a die that was not spent in this very chain (15.8, 15.14)."""
    for die in zone(s, seat, place.BAG):
        if not s.flags[die] & flag.CHAINED:
            return True
    for die in zone(s, seat, place.USED):
        if not s.flags[die] & flag.CHAINED:
            return True
    return False


def draw(s: State, seat: i64, count: i64) -> i64:
    """Draw into the Active Pool, refilling the bag from the Used Pile when it runs out (3.4).

    How many dice came: they are the last ones of the pool.
    """
    drawn: i64 = 0
    while drawn < count:
        in_bag = len(zone(s, seat, place.BAG))
        if in_bag == 0:
            in_bag = len(zone(s, seat, place.USED))
            if in_bag == 0:
                break
            move_all(s, seat, place.USED, place.BAG)
            if s.logging:
                s.note(log.REFILL, 304, seat, -1, in_bag, 0)
        now = min(count - drawn, in_bag)
        _draw_from_bag(s, seat, now)
        drawn += now
    return drawn


def _draw_from_bag(s: State, seat: i64, count: i64) -> None:
    """Draw that number of dice, which the bag has."""
    bag = zone_to_change(s, seat, place.BAG)
    at = zone_to_change(s, seat, place.ACTIVE)
    pool = s.zones[at]
    for _ in range(count):
        die = sample_bag(s, bag)
        s.place[die] = place.ACTIVE
        s.flags[die] = 0
        pool = append(pool, die)
        if s.logging:
            s.note(log.DRAW, 304, seat, die, 0, 0)
    s.zones[at] = pool


def roll(s: State, die: i64) -> None:
    """Roll a die where it lies; its immediate effects are open again (5.2)."""
    rolled_look = s.setup.base[die] + roll_face(s)
    face: i64 = s.setup.first_alike[rolled_look]
    s.face[die] = face
    if s.copy[die] >= 0:
        s.copy = changed(s.copy, die, -1)
    if s.phase == phase.READY and s.setup.interleaved:
        s.phase = phase.ROLL  # immediates are open again (5.4)
    # The 2011 books ready and summon once, after all rolling: a die rolled later only pays.
    rolled: i64 = flag.LATE
    if s.phase <= phase.ROLL:
        rolled = flag.FRESH
    s.flags[die] = s.flags[die] & flag.DRAWN | rolled
    if s.logging:
        s.note(log.ROLL, 305, s.owner[die], die, face, 0)
    if s.setup.has_modifier[trait.TAINT] and s.place[die] == place.ACTIVE:
        _taint(s, die)


def _taint(s: State, die: i64) -> None:
    """Rolling that face brings another die of its card to the Used Pile (14.1)."""
    setup = s.setup
    if setup.modifiers[(setup.base[die] + s.face[die]) * trait.COUNT + trait.TAINT]:
        other = wild_die(s, setup.slot[die])
        if other >= 0:
            gain_die(s, s.owner[die], other, place.USED)


def gain_die(s: State, seat: i64, die: i64, where: i64) -> None:
    """A die from the Wilds by an effect: gained, not captured (14.1)."""
    put(s, die, seat, where)
    if where == place.ACTIVE:
        lay_unrolled(s, die)
    if s.logging:
        s.note(log.GAIN, 1401, seat, die, where, 0)


def shake(s: State, die: i64) -> None:
    """Roll a creature where it lies: it stays with a creature face, else it goes, not destroyed.

    A locked creature that shows a lock again stays locked; nothing else is locked that way (11.1).
    """
    locked = is_locked(s, die)
    face: i64 = s.setup.first_alike[s.setup.base[die] + roll_face(s)]
    now = s.setup.base[die] + face
    if s.copy[die] >= 0:
        s.copy = changed(s.copy, die, -1)
    s.face[die] = face
    if locked and not s.setup.lock[now]:
        s.flags[die] &= ~flag.LOCKED_NOW
    if s.logging:
        s.note(log.SHAKE, 305, s.owner[die], die, face, 0)
    if not s.setup.creature[now] and not (locked and s.setup.lock[now]):
        put(s, die, s.owner[die], place.USED)
        if s.logging:
            s.note(log.MOVE, 303, s.owner[die], die, place.USED, 0)


def spend(s: State, die: i64) -> None:
    """A spent die goes to the Spent Pile, in the 2011 books straight to the Used Pile (3.7)."""
    put(s, die, s.owner[die], _spent_place(s, die))
    s.flags[die] = 0


def _spent_place(s: State, die: i64) -> i64:
    """Where a spent die goes; one that waits aside between turns never gets into the bag (13.2)."""
    if s.setup.spent_pile:
        return place.SPENT
    if s.setup.slot[die] == s.setup.large_slot:
        return place.ASIDE
    return place.USED


def spend_for_quiddity(s: State, die: i64) -> None:
    """Spend a die for the quiddity its face shows (5.5)."""
    look: i64 = s.setup.base[die] + s.face[die]
    amount: i64 = s.setup.quiddity[look]
    seat: i64 = s.owner[die]
    # As `spend` does it, without the questions that only Ready Areas raise.
    where = _spent_place(s, die)
    take_out(s, die, seat, place.ACTIVE)
    put_in(s, die, seat, where)
    s.place[die] = where
    s.flags[die] = 0
    if where == place.USED and s.phase == phase.ROLL:
        s.flags[die] = flag.CHAINED  # 15.8
    s.pool += amount
    if s.setup.typed:
        _typed(s, s.setup.kind_of_quiddity[look], amount)
    if s.logging:
        s.note(log.SPEND, 505, seat, die, amount, s.pool)


def _typed(s: State, energy: i64, amount: i64) -> None:
    """Light and dark quiddity count as quiddity, and are counted apart (13.5)."""
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
            s.note(log.ENERGY, 1305, seat, -1, amount, energy)


def available(s: State) -> i64:
    """Quiddity at hand plus what the Active Pool could still be spent for."""
    return s.pool + _in_active(s, ANY_ENERGY)


def energy_available(s: State, energy: i64) -> i64:
    """The same for light or dark quiddity alone."""
    at_hand = s.dark
    if energy == LIGHT_QUIDDITY:
        at_hand = s.light
    return at_hand + _in_active(s, energy)


def _in_active(s: State, energy: i64) -> i64:
    setup = s.setup
    total: i64 = 0
    for die in zone(s, s.active, place.ACTIVE):
        look = setup.base[die] + s.face[die]
        amount = setup.quiddity[look]
        if amount <= 0 or s.flags[die] & flag.UNROLLED:
            continue
        if energy == ANY_ENERGY or setup.kind_of_quiddity[look] == energy:
            total += amount
    return total


def gain_quiddity(s: State, seat: i64, amount: i64) -> None:
    """Quiddity gained in another player's turn is lost at once: it cannot be kept (5.5)."""
    if seat == s.active:
        s.pool += amount
        if s.logging:
            s.note(log.QUIDDITY, 505, seat, -1, amount, s.pool)


def gain_glory(s: State, seat: i64, amount: i64, rule: i64 = 401) -> None:
    """Glory never drops below 0 (4.7); reaching the goal ends the game on the spot (9.1)."""
    glory = s.glory[seat] + amount
    if glory < 0:
        glory = 0
    s.glory = changed(s.glory, seat, glory)
    if s.logging:
        s.note(log.GLORY, rule, seat, -1, amount, glory)
    if glory >= s.setup.goal and not s.over:
        s.over = ending.BY_GLORY
        if s.logging:
            s.note(log.OVER, 901, seat, -1, ending.BY_GLORY, 0)


def remove(s: State, die: i64) -> None:
    """Out of the game for good, which is not culling (3.8)."""
    if s.logging:
        s.note(log.REMOVE, 308, s.owner[die], die, 0, 0)
    put(s, die, -1, place.REMOVED)


def cull(s: State, die: i64) -> None:
    """Back onto its card in the Wilds, capturable again (4.3)."""
    if s.logging:
        s.note(log.CULL, 403, s.owner[die], die, 0, 0)
    put(s, die, -1, place.WILDS)
