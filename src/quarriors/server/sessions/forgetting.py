"""Removing what a database keeps of a person, so that finished games can still be checked.

The person is known by a token. At every table where it was used, entries and snapshots are written
anew with another name and without the token, what the person said is deleted, and an entry says so,
which running servers fold like any other. Answers stay: without them the others' game would be
lost, and its record would not verify.
"""

from __future__ import annotations

import time
from dataclasses import astuple, dataclass, field, replace
from typing import Any

from sqlalchemy import Connection, delete, func, literal, or_, select, update
from sqlalchemy.dialects.postgresql import BYTEA

from quarriors.server.sessions.table_io import renamed_listing
from quarriors.server.store.administration import WRITTEN, entries_of, tell_servers
from quarriors.server.store.schema import (
    chat,
    codes,
    entries,
    heads,
    presence,
    reports,
    snapshots,
    subscriptions,
    tables,
)
from quarriors.table.entries import (
    Entry,
    Forgotten,
    Leave,
    Migrated,
    Rekeyed,
    Sit,
    decode,
    encode,
)
from quarriors.table.seats import Seated, unlike
from quarriors.table.snapshots import without_person
from quarriors.table.table_header import Kept, decode_head, encode_head
from quarriors.text import Texts
from quarriors.view.speech import default_names


@dataclass(frozen=True)
class Removed:
    """How much was removed."""

    tables: int = 0  # where the person sat or was the host
    names: int = 0  # replaced, in entries
    chat_lines: int = 0
    reports: int = 0  # by the person, and about what they said or are called

    def __add__(self, other: Removed) -> Removed:
        both = zip(astuple(self), astuple(other), strict=True)
        return Removed(*(one + two for one, two in both))


@dataclass
class Stay:
    """Somebody in a seat, from when they sat down until they left."""

    seat: Any  # int; None for a host who only watches
    name: str = ""
    hashes: set[str] = field(default_factory=set)
    seqs: list[int] = field(default_factory=list)  # of entries that name the person
    since: float = 0.0
    until: float = float("inf")


def tables_of(connection: Connection, hashed: str) -> list[str]:
    """The tables where a token was used, found by reading all of them."""
    found: set[str] = set()
    for part in (heads, entries):
        query = select(part.c.table_id).where(_contains(connection, part.c.data, hashed)).distinct()
        found.update(row.table_id for row in connection.execute(query))
    return sorted(found)


def _contains(connection: Connection, column: Any, text: str) -> Any:
    wanted = text.encode()
    if connection.dialect.name == "postgresql":
        return func.position(literal(wanted, BYTEA).op("IN")(column)) > 0
    return func.instr(column, wanted) > 0


def forget_member_at(connection: Connection, table_id: str, member: int) -> Removed:
    """Remove a member of the club from one table, wherever they sat there."""
    removed = Removed()
    for _, _, data in entries_of(connection, table_id):
        entry = decode(data)
        if isinstance(entry, Sit) and entry.member == member and entry.token_hash:
            removed += forget_at(connection, table_id, entry.token_hash)
    return removed


def forget_at(connection: Connection, table_id: str, hashed: str) -> Removed:
    """Remove the holder of a token, known by its hash, from one table."""
    row = connection.execute(
        select(tables.c.last, tables.c.stage, tables.c.players)
        .where(tables.c.id == table_id)
        .with_for_update()  # an append waits, and then has to read what is written here
    ).one_or_none()
    if row is None:
        return Removed()
    data = connection.execute(select(heads.c.data).where(heads.c.table_id == table_id)).scalar_one()
    head = decode_head(bytes(data))
    lines = [(seq, at, decode(data)) for seq, at, data in entries_of(connection, table_id)]
    stays, host_hashes = _stays(lines, head.host_hash)
    mine = [stay for stay in stays if hashed in stay.hashes]
    hashes = {hashed}.union(*(stay.hashes for stay in mine))
    kept = [one for one in head.kept if one.token_hash in hashes]
    host = bool(host_hashes & hashes)
    if not mine and not kept and not host:
        return Removed()
    _write_head(connection, table_id, head.kept, hashes)
    others = [
        Seated("person", stay.name)
        for stay in stays if stay not in mine and stay.until == float("inf")
    ]  # fmt: skip
    names = default_names(Texts(head.setup.language), len(head.setup.seats))
    by_number = {seq: entry for seq, _, entry in lines}
    total = Removed(1)
    found = Stay(None)
    for stay in mine:
        name = unlike(names[stay.seat], others)
        total += _forget_stay(connection, table_id, stay, name, by_number)
        if stay.until == float("inf"):
            found = Stay(stay.seat, name)
    if found.seat is not None or host:
        _write_snapshots(connection, table_id, lines, hashes, found.name)
        entry = Forgotten(found.seat, found.name, host)
        now = time.time()
        values: dict[str, object] = {"last": row.last + 1, "updated": now}
        if found.seat is not None:
            values["players"] = renamed_listing(row.players, found.seat, found.name, row.stage)
        if row.stage != "over":
            values["due"] = 0.0  # a bot may have to play
        connection.execute(
            entries.insert().values(table_id=table_id, seq=row.last + 1, at=now, data=encode(entry))
        )
        connection.execute(update(tables).where(tables.c.id == table_id).values(values))
    tell_servers(connection, WRITTEN, [table_id])
    return total


def _stays(lines: list[tuple[int, float, Entry]], host_hash: str) -> tuple[list[Stay], set[str]]:
    """Everybody who ever sat at a table, and the hashes of the tokens of its host."""
    stays: list[Stay] = []
    sitting: dict[int | None, Stay] = {}
    hosts = {host_hash}
    latest = host_hash
    for seq, at, entry in lines:
        if isinstance(entry, Sit) and entry.kind != "bot":
            stay = Stay(entry.seat, entry.name, {entry.token_hash}, [seq], at)
            stays.append(stay)
            sitting[entry.seat] = stay
        elif isinstance(entry, (Leave, Forgotten)) and entry.seat in sitting:
            sitting.pop(entry.seat).until = at
        elif isinstance(entry, Rekeyed):
            seated = sitting.get(entry.seat)
            if seated is None or latest in seated.hashes:
                latest = entry.token_hash
                hosts.add(latest)
            if seated is not None:
                seated.hashes.add(entry.token_hash)
                seated.seqs.append(seq)
    for stay in stays:
        stay.hashes.discard("")
    hosts.discard("")
    return stays, hosts


def _write_head(
    connection: Connection, table_id: str, before: tuple[Kept, ...], hashes: set[str]
) -> None:
    """Keep no seat for the person at the table of a rematch."""
    after = tuple(Kept() if one.token_hash in hashes else one for one in before)
    if after != before:
        mine = heads.c.table_id == table_id
        data = connection.execute(select(heads.c.data).where(mine)).scalar_one()
        new = encode_head(replace(decode_head(bytes(data)), kept=after))
        connection.execute(update(heads).where(mine).values(data=new))


def _forget_stay(
    connection: Connection, table_id: str, stay: Stay, name: str, lines: dict[int, Entry]
) -> Removed:
    """Rewrite the entries of one stay, and delete what was said in it."""
    names = 0
    for seq in stay.seqs:
        entry = lines[seq]
        if isinstance(entry, Sit):
            names += 1
            entry = replace(entry, name=name, token_hash="", origin="", member=0)
        elif isinstance(entry, Rekeyed):
            entry = replace(entry, token_hash="")
        mine = (entries.c.table_id == table_id) & (entries.c.seq == seq)
        connection.execute(update(entries).where(mine).values(data=encode(entry)))

    def within(part: Any, *columns: Any) -> Any:
        mine = (part.c.table_id == table_id) & (part.c.at >= stay.since)
        if stay.until != float("inf"):
            mine &= part.c.at <= stay.until
        return mine & or_(*(column == stay.seat for column in columns))

    said = connection.execute(delete(chat).where(within(chat, chat.c.seat))).rowcount
    reported = connection.execute(
        delete(reports).where(within(reports, reports.c.seat, reports.c.reporter))
    ).rowcount
    if stay.until == float("inf"):
        for part in (presence, codes, subscriptions):
            connection.execute(
                delete(part).where(part.c.table_id == table_id, part.c.seat == stay.seat)
            )
    return Removed(0, names, said, reported)


def _write_snapshots(
    connection: Connection,
    table_id: str,
    lines: list[tuple[int, float, Entry]],
    hashes: set[str],
    name: str,
) -> None:
    """Rewrite the snapshots of a table, also those inside entries."""
    rows = connection.execute(
        select(snapshots.c.seq, snapshots.c.data).where(snapshots.c.table_id == table_id)
    ).all()
    for row in rows:
        new = without_person(bytes(row.data), hashes, name)
        mine = (snapshots.c.table_id == table_id) & (snapshots.c.seq == row.seq)
        connection.execute(update(snapshots).where(mine).values(data=new))
    for seq, _, entry in lines:
        if isinstance(entry, Migrated):
            data = encode(replace(entry, snapshot=without_person(entry.snapshot, hashes, name)))
            mine = (entries.c.table_id == table_id) & (entries.c.seq == seq)
            connection.execute(update(entries).where(mine).values(data=data))
