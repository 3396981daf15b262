"""How sure we are of a card: no label is stronger than its source."""

from __future__ import annotations

import pytest

from quarriors.cards import every
from quarriors.cli.cards import ability_confidence
from quarriors.text import LANGUAGES, Texts

CARDS = {card.name: card for card in every()}


@pytest.mark.parametrize(
    ("name", "labels"),
    [
        ("Gnome Barbarian", ["recalled"]),  # the book says only "this Gnome Barbarian"
        ("Strong Gnome Barbarian", ["recalled"]),  # what it does is in the book, not when
        ("Voodoo Doll", ["recalled"]),  # what it does on every face
        ("Mighty Voodoo Doll", ["recalled", "sourced"]),  # the burst is in the book's answers
        ("Corruption Charm", ["recalled"]),  # a review tells what it does, not when
    ],
)
def test_a_text_that_no_source_tells_in_full_is_recalled(name: str, labels: list[str]) -> None:
    card = CARDS[name]
    assert [ability_confidence(card, at) for at in range(len(card.abilities))] == labels


@pytest.mark.parametrize("language", LANGUAGES)
def test_quaxos_scavenging_goblin_says_that_its_sources_disagree(language: str) -> None:
    rulings = Texts(language).card("Quaxos' Scavenging Goblin")["rulings"]
    words = {"en": "Two sources disagree", "it": "due fonti non concordano"}
    assert any(words[language] in ruling for ruling in rulings)
