"""What card programs do to dice beyond a plain move: the operations with more to them.

`effects` runs the programs and calls these; battle and quests use some of them as well.
"""

from __future__ import annotations

from mypy_extensions import i64

from quarriors.engine.chance import roll_face
from quarriors.engine.dice import changed, gain_die, lay_unrolled, put, return_quest_die, roll
from quarriors.engine.frames import call, find_frame, push, run_queue
from quarriors.engine.looks import (
    battle,
    challenge,
    defense_frame,
    look,
    next_face,
    standing,
)
from quarriors.engine.numbers import attack
from quarriors.engine.state import State
from quarriors.engine.words import (
    ACTIVE,
    ASIDE,
    ATTACHED,
    ATTACKING,
    BY_EMPTY_CARDS,
    D_SAVED,
    DAMAGED,
    DEFEND,
    DESTROY,
    ENTERED,
    EVENTS,
    F_A,
    F_C,
    F_POSITION,
    FRAME,
    FRESH,
    KEPT,
    LATE,
    LOCKED_NOW,
    LOG_CAPTURE,
    LOG_COPY,
    LOG_ENTER,
    LOG_MOVE,
    LOG_NO_DAMAGE,
    LOG_OVER,
    LOG_PRESS,
    LOG_ROTATE,
    LOG_SHAKE,
    LOG_SWAP,
    MARK_CAPTURE,
    MARK_SAVED,
    PLACES,
    QUEST,
    READY,
    REFLECTED,
    SAFE,
    SPELL_TO_BAG,
    USED,
    WILDS,
)


def move_die(s: State, die: i64, place: i64) -> None:
    """To another place of its owner's, where it waits for a roll if it comes to the Active Pool."""
    seat = s.owner[die]
    put(s, die, seat, place)
    if place == ACTIVE:
        lay_unrolled(s, die)
    if s.logging:
        s.note(LOG_MOVE, 306, seat, die, place, 0)


def swap_dice(s: State, mine: i64, theirs: i64) -> None:
    """Two dice change owners; each ends in the other's Used Pile."""
    seat = s.owner[mine]
    other = s.owner[theirs]
    put(s, mine, other, USED)
    put(s, theirs, seat, USED)
    if s.logging:
        s.note(LOG_SWAP, 404, seat, mine, theirs, other)


def capture_free(s: State, seat: i64, die: i64, place: i64) -> None:
    """A capture that costs nothing and uses up no capture of phase 4; it can end the game.

    What capturing the die allows on top is for the turn of the player who captures.
    """
    put(s, die, seat, place)
    if seat == s.active:
        s.marks += MARK_CAPTURE
        s.captures += s.table.more_captures[s.table.slot[die]]
    if s.logging:
        s.note(LOG_CAPTURE, 701, seat, die, 0, place)
    check_empty(s)


def check_empty(s: State) -> None:
    """Four empty creature cards end the game right after a capture (7.3, 15.12)."""
    empty = 0
    for slot in range(len(s.wild)):
        if s.wild[slot] == 0 and s.table.is_creature_card[slot]:
            empty += 1
    if empty >= 4 and not s.over:
        s.over = BY_EMPTY_CARDS
        if s.logging:
            s.note(LOG_OVER, 902, -1, -1, BY_EMPTY_CARDS, empty)


def rotate(s: State, die: i64, direction: i64) -> None:
    """To the next face on the card with a higher (or lower) level; none: it stays (13.8)."""
    face = next_face(s, die, direction)
    if face >= 0:
        s.face[die] = int(face)
        s.flags[die] &= ~LOCKED_NOW  # a locked one lies in the ordinary Ready Area now (11.3)
        if s.logging:
            s.note(LOG_ROTATE, 1308, s.owner[die], die, face, 0)


def give(s: State, die: i64, seat: i64, place: i64) -> None:
    """A die to a player's place: from the Wilds it is gained, from a player it changes hands."""
    if seat < 0:
        return
    if s.place[die] == WILDS:
        gain_die(s, seat, die, place)
        return
    put(s, die, seat, place)
    if place == ACTIVE:
        lay_unrolled(s, die)
    if s.logging:
        s.note(LOG_MOVE, 404, seat, die, place, 0)


def claim(s: State, die: i64, seat: i64) -> None:
    """A quartifact into a Ready Area; nobody owns two: an old one goes back (12.6)."""
    for place in (READY, ATTACHED):
        for other in s.zones[seat * PLACES + place - 1][:]:
            if s.table.quartifact[look(s, other)] and other != die:
                return_quest_die(s, other)
    put(s, die, seat, READY)
    s.flags[die] = 0
    if s.logging:
        s.note(LOG_MOVE, 1205, seat, die, READY, 0)


def gamble(s: State, die: i64, seat: i64) -> None:
    """Roll a quest die for its quartifact; any other face gives nothing and it goes back."""
    put(s, die, seat, ASIDE)
    roll(s, die)
    s.flags[die] = 0
    if s.table.quartifact[look(s, die)]:
        claim(s, die, seat)
    else:
        return_quest_die(s, die)


def revive(s: State, die: i64) -> None:
    """A creature that is being destroyed is rolled: with a creature face it stays (6.5)."""
    at = find_frame(s, DESTROY)
    face: i64 = s.table.first_alike[s.table.base[die] + roll_face(s)]
    if s.logging:
        s.note(LOG_SHAKE, 605, s.owner[die], die, face, 0)
    if at >= 0 and s.table.creature[s.table.base[die] + face]:
        s.face[die] = face
        if s.copy[die] >= 0:
            s.copy = changed(s.copy, die, -1)
        s.stack[at + F_C] = D_SAVED


def stop_attack(s: State, seat: i64, attacker: i64, reflect: bool) -> None:
    """The damage against one player becomes 0; perhaps half of it hits those who attack."""
    total: i64 = s.totals[seat]
    s.totals = changed(s.totals, seat, 0)
    if s.logging:
        s.note(LOG_NO_DAMAGE, 602, seat, -1, total, 0)
    if reflect and attacker >= 0 and total > 1:
        area: i64 = QUEST if challenge(s) >= 0 else READY
        push(s, DEFEND, REFLECTED, attacker, seat, total // 2, 0, area)
        s.stack[len(s.stack) - FRAME + F_POSITION] = 1  # nothing comes before the choice


def copy_look(s: State, die: i64, other: i64) -> None:
    """From now on the die is what the other one shows."""
    s.copy = changed(s.copy, die, look(s, other))
    if s.logging:
        s.note(LOG_COPY, 303, s.owner[die], die, other, 0)


def press_on(s: State, die: i64, attacker: i64, defender: i64) -> None:
    """An attacker's attack is added once more to what is left of the total."""
    at = defense_frame(s, defender)
    if at >= 0 and s.flags[die] & ATTACKING:
        amount = attack(s, die, defender)
        s.stack[at + F_A] += amount
        if s.logging:
            s.note(LOG_PRESS, 601, attacker, die, amount, s.stack[at + F_A])


def enter(s: State, die: i64, seat: i64) -> None:
    """Roll a die that was set aside: a creature face brings it to the Ready Area for free."""
    roll(s, die)
    s.flags[die] &= ~(FRESH | LATE)
    if s.table.creature[s.table.base[die] + s.face[die]]:
        put(s, die, seat, READY)
        if s.logging:
            s.note(LOG_ENTER, 605, seat, die, s.face[die], 0)
        start = len(s.queue)
        entered(s, die)
        run_queue(s, start)
    else:
        put(s, die, seat, USED)
        if s.logging:
            s.note(LOG_MOVE, 605, seat, die, USED, 0)


def entered(s: State, die: i64) -> None:
    """A creature came to a Ready Area by whatever way: what its own card says waits its turn."""
    printed = s.table.base[die] + s.face[die]
    for trigger in s.table.triggers[printed * EVENTS + ENTERED]:
        call(s, trigger, die, s.owner[die], -1, die)


def keep_safe(s: State, die: i64) -> None:
    """A saved creature takes no more damage: in this battle, from 2013 on this turn (15.17)."""
    if battle(s) >= 0:
        s.flags[die] |= DAMAGED
    if s.table.simultaneous:
        s.flags[die] |= SAFE
        s.marks |= MARK_SAVED


def use_quill(s: State, seat: i64) -> bool:
    """Whether a quartifact sends the spell that is being cast to the bag; it does so once."""
    if s.table.has_modifier[SPELL_TO_BAG] and s.attached:
        for carried in s.zones[seat * PLACES + ATTACHED - 1]:
            if standing(s, carried, SPELL_TO_BAG) and not s.flags[carried] & KEPT:
                s.flags[carried] |= KEPT
                return True
    return False
