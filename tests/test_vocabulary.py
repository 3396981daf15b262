"""docs/vocabulary.md says what the card language is now, and who uses it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping

import pytest

from quarriors.cards import dsl, load
from quarriors.cards.load import default_catalog
from quarriors.engine.ids import event, trait
from quarriors.engine.program import Ability
from tests.vocabulary import (
    DOCUMENT,
    Use,
    cards_by_word,
    document,
    meanings,
    sections,
    told,
    uses,
)


@pytest.fixture(scope="module")
def by_word() -> Mapping[str, dict[str, Use]]:
    """The cards that use each word."""
    return cards_by_word(uses())


def test_the_document_is_not_stale() -> None:
    """`python -m tests.vocabulary` writes it anew."""
    assert DOCUMENT.read_text("utf-8") == document(), "run `python -m tests.vocabulary`"


def test_every_word_is_explained_and_stands_in_one_table() -> None:
    """A word without a docstring or a comment beside its number is no vocabulary."""
    known = meanings()
    names = [name for names in sections().values() for name in names]
    assert len(names) > 150
    assert [name for name in names if not told(name, known)] == []
    assert len(set(names)) == len(names)


def test_every_word_in_a_card_stands_in_the_document(by_word: Mapping[str, object]) -> None:
    """But for places, players, registers and the reasons of choices, which are plain numbers."""
    listed = {name for names in sections().values() for name in names}
    left = {name for name in by_word if name not in listed and not name.isupper()}
    assert left == {"ability", "printed_on_the_die"} - ({"printed_on_the_die"} - set(by_word))


def made_of(question: Callable[[Ability], bool]) -> set[str]:
    """The cards of the catalogue with such an ability."""
    cards = default_catalog().cards
    return {card.name for card in cards if any(question(line) for line in card.abilities)}


@pytest.mark.parametrize(
    ("words", "event"),
    [
        (["cast"], event.CAST),
        (["attach"], event.ATTACH),
        (["immediate"], event.IMMEDIATE),
        (["bonus"], event.BONUS),
        (["anchored"], event.ANCHOR),
        (["react", "at_will"], event.REACT),
        (["SUMMONED"], event.SUMMONED),
        (["DREW"], event.DREW),
    ],
)
def test_triggers_are_counted_as_the_catalogue_has_them(
    words: list[str], event: int, by_word: Mapping[str, dict[str, Use]]
) -> None:
    """The traces agree with what the cards were made into."""
    traced = {card for word in words for card in by_word[word]}
    found = made_of(lambda line: any(trigger.event == event for trigger in line.triggers))
    assert traced == found
    assert found


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        (["immunity", "immunity_to_dark"], trait.IMMUNE_SELF),
        (["glory", "no_glory"], trait.GLORY_SELF),
        (["attack", "attack_is"], trait.ATTACK_SELF),
        (["one_point_destroys"], trait.LETHAL),
        (["may_be_locked_anywhere"], trait.PLACE_ANYWHERE),
        (["quest_levels"], trait.QUEST_LEVEL),
    ],
)
def test_modifiers_are_counted_as_the_catalogue_has_them(
    words: list[str], kind: int, by_word: Mapping[str, dict[str, Use]]
) -> None:
    """The same for what stands."""
    traced = {card for word in words for card in by_word[word]}
    found = made_of(lambda line: any(modifier.kind == kind for modifier in line.modifiers))
    assert traced == found
    assert found


def test_a_question_of_a_filter_is_counted(by_word: Mapping[str, dict[str, Use]]) -> None:
    """Filters are asked by keyword; a keyword that says no is no question."""
    assert "Strong Scavenging Goblin" in by_word["other="]
    assert by_word["other="]["Strong Scavenging Goblin"].line == 0
    assert "Scavenging Goblin" not in by_word["other="]


def test_tracing_leaves_the_cards_alone() -> None:
    """The modules, the language and the catalogue are the same objects before and after."""
    modules = {name: sys.modules[name] for name in sys.modules if name.startswith("quarriors.")}
    catalog = default_catalog()
    assert {use.card for use in uses()} == {card.name for card in catalog.cards if card.abilities}
    assert {name: sys.modules.get(name) for name in modules} == modules
    assert sys.modules["quarriors.cards.dsl"] is dsl
    assert sys.modules["quarriors.cards"].load is load
    assert default_catalog() is catalog
