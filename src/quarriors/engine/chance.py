"""The one source of randomness: a small seeded generator whose whole state is one int.

L'Ecuyer's combined multiplicative generator (1988): two linear generators of 31 bits, period about
2.3e18. All its arithmetic stays below 2**62, so interpreted and compiled code agree bit by bit on
any machine, and copying a game copies its luck for the price of one int. `random.Random` would
cost thirteen microseconds a clone. Draws and rolls can also be scripted: by tests, by replays.
"""

from __future__ import annotations

import hashlib
from typing import Final

from mypy_extensions import i64

from quarriors.engine.errors import ScriptError
from quarriors.engine.state import State
from quarriors.engine.words import BAG, PLACES

M1: Final = 2147483563
M2: Final = 2147483399
A1: Final = 40014
A2: Final = 40692
SHIFT: Final = 2147483648  # 2**31
SPAN: Final = 2147483562  # how many values one step can give


def seeded(seed: int, stream: str = "dice") -> int:
    """The generator's first state for a seed; near seeds start far apart.

    Streams of one seed are independent: the choice of the Wilds leaves the dice alone.
    """
    digest = hashlib.sha256(f"{stream}/{seed}".encode()).digest()
    first = int.from_bytes(digest[:8], "big") % (M1 - 1) + 1
    second = int.from_bytes(digest[8:16], "big") % (M2 - 1) + 1
    return first * SHIFT + second


def step(state: i64) -> i64:
    """The state after this one."""
    first = state // SHIFT * A1 % M1
    second = state % SHIFT * A2 % M2
    return first * SHIFT + second


def output(state: i64) -> i64:
    """The number from 0 to SPAN - 1 that a state stands for."""
    value = state // SHIFT - state % SHIFT
    if value < 1:
        value += SPAN
    return value - 1


def below(s: State, n: i64) -> i64:
    """A fair number from 0 to n - 1; values past the last whole multiple of n are drawn again."""
    fair = SPAN - SPAN % n
    while True:
        s.rng = step(s.rng)
        value = output(s.rng)
        if value < fair:
            return value % n


class Dealer:
    """The generator by itself, for set-up and for bots: shuffles before there is a state."""

    def __init__(self, seed: int, stream: str) -> None:
        self.state: i64 = seeded(seed, stream)

    def below(self, n: int) -> int:
        """A fair number from 0 to n - 1."""
        fair = SPAN - SPAN % n
        while True:
            self.state = step(self.state)
            value = output(self.state)
            if value < fair:
                return int(value % n)

    def shuffle(self, items: list[int]) -> None:
        """Fisher and Yates."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]


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
    position64 = below(s, len(bag))
    die = bag[position64]
    last = bag.pop()
    if last != die:
        bag[position64] = last
    return die


def roll_face(s: State, die: i64) -> i64:
    """Which face comes up."""
    if s.roll_script:
        wanted = s.roll_script.pop(0)
        if wanted >= 0:  # -1 leaves this one to chance
            if wanted > 5:
                raise ScriptError(f"A die has the faces 0 to 5; face {wanted} cannot come up.")
            return wanted
    return below(s, 6)
