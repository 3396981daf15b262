"""Windows in which reactions and abilities at will are offered (10.3, 15.2).

The frame `WINDOW` asks round, clockwise from the active player's left; only those who hold
something that could do anything are asked.
"""

from __future__ import annotations

from mypy_extensions import i64

from quarriors.engine.appearance import is_spell, other_side
from quarriors.engine.dice import put, spend
from quarriors.engine.filters import holds
from quarriors.engine.frames import find_frame, pop, start_program
from quarriors.engine.ids import (
    event,
    flag,
    frame,
    log,
    op,
    outcome,
    place,
    register,
    trait,
    verb,
    window,
    window_step,
)
from quarriors.engine.option import die_of, verb_of
from quarriors.engine.options import add_option, begin_options, offer
from quarriors.engine.program import Trigger
from quarriors.engine.quartifacts import send_spell_to_bag
from quarriors.engine.state import State, zone
from quarriors.engine.stats import anybody_has
from quarriors.engine.targets import can_start
from quarriors.engine.totals import battle_totals, recount


def step_window(s: State) -> bool:
    """Clockwise from the active player's left, each until they pass."""
    base = s.top
    opened = s.stack[base + register.WINDOW]
    subject = s.stack[base + register.SOURCE]
    if s.stack[base + register.POSITION] == window_step.RESOLVED:
        s.stack[base + register.POSITION] = window_step.ASK
        if opened == window.ON_ATTACK:  # whatever the reaction changed, changes the totals (6.2)
            recount(s)
    if opened == window.ON_DYING and _prevented(s, base - frame.WIDTH):
        pop(s)  # it is not destroyed after all: nothing is left to do (15.2)
        return False
    while s.stack[base + register.SEATS_ASKED] < s.setup.players:
        seat = (s.active + s.stack[base + register.SEATS_ASKED]) % s.setup.players
        if subject < 0 or s.owner[subject] == seat:
            offer_reactions(s, seat, opened)
            if s.offered > 0:
                add_option(s, verb.PASS)
                s.stack[base + register.CONTROLLER] = seat
                return True
        s.stack[base + register.SEATS_ASKED] += 1
    pop(s)
    return False


def _prevented(s: State, destruction: i64) -> bool:
    """Whether the destruction below a window will not happen."""
    return s.stack[destruction + register.OUTCOME] == outcome.PREVENTED


def answer_window(s: State, code: i64) -> None:
    """A reaction, or a pass to the next seat."""
    base = s.top
    if verb_of(code) == verb.PASS:
        s.stack[base + register.SEATS_ASKED] += 1
        return
    opened = s.stack[base + register.WINDOW]
    s.stack[base + register.POSITION] = window_step.RESOLVED
    if opened == window.ON_ATTACK:
        s.totals_before_reactions = battle_totals(s)
    use_reaction(s, die_of(code), opened, s.stack[base + register.SOURCE])


# --- what can be used --------------------------------------------------------------------------


def offer_reactions(s: State, seat: i64, opened: i64) -> None:
    """Lay out what a seat could use in this window and to some effect, perhaps nothing."""
    begin_options(s)
    for die in zone(s, seat, place.READY):
        if reaction(s, die, opened) is None:
            continue
        if is_spell(s, die):
            offer(s, verb.REACT, die, 0)
        else:
            offer(s, verb.SWITCH, die, 0)


def reaction(s: State, die: i64, opened: i64) -> Trigger | None:
    """The ability of a die that can be used in a window now; read from its own card."""
    triggers = s.setup.triggers[(s.setup.base[die] + s.face[die]) * event.COUNT + event.REACT]
    if len(triggers) == 0:
        return None
    if is_spell(s, die) and anybody_has(s, trait.NO_REACTIONS):
        return None
    owner = s.owner[die]
    against = _opponent(s, owner, opened)
    for trigger in triggers:
        if not trigger.windows & opened:
            continue
        if trigger.once and s.flags[die] & flag.ABILITY_USED:
            continue
        if _comes_too_late(s, die, trigger, opened):
            continue
        if holds(s, trigger.condition, owner, against, die) and can_start(
            s, trigger.program.index, die, owner, against
        ):
            return trigger
    return None


def _opponent(s: State, owner: i64, opened: i64) -> i64:
    """Whom a reaction is used against; nobody if it is an ability at will of one's own turn."""
    if opened & (window.OWN_TURN | window.IN_CAPTURE):
        return -1
    return other_side(s, owner)


def _comes_too_late(s: State, die: i64, trigger: Trigger, opened: i64) -> bool:
    """Whether nothing is left for a reaction to do: it would save what is saved already (15.2), or
    forestall spells where the active player has none left to cast.
    """
    if opened == window.ON_DESTROYED and _only_saves(s, trigger):
        return True
    at_an_end = opened & (window.ON_PHASE_END | window.ON_ATTACK_END) != 0
    return at_an_end and is_spell(s, die) and not _spell_pending(s)


def _only_saves(s: State, trigger: Trigger) -> bool:
    """Whether a reaction would save a creature that its own card has saved already."""
    at = find_frame(s, frame.DESTROY)
    if at < 0 or s.stack[at + register.OUTCOME] != outcome.SAVED:
        return False
    return trigger.program.code[0] == op.SAVE


def _spell_pending(s: State) -> bool:
    """Whether the active player has a spell that could still be cast."""
    for die in zone(s, s.active, place.READY):
        if is_spell(s, die):
            return True
    return False


# --- using it ----------------------------------------------------------------------------------


def use_reaction(s: State, die: i64, opened: i64, subject: i64) -> None:
    """Cast a reaction spell, or use an ability at will; both start their program."""
    trigger = reaction(s, die, opened)
    if trigger is None:
        return
    owner = s.owner[die]
    if is_spell(s, die):
        if s.logging:
            s.note(log.CAST, 1003, owner, die, s.face[die], 0)
        cast_away(s, die)
    else:
        if s.logging:
            s.note(log.CAST, 1502, owner, die, s.face[die], 0)
        s.flags[die] |= flag.ABILITY_USED
    against = _opponent(s, owner, opened)
    start_program(s, trigger.program.index, die, owner, against, subject)


def cast_away(s: State, die: i64) -> None:
    """A spell that is cast is spent, unless a quartifact sends it to the bag."""
    owner = s.owner[die]
    if send_spell_to_bag(s, owner):
        put(s, die, owner, place.BAG)
        if s.logging:
            s.note(log.MOVE, 1206, owner, die, place.BAG, 0)
    else:
        spend(s, die)
