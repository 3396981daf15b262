"""Draws and rolls: the only two things in the game that chance decides.

Both can be scripted, by tests and by replays; without a script they ask the state's generator.
"""

from __future__ import annotations

from mypy_extensions import i64

from quarriors.engine.errors import ScriptError
from quarriors.engine.luck import below
from quarriors.engine.state import State
from quarriors.engine.words import BAG, PLACES


def sample_bag(s: State, seat: i64) -> i64:
    """Take one die out of a bag that is not empty; the bag has no order (3.4)."""
    bag = s.zones[seat * PLACES + BAG - 1]
    if s.draw_script:
        wanted = s.draw_script.pop(0)
        for position in range(len(bag)):
            if s.table.slot[bag[position]] == wanted:
                return bag.pop(position)
        raise ScriptError(
            f"The scripted draw of {s.table.cards[wanted].name} cannot happen: "
            "no such die is in the bag."
        )
    drawn = below(s, len(bag))
    die = bag[drawn]
    last = bag.pop()
    if last != die:
        bag[drawn] = last
    return die


def roll_face(s: State) -> i64:
    """Which face comes up."""
    if s.roll_script:
        wanted = s.roll_script.pop(0)
        if wanted >= 0:  # -1 leaves this one to chance
            if wanted > 5:
                raise ScriptError(f"A die has the faces 0 to 5; face {wanted} cannot come up.")
            return wanted
    return below(s, 6)
