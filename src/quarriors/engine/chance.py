"""Draws and rolls: the only two things in the game that chance decides.

Both can be scripted, by tests and by replays; without a script they ask the state's generator.
"""

from __future__ import annotations

from mypy_extensions import i64

from quarriors.engine.errors import ScriptError
from quarriors.engine.rng import below
from quarriors.engine.state import State
from quarriors.engine.vectors import pop


def sample_bag(s: State, at: i64) -> i64:
    """Take one die out of the bag in that zone, which is not empty; a bag has no order (3.4)."""
    if len(s.draw_script) > 0:
        return _scripted(s, at)
    bag = s.zones[at]
    drawn = below(s, len(bag))
    bag, last = pop(bag)
    s.zones[at] = bag
    if drawn == len(bag):
        return last
    die = bag[drawn]
    bag[drawn] = last
    return die


def _scripted(s: State, at: i64) -> i64:
    """Take a die of the scripted card out of the bag in that zone."""
    bag = s.zones[at]
    s.draw_script, wanted = pop(s.draw_script, 0)
    for position in range(len(bag)):
        if s.setup.slot[bag[position]] == wanted:
            s.zones[at], found = pop(bag, position)
            return found
    raise ScriptError("script.draw", card=s.setup.cards[wanted].name)


def roll_face(s: State) -> i64:
    """Which face comes up."""
    if len(s.roll_script) > 0:
        s.roll_script, wanted = pop(s.roll_script, 0)
        if wanted >= 0:  # -1 leaves this one to chance
            if wanted > 5:
                raise ScriptError("script.face", face=wanted)
            return wanted
    return below(s, 6)
