"""Which characters names and chat may hold (fault 9)."""

from __future__ import annotations

import pytest

from quarriors.cards.plain_text import visible
from quarriors.table.errors import Refusal
from quarriors.table.seats import clean_name

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
HEART = "\u2764\ufe0f"
KEYCAP = "1\ufe0f\u20e3"
THUMB = "\U0001f44d\U0001f3fd"
PERSIAN = "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645"
HINDI = "\u0915\u094d\u200d\u0937"


@pytest.mark.parametrize(
    "text",
    ["Però!", "名前 です", "Zoë", FAMILY, HEART, KEYCAP, THUMB, PERSIAN, HINDI, 'a <b> & "c"'],
)
def test_what_can_be_seen_stays(text: str) -> None:
    assert visible(text) == text
    assert clean_name(text) == text


@pytest.mark.parametrize(
    ("letters", "what"),
    [
        ("\x00\x07\x1b\x7f\x9b", "control characters"),
        ("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c", "directions"),
        ("\u200b\u200c\u200d\u2060\ufeff\u00ad\u180e\u034f\u115f\u3164\uffa0\u2800", "no width"),
        ("\ufe0f\ufe00\U000e0100\U000e0041", "selectors and tags beside letters"),
        ("\ue000\U000f0000\U0010ffff\u0378", "private and not assigned"),
    ],
)
def test_fault_9_what_cannot_be_seen_goes(letters: str, what: str) -> None:
    for letter in letters:
        assert visible(f"An{letter}na") == "Anna", (what, hex(ord(letter)))
        assert visible(letter) == ""
        with pytest.raises(Refusal) as refused:
            clean_name(f"An{letter}na")
        assert refused.value.key == "name_unseen"


def test_a_text_is_one_line() -> None:
    assert visible("  one\ntwo\r\n\tthree\u2028four\u3000five ") == "one two three four five"
    assert visible("a \u202e b") == "a b"
    assert visible("e\u0301") == "é"
