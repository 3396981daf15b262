"""Tables in text and pictures, and the look-up of cards and rules."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest

from quarriors.cards import every
from quarriors.engine import queries
from quarriors.engine.rng import Dealer
from quarriors.engine.rules import EDITIONS, Rules
from quarriors.game import new_game
from quarriors.testing import Position
from quarriors.text import Texts
from quarriors.view.marks import make_marks, outline
from quarriors.view.reference import card_lines, find_cards, find_rules, look_up
from quarriors.view.svg import table_svg
from quarriors.view.table import result_lines, table_facts, table_text

from .helpers import LANGUAGES, mixed_games, play_on, some_games, speech


def test_str_shows_the_whole_table() -> None:
    game = new_game(Rules(3), seed=7)
    text = str(game)
    assert text.isascii()
    assert "\x1b" not in text
    for card in game.setup.cards:
        assert card.name in text
    for seat in (1, 2, 3):
        assert f"Player {seat}" in text
    assert " of 5: " in text
    assert "  1) " in text
    assert max(len(line) for line in text.splitlines()) <= 130


@pytest.mark.parametrize("language", LANGUAGES)
def test_tables_of_random_games(language: str) -> None:
    for game, dealer in (*some_games(6), *mixed_games(6)):
        names = ["Anna", "Bruno", "Carla", "Dora"][: game.setup.players]
        while not game.over:
            play_on(game, dealer, 25)
            text = table_text(game, language, names)
            assert all(name in text for name in names)
            facts = table_facts(game, speech(language))
            assert all(fact and "\n" not in fact and "  " not in fact for fact in facts)
        assert text.splitlines()[-1].startswith(names[-1])


def test_a_mat_by_places() -> None:
    play = (
        Position(2, wilds=["Death Charm", "Scavenging Goblin"])
        .ready(0, "Scavenging Goblin@C1:2/2*")
        .attached(1, "Death Charm@S**", 0, "Scavenging Goblin")
        .active(0, "Basic Quiddity@Q1", "Basic Quiddity@Q1", "Assistant@R*")
        .used(1, "Portal")
        .glory(0, 3)
        .start("ready")
    )
    lines = table_text(play.game, names=["Anna", "Bruno"]).splitlines()
    assert "Anna (turn): 3 Glory of 20; Quiddity 0, or 2 with all dice" in lines
    assert "  Ready Area   Scavenging Goblin (L1 7/7 *) with Death Charm" in lines
    assert "  Active Pool  2x Basic Quiddity (Q1), Assistant (re-roll *)" in lines
    assert "  Used Pile    Portal" in lines


def test_the_attack_is_in_the_table() -> None:
    play = (
        Position(2)
        .ready(0, "Witching Hag@C2:4/5")
        .ready(1, "Scavenging Goblin@C1:2/2", "Assistant@C1:1/2")
        .active(0, "Basic Quiddity@Q1", "Assistant@C1:1/2")
        .start("ready")
    )
    play.do("pass")
    assert "Anna attacks: total 4 against Bruno and 4 damage left for Bruno." in table_text(
        play.game, names=["Anna", "Bruno"]
    )


@pytest.mark.parametrize("rule", ["9.1", "9.2", "15.9"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_results_name_winner_reason_rule_and_glory(language: str, rule: str) -> None:
    if rule == "15.9":
        game = new_game(Rules(2, round_limit=1), seed=1)
        while not game.over:
            game.apply(game.decision.options[-1])
    elif rule == "9.1":
        play = Position(2, goal=1).ready(0, "Assistant@C1:1/2").start("score")
        game = play.game
    else:
        position = Position(2, wilds=["Ghostly Spirit"]).active(0, *["Basic Quiddity@Q2"] * 3)
        for name in ("Witching Hag", "Quake Dragon", "Deathdealer"):
            position = position.left(name, 0)
        play = position.left("Ghostly Spirit", 1).start("capture")
        play.do("capture Ghostly Spirit")
        game = play.game
    lines = result_lines(game, speech(language))
    assert rule in lines[0]
    assert len(lines) == 3
    assert "Anna" in lines[1]
    assert "Bruno" in lines[2]
    if len(game.result.winners) == 2:  # type: ignore[union-attr]
        assert "Anna" in lines[0]
        assert "Bruno" in lines[0]


# --- the picture -------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_picture_is_well_formed_and_self_contained(edition: str) -> None:
    game = new_game(Rules(4, edition), seed=11)
    for _ in range(6):
        play_on(game, Dealer(1, "svg"), 40)
        svg = game._repr_svg_()
        root = ET.fromstring(svg)
        assert root.tag == "{http://www.w3.org/2000/svg}svg"
        assert root.attrib["width"] == "900"
        tags = {element.tag.rpartition("}")[2] for element in root.iter()}
        assert tags <= {"svg", "rect", "text", "circle", "polygon", "path", "line", "g", "title"}
        assert svg.count("http") == 1  # the namespace and nothing else
        assert str(queries.generator(queries.state(game))) not in svg


def test_names_are_escaped() -> None:
    game = new_game(Rules(2), seed=11)
    svg = table_svg(game, "it", ['<script>"&', "Bruno"])
    root = ET.fromstring(svg)
    texts = [element.text or "" for element in root.iter() if element.tag.endswith("}text")]
    assert '<script>"&' in texts
    assert "<script" not in svg


def test_the_picture_shows_wilds_mats_and_choices() -> None:
    play = (
        Position(2, wilds=["Victory Charm", "Quake Dragon", "Strong Primordial Ooze"])
        .ready(0, "Quake Dragon@C3:8/7**", "Strong Primordial Ooze@C2:?/?")
        .active(0, "Portal@W2", "Victory Charm@R+W1", "Quake Dragon@Q3|R", "Assistant@R*")
        .aside(1, "Assistant")
        .glory(1, 20)
        .start("immediate")
    )
    root = ET.fromstring(table_svg(play.game))
    texts = [element.text for element in root.iter() if element.tag.endswith("}text")]
    titles = [element.text for element in root.iter() if element.tag.endswith("}title")]
    assert "8/7" in texts
    assert "cost 8" in texts
    assert "20 / 20" in texts
    assert "Portal (⇓2)" in titles
    assert any(text.startswith("1. ") for text in texts if text)


def test_long_lists_of_choices_are_cut() -> None:
    play = Position(2).active(0, *["Basic Quiddity@Q2"] * 6).start("capture")
    assert len(play.options) > 12
    assert f"... and {len(play.options) - 12} more" in table_svg(play.game)


def test_marks_differ_by_letters_and_shapes() -> None:
    wilds = [(card.class_name, card.kind) for card in every() if not card.type_name]
    wilds += [("Death", "spell"), ("Growth", "spell"), ("Life", "spell")]
    marks = make_marks(wilds)
    assert len({mark.letters for mark in marks}) == len(marks)
    assert all(len(mark.letters) == 2 for mark in marks)
    spells = {mark.shape for mark, (_, kind) in zip(marks, wilds, strict=True) if kind == "spell"}
    others = {mark.shape for mark, (_, kind) in zip(marks, wilds, strict=True) if kind != "spell"}
    assert not spells & others
    for mark in marks:
        corners = outline(mark.shape, 10)
        assert mark.shape == "circle" or len(corners) >= 4
        assert all(abs(x) <= 10.01 and abs(y) <= 10.01 for x, y in corners)


# --- cards and rules ---------------------------------------------------------------------------


def test_cards_are_found_by_part_of_a_name_in_either_language() -> None:
    assert [card.name for card in find_cards("Scavenging Goblin")] == ["Scavenging Goblin"]
    assert len(find_cards("goblin")) == 5
    assert [card.name for card in find_cards("goblin rovistatore forte")] == [
        "Strong Scavenging Goblin"
    ]
    assert find_cards("no such card") == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_can_be_read(language: str) -> None:
    words = speech(language)
    for card in every():
        lines = card_lines(card, words)
        text = "\n".join(lines)
        assert words.card(card.name) in lines[0]
        assert str(card.level if card.kind == "quest" else card.cost) in lines[0]
        for ability in words.texts.card(card.name)["abilities"]:
            assert words.line(ability) in text


def test_rules_are_found_by_id_or_word() -> None:
    texts = Texts("en")
    assert find_rules("6.3", texts) == ["6.3"]
    assert "1.4" in find_rules("burst", texts)
    assert find_rules("99.9", texts) == []


def test_looking_up_prefers_what_lies_here() -> None:
    words = speech()
    (several,) = look_up("goblin", words)
    assert several == (
        "Cards: Scavenging Goblin, Strong Scavenging Goblin, Mighty Scavenging Goblin, "
        "Corrupted Scavenging Goblin, Quaxos' Scavenging Goblin."
    )
    here = look_up("goblin", words, ["Strong Scavenging Goblin"])
    assert here[0] == "Strong Scavenging Goblin (creature), cost 3"
    assert look_up("6.3", words)[0].startswith("Rule 6.3: ")
    assert look_up("burst", words)[0].startswith("Burst: ")
    (unknown,) = look_up("xyzzy", words)
    assert unknown.startswith("No match for 'xyzzy'. Ask for part of a card's name, ")
