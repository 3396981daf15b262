"""Options and questions in words: complete, unlike each other, right in their numbers."""

from __future__ import annotations

import pytest

from quarriors.testing import Position
from quarriors.text import load
from quarriors.view.sentences import option_sentences, question

from .helpers import LANGUAGES, mixed_games, play_on, some_games, speech


def keys(table: dict[str, object], before: str = "") -> set[str]:
    """All dotted keys of a file of texts."""
    found: set[str] = set()
    for key, value in table.items():
        found |= keys(value, f"{before}{key}.") if isinstance(value, dict) else {before + key}
    return found


@pytest.mark.parametrize("name", ["log", "play", "help", "cli"])
def test_both_languages_have_the_same_texts(name: str) -> None:
    english, italian = load("en", name), load("it", name)
    assert keys(english) == keys(italian)
    for language in LANGUAGES:
        assert all(text.strip() for text in _texts(load(language, name)))


@pytest.mark.parametrize("name", ["log", "play", "help", "cli"])
def test_a_text_names_the_same_values_in_both_languages(name: str) -> None:
    english, italian = _flat(load("en", name)), _flat(load("it", name))
    for key, text in english.items():
        assert _fields(text) == _fields(italian[key]), key


def _flat(table: dict[str, object], before: str = "") -> dict[str, str]:
    found: dict[str, str] = {}
    for key, value in table.items():
        if isinstance(value, dict):
            found |= _flat(value, f"{before}{key}.")
        else:
            found[before + key] = str(value)
    return found


def _texts(table: dict[str, object]) -> list[str]:
    return list(_flat(table).values())


def _fields(text: str) -> set[str]:
    import string

    return {field for _, field, _, _ in string.Formatter().parse(text) if field}


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_options_of_random_games_can_be_said(language: str) -> None:
    words = speech(language)
    kinds = set()
    for game, dealer in (*some_games(16), *mixed_games(12)):
        while not game.over:
            sentences = option_sentences(game, words)
            assert len(set(sentences)) == len(sentences) == len(game.decision.options)
            assert all(sentence and "{" not in sentence for sentence in sentences)
            asked = question(game, words)
            assert words.name(game.decision.seat) in asked
            kinds.add(game.decision.kind)
            play_on(game, dealer, 1)
    assert {"ready", "capture", "defend", "cull", "immediate", "quest", "party", "first"} <= kinds


def test_summoning_says_what_comes_and_what_it_costs() -> None:
    play = (
        Position(wilds=["Scavenging Goblin"])
        .active(0, "Scavenging Goblin@C1:2/2*", "Basic Quiddity@Q2")
        .start("ready")
    )
    assert option_sentences(play.game, speech()) == [
        "Summon Scavenging Goblin (level 1, attack 2, defense 2, 1 burst) for 1 Quiddity",
        "Done: on to the attack",
    ]
    assert option_sentences(play.game, speech("it", signs=True)) == [
        "Evoca il Goblin Rovistatore (livello 1, attacco 2, difesa 2, 1 burst) per 1 Quiddity",
        "Fatto: passa all'attacco",
    ]


def test_summoning_counts_what_the_table_adds() -> None:
    play = (
        Position(wilds=["Strong Warrior of the Quay", "Mighty Defender of the Pale"])
        .ready(0, "Strong Warrior of the Quay@C1:2/3")
        .ready(1, "Mighty Defender of the Pale@C1:1/5*")
        .active(0, "Assistant@C1:1/2", "Basic Quiddity@Q2")
        .start("ready")
    )
    said = option_sentences(play.game, speech())
    assert "Summon Assistant (level 1, attack 2, defense 3) for 2 Quiddity" in said


def test_defending_says_who_holds_and_who_falls() -> None:
    play = (
        Position()
        .ready(0, "Witching Hag@C2:4/5")
        .ready(1, "Scavenging Goblin@C1:2/2", "Defender of the Pale@C2:2/6*")
        .active(0, "Basic Quiddity@Q1", "Assistant@C1:1/2")
        .start("ready")
    )
    play.do("pass")
    words = speech()
    assert question(play.game, words) == (
        "Bruno: Anna attacks you, 4 damage left. Which creature takes it?"
    )
    assert option_sentences(play.game, words) == [
        "Scavenging Goblin (L1 2/2) is destroyed: its defense absorbs 2, 2 damage is left",
        "Defender of the Pale (L2 2/6 *) holds: its defense of 6 is above 4, and the attack stops",
    ]


def test_targets_say_whose_and_from_where() -> None:
    play = (
        Position(3, wilds=["Death Incantation", "Strong Witching Hag"])
        .ready(0, "Death Incantation@S**", "Strong Witching Hag@C1:3/3")
        .ready(1, "Assistant@C1:1/2")
        .used(0, "Assistant", "Portal")
        .start("score")
    )
    assert option_sentences(play.game, speech())[0] == (
        "Move Assistant from Anna's Used Pile to the Active Pool"
    )
    play = (
        Position(3, wilds=["Death Incantation"])
        .ready(0, "Death Incantation@S**", "Assistant@C1:1/2")
        .ready(1, "Assistant@C1:1/2")
        .active(0, "Basic Quiddity@Q1")
        .start("ready")
    )
    play.do("cast Death Incantation")
    assert option_sentences(play.game, speech()) == [
        "Destroy Anna's Assistant (L1 1/2)",
        "Destroy Bruno's Assistant (L1 1/2)",
    ]


def test_a_capture_phase_without_captures_says_so() -> None:
    play = (
        Position(wilds=["Growth Charm"])
        .ready(0, "Growth Charm@S")
        .active(0, "Basic Quiddity@Q1", "Basic Quiddity@Q1")
        .start("capture")
    )
    assert question(play.game, speech()).endswith("1 capture left this turn.")
    play.do("capture Assistant")
    assert "you have no captures left" in question(play.game, speech())


@pytest.mark.parametrize(
    ("notation", "words", "signs"),
    [
        ("Q1", "Q1", "①"),
        ("Q2*", "Q2 *", "② ✶"),
        ("W2", "draw 2", "⇓2"),
        ("R*", "re-roll *", "↻ ✶"),
        ("Q3|R", "Q3 or re-roll", "③|↻"),
        ("Q1+W1", "Q1 + draw 1", "①+⇓1"),
        ("S**", "spell **", "✦ ✶✶"),
        ("C2:?/?", "L2 ?/?", "L2 ?/?"),
        ("C3:8/7**", "L3 8/7 **", "L3 8/7 ✶✶"),
        ("K", "lock", "⊠"),
        ("L1", "Light Q1", "☀1"),
        ("D2", "Dark Q2", "☾2"),
        ("L3|R", "Light Q3 or re-roll", "☀3|↻"),
        ("BONUS", "?", "?"),
        ("***", "***", "✶✶✶"),
        ("QF:Holy Quill", "Holy Quill", "Holy Quill"),
        ("QF:Crown", "Crown", "Crown"),
    ],
)
def test_faces_in_words_and_signs(notation: str, words: str, signs: str) -> None:
    assert speech().face(notation) == words
    assert words.isascii()
    assert speech(signs=True).face(notation) == signs


def test_faces_show_the_numbers_of_now() -> None:
    assert speech().face("C1:2/2*", (1, 5, 6)) == "L1 5/6 *"
