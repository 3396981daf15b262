"""Records on disk: one JSON object in a file, or JSON lines with one record a line.

A file is never half written: a `.json` file is written beside its place and renamed into it, a
`.jsonl` file grows by whole lines. Reading says in a sentence which file and which line is bad.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from quarriors.record.errors import BadRecord
from quarriors.record.replay import read_text

LINES = ".jsonl"
_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def to_line(record: Mapping[str, Any]) -> str:
    """A record as one line of JSON, without the line's end."""
    return _encode(record)


def to_text(record: Mapping[str, Any]) -> str:
    """A record as JSON for people: a field a line, a decision a line."""
    parts = []
    for field, value in record.items():
        if field == "decisions" and value:
            lines = ",\n".join(f"  {_plain(entry)}" for entry in value)
            parts.append(f'"decisions": [\n{lines}\n]')
        else:
            parts.append(f"{json.dumps(field)}: {_plain(value)}")
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _plain(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def save(record: Mapping[str, Any], path: str | os.PathLike[str]) -> None:
    """Keep a record: a `.jsonl` file gets one more line, any other file is replaced."""
    place = Path(path)
    try:
        if place.suffix == LINES:
            _append(place, to_line(record) + "\n")
        else:
            _replace(place, to_text(record))
    except FileNotFoundError as error:
        raise BadRecord("record.no_folder", path=str(place)) from error
    except IsADirectoryError as error:
        raise BadRecord("record.is_folder", path=str(place)) from error
    except OSError as error:
        raise BadRecord("record.unreadable", path=str(place), why=error) from error


def _append(place: Path, line: str) -> None:
    """Add a line; one that a crash cut off is not continued as if nothing had been."""
    with place.open("ab+") as file:
        if file.tell() > 0:
            file.seek(-1, os.SEEK_END)
            if file.read(1) != b"\n":
                raise BadRecord("record.append_cut", path=str(place))
        file.write(line.encode())
        file.flush()
        os.fsync(file.fileno())


def _replace(place: Path, text: str) -> None:
    """Write beside and rename, so that a reader sees the old file or the new one."""
    if place.is_dir():
        raise IsADirectoryError(str(place))
    handle, name = tempfile.mkstemp(prefix=f".{place.name}.", dir=place.parent)
    beside = Path(name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        beside.chmod(0o644)
        beside.replace(place)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise


def iter_records(path: str | os.PathLike[str]) -> Iterator[Any]:
    """The records of a file, one after the other; each is plain values, not yet checked."""
    place = Path(path)
    found = False
    try:
        if place.suffix != LINES:
            whole = _whole(place)
            if whole is not None:
                yield whole
                return
        with place.open("rb") as file:
            for number, line in enumerate(file, 1):
                if line.strip():
                    found = True
                    yield _line(place, number, line)
    except FileNotFoundError as error:
        raise BadRecord("record.no_file", path=str(place)) from error
    except IsADirectoryError as error:
        raise BadRecord("record.is_folder", path=str(place)) from error
    except OSError as error:
        raise BadRecord("record.unreadable", path=str(place), why=error) from error
    if not found:
        raise BadRecord("record.file_empty", path=str(place))


def _whole(place: Path) -> Any:
    """The file as one JSON value; None if it is JSON lines under another name."""
    text = place.read_bytes()
    if not text.strip():
        raise BadRecord("record.file_empty", path=str(place))
    try:
        return read_text(text)
    except BadRecord as error:
        first, _, rest = text.strip().partition(b"\n")
        if rest:
            try:
                read_text(first)
            except BadRecord:
                raise _placed(error, place, 0) from error
            return None
        raise _placed(error, place, 0) from error


def _line(place: Path, number: int, line: bytes) -> Any:
    try:
        return read_text(line)
    except BadRecord as error:
        raise _placed(error, place, number) from error


def _placed(error: BadRecord, place: Path, line: int) -> BadRecord:
    """The same refusal with the file's name, and the line if the file has one record a line."""
    if error.code == "record.cut_off":
        return BadRecord("record.file_cut_off", path=str(place), line=line or error.values["line"])
    if line:
        return BadRecord("record.file_line", path=str(place), line=line, why=error)
    return BadRecord("record.file_whole", path=str(place), why=error)


def load_all(path: str | os.PathLike[str]) -> list[Any]:
    """All records of a file."""
    return list(iter_records(path))


def load(path: str | os.PathLike[str], number: int | None = None) -> Any:
    """One record of a file: the only one, or the one of that number, from 1."""
    records = load_all(path)
    if number is None:
        if len(records) > 1:
            raise BadRecord("record.several", path=str(path), count=len(records))
        return records[0]
    if not 1 <= number <= len(records):
        raise BadRecord("record.no_such_game", path=str(path), count=len(records), number=number)
    return records[number - 1]
