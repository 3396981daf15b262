"""Nothing is forgotten: every rule, ability and example has a test, every text its translation.

Tests say what they prove with literal markers, `@pytest.mark.rule("4.3")`,
`@pytest.mark.ability("Strong Witching Hag", 0)`, `@pytest.mark.example("E")`. This module reads the
sources of all tests, so it neither needs to run them nor can be fooled by a test that is skipped
by name; whatever no test names is listed here, and so is a marker that names nothing.
"""

from __future__ import annotations

import ast
import re
import string
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from quarriors.cards import every
from quarriors.cards.load import ability_of, default_catalog, default_files, entries
from quarriors.text import LANGUAGES, Texts

TESTS = Path(__file__).resolve().parent
KINDS = ("rule", "ability", "example")

EXAMPLES = string.ascii_uppercase[:22]  # A to V, of section 16

# What a card does not do by itself: the symbols on the die say it all.
WITHOUT_ABILITIES = {"Basic Quiddity", "Large Quiddity"}
PRINTED_ON_THE_DIE = {("Portal", 0), ("Portal", 1)} | {
    (card.name, index) for card in every() if card.kind == "quest" for index in (0, 1)
}  # of a quest die: its quiddity and its dice (12.5)


@dataclass(frozen=True)
class Marker:
    """One marker of one test source; `values` is None if they are not literals."""

    kind: str
    values: tuple[object, ...] | None
    where: str


def markers_in(text: str, name: str) -> Iterator[Marker]:
    """All calls of `...mark.rule(...)` and its like in a source."""
    for node in ast.walk(ast.parse(text)):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            continue
        if node.func.attr not in KINDS or not ast.unparse(node.func.value).endswith("mark"):
            continue
        literal = all(isinstance(value, ast.Constant) for value in node.args) and not node.keywords
        values = tuple(value.value for value in node.args if isinstance(value, ast.Constant))
        yield Marker(node.func.attr, values if literal else None, f"{name}:{node.lineno}")


def all_markers() -> list[Marker]:
    found: list[Marker] = []
    for path in sorted(TESTS.rglob("test_*.py")):
        if path != Path(__file__).resolve():
            found.extend(markers_in(path.read_text("utf-8"), str(path.relative_to(TESTS))))
    return found


MARKERS = all_markers()


def named(kind: str) -> set[tuple[object, ...]]:
    """What the tests name, of one kind."""
    return {marker.values for marker in MARKERS if marker.kind == kind and marker.values}


def lines(missing: list[str]) -> str:
    return "\n  ".join([f"{len(missing)} without a test:", *missing])


# --- every one has a test ---------------------------------------------------------------------


def test_every_rule_has_a_test() -> None:
    texts = Texts("en")
    tested = {values[0] for values in named("rule")}
    missing = [
        f"{rule} {texts.rule(rule)['title']}" for rule in texts.rule_ids() if rule not in tested
    ]
    assert not missing, lines(missing)


def test_every_ability_has_a_test() -> None:
    texts = Texts("en")
    tested = named("ability")
    missing = [
        f'("{card.name}", {index}): {texts.card(card.name)["abilities"][index]}'
        for card in every()
        for index in range(len(card.abilities))
        if (card.name, index) not in tested
    ]
    assert not missing, lines(missing)


def test_every_worked_example_has_a_test() -> None:
    tested = {values[0] for values in named("example")}
    missing = [letter for letter in EXAMPLES if letter not in tested]
    assert not missing, lines(missing)


# --- every marker names something --------------------------------------------------------------


def test_every_marker_is_literal() -> None:
    """A marker that is worked out when the test runs cannot be read from the source."""
    assert [f"{m.where}: {m.kind}" for m in MARKERS if m.values is None] == []


def test_every_marker_names_something_that_exists() -> None:
    rules = set(Texts("en").rule_ids())
    abilities = {(card.name, index) for card in every() for index in range(len(card.abilities))}
    wrong = []
    for marker in MARKERS:
        if marker.values is None:
            continue
        if marker.kind == "rule":
            fine = len(marker.values) == 1 and marker.values[0] in rules
        elif marker.kind == "ability":
            fine = marker.values in abilities
        else:
            letter = marker.values[0] if len(marker.values) == 1 else None
            fine = isinstance(letter, str) and len(letter) == 1 and letter in EXAMPLES
        if not fine:
            wrong.append(f"{marker.where}: {marker.kind}{marker.values!r}")
    assert wrong == [], "\n".join(wrong)


def test_markers_are_found_and_read() -> None:
    """The reader itself: decorators, params, several at once; anything computed is reported."""
    text = """
import pytest
@pytest.mark.rule("4.3")
@pytest.mark.ability("Portal", 1)
@pytest.mark.parametrize("x", [pytest.param(1, marks=[pytest.mark.example("E")])])
def test_it(x): assert x
@pytest.mark.rule(RULE)
def test_other(): assert True
RULES.rule("9.9")
"""
    found = [(marker.kind, marker.values) for marker in markers_in(text, "sample")]
    assert sorted(found, key=str) == [
        ("ability", ("Portal", 1)),
        ("example", ("E",)),
        ("rule", ("4.3",)),
        ("rule", None),
    ]


# --- every card has behaviour and words -------------------------------------------------------


def test_every_ability_has_behaviour_or_is_printed_on_the_die() -> None:
    silent = {
        (card.name, index)
        for card in every()
        for index, ability in enumerate(card.abilities)
        if not ability.triggers and not ability.modifiers
    }
    assert silent == PRINTED_ON_THE_DIE
    for name, _ in PRINTED_ON_THE_DIE:  # and the die does show it
        (card,) = [card for card in every() if card.name == name]
        assert any(face.draw for face in card.design.faces)
        assert any(face.quiddity > 0 for face in card.design.faces)


def test_every_card_has_abilities_or_needs_none() -> None:
    assert {card.name for card in every() if not card.abilities} == WITHOUT_ABILITIES


def test_every_program_can_be_reached() -> None:
    """A trigger that no face of its card switches on would be dead.

    An anchored spell belongs to the card in the Wilds and to no face (13.6).
    """
    catalog = default_catalog()
    sheet = catalog.sheet(both_bursts=False)
    live = {id(part) for face in sheet.triggers for part in face}
    live |= {id(part) for face in sheet.modifiers for part in face}
    dead = []
    for card in catalog.cards:
        dead += [
            f"{card.name} {index}"
            for index, ability in enumerate(card.abilities)
            for part in (*ability.triggers, *ability.modifiers)
            if id(part) not in live and ability.timing != "anchored"
        ]
    assert dead == []


def test_every_anchored_spell_has_a_price_and_every_price_a_spell() -> None:
    for card in every():
        anchored = [ability for ability in card.abilities if ability.timing == "anchored"]
        assert len(anchored) == (1 if card.anchor_cost else 0), card.name
        assert bool(card.anchor_energy) == bool(anchored), card.name
        assert all(ability.triggers for ability in anchored), card.name


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_name_and_text_of_a_card_is_there(language: str) -> None:
    texts = Texts(language)
    for card in every():
        entry = texts.card(card.name)
        assert len(entry["abilities"]) == len(card.abilities), card.name
        said = [entry["name"], texts.class_name(card.class_name)]
        said += [*entry["abilities"], *entry["rulings"]]
        assert all(text.strip() == text and text for text in said), card.name
        for face in card.design.faces:
            assert not face.quartifact or texts.quartifact(face.quartifact), card.name


def test_a_class_has_one_name_in_each_language() -> None:
    """A class may have dice in two sets; nobody translates it in two ways."""
    names: dict[str, set[str]] = {}
    for file in default_files():
        for die in file.dice:
            names.setdefault(die.class_name, set()).add(die.names["it"])
            faces = {face.removeprefix("QF:") for face in die.faces if face.startswith("QF:")}
            assert set(die.quartifacts) == faces, die.class_name
    assert set(names) == {card.class_name for card in every()}
    assert {name: said for name, said in names.items() if len(said) > 1} == {}


def test_a_card_is_called_as_its_class_and_type_say() -> None:
    """Promotional cards may have names of their own."""
    own = set()
    for card in every():
        pattern = "{1} {0}" if card.kind == "creature" else "{0} {1}"
        if card.kind == "quest":
            pattern = "{1} for {0}"
        usual = pattern.format(card.class_name, card.type_name) if card.type_name else ""
        if card.name != (usual or card.class_name):
            own.add(card.name)
    assert own == {f"Ghost of X-Mas {time}" for time in ("Past", "Present", "Future")}


def test_sets_count_their_classes() -> None:
    """The head of a file, which is read without the rest, agrees with its cards."""
    for file in default_files():
        kinds = {(card.kind, card.class_name) for card in every() if card.set_name == file.set_name}
        for kind in ("creature", "spell"):
            count = len([one for one, _ in kinds if one == kind])
            assert file.about[f"{kind}_classes"] == count, file.set_name


def test_timing_is_written_only_where_it_cannot_be_derived() -> None:
    kinds = {card.name: card.kind for card in every()}
    written = [
        (card.name, line, ability_of(replace(line, timing=""), kinds[card.name])[0].timing)
        for card in entries().values()
        for line in card.lines
        if line.timing
    ]
    assert len(written) == 15
    assert [name for name, line, derived in written if line.timing == derived] == []


# --- both languages say the same things --------------------------------------------------------


def text_files(language: str) -> list[str]:
    folder = files("quarriors.text").joinpath(language)
    return sorted(entry.name for entry in folder.iterdir() if entry.name.endswith(".toml"))


def read(language: str, name: str) -> dict[str, Any]:
    path = files("quarriors.text").joinpath(language, f"{name.removesuffix('.toml')}.toml")
    return tomllib.loads(path.read_text("utf-8"))


def flat(value: object, at: str = "") -> Iterator[tuple[str, object]]:
    """Every leaf with its place; the items of a list are counted."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from flat(inner, f"{at} / {key}" if at else str(key))
    elif isinstance(value, list):
        yield f"{at} (number)", len(value)
        for number, inner in enumerate(value):
            yield from flat(inner, f"{at} [{number}]")
    else:
        yield at, value


FILES = text_files("en")


def test_both_languages_have_the_same_files() -> None:
    assert len(FILES) >= 3
    for language in LANGUAGES:
        assert text_files(language) == FILES


@pytest.mark.parametrize("name", FILES)
def test_both_languages_have_the_same_keys(name: str) -> None:
    one = {at for at, _ in flat(read("en", name))}
    other = {at for at, _ in flat(read("it", name))}
    assert sorted(one - other) == [], f"only in en/{name}"
    assert sorted(other - one) == [], f"only in it/{name}"


@pytest.mark.parametrize("name", FILES)
def test_both_languages_fill_in_the_same_values(name: str) -> None:
    """A sentence with `{card}` in it has `{card}` in every language."""
    other = dict(flat(read("it", name)))
    wrong = []
    for at, value in flat(read("en", name)):
        if isinstance(value, str):
            gaps = [set(re.findall(r"{(\w*)", str(text))) for text in (value, other.get(at, ""))]
            if gaps[0] != gaps[1]:
                wrong.append(f"{at}: {gaps[0]} and {gaps[1]}")
    assert wrong == [], "\n".join(wrong)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", FILES)
def test_no_text_is_empty(language: str, name: str) -> None:
    empty = [at for at, value in flat(read(language, name)) if not str(value).strip()]
    assert empty == []
    assert not [at for at, value in flat(read(language, name)) if str(value).strip() == "TODO"]


def test_every_rule_of_the_digest_is_numbered_without_a_gap() -> None:
    """The ids the tests are measured by: sections 0 to 15, each counted from 1."""
    by_section: dict[int, list[int]] = {}
    for rule in Texts("en").rule_ids():
        section, number = rule.split(".")
        by_section.setdefault(int(section), []).append(int(number))
    assert sorted(by_section) == list(range(16))
    for at, numbers in by_section.items():
        assert numbers == list(range(1, len(numbers) + 1)), f"section {at}"
    assert {at: len(numbers) for at, numbers in by_section.items()} == {
        0: 2, 1: 4, 2: 6, 3: 8, 4: 7, 5: 6, 6: 7, 7: 3, 8: 1, 9: 2, 10: 5,
        11: 7, 12: 8, 13: 8, 14: 1, 15: 24,
    }  # fmt: skip
