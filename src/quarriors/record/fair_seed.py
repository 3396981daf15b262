"""The seed of a game from the server's secret and a number of every player's client.

The server publishes the SHA-256 of its secret before the clients send their numbers, and the
secret after the game. So the server fixed its part before it knew theirs, and they fixed theirs
without knowing its part: see docs/decisions/0023-dice-nobody-can-choose.md for what follows from
that and what does not. The seed of a daily follows from its date instead.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Sequence

from quarriors.daily import daily_of
from quarriors.engine.errors import RulesError

SECRET_BITS = 256
NUMBER_DIGITS = 32  # hexadecimal: 128 bits
NUMBER_PATTERN = f"^[0-9a-f]{{{NUMBER_DIGITS}}}$"
NOTHING = "-"  # in the text that is hashed: this seat added no number

_is_number = re.compile(NUMBER_PATTERN).fullmatch


def new_secret() -> int:
    """What the server draws for a table."""
    return secrets.randbits(SECRET_BITS)


def new_number() -> str:
    """What a client draws for its seat."""
    return secrets.token_hex(NUMBER_DIGITS // 2)


def is_number(text: str) -> bool:
    """Whether a text is a client's number."""
    return _is_number(text) is not None


def commit(secret: int) -> str:
    """What is published before the numbers are sent: the SHA-256 of the secret's decimal digits."""
    return hashlib.sha256(str(secret).encode()).hexdigest()


def combined_text(secret: int, numbers: Sequence[str]) -> str:
    """The text whose SHA-256 is the seed: ASCII, every line ended by a line feed.

    `numbers` are by seat, empty where a seat added nothing. The first line keeps the hash apart
    from all others, the second says how many lines follow the third.
    """
    lines = ["quarriors dice 1", f"seats {len(numbers)}", f"secret {secret}"]
    lines += [f"seat {seat} {number or NOTHING}" for seat, number in enumerate(numbers)]
    return "".join(f"{line}\n" for line in lines)


def combined_seed(secret: int, numbers: Sequence[str]) -> int:
    """The seed of the game: 256 bits, the SHA-256 read as a number, most significant byte first."""
    return int(hashlib.sha256(combined_text(secret, numbers).encode()).hexdigest(), 16)


def dice_fault(commitment: str, secret: int, numbers: Sequence[str], seed: int) -> str:
    """What does not hold of a game's dice: `secret` or `seed`; empty if all does.

    Without numbers the secret is the seed itself, as in games of earlier versions.
    """
    if commit(secret) != commitment:
        return "secret"
    expected = combined_seed(secret, numbers) if numbers else secret
    well_formed = all(number == "" or is_number(number) for number in numbers)
    return "" if well_formed and seed == expected else "seed"


def daily_fault(date: str, seed: int) -> str:
    """`seed` if that is not the seed of the daily of a date; empty if it is."""
    try:
        return "" if seed == daily_of(date).seed else "seed"
    except RulesError:
        return "seed"
