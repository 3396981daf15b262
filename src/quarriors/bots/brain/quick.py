"""A policy that costs next to nothing, for playouts: sensible habits, no looking ahead.

Each option gets a weight from its verb and the die it names; the heaviest is taken, but now and
then another one, so that playouts are not all alike.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from quarriors.bots.brain.worth import Scale
from quarriors.engine.core import answer
from quarriors.engine.luck import below
from quarriors.engine.state import State
from quarriors.engine.words import (
    DO_ANCHOR,
    DO_CAPTURE,
    DO_CAST,
    DO_CULL,
    DO_DEFEND,
    DO_LOCK,
    DO_READY,
    DO_RETIRE,
    DO_SEND,
    DO_SPEND,
    DO_SUMMON,
    DO_UNLOCK,
    NO,
    PASS,
    PICK_ATTACH,
    PICK_CULL,
    PICK_DESTROY,
    PICK_DISCARD,
    PICK_REMOVE,
    PICK_STRENGTHEN,
    PICK_TAKE,
    PICK_WEAKEN,
    USE_BOTH,
    USE_DRAW,
)

STRAY: Final = 20  # one choice in so many is left to chance


def quick_choice(s: State, scale: Scale) -> int:
    """The code of an option that a player of some sense might take."""
    options = s.options
    if below(s, STRAY) == 0:
        return options[below(s, len(options))]
    best = -1.0e9
    found = options[0]
    for code in options:
        weight = weigh(s, scale, code)
        if weight > best:
            best = weight
            found = code
    return found


def weigh(s: State, scale: Scale, code: i64) -> float:
    """How sensible an option looks at first sight."""
    verb: i64 = code & 63
    if verb == PASS:
        return 0.5
    if verb == NO:
        return 0.0
    die: i64 = ((code >> 6) & 1023) - 1
    if die < 0:
        return 1.0 + float(below(s, 100)) * 0.01
    table = s.table
    worth = scale.draw[table.base[die] >> 3]
    if verb == DO_CAPTURE:
        return 1.0 + worth
    if verb == DO_SUMMON:
        return 4.0 + float(table.glory[table.base[die] >> 3])
    if verb == DO_CULL or verb == PICK_CULL:
        return 0.6 + scale.plain - worth  # the dice that everybody begins with
    if verb == DO_DEFEND:
        return 3.0 - 0.1 * worth
    if verb == DO_SPEND or verb == DO_RETIRE or verb == DO_UNLOCK:
        return -1.0
    if verb == USE_DRAW or verb == USE_BOTH:
        return 6.0 if verb == USE_DRAW else 6.5
    if verb == DO_READY:
        return 5.0
    if verb == DO_CAST or verb == DO_ANCHOR:
        return 1.5
    if verb == DO_LOCK:
        return 0.2
    if verb == DO_SEND:
        return 1.0
    seat: i64 = ((code >> 20) & 15) - 1
    mine = seat == s.active
    harms = (
        verb == PICK_DESTROY or verb == PICK_DISCARD or verb == PICK_REMOVE or verb == PICK_WEAKEN
    )
    if harms:
        return 1.0 - 0.1 * worth if mine else 2.0 + worth
    if verb == PICK_ATTACH or verb == PICK_STRENGTHEN:
        return 2.0 + worth if mine else 0.1
    if verb == PICK_TAKE:
        return 1.0 + worth
    return 1.0 + 0.1 * worth + float(below(s, 100)) * 0.001


def quick_playout(s: State, scale: Scale, until: i64) -> None:
    """Play by habit until so many turns have begun, or the game is over."""
    while not s.over and s.turn < until:
        answer(s, quick_choice(s, scale))
