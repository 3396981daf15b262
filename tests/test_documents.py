"""What README and the guides show is run as they show it, so that they cannot grow old."""

from __future__ import annotations

import doctest
import os
import re
from collections import Counter
from pathlib import Path

import pytest

import quarriors
from quarriors import testing, text
from quarriors.bots.brain import tree
from quarriors.cards import every
from quarriors.engine import core
from quarriors.table import view_delta
from quarriors.view import observe

ROOT = Path(__file__).resolve().parent.parent


@pytest.mark.parametrize("name", ["README.md", "docs/test-a-card.md"])
def test_examples_in_documents_do_what_they_say(name: str) -> None:
    result = doctest.testfile(str(ROOT / name), module_relative=False)
    assert result.failed == 0
    assert result.attempted > 0


@pytest.mark.parametrize("module", [quarriors, testing], ids=lambda module: module.__name__)
def test_examples_in_docstrings_do_what_they_say(module: object) -> None:
    result = doctest.testmod(module)  # type: ignore[arg-type]
    assert result.failed == 0
    assert result.attempted > 0


def test_documents_that_readme_names_are_there() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    links = [part.split(")")[0] for part in text.split("](")[1:]]
    assert links
    for link in links:
        assert (ROOT / link).exists(), f"README names {link}, which is not there"


def test_the_engine_under_test_is_the_one_that_was_asked_for() -> None:
    """The Makefile says which engine a run is about; a run on the other one would prove nothing."""
    compiled = not core.__file__.endswith(".py")
    wanted = os.environ.get("QUARRIORS_TEST_ENGINE", "compiled" if compiled else "interpreted")
    assert wanted == ("compiled" if compiled else "interpreted")
    for also in (observe, view_delta, text, tree):  # views, server, texts and bots go with it
        assert str(also.__file__).endswith(".py") != compiled


def test_readme_and_changelog_say_how_many_cards_there_are_and_of_what_kind() -> None:
    """One number, counted from the catalogue: creatures, spells, quests and basics."""
    kinds = Counter(card.kind for card in every())
    counted = (
        f"{kinds['creature']} creatures, {kinds['spell']} spells, {kinds['quest']} quests "
        f"and {kinds['basic']} basics"
    )
    readme = (ROOT / "README.md").read_text("utf-8")
    changelog = (ROOT / "CHANGELOG.md").read_text("utf-8")
    assert f"all {len(every())} cards ({counted})" in readme
    assert f"{len(every())} cards: {counted}" in changelog
    base = sum(card.set_name == "base" for card in every())
    assert f"The base set: {base} cards" in changelog
    assert f"All expansions, {len(every()) - base} cards" in changelog
    for document in (readme, changelog):
        assert set(re.findall(r"all (\d+) cards", document)) <= {str(len(every()))}
