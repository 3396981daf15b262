"""A table's position kept whole, for the day on which its entries cannot be played again.

A table is its entries, and loading plays them again. A snapshot is for the one case in which that
fails: cards or rules were fixed while the game was on, so old answers may no longer be possible.
Then the game goes on from its last snapshot by the cards of today (`loading`).

Snapshots are stored as JSON; those of earlier versions were MessagePack and are read as well.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import fields, replace
from typing import Literal

from quarriors.cards.load import catalog_of
from quarriors.engine import queries
from quarriors.engine.rules import Rules
from quarriors.engine.setup import lay_table
from quarriors.game import Game, Origin
from quarriors.record.replay import check_position
from quarriors.table import codec
from quarriors.table.clock import Clocks
from quarriors.table.entries import By
from quarriors.table.errors import BrokenTable
from quarriors.table.msgpack import unpack
from quarriors.table.seats import Seated
from quarriors.table.values import value
from quarriors.view.timeline import NOTHING, Timeline

JSON_STARTS = b"{"  # a snapshot in MessagePack never begins with this byte


@value()
class Snapshot:
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
    host_hash: str | None = None  # None: as the head says
    chat_closed: Literal["", "host", "operator"] = ""
    whose: int = -1  # the seat of `why`
    chosen: int = -1  # the seats that have answered themselves, one bit each
    taken_over: bool = False  # a bot has played for somebody
    consent_undos: int = 0  # how often the game went back by consent


def position_of(game: Game) -> list[list[int]]:
    """The position of a game as a snapshot keeps it."""
    return queries.unscripted_wire(queries.state(game))


def write_snapshot(shot: Snapshot, encoder: codec.Encoder = codec.PLAIN) -> bytes:
    """A snapshot as it is stored."""
    values = {field.name: getattr(shot, field.name) for field in fields(shot)}
    # Standing orders have a tag, which an encoder of what is shown does not write.
    values["seats"] = encoder.encoded(codec.encode(shot.seats))
    return encoder.encode(values)


def read_snapshot(data: bytes) -> Snapshot:
    """A stored snapshot again."""
    try:
        plain = codec.parse(data) if data.startswith(JSON_STARTS) else unpack(data)
        shot: Snapshot = codec.read(Snapshot, plain)
    except ValueError as error:
        raise BrokenTable(f"the snapshot cannot be read: {error}") from error
    return shot


def without_person(data: bytes, hashes: Collection[str], name: str) -> bytes:
    """A snapshot where the holder of these tokens has another name and nothing else."""
    shot = read_snapshot(data)
    seats = [
        replace(one, name=name, token_hash="", origin="", member=0)
        if one.token_hash in hashes
        else one
        for one in shot.seats
    ]
    host = "" if shot.host_hash in hashes else shot.host_hash
    return write_snapshot(replace(shot, seats=seats, host_hash=host))


def timeline_at(shot: Snapshot, seed: int, *, forget: bool) -> Timeline[Clocks]:
    """The game of a snapshot, without what came before it if it must `forget` that."""
    rules = Rules.from_dict(shot.rules)
    catalog = catalog_of(rules)
    known = shot.cards == catalog.hash and not forget
    laid = lay_table(rules, catalog, [catalog.card(name) for name in shot.wilds])
    check_position(laid, shot.wire, "record.bad_position")
    began = shot.position if known else shot.wire
    position = None if began is None else tuple(tuple(part) for part in began)
    origin = Origin(rules, shot.wilds, seed, shot.first, position, catalog)
    names = tuple(seat.name for seat in shot.seats)
    answers = list(shot.answers) if known else []
    why = shot.why if known else NOTHING
    timeline: Timeline[Clocks] = Timeline.at(origin, laid, names, shot.wire, answers, why)
    timeline.whose, timeline.chosen = shot.whose, shot.chosen
    if position is not None:  # only a migrated game goes on from a snapshot that has one
        timeline.note_first("mended", "server", "table.mended")
    return timeline
