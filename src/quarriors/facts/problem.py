"""Refusals as answers: a code for programs with its status, and a sentence for people."""

from __future__ import annotations

from quarriors.engine.errors import QuarriorsError
from quarriors.table.values import value
from quarriors.text.errors import said

STATUS = {
    "malformed": 400,
    "version": 400,
    "bad_token": 401,
    "not_yours": 403,
    "not_host": 403,
    "off": 403,
    "origin": 403,
    "no_table": 404,
    "no_page": 404,
    "method": 405,
    "slow": 408,
    "stale": 409,
    "not_now": 409,
    "too_long": 413,
    "media": 415,
    "host": 421,
    "illegal": 422,
    "too_fast": 429,
    "trouble": 500,
    "storage": 503,
}


@value()
class Problem:
    """Why a request was refused; nothing has changed."""

    code: str  # one word for programs
    text: str  # a sentence in the reader's language


class NotServed(QuarriorsError):
    """A request or message refused before it reached the service."""

    texts = "server.web.refuse"

    def __init__(self, code: str, key: str, /, *, wait: float = 0.0, **values: object) -> None:
        super().__init__(key, **values)
        self.code = code
        self.key = key
        self.wait = wait  # seconds until it is worth trying again

    def say(self, language: str = "en") -> str:
        """The sentence in a language."""
        return said(self, language, self.key)
