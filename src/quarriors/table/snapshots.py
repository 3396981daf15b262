"""A table's position kept whole, and tables read again from what is stored.

A table is its entries, and loading plays them again. A snapshot is for the one case in which that
fails: cards or rules were fixed while the game was on, so old answers may no longer be possible.
Then the game goes on from its last snapshot by the cards of today, and an entry says so. Snapshots
are taken only between effects (they name no ability that might have been changed) and where nothing
can be taken back (they need not remember the way back). Taking and writing one costs more than an
answer does, so a table that is played fast gets fewer than one a turn.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec import Struct
from msgspec.structs import replace as changed

from quarriors.__about__ import __version__
from quarriors.cards.load import catalog_of
from quarriors.engine import queries
from quarriors.engine.errors import QuarriorsError
from quarriors.engine.rules import Rules
from quarriors.engine.setup import lay_table
from quarriors.game import Game, Origin
from quarriors.record.replay import check_position
from quarriors.table.clock import Clocks
from quarriors.table.entries import (
    By,
    Entry,
    Failed,
    Flagged,
    GaveBack,
    Migrated,
    Ordered,
    Started,
    StoodIn,
)
from quarriors.table.errors import BrokenTable
from quarriors.table.seats import Seated
from quarriors.table.table import LiveTable
from quarriors.table.table_header import TableHeader, catalog_of_head
from quarriors.view.timeline import NOTHING, Timeline


class Snapshot(Struct, frozen=True):
    """Everything that a table is at one moment of its game."""

    seq: int
    state: int
    at: float
    by: By
    cards: str
    rules: dict[str, object]
    wilds: tuple[str, ...]
    first: int
    position: list[list[int]] | None  # what the game began from, if it was migrated before
    wire: list[list[int]]
    answers: list[int]
    why: str
    seats: list[Seated]
    clocks: Clocks


class Stored(Struct, frozen=True):
    """One entry as it comes from the store, with the snapshot that was written beside it."""

    seq: int
    entry: Entry
    at: float
    snapshot: bytes | None = None


SNAPSHOT_SECONDS = 5.0  # between two snapshots of a table: the most play that a fix can cost

_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(Snapshot)


# --- taking ------------------------------------------------------------------------------------


def snapshot(table: LiveTable) -> bytes | None:
    """The table as it stands, at most once a turn; None where there is none to take.

    It is written beside the next entry and tells how things were before it: the caller has this
    in hand at the moment it writes, and what follows from the entry only afterwards.
    """
    course = table.course
    if course is None or course.game.over or course.steps:
        return None
    game = course.game
    if game.turn == table.shot_turn or not queries.between_effects(queries.state(game)):
        return None
    if 0.0 <= table.at - table.shot_at < SNAPSHOT_SECONDS:
        return None
    table.shot_turn = game.turn
    table.shot_at = table.at
    return _encoder.encode(take(table, course))


def take(table: LiveTable, course: Timeline[Clocks]) -> Snapshot:
    """All that a table is now; there must be nothing that could be taken back."""
    origin = course.origin
    return Snapshot(
        table.seq,
        table.state,
        table.at,
        table.by,
        origin.catalog.hash,
        origin.rules.to_dict(),
        origin.wilds,
        origin.first,
        None if origin.position is None else [list(part) for part in origin.position],
        _wire(course.game),
        list(course.game.answers),
        course.why,
        list(table.seats),
        table.clocks,
    )


# --- putting back --------------------------------------------------------------------------------


def _wire(game: Game) -> list[list[int]]:
    """The position of a game as a snapshot keeps it."""
    return queries.unscripted_wire(queries.state(game))


def from_snapshot(head: TableHeader, data: bytes, *, forget: bool = False) -> LiveTable:
    """The table as it stood when the snapshot was taken; entries after it are to be folded."""
    table = LiveTable(head)
    shot = put_back(table, data, forget=forget)
    table.seq = shot.seq
    table.state = shot.state
    table.at = shot.at
    return table


def put_back(table: LiveTable, data: bytes, *, forget: bool) -> Snapshot:
    """Give a table the game, seats and clocks of a snapshot.

    Where answers of old may not be possible any more, the game must `forget` them: it then begins
    with this position. Otherwise it knows its whole past.
    """
    shot = _read(data)
    rules = Rules.from_dict(shot.rules)
    catalog = catalog_of(rules)
    known = shot.cards == catalog.hash and not forget
    laid = lay_table(rules, catalog, [catalog.card(name) for name in shot.wilds])
    check_position(laid, shot.wire, "record.bad_position")
    began = shot.position if known else shot.wire
    position = None if began is None else tuple(tuple(part) for part in began)
    origin = Origin(rules, shot.wilds, int(table.head.seed), shot.first, position, catalog)
    names = tuple(seat.name for seat in shot.seats)
    answers = list(shot.answers) if known else []
    why = shot.why if known else NOTHING
    course: Timeline[Clocks] = Timeline.at(origin, laid, names, shot.wire, answers, why)
    if position is not None:  # only a migrated game begins in the middle
        course.note_first("mended", "server", "table.mended")
    table.course = course
    table.seats = list(shot.seats)
    table.clocks = shot.clocks
    table.cards = catalog.hash
    table.by = shot.by
    table.shot_turn = course.game.turn
    table.shot_at = shot.at
    table.shown = {}
    return shot


def _read(data: bytes) -> Snapshot:
    try:
        return _decoder.decode(data)
    except msgspec.DecodeError as error:
        raise BrokenTable(f"the snapshot cannot be read: {error}") from error


# --- reading a table again -----------------------------------------------------------------------


def load(
    head: TableHeader, stored: Sequence[Stored], *, over: bool = False
) -> tuple[LiveTable, list[Entry]]:
    """A table from all its entries, and what must be written before it can be played.

    Nothing is to be written but after cards or rules were fixed; the entry then tells everybody
    where the game goes on. That is noticed by the hash of the cards, by an answer that is not
    possible any more, and by a snapshot that a replay does not lead to; the last two only if
    snapshots are given. A game that was `over` by then is only looked at: it is shown by the rules
    of today if they lead to its end, and not at all if they do not.
    """
    for number, row in enumerate(stored, 1):
        if row.seq != number:
            raise BrokenTable(f"Table {head.id}: entry {number} is missing.")
    here = catalog_of_head(head).hash
    same = _cards(stored, here) == here
    if over:
        table = _replayed(head, stored)
        if table.stage != "over":
            raise BrokenTable(f"Table {head.id} was over, and is not by the rules of today.")
        return table, []
    if same:
        try:
            return _replayed(head, stored), []
        except BrokenTable:
            if all(row.snapshot is None for row in stored):
                raise
    return _mend(head, stored)


def _cards(stored: Sequence[Stored], here: str) -> str:
    """The hash of the cards the game is played with; before it begins, those of today will be."""
    found = here
    for row in stored:
        if isinstance(row.entry, (Started, Migrated)):
            found = row.entry.cards
    return found


def _replayed(head: TableHeader, stored: Sequence[Stored]) -> LiveTable:
    """The table by playing everything again since the last migration."""
    migrated = max((row.seq for row in stored if isinstance(row.entry, Migrated)), default=0)
    table = LiveTable(head)
    for row in stored:
        if row.seq < migrated:
            table.skip(row.seq, row.at)
            continue
        entry = row.entry
        if isinstance(entry, Started):
            entry = changed(entry, cards=catalog_of_head(head).hash)
        if row.snapshot is not None and table.course is not None:
            shot = _read(row.snapshot)
            if shot.seq == table.seq and queries.migrated(shot.wire) != _wire(table.game):
                raise BrokenTable(f"Table {head.id}: entry {row.seq} was made elsewhere.")
        table.fold(row.seq, entry, row.at)
    return table


def _mend(head: TableHeader, stored: Sequence[Stored]) -> tuple[LiveTable, list[Entry]]:
    """Go back to the last snapshot that can be gone on from by the cards and rules of today.

    Answers after it are lost; who plays for whom, and by which orders, is not.
    """
    last = stored[-1]
    reasons: list[str] = []
    for row in reversed(stored):
        data = row.entry.snapshot if isinstance(row.entry, Migrated) else row.snapshot
        if data is None:
            continue
        try:
            table = from_snapshot(head, data, forget=True)
        except QuarriorsError as error:
            reasons.append(f"{row.seq}: {error}")
            continue
        first = row.seq + 1 if isinstance(row.entry, Migrated) else row.seq
        for later in stored[first - 1 :]:
            if isinstance(later.entry, (Ordered, StoodIn, GaveBack, Flagged, Failed)):
                table.seq = later.seq - 1
                table.fold(later.seq, later.entry, later.at)
        table.seq = last.seq
        table.at = last.at
        assert table.course is not None, "snapshots are of games"
        shot = _encoder.encode(take(table, table.course))
        return table, [Migrated(table.cards, __version__, shot)]
    raise BrokenTable(
        f"Table {head.id} was played by other cards or rules, and no snapshot of it can be gone on "
        f"from ({'; '.join(reasons) or 'there is none'})."
    )
