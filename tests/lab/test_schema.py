"""The schema, its words in both languages and the tables of the guide say the same."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from quarriors.lab.dataset_reader import data_types
from quarriors.lab.schema import DECISIONS, TABLES, VERSION, table_names
from quarriors.text import LANGUAGES, Texts, load

GUIDE = Path(__file__).resolve().parents[2] / "docs" / "simulate.md"


def lines_of(name: str) -> list[str]:
    """The lines of the guide for a table, as they must be."""
    texts = Texts("en")
    found = [
        f"### `{name}`: {texts.say('lab', f'table.{name}.about')}",
        "",
        "| column | type | meaning |",
        "|---|---|---|",
    ]
    for column, kind in TABLES[name].items():
        meaning = texts.say("lab", f"table.{name}.column.{column}")
        found.append(f"| `{column}` | {kind} | {meaning} |")
    return found


@pytest.mark.parametrize("name", TABLES)
def test_the_guide_has_every_table_as_it_is(name: str) -> None:
    assert "\n".join(lines_of(name)) + "\n" in GUIDE.read_text("utf-8")


def test_the_guide_has_no_other_table_and_the_right_version() -> None:
    text = GUIDE.read_text("utf-8")
    assert re.findall(r"^### `(\w+)`", text, re.MULTILINE) == list(TABLES)
    assert f"The version of the schema is {VERSION}." in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_column_has_words_and_no_others_do(language: str) -> None:
    told = load(language, "lab")["table"]
    assert {name: list(entry["column"]) for name, entry in told.items()} == {
        name: list(columns) for name, columns in TABLES.items()
    }


@pytest.mark.parametrize("name", TABLES)
def test_every_kind_of_value_has_a_type(name: str) -> None:
    pytest.importorskip("polars")
    assert list(data_types(name)) == list(TABLES[name])


def test_every_table_begins_with_the_game() -> None:
    assert [next(iter(columns)) for columns in TABLES.values()] == ["game"] * len(TABLES)
    assert table_names(decisions=False) == [name for name in TABLES if name != DECISIONS]
    assert table_names(decisions=True) == list(TABLES)
