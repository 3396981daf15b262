"""Keywords of card texts: their tips are shown where, and only where, a text uses the word."""

from __future__ import annotations

import json
import re

import pytest

from quarriors.cards import every, get
from quarriors.facts import game as facts
from quarriors.text import LANGUAGES, Texts, load
from quarriors.view.reference import card_keywords, find_terms
from tests.cards.test_templates import CARDS

KEYS = list(load("en", "keywords"))


def keys_of(card: str, language: str) -> list[str]:
    """The keywords of a card under the keys that both languages share."""
    terms = {entry["term"]: key for key, entry in load(language, "keywords").items()}
    return [terms[term] for term in card_keywords(get(card), Texts(language))]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_keyword_has_a_tip_and_a_pattern(language: str) -> None:
    entries = load(language, "keywords")
    assert list(entries) == KEYS
    for entry in entries.values():
        assert set(entry) == {"term", "pattern", "text"}
        assert entry["text"].endswith(".")
        assert re.compile(entry["pattern"])
        assert f"{entry['term']}: {entry['text']}" in find_terms(entry["term"], Texts(language))


@pytest.mark.parametrize("card", CARDS)
def test_both_languages_explain_the_same_words(card: str) -> None:
    assert keys_of(card, "en") == keys_of(card, "it")


@pytest.mark.parametrize(
    ("card", "keys"),
    [
        ("Growth Charm", []),
        ("Shaping Cantrip", ["reaction", "save"]),
        ("Shaping Incantation", ["attach", "cull", "free_capture"]),
        ("Mighty Ghostly Spirit", []),  # it enters "for free", which is no capture
        ("Strong Warrior of the Quay", ["accompany"]),
        ("Corruption Cantrip", ["immediate", "gain_die"]),
        ("Growth Spell", ["immediate"]),  # gaining Quiddity is no gain of a die
        ("Key Master Lord of the Quarry", ["unlock"]),
        ("Quaxos' Warrior of the Quay", ["no_damage"]),
        ("Strong Demonic Overlord", ["rotate"]),
    ],
)
def test_the_words_of_some_cards(card: str, keys: list[str]) -> None:
    assert keys_of(card, "en") == keys


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_browser_gets_them_with_the_card(language: str) -> None:
    cards = json.loads(facts.cards(language))["cards"]
    assert [card["keywords"] for card in cards] == [
        card_keywords(card, Texts(language)) for card in every()
    ]
