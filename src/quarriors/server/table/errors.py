"""Refusals: wishes and set-ups that are not obeyed, with a code for programs and a sentence.

A refusal has changed nothing. The code is one of those that `messages.Refused` lists; the
sentence is in the texts of the server, under `refuse`, and is said in the reader's language at the
very end, because two people at one table may read different ones.
"""

from __future__ import annotations

from quarriors.engine.errors import QuarriorsError
from quarriors.record.errors import Part, Sayable
from quarriors.text import Texts

CODES = (
    "malformed", "stale", "illegal", "not_yours", "not_host", "not_now", "too_fast", "too_long",
    "no_table", "bad_token", "version", "storage", "off",
)  # fmt: skip


class Refusal(Sayable, QuarriorsError):
    """Something that was asked of the server and is not done."""

    def __init__(self, code: str, key: str, /, **values: object) -> None:
        if code not in CODES:
            raise ValueError(f"{code!r} is no code of a refusal; use one of {', '.join(CODES)}.")
        self.code = code
        super().__init__(key, **values)

    def say(self, language: str) -> str:
        """The sentence in a language; parts that are sentences themselves are said in it too."""
        values = {
            name: value.say(language) if isinstance(value, (Part, Sayable)) else value
            for name, value in self.values.items()
        }
        return Texts(language).say("server", f"refuse.{self.key}", **values)

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return (_remake, (self.code, self.key, self.values))


def _remake(code: str, key: str, values: dict[str, object]) -> Refusal:
    """A pickled refusal again."""
    return Refusal(code, key, **values)


class BrokenTable(QuarriorsError):
    """Stored entries that do not fit together: a gap, or an answer that was never possible.

    Not a refusal, because no player can fix it; the operator of the server reads it in the
    log.
    """
