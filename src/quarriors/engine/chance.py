"""Draws and rolls: the only two things in the game that chance decides.

Both can be scripted, by tests and by replays; without a script they ask the state's generator.
"""

from __future__ import annotations

from mypy_extensions import i64

from quarriors.engine.errors import ScriptError
from quarriors.engine.ids import place
from quarriors.engine.rng import below
from quarriors.engine.state import State, zone_to_change
from quarriors.engine.vectors import pop


def sample_bag(s: State, seat: i64) -> i64:
    """Take one die out of a bag that is not empty; the bag has no order (3.4)."""
    at = zone_to_change(s, seat, place.BAG)
    bag = s.zones[at]
    if len(s.draw_script) > 0:
        s.draw_script, wanted = pop(s.draw_script, 0)
        for position in range(len(bag)):
            if s.setup.slot[bag[position]] == wanted:
                s.zones[at], found = pop(bag, position)
                return found
        raise ScriptError("script.draw", card=s.setup.cards[wanted].name)
    drawn = below(s, len(bag))
    die = bag[drawn]
    bag[drawn] = bag[len(bag) - 1]  # the last one takes its place
    s.zones[at], _last = pop(bag)
    return die


def roll_face(s: State) -> i64:
    """Which face comes up."""
    if len(s.roll_script) > 0:
        s.roll_script, wanted = pop(s.roll_script, 0)
        if wanted >= 0:  # -1 leaves this one to chance
            if wanted > 5:
                raise ScriptError("script.face", face=wanted)
            return wanted
    return below(s, 6)
