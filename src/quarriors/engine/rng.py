"""The one source of randomness: a small seeded generator whose whole state is one int.

Two multiplicative generators combined in L'Ecuyer's way (1988), with the largest primes below
2**30 and 2**29 and multipliers from his tables (1999); period about 2.9e17. All its arithmetic
stays below 2**60, so interpreted and compiled code agree bit by bit on any machine, and its moduli
are single digits of a Python int, which makes it twice as fast interpreted as the usual pair of
2**31. Copying a game copies its luck for the price of one int; `random.Random` would cost thirteen
microseconds a clone.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from quarriors.engine.errors import RulesError

# As the standard library's `random` does it: hashlib's way to OpenSSL costs more than the hash of
# a text as short as these. Python 3.11 has another name for the same module.
try:
    from _sha2 import sha256  # type: ignore[import-not-found]
except ImportError:
    try:
        from _sha256 import sha256  # type: ignore[import-not-found]
    except ImportError:
        from hashlib import sha256

M1: Final = 1073741789  # 2**30 - 35
M2: Final = 536870909  # 2**29 - 3
A1: Final = 771645345
A2: Final = 520332806
B1: Final = 604_939_211  # factors that lead to another place of the period
B2: Final = 318_210_747
BITS: Final = 30
MASK: Final = 1073741823
LONG: Final = 1 << 64  # seeds from here on are long
_WORD: Final = 4294967296  # 2**32
SPAN: Final = 1073741788  # how many values one step can give


def seeded(seed: int, stream: str = "dice") -> int:
    """The generator's first state for a seed; near seeds start far apart.

    Streams of one seed are independent: the choice of the Wilds leaves the dice alone.
    """
    digest = sha256(f"{stream}/{seed}".encode()).digest()
    first = _remainder(digest, 0, M1 - 1) + 1
    second = _remainder(digest, 8, M2 - 1) + 1
    return int(first * (MASK + 1) + second)


def _remainder(digest: bytes, at: i64, modulus: i64) -> i64:
    """What the eight bytes from there on leave over, divided by a number below 2**31."""
    return (_word(digest, at) % modulus * _WORD + _word(digest, at + 4)) % modulus


def _word(digest: bytes, at: i64) -> i64:
    """The four bytes from there on as a number."""
    found: i64 = 0
    for byte in range(at, at + 4):
        found = found * 256 + digest[byte]
    return found


def turn_key(seed: int) -> int:
    """The seed again if it is too long to be guessed, else 0.

    The generator's whole state could be worked out from some thirty dice. A game with a long seed
    is therefore seeded anew for every turn, so that dice that were seen tell nothing about those to
    come: what a table among strangers needs. A short seed can be tried out anyhow, and search and
    simulation have no use for it.
    """
    return seed if seed >= LONG or seed <= -LONG else 0


def checked_seed(seed: object) -> int:
    """A seed as callers give it: a whole number, or an error that says so."""
    if isinstance(seed, bool) or not isinstance(seed, int):
        raise RulesError("seed", value=repr(seed))
    return seed


class Generator:
    """The state of a generator, in one int; a game and a dealer have one."""

    def __init__(self, rng: i64) -> None:
        self.rng: i64 = rng


def below(source: Generator, n: i64) -> i64:
    """A fair number from 0 to n - 1; values past the last whole multiple of n are drawn again."""
    while True:
        rng = source.rng
        first = (rng >> BITS) * A1 % M1
        second = (rng & MASK) * A2 % M2
        source.rng = (first << BITS) + second
        value = first - second
        if value < 0:
            value += SPAN
        found = value % n
        if value - found <= SPAN - n:
            return found


def other_luck(rng: i64) -> i64:
    """Another state of a generator that follows from one."""
    return ((rng >> BITS) * B1 % M1 << BITS) + (rng & MASK) * B2 % M2


class Dealer(Generator):
    """A generator without a game, for set-up and for bots."""

    def __init__(self, seed: int, stream: str) -> None:
        super().__init__(seeded(seed, stream))

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return (_dealer_at, (int(self.rng),))

    def below(self, n: int) -> int:
        """A fair number from 0 to n - 1."""
        if not 1 <= n <= SPAN:
            raise ValueError(f"A range has 1 to {SPAN} numbers, not {n}.")
        return int(below(self, n))

    def shuffle(self, items: list[int]) -> None:
        """Fisher and Yates."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]


HALF: Final = 1 << 24  # two draws of 24 bits make a seed that any JSON reader can hold


def derived(seed: int, stream: str) -> int:
    """Another seed that follows from one and tells nothing about it: for bots, for many games."""
    dealer = Dealer(seed, stream)
    return dealer.below(HALF) * HALF + dealer.below(HALF)


def _dealer_at(rng: int) -> Dealer:
    """A pickled dealer again."""
    dealer = Dealer(0, "")
    dealer.rng = rng
    return dealer
