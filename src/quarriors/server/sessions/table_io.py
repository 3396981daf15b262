"""Between the store, which knows bytes, and tables, which know no database.

Reading a table whole, encoding what is to be written, and the summary by which lists and other
processes find a table without reading it.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Sequence

import msgspec
from msgspec import Struct

from quarriors.__about__ import __version__
from quarriors.cards.language.faults import FaultyCards
from quarriors.server.protocol.codec import decoder, encode
from quarriors.server.store import NewEntry, Store, Summary
from quarriors.server.store.store import Said
from quarriors.table.entries import Entry, Leave, Sit, Started
from quarriors.table.errors import BrokenTable, Refusal
from quarriors.table.loading import Stored, load, snapshot
from quarriors.table.messages import ChatLine, Clock
from quarriors.table.table import LiveTable, Stage
from quarriors.table.table_header import TableHeader, catalog_of_head, decode_head


class ListedSeat(Struct, frozen=True):
    """Who sits at a table that is listed."""

    kind: str
    name: str = ""
    bot: str = ""


class ListedTable(Struct, frozen=True):
    """A table as lists show it; what the database knows by itself is filled in when it is read."""

    seats: tuple[ListedSeat, ...]
    edition: str
    sets: tuple[str, ...]
    clock: Clock
    language: str
    table: str = ""
    created: float = 0.0
    updated: float = 0.0
    stage: Stage = "waiting"


_KEY = re.compile("[A-Za-z0-9_-]{1,64}")  # of a table; no other text reaches the database
_decode_listed: Callable[[str], ListedTable] = decoder(ListedTable)
decode_entry: Callable[[bytes], Entry] = decoder(Entry)


def summary(table: LiveTable, entries: Sequence[Entry], due_in: float | None) -> Summary:
    """How a table is found once these entries are written.

    That a game is over is seen only when it has been played: it stays `playing` in the list of
    stages until the scheduler looks at it, and is due until then.
    """
    setup = table.head.setup
    stage = table.stage
    if stage != "waiting" and not (setup.open and setup.watch):
        return Summary(stage, False, due_in, "")
    seats = [ListedSeat(one.kind, one.name, one.bot) for one in table.seats]
    for entry in entries:
        if isinstance(entry, Sit):
            seats[entry.seat] = ListedSeat(entry.kind, entry.name, entry.bot)
        elif isinstance(entry, Leave):
            seats[entry.seat] = ListedSeat("free")
        elif isinstance(entry, Started):
            stage = "playing"
    waiting = stage == "waiting"
    free = any(one.kind == "free" for one in seats)
    listed = setup.open and (free if waiting else setup.watch)
    text = ""
    if listed:
        shown = ListedTable(tuple(seats), setup.edition, setup.sets, setup.clock, setup.language)
        text = encode(shown).decode()
    return Summary(stage, listed, None if waiting and free else due_in, text)


def renamed_listing(players: str, seat: int, name: str, stage: str) -> str:
    """What lists show of a table, with another name at a seat, which is free before the game."""
    if not players:
        return players
    listed = _decode_listed(players)
    seats = list(listed.seats)
    before = seats[seat]
    seats[seat] = ListedSeat("free") if stage == "waiting" else ListedSeat(before.kind, name, "")
    return encode(msgspec.structs.replace(listed, seats=tuple(seats))).decode()


async def listed_tables(store: Store, limit: int, stage: Stage = "waiting") -> list[ListedTable]:
    """Open tables of a stage, the newest changes first.

    Those that wait have a free seat; games in play and finished ones are listed if people may
    watch.
    """
    return [
        msgspec.structs.replace(
            _decode_listed(row.players),
            table=row.table_id,
            created=row.created,
            updated=row.updated,
            stage=stage,
        )
        for row in await store.open_tables(limit, stage)
    ]


def to_write(table: LiveTable, entries: Sequence[Entry], at: float) -> list[NewEntry]:
    """Entries as the store takes them; the first brings a snapshot of the table before it."""
    shots: list[bytes | None] = [None] * len(entries)
    shots[0] = snapshot(table)
    return [NewEntry(encode(entry), at, shot) for entry, shot in zip(entries, shots, strict=True)]


async def read_table(store: Store, table_id: str) -> tuple[LiveTable, list[Entry]]:
    """A table from the store, and what must be written before it can be played (`load`).

    The newest snapshot is read along, to notice that cards or rules were fixed since; older ones
    only if it cannot be gone on from.
    """
    data = await store.head(table_id) if _KEY.fullmatch(table_id) else None
    if data is None:
        raise Refusal("no_table", "service.no_table")
    over = await store.stage(table_id) == "over"
    lines = [(line.seq, decode_entry(line.data), line.at) for line in await store.entries(table_id)]
    shots: dict[int, bytes] = {}
    until: int | None = None
    while True:
        found = None if over else await store.snapshot(table_id, until)
        if found is not None:
            shots[found[0]] = found[1]
            until = found[0] - 1
        stored = [Stored(seq, entry, at, shots.get(seq)) for seq, entry, at in lines]
        try:
            # A long game takes a while to play again; other tables go on meanwhile.
            return await asyncio.to_thread(load, decode_head(data), stored, over=over)
        except FaultyCards as error:  # a pack that was right once, for another program
            raise _other_rules(decode_head(data)) from error
        except BrokenTable as error:
            if found is None:
                raise _refused(decode_head(data), lines, error) from error


def _refused(
    head: TableHeader, lines: Sequence[tuple[int, Entry, float]], error: BrokenTable
) -> Refusal | BrokenTable:
    """Why a table cannot be read: it was begun by rules no longer played, or it is broken.

    Its entries stay as they are: a program that plays those rules goes on with them.
    """
    here = catalog_of_head(head).hash
    if any(isinstance(entry, Started) and entry.cards != here for _, entry, _ in lines):
        return _other_rules(head)
    return error


def _other_rules(head: TableHeader) -> Refusal:
    return Refusal("version", "service.other_rules", engine=head.engine, here=__version__)


def chat_line(said: Said) -> ChatLine:
    """A stored line of chat as clients get it; a watcher's seat is -1."""
    seat = -1 if said.seat is None else said.seat
    return ChatLine(said.number, seat, said.name, said.text, said.at)
