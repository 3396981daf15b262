"""Records on disk: whole files only, and a sentence for every file that is not one."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

import quarriors as q
from quarriors.record.errors import BadRecord
from quarriors.record.files import iter_records, load, load_all, save, to_line, to_text

from .conftest import Record


def refusal(caught: pytest.ExceptionInfo[q.RecordError]) -> str:
    error = caught.value
    assert isinstance(error, BadRecord)
    assert error.say("it") != str(error)
    assert str(error).endswith(".")
    return str(error)


def test_json_is_one_object_that_people_can_read(tmp_path: Path, finished: Record) -> None:
    path = tmp_path / "game.json"
    save(finished, path)
    lines = path.read_text("utf-8").splitlines()
    assert lines[0] == "{"
    assert lines[1] == '"format": "quarriors-record",'
    assert sum(line.startswith('  {"turn"') for line in lines) == len(finished["decisions"])
    assert load(path) == finished
    assert json.loads(to_text(finished)) == finished
    assert json.loads(to_line(finished)) == finished
    assert "\n" not in to_line(finished)


def test_saving_replaces_the_whole_file_and_leaves_nothing_beside(
    tmp_path: Path, finished: Record, unfinished: Record
) -> None:
    path = tmp_path / "game.json"
    save(finished, path)
    save(unfinished, path)
    assert load(path) == unfinished
    assert [entry.name for entry in tmp_path.iterdir()] == ["game.json"]


def test_a_failed_save_leaves_the_old_file(tmp_path: Path, finished: Record) -> None:
    path = tmp_path / "game.json"
    save(finished, path)
    with pytest.raises(TypeError):
        save({"decisions": [], "bad": object()}, path)
    assert load(path) == finished
    assert [entry.name for entry in tmp_path.iterdir()] == ["game.json"]


def test_json_lines_grow_by_a_line(tmp_path: Path, finished: Record, unfinished: Record) -> None:
    path = tmp_path / "games.jsonl"
    save(finished, path)
    save(unfinished, path)
    assert len(path.read_text("utf-8").splitlines()) == 2
    assert load_all(path) == [finished, unfinished]
    assert list(iter_records(path)) == [finished, unfinished]
    assert load(path, 2) == unfinished
    with pytest.raises(q.RecordError, match="holds 2 records; say which one"):
        load(path)
    for number in (0, 3):
        with pytest.raises(q.RecordError, match=f"there's no game {number}, use 1 to 2"):
            load(path, number)


def test_json_lines_under_another_name(
    tmp_path: Path, finished: Record, unfinished: Record
) -> None:
    path = tmp_path / "games.txt"
    path.write_text(f"{to_line(finished)}\n\n{to_line(unfinished)}\n", "utf-8")
    assert load_all(path) == [finished, unfinished]


def test_files_that_are_not_there(tmp_path: Path, finished: Record) -> None:
    with pytest.raises(q.RecordError) as caught:
        load(tmp_path / "none.json")
    assert refusal(caught).startswith("There's no file")
    with pytest.raises(q.RecordError) as caught:
        load_all(tmp_path / "none.jsonl")
    assert refusal(caught).startswith("There's no file")
    with pytest.raises(q.RecordError) as caught:
        load(tmp_path)
    assert "is a folder" in refusal(caught)
    with pytest.raises(q.RecordError) as caught:
        save(finished, tmp_path)
    assert "is a folder" in refusal(caught)
    for name in ("game.json", "games.jsonl"):
        with pytest.raises(q.RecordError) as caught:
            save(finished, tmp_path / "no" / name)
        assert refusal(caught).startswith("There's no folder")


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is forbidden to the superuser")
def test_files_that_may_not_be_read(tmp_path: Path, finished: Record) -> None:
    path = tmp_path / "game.json"
    save(finished, path)
    path.chmod(0)
    with pytest.raises(q.RecordError) as caught:
        load(path)
    assert "can't be used" in refusal(caught)


@pytest.mark.parametrize("name", ["game.json", "games.jsonl"])
@pytest.mark.parametrize("content", ["", "\n\n  \n"])
def test_empty_files(tmp_path: Path, name: str, content: str) -> None:
    path = tmp_path / name
    path.write_text(content)
    with pytest.raises(q.RecordError) as caught:
        load_all(path)
    assert "is empty" in refusal(caught)


def test_files_that_are_not_json(tmp_path: Path, finished: Record) -> None:
    path = tmp_path / "game.json"
    path.write_text("dear diary")
    with pytest.raises(q.RecordError) as caught:
        load(path)
    assert "game.json: The record isn't valid JSON" in refusal(caught)
    path.write_text("dear diary\ntoday I played\n")
    with pytest.raises(q.RecordError) as caught:
        load(path)
    assert "game.json: The record isn't valid JSON" in refusal(caught)
    path.write_bytes(b"\xff\xfe{}")
    with pytest.raises(q.RecordError) as caught:
        load(path)
    assert "UTF-8" in refusal(caught)
    path = tmp_path / "games.jsonl"
    path.write_text(f"{to_line(finished)}\nnonsense\n")
    with pytest.raises(q.RecordError) as caught:
        load_all(path)
    assert "Line 2 of" in refusal(caught)


def test_files_that_are_cut_off(tmp_path: Path, finished: Record) -> None:
    path = tmp_path / "game.json"
    text = to_text(finished)
    path.write_text(text[: len(text) // 2])
    with pytest.raises(q.RecordError) as caught:
        load(path)
    line = text[: len(text) // 2].count("\n") + 1
    assert f"game.json is cut off at line {line}" in refusal(caught)
    path = tmp_path / "games.jsonl"
    path.write_text(f"{to_line(finished)}\n{to_line(finished)}\n{to_line(finished)[:900]}")
    with pytest.raises(q.RecordError) as caught:
        load_all(path)
    assert "games.jsonl is cut off at line 3" in refusal(caught)
    before = path.read_bytes()
    with pytest.raises(q.RecordError) as caught:
        save(finished, path)
    assert "cut off, so nothing can be added" in refusal(caught)
    assert path.read_bytes() == before
