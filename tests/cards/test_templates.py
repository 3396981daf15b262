"""Every line of a card is worded as docs/card-style.md says: one effect, one wording.

`templates.py` has the table as data. A line that is worded otherwise is either wrong, or needs a
new row there and in the document.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from quarriors.cards import every, get
from quarriors.text import LANGUAGES, Texts
from tests.cards.templates import ALLOWED, CHOICES, FORBIDDEN, MAY, TEMPLATES, UNSAID
from tests.vocabulary import uses

# The sets whose texts are worded by the style.
WORDED = ("base", "promos", "rise_of_the_demons")

LONGEST = 40
MEAN = {"en": 16, "it": 18}
SHARED = 3  # a ruling that more cards share is a rule
STYLE = Path(__file__).resolve().parents[2] / "docs" / "card-style.md"

CARDS = [card.name for card in every() if card.set_name in WORDED]
each_card = pytest.mark.parametrize("card", CARDS)


@cache
def words_of_lines() -> dict[tuple[str, int], frozenset[str]]:
    """The words of the card language that each line of a card is made of."""
    return {(use.card, use.line): use.words for use in uses()}


def lines(card: str, language: str) -> list[str]:
    """The texts of a card's abilities."""
    found: list[str] = Texts(language).card(card)["abilities"]
    return found


def count_words(text: str) -> int:
    """How long a line is; a dash is no word."""
    return len(text.replace(" – ", " ").split())


@each_card
def test_every_effect_has_its_wording(card: str) -> None:
    """The behaviour says which words are due."""
    for line in range(len(lines(card, "en"))):
        said = words_of_lines()[card, line] - UNSAID.get((card, line), set())
        if "ANY_LEVEL" in said:
            said -= {"max_level="}
        for word in sorted(said & set(TEMPLATES)):
            for language, pattern in zip(LANGUAGES, TEMPLATES[word], strict=True):
                text = lines(card, language)[line]
                found = re.search(pattern, text, re.IGNORECASE)
                assert found, f"{word} asks for {pattern!r}: {text}"


@each_card
def test_may_is_said_where_there_is_a_choice(card: str) -> None:
    """And nowhere else (15.7); immediate effects are choices as such (5.2)."""
    for line in range(len(lines(card, "en"))):
        words = words_of_lines()[card, line]
        if "immediate" in words:
            continue
        choice, allowed = bool(words & set(CHOICES)), bool(words & set(ALLOWED))
        for language, pattern in zip(LANGUAGES, MAY, strict=True):
            text = lines(card, language)[line]
            said = re.search(pattern, text, re.IGNORECASE) is not None
            cannot = re.search(r"\bnon (si )?(può|possono)\b", text) is not None
            assert said == choice or allowed or cannot, text


@each_card
def test_what_works_only_in_a_ready_area_says_so(card: str) -> None:
    """Other standing abilities work in their battles, also on a quest (12.7, 15.4)."""
    for line, ability in enumerate(get(card).abilities):
        if "ALL_FOES" in words_of_lines()[card, line] and ability.timing != "locked":
            assert "While this is in your Ready Area" in lines(card, "en")[line]
            assert "Finché questa creatura è nella tua Ready Area" in lines(card, "it")[line]


@each_card
def test_a_lower_defense_has_its_minimum(card: str) -> None:
    """Nothing lowers a defense below 1 (4.7), and the line says so."""
    for english, italian in zip(lines(card, "en"), lines(card, "it"), strict=True):
        lowers = re.search(r"-\d defense", english) is not None
        assert lowers == (re.search(r"-\d alla difesa", italian) is not None)
        assert not lowers or "(minimum 1" in english, english
        assert not lowers or "(minimo 1" in italian, italian


@pytest.mark.parametrize("language", LANGUAGES)
@each_card
def test_no_line_is_worded_as_it_should_not_be(card: str, language: str) -> None:
    """No reminders, no second word for one thing, no number words."""
    for text in lines(card, language):
        for pattern in FORBIDDEN[language]:
            assert not re.search(pattern, text), f"{pattern!r} in: {text}"


@pytest.mark.parametrize("language", LANGUAGES)
@each_card
def test_every_line_has_the_shape_of_a_line(card: str, language: str) -> None:
    """Head, dash, capital; condition, colon; a full stop at the end; not too long."""
    for text in lines(card, language):
        assert text.endswith((".", ").")), text
        assert "  " not in text
        assert text[0].isupper() or text[0] in "+-?", text
        assert text.count(" – ") <= 1
        for rest in re.findall(r" – (.)", text):
            assert rest.isupper() or rest in "+-", text
        for rest in re.findall(r": (\w+)", text):
            assert rest[0].islower() or rest[0].isdigit() or rest in ("Immunity",), text
        assert count_words(text) <= LONGEST, f"{count_words(text)} words: {text}"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("set_name", WORDED)
def test_lines_are_short_on_average(set_name: str, language: str) -> None:
    found = [
        count_words(text)
        for card in every()
        if card.set_name == set_name
        for text in lines(card.name, language)
    ]
    assert sum(found) / len(found) <= MEAN[language]


@pytest.mark.parametrize("language", LANGUAGES)
def test_rulings_are_about_their_card(language: str) -> None:
    """What many cards would say is a rule; and both languages rule the same."""
    texts = Texts(language)
    found = Counter(ruling for card in CARDS for ruling in texts.card(card)["rulings"])
    assert {text for text, times in found.items() if times > SHARED} == set()
    for card in CARDS:
        assert len(texts.card(card)["rulings"]) == len(Texts("en").card(card)["rulings"])


def test_the_document_has_a_row_for_every_word() -> None:
    """docs/card-style.md and the data say the same words."""
    document = STYLE.read_text("utf-8")
    assert [word for word in TEMPLATES if word.rstrip("=") not in document] == []
