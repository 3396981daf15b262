"""Refusals: commands and set-ups that are not obeyed, with a code for programs and a sentence.

A refusal has changed nothing. The code is one of those that `messages.Refused` lists; the
sentence is in the texts of the server, under `refuse`, and is said in the reader's language at the
very end, because two people at one table may read different ones.
"""

from __future__ import annotations

from quarriors.engine.errors import QuarriorsError
from quarriors.text.errors import said

CODES = (
    "malformed", "stale", "illegal", "not_yours", "not_host", "not_now", "too_fast", "too_long",
    "no_table", "bad_token", "version", "storage", "off",
)  # fmt: skip


class Refusal(QuarriorsError):
    """Something that was asked of the server and is not done.

    `code` is for programs, `key` is where the sentence is in the texts.
    """

    texts = "server.refuse"

    def __init__(self, code: str, key: str, /, **values: object) -> None:
        if code not in CODES:
            raise ValueError(f"{code!r} is no code of a refusal; use one of {', '.join(CODES)}.")
        super().__init__(key, **values)
        self.code = code
        self.key = key

    def say(self, language: str = "en") -> str:
        """The sentence in a language."""
        return said(self, language, self.key)

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return (_remake, (self.code, self.key, self.values))


def _remake(code: str, key: str, values: dict[str, object]) -> Refusal:
    """A pickled refusal again."""
    return Refusal(code, key, **values)


class BrokenTable(QuarriorsError):
    """Stored entries that do not fit together: a gap, or an answer that was never possible.

    Its message is for the log of the server, in English: players cannot do anything about it.
    """

    def __init__(self, detail: str) -> None:
        super().__init__("broken_table", detail=detail)

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return (type(self), (self.values["detail"],))
