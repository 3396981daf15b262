"""Reading the folder of a simulation: what was played, and its tables, read only where needed.

Apart from the writer, because reports and notebooks read folders that are finished.
Only whole parts are read: a folder can be looked at while its simulation is still going on.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from quarriors.__about__ import __version__
from quarriors.cards.known_packs import texts_of
from quarriors.cards.load import catalog_of
from quarriors.cards.pack import read_pack_text
from quarriors.engine.errors import QuarriorsError
from quarriors.engine.rules import Rules
from quarriors.lab import schema
from quarriors.lab.append_log import unusable
from quarriors.lab.errors import LabError, needed
from quarriors.lab.simulate import Outcome, Plan

if TYPE_CHECKING:
    from polars import LazyFrame

MANIFEST: Final = "results.json"
OPEN: Final = "open.jsonl"  # games that wait until their part is whole
BROKEN_GAMES: Final = "broken.jsonl"  # records of games that broke


# --- what is played ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Manifest:
    """What a folder says is played in it."""

    plan: Plan
    games: int  # asked for
    decisions: bool  # whether they are written too
    part_games: int
    engine: str = __version__
    cards: str = ""  # the fingerprint of the cards; empty: of those of this program

    @property
    def tables(self) -> list[str]:
        """The names of its tables."""
        return schema.table_names(self.decisions)

    @property
    def parts(self) -> int:
        """How many parts there will be."""
        return -(-self.games // self.part_games)

    def part_of(self, index: int) -> int:
        """The part of a game."""
        return index // self.part_games

    def games_of(self, part: int) -> range:
        """The games of a part; the last part may be smaller."""
        start = part * self.part_games
        return range(start, min(start + self.part_games, self.games))

    def to_dict(self) -> dict[str, Any]:
        """Plain values."""
        plan = self.plan
        return {
            "format": schema.FORMAT,
            "version": schema.VERSION,
            "engine": self.engine,
            "cards": self.cards or catalog_of(plan.rules).hash,
            "games": self.games,
            "part_games": self.part_games,
            "decisions": self.decisions,
            "plan": {
                "rules": plan.rules.to_dict(),
                "seats": list(plan.seats),
                "seed": plan.seed,
                "wilds": None if plan.wilds is None else list(plan.wilds),
                "mix": plan.mix,
                "include": list(plan.include),
                "exclude": list(plan.exclude),
                "featured": plan.featured,
            },
            **({"packs": texts_of(plan.rules.packs)} if plan.rules.packs else {}),
        }


def read_manifest(folder: Path) -> Manifest:
    """What a folder says is played in it; refused if it says nothing that we understand."""
    path = folder / MANIFEST
    try:
        data = json.loads(path.read_bytes())
    except (FileNotFoundError, NotADirectoryError) as error:
        raise LabError("no_results", path=folder) from error
    except (ValueError, RecursionError) as error:
        raise LabError("bad_manifest", path=path) from error
    except OSError as error:
        raise unusable(path, error) from error
    if not isinstance(data, dict) or data.get("format") != schema.FORMAT:
        raise LabError("bad_manifest", path=path)
    if data.get("version") != schema.VERSION:
        version = data.get("version")
        raise LabError("other_schema", path=folder, there=version, here=schema.VERSION)
    try:
        plan = data["plan"]
        held = [read_pack_text(text) for text in data.get("packs", {}).values()]
        found = Manifest(
            Plan(
                Rules.from_dict(plan["rules"]),
                tuple(plan["seats"]),
                plan["seed"],
                None if plan["wilds"] is None else tuple(plan["wilds"]),
                plan["mix"],
                tuple(plan["include"]),
                tuple(plan["exclude"]),
                plan["featured"],
            ),
            data["games"],
            data["decisions"],
            data["part_games"],
            data["engine"],
            data["cards"],
        )
        del held  # its rules hold them now
    except (KeyError, TypeError, QuarriorsError) as error:
        raise LabError("bad_manifest", path=path) from error
    numbers = (found.games, found.part_games, found.plan.seed)
    if not all(type(number) is int for number in numbers) or min(numbers[:2]) < 1:
        raise LabError("bad_manifest", path=path)
    return found


# --- parts -------------------------------------------------------------------------------------


def part_path(folder: Path, table: str, part: int) -> Path:
    """The file of a part, from 0."""
    return folder / table / f"part-{part:05}.parquet"


def is_whole(folder: Path, manifest: Manifest, part: int) -> bool:
    """Whether all files of a part are there; none of them is there before it is whole."""
    return all(part_path(folder, name, part).is_file() for name in manifest.tables)


def data_types(table: str) -> dict[str, Any]:
    """The columns of a table with the types that Polars has for them."""
    polars = needed("polars")
    kinds = {
        schema.INT: polars.Int32,
        schema.LONG: polars.Int64,
        schema.REAL: polars.Float64,
        schema.TEXT: polars.String,
        schema.FLAG: polars.Boolean,
        schema.INTS: polars.List(polars.Int32),
        schema.TEXTS: polars.List(polars.String),
        schema.TABLE_OF_INTS: polars.List(polars.List(polars.Int32)),
    }
    return {name: kinds[kind] for name, kind in schema.TABLES[table].items()}


def outcome_of(game: Sequence[Any], cards: Sequence[Sequence[Any]]) -> Outcome:
    """What is summed up of a game, from its row and those of its cards."""
    row = dict(zip(schema.TABLES["games"], game, strict=True))
    columns = list(schema.TABLES["cards"])
    name, captured = columns.index("card"), columns.index("captured")
    return Outcome(
        row["game"],
        row["seed"],
        row["first"],
        tuple(row["winners"]),
        tuple(row["glory"]),
        row["end"],
        row["rounds"],
        row["turns"],
        row["decisions"],
        tuple(row["wilds"]),
        {row[name]: tuple(row[captured]) for row in cards if any(row[captured])},
    )


# --- results -----------------------------------------------------------------------------------


class Results:
    """An opened folder; its tables are lazy frames of Polars."""

    def __init__(self, folder: Path, manifest: Manifest) -> None:
        self.path = folder
        self._told = manifest

    @property
    def manifest(self) -> Mapping[str, Any]:
        """What is played, as plain values."""
        return self._told.to_dict()

    @property
    def plan(self) -> Plan:
        """What all games have in common."""
        return self._told.plan

    @property
    def asked(self) -> int:
        """How many games were asked for."""
        return self._told.games

    @cached_property
    def parts(self) -> tuple[int, ...]:
        """The parts that are whole."""
        numbers = range(self._told.parts)
        return tuple(part for part in numbers if is_whole(self.path, self._told, part))

    @property
    def finished(self) -> int:
        """How many games can be read."""
        return sum(len(self._told.games_of(part)) for part in self.parts)

    @property
    def complete(self) -> bool:
        """Whether all games are there."""
        return self.finished == self.asked

    @property
    def tables(self) -> list[str]:
        """The names of the tables."""
        return self._told.tables

    def hash(self) -> str:
        """The SHA-256 of `results.json` and of all files of the tables, in their order."""
        whole = hashlib.sha256()
        paths = [part_path(self.path, name, part) for name in self.tables for part in self.parts]
        for path in (self.path / MANIFEST, *paths):
            try:
                whole.update(path.read_bytes())
            except OSError as error:
                raise unusable(path, error) from error
        return whole.hexdigest()

    def table(self, name: str) -> LazyFrame:
        """A table, in the order of the games; nothing is read before it is asked for."""
        if name not in self.tables:
            raise LabError("no_table", name=name, path=self.path, known=", ".join(self.tables))
        polars = needed("polars")
        paths = [part_path(self.path, name, part) for part in self.parts]
        if not paths:
            empty: LazyFrame = polars.LazyFrame(schema=data_types(name))
            return empty
        frame: LazyFrame = polars.scan_parquet(paths, glob=False)
        return frame

    @property
    def games(self) -> LazyFrame:
        """A row a game."""
        return self.table("games")

    @property
    def seats(self) -> LazyFrame:
        """A row a seat of a game."""
        return self.table("seats")

    @property
    def captures(self) -> LazyFrame:
        """A row a capture."""
        return self.table("captures")

    @property
    def cards(self) -> LazyFrame:
        """A row a card of a game."""
        return self.table("cards")

    @property
    def decisions(self) -> LazyFrame:
        """A row a decision, if they were asked for."""
        return self.table(schema.DECISIONS)

    def outcomes(self) -> Iterator[Outcome]:
        """All games that can be read, in order: food for `Summary`."""
        for part in self.parts:
            yield from self.outcomes_of(part)

    def outcomes_of(self, part: int) -> Iterator[Outcome]:
        """The games of a part."""
        cards: dict[int, list[Sequence[Any]]] = {}
        for row in self._read("cards", part):
            cards.setdefault(row[0], []).append(row)
        for game in self._read("games", part):
            yield outcome_of(game, cards.get(game[0], ()))

    def _read(self, table: str, part: int) -> list[Sequence[Any]]:
        polars = needed("polars")
        path = part_path(self.path, table, part)
        try:
            frame = polars.read_parquet(path, columns=list(schema.TABLES[table]), glob=False)
        except (polars.exceptions.PolarsError, OSError) as error:
            raise LabError("bad_part", path=path) from error
        rows: list[Sequence[Any]] = frame.rows()
        return rows


def open_results(path: Path | str) -> Results:
    """The results in a folder that `quarriors simulate --out` wrote, finished or not."""
    needed("polars")
    folder = Path(path)
    return Results(folder, read_manifest(folder))
