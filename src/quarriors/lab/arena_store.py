"""The folder of an arena: finished games, safe from Ctrl-C and crashes.

`arena.json` says what is played. `games-0001.jsonl` and so on are records, one a line, as every
other command reads them. `results.jsonl` has a line for each finished game: who won, who forfeited,
how long the bots took, and in which part and up to which byte its record is. A game is finished
when its line of results is whole; anything beyond that is cut off when the arena goes on.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Final

from quarriors.lab.append_log import AppendLog, unusable
from quarriors.lab.arena_match import BadArena, Match, Schedule, read_match
from quarriors.lab.atomic_files import LOCK, locked, write_whole
from quarriors.record.files import to_line

MANIFEST: Final = "arena.json"
RESULTS: Final = "results.jsonl"
BROKEN: Final = "broken.jsonl"
FORMAT: Final = "quarriors-arena"
VERSION: Final = 1
PART_GAMES: Final = 1000

# What must be the same for an arena to go on, and the options that say it.
OPTIONS: Final = {
    "bots": "--bots",
    "seed": "--seed",
    "limit_ms": "--limit-ms",
    "rules": "--players, --edition, --sets, --variants, --modules",
}


def part_name(part: int) -> str:
    """The file of a part, from 1."""
    return f"games-{part:04}.jsonl"


@dataclass(frozen=True)
class _Kept:
    """A line of results and where its record is."""

    match: Match
    part: int
    end: int
    line: bytes


class Store:
    """An open folder, locked against other writers until it is closed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.dropped = 0  # damaged lines of results, whose games are played again
        self._files = ExitStack()
        self._part_file = self._files.enter_context(ExitStack())
        self._part = 1
        self._games = 0  # in this part
        self._end = 0  # of this part
        self._records: AppendLog | None = None
        self._results: AppendLog | None = None
        try:
            folder.mkdir(parents=True, exist_ok=True)
            lock = self._files.enter_context((folder / LOCK).open("ab"))
        except (FileExistsError, NotADirectoryError) as error:
            raise BadArena("not_a_folder", path=str(folder)) from error
        except OSError as error:
            raise unusable(folder, error) from error
        if not locked(lock):
            self._files.close()
            raise BadArena("in_use", path=str(folder))

    def close(self) -> None:
        """Leave the folder to others."""
        self._files.close()

    # --- what is played --------------------------------------------------------------------------

    def manifest(self) -> dict[str, Any] | None:
        """What the folder says is played in it; None if it is new."""
        path = self.folder / MANIFEST
        try:
            stored = json.loads(path.read_bytes())
        except FileNotFoundError:
            if (self.folder / RESULTS).exists() or (self.folder / part_name(1)).exists():
                raise BadArena("no_manifest", path=str(self.folder), name=MANIFEST) from None
            return None
        except (ValueError, RecursionError) as error:
            raise BadArena("bad_manifest", path=str(path)) from error
        except OSError as error:
            raise unusable(path, error) from error
        known = isinstance(stored, dict) and stored.get("format") == FORMAT
        if not known or stored.get("version") != VERSION or type(stored.get("seed")) is not int:
            raise BadArena("bad_manifest", path=str(path))
        return dict(stored)

    def agree(self, wanted: Mapping[str, Any]) -> None:
        """Write down what is played, or refuse if something else is."""
        stored = self.manifest()
        if stored is None:
            self._replace(MANIFEST, json.dumps(wanted, ensure_ascii=False, indent=1).encode())
            return
        for key, option in OPTIONS.items():
            if stored.get(key) != wanted[key]:
                values = {"there": _shown(stored.get(key)), "here": _shown(wanted[key])}
                raise BadArena("other", path=str(self.folder), option=option, **values)
        for key in ("engine", "cards"):
            if stored.get(key) != wanted[key]:
                raise BadArena("other_program", path=str(self.folder))

    # --- what was played -------------------------------------------------------------------------

    def load(self, schedule: Schedule, names: Sequence[str]) -> list[Match]:
        """All finished games; afterwards the folder holds them and nothing else."""
        try:
            kept = self._kept(schedule, names)
            self._open(kept)
        except OSError as error:
            raise unusable(self.folder, error) from error
        return [entry.match for entry in kept]

    def _kept(self, schedule: Schedule, names: Sequence[str]) -> list[_Kept]:
        """The lines of results that are whole and whose records are there, each game once."""
        path = self.folder / RESULTS
        lines = path.read_bytes().splitlines(keepends=True) if path.exists() else []
        kept: dict[int, _Kept] = {}
        with ExitStack() as files:
            parts: dict[int, IO[bytes] | None] = {}

            def has(part: int, end: int) -> bool:
                """Whether a record ends there."""
                if part not in parts:
                    place = self.folder / part_name(part)
                    there = place.is_file()
                    parts[part] = files.enter_context(place.open("rb")) if there else None
                file = parts[part]
                if file is None:
                    return False
                file.seek(end - 1)
                return file.read(1) == b"\n"

            for line in lines:
                entry = _read_line(line, schedule, names, has)
                if entry is None or entry.match.index in kept:
                    # The last line is cut off when a process is killed while it writes.
                    self.dropped += line.endswith(b"\n")
                else:
                    kept[entry.match.index] = entry
        if len(kept) < len(lines):
            self._replace(RESULTS, b"".join(entry.line for entry in kept.values()))
        return list(kept.values())

    def _open(self, kept: Sequence[_Kept]) -> None:
        """Cut off what belongs to no finished game, and get ready to write on."""
        ends: dict[int, int] = {}
        for entry in kept:
            ends[entry.part] = max(entry.end, ends.get(entry.part, 0))
        for path in sorted(self.folder.glob("games-*.jsonl")):
            number = path.stem.partition("-")[2]
            if number.isdecimal() and path.name == part_name(int(number)):
                end = ends.get(int(number), 0)
                if path.stat().st_size > end:
                    os.truncate(path, end)
        self._part = max(ends, default=1)
        self._games = sum(entry.part == self._part for entry in kept)
        self._end = ends.get(self._part, 0)
        self._results = self._lines(RESULTS, self._files)
        self._records = self._lines(part_name(self._part), self._part_file)

    # --- writing ---------------------------------------------------------------------------------

    def add(self, match: Match, names: Sequence[str]) -> None:
        """Keep a finished game: first its record, then the line that says it is finished."""
        assert self._results is not None, "load first"
        if self._games >= PART_GAMES:
            self._part += 1
            self._games = self._end = 0
            self._part_file.close()
            self._records = self._lines(part_name(self._part), self._part_file)
        assert self._records is not None, "load first"
        self._end += self._records.add(f"{match.record}\n")
        self._games += 1
        stored = {**match.to_dict(names), "part": self._part, "end": self._end}
        self._results.add(f"{to_line(stored)}\n")

    def add_broken(self, record: str) -> None:
        """Keep the record of a game that broke, apart from the finished ones."""
        with ExitStack() as files:
            self._lines(BROKEN, files).add(f"{record}\n")

    def _lines(self, name: str, files: ExitStack) -> AppendLog:
        path = self.folder / name
        try:
            return AppendLog(path, files.enter_context(path.open("ab", buffering=0)))
        except OSError as error:
            raise unusable(path, error) from error

    def _replace(self, name: str, content: bytes) -> None:
        """A file with new content, or the old one."""
        path = self.folder / name
        try:
            write_whole(path, content)
        except OSError as error:
            raise unusable(path, error) from error


def _read_line(
    line: bytes, schedule: Schedule, names: Sequence[str], has: Callable[[int, int], bool]
) -> _Kept | None:
    """What a line of results tells; None if it is damaged or its record is not there."""
    try:
        stored = json.loads(line) if line.endswith(b"\n") else None
        part, end = (stored["part"], stored["end"]) if isinstance(stored, dict) else (0, 0)
    except (ValueError, KeyError, RecursionError):
        return None
    match = read_match(stored, schedule, names)
    if match is None or type(part) is not int or type(end) is not int or part < 1 or end < 1:
        return None
    return _Kept(match, part, end, line) if has(part, end) else None


def _shown(value: object) -> str:
    """A value of the manifest in a few words."""
    if isinstance(value, list):
        return ",".join(str(item) for item in value)
    return "-" if value is None else json.dumps(value, ensure_ascii=False)
