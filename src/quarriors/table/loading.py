"""Tables read again from what is stored, and the snapshots that are stored beside their entries.

Snapshots are taken only between effects (they name no ability that might have been changed) and
where nothing can be taken back (they need not remember the way back). Taking and writing one costs
more than an answer does, so a table that is played fast gets fewer than one a turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from quarriors.__about__ import __version__
from quarriors.engine import queries
from quarriors.engine.errors import QuarriorsError
from quarriors.table.clock import Clocks
from quarriors.table.entries import (
    ChatSwitched,
    Entry,
    Failed,
    Flagged,
    Forgotten,
    GaveBack,
    Migrated,
    Ordered,
    Rekeyed,
    Started,
    StoodIn,
    UndoneByConsent,
)
from quarriors.table.errors import BrokenTable
from quarriors.table.snapshots import Snapshot, position_of, read_snapshot, write_snapshot
from quarriors.table.table import LiveTable
from quarriors.table.table_header import TableHeader, catalog_of_head
from quarriors.table.values import value
from quarriors.view.timeline import Timeline


@value()
class Stored:
    """One entry as it comes from the store, with the snapshot that was written beside it."""

    seq: int
    entry: Entry
    at: float
    snapshot: bytes | None = None


# What holds on, whatever is played after it.
LASTING = (Ordered, StoodIn, GaveBack, Flagged, Failed, Rekeyed, ChatSwitched, Forgotten)
SNAPSHOT_SECONDS = 5.0  # between two snapshots of a table: the most play that a fix can cost

# --- taking ------------------------------------------------------------------------------------


def snapshot(table: LiveTable) -> bytes | None:
    """The table as it stands, at most once a turn; None where there is none to take.

    It is written beside the next entry and tells how things were before it: the caller has this
    in hand at the moment it writes, and what follows from the entry only afterwards.
    """
    timeline = table.timeline
    if timeline is None or timeline.game.over or timeline.steps:
        return None
    game = timeline.game
    if game.turn == table.snapshot_turn or not queries.between_effects(queries.state(game)):
        return None
    if 0.0 <= table.at - table.snapshot_at < SNAPSHOT_SECONDS:
        return None
    table.snapshot_turn = game.turn
    table.snapshot_at = table.at
    return write_snapshot(take(table, timeline), table.view_parts.encoder)


def take(table: LiveTable, timeline: Timeline[Clocks]) -> Snapshot:
    """All that a table is now; there must be nothing that could be taken back."""
    origin = timeline.origin
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
        position_of(timeline.game),
        list(timeline.game.answers),
        timeline.why,
        list(table.seats),
        table.clocks,
        table.host_hash,
        table.chat_closed,
        timeline.whose,
        timeline.chosen,
        table.taken_over,
        table.consent_undos,
    )


# --- reading a table again -----------------------------------------------------------------------


def from_snapshot(head: TableHeader, data: bytes, *, forget: bool = False) -> LiveTable:
    """The table as it stood when the snapshot was taken; entries after it are to be folded."""
    table = LiveTable(head)
    shot = read_snapshot(data)
    table.put_back(shot, forget=forget)
    table.seq = shot.seq
    table.state = shot.state
    table.at = shot.at
    return table


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
    return _go_on(head, stored)


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
            entry = replace(entry, cards=catalog_of_head(head).hash)
        if row.snapshot is not None and table.timeline is not None:
            shot = read_snapshot(row.snapshot)
            if shot.seq == table.seq and queries.migrated(shot.wire) != position_of(table.game):
                raise BrokenTable(f"Table {head.id}: entry {row.seq} was made elsewhere.")
        table.fold(row.seq, entry, row.at)
    return table


def _go_on(head: TableHeader, stored: Sequence[Stored]) -> tuple[LiveTable, list[Entry]]:
    """Go back to the last snapshot that can be gone on from by the cards and rules of today.

    Answers after it are lost; who plays for whom, and by which orders, is not.
    """
    last = stored[-1]
    reasons: list[str] = []
    undone: list[int] = []  # how many answers were left each time that the game went back later
    for row in reversed(stored):
        if isinstance(row.entry, UndoneByConsent):
            undone.append(row.entry.answers)
        data = row.entry.snapshot if isinstance(row.entry, Migrated) else row.snapshot
        if data is None:
            continue
        try:
            if undone and len(read_snapshot(data).answers) > min(undone):
                continue  # what it shows was taken back by consent
            table = from_snapshot(head, data, forget=True)
        except QuarriorsError as error:
            reasons.append(f"{row.seq}: {error}")
            continue
        first = row.seq + 1 if isinstance(row.entry, Migrated) else row.seq
        for later in stored[first - 1 :]:
            if isinstance(later.entry, LASTING):
                table.seq = later.seq - 1
                table.fold(later.seq, later.entry, later.at)
        table.consent_undos += len(undone)
        table.seq = last.seq
        table.at = last.at
        assert table.timeline is not None, "snapshots are of games"
        shot = write_snapshot(take(table, table.timeline))
        return table, [Migrated(table.cards, __version__, shot)]
    raise BrokenTable(
        f"Table {head.id} was played by other cards or rules, and no snapshot of it can be gone on "
        f"from ({'; '.join(reasons) or 'there is none'})."
    )
