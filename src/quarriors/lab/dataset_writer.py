"""The folder of a simulation: tables in part files, safe from Ctrl-C, crashes and `kill -9`.

`results.json` says what is played. Games are numbered; a fixed number of consecutive ones makes a
part, which is one Parquet file in the folder of each table, written when all its games are there.
Until then finished games wait as lines of `open.jsonl`, of which only whole lines count. So a stop
at any moment loses only games under way, and since a game follows from its number alone, the files
are the same to the last byte however often it was stopped.
"""

from __future__ import annotations

import io
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, Final

import msgspec

from quarriors.game import Game
from quarriors.lab.append_log import AppendLog, unusable
from quarriors.lab.atomic_files import BESIDE, LOCK, write_whole
from quarriors.lab.dataset_reader import (
    BROKEN_GAMES,
    MANIFEST,
    OPEN,
    Manifest,
    data_types,
    is_whole,
    open_results,
    outcome_of,
    part_path,
    read_manifest,
)
from quarriors.lab.errors import LabError, needed
from quarriors.lab.executor import Executor, Stop, is_count, never, run_jobs
from quarriors.lab.folder_lock import claimed_folder
from quarriors.lab.game_stats import GameStats
from quarriors.lab.schema import FORMAT, NESTED, TABLES, VERSION, Columns
from quarriors.lab.simulate import GameFailed, Outcome, Plan, check_plan, play_game

FEWEST_IN_PART: Final = 50
MOST_IN_PART: Final = 1000
PARTS: Final = 20  # at least, if the parts do not get too small
# Without this the size of the groups might depend on the machine, and with it the bytes.
ROWS_IN_GROUP: Final = 1 << 18

_decoder: Final = msgspec.json.Decoder(Columns)

# What must be the same for a simulation to go on, and the options that say it.
OPTIONS: Final = {
    "games": "--games",
    "decisions": "--decisions",
    "seats": "--seats",
    "seed": "--seed",
    "rules": "--edition, --sets, --variants, --modules",
    "wilds": "--wilds, --code",
    "mix": "--mix",
    "include": "--include",
    "exclude": "--exclude",
    "featured": "--feature",
}


def part_size(games: int) -> int:
    """How many games make a part: a twentieth of them, but neither very few nor very many."""
    return min(max(-(-games // PARTS), FEWEST_IN_PART), MOST_IN_PART)


# --- one game ----------------------------------------------------------------------------------


def saved_game(
    plan: Plan, decisions: bool, index: int, halt: Stop = never
) -> tuple[Outcome, bytes] | None:
    """One game: what is summed up of it and the line that is kept of it; None if it was dropped."""
    taken: list[GameStats] = []

    def note(game: Game) -> GameStats:
        taken.append(GameStats(game, plan.seats, decisions=decisions))
        return taken[0]

    outcome = play_game(plan, index, halt, note)
    if outcome is None:
        return None
    return outcome, msgspec.json.encode(taken[0].columns(outcome)) + b"\n"


# --- the folder --------------------------------------------------------------------------------


class SavedSimulation:
    """A simulation in a folder that can be played, stopped and gone on with; use it in a `with`."""

    def __init__(
        self, folder: Path | str, plan: Plan, games: int, *, decisions: bool = False
    ) -> None:
        """Check everything and look at what is there; nothing is played yet."""
        needed("polars")
        if not is_count(games):
            raise LabError("games", games=games)
        check_plan(plan)
        plan = replace(plan, records=False, snapshots=False)
        self.manifest = Manifest(plan, games, decisions, part_size(games))
        self.folder = Path(folder)
        self.dropped = 0  # damaged lines, whose games are played again
        self._files = ExitStack()
        self._journal: AppendLog | None = None
        self._journal_file = self._files.enter_context(ExitStack())
        self._waiting: dict[int, bytes] = {}  # the lines of finished games of parts not yet full
        self._counts: Counter[int] = Counter()  # how many of each part wait
        try:
            self._lock()
            try:
                self._agree()
                self._load()
            except OSError as error:
                raise unusable(self.folder, error) from error
        except BaseException:
            self.close()
            raise
        self.found = self.finished

    def __enter__(self) -> SavedSimulation:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Leave the folder to others."""
        self._files.close()

    def _lock(self) -> None:
        try:
            if not (self.folder / MANIFEST).exists() and self.folder.is_dir():
                ours = (LOCK, MANIFEST + BESIDE)
                if any(entry.name not in ours for entry in self.folder.iterdir()):
                    raise LabError("not_ours", path=self.folder, name=MANIFEST)
        except OSError as error:
            raise unusable(self.folder, error) from error
        self._files.enter_context(claimed_folder(self.folder))

    def _agree(self) -> None:
        """Write down what is played, or refuse if something else is."""
        path = self.folder / MANIFEST
        wanted = self.manifest.to_dict()
        if not path.exists():
            text = json.dumps(wanted, ensure_ascii=False, indent=1) + "\n"
            write_whole(path, text.encode())
            return
        told = read_manifest(self.folder).to_dict()
        flat, asked = {**told, **told["plan"]}, {**wanted, **wanted["plan"]}
        for key, option in OPTIONS.items():
            if flat.get(key) != asked[key]:
                values = {"there": _shown(flat.get(key)), "here": _shown(asked[key])}
                raise LabError("other", path=self.folder, option=option, **values)
        if told != wanted:
            raise LabError("other_program", path=self.folder)

    # --- what is there ---------------------------------------------------------------------------

    @property
    def finished(self) -> int:
        """How many games are done, those that were there included."""
        parts = range(self.manifest.parts)
        whole = sum(len(self.manifest.games_of(part)) for part in parts if part in self._whole)
        return whole + len(self._waiting)

    def _load(self) -> None:
        """Look which parts are whole, and read the games that wait for the others."""
        for name in self.manifest.tables:
            (self.folder / name).mkdir(exist_ok=True)
            for left in (self.folder / name).glob(f"*{BESIDE}"):
                left.unlink()
        parts = range(self.manifest.parts)
        self._whole = {part for part in parts if is_whole(self.folder, self.manifest, part)}
        path = self.folder / OPEN
        lines = path.read_bytes().splitlines(keepends=True) if path.exists() else []
        kept: list[bytes] = []
        for line in lines:
            index = _number_of(line, self.manifest)
            if index is None:
                # The last line is cut off when a process is killed while it writes.
                self.dropped += line.endswith(b"\n")
            elif index not in self._waiting and self.manifest.part_of(index) not in self._whole:
                self._wait(index, line)
                kept.append(line)
        self._rewrite(kept if len(kept) < len(lines) else None)
        for part in parts:
            self._fill(part)

    def _rewrite(self, lines: Sequence[bytes] | None) -> None:
        """Open the file of waiting games to write on; with lines: with these and no others."""
        path = self.folder / OPEN
        self._journal_file.close()
        if lines is not None:
            write_whole(path, b"".join(lines))
        file = self._journal_file.enter_context(path.open("ab", buffering=0))
        self._journal = AppendLog(path, file)

    def outcomes(self) -> Iterator[Outcome]:
        """All finished games, in the order of their numbers."""
        results = open_results(self.folder)
        for part in range(self.manifest.parts):
            if part in self._whole:
                yield from results.outcomes_of(part)
            else:
                for index in self.manifest.games_of(part):
                    if index in self._waiting:
                        yield _outcome(self._waiting[index])

    # --- playing ---------------------------------------------------------------------------------

    def play(self, executor: Executor | int = 1, stop: Stop | None = None) -> Iterator[Outcome]:
        """Play what is missing on a number of processes or an executor; each game is kept at once.

        `stop` is asked all the time: once it says yes, games under way are dropped and whatever is
        finished still comes. A game that breaks ends the simulation with `GameFailed`; its record
        is kept beside the results.
        """
        jobs = [
            index
            for part in range(self.manifest.parts)
            if part not in self._whole
            for index in self.manifest.games_of(part)
            if index not in self._waiting
        ]
        work = partial(saved_game, self.manifest.plan, self.manifest.decisions)
        try:
            for outcome, line in run_jobs(work, jobs, executor, stop or never):
                self._add(outcome.index, line)
                yield outcome
        except GameFailed as error:
            with ExitStack() as files:
                path = self.folder / BROKEN_GAMES
                AppendLog(path, files.enter_context(path.open("ab", buffering=0))).add(
                    f"{error.record}\n"
                )
            raise

    def _add(self, index: int, line: bytes) -> None:
        """Keep a finished game; with the last one of its part, write the part."""
        assert self._journal is not None, "load first"
        self._journal.add(line)
        self._wait(index, line)
        try:
            self._fill(self.manifest.part_of(index))
        except OSError as error:
            raise unusable(self.folder, error) from error

    def _fill(self, part: int) -> None:
        """Write the files of a part if all its games are there; then they wait no more."""
        games = self.manifest.games_of(part)
        if self._counts[part] < len(games):
            return
        tables: Columns = {name: [[] for _ in TABLES[name]] for name in self.manifest.tables}
        for index in games:
            for name, columns in _decoder.decode(self._waiting[index]).items():
                for column, values in zip(tables[name], columns, strict=True):
                    column += values
        for name, columns in tables.items():
            write_whole(part_path(self.folder, name, part), table_bytes(name, columns))
        self._whole.add(part)
        del self._counts[part]
        for index in games:
            del self._waiting[index]
        self._rewrite(list(self._waiting.values()))

    def _wait(self, index: int, line: bytes) -> None:
        """A game waits for its part, as its line: a thousand games as objects would slow Python."""
        self._waiting[index] = line
        self._counts[self.manifest.part_of(index)] += 1


def table_bytes(name: str, columns: Sequence[Sequence[Any]]) -> bytes:
    """A table as the content of a Parquet file, with the version of the schema in it."""
    polars = needed("polars")
    frame = polars.DataFrame(
        [
            _column(polars, key, kind, values)
            for (key, kind), values in zip(data_types(name).items(), columns, strict=True)
        ]
    )
    file = io.BytesIO()
    metadata = {"format": FORMAT, "version": str(VERSION), "table": name}
    frame.write_parquet(
        file,
        compression="zstd",
        row_group_size=ROWS_IN_GROUP,
        metadata={f"quarriors.{key}": value for key, value in metadata.items()},
    )
    return file.getvalue()


def _column(polars: Any, name: str, kind: Any, values: Sequence[Any]) -> Any:
    """A column of a table; nested values are texts of JSON."""
    if not kind.is_nested():
        return polars.Series(name, values, dtype=kind)
    return polars.Series(name, values, dtype=polars.String).str.json_decode(kind)


def _number_of(line: bytes, manifest: Manifest) -> int | None:
    """The number of a game that waits for its part; None if the line is damaged."""
    if not line.endswith(b"\n"):
        return None
    try:
        tables = _decoder.decode(line)
        if list(tables) != manifest.tables:
            return None
        for name, columns in tables.items():
            if len(columns) != len(TABLES[name]) or len({len(column) for column in columns}) != 1:
                return None
        _outcome(line)
    except (ValueError, TypeError, KeyError, IndexError):
        return None
    numbers = tables["games"][0]
    if len(numbers) != 1 or type(numbers[0]) is not int or not 0 <= numbers[0] < manifest.games:
        return None
    return numbers[0]


def _outcome(line: bytes) -> Outcome:
    """What is summed up of a game that waits for its part."""
    rows: dict[str, list[list[Any]]] = {}
    tables = _decoder.decode(line)
    for name in ("games", "cards"):
        columns = [
            [json.loads(value) for value in values] if kind in NESTED else values
            for kind, values in zip(TABLES[name].values(), tables[name], strict=True)
        ]
        rows[name] = [list(row) for row in zip(*columns, strict=True)]
    return outcome_of(rows["games"][0], rows["cards"])


def _shown(value: object) -> str:
    """A value of the manifest in a few words."""
    if isinstance(value, list):
        return ",".join(str(item) for item in value) or "-"
    return "-" if value in (None, "") else json.dumps(value, ensure_ascii=False)
