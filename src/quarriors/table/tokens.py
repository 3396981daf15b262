"""Seat tokens: made at random, kept only as hashes, compared in constant time.

A token is all that makes somebody the player of a seat or the host of a table, so the database
never holds one, and a wrong guess takes as long as a right one.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets

BYTES = 24  # of randomness; 32 letters


def new_token() -> str:
    """A token that nobody can guess, fit for links and headers."""
    return secrets.token_urlsafe(BYTES)


def token_hash(token: str) -> str:
    """What is kept of a token; tokens are random, so a plain hash cannot be looked up."""
    return hashlib.sha256(token.encode()).hexdigest()


def same(one: str, other: str) -> bool:
    """Whether two hashes are equal; an empty one, of a seat without a token, equals nothing."""
    return bool(one) and hmac.compare_digest(one.encode(), other.encode())
