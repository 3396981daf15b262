"""Files of cards: how they are read, what is wrong with them where, how they are overlaid."""

from __future__ import annotations

import pickle
import tomllib
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quarriors.cards.entry import read_cards
from quarriors.cards.language.faults import FaultyCards
from quarriors.cards.load import build_cards, default_catalog, default_files, overlaid
from quarriors.engine.catalog import Catalog
from quarriors.engine.ids import limit

DIE = """
[[die]]
class = "Blob"
class_it = "Grumo"
kind = "creature"
count = 5
faces = ["Q1", "Q1", "C1:1/1", "C1:1/1", "C1:1/1", "C1:1/1"]
confidence = "original"
sources = []
"""
CARD = """
[[card]]
name = "Strong Blob"
name_it = "Grumo Forte"
class = "Blob"
type = "Strong"
cost = 3
glory = 1
confidence = { numbers = "original", text = "original" }
sources = ["a friend"]

[[card.line]]
burst = "*"
en = "When it scores: draw 1 die."
it = "Quando va a punti: pesca 1 dado."
does = "when(SCORED, draw(1))"

[[card.ruling]]
en = "Yes."
it = "Sì."
"""
FILE = '[set]\nid = "base"\n' + DIE + CARD


def sentences(text: str, language: str = "en") -> list[str]:
    """All that is wrong with a file."""
    file = read_cards(text, "blob.toml")
    try:
        build_cards([file])
    except FaultyCards as error:
        return [fault.sentence(language) for fault in error.faults]
    return []


def test_an_entry_becomes_a_card() -> None:
    file = read_cards(FILE, "blob.toml")
    (card,) = build_cards([file])
    assert (card.name, card.class_name, card.type_name, card.kind) == (
        "Strong Blob", "Blob", "Strong", "creature",
    )  # fmt: skip
    assert (card.set_name, card.cost, card.glory) == ("base", 3, 1)
    (ability,) = card.abilities
    assert (ability.timing, ability.burst, ability.replaced_at) == (
        "scored",
        1,
        limit.NO_UPPER,
    )
    (entry,) = file.cards
    assert entry.names == {"en": "Strong Blob", "it": "Grumo Forte"}
    assert entry.lines[0].text["it"] == "Quando va a punti: pesca 1 dado."
    assert entry.rulings == ({"en": "Yes.", "it": "Sì."},)
    assert file.dice[0].names["it"] == "Grumo"


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        (
            "draw(1)", "drow(1)",
            "blob.toml, line 27, column 22: unknown word `drow`; did you mean `draw`?",
        ),
        ("draw(1))", "draw(1)", "blob.toml, line 27, column 13: the `(` opened here is never"),
        ("cost = 3", 'cost = "3"', "blob.toml, line 18, column 1: `cost` must be a number"),
        ("cost = 3", "cost = -3", "blob.toml, line 18, column 1: `cost` is -3; it must be 0"),
        ("cost = 3", "cost = true", "blob.toml, line 18, column 1: `cost` must be a number"),
        (
            "cost = 3", "csot = 3",
            "blob.toml, line 18, column 1: unknown key `csot`; use one of name, name_it,",
        ),
        ('burst = "*"', 'burst = "four"', "blob.toml, line 24, column 1: `burst` can't be `four`"),
        ('name_it = "Grumo Forte"', "", "blob.toml, line 13, column 1: the text `name_it` is miss"),
        ('it = "Sì."', 'it = ""', "blob.toml, line 29, column 1: the text `it` is missing"),
        ('class = "Blob"\ntype', "type", "blob.toml, line 13, column 1: the entry has no `class`"),
        (
            'class = "Blob"\ntype', 'class = "Blub"\ntype',
            "blob.toml, line 16, column 1: there's no die of the class `Blub`; add a [[die]] for",
        ),
        ('"Q1", "Q1", ', '"Q1", ', "blob.toml, line 9, column 1: a die has 6 faces, this one"),
        ('"Q1", "Q1", ', '"Q1", "Z", ', "blob.toml, line 9, column 1: the face `Z` can't be read"),
        ('sources = ["a friend"]', "sources = [3]", "blob.toml, line 21, column 1: `sources` must"),
        ('"original" }', '"guessed" }', "blob.toml, line 20, column 1: `text` can't be `guessed`"),
        ("cost = 3", "cost = ", "blob.toml, line 18, column 8: this isn't valid TOML: a value"),
        ("[[card]]", "card = 3\n[[cards]]", "blob.toml, line 13, column 1: unknown key `card`"),
        (
            'does = "when(SCORED, draw(1))"', "",
            "blob.toml, line 23, column 1: the entry has no `does`",
        ),
    ],
)  # fmt: skip
def test_what_is_wrong_is_named_with_its_place(old: str, new: str, sentence: str) -> None:
    text = FILE.replace(old, new)
    assert text != FILE
    found = sentences(text)
    assert any(one.startswith(sentence) for one in found), found
    for said in sentences(text, "it"):
        assert said.startswith("blob.toml, riga ")
        assert "{" not in said


def test_every_fault_of_a_file_is_collected() -> None:
    text = FILE.replace("cost = 3", 'cost = "3"').replace("count = 5", "count = []")
    text += CARD.replace("draw(1)", "drow(1), dorw(1)").replace("Strong Blob", "Mighty Blob")
    assert [fault.code for fault in read_cards(text, "x").faults] == ["wrong_value"] * 2
    assert len(sentences(text)) == 3  # and the die that the second card is for
    good = FILE + CARD.replace("draw(1)", "drow(1), dorw(1)")
    assert [one.split(": ", 1)[1].split(";")[0] for one in sentences(good)] == [
        "another card is called `Strong Blob`",
        "unknown word `drow`",
        "unknown word `dorw`",
    ]


@pytest.mark.parametrize(
    ("written", "line", "column"),
    [
        ('"when(SCORED, drow(1))"', 27, 22),
        ("'when(SCORED, drow(1))'", 27, 22),
        ('"""when(SCORED, drow(1))"""', 27, 24),
        ('"""\nwhen(\n    SCORED,\n    drow(1),\n)\n"""', 30, 5),
        ("'''\nwhen(\n    SCORED,\n    drow(1),\n)'''", 30, 5),
        ('"when(SCORED, gain(\\"a\\"), drow(1))"', 27, 35),
        ('"when(SCORED, \\u0064row(1))"', 27, 22),
        ('"""when(SCORED, \\\n    drow(1))"""', 28, 5),
        ('"when(SCORED, drow(1))" # does = "x"', 27, 22),
    ],
)
def test_places_are_those_of_the_file_however_a_text_is_written(
    written: str, line: int, column: int
) -> None:
    text = FILE.replace('"when(SCORED, draw(1))"', written)
    assert tomllib.loads(text)
    (found,) = sentences(text)
    assert found.startswith(f"blob.toml, line {line}, column {column}: unknown word `drow`"), found
    (found,) = sentences(text.replace("\n", "\r\n"))
    assert found.startswith(f"blob.toml, line {line}, column {column}: unknown word `drow`"), found


def test_a_place_is_never_wrong_silently() -> None:
    """Where the scanner sees another expression than `tomllib`, the card is named instead."""
    hidden = FILE.replace("does =", '"does" =').replace("draw(1)", "drow(1)")
    assert sentences(hidden) == [
        "blob.toml, line 23, column 1: unknown word `drow`; did you mean `draw`?"
    ]
    decoys = FILE.replace("draw(1)", "drow(1)").replace('"Yes."', "'does = \"when()\"'")
    assert sentences(decoys)[0].startswith("blob.toml, line 27, column 22:")


def test_one_language_may_stand_for_both() -> None:
    italian = FILE.replace('en = "When it scores: draw 1 die."\n', "").replace('en = "Yes."\n', "")
    file = read_cards(italian, "blob.toml", ["it"])
    assert file.faults == ()
    assert file.cards[0].lines[0].text["en"] == "Quando va a punti: pesca 1 dado."
    assert [fault.code for fault in read_cards(italian, "blob.toml").faults] == ["missing_text"] * 2


def test_cards_are_added_replaced_and_corrected_by_name() -> None:
    sets = default_files()
    goblin = next(card for card in sets[0].cards if card.name == "Scavenging Goblin")
    corrected = replace(read_cards(FILE, "pack.toml").cards[0], name="Scavenging Goblin")
    corrected = replace(corrected, class_name="Scavenging Goblin", type_name="", set_name="")
    pack = read_cards(FILE, "pack.toml")
    pack = replace(pack, cards=(*pack.cards, corrected))
    catalog = Catalog(build_cards(overlaid(sets, [pack])))
    assert len(catalog.cards) == len(default_catalog().cards) + 1
    assert catalog.cards[-1].name == "Strong Blob"
    card = catalog.card("Scavenging Goblin")
    assert (card.cost, goblin.cost, card.set_name) == (3, 2, "base")
    assert card.index == default_catalog().card("Scavenging Goblin").index
    assert default_catalog().card("Scavenging Goblin").cost == 2


def test_faults_can_be_sent_to_another_process() -> None:
    with pytest.raises(FaultyCards) as caught:
        build_cards([read_cards(FILE.replace("draw(1)", "drow(1)"), "blob.toml")])
    again = pickle.loads(pickle.dumps(caught.value))
    assert again.faults == caught.value.faults
    assert str(again) == str(caught.value)


# --- the quick reader ----------------------------------------------------------------------------


@given(st.integers(0, len(FILE)), st.integers(0, 30), st.text(max_size=10))
def test_a_damaged_file_is_read_or_has_faults(at: int, cut: int, put: str) -> None:
    """Never an exception of another kind, and every fault has its place."""
    text = FILE[:at] + put + FILE[at + cut :]
    file = read_cards(text, "blob.toml")
    faults = file.faults
    try:
        build_cards([file])
    except FaultyCards as error:
        faults = error.faults
    assert all(fault.line >= 1 and fault.column >= 1 for fault in faults)
    assert faults or [card.name for card in file.cards]
