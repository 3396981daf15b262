"""What people see of dice, effects and abilities, gathered in few calls.

Views are not compiled with the engine: every question of theirs is a call of Python's.
"""

from __future__ import annotations

from mypy_extensions import i64

from quarriors.engine.appearance import level, look
from quarriors.engine.dice import is_locked, put
from quarriors.engine.draws import ROLL_ALL
from quarriors.engine.frames import find_frame
from quarriors.engine.ids import draw_step, effect, flag, frame, phase, place, register, waiting
from quarriors.engine.state import State, zone
from quarriors.engine.stats import attack, defense, glory

# What a die shows: which die, face, flags of those asked for, whether it is unrolled, and locked.
Shown = tuple[int, int, int, bool, bool]
# A die in a Ready Area or on a quest: what it shows, the look it copies (or -1), what is attached
# to it and whose that is, and a creature's numbers (`counts`), else None.
Standing = tuple[Shown, int, tuple[tuple[Shown, int], ...], tuple[int | None, ...] | None]


def is_unrolled(s: State, die: i64) -> bool:
    """Whether a die waits in an Active Pool for a roll: its face means nothing yet (3.6)."""
    if s.place[die] != place.ACTIVE:
        return False
    if s.owner[die] != s.active or s.phase < phase.ROLL:
        return True
    flags = s.flags[die]
    if flags & flag.UNROLLED or (flags & flag.DRAWN and not flags & (flag.FRESH | flag.LATE)):
        return True
    at = find_frame(s, frame.DRAW)  # the roll of the whole pool may be still to come (5.1)
    whole = at >= 0 and s.stack[at + register.TREATMENT] == ROLL_ALL
    return whole and s.stack[at + register.POSITION] <= draw_step.ROLL


def shown(s: State, die: i64, marks: i64) -> Shown:
    """All that a die shows; `marks` are the flags that matter."""
    unrolled = is_unrolled(s, die)
    return int(die), int(s.face[die]), int(s.flags[die] & marks), unrolled, is_locked(s, die)


def shown_in(s: State, seat: i64, where: i64, marks: i64) -> list[Shown]:
    """All that the dice of one seat in one place show."""
    found: list[Shown] = []
    for die in zone(s, seat, where):
        found.append(shown(s, die, marks))
    return found


def standing_in(s: State, seat: i64, where: i64, marks: i64) -> list[Standing]:
    """All that the dice of one seat in its Ready Area or on its quest are just now."""
    found: list[Standing] = []
    for die in zone(s, seat, where):
        numbers = counts(s, die) if s.setup.creature[look(s, die)] else None
        attached = tuple(_attached_to(s, die, marks))
        found.append((shown(s, die, marks), int(s.copy[die]), attached, numbers))
    return found


def _attached_to(s: State, die: i64, marks: i64) -> list[tuple[Shown, int]]:
    """What is attached to a creature and whose it is, seat by seat."""
    found: list[tuple[Shown, int]] = []
    if s.attached:
        for seat in range(s.setup.players):
            for spell in zone(s, seat, place.ATTACHED):
                if s.carrier[spell] == die:
                    found.append((shown(s, spell, marks), int(seat)))
    return found


def counts(s: State, die: i64) -> tuple[int | None, ...]:
    """A creature's numbers now: level, defense, glory, attack, and attack against each seat."""
    found: list[int | None] = [
        int(level(s, die)),
        int(defense(s, die)),
        int(glory(s, die)),
        int(attack(s, die, -1)),
    ]
    for seat in range(s.setup.players):
        found.append(None if seat == s.owner[die] else int(attack(s, die, seat)))
    return tuple(found)


def as_if_summoned(s: State, die: i64) -> State:
    """A copy in which a die lies in its owner's Ready Area, to ask what it would be there."""
    there = s.clone()
    put(there, die, s.owner[die], place.READY)
    return there


def effects(s: State) -> list[tuple[int, int, int, int]]:
    """Lasting effects: kind (of `ids.effect`), subject, amount, until."""
    found: list[tuple[int, int, int, int]] = []
    rows = s.lasting_effects
    for at in range(0, len(rows), effect.WIDTH):
        found.append(
            (
                int(rows[at + effect.KIND]),
                int(rows[at + effect.SUBJECT]),
                int(rows[at + effect.AMOUNT]),
                int(rows[at + effect.UNTIL]),
            )
        )
    return found


def waiting_abilities(s: State) -> list[tuple[int, int, int, int, int]]:
    """Abilities that wait to be resolved: program, source, controller, opponent, subject."""
    found: list[tuple[int, int, int, int, int]] = []
    queue = s.queue
    for at in range(0, s.queued, waiting.WIDTH):
        found.append(
            (
                int(queue[at + waiting.PROGRAM]),
                int(queue[at + waiting.SOURCE]),
                int(queue[at + waiting.CONTROLLER]),
                int(queue[at + waiting.OPPONENT]),
                int(queue[at + waiting.SUBJECT]),
            )
        )
    return found
