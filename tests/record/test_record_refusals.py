"""Records that were cut, edited or come from elsewhere: each is refused in one sentence."""

from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import quarriors as q
from quarriors.engine.rules import RULES_VERSION
from quarriors.record.errors import BadRecord
from quarriors.record.replay import replay, resume, verify, walk
from quarriors.record.write import write_record
from quarriors.testing import Position
from tests.extent import daily

from .conftest import Record, play

Edit = Callable[[Callable[[Record], None]], Record]


def refusal(record: object) -> str:
    """The sentence in English; it must be one, and exist in Italian too."""
    with pytest.raises(q.RecordError) as caught:
        replay(record)  # type: ignore[arg-type]
    error = caught.value
    assert isinstance(error, BadRecord)
    text = str(error)
    assert text.endswith(".")
    assert "\n" not in text
    italian = error.say("it")
    assert italian.endswith(".")
    assert italian != text
    assert "{" not in italian.replace('{"', "").replace("{}", "")
    return text


def setter(*path: str | int, to: Any) -> Callable[[Record], None]:
    """An edit that puts a value at a path."""

    def change(record: Record) -> None:
        place: Any = record
        for step in path[:-1]:
            place = place[step]
        place[path[-1]] = to

    return change


def dropper(*path: str | int) -> Callable[[Record], None]:
    """An edit that takes a value out."""

    def change(record: Record) -> None:
        place: Any = record
        for step in path[:-1]:
            place = place[step]
        del place[path[-1]]

    return change


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "The record is empty"),
        ("   \n ", "The record is empty"),
        ("hello", "isn't valid JSON"),
        ("[1, 2]", "should be an object with named fields, not [1, 2]"),
        ("null", "should be an object with named fields, not null"),
        ("{}", 'field "format" should be "quarriors-record"'),
        ('{"format": "chess"}', 'field "format" should be "quarriors-record"'),
        ('{"format": "quarriors-record"', "cut off at line 1"),
        ('{"format": "quarriors-rec', "cut off at line 1"),
        ('{"format": tru', "cut off at line 1"),
        ('{"a": "\\u12', "cut off at line 1"),
        ("[" * 100_000, "isn't valid JSON"),
        ("1" * 10_000, "isn't valid JSON"),
        (b"\xff\xfe\x00", "isn't UTF-8"),
    ],
)
def test_what_is_no_record_at_all(text: str | bytes, expected: str) -> None:
    assert expected in refusal(text)


def test_every_cut_of_the_text_is_refused(finished: Record) -> None:
    text = json.dumps(finished)
    for length in range(1, len(text), len(text) // 60):
        assert "cut off" in refusal(text[:length])


@pytest.mark.parametrize("version", [0, 5, "2", None, True, 1.5])
def test_unknown_versions(edited: Edit, version: object) -> None:
    text = refusal(edited(setter("version", to=version)))
    assert f"version {version!r}" in text
    assert "reads 2, 3" in text


def test_a_record_of_the_version_before_is_refused_and_told_who_wrote_it() -> None:
    """`version_1.json` was written by the program before the rules of version 2."""
    text = (Path(__file__).parent / "version_1.json").read_text("utf-8")
    assert refusal(text) == (
        "This record was written by quarriors 0.1.0, by version 1 of the rules; this is quarriors "
        f"{q.__version__} with newer rules, which can't replay it. Use the program that wrote it."
    )
    with pytest.raises(BadRecord, match="version 1 of the rules"):
        resume(text)


@pytest.mark.parametrize("ruleset", [RULES_VERSION - 1, RULES_VERSION + 1])
def test_a_record_of_other_rules_names_both_versions(edited: Edit, ruleset: int) -> None:
    text = refusal(edited(setter("ruleset", to=ruleset)))
    assert f"by version {ruleset} of the rules" in text
    assert f"with version {RULES_VERSION} of the rules, which can't replay it" in text


@pytest.mark.parametrize(
    "field",
    [
        "engine", "ruleset", "cards", "rules", "wilds", "first", "commitment", "seed", "chance",
        "seats", "start", "decisions", "result", "check",
    ],
)  # fmt: skip
def test_a_missing_field_of_the_head(edited: Edit, field: str) -> None:
    assert f'The field "{field}" is missing in the record' in refusal(edited(dropper(field)))


@pytest.mark.parametrize("field", ["turn", "seat", "kind", "answer", "check"])
def test_a_missing_field_of_a_decision(edited: Edit, field: str) -> None:
    text = refusal(edited(dropper("decisions", 4, field)))
    assert f'The field "{field}" is missing in decision 5' in text


@pytest.mark.parametrize("field", ["draws", "rolls", "check"])
def test_a_missing_field_of_the_start(edited: Edit, field: str) -> None:
    text = refusal(edited(dropper("start", field)))
    assert f'The field "{field}" is missing in the field "start"' in text


def test_unknown_fields(edited: Edit) -> None:
    assert 'Unknown field "luck" in the record' in refusal(edited(setter("luck", to=1)))
    text = refusal(edited(setter("decisions", 2, "luck", to=1)))
    assert 'Unknown field "luck" in decision 3' in text


@pytest.mark.parametrize(
    ("path", "value", "expected"),
    [
        (("rules",), 3, 'the field "rules": it should be an object'),
        (("start",), [], 'the field "start": it should be an object'),
        (("result",), 7, 'the field "result": it should be an object'),
        (("decisions",), {}, "should be a list of decisions"),
        (("decisions", 6), "x", "decision 7: it should be an object"),
        (("seed",), "7", "should be a whole number"),
        (("seed",), True, "should be a whole number"),
        (("first",), 1.0, "should be a whole number"),
        (("wilds",), "Portal", "should be a list of texts"),
        (("wilds", 0), 3, "should be a list of texts"),
        (("engine",), None, "should be a text"),
        (("cards",), 1, "should be a text"),
        (("check",), 1, "should be a text"),
        (("commitment",), 1, "should be a text"),
        (("chance",), 1, "should be a text"),
        (("seats",), None, "should be a list of texts"),
        (("start", "rolls"), 3, "should be a list of texts"),
        (("decisions", 0, "turn"), "1", 'The field "turn" in decision 1 should be a whole number'),
        (("decisions", 0, "answer"), 1, 'The field "answer" in decision 1 should be a text'),
        (("decisions", 0, "draws"), [1], 'The field "draws" in decision 1 should be a list'),
        (("decisions", 0, "snapshot"), 1, 'The field "snapshot" in decision 1 should be a list'),
        (("decisions", 0, "snapshot"), [["x"]], "should be a list of whole numbers"),
        (("decisions", 0, "snapshot"), [[1 << 70]], "should be a list of whole numbers"),
        (("result", "winners"), 1, "should be a list of whole numbers"),
        (("result", "winners"), [], "should be a list of seats of this game"),
        (("result", "winners"), [9], "should be a list of seats of this game"),
        (("result", "glory"), ["1"], "should be a list of whole numbers"),
        (("result", "rule"), 9.1, "should be a text"),
    ],
)
def test_wrong_types(edited: Edit, path: tuple[str | int, ...], value: Any, expected: str) -> None:
    assert expected in refusal(edited(setter(*path, to=value)))


@pytest.mark.parametrize(
    ("path", "value", "expected"),
    [
        (("chance",), "magic", 'should be "seeded" or "scripted", not \'magic\''),
        (("chance",), "scripted", 'field "generator" belongs to records with scripted dice'),
        (("rules", "edition"), "third", "rules in the record can't be played: Unknown edit"),
        (("rules", "players"), 5, "rules in the record can't be played: A game has 2, 3 or 4"),
        (("seats",), ["a", "b", "c"], "3 seats are named for a game of 2"),
        (("first",), 2, "first player in the record is seat 2; use a seat from 0 to 1"),
        (("decisions", 3, "seat"), 5, "Decision 4 of the record belongs to seat 5"),
        (("cards",), "0123456789abcdef", "played with other cards (0123456789abcdef"),
        (("seed",), 8, "The seed 8 isn't the one that was promised"),
        (("commitment",), "0" * 64, "The seed 3 isn't the one that was promised"),
        (("wilds", 0), "Iron Duck", "called 'Iron Duck'"),
        (("rules", "goal"), 19, "was edited before its first decision"),
        (("start", "check"), "00000000", "was edited before its first decision"),
        (("check",), "00000000", "edited or cut after decision"),
    ],
)
def test_values_that_do_not_fit(
    edited: Edit, path: tuple[str | int, ...], value: Any, expected: str
) -> None:
    assert expected in refusal(edited(setter(*path, to=value)))


def test_a_class_twice_in_the_wilds(edited: Edit) -> None:
    def change(record: Record) -> None:
        record["wilds"][1] = record["wilds"][0]

    assert "The class" in refusal(edited(change))


def test_an_illegal_answer_names_what_would_be_legal(edited: Edit, finished: Record) -> None:
    steps = list(walk(finished))
    text = refusal(edited(setter("decisions", 9, "answer", to="capture the moon for 1")))
    entry = finished["decisions"][9]
    assert text == (
        f"Decision 10 of the record (seat {entry['seat']}, {entry['kind']}) says "
        '"capture the moon for 1", which isn\'t possible; the options are: '
        f"{'; '.join(steps[10].options)}."
    )


def test_edited_dice_name_what_the_dice_gave(edited: Edit, finished: Record) -> None:
    real = finished["start"]["rolls"][2]
    text = refusal(edited(setter("start", "rolls", 2, to="Portal@W2")))
    assert text == (
        'Roll 3 before the first decision of the record is "Portal@W2", '
        f'but the dice gave "{real}".'
    )
    text = refusal(edited(setter("start", "draws", 0, to="Portal")))
    assert text.startswith('Draw 1 before the first decision of the record is "Portal"')
    number = next(index for index, entry in enumerate(finished["decisions"], 1) if "rolls" in entry)
    real = finished["decisions"][number - 1]["draws"][1]
    text = refusal(edited(setter("decisions", number - 1, "draws", 1, to="Portal")))
    assert text == (
        f'Draw 2 after decision {number} of the record is "Portal", but the dice gave "{real}".'
    )
    text = refusal(edited(dropper("decisions", number - 1, "rolls", 5)))
    assert text.startswith(f'Roll 6 after decision {number} of the record is "-"')


def test_another_decision_than_the_games(edited: Edit, finished: Record) -> None:
    other = 1 - finished["decisions"][0]["seat"]
    text = refusal(edited(setter("decisions", 0, "seat", to=other)))
    assert f"Decision 1 of the record is seat {other}'s" in text
    text = refusal(edited(setter("decisions", 0, "kind", to="defend")))
    assert "Decision 1 of the record is seat" in text
    assert '"defend"' in text
    assert "in turn 9" in refusal(edited(setter("decisions", 0, "turn", to=9)))


def test_results_that_do_not_fit(edited: Edit, finished: Record, unfinished: Record) -> None:
    count = len(finished["decisions"])
    assert "names no result" in refusal(edited(setter("result", to=None)))
    text = refusal(edited(setter("result", "glory", to=[99, 0])))
    assert 'names the result {"winners"' in text

    def cut(record: Record) -> None:
        record["decisions"].pop()

    assert f"ends after decision {count - 1}, before the game is over" in refusal(edited(cut))

    def grow(record: Record) -> None:
        record["decisions"].append(dict(record["decisions"][-1]))

    text = refusal(edited(grow))
    assert f"Decision {count + 1} of the record" in text
    assert "comes after the end of the game" in text

    shorter = copy.deepcopy(unfinished)
    shorter["decisions"].pop()
    assert "edited or cut after decision 39" in refusal(shorter)


def test_a_snapshot_that_is_not_the_position(edited: Edit, finished: Record) -> None:
    number = next(
        index for index, entry in enumerate(finished["decisions"], 1) if "snapshot" in entry
    )
    wire = copy.deepcopy(finished["decisions"][number - 1]["snapshot"])
    wire[8][0] += 1
    text = refusal(edited(setter("decisions", number - 1, "snapshot", to=wire)))
    assert text.startswith(f"The snapshot before decision {number} of the record (turn 1)")
    text = refusal(edited(setter("decisions", number - 1, "snapshot", to=[])))
    assert text.startswith(f"The snapshot before decision {number} of the record")


def scripted() -> Record:
    made = (
        Position(players=2, wilds=["Scavenging Goblin"], seed=12)
        .bag(0, *["Basic Quiddity"] * 8, "Scavenging Goblin")
        .bag(1, *["Assistant"] * 8)
        .active(1, "Basic Quiddity@Q2")
        .start("ready", active=1)
    )
    made.draws("Scavenging Goblin", *["Basic Quiddity"] * 5).rolls("Scavenging Goblin@5")
    while made.seat == 1:
        made.do("pass")
    made.do("summon Scavenging Goblin")
    record: Record = json.loads(json.dumps(write_record(made.game, events=made.events)))
    return record


@pytest.mark.parametrize(
    ("field", "value", "expected"),
    [
        ("draws", "Iron Duck", 'names the die "Iron Duck", which isn\'t in this game'),
        ("rolls", "Iron Duck@Q1", 'names the die "Iron Duck@Q1", which isn\'t in this game'),
        ("rolls", "Scavenging Goblin@Q9", 'names the die "Scavenging Goblin@Q9"'),
        ("draws", "Portal", "are impossible: The scripted draw of Portal"),
        ("rolls", "Portal@W1", "of the record is"),
    ],
)
def test_scripted_dice_that_cannot_be(field: str, value: str, expected: str) -> None:
    record = scripted()
    assert replay(record).answers
    entry = next(entry for entry in record["decisions"] if field in entry)
    number = record["decisions"].index(entry) + 1
    entry[field][0] = value
    text = refusal(record)
    assert expected in text
    assert f"decision {number}" in text


def test_scripted_dice_may_be_more_or_less_than_happened() -> None:
    for change in ("less", "more"):
        record = scripted()
        entry = next(entry for entry in record["decisions"] if "rolls" in entry)
        number = record["decisions"].index(entry) + 1
        if change == "less":
            entry["rolls"].pop()
        else:
            entry["rolls"].append("Basic Quiddity@Q1")
        assert f"decision {number}" in refusal(record)


def test_a_scripted_record_needs_its_generator() -> None:
    record = scripted()
    del record["generator"]
    assert "belongs to records with scripted dice" in refusal(record)
    record["generator"] = -5
    assert 'The field "generator" in the record should be a whole number' in refusal(record)


@pytest.mark.parametrize(
    "spoil",
    [
        lambda wire: wire.clear(),
        lambda wire: wire.pop(),
        lambda wire: wire[0].pop(),
        lambda wire: wire[0].__setitem__(0, 99),
        lambda wire: wire[0].__setitem__(2, 7),
        lambda wire: wire[0].__setitem__(1, 0),
        lambda wire: wire[1].pop(),
        lambda wire: wire[3].__setitem__(0, 6),
        lambda wire: wire[1].__setitem__(0, 5),
        lambda wire: wire[2].__setitem__(0, 1),
        lambda wire: wire[5].pop(),
        lambda wire: wire[7].pop(),
        lambda wire: wire[8].pop(),
        lambda wire: wire[12].pop(),
        lambda wire: wire[14].clear(),
        lambda wire: wire[14].__setitem__(0, 9999),
        lambda wire: wire[18].append(9999),
    ],
)
def test_positions_that_cannot_exist(
    unfinished: Record, spoil: Callable[[list[list[int]]], object]
) -> None:
    position = next(entry["snapshot"] for entry in unfinished["decisions"] if "snapshot" in entry)
    record = copy.deepcopy(unfinished)
    record["position"] = copy.deepcopy(position)
    spoil(record["position"])
    assert "The position the record starts from is impossible" in refusal(record)


def test_resume_refuses_what_it_cannot_go_on_from(finished: Record, unfinished: Record) -> None:
    bare = write_record(replay(unfinished), snapshots=False)
    with pytest.raises(q.RecordError, match="no snapshots"):
        resume(bare)
    broken = copy.deepcopy(unfinished)
    shots = [entry for entry in broken["decisions"] if "snapshot" in entry]
    shots[-1]["snapshot"][1].pop()
    number = broken["decisions"].index(shots[-1]) + 1
    with pytest.raises(q.RecordError, match=f"snapshot before decision {number} doesn't fit"):
        resume(broken)
    touched = copy.deepcopy(unfinished)
    touched["decisions"][7]["answer"] = "pass away"
    with pytest.raises(q.RecordError, match="Decision 8 of the record was edited"):
        resume(touched)
    touched = copy.deepcopy(unfinished)
    touched["wilds"].reverse()
    with pytest.raises(q.RecordError, match="edited before its first decision"):
        resume(touched)
    touched = copy.deepcopy(unfinished)
    touched["decisions"].pop()
    with pytest.raises(q.RecordError, match="edited or cut after decision 39"):
        resume(touched)


def test_names_of_seats_may_change(edited: Edit) -> None:
    assert verify(edited(setter("seats", to=["Ada", "Bea"]))).over


def test_a_refusal_survives_pickling(edited: Edit) -> None:
    with pytest.raises(BadRecord) as caught:
        replay(edited(setter("decisions", 3, "seat", to="x")))
    again = pickle.loads(pickle.dumps(caught.value))
    assert str(again) == str(caught.value)
    assert again.say("it") == caught.value.say("it")


GAMES = [
    play(q.new_game(q.Rules(players=2, edition="qultimate", goal=5), seed=31), 31).record(),
    play(q.new_game(q.Rules(4, "original", goal=5), seed=32), 32).record(snapshots=False),
]


@settings(max_examples=daily(30, 100))
@given(data=st.data())
def test_any_single_edited_answer_is_refused_at_that_decision(data: st.DataObject) -> None:
    record = copy.deepcopy(data.draw(st.sampled_from(GAMES), label="game"))
    number = data.draw(st.integers(1, len(record["decisions"])), label="decision")
    entry = record["decisions"][number - 1]
    legal = next(step.options for step in walk(record) if step.number == number)
    others = [text for text in legal if text != entry["answer"]]
    entry["answer"] = data.draw(
        st.one_of(st.sampled_from(others), st.text(max_size=30)).filter(
            lambda text: text != entry["answer"]
        ),
        label="answer",
    )
    with pytest.raises(q.RecordError, match=f"[dD]ecision {number}\\b"):
        replay(json.dumps(record))


@settings(max_examples=daily(30, 100))
@given(data=st.data())
def test_any_single_edited_chance_is_refused_at_that_decision(data: st.DataObject) -> None:
    record = copy.deepcopy(data.draw(st.sampled_from(GAMES), label="game"))
    field = data.draw(st.sampled_from(["draws", "rolls"]), label="field")
    places = [number for number, entry in enumerate(record["decisions"], 1) if entry.get(field)]
    number = data.draw(st.sampled_from([0, *places]), label="decision")
    told = record["start"][field] if number == 0 else record["decisions"][number - 1][field]
    before = list(told)
    how = data.draw(st.sampled_from(["change", "drop", "add", "swap"]), label="edit")
    at = data.draw(st.integers(0, len(told) - 1), label="place")
    names = [*record["wilds"], "Portal", "Assistant", "Basic Quiddity"]
    name = data.draw(st.sampled_from(names), label="die")
    faces = [face.notation for face in q.cards.get(name).design.faces]
    text = name if field == "draws" else f"{name}@{data.draw(st.sampled_from(faces))}"
    if how == "change":
        told[at] = text
    elif how == "drop":
        told.pop(at)
    elif how == "add":
        told.insert(at, text)
    else:
        told[at], told[at - 1] = told[at - 1], told[at]
    if told == before:
        assert replay(json.dumps(record)).over
        return
    where = "before the first decision" if number == 0 else f"decision {number}\\b"
    with pytest.raises(q.RecordError, match=where):
        replay(json.dumps(record))
