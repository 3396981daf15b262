"""Destruction: from "about to be destroyed" to where the die ends (6.3 to 6.7, 15.2).

The frame `DESTROY` takes one creature through it: abilities and reactions that prevent it, the mark
that it is destroyed, reactions that save it, and the place where its die goes. In a challenge both
players defend at once, so a creature destroyed there is marked and stays, with all that is attached
to it, until both have defended (12.7).
"""

from __future__ import annotations

from mypy_extensions import i64

from quarriors.engine.appearance import (
    abilities_of,
    battle,
    challenge,
    defense_frame,
    in_battle,
    is_creature,
    standing,
)
from quarriors.engine.arrivals import entered
from quarriors.engine.battle_effects import keep_safe
from quarriors.engine.bits import bit, has_bit
from quarriors.engine.dice import add_effect, gain_glory, lay_unrolled, put, shed
from quarriors.engine.frames import call, call_carried, open_window, pop, run_queue
from quarriors.engine.ids import (
    destroy_step,
    effect,
    event,
    flag,
    frame,
    log,
    offset,
    op,
    outcome,
    place,
    register,
    trait,
    verb,
    window,
)
from quarriors.engine.option import number_in, option
from quarriors.engine.options import add_option, begin_options, is_offered
from quarriors.engine.state import State, changed, zone
from quarriors.engine.stats import immune


def step_destroy(s: State) -> bool:
    """One step of a destruction; True if the owner must choose where the die goes."""
    base = s.top
    position = s.stack[base + register.POSITION]
    die = s.stack[base + register.SOURCE]
    if position == destroy_step.WOULD:
        _begin(s, base, die)
    elif position == destroy_step.WINDOW:
        s.stack[base + register.POSITION] = destroy_step.MARK
        if s.stack[base + register.OUTCOME] != outcome.PREVENTED:
            open_window(s, window.ON_DYING, die)
    elif position == destroy_step.MARK:
        _mark(s, base, die)
    elif position == destroy_step.AFTER:
        s.stack[base + register.POSITION] = destroy_step.PLACE
        open_window(s, window.ON_DESTROYED, die)
    elif s.stack[base + register.OUTCOME] != outcome.UNDECIDED:
        _finish(s, -1)
    else:
        _offer_places(s, die)
        if s.offered > 1:
            return True
        answer_destroy(s, s.options[0])
    return False


def answer_destroy(s: State, code: i64) -> None:
    """The owner's choice where the die goes."""
    _finish(s, number_in(code))


# --- whether it is destroyed -------------------------------------------------------------------


def _begin(s: State, base: i64, die: i64) -> None:
    """Nothing happens if it is gone already or safe for the rest of the battle (6.4)."""
    if _gone(s, die) or s.flags[die] & flag.DAMAGED:
        _not_destroyed(s, base)
        return
    s.stack[base + register.POSITION] = destroy_step.WINDOW
    if s.setup.has_trigger[event.WOULD_DIE]:
        _would_die(s, die)


def _gone(s: State, die: i64) -> bool:
    """Whether the creature has left, or was destroyed by something else meanwhile."""
    return not is_creature(s, die) or s.flags[die] & flag.DYING != 0


def _would_die(s: State, die: i64) -> None:
    """Abilities that keep the creature (or the carrier) from being destroyed at all."""
    start = s.queued
    owner = s.owner[die]
    for trigger in abilities_of(s, die, event.WOULD_DIE):
        call(s, trigger, die, owner, -1, die)
    call_carried(s, event.WOULD_DIE, die, owner, -1, die)
    run_queue(s, start)


def _mark(s: State, base: i64, die: i64) -> None:
    """It is destroyed now, unless it is gone or something prevented it."""
    s.stack[base + register.POSITION] = destroy_step.AFTER
    if _gone(s, die):
        _not_destroyed(s, base)
    elif s.stack[base + register.OUTCOME] == outcome.PREVENTED:
        keep_safe(s, die)  # and takes no more damage (6.4)
        if s.logging:
            s.note(log.PREVENT, 604, s.owner[die], die, 0, 0)
        _not_destroyed(s, base)
    else:
        resume_program(s, base, True)
        by_damage = s.stack[base + register.BY_DAMAGE] != 0
        _dying(s, die, s.stack[base + register.OPPONENT], by_damage)


def _not_destroyed(s: State, base: i64) -> None:
    """The destruction is over without having happened."""
    resume_program(s, base, False)
    pop(s)


def resume_program(s: State, base: i64, destroyed: bool) -> None:
    """Move the card program that started the destruction at `base` past its op.DESTROY.

    The program stands at that operation until it is settled whether the creature is destroyed: if
    not, what the card does "and then" (13.7) is left out. A creature that is saved was destroyed.
    Only a program's own destruction lies directly on it: those of battles and of doomed creatures
    lie on DEFEND and TURN.
    """
    below = base - frame.WIDTH
    if below < 0 or s.stack[below] < frame.FIRST_PROGRAM:
        return
    program = s.setup.catalog.programs[s.stack[below] - frame.FIRST_PROGRAM]
    position = s.stack[below + register.POSITION]
    if program.code[position] != op.DESTROY:
        return
    if destroyed:
        s.stack[below + register.POSITION] = program.next[position]
    else:
        s.stack[below + register.POSITION] = program.code[position + offset.DESTROY_OTHERWISE]


# --- what it sets off at once ------------------------------------------------------------------


def _dying(s: State, die: i64, killer: i64, by_damage: bool) -> None:
    """It is destroyed: abilities say whether it stays and where it goes."""
    start = s.queued
    owner = s.owner[die]
    if by_damage and s.setup.has_trigger[event.ANY_DYING]:
        for seat in range(s.setup.players):
            _call_watchers(s, seat, die)
    s.flags[die] |= flag.DYING
    if s.logging:
        _note_destroyed(s, die, by_damage)
    _count(s, die, killer)
    if s.over:
        return
    if s.setup.has_trigger[event.DYING_NOW]:
        for trigger in abilities_of(s, die, event.DYING_NOW):
            call(s, trigger, die, owner, -1, die)
    if s.setup.has_trigger[event.ALLY_DYING]:
        _call_allies(s, place.READY, die, killer)
        _call_allies(s, place.QUEST, die, killer)
    run_queue(s, start)


def _call_watchers(s: State, seat: i64, die: i64) -> None:
    """What a seat's dice do when anybody's creature is destroyed waits, unless it is immune."""
    owner = s.owner[die]
    for other in zone(s, seat, place.READY):
        for trigger in abilities_of(s, other, event.ANY_DYING):
            if seat == owner or not immune(s, die, other):
                call(s, trigger, other, owner, seat, die)


def _call_allies(s: State, where: i64, die: i64, killer: i64) -> None:
    """What the other creatures of its owner in one area do when it is destroyed waits."""
    owner = s.owner[die]
    for other in zone(s, owner, where):
        if other != die and is_creature(s, other):
            for trigger in abilities_of(s, other, event.ALLY_DYING):
                call(s, trigger, other, owner, killer, die)


def _note_destroyed(s: State, die: i64, by_damage: bool) -> None:
    rule: i64 = 607
    if by_damage:
        rule = 603
    s.note(log.DESTROY, rule, s.owner[die], die, 0, 0)


def _count(s: State, die: i64, killer: i64) -> None:
    """What counts at the moment a creature is destroyed, whatever becomes of it (15.18)."""
    at = battle(s)
    owner = s.owner[die]
    if at < 0 or killer != s.stack[at + register.CONTROLLER] or killer == owner:
        return
    if s.stack[at] == frame.ATTACK:
        s.struck_seats |= bit(owner)
    elif in_battle(s, die):  # a Glory for the challenger (12.3, 15.21)
        half = defense_frame(s, owner)
        if half < 0 or s.stack[half + register.SOURCE] != frame.REFLECTED:
            gain_glory(s, killer, 1, 1203)


# --- where it goes -----------------------------------------------------------------------------


def _offer_places(s: State, die: i64) -> None:
    """Where the die goes: the Used Pile unless something says otherwise; its owner picks."""
    begin_options(s)
    owner = s.owner[die]
    if s.setup.has_modifier[trait.DEATH_PLACE]:
        _offer_places_of(s, die, die)
        if s.attached:
            for carried in zone(s, owner, place.ATTACHED):
                if s.carrier[carried] == die:
                    _offer_places_of(s, die, carried)
    rows = s.lasting_effects
    for at in range(0, len(rows), effect.WIDTH):
        if rows[at + effect.KIND] == effect.TO_ACTIVE and rows[at + effect.SUBJECT] == owner:
            _offer_place(s, die, place.ACTIVE)
    destinations = s.stack[s.top + register.DESTINATIONS]
    if has_bit(destinations, place.ACTIVE):
        _offer_place(s, die, place.ACTIVE)
    if has_bit(destinations, place.WILDS):
        _offer_place(s, die, place.WILDS)
    if s.offered == 0:
        _offer_place(s, die, place.USED)


def _offer_places_of(s: State, die: i64, bearer: i64) -> None:
    """The places that the creature's own card, or a die that it carries, sends it to."""
    for modifier in standing(s, bearer, trait.DEATH_PLACE):
        _offer_place(s, die, modifier.amount.constant)


def _offer_place(s: State, die: i64, where: i64) -> None:
    """Offer a place once."""
    if not is_offered(s, verb.SEND, where):
        add_option(s, option(verb.SEND, die, s.face[die], s.owner[die], where), where)


def _finish(s: State, where: i64) -> None:
    """Collect what the destruction sets off, with the face as it was, then move the die.

    `where` is -1 for a creature that was saved. In a challenge the die stays until both sides have
    defended; see `leave_together`.
    """
    base = s.top
    die = s.stack[base + register.SOURCE]
    owner = s.stack[base + register.CONTROLLER]
    killer = s.stack[base + register.OPPONENT]
    by_damage = s.stack[base + register.BY_DAMAGE] != 0
    half = defense_frame(s, owner)
    if half >= 0:
        s.stack[half + register.LOSSES] += 1
    stays = _stays_for_now(s, die)
    start = s.queued
    if not stays:
        _call_destroyed(s, die, killer)
    if killer >= 0:
        _call_killers(s, event.KILL, place.READY, killer, owner, die)
        _call_killers(s, event.KILL, place.QUEST, killer, owner, die)
        _call_killers(s, event.KILL_ASIDE, place.ASIDE, killer, owner, die)
    pop(s)
    if where < 0 and s.logging:
        s.note(log.SAVED, 605, owner, die, 0, 0)
    if stays:
        _stay(s, die, where, killer, by_damage)
    else:
        _settle(s, die, where)
    run_queue(s, start)


def _call_killers(s: State, kind: i64, where: i64, killer: i64, owner: i64, victim: i64) -> None:
    """Abilities of the player who destroyed the creature wait (15.3).

    Creatures on a quest, and what creatures carry, only answer for battles they take part in.
    """
    if not s.setup.has_trigger[kind]:
        return
    for die in zone(s, killer, where):
        if where != place.ASIDE and not is_creature(s, die):
            continue
        if die == victim or (where == place.QUEST and not s.flags[die] & flag.ATTACKING):
            continue
        for trigger in abilities_of(s, die, kind):
            call(s, trigger, die, killer, owner, victim)
        if s.flags[die] & flag.ATTACKING:
            call_carried(s, kind, die, killer, owner, victim)


def _call_destroyed(s: State, die: i64, killer: i64) -> None:
    """What its own card, and what it carries, does when the creature is destroyed waits."""
    owner = s.owner[die]
    for trigger in abilities_of(s, die, event.DESTROYED):
        call(s, trigger, die, owner, killer, die)
    call_carried(s, event.DESTROYED, die, owner, killer, die)


def _settle(s: State, die: i64, where: i64) -> None:
    """A destroyed die goes where it belongs, or it was saved: same face, without spells (6.5)."""
    owner = s.owner[die]
    if where < 0:
        s.flags[die] &= ~(flag.DYING | flag.SCORING)
        shed(s, die)
        s.copy = changed(s.copy, die, -1)  # what comes back copies nothing yet
        keep_safe(s, die)
        entered(s, die)
        return
    put(s, die, owner, where)
    if where == place.ACTIVE:
        lay_unrolled(s, die)
    if s.logging:
        s.note(log.MOVE, 603, owner, die, where, 0)


# --- in a challenge ----------------------------------------------------------------------------


def _stays_for_now(s: State, die: i64) -> bool:
    """Whether the die stays until both sides of a challenge have defended (12.7)."""
    at = challenge(s)
    return at >= 0 and s.stack[at + register.DEAD_STAY] != 0 and in_battle(s, die)


def _stay(s: State, die: i64, where: i64, killer: i64, by_damage: bool) -> None:
    """Keep in mind what becomes of the die when all leave together."""
    add_effect(s, effect.LEAVES_TO, die, where, -1)
    if by_damage:
        add_effect(s, effect.LEAVES_BY_DAMAGE, die, 1, -1)
    if killer >= 0:
        add_effect(s, effect.LEAVES_KILLER, die, killer, -1)
    s.flags[die] |= flag.DAMAGED
    if where < 0:
        s.flags[die] &= ~flag.DYING


def leave_together(s: State) -> None:
    """All that was destroyed in a challenge leaves at once; then "when destroyed" (12.7)."""
    start = s.queued
    rows = s.lasting_effects  # as they are now: settling replaces them
    for at in range(0, len(rows), effect.WIDTH):
        if rows[at + effect.KIND] == effect.LEAVES_TO:
            die = rows[at + effect.SUBJECT]
            _call_destroyed(s, die, _killer_of(s, die))
    for at in range(0, len(rows), effect.WIDTH):
        if rows[at + effect.KIND] == effect.LEAVES_TO:
            _settle(s, rows[at + effect.SUBJECT], rows[at + effect.AMOUNT])
    run_queue(s, start)


def _killer_of(s: State, die: i64) -> i64:
    """Who destroyed a die that stays until all leave together; -1 if nobody did."""
    rows = s.lasting_effects
    for at in range(0, len(rows), effect.WIDTH):
        if rows[at + effect.KIND] == effect.LEAVES_KILLER and rows[at + effect.SUBJECT] == die:
            return rows[at + effect.AMOUNT]
    return -1
