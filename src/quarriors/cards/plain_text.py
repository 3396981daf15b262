"""Text that people write and others read: names, chat, the texts that ask for bots.

One place decides which characters may be in it. Characters that nobody can see or that change how
the text around them is shown are not: control characters (NUL among them, which PostgreSQL cannot
store), marks and overrides of the direction of writing, characters of no width, and those that are
private or not assigned. Joiners and variation selectors stay where they have something to do: in
emoji, and in scripts whose letters they join.
"""

from __future__ import annotations

import unicodedata
from typing import Final

_UNSEEN: Final = frozenset(("Cc", "Cf", "Cs", "Co", "Cn"))  # categories of characters
# Characters that show nothing and are of other categories.
_BLANK: Final = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"
)
_JOINERS: Final = "\u200c\u200d"
_PICTURES: Final = frozenset(("So", "Sk", "Me"))  # emoji, their skin tones, the frames of keycaps
_KEYS: Final = "0123456789#*"  # emoji with a frame and a variation selector


def visible(text: str) -> str:
    """The text on one line, composed, without what cannot be seen; perhaps nothing is left."""
    line = " ".join(unicodedata.normalize("NFC", text).split())
    kept: list[str] = []
    for at, letter in enumerate(line):
        before = kept[-1] if kept else ""
        if _is_seen(letter, before, line[at + 1 : at + 2]):
            kept.append(letter)
    return " ".join("".join(kept).split())


def _is_seen(letter: str, before: str, after: str) -> bool:
    """Whether a character can be seen where it stands."""
    if letter in _JOINERS:
        return bool(after.strip()) and _joins(before)
    if "\ufe00" <= letter <= "\ufe0f":
        return before != "" and (before in _KEYS or unicodedata.category(before) in _PICTURES)
    if letter in _BLANK or "\U000e0000" <= letter <= "\U000e0fff":
        return False
    return unicodedata.category(letter) not in _UNSEEN


def _joins(before: str) -> bool:
    """Whether a joiner after this character changes how it looks."""
    if not before:
        return False
    if unicodedata.category(before) in _PICTURES or "\ufe00" <= before <= "\ufe0f":
        return True
    # Arabic letters, and the sign that takes the vowel from a letter in the scripts of India.
    return unicodedata.bidirectional(before) == "AL" or unicodedata.combining(before) == 9
