"""Every line of a card is worded as docs/card-style.md says: one effect, one wording.

`templates.py` has the table as data. A line that is worded otherwise is either wrong, or needs a
new row there and in the document.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest

from quarriors.cards import every, get
from quarriors.cards.language.nodes import Call, Name, Node, walk
from quarriors.cards.language.parser import parse
from quarriors.cards.language.words import NAMES, TABLES
from quarriors.cards.load import entries
from quarriors.text import LANGUAGES, Texts
from tests.cards.templates import ALLOWED, CHOICES, FORBIDDEN, MAY, SILENT, TEMPLATES, UNSAID

LONGEST = 40
MEAN = 16
SHARED = 3  # a ruling that more cards share is a rule
STYLE = Path(__file__).resolve().parents[2] / "docs" / "card-style.md"

CANNOT = re.compile(r"\bnon (si )?(può|possono)\b", re.IGNORECASE)  # no choice, but a ban
CARDS = [card.name for card in every()]
each_card = pytest.mark.parametrize("card", CARDS)


def words_of(node: Node) -> list[str]:
    """The words of one node: a name, or a word with the names of its arguments."""
    if isinstance(node, Call):
        return [node.word, *(f"{keyword.name}=" for keyword in node.keywords)]
    return [node.word] if isinstance(node, Name) else []


@cache
def words_of_lines() -> dict[tuple[str, int], frozenset[str]]:
    """The words of the card language that each line of a card is made of."""
    return {
        (card.name, number): frozenset(
            word for tree in parse(line.does) for node in walk(tree) for word in words_of(node)
        )
        for card in entries().values()
        for number, line in enumerate(card.lines)
    }


def lines(card: str, language: str) -> list[str]:
    """The texts of a card's abilities."""
    found: list[str] = Texts(language).card(card)["abilities"]
    return found


def count_words(text: str) -> int:
    """How long a line is; a dash is no word."""
    return len(text.replace(" – ", " ").split())


def faults(card: str, line: int, texts: Sequence[str]) -> list[str]:
    """What is wrong with the English and the Italian text of a line."""
    found: list[str] = []
    words = words_of_lines()[card, line]
    due = words & set(TEMPLATES) - UNSAID.get((card, line), set())
    for at, (language, text) in enumerate(zip(LANGUAGES, texts, strict=True)):
        found += [
            f"{word} asks for {TEMPLATES[word][at]!r}: {text}"
            for word in sorted(due)
            if not re.search(TEMPLATES[word][at], text, re.IGNORECASE)
        ]
        found += [
            f"{pattern!r} in: {text}" for pattern in FORBIDDEN[language] if re.search(pattern, text)
        ]
        if not may_is_right(words, text, MAY[at]):
            found.append(f"a choice that is none, or none that is one: {text}")
    return found


def may_is_right(words: frozenset[str], text: str, pattern: str) -> bool:
    """A line says "may" just where there is a choice (15.7); immediate effects are one (5.2)."""
    if "immediate" in words or words & set(ALLOWED):
        return True
    said = re.search(pattern, CANNOT.sub("", text), re.IGNORECASE) is not None
    return said == bool(words & set(CHOICES))


@each_card
def test_every_line_is_worded_by_the_table(card: str) -> None:
    """The behaviour says which words are due; no reminders, no second word for one thing."""
    for line, texts in enumerate(zip(*(lines(card, one) for one in LANGUAGES), strict=True)):
        assert faults(card, line, texts) == []


@pytest.mark.parametrize(
    ("card", "line", "text", "fault"),
    [
        ("Quake Dragon", 0, "When this attacks: kill each opposing level 1 creature.", "destroy"),
        ("Death Cantrip", 0, "Each of your creatures gets +2 defense this turn.", "attack_this"),
        ("Growth Charm", 0, "Gain 3 Quiddity for this turn.", "for this turn"),
        ("Questing Wizard", 2, "When this scores: earn 1 more Glory.", "earn"),
        ("Questing Wizard", 2, "When it scores: +1 Glory.", "When it"),
        ("Strong Defender of the Pale", 0, "When this scores: draw 1 die.", "a choice"),
        ("Mighty Scavenging Goblin", 0, "When this is destroyed: you may draw 2 dice.", "a choice"),
        ("Mighty Scavenging Goblin", 0, "When this is destroyed: draw two dice.", "two"),
        ("Death Incantation", 0, "Destroy a creature.", "max_level="),
    ],
)
def test_other_wordings_are_found(card: str, line: int, text: str, fault: str) -> None:
    assert any(fault in one for one in faults(card, line, (text, lines(card, "it")[line])))


@pytest.mark.parametrize(
    ("card", "line", "text", "fault"),
    [
        ("Growth Charm", 0, "Ottieni 3 Quiddity per questo turno.", "per questo turno"),
        ("Shaping Charm", 0, "Gira ogni tua creatura sul livello superiore.", "rotate_up"),
        ("Strong Defender of the Pale", 0, "Quando va a punti: puoi pescare 1 dado.", "SCORED"),
        ("Mighty Scavenging Goblin", 0, "Quando viene distrutto: pesca due dadi.", "due"),
    ],
)
def test_other_wordings_are_found_in_italian(card: str, line: int, text: str, fault: str) -> None:
    assert any(fault in one for one in faults(card, line, (lines(card, "en")[line], text)))


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
def test_lines_are_short_on_average(language: str) -> None:
    found = [count_words(text) for card in CARDS for text in lines(card, language)]
    assert sum(found) / len(found) <= MEAN


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
    quoted = re.findall(r"`([^`\n]+)`", STYLE.read_text("utf-8"))
    said = {word for code in quoted for word in re.findall(r"\w+", code)}
    assert [word for word in TEMPLATES if word.rstrip("=") not in said] == []


def test_every_word_that_does_something_has_its_wording() -> None:
    """A new word of the card language needs a row, unless a text never says it."""
    tables = ("Triggers", "Steps that do something", "Standing modifiers")
    words = {word for title in tables for word in TABLES[title]}
    words |= {name for name, known in NAMES.items() if known.kind in ("event", "window", "scope")}
    assert words - set(TEMPLATES) == SILENT


def test_exceptions_are_about_words_of_their_lines() -> None:
    """No exception outlives the behaviour that it was made for."""
    said = words_of_lines()
    assert {place for place, words in UNSAID.items() if not words <= said[place]} == set()
    used = frozenset[str]().union(*said.values())
    assert set(TEMPLATES) - used == set()
