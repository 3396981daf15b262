"""docs/vocabulary.md says what the card language is now, and who uses it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from quarriors.cards.language import amounts, filters, modifiers, special, steps, triggers
from quarriors.cards.language.compiler import PRINTED
from quarriors.cards.language.nodes import Name, walk
from quarriors.cards.language.parser import parse
from quarriors.cards.language.words import NAMES, TABLES, WORD_NAMES, word
from quarriors.cards.load import default_catalog, entries
from quarriors.engine.ids import event, trait
from quarriors.engine.program import Ability
from tests.vocabulary import DOCUMENT, Use, document, sections, uses

# What the language keeps for itself.
INSIDE = {
    "number_of", "special", "is_", "used_less_than", "narrowed", "modifier", "plain_step",
    "amount_step", "row_step", "choose_seat", "attach_to", "program_of",
}  # fmt: skip


@pytest.fixture(scope="module")
def by_word() -> Mapping[str, dict[str, Use]]:
    """The cards that use each word."""
    return uses()


def test_the_document_is_not_stale() -> None:
    """`python -m tests.vocabulary` writes it anew."""
    assert DOCUMENT.read_text("utf-8") == document(), "run `python -m tests.vocabulary`"


def test_every_word_is_explained_and_stands_in_one_table() -> None:
    tables = sections()
    names = [name for words in tables.values() for name in words]
    assert len(names) > 200
    assert len(set(names)) == len(names)
    assert [name for words in tables.values() for name, means in words.items() if not means] == []


def test_every_public_function_of_the_language_is_a_word_or_kept_inside() -> None:
    for module in (amounts, filters, modifiers, special, steps, triggers):
        own = {
            name
            for name, value in vars(module).items()
            if callable(value)
            and getattr(value, "__module__", "") == module.__name__
            and name[0].islower()
        }
        listed = {build.__name__ for table in TABLES.values() for build in table.values()}
        assert own - listed - INSIDE == set(), module.__name__
    assert all(word(name) is not None for name in WORD_NAMES)
    assert word("if") is not None
    assert word("ME") is None


def test_every_name_in_a_card_is_known() -> None:
    """A bare name is one of the table's, or a word that says yes to something."""
    left = {
        node.word
        for card in entries().values()
        for line in card.lines
        for tree in parse(line.does)
        for node in walk(tree)
        if isinstance(node, Name) and node.word not in NAMES
    }
    assert left - set(filters.QUESTIONS) == {"once", "lasting", "best_only", PRINTED}


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
    """The trees agree with what the cards were made into."""
    named = {card for word in words for card in by_word[word]}
    found = made_of(lambda line: any(trigger.event == event for trigger in line.triggers))
    assert named == found
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
    named = {card for word in words for card in by_word[word]}
    found = made_of(lambda line: any(modifier.kind == kind for modifier in line.modifiers))
    assert named == found
    assert found


def test_a_question_of_a_filter_is_counted(by_word: Mapping[str, dict[str, Use]]) -> None:
    assert by_word[" other"]["Strong Scavenging Goblin"].line == 0
    assert "Scavenging Goblin" not in by_word[" other"]
