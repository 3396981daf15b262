"""Setting a position up by hand: what no game does, for the table builder, replays and tests.

Everything else outside the engine only asks (`queries`) and answers (`game`).
"""

from __future__ import annotations

from collections.abc import Sequence

from mypy_extensions import i64

from quarriors.engine.dice import add_effect, put, put_in, wild_die
from quarriors.engine.frames import push_turn
from quarriors.engine.ids import effect, flag, phase, place, register, turn_step, verb
from quarriors.engine.options import add_option, begin_options
from quarriors.engine.state import EventNumbers, State, changed, empty, vector, zone_to_change
from quarriors.engine.vectors import append, vec

__all__ = ["add_effect", "empty", "put", "wild_die"]

# --- chance and the log -------------------------------------------------------------------------


def script_draws(s: State, slots: list[int]) -> None:
    """Let dice of these cards come out of a bag next, after those already scripted."""
    script = s.draw_script[:]
    for slot in slots:
        script = append(script, slot)
    s.draw_script = script


def script_rolls(s: State, faces: list[int]) -> None:
    """Let these faces come up next, after those already scripted; -1 leaves one to chance."""
    script = s.roll_script[:]
    for face in faces:
        script = append(script, face)
    s.roll_script = script


def clear_scripts(s: State) -> None:
    """Leave all draws and rolls to chance again."""
    s.draw_script = vec[i64]()
    s.roll_script = vec[i64]()


def set_generator(s: State, rng: i64) -> None:
    """Go on with that luck."""
    s.rng = rng


def set_turn_seed(s: State, key: int) -> None:
    """Seed every turn to come anew with that, or none of them with 0."""
    s.key = key


def stop_logging(s: State) -> None:
    """Keep no log from here on."""
    s.logging = False


def set_events(s: State, events: Sequence[EventNumbers]) -> None:
    """Put these events into the log instead of what is there."""
    s.log = list(events)


# --- the turn and the seats ---------------------------------------------------------------------


def stand_in_phase(s: State, number: i64) -> None:
    """Let the turn stand at the beginning of a phase, in a state in which nothing has begun."""
    s.phase = number
    s.captures = s.setup.captures
    s.turn = 1
    if number == phase.SCORE:
        s.turn = 0
    push_turn(s)
    s.stack[s.top + register.POSITION] = _first_step(number)


def _first_step(number: i64) -> i64:
    """Where in its flow a turn stands when that phase begins."""
    if number == phase.SCORE:
        return turn_step.BEGIN
    if number == phase.ROLL:
        return turn_step.IMMEDIATE
    if number == phase.READY:
        return turn_step.READY
    if number == phase.ATTACK:
        return turn_step.CAST
    return turn_step.CAPTURE if number == phase.CAPTURE else turn_step.CLEAN_UP


def set_glory(s: State, glory: list[int]) -> None:
    """Everybody's Glory."""
    s.glory = vector(glory)


def set_pool(s: State, pool: i64, light: i64, dark: i64) -> None:
    """Quiddity at hand, and how much of it is light and dark."""
    s.pool = pool
    s.light = light
    s.dark = dark


def set_quest(s: State, seat: i64, slot: i64) -> None:
    """Send a seat to the quest of a card."""
    s.quest = changed(s.quest, seat, slot)


def add_captures(s: State, amount: i64) -> None:
    """Allow more captures this turn."""
    s.captures += amount


def add_discount(s: State, amount: i64) -> None:
    """Make every capture of this turn cheaper."""
    s.discount += amount


def hold(s: State) -> None:
    """Let a state stand as it is when a game is made of it: somebody may pass, and nothing else."""
    begin_options(s)
    add_option(s, verb.PASS)


# --- dice ---------------------------------------------------------------------------------------


def lay_die(s: State, die: i64, seat: i64, where: i64, face: i64) -> None:
    """Take a die from its card and lay it down, with a face up."""
    put(s, die, seat, where)
    s.face[die] = face
    if where == place.ACTIVE and s.phase == phase.ROLL:
        s.flags[die] = flag.FRESH


def lay_carried(s: State, die: i64, carrier: i64) -> None:
    """Give a die that lies among the attached ones the creature that carries it."""
    s.carrier = changed(s.carrier, die, carrier)
    s.attached += 1


def lay_copy(s: State, die: i64, look: i64) -> None:
    """Make a die a copy of a look."""
    s.copy = changed(s.copy, die, look)


def lay_scored(s: State, die: i64) -> None:
    """Let a creature have scored in this turn."""
    s.scored += 1
    if s.setup.tracks_scorers:
        add_effect(s, effect.SCORED, die, 0, -1)


def remove_from_card(s: State, die: i64) -> None:
    """Take a die from its card and out of the game."""
    put(s, die, -1, place.REMOVED)


def set_flags(s: State, die: i64, flags: i64) -> None:
    """Mark a die with exactly these flags."""
    s.flags[die] = flags


def set_face(s: State, die: i64, face: i64) -> None:
    """Turn a die where it lies."""
    s.face[die] = face


def reorder(s: State, seat: i64, where: i64, dice: list[int]) -> None:
    """Lay the dice of one seat in one place in another order."""
    s.zones[zone_to_change(s, seat, where)] = vec[i64]()
    for die in dice:
        put_in(s, die, seat, where)
