"""Ids of tables, seat tokens and one-time codes: made at random; secrets are kept only as hashes.

A token is all that makes somebody the player of a seat or the host of a table, so the database
never holds one, and hashes are compared in constant time. A code is short enough to be read aloud;
it lives for minutes, is good once, and its hash is slow to make.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import string

# No dash: what begins with one is taken for an option on a command line.
LETTERS = string.ascii_letters + string.digits
TOKEN_LENGTH = 32  # 190 bits
ID_LENGTH = 16  # 95 bits: nobody finds a private table by guessing
ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ"  # without 0 and O, 1, I and L, and U: they are mistaken
CODE_LENGTH = 8  # 30**8 codes, 6.6 * 10**11


def new_token() -> str:
    """A token that nobody can guess, fit for links and headers."""
    return _random(LETTERS, TOKEN_LENGTH)


def new_table_id() -> str:
    """The id of a new table, which is a part of its link."""
    return _random(LETTERS, ID_LENGTH)


def token_hash(token: str) -> str:
    """What is kept of a token; tokens are random, so a plain hash cannot be looked up."""
    return hashlib.sha256(token.encode()).hexdigest()


def same(one: str, other: str) -> bool:
    """Whether two hashes are equal; an empty one, of a seat without a token, equals nothing."""
    return bool(one) and hmac.compare_digest(one.encode(), other.encode())


def new_code() -> str:
    """A one-time code."""
    return _random(ALPHABET, CODE_LENGTH)


def _random(alphabet: str, length: int) -> str:
    return "".join(secrets.choice(alphabet) for _ in range(length))


def read_code(text: str) -> str:
    """A code as it was made, from what people type: small letters, spaces and dashes."""
    return "".join(mark for mark in text.upper() if mark not in " -\t.")


def code_hash(table: str, code: str) -> str:
    """What is kept of a code; it takes 30 ms, so that a stolen hash is of no use in time."""
    made = hashlib.scrypt(code.encode(), salt=table.encode(), n=2**13, r=8, p=1, dklen=32)
    return made.hex()
